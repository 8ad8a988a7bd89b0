//! The operations as methods of matrices.

use super::{Determinant, determinant};
use crate::error::Result;
use crate::poly::{Matrix, Polynomial, RationalFunction, RationalFunctionMatrix, RationalMatrix, RationalPolynomial};

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

impl RationalMatrix {
    /// The determinant over Q: [`Determinant::of_rational`].
    ///
    /// # Errors
    /// As of [`determinant()`].
    ///
    /// ```
    /// use eliminant::RationalMatrix;
    /// assert_eq!(RationalMatrix::parse("[[x/2, 1/3], [5, y/7]]")?.determinant()?.to_string(), "1/14*x*y - 5/3");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn determinant(&self) -> Result<RationalPolynomial> {
        Ok(Determinant::of_rational(self).run()?.polynomial)
    }

    /// The characteristic polynomial det(t I - M) for t = `var`: the determinant of [`RationalMatrix::characteristic`].
    ///
    /// # Errors
    /// As of both.
    ///
    /// ```
    /// use eliminant::RationalMatrix;
    /// let m = RationalMatrix::parse("[[1/2, x], [0, 1]]")?;
    /// assert_eq!(m.characteristic_polynomial("t")?.to_string(), "t^2 - 3/2*t + 1/2");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn characteristic_polynomial(&self, var: &str) -> Result<RationalPolynomial> {
        self.characteristic(var)?.determinant()
    }
}

impl RationalFunctionMatrix {
    /// The determinant, a rational function: [`Determinant::of_functions`].
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::poly::RationalFunctionMatrix;
    /// assert_eq!(RationalFunctionMatrix::parse("[[1/x, y], [1, x]]")?.determinant()?.to_string(), "-y + 1");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn determinant(&self) -> Result<RationalFunction> {
        Ok(Determinant::of_functions(self).run()?.polynomial)
    }

    /// The characteristic polynomial det(t I - M) for t = `var`: the determinant of [`Matrix::characteristic`].
    ///
    /// # Errors
    /// As of both.
    ///
    /// ```
    /// use eliminant::poly::RationalFunctionMatrix;
    /// let m = RationalFunctionMatrix::parse("[[1/x, 1], [0, 1]]")?;
    /// assert_eq!(m.characteristic_polynomial("t")?.to_string(), "(t^2*x - t*x - t + 1)/x");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn characteristic_polynomial(&self, var: &str) -> Result<RationalFunction> {
        self.characteristic(var)?.determinant()
    }
}
