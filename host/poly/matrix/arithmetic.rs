//! Sums and products of matrices, the identity, and entries by index.

use std::ops::{Add, Index, Mul, Neg, Sub};
use std::sync::Arc;

use super::{Entry, Matrix, MatrixOver, RationalFunctionMatrix, RationalMatrix, check_size, common_vars};
use crate::error::{Error, Result};
use crate::poly::{Polynomial, RationalFunction, RationalPolynomial};

impl<E: Entry> MatrixOver<E> {
    /// The n x n matrix with 1 on the diagonal and 0 elsewhere, without variables.
    ///
    /// # Errors
    /// `Limit` when it has more than 2^24 entries.
    ///
    /// ```
    /// use eliminant::Matrix;
    /// assert_eq!(Matrix::identity(2)?.to_string(), "[[1, 0], [0, 1]]");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn identity(n: usize) -> Result<Self> {
        check_size(n, n)?;
        let entries = (0..n * n).map(|at| E::from(Polynomial::from(i64::from(at / n == at % n)))).collect();
        Ok(MatrixOver { vars: Arc::new([]), rows: n, columns: n, entries })
    }

    /// The sum, over the union of the variables when they differ.
    ///
    /// # Errors
    /// `Argument` when the matrices differ in rows or columns.
    ///
    /// ```
    /// use eliminant::Matrix;
    /// let m = Matrix::parse("[[x, 1], [0, y]]")?;
    /// assert_eq!(m.checked_add(&Matrix::identity(2)?)?.to_string(), "[[x + 1, 1], [0, y + 1]]");
    /// assert!(m.checked_add(&Matrix::identity(3)?).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn checked_add(&self, other: &Self) -> Result<Self> {
        self.entrywise(other, E::checked_sum)
    }

    /// The difference, over the union of the variables when they differ.
    ///
    /// # Errors
    /// As [`Matrix::checked_add`].
    pub fn checked_sub(&self, other: &Self) -> Result<Self> {
        self.entrywise(other, E::checked_difference)
    }

    fn entrywise(&self, other: &Self, combine: impl Fn(&E, &E) -> Result<E>) -> Result<Self> {
        if (self.rows, self.columns) != (other.rows, other.columns) {
            return Err(self.unfit(other, "both matrices must have as many rows and columns"));
        }
        let entries = self.entries.iter().zip(&other.entries).map(|(a, b)| combine(a, b)).collect::<Result<_>>()?;
        Ok(self.collected(other, self.columns, entries))
    }

    /// The product: the entry in row i and column j is the sum over k of `self[(i, k)] other[(k, j)]`, over the union of the variables when they
    /// differ. An inner size of 0 gives zeros.
    ///
    /// # Errors
    /// `Argument` when the left matrix has not as many columns as the right one has rows, or an exponent would pass
    /// [`Polynomial::MAX_EXPONENT`]; `Limit` when the product has more than 2^24 entries.
    ///
    /// # Complexity
    /// l m n products of entries for an l x m and an m x n matrix.
    ///
    /// ```
    /// use eliminant::Matrix;
    /// let (a, b) = (Matrix::parse("[[x, y]]")?, Matrix::parse("[[1], [x]]")?);
    /// assert_eq!(a.checked_mul(&b)?.to_string(), "[[x*y + x]]");
    /// assert!(a.checked_mul(&a).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn checked_mul(&self, other: &Self) -> Result<Self> {
        if self.columns != other.rows {
            return Err(self.unfit(other, "the left one must have as many columns as the right one has rows"));
        }
        check_size(self.rows, other.columns)?;
        let mut entries = Vec::with_capacity(self.rows * other.columns);
        for i in 0..self.rows {
            for j in 0..other.columns {
                let mut sum = E::from(Polynomial::constant_in(&self.vars, 0.into()));
                for k in 0..self.columns {
                    sum = sum.checked_sum(&self[(i, k)].checked_product(&other[(k, j)])?)?;
                }
                entries.push(sum);
            }
        }
        Ok(self.collected(other, other.columns, entries))
    }

    /// Every entry times `factor`, over the union of the variables when they differ.
    ///
    /// # Errors
    /// `Argument` when an exponent would pass [`Polynomial::MAX_EXPONENT`].
    ///
    /// ```
    /// use eliminant::Matrix;
    /// let m = Matrix::parse("[[x, 1], [0, y]]")?;
    /// assert_eq!(m.checked_scale(&"x - 1".parse()?)?.to_string(), "[[x^2 - x, x - 1], [0, x*y - y]]");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn checked_scale(&self, factor: &E) -> Result<Self> {
        let entries = self.entries.iter().map(|entry| entry.checked_product(factor)).collect::<Result<Vec<_>>>()?;
        let zero = Polynomial::constant_in(&self.vars, 0.into());
        let vars = common_vars(std::iter::once(&zero).chain(factor.parts().take(1)));
        Ok(MatrixOver::of_entries(vars, self.rows, self.columns, entries))
    }

    /// The matrix of these entries over the variables of both matrices.
    fn collected(&self, other: &Self, columns: usize, entries: Vec<E>) -> Self {
        let zeros = [self, other].map(|matrix| Polynomial::constant_in(&matrix.vars, 0.into()));
        let vars = common_vars(zeros.iter());
        MatrixOver::of_entries(vars, self.rows, columns, entries)
    }

    fn unfit(&self, other: &Self, request: &str) -> Error {
        let (rows, columns) = (other.rows, other.columns);
        Error::argument("matrices", format!("are {} x {} and {rows} x {columns}; {request}", self.rows, self.columns))
    }
}

