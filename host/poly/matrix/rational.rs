//! Matrices over Q, and the integer matrices behind them.

use rug::Integer;

use super::{Matrix, RationalMatrix};
use crate::poly::polynomial::Polynomial;
use crate::poly::rational::RationalPolynomial;

impl RationalMatrix {
    /// Whether all coefficients are integers.
    pub fn is_integral(&self) -> bool {
        self.entries.iter().all(RationalPolynomial::is_integral)
    }

    /// The integer matrix M whose row i is row i of this matrix times d_i, the least common multiple of the denominators of
    /// that row, and d = d_0 d_1 ... : of a square matrix the determinant is det M / d. d is positive, and 1 where all
    /// coefficients are integers.
    ///
    /// ```
    /// use eliminant::RationalMatrix;
    /// let (m, d) = RationalMatrix::parse("[[x/2, y/3], [5, 1/4]]")?.into_parts();
    /// assert_eq!((m.to_string().as_str(), d), ("[[3*x, 2*y], [20, 1]]", 24.into()));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn into_parts(self) -> (Matrix, Integer) {
        let RationalMatrix { vars, rows, columns, entries } = self;
        let mut product = Integer::from(1);
        let mut integral = Vec::with_capacity(entries.len());
        let mut entries = entries.into_iter();
        for _ in 0..rows {
            let row: Vec<RationalPolynomial> = entries.by_ref().take(columns).collect();
            let common = row.iter().fold(Integer::from(1), |mut lcm, entry| {
                lcm.lcm_mut(entry.denominator());
                lcm
            });
            integral.extend(row.into_iter().map(|entry| times(entry, &common)));
            product *= common;
        }
        (Matrix { vars, rows, columns, entries: integral }, product)
    }
}

/// A polynomial times a multiple of its denominator.
fn times(f: RationalPolynomial, multiple: &Integer) -> Polynomial {
    let (numerator, denominator) = f.into_parts();
    numerator.times_integer(&Integer::from(multiple.div_exact_ref(&denominator)))
}

impl From<Matrix> for RationalMatrix {
    fn from(matrix: Matrix) -> Self {
        let Matrix { vars, rows, columns, entries } = matrix;
        let entries = entries.into_iter().map(RationalPolynomial::from).collect();
        RationalMatrix { vars, rows, columns, entries }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_matrices_have_the_scale_1() {
        let m = Matrix::parse("[[x, y], [1, 0]]").unwrap();
        let rational = RationalMatrix::from(m.clone());
        assert!(rational.is_integral() && rational.is_square());
        assert_eq!(rational.into_parts(), (m, Integer::from(1)));
        let (empty, scale) = RationalMatrix::new(vec![]).unwrap().into_parts();
        assert_eq!((empty.rows(), scale), (0, Integer::from(1)));
        let (rows, scale) = RationalMatrix::new(vec![vec![], vec![]]).unwrap().into_parts();
        assert_eq!((rows.rows(), rows.columns(), scale), (2, 0, Integer::from(1)));
    }

    #[test]
    fn bad_variables_are_named() {
        let m = RationalMatrix::parse("[[x/2, 1], [y, 0]]").unwrap();
        assert_eq!(m.entry(0, 0).map(ToString::to_string).as_deref(), Some("1/2*x"));
        assert_eq!((m.entry(2, 0), m.entry(0, 2)), (None, None));
        let error = m.with_vars(&["x"]).unwrap_err().to_string();
        assert_eq!(error, "variables: `y` occurs in row 2, column 1; add it to the list");
    }
}
