//! The operations as methods of polynomials.

use super::{Gcd, gcd, gcd_with_cofactors, squarefree_part};
use crate::error::Result;
use crate::poly::{Polynomial, RationalFunction, RationalPolynomial};

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

    /// The least common multiple f g / gcd(f, g) of this polynomial and another, with a positive leading coefficient; 0 where one of them is 0.
    ///
    /// # Errors
    /// As of [`gcd()`]; `Argument` when an exponent would pass [`Polynomial::MAX_EXPONENT`].
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// let (f, g): (Polynomial, Polynomial) = ("4*x^2 - 4".parse()?, "6 - 6*x".parse()?);
    /// assert_eq!(f.lcm(&g)?.to_string(), "12*x^2 - 12");
    /// assert!(f.lcm(&0.into())?.is_zero());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn lcm(&self, other: &Polynomial) -> Result<Polynomial> {
        let (_, _, cofactor) = gcd_with_cofactors(self, other)?;
        let multiple = self.checked_mul(&cofactor)?;
        let is_negative = multiple.leading_coefficient().is_some_and(|lead| lead.is_negative());
        Ok(if is_negative { multiple.negate() } else { multiple })
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

    /// The least common multiple over Q of this polynomial and another: [`Gcd::lcm`].
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::RationalPolynomial;
    /// let (f, g): (RationalPolynomial, RationalPolynomial) = ("x/2 - 1/2".parse()?, "1/3 - x^2/3".parse()?);
    /// assert_eq!(f.lcm(&g)?.to_string(), "x^2 - 1");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn lcm(&self, other: &RationalPolynomial) -> Result<RationalPolynomial> {
        Ok(Gcd::of_rational(self, other).lcm()?.0)
    }
}

impl RationalFunction {
    /// The GCD of this function and another: [`Gcd::of_functions`], which says which of its multiples this is.
    ///
    /// # Errors
    /// As of [`gcd()`], also for the divisors.
    ///
    /// ```
    /// use eliminant::RationalFunction;
    /// let (f, g): (RationalFunction, RationalFunction) = ("(x^2 - 1)/x".parse()?, "(x + 1)/y".parse()?);
    /// assert_eq!(f.gcd(&g)?.to_string(), "(x + 1)/(x*y)");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn gcd(&self, other: &RationalFunction) -> Result<RationalFunction> {
        Ok(Gcd::of_functions(self, other).run()?.gcd)
    }

    /// The least common multiple of this function and another: that of the numerators over the GCD of the divisors, both in lowest terms.
    ///
    /// # Errors
    /// As of [`RationalFunction::gcd`], and of [`RationalPolynomial::lcm`].
    ///
    /// ```
    /// use eliminant::RationalFunction;
    /// let (f, g): (RationalFunction, RationalFunction) = ("(x + 1)/x".parse()?, "(x - 1)/(x*y)".parse()?);
    /// assert_eq!(f.lcm(&g)?.to_string(), "(x^2 - 1)/x");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn lcm(&self, other: &RationalFunction) -> Result<RationalFunction> {
        Ok(Gcd::of_functions(self, other).lcm()?.0)
    }
}
