//! The one loop over batches of primes, whatever is computed: sizes from memory, progress, cancellation, an early end.

use crate::clock::Clock;
use crate::control::Control;
use crate::engine::Engine;
use crate::error::{ErrorKind, Result};
use crate::plan::grid::Grid;
use crate::plan::primes::Prime;
use gpu::Field;
use std::ops::{ControlFlow, Range};

/// Most primes in one batch: a dimension of a device's grid is at most 65535.
const MAX_BATCH: u64 = 1 << 15;

/// Primes that a bundle of a CPU has at most: batches are whole bundles where there are several.
const BUNDLE: u64 = 16;

/// What one prime costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Cost {
    /// Words while its batch is computed.
    pub words: u64,
    /// Words that it leaves behind until all batches are done.
    pub kept: u64,
    /// Element steps, about, for batches that end soon enough to be cancelled; 0 where the stage looks at the control itself.
    pub steps: u64,
}

impl Cost {
    /// Words of a prime on a grid: `inputs` rows of values and `outputs`, one buffer read and another written, with two rows of
    /// scratch, and the integers.
    pub fn on_grid(integers: u64, inputs: u64, outputs: u64, points: u64) -> u64 {
        let rows = inputs.saturating_add(outputs).saturating_add(2);
        rows.saturating_mul(points).saturating_mul(2).saturating_add(integers)
    }

    /// Primes in one batch of at most `memory` bytes with words of `word` bytes, and of about `steps` element steps.
    ///
    /// # Errors
    /// `Limit` when one prime does not fit beside what all `primes` leave behind.
    pub fn batch_len(&self, word: u64, memory: u64, steps: u64, primes: usize) -> Result<usize> {
        let kept = word.saturating_mul(self.kept).saturating_mul(primes as u64);
        let (bytes, memory) = (word.saturating_mul(self.words), memory.saturating_sub(kept));
        if bytes > memory {
            let (needed, allowed) = (bytes as u128, memory as u128);
            return Err(ErrorKind::Limit { what: "bytes of memory for one prime", needed, allowed }.into());
        }
        let fit = memory / bytes.max(1);
        let soon = steps.checked_div(self.steps).map_or(u64::MAX, |soon| soon.max(1));
        let len = fit.min(soon).min(MAX_BATCH).min(primes as u64).max(1);
        Ok(if len > BUNDLE && len < primes as u64 { len / BUNDLE * BUNDLE } else { len } as usize)
    }
}

/// What is done with one batch of primes: from integers on the engine to coefficients modulo each prime.
pub(crate) trait Stage<E: Engine> {
    /// What a batch tells besides coefficients: counts, degrees.
    type Found;

    /// The points.
    fn grid(&self) -> &Grid;

    /// What one prime costs.
    fn cost(&self) -> Cost;

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
/// As [`Cost::batch_len`]; of the engine.
pub(crate) fn batch_len<E: Engine>(engine: &E, stage: &impl Stage<E>, primes: usize) -> Result<usize> {
    let word = size_of::<<E::Modulus as Field>::Elem>() as u64;
    stage.cost().batch_len(word, engine.memory()?, engine.steps_per_batch(), primes)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_fit_the_memory_that_is_left() {
        let cost = Cost { words: 100, kept: 10, steps: 0 };
        let len = |memory, primes| cost.batch_len(4, memory, u64::MAX, primes);
        // 400 bytes a prime beside 40 for each of all.
        assert_eq!([len(440, 1), len(840, 1), len(1200, 20)], [Ok(1), Ok(1), Ok(1)]);
        assert!(matches!(
            len(1199, 20).unwrap_err().kind(),
            ErrorKind::Limit { what: "bytes of memory for one prime", needed: 400, allowed: 399 }
        ));
        // Whole bundles, unless one batch is all.
        assert_eq!([len(40 * 100 + 400 * 50, 100), len(1 << 30, 100)], [Ok(48), Ok(100)]);
        assert_eq!(len(u64::MAX, 1 << 20), Ok(1 << 15));
    }

    #[test]
    fn long_batches_end_soon() {
        let cost = Cost { words: 1, kept: 0, steps: 1000 };
        assert_eq!(cost.batch_len(4, 1 << 40, 40_000, 100), Ok(32));
        assert_eq!(cost.batch_len(4, 1 << 40, 10, 100), Ok(1));
        assert_eq!(Cost { steps: 0, ..cost }.batch_len(4, 1 << 40, 10, 100), Ok(100));
    }

    #[test]
    fn costs_without_end_are_refused() {
        let words = Cost::on_grid(u64::MAX, 3, 1, 1 << 40);
        assert!(Cost { words, kept: u64::MAX, steps: u64::MAX }.batch_len(8, 1 << 40, 1, 5).is_err());
    }
}
