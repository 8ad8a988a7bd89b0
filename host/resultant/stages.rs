//! The stages of a resultant: scalars at the points of a grid, or samples at arbitrary points.

use super::options::Interpolation;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::any::{Batch, Buffer, Input, Residues};
use crate::engine::{AnyEngine, DeterminantJob, OnGridShape, SampleCounts, ScalarCounts, ScalarJob, ScalarKind, Words};
use crate::error::Result;
use crate::plan::cost::Scalar;
use crate::plan::grid::{Evaluation, FIRST_POINTS, Grid, Which};
use crate::plan::plain_primes::{self, PlainPrime, PrimeSize};
use crate::plan::slabs::Cut;
use crate::run::batches::{self, Cost, Stage};
use crate::run::checkpoint::Fingerprint;
use crate::run::coefficients::Coefficients;
use crate::run::pointwise::{self, GridWithPrimes, How, Part, Pointwise, Prepared, Usable};
use crate::run::random::{Purpose, rng};
use rand::Rng;
use rand::rngs::StdRng;

/// A resultant or discriminant with its bounds.
pub(super) type Outline = pointwise::Outline<Scalars>;

/// One resultant or discriminant at each point.
pub(super) struct Scalars {
    /// The scalar.
    pub kind: ScalarKind,
    /// Formal degrees of f and g.
    pub degrees: (u32, u32),
    /// How.
    pub way: Way,
    /// How values are found at the points of a grid.
    pub evaluation: Evaluation,
}

/// How the scalars are computed, and at which points.
pub(super) enum Way {
    /// From f and g at the points of a grid.
    OnGrid(ScalarJob),
    /// From f and g at arbitrary points.
    Sampled(ScalarJob),
    /// As determinants at the points of a grid.
    Matrix(DeterminantJob),
}

impl Scalars {
    /// How the answer is recovered from its values.
    pub fn interpolation(&self) -> Interpolation {
        match self.way {
            Way::OnGrid(_) | Way::Matrix(_) => Interpolation::Ntt,
            Way::Sampled(_) => Interpolation::Vandermonde,
        }
    }

    /// Degrees of the remainder sequence; none where there is a matrix.
    pub fn schedule(&self) -> &[u32] {
        match &self.way {
            Way::OnGrid(job) | Way::Sampled(job) => &job.schedule,
            Way::Matrix(_) => &[],
        }
    }
}

impl Pointwise for Scalars {
    const NAME: &'static str = "scalars";

    fn rows(&self) -> u32 {
        match &self.way {
            Way::OnGrid(job) | Way::Sampled(job) => job.rows(),
            Way::Matrix(job) => job.values,
        }
    }

    fn identify(&self, fingerprint: &mut Fingerprint) {
        let (p, q) = self.degrees;
        fingerprint.number((self.kind == ScalarKind::Discriminant).into()).numbers(&[p, q]);
    }

    fn scalar(&self) -> Scalar {
        match &self.way {
            Way::OnGrid(job) | Way::Sampled(job) => job.scalar(),
            Way::Matrix(job) => job.scalar(),
        }
    }

    fn suits(&self, engine: &dyn AnyEngine) -> bool {
        match &self.way {
            Way::OnGrid(job) | Way::Sampled(job) => engine.has_room_for(job),
            Way::Matrix(job) => engine.has_room_for_matrix(job),
        }
    }

    fn leaves_last(&self, engine: &dyn AnyEngine, dims: &[u32]) -> bool {
        let leaves_last = |job| self.evaluation == Evaluation::Auto && engine.evaluates_last(job, dims);
        matches!(&self.way, Way::Matrix(job) if leaves_last(job))
    }

    fn scalars(
        &self,
        engine: &mut dyn AnyEngine,
        batch: &Batch,
        values: Buffer,
        dims: &[u32],
    ) -> Result<(Buffer, ScalarCounts)> {
        match &self.way {
            Way::OnGrid(job) | Way::Sampled(job) => engine.scalars(batch, values, job),
            Way::Matrix(job) => {
                let leaves_last = self.leaves_last(engine, dims);
                pointwise::determinants(engine, batch, values, (dims, leaves_last), job)
            }
        }
    }

    fn products(&self, prime_bits: u32) -> Option<u32> {
        match &self.way {
            Way::OnGrid(job) => job.products(prime_bits),
            Way::Sampled(_) | Way::Matrix(_) => None,
        }
    }

    fn on_roots(&self) -> bool {
        !matches!(self.way, Way::Sampled(_))
    }

    fn evaluation(&self) -> Evaluation {
        self.evaluation
    }

    fn grid(
        &self,
        size: PrimeSize,
        points: &[u32],
        cut: &Cut,
        bits: u64,
        usable: &Usable<'_>,
        rng: &mut StdRng,
    ) -> Result<GridWithPrimes> {
        match self.way {
            Way::OnGrid(_) | Way::Matrix(_) => {
                plain_primes::choose(size, Which::Largest, points, (cut, self.evaluation), bits, usable, rng)
            }
            Way::Sampled(_) => plain_primes::arbitrary(size, points, bits, usable, rng),
        }
    }

