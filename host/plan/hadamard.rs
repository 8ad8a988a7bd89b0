//! A bound for the coefficients of a determinant, in bits.
//!
//! A coefficient is a mean of the determinant over the torus |x_1| = ... = |x_k| = 1, where the absolute value of an entry is at most the
//! sum of those of its coefficients, its 1-norm. So by Hadamard's inequality it is at most the product of the 2-norms of the rows of
//! 1-norms, and of the columns; and for blocks on the diagonal the product of their bounds.
//!
//! Source: Goldstein and Graham, A Hadamard-type bound on the coefficients of a determinant of polynomials, SIAM Review 16 (1974).

use rug::Integer;

/// Added to each logarithm: more than its error, which is below 2^-40 of it, and logarithms are below 2^20 or their integers beyond memory.
const MARGIN: f64 = 1.0 / (1u64 << 20) as f64;

/// log2 of a positive integer, or a little more.
fn log2(value: &Integer) -> f64 {
    let (mantissa, exponent) = value.to_f64_exp();
    // The mantissa was rounded to 53 bits.
    mantissa.log2() + f64::from(exponent) + MARGIN
}

/// log2 of a bound for the coefficients of the determinant of an n x n matrix whose entries have these 1-norms, row by row; 0 where a row
/// or a column is zero.
///
/// O(n^2) operations with integers.
pub(crate) fn log2_height(n: usize, norms: &[Integer]) -> f64 {
    let squares: Vec<Integer> = norms.iter().map(|norm| norm.clone().square()).collect();
    let along = |element: &dyn Fn(usize, usize) -> usize| -> f64 {
        let line = |i: usize| {
            let sum = (0..n).fold(Integer::new(), |sum, k| sum + &squares[element(i, k)]);
            if sum.is_zero() { 0.0 } else { 0.5 * log2(&sum) }
        };
        (0..n).map(line).sum()
    };
    along(&|i, k| i * n + k).min(along(&|i, k| k * n + i)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_or_columns() {
        let norms = |values: &[u32]| values.iter().map(|&x| Integer::from(x)).collect::<Vec<_>>();
        // det (3 4; 4 3) = -7, both bounds 25.
        let bits = log2_height(2, &norms(&[3, 4, 4, 3]));
        assert!((25f64.log2()..25f64.log2() + 1e-5).contains(&bits), "{bits}");
        // Columns are better: 1 and sqrt(2) 1000 against sqrt(1000001) and 1000.
        let bits = log2_height(2, &norms(&[1, 1000, 0, 1000]));
        assert!((bits - (2f64.sqrt() * 1000.0).log2()).abs() < 1e-5);
        assert_eq!(log2_height(0, &[]), 0.0);
        let large = [Integer::from(1) << 100_000u32];
        assert!((100_000.0..100_000.001).contains(&log2_height(1, &large)));
        assert_eq!(log2_height(1, &[Integer::from(1)]).ceil(), 1.0);
    }
}
