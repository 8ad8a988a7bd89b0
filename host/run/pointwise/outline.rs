//! The decisions before an engine is chosen.

use super::job::{How, Pointwise};
use super::prepared::Prepared;
use crate::engine::AnyEngine;
use crate::engine::input::IntegerTable;
use crate::error::{Error, Result};
use crate::plan::columns::Columns;
use crate::plan::cost::{Scalar, Work, usual_points};
use crate::plan::grid::{Axis, Grid};
use crate::plan::plain_primes::{PlainPrime, PrimeSize, for_products};
use crate::plan::primes::enough;
use crate::plan::slabs::Cut;
use crate::plan::support::Support;
use crate::run::checkpoint::Fingerprint;
use crate::run::memory::{self, Footprint, is_lack, lack};
use crate::run::options::{RunOptions, WordSize};
use crate::run::random::{Purpose, rng};
use crate::run::stopping::Certainty;
use rug::Integer;
use rug::integer::IntegerExt64;

/// A computation with its bounds.
pub(crate) struct Outline<J> {
    /// The input integers.
    pub table: IntegerTable,
    /// Bound on the degree per axis, of small exponents.
    pub degree_bound: Vec<u32>,
    /// Exponents of the answer per axis of its own: those of the grid, or fewer of them. Where an axis of the grid stands for several, there are as
    /// many coefficients as in the box of the grid, in the same order.
    pub support: Support,
    /// Kept variables of the answer, with those that do not occur.
    pub variables: usize,
    /// Bound on the bits of the coefficients.
    pub height_bound: u64,
    /// The computation at a point.
    pub job: J,
    /// Integers that no prime should divide.
    pub contents: Vec<Integer>,
    /// How an answer modulo one prime is computed in its field.
    pub direct: Option<Direct>,
    /// Bytes of the host from the beginning to the end: the input, whatever it is brought into.
    pub held: u64,
}

/// The grid of a computation in one field.
pub(crate) struct Direct {
    /// The grid.
    pub grid: Grid,
    /// The prime, of up to 31 bits.
    pub prime: PlainPrime,
}

/// Least number of primes that confirming primes are drawn from.
const POOL: u64 = 2048;

impl<J: Pointwise> Outline<J> {
    /// A fingerprint of everything that determines the residues of the answer modulo a prime.
    fn fingerprint(&self) -> u128 {
        let mut fingerprint = Fingerprint::new(J::NAME);
        self.job.identify(&mut fingerprint);
        fingerprint.table(&self.table).numbers(&self.keep()).number(self.support.len()).value()
    }

    /// One more than the bound on the degree, per axis of the grid.
    pub fn keep(&self) -> Vec<u32> {
        self.degree_bound.iter().map(|&d| d + 1).collect()
    }

    /// Bounds on the degrees of the variables that others were contracted to; none where that was not done.
    pub fn contracted(&self) -> Vec<u32> {
        let axes = self.degree_bound.len() + usize::from(self.job.tuple().is_some());
        if self.support.sides().len() == axes { Vec::new() } else { self.degree_bound.clone() }
    }

    /// Columns of the answer's coefficients among those on the grid.
    pub fn columns(&self, grid: &Grid) -> Columns {
        if let Some(len) = self.job.tuple() {
            let axes = std::iter::once(Axis { len, cosets: 1 }).chain(grid.axes.iter().copied());
            return self.support.columns(&Grid::new(axes.collect()));
        }
        if self.support.is_whole() { grid.inside(&self.keep()) } else { self.support.columns(grid) }
    }

    /// The work of the certified computation, about: with as many points as a grid usually has.
    pub fn work(&self) -> Work {
        match &self.direct {
            Some(direct) => self.work_on(&direct.grid.axes, 0),
            None => self.work_on(&usual_points(&self.degree_bound, self.job.evaluation()), self.height_bound + 2),
        }
    }

    /// The work with these points and so many bits of the answer's coefficients.
    pub fn work_on(&self, axes: &[Axis], bits: u64) -> Work {
        let scalar = self.job.scalar();
        Work {
            integers: self.table.len() as u64,
            words: self.table.words() as u64,
            axes: self.table.dims().iter().copied().zip(axes.iter().copied()).collect(),
            on_roots: self.job.on_roots(),
            scalar: Scalar { long: scalar.long.filter(|_| self.direct.is_none()), ..scalar },
            coefficients: self.support.len(),
            bits,
        }
    }

    /// The word to be used on the CPU: one field of the caller's choice has its grid for 31-bit words.
    pub fn word(&self, run: &RunOptions) -> WordSize {
        if self.direct.is_some() { WordSize::Bits31 } else { run.word }
    }

