//! The integers of an answer from primes, on one engine or several.

use super::job::{AtPoints, How, Part, Pointwise};
use super::prepared::Prepared;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::{AnyEngine, ScalarCounts};
use crate::error::Result;
use crate::plan::cost::{H200, Rates};
use crate::plan::grid::Grid;
use crate::plan::plain_primes::{PlainPrime, moduli};
use crate::run::backend::first;
use crate::run::batches::{keep, missing_primes, restore};
use crate::run::coefficients::Coefficients;
use crate::run::on_grid::{OnGrid, of_slabs};
use crate::run::stopping::{Goal, Integers};
use crate::run::team;
use rug::Integer;

/// The integers of the answer, with what was done for them.
#[derive(Debug, Default)]
pub(crate) struct Solution {
    pub coefficients: Vec<Integer>,
    pub part: Part,
    /// Points of the grid.
    pub points: u64,
    pub failure_log2: Option<f64>,
}

/// The coefficients of the answer.
///
/// # Errors
/// Of engines and lift; `Cancelled`.
pub(crate) fn coefficients<J: Pointwise>(
    engines: &mut [&mut dyn AnyEngine],
    prepared: &Prepared<'_, J>,
    how: &How<'_>,
    clock: &mut Clock,
) -> Result<Solution> {
    let mut all = Part::default();
    let images = |primes: &[PlainPrime], control: &Control, clock: &mut Clock| {
        let (integers, part) = images(engines, prepared, primes, how, control, clock)?;
        all.include(&part);
        Ok(integers)
    };
    let reached = Integers::new(prepared.bounded(), how.certainty, how.run, clock, images).reach()?;
    let (coefficients, failure_log2) = (reached.values, reached.failure_log2);
    Ok(Solution { coefficients, part: all, points: prepared.grid.points(), failure_log2 })
}

/// Whether engines share the slabs of a grid: then more of them have something to do than by primes.
pub(crate) fn share_slabs<J: Pointwise>(prepared: &Prepared<'_, J>, primes: usize, engines: usize) -> bool {
    primes < engines.min(prepared.slabs())
}

/// The integers that `primes` determine, |v| < (product of the primes) / 2, on as many of the engines as make it faster.
fn images<J: Pointwise>(
    engines: &mut [&mut dyn AnyEngine],
    prepared: &Prepared<'_, J>,
    primes: &[PlainPrime],
    how: &How<'_>,
    control: &Control,
    clock: &mut Clock,
) -> Result<(Vec<Integer>, Part)> {
    if share_slabs(prepared, primes.len(), engines.len()) {
        return images_of_slabs(engines, prepared, primes, how, control, clock);
    }
    let work = prepared.work(primes.len());
    // Those of other processes were asked for, since the work is long.
    let always = how.run.always_split || engines.iter().any(|engine| engine.is_remote());
    let count = work.devices(engines.len(), always);
    let (integers, parts) = team::integers(
        &mut engines[..count],
        primes,
        (prepared.coefficients(), |rates: &Rates| prepared.predicted(rates, primes.len())),
        (how.lift, control),
        clock,
        |engine: &mut dyn AnyEngine, primes: &[PlainPrime], control: &Control, clock: &mut Clock| {
            prepared.outline.job.residues(engine, prepared, primes, how, control, clock)
        },
    )?;
    let mut all = Part::default();
    parts.iter().for_each(|part| all.include(part));
    Ok((integers, all))
}

/// Coefficients modulo all of `primes` on a grid that is cut, on the host: the engines share its slabs.
///
/// # Errors
/// Of engines; `Cancelled`.
pub(super) fn on_shared_slabs<J: Pointwise>(
    engines: &mut [&mut dyn AnyEngine],
    prepared: &Prepared<'_, J>,
    primes: &[PlainPrime],
    control: &Control,
    clock: &mut Clock,
) -> Result<(Coefficients, ScalarCounts)> {
    let (table, grid, cut) = (&prepared.outline.table, &prepared.grid, &prepared.cut);
    let (slabs, count) = (cut.of(grid), engines.len());
    let (coefficients, found) = of_slabs((&slabs, prepared.width(), prepared.size), primes, clock, |all, clock| {
        team::on_all(engines, control, clock, |k, engine, control, clock| {
            let (point_stage, input) =
                (AtPoints::new(prepared, &engine.rates()), &clock.time("load", || engine.load(table))?);
            let (dims, host, saved) = (table.dims(), prepared.host, prepared.kept.as_ref());
            let (words, rates, kept) = (table.words() as u64, engine.rates(), prepared.columns().len() as u64);
            let stage = OnGrid { point_stage, input, dims, words, rates, grid, cut, kept, host, saved };
            stage.some_slabs(engine, (k, count), primes, all, control, clock)
        })
    })?;
    let mut counts = ScalarCounts::default();
    found.into_iter().flatten().for_each(|of_engine| counts.include(of_engine));
    Ok((coefficients, counts))
}

/// [`images`] where the primes are fewer than the engines and the grid is cut: the engines share its slabs, and the first one lifts.
fn images_of_slabs<J: Pointwise>(
    engines: &mut [&mut dyn AnyEngine],
    prepared: &Prepared<'_, J>,
    primes: &[PlainPrime],
    how: &How<'_>,
    control: &Control,
    clock: &mut Clock,
) -> Result<(Vec<Integer>, Part)> {
    let (slabs, columns) = (prepared.slabs(), prepared.columns());
    let (count, kept) = (engines.len().min(slabs), columns.len());
    let engines = &mut engines[..count];
    let rates = engines.first().map_or(H200, |engine| engine.rates());
    let lifting = rates.lifting(kept, primes.len());
    let gathering = control.next_of(prepared.predicted(&rates, primes.len()), lifting);
    let mut residues = first(engines)?.residues(primes.len(), kept)?;
    let missing = clock.time("checkpoint", || {
        let engine = first(engines)?;
        restore((prepared.kept.as_ref(), prepared.size), primes, kept, |row, _, values| {
            engine.import(values, &mut residues, row)
        })
    })?;
    let mut part = Part { primes: primes.len(), slabs, ..Part::default() };
    if !missing.is_empty() {
        let primes = &missing_primes(primes, &missing)[..];
        let (coefficients, counts) = on_shared_slabs(engines, prepared, primes, &gathering, clock)?;
        part.counts.include(counts);
        part.batches = 1;
        let engine = first(engines)?;
        let batch = engine.begin(&Grid::new(Vec::new()), primes)?;
        let rows: Vec<u32> = (0..primes.len() as u32).collect();
        for (&row, &place) in rows.iter().zip(&missing) {
            coefficients.select(engine, &batch, &[row], &columns, &mut residues, place)?;
        }
        if let Some(kept) = &prepared.kept {
            clock.time("checkpoint", || {
                keep(engine, (&batch, &coefficients), (primes, &rows), (&columns, kept), |_| 0)
            })?;
        }
    }
    gathering.finish();
    let engine = first(engines)?;
    let last = control.next_of(lifting, 0.0);
    engine.watch(&last);
    let integers = engine.lift(residues, &moduli(primes), how.lift, &last, clock)?;
    Ok((integers, part))
}
