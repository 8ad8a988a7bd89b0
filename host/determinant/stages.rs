//! The stage of a determinant: one at each point of a grid.

use crate::engine::{DeterminantJob, ScalarCounts};
use crate::error::Result;
use crate::run::backend::AllStages;
use crate::run::checkpoint::Fingerprint;
use crate::run::pointwise::Pointwise;

/// One determinant at each point.
pub(super) struct Determinants {
    pub job: DeterminantJob,
}

impl Pointwise for Determinants {
    const NAME: &'static str = "determinants";

    fn rows(&self) -> u32 {
        self.job.values
    }

    /// The matrix is that of the problem, in whatever order its rows are.
    fn identify(&self, _: &mut Fingerprint) {}

    fn steps(&self) -> u64 {
        self.job.steps()
    }

    fn suits<E: AllStages>(&self, engine: &E) -> bool {
        engine.has_room_for_matrix(&self.job)
    }

    fn leaves_last<E: AllStages>(&self, engine: &E, dims: &[u32]) -> bool {
        engine.evaluates_last(&self.job, dims)
    }

    fn scalars<E: AllStages>(
        &self,
        engine: &mut E,
        batch: &E::Batch,
        values: E::Buffer,
        dims: &[u32],
    ) -> Result<(E::Buffer, ScalarCounts)> {
        match self.leaves_last(engine, dims) {
            true => engine.determinants_of(batch, values, dims, &self.job),
            false => engine.determinants(batch, values, &self.job),
        }
    }
}
