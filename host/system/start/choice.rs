//! Which start system has the fewest paths, and bounds of the number of zeros.

use super::{Polyhedral, Powers};
use crate::error::{Error, ErrorKind, Result};
use crate::plural::count;
use crate::run::memory;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use crate::run::threads::on_threads;
use crate::shorten::shortened;
use crate::system::System;
use crate::system::mixed_cells::{Limits, MixedCells, Trouble, exponents, mixed_cells, volume};
use serde::Serialize;
use std::str::FromStr;
use std::sync::atomic::AtomicU64;

/// Most paths of a system.
const MOST: u128 = 1 << 32;

/// Systems of at most so many paths take the total degree: they are followed in no time, and show curves of zeros.
const FEW: u128 = 16;

/// A polyhedral start is taken where it has fewer paths than one of so many: its zeros are found by paths themselves.
const GAIN: u64 = 2;

/// Steps of the search for mixed cells that are made in any case, for each path of the total degree, and at most where nobody asks for a polyhedral
/// start: a step takes some microseconds of a thread, a path a millisecond. Cyclic-13, with 2.7 million paths, takes some 4 million.
const STEPS: u64 = 4000;
const STEPS_OF_PATH: u64 = 30;
const MOST_STEPS: u64 = 1 << 25;

/// The system whose zeros are where paths begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum StartSystem {
    /// The one with clearly fewer paths.
    #[default]
    Auto,
    /// Powers x_k^{d_k} - a_k: as many paths as the product of the degrees.
    TotalDegree,
    /// A generic system with the same monomials, solved by a polyhedral homotopy: as many paths as the mixed volume.
    Polyhedral,
}

/// By name: `auto`, `total` or `polyhedral`.
impl FromStr for StartSystem {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        match name {
            "auto" => Ok(StartSystem::Auto),
            "total" => Ok(StartSystem::TotalDegree),
            "polyhedral" => Ok(StartSystem::Polyhedral),
            other => {
                let message = format!("is `{}`; choose `auto`, `total` or `polyhedral`", shortened(other));
                Err(Error::argument("start", message))
            }
        }
    }
}

/// Bounds of the number of isolated zeros of a square system, each with its multiplicity: [`System::root_counts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RootCounts {
    /// The product of the degrees, of all zeros in C^n; `None` from 2^64 on.
    pub total_degree: Option<u64>,
    /// The mixed volume of the Newton polytopes, of the zeros without a coordinate 0; `None` where it was not computed.
    pub mixed_volume: Option<u64>,
    /// The stable mixed volume, of all zeros in C^n; `None` where it was not computed.
    pub stable_mixed_volume: Option<u64>,
}

impl RootCounts {
    /// The least bound of the number of isolated zeros in C^n.
    pub fn least(&self) -> Option<u64> {
        self.total_degree.into_iter().chain(self.stable_mixed_volume).min()
    }
}

/// A start system.
#[derive(Debug, Clone)]
pub(in crate::system) enum Start {
    Powers(Powers),
    Polyhedral(Box<Polyhedral>),
}

/// # Errors
/// `Argument` where there are not as many polynomials as variables, none, or one of them is 0.
fn check(system: &System) -> Result<()> {
    let n = system.variables().len();
    if n != system.len() || n == 0 {
        let message = format!(
            "has {} in {}; give as many polynomials as variables, at least one",
            count(system.len(), "polynomial"),
            count(n, "variable")
        );
        return Err(Error::argument("system", message));
    }
    match system.polynomials().iter().position(Vec::is_empty) {
        Some(k) => Err(Error::argument("system", format!("polynomial {} is 0, so zeros are not isolated", k + 1))),
        None => Ok(()),
    }
}

/// The product of the degrees.
fn total_degree(system: &System) -> u128 {
    system.degrees().iter().fold(1, |product: u128, &d| product.saturating_mul(d.into()))
}

/// The mixed cells of a square system; nothing after so many steps, where they exceed memory, or where exponents are too large.
///
/// # Errors
/// `Cancelled`.
fn cells(system: &System, steps: u64, run: &RunOptions) -> Result<Option<MixedCells>> {
    let mut random = rng(run, Purpose::Cells);
    let is_stopped = || run.control.is_stopped();
    let (steps, bytes) = (AtomicU64::new(steps), AtomicU64::new(memory::allowed(run)));
    let limits = Limits { steps, bytes, is_stopped: &is_stopped };
    let found = on_threads(run.threads, || mixed_cells(&exponents(system), &mut random, &limits))?;
    run.control.check()?;
    match found {
        Ok(cells) => Ok(Some(cells)),
        Err(Trouble::Stopped | Trouble::TooLarge | Trouble::Tie) => Ok(None),
    }
}

