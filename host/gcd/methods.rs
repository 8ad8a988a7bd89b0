//! The operations as methods of polynomials.

use super::{gcd, squarefree_part};
use crate::error::Result;
use crate::poly::Polynomial;

impl Polynomial {
    /// [`gcd()`] of this polynomial and another.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// let (f, g): (Polynomial, Polynomial) = ("x^2 - 1".parse()?, "x^3 - 1".parse()?);
    /// assert_eq!(f.gcd(&g)?.to_string(), "x - 1");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn gcd(&self, other: &Polynomial) -> Result<Polynomial> {
        gcd(self, other)
    }

    /// [`squarefree_part()`] of this polynomial.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// assert_eq!("(x - 1)^3*(x + 2)".parse::<Polynomial>()?.squarefree_part()?.to_string(), "x^2 + x - 2");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn squarefree_part(&self) -> Result<Polynomial> {
        squarefree_part(self)
    }
}
