//! One small computation on an engine, stage by stage.

use super::jobs::Job;
use crate::control::Control;
use crate::engine::AnyEngine;
use crate::engine::input::IntegerTable;
use crate::error::Result;
use crate::plan::grid::{Evaluation, Grid, Which};
use crate::plan::plain_primes::{PlainPrime, PrimeSize, choose};
use crate::plan::slabs::Cut;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use std::time::{Duration, Instant};

/// Polynomials in some variables, points, and what is computed there.
pub(super) struct Probe<'a> {
    /// 32-bit words of an integer.
    pub words: u32,
    /// Coefficients per variable.
    pub dims: &'a [u32],
    /// Points per variable, at least.
    pub points: &'a [u32],
    pub job: &'a Job,
}

/// Nanoseconds of the stages.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Times {
    pub tables: f64,
    pub reduce: f64,
    /// Evaluation and scalars: an engine may evaluate where it needs the values.
    pub values: f64,
    pub interpolate: f64,
    /// All coefficients as residues of the answer, where that is not a part of interpolation.
    pub select: f64,
}

impl Times {
    /// Their excess over those of a stage that has nothing to do.
    pub fn beyond(&self, idle: &Times) -> Times {
        Times {
            tables: beyond(self.tables, idle.tables),
            reduce: beyond(self.reduce, idle.reduce),
            values: beyond(self.values, idle.values),
            interpolate: beyond(self.interpolate, idle.interpolate),
            select: beyond(self.select, idle.select),
        }
    }
}

/// The excess of `time` over that of a stage that has nothing to do, a tenth at least: neither is exact.
pub(super) fn beyond(time: f64, idle: f64) -> f64 {
    (time - idle).max(0.1 * time)
}

/// A measured time.
pub(super) struct Measured {
    pub times: Times,
    /// Points of the grid that was found.
    pub points: f64,
    pub lens: Vec<u32>,
}

/// Runs of one probe: at least so many, and as many as fit into a time. They are short and many rather than long and few: a run that ends
/// within a slice of the system's scheduler is not interrupted. Runs of two milliseconds, nine at most, gave twice the time on a machine whose
/// load was 10.
const LEAST: usize = 3;
const MOST: usize = 60;
const ENOUGH: Duration = Duration::from_millis(25);

/// The least of several times: whatever disturbs a run adds to it.
pub(super) fn least<const N: usize>(mut run: impl FnMut() -> Result<[f64; N]>) -> Result<[f64; N]> {
    let begin = Instant::now();
    let mut best = [f64::INFINITY; N];
    for number in 0..MOST {
        if number >= LEAST && begin.elapsed() > ENOUGH {
            break;
        }
        let times = run()?;
        best.iter_mut().zip(times).for_each(|(best, time)| *best = best.min(time));
    }
    Ok(best)
}

/// The result of `work`, and its nanoseconds.
pub(super) fn timed<R>(work: impl FnOnce() -> Result<R>) -> Result<(R, f64)> {
    let start = Instant::now();
    let found = work()?;
    Ok((found, start.elapsed().as_nanos() as f64))
}

/// A grid of at least so many points, and `count` primes that have it.
fn grid_with(size: PrimeSize, points: &[u32], count: usize, rng: &mut StdRng) -> Result<(Grid, Vec<PlainPrime>)> {
    let (bits, how) = (count as u64 * (size.bits() + 1), (&Cut::none(), Evaluation::Auto));
    let (grid, mut primes) = choose(size, Which::Largest, points, how, bits, &|_| true, rng)?;
    primes.truncate(count);
    Ok((grid, primes))
}

impl Probe<'_> {
    /// Random integers of this size.
    fn table(&self, rng: &mut StdRng) -> Result<IntegerTable> {
        let count = self.dims.iter().fold(self.job.rows(), |all, n| all * n);
        let mut integer = || {
            let mut value = Integer::new();
            for _ in 0..self.words {
                value = (value << 32u32) + rng.random_range(1..=u32::MAX);
            }
            if rng.random() { value } else { -value }
        };
        let integers: Vec<Integer> = (0..count).map(|_| integer()).collect();
        IntegerTable::of(self.job.rows(), self.dims, &integers)
    }

    /// The times of the stages modulo `primes` primes.
    ///
    /// # Errors
    /// Of the engine; `Cancelled`.
    pub fn run(&self, engine: &mut dyn AnyEngine, primes: usize, control: &Control) -> Result<Measured> {
        // Times depend on sizes alone; a seed of its own makes no two calibrations differ in what they compute.
        let mut rng = StdRng::seed_from_u64(1);
        let (grid, primes) = grid_with(engine.prime_size(), self.points, primes, &mut rng)?;
        let table = self.table(&mut rng)?;
        let input = engine.load(&table)?;
        let (points, rows) = (grid.points(), self.job.rows());
        let numbers: Vec<u32> = (0..primes.len() as u32).collect();
        // On a device the end is waited for when something is asked of it: one column, whose copy takes next to no time.
        let is_device = engine.facts().is_asynchronous;
        let keep: Vec<u32> = grid.axes.iter().map(|axis| if is_device { 1 } else { axis.points() as u32 }).collect();
        let columns = grid.inside(&keep);
        let [tables, reduce, values, interpolate, select] = least(|| {
            control.check()?;
            let (batch, tables) = timed(|| engine.begin(&grid, &primes))?;
            let (residues, reduce) = timed(|| engine.reduce(&batch, &input))?;
            let (scalars, values) = timed(|| {
                let values = engine.evaluate(&batch, residues, rows, self.dims)?;
                Ok(match self.job {
                    Job::Determinant(job) => engine.determinants(&batch, values, job)?.0,
                    Job::Resultant(job) => engine.scalars(&batch, values, job)?.0,
                })
            })?;
            let (coefficients, interpolate) = timed(|| engine.interpolate(&batch, scalars, 1))?;
            let mut into = engine.residues(primes.len(), columns.len())?;
            let (_, select) = timed(|| {
                engine.select(&batch, &coefficients, &numbers, &columns, &mut into, 0)?;
                engine.export(into)
            })?;
            let (interpolate, select) = if is_device { (interpolate + select, 0.0) } else { (interpolate, select) };
            Ok([tables, reduce, values, interpolate, select])
        })?;
        let lens = grid.axes.iter().map(|axis| axis.len).collect();
        let times = Times { tables, reduce, values, interpolate, select };
        Ok(Measured { times, points: points as f64, lens })
    }
}
