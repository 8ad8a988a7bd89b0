//! Determinants over a finite field.

use super::arithmetic::Arithmetic;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::Result;
use crate::plan::pivots::PARALLEL;

/// Rows up to which elimination without inverses takes less than one with an inverse for each pivot.
const FEW: usize = 16;

/// The determinant of n x n elements, row by row, by Gaussian elimination. n^3 / 3 products, and n inverses; for few rows twice as many products, and one.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn determinant<K: Arithmetic>(
    field: K,
    n: usize,
    mut m: Vec<K::Elem>,
    control: &Control,
) -> Result<K::Elem> {
    let (mut value, zero) = (field.one(), field.zero());
    // Without inverses a step multiplies the rows below by its pivot p_k: the product of all p_k is too large by that of p_k^(n - 1 - k).
    let (mut pivots, mut excess) = (field.one(), field.one());
    for k in 0..n {
        control.check()?;
        let Some(pivot) = (k..n).find(|&i| m[i * n + k] != zero) else { return Ok(zero) };
        if pivot != k {
            (k..n).for_each(|j| m.swap(pivot * n + j, k * n + j));
            value = field.sub(zero, value);
        }
        let (above, below) = m.split_at_mut((k + 1) * n);
        let above = &above[k * n..];
        value = field.mul(value, above[k]);
        if n <= FEW {
            if k + 1 < n {
                pivots = field.mul(pivots, above[k]);
                excess = field.mul(excess, pivots);
            }
            for row in below.chunks_exact_mut(n) {
                let (factor, pivot) = (row[k], above[k]);
                let step =
                    |(x, &y): (&mut K::Elem, &K::Elem)| *x = field.sub(field.mul(*x, pivot), field.mul(factor, y));
                row[k..].iter_mut().zip(&above[k..]).for_each(step);
            }
            continue;
        }
        let inverse = field.inverse(above[k]);
        let eliminate = |row: &mut [K::Elem]| {
            if row[k] != zero {
                let factor = field.mul(row[k], inverse);
                row[k..].iter_mut().zip(&above[k..]).for_each(|(x, &y)| *x = field.sub(*x, field.mul(factor, y)));
            }
        };
        match (n - k) * (n - k) < PARALLEL {
            true => below.chunks_exact_mut(n).for_each(eliminate),
            false => below.par_chunks_exact_mut(n).with_min_len(PARALLEL / 2 / (n - k)).for_each(eliminate),
        }
    }
    Ok(if n <= FEW { field.mul(value, field.inverse(excess)) } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::prime61::Prime61;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    #[test]
    fn determinants_of_known_matrices() {
        let field = Prime61::random(&mut StdRng::seed_from_u64(1));
        let det = |n: usize, m: &[i64]| {
            let m = m
                .iter()
                .map(|&x| if x < 0 { field.sub(0, field.enter(x.unsigned_abs())) } else { field.enter(x as u64) });
            determinant(field, n, m.collect(), &Control::default()).map(|value| (*field).leave(value)).unwrap()
        };
        assert_eq!((det(0, &[]), det(1, &[5]), det(2, &[1, 2, 3, 4])), (1, 5, field.modulus() - 2));
        assert_eq!(det(3, &[0, 2, 1, 3, 0, 4, 5, 6, 0]), 2 * 4 * 5 + 3 * 6);
        assert_eq!(det(3, &[1, 2, 3, 4, 5, 6, 7, 8, 9]), 0);
        let control = Control::default();
        control.cancel();
        assert!(determinant(field, 1, vec![1], &control).is_err());
    }
}
