//! Polynomials in one variable over Z as the list of all their coefficients.

mod arithmetic;
mod division;
mod operations;

use std::fmt;
use std::str::FromStr;

use rug::Integer;

use super::polynomial::Polynomial;
use super::values;
use crate::error::{Error, Result};

/// A polynomial in one variable over Z, dense: all its coefficients, constant first. The variable has no name; printed, it is x.
///
/// Invariant: the last coefficient is not 0, and 0 has none. So equal polynomials are equal values.
///
/// It has the operators of [`Polynomial`], for owned and borrowed operands and for numbers. A product is one of long integers, so polynomials with
/// many terms are multiplied faster than as [`Polynomial`]s. GCDs, resultants and discriminants are those of [`Polynomial`].
///
/// ```
/// use eliminant::UnivariatePolynomial;
///
/// let f = UnivariatePolynomial::new([-1, 0, 1]);
/// assert_eq!((f.to_string().as_str(), f.degree(), f.coefficient(7)), ("x^2 - 1", Some(2), 0.into()));
/// let g: UnivariatePolynomial = "t^3 - 1".parse()?;
/// assert_eq!((&f * &g).coefficients(), [1, 0, -1, -1, 0, 1]);
/// assert_eq!(f.gcd(&g)?.to_string(), "x - 1");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct UnivariatePolynomial {
    coefficients: Vec<Integer>,
}

impl UnivariatePolynomial {
    /// The polynomial with these coefficients, constant first. Zeros at the end are left out.
    ///
    /// ```
    /// use eliminant::{Integer, UnivariatePolynomial};
    /// let f = UnivariatePolynomial::new(vec![Integer::from(5), Integer::from(3), Integer::new()]);
    /// assert_eq!((f.to_string().as_str(), f.degree()), ("3*x + 5", Some(1)));
    /// assert!(UnivariatePolynomial::new([0, 0]).is_zero());
    /// ```
    pub fn new<C: Into<Integer>>(coefficients: impl IntoIterator<Item = C>) -> Self {
        let mut coefficients: Vec<Integer> = coefficients.into_iter().map(Into::into).collect();
        let count = coefficients.iter().rposition(|c| !c.is_zero()).map_or(0, |last| last + 1);
        coefficients.truncate(count);
        UnivariatePolynomial { coefficients }
    }

    /// The product of x - a over the integers a, with their multiplicities; 1 for none.
    ///
    /// ```
    /// use eliminant::UnivariatePolynomial;
    /// assert_eq!(UnivariatePolynomial::from_roots([1, 2, 2]).to_string(), "x^3 - 5*x^2 + 8*x - 4");
    /// ```
    ///
    /// # Complexity
    /// Products of halves: O(log n) levels of products of n coefficients.
    pub fn from_roots<C: Into<Integer>>(roots: impl IntoIterator<Item = C>) -> Self {
        let mut factors: Vec<Self> = roots.into_iter().map(|a| Self::new([-a.into(), 1.into()])).collect();
        while factors.len() > 1 {
            factors = factors.chunks(2).map(|pair| pair.iter().product()).collect();
        }
        factors.pop().unwrap_or_else(|| 1.into())
    }

    /// All coefficients, constant first: degree + 1, or none for 0.
    pub fn coefficients(&self) -> &[Integer] {
        &self.coefficients
    }

    /// The list of all coefficients.
    pub fn into_coefficients(self) -> Vec<Integer> {
        self.coefficients
    }

    /// The coefficient of x^k; 0 beyond the degree.
    pub fn coefficient(&self, k: usize) -> Integer {
        self.coefficients.get(k).cloned().unwrap_or_default()
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// The degree; `None` for 0.
    pub fn degree(&self) -> Option<usize> {
        self.coefficients.len().checked_sub(1)
    }

    /// The coefficient of the highest power; `None` for 0.
    pub fn leading_coefficient(&self) -> Option<&Integer> {
        self.coefficients.last()
    }

    /// The value at an integer, by Horner's rule.
    ///
    /// # Errors
    /// `Limit`, before anything is computed, when the value could take more than 1 GiB.
    ///
    /// ```
    /// use eliminant::UnivariatePolynomial;
    /// assert_eq!(UnivariatePolynomial::new([1, -3, 2]).evaluate(-2)?, 15);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn evaluate(&self, x: impl Into<Integer>) -> Result<Integer> {
        let x = x.into();
        self.check_value(values::growth(&x))?;
        Ok(self.coefficients.iter().rev().fold(Integer::new(), |value, c| value * &x + c))
    }

