//! An independent check of every answer: all subresultants at one random point modulo a random 61-bit prime, by [divisions](super::division).
//!
//! A wrong answer passes with a probability of at most D / 2^60 + H / (60 N), D its degree with the number of coefficients, H its bits, N the number of 61-bit primes.

use super::division::by_division;
use super::plan::Bounds;
use crate::error::Result;
use crate::plan::prime61::Prime61;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use crate::run::tuples::Drawn;

/// sum t^i P_i at a random point modulo a random prime, t its first coordinate.
///
/// # Errors
/// `Cancelled`.
pub(super) fn drawn(bounds: &Bounds, run: &RunOptions) -> Result<Drawn> {
    let mut rng = rng(run, Purpose::Check);
    let wanted = bounds.wanted;
    loop {
        let field = Prime61::random(&mut rng);
        let point: Vec<u64> = (0..=bounds.pair[0].kept).map(|_| field.element(&mut rng)).collect();
        let t = point[0];
        let pair = [0, 1].map(|which| field.specialise(&bounds.pair[which], &point[1..]));
        // Few points have a leading coefficient that vanishes.
        if pair.iter().any(|h| matches!(h.last(), Some(0) | None)) {
            continue;
        }
        let mut sum = 0;
        by_division(field, pair, wanted.low as usize, &run.control, |k, factor, row| {
            if !wanted.has(k as u32) {
                return;
            }
            let value = match wanted.principal {
                0 => row.iter().rev().fold(0, |sum, &c| field.add(field.mul(sum, t), c)),
                _ => row.get(k).copied().unwrap_or(0),
            };
            let place = field.pow(t, wanted.place(k as u32));
            sum = field.add(sum, field.mul(field.mul(factor, value), place));
        })?;
        return Ok(Drawn { field, point, value: sum });
    }
}
