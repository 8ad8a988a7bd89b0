//! The memory of a computation: once grid and primes are known, and on a device before.

use super::job::{How, PRIME, Pointwise};
use super::outline::Outline;
use super::prepared::Prepared;
use crate::engine::AnyEngine;
use crate::engine::cpu::Cpu;
use crate::engine::input::IntegerTable;
use crate::engine::{OnGridShape, Worker};
use crate::error::{Error, ErrorKind, Result};
use crate::lift::Lift;
use crate::plan::grid::{Axis, Grid};
use crate::plan::rows::Row;
use crate::plan::slabs::Cut;
use crate::poly::size;
use crate::run::batches::Cost;
use crate::run::memory::Footprint;
use crate::run::options::{Backend, RunOptions};
use crate::run::stopping::Certainty;
use crate::run::{memory, on_grid};

/// Most coefficients of an answer in all places of the box of exponents. Their numbers of bytes are far below 2^63.
const COEFFICIENTS: u128 = 1 << 44;

/// Coefficients of polynomials in `kept` variables in all places of the box of exponents; the greatest number there is for more than that.
pub(crate) fn dense<'r>(kept: usize, rows: impl Iterator<Item = &'r Row> + Clone) -> u64 {
    let degree = |k| rows.clone().filter_map(|row| row.degree(k)).max().unwrap_or(0);
    (0..kept).fold(rows.clone().count() as u64, |all, k| all.saturating_mul(u64::from(degree(k)) + 1))
}

/// The error of an input that has too many coefficients in all places of the box of exponents.
pub(crate) fn too_dense(needed: u64) -> Error {
    let what = "coefficients of the input, zeros included";
    ErrorKind::Limit { what, needed: needed.into(), allowed: u32::MAX.into() }.into()
}

/// Refuses what cannot fit before anything of that size is made: an input of so many integers that holds so many bytes, and on the CPU one
/// prime on about as many points as an answer of these degrees has coefficients, with so many rows of values that go in and that come out.
///
/// # Errors
/// `Limit`.
pub(crate) fn check(
    (rows, integers, outputs): (u64, u64, u64),
    degree_bound: &[u32],
    held: u64,
    run: &RunOptions,
) -> Result<()> {
    if integers > u64::from(u32::MAX) {
        return Err(too_dense(integers));
    }
    let needed = degree_bound.iter().fold(u128::from(outputs), |all, &d| all.saturating_mul(u128::from(d) + 1));
    if needed > COEFFICIENTS {
        let what = "coefficients of the answer, zeros included";
        return Err(ErrorKind::Limit { what, needed, allowed: COEFFICIENTS }.into());
    }
    let mut needed = held;
    if run.backend != Backend::Cuda {
        let engine = Cpu::new(0, run.control.clone());
        let (dims, points) = (vec![1; degree_bound.len()], degree_bound.iter().map(|&d| d + 1).collect::<Vec<u32>>());
        let least = |cut: Cut| {
            let axes = points.iter().zip(cut.cosets(points.len()));
            let grid = Grid::new(axes.map(|(n, cosets)| Axis { len: n.div_ceil(cosets), cosets }).collect());
            let shape = OnGridShape { inputs: rows, outputs, dims: &dims, grid: &grid, leaves_last: false };
            engine.batching().least(&on_grid::cost(&engine, &shape, &cut, 0, 0), 1)
        };
        needed = needed.saturating_add(Cut::all(&points).map(least).min().unwrap_or(0));
    }
    memory::check(needed, memory::allowed(run))
}

/// Bytes of the host that do not depend on the engine.
struct OfAnswer {
    /// Primes that are lifted together.
    primes: usize,
    /// From the beginning to the end.
    held: u64,
    /// Integers and terms.
    answer: u64,
}