    /// Ways to cut the grid, the coarsest first.
    pub fn cuts(&self, run: &RunOptions) -> Vec<Cut> {
        let slabs = run.slabs;
        // Modulo one prime the grid is what it is: its outermost axes, down to the last one of several cosets.
        let along = |grid: &Grid| grid.axes.iter().rposition(|axis| axis.cosets > 1).map(|last| Cut::along(last + 1));
        let (forced, rest) = match &self.direct {
            _ if !self.job.on_roots() => (None, vec![Cut::none()]),
            Some(direct) => {
                let cut = along(&direct.grid);
                (cut.clone(), std::iter::once(Cut::none()).chain(cut).collect())
            }
            None => (Some(Cut::into_slabs(&self.keep(), slabs)), Cut::all(&self.keep()).collect()),
        };
        forced.filter(|_| slabs > 1).into_iter().chain(rest).collect()
    }

    /// Grid and primes with the coarsest cut for which the engine has the memory, and what that takes of the host.
    ///
    /// # Errors
    /// `Limit` when it has for none; of the engine.
    pub fn prepare_on(&self, engine: &dyn AnyEngine, how: &How<'_>) -> Result<(Prepared<'_, J>, Footprint)> {
        let mut least: Option<Error> = None;
        let products = match engine.facts().has_half_gcd && self.degree_bound.is_empty() {
            true => self.job.products(engine.prime_size().bits() as u32),
            false => None,
        };
        for cut in self.cuts(how.run) {
            let mut prepared = self.prepare_with(engine.prime_size(), how, cut, products)?;
            let mut found = prepared.footprint(engine, how);
            // Step by step it takes less memory.
            if found.as_ref().is_err_and(is_lack) && prepared.grid.products.take().is_some() {
                found = prepared.footprint(engine, how);
            }
            match found {
                Ok(footprint) => return Ok((prepared, footprint)),
                Err(error) if is_lack(&error) => {
                    least = least.filter(|least| lack(least) <= lack(&error)).or(Some(error));
                }
                Err(error) => return Err(error),
            }
        }
        Err(least.unwrap_or_else(|| Error::argument("slabs", "there is no way to cut the grid")))
    }

    /// The least memory with which an engine computes, in bytes of the host.
    ///
    /// # Errors
    /// Other than for lack of memory.
    pub fn least_on(&self, engine: &dyn AnyEngine, how: &How<'_>) -> Result<u64> {
        let mut least = u64::MAX;
        for cut in self.cuts(how.run) {
            least = least.min(match self.prepare(engine.prime_size(), how, cut)?.footprint(engine, how) {
                Ok(footprint) => footprint.least,
                Err(error) if is_lack(&error) => u64::try_from(lack(&error)).unwrap_or(u64::MAX),
                Err(error) => return Err(error),
            });
        }
        Ok(least)
    }

    /// Grid and primes of this size: of the computation over Z, or of one in one field where the words hold its prime.
    ///
    /// # Errors
    /// `Limit` when there are too few primes, or too little memory for the input.
    pub fn prepare(&self, size: PrimeSize, how: &How<'_>, cut: Cut) -> Result<Prepared<'_, J>> {
        self.prepare_with(size, how, cut, None)
    }

    /// The same with products by transforms of so many points, where there are primes enough for them.
    fn prepare_with(&self, size: PrimeSize, how: &How<'_>, cut: Cut, products: Option<u32>) -> Result<Prepared<'_, J>> {
        // Half of what there is beside the input; the answer has the rest.
        let host = memory::left(how.run, self.held)? / 2;
        let kept = how.run.archive.as_ref().map(|archive| archive.of(self.fingerprint()));
        if let Some(Direct { grid, prime }) = &self.direct
            && size == PrimeSize::Bits31
        {
            let (grid, primes) = (grid.clone(), vec![prime.clone()]);
            return Ok(Prepared { size, outline: self, grid, primes, needed: 1, cut, host, kept });
        }
        let mut rng = rng(how.run, Purpose::Grid);
        let usable = |p: u64| self.contents.iter().all(|c| c.mod_u64(p) != 0);
        let points = self.keep();
        // |v| <= B = 2^height: the product must exceed 4 B.
        let bits = self.height_bound + 2;
        let per_prime = size.bits();
        let wanted = match how.certainty {
            Certainty::Certified => bits,
            Certainty::Probabilistic { .. } => bits + (POOL + 7 * (bits / per_prime)) * per_prime,
        };
        let with_products = products.and_then(|len| {
            let mut choose = |bits| for_products(size, len, bits, &usable, &mut rng);
            choose(wanted).or_else(|| choose(bits))
        });
        let mut choose = |bits| self.job.grid(size, &points, &cut, bits, &usable, &mut rng);
        let (grid, primes) = match with_products {
            Some(found) => found,
            None => choose(wanted).or_else(|error| if wanted == bits { Err(error) } else { choose(bits) })?,
        };
        // The largest primes are at the end; the certified computation takes these.
        let needed = enough(primes.iter().rev().map(|prime| prime.p), bits);
        Ok(Prepared { size, outline: self, grid, primes, needed, cut, host, kept })
    }
}
