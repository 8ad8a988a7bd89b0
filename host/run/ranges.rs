//! An answer that is never in memory as a whole: residues modulo all primes in a store, then its integers in ranges, the last first.

use super::backend::first;
use super::batches::{Stage, in_batches, missing_primes, restore, unknown};
use super::checkpoint::{Kept, Row};
use super::coefficients::Coefficients;
use super::memory;
use super::options::RunOptions;
use super::residue_rows::Store;
use super::team::on_all;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::AnyEngine;
use crate::engine::any::Batch;
use crate::error::Result;
use crate::lift::Lift;
use crate::plan::columns::Columns;
use crate::plan::grid::Grid;
use crate::plan::plain_primes::{PlainPrime, PrimeSize, moduli};
use crate::poly::size;
use rug::Integer;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Bytes of a range beyond which longer ranges gain nothing: its residues fill caches, and all threads have work.
const ENOUGH: u64 = 1 << 27;

/// Coefficients of a range, at least: each range makes the tables of all primes anew, which takes about as long as one coefficient.
const SHORTEST: usize = 64;

/// Where residues are kept, and how many coefficients are lifted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout<'f> {
    /// The folder of the file that they are kept in, if not in memory.
    folder: Option<&'f Path>,
    /// Coefficients of a range.
    width: usize,
    /// Bytes of the host for a batch of primes.
    batch: u64,
}

/// The answer: so many coefficients of so many bits, modulo so many primes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    pub primes: usize,
    pub coefficients: usize,
    pub bits: u64,
}

impl Size {
    /// Bytes of the host for the range of `width` coefficients that is lifted.
    fn range(&self, engine: &dyn AnyEngine, width: usize, lift: Lift) -> u64 {
        let residues = engine.prime_size().bytes() as u64 * self.primes as u64 * width as u64;
        // The residues that are read from the store, and a block of them; then those on the engine.
        let lifted = match engine.facts().shares_memory {
            true => engine.lift_memory(self.primes, width, lift),
            false => size::integers(width as u64, self.bits),
        };
        residues.saturating_mul(2).saturating_add(lifted)
    }

    /// How they are kept, in a file of `folder` or in memory, beside `held` bytes, with several engines like this one, where a batch of
    /// one prime takes `batch` bytes of the host.
    ///
    /// # Errors
    /// `Limit`.
    pub fn layout<'f>(
        &self,
        engine: &dyn AnyEngine,
        engines: usize,
        (held, batch): (u64, u64),
        (run, lift): (&RunOptions, Lift),
        folder: Option<&'f Path>,
    ) -> Result<Layout<'f>> {
        let allowed = memory::allowed(run);
        let all = (engine.prime_size().bytes() as u64)
            .saturating_mul(self.primes as u64)
            .saturating_mul(self.coefficients as u64);
        let range = |width: usize| self.range(engine, width, lift).saturating_mul(engines as u64);
        let shortest = self.coefficients.clamp(1, SHORTEST);
        let least = range(shortest).max(batch);
        let kept = if folder.is_some() { 0 } else { all };
        memory::check(held.saturating_add(kept).saturating_add(least), allowed)?;
        let left = allowed - held - kept;
        let mut width = self.coefficients.max(1);
        while width > shortest && range(width) > left.min(ENOUGH.max(least)) {
            width = width.div_ceil(2).max(shortest);
        }
        Ok(Layout { folder, width, batch: left })
    }
}