impl<J: Pointwise> Prepared<'_, J> {
    /// The cost of one prime on an engine.
    pub fn cost(&self, engine: &dyn AnyEngine) -> Cost {
        let mut cost = self.outline.job.cost(engine, self);
        // As the stage: one prime at a time is copied to be saved.
        let saved = if self.kept.is_some() { self.coefficients() as u64 } else { 0 };
        cost.words.batch = cost.words.batch.saturating_add(saved);
        cost
    }

    /// Bytes that a batch of one prime takes of the host where its residues leave `engine` for a store.
    ///
    /// # Errors
    /// `Limit` when the engine has too little memory of its own; of the engine.
    pub fn one_in_ranges(&self, engine: &dyn AnyEngine) -> Result<u64> {
        let coefficients = self.coefficients() as u64;
        let mut cost = Cost { kept: 0, ..self.cost(engine) };
        cost.words.batch = cost.words.batch.saturating_add(coefficients);
        let (batching, word) = (engine.batching(), self.size.bytes() as u64);
        let on_engine = batching.least(&cost, 1);
        // The exported residues, and a part of them that is written.
        let exported = coefficients.saturating_mul(2).saturating_mul(word);
        if engine.facts().shares_memory {
            return Ok(on_engine.saturating_add(exported));
        }
        memory::check(on_engine, engine.memory()?)?;
        // The coefficients of a prime in slabs are put together on the host.
        let slabs = if self.cut.is_none() { 0 } else { (self.width() as u64).saturating_mul(word) };
        Ok(exported.saturating_add(slabs))
    }

    /// Memory of the host for the answer of a computation, whatever the engine is.
    fn answer(&self, how: &How<'_>) -> OfAnswer {
        // Blocks of a probabilistic computation are a quarter of what was there before; the first is lifted by itself.
        let primes = match how.certainty {
            Certainty::Certified => self.needed,
            Certainty::Probabilistic { .. } => self.needed.min(self.needed / 32 + 16),
        };
        let coefficients = self.coefficients() as u64;
        let bits = match how.certainty {
            Certainty::Certified => self.outline.height_bound,
            Certainty::Probabilistic { .. } => primes as u64 * self.size.bits(),
        };
        // Integers, then terms that take them over.
        let answer =
            size::integers(coefficients, bits).saturating_add(size::terms(coefficients, self.outline.variables));
        OfAnswer { primes, held: self.outline.held.saturating_add(PRIME * self.primes.len() as u64), answer }
    }

    /// Bytes that the computation takes of the host on `engine`.
    ///
    /// # Errors
    /// `Limit` when it takes more than there is; of the engine.
    pub fn footprint(&self, engine: &dyn AnyEngine, how: &How<'_>) -> Result<Footprint> {
        let OfAnswer { primes, held, answer } = self.answer(how);
        let held_besides = held - self.outline.held;
        let (cost, batching, left) = (self.cost(engine), engine.batching(), engine.memory()?);
        if !engine.facts().shares_memory {
            memory::check(self.least_of_device(engine, primes, how), left)?;
            memory::check(self.slabs_on_host(), self.host)?;
            let needed = self.host_of_device(how);
            memory::check(needed, memory::allowed(how.run))?;
            return Ok(Footprint { least: needed, usual: needed, batch: 0 });
        }
        let afterwards = answer.max(engine.lift_memory(primes, self.coefficients(), how.lift));
        let least = batching.least(&cost, primes).max(afterwards).saturating_add(held_besides);
        memory::check(self.outline.held.saturating_add(least), self.outline.held.saturating_add(left))?;
        let batch = batching.len(&cost, left - held_besides, primes)?;
        let gathered = batching.kept(&cost, primes) + batching.bytes(&cost, batch as u64);
        Ok(Footprint { least: self.outline.held + least, usual: held + gathered.max(afterwards), batch })
    }
}

/// Bytes that a computation takes where devices compute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DeviceFootprint {
    /// Of each device, with batches as they are chosen.
    pub usual: u64,
    /// Of the host.
    pub host: u64,
    /// Primes of a batch.
    pub batch: usize,
}

impl<J: Pointwise> Prepared<'_, J> {
    /// Bytes that a device takes at least of its memory: batches of one prime beside the residues of all, then their lift.
    fn least_of_device(&self, engine: &dyn AnyEngine, primes: usize, how: &How<'_>) -> u64 {
        let computed = engine.batching().least(&self.cost(engine), primes);
        computed.max(engine.lift_memory(primes, self.coefficients(), how.lift))
    }

    /// Bytes of the host where the coefficients of a prime are put together from slabs of a device.
    fn slabs_on_host(&self) -> u64 {
        if self.cut.is_none() { 0 } else { (self.width() as u64).saturating_mul(self.size.bytes() as u64) }
    }

    /// Bytes of the host where devices compute: all that is there from the beginning, and the answer or slabs.
    fn host_of_device(&self, how: &How<'_>) -> u64 {
        let OfAnswer { held, answer, .. } = self.answer(how);
        held.saturating_add(answer.max(self.slabs_on_host()))
    }

    /// The memory of one of `count` devices like `engine`, which share the primes.
    ///
    /// # Errors
    /// `Limit` when that is more than there is; of the engine.
    pub fn on_device(&self, engine: &dyn AnyEngine, count: usize, how: &How<'_>) -> Result<DeviceFootprint> {
        let primes = self.answer(how).primes.div_ceil(count.max(1));
        let (cost, batching) = (self.cost(engine), engine.batching());
        let batch = batching.len(&cost, engine.memory()?, primes)?;
        let gathered = batching.kept(&cost, primes).saturating_add(batching.bytes(&cost, batch as u64));
        let usual = gathered.max(self.least_of_device(engine, primes, how));
        Ok(DeviceFootprint { usual, host: self.host_of_device(how), batch })
    }

    /// The least memory limit under which [`Prepared::footprint`] accepts a device.
    pub fn least_limit(&self, engine: &dyn AnyEngine, how: &How<'_>) -> u64 {
        // Half of what is beside the input has the slabs.
        let slabs = self.outline.held.saturating_add(self.slabs_on_host().saturating_mul(2));
        let own = self.least_of_device(engine, self.answer(how).primes, how);
        engine.limit_for(own).max(self.host_of_device(how)).max(slabs)
    }
}

