//! From residues to integers in the symmetric range: by explicit Chinese remaindering, or by mixed-radix digits.

pub(crate) mod crt;
mod extend;
mod recover;
mod tables;

pub(crate) use extend::Lifted;
pub use recover::{recover, recover_horner};
pub use tables::MixedRadixTables;

use crate::engine::MixedRadix;
use crate::error::Result;
use crate::options::{Control, Lift};
use crate::report::Clock;
use gpu::arith::Mont31;
use rug::Integer;

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
    let explicit = match lift {
        Lift::Auto => primes.len() >= engine.crt_primes(),
        Lift::Crt => true,
        Lift::MixedRadix => false,
    };
    if explicit {
        return clock.time("crt", || engine.crt(residues, primes, control));
    }
    let tables = MixedRadixTables::new(primes)?;
    let digits = clock.time("digits", || engine.digits(residues, &tables))?;
    control.check()?;
    clock.time("recover", || recover(&tables, &digits, digits.len() / primes.len()))
}
