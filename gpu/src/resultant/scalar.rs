//! From the resultant of f and g at a point to the scalar that is asked for there.

use crate::arith::field::Field;
use crate::fraction::Fraction;

/// Which scalar is asked for.
#[derive(Clone, Copy)]
pub struct Kind {
    /// The discriminant of f up to its sign, res(f, f') / lc(f), for g = f'; else the resultant.
    pub discriminant: bool,
    /// Minus that.
    pub negative: bool,
}

impl Kind {
    /// The scalar from res(f, g), for `lead` = lc(f). Lanes where a discriminant has no value, as `lead` is 0, are off.
    #[inline(always)]
    pub fn scalar<F: Field>(&self, field: &F, resultant: Fraction<F::Elem>, lead: F::Elem) -> Fraction<F::Elem> {
        let Fraction { mut numerator, mut denominator, mut off } = resultant;
        if self.discriminant {
            denominator = field.mul(denominator, lead);
            off |= field.zeros(lead);
        }
        if self.negative {
            numerator = field.neg(numerator);
        }
        Fraction { numerator, denominator, off }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::Mont31;

    #[test]
    fn signs_and_leading_coefficients() {
        let m = Mont31::new(97).unwrap();
        let found = Fraction { numerator: m.enter(5), denominator: m.enter(3), off: 0 };
        let scalar = |discriminant, negative, lead| {
            let Fraction { numerator, denominator, off } =
                Kind { discriminant, negative }.scalar(&m, found, m.enter(lead));
            (m.leave(numerator), m.leave(denominator), off)
        };
        assert_eq!(scalar(false, false, 0), (5, 3, 0));
        assert_eq!(scalar(false, true, 0), (92, 3, 0));
        assert_eq!(scalar(true, false, 4), (5, 12, 0));
        assert_eq!(scalar(true, true, 0), (92, 0, 1));
    }
}
