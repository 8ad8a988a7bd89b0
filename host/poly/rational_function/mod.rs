//! Rational functions: a polynomial over powers of polynomials.
//!
//! Divisors stay factored as they were written. One that divides the numerator is cancelled; other common factors are found by
//! [`RationalFunction::reduced`].

mod arithmetic;
mod json;
mod text;

use std::sync::Arc;

use rug::Integer;

use super::division::quotient;
use super::parser::{Fraction, Parser};
use super::polynomial::{Polynomial, checked_vars};
use super::rational::RationalPolynomial;
use super::variables::{embed, union_vars};
use crate::error::{Error, ErrorKind, Result};

pub(super) use arithmetic::common_divisors;
pub(super) use text::product_to_text;

/// A rational function: numerator / (d1^e1 * d2^e2 * ..).
///
/// Reading `1/x + 1/y` gives x + y over x*y. A divisor that divides the numerator is cancelled. Other common factors stay until
/// [`RationalFunction::reduced`], so equality compares how a function is written, and so the lists of variables.
///
/// ```
/// use eliminant::poly::RationalFunction;
/// let f = RationalFunction::parse("x = (1 - t^2)/(1 + t^2)")?;
/// assert_eq!(f.numerator().to_string(), "t^2*x + t^2 + x - 1");
/// assert_eq!(f.divisor().as_deref(), Some("(t^2 + 1)"));
/// assert_eq!(RationalFunction::parse("(x^2 - 1)/(x - 1)")?.to_string(), "x + 1");
/// assert_eq!(RationalFunction::parse("1/x + x/(2*y)")?.to_string(), "(x^2 + 2*y)/(2*x*y)");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RationalFunction {
    numerator: RationalPolynomial,
    /// Not constant, primitive, their first coefficients positive, all different, over the variables of the numerator; exponents from 1 to
    /// [`Polynomial::MAX_EXPONENT`]. A monomial among them is a variable. The numerator 0 has none.
    divisors: Vec<(Polynomial, u32)>,
}

impl RationalFunction {
    /// Reads a text as [`RationalPolynomial::parse`], with divisors and negative exponents; `FromStr` is the same.
    ///
    /// # Errors
    /// `Parse` and `Limit` as for polynomials; division by 0 is `Parse`.
    pub fn parse(text: &str) -> Result<Self> {
        Self::parse_within::<String>(text, None, u64::MAX)
    }

    /// As [`RationalFunction::parse`], over the variables that are given; `Limit` already where the numerator takes more than `bytes` bytes.
    #[doc(hidden)]
    pub fn parse_within<S: AsRef<str>>(text: &str, vars: Option<&[S]>, bytes: u64) -> Result<Self> {
        Ok(Parser::new(text, vars.map(checked_vars).transpose()?, bytes)?.fraction()?.into())
    }

