//! What a resultant takes of memory: before anything is made, once grid and primes are known, and on a device.

use super::options::{Interpolation, ResultantOptions};
use super::plan::{Outline, Prepared};
use super::problem::Modular;
use super::stages::sampled_cost;
use crate::engine::cpu::Cpu;
use crate::engine::input::{self, IntegerTable};
use crate::engine::{Engine, OnGridShape, ScalarJob, ScalarKind, Worker};
use crate::error::{Error, ErrorKind, Result};
use crate::lift::Lift;
use crate::plan::grid::{Axis, Grid};
use crate::plan::primes::Word;
use crate::plan::rows::Rows;
use crate::plan::slabs::Cut;
use crate::poly::{Term, size};
use crate::run::backend::{AllStages, OnEngines};
use crate::run::batches::Cost;
use crate::run::goal::Certainty;
use crate::run::memory;
use crate::run::on_grid;
use crate::run::options::Backend;

/// Bytes of a prime with its roots and shifts, among those that are known and those of the plan.
pub(super) const PRIME: u64 = 256;

/// Coefficients of f and g in all places of the box of exponents; the greatest number there is for more than that.
fn dense(modular: &Modular) -> u64 {
    let rows = || modular.f.rows.iter().chain(&modular.g.rows);
    let degree = |k| rows().filter_map(|row| row.degree(k)).max().unwrap_or(0);
    (0..modular.f.kept).fold(rows().count() as u64, |all, k| all.saturating_mul(u64::from(degree(k)) + 1))
}

/// Bytes of the host that are in use whatever computes: f and g as polynomials, as rows, as a table and as an engine's digits.
pub(super) fn held(modular: &Modular) -> u64 {
    let mut limbs = 0;
    // As polynomials in all variables, and as rows.
    let variables = modular.thinning.kept() + 1;
    let mut sizes = |f: &Rows| {
        let terms = f.rows.iter().flat_map(|row| &row.terms);
        terms.fold((0u64, 0u64), |(given, rows), (c, exponents)| {
            let words = c.as_limbs().len() as u64;
            limbs += 8 * words;
            (given + size_of::<Term>() as u64 + size::beside(words, variables), rows + size::term(c, exponents))
        })
    };
    let (f, g) = (sizes(&modular.f), sizes(&modular.g));
    // The derivative is nobody's polynomial.
    let given = if modular.kind == ScalarKind::Discriminant { f.0 } else { f.0 + g.0 };
    (given + f.1 + g.1).saturating_add(input::bytes(dense(modular), limbs))
}

/// Most coefficients of an answer in all places of the box of exponents. Their numbers of bytes are far below 2^63.
const COEFFICIENTS: u128 = 1 << 44;

/// The error of an input that has too many coefficients in all places of the box of exponents.
pub(super) fn too_dense(needed: u64) -> Error {
    let what = "dense coefficients or limbs of the input";
    ErrorKind::Limit { what, needed: needed.into(), allowed: u32::MAX.into() }.into()
}

/// Refuses what cannot fit before anything of that size is made: the input, and on the CPU one prime on about as many points as the
/// answer has coefficients.
///
/// # Errors
/// `Limit`.
pub(super) fn check(modular: &Modular, degree_bound: &[u32], options: &ResultantOptions) -> Result<()> {
    let integers = dense(modular);
    if integers > u64::from(u32::MAX) {
        return Err(too_dense(integers));
    }
    let needed = degree_bound.iter().fold(1u128, |all, &d| all.saturating_mul(u128::from(d) + 1));
    if needed > COEFFICIENTS {
        let what = "coefficients of the answer, zeros included";
        return Err(ErrorKind::Limit { what, needed, allowed: COEFFICIENTS }.into());
    }
    let (held, rows) = (held(modular), (modular.f.rows.len() + modular.g.rows.len()) as u64);
    let mut needed = held;
    if options.run.backend != Backend::Cuda {
        let engine = Cpu::new(0, options.run.control.clone());
        let (dims, points) = (vec![1; degree_bound.len()], degree_bound.iter().map(|&d| d + 1).collect::<Vec<u32>>());
        let least = |cut: Cut| {
            let axes = points.iter().zip(cut.cosets(points.len()));
            let grid = Grid { axes: axes.map(|(n, cosets)| Axis { len: n.div_ceil(cosets), cosets }).collect() };
            let shape = OnGridShape { inputs: rows, outputs: 1, dims: &dims, grid: &grid };
            engine.batching().least(&on_grid::cost(&engine, &shape, &cut, 0, 0), 1)
        };
        needed = needed.saturating_add(Cut::all(&points).map(least).min().unwrap_or(0));
    }
    memory::check(needed, memory::allowed(&options.run))
}

/// Bytes of the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Footprint {
    /// With as little as possible at a time.
    pub least: u64,
    /// With batches as they are chosen.
    pub usual: u64,
    /// Primes of such a batch.
    pub batch: usize,
}