/// The entry in a row and a column, from 0.
///
/// # Panics
/// Outside of the matrix, as the index of a slice does; [`Matrix::entry`] is `None` there.
///
/// ```
/// use eliminant::Matrix;
/// assert_eq!(Matrix::parse("[[x, 7]]")?[(0, 1)].to_string(), "7");
/// # Ok::<(), eliminant::Error>(())
/// ```
impl<E: Entry> Index<(usize, usize)> for MatrixOver<E> {
    type Output = E;

    fn index(&self, (row, column): (usize, usize)) -> &E {
        match self.entry(row, column) {
            Some(entry) => entry,
            None => panic!("no entry ({row}, {column}) in a matrix of {} x {}", self.rows, self.columns),
        }
    }
}

/// An operator that panics where the checked method has an error.
macro_rules! operator {
    ($trait:ident $method:ident $checked:ident) => {
        operator!($trait $method $checked, MatrixOver<E>, MatrixOver<E>);
        operator!($trait $method $checked, &MatrixOver<E>, MatrixOver<E>);
        operator!($trait $method $checked, MatrixOver<E>, &MatrixOver<E>);
        operator!($trait $method $checked, &MatrixOver<E>, &MatrixOver<E>);
    };
    ($trait:ident $method:ident $checked:ident, $left:ty, $right:ty) => {
        #[doc = concat!("As [`MatrixOver::", stringify!($checked), "`].\n\n# Panics\nWhere that is an error.")]
        impl<E: Entry> $trait<$right> for $left {
            type Output = MatrixOver<E>;

            fn $method(self, other: $right) -> MatrixOver<E> {
                let (left, right): (&MatrixOver<E>, &MatrixOver<E>) = (&self, &other);
                match left.$checked(right) {
                    Ok(result) => result,
                    // An operator has no error to return.
                    Err(error) => panic!("{error}"),
                }
            }
        }
    };
}

operator!(Add add checked_add);
operator!(Sub sub checked_sub);
operator!(Mul mul checked_mul);

/// A factor of all entries, on both sides of a matrix.
macro_rules! scaling {
    ($factor:ty, $as_entry:expr, $output:ty) => {
        scaling!($factor, $as_entry, $output, $output);
        scaling!($factor, $as_entry, $output, &$output);
    };
    ($factor:ty, $as_entry:expr, $output:ty, $matrix:ty) => {
        /// As [`MatrixOver::checked_scale`].
        ///
        /// # Panics
        /// Where that is an error.
        impl Mul<$factor> for $matrix {
            type Output = $output;

            fn mul(self, factor: $factor) -> $output {
                let factor = $as_entry(factor);
                match self.checked_scale(&factor) {
                    Ok(result) => result,
                    // An operator has no error to return.
                    Err(error) => panic!("{error}"),
                }
            }
        }

        /// As [`MatrixOver::checked_scale`].
        ///
        /// # Panics
        /// Where that is an error.
        impl Mul<$matrix> for $factor {
            type Output = $output;

            fn mul(self, matrix: $matrix) -> $output {
                matrix * self
            }
        }
    };
}

