//! A bound for the coefficients of a determinant, in bits.
//!
//! A coefficient is a mean of the determinant over the torus |x_1| = ... = |x_k| = 1, where the absolute value of an entry is at most the
//! sum of those of its coefficients, its 1-norm. So by Hadamard's inequality it is at most the product of the 2-norms of the rows of
//! 1-norms, and of the columns; and for blocks on the diagonal the product of their bounds.
//!
//! Source: Goldstein and Graham, A Hadamard-type bound on the coefficients of a determinant of polynomials, SIAM Review 16 (1974).

/// Added to each logarithm: more than its error, which is below 2^-30, as logarithms are below 2^20 or their integers beyond memory, and their norms
/// off by 2^-40 at most.
const MARGIN: f64 = 1.0 / (1u64 << 20) as f64;

/// log2 of a bound for the coefficients of the determinant of an n x n matrix whose entries have 1-norms with these logarithms, row by row, -infinity
/// for 0; 0 where a row or a column is zero.
///
/// O(n^2).
pub(crate) fn log2_height(n: usize, log2_norms: &[f64]) -> f64 {
    let along = |element: &dyn Fn(usize, usize) -> usize| -> f64 {
        (0..n).map(|i| log2_line((0..n).map(|k| log2_norms[element(i, k)]))).sum()
    };
    along(&|i, k| i * n + k).min(along(&|i, k| k * n + i)).max(0.0)
}

/// log2 of a bound for the 2-norm of a row or column of entries with these logarithms; 0 for one of zeros.
pub(crate) fn log2_line(logarithms: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = logarithms.clone().fold(f64::NEG_INFINITY, f64::max);
    let squares = logarithms.map(|log2| (2.0 * (log2 - most)).exp2()).sum::<f64>();
    if most == f64::NEG_INFINITY { 0.0 } else { most + 0.5 * squares.log2() + MARGIN }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_or_columns() {
        let norms = |values: &[u32]| values.iter().map(|&x| f64::from(x).log2()).collect::<Vec<_>>();
        // det (3 4; 4 3) = -7, both bounds 25.
        let bits = log2_height(2, &norms(&[3, 4, 4, 3]));
        assert!((25f64.log2()..25f64.log2() + 1e-5).contains(&bits), "{bits}");
        // Columns are better: 1 and sqrt(2) 1000 against sqrt(1000001) and 1000.
        let bits = log2_height(2, &norms(&[1, 1000, 0, 1000]));
        assert!((bits - (2f64.sqrt() * 1000.0).log2()).abs() < 1e-5);
        assert_eq!(log2_height(0, &[]), 0.0);
        assert!((100_000.0..100_000.001).contains(&log2_height(1, &[100_000.0])));
        assert_eq!(log2_height(1, &[0.0]).ceil(), 1.0);
        // Rows of zeros, and very different entries.
        assert_eq!(log2_height(2, &norms(&[0, 0, 0, 0])), 0.0);
        let bits = log2_height(2, &[1e6, 5.0, f64::NEG_INFINITY, 3.0]);
        assert!((bits - (1e6 + 3.0)).abs() < 1e-4, "{bits}");
    }
}
