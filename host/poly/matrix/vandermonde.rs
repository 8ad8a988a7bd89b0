//! Vandermonde matrices.

use std::sync::Arc;

use rug::Integer;

use super::{Matrix, check_size, common_vars, onto};
use crate::error::Result;
use crate::poly::Polynomial;
use crate::poly::limits::Budget;

impl Matrix {
    /// The n x n Vandermonde matrix of n polynomials v_0, v_1, ...: its entry in row i and column j, from 0 to n - 1, is
    /// v_i^j, with v^0 = 1 also for v = 0. Its determinant is the product of v_j - v_i over all i < j. None give the 0 x 0 matrix.
    /// The variables are as in [`Matrix::new`].
    ///
    /// # Errors
    /// `Argument` when an exponent would pass [`Polynomial::MAX_EXPONENT`]; `Limit` when there are more than 2^24 entries, or a
    /// power is larger than [`Polynomial::pow`] allows.
    ///
    /// # Complexity
    /// n (n - 2) products of a power and a polynomial.
    ///
    /// ```
    /// use eliminant::{Matrix, Polynomial};
    /// let points: Vec<Polynomial> = vec!["x".parse()?, "x + 1".parse()?, "3".parse()?];
    /// let m = Matrix::vandermonde(&points)?;
    /// assert_eq!(m.to_string(), "[[1, x, x^2], [1, x + 1, x^2 + 2*x + 1], [1, 3, 9]]");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn vandermonde(points: &[Polynomial]) -> Result<Matrix> {
        let n = points.len();
        check_size(n, n)?;
        let vars = common_vars(points.iter());
        // Below 2^12.
        let highest = n.saturating_sub(1) as u32;
        let mut entries = Vec::with_capacity(n * n);
        for point in points {
            let point = onto(point.clone(), &vars);
            if highest > 0 {
                Budget::new(vars.len(), u64::MAX).power(&point.terms, highest)?;
            }
            let mut power = Polynomial::constant_in(&vars, Integer::from(1));
            for _ in 0..highest {
                let next = power.checked_mul(&point)?;
                entries.push(std::mem::replace(&mut power, next));
            }
            entries.push(power);
        }
        Ok(Matrix { vars: Arc::clone(&vars), rows: n, columns: n, entries })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::matrix::naive::determinant;

    #[test]
    fn its_determinant_is_the_product_of_differences() {
        for list in [&["x"][..], &["x", "y"], &["x", "0", "y - 3", "x*y + 1"], &["1", "2", "4", "8"], &["x", "y", "x"]]
        {
            let points: Vec<Polynomial> = list.iter().map(|text| text.parse().unwrap()).collect();
            let mut product = Polynomial::parse("1").unwrap();
            for (j, later) in points.iter().enumerate() {
                for earlier in &points[..j] {
                    product = &product * &(later - earlier);
                }
            }
            let m = Matrix::vandermonde(&points).unwrap();
            assert_eq!(determinant(&m).to_string(), product.to_string());
        }
        assert_eq!(Matrix::vandermonde(&[]).unwrap(), Matrix::new(vec![]).unwrap());
    }

    #[test]
    fn what_would_not_fit_is_refused() {
        let large: Polynomial = "x^2147483647".parse().unwrap();
        assert!(Matrix::vandermonde(&[large.clone(), large.clone()]).is_ok());
        assert!(Matrix::vandermonde(&[large.clone(), large.clone(), large]).is_err());
        let zero = Polynomial::parse("0").unwrap();
        let message = Matrix::vandermonde(&vec![zero; 5000]).unwrap_err().to_string();
        assert!(message.starts_with("entries of the matrix"), "{message}");
        let wide: Polynomial = "a + b + c + d + e + f + g".parse().unwrap();
        assert!(Matrix::vandermonde(&vec![wide; 200]).is_err());
    }
}
