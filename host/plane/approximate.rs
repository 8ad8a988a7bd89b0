//! Values of polynomials in x and y at numbers that are known approximately, with bounds of their errors.
//!
//! Let x and y be known up to a relative error of e, and let products, sums and coefficients be rounded with e/2. A product of complex numbers has an error of 3 e/2,
//! a sum of e. A term a x^i y^j takes i + j + 1 products at most, and 2 T sums where f has T terms. So it is multiplied by 1 + d, where d is at most
//! e (i + j + 3/2 (i + j + 1) + 2 T + 1/2) and terms in e^2: less than 4 (i + j + T + 2) e while that is small. The error of a value is at most that
//! much of the sum of all |a x^i y^j|. Four times as much is allowed for here, so that errors of sums and logarithms do not count.
//!
//! Source: N. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.

use crate::error::Result;
use crate::poly::Polynomial;
use crate::roots::{Scaled, power};
use crate::system::Number;
use rug::{Float, Integer};

/// Numbers to calculate with: [`Scaled`] doubles, which decide most in little time, and floats of any precision, real or complex ones.
pub(super) trait Approximate: Clone + Send + Sync {
    fn of(z: &Number, precision: u32) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    /// For sizes; 0 where the number is not finite.
    fn scaled(&self) -> Scaled;

    fn of_integer(n: &Integer, precision: u32) -> Self {
        Self::of(&Number { re: Float::with_val(precision, n), im: Float::new(precision) }, precision)
    }
}

impl Approximate for Scaled {
    fn of(z: &Number, _: u32) -> Self {
        Scaled::of(z)
    }
    fn plus(&self, other: &Self) -> Self {
        Scaled::plus(*self, *other)
    }
    fn times(&self, other: &Self) -> Self {
        Scaled::times(*self, *other)
    }
    fn scaled(&self) -> Scaled {
        *self
    }
}

/// Real numbers.
impl Approximate for Float {
    fn of(z: &Number, precision: u32) -> Self {
        Float::with_val(precision, &z.re)
    }
    fn plus(&self, other: &Self) -> Self {
        Float::with_val(self.prec(), self + other)
    }
    fn times(&self, other: &Self) -> Self {
        Float::with_val(self.prec(), self * other)
    }
    fn scaled(&self) -> Scaled {
        if self.is_finite() { Scaled::of_float(self) } else { Scaled::ZERO }
    }
}

impl Approximate for Number {
    fn of(z: &Number, precision: u32) -> Self {
        z.at(precision)
    }
    fn plus(&self, other: &Self) -> Self {
        Number::plus(self, other)
    }
    fn times(&self, other: &Self) -> Self {
        Number::times(self, other)
    }
    fn scaled(&self) -> Scaled {
        if self.re.is_finite() && self.im.is_finite() { Scaled::of(self) } else { Scaled::ZERO }
    }
}

/// A sum and the sum of the absolute values of its terms.
#[derive(Clone)]
struct Sum<T> {
    value: T,
    size: Scaled,
}

impl<T: Approximate> Sum<T> {
    fn of(value: T) -> Self {
        let size = value.scaled().abs();
        Sum { value, size }
    }
    fn plus(&self, other: &Self) -> Self {
        Sum { value: self.value.plus(&other.value), size: self.size.plus(other.size) }
    }
    fn times(&self, other: &Self) -> Self {
        Sum { value: self.value.times(&other.value), size: self.size.times(other.size) }
    }
    fn power(&self, exponent: u32) -> Self {
        match exponent {
            1 => self.clone(),
            _ => Sum {
                value: power(&self.value, exponent, T::times),
                size: power(&self.size, exponent, Approximate::times),
            },
        }
    }
}

/// Pairs of an exponent and a coefficient, in descending order of exponents.
type Terms<C> = Vec<(u32, C)>;

/// The value of a polynomial in one variable that is not 0.
fn horner<C, T: Approximate>(terms: &Terms<C>, x: &Sum<T>, value: impl Fn(&C) -> Sum<T>) -> Sum<T> {
    let (mut at, first) = (terms[0].0, &terms[0].1);
    let mut sum = value(first);
    for (exponent, c) in &terms[1..] {
        sum = sum.times(&x.power(at - exponent)).plus(&value(c));
        at = *exponent;
    }
    if at == 0 { sum } else { sum.times(&x.power(at)) }
}

/// A polynomial in x and y, not 0, with coefficients of some precision: terms in x for each power of y.
pub(super) struct Rows<T> {
    rows: Terms<Terms<Sum<T>>>,
    /// At least log2 of the relative error of a value, in proportion to the sum of all absolute values.
    log_of_error: f64,
}

/// A polynomial in x and y with a value for x.
pub(super) struct Row<T> {
    values: Terms<Sum<T>>,
    log_of_error: f64,
}

impl<T: Approximate> Rows<T> {
    /// Relative errors of x, y and of roundings are at most 2^-bits and half of it.
    pub fn of(f: &Polynomial, [x, y]: [&str; 2], precision: u32, bits: u32) -> Result<Self> {
        let (x, y) = (f.index_of(x)?, f.index_of(y)?);
        let mut terms: Vec<_> = f.terms().iter().map(|t| (t.exponents[y], t.exponents[x], &t.coefficient)).collect();
        terms.sort_unstable_by_key(|term| std::cmp::Reverse((term.0, term.1)));
        let row = |row: &[(u32, u32, &Integer)]| {
            let terms = row.iter().map(|(_, i, c)| (*i, Sum::of(T::of_integer(c, precision))));
            (row[0].0, terms.collect())
        };
        let rows: Terms<_> = terms.chunk_by(|a, b| a.0 == b.0).map(row).collect();
        let degrees = terms.iter().map(|(j, i, _)| u64::from(*i) + u64::from(*j)).max().unwrap_or(0);
        let log_of_error = (16.0 * (degrees + terms.len() as u64 + 2) as f64).log2() - f64::from(bits);
        Ok(Rows { rows, log_of_error })
    }

    pub fn at(&self, x: &T) -> Row<T> {
        let x = Sum::of(x.clone());
        let values = self.rows.iter().map(|(j, terms)| (*j, horner(terms, &x, Sum::clone))).collect();
        Row { values, log_of_error: self.log_of_error }
    }
}

impl<T: Approximate> Row<T> {
    /// Whether the polynomial may be 0 here, as far as errors tell.
    pub fn may_vanish(&self, y: &T) -> bool {
        let Sum { value, size } = horner(&self.values, &Sum::of(y.clone()), Sum::clone);
        let value = value.scaled();
        // Errors that are not small tell nothing.
        value.is_zero() || self.log_of_error > -1.0 || value.log2() <= size.log2() + self.log_of_error
    }
}
