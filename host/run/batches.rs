//! The one loop over batches of primes, whatever is computed: sizes from memory, progress, cancellation, an early end.

use crate::clock::Clock;
use crate::control::Control;
use crate::engine::Engine;
pub(crate) use crate::engine::batching::Cost;
use crate::error::Result;
use crate::plan::grid::Grid;
use crate::plan::primes::Prime;
use std::ops::{ControlFlow, Range};

/// What is done with one batch of primes: from integers on the engine to coefficients modulo each prime.
pub(crate) trait Stage<E: Engine> {
    /// What a batch tells besides coefficients: counts, degrees.
    type Found;

    /// The points.
    fn grid(&self) -> &Grid;

    /// What one prime costs on an engine.
    fn cost(&self, engine: &E) -> Cost;

    /// Tables of a batch.
    fn begin(&self, engine: &mut E, primes: &[Prime<E::Modulus>]) -> Result<E::Batch> {
        engine.begin(self.grid(), primes)
    }

    /// Coefficients \[prime\]\[column\] modulo the `primes` primes of a batch, and what they tell.
    fn run(
        &self,
        engine: &mut E,
        batch: &E::Batch,
        primes: usize,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<(E::Buffer, Self::Found)>;
}

/// A batch that has been computed.
pub(crate) struct Computed<'p, E: Engine, F> {
    /// Its primes.
    pub primes: &'p [Prime<E::Modulus>],
    /// How many primes came before.
    pub at: usize,
    /// Its tables.
    pub batch: E::Batch,
    /// Coefficients \[prime\]\[column\].
    pub coefficients: E::Buffer,
    /// What the stage found.
    pub found: F,
}

/// Primes in one batch of `stage` on `engine`, of `primes`.
///
/// # Errors
/// As [`Batching::len`](crate::engine::Batching); of the engine.
pub(crate) fn batch_len<E: Engine>(engine: &E, stage: &impl Stage<E>, primes: usize) -> Result<usize> {
    engine.batching().len(&stage.cost(engine), engine.memory()?, primes)
}

/// Runs `stage` for all primes, in batches of `len`, the first of at most `first`; `take` gets each of them, and ends the loop with
/// `Break`.
///
/// # Errors
/// Errors of the engine and of `take`; `Cancelled`.
#[allow(clippy::too_many_arguments, reason = "each is one thing")]
pub(crate) fn in_batches<'p, E: Engine, S: Stage<E>>(
    engine: &mut E,
    stage: &S,
    primes: &'p [Prime<E::Modulus>],
    (first, len): (usize, usize),
    control: &Control,
    clock: &mut Clock,
    mut take: impl FnMut(&mut E, Computed<'p, E, S::Found>, &mut Clock) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let (begin, rest) = primes.split_at(first.min(len).min(primes.len()));
    let mut at = 0;
    for chunk in std::iter::once(begin).filter(|begin| !begin.is_empty()).chain(rest.chunks(len)) {
        control.check()?;
        let part = control.next_of(chunk.len() as f64, (primes.len() - at - chunk.len()) as f64);
        engine.watch(&part);
        let batch = clock.time("tables", || stage.begin(engine, chunk))?;
        let (coefficients, found) = stage.run(engine, &batch, chunk.len(), &part, clock)?;
        if take(engine, Computed { primes: chunk, at, batch, coefficients, found }, clock)?.is_break() {
            break;
        }
        at += chunk.len();
        part.finish();
    }
    engine.watch(control);
    Ok(())
}

/// Residues of the elements in `columns` modulo all primes, and what each batch told.
///
/// # Errors
/// As [`in_batches`].
pub(crate) fn residues<E: Engine, S: Stage<E>>(
    engine: &mut E,
    stage: &S,
    primes: &[Prime<E::Modulus>],
    columns: &[Range<u32>],
    control: &Control,
    clock: &mut Clock,
) -> Result<(E::Residues, Vec<S::Found>)> {
    let len = batch_len(engine, stage, primes.len())?;
    let mut all = engine.residues(primes.len(), columns.iter().map(|range| range.len()).sum())?;
    let mut found = Vec::with_capacity(primes.len().div_ceil(len));
    in_batches(engine, stage, primes, (len, len), control, clock, |engine, done, clock| {
        let rows: Vec<u32> = (0..done.primes.len() as u32).collect();
        clock.time("interpolate", || {
            engine.select(&done.batch, &done.coefficients, &rows, columns, &mut all, done.at)
        })?;
        found.push(done.found);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok((all, found))
}
