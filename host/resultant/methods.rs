//! The operations as methods of polynomials.

use super::{discriminant, resultant};
use crate::error::Result;
use crate::poly::Polynomial;

impl Polynomial {
    /// [`resultant()`] of this polynomial and another.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// let (f, g): (Polynomial, Polynomial) = ("y^2 - x".parse()?, "y - 3".parse()?);
    /// assert_eq!(f.resultant(&g, "y")?.to_string(), "-x + 9");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn resultant(&self, other: &Polynomial, var: &str) -> Result<Polynomial> {
        resultant(self, other, var)
    }

    /// [`discriminant()`] of this polynomial.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// assert_eq!("y^2 + b*y + c".parse::<Polynomial>()?.discriminant("y")?.to_string(), "b^2 - 4*c");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn discriminant(&self, var: &str) -> Result<Polynomial> {
        discriminant(self, var)
    }
}
