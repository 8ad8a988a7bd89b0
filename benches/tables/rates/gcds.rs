//! Images of GCDs by rounds, against the products that the second halves of rounds have.

use super::{Bounds, FRAGMENT, Line, median};
use crate::choices::inputs::Pair;
use eliminant::Result;
use eliminant::engine::cuda::{Context, Cuda, Thresholds};
use eliminant::engine::gcd::GcdShape;
use gpu::gcd::block::STEPS;
use gpu::gcd::tensor_update::PARTS;

/// Prints a line for each degree and number of primes, with tensor cores and without; the GCD has half of the degree.
pub fn print((engine, context): (&mut Cuda, &Context), bounds: &Bounds, smoke: bool) -> Result<()> {
    let cases: &[(u32, usize)] = if smoke { &[(600, 1)] } else { &[(2000, 1000), (6000, 264), (20_000, 100)] };
    for &(n, primes) in cases {
        let d = n / 2;
        let pair = Pair::new(engine, n, d, primes, GcdShape::Rounds)?;
        let elements = f64::from(n) * f64::from(n) / 2.0 - f64::from(d) * f64::from(d) / 2.0;
        for tensor_rounds in [true, false] {
            if tensor_rounds && bounds.tensor == 0.0 {
                continue;
            }
            engine.set_thresholds(Thresholds { tensor_rounds, ..Thresholds::default() });
            let seconds = median(|| pair.images(engine).and_then(|()| context.synchronize()))?;
            let (name, bound) = match tensor_rounds {
                // For 16 coefficients of both polynomials after a round as many products of fragments for both before it.
                true => ("tensor cores", bounds.tensor / (2.0 * PARTS as f64 / 16.0 / f64::from(STEPS) * FRAGMENT)),
                false => ("products of words", bounds.products / 4.0),
            };
            let line = Line {
                stage: "images",
                shape: format!("degree {n}, GCD {d} x {primes} primes, {name}"),
                milliseconds: seconds * 1e3,
                rate: elements * primes as f64 / seconds,
                unit: "T steps/s",
                bound,
            };
            println!("{}", line.text());
        }
        engine.set_thresholds(Thresholds::default());
    }
    Ok(())
}
