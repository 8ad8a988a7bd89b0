//! The operations of polynomials in one variable, each computed as of [`Polynomial`](crate::Polynomial)s.

use rug::Integer;

use super::UnivariatePolynomial;
use crate::error::Result;

impl UnivariatePolynomial {
    /// The greatest common divisor, as [`gcd`](fn@crate::gcd): its leading coefficient is positive, and it has that of the contents.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::UnivariatePolynomial;
    /// let f = UnivariatePolynomial::from_roots([1, 2]);
    /// assert_eq!((6 * &f).gcd(&(4 * &f))?, 2 * f);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn gcd(&self, other: &Self) -> Result<Self> {
        Self::try_from(&self.in_x()?.gcd(&other.in_x()?)?)
    }

    /// The resultant, as [`resultant`](fn@crate::resultant): lc(f)^q prod g(a) over the roots a of f, q = deg g.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::UnivariatePolynomial;
    /// let (f, g) = (UnivariatePolynomial::from_roots([1, 2]), UnivariatePolynomial::new([-5, 1]));
    /// assert_eq!(f.resultant(&g)?, (1 - 5) * (2 - 5));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn resultant(&self, other: &Self) -> Result<Integer> {
        Ok(self.in_x()?.resultant(&other.in_x()?, "x")?.as_constant().unwrap_or_default())
    }

    /// The discriminant, as [`discriminant`](fn@crate::discriminant).
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::UnivariatePolynomial;
    /// assert_eq!(UnivariatePolynomial::new([1, 3, 1]).discriminant()?, 5);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn discriminant(&self) -> Result<Integer> {
        Ok(self.in_x()?.discriminant("x")?.as_constant().unwrap_or_default())
    }

    /// The product of the irreducible factors, as [`squarefree_part`](fn@crate::squarefree_part).
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::UnivariatePolynomial;
    /// let f = UnivariatePolynomial::from_roots([1, 2, 2, 2]);
    /// assert_eq!(f.squarefree_part()?, UnivariatePolynomial::from_roots([1, 2]));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn squarefree_part(&self) -> Result<Self> {
        Self::try_from(&self.in_x()?.squarefree_part()?)
    }
}
