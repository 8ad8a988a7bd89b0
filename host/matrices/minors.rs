//! Adjugates and numerators of small or sparse matrices in many variables over Z, without points: each is a determinant.

use super::plan::Bounds;
use super::problem::Problem;
use super::verify;
use crate::alone::prelude::*;
use crate::determinant::Determinant;
use crate::engine::MatrixWanted;
use crate::error::Result;
use crate::plan::cost::Work;
use crate::plan::rows::Row;
use crate::poly::matrix::minors::Minors;
use crate::poly::{Matrix, Polynomial};
use crate::run::backend;
use crate::run::minors::{beaten_by, pays};
use crate::run::options::{Backend, RunOptions};
use crate::run::tuples::ListOptions;
use std::borrow::Cow;

/// The most rows, and the most polynomials, that are expanded.
const ROWS: usize = 24;
const OUTPUTS: usize = 1 << 10;

/// Rows of a matrix with few zeros for which minors are looked at where a grid has room.
const DENSE: usize = 10;

/// The determinants that are wanted.
pub(super) struct Expansion {
    /// The matrix in small exponents.
    matrix: Matrix,
    n: usize,
    wanted: MatrixWanted,
    outputs: usize,
}

impl Expansion {
    /// `None` where it is not predicted to be faster than the computation by values, or may not be; where that cannot be done there is no `work`.
    ///
    /// # Errors
    /// `Limit` where exponents are too large.
    pub fn new(problem: &Problem, bounds: &Bounds, work: Option<&Work>, options: &ListOptions) -> Result<Option<Self>> {
        let outputs = bounds.sides.len();
        let may_be = problem.entries.kept > 0 && problem.rows <= ROWS && options.run.backend != Backend::Cuda;
        if !may_be || outputs > OUTPUTS || problem.wanted == MatrixWanted::Characteristic {
            return Ok(None);
        }
        let limit = match work {
            Some(work) => match beaten_by(backend::milliseconds(&options.run, work), problem.vars.len()) {
                Some(limit) => limit,
                None => return Ok(None),
            },
            None => f64::INFINITY,
        };
        // Each row of a matrix without zeros doubles the number of its minors: to look at them takes longer than points do.
        let filled = problem.elements.iter().filter(|&&code| code != 0).count();
        if limit.is_finite() && problem.rows > DENSE && 2 * filled > problem.elements.len() {
            return Ok(None);
        }
        let names: Vec<String> = (0..problem.entries.kept).map(|k| format!("x{k}")).collect();
        let entry = |row: &Row| Polynomial::from_terms(&names, row.terms.iter().map(|(c, e)| (c.clone(), e.to_vec())));
        let entries: Vec<Polynomial> = problem.entries.rows.iter().map(entry).collect::<Result<_>>()?;
        let zero = Polynomial::zero(&names)?;
        let element = |&code: &u32| match (code as usize / 2).checked_sub(1) {
            None => zero.clone(),
            Some(number) if code % 2 == 1 => entries[number].negate(),
            Some(number) => entries[number].clone(),
        };
        let rows = problem.elements.chunks(problem.columns.max(1)).map(|row| row.iter().map(element).collect());
        let matrix = Matrix::over(&names, rows.collect())?;
        let expansion = Expansion { matrix, n: problem.rows, wanted: problem.wanted, outputs };
        if !limit.is_finite() {
            return Ok(Some(expansion));
        }
        // A few of them stand for all.
        let some: Vec<usize> = [0, outputs / 3, outputs / 2, outputs.saturating_sub(2)].to_vec();
        let (mut nanoseconds, mut bytes) = (0.0, 0);
        for &index in &some {
            let (matrix, _) = expansion.minor(index)?;
            if matrix.rows() == 0 {
                continue;
            }
            let Some(minors) = Minors::new(Cow::Owned(matrix)) else { return Ok(None) };
            nanoseconds += minors.nanoseconds() * outputs as f64 / some.len() as f64;
            bytes = bytes.max(minors.bytes());
        }
        Ok(pays(nanoseconds, bytes, limit, &options.run).then_some(expansion))
    }

    /// The matrix whose determinant polynomial number `index` is, and whether it is minus that.
    fn minor(&self, index: usize) -> Result<(Matrix, bool)> {
        let n = self.n;
        let beside = self.matrix.columns() - n;
        let all = || (0..n).collect::<Vec<usize>>();
        let without = |k: usize| (0..n).filter(|&i| i != k).collect::<Vec<usize>>();
        let (rows, columns, negative) = match self.wanted {
            MatrixWanted::Adjugate if index < n * n => {
                let (i, j) = (index / n, index % n);
                (without(j), without(i), (i + j) % 2 == 1)
            }
            MatrixWanted::Solution if index < n * beside => {
                let mut columns = all();
                columns[index / beside] = n + index % beside;
                (all(), columns, false)
            }
            _ => (all(), all(), false),
        };
        Ok((self.matrix.submatrix(&rows, &columns)?, negative))
    }

    /// The polynomials in small exponents, in their own order, and the prime of the check.
    ///
    /// # Errors
    /// Of determinants; `Verification`; `Cancelled`.
    pub fn values(
        &self,
        operation: &'static str,
        problem: &Problem,
        options: &ListOptions,
    ) -> Result<(Vec<Polynomial>, u64)> {
        // A checkpoint is of the whole answer.
        let silent = options.run.with_control(options.run.control.silent());
        let run = RunOptions { checkpoint: None, ..silent };
        let value = |index: usize| {
            let (matrix, negative) = self.minor(index)?;
            let value = Determinant::new(&matrix).run_options(run.clone()).run()?.polynomial;
            Ok(if negative { -value } else { value })
        };
        let numbers: Vec<usize> = (0..self.outputs).collect();
        let values: Vec<Polynomial> = numbers.into_par_iter().map(value).collect::<Result<_>>()?;
        let prime = verify::compare(operation, problem, &values, &run)?;
        Ok((values, prime))
    }
}
