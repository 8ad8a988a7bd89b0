//! Determinants at points on a CPU.

use super::points::{PointJob, Scalars};
use super::stages::Stage;
use super::word::CpuWord;
use super::{Batch, Buffer, Cpu};
use crate::engine::{DeterminantEngine, DeterminantJob, ScalarCounts};
use crate::error::Result;
use gpu::Field;
use gpu::arith::Modulus;
use gpu::determinant::matrix;
use gpu::fraction::Fraction;
use gpu::team::Team;

impl PointJob for DeterminantJob {
    /// The matrix of the largest block.
    type Scratch<E> = Vec<E>;

    fn rows(&self) -> usize {
        self.values as usize
    }

    fn steps(&self) -> u64 {
        DeterminantJob::steps(self)
    }

    fn told(&self) -> usize {
        usize::try_from(DeterminantJob::steps(self)).unwrap_or(usize::MAX)
    }

    #[inline(always)]
    fn scratch<F: Field>(&self, field: &F) -> Vec<F::Elem> {
        let n = self.largest() as usize;
        vec![field.zero(); n * n]
    }

    #[inline(always)]
    fn fraction<F: Field, T: Team>(
        &self,
        field: &F,
        team: T,
        values: &mut [F::Elem],
        scratch: &mut Vec<F::Elem>,
    ) -> Fraction<F::Elem> {
        let (blocks, method) = (self.blocks(), self.method.kernel());
        let found = matrix::determinant(field, team, method, &blocks, &&*values, &mut &mut scratch[..]);
        let numerator = if self.negative { field.neg(found.numerator) } else { found.numerator };
        Fraction { numerator, ..found }
    }

    fn repaired<M: Modulus, T: Team>(&self, field: &M, team: T, values: Vec<M::Elem>) -> M::Elem {
        let mut scratch = self.scratch(field);
        let value = matrix::repaired(field, team, &self.blocks(), &&values[..], &mut &mut scratch[..]);
        if self.negative { field.neg(value) } else { value }
    }
}

impl<M: CpuWord> DeterminantEngine for Cpu<M> {
    fn determinants(
        &mut self,
        batch: &Batch<M>,
        values: Buffer<M>,
        job: &DeterminantJob,
    ) -> Result<(Buffer<M>, ScalarCounts)> {
        job.check()?;
        values.check(batch, job.values)?;
        let stage = Scalars::new(job, batch.grid.points() as usize, values.pending);
        let found = batch.run(&Stage::Determinants(&stage), Some(&values), self.whole())?;
        Ok((found, stage.counts()))
    }
}
