//! From residues to integers.

use crate::engine::Engine;
use crate::error::Result;
use crate::options::Control;
use crate::report::Clock;
use gpu::arith::Mont31;
use rug::Integer;

/// The integers v, |v| < (product of `primes`) / 2, with the given residues.
pub(crate) fn lift<E: Engine>(
    engine: &mut E,
    residues: &E::Residues,
    primes: &[Mont31],
    coefficients: usize,
    control: &Control,
    clock: &mut Clock,
) -> Result<Vec<Integer>> {
    control.check()?;
    let digits = clock.time("digits", || engine.digits(residues, primes))?;
    control.check()?;
    Ok(clock.time("recover", || {
        let product = primes.iter().fold(Integer::from(1), |acc, m| acc * m.p);
        (0..coefficients)
            .map(|k| {
                let mut v = Integer::new();
                for (i, m) in primes.iter().enumerate().rev() {
                    v = v * m.p + digits[i * coefficients + k];
                }
                if Integer::from(&v * 2u32) > product { v - &product } else { v }
            })
            .collect()
    }))
}
