//! An answer that is written as it is made: it need not fit in memory.
//!
//! Residues modulo all primes leave the engines for a store, and are lifted in ranges of coefficients, from the last to the first. Each
//! range is evaluated at the point of the check before it is written; the comparison comes last.

use super::images::{on_shared_slabs, share_slabs};
use super::job::{AtPoints, CHECKED, How, PLANNED, PRIME, Part, Pointwise};
use super::outline::Outline;
use super::prepared::Prepared;
use crate::alone;
use crate::alone::prelude::*;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::{AnyEngine, ScalarCounts};
use crate::error::{Error, Result};
use crate::plan::cost::{H200, Rates};
use crate::plan::exponents::AnswerExponents;
use crate::plan::plain_primes::moduli;
use crate::plan::support::Support;
use crate::poly::{Term, TermSink};
use crate::run::backend::{SelectedEngines, first};
use crate::run::check::Check;
use crate::run::memory::{is_lack, lack};
use crate::run::on_grid::OnGrid;
use crate::run::options::RunOptions;
use crate::run::ranges::{Layout, Size};
use crate::run::residue_rows::Store;
use crate::run::team;
use rug::Integer;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The answer to be written.
pub(crate) struct Answer<'a> {
    /// The operation, for messages.
    pub operation: &'static str,
    /// Its variables.
    pub names: &'a [String],
    /// Their exponents.
    pub exponents: &'a AnswerExponents,
    /// The factor of all coefficients.
    pub factor: &'a Integer,
    /// Where it goes.
    pub sink: &'a mut (dyn TermSink + Send),
    begun: bool,
}

impl<'a> Answer<'a> {
    /// Of which nothing is written yet.
    pub fn new(
        operation: &'static str,
        names: &'a [String],
        (exponents, factor): (&'a AnswerExponents, &'a Integer),
        sink: &'a mut (dyn TermSink + Send),
    ) -> Self {
        Answer { operation, names, exponents, factor, sink, begun: false }
    }

    /// Writes the coefficients from number `first` on, the last one first.
    fn write(&mut self, first: usize, support: &Support, mut integers: Vec<Integer>, control: &Control) -> Result<()> {
        if !std::mem::replace(&mut self.begun, true) {
            self.sink.begin(self.names, Integer::ONE)?;
        }
        // Some terms are made while those before them are written.
        let mut made: Vec<Term> = Vec::new();
        while !integers.is_empty() || !made.is_empty() {
            control.check()?;
            let at = integers.len().saturating_sub(TERMS);
            let part = integers.split_off(at);
            let Answer { exponents, factor, sink, .. } = self;
            // A coefficient that must be 0 and is not has no exponents, and makes the comparison fail.
            let make = || exponents.terms(support, first + at, part, factor);
            let written = || {
                let written = sink.terms(&made);
                made.into_par_iter().with_min_len(1 << 10).for_each(drop);
                written
            };
            let (next, written) = alone::join(make, written);
            written?;
            made = next;
        }
        Ok(())
    }
}

/// Terms that are made of their coefficients at a time, while as many are written: they take 40 bytes each, and those of five variables or more memory
/// of their own.
const TERMS: usize = 1 << 17;

/// The report of an answer that was written.
pub(crate) struct Written {
    pub part: Part,
    /// Points of the grid.
    pub points: u64,
    /// The prime of the check.
    pub verified_modulo: u64,
    /// Who computed it.
    pub chosen: SelectedEngines,
}

/// Computes the certified answer of an outline, whose points are those of a grid, and writes it; `new_check`, with options of its own, is what
/// it is compared with.
///
/// # Errors
/// Of both; of the engines and the sink; `Cancelled`.
pub(crate) fn write<J: Pointwise>(
    outline: &Outline<J>,
    how: &How<'_>,
    clock: &mut Clock,
    new_check: impl Fn(&RunOptions) -> Result<Check> + Sync,
    answer: &mut Answer<'_>,
) -> Result<Written> {
    let mut chosen = clock.time("engine", || outline.choose(how, true))?;
    how.run.control.advance(PLANNED);
    let run = how.run.with_control(how.run.control.next(1.0 - CHECKED));
    let how = How { run: &run, ..*how };
    let (part, points, verified_modulo) =
        chosen.run_in_memory(&run, |engines| write_on(engines, outline, &how, clock, &new_check, answer))?;
    run.control.finish();
    Ok(Written { part, points, verified_modulo, chosen })
}

