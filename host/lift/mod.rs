//! From residues to integers: mixed-radix digits by the engine, integers in the symmetric range on the host.

mod recover;
mod tables;

pub use recover::{recover, recover_horner};
pub use tables::MixedRadixTables;

use crate::engine::Engine;
use crate::error::Result;
use crate::options::Control;
use crate::report::Clock;
use gpu::arith::Mont31;
use rug::Integer;

/// The integers v, |v| < (product of `primes`) / 2, with the given residues; the primes ascend.
pub(crate) fn lift<E: Engine>(
    engine: &mut E,
    residues: &E::Residues,
    primes: &[Mont31],
    coefficients: usize,
    control: &Control,
    clock: &mut Clock,
) -> Result<Vec<Integer>> {
    control.check()?;
    let tables = MixedRadixTables::new(primes)?;
    let digits = clock.time("digits", || engine.digits(residues, &tables))?;
    control.check()?;
    clock.time("recover", || recover(&tables, &digits, coefficients))
}
