//! Text to polynomials: the public entry points.

use std::str::FromStr;

use rug::Integer;

use super::lexer::{Kind, Lexer, Names, error_at};
use super::parser::Parser;
use super::polynomial::{Polynomial, checked_vars};
use super::rational::RationalPolynomial;
use crate::error::{Error, Result};

impl RationalPolynomial {
    /// Reads a text, see the [module](crate::poly); the variables are the names found, in alphabetical order.
    ///
    /// # Errors
    /// `Parse` with line, column and what would be right; `Limit`, before it is expanded, when the expanded polynomial
    /// could take more than 1 GiB or 2^34 steps, or a power has more than 2^26 bits.
    ///
    /// ```
    /// use eliminant::poly::RationalPolynomial;
    /// let f = RationalPolynomial::parse("(x - 1/2)^2")?;
    /// assert_eq!(f.to_string(), "x^2 - x + 1/4");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self> {
        Parser::new(text, None, u64::MAX)?.run()
    }

    /// Reads a text over the given variables, in their order.
    ///
    /// # Errors
    /// As [`RationalPolynomial::parse`]; also `Parse` when another name occurs, and `Argument` when `vars` names no
    /// identifier or one twice.
    ///
    /// ```
    /// use eliminant::poly::RationalPolynomial;
    /// let f = RationalPolynomial::parse_in("x/2 + y", &["y", "x"])?;
    /// assert_eq!(f.to_string(), "y + 1/2*x");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn parse_in<S: AsRef<str>>(text: &str, vars: &[S]) -> Result<Self> {
        Parser::new(text, Some(checked_vars(vars)?), u64::MAX)?.run()
    }

    /// As [`RationalPolynomial::parse`] or [`RationalPolynomial::parse_in`]; `Limit` already where the polynomial takes more than
    /// `bytes` bytes.
    #[doc(hidden)]
    pub fn parse_within<S: AsRef<str>>(text: &str, vars: Option<&[S]>, bytes: u64) -> Result<Self> {
        Parser::new(text, vars.map(checked_vars).transpose()?, bytes)?.run()
    }
}

/// Why there is no integer polynomial with this denominator, and what to do.
pub(super) fn not_integral(denominator: &Integer) -> String {
    let mut shown = denominator.to_string();
    if shown.len() > 40 {
        shown = format!("of {} digits", shown.len());
    }
    format!("coefficients must be integers here; multiply by the common denominator {shown}")
}

/// The numerator when the denominator is 1, else an error at the first division or decimal number.
fn integral(text: &str, poly: RationalPolynomial) -> Result<Polynomial> {
    match poly.into_parts() {
        (numerator, denominator) if denominator == 1 => Ok(numerator),
        (_, denominator) => Err(error_at(text, first_fraction(text)?, not_integral(&denominator))),
    }
}

/// The place of the first division or decimal number of a text that is a polynomial.
fn first_fraction(text: &str) -> Result<usize> {
    let (mut lexer, mut names) = (Lexer::within(text, 0..text.len()), Names::default());
    loop {
        let token = lexer.next(&mut names)?;
        if matches!(token.kind, Kind::Divide | Kind::Decimal | Kind::End) {
            return Ok(token.start);
        }
    }
}

impl Polynomial {
    /// Reads a text, see the [module](crate::poly); the variables are the names found, in alphabetical order. `FromStr` is
    /// the same.
    ///
    /// # Errors
    /// As [`RationalPolynomial::parse`]; also `Parse` when a coefficient is no integer.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// assert_eq!(Polynomial::parse("6*x/2 + 1 - 1")?.to_string(), "3*x");
    /// assert!(Polynomial::parse("x/2").is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self> {
        integral(text, RationalPolynomial::parse(text)?)
    }

    /// Reads a text over the given variables, in their order.
    ///
    /// # Errors
    /// As [`RationalPolynomial::parse_in`]; also `Parse` when a coefficient is no integer.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// assert_eq!(Polynomial::parse_in("x + y", &["y", "x"])?.to_string(), "y + x");
    /// assert!(Polynomial::parse_in("x + z", &["y", "x"]).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn parse_in<S: AsRef<str>>(text: &str, vars: &[S]) -> Result<Self> {
        integral(text, RationalPolynomial::parse_in(text, vars)?)
    }
}

impl FromStr for RationalPolynomial {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

impl FromStr for Polynomial {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
