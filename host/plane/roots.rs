//! Roots of a resultant.

use crate::error::Result;
use crate::poly::Polynomial;
use crate::roots::{ComplexAlgebraic, ComplexRoots, RealRoots};
use crate::run::options::RunOptions;

/// Real roots in ascending order, then pairs of conjugates, if they were asked for.
pub(super) struct Roots {
    pub numbers: Vec<ComplexAlgebraic>,
    pub multiplicities: Vec<u32>,
    /// The number of real ones.
    pub real: usize,
}

impl Roots {
    /// All real roots.
    pub fn real(f: &Polynomial, run: RunOptions) -> Result<Self> {
        let roots = RealRoots::new(f).run_options(run).run()?;
        let real = roots.len();
        let (numbers, multiplicities) =
            roots.into_iter().map(|root| (ComplexAlgebraic::real(root.value), root.multiplicity)).unzip();
        Ok(Roots { numbers, multiplicities, real })
    }

    /// All complex roots.
    pub fn complex(f: &Polynomial, run: RunOptions) -> Result<Self> {
        let roots = ComplexRoots::new(f).run_options(run).run()?;
        let real = roots.iter().filter(|root| root.value.as_real().is_some()).count();
        let (numbers, multiplicities) = roots.into_iter().map(|root| (root.value, root.multiplicity)).unzip();
        Ok(Roots { numbers, multiplicities, real })
    }

    pub fn real_mut(&mut self) -> &mut [ComplexAlgebraic] {
        &mut self.numbers[..self.real]
    }

    /// The roots above the real axis.
    pub fn above(&self) -> Vec<ComplexAlgebraic> {
        self.numbers[self.real..].iter().step_by(2).cloned().collect()
    }

    /// Whether a root is below the real axis; `None` for a real one.
    pub fn is_below(&self, i: usize) -> Option<bool> {
        i.checked_sub(self.real).map(|place| place % 2 == 1)
    }

    /// The place of the conjugate root.
    pub fn conjugate(&self, i: usize) -> usize {
        i.checked_sub(self.real).map_or(i, |place| self.real + (place ^ 1))
    }
}
