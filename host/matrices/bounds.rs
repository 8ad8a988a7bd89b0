//! Bounds on the degrees and the bits of minors and of coefficients of characteristic polynomials.
//!
//! The degree of a minor is at most the largest sum of degrees of one element in each row and column of it. From the largest assignment of the whole matrix, with potentials
//! u_i + v_j <= -d_ij and equality where row i has column s(i), that without row j and column i has the sum of the other potentials, less the shortest path from the row whose
//! column i was to row j, along edges from row a to row b of length -d_(a s(b)) - u_a - v_(s(b)): a takes the column of b.
//!
//! The coefficient of t^j in det(t I - M) has degree A(u) - u j at most, A(u) the largest assignment where t counts for u, for each u.

use super::problem::Problem;
use crate::control::Control;
use crate::engine::MatrixWanted;
use crate::error::{ErrorKind, Result};
use crate::plan::assignment::Assignment;
use crate::plan::hadamard::{log2_height, log2_line};
use crate::plan::scaled::ScaledRows;

/// Elements of assignments are below in absolute value.
const MOST: u64 = 1 << 39;

/// Weights of t that are tried.
const WEIGHTS: u64 = 8;

/// Degrees of the minors of an n x n matrix without one row and column: those of the adjugate, row by row, then that of the determinant; `None` for those that must be 0.
///
/// # Errors
/// `Limit` for degrees that no answer may have; `Cancelled`.
fn minors(n: usize, degree: impl Fn(usize, usize) -> Option<u32>, control: &Control) -> Result<Vec<Option<u64>>> {
    let all = || (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let most = all().filter_map(|(i, j)| degree(i, j)).max().map_or(0, u64::from);
    // An element that is not there makes any sum positive.
    let none = 1 + n as u64 * most;
    if none >= MOST {
        return Err(ErrorKind::Limit { what: "degree of the answer", needed: none.into(), allowed: MOST.into() }.into());
    }
    let cost = |i: usize, j: usize| degree(i, j).map_or(none as i64, |d| -i64::from(d));
    let Some(found) = Assignment::least(n, |i, j| Some(cost(i, j))) else { return Ok(vec![None; n * n + 1]) };
    let mut of_column = vec![0; n];
    found.columns.iter().enumerate().for_each(|(row, &column)| of_column[column] = row);
    let length = |a: usize, b: usize| {
        let column = found.columns[b];
        cost(a, column) - found.rows[a] - found.potentials[column]
    };
    let mut paths: Vec<i64> = all().map(|(a, b)| if a == b { 0 } else { length(a, b) }).collect();
    for through in 0..n {
        control.check()?;
        let middle = paths[through * n..][..n].to_vec();
        for row in paths.chunks_exact_mut(n) {
            let first = row[through];
            row.iter_mut().zip(&middle).for_each(|(path, &second)| *path = (first + second).min(*path));
        }
    }
    let bound = |sum: i64| u64::try_from(-sum).ok();
    let entry =
        |(i, j): (usize, usize)| bound(found.least - found.rows[j] - found.potentials[i] + paths[of_column[i] * n + j]);
    Ok(all().map(entry).chain([bound(found.least)]).collect())
}

/// Degrees of the coefficients of det(t I - M) but the leading one.
fn characteristic(n: usize, degree: impl Fn(usize, usize) -> Option<u32>) -> Vec<Option<u64>> {
    let most = (0..n * n).filter_map(|k| degree(k / n, k % n)).max().map_or(0, u64::from);
    let mut weights: Vec<u64> = (0..=WEIGHTS).map(|k| most * k / WEIGHTS).collect();
    weights.dedup();
    let largest = |&u: &u64| {
        let element = |i: usize, j: usize| {
            let own = degree(i, j).map(u64::from);
            let own = if i == j { own.max(Some(u)) } else { own };
            own.map(|d| -(d as i64))
        };
        // Those on the diagonal are all there.
        Assignment::least(n, element).map_or(0, |found| found.least.unsigned_abs())
    };
    let all: Vec<(u64, u64)> = weights.iter().map(|u| (*u, largest(u))).collect();
    (0..n as u64).map(|j| all.iter().map(|&(u, sum)| sum.checked_sub(u * j)).min().flatten()).collect()
}

/// Degrees of all polynomials of a problem in one of the axes; `None` for those that must be 0.
///
/// # Errors
/// As [`minors`].
pub(super) fn degrees(problem: &Problem, axis: usize, control: &Control) -> Result<Vec<Option<u64>>> {
    let of_entries: Vec<Option<u32>> = problem.entries.rows.iter().map(|row| row.degree(axis)).collect();
    let degree = |i: usize, j: usize| problem.number(i, j).and_then(|number| of_entries[number]);
    let n = problem.rows;
    match problem.wanted {
        MatrixWanted::Adjugate => minors(n, degree, control),
        MatrixWanted::Characteristic => Ok(characteristic(n, degree)),
        MatrixWanted::Solution => {
            let of_minors = minors(n, degree, control)?;
            let beside = problem.beside();
            let numerator = |k: usize| {
                let (i, c) = (k / beside, k % beside);
                let product = |j: usize| Some(of_minors[i * n + j]? + u64::from(degree(j, n + c)?));
                (0..n).filter_map(product).max()
            };
            Ok((0..n * beside).map(numerator).chain([of_minors[n * n]]).collect())
        }
    }
}

/// A bound on the bits of all coefficients.
pub(super) fn height(problem: &Problem) -> u64 {
    let norms = ScaledRows::new(&problem.entries).log2_norms();
    let norm = |i: usize, j: usize| problem.number(i, j).map_or(f64::NEG_INFINITY, |number| norms[number]);
    let (n, columns) = (problem.rows, problem.columns);
    let bits = match problem.wanted {
        MatrixWanted::Characteristic => {
            let with_one = |k: usize| {
                let (i, j) = (k / n, k % n);
                // log2(1 + 2^x), and 1 more than x for a large one.
                let plus = |x: f64| if x > 50.0 { x + 1.0 } else { (1.0 + x.exp2()).log2() };
                if i == j { plus(norm(i, j)) } else { norm(i, j) }
            };
            log2_height(n, &(0..n * n).map(with_one).collect::<Vec<_>>())
        }
        MatrixWanted::Adjugate | MatrixWanted::Solution => {
            let rows: Vec<f64> = (0..n).map(|i| log2_line((0..columns).map(|j| norm(i, j)))).collect();
            let columns: Vec<f64> = (0..columns).map(|j| log2_line((0..n).map(|i| norm(i, j)))).collect();
            let (square, right) = columns.split_at(n);
            let least = |lines: &[f64]| lines.iter().copied().fold(f64::INFINITY, f64::min);
            let (of_rows, of_columns) = (rows.iter().sum::<f64>(), square.iter().sum::<f64>());
            let most = right.iter().copied().fold(0.0, f64::max);
            match problem.wanted {
                // A numerator has all rows, the determinant all columns.
                MatrixWanted::Solution => of_rows.min((of_columns - least(square) + most).max(of_columns)),
                // No line is below 0, so that the determinant is the largest.
                _ => of_rows.min(of_columns),
            }
        }
    };
    bits.max(1.0).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// The largest sum over all permutations of these rows and columns.
    fn naive(rows: &[usize], columns: &[usize], degree: &dyn Fn(usize, usize) -> Option<u32>) -> Option<u64> {
        let Some((&i, rest)) = rows.split_first() else { return Some(0) };
        let of = |&j: &usize| {
            let others: Vec<usize> = columns.iter().copied().filter(|&other| other != j).collect();
            Some(u64::from(degree(i, j)?) + naive(rest, &others, degree)?)
        };
        columns.iter().filter_map(of).max()
    }

    #[test]
    fn minors_against_all_permutations() {
        let mut rng = StdRng::seed_from_u64(1);
        let (mut zeros, mut others) = (0, 0);
        for round in 0..300 {
            let n = round % 6;
            let holes = [0, 40, 70][round % 3];
            let table: Vec<Option<u32>> =
                (0..n * n).map(|_| (rng.random_range(0..100) >= holes).then(|| rng.random_range(0..9))).collect();
            let degree = |i: usize, j: usize| table[i * n + j];
            let found = minors(n, degree, &Control::default()).unwrap();
            let all = |without: usize| (0..n).filter(|&k| k != without).collect::<Vec<usize>>();
            for (k, found) in found.iter().enumerate() {
                let (rows, columns) = if k == n * n { (all(n), all(n)) } else { (all(k % n), all(k / n)) };
                assert_eq!(*found, naive(&rows, &columns, &degree), "{k}: {table:?}");
                (zeros, others) = (zeros + usize::from(found.is_none()), others + usize::from(found.is_some()));
            }
        }
        assert!(zeros > 500 && others > 500, "{zeros} {others}");
    }

    #[test]
    fn characteristic_polynomials_of_dense_matrices() {
        assert_eq!(characteristic(3, |_, _| Some(4)), [Some(12), Some(8), Some(4)]);
        assert_eq!(characteristic(3, |_, _| Some(0)), [Some(0); 3]);
        // An upper triangular one with a diagonal of numbers.
        assert_eq!(characteristic(2, |i, j| (i < j).then_some(7).or((i == j).then_some(0))), [Some(0); 2]);
        assert_eq!(characteristic(0, |_, _| None), []);
    }
}
