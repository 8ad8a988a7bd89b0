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
use crate::system::mixed_cells::{Limits, MixedCells, Trouble, exponents, mixed_cells, step, volume};
use rand::rngs::StdRng;
use serde::Serialize;
use std::str::FromStr;

/// Most paths of a system.
const MOST: u128 = 1 << 32;

/// Systems of at most so many paths take the total degree: they are followed in no time, and show curves of zeros.
const FEW: u128 = 16;

/// A polyhedral start is taken if `GAIN` times its paths are fewer than the total degree: its zeros cost paths too.
const GAIN: u64 = 2;

/// Products that are spent to find mixed cells: in any case, for each path of the total degree, and at most. A path takes as long as some 10^6 of them. Cyclic-11, with
/// 184,756 paths, takes 2 10^9.
const PRODUCTS: u64 = 10_000_000;
const PRODUCTS_OF_PATH: u64 = 75_000;
const MOST_PRODUCTS: u64 = 1 << 37;

/// The same where there is no room for the paths of the total degree: some seconds of a thread until such a system is refused.
const WITHOUT_ROOM: u64 = 1 << 32;

/// The same for bounds alone, where the total degree is asked for.
const FOR_BOUNDS: u64 = 1 << 27;

/// Times that other weights are tried if those of mixed cells are not generic.
const TRIES: usize = 3;

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
        let advice = match system.len() {
            m if m < n && m > 0 => ", so that zeros are not isolated; decompose the system, or give more polynomials",
            _ => "; give as many polynomials as variables, at least one",
        };
        let message = format!("has {} in {}{advice}", count(system.len(), "polynomial"), count(n, "variable"));
        return Err(Error::argument("system", message));
    }
    match system.polynomials().iter().position(Vec::is_empty) {
        Some(k) => Err(Error::argument("system", format!("polynomial {} is 0, so zeros are not isolated", k + 1))),
        None => Ok(()),
    }
}

/// The product of the degrees.
fn total_degree(system: &System) -> u128 {
    let degrees = system.degrees();
    // A factor 0 counts, however large the others are.
    if degrees.contains(&0) { 0 } else { degrees.iter().fold(1, |product: u128, &d| product.saturating_mul(d.into())) }
}

/// The mixed cells of a square system; nothing after so many products, where they exceed memory, or where exponents are too large.
///
/// # Errors
/// `Cancelled`.
fn cells(system: &System, products: u64, run: &RunOptions, random: &mut StdRng) -> Result<Option<MixedCells>> {
    let (n, allowed) = (system.len() as u64, memory::allowed(run));
    let points = system.polynomials().iter().map(Vec::len).sum::<usize>() + system.len();
    // Exponents and supports, and a step.
    let lists = (2 * n * points as u64).saturating_add(n * n).saturating_mul(size_of::<i64>() as u64);
    if lists > allowed || step(system.len(), points) > products {
        return Ok(None);
    }
    let is_stopped = || run.control.is_stopped();
    let limits = Limits { products, bytes: allowed - lists, is_stopped: &is_stopped };
    let found = on_threads(run.threads, || mixed_cells(&exponents(system), random, &limits))?;
    run.control.check()?;
    match found {
        Ok(cells) => Ok(Some(cells)),
        Err(Trouble::Stopped | Trouble::TooLarge | Trouble::Tie) => Ok(None),
    }
}

/// The start system that is wanted, and bounds as far as they cost little. `random` gives the numbers of the start; there is room for so many paths.
///
/// # Errors
/// Those of [`super::super::Solve::run`] for systems that are not square, for too many paths, and for a start that cannot be.
pub(in crate::system) fn choose(
    system: &System,
    wanted: StartSystem,
    run: &RunOptions,
    random: &mut StdRng,
    room: u64,
) -> Result<(Start, RootCounts)> {
    check(system)?;
    let total = total_degree(system);
    let all = PRODUCTS.saturating_add(PRODUCTS_OF_PATH.saturating_mul(total.try_into().unwrap_or(u64::MAX)));
    let products = match wanted {
        StartSystem::Polyhedral => u64::MAX,
        StartSystem::TotalDegree => all.min(FOR_BOUNDS),
        StartSystem::Auto if total >= MOST || total > u128::from(room) => all.min(WITHOUT_ROOM),
        StartSystem::Auto => all.min(MOST_PRODUCTS),
    };
    let mut counts = RootCounts { total_degree: total.try_into().ok(), mixed_volume: None, stable_mixed_volume: None };
    let mut of_cells = rng(run, Purpose::Cells);
    for _ in 0..TRIES {
        let Some(MixedCells { torus, with_origins, stable }) = cells(system, products, run, &mut of_cells)? else {
            break;
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
            return Ok((Start::Powers(powers(system, total, random)?), counts));
        }
        within(paths)?;
        if let Some(start) = Polyhedral::new(&exponents(system), !has_all, cells, random) {
            return Ok((Start::Polyhedral(Box::new(start)), counts));
        }
    }
    match wanted {
        StartSystem::Polyhedral => Err(Error::argument("start", format!("{NO_CELLS}; choose the total degree"))),
        _ => Ok((Start::Powers(powers(system, total, random)?), counts)),
    }
}

/// Why there are no mixed cells.
const NO_CELLS: &str = "mixed cells exceed memory, or exponents are too large for them";

/// # Errors
/// `Limit` for too many paths.
fn within(paths: u128) -> Result<()> {
    let limit = ErrorKind::Limit { what: "paths of a system", needed: paths, allowed: MOST - 1 };
    if paths < MOST { Ok(()) } else { Err(limit.into()) }
}

/// The start of so many paths as the product of the degrees.
///
/// # Errors
/// `Limit` for too many.
fn powers(system: &System, total: u128, random: &mut StdRng) -> Result<Powers> {
    within(total)?;
    Ok(Powers::new(system, random))
}

impl System {
    /// Bounds of the number of isolated zeros of n polynomials in n variables, counted with multiplicities: the product of the degrees (Bezout), the mixed
    /// volume of the Newton polytopes for zeros without a coordinate 0 (Bernstein), and the stable mixed volume for all zeros in C^n
    /// (Huber and Sturmfels). For generic coefficients the mixed volumes are the numbers of zeros.
    ///
    /// # Errors
    /// `Argument` where there are not as many polynomials as variables, none, or one of them is 0, where mixed cells exceed memory, and where exponents are too
    /// large for them or the mixed volume is 2^64 or more.
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
        let run = RunOptions::default();
        let found = cells(self, u64::MAX, &run, &mut rng(&run, Purpose::Cells))?;
        let bounds = found.and_then(|cells| Some((volume(&cells.torus)?, cells.stable?)));
        let (mixed, stable) = bounds.ok_or_else(|| Error::argument("system", format!("is too large: {NO_CELLS}")))?;
        Ok(RootCounts {
            total_degree: total_degree(self).try_into().ok(),
            mixed_volume: Some(mixed),
            stable_mixed_volume: Some(stable),
        })
    }
}