/// The factors of a kind of matrices: an entry, and an integer.
macro_rules! scalings {
    ($matrix:ty, $entry:ty) => {
        scaling!($entry, std::convert::identity, $matrix);
        scaling!(&$entry, <$entry>::clone, $matrix);
        scaling!(i64, |factor| <$entry>::from(Polynomial::from(factor)), $matrix);
    };
}

scalings!(Matrix, Polynomial);
scalings!(RationalMatrix, RationalPolynomial);
scalings!(RationalFunctionMatrix, RationalFunction);

/// All signs changed.
impl<E: Entry> Neg for MatrixOver<E> {
    type Output = MatrixOver<E>;

    fn neg(self) -> MatrixOver<E> {
        -&self
    }
}

/// All signs changed.
impl<E: Entry> Neg for &MatrixOver<E> {
    type Output = MatrixOver<E>;

    fn neg(self) -> MatrixOver<E> {
        let entries = self.entries.iter().map(E::negative).collect();
        MatrixOver { vars: Arc::clone(&self.vars), rows: self.rows, columns: self.columns, entries }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::matrix::naive::determinant;

    #[test]
    fn determinants_of_products() {
        let (a, b) = (Matrix::parse("[[x, y], [2, x - 1]]").unwrap(), Matrix::parse("[[z, 1], [x, -3]]").unwrap());
        assert_eq!(determinant(&(&a * &b)), determinant(&a) * determinant(&b));
        assert_eq!((&a * &b).vars(), ["x", "y", "z"]);
        assert_eq!((&(&a + &b) - &b).to_string(), a.to_string());
        assert_eq!(&a * Matrix::identity(2).unwrap(), a);
        assert_eq!((-&a + &a).to_string(), "[[0, 0], [0, 0]]");
        let factor: Polynomial = "z + 2".parse().unwrap();
        assert_eq!((&a * &factor, a.clone() * factor.clone()), (&factor * &a, factor.clone() * a.clone()));
        assert_eq!(determinant(&(&factor * &a)), &factor * &factor * determinant(&a));
        assert_eq!((3 * &a - &a * 2, (&a * Polynomial::default()).vars()), (a.clone(), a.vars()));
    }

    #[test]
    fn matrices_without_entries() {
        let column = Matrix::parse("[[], []]").unwrap();
        let product = column.checked_mul(&column.transposed()).unwrap();
        assert_eq!(product.to_string(), "[[0, 0], [0, 0]]");
        assert_eq!(column.transposed().checked_mul(&column).unwrap(), Matrix::identity(0).unwrap());
        assert!(Matrix::identity(1 << 20).is_err() && column.checked_mul(&column).is_err());
    }

    /// The same over Q and over rational functions.
    #[test]
    fn other_entries() {
        let m = RationalMatrix::parse("[[x/2, 1], [0, y]]").unwrap();
        let half: RationalPolynomial = "1/2".parse().unwrap();
        assert_eq!((&m * &m - &m)[(0, 1)].to_string(), "1/2*x + y - 1");
        assert_eq!((2 * &m * &half, m.transposed().transposed()), (m.clone(), m.clone()));
        assert_eq!(&m * RationalMatrix::identity(2).unwrap(), m);
        let f = RationalFunctionMatrix::parse("[[1/x, 1], [0, x]]").unwrap();
        assert_eq!((&f * &f).to_string(), "[[1/x^2, (x^2 + 1)/x], [0, x^2]]");
        let x: RationalFunction = "x".parse().unwrap();
        assert_eq!((&f * &x).to_string(), "[[1, x], [0, x^2]]");
        assert!(f.checked_add(&RationalFunctionMatrix::identity(3).unwrap()).is_err());
    }
}
