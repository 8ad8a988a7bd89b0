//! Intervals with rigorous rounding, and complex ones.
//!
//! The crate `inari` would be the usual choice. Version 2.0.0 does not compile for x86-64 unless everyone who builds a dependent crate sets
//! `-C target-cpu`, and what is built that way fails on older processors. Here ends are doubles, rounded to nearest and then moved to the next
//! double outward, on any processor; or MPFR's floats, which round as they are told, where doubles are not enough.

use rug::float::Round;
use rug::{Float, Rational};
use std::ops::Neg;

/// To which side of the exact value an end of an interval lies, where it is not exact.
#[derive(Clone, Copy)]
pub(crate) enum Side {
    Below,
    Above,
}

/// A number that an interval ends in.
pub(crate) trait End: Clone + PartialOrd + PartialOrd<f64> + Neg<Output = Self> {
    /// At most, or at least, the sum.
    fn sum(&self, other: &Self, side: Side) -> Self;
    /// At most, or at least, the product; 0 times an infinity, the end of an interval of finite numbers, is 0.
    fn product(&self, other: &Self, side: Side) -> Self;
}

/// The exact value of an operation rounded to `nearest` is between the doubles next to it; beyond the largest double too, where the one below
/// the infinity is the largest, and below the smallest, where they are the smallest of either sign.
fn outward(nearest: f64, side: Side) -> f64 {
    match side {
        Side::Below => nearest.next_down(),
        Side::Above => nearest.next_up(),
    }
}

impl End for f64 {
    #[inline]
    fn sum(&self, other: &f64, side: Side) -> f64 {
        let sum = self + other;
        // A sum of doubles is a multiple of the smallest one: it rounds to 0 only where it is 0.
        if *self == 0.0 || *other == 0.0 || sum == 0.0 { sum } else { outward(sum, side) }
    }
    #[inline]
    fn product(&self, other: &f64, side: Side) -> f64 {
        if *self == 0.0 || *other == 0.0 { 0.0 } else { outward(self * other, side) }
    }
}

/// MPFR's exponents have 62 bits: no product here comes near to an overflow.
impl End for Float {
    fn sum(&self, other: &Float, side: Side) -> Float {
        Float::with_val_round(self.prec(), self + other, side.round()).0
    }
    fn product(&self, other: &Float, side: Side) -> Float {
        Float::with_val_round(self.prec(), self * other, side.round()).0
    }
}

impl Side {
    pub(crate) fn round(self) -> Round {
        match self {
            Side::Below => Round::Down,
            Side::Above => Round::Up,
        }
    }
}

/// The n-th power, n at least 1.
fn power<T: Clone>(x: &T, n: u32, times: impl Fn(&T, &T) -> T) -> T {
    // From the highest bit down: the power is x^m, m the bits so far.
    let bits = (0..n.checked_ilog2().unwrap_or(0)).rev();
    bits.fold(x.clone(), |power, bit| {
        let square = times(&power, &power);
        if n >> bit & 1 == 1 { times(&square, x) } else { square }
    })
}

/// The numbers from `lower` to `upper`, both included where they are finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval<T> {
    pub lower: T,
    pub upper: T,
}

impl<T: End> Interval<T> {
    /// One number.
    pub(crate) fn point(x: T) -> Self {
        Interval { lower: x.clone(), upper: x }
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        Interval { lower: self.lower.sum(&other.lower, Side::Below), upper: self.upper.sum(&other.upper, Side::Above) }
    }

    pub(crate) fn negative(&self) -> Self {
        Interval { lower: -self.upper.clone(), upper: -self.lower.clone() }
    }

