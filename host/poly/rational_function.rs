//! Rational functions as they are read: a numerator over powers of polynomials.

use std::fmt;

use super::equations::divisor_to_text;
use super::parser::{Fraction, Parser};
use super::polynomial::{Polynomial, checked_vars};
use super::rational::RationalPolynomial;
use crate::error::Result;

/// numerator / (d1^e1 * d2^e2 * ..), for those who need numerators only.
///
/// A divisor that divides the numerator is cancelled; common factors of both are not searched for, so a zero of a divisor may be a zero of the numerator
/// too. Reading `1/x + 1/y` gives x + y over x*y.
///
/// ```
/// use eliminant::poly::RationalFunction;
/// let f = RationalFunction::parse("x = (1 - t^2)/(1 + t^2)")?;
/// assert_eq!(f.numerator().to_string(), "t^2*x + t^2 + x - 1");
/// assert_eq!(f.divisor().as_deref(), Some("(t^2 + 1)"));
/// assert_eq!(RationalFunction::parse("(x^2 - 1)/(x - 1)")?.to_string(), "x + 1");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RationalFunction {
    numerator: RationalPolynomial,
    /// Not constant, primitive, their first coefficients positive; exponents at least 1.
    divisors: Vec<(Polynomial, u32)>,
    divisor: Option<String>,
}

impl RationalFunction {
    /// Reads a text as [`RationalPolynomial::parse`], with divisors and negative exponents.
    ///
    /// # Errors
    /// `Parse` and `Limit` as for polynomials; division by 0 is `Parse`.
    pub fn parse(text: &str) -> Result<Self> {
        Self::parse_within::<String>(text, None, u64::MAX)
    }

    /// As [`RationalFunction::parse`], over the variables that are given; `Limit` already where the numerator takes more than `bytes` bytes.
    #[doc(hidden)]
    pub fn parse_within<S: AsRef<str>>(text: &str, vars: Option<&[S]>, bytes: u64) -> Result<Self> {
        let fraction = Parser::new(text, vars.map(checked_vars).transpose()?, bytes)?.fraction()?;
        let divisor = (!fraction.divisors.is_empty()).then(|| divisor_to_text(&fraction));
        let Fraction { numerator, divisors } = fraction;
        let divisors = divisors.into_iter().map(|(divisor, exponent, _)| (divisor, exponent)).collect();
        Ok(RationalFunction { numerator, divisors, divisor })
    }

    /// The numerator, over the variables of the text.
    pub fn numerator(&self) -> &RationalPolynomial {
        &self.numerator
    }

    /// The divisors, each with its exponent: none for a polynomial.
    pub fn divisors(&self) -> &[(Polynomial, u32)] {
        &self.divisors
    }

    /// The product of all divisors as text; `None` for a polynomial.
    pub fn divisor(&self) -> Option<String> {
        self.divisor.clone()
    }

    /// The numerator alone.
    pub fn into_numerator(self) -> RationalPolynomial {
        self.numerator
    }
}

impl From<RationalPolynomial> for RationalFunction {
    fn from(numerator: RationalPolynomial) -> Self {
        RationalFunction { numerator, divisors: Vec::new(), divisor: None }
    }
}

/// `(x + y)/(x*y)`.
impl fmt::Display for RationalFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.divisor {
            None => self.numerator.fmt(f),
            Some(divisor) => write!(f, "({})/({divisor})", self.numerator),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        RationalFunction::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
    }

    #[test]
    fn sums_products_and_powers() {
        for (text, expected) in [
            ("1/x + 1/y", "(x + y)/(x*y)"),
            ("x^-2", "(1)/(x^2)"),
            ("(1/x)^3*x", "(1)/(x^2)"),
            ("x/(2*x*y - 4*y)", "(1/2*x)/(y*(x - 2))"),
            ("1/(1 - x) + 1/(x - 1)", "0"),
            ("1/(1 + 1/x)", "(x)/((x + 1))"),
            ("1/(1 + 1/(1 + 1/x))", "(x + 1)/((2*x + 1))"),
            ("y = (1 - x)/(2*x + 2)", "(x*y + 1/2*x + y - 1/2)/((x + 1))"),
            ("(x + 1)^-2 - 1/(x + 1)", "(-x)/((x + 1)^2)"),
            ("\\frac{x}{x + 1}", "(x)/((x + 1))"),
            ("x/2", "1/2*x"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
        assert_eq!(RationalFunction::parse("1/x").unwrap().divisors().len(), 1);
        assert!(RationalFunction::parse("1/(x - x)").is_err() && RationalFunction::parse("0^-1").is_err());
    }

    /// Values at a point where no divisor is 0.
    #[test]
    fn values_are_those_of_the_text() {
        let value = |f: &str| f.replace('x', "(3)").replace('y', "(-7/2)");
        for text in
            ["1/(x - y) + x/(y + 1)^2 - 1/x", "((x + y)/(x - y))^-3/(1 + 1/(x*y))", "(x^2 - y^2)/(x - y)/(x + y + 1)"]
        {
            let f = RationalFunction::parse(text).unwrap();
            let [found, expected] =
                [f.to_string(), text.to_owned()].map(|text| RationalPolynomial::parse(&value(&text)).unwrap());
            assert_eq!(found.to_string(), expected.to_string(), "{text}");
        }
    }

    #[test]
    fn powers_of_divisors_have_limits() {
        for text in ["(x^2 + 1)^-2147483647/(x^2 + 1)", "1/(x^2)^1073741824", "x^-2147483647/x"] {
            assert!(RationalFunction::parse(text).is_err(), "{text}");
        }
        let error = RationalFunction::parse("1 + 1/(x + y)^1000000").unwrap_err();
        assert!(matches!(error.kind(), crate::error::ErrorKind::Limit { .. }), "{error}");
    }
}
