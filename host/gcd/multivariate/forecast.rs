//! How long the steps of a GCD in several variables take, as progress is measured.

use super::dense::Dense;
use super::shape::{Shape, predicted_steps, steps};
use crate::gcd::forecast::{LOADED, LOADED_WORD};
use crate::plan::cost::{Linear, Rates};

/// Nanoseconds that one core takes besides the stages of an engine, on an EPYC (`benches/results/2026-11-25-epyc-progress.txt`), for a
/// coefficient and each word of 32 bits of it. From its term to its place:
const PLACED: Linear = Linear { each: 250.0, further: 2.0 };
/// By powers of the main variable, once more.
const IN_ROWS: Linear = Linear { each: 60.0, further: 0.5 };
/// From residues to the coefficients of rows, whose sizes are added up.
const FOUND: Linear = Linear { each: 60.0, further: 0.5 };
/// From rows to its place.
const ASSEMBLED: Linear = Linear { each: 90.0, further: 0.5 };
/// Its value modulo a 61-bit prime, with its residue.
const VALUE: Linear = Linear { each: 40.0, further: 0.7 };
/// Its term, and what is given back.
const TERM: Linear = Linear { each: 90.0, further: 0.5 };
/// A product modulo a 61-bit prime, of which each coefficient of an image takes one in each variable.
const PRODUCT: f64 = 6.0;

/// Nanoseconds of so many coefficients with so many words.
fn time(of: Linear, (count, words): (f64, f64)) -> f64 {
    of.each * count + of.further * words
}

/// Nanoseconds of the steps of one GCD.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Forecast {
    /// From terms to places.
    pub input: f64,
    /// One image for each variable.
    pub bounds: f64,
    /// By powers of the main variable.
    pub rows: f64,
    /// What is told of by [`super::multiples`]: the way to the engine, images, lift, and the numbers that prove it.
    pub load: f64,
    pub images: f64,
    pub lift: f64,
    pub proof: f64,
    /// Contents multiplied in, and the coefficients in their places.
    pub assemble: f64,
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
        let given = (f.0 + g.0, f.1 + g.1);
        let work = shape.work();
        let stages = rates.stages(&work, rates.primes(work.bits));
        let sum = |names: &[&str]| {
            let named = stages.iter().filter(|stage| names.contains(&stage.stage));
            1e6 * named.map(|stage| stage.milliseconds).sum::<f64>()
        };
        let interpolated = f64::from(shape.job().outputs()) * sum(&["interpolate"]);
        let job = shape.job();
        let points = work.points() * rates.in_bundles(rates.primes(work.bits));
        let more = rates.step() * points * (predicted_steps(&job) - steps(&job)) as f64;
        // Of GCD and cofactors, which are as long as f and g together.
        let found = (work.coefficients as f64, given.1);
        let variables = shape.f.dims.len() as f64;
        Forecast {
            input: time(PLACED, given),
            bounds: variables * PRODUCT * given.0 + given.1,
            rows: time(IN_ROWS, given),
            load: LOADED * given.0 + LOADED_WORD * given.1,
            images: sum(&["tables", "reduce", "evaluate", "scalars"]) + interpolated + more,
            lift: sum(&["lift"]),
            proof: time(FOUND, found),
            assemble: time(ASSEMBLED, found),
            end: time(VALUE, (given.0 + found.0, 2.0 * given.1)) + time(TERM, found),
        }
    }

    /// What is told of by images, lift and proof.
    pub fn multiples(&self) -> f64 {
        self.load + self.images + self.lift + self.proof
    }
}
