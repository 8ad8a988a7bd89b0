//! The operations as methods of polynomials.

use super::{Discriminant, Resultant, discriminant, resultant};
use crate::error::Result;
use crate::poly::{Polynomial, RationalFunction, RationalPolynomial};

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

impl RationalPolynomial {
    /// The resultant over Q of this polynomial and another: [`Resultant::of_rational`].
    ///
    /// # Errors
    /// As of [`resultant()`].
    ///
    /// ```
    /// use eliminant::RationalPolynomial;
    /// let (f, g): (RationalPolynomial, RationalPolynomial) = ("y^2 - x".parse()?, "y - 1/2".parse()?);
    /// assert_eq!(f.resultant(&g, "y")?.to_string(), "-x + 1/4");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn resultant(&self, other: &RationalPolynomial, var: &str) -> Result<RationalPolynomial> {
        Ok(Resultant::of_rational(self, other, var).run()?.polynomial)
    }

    /// The discriminant over Q: [`Discriminant::of_rational`].
    ///
    /// # Errors
    /// As of [`discriminant()`].
    ///
    /// ```
    /// use eliminant::RationalPolynomial;
    /// assert_eq!("y^2 + b*y + 1/4".parse::<RationalPolynomial>()?.discriminant("y")?.to_string(), "b^2 - 1");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn discriminant(&self, var: &str) -> Result<RationalPolynomial> {
        Ok(Discriminant::of_rational(self, var).run()?.polynomial)
    }
}

impl RationalFunction {
    /// The resultant of this function and another, which are polynomials in `var`: [`Resultant::of_functions`].
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::poly::RationalFunction;
    /// let (f, g) = (RationalFunction::parse("y^2 - 1/x")?, RationalFunction::parse("y - x")?);
    /// assert_eq!(f.resultant(&g, "y")?.to_string(), "(x^3 - 1)/x");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn resultant(&self, other: &RationalFunction, var: &str) -> Result<RationalFunction> {
        Ok(Resultant::of_functions(self, other, var).run()?.polynomial)
    }

    /// The discriminant of this function, which is a polynomial in `var`: [`Discriminant::of_functions`].
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::poly::RationalFunction;
    /// assert_eq!(RationalFunction::parse("y^2 - 1/x")?.discriminant("y")?.to_string(), "4/x");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn discriminant(&self, var: &str) -> Result<RationalFunction> {
        Ok(Discriminant::of_functions(self, var).run()?.polynomial)
    }
}
