//! Complex numbers of doubles with an exponent of their own: 53 bits, and neither overflow nor underflow.

use crate::system::Number;
use rug::{Float, Integer};
use std::cmp::Ordering;

/// (re + im i) 2^exponent, where the larger of |re| and |im| is in [1/2, 1), or both are 0.
///
/// Sums have a relative error of 2 2^-53 at most, products of 3 2^-53: parts that are too small for a double are below 2^-1000 of the number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scaled {
    re: f64,
    im: f64,
    exponent: i64,
}

/// Places beyond which the smaller summand does not count.
const FAR: i64 = 1000;

impl Scaled {
    pub const ZERO: Scaled = Scaled { re: 0.0, im: 0.0, exponent: i64::MIN / 4 };

    /// (re + im i) 2^exponent for finite doubles that are 0 or not subnormal.
    pub fn new(re: f64, im: f64, exponent: i64) -> Self {
        let larger = re.abs().max(im.abs());
        if larger == 0.0 {
            return Scaled::ZERO;
        }
        let shift = (larger.to_bits() >> 52) as i64 - 1022;
        let power = power_of_two(-shift);
        Scaled { re: re * power, im: im * power, exponent: exponent + shift }
    }

    pub fn of_integer(x: &Integer) -> Self {
        let (mantissa, exponent) = x.to_f64_exp();
        Scaled::new(mantissa, 0.0, i64::from(exponent))
    }

    /// 2^log (cos angle + i sin angle).
    pub fn polar(log: f64, angle: f64) -> Self {
        let whole = log.floor();
        let size = (log - whole).exp2();
        Scaled::new(size * angle.cos(), size * angle.sin(), whole as i64)
    }

    pub fn of_float(x: &Float) -> Self {
        let (mantissa, exponent) = x.to_f64_exp();
        Scaled::new(mantissa, 0.0, i64::from(exponent))
    }

    pub fn of(z: &Number) -> Self {
        Scaled::of_float(&z.re).plus(Scaled::of_float(&z.im).times(Scaled::new(0.0, 1.0, 0)))
    }

    /// The same number as floats.
    pub fn to_number(self, precision: u32) -> Number {
        let exponent = i32::try_from(self.exponent).unwrap_or(if self.exponent > 0 { i32::MAX } else { i32::MIN });
        let part = |x: f64| Float::with_val(precision, x) << exponent;
        Number { re: part(self.re), im: part(self.im) }
    }

    pub fn is_zero(self) -> bool {
        self.re == 0.0 && self.im == 0.0
    }

    pub fn is_above(self) -> bool {
        self.im > 0.0
    }

    pub fn conjugate(self) -> Self {
        Scaled { im: -self.im, ..self }
    }

    pub fn negative(self) -> Self {
        Scaled { re: -self.re, im: -self.im, ..self }
    }

    pub fn plus(self, other: Self) -> Self {
        let (a, b) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let places = a.exponent - b.exponent;
        if places > FAR {
            return a;
        }
        let power = power_of_two(-places);
        Scaled::new(a.re + b.re * power, a.im + b.im * power, a.exponent)
    }

    pub fn minus(self, other: Self) -> Self {
        self.plus(other.negative())
    }

    pub fn times(self, other: Self) -> Self {
        let (a, b) = (self, other);
        Scaled::new(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re, a.exponent + b.exponent)
    }

    /// How many binary places it is smaller than another number, up to one; negative where it is larger.
    pub fn places_below(self, other: Self) -> i64 {
        other.exponent - self.exponent
    }

    /// 1 over this number, not 0.
    pub fn inverse(self) -> Self {
        let norm = self.re * self.re + self.im * self.im;
        Scaled::new(self.re / norm, -self.im / norm, -self.exponent)
    }

    /// The absolute value, with a relative error of 2^-51 at most.
    pub fn abs(self) -> Self {
        Scaled::new(self.re.hypot(self.im), 0.0, self.exponent)
    }

    pub fn real(self) -> Self {
        Scaled::new(self.re, 0.0, self.exponent)
    }

    /// The logarithm to base 2 of the absolute value, in the accuracy of doubles; minus infinity for 0.
    pub fn log2(self) -> f64 {
        if self.is_zero() { f64::NEG_INFINITY } else { self.re.hypot(self.im).log2() + self.exponent as f64 }
    }

    /// The same of the imaginary part.
    pub fn log2_im(self) -> f64 {
        Scaled { re: 0.0, ..self }.log2()
    }

    /// By real parts, then by imaginary ones.
    pub fn order(self, other: Self) -> Ordering {
        let difference = self.minus(other);
        let sign = |x: f64| x.partial_cmp(&0.0).unwrap_or(Ordering::Equal);
        sign(difference.re).then(sign(difference.im))
    }
}

/// z to a power of at least 1, in as many products as the exponent has bits, and at most twice as many.
pub fn power<T: Clone>(z: &T, exponent: u32, times: impl Fn(&T, &T) -> T) -> T {
    let mut power = z.clone();
    for bit in (0..exponent.ilog2()).rev() {
        power = times(&power, &power);
        if exponent >> bit & 1 == 1 {
            power = times(&power, z);
        }
    }
    power
}

/// 2^exponent for exponents of normal doubles.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}
