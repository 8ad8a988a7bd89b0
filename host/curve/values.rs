//! Values of polynomials in x and y where both are in intervals.

use crate::error::Result;
use crate::floating::interval::{End, Interval};
use crate::poly::{Polynomial, Term};
use rug::{Float, Rational};
use std::collections::BTreeMap;

/// Ends of intervals: doubles, which decide most in little time, or floats of any precision.
pub(super) trait Rounded: End + Send + Sync {
    /// The interval around two fractions.
    fn around(ends: [&Rational; 2], precision: u32) -> Interval<Self>;
}

impl Rounded for f64 {
    fn around(ends: [&Rational; 2], _: u32) -> Interval<f64> {
        Interval::between(ends, 53).doubles()
    }
}

impl Rounded for Float {
    fn around(ends: [&Rational; 2], precision: u32) -> Interval<Float> {
        Interval::between(ends, precision)
    }
}

/// A polynomial by the exponents of x and y.
pub(super) struct Terms<T>(Vec<(Interval<T>, u32, u32)>);

impl<T: Rounded> Terms<T> {
    pub(super) fn of(f: &Polynomial, [x, y]: [&str; 2], precision: u32) -> Result<Self> {
        let (x, y) = (f.index_of(x)?, f.index_of(y)?);
        let term = |term: &Term| {
            let c = Rational::from(&term.coefficient);
            (T::around([&c, &c], precision), term.exponents[x], term.exponents[y])
        };
        Ok(Terms(f.terms().iter().map(term).collect()))
    }

    /// Whether the value may be 0 where these powers are. An end that is no number excludes nothing.
    pub(super) fn may_vanish(&self, x: &Powers<T>, y: &Powers<T>) -> bool {
        let values = self.0.iter().map(|(c, i, j)| c.times(&x.0[i]).times(&y.0[j]));
        let sum = values.reduce(|sum, value| sum.plus(&value));
        sum.is_none_or(|sum| !(sum.lower > 0.0 || -sum.upper > 0.0))
    }
}

/// Powers of an interval by their exponents.
pub(super) struct Powers<T>(BTreeMap<u32, Interval<T>>);

impl<T: Rounded> Powers<T> {
    /// Of exponents in ascending order.
    pub(super) fn of(ends: &[Rational; 2], exponents: &[u32], precision: u32) -> Self {
        let (of, one) = (T::around(ends.each_ref(), precision), Rational::from(1));
        let (mut power, mut at) = (T::around([&one, &one], precision), 0);
        let next = |&exponent: &u32| {
            if exponent > at {
                power = power.times(&of.power(exponent - at));
                at = exponent;
            }
            (exponent, power.clone())
        };
        Powers(exponents.iter().map(next).collect())
    }
}

/// The exponents of a variable that occur, in ascending order.
pub(super) fn exponents(polynomials: &[&Polynomial], var: &str) -> Result<Vec<u32>> {
    let mut all = Vec::new();
    for f in polynomials {
        let index = f.index_of(var)?;
        all.extend(f.terms().iter().map(|term| term.exponents[index]));
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}
