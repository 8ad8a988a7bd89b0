//! The one loop over batches of primes, whatever is computed: sizes from memory, progress, cancellation, an early end.

use super::checkpoint::{Kept, Row, rows_at_once};
use super::coefficients::Coefficients;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::AnyEngine;
use crate::engine::any::{Batch, Residues};
pub(crate) use crate::engine::prime_bundles::Cost;
use crate::error::{ErrorKind, Result};
use crate::plan::columns::Columns;
use crate::plan::grid::Grid;
use crate::plan::plain_primes::{PlainPrime, PrimeSize};
use crate::plan::residues::ResidueSlice;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// The work on one batch of primes: from integers on the engine to coefficients modulo each prime.
pub(crate) trait Stage {
    /// The findings of a batch besides coefficients: counts, degrees.
    type Found;
    /// Coefficients \[prime\]\[column\], wherever they are.
    type Coefficients;

    /// The points.
    fn grid(&self) -> &Grid;

    /// The cost of one prime on an engine.
    fn cost(&self, engine: &dyn AnyEngine) -> Cost;

    /// Most primes of a batch, whatever the engine has room for.
    ///
    /// # Errors
    /// `Limit` when there is no room for one.
    fn most(&self, _: &dyn AnyEngine) -> Result<usize> {
        Ok(usize::MAX)
    }

    /// Tables of a batch.
    fn begin(&self, engine: &mut dyn AnyEngine, primes: &[PlainPrime]) -> Result<Batch> {
        engine.begin(self.grid(), primes)
    }

    /// Coefficients \[prime\]\[column\] modulo the `primes` of a batch, and what they tell.
    fn run(
        &self,
        engine: &mut dyn AnyEngine,
        batch: &Batch,
        primes: &[PlainPrime],
        control: &Control,
        clock: &mut Clock,
    ) -> Result<(Self::Coefficients, Self::Found)>;
}

/// A batch that has been computed.
pub(crate) struct Computed<'p, S: Stage> {
    /// Its primes.
    pub primes: &'p [PlainPrime],
    /// How many primes came before.
    pub at: usize,
    /// Its tables.
    pub batch: Batch,
    /// Coefficients \[prime\]\[column\].
    pub coefficients: S::Coefficients,
    /// The findings of the stage.
    pub found: S::Found,
}

/// Primes in one batch of `stage` on `engine`, of `primes`.
///
/// # Errors
/// As [`Batching::len`](crate::engine::Batching); of the engine.
pub(crate) fn batch_len(engine: &dyn AnyEngine, stage: &impl Stage, primes: usize) -> Result<usize> {
    let len = engine.batching().len(&stage.cost(engine), engine.memory()?, primes)?;
    Ok(len.min(stage.most(engine)?))
}

/// Runs `stage` for all primes, in batches of `len`, the first of at most `first`; `take` gets each of them, and ends the loop with
/// `Break`. A batch for which memory runs out is computed again with half as many primes, and so are all behind it.
///
/// # Errors
/// Errors of the engine and of `take`; `Cancelled`.
#[allow(clippy::too_many_arguments, reason = "each is one thing")]
pub(crate) fn in_batches<'p, S: Stage>(
    engine: &mut dyn AnyEngine,
    stage: &S,
    primes: &'p [PlainPrime],
    (first, len): (usize, usize),
    control: &Control,
    clock: &mut Clock,
    mut take: impl FnMut(&mut dyn AnyEngine, Computed<'p, S>, &mut Clock) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let (mut at, mut next, mut len) = (0, first.min(len).max(1), len.max(1));
    while at < primes.len() {
        let chunk = &primes[at..][..next.min(primes.len() - at)];
        control.check()?;
        // A bundle takes its time however few primes it has.
        let (rates, behind) = (engine.rates(), primes.len() - at - chunk.len());
        let behind = (behind / len) as f64 * rates.in_bundles(len as u64) + rates.in_bundles((behind % len) as u64);
        let part = control.next_of(rates.in_bundles(chunk.len() as u64), behind);
        engine.watch(&part);
        let computed = clock.time("tables", || stage.begin(engine, chunk)).and_then(|batch| {
            let (coefficients, found) = stage.run(engine, &batch, chunk, &part, clock)?;
            Ok((batch, coefficients, found))
        });
        let (batch, coefficients, found) = match computed {
            // Others have taken what the batch was planned for, or tables and small buffers are more than is left for them.
            Err(error) if chunk.len() > 1 && matches!(error.kind(), ErrorKind::OutOfMemory { .. }) => {
                len = chunk.len().div_ceil(2);
                next = len;
                continue;
            }
            computed => computed?,
        };
        if take(engine, Computed { primes: chunk, at, batch, coefficients, found }, clock)?.is_break() {
            break;
        }
        at += chunk.len();
        next = len;
        part.finish();
    }
    engine.watch(control);
    Ok(())
}

