//! Several polynomials over Z without points: each is a minor of one matrix, up to its sign.

use crate::alone::prelude::*;
use crate::determinant::Determinant;
use crate::error::Result;
use crate::plan::cost::Work;
use crate::poly::matrix::minors::Minors;
use crate::poly::{Matrix, Polynomial};
use crate::run::backend;
use crate::run::minors::{beaten_by, pays};
use crate::run::options::{Backend, RunOptions};
use std::borrow::Cow;

/// Most polynomials that are expanded.
const OUTPUTS: usize = 1 << 10;

/// A minor, by the rows and columns that are left.
pub(crate) struct Minor {
    pub rows: Vec<usize>,
    pub columns: Vec<usize>,
    /// Whether the polynomial is minus the minor.
    pub is_negative: bool,
}

/// The minors of a matrix in small exponents, one for each polynomial.
pub(crate) struct Expansion {
    pub matrix: Matrix,
    pub minors: Vec<Minor>,
}

/// Milliseconds that an expansion of so many polynomials may take, of input in so many variables, where a computation by values has this `work`; infinity where there is no such computation. `None`
/// where an expansion may not be, or would gain nothing.
pub(crate) fn limit(outputs: usize, variables: usize, work: Option<&Work>, run: &RunOptions) -> Option<f64> {
    if outputs > OUTPUTS || run.backend == Backend::Cuda {
        return None;
    }
    match work {
        Some(work) => beaten_by(backend::milliseconds(run, work), variables),
        None => Some(f64::INFINITY),
    }
}

impl Expansion {
    fn minor(&self, index: usize) -> Result<Matrix> {
        let Minor { rows, columns, .. } = &self.minors[index];
        self.matrix.submatrix(rows, columns)
    }

    /// The expansion where it is predicted to take less than `limit` milliseconds; `some` of the minors stand for as many of all.
    ///
    /// # Errors
    /// None for minors that are some.
    pub fn within(self, limit: f64, some: &[(usize, f64)], run: &RunOptions) -> Result<Option<Self>> {
        if !limit.is_finite() {
            return Ok(Some(self));
        }
        let (mut nanoseconds, mut bytes) = (0.0, 0);
        for &(index, as_many) in some {
            let minor = self.minor(index)?;
            if minor.rows() == 0 {
                continue;
            }
            let Some(minors) = Minors::new(Cow::Owned(minor)) else { return Ok(None) };
            nanoseconds += minors.nanoseconds() * as_many;
            bytes = minors.bytes().max(bytes);
        }
        // Each thread has one at a time.
        let together = rayon::current_num_threads().min(self.minors.len()) as u64;
        Ok(pays(nanoseconds, bytes.saturating_mul(together), limit, run).then_some(self))
    }

    /// The polynomials, in small exponents.
    ///
    /// # Errors
    /// Of determinants; `Cancelled`.
    pub fn values(&self, run: &RunOptions) -> Result<Vec<Polynomial>> {
        // A checkpoint is of the whole answer.
        let silent = run.with_control(run.control.silent());
        let run = RunOptions { checkpoint: None, ..silent };
        let value = |index: usize| {
            let value = Determinant::new(&self.minor(index)?).run_options(run.clone()).run()?.polynomial;
            Ok(if self.minors[index].is_negative { -value } else { value })
        };
        let all: Vec<usize> = (0..self.minors.len()).collect();
        all.into_par_iter().map(value).collect()
    }
}
