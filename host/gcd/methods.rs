//! The operations as methods of polynomials.

use super::{Gcd, gcd, squarefree_part};
use crate::error::Result;
use crate::poly::{Polynomial, RationalPolynomial};

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

impl RationalPolynomial {
    /// The GCD over Q of this polynomial and another: [`Gcd::of_rational`], which says which of its multiples this is.
    ///
    /// # Errors
    /// As of [`gcd()`].
    ///
    /// ```
    /// use eliminant::RationalPolynomial;
    /// let (f, g): (RationalPolynomial, RationalPolynomial) = ("x^2/4 - 1/4".parse()?, "x/6 + 1/6".parse()?);
    /// assert_eq!(f.gcd(&g)?.to_string(), "1/12*x + 1/12");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn gcd(&self, other: &RationalPolynomial) -> Result<RationalPolynomial> {
        Ok(Gcd::of_rational(self, other).run()?.gcd)
    }
}
