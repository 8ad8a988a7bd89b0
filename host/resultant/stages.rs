//! The stages of a resultant: scalars at the points of a grid, or samples at arbitrary points.

use crate::clock::Clock;
use crate::control::Control;
use crate::engine::{OnGridShape, ResultantEngine, SampleCounts, ScalarCounts, ScalarJob, Words};
use crate::error::Result;
use crate::plan::grid::Grid;
use crate::plan::primes::Prime;
use crate::run::batches::{Cost, Stage};
use crate::run::coefficients::Coefficients;
use crate::run::on_grid::Middle;

/// One resultant or discriminant at each point.
pub(super) struct Scalars<'a> {
    pub job: &'a ScalarJob,
}

impl<E: ResultantEngine> Middle<E> for Scalars<'_> {
    type Found = ScalarCounts;
    const NAME: &'static str = "scalars";

    fn inputs(&self) -> u32 {
        self.job.rows()
    }

    fn outputs(&self) -> u32 {
        1
    }

    fn steps(&self) -> u64 {
        self.job.steps()
    }

    fn run(&self, engine: &mut E, batch: &E::Batch, values: E::Buffer) -> Result<(E::Buffer, ScalarCounts)> {
        engine.scalars(batch, values, self.job)
    }

    fn include(all: &mut ScalarCounts, slab: ScalarCounts) {
        all.include(slab);
    }
}

/// Arbitrary points (2013 paper): scalars at the integers from `first` on, excess points for those that fail, more rounds when they
/// run out, Vandermonde-Schur interpolation.
///
/// When more points have failed than are needed, the pair makes the method fail everywhere; the points of further rounds are
/// then computed by the routine that follows its own degrees.
pub(super) struct Sampled<'a, E: ResultantEngine> {
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
pub(super) fn sampled_cost(job: &ScalarJob, dims: &[u32], grid: &Grid) -> Cost {
    let points = grid.points();
    let shape = OnGridShape { inputs: u64::from(job.rows()), outputs: 1, dims, grid };
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