    /// f / g for polynomials f and g, over the union of the variables when they differ.
    ///
    /// # Errors
    /// `Argument` when g is 0.
    ///
    /// ```
    /// use eliminant::poly::RationalFunction;
    /// let f = RationalFunction::new("x/2 + 1".parse()?, "3*x^2 - 3*x*y".parse()?)?;
    /// assert_eq!(f.to_string(), "(x + 2)/(6*x*(x - y))");
    /// assert!(RationalFunction::new("x".parse()?, "0".parse()?).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn new(f: RationalPolynomial, g: RationalPolynomial) -> Result<Self> {
        let (divisor, denominator) = g.into_parts();
        let numerator = f.checked_mul(&Polynomial::constant_in(&divisor.vars, denominator).into())?;
        Self::over(numerator, [(divisor, 1)])
    }

    /// `numerator` / (d1^e1 * d2^e2 * ..) for any polynomials, over the union of the variables. Divisors that divide are cancelled.
    ///
    /// # Errors
    /// `Argument` when a divisor is 0; `Limit` when a power of a constant has too many bits, or an exponent passes
    /// [`Polynomial::MAX_EXPONENT`].
    pub(crate) fn over(
        numerator: RationalPolynomial,
        divisors: impl IntoIterator<Item = (Polynomial, u64)>,
    ) -> Result<Self> {
        let mut function = RationalFunction { numerator, divisors: Vec::new() };
        for (divisor, exponent) in divisors {
            function.divide(divisor, exponent)?;
        }
        Ok(function.cancelled())
    }

    /// Divides by a power of a polynomial: its content goes to the numerator, and variables that divide it become divisors of their own.
    fn divide(&mut self, mut divisor: Polynomial, exponent: u64) -> Result<()> {
        if divisor.is_zero() {
            return Err(Error::argument("divisor", "is 0; divide by a polynomial other than 0"));
        }
        if self.vars() != divisor.vars() {
            let vars: Arc<[String]> = union_vars(self.numerator.numerator(), &divisor).into();
            *self = self.clone().onto(&vars);
            divisor = embed(&divisor, &vars);
        }
        let mut content = divisor.content();
        if divisor.terms[0].coefficient.is_negative() {
            content = -content;
        }
        if content != 1 {
            divisor.terms.iter_mut().for_each(|term| term.coefficient.div_exact_mut(&content));
            self.divide_by_integer(&content, exponent)?;
        }
        for place in 0..divisor.vars.len() {
            let least = divisor.terms.iter().map(|term| term.exponents[place]).min().unwrap_or(0);
            if least > 0 {
                divisor.terms.iter_mut().for_each(|term| term.exponents[place] -= least);
                let variable = Polynomial::variable(&divisor.vars, &divisor.vars[place])?;
                self.add(variable, u64::from(least).saturating_mul(exponent))?;
            }
        }
        if divisor.terms.len() > 1 { self.add(divisor, exponent) } else { Ok(()) }
    }

    /// Divides by a power of an integer other than 0.
    fn divide_by_integer(&mut self, content: &Integer, exponent: u64) -> Result<()> {
        let power = match u32::try_from(exponent) {
            Ok(exponent) => Polynomial::from(content.clone()).pow(exponent)?.as_constant(),
            // 1 and -1 have no bits to speak of.
            Err(_) if *content == -1 => Some(Integer::from(if exponent.is_multiple_of(2) { 1 } else { -1 })),
            Err(_) => return Err(exponent_limit(exponent)),
        };
        let (numerator, denominator) =
            std::mem::replace(&mut self.numerator, Polynomial::default().into()).into_parts();
        self.numerator = RationalPolynomial::new(numerator, denominator * power.unwrap_or_default())?;
        Ok(())
    }

    /// One divisor more, as they are kept.
    fn add(&mut self, divisor: Polynomial, exponent: u64) -> Result<()> {
        let known = self.divisors.iter().position(|(known, _)| *known == divisor);
        let sum = exponent.saturating_add(known.map_or(0, |place| self.divisors[place].1.into()));
        let sum = match u32::try_from(sum) {
            Ok(sum) if sum <= Polynomial::MAX_EXPONENT => sum,
            _ => return Err(exponent_limit(sum)),
        };
        match known {
            Some(place) => self.divisors[place].1 = sum,
            None if sum > 0 => self.divisors.push((divisor, sum)),
            None => {}
        }
        Ok(())
    }

    /// The function without divisors that divide the numerator. A division beyond its limits leaves the divisor.
    fn cancelled(mut self) -> Self {
        if self.numerator.numerator().is_zero() {
            self.divisors.clear();
        }
        for (divisor, exponent) in &mut self.divisors {
            while *exponent > 0
                && let Ok(found) = quotient(self.numerator.numerator(), divisor)
            {
                self.numerator = self.numerator.rewritten(|_| found);
                *exponent -= 1;
            }
        }
        self.divisors.retain(|(_, exponent)| *exponent > 0);
        self
    }

    /// The variables, in order.
    pub fn vars(&self) -> &[String] {
        self.numerator.numerator().vars()
    }

    /// The numerator, over the variables of the function.
    pub fn numerator(&self) -> &RationalPolynomial {
        &self.numerator
    }

    /// The divisors, each with its exponent: none for a polynomial.
    pub fn divisors(&self) -> &[(Polynomial, u32)] {
        &self.divisors
    }

    /// The product of all divisors as text; `None` for a polynomial.
    pub fn divisor(&self) -> Option<String> {
        let factors = self.divisors.iter().map(|(divisor, exponent)| (divisor, *exponent));
        (!self.divisors.is_empty()).then(|| product_to_text(factors))
    }

    /// The numerator alone.
    pub fn into_numerator(self) -> RationalPolynomial {
        self.numerator
    }

    /// The polynomial that the function is; `None` where it has a divisor.
    pub fn as_polynomial(&self) -> Option<&RationalPolynomial> {
        self.divisors.is_empty().then_some(&self.numerator)
    }

    /// Whether the function is a polynomial in a variable: no divisor has it.
    ///
    /// ```
    /// use eliminant::poly::RationalFunction;
    /// let f = RationalFunction::parse("y^2/x")?;
    /// assert!(f.is_polynomial_in("y") && !f.is_polynomial_in("x"));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn is_polynomial_in(&self, var: &str) -> bool {
        !self.divisors.iter().any(|(divisor, _)| divisor.degree(var).is_some_and(|degree| degree > 0))
    }

    /// The same function over another list of variables: a permutation, with further variables, or without variables that do not occur.
    ///
    /// # Errors
    /// As [`Polynomial::with_vars`].
    pub fn with_vars<S: AsRef<str>>(self, vars: &[S]) -> Result<Self> {
        let numerator = self.numerator.with_vars(vars)?;
        let of = |(divisor, exponent): (Polynomial, u32)| Ok((divisor.with_vars(vars)?, exponent));
        let divisors = self.divisors.into_iter().map(of).collect::<Result<Vec<_>>>()?;
        Ok(RationalFunction { numerator, divisors }.positive())
    }

    /// The same function over a list that has all its variables.
    pub(super) fn onto(self, vars: &Arc<[String]>) -> Self {
        let numerator = self.numerator.rewritten(|f| embed(&f, vars));
        let divisors = self.divisors.into_iter().map(|(divisor, exponent)| (embed(&divisor, vars), exponent)).collect();
        RationalFunction { numerator, divisors }.positive()
    }

    /// The function whose divisors have positive first coefficients, which another order of the variables may have made negative.
    fn positive(mut self) -> Self {
        for (divisor, exponent) in &mut self.divisors {
            if divisor.leading_coefficient().is_some_and(|lead| lead.is_negative()) {
                *divisor = divisor.negate();
                if *exponent % 2 == 1 {
                    self.numerator = -&self.numerator;
                }
            }
        }
        self
    }
}

