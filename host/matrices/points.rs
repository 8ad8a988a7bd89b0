//! The rank at random points.

use crate::alone::prelude::*;
use crate::error::Result;
use crate::plan::pivots::{Pivots, pivots_of_rectangle};
use crate::plan::prime61::Prime61;
use crate::poly::{Matrix, Polynomial};
use crate::run::memory;
use crate::run::options::RunOptions;
use rand::rngs::StdRng;

/// The largest rank at some points, each modulo a prime of its own.
pub(super) struct PointRank {
    /// It.
    pub rank: usize,
    /// Rows of a minor that is not 0 there, in an order in which its leading minors are not either.
    pub rows: Vec<usize>,
    /// Its columns.
    pub columns: Vec<usize>,
    /// The rank there with right sides.
    pub with_right: usize,
    /// log2 of a bound on the probability that the rank over the field of rational functions is larger; `None` where it cannot be.
    pub failure_log2: Option<f64>,
}

/// Points that are tried.
const POINTS: i32 = 3;

/// log2 of a bound on the probability that a minor of the matrix that is not 0 vanishes at a random point modulo a random prime of 61 bits: its total degree, at most the sum of
/// those of the rows, over 2^60, and the number of primes that divide a coefficient over that of all, which is above 2^54.
fn failure_log2(matrix: &Matrix) -> f64 {
    let degree = |entry: &Polynomial| {
        let sum = |exponents: &[u32]| exponents.iter().map(|&e| f64::from(e)).sum::<f64>();
        entry.terms().iter().map(|term| sum(&term.exponents)).fold(0.0, f64::max)
    };
    let bits = |entry: &Polynomial| f64::from(entry.norm1().significant_bits());
    let (mut degrees, mut heights) = (0.0, 0.0);
    for row in matrix.entries().chunks(matrix.columns().max(1)) {
        degrees += row.iter().map(degree).fold(0.0, f64::max);
        heights += row.iter().map(bits).fold(0.0, f64::max) + f64::from(usize::BITS - row.len().leading_zeros());
    }
    (degrees * (-60f64).exp2() + (heights / 60.0 + 1.0) * (-54f64).exp2()).log2().min(0.0)
}

/// Pivots of m x n elements: as many of its rows and columns as the rank.
fn eliminated(
    field: Prime61,
    (m, n): (usize, usize),
    element: impl Fn(usize, usize) -> u64,
    run: &RunOptions,
) -> Result<Pivots> {
    let elements = (0..m * n).map(|k| element(k / n, k % n)).collect();
    let mut found = pivots_of_rectangle(field, (m, n), elements, &run.control)?;
    found.rows.truncate(found.rank);
    found.columns.truncate(found.rank);
    Ok(found)
}

/// The rank of the first `n` columns of a matrix at random points, and of all columns.
///
/// # Errors
/// `Limit` for memory; `Cancelled`.
pub(super) fn rank(matrix: &Matrix, n: usize, run: &RunOptions, rng: &mut StdRng) -> Result<PointRank> {
    // Values, and the elements that are eliminated.
    let needed = (matrix.entries().len() as u64).saturating_mul(2 * size_of::<u64>() as u64);
    memory::check(needed, memory::allowed(run))?;
    let (m, columns) = (matrix.rows(), matrix.columns());
    let mut best: Option<PointRank> = None;
    for _ in 0..POINTS {
        let field = Prime61::random(rng);
        let point: Vec<u64> = matrix.vars().iter().map(|_| field.leave(field.element(rng))).collect();
        let value = |entry: &Polynomial| entry.evaluate_mod(&point, field.modulus()).map(|x| field.enter(x));
        let all: Vec<u64> = matrix.entries().par_iter().with_min_len(64).map(value).collect::<Result<_>>()?;
        let element = |i: usize, j: usize| all[i * columns + j];
        let Pivots { rows, columns: of_pivots, rank } = eliminated(field, (m, n), element, run)?;
        if best.as_ref().is_some_and(|best| best.rank >= rank) {
            continue;
        }
        let with_right = if columns == n { rank } else { eliminated(field, (m, columns), element, run)?.rank };
        let failure_log2 = (rank < m.min(n)).then(|| f64::from(POINTS) * self::failure_log2(matrix));
        best = Some(PointRank { rank, rows, columns: of_pivots, with_right, failure_log2 });
        if rank == m.min(n) {
            break;
        }
    }
    let none = PointRank { rank: 0, rows: Vec::new(), columns: Vec::new(), with_right: 0, failure_log2: None };
    let mut best = best.unwrap_or(none);
    if best.rank == 0 && matrix.entries().chunks(columns.max(1)).all(|row| row[..n].iter().all(Polynomial::is_zero)) {
        best.failure_log2 = None;
    }
    Ok(best)
}