    /// The value at a rational number.
    ///
    /// The numerator is sum c_k a^k b^(n-k) for x = a / b and the degree n; so it is reduced only once.
    ///
    /// # Errors
    /// As [`UnivariatePolynomial::evaluate`].
    ///
    /// ```
    /// use eliminant::{Rational, UnivariatePolynomial};
    /// assert_eq!(UnivariatePolynomial::new([1, -3, 2]).evaluate_rational(Rational::from((1, 4)))?, Rational::from((3, 8)));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn evaluate_rational(&self, x: impl Into<rug::Rational>) -> Result<rug::Rational> {
        let (above, below) = x.into().into_numer_denom();
        self.check_value(values::growth(&above) + values::growth(&below))?;
        let (mut numerator, mut denominator) = (Integer::new(), Integer::from(1));
        for (place, c) in self.coefficients.iter().rev().enumerate() {
            if place > 0 {
                denominator *= &below;
            }
            numerator = numerator * &above + Integer::from(c * &denominator);
        }
        Ok((numerator, denominator).into())
    }

    /// Refuses values too large, where a power x^k has at most k `bits` bits.
    fn check_value(&self, bits: u128) -> Result<()> {
        values::check_bits(&self.norm1(), self.degree().unwrap_or(0) as u128 * bits)
    }

    /// The derivative.
    ///
    /// ```
    /// use eliminant::UnivariatePolynomial;
    /// assert_eq!(UnivariatePolynomial::new([5, 7, 0, 2]).derivative().to_string(), "6*x^2 + 7");
    /// ```
    pub fn derivative(&self) -> Self {
        let lower = self.coefficients.iter().enumerate().skip(1);
        Self::new(lower.map(|(k, c)| Integer::from(c * k as u64)))
    }

    /// The greatest common divisor of the coefficients, not negative; 0 for 0.
    pub fn content(&self) -> Integer {
        let mut content = Integer::new();
        for c in &self.coefficients {
            content.gcd_mut(c);
            if content == 1 {
                break;
            }
        }
        content
    }

    /// The 1-norm: the sum of the absolute values of the coefficients.
    pub fn norm1(&self) -> Integer {
        self.coefficients.iter().map(|c| Integer::from(c.abs_ref())).sum()
    }

    /// The polynomial divided by its content; 0 for 0. Signs stay.
    ///
    /// ```
    /// use eliminant::UnivariatePolynomial;
    /// assert_eq!(UnivariatePolynomial::new([9, -6]).primitive_part().to_string(), "-2*x + 3");
    /// ```
    pub fn primitive_part(mut self) -> Self {
        let content = self.content();
        // It divides all of them, and is 0 only where there are none.
        self.coefficients.iter_mut().for_each(|c| c.div_exact_mut(&content));
        self
    }

    /// A number as a polynomial, as numbers beside polynomials are taken.
    pub(super) fn constant_like(&self, value: impl Into<Integer>) -> Self {
        Self::new([value.into()])
    }

    /// The same polynomial in a variable of this name.
    ///
    /// # Errors
    /// `Argument` when the name is no identifier or the degree is 2^31 or more.
    ///
    /// ```
    /// use eliminant::UnivariatePolynomial;
    /// assert_eq!(UnivariatePolynomial::new([-2, 0, 1]).to_polynomial("t")?.to_string(), "t^2 - 2");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn to_polynomial(&self, var: &str) -> Result<Polynomial> {
        Polynomial::from_dense(var, self.coefficients.clone())
    }

    /// The same in x, which is a name. A list in memory has fewer than 2^31 coefficients but on the largest machines.
    fn in_x(&self) -> Result<Polynomial> {
        self.to_polynomial("x")
    }
}

/// The coefficients of a polynomial in which at most one variable occurs.
///
/// # Errors
/// `Argument` when two variables occur; `Limit` when the degree is 2^24 or more.
///
/// ```
/// use eliminant::{Polynomial, UnivariatePolynomial};
/// let f: Polynomial = "t^2 - 3".parse()?;
/// assert_eq!(UnivariatePolynomial::try_from(&f)?.coefficients(), [-3, 0, 1]);
/// assert!(UnivariatePolynomial::try_from(&"x*y".parse()?).is_err());
/// # Ok::<(), eliminant::Error>(())
/// ```
impl TryFrom<&Polynomial> for UnivariatePolynomial {
    type Error = Error;

    fn try_from(f: &Polynomial) -> Result<Self> {
        if let Some(constant) = f.as_constant() {
            return Ok(constant.into());
        }
        let occurring: Vec<&str> = f.occurring().collect();
        let coefficients = f.clone().with_vars(&occurring)?.dense_coefficients()?;
        Ok(UnivariatePolynomial { coefficients })
    }
}

/// A constant.
impl From<Integer> for UnivariatePolynomial {
    fn from(value: Integer) -> Self {
        Self::new([value])
    }
}

/// A constant.
impl From<i64> for UnivariatePolynomial {
    fn from(value: i64) -> Self {
        Self::new([value])
    }
}

/// The text of a polynomial in which at most one variable occurs, of any name.
impl FromStr for UnivariatePolynomial {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::try_from(&Polynomial::parse(text)?)
    }
}

/// As that of a [`Polynomial`] in x.
impl fmt::Display for UnivariatePolynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.in_x().map_err(|_| fmt::Error)?.fmt(f)
    }
}

#[cfg(test)]
mod tests;