impl Layout<'_> {
    /// A store for the residues modulo `primes` of this size: empty, or with those that were `kept`.
    ///
    /// # Errors
    /// `OutOfMemory`; `File`.
    pub fn store(
        &self,
        size: PrimeSize,
        primes: &[PlainPrime],
        coefficients: usize,
        kept: Option<&Kept>,
    ) -> Result<Store> {
        let primes = moduli(primes);
        match self.folder {
            Some(folder) => Store::in_folder((folder, kept), size, (primes, coefficients), self.width),
            None => Ok(Store::in_memory(size, primes, coefficients)),
        }
    }

    /// Puts the residues of the elements in `columns` modulo `primes` into the store, one prime after the other, each of which `compute` has all
    /// engines at; what each prime told. Those that were `kept` are not computed.
    ///
    /// # Errors
    /// Those of the engines and of the store; `Cancelled`.
    pub fn gather_shared<F>(
        &self,
        engines: &mut [&mut dyn AnyEngine],
        primes: &[PlainPrime],
        (columns, kept): (&Columns, Option<&Kept>),
        store: &Mutex<Store>,
        (control, clock): (&Control, &mut Clock),
        compute: impl Fn(&mut [&mut dyn AnyEngine], &[PlainPrime], &Control, &mut Clock) -> Result<(Coefficients, F)>,
    ) -> Result<Vec<F>> {
        let size = first(engines)?.prime_size();
        let missing = clock.time("checkpoint", || missing_rows((primes, 0), columns, (kept, size), store))?;
        let mut found = Vec::with_capacity(missing.len());
        for (done, &at) in missing.iter().enumerate() {
            control.check()?;
            let part = control.next_of(1.0, (missing.len() - done - 1) as f64);
            let prime = &primes[at..=at];
            let (coefficients, told) = compute(engines, prime, &part, clock)?;
            let engine = first(engines)?;
            engine.watch(&part);
            let batch = engine.begin(&Grid::new(Vec::new()), prime)?;
            put(engine, (&batch, coefficients), prime, &[at], (columns, kept), store, clock)?;
            found.push(told);
            part.finish();
        }
        Ok(found)
    }

    /// Puts the residues of the elements in `columns` modulo `primes` into the store, from row `first` on, and returns what each batch
    /// told; those that were `kept` are not computed; `engines` share the memory of the host.
    ///
    /// # Errors
    /// Those of the engine and of the store; `Cancelled`.
    pub fn gather<S: Stage<Coefficients = Coefficients>>(
        &self,
        (engine, engines): (&mut dyn AnyEngine, usize),
        stage: &S,
        (primes, first): (&[PlainPrime], usize),
        (columns, kept): (&Columns, Option<&Kept>),
        store: &Mutex<Store>,
        (control, clock): (&Control, &mut Clock),
    ) -> Result<Vec<S::Found>> {
        let size = engine.prime_size();
        let missing = clock.time("checkpoint", || missing_rows((primes, first), columns, (kept, size), store))?;
        let mut found = Vec::new();
        if missing.is_empty() {
            return Ok(found);
        }
        let primes = missing_primes(primes, &missing);
        let len = batch(engine, stage, columns.len(), primes.len(), self.batch / engines.max(1) as u64)?;
        in_batches(engine, stage, &primes, (len, len), control, clock, |engine, done, clock| {
            let rows: Vec<usize> = missing[done.at..][..done.primes.len()].iter().map(|row| first + row).collect();
            put(engine, (&done.batch, done.coefficients), done.primes, &rows, (columns, kept), store, clock)?;
            found.push(done.found);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(found)
    }

    /// Lifts all coefficients, in ranges from the last to the first, and gives each range to `take`. Every engine lifts a range.
    ///
    /// # Errors
    /// Those of an engine, of the store and of `take`; `Cancelled`.
    pub fn lift(
        &self,
        engines: &mut [&mut dyn AnyEngine],
        (moduli, coefficients): (&[u64], usize),
        store: &Mutex<Store>,
        how: Lift,
        (control, clock): (&Control, &mut Clock),
        mut take: impl FnMut(usize, Vec<Integer>, &mut Clock) -> Result<()>,
    ) -> Result<()> {
        let range = |number: usize| number * self.width..coefficients.min((number + 1) * self.width);
        let mut left = coefficients.div_ceil(self.width);
        while left > 0 {
            control.check()?;
            let count = engines.len().min(left);
            let part = control.next_of(count as f64, (left - count) as f64);
            let lifted = on_all(&mut engines[..count], &part, clock, |k, engine, control, clock| {
                let range = range(left - 1 - k);
                let residues = clock.time("store", || {
                    let found = store.lock().unwrap_or_else(PoisonError::into_inner).get(range.clone())?;
                    let mut residues = engine.residues(moduli.len(), range.len())?;
                    found.each(|row, values| engine.import(values, &mut residues, row))?;
                    Ok::<_, crate::error::Error>(residues)
                })?;
                Ok((range.start, engine.lift(residues, moduli, how, control, clock)?))
            })?;
            for (first, integers) in lifted {
                take(first, integers, clock)?;
            }
            part.finish();
            left -= count;
        }
        Ok(())
    }
}

/// The numbers of the primes whose residues, from row `first` of the store on, are not there; those that were `kept` are.
fn missing_rows(
    (primes, first): (&[PlainPrime], usize),
    columns: &Columns,
    (kept, size): (Option<&Kept>, PrimeSize),
    store: &Mutex<Store>,
) -> Result<Vec<usize>> {
    let store = || store.lock().unwrap_or_else(PoisonError::into_inner);
    // A store that is the checkpoint has what is there.
    let is_kept = store().is_kept();
    match kept.filter(|_| is_kept) {
        Some(kept) => Ok(unknown((kept, size), primes, columns.len())),
        None => {
            restore((kept, size), primes, columns.len(), |row, _, values| store().put(first + row, values.to_owned()))
        }
    }
}

/// Puts residues modulo the primes of a batch into rows of the store, and keeps them.
fn put(
    engine: &mut dyn AnyEngine,
    (batch, coefficients): (&Batch, Coefficients),
    primes: &[PlainPrime],
    places: &[usize],
    (columns, kept): (&Columns, Option<&Kept>),
    store: &Mutex<Store>,
    clock: &mut Clock,
) -> Result<()> {
    let store = || store.lock().unwrap_or_else(PoisonError::into_inner);
    let rows: Vec<u32> = (0..primes.len() as u32).collect();
    let values = clock.time("store", || {
        let mut residues = engine.residues(rows.len(), columns.len())?;
        coefficients.select(engine, batch, &rows, columns, &mut residues, 0)?;
        drop(coefficients);
        engine.export(residues)
    })?;
    let is_kept = store().is_kept();
    if let Some(kept) = kept.filter(|_| !is_kept) {
        let rows: Vec<Row> = primes.iter().map(|prime| Row { prime: prime.p, tag: 0 }).collect();
        clock.time("checkpoint", || kept.put_residues(&rows, columns.len(), values.all()))?;
    }
    clock.time("store", || {
        if let [first, .., last] | [first @ last] = places
            && last - first + 1 == places.len()
        {
            return store().put(*first, values);
        }
        // Neighbours go together.
        let mut rest = 0;
        places.chunk_by(|a, b| a + 1 == *b).try_for_each(|run| {
            let part = values.range(rest..rest + run.len() * columns.len());
            rest += part.len();
            store().put(run[0], part.to_owned())
        })
    })
}

/// Primes of a batch whose coefficients leave the engine: at most as many as `host` bytes hold.
fn batch<S: Stage>(engine: &dyn AnyEngine, stage: &S, width: usize, primes: usize, host: u64) -> Result<usize> {
    let mut cost = stage.cost(engine);
    cost.words.batch = cost.words.batch.saturating_add(width as u64);
    let left = if engine.facts().shares_memory { host } else { engine.memory()? };
    let len = engine.batching().len(&cost, left, primes)?;
    let each = (engine.prime_size().bytes() as u64).saturating_mul(width as u64).max(1);
    let most = usize::try_from(host / each).unwrap_or(usize::MAX).max(1);
    Ok(len.min(stage.most(engine)?).min(most))
}
