//! Matrices that are the same upside down and back to front: two blocks of half the size have the same determinant.
//!
//! Such a matrix M maps vectors that are their own reverse to others of this kind, and so those that are the negatives of their reverse. With A and B the
//! upper left and upper right quarter of M, and B' for B with its columns reversed, its matrix on the latter is A - B', and on the former A + B'; for an odd
//! number of rows with the middle column to the right, below it twice the left half of the middle row, and its middle element. The determinant is the product
//! of both. Symmetric Toeplitz matrices are of this kind.
//!
//! Source: A. L. Andrew, Eigenvectors of certain matrices, Linear Algebra Appl. 7 (1973).

use super::Matrix;
use crate::error::Result;
use crate::poly::Polynomial;
use rug::Integer;

/// The two blocks of a square matrix of four rows or more; `None` of another one.
///
/// O(n^2) comparisons and sums of entries.
///
/// # Errors
/// Those of a list of variables.
pub(crate) fn halves(matrix: &Matrix) -> Result<Option<[Matrix; 2]>> {
    let n = matrix.rows();
    let entry = |i: usize, j: usize| &matrix.entries()[i * n + j];
    let is_reversed = |k: usize| matrix.entries()[k] == matrix.entries()[n * n - 1 - k];
    if !matrix.is_square() || n < 4 || !(0..n * n / 2).all(is_reversed) {
        return Ok(None);
    }
    let m = n / 2;
    let differences = (0..m).map(|i| (0..m).map(|j| entry(i, j) - entry(i, n - 1 - j)).collect()).collect();
    let sum = |i: usize, j: usize| match (i < m, j < m) {
        (true, true) => entry(i, j) + entry(i, n - 1 - j),
        (false, true) => entry(m, j) * &Integer::from(2),
        (_, false) => entry(i, m).clone(),
    };
    let sums: Vec<Vec<Polynomial>> = (0..n - m).map(|i| (0..n - m).map(|j| sum(i, j)).collect()).collect();
    Ok(Some([Matrix::over(matrix.vars(), differences)?, Matrix::over(matrix.vars(), sums)?]))
}

#[cfg(test)]
mod tests {
    use super::super::naive;
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// Against the sum over all permutations, of random matrices of this kind.
    #[test]
    fn the_product_of_both_is_the_determinant() {
        let mut rng = StdRng::seed_from_u64(4);
        for n in 4..8 {
            for _ in 0..6 {
                let mut cells: Vec<Polynomial> = (0..n * n)
                    .map(|_| {
                        let text = format!("{}*x + {}*y^2", rng.random_range(-2..3), rng.random_range(-9..10));
                        Polynomial::parse_in(&text, &["x", "y"]).unwrap()
                    })
                    .collect();
                for k in 0..n * n / 2 {
                    cells[n * n - 1 - k] = cells[k].clone();
                }
                let rows = cells.chunks(n).map(<[Polynomial]>::to_vec).collect();
                let matrix = Matrix::new(rows).unwrap();
                let [f, g] = halves(&matrix).unwrap().unwrap().map(|half| naive::determinant(&half));
                assert_eq!(&f * &g, naive::determinant(&matrix));
                let mut other = cells.clone();
                other[1] = &other[1] + &Polynomial::parse_in("x^5", &["x", "y"]).unwrap();
                let other = Matrix::new(other.chunks(n).map(<[Polynomial]>::to_vec).collect()).unwrap();
                assert!(halves(&other).unwrap().is_none());
            }
        }
        assert!(halves(&Matrix::parse("[[x, 1], [1, x]]").unwrap()).unwrap().is_none());
        assert!(halves(&Matrix::parse("[[1, 2, 2, 1]]").unwrap()).unwrap().is_none());
    }
}
