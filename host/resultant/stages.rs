//! The stages of a resultant: scalars at the points of a grid, or samples at arbitrary points.

use super::options::Interpolation;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::{OnGridShape, ResultantEngine, SampleCounts, ScalarCounts, ScalarJob, ScalarKind, Words};
use crate::error::Result;
use crate::plan::cost::StageRates;
use crate::plan::grid::{self, FIRST_POINTS, Grid};
use crate::plan::primes::{Prime, Word};
use crate::plan::slabs::Cut;
use crate::run::backend::AllStages;
use crate::run::batches::{self, Cost, Stage};
use crate::run::checkpoint::Fingerprint;
use crate::run::coefficients::Coefficients;
use crate::run::pointwise::{self, GridWithPrimes, How, Part, Pointwise, Prepared, Usable};
use crate::run::random::{Purpose, rng};
use rand::Rng;
use rand::rngs::StdRng;

/// One resultant or discriminant at each point.
pub(super) struct Scalars {
    pub job: ScalarJob,
    /// How the answer is recovered from its values.
    pub interpolation: Interpolation,
}

impl Pointwise for Scalars {
    const NAME: &'static str = "scalars";

    fn rows(&self) -> u32 {
        self.job.rows()
    }

    fn identify(&self, fingerprint: &mut Fingerprint) {
        let ScalarJob { kind, p, q, .. } = self.job;
        fingerprint.number((kind == ScalarKind::Discriminant).into()).numbers(&[p, q]);
    }

    fn steps(&self) -> u64 {
        self.job.steps()
    }

    fn suits<E: AllStages>(&self, engine: &E) -> bool {
        engine.has_room_for(&self.job)
    }

    fn scalars<E: AllStages>(
        &self,
        engine: &mut E,
        batch: &E::Batch,
        values: E::Buffer,
        _: &[u32],
    ) -> Result<(E::Buffer, ScalarCounts)> {
        engine.scalars(batch, values, &self.job)
    }

    fn on_roots(&self) -> bool {
        self.interpolation == Interpolation::Ntt
    }

    fn grid<M: Word>(
        &self,
        points: &[u32],
        cut: &Cut,
        bits: u64,
        usable: &Usable<'_>,
        rng: &mut StdRng,
    ) -> Result<GridWithPrimes<M>> {
        match self.interpolation {
            Interpolation::Ntt => grid::choose_cut(points, cut, bits, usable, rng),
            Interpolation::Vandermonde => grid::arbitrary(points, bits, usable, rng),
        }
    }

    fn cost<E: AllStages>(&self, engine: &E, prepared: &Prepared<'_, E::Modulus, Self>) -> Cost {
        match self.interpolation {
            Interpolation::Ntt => pointwise::cost(engine, prepared),
            Interpolation::Vandermonde => sampled_cost(&self.job, prepared.outline.table.dims(), &prepared.grid),
        }
    }

    fn transit(&self, rates: &StageRates, integers: f64, values: f64, points: f64) -> f64 {
        match self.interpolation {
            Interpolation::Ntt => pointwise::transit(rates, values, points),
            // See the stage.
            Interpolation::Vandermonde => rates.step * points * (2.0 * integers + 1.5 * points),
        }
    }

    fn residues<E: AllStages>(
        &self,
        engine: &mut E,
        prepared: &Prepared<'_, E::Modulus, Self>,
        primes: &[Prime<E::Modulus>],
        how: &How<'_>,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<(E::Residues, Part)> {
        if self.interpolation == Interpolation::Ntt {
            return pointwise::on_roots(self, engine, prepared, primes, control, clock);
        }
        let table = &prepared.outline.table;
        let input = &clock.time("load", || engine.load(table))?;
        // Points may differ from engine to engine, but need not.
        let first = rng(how.run, Purpose::Points).random_range(0..FIRST_POINTS);
        let (job, dims, integers) = (&self.job, table.dims(), table.len());
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
/// When more points have failed than are needed, the pair makes the method fail everywhere; the points of further rounds are
/// then computed by the routine that follows its own degrees.
struct Sampled<'a, E: ResultantEngine> {
    pub job: &'a ScalarJob,
    /// f and g.
    pub input: &'a E::Input,
    /// How many integers f and g have.
    pub integers: usize,
    /// Their coefficients per kept variable.
    pub dims: &'a [u32],
    /// As many points as the answer has coefficients.
    pub grid: &'a Grid,
    /// The first point.
    pub first: u32,
}

/// What one prime costs with arbitrary points.
fn sampled_cost(job: &ScalarJob, dims: &[u32], grid: &Grid) -> Cost {
    let points = grid.points();
    let shape = OnGridShape { inputs: u64::from(job.rows()), outputs: 1, dims, grid, leaves_last: false };
    let steps = job.steps().saturating_mul(points);
    Cost { words: Words { batch: shape.words(), scratch: 0 }, kept: points, steps }
}

impl<E: ResultantEngine> Stage<E> for Sampled<'_, E> {
    type Found = SampleCounts;
    type Coefficients = Coefficients<E>;

    fn grid(&self) -> &Grid {
        self.grid
    }

    fn cost(&self, _: &E) -> Cost {
        sampled_cost(self.job, self.dims, self.grid)
    }

    fn begin(&self, engine: &mut E, primes: &[Prime<E::Modulus>]) -> Result<E::Batch> {
        engine.begin_points(self.grid.points() as u32, primes)
    }

    fn run(
        &self,
        engine: &mut E,
        batch: &E::Batch,
        primes: &[Prime<E::Modulus>],
        control: &Control,
        clock: &mut Clock,
    ) -> Result<(Coefficients<E>, SampleCounts)> {
        // A product of Horner's rule, which waits for the one before, takes two element steps; interpolation one and a half.
        let rates = engine.rates();
        let points = f64::from(self.grid.points() as u32);
        let reduction = rates.integer * self.integers as f64;
        let sampling = rates.step * points * (self.job.steps() as f64 + 2.0 * self.integers as f64);
        let interpolation = rates.step * points * points * 1.5;
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
            let repair = total.dropped > u64::from(needed) * primes.len() as u64;
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
