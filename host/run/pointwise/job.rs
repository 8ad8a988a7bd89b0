//! Jobs of points: the scalar of each, the choices for an answer, and the stages that follow from both.

use super::prepared::Prepared;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::any::{Batch, Buffer, Residues};
use crate::engine::{AnyEngine, OnGridShape, ScalarCounts};
use crate::error::{Error, Result};
use crate::lift::Lift;
use crate::plan::cost::{Rates, Scalar};
use crate::plan::grid::{Evaluation, Grid, Which};
use crate::plan::plain_primes::{self, PlainPrime, PrimeSize};
use crate::plan::slabs::Cut;
use crate::run::batches::{self, Cost};
use crate::run::checkpoint::Fingerprint;
use crate::run::on_grid::{self, OnGrid, PointStage};
use crate::run::options::{RunOptions, WordSize};
use crate::run::stopping::Certainty;
use rand::rngs::StdRng;

/// The parts of a computation that are its planning, and its check and the writing down of the answer.
pub(crate) const PLANNED: f64 = 0.01;
pub(crate) const CHECKED: f64 = 0.01;

/// Bytes of a prime with its roots and shifts, among those that are known and those of the plan.
pub(crate) const PRIME: u64 = 256;

/// How an answer is wanted, whatever is computed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct How<'a> {
    /// Where, with how much memory, and how it is watched.
    pub run: &'a RunOptions,
    /// How integers are found from their residues.
    pub lift: Lift,
    /// How sure it is before it is verified.
    pub certainty: Certainty,
}

/// Options with the size of the primes that a lift asks for: mixed-radix digits are of 31-bit primes.
///
/// # Errors
/// `Unsupported` where 50-bit primes are asked for too.
pub(crate) fn word_of_lift(run: &RunOptions, lift: Lift) -> Result<RunOptions> {
    match (lift, run.word) {
        (Lift::MixedRadix | Lift::MixedRadixThread, WordSize::Bits50) => {
            Err(Error::unsupported("50-bit primes need AVX-512 IFMA, and a lift by remaindering"))
        }
        (Lift::MixedRadix | Lift::MixedRadixThread, _) => Ok(RunOptions { word: WordSize::Bits31, ..run.clone() }),
        _ => Ok(run.clone()),
    }
}

/// Counts of the work for some primes.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub counts: ScalarCounts,
    /// Scalars whose points were replaced.
    pub dropped: u64,
    pub primes: usize,
    pub batches: usize,
    pub slabs: usize,
}

impl Part {
    /// Adds those of further primes.
    pub fn include(&mut self, other: &Part) {
        self.counts.include(other.counts);
        self.dropped += other.dropped;
        self.primes += other.primes;
        self.batches += other.batches;
        self.slabs = self.slabs.max(other.slabs);
    }
}

/// Which primes may be used.
pub(crate) type Usable<'a> = dyn Fn(u64) -> bool + Sync + 'a;

/// A grid and primes for it.
pub(crate) type GridWithPrimes = (Grid, Vec<PlainPrime>);

/// The computation at a point: a scalar from rows of values.
///
/// Points are those of a grid, cosets of roots of unity, unless a job has a way of its own ([`Pointwise::on_roots`]); then it says
/// everything that depends on it.
pub(crate) trait Pointwise: Send + Sync + Sized {
    /// The name of the stage among the times of a report.
    const NAME: &'static str;

    /// Rows of values that go in.
    fn rows(&self) -> u32;

    /// Rows of values that come out, where it is several scalars that are computed at a point: then the answer has an axis of its own for their numbers, before those
    /// of the kept variables.
    fn tuple(&self) -> Option<u32> {
        None
    }

    /// Rows of values that come out.
    fn outputs(&self) -> u32 {
        self.tuple().unwrap_or(1)
    }

    /// Adds everything by which the answer differs from others of the same integers.
    fn identify(&self, fingerprint: &mut Fingerprint);

    /// The scalar of a point, for the times it takes.
    fn scalar(&self) -> Scalar;

    /// Element steps of one scalar, three products each.
    fn steps(&self) -> u64 {
        self.scalar().steps
    }

    /// Whether an engine has the fast memory that makes it worth while.
    fn suits(&self, engine: &dyn AnyEngine) -> bool;

    /// As [`PointStage::leaves_last`].
    fn leaves_last(&self, _engine: &dyn AnyEngine, _dims: &[u32]) -> bool {
        false
    }

    /// Scalars \[prime\]\[point\] from values \[prime\]\[row\]\[point\], or as in [`PointStage::run`].
    fn scalars(
        &self,
        engine: &mut dyn AnyEngine,
        batch: &Batch,
        values: Buffer,
        dims: &[u32],
    ) -> Result<(Buffer, ScalarCounts)>;

    /// Whether the points are those of a grid.
    fn on_roots(&self) -> bool {
        true
    }

    /// How values at them are found.
    fn evaluation(&self) -> Evaluation;

