//! The operations as methods of matrices.

use super::determinant;
use crate::error::Result;
use crate::poly::{Matrix, Polynomial};

impl Matrix {
    /// [`determinant()`] of this matrix.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::Matrix;
    /// assert_eq!(Matrix::parse("[[x, y], [1, x]]")?.determinant()?.to_string(), "x^2 - y");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn determinant(&self) -> Result<Polynomial> {
        determinant(self)
    }

    /// The characteristic polynomial det(t I - M) for t = `var`: [`determinant()`] of [`Matrix::characteristic`].
    ///
    /// # Errors
    /// As of both.
    ///
    /// ```
    /// use eliminant::Matrix;
    /// let m = Matrix::parse("[[1, x], [2, 3]]")?;
    /// assert_eq!(m.characteristic_polynomial("t")?.to_string(), "t^2 - 4*t - 2*x + 3");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn characteristic_polynomial(&self, var: &str) -> Result<Polynomial> {
        determinant(&self.characteristic(var)?)
    }
}