/// The start system that is wanted, and bounds as far as they cost little.
///
/// # Errors
/// Those of [`super::super::Solve::run`] for systems that are not square, and for too many paths.
pub(in crate::system) fn choose(system: &System, wanted: StartSystem, run: &RunOptions) -> Result<(Start, RootCounts)> {
    check(system)?;
    let total = total_degree(system);
    let steps = match wanted {
        StartSystem::Polyhedral => u64::MAX,
        _ => MOST_STEPS.min(STEPS.saturating_add(STEPS_OF_PATH.saturating_mul(total.try_into().unwrap_or(u64::MAX)))),
    };
    let cells = cells(system, steps, run)?;
    let mut counts = RootCounts { total_degree: total.try_into().ok(), mixed_volume: None, stable_mixed_volume: None };
    let powers = || Start::Powers(Powers::new(system, &mut rng(run, Purpose::Homotopy)));
    let too_many =
        |needed: u128| Error::from(ErrorKind::Limit { what: "paths of a system", needed, allowed: MOST - 1 });
    let Some(MixedCells { torus, with_origins, stable }) = cells else {
        return match wanted {
            StartSystem::Polyhedral => {
                let message = "mixed cells exceed memory, or exponents are too large for them; choose the total degree";
                Err(Error::argument("start", message))
            }
            _ if total >= MOST => Err(too_many(total)),
            _ => Ok((powers(), counts)),
        };
    };
    counts.mixed_volume = volume(&torus);
    counts.stable_mixed_volume = stable;
    // Zeros with coordinates 0, if there can be any, are reached by more paths.
    let has_all = counts.mixed_volume == stable;
    let cells = if has_all { torus } else { with_origins };
    let paths = volume(&cells).map_or(u128::MAX, u128::from);
    let is_polyhedral = match wanted {
        StartSystem::TotalDegree => false,
        StartSystem::Polyhedral => true,
        StartSystem::Auto => total > FEW && paths.saturating_mul(GAIN.into()) < total,
    };
    if !is_polyhedral {
        return if total >= MOST { Err(too_many(total)) } else { Ok((powers(), counts)) };
    }
    if paths >= MOST {
        return Err(too_many(paths));
    }
    let mut random = rng(run, Purpose::Homotopy);
    match Polyhedral::new(&exponents(system), !has_all, cells, &mut random) {
        Some(start) => Ok((Start::Polyhedral(Box::new(start)), counts)),
        None if total < MOST => Ok((powers(), counts)),
        None => Err(too_many(total)),
    }
}

impl System {
    /// Bounds of the number of isolated zeros of n polynomials in n variables, counted with multiplicities: the product of the degrees (Bezout), the mixed
    /// volume of the Newton polytopes for zeros without a coordinate 0 (Bernstein), and the stable mixed volume for all zeros in C^n
    /// (Huber and Sturmfels). For generic coefficients the mixed volumes are the numbers of zeros.
    ///
    /// # Errors
    /// `Argument` where there are not as many polynomials as variables, none, or one of them is 0; `Limit` where exponents are too large, or the mixed
    /// volume is 2^64 or more.
    ///
    /// # Complexity
    /// Cells of a mixed subdivision are followed while supports replace simplices: some operations for each exponent, and for each step of a cell. Cyclic-12, with a mixed
    /// volume of 500,352, takes some seconds of a thread.
    ///
    /// # Source
    /// A. Jensen, Tropical homotopy continuation, arXiv 1601.02818; B. Huber, B. Sturmfels, Bernstein's theorem in affine space, Discrete Comput. Geom. 17
    /// (1997).
    ///
    /// ```
    /// use eliminant::System;
    ///
    /// let counts = System::cyclic(5)?.root_counts()?;
    /// assert_eq!((counts.total_degree, counts.mixed_volume), (Some(120), Some(70)));
    ///
    /// // x = 0, y = 1 is a zero, and so is x = -1, y = 0.
    /// let system: System = "x^2*y + x; x*y + y - x - 1".parse()?;
    /// let counts = system.root_counts()?;
    /// assert_eq!((counts.mixed_volume, counts.stable_mixed_volume), (Some(2), Some(3)));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn root_counts(&self) -> Result<RootCounts> {
        check(self)?;
        let found = cells(self, u64::MAX, &RunOptions::default())?;
        let bounds = found.and_then(|cells| Some((volume(&cells.torus)?, cells.stable?)));
        let (mixed, stable) = bounds.ok_or(ErrorKind::Limit {
            what: "exponents of a system, for its mixed volume",
            needed: total_degree(self),
            allowed: u64::MAX.into(),
        })?;
        Ok(RootCounts {
            total_degree: total_degree(self).try_into().ok(),
            mixed_volume: Some(mixed),
            stable_mixed_volume: Some(stable),
        })
    }
}
