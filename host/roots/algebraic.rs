//! Real algebraic numbers.

use super::decimal::nearest;
use super::enclosure::Enclosure;
use super::isolate::reflected;
use super::refine::Isolated;
use crate::error::{Error, ErrorKind, Result};
use crate::poly::UnivariatePolynomial;
use rug::float::Round;
use rug::ops::Pow;
use rug::{Float, Integer, Rational};
use std::cmp::Ordering;
use std::convert::Infallible;
use std::fmt;

/// A real root of a polynomial over Z: a rational number, or an interval with one root of a squarefree polynomial.
///
/// ```
/// use eliminant::Polynomial;
/// let f: Polynomial = "x^2 - 2".parse()?;
/// let roots = f.real_roots()?;
/// let root = &roots[1].value;
/// assert_eq!(root.to_decimal(30), "1.41421356237309504880168872421");
/// assert_eq!((root.to_f64(), root.as_rational()), (2f64.sqrt(), None));
/// let [lower, upper] = root.interval(100);
/// assert!(lower.clone() * &lower < 2 && upper.clone() * &upper > 2);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct RealAlgebraic(Number);

#[derive(Debug, Clone)]
enum Number {
    Rational(Rational),
    /// The positive root of degree `degree` of another number, or its negative.
    Root {
        negative: bool,
        degree: u32,
        of: Isolated,
    },
}

/// Bits of an interval to begin with, where digits or a sign are looked for.
const FIRST_BITS: u32 = 64;

/// Bits to which two numbers are compared before it is asked whether they are equal.
const BITS_OF_DIFFERENT: u32 = 512;

impl RealAlgebraic {
    pub(super) fn rational(value: Rational) -> Self {
        RealAlgebraic(Number::Rational(value))
    }

    /// The root of degree `degree` of a positive number, or its negative.
    pub(super) fn root(negative: bool, degree: u32, mut of: Isolated) -> Self {
        let signed = |value: Rational| if negative { -value } else { value };
        if let Some(value) = of.rational() {
            let (above, below) = value.clone().into_numer_denom();
            let roots = [&above, &below].map(|n| n.clone().root_rem(Integer::new(), degree));
            if roots.iter().all(|(_, rest)| rest.is_zero()) {
                let [(above, _), (below, _)] = roots;
                return Self::rational(signed(Rational::from((above, below))));
            }
        }
        Self::untested(negative, degree, of)
    }

    /// The same, without the test whether it is rational.
    pub(super) fn untested(negative: bool, degree: u32, of: Isolated) -> Self {
        RealAlgebraic(Number::Root { negative, degree, of })
    }

    /// The number, if it is rational.
    pub fn as_rational(&self) -> Option<&Rational> {
        match &self.0 {
            Number::Rational(value) => Some(value),
            Number::Root { .. } => None,
        }
    }