/// The need of a job on a device, estimated before grid and primes are known: about what it takes, or more.
pub(super) struct MemoryEstimate<'a, J> {
    job: &'a J,
    table: &'a IntegerTable,
    /// Primes that are lifted together.
    primes: usize,
    /// The least grids that are smooth, cut in all ways.
    grids: Vec<(Grid, Cut)>,
    /// Coefficients of the answer that stay on the engine.
    coefficients: u64,
}

impl<'a, J: Pointwise> MemoryEstimate<'a, J> {
    /// Of an outline: primes above 2^29.
    pub fn new(outline: &'a Outline<J>, how: &How<'_>) -> Self {
        let keep = outline.keep();
        let primes = match (&outline.direct, how.certainty) {
            (Some(_), _) => 1,
            (None, Certainty::Certified) => outline.height_bound / 29 + 2,
            // Blocks are a quarter of what was there before.
            (None, Certainty::Probabilistic { .. }) => outline.height_bound / 116 + 32,
        };
        MemoryEstimate {
            job: &outline.job,
            table: &outline.table,
            primes: usize::try_from(primes).unwrap_or(usize::MAX),
            grids: outline
                .cuts(how.run)
                .into_iter()
                .map(|cut| (cut.grid(&keep, outline.job.evaluation()), cut))
                .collect(),
            coefficients: outline.support.len(),
        }
    }

    /// The same of an answer whose residues leave the engine, and are lifted in ranges.
    pub fn in_ranges(self) -> Self {
        MemoryEstimate { coefficients: 1, ..self }
    }

    /// Whether all engines have the fast memory and the memory that a computation needs.
    ///
    /// # Errors
    /// Errors of an engine.
    pub fn has_room(&self, engines: &[&mut dyn AnyEngine], lift: Lift) -> Result<bool> {
        for engine in engines {
            if !self.job.suits(&**engine) || !self.fits(&**engine, engines.len(), lift)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the memory of each of `count` engines like `engine`, which share the work, suffices for its residues with a batch
    /// of one prime, and for its lift.
    ///
    /// # Errors
    /// Errors of the engine.
    fn fits(&self, engine: &dyn AnyEngine, count: usize, how: Lift) -> Result<bool> {
        let (inputs, dims) = (u64::from(self.table.rows()), self.table.dims());
        let (batching, primes) = (engine.batching(), self.primes.div_ceil(count));
        let cost = |(grid, cut): &(Grid, Cut)| {
            let leaves_last = self.job.leaves_last(engine, dims);
            let shape = OnGridShape { inputs, outputs: self.job.outputs().into(), dims, grid, leaves_last };
            let mut cost = on_grid::cost(engine, &shape, cut, 0, self.coefficients);
            // The grid may have an eighth more points.
            cost.words.batch = cost.words.batch.saturating_add(cost.words.batch / 8);
            cost
        };
        let computed = self.grids.iter().map(|grid| batching.least(&cost(grid), primes)).min().unwrap_or(0);
        // Several engines hold their shares until all have gathered.
        let kept = Cost { kept: self.coefficients, ..Cost::default() };
        let held = if count > 1 { batching.kept(&kept, primes) } else { 0 };
        let columns = usize::try_from(self.coefficients.div_ceil(count as u64)).unwrap_or(usize::MAX);
        let lifted = engine.lift_memory(self.primes, columns, how).saturating_add(held);
        Ok(computed.max(lifted) <= engine.memory()?)
    }
}