fn exponent_limit(needed: u64) -> Error {
    let (needed, allowed) = (needed.into(), Polynomial::MAX_EXPONENT.into());
    ErrorKind::Limit { what: "exponent of a divisor", needed, allowed }.into()
}

impl From<Fraction> for RationalFunction {
    fn from(Fraction { numerator, divisors }: Fraction) -> Self {
        let divisors = divisors.into_iter().map(|(divisor, exponent, _)| (divisor, exponent)).collect();
        RationalFunction { numerator, divisors }
    }
}

impl From<RationalPolynomial> for RationalFunction {
    fn from(numerator: RationalPolynomial) -> Self {
        RationalFunction { numerator, divisors: Vec::new() }
    }
}

impl From<Polynomial> for RationalFunction {
    fn from(numerator: Polynomial) -> Self {
        RationalPolynomial::from(numerator).into()
    }
}

impl std::str::FromStr for RationalFunction {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
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
            ("x^-2", "1/x^2"),
            ("(1/x)^3*x", "1/x^2"),
            ("x/(2*x*y - 4*y)", "x/(2*y*(x - 2))"),
            ("1/(1 - x) + 1/(x - 1)", "0"),
            ("1/(1 + 1/x)", "x/(x + 1)"),
            ("1/(1 + 1/(1 + 1/x))", "(x + 1)/(2*x + 1)"),
            ("y = (1 - x)/(2*x + 2)", "(2*x*y + x + 2*y - 1)/(2*(x + 1))"),
            ("(x + 1)^-2 - 1/(x + 1)", "-x/(x + 1)^2"),
            ("\\frac{x}{x + 1}", "x/(x + 1)"),
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

    #[test]
    fn divisors_are_kept_in_one_form() {
        let over = |f: &str, divisors: &[(&str, u64)]| {
            let divisors: Vec<(Polynomial, u64)> = divisors.iter().map(|(d, e)| (d.parse().unwrap(), *e)).collect();
            RationalFunction::over(f.parse().unwrap(), divisors).map(|f| f.to_string())
        };
        assert_eq!(over("z", &[("-2*x^2*y", 3), ("3*x - 3*y", 1)]).unwrap(), "-z/(24*x^6*y^3*(x - y))");
        assert_eq!(over("x^2 - y^2", &[("y - x", 2), ("5", 0)]).unwrap(), "(x + y)/(x - y)");
        assert_eq!(over("0", &[("y - x", 2)]).unwrap(), "0");
        assert!(over("1", &[("x", 1 << 31)]).is_err() && over("1", &[("2", 1 << 40)]).is_err());
        assert_eq!(over("x", &[("-1", (1 << 40) + 1)]).unwrap(), "-x");
        assert!(over("1", &[("x - x", 0)]).is_err());
    }

    /// Another order of the variables changes the first terms, and so the signs.
    #[test]
    fn variables_in_another_order() {
        let f: RationalFunction = "z/(x - y)^3".parse().unwrap();
        let g = f.clone().with_vars(&["y", "x", "z"]).unwrap();
        assert_eq!(g.to_string(), "-z/(y - x)^3");
        assert_eq!(g.with_vars(&["x", "y", "z"]).unwrap(), f);
        assert!(f.with_vars(&["x", "z"]).is_err());
    }
}