/// Residues of the elements in `columns` modulo all primes, and what each batch told; those that
/// were `kept` are not computed, and told nothing.
///
/// # Errors
/// As [`in_batches`]; `Checkpoint`.
pub(crate) fn residues<S: Stage<Coefficients = Coefficients>>(
    engine: &mut dyn AnyEngine,
    stage: &S,
    primes: &[PlainPrime],
    (columns, kept): (&Columns, Option<&Kept>),
    control: &Control,
    clock: &mut Clock,
) -> Result<(Residues, Vec<S::Found>)> {
    let len = batch_len(engine, stage, primes.len())?;
    let mut all = engine.residues(primes.len(), columns.len())?;
    let missing = clock.time("checkpoint", || {
        let size = engine.prime_size();
        restore((kept, size), primes, columns.len(), |row, _, values| engine.import(values, &mut all, row))
    })?;
    let primes = missing_primes(primes, &missing);
    let mut found = Vec::new();
    if missing.is_empty() {
        return Ok((all, found));
    }
    in_batches(engine, stage, &primes, (len, len), control, clock, |engine, done, clock| {
        let rows: Vec<u32> = (0..done.primes.len() as u32).collect();
        clock.time("interpolate", || {
            // Neighbours go together.
            let places = &missing[done.at..][..rows.len()];
            let mut rest = &rows[..];
            for run in places.chunk_by(|a, b| a + 1 == *b) {
                let (rows, others) = rest.split_at(run.len());
                rest = others;
                done.coefficients.select(engine, &done.batch, rows, columns, &mut all, run[0])?;
            }
            Ok::<_, crate::error::Error>(())
        })?;
        if let Some(kept) = kept {
            let batch = (&done.batch, &done.coefficients);
            clock.time("checkpoint", || keep(engine, batch, (done.primes, &rows), (columns, kept), |_| 0))?;
        }
        found.push(done.found);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok((all, found))
}

/// Gives to `take` what was kept modulo some of the primes, which are of this size: the number of the prime, its tag and residues in so many columns. The numbers of
/// the others.
///
/// # Errors
/// `Checkpoint`; of `take`.
pub(crate) fn restore(
    (kept, size): (Option<&Kept>, PrimeSize),
    primes: &[PlainPrime],
    columns: usize,
    take: impl FnMut(usize, u64, ResidueSlice<'_>) -> Result<()>,
) -> Result<Vec<usize>> {
    match kept {
        None => Ok((0..primes.len()).collect()),
        Some(kept) => {
            let missing = kept.restore_residues(size, primes.iter().map(|prime| prime.p), columns, take)?;
            kept.count(primes.len() - missing.len());
            Ok(missing)
        }
    }
}

/// The numbers of the primes modulo which nothing was kept.
pub(crate) fn unknown((kept, size): (&Kept, PrimeSize), primes: &[PlainPrime], columns: usize) -> Vec<usize> {
    let missing = kept.missing_residues(size, primes.iter().map(|prime| prime.p), columns);
    kept.count(primes.len() - missing.len());
    missing
}

/// The primes with these numbers.
pub(crate) fn missing_primes<'p>(primes: &'p [PlainPrime], missing: &[usize]) -> Cow<'p, [PlainPrime]> {
    match missing.len() == primes.len() {
        true => Cow::Borrowed(primes),
        false => Cow::Owned(missing.iter().map(|&i| primes[i].clone()).collect()),
    }
}

/// Keeps the residues in some columns modulo the primes of a batch with these numbers, each row with its tag, a part of the rows at a time.
///
/// # Errors
/// `Checkpoint`; of the engine.
pub(crate) fn keep(
    engine: &mut dyn AnyEngine,
    (batch, coefficients): (&Batch, &Coefficients),
    (primes, numbers): (&[PlainPrime], &[u32]),
    (columns, kept): (&Columns, &Kept),
    tag: impl Fn(usize) -> u64,
) -> Result<()> {
    for numbers in numbers.chunks(rows_at_once(engine.prime_size().bytes(), columns.len())) {
        let mut part = engine.residues(numbers.len(), columns.len())?;
        coefficients.select(engine, batch, numbers, columns, &mut part, 0)?;
        let values = engine.export(part)?;
        let row = |&i: &u32| Row { prime: primes[i as usize].p, tag: tag(i as usize) };
        kept.put_residues(&numbers.iter().map(row).collect::<Vec<Row>>(), columns.len(), values.all())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::Cpu;
    use gpu::arith::Mont31;

    /// A stage that has memory for so many primes.
    struct Narrow(usize);

    impl Stage for Narrow {
        type Found = usize;
        type Coefficients = ();

        fn grid(&self) -> &Grid {
            static GRID: std::sync::OnceLock<Grid> = std::sync::OnceLock::new();
            GRID.get_or_init(|| Grid::new(Vec::new()))
        }

        fn cost(&self, _: &dyn AnyEngine) -> Cost {
            Cost::default()
        }

        fn run(
            &self,
            _: &mut dyn AnyEngine,
            _: &Batch,
            primes: &[PlainPrime],
            _: &Control,
            _: &mut Clock,
        ) -> Result<((), usize)> {
            match primes.len() <= self.0 {
                true => Ok(((), primes.len())),
                false => Err(ErrorKind::OutOfMemory { bytes: primes.len(), free: self.0, others: 0 }.into()),
            }
        }
    }

    /// Where memory runs out, batches become smaller: all primes are there once, in order. A prime that does not fit by
    /// itself is an error.
    #[test]
    fn batches_without_memory_are_halved() {
        let fields = (3..=Mont31::MAX).rev().filter(|&p| gpu::arith::prime::is_prime(p)).filter_map(Mont31::new);
        let primes: Vec<PlainPrime> =
            fields.take(50).map(|field| PlainPrime { p: field.modulus().into(), axes: Vec::new() }).collect();
        let run = |room: usize, how: (usize, usize)| {
            let (mut engine, mut lens) = (Cpu::new(1 << 30, Control::default()), Vec::new());
            let (control, clock) = (&Control::default(), &mut Clock::default());
            let all = in_batches(&mut engine, &Narrow(room), &primes, how, control, clock, |_, done, _| {
                assert_eq!(done.at, lens.iter().sum::<usize>());
                assert_eq!(done.primes[0], primes[done.at]);
                lens.push(done.found);
                Ok(ControlFlow::Continue(()))
            });
            all.map(|()| lens)
        };
        assert_eq!(run(50, (50, 50)).unwrap(), [50]);
        assert_eq!(run(49, (50, 50)).unwrap(), [25, 25]);
        assert_eq!(run(20, (3, 40)).unwrap(), [3, 20, 20, 7]);
        assert_eq!(run(20, (40, 40)).unwrap(), [20, 20, 10]);
        assert_eq!(run(1, (40, 40)).unwrap(), [1; 50]);
        assert!(matches!(run(0, (40, 40)).unwrap_err().kind(), ErrorKind::OutOfMemory { bytes: 1, .. }));
    }
}
