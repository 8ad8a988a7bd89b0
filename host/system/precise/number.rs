//! Complex numbers of MPFR's floats.

use super::super::Coefficient;
use rug::float::Constant;
use rug::{Assign, Float};

/// re + im i. Both parts have the same precision, which the results of operations have too.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Number {
    pub(crate) re: Float,
    pub(crate) im: Float,
}

impl Number {
    /// 0.
    pub(crate) fn zero(precision: u32) -> Self {
        Number { re: Float::new(precision), im: Float::new(precision) }
    }

    /// The number of these doubles.
    pub(crate) fn of([re, im]: [f64; 2], precision: u32) -> Self {
        Number { re: Float::with_val(precision, re), im: Float::with_val(precision, im) }
    }

    /// The exact number, rounded.
    pub(crate) fn nearest(exact: &Coefficient, precision: u32) -> Self {
        Number { re: Float::with_val(precision, &exact.re), im: Float::with_val(precision, &exact.im) }
    }

    /// 2^`log` times e^(2 pi i `turns`). Whole turns do not count.
    pub(crate) fn polar(log: f64, turns: f64, precision: u32) -> Self {
        let radius = Float::with_val(precision, log).exp2();
        let angle: Float = Float::with_val(precision, Constant::Pi) * (2.0 * turns.fract());
        let (sin, cos) = angle.sin_cos(Float::new(precision));
        Number { re: cos * &radius, im: sin * radius }
    }

    /// e^(-2 pi i `j` / `count`).
    pub(crate) fn root_of_unity(j: usize, count: usize, precision: u32) -> Self {
        let angle: Float = Float::with_val(precision, Constant::Pi) * (2 * j as u64) / count as u64;
        let (sin, cos) = angle.sin_cos(Float::new(precision));
        Number { re: cos, im: -sin }
    }

    /// Bits of each part.
    pub(crate) fn precision(&self) -> u32 {
        self.re.prec()
    }

    /// The same number in another precision, rounded.
    pub(crate) fn at(&self, precision: u32) -> Self {
        Number { re: Float::with_val(precision, &self.re), im: Float::with_val(precision, &self.im) }
    }

    /// The logarithm to base 2 of the larger part; minus infinity for 0.
    pub(crate) fn size(&self) -> f64 {
        log2(&self.re).max(log2(&self.im))
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = Number::zero(self.precision());
        product.re.assign(self.re.mul_sub_mul_ref(&other.re, &self.im, &other.im));
        product.im.assign(self.re.mul_add_mul_ref(&other.im, &self.im, &other.re));
        product
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let p = self.precision();
        Number { re: Float::with_val(p, &self.re + &other.re), im: Float::with_val(p, &self.im + &other.im) }
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        let p = self.precision();
        Number { re: Float::with_val(p, &self.re - &other.re), im: Float::with_val(p, &self.im - &other.im) }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.re += &other.re;
        self.im += &other.im;
    }

    pub(crate) fn subtract(&mut self, other: &Self) {
        self.re -= &other.re;
        self.im -= &other.im;
    }

    /// This number times a whole one.
    pub(crate) fn multiple(mut self, factor: u32) -> Self {
        self.re *= factor;
        self.im *= factor;
        self
    }

    /// This number times 2^`bits`.
    pub(crate) fn shifted(mut self, bits: i32) -> Self {
        self.re <<= bits;
        self.im <<= bits;
        self
    }

    /// 1 over this number; not finite for 0.
    pub(crate) fn inverse(&self) -> Self {
        let p = self.precision();
        let norm = Float::with_val(p, self.re.mul_add_mul_ref(&self.re, &self.im, &self.im));
        Number { re: Float::with_val(p, &self.re / &norm), im: -Float::with_val(p, &self.im / &norm) }
    }

    pub(crate) fn over(&self, other: &Self) -> Self {
        self.times(&other.inverse())
    }

    /// The logarithm whose imaginary part is at most pi.
    pub(crate) fn ln(&self) -> Self {
        let size = Float::with_val(self.precision(), self.re.hypot_ref(&self.im));
        Number { re: size.ln(), im: self.im.clone().atan2(&self.re) }
    }

    /// e to this power.
    pub(crate) fn exp(&self) -> Self {
        let size = self.re.clone().exp();
        let (sin, cos) = self.im.clone().sin_cos(Float::new(self.precision()));
        Number { re: cos * &size, im: sin * size }
    }

    /// The nearest doubles.
    pub(crate) fn doubles(&self) -> [f64; 2] {
        [self.re.to_f64(), self.im.to_f64()]
    }

    /// The number as a fraction; 0 where it is not finite.
    pub(crate) fn exact(&self) -> Coefficient {
        let part = |x: &Float| x.to_rational().unwrap_or_default();
        Coefficient::new(part(&self.re), part(&self.im))
    }
}

/// The logarithm to base 2 of |x|, in the accuracy of doubles; minus infinity for 0, infinite where x is not finite.
fn log2(x: &Float) -> f64 {
    if !x.is_finite() {
        return f64::INFINITY;
    }
    let (mantissa, exponent) = x.to_f64_exp();
    mantissa.abs().log2() + f64::from(exponent)
}

/// The largest size of a list.
pub(crate) fn largest(numbers: &[Number]) -> f64 {
    numbers.iter().map(Number::size).fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations() {
        let (a, b) = (Number::of([3.0, -4.0], 128), Number::of([0.5, 2.0], 128));
        assert_eq!(a.times(&b).doubles(), [9.5, 4.0]);
        assert_eq!(a.over(&b).times(&b).minus(&a).size().max(-120.0), -120.0);
        assert_eq!((a.size(), Number::zero(64).size()), (2.0, f64::NEG_INFINITY));
        assert_eq!(a.clone().shifted(-3000).size(), -2998.0);
        let turned = Number::polar(-1.0, 5.25, 128);
        assert_eq!(turned.minus(&Number::of([0.0, 0.5], 128)).size().max(-120.0), -120.0);
        assert_eq!(b.ln().exp().minus(&b).size().max(-120.0), -120.0);
        assert_eq!(a.exact(), Coefficient::new(3.into(), (-4).into()));
    }
}
