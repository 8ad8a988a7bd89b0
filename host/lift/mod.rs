//! From residues to integers in the symmetric range: by explicit Chinese remaindering, or by mixed-radix digits.

pub(crate) mod crt;
mod extend;
mod recover;
mod tables;

pub(crate) use extend::Lifted;
pub use recover::{recover, recover_horner};
pub use tables::MixedRadixTables;
pub(crate) use tables::product;

use crate::engine::MixedRadix;
use crate::error::Result;
use crate::options::{Control, Lift};
use crate::report::Clock;
use gpu::arith::Mont31;
use rug::Integer;

/// Whether integers are found by explicit remaindering, for an engine where this is faster from `crt_primes` primes on.
pub(crate) fn is_explicit(lift: Lift, primes: usize, crt_primes: usize) -> bool {
    match lift {
        Lift::Auto => primes >= crt_primes,
        Lift::Crt => true,
        Lift::MixedRadix => false,
    }
}

/// [`crate::engine::Engine::lift`] where residues have 31 bits.
pub(crate) fn lift<E: MixedRadix>(
    engine: &mut E,
    residues: E::Residues,
    primes: &[Mont31],
    lift: Lift,
    control: &Control,
    clock: &mut Clock,
) -> Result<Vec<Integer>> {
    control.check()?;
    if is_explicit(lift, primes.len(), engine.crt_primes()) {
        return clock.time("crt", || engine.crt(residues, primes, control));
    }
    let tables = MixedRadixTables::new(primes)?;
    let digits = clock.time("digits", || engine.digits(residues, &tables))?;
    control.check()?;
    clock.time("recover", || recover(&tables, &digits, digits.len() / primes.len()))
}
