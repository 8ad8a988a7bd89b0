//! The stage of several scalars at each point: subresultants of two polynomials, what is computed from all of a matrix.

use super::matrix::{MatrixJob, MatrixWanted};
use super::subresultant::SubresultantJob;
use super::{Engine, ScalarCounts};
use crate::error::Result;
use crate::plan::cost::Scalar;
use crate::run::checkpoint::Fingerprint;
use gpu::resultant::subresultants::Wanted;

/// What is computed at each point: so many outputs from so many rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TupleJob {
    /// Coefficients of subresultants.
    Subresultants(SubresultantJob),
    /// The adjugate of a matrix, solutions of linear systems, a characteristic polynomial.
    Matrix(MatrixJob),
}

impl TupleJob {
    /// Rows of values that go in.
    pub fn rows(&self) -> u32 {
        match self {
            TupleJob::Subresultants(job) => job.rows(),
            TupleJob::Matrix(job) => job.values,
        }
    }

    /// Rows of values that come out.
    pub fn outputs(&self) -> u32 {
        match self {
            TupleJob::Subresultants(job) => job.outputs(),
            TupleJob::Matrix(job) => job.outputs(),
        }
    }

    /// Refuses what there is not. Engines ask before they believe it.
    ///
    /// # Errors
    /// `Shape`.
    pub fn check(&self) -> Result<()> {
        match self {
            TupleJob::Subresultants(job) => job.check(),
            TupleJob::Matrix(job) => job.check(),
        }
    }

    /// Adds everything by which the answer differs from others of the same integers.
    pub(crate) fn identify(&self, fingerprint: &mut Fingerprint) {
        match self {
            TupleJob::Subresultants(job) => {
                let Wanted { low, high, principal } = job.wanted;
                fingerprint.numbers(&[0, job.p, job.q, low, high, principal]);
            }
            TupleJob::Matrix(job) => {
                let wanted = match job.wanted {
                    MatrixWanted::Adjugate => 1,
                    MatrixWanted::Solution => 2,
                    MatrixWanted::Characteristic => 3,
                };
                fingerprint.numbers(&[wanted, job.rows, job.columns]).numbers(&job.entries);
            }
        }
    }

    /// What its time depends on.
    pub(crate) fn scalar(&self) -> Scalar {
        match self {
            TupleJob::Subresultants(job) => job.scalar(),
            TupleJob::Matrix(job) => job.scalar(),
        }
    }

    /// Element steps of a point, of three products each.
    pub fn steps(&self) -> u64 {
        self.scalar().steps
    }
}

/// An engine with this stage. `points` is the number of points of the batch's grid.
pub trait TupleEngine: Engine {
    /// Values \[prime\]\[output\]\[point\] from values \[prime\]\[row\]\[point\].
    ///
    /// # Errors
    /// `Shape` where job and values do not belong together; of the engine; `Cancelled`.
    fn tuples(
        &mut self,
        batch: &Self::Batch,
        values: Self::Buffer,
        job: &TupleJob,
    ) -> Result<(Self::Buffer, ScalarCounts)>;
}
