//! The one sequence of stages of all exact jobs; the middle stage is the operation's.

use crate::engine::input::IntegerTable;
use crate::engine::{Engine, SampleCounts, ScalarJob};
use crate::error::{ErrorKind, Result};
use crate::options::Control;
use crate::plan::grid::Grid;
use crate::plan::primes::Prime;
use crate::report::Clock;

/// Most primes in one batch: a dimension of a device's grid is at most 65535.
const MAX_BATCH: u64 = 1 << 15;

/// What a job needs besides its middle stage.
pub(crate) struct Job<'a> {
    /// The polynomials.
    pub table: &'a IntegerTable,
    /// The points.
    pub grid: &'a Grid,
    /// Coefficients of the answer per kept variable: degree bound + 1.
    pub keep: &'a [u32],
    /// Bytes of a residue.
    pub word: u64,
    /// Rough number of element steps of the middle stage per prime, for batches that end soon enough to be cancelled.
    pub work_per_prime: u64,
}

impl Job<'_> {
    /// Coefficients of the answer.
    pub fn coefficients(&self) -> usize {
        self.keep.iter().map(|&n| n as usize).product()
    }

    /// Bytes of memory one prime takes in a batch: coefficients, values twice (a stage reads one buffer and writes
    /// another), scalars and coefficients of the answer, and tables.
    fn bytes_per_prime(&self) -> u64 {
        let points = self.grid.points();
        let values = self.table.rows as u64 * points;
        self.word * (self.table.len() as u64 + 2 * values + 6 * points)
    }

    /// Primes in one batch of at most `memory` bytes and about `steps` element steps.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when one prime does not fit.
    pub fn batch_len(&self, memory: u64, steps: u64, primes: usize) -> Result<usize> {
        let bytes = self.bytes_per_prime();
        if bytes > memory {
            let (needed, allowed) = (bytes as u128, memory as u128);
            return Err(ErrorKind::Limit { what: "bytes of memory for one prime", needed, allowed }.into());
        }
        let fit = memory / bytes;
        let soon = (steps / self.work_per_prime.max(1)).max(1);
        let len = fit.min(soon).min(MAX_BATCH).min(primes as u64).max(1);
        // Whole bundles of 16 where there are several batches.
        Ok(if len > 16 && len < primes as u64 { len / 16 * 16 } else { len } as usize)
    }
}

/// Refuses what could be computed but not lifted; `held` bytes besides stay in use.
pub(crate) fn check_lift<E: Engine>(engine: &E, primes: usize, coefficients: usize, held: u64) -> Result<()> {
    let (needed, allowed) = (engine.lift_memory(primes, coefficients).saturating_add(held), engine.memory());
    if needed > allowed {
        let (needed, allowed) = (needed as u128, allowed as u128);
        return Err(ErrorKind::Limit { what: "bytes of memory for the lift", needed, allowed }.into());
    }
    Ok(())
}

/// Residues of the answer's coefficients modulo `primes`; `middle` turns values \[prime\]\[row\]\[point\] into scalars
/// \[prime\]\[point\]. Returns them with the number of batches.
pub(crate) fn residues<E: Engine>(
    engine: &mut E,
    job: &Job<'_>,
    primes: &[Prime<E::Modulus>],
    control: &Control,
    clock: &mut Clock,
    mut middle: impl FnMut(&mut E, &E::Batch, E::Buffer) -> Result<E::Buffer>,
) -> Result<(E::Residues, usize)> {
    let len = job.batch_len(engine.memory(), engine.steps_per_batch(), primes.len())?;
    let input = clock.time("load", || engine.load(job.table))?;
    let mut all = engine.residues(primes.len(), job.coefficients())?;
    let mut done = 0;
    let mut batches = 0;
    for chunk in primes.chunks(len) {
        control.check()?;
        let batch = clock.time("tables", || engine.begin(job.grid, chunk))?;
        let residues = clock.time("reduce", || engine.reduce(&batch, &input))?;
        let values = clock.time("evaluate", || engine.evaluate(&batch, residues, job.table.rows, &job.table.dims))?;
        control.check()?;
        let scalars = clock.time("scalars", || middle(engine, &batch, values))?;
        control.check()?;
        let coefficients = clock.time("interpolate", || engine.interpolate(&batch, scalars))?;
        clock.time("interpolate", || engine.store(&batch, coefficients, job.keep, &mut all, done))?;
        done += chunk.len();
        batches += 1;
        control.report(done as f64 / primes.len() as f64);
    }
    Ok((all, batches))
}

/// As [`residues`] by arbitrary points (2013 paper): scalars at the integers from `first` on, excess points for those that
/// fail, more rounds when they run out, Vandermonde-Schur interpolation.
///
/// When more points have failed than are needed, the pair makes the method fail everywhere; the points of further rounds are
/// then computed by the routine that follows its own degrees.
pub(crate) fn residues_by_points<E: Engine>(
    engine: &mut E,
    job: &Job<'_>,
    primes: &[Prime<E::Modulus>],
    scalar: &ScalarJob,
    first: u32,
    control: &Control,
    clock: &mut Clock,
) -> Result<(E::Residues, SampleCounts, usize)> {
    let needed = job.coefficients() as u32;
    let len = job.batch_len(engine.memory(), engine.steps_per_batch(), primes.len())?;
    let input = clock.time("load", || engine.load(job.table))?;
    let mut all = engine.residues(primes.len(), job.coefficients())?;
    let mut total = SampleCounts::default();
    let mut done = 0;
    let mut batches = 0;
    for chunk in primes.chunks(len) {
        control.check()?;
        let batch = clock.time("tables", || engine.begin_points(needed, chunk))?;
        let residues = clock.time("reduce", || engine.reduce(&batch, &input))?;
        let mut samples = engine.samples(&batch)?;
        let mut next = first;
        let mut missing = needed;
        let mut dropped = 0;
        while missing > 0 {
            control.check()?;
            // The paper's 1 to 2 percent of excess points, and a few more for small numbers.
            let count = missing + missing / 50 + 4;
            let repair = dropped > needed as u64 * chunk.len() as u64;
            let counts = clock.time("sample", || {
                engine.sample(&batch, &residues, scalar, next..next + count, repair, &mut samples)
            })?;
            next += count;
            missing = needed - counts.least;
            dropped += counts.dropped;
            total.scalars.scalars += counts.scalars.scalars;
            total.scalars.repairs += counts.scalars.repairs;
            total.dropped += counts.dropped;
        }
        let coefficients = clock.time("interpolate", || engine.interpolate_samples(&batch, samples))?;
        clock.time("interpolate", || engine.store(&batch, coefficients, &[needed], &mut all, done))?;
        done += chunk.len();
        batches += 1;
        control.report(done as f64 / primes.len() as f64);
    }
    Ok((all, total, batches))
}
