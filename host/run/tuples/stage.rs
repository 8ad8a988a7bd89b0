//! The stage of several scalars at each point.

use crate::engine::any::{Batch, Buffer};
use crate::engine::{AnyEngine, ScalarCounts, TupleJob};
use crate::error::Result;
use crate::plan::cost::Scalar;
use crate::plan::grid::Evaluation;
use crate::run::checkpoint::Fingerprint;
use crate::run::pointwise::Pointwise;

/// Several scalars at each point.
pub(crate) struct Tuples {
    pub job: TupleJob,
}

impl Pointwise for Tuples {
    const NAME: &'static str = "points";

    fn rows(&self) -> u32 {
        self.job.rows()
    }

    fn tuple(&self) -> Option<u32> {
        Some(self.job.outputs())
    }

    fn identify(&self, fingerprint: &mut Fingerprint) {
        self.job.identify(fingerprint);
    }

    fn scalar(&self) -> Scalar {
        self.job.scalar()
    }

    fn suits(&self, _: &dyn AnyEngine) -> bool {
        true
    }

    fn evaluation(&self) -> Evaluation {
        Evaluation::Auto
    }

    fn scalars(
        &self,
        engine: &mut dyn AnyEngine,
        batch: &Batch,
        values: Buffer,
        _: &[u32],
    ) -> Result<(Buffer, ScalarCounts)> {
        engine.tuples(batch, values, &self.job)
    }
}
