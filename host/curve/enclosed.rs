//! Where a polynomial in x and y is proved not to be 0.

use super::values::{Powers, Rounded, Terms, exponents};
use crate::error::Result;
use crate::poly::Polynomial;
use crate::roots::RealAlgebraic;
use rug::{Float, Rational};

/// Bits of coordinates with which it is tried whether a value is 0, before it is decided exactly.
const TRIED_BITS: [u32; 2] = [64, 256];

/// A polynomial whose values are enclosed.
pub(super) struct Enclosed {
    f: Polynomial,
    names: [String; 2],
    doubles: Terms<f64>,
    exponents: [Vec<u32>; 2],
}

impl Enclosed {
    /// Of a polynomial in both variables.
    pub(super) fn new(f: Polynomial, [x, y]: &[String; 2]) -> Result<Self> {
        let doubles = Terms::of(&f, [x, y], 53)?;
        let exponents = [exponents(&[&f], x)?, exponents(&[&f], y)?];
        Ok(Enclosed { f, names: [x.clone(), y.clone()], doubles, exponents })
    }

    /// Whether it is not 0 in a box, as far as doubles or floats of so many bits tell.
    pub(super) fn excludes_zero(&self, x: &[Rational; 2], y: &[Rational; 2], precision: u32) -> Result<bool> {
        if !self.may_vanish(&self.doubles, x, y, 53) {
            return Ok(true);
        }
        let [x_name, y_name] = &self.names;
        Ok(!self.may_vanish(&Terms::<Float>::of(&self.f, [x_name, y_name], precision)?, x, y, precision))
    }

    fn may_vanish<T: Rounded>(&self, terms: &Terms<T>, x: &[Rational; 2], y: &[Rational; 2], precision: u32) -> bool {
        let [of_x, of_y] = &self.exponents;
        terms.may_vanish(&Powers::of(x, of_x, precision), &Powers::of(y, of_y, precision))
    }

    /// Whether it is 0 at a point: decided where both coordinates are rational, or where a few hundred bits show that it is not.
    pub(super) fn vanishes(&self, x: &RealAlgebraic, y: &RealAlgebraic) -> Result<Option<bool>> {
        if let (Some(x), Some(y)) = (x.as_rational(), y.as_rational()) {
            let [x_name, _] = &self.names;
            let at = |name: &String| if name == x_name { x } else { y };
            let point: Vec<&Rational> = self.f.vars().iter().map(at).collect();
            return Ok(Some(self.f.evaluate_rational(&point.into_iter().cloned().collect::<Vec<_>>())?.is_zero()));
        }
        for bits in TRIED_BITS {
            if self.excludes_zero(&x.interval(bits), &y.interval(bits), bits + 64)? {
                return Ok(Some(false));
            }
        }
        Ok(None)
    }
}
