//! Values of a polynomial and its derivative at complex points, with bounds of their errors.
//!
//! Horner's rule multiplies and adds once for each coefficient; where many are 0, it multiplies by a power, which has an error of no more products. With unit roundoff u a product of complex numbers has a relative error of 3 u at most, a sum
//! of 2 u, and a rounded coefficient of u. So each term a_k z^k of the value is multiplied by 1 + d with |d| <= (5 n + 3) u, but for terms in u^2, and the
//! terms k a_k z^(k-1) of the derivative by as much: the error is at most 16 (n + 1) u sum |a_k| |z|^k, or that sum with the terms of the
//! derivative, where twice and more is left for the errors of these sums, whose relative size is 8 n 2^-53.
//!
//! Source: N. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 5.1.

use super::scaled::{Scaled, power};
use crate::system::Number;
use rug::{Float, Integer};

/// Bits of the first arithmetic.
pub const DOUBLES: u32 = 53;

/// A value and a derivative, with the bounds of their errors.
pub struct Value {
    pub f: Scaled,
    pub slope: Scaled,
    error: Scaled,
    error_of_slope: Scaled,
}

/// More than all errors in logarithms of bounds.
pub const SLACK: f64 = 0.01;

impl Value {
    /// Whether the value may be nothing but its error.
    pub fn is_noise(&self) -> bool {
        self.f.log2() <= self.error.log2() + 2.0
    }

    /// An upper bound of log2 |f / f'|, f and f' the exact ones; infinite where f' may be 0.
    pub fn log_of_ratio(&self) -> f64 {
        let slope = self.slope.log2();
        if self.slope.is_zero() || slope <= self.error_of_slope.log2() + 1.0 {
            return f64::INFINITY;
        }
        // |f'| - error is at least half of |f'|, and differs from it by less where the error is small.
        let share = (self.error_of_slope.log2() - slope).exp2();
        self.f.abs().plus(self.error).log2() - slope - (1.0 - share).log2() + SLACK
    }
}

/// A squarefree polynomial over Z to be evaluated in doubles, and with more bits.
#[derive(Debug)]
pub struct Evaluated {
    pub f: Vec<Integer>,
    /// Exponents of terms, in descending order.
    exponents: Vec<u32>,
    doubles: Vec<Scaled>,
    sizes: Vec<Scaled>,
}

impl Evaluated {
    pub fn new(f: Vec<Integer>) -> Self {
        let exponents: Vec<u32> = (0..f.len() as u32).rev().filter(|&k| !f[k as usize].is_zero()).collect();
        let doubles: Vec<Scaled> = exponents.iter().map(|&k| Scaled::of_integer(&f[k as usize])).collect();
        let sizes = doubles.iter().map(|c| c.abs()).collect();
        Evaluated { f, exponents, doubles, sizes }
    }

    pub fn degree(&self) -> usize {
        self.f.len() - 1
    }

    /// Those of terms, in descending order.
    pub fn exponents(&self) -> &[u32] {
        &self.exponents
    }

    /// The distances from a term to the next, and the indices of terms. The last one is the constant term, since f(0) is not 0.
    fn steps(&self) -> impl Iterator<Item = (u32, usize)> {
        self.exponents.windows(2).map(|two| two[0] - two[1]).zip(1..)
    }

    /// Value and derivative by Horner's rule.
    fn horner(&self, coefficients: &[Scaled], z: Scaled) -> [Scaled; 2] {
        let (mut value, mut slope) = (coefficients[0], Scaled::ZERO);
        // places z^(places - 1), which is 1 to begin with, and z^places.
        let (mut places, mut below, mut whole) = (1, None, z);
        for (next, index) in self.steps() {
            if next != places {
                let one_less = (next > 1).then(|| power(&z, next - 1, |a, b| a.times(*b)));
                whole = one_less.map_or(z, |power| power.times(z));
                (places, below) = (next, one_less.map(|power| power.times(Scaled::new(f64::from(next), 0.0, 0))));
            }
            slope = slope.times(whole).plus(below.map_or(value, |below| value.times(below)));
            value = value.times(whole).plus(coefficients[index]);
        }
        [value, slope]
    }

    fn with_errors(&self, [f, slope]: [Scaled; 2], z: Scaled, precision: u32) -> Value {
        let factor = Scaled::new(16.0 * self.f.len() as f64, 0.0, -i64::from(precision));
        let [error, error_of_slope] = self.horner(&self.sizes, z.abs()).map(|sum| sum.times(factor));
        Value { f, slope, error, error_of_slope }
    }

    /// In doubles.
    pub fn at(&self, z: Scaled) -> Value {
        self.with_errors(self.horner(&self.doubles, z), z, DOUBLES)
    }

    /// With the precision of z. The coefficients have that precision too.
    pub fn at_number(&self, coefficients: &[Float], z: &Number) -> (Value, [Number; 2]) {
        let precision = z.precision();
        let first = Number { re: coefficients[0].clone(), im: Float::new(precision) };
        let (mut value, mut slope) = (first, Number::zero(precision));
        // places z^(places - 1), which is 1 to begin with, and z^places.
        let (mut places, mut below, mut whole) = (1, None, z.clone());
        for (next, index) in self.steps() {
            if next != places {
                let one_less = (next > 1).then(|| power(z, next - 1, Number::times));
                whole = one_less.as_ref().map_or_else(|| z.clone(), |power| power.times(z));
                (places, below) = (next, one_less.map(|power| power.multiple(next)));
            }
            slope = slope.times(&whole);
            match &below {
                Some(below) => slope.add(&value.times(below)),
                None => slope.add(&value),
            }
            value = value.times(&whole);
            value.re += &coefficients[index];
        }
        let both = [value, slope];
        (self.with_errors(both.each_ref().map(Scaled::of), Scaled::of(z), precision), both)
    }

    /// The coefficients with so many bits.
    pub fn rounded(&self, precision: u32) -> Vec<Float> {
        self.exponents.iter().map(|&k| Float::with_val(precision, &self.f[k as usize])).collect()
    }
}