    /// Two products of ends, or four where both have numbers of either sign.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let (a, b) = (self, other);
        if a.lower >= 0.0 {
            let low = if b.lower >= 0.0 { &a.lower } else { &a.upper };
            let high = if b.upper >= 0.0 { &a.upper } else { &a.lower };
            return Interval { lower: low.product(&b.lower, Side::Below), upper: high.product(&b.upper, Side::Above) };
        }
        if a.upper <= 0.0 {
            return a.negative().times(b).negative();
        }
        if b.lower >= 0.0 || b.upper <= 0.0 {
            return b.times(a);
        }
        let smaller = |x: T, y: T| if y < x { y } else { x };
        let larger = |x: T, y: T| if y > x { y } else { x };
        let ends = |x: &T, y: &T, u: &T, v: &T, side| (x.product(y, side), u.product(v, side));
        let (x, y) = ends(&a.lower, &b.upper, &a.upper, &b.lower, Side::Below);
        let (u, v) = ends(&a.lower, &b.lower, &a.upper, &b.upper, Side::Above);
        Interval { lower: smaller(x, y), upper: larger(u, v) }
    }

    /// The n-th power, n at least 1.
    pub(crate) fn power(&self, n: u32) -> Self {
        power(self, n, Self::times)
    }
}

impl Interval<Float> {
    /// The floats around two numbers.
    pub(crate) fn between([lower, upper]: [&Rational; 2], precision: u32) -> Self {
        let end = |x: &Rational, side: Side| Float::with_val_round(precision, x, side.round()).0;
        Interval { lower: end(lower, Side::Below), upper: end(upper, Side::Above) }
    }
}

impl Interval<f64> {
    pub(crate) const ZERO: Self = Interval { lower: 0.0, upper: 0.0 };

    /// -r to r.
    pub(crate) fn around_zero(r: f64) -> Self {
        Interval { lower: -r, upper: r }
    }

    /// The largest absolute value.
    pub(crate) fn magnitude(&self) -> f64 {
        self.upper.max(-self.lower)
    }

    pub(crate) fn ends(&self) -> [f64; 2] {
        [self.lower, self.upper]
    }

    /// A double in the middle, or near it.
    pub(crate) fn middle(&self) -> f64 {
        self.lower / 2.0 + self.upper / 2.0
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.lower.is_finite() && self.upper.is_finite()
    }
}

impl Interval<Float> {
    /// The doubles around it.
    pub(crate) fn doubles(&self) -> Interval<f64> {
        Interval {
            lower: self.lower.to_f64_round(Side::Below.round()),
            upper: self.upper.to_f64_round(Side::Above.round()),
        }
    }
}

/// A rectangle: re + im i.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rectangle<T> {
    pub re: Interval<T>,
    pub im: Interval<T>,
}

impl<T: End> Rectangle<T> {
    /// One number.
    pub(crate) fn point([re, im]: [T; 2]) -> Self {
        Rectangle { re: Interval::point(re), im: Interval::point(im) }
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        Rectangle { re: self.re.plus(&other.re), im: self.im.plus(&other.im) }
    }

    pub(crate) fn negative(&self) -> Self {
        Rectangle { re: self.re.negative(), im: self.im.negative() }
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        Rectangle {
            re: self.re.times(&other.re).plus(&self.im.times(&other.im).negative()),
            im: self.re.times(&other.im).plus(&self.im.times(&other.re)),
        }
    }

    /// The n-th power, n at least 1.
    pub(crate) fn power(&self, n: u32) -> Self {
        power(self, n, Self::times)
    }
}

impl Rectangle<f64> {
    pub(crate) const ZERO: Self = Rectangle { re: Interval::ZERO, im: Interval::ZERO };

    /// The larger of the parts' magnitudes: the norm of Krawczyk's test.
    pub(crate) fn magnitude(&self) -> f64 {
        self.re.magnitude().max(self.im.magnitude())
    }

    pub(crate) fn middle(&self) -> [f64; 2] {
        [self.re.middle(), self.im.middle()]
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }
}

impl Rectangle<Float> {
    pub(crate) fn ends_mut(&mut self) -> [&mut Float; 4] {
        [&mut self.re.lower, &mut self.re.upper, &mut self.im.lower, &mut self.im.upper]
    }

    /// The doubles around it.
    pub(crate) fn doubles(&self) -> Rectangle<f64> {
        Rectangle { re: self.re.doubles(), im: self.im.doubles() }
    }
}

#[cfg(test)]
#[path = "interval_tests.rs"]
mod tests;
