//! Companion matrices.

use std::sync::Arc;

use rug::Integer;

use super::{Matrix, check_size};
use crate::error::{Error, Result};
use crate::poly::Polynomial;
use crate::shorten::shortened;

impl Matrix {
    /// The companion matrix C of a polynomial f that is monic in y = `var`, whose characteristic polynomial det(y I - C) is f.
    ///
    /// For f = y^n + f_(n-1) y^(n-1) + ... + f_0 it has n rows and columns, with 1 in row i + 1 and column i, -f_i in row i of the
    /// last column, and 0 elsewhere; so det C = (-1)^n f_0. Its variables are those of f without y. 1 gives the 0 x 0 matrix.
    ///
    /// # Errors
    /// `Argument` when f is not monic in `var`, or `var` is not in its list of variables; `Limit` when there are more than 2^24
    /// entries.
    ///
    /// ```
    /// use eliminant::{Matrix, Polynomial};
    /// let f: Polynomial = "y^3 - x*y + 5".parse()?;
    /// assert_eq!(Matrix::companion(&f, "y")?.to_string(), "[[0, 0, -5], [1, 0, x], [0, 1, 0]]");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn companion(f: &Polynomial, var: &str) -> Result<Matrix> {
        let mut rows = f.collect(var)?;
        let leading = rows.pop().filter(|leading| leading.as_constant().is_some_and(|value| value == 1));
        let Some(leading) = leading else {
            let var = shortened(var);
            let message = format!("is not monic in `{var}`; its highest power of `{var}` must have the coefficient 1");
            return Err(Error::argument("f", message));
        };
        let n = rows.len();
        check_size(n, n)?;
        let vars = Arc::clone(&leading.vars);
        let mut entries = vec![Polynomial::constant_in(&vars, Integer::new()); n * n];
        for (i, coefficient) in rows.into_iter().enumerate() {
            if i > 0 {
                entries[i * n + i - 1] = leading.clone();
            }
            entries[i * n + n - 1] = coefficient.negate();
        }
        Ok(Matrix::of_entries(vars, n, n, entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::matrix::naive::determinant;

    #[test]
    fn the_characteristic_polynomial_is_the_polynomial() {
        for text in ["y - x", "y^2 + x*y - 3", "y^4 - x^2*y^3 + 7*y + x", "y^5"] {
            let f = Polynomial::parse_in(text, &["x", "y"]).unwrap();
            let m = Matrix::companion(&f, "y").unwrap();
            assert_eq!(m.vars(), ["x"]);
            let n = m.rows();
            let y = Polynomial::variable(&["x", "y"], "y").unwrap();
            let entry = |i: usize, j: usize| {
                let c = m.entry(i, j).unwrap();
                if i == j { &y - c } else { -c }
            };
            let rows = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
            assert_eq!(determinant(&Matrix::over(&["x", "y"], rows).unwrap()), f);
        }
        let one = Polynomial::parse_in("1", &["y"]).unwrap();
        assert_eq!(Matrix::companion(&one, "y").unwrap().rows(), 0);
        let linear = Polynomial::parse_in("y + 4", &["y"]).unwrap();
        assert_eq!(Matrix::companion(&linear, "y").unwrap().to_string(), "[[-4]]");
    }

    #[test]
    fn only_monic_polynomials_have_one() {
        for text in ["2*y^2 + 1", "-y", "x*y + 1", "0", "x", "7"] {
            let f = Polynomial::parse_in(text, &["x", "y"]).unwrap();
            let message = Matrix::companion(&f, "y").unwrap_err().to_string();
            assert!(message.starts_with("f: is not monic in `y`"), "{text}: {message}");
        }
        let f: Polynomial = "y^2 + 1".parse().unwrap();
        assert!(Matrix::companion(&f, "z").is_err());
    }
}
