//! Matrices of rational functions, and the matrices of polynomials behind them.

use super::{Matrix, RationalFunctionMatrix, RationalMatrix};
use crate::error::Result;
use crate::poly::rational_function::common_divisors;
use crate::poly::{Polynomial, RationalFunction};

impl RationalFunctionMatrix {
    /// The matrix M of polynomials whose row i is row i of this matrix times its common divisors, and the powers of divisors of all rows: of a
    /// square matrix the determinant is det M divided by their product.
    ///
    /// # Errors
    /// As [`Polynomial::pow`] and [`Polynomial::checked_mul`].
    ///
    /// ```
    /// use eliminant::poly::RationalFunctionMatrix;
    /// let (m, divisors) = RationalFunctionMatrix::parse("[[1/x, y/2], [1, 1/x^2]]")?.into_parts()?;
    /// assert_eq!(m.to_string(), "[[1, 1/2*x*y], [x^2, 1]]");
    /// assert_eq!(divisors, [("x".parse::<eliminant::Polynomial>()?.with_vars(&["x", "y"])?, 3)]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn into_parts(self) -> Result<(RationalMatrix, Vec<(Polynomial, u64)>)> {
        let RationalFunctionMatrix { vars, rows, columns, entries } = self;
        let mut product: Vec<(Polynomial, u64)> = Vec::new();
        let mut polynomials = Vec::with_capacity(entries.len());
        for row in entries.chunks(columns.max(1)) {
            let common = common_divisors(row.iter());
            for entry in row {
                polynomials.push(entry.numerator_over(&common)?);
            }
            for (divisor, exponent) in common {
                match product.iter_mut().find(|(known, _)| *known == divisor) {
                    Some((_, sum)) => *sum += u64::from(exponent),
                    None => product.push((divisor, exponent.into())),
                }
            }
        }
        Ok((RationalMatrix { vars, rows, columns, entries: polynomials }, product))
    }

    /// The matrix of polynomials that it is; `None` where an entry has a divisor.
    pub fn to_polynomials(&self) -> Option<RationalMatrix> {
        let entries = self.entries.iter().map(|entry| entry.as_polynomial().cloned()).collect::<Option<_>>()?;
        Some(RationalMatrix { vars: self.vars.clone(), rows: self.rows, columns: self.columns, entries })
    }
}

impl From<RationalMatrix> for RationalFunctionMatrix {
    fn from(matrix: RationalMatrix) -> Self {
        let RationalMatrix { vars, rows, columns, entries } = matrix;
        let entries = entries.into_iter().map(RationalFunction::from).collect();
        RationalFunctionMatrix { vars, rows, columns, entries }
    }
}

impl From<Matrix> for RationalFunctionMatrix {
    fn from(matrix: Matrix) -> Self {
        RationalMatrix::from(matrix).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_of_polynomials_stay() {
        for text in ["[[x/2, 1], [0, y]]", "[]", "[[], []]"] {
            let m = RationalMatrix::parse(text).unwrap();
            let functions = RationalFunctionMatrix::parse(text).unwrap();
            assert_eq!(functions, m.clone().into());
            assert_eq!((functions.to_polynomials(), functions.into_parts()), (Some(m.clone()), Ok((m, vec![]))));
        }
        let m = RationalFunctionMatrix::parse("[[1/y, x], [2, z^2/(x + y)]]").unwrap();
        assert_eq!((m.to_polynomials(), m.vars().join("")), (None, "xyz".to_owned()));
        // A variable of a divisor counts as one that occurs.
        assert!(m.clone().with_vars(&["x", "z"]).unwrap_err().to_string().contains("`y` occurs in row 1, column 1"));
        assert_eq!(m.with_vars(&["z", "y", "x"]).unwrap().to_string(), "[[1/y, x], [2, z^2/(y + x)]]");
    }
}
