//! Memory of GCDs in several variables.

use super::shape::Shape;
use crate::engine::AnyEngine;
use crate::engine::Worker;
use crate::error::Result;
use crate::lift::Lift;
use crate::poly::size;
use crate::run::memory::{self, Footprint};
use crate::run::on_grid::Planned;
use crate::run::options::RunOptions;

/// Bytes of the host.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// Bytes of the polynomials, and those that the caller holds besides.
    pub held: u64,
    /// The bytes that are left.
    pub left: u64,
}

impl Room {
    /// The bytes that a computation leaves which holds `held`.
    ///
    /// # Errors
    /// `Limit` when that is nothing; of the engine.
    pub fn new(engine: &dyn Worker, held: u64, run: &RunOptions) -> Result<Self> {
        Ok(Room { held, left: if engine.facts().shares_memory { engine.memory()? } else { memory::left(run, held)? } })
    }

    /// For one of two things that are done together.
    pub fn half(self) -> u64 {
        self.left / 2
    }

    /// For coefficients modulo primes that an engine with memory of its own has no room for.
    pub fn of_slabs(self) -> u64 {
        self.left / 2
    }

    /// For what every thread does at the same time.
    pub fn of_thread(self) -> u64 {
        self.left / rayon::current_num_threads() as u64
    }
}

/// Bytes that images of f and g in the main variable `var` and their lift take, with a GCD of the degrees `bounds`: beside what is held where
/// the engine is the host's, else of the host with what is held.
///
/// # Errors
/// `Limit` where that is more than there is; of the engine.
pub(super) fn footprint(
    engine: &dyn AnyEngine,
    (room, run): (Room, &RunOptions),
    shape: &Shape<'_>,
) -> Result<Footprint> {
    let Room { held, left } = room;
    let (job, dims, coefficients, bits) = (shape.job(), shape.dims(), shape.coefficients(), shape.bits());
    let primes = shape.primes(engine);
    let (rows, host) = ((job.inputs(), job.outputs()), room.of_slabs());
    let planned = Planned { rows, dims: &dims, points: &dims, primes, kept: coefficients, host };
    let Footprint { least, usual, batch } = planned.footprint(engine, run)?;
    let lifted = engine.lift_memory(primes, coefficients as usize, Lift::Auto);
    if engine.facts().shares_memory {
        memory::check(lifted, left)?;
        return Ok(Footprint { least: least.max(lifted), usual: usual.max(lifted), batch });
    }
    memory::check(lifted, engine.memory()?)?;
    let needed = held.saturating_add(size::integers(coefficients, bits));
    memory::check(needed, held.saturating_add(left))?;
    Ok(Footprint { least: needed, usual: needed, batch })
}
