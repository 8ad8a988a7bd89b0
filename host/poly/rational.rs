//! Polynomials over Q: an integer polynomial over one positive denominator.

use rug::Integer;

use super::polynomial::Polynomial;
use crate::error::{Error, Result};

/// A polynomial with rational coefficients: `numerator / denominator`, reduced.
///
/// Invariant: the denominator is positive and has no common divisor with the content of the numerator; 0 has the
/// denominator 1. So equal polynomials over the same variables are equal values.
///
/// ```
/// use eliminant::poly::RationalPolynomial;
///
/// let f: RationalPolynomial = "x^2/2 - 3/4*x + 1".parse()?;
/// assert_eq!(f.denominator(), &4);
/// assert_eq!(f.numerator().to_string(), "2*x^2 - 3*x + 4");
/// assert_eq!(f.to_string(), "1/2*x^2 - 3/4*x + 1");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RationalPolynomial {
    numerator: Polynomial,
    denominator: Integer,
}

impl RationalPolynomial {
    /// The quotient, reduced.
    ///
    /// # Errors
    /// `Argument` when the denominator is 0.
    ///
    /// ```
    /// use eliminant::poly::RationalPolynomial;
    /// let f = RationalPolynomial::new("6*x - 4".parse()?, (-8).into())?;
    /// assert_eq!(f.to_string(), "-3/4*x + 1/2");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn new(numerator: Polynomial, denominator: Integer) -> Result<Self> {
        if denominator.is_zero() {
            return Err(Error::argument("denominator", "is 0; give an integer other than 0"));
        }
        Ok(Self::reduced(numerator, denominator))
    }

    /// The quotient by a denominator other than 0, reduced.
    pub(super) fn reduced(numerator: Polynomial, denominator: Integer) -> Self {
        debug_assert!(!denominator.is_zero());
        let mut result = RationalPolynomial { numerator, denominator };
        // gcd(0, d) = |d|: the polynomial 0 gets the denominator 1.
        let mut divisor = result.denominator.clone().abs();
        for term in &result.numerator.terms {
            if divisor == 1 {
                break;
            }
            divisor.gcd_mut(&term.coefficient);
        }
        if result.denominator.is_negative() {
            divisor = -divisor;
        }
        if divisor != 1 {
            // It divides all of them by its construction.
            result.denominator.div_exact_mut(&divisor);
            for term in &mut result.numerator.terms {
                term.coefficient.div_exact_mut(&divisor);
            }
        }
        result
    }

    /// The numerator.
    pub fn numerator(&self) -> &Polynomial {
        &self.numerator
    }

    /// The denominator, positive.
    pub fn denominator(&self) -> &Integer {
        &self.denominator
    }

    /// Whether all coefficients are integers.
    pub fn is_integral(&self) -> bool {
        self.denominator == 1
    }

    /// The same polynomial over another list of variables: a permutation, with further variables, or without variables that do not occur.
    ///
    /// # Errors
    /// As [`Polynomial::with_vars`].
    ///
    /// ```
    /// use eliminant::RationalPolynomial;
    /// let f: RationalPolynomial = "x/2 + y".parse()?;
    /// assert_eq!(f.with_vars(&["y", "x"])?.to_string(), "y + 1/2*x");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn with_vars<S: AsRef<str>>(self, vars: &[S]) -> Result<Self> {
        Ok(RationalPolynomial { numerator: self.numerator.with_vars(vars)?, ..self })
    }

    /// The same polynomial, its numerator written in another way: `change` keeps all coefficients.
    pub(super) fn rewritten(self, change: impl FnOnce(Polynomial) -> Polynomial) -> Self {
        RationalPolynomial { numerator: change(self.numerator), ..self }
    }

    /// Numerator and denominator.
    pub fn into_parts(self) -> (Polynomial, Integer) {
        (self.numerator, self.denominator)
    }
}

impl From<Polynomial> for RationalPolynomial {
    fn from(numerator: Polynomial) -> Self {
        RationalPolynomial { numerator, denominator: Integer::from(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_reduced() {
        let new = |text: &str, d: i32| RationalPolynomial::new(text.parse().unwrap(), Integer::from(d));
        let zero = new("0*x", -6).unwrap();
        assert!(zero.is_integral() && zero.numerator().is_zero());
        assert_eq!(new("4*x - 6", -2).unwrap(), RationalPolynomial::from("-2*x + 3".parse::<Polynomial>().unwrap()));
        assert_eq!(new("x", -3).unwrap().into_parts(), ("-x".parse().unwrap(), Integer::from(3)));
        assert!(new("x", 0).is_err());
    }

    #[test]
    fn variables_may_be_others() {
        let f: RationalPolynomial = "x/2 + y/3".parse().unwrap();
        let other = f.clone().with_vars(&["z", "y", "x"]).unwrap();
        assert_eq!((other.numerator().vars().len(), other.to_string().as_str()), (3, "1/3*y + 1/2*x"));
        assert_eq!(other.with_vars(&["x", "y"]), Ok(f.clone()));
        assert!(f.with_vars(&["x"]).unwrap_err().to_string().contains("`y` occurs"));
    }
}
