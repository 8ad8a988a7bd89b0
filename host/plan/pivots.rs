//! An order of rows and columns in which almost all points have pivots on the diagonal, from one random point.
//!
//! Elimination modulo a random 61-bit prime at a random point finds it, and the rank there. Where the polynomial matrix has a higher rank the
//! point was a bad one, with probability below 2^-40 for degrees and heights within the limits; answers do not depend on that, as lanes
//! look at what is left ([`gpu::determinant::elimination`]). Of the elements that are not zero a pivot has the fewest others in its row and
//! column (Markowitz), so that zeros stay where they are.

use super::prime61::Prime61;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::Result;

/// Pivots in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pivots {
    /// All rows, those of pivots first.
    pub rows: Vec<usize>,
    /// All columns, those of pivots first.
    pub columns: Vec<usize>,
    /// How many there are.
    pub rank: usize,
}

/// Elements that are left from which rows are eliminated on all cores: a guess, as many as one core takes some 20 microseconds for.
pub(crate) const PARALLEL: usize = 1 << 13;

/// Pivots of the n x n elements `m`, row by row, in Montgomery form.
///
/// O(n^3) products.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn pivots(field: Prime61, n: usize, m: Vec<u64>, control: &Control) -> Result<Pivots> {
    pivots_of_rectangle(field, (n, n), m, control)
}

/// The same of `height` x n elements.
///
/// O(height n r) products for the rank r.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn pivots_of_rectangle(
    field: Prime61,
    (height, n): (usize, usize),
    mut m: Vec<u64>,
    control: &Control,
) -> Result<Pivots> {
    let mut rows: Vec<usize> = (0..height).collect();
    let mut columns: Vec<usize> = (0..n).collect();
    // Elements move with their rows and columns: those that are left, with so many zeros among them, have places from `rank` on.
    let (mut rank, mut zeros) = (0, m.iter().filter(|&&x| x == 0).count());
    while rank < n.min(height) {
        control.check()?;
        let Some((a, b)) = next(&m, (height, n), rank, zeros) else { break };
        rows.swap(rank, a);
        columns.swap(rank, b);
        (0..n).filter(|_| a != rank).for_each(|j| m.swap(rank * n + j, a * n + j));
        (0..height).filter(|_| b != rank).for_each(|i| m.swap(i * n + rank, i * n + b));
        let (above, below) = m.split_at_mut((rank + 1) * n);
        let above = &above[rank * n + rank..];
        let inverse = field.sub(0, field.inverse(above[0]));
        let eliminated = |row: &mut [u64]| {
            let Some((&mut first, rest)) = row[rank..].split_first_mut() else { return 0 };
            if first != 0 {
                let factor = field.mul(first, inverse);
                let both = rest.iter_mut().zip(&above[1..]).filter(|(_, x)| **x != 0);
                both.for_each(|(element, &x)| *element = field.add(*element, field.mul(factor, x)));
            }
            rest.iter().filter(|&&x| x == 0).count()
        };
        let left = n - rank;
        zeros = match left * (height - rank) < PARALLEL {
            true => below.chunks_exact_mut(n).map(eliminated).sum(),
            false => below.par_chunks_exact_mut(n).with_min_len(PARALLEL / 2 / left).map(eliminated).sum(),
        };
        rank += 1;
    }
    Ok(Pivots { rows, columns, rank })
}

/// The place of the element with the fewest others in its row and column, of those from `rank` on that are not 0; the first one where no element is, as
/// all have as many others.
fn next(m: &[u64], (height, n): (usize, usize), rank: usize, zeros: usize) -> Option<(usize, usize)> {
    if zeros == 0 {
        return Some((rank, rank));
    }
    let there = || (rank..height).flat_map(|a| (rank..n).map(move |b| (a, b))).filter(|&(a, b)| m[a * n + b] != 0);
    let (mut in_row, mut in_column) = (vec![0usize; height], vec![0usize; n]);
    for (a, b) in there() {
        in_row[a] += 1;
        in_column[b] += 1;
    }
    there().min_by_key(|&(a, b)| (in_row[a] - 1) * (in_column[b] - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// Whether all leading minors up to the rank are not 0, and all of the rank and one more are, by elimination without exchanges.
    fn has_pivots(field: Prime61, n: usize, m: &[u64], found: &Pivots) -> bool {
        let mut a: Vec<u64> =
            found.rows.iter().flat_map(|&i| found.columns.iter().map(move |&j| m[i * n + j])).collect();
        for k in 0..found.rank {
            if a[k * n + k] == 0 {
                return false;
            }
            let inverse = field.inverse(a[k * n + k]);
            for i in k + 1..n {
                let factor = field.mul(a[i * n + k], inverse);
                for j in 0..n {
                    a[i * n + j] = field.sub(a[i * n + j], field.mul(factor, a[k * n + j]));
                }
            }
        }
        (found.rank..n).all(|i| (found.rank..n).all(|j| a[i * n + j] == 0))
    }

    #[test]
    fn pivots_are_on_the_diagonal() {
        let mut rng = StdRng::seed_from_u64(1);
        let field = Prime61::random(&mut rng);
        let mut ranks = [0; 9];
        for round in 0..400 {
            let n = rng.random_range(0..9);
            let zeros = [0, 50, 80][round % 3];
            let mut m: Vec<u64> = (0..n * n)
                .map(|_| if rng.random_range(0..100) < zeros { 0 } else { field.element(&mut rng) })
                .collect();
            if round % 5 == 0 && n > 1 {
                let (first, last) = m.split_at_mut((n - 1) * n);
                last.copy_from_slice(&first[..n]);
            }
            let found = pivots(field, n, m.clone(), &Control::default()).unwrap();
            assert!(has_pivots(field, n, &m, &found), "{n}: {found:?}");
            ranks[found.rank] += 1;
        }
        assert!(ranks.iter().all(|&count| count > 5), "{ranks:?}");
        let control = Control::default();
        control.cancel();
        assert_eq!(*pivots(field, 1, vec![1], &control).unwrap_err().kind(), ErrorKind::Cancelled);
    }

    /// On all cores, dense and with zeros, of full rank and with equal rows.
    #[test]
    fn large_matrices() {
        let mut rng = StdRng::seed_from_u64(3);
        let field = Prime61::random(&mut rng);
        let n = 120;
        for (zeros, rank) in [(0, n), (0, n - 1), (60, n), (60, n - 1)] {
            let element = |_| if rng.random_range(0..100) < zeros { 0 } else { field.element(&mut rng) };
            let mut m: Vec<u64> = (0..n * n).map(element).collect();
            if rank < n {
                m.copy_within(..n, n);
            }
            let found = pivots(field, n, m.clone(), &Control::default()).unwrap();
            assert!(found.rank == rank && has_pivots(field, n, &m, &found), "{zeros} {rank}");
        }
    }

    #[test]
    fn sparse_matrices_stay_sparse() {
        // An arrow: with the corner first everything fills in, with it last nothing does.
        let n = 30;
        let field = Prime61::random(&mut StdRng::seed_from_u64(2));
        let m = (0..n * n)
            .map(|k| u64::from(k / n == 0 || k % n == 0 || k / n == k % n) * field.one() * 3 % field.modulus());
        let found = pivots(field, n, m.collect(), &Control::default()).unwrap();
        assert!(found.rank == n && found.rows[..n - 2].iter().all(|&i| i != 0));
    }
}