    fn cost(&self, engine: &dyn AnyEngine, prepared: &Prepared<'_, Self>) -> Cost {
        match &self.way {
            Way::OnGrid(_) | Way::Matrix(_) => pointwise::cost(engine, prepared),
            Way::Sampled(job) => sampled_cost(job, prepared.outline.table.dims(), &prepared.grid),
        }
    }

    fn residues(
        &self,
        engine: &mut dyn AnyEngine,
        prepared: &Prepared<'_, Self>,
        primes: &[PlainPrime],
        how: &How<'_>,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<(Residues, Part)> {
        let Way::Sampled(job) = &self.way else {
            return pointwise::on_roots(engine, prepared, primes, control, clock);
        };
        let table = &prepared.outline.table;
        let input = &clock.time("load", || engine.load(table))?;
        // Points may differ from engine to engine, but need not.
        let first = rng(how.run, Purpose::Points).random_range(0..FIRST_POINTS);
        let (dims, integers) = (table.dims(), table.len());
        let stage = Sampled { job, input, integers, dims, grid: &prepared.grid, first };
        let (residues, found) =
            batches::residues(engine, &stage, primes, (&prepared.columns(), prepared.kept.as_ref()), control, clock)?;
        let mut part = Part { primes: primes.len(), batches: found.len(), ..Part::default() };
        for counts in found {
            part.counts.include(counts.scalars);
            part.dropped += counts.dropped;
        }
        Ok((residues, part))
    }
}

/// Arbitrary points (2013 paper): scalars at the integers from `first` on, excess points for those that fail, more rounds when they
/// run out, Vandermonde-Schur interpolation.
///
/// When more points of one prime have failed than are needed, the pair makes the method fail everywhere, modulo this prime at least; scalars
/// that fail in further rounds are then computed by the routine that follows its own degrees. So a batch takes few rounds, whatever its primes are.
struct Sampled<'a> {
    pub job: &'a ScalarJob,
    /// f and g.
    pub input: &'a Input,
    /// How many integers f and g have.
    pub integers: usize,
    /// Their coefficients per kept variable.
    pub dims: &'a [u32],
    /// As many points as the answer has coefficients.
    pub grid: &'a Grid,
    /// The first point.
    pub first: u32,
}

/// The cost of one prime with arbitrary points.
fn sampled_cost(job: &ScalarJob, dims: &[u32], grid: &Grid) -> Cost {
    let points = grid.points();
    let shape = OnGridShape { inputs: u64::from(job.rows()), outputs: 1, dims, grid, leaves_last: false };
    let steps = job.steps().saturating_mul(points);
    Cost { words: Words { batch: shape.words(), scratch: 0 }, kept: points, steps }
}

impl Stage for Sampled<'_> {
    type Found = SampleCounts;
    type Coefficients = Coefficients;

    fn grid(&self) -> &Grid {
        self.grid
    }

    fn cost(&self, _: &dyn AnyEngine) -> Cost {
        sampled_cost(self.job, self.dims, self.grid)
    }

    fn begin(&self, engine: &mut dyn AnyEngine, primes: &[PlainPrime]) -> Result<Batch> {
        engine.begin_points(self.grid.points() as u32, primes)
    }

    fn run(
        &self,
        engine: &mut dyn AnyEngine,
        batch: &Batch,
        _: &[PlainPrime],
        control: &Control,
        clock: &mut Clock,
    ) -> Result<(Coefficients, SampleCounts)> {
        // A product of Horner's rule, which waits for the one before, takes two element steps; interpolation one and a half.
        let rates = engine.rates();
        let points = f64::from(self.grid.points() as u32);
        let reduction = rates.integer() * self.integers as f64;
        let sampling = rates.step() * points * (self.job.steps() as f64 + 2.0 * self.integers as f64);
        let interpolation = rates.step() * points * points * 1.5;
        engine.watch(&control.next_of(reduction, sampling + interpolation));
        let residues = clock.time("reduce", || engine.reduce(batch, self.input))?;
        let mut samples = engine.samples(batch)?;
        let needed = self.grid.points() as u32;
        let (mut next, mut missing) = (self.first, needed);
        let mut total = SampleCounts::default();
        while missing > 0 {
            control.check()?;
            // The paper's 1 to 2 percent of excess points, and a few more for small numbers.
            let count = missing + missing / 50 + 4;
            let repair = total.most_dropped > u64::from(needed);
            // All but few samples are of the first round.
            engine.watch(&control.next_of(sampling, interpolation));
            let counts = clock.time("sample", || {
                engine.sample(batch, &residues, self.job, next..next + count, repair, &mut samples)
            })?;
            next += count;
            missing = needed - counts.least;
            total.include(counts);
        }
        engine.watch(&control.next(1.0));
        let coefficients = clock.time("interpolate", || engine.interpolate_samples(batch, samples))?;
        Ok((Coefficients::OnEngine(coefficients), total))
    }
}
