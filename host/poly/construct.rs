//! Polynomials from numbers, from one name, and from terms with plain integers.

use std::sync::Arc;

use rug::{Integer, Rational};

use super::polynomial::Polynomial;
use super::rational::RationalPolynomial;
use crate::error::Result;

impl Polynomial {
    /// The variable of this name, over the list of it alone. [`Polynomial::variable`] takes a longer list.
    ///
    /// # Errors
    /// `Argument` when the name is no identifier.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// let (x, y) = (Polynomial::var("x")?, Polynomial::var("y")?);
    /// assert_eq!((3 * &x * &y - 1).to_string(), "3*x*y - 1");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn var(name: &str) -> Result<Self> {
        Self::variable(&[name], name)
    }

    /// [`Polynomial::from_terms`] with coefficients of any type of integers, and exponents in arrays, slices or vectors.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// let f = Polynomial::from_integer_terms(&["x", "y"], [(3, [2, 1]), (-5, [0, 1])])?;
    /// assert_eq!(f.to_string(), "3*x^2*y - 5*y");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn from_integer_terms<S, C, E, I>(vars: &[S], terms: I) -> Result<Self>
    where
        S: AsRef<str>,
        C: Into<Integer>,
        E: AsRef<[u32]>,
        I: IntoIterator<Item = (C, E)>,
    {
        Self::from_terms(vars, terms.into_iter().map(|(c, exponents)| (c.into(), exponents.as_ref().to_vec())))
    }

    /// A number as a polynomial over the same variables.
    pub(super) fn constant_like(&self, value: impl Into<Integer>) -> Polynomial {
        Polynomial::constant_in(&self.vars, value.into())
    }
}

impl RationalPolynomial {
    /// The variable of this name, over the list of it alone.
    ///
    /// # Errors
    /// As [`Polynomial::var`].
    ///
    /// ```
    /// use eliminant::RationalPolynomial;
    /// let x = RationalPolynomial::var("x")?;
    /// assert_eq!((&x * &x / 2 - 1).to_string(), "1/2*x^2 - 1");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn var(name: &str) -> Result<Self> {
        Polynomial::var(name).map(Self::from)
    }

    /// A number as a polynomial over the same variables.
    pub(super) fn constant_like(&self, value: impl Into<Rational>) -> RationalPolynomial {
        // A fraction of rug is reduced and has a positive denominator.
        let (numerator, denominator) = value.into().into_numer_denom();
        RationalPolynomial::reduced(self.numerator().constant_like(numerator), denominator)
    }
}

/// 0, without variables.
impl Default for Polynomial {
    fn default() -> Self {
        Polynomial { vars: Arc::new([]), terms: Vec::new() }
    }
}

/// A constant, without variables.
///
/// ```
/// use eliminant::Polynomial;
/// assert_eq!(Polynomial::from(-3).to_string(), "-3");
/// assert!(Polynomial::from(0).is_zero());
/// ```
impl From<i64> for Polynomial {
    fn from(value: i64) -> Self {
        Integer::from(value).into()
    }
}

/// A constant, without variables.
impl From<Integer> for Polynomial {
    fn from(value: Integer) -> Self {
        Polynomial::default().constant_like(value)
    }
}

/// 0, without variables.
impl Default for RationalPolynomial {
    fn default() -> Self {
        Polynomial::default().into()
    }
}

/// A constant, without variables.
impl From<i64> for RationalPolynomial {
    fn from(value: i64) -> Self {
        Polynomial::from(value).into()
    }
}

/// A constant, without variables.
impl From<Integer> for RationalPolynomial {
    fn from(value: Integer) -> Self {
        Polynomial::from(value).into()
    }
}

/// A constant, without variables.
///
/// ```
/// use eliminant::{Rational, RationalPolynomial};
/// assert_eq!(RationalPolynomial::from(Rational::from((2, -4))).to_string(), "-1/2");
/// ```
impl From<Rational> for RationalPolynomial {
    fn from(value: Rational) -> Self {
        RationalPolynomial::default().constant_like(value)
    }
}
