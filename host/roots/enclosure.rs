//! Values of polynomials at positive numbers, between two floating numbers.

use rug::float::Round;
use rug::ops::{AddAssignRound, MulAssignRound};
use rug::{Float, Integer};
use std::cmp::Ordering;

/// Two numbers with another one between them; or that number, where they are equal.
#[derive(Debug, Clone)]
pub struct Enclosure {
    pub lower: Float,
    pub upper: Float,
}

impl Enclosure {
    /// The dyadic number m / 2^scale, m >= 0, with so many bits.
    pub fn dyadic(m: &Integer, scale: i64, precision: u32) -> Self {
        let rounded = |round| {
            let (float, _) = Float::with_val_round(precision, m, round);
            scaled(float, scale)
        };
        Enclosure { lower: rounded(Round::Down), upper: rounded(Round::Up) }
    }

    /// The sign of all numbers here; `None` where they have different ones.
    pub fn sign(&self) -> Option<Ordering> {
        let [lower, upper] = [&self.lower, &self.upper].map(|end| end.cmp0());
        match (lower?, upper?) {
            (lower, upper) if lower == upper => Some(lower),
            _ => None,
        }
    }

    /// The value of a polynomial at all numbers here, none of which is negative, by Horner's rule with directed rounding.
    pub fn value(&self, f: &[Integer]) -> Enclosure {
        let precision = self.lower.prec();
        let mut lower = Float::new(precision);
        let mut upper = Float::new(precision);
        for c in f.iter().rev() {
            // A product of a negative number with the larger factor is the smaller one.
            let factor = if lower.is_sign_negative() { &self.upper } else { &self.lower };
            lower.mul_assign_round(factor, Round::Down);
            let factor = if upper.is_sign_negative() { &self.lower } else { &self.upper };
            upper.mul_assign_round(factor, Round::Up);
            lower.add_assign_round(c, Round::Down);
            upper.add_assign_round(c, Round::Up);
        }
        Enclosure { lower, upper }
    }
}

/// x / 2^scale.
pub fn scaled(x: Float, scale: i64) -> Float {
    // Beyond i32 an exponent of a float is out of range in any case: 0 or infinity.
    let places = i32::try_from(scale).unwrap_or(if scale > 0 { i32::MAX } else { i32::MIN });
    x >> places
}

#[cfg(test)]
mod tests {
    use super::*;
    use rug::Rational;

    /// The exact value lies between the ends, which are close together where precision is high and equal where everything is exact.
    #[test]
    fn values_are_enclosed() {
        let f = [-7, 5, 0, -31, 2].map(Integer::from);
        for (m, scale) in [(0, 0), (1, 0), (12345, 7), (99999, 20), (3, -5)] {
            let m = Integer::from(m);
            let x = Rational::from(&m) >> i32::try_from(scale).unwrap();
            let exact = f.iter().rev().fold(Rational::new(), |sum, c| sum * &x + c);
            for precision in [4, 20, 500] {
                let value = Enclosure::dyadic(&m, scale, precision).value(&f);
                assert!(value.lower <= exact && value.upper >= exact);
                if precision == 500 {
                    assert!(value.lower == value.upper && value.lower == exact);
                    assert_eq!(value.sign(), Some(exact.cmp0()));
                }
            }
        }
        assert_eq!(
            Enclosure::dyadic(&1.into(), 1, 2).value(&[0, -1, 2].map(Integer::from)).sign(),
            Some(Ordering::Equal)
        );
    }
}
