//! The stage of a determinant: one at each point of a grid.

use crate::engine::any::{Batch, Buffer};
use crate::engine::{AnyEngine, DeterminantJob, ScalarCounts};
use crate::error::Result;
use crate::plan::cost::Scalar;
use crate::plan::grid::Evaluation;
use crate::run::checkpoint::Fingerprint;
use crate::run::pointwise::{Pointwise, determinants};

/// One determinant at each point.
pub(super) struct Determinants {
    pub job: DeterminantJob,
    /// How values are found at the points.
    pub evaluation: Evaluation,
}

impl Pointwise for Determinants {
    const NAME: &'static str = "determinants";

    fn rows(&self) -> u32 {
        self.job.values
    }

    /// The matrix is that of the problem, in whatever order its rows are.
    fn identify(&self, _: &mut Fingerprint) {}

    fn scalar(&self) -> Scalar {
        self.job.scalar()
    }

    fn suits(&self, engine: &dyn AnyEngine) -> bool {
        engine.has_room_for_matrix(&self.job)
    }

    fn leaves_last(&self, engine: &dyn AnyEngine, dims: &[u32]) -> bool {
        self.evaluation == Evaluation::Auto && engine.evaluates_last(&self.job, dims)
    }

    fn evaluation(&self) -> Evaluation {
        self.evaluation
    }

    fn scalars(
        &self,
        engine: &mut dyn AnyEngine,
        batch: &Batch,
        values: Buffer,
        dims: &[u32],
    ) -> Result<(Buffer, ScalarCounts)> {
        let leaves_last = self.leaves_last(engine, dims);
        determinants(engine, batch, values, (dims, leaves_last), &self.job)
    }
}
