//! The decisions before the computation, for primes of one size.

use super::job::Pointwise;
use super::outline::Outline;
use crate::plan::columns::Columns;
use crate::plan::cost::{Rates, Scalar, Work};
use crate::plan::grid::Grid;
use crate::plan::plain_primes::{PlainPrime, PrimeSize};
use crate::plan::slabs::Cut;
use crate::run::checkpoint::Kept;
use crate::run::stopping::Bounded;

/// Grid and primes of a computation.
pub(crate) struct Prepared<'a, J> {
    /// How long the primes are.
    pub size: PrimeSize,
    /// The part that does not depend on the word.
    pub outline: &'a Outline<J>,
    /// The grid.
    pub grid: Grid,
    /// Primes of the certified computation, ascending; in probabilistic mode also the confirming ones.
    pub primes: Vec<PlainPrime>,
    /// How many of them the bound demands.
    pub needed: usize,
    /// How the grid is cut into slabs.
    pub cut: Cut,
    /// Bytes of the host for coefficients in slabs, where the engine has memory of its own.
    pub host: u64,
    /// Where residues of the answer are kept, if they are.
    pub kept: Option<Kept>,
}

impl<J: Pointwise> Prepared<'_, J> {
    /// Coefficients of the answer.
    pub fn coefficients(&self) -> usize {
        usize::try_from(self.outline.support.len()).unwrap_or(usize::MAX)
    }

    /// Coefficients on the grid, of all that comes out.
    pub fn width(&self) -> usize {
        usize::try_from(self.grid.points().saturating_mul(self.outline.job.outputs().into())).unwrap_or(usize::MAX)
    }

    /// Columns of the answer's coefficients among those on the grid.
    pub fn columns(&self) -> Columns {
        self.outline.columns(&self.grid)
    }

    /// Number of slabs; 0 where the grid is whole.
    pub fn slabs(&self) -> usize {
        if self.cut.is_none() { 0 } else { self.cut.of(&self.grid).count() }
    }

    /// The work modulo so many primes.
    pub fn work(&self, primes: usize) -> Work {
        // As many bits as these primes prove.
        let bits = (primes as u64 * self.size.bits()).saturating_sub(1);
        let work = self.outline.work_on(&self.grid.axes, bits);
        let long = work.scalar.long.filter(|_| self.grid.products.is_some());
        Work { scalar: Scalar { long, ..work.scalar }, ..work }
    }

    /// How long the residues modulo so many primes take, as progress is measured.
    pub fn predicted(&self, rates: &Rates, primes: usize) -> f64 {
        rates.residues(&self.work(primes), primes as u64)
    }

    /// The primes for the integers of the answer.
    pub fn bounded(&self) -> Bounded<'_> {
        Bounded { size: self.size, primes: &self.primes, needed: self.needed, height: self.outline.height_bound }
    }

    /// The primes of the certified computation.
    pub fn certified(&self) -> &[PlainPrime] {
        &self.primes[self.primes.len() - self.needed..]
    }
}
