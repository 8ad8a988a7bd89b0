//! Matrices over Q: rational polynomials as entries, and the integer matrix behind them.

use std::sync::Arc;

use rug::Integer;

use super::{Matrix, all_known, common_vars, onto, rectangle};
use crate::error::Result;
use crate::poly::polynomial::{Polynomial, checked_vars};
use crate::poly::rational::RationalPolynomial;

/// A matrix of polynomials with rational coefficients.
///
/// Invariant: as that of [`Matrix`]. Equality compares the lists of variables too.
///
/// ```
/// use eliminant::RationalMatrix;
///
/// let m = RationalMatrix::parse("[[x/2, 1/3], [1, y]]")?;
/// assert_eq!(m.to_string(), "[[1/2*x, 1/3], [1, y]]");
/// let (integral, scale) = m.into_parts();
/// assert_eq!((integral.to_string().as_str(), scale), ("[[3*x, 2], [1, y]]", 6.into()));
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RationalMatrix {
    pub(super) vars: Arc<[String]>,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) entries: Vec<RationalPolynomial>,
}

impl RationalMatrix {
    /// The matrix of these rows. Its variables are those of the entries where all have the same list, else the union of their
    /// lists in alphabetical order. No rows give the 0 x 0 matrix.
    ///
    /// # Errors
    /// `Argument` when a row has another length than the first.
    ///
    /// ```
    /// use eliminant::RationalMatrix;
    /// let m = RationalMatrix::new(vec![vec!["b/2".parse()?], vec!["a".parse()?]])?;
    /// assert_eq!((m.rows(), m.columns()), (2, 1));
    /// assert_eq!(m.vars(), ["a", "b"]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn new(rows: Vec<Vec<RationalPolynomial>>) -> Result<Self> {
        let (rows, columns, entries) = rectangle(rows)?;
        let vars = common_vars(entries.iter().map(RationalPolynomial::numerator));
        Ok(Self::of_entries(vars, rows, columns, entries))
    }

    /// The matrix of these rows over the given variables. The entries may have other lists.
    ///
    /// # Errors
    /// As [`Matrix::over`].
    ///
    /// ```
    /// use eliminant::RationalMatrix;
    /// let m = RationalMatrix::over(&["y", "x"], vec![vec!["x/2 + y".parse()?]])?;
    /// assert_eq!(m.to_string(), "[[y + 1/2*x]]");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn over<S: AsRef<str>>(vars: &[S], rows: Vec<Vec<RationalPolynomial>>) -> Result<Self> {
        let vars = checked_vars(vars)?;
        let (rows, columns, entries) = rectangle(rows)?;
        all_known(entries.iter().map(RationalPolynomial::numerator), columns, &vars)?;
        Ok(Self::of_entries(vars, rows, columns, entries))
    }

    /// The same matrix over another list of variables: a permutation, with further variables, or without variables that do not
    /// occur.
    ///
    /// # Errors
    /// As [`Matrix::with_vars`].
    ///
    /// ```
    /// use eliminant::RationalMatrix;
    /// let m = RationalMatrix::parse("[[x/2 + y]]")?.with_vars(&["y", "x"])?;
    /// assert_eq!(m.to_string(), "[[y + 1/2*x]]");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn with_vars<S: AsRef<str>>(self, vars: &[S]) -> Result<Self> {
        let vars = checked_vars(vars)?;
        all_known(self.entries.iter().map(RationalPolynomial::numerator), self.columns, &vars)?;
        Ok(Self::of_entries(vars, self.rows, self.columns, self.entries))
    }

    /// The matrix of entries whose variables are all in the list, rows times columns of them.
    pub(super) fn of_entries(
        vars: Arc<[String]>,
        rows: usize,
        columns: usize,
        entries: Vec<RationalPolynomial>,
    ) -> Self {
        debug_assert_eq!(entries.len(), rows * columns);
        let entries = entries.into_iter().map(|entry| entry.rewritten(|f| onto(f, &vars))).collect();
        RationalMatrix { vars, rows, columns, entries }
    }

    /// The variables, in order.
    pub fn vars(&self) -> &[String] {
        &self.vars
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Whether there are as many rows as columns.
    pub fn is_square(&self) -> bool {
        self.rows == self.columns
    }

    /// Whether all coefficients are integers.
    pub fn is_integral(&self) -> bool {
        self.entries.iter().all(RationalPolynomial::is_integral)
    }

    /// An entry, by row and column from 0; `None` outside of the matrix.
    pub fn entry(&self, row: usize, column: usize) -> Option<&RationalPolynomial> {
        (row < self.rows && column < self.columns).then(|| &self.entries[row * self.columns + column])
    }

    /// All entries, row by row.
    pub fn entries(&self) -> &[RationalPolynomial] {
        &self.entries
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