/// [`write`] on some engines: what was done, the points of the grid, and the prime of the check.
pub(crate) fn write_on<J: Pointwise>(
    engines: &mut [&mut dyn AnyEngine],
    outline: &Outline<J>,
    how: &How<'_>,
    clock: &mut Clock,
    new_check: impl Fn(&RunOptions) -> Result<Check> + Sync,
    answer: &mut Answer<'_>,
) -> Result<(Part, u64, u64)> {
    let (all, run) = (engines.len(), how.run);
    let engine = first(engines)?;
    let (prepared, size, layout) = clock.time("plan", || outline.prepare_in_ranges(engine, all, how))?;
    let (primes, support) = (prepared.certified(), &outline.support);
    let count = match share_slabs(&prepared, primes.len(), all) {
        true => all.min(prepared.slabs()),
        false => prepared.work(primes.len()).devices(all, run.always_split),
    };
    let engines = &mut engines[..count];
    let store = Mutex::new(layout.store(prepared.size, primes, size.coefficients, prepared.kept.as_ref())?);
    let rates: Rates = engines.first().map_or(H200, |engine| engine.rates());
    let lift = rates.lifting(size.coefficients, primes.len());
    let control = run.control.next_of(prepared.predicted(&rates, primes.len()), lift);
    // Where there is no answer, the work on what it would be compared with ends.
    let stop = Arc::new(AtomicBool::new(false));
    let checking = run.with_control(run.control.silent().stopped_by(stop.clone()));
    let mut check = None;
    let checked = || check = Some(new_check(&checking));
    let gathered = alone::beside(checked, || {
        let gathered = prepared.gather(engines, &layout, &store, (&control, &mut *clock));
        if gathered.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        gathered
    })?;
    control.finish();
    let check = check.unwrap_or_else(|| new_check(&checking))?;
    let mut values = check.values(support);
    let moduli = moduli(primes);
    let what = (&moduli[..], size.coefficients);
    layout.lift(engines, what, &store, how.lift, (&run.control.next(1.0), &mut *clock), |first, integers, clock| {
        clock.time("verify", || values.include(first, &integers));
        clock.time("write", || answer.write(first, support, integers, &run.control))
    })?;
    let verified_modulo = values.compare(answer.operation)?;
    answer.write(0, support, Vec::new(), &run.control)?;
    answer.sink.finish()?;
    let (primes, slabs) = (primes.len(), prepared.slabs());
    let mut part = Part { primes, batches: gathered.len(), slabs, ..Part::default() };
    gathered.into_iter().for_each(|counts| part.counts.include(counts));
    Ok((part, prepared.grid.points(), verified_modulo))
}

impl<J: Pointwise> Outline<J> {
    /// Grid and primes with the coarsest cut for which the engines have the memory, and how the residues are kept.
    ///
    /// # Errors
    /// `Limit`; of the engine.
    fn prepare_in_ranges<'a>(
        &'a self,
        engine: &dyn AnyEngine,
        engines: usize,
        how: &'a How<'a>,
    ) -> Result<(Prepared<'a, J>, Size, Layout<'a>)> {
        let mut least: Option<Error> = None;
        // A file comes last.
        let folder = how.run.archive.as_ref().and(how.run.checkpoint.as_deref()).or(how.run.scratch.as_deref());
        let folders = std::iter::once(None).chain(folder.map(Some));
        for (folder, cut) in folders.flat_map(|folder| self.cuts(how.run).into_iter().map(move |cut| (folder, cut))) {
            let prepared = self.prepare(engine.prime_size(), how, cut)?;
            let (primes, coefficients) = (prepared.needed, prepared.coefficients());
            let size = Size { primes, coefficients, bits: self.height_bound };
            let found = prepared.one_in_ranges(engine).and_then(|on_host| {
                let held = self.held + PRIME * prepared.primes.len() as u64;
                size.layout(engine, engines, (held, on_host), (how.run, how.lift), folder)
            });
            match found {
                Ok(layout) => return Ok((prepared, size, layout)),
                Err(error) if is_lack(&error) => {
                    least = least.filter(|least| lack(least) <= lack(&error)).or(Some(error));
                }
                Err(error) => return Err(error),
            }
        }
        Err(least.unwrap_or_else(|| Error::argument("slabs", "there is no way to cut the grid")))
    }
}

impl<J: Pointwise> Prepared<'_, J> {
    /// Residues of all coefficients into a store; what each batch tells.
    fn gather(
        &self,
        engines: &mut [&mut dyn AnyEngine],
        layout: &Layout<'_>,
        store: &Mutex<Store>,
        (control, clock): (&Control, &mut Clock),
    ) -> Result<Vec<ScalarCounts>> {
        let (table, columns) = (&self.outline.table, self.columns());
        let count = engines.len();
        if share_slabs(self, self.certified().len(), count) {
            return layout.gather_shared(
                engines,
                self.certified(),
                (&columns, self.kept.as_ref()),
                store,
                (control, clock),
                |engines, primes, control, clock| on_shared_slabs(engines, self, primes, control, clock),
            );
        }
        let found =
            team::by_primes(engines, self.certified(), (control, clock), |engine, primes, before, control, clock| {
                let input = &clock.time("load", || engine.load(table))?;
                let (grid, cut, host, dims) = (&self.grid, &self.cut, self.host / count as u64, table.dims());
                let saved = self.kept.as_ref();
                let (point_stage, words, rates) =
                    (AtPoints::new(self, &engine.rates()), table.words() as u64, engine.rates());
                let stage = OnGrid { point_stage, input, dims, words, rates, grid, cut, kept: 0, host, saved };
                layout.gather((engine, count), &stage, (primes, before), (&columns, saved), store, (control, clock))
            })?;
        Ok(found.into_iter().flatten().collect())
    }
}
