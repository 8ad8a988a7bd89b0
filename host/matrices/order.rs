//! The order of rows and columns in which almost all points have pivots where the job looks for them, from one random point.

use super::problem::Problem;
use crate::control::Control;
use crate::engine::{MatrixJob, MatrixWanted};
use crate::error::Result;
use crate::plan::blocks::is_odd;
use crate::plan::pivots::pivots;
use crate::plan::prime61::Prime61;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};

/// The order of a job.
pub(super) struct Order {
    /// Rows, those of pivots first.
    rows: Vec<usize>,
    /// Columns likewise, without right sides.
    columns: Vec<usize>,
    rank: usize,
    /// Of the columns of a matrix with a characteristic polynomial, whether there is a pivot.
    has_pivot: Vec<u32>,
    /// The number of each output of the job among the polynomials.
    pub places: Vec<usize>,
    /// Whether the outputs are the negatives.
    pub negative: bool,
}

impl Order {
    /// That of a problem.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn new(problem: &Problem, run: &RunOptions) -> Result<Self> {
        let mut rng = rng(run, Purpose::Outline);
        let field = Prime61::random(&mut rng);
        let point: Vec<u64> = (0..problem.entries.kept).map(|_| field.element(&mut rng)).collect();
        let all = problem.at(field, &field.specialise(&problem.entries, &point));
        let n = problem.rows;
        let mut order = Order {
            rows: (0..n).collect(),
            columns: (0..n).collect(),
            rank: n,
            has_pivot: Vec::new(),
            places: Vec::new(),
            negative: false,
        };
        match problem.wanted {
            MatrixWanted::Characteristic => {
                let (found, has_pivot) = below_diagonal(field, n, all, &run.control)?;
                (order.columns, order.rows, order.has_pivot) = (found.clone(), found, has_pivot);
                order.places = (0..n).collect();
                return Ok(order);
            }
            MatrixWanted::Adjugate | MatrixWanted::Solution => {
                let square = all.chunks(problem.columns.max(1)).flat_map(|row| &row[..n]).copied().collect();
                let found = pivots(field, n, square, &run.control)?;
                (order.rows, order.columns) = (found.rows, found.columns);
                if problem.wanted == MatrixWanted::Adjugate {
                    order.rank = found.rank;
                }
            }
        }
        order.negative = is_odd(&order.rows) != is_odd(&order.columns);
        let (rows, columns) = (&order.rows, &order.columns);
        order.places = match problem.wanted {
            MatrixWanted::Adjugate => columns.iter().flat_map(|i| rows.iter().map(move |j| i * n + j)).collect(),
            _ => {
                let beside = problem.beside();
                columns.iter().flat_map(|i| (0..beside).map(move |c| i * beside + c)).collect()
            }
        };
        order.places.push(order.places.len());
        Ok(order)
    }

    /// The job of a problem.
    pub fn job(&self, problem: &Problem) -> MatrixJob {
        let right = problem.rows..problem.columns;
        let columns = || self.columns.iter().copied().chain(right.clone());
        let entries =
            self.rows.iter().flat_map(|&i| columns().map(move |j| problem.elements[i * problem.columns + j])).collect();
        MatrixJob {
            values: problem.entries.rows.len() as u32,
            rows: problem.rows as u32,
            columns: problem.columns as u32,
            entries,
            wanted: problem.wanted,
            rank: self.rank as u32,
            pivots: self.has_pivot.clone(),
        }
    }
}

/// The order of rows and columns of an n x n matrix that has pivots below the diagonal when it is brought to Hessenberg's form, and of each column but the last two
/// whether there is one.
///
/// O(n^3) products.
fn below_diagonal(field: Prime61, n: usize, mut m: Vec<u64>, control: &Control) -> Result<(Vec<usize>, Vec<u32>)> {
    let mut order: Vec<usize> = (0..n).collect();
    let mut has_pivot = Vec::new();
    for k in 0..n.saturating_sub(2) {
        control.check()?;
        let Some(pivot) = (k + 1..n).find(|&i| m[i * n + k] != 0) else {
            has_pivot.push(0);
            continue;
        };
        has_pivot.push(1);
        if pivot != k + 1 {
            order.swap(pivot, k + 1);
            (0..n).for_each(|j| m.swap(pivot * n + j, (k + 1) * n + j));
            (0..n).for_each(|i| m.swap(i * n + pivot, i * n + k + 1));
        }
        let inverse = field.inverse(m[(k + 1) * n + k]);
        let (above, below) = m.split_at_mut((k + 2) * n);
        let above = &above[(k + 1) * n..];
        let mut factors = Vec::with_capacity(n - k - 2);
        for row in below.chunks_exact_mut(n) {
            let factor = field.mul(row[k], inverse);
            factors.push(factor);
            if factor != 0 {
                row[k..].iter_mut().zip(&above[k..]).for_each(|(x, &y)| *x = field.sub(*x, field.mul(factor, y)));
            }
        }
        for row in m.chunks_exact_mut(n) {
            let (first, rest) = row[k + 1..].split_at_mut(1);
            let sum = factors.iter().zip(&*rest).map(|(&factor, &x)| field.mul(factor, x));
            first[0] = sum.fold(first[0], |all, x| field.add(all, x));
        }
    }
    Ok((order, has_pivot))
}
