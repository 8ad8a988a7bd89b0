//! What is computed at the points of a probe.

use crate::engine::{DeterminantJob, DeterminantMethod, MatrixShape, ScalarJob, ScalarKind, ScalarMethod, ScalarShape};
use crate::plan::cost::Scalar;
use gpu::determinant::matrix::entry;

/// A determinant or a resultant.
pub(super) enum Job {
    Determinant(DeterminantJob),
    Resultant(ScalarJob),
}

impl Job {
    /// Rows of values that go in.
    pub fn rows(&self) -> u32 {
        match self {
            Job::Determinant(job) => job.values,
            Job::Resultant(job) => job.rows(),
        }
    }

    /// What its time depends on.
    pub fn scalar(&self) -> Scalar {
        match self {
            Job::Resultant(job) => job.scalar(),
            Job::Determinant(job) => job.scalar(),
        }
    }
}

/// The first of many entries as a matrix of one row: values of all are made, and hardly anything else.
pub(super) fn entries(rows: u32) -> Job {
    matrix(rows, 1)
}

/// A matrix of n rows of so many values, in an order in which equal rows are not to be expected.
pub(super) fn matrix(values: u32, n: u32) -> Job {
    // Multiplicative hashing (Knuth): neighbouring places have values far apart.
    let value = |place: u32| (u64::from(place.wrapping_mul(2_654_435_769)) * u64::from(values)) >> 32;
    let entries = match u64::from(n) * u64::from(n) <= u64::from(values) {
        true => (0..n * n).map(|place| entry(place, false)).collect(),
        false => (0..n * n).map(|place| entry(value(place) as u32, false)).collect(),
    };
    Job::Determinant(DeterminantJob {
        values,
        sizes: vec![n],
        rank: n,
        entries,
        negative: false,
        method: DeterminantMethod::default(),
        shape: MatrixShape::default(),
    })
}

/// A resultant of two polynomials of this degree whose remainders lose one degree each.
pub(super) fn pair(degree: u32) -> Job {
    let schedule = std::iter::once(degree).chain((0..=degree).rev()).collect();
    let (kind, method, shape) = (ScalarKind::Resultant, ScalarMethod::default(), ScalarShape::default());
    Job::Resultant(ScalarJob { kind, p: degree, q: degree, schedule, method, shape })
}
