//! What GCDs in several variables take of memory.

use super::Context;
use super::dense::Dense;
use super::loaded::usual_bits;
use crate::engine::gcd::PointsJob;
use crate::engine::{ScalarShape, Worker};
use crate::error::Result;
use crate::lift::Lift;
use crate::plan::primes::Word;
use crate::poly::size;
use crate::run::backend::AllStages;
use crate::run::memory;
use crate::run::on_grid::Planned;
use crate::run::options::RunOptions;

/// Bytes of the host.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// What the polynomials take, and what the caller holds besides.
    pub held: u64,
    /// What is left.
    pub left: u64,
}

impl Room {
    /// What a computation that holds `held` bytes leaves.
    ///
    /// # Errors
    /// `Limit` when that is nothing; of the engine.
    pub fn new<W: Worker>(engine: &W, held: u64, run: &RunOptions) -> Result<Self> {
        Ok(Room { held, left: if engine.is_host() { engine.memory()? } else { memory::left(run, held)? } })
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

/// Refuses images of f and g in the main variable `var` that do not fit, with a GCD of the degrees `bounds`, before contents are computed.
///
/// # Errors
/// `Limit`; of the engine.
pub(super) fn check<E: AllStages>(
    context: &Context<'_, E>,
    f: &Dense,
    g: &Dense,
    (var, bounds): (usize, &[usize]),
) -> Result<()> {
    let engine = &*context.engine;
    let (p, q) = (f.degree(var) as u32, g.degree(var) as u32);
    let job = PointsJob { p, q, degree: (bounds[var] as u32).min(p).min(q), shape: ScalarShape::Auto };
    let kept = || (0..f.dims.len()).filter(|&k| k != var);
    let dims: Vec<u32> = kept().map(|k| f.dims[k].max(g.dims[k]) as u32).collect();
    // Coefficients of the GCD and of both cofactors.
    let sizes = |degree: &dyn Fn(usize) -> usize| (0..f.dims.len()).map(|k| degree(k) as u64 + 1).product::<u64>();
    let cofactor = |h: &Dense| sizes(&|k| h.degree(k).saturating_sub(bounds[k]));
    let coefficients = sizes(&|k| bounds[k]) + cofactor(f) + cofactor(g);
    let bits = usual_bits(f.height().max(g.height()), bounds);
    let primes = (bits / u64::from(E::Modulus::LEAST.ilog2())) as usize + 2;
    let Room { held, left } = context.room;
    let (rows, host) = ((job.inputs(), job.outputs()), context.room.of_slabs());
    Planned { rows, dims: &dims, points: &dims, primes, kept: coefficients, host }.cut(engine, &context.options.run)?;
    let on_engine = engine.lift_memory(primes, coefficients as usize, Lift::Auto);
    match engine.is_host() {
        true => memory::check(on_engine, left),
        false => {
            memory::check(on_engine, engine.memory()?)?;
            memory::check(held.saturating_add(size::integers(coefficients, bits)), held.saturating_add(left))
        }
    }
}
