//! How long the steps of a GCD in several variables take, as progress is measured.

use super::dense::Dense;
use super::shape::Shape;
use crate::gcd::forecast::{LOADED, LOADED_WORD};
use crate::plan::cost::Rates;

/// Nanoseconds that one core takes besides the stages of an engine, on an EPYC. A coefficient that is put into its place, or taken from
/// there, in so many words of 32 bits.
const PLACE: f64 = 100.0;
const WORD: f64 = 1.0;
/// A product modulo a 61-bit prime.
const PRODUCT: f64 = 4.0;

/// Nanoseconds of the steps of one GCD.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Forecast {
    /// From terms to places.
    pub input: f64,
    /// One image for each variable.
    pub bounds: f64,
    /// What is told of by [`super::multiples`]: the way to the engine, images, lift, and the numbers that prove it.
    pub load: f64,
    pub images: f64,
    pub lift: f64,
    pub proof: f64,
    /// Contents taken out of what was found.
    pub divide: f64,
    /// The comparison at a random point, and the terms of the answer.
    pub end: f64,
}

/// Coefficients, and words of 32 bits of all.
fn size(f: &Dense) -> (f64, f64) {
    let limbs: usize = f.coefficients.iter().map(|c| c.as_limbs().len()).sum();
    (f.coefficients.len() as f64, 2.0 * limbs as f64)
}

impl Forecast {
    /// Of images of a shape, on an engine with these rates.
    pub fn new(rates: &Rates, shape: &Shape<'_>) -> Self {
        let (f, g) = (size(shape.f), size(shape.g));
        let (count, words) = (f.0 + g.0, f.1 + g.1);
        let work = shape.work();
        let stages = rates.stages(&work, rates.primes(work.bits));
        let sum = |names: &[&str]| {
            let named = stages.iter().filter(|stage| names.contains(&stage.stage));
            1e6 * named.map(|stage| stage.milliseconds).sum::<f64>()
        };
        let interpolated = f64::from(shape.job().outputs()) * sum(&["interpolate"]);
        // Of GCD and cofactors, which are as long as f and g together.
        let found = work.coefficients as f64;
        let placed = PLACE * found + WORD * words;
        let compared = PRODUCT * (count + found) + 2.0 * WORD * words;
        let variables = shape.f.dims.len() as f64;
        Forecast {
            input: PLACE * count + WORD * words,
            bounds: variables * PRODUCT * count + WORD * words,
            load: LOADED * count + LOADED_WORD * words,
            images: sum(&["tables", "reduce", "evaluate", "scalars"]) + interpolated,
            lift: sum(&["lift"]),
            proof: placed,
            divide: placed,
            end: compared + placed,
        }
    }

    /// What is told of by images, lift and proof.
    pub fn multiples(&self) -> f64 {
        self.load + self.images + self.lift + self.proof
    }
}
