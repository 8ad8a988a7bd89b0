//! Variables of a matrix whose exponents in the determinant follow from those of others.
//!
//! Weights w are a grading where all terms of entry (i, j) have weight r_i + c_j: then all terms of the determinant have weight
//! sum r_i + sum c_j. For vectors of exponents instead of weights, let R_i + C_j be one exponent of entry (i, j) for the entries of a spanning
//! forest of the bipartite graph of rows and columns, with R_i = 0 at its roots: that is a choice for all i and j. Then the gradings are the
//! w with w.(e - R_i - C_j) = 0 for all exponents e of all entries. For r_i = w.R_i and c_j = w.C_j are as they have to be; and where there are r and c,
//! w.R_i - r_i and c_j - w.C_j are the same number in all rows and columns of a tree, so w.e = r_i + c_j = w.(R_i + C_j) for an entry that is
//! there. All exponents of the determinant are in sum R_i + sum C_j + V, where V is the span of the vectors e - R_i - C_j, for each term of it is
//! a product of one term of an entry of each row and column. Of a product of blocks they are in the sum of those.

use crate::plan::exponents::Variable;
use crate::plan::gradings::{Gradings, Relation};
use crate::plan::rows::{Exponents, Row};

/// The gradings of small exponents of the variables with a step, in their order; each of the square `blocks` has the
/// rows of its elements, row by row.
pub(super) fn relations(blocks: &[Vec<&Row>], variables: &[Variable]) -> Vec<Relation> {
    let axes: Vec<(usize, u32)> =
        variables.iter().map(|variable| variable.step).enumerate().filter(|&(_, step)| step > 0).collect();
    if axes.is_empty() {
        return Vec::new();
    }
    let small = |e: &Exponents, k: usize| i64::from(e[axes[k].0] / axes[k].1);
    let (mut gradings, mut origin) = (Gradings::all(axes.len()), vec![0; axes.len()]);
    let mut difference = vec![0; axes.len()];
    for block in blocks {
        let n = block.len().isqrt();
        let first = |i: usize, j: usize| {
            let (_, exponents) = block[i * n + j].terms.first()?;
            Some((0..axes.len()).map(|k| small(exponents, k)).collect())
        };
        let (rows, columns) = potentials(n, axes.len(), first);
        rows.iter().chain(&columns).for_each(|part| origin.iter_mut().zip(part).for_each(|(o, e)| *o += e));
        for (place, row) in block.iter().enumerate() {
            let (row_part, column_part) = (&rows[place / n], &columns[place % n]);
            for (_, exponents) in &row.terms {
                if gradings.is_empty() {
                    return Vec::new();
                }
                for (k, into) in difference.iter_mut().enumerate() {
                    *into = small(exponents, k) - row_part[k] - column_part[k];
                }
                gradings.restrict(&difference);
            }
        }
    }
    gradings.relations(&origin, 0)
}

/// R and C of the n x n vectors `first` with `len` elements, those that are there.
///
/// O(n^2) of them are looked at.
fn potentials(
    n: usize,
    len: usize,
    first: impl Fn(usize, usize) -> Option<Vec<i64>>,
) -> (Vec<Vec<i64>>, Vec<Vec<i64>>) {
    let minus = |a: Vec<i64>, b: &[i64]| a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<i64>>();
    let (mut rows, mut columns) = (vec![None::<Vec<i64>>; n], vec![None::<Vec<i64>>; n]);
    for root in 0..n {
        if rows[root].is_some() {
            continue;
        }
        rows[root] = Some(vec![0; len]);
        let mut found = vec![root];
        while let Some(i) = found.pop() {
            for (j, slot) in columns.iter_mut().enumerate() {
                let (Some(row), None) = (&rows[i], &*slot) else { continue };
                let Some(column) = first(i, j).map(|e| minus(e, row)) else { continue };
                for k in (0..n).filter(|&k| rows[k].is_none()).collect::<Vec<_>>() {
                    if let Some(e) = first(k, j) {
                        rows[k] = Some(minus(e, &column));
                        found.push(k);
                    }
                }
                *slot = Some(column);
            }
        }
    }
    let all =
        |parts: Vec<Option<Vec<i64>>>| parts.into_iter().map(|part| part.unwrap_or_else(|| vec![0; len])).collect();
    (all(rows), all(columns))
}