impl<M: Word> Prepared<'_, M> {
    /// What one prime costs on an engine.
    pub fn cost<E: Engine<Modulus = M>>(&self, engine: &E) -> Cost {
        let (table, job) = (&self.outline.table, &self.outline.job);
        match self.interpolation {
            Interpolation::Ntt => {
                let (inputs, grid) = (u64::from(table.rows()), &self.grid);
                let shape = OnGridShape { inputs, outputs: 1, dims: table.dims(), grid };
                on_grid::cost(engine, &shape, &self.cut, job.steps(), self.coefficients() as u64)
            }
            Interpolation::Vandermonde => sampled_cost(job, table.dims(), &self.grid),
        }
    }

    /// Bytes that a batch of one prime takes of the host where its residues leave `engine` for a store.
    ///
    /// # Errors
    /// `Limit` when the engine has too little memory of its own; of the engine.
    pub fn one_in_ranges<E: AllStages<Modulus = M>>(&self, engine: &E) -> Result<u64> {
        let coefficients = self.coefficients() as u64;
        let mut cost = Cost { kept: 0, ..self.cost(engine) };
        cost.words.batch = cost.words.batch.saturating_add(coefficients);
        let (batching, word) = (engine.batching(), size_of::<M::Elem>() as u64);
        let on_engine = batching.least(&cost, 1);
        // What is exported, and a part of it that is written.
        let exported = coefficients.saturating_mul(2).saturating_mul(word);
        if engine.is_host() {
            return Ok(on_engine.saturating_add(exported));
        }
        memory::check(on_engine, engine.memory()?)?;
        // The coefficients of a prime in slabs are put together on the host.
        let slabs = if self.cut.is_none() { 0 } else { self.grid.points().saturating_mul(word) };
        Ok(exported.saturating_add(slabs))
    }

    /// Bytes that the computation takes of the host on `engine`.
    ///
    /// # Errors
    /// `Limit` when it takes more than there is; of the engine.
    pub fn footprint<E: AllStages<Modulus = M>>(&self, engine: &E, options: &ResultantOptions) -> Result<Footprint> {
        // Blocks of a probabilistic computation are a quarter of what was there before; the first is lifted by itself.
        let primes = match options.certainty {
            Certainty::Certified => self.needed,
            Certainty::Probabilistic { .. } => self.needed.min(self.needed / 32 + 16),
        };
        let coefficients = self.coefficients() as u64;
        let bits = match options.certainty {
            Certainty::Certified => self.outline.height_bound,
            Certainty::Probabilistic { .. } => primes as u64 * u64::from(M::MAX.ilog2()),
        };
        // Integers, then terms that take them over.
        let answer =
            size::integers(coefficients, bits).saturating_add(size::terms(coefficients, self.outline.variables));
        let held = self.outline.held.saturating_add(PRIME * self.primes.len() as u64);
        let held_besides = held - self.outline.held;
        let (cost, batching, left) = (self.cost(engine), engine.batching(), engine.memory()?);
        if !engine.is_host() {
            memory::check(batching.least(&cost, primes), left)?;
            // The coefficients of a prime are put together on the host.
            let slabs = if self.cut.is_none() { 0 } else { 4 * self.grid.points() };
            memory::check(slabs, self.host)?;
            let needed = held.saturating_add(answer.max(slabs));
            memory::check(needed, memory::allowed(&options.run))?;
            return Ok(Footprint { least: needed, usual: needed, batch: 0 });
        }
        let afterwards = answer.max(engine.lift_memory(primes, self.coefficients(), options.lift));
        let least = batching.least(&cost, primes).max(afterwards).saturating_add(held_besides);
        memory::check(self.outline.held.saturating_add(least), self.outline.held.saturating_add(left))?;
        let batch = batching.len(&cost, left - held_besides, primes)?;
        let gathered = batching.kept(&cost, primes) + batching.bytes(&cost, batch as u64);
        Ok(Footprint { least: self.outline.held + least, usual: held + gathered.max(afterwards), batch })
    }
}

/// What a job needs of a device, estimated before grid and primes are known: about what it takes, or more.
pub(super) struct Demand<'a> {
    job: &'a ScalarJob,
    table: &'a IntegerTable,
    /// Primes that are lifted together.
    primes: usize,
    /// The least grids that are smooth, cut in all ways.
    grids: Vec<(Grid, Cut)>,
    /// Coefficients of the answer that stay on the engine.
    coefficients: u64,
}

impl<'a> Demand<'a> {
    /// Of an outline: primes above 2^29.
    pub fn new(outline: &'a Outline, options: &ResultantOptions) -> Self {
        let keep = outline.keep();
        let primes = match (&outline.direct, options.certainty) {
            (Some(_), _) => 1,
            (None, Certainty::Certified) => outline.height_bound / 29 + 2,
            // Blocks are a quarter of what was there before.
            (None, Certainty::Probabilistic { .. }) => outline.height_bound / 116 + 32,
        };
        Demand {
            job: &outline.job,
            table: &outline.table,
            primes: usize::try_from(primes).unwrap_or(usize::MAX),
            grids: outline.cuts(options).into_iter().map(|cut| (cut.grid(&keep), cut)).collect(),
            coefficients: keep.iter().fold(1u64, |all, &n| all.saturating_mul(u64::from(n))),
        }
    }

    /// The same of an answer whose residues leave the engine, and are lifted in ranges.
    pub fn in_ranges(self) -> Self {
        Demand { coefficients: 1, ..self }
    }

    /// Whether the memory of each of `count` engines like `engine`, which share the work, suffices for its residues with a batch
    /// of one prime, and for its lift.
    ///
    /// # Errors
    /// Errors of the engine.
    fn fits<E: AllStages>(&self, engine: &E, count: usize, how: Lift) -> Result<bool> {
        let (inputs, dims) = (u64::from(self.table.rows()), self.table.dims());
        let (batching, primes) = (engine.batching(), self.primes.div_ceil(count));
        let cost = |(grid, cut): &(Grid, Cut)| {
            let shape = OnGridShape { inputs, outputs: 1, dims, grid };
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

impl OnEngines for (&Demand<'_>, Lift) {
    type Output = Result<bool>;

    /// Whether all engines have the fast memory and the memory that a computation needs.
    fn run<E: AllStages>(self, engines: &mut [&mut E]) -> Result<bool> {
        let (demand, lift) = self;
        let count = engines.len();
        for engine in engines {
            if !engine.has_room_for(demand.job) || !demand.fits(&**engine, count, lift)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
