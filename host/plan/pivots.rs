//! An order of rows and columns in which almost all points have pivots on the diagonal, from one random point.
//!
//! Elimination modulo a random 61-bit prime at a random point finds it, and the rank there. Where the polynomial matrix has a higher rank the
//! point was a bad one, with probability below 2^-40 for degrees and heights within the limits; answers do not depend on that, as lanes
//! look at what is left ([`gpu::determinant::elimination`]). Of the elements that are not zero a pivot has the fewest others in its row and
//! column (Markowitz), so that zeros stay where they are.

use super::prime61::Prime61;
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

/// Pivots of the n x n elements `m`, row by row, in Montgomery form.
///
/// O(n^3) products.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn pivots(field: Prime61, n: usize, mut m: Vec<u64>, control: &Control) -> Result<Pivots> {
    let mut rows: Vec<usize> = (0..n).collect();
    let mut columns: Vec<usize> = (0..n).collect();
    let mut rank = 0;
    while rank < n {
        control.check()?;
        let left = |list: &[usize]| list[rank..].to_vec();
        let (free_rows, free_columns) = (left(&rows), left(&columns));
        let (mut in_row, mut in_column) = (vec![0usize; n], vec![0usize; n]);
        for &i in &free_rows {
            for &j in free_columns.iter().filter(|&&j| m[i * n + j] != 0) {
                in_row[i] += 1;
                in_column[j] += 1;
            }
        }
        let places = (rank..n).flat_map(|a| (rank..n).map(move |b| (a, b)));
        let there = places.filter(|&(a, b)| m[rows[a] * n + columns[b]] != 0);
        let others = |&(a, b): &(usize, usize)| (in_row[rows[a]] - 1) * (in_column[columns[b]] - 1);
        let Some((a, b)) = there.min_by_key(others) else { break };
        rows.swap(rank, a);
        columns.swap(rank, b);
        let (pivot_row, pivot_column) = (rows[rank], columns[rank]);
        rank += 1;
        let inverse = field.inverse(m[pivot_row * n + pivot_column]);
        let above: Vec<(usize, u64)> =
            columns[rank..].iter().map(|&j| (j, m[pivot_row * n + j])).filter(|&(_, x)| x != 0).collect();
        for &i in &rows[rank..] {
            let first = m[i * n + pivot_column];
            if first != 0 {
                let factor = field.mul(first, inverse);
                let row = &mut m[i * n..][..n];
                above.iter().for_each(|&(j, x)| row[j] = field.sub(row[j], field.mul(factor, x)));
            }
        }
    }
    Ok(Pivots { rows, columns, rank })
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