    /// Points of the transforms by which a CPU multiplies polynomials where there is one point, modulo primes that are sure to have so many bits; `None` where it
    /// does not.
    fn products(&self, _prime_bits: u32) -> Option<u32> {
        None
    }

    /// At least so many `points` in each variable, and primes of this size of more than 2^`bits` together.
    ///
    /// # Errors
    /// `Limit`.
    fn grid(
        &self,
        size: PrimeSize,
        points: &[u32],
        cut: &Cut,
        bits: u64,
        usable: &Usable<'_>,
        rng: &mut StdRng,
    ) -> Result<GridWithPrimes> {
        plain_primes::choose(size, Which::Largest, points, (cut, self.evaluation()), bits, usable, rng)
    }

    /// The cost of one prime on an engine.
    fn cost(&self, engine: &dyn AnyEngine, prepared: &Prepared<'_, Self>) -> Cost {
        cost(engine, prepared)
    }

    /// Residues of the answer's coefficients modulo some primes.
    ///
    /// # Errors
    /// Of the engine; `Cancelled`.
    fn residues(
        &self,
        engine: &mut dyn AnyEngine,
        prepared: &Prepared<'_, Self>,
        primes: &[PlainPrime],
        _: &How<'_>,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<(Residues, Part)> {
        on_roots(engine, prepared, primes, control, clock)
    }
}

/// [`Pointwise::cost`] on a grid.
pub(crate) fn cost<J: Pointwise>(engine: &dyn AnyEngine, prepared: &Prepared<'_, J>) -> Cost {
    let (table, grid) = (&prepared.outline.table, &prepared.grid);
    let (dims, job) = (table.dims(), &prepared.outline.job);
    let leaves_last = job.leaves_last(engine, dims);
    let shape = OnGridShape { inputs: table.rows().into(), outputs: job.outputs().into(), dims, grid, leaves_last };
    let steps = AtPoints::new(prepared, &engine.rates()).steps();
    on_grid::cost(engine, &shape, &prepared.cut, steps, prepared.coefficients() as u64)
}

/// [`Pointwise::residues`] on a grid.
pub(crate) fn on_roots<J: Pointwise>(
    engine: &mut dyn AnyEngine,
    prepared: &Prepared<'_, J>,
    primes: &[PlainPrime],
    control: &Control,
    clock: &mut Clock,
) -> Result<(Residues, Part)> {
    let table = &prepared.outline.table;
    let input = &clock.time("load", || engine.load(table))?;
    let (grid, cut, kept) = (&prepared.grid, &prepared.cut, prepared.coefficients() as u64);
    let (dims, words, rates) = (table.dims(), table.words() as u64, engine.rates());
    let (host, saved) = (prepared.host, prepared.kept.as_ref());
    let point_stage = AtPoints::new(prepared, &rates);
    let stage = OnGrid { point_stage, input, dims, words, rates, grid, cut, kept, host, saved };
    let (residues, found) =
        batches::residues(engine, &stage, primes, (&prepared.columns(), prepared.kept.as_ref()), control, clock)?;
    let mut part = Part { primes: primes.len(), batches: found.len(), slabs: prepared.slabs(), ..Part::default() };
    found.into_iter().for_each(|counts| part.counts.include(counts));
    Ok((residues, part))
}

/// The point stage of a job.
pub(crate) struct AtPoints<'a, J> {
    /// The job.
    pub job: &'a J,
    /// The part of its element steps that half-gcd takes the time of.
    part: f64,
}

impl<'a, J: Pointwise> AtPoints<'a, J> {
    /// On an engine with these rates.
    pub fn new(prepared: &Prepared<'a, J>, rates: &Rates) -> Self {
        AtPoints { job: &prepared.outline.job, part: rates.by_half_gcd(&prepared.work(prepared.needed)) }
    }

    /// Element steps of one scalar, or as many as take as long.
    fn steps(&self) -> u64 {
        (self.job.steps() as f64 * self.part) as u64
    }
}

impl<J: Pointwise> PointStage for AtPoints<'_, J> {
    type Found = ScalarCounts;
    const NAME: &'static str = J::NAME;

    fn inputs(&self) -> u32 {
        self.job.rows()
    }

    fn outputs(&self) -> u32 {
        self.job.outputs()
    }

    fn steps(&self) -> u64 {
        self.steps()
    }

    fn leaves_last(&self, engine: &dyn AnyEngine, dims: &[u32]) -> bool {
        self.job.leaves_last(engine, dims)
    }

    fn run(
        &self,
        engine: &mut dyn AnyEngine,
        batch: &Batch,
        values: Buffer,
        dims: &[u32],
    ) -> Result<(Buffer, ScalarCounts)> {
        self.job.scalars(engine, batch, values, dims)
    }

    fn include(all: &mut ScalarCounts, slab: ScalarCounts) {
        all.include(slab);
    }

    /// Counts are of what was done.
    fn tag(_: &ScalarCounts, _: usize) -> u64 {
        0
    }

    fn of_tags(_: &[u64]) -> ScalarCounts {
        ScalarCounts::default()
    }
}
