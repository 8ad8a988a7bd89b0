//! Roots of h(z^d) from those of h.

use super::number::ComplexAlgebraic;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::Result;
use crate::system::Number;

/// Bits that logarithms of large numbers lose, and more.
const MORE_BITS: u32 = 64;

/// Points near the d-th roots above the real axis of numbers, which are real or above it, and of their conjugates, with so many bits.
///
/// A d-th root of w below the axis is the conjugate of one of the conjugate of w.
pub fn radicals(powers: &mut [ComplexAlgebraic], d: u32, bits: u32, control: &Control) -> Result<Vec<Number>> {
    let precision = bits.saturating_add(MORE_BITS);
    powers.par_iter_mut().try_for_each(|power| power.refine_watched(bits, || control.check()))?;
    let mirrored = |z: Number| if z.im.is_sign_negative() { Number { im: -z.im, ..z } } else { z };
    let of = |power: &ComplexAlgebraic| -> Vec<Number> {
        let w = power.at_hand(precision);
        let real = power.as_real().is_some();
        let is_negative = real && w.re.is_sign_negative();
        let size = if real { Number { re: w.re.abs(), im: w.im } } else { w };
        let mut logarithm = size.ln();
        logarithm.re /= d;
        logarithm.im /= d;
        let first = logarithm.exp();
        // Angles in parts of 1 / 2d turns.
        let turns: Vec<u32> = match (real, is_negative) {
            (true, true) => (0..d).map(|k| 2 * k + 1).filter(|&turn| turn < d).collect(),
            (true, false) => (1..d).map(|k| 2 * k).filter(|&turn| turn < d).collect(),
            (false, _) => (0..d).map(|k| 2 * k).collect(),
        };
        let turned = |turn| first.times(&Number::root_of_unity(turn as usize, 2 * d as usize, precision));
        turns.into_iter().map(|turn| mirrored(turned(turn)).at(bits)).collect()
    };
    control.check()?;
    Ok(powers.par_iter().map(of).collect::<Vec<_>>().concat())
}
