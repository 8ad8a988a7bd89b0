//! Adjugates and numerators of small or sparse matrices in many variables over Z, without points: each is a determinant.

use super::plan::Bounds;
use super::problem::Problem;
use crate::engine::MatrixWanted;
use crate::error::Result;
use crate::plan::cost::Work;
use crate::plan::rows::Row;
use crate::poly::{Matrix, Polynomial};
use crate::run::tuples::{Expansion, ListOptions, Minor, limit};

/// The most rows of an expansion.
const ROWS: usize = 24;

/// Rows of a matrix with few zeros for which minors are looked at where a grid has room.
const DENSE: usize = 10;

/// `None` where it is not predicted to be faster than the computation by values, or may not be; where that cannot be done there is no `work`.
///
/// # Errors
/// `Limit` where exponents are too large.
pub(super) fn expansion(
    problem: &Problem,
    bounds: &Bounds,
    work: Option<&Work>,
    options: &ListOptions,
) -> Result<Option<Expansion>> {
    let outputs = bounds.sides.len();
    if problem.entries.kept == 0 || problem.rows > ROWS || problem.wanted == MatrixWanted::Characteristic {
        return Ok(None);
    }
    let Some(limit) = limit(outputs, problem.vars.len(), work, &options.run) else { return Ok(None) };
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
    let expansion = Expansion { matrix, minors: (0..outputs).map(|index| minor(problem, index)).collect() };
    // A few of them stand for all.
    let some = [0, outputs / 3, outputs / 2, outputs.saturating_sub(2)];
    let some: Vec<(usize, f64)> = some.iter().map(|&index| (index, outputs as f64 / some.len() as f64)).collect();
    expansion.within(limit, &some, &options.run)
}

/// The minor that polynomial number `index` is.
fn minor(problem: &Problem, index: usize) -> Minor {
    let (n, beside) = (problem.rows, problem.beside());
    let all = || (0..n).collect::<Vec<usize>>();
    let without = |k: usize| (0..n).filter(|&i| i != k).collect::<Vec<usize>>();
    match problem.wanted {
        MatrixWanted::Adjugate if index < n * n => {
            let (i, j) = (index / n, index % n);
            Minor { rows: without(j), columns: without(i), is_negative: (i + j) % 2 == 1 }
        }
        MatrixWanted::Solution if index < n * beside => {
            let mut columns = all();
            columns[index / beside] = n + index % beside;
            Minor { rows: all(), columns, is_negative: false }
        }
        _ => Minor { rows: all(), columns: all(), is_negative: false },
    }
}
