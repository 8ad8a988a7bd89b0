//! A simple root of a polynomial on an interval, as closely as its coefficients are known.

use super::local::Local;
use rug::{Float, Integer};

/// Steps of Newton's method from about 40 right bits: they double.
const STEPS: u32 = 32;

/// An interval from `lower` / 2^bits to `upper` / 2^bits.
pub struct Closer {
    pub lower: Integer,
    pub upper: Integer,
    pub bits: u32,
}

/// A short interval with the only root between 0 and 1, of a polynomial with so many coefficients whose derivative has none; `None` where errors hide too much.
///
/// Newton's method finds a number, and certain signs on both sides of it prove the interval.
pub fn closer(local: &Local, coefficients: usize) -> Option<Closer> {
    let c = local.rows.numbers();
    let bits = local.accuracy() + 8;
    let one = Integer::from(1) << bits;
    // Errors of coefficients, and of roundings: less than 1 a step, since factors are at most 1.
    let slack = Integer::from(local.error) * (coefficients as u64) + c.len() as u64;
    let value_and_slope = |y: &Integer| {
        let (mut value, mut slope) = (Integer::new(), Integer::new());
        for c in c.iter().rev() {
            slope = ((slope * y) >> bits) + &value;
            value = ((value * y) >> bits) + c;
        }
        (value, slope)
    };
    let value_at = |y: &Integer| c.iter().rev().fold(Integer::new(), |value, c| ((value * y) >> bits) + c);
    let rises = c.first()?.is_negative();
    let mut y = (Float::with_val(64, start(local)) << bits).to_integer()?;
    let mut right = 40;
    for _ in 0..STEPS {
        let (value, slope) = value_and_slope(&y);
        if slope.is_zero() {
            return None;
        }
        let step = Integer::from(&value << bits) / &slope;
        y -= step;
        y = y.max(Integer::new()).min(one.clone());
        if right >= bits {
            let width = (Integer::from(&slack << (bits + 2)) / slope.abs()) + 1u32;
            let [lower, upper] = [Integer::from(&y - &width), Integer::from(&y + &width)];
            // At the ends of the interval signs are known.
            let is_below = |y: &Integer| {
                let value = value_at(y);
                if rises { value < Integer::from(-&slack) } else { value > slack }
            };
            let is_above = |y: &Integer| {
                let value = value_at(y);
                if rises { value > slack } else { value < Integer::from(-&slack) }
            };
            let lower = if lower <= 0 { Some(Integer::new()) } else { is_below(&lower).then_some(lower) };
            let upper = if upper >= one { Some(one) } else { is_above(&upper).then_some(upper) };
            return Some(Closer { lower: lower?, upper: upper?, bits });
        }
        right *= 2;
    }
    None
}

/// About the root, by halving with doubles.
fn start(local: &Local) -> f64 {
    let c = local.rows.over(local.rows.bits());
    let (mut lower, mut upper) = (0.0, 1.0);
    let negative_below = c.first().is_some_and(|c| *c < 0.0);
    for _ in 0..45 {
        let middle = f64::midpoint(lower, upper);
        let value = c.iter().rev().fold(0.0, |value, c| value * middle + c);
        if (value < 0.0) == negative_below { lower = middle } else { upper = middle }
    }
    f64::midpoint(lower, upper)
}
