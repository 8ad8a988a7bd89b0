//! The computations at the points of a probe.

use crate::engine::{DeterminantJob, DeterminantMethod, MatrixShape, ScalarJob, ScalarKind, ScalarMethod, ScalarShape};
use crate::error::Result;
use crate::plan::cost::Scalar;
use crate::poly::{Matrix, Polynomial};
use gpu::determinant::matrix::entry;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use rug::integer::Order;

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

    /// The scalar that its time depends on.
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

/// A matrix of n rows of so many values, all of them where they are n^2, else in random places: it is regular, and so are its first rows and
/// columns, so that no lane is off.
pub(super) fn matrix(values: u32, n: u32) -> Job {
    // A seed of its own: the same matrix for every engine.
    let mut rng = StdRng::seed_from_u64(1);
    let entries = match u64::from(n) * u64::from(n) <= u64::from(values) {
        true => (0..n * n).map(|place| entry(place, false)).collect(),
        false => (0..n * n).map(|_| entry(rng.random_range(0..values), false)).collect(),
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

/// Variables of integers.
const NO_VARIABLES: [&str; 0] = [];

/// A matrix of integers with so many 32-bit words.
///
/// # Errors
/// As [`Matrix::new`]: for none of these.
pub(super) fn integers(rows: u32, words: u32) -> Result<Matrix> {
    let mut rng = StdRng::seed_from_u64(1);
    let mut entry = || {
        let limbs: Vec<u32> = (0..words).map(|_| rng.random_range(1..=u32::MAX)).collect();
        Polynomial::constant(&NO_VARIABLES, Integer::from_digits(&limbs, Order::Lsf))
    };
    let rows: Result<_> = (0..rows).map(|_| (0..rows).map(|_| entry()).collect()).collect();
    Matrix::new(rows?)
}

/// A resultant of polynomials of degrees p >= q whose remainders lose one degree each.
pub(super) fn pair(p: u32, q: u32) -> Job {
    let schedule = std::iter::once(p).chain((0..=q).rev()).collect();
    let (kind, method, shape) = (ScalarKind::Resultant, ScalarMethod::default(), ScalarShape::default());
    Job::Resultant(ScalarJob { kind, p, q, schedule, method, shape })
}
