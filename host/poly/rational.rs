//! Polynomials over Q: an integer polynomial over one positive denominator.

use rug::ops::Pow;
use rug::{Integer, Rational};

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

    /// The variables, in order.
    pub fn vars(&self) -> &[String] {
        self.numerator.vars()
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// The degree in a variable, as [`Polynomial::degree`]: `None` for 0.
    ///
    /// ```
    /// use eliminant::RationalPolynomial;
    /// let f: RationalPolynomial = "x*y^3/2 + x^2".parse()?;
    /// assert_eq!((f.degree("y"), f.degree("z"), f.total_degree(), f.is_zero()), (Some(3), Some(0), Some(4), false));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn degree(&self, var: &str) -> Option<u32> {
        self.numerator.degree(var)
    }

    /// The total degree, as [`Polynomial::total_degree`]: `None` for 0.
    pub fn total_degree(&self) -> Option<u64> {
        self.numerator.total_degree()
    }

    /// The coefficient of a product of powers, as [`Polynomial::coefficient`].
    ///
    /// ```
    /// use eliminant::{Rational, RationalPolynomial};
    /// let f: RationalPolynomial = "3*x^2/4 - 5".parse()?;
    /// assert_eq!((f.coefficient(&[("x", 2)]), f.coefficient(&[])), (Rational::from((3, 4)), Rational::from(-5)));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn coefficient(&self, powers: &[(&str, u32)]) -> Rational {
        (self.numerator.coefficient(powers), self.denominator.clone()).into()
    }

    /// The value of a constant polynomial, 0 included; `None` when a variable occurs.
    ///
    /// ```
    /// use eliminant::{Rational, RationalPolynomial};
    /// assert_eq!("x/3 - x/3 + 1/2".parse::<RationalPolynomial>()?.as_constant(), Some(Rational::from((1, 2))));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn as_constant(&self) -> Option<Rational> {
        Some((self.numerator.as_constant()?, self.denominator.clone()).into())
    }

    /// The partial derivative with respect to a variable; 0 when it does not occur.
    ///
    /// ```
    /// use eliminant::RationalPolynomial;
    /// assert_eq!("x^3*y/6 - y^2".parse::<RationalPolynomial>()?.derivative("x").to_string(), "1/2*x^2*y");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn derivative(&self, var: &str) -> Self {
        Self::reduced(self.numerator.derivative(var), self.denominator.clone())
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

    /// The same polynomial with a polynomial in place of a variable, as [`Polynomial::substitute`].
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::RationalPolynomial;
    /// let f: RationalPolynomial = "x^2/2 + y".parse()?;
    /// assert_eq!(f.substitute("x", &"t/3".parse()?)?.to_string(), "1/18*t^2 + y");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn substitute(&self, var: &str, value: &RationalPolynomial) -> Result<Self> {
        let index = self.numerator.index_of(var)?;
        let degree = self.numerator.degree_in(index).unwrap_or(0);
        // sum c_k (v / d)^k is sum c_k d^(n-k) v^k over d^n, for the degree n. The highest power of d comes first: it has a limit.
        let d = &value.denominator;
        let highest = Polynomial::from(d.clone()).pow(degree)?.as_constant().unwrap_or_default();
        let mut scaled = self.numerator.clone();
        for term in &mut scaled.terms {
            term.coefficient *= Integer::from(d.pow(degree - term.exponents[index]));
        }
        Ok(Self::reduced(scaled.substitute(var, &value.numerator)?, highest * &self.denominator))
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

    /// By the numerator over Q term by term: powers of the value times coefficients.
    #[test]
    fn substitution() {
        let poly = |text: &str| text.parse::<RationalPolynomial>().unwrap();
        let (f, v) = (poly("x^3*y/2 - 4/3*x + y/5"), poly("t/6 - 3/4"));
        let expected = v.pow(3).unwrap() * poly("y/2") - v.clone() * Rational::from((4, 3)) + poly("y/5");
        let vars = ["t", "x", "y"];
        assert_eq!(f.substitute("x", &v).unwrap().with_vars(&vars), expected.with_vars(&vars));
        assert_eq!(f.substitute("x", &poly("0")).unwrap().to_string(), "1/5*y");
        assert!(f.substitute("z", &v).is_err() && poly("x^2147483647").substitute("x", &poly("1/3")).is_err());
        assert_eq!((poly("0*x").derivative("x").is_zero(), poly("0*x").degree("x")), (true, None));
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
