//! The one sequence of stages of all exact jobs; the middle stage is the operation's.

use crate::engine::input::IntegerTable;
use crate::engine::{Engine, SampleCounts, ScalarJob};
use crate::error::{ErrorKind, Result};
use crate::options::{Control, Lift};
use crate::plan::grid::Grid;
use crate::plan::primes::Prime;
use crate::report::Clock;

/// Most primes in one batch: a dimension of a device's grid is at most 65535.
const MAX_BATCH: u64 = 1 << 15;

/// What a job needs besides its middle stage.
pub(crate) struct GridJob<'a> {
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

impl GridJob<'_> {
    /// Coefficients of the answer.
    pub fn coefficients(&self) -> usize {
        self.keep.iter().map(|&n| n as usize).product()
    }

    /// Bytes of memory one prime takes in a batch: coefficients, values twice (a stage reads one buffer and writes
    /// another), scalars and coefficients of the answer, and tables.
    pub fn bytes_per_prime(&self) -> u64 {
        bytes_per_prime(self.word, self.table, self.grid.points())
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

/// As [`GridJob::bytes_per_prime`], with `points` points.
fn bytes_per_prime(word: u64, table: &IntegerTable, points: u64) -> u64 {
    let values = (table.rows as u64).saturating_mul(points);
    let words = values.saturating_add(points.saturating_mul(3)).saturating_mul(2).saturating_add(table.len() as u64);
    word.saturating_mul(words)
}

/// What a job needs of an engine with 31-bit words, estimated before grid and primes are known: about what it takes, or more.
pub(crate) struct Demand<'a> {
    /// The scalar stage.
    #[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "asked of devices"))]
    pub job: &'a ScalarJob,
    /// The polynomials.
    pub table: &'a IntegerTable,
    /// Primes that are lifted together.
    pub primes: usize,
    /// Points of the grid.
    pub points: u64,
    /// Coefficients of the answer.
    pub coefficients: u64,
}

#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "asked of devices"))]
impl Demand<'_> {
    /// Whether the memory of each of `count` engines like `engine`, which share the work, suffices for its residues with a batch
    /// of one prime, and for its lift.
    ///
    /// # Errors
    /// As [`Engine::memory`].
    pub fn fits<E: Engine>(&self, engine: &E, count: usize, how: Lift) -> Result<bool> {
        let memory = engine.memory()?;
        let share = (self.primes.div_ceil(count) as u64).saturating_mul(self.coefficients).saturating_mul(4);
        let computed = share.saturating_add(bytes_per_prime(4, self.table, self.points));
        // Several engines hold their shares until all have gathered.
        let held = if count > 1 { share } else { 0 };
        let columns = usize::try_from(self.coefficients.div_ceil(count as u64)).unwrap_or(usize::MAX);
        Ok(computed.max(engine.lift_memory(self.primes, columns, how).saturating_add(held)) <= memory)
    }
}

/// Refuses what could be computed but not lifted; `held` bytes besides stay in use.
pub(crate) fn check_lift<E: Engine>(
    engine: &E,
    primes: usize,
    coefficients: usize,
    how: Lift,
    held: u64,
) -> Result<()> {
    let (needed, allowed) = (engine.lift_memory(primes, coefficients, how).saturating_add(held), engine.memory()?);
    if needed > allowed {
        let (needed, allowed) = (needed as u128, allowed as u128);
        return Err(ErrorKind::Limit { what: "bytes of memory for the lift", needed, allowed }.into());
    }
    Ok(())
}

/// Primes in one batch beside the residues of all `primes`, which are held from now on.
fn batch_beside<E: Engine>(engine: &E, job: &GridJob<'_>, residues: &E::Residues, primes: usize) -> Result<usize> {
    let memory = engine.memory()?.saturating_sub(engine.uncounted(residues));
    job.batch_len(memory, engine.steps_per_batch(), primes)
}

/// Residues of the answer's coefficients modulo `primes`; `middle` turns values \[prime\]\[row\]\[point\] into scalars
/// \[prime\]\[point\]. Returns them with the number of batches.
pub(crate) fn residues<E: Engine>(
    engine: &mut E,
    job: &GridJob<'_>,
    primes: &[Prime<E::Modulus>],
    control: &Control,
    clock: &mut Clock,
    mut middle: impl FnMut(&mut E, &E::Batch, E::Buffer) -> Result<E::Buffer>,
) -> Result<(E::Residues, usize)> {
    let input = clock.time("load", || engine.load(job.table))?;
    let mut all = engine.residues(primes.len(), job.coefficients())?;
    let len = batch_beside(engine, job, &all, primes.len())?;
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
    job: &GridJob<'_>,
    primes: &[Prime<E::Modulus>],
    scalar: &ScalarJob,
    first: u32,
    control: &Control,
    clock: &mut Clock,
) -> Result<(E::Residues, SampleCounts, usize)> {
    let needed = job.coefficients() as u32;
    let input = clock.time("load", || engine.load(job.table))?;
    let mut all = engine.residues(primes.len(), job.coefficients())?;
    let len = batch_beside(engine, job, &all, primes.len())?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::Cpu;
    use crate::engine::{Method, ScalarKind, ScalarShape};
    use crate::plan::rows::Rows;

    #[test]
    fn demands_fit_or_do_not() {
        let job = ScalarJob {
            kind: ScalarKind::Resultant,
            p: 0,
            q: 0,
            schedule: Vec::new(),
            method: Method::Remainder,
            shape: ScalarShape::Auto,
        };
        let table = IntegerTable::new(&[&Rows { kept: 1, rows: Vec::new() }]).unwrap();
        let demand = |primes, points| Demand { job: &job, table: &table, primes, points, coefficients: 100 };
        let fits = |memory, demand: Demand<'_>, count| {
            demand.fits(&Cpu::new(memory, Control::default()), count, Lift::Crt).unwrap()
        };
        // A batch beside the residues: six words a point without rows, and a word for each prime and coefficient.
        let batch = 24 * 1_000_000 + 4 * 1000 * 100;
        assert!(fits(batch, demand(1000, 1_000_000), 1) && !fits(batch - 1, demand(1000, 1_000_000), 1));
        // A half of the residues where there are two engines.
        assert!(fits(batch - 4 * 500 * 100, demand(1000, 1_000_000), 2));
        // The lift, in which two engines hold a half of the residues each besides.
        let lift = 2 * 4 * 1000 * 100 + 320 * 1000;
        assert!(fits(lift, demand(1000, 1), 1) && !fits(lift - 1, demand(1000, 1), 1));
        let part = 2 * 4 * 1000 * 50 + 320 * 1000 + 4 * 500 * 100;
        assert!(fits(part, demand(1000, 1), 2) && !fits(part - 1, demand(1000, 1), 2));
    }

    /// The lift from eight primes on needs no table of weights.
    #[test]
    fn lifts_need_what_they_do() {
        let engine = Cpu::new(1, Control::default());
        let bytes = |primes, how| engine.lift_memory(primes, 10, how);
        assert_eq!(bytes(10_000, Lift::Auto), bytes(10_000, Lift::Crt));
        assert_eq!(bytes(10_000, Lift::Crt), 2 * 4 * 10_000 * 10 + 320 * 10_000);
        assert_eq!(bytes(10_000, Lift::MixedRadix), 3 * 4 * 10_000 * 10 + 2 * 10_000 * 10_000);
        assert_eq!(bytes(2, Lift::Auto), bytes(2, Lift::MixedRadix));
    }
}
