//! Hankel matrices.

use std::sync::Arc;

use super::{Matrix, check_size, common_vars, onto};
use crate::error::{Error, Result};
use crate::poly::Polynomial;

impl Matrix {
    /// The n x n Hankel matrix of 2 n - 1 polynomials h_0, h_1, ...: its entry in row i and column j, from 0 to n - 1, is
    /// h_(i+j). None give the 0 x 0 matrix. The variables are as in [`Matrix::new`].
    ///
    /// # Errors
    /// `Argument` when there is an even number of polynomials, other than 0; `Limit` when the matrix has more than 2^24 entries.
    ///
    /// ```
    /// use eliminant::{Matrix, Polynomial};
    /// let entries: Vec<Polynomial> = vec!["1".parse()?, "x".parse()?, "y".parse()?];
    /// assert_eq!(Matrix::hankel(&entries)?.to_string(), "[[1, x], [x, y]]");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn hankel(entries: &[Polynomial]) -> Result<Matrix> {
        let found = entries.len();
        if found > 0 && found.is_multiple_of(2) {
            let message =
                format!("{found} polynomials; give 2 n - 1 of them for n rows, as {} or {}", found - 1, found + 1);
            return Err(Error::argument("entries", message));
        }
        let n = found.div_ceil(2);
        check_size(n, n)?;
        let vars = common_vars(entries.iter());
        let shared: Vec<Polynomial> = entries.iter().map(|entry| onto(entry.clone(), &vars)).collect();
        let entries = (0..n * n).map(|at| shared[at / n + at % n].clone()).collect();
        Ok(Matrix { vars: Arc::clone(&vars), rows: n, columns: n, entries })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::matrix::naive::determinant;

    #[test]
    fn sizes_and_determinants() {
        let list = |text: &str| text.split(' ').map(|entry| entry.parse().unwrap()).collect::<Vec<Polynomial>>();
        assert_eq!(Matrix::hankel(&[]).unwrap(), Matrix::new(vec![]).unwrap());
        assert_eq!(Matrix::hankel(&list("x")).unwrap().to_string(), "[[x]]");
        let m = Matrix::hankel(&list("a b c d e")).unwrap();
        assert_eq!(m.to_string(), "[[a, b, c], [b, c, d], [c, d, e]]");
        assert_eq!(determinant(&m).to_string(), "a*c*e - a*d^2 - b^2*e + 2*b*c*d - c^3");
        let message = Matrix::hankel(&list("a b")).unwrap_err().to_string();
        assert_eq!(message, "entries: 2 polynomials; give 2 n - 1 of them for n rows, as 1 or 3");
        // Catalan's numbers have Hankel determinants 1.
        assert_eq!(determinant(&Matrix::hankel(&list("1 1 2 5 14 42 132")).unwrap()).to_string(), "1");
    }
}
