//! An independent check of every answer at one random point modulo a random 61-bit prime, by elimination with inverses.
//!
//! A characteristic polynomial is compared with det(t I - M) at a random t. An adjugate is compared with that of the matrix at the point: with T M = E in reduced echelon form, T
//! invertible, adj M = det(T)^-1 adj(E) T; adj E is the unit matrix for full rank, and for rank n - 1 it has one column that is not 0, the last one: a vector of the kernel.
//! Numerators of a linear system are adj(M) b.
//!
//! A wrong answer passes with a probability of at most D / 2^60 + H / (60 N), D its degree with the number of polynomials, H its bits, N the number of 61-bit primes.

use super::order::Order;
use super::problem::Problem;
use crate::control::Control;
use crate::engine::MatrixWanted;
use crate::error::Result;
use crate::finite_field::determinants::determinant as value_at_point;
use crate::plan::prime61::Prime61;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use crate::run::tuples::Drawn;

/// The adjugate of n x n elements, and the determinant.
///
/// # Errors
/// `Cancelled`.
fn adjugate(field: Prime61, n: usize, m: &[u64], control: &Control) -> Result<(Vec<u64>, u64)> {
    let width = 2 * n;
    let mut rows: Vec<Vec<u64>> = m.chunks(n.max(1)).map(<[u64]>::to_vec).collect();
    for (i, row) in rows.iter_mut().enumerate() {
        row.resize(width, 0);
        row[n + i] = field.one();
    }
    // 1 / det T.
    let mut scale = field.one();
    let mut pivots = Vec::with_capacity(n);
    for column in 0..n {
        control.check()?;
        let rank = pivots.len();
        let Some(found) = (rank..n).find(|&i| rows[i][column] != 0) else { continue };
        if found != rank {
            rows.swap(found, rank);
            scale = field.sub(0, scale);
        }
        let inverse = field.inverse(rows[rank][column]);
        scale = field.mul(scale, rows[rank][column]);
        rows[rank].iter_mut().for_each(|x| *x = field.mul(*x, inverse));
        let pivot = std::mem::take(&mut rows[rank]);
        for row in &mut rows {
            if row.is_empty() || row[column] == 0 {
                continue;
            }
            let factor = row[column];
            row.iter_mut().zip(&pivot).for_each(|(x, &y)| *x = field.sub(*x, field.mul(factor, y)));
        }
        rows[rank] = pivot;
        pivots.push(column);
    }
    let mut adjugate = vec![0; n * n];
    match n - pivots.len() {
        0 => {
            for (to, row) in adjugate.chunks_exact_mut(n.max(1)).zip(&rows) {
                to.iter_mut().zip(&row[n..]).for_each(|(to, &x)| *to = field.mul(scale, x));
            }
            Ok((adjugate, scale))
        }
        1 => {
            let free = (0..n).find(|column| pivots.get(*column) != Some(column)).unwrap_or(0);
            let scale = if (n - 1 + free).is_multiple_of(2) { scale } else { field.sub(0, scale) };
            // The kernel: 1 at the free place, and what the pivots' rows have there.
            let kernel = |i: usize| match pivots.iter().position(|&column| column == i) {
                Some(row) => field.sub(0, rows[row][free]),
                None => field.one(),
            };
            for (i, to) in adjugate.chunks_exact_mut(n).enumerate() {
                let factor = field.mul(scale, kernel(i));
                to.iter_mut().zip(&rows[n - 1][n..]).for_each(|(to, &x)| *to = field.mul(factor, x));
            }
            Ok((adjugate, 0))
        }
        _ => Ok((adjugate, 0)),
    }
}

/// The polynomials at a point, of which a characteristic one is at a point t too.
///
/// # Errors
/// `Cancelled`.
fn values(field: Prime61, problem: &Problem, point: &[u64], t: u64, control: &Control) -> Result<Vec<u64>> {
    let all = problem.at(field, &field.specialise(&problem.entries, point));
    let (n, beside) = (problem.rows, problem.columns - problem.rows);
    if problem.wanted == MatrixWanted::Characteristic {
        let element = |(k, &x): (usize, &u64)| field.sub(if k / n == k % n { t } else { 0 }, x);
        let value = value_at_point(field, n, all.iter().enumerate().map(element).collect(), control)?;
        return Ok(vec![field.sub(value, field.pow(t, n as u64))]);
    }
    let square: Vec<u64> = all.chunks(problem.columns.max(1)).flat_map(|row| &row[..n]).copied().collect();
    let (mut adjugate, determinant) = adjugate(field, n, &square, control)?;
    if problem.wanted == MatrixWanted::Solution {
        let right = |j: usize, c: usize| all[j * problem.columns + n + c];
        let numerator = |k: usize| {
            let (i, c) = (k / beside, k % beside);
            (0..n).fold(0, |sum, j| field.add(sum, field.mul(adjugate[i * n + j], right(j, c))))
        };
        adjugate = (0..n * beside).map(numerator).collect();
    }
    adjugate.push(determinant);
    Ok(adjugate)
}

/// sum t^k P_k at a random point modulo a random prime, t its first coordinate, P_k in the order of a job, or else in their own.
///
/// # Errors
/// `Cancelled`.
pub(super) fn drawn(problem: &Problem, order: Option<&Order>, run: &RunOptions) -> Result<Drawn> {
    let mut rng = rng(run, Purpose::Check);
    let field = Prime61::random(&mut rng);
    let point: Vec<u64> = (0..=problem.entries.kept).map(|_| field.element(&mut rng)).collect();
    let t = point[0];
    let values = values(field, problem, &point[1..], t, &run.control)?;
    let place = |k: usize| order.filter(|_| values.len() > 1).map_or(k, |order| order.places[k]);
    let sum = (0..values.len()).rev().fold(0, |sum, k| field.add(field.mul(sum, t), values[place(k)]));
    let is_negative = order.is_some_and(|order| order.negative);
    Ok(Drawn { field, point, value: if is_negative { field.sub(0, sum) } else { sum } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// Against determinants of minors, of all ranks.
    #[test]
    fn adjugates_at_a_point() {
        let mut rng = StdRng::seed_from_u64(1);
        let (field, control) = (Prime61::random(&mut rng), Control::default());
        for round in 0..300 {
            let n = round % 6;
            let mut m: Vec<u64> =
                (0..n * n).map(|_| if rng.random_range(0..4) == 0 { 0 } else { field.element(&mut rng) }).collect();
            for k in 0..[0, 1, 2][round % 3].min(n.saturating_sub(1)) {
                m.copy_within(0..n, (n - 1 - k) * n);
            }
            let expected: Vec<u64> = (0..n * n)
                .map(|k| {
                    let (i, j) = (k / n, k % n);
                    let minor = (0..n * n).filter(|at| at / n != j && at % n != i).map(|at| m[at]).collect();
                    let value = value_at_point(field, n - 1, minor, &control).unwrap();
                    if (i + j) % 2 == 0 { value } else { field.sub(0, value) }
                })
                .collect();
            let found = adjugate(field, n, &m, &control).unwrap();
            assert_eq!(found, (expected, value_at_point(field, n, m.clone(), &control).unwrap()), "{n} {round}");
        }
    }
}