    /// Whether it is below, equal to or above 0.
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Number::Rational(value) => value.cmp0(),
            Number::Root { negative: true, .. } => Ordering::Less,
            Number::Root { .. } => Ordering::Greater,
        }
    }

    /// Makes the interval that is kept shorter, to 2^-bits of the number. Afterwards intervals and digits up to that take no time.
    ///
    /// # Complexity
    /// The number of bits doubles with each step, of which one takes some values of the polynomial.
    pub fn refine(&mut self, bits: u32) {
        let Ok(()) = self.refine_watched(bits, || Ok::<(), Infallible>(()));
    }

    /// The same.
    ///
    /// # Errors
    /// Of `look`, which is called before each step.
    pub(crate) fn refine_watched<E>(&mut self, bits: u32, look: impl Fn() -> Result<(), E>) -> Result<(), E> {
        match &mut self.0 {
            // Roots have smaller relative distances.
            Number::Root { of, .. } => of.refine(bits + 2, look),
            Number::Rational(_) => Ok(()),
        }
    }

    /// An interval with no other root of the [`RealAlgebraic::polynomial`] whose length is at most 2^-bits of the number; two equal numbers where it is rational.
    pub fn interval(&self, bits: u32) -> [Rational; 2] {
        let mut number = self.clone();
        number.refine(bits);
        number.ends(bits)
    }

    /// The interval at hand, where roots of a degree above 1 are taken with so many bits.
    pub(crate) fn ends(&self, bits: u32) -> [Rational; 2] {
        match &self.0 {
            Number::Rational(value) => [value.clone(), value.clone()],
            Number::Root { negative, .. } => {
                let [lower, upper] = self.size(bits);
                if *negative { [-upper, -lower] } else { [lower, upper] }
            }
        }
    }

    /// The interval at hand of the absolute value.
    fn size(&self, bits: u32) -> [Rational; 2] {
        match &self.0 {
            Number::Rational(value) => [value.clone().abs(), value.clone().abs()],
            Number::Root { degree: 1, of, .. } => of.ends(),
            Number::Root { degree, of, .. } => {
                let end = |m: &Integer| Enclosure::dyadic(m, of.interval.scale, bits + 8);
                let (mut lower, mut upper) = (end(&of.interval.lower).lower, end(&of.interval.upper).upper);
                lower.root_round(*degree, Round::Down);
                upper.root_round(*degree, Round::Up);
                // Numbers that are not finite have exponents beyond 2^30.
                [lower, upper].map(|end| end.to_rational().unwrap_or_default())
            }
        }
    }

    /// A squarefree polynomial over Z with this root.
    ///
    /// # Errors
    /// `Limit` when its degree is 2^24 or more.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// let f: Polynomial = "(x^3 - 2)^2*(x + 1)".parse()?;
    /// assert_eq!(f.real_roots()?[1].value.polynomial()?.to_string(), "x^3 - 2");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn polynomial(&self) -> Result<UnivariatePolynomial> {
        match &self.0 {
            Number::Rational(value) => Ok(UnivariatePolynomial::new([-value.numer().clone(), value.denom().clone()])),
            Number::Root { negative, degree, of } => {
                let length = (of.f.len() as u128 - 1) * u128::from(*degree) + 1;
                let allowed = 1 << 24;
                if length > allowed {
                    return Err(
                        ErrorKind::Limit { what: "coefficients of a polynomial", needed: length, allowed }.into()
                    );
                }
                let mut all = vec![Integer::new(); length as usize];
                for (k, c) in of.f.iter().enumerate() {
                    all[k * *degree as usize].clone_from(c);
                }
                Ok(UnivariatePolynomial::new(if *negative { reflected(&all) } else { all }))
            }
        }
    }

    /// The decimal number with so many significant digits that is nearest, at least one. A number halfway between two is rounded away from 0.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// let roots = "10^40*x^2 - 2".parse::<Polynomial>()?.real_roots()?;
    /// assert_eq!(roots[0].value.to_decimal(5), "-1.4142e-20");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn to_decimal(&self, digits: u32) -> String {
        if self.sign() == Ordering::Equal {
            return "0".to_owned();
        }
        let digits = digits.max(1);
        let mut number = self.clone();
        // log2(10) < 3.33.
        let mut bits = digits.saturating_mul(10) / 3 + 16;
        loop {
            number.refine(bits);
            let [lower, upper] = number.size(bits);
            if let Some(text) = nearest(&lower, &upper, digits) {
                return if self.sign() == Ordering::Less { format!("-{text}") } else { text };
            }
            bits = bits.saturating_mul(2);
        }
    }

    /// The nearest double; 0 and infinities beyond their range.
    pub fn to_f64(&self) -> f64 {
        let mut number = self.clone();
        let mut bits = FIRST_BITS;
        loop {
            number.refine(bits);
            let [lower, upper] = number.ends(bits).map(|end| nearest_double(&end));
            if lower == upper {
                return lower;
            }
            bits *= 2;
        }
    }

    /// The sign of a polynomial at this number.
    ///
    /// # Errors
    /// As [`UnivariatePolynomial::gcd`], by which it is decided whether the value is 0, and as [`RealAlgebraic::polynomial`].
    ///
    /// ```
    /// use eliminant::{Polynomial, UnivariatePolynomial};
    /// use std::cmp::Ordering;
    /// let root = &"x^2 - 2".parse::<Polynomial>()?.real_roots()?[1].value;
    /// assert_eq!(root.sign_of(&UnivariatePolynomial::new([-7, 5]))?, Ordering::Greater);
    /// assert_eq!(root.sign_of(&UnivariatePolynomial::new([2, 0, -1]))?, Ordering::Equal);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn sign_of(&self, g: &UnivariatePolynomial) -> Result<Ordering> {
        let value = match &self.0 {
            Number::Rational(value) => return Ok(g.evaluate_rational(value.clone())?.cmp0()),
            Number::Root { .. } => self,
        };
        if g.is_zero() || value.is_root_of(g)? {
            return Ok(Ordering::Equal);
        }
        let g = if self.sign() == Ordering::Less { reflected(g.coefficients()) } else { g.coefficients().to_vec() };
        let mut number = self.clone();
        let mut bits = FIRST_BITS;
        loop {
            number.refine(bits);
            let [lower, upper] = number.size(bits);
            let precision = bits + 32;
            let (lower, _) = Float::with_val_round(precision, &lower, Round::Down);
            let (upper, _) = Float::with_val_round(precision, &upper, Round::Up);
            if let Some(sign) = (Enclosure { lower, upper }).value(&g).sign() {
                return Ok(sign);
            }
            bits = bits.saturating_mul(2);
        }
    }

    /// An interval in which the polynomial has no other root, and none at the ends, at most 2^-bits of the number long. The number is not rational.
    fn isolating(&self, mut bits: u32) -> [Rational; 2] {
        let mut number = self.clone();
        loop {
            number.refine(bits);
            match &number.0 {
                // Roots of the ends are rounded outwards, and may reach beyond.
                Number::Root { degree, of, .. } if !of.is_isolating(&number.size(bits).map(|x| x.pow(*degree))) => {
                    bits = bits.saturating_mul(2);
                }
                _ => return number.ends(bits),
            }
        }
    }

    /// Whether a polynomial, not 0, is 0 at this number, which is not rational.
    fn is_root_of(&self, g: &UnivariatePolynomial) -> Result<bool> {
        let common = self.polynomial()?.gcd(g)?;
        if common.degree() == Some(0) {
            return Ok(false);
        }
        // It has at most one root in the interval, a simple one, and none at the ends.
        let [lower, upper] =
            self.isolating(FIRST_BITS).map(|end| Ok::<_, Error>(common.evaluate_rational(end)?.cmp0()));
        Ok(lower? != upper?)
    }

    /// Which of two numbers is larger.
    ///
    /// # Errors
    /// As [`RealAlgebraic::sign_of`], where they are near.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// use std::cmp::Ordering;
    /// let largest = |text: &str| Ok::<_, eliminant::Error>(text.parse::<Polynomial>()?.real_roots()?.pop().unwrap().value);
    /// let (a, b) = (largest("x^2 - 2")?, largest("x^4 - 5*x^2 + 6")?);
    /// assert_eq!((a.compare(&b)?, a.compare(&largest("x^3 - 2*x")?)?), (Ordering::Less, Ordering::Equal));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn compare(&self, other: &RealAlgebraic) -> Result<Ordering> {
        match (self.as_rational(), other.as_rational()) {
            (_, Some(rational)) => return self.clone().compare_rational(rational, || Ok(())),
            (Some(rational), _) => {
                return Ok(other.clone().compare_rational(rational, || Ok::<_, Error>(()))?.reverse());
            }
            (None, None) => (),
        }
        let (mut a, mut b) = (self.clone(), other.clone());
        let mut bits = FIRST_BITS;
        loop {
            a.refine(bits);
            b.refine(bits);
            let ([lower_a, upper_a], [lower_b, upper_b]) = (a.ends(bits), b.ends(bits));
            // The ends are no roots.
            if upper_a <= lower_b || upper_b <= lower_a {
                return Ok(lower_a.cmp(&lower_b));
            }
            if bits == BITS_OF_DIFFERENT && a.equals(&b)? {
                return Ok(Ordering::Equal);
            }
            bits = bits.saturating_mul(2);
        }
    }

    /// On which side of a fraction it is, if the interval at hand tells; for roots of a degree above 1 with so many bits.
    pub(super) fn compare_at_hand(&self, other: &Rational, bits: u32) -> Option<Ordering> {
        match self.ends(bits) {
            // The ends are no roots, unless they are equal.
            [lower, upper] if lower == upper => Some(lower.cmp(other)),
            [_, upper] if upper <= *other => Some(Ordering::Less),
            [lower, _] if lower >= *other => Some(Ordering::Greater),
            _ => None,
        }
    }

    /// On which side of a fraction it is. `look` is called before each step.
    pub(super) fn compare_rational<E>(
        &mut self,
        other: &Rational,
        look: impl Fn() -> Result<(), E>,
    ) -> Result<Ordering, E> {
        let mut bits = FIRST_BITS;
        // It ends, since a rational number is known as one, and any other one has a distance from the fraction.
        loop {
            if let Some(order) = self.compare_at_hand(other, bits) {
                return Ok(order);
            }
            bits = bits.saturating_mul(2);
            self.refine_watched(bits, &look)?;
        }
    }

    /// Whether two numbers are equal, neither of them rational.
    fn equals(&self, other: &RealAlgebraic) -> Result<bool> {
        if !self.is_root_of(&other.polynomial()?)? {
            return Ok(false);
        }
        // A root of the other's polynomial is the other number if it lies in its interval, and does not lie at an end.
        let [first, last] = other.isolating(FIRST_BITS);
        let mut number = self.clone();
        let mut bits = FIRST_BITS;
        loop {
            number.refine(bits);
            let [lower, upper] = number.ends(bits);
            if first <= lower && upper <= last {
                return Ok(true);
            }
            if upper <= first || last <= lower {
                return Ok(false);
            }
            bits = bits.saturating_mul(2);
        }
    }
}

fn nearest_double(x: &Rational) -> f64 {
    Float::with_val(53, x).to_f64()
}

impl From<Rational> for RealAlgebraic {
    fn from(value: Rational) -> Self {
        Self::rational(value)
    }
}

/// A fraction, or 20 digits.
impl fmt::Display for RealAlgebraic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Number::Rational(value) => value.fmt(f),
            Number::Root { .. } => f.write_str(&self.to_decimal(20)),
        }
    }
}
