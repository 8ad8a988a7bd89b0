//! Resultants at points on a CPU: the scalar stage, and samples at arbitrary points.

pub(super) mod long;
pub(super) mod samples;
mod scalar;

use super::points::Scalars;
use super::stages::Stage;
use super::word::CpuWord;
use super::{Batch, Buffer, Cpu};
use crate::engine::{ResultantEngine, SampleCounts, ScalarCounts, ScalarJob};
use crate::error::Result;
use crate::plan::grid::{Axis, Grid};
use crate::plan::primes::Prime;
use long::Long;
use samples::Samples;
use std::ops::Range;

impl<M: CpuWord> ResultantEngine for Cpu<M> {
    type Samples = Samples<M>;

    fn scalars(&mut self, batch: &Batch<M>, values: Buffer<M>, job: &ScalarJob) -> Result<(Buffer<M>, ScalarCounts)> {
        job.check()?;
        values.check(batch, job.rows())?;
        let products = batch.grid.products.filter(|_| batch.grid.axes.is_empty());
        if let Some(long) = Long::new(job, products, &self.thresholds) {
            let scalars = batch.run(&Stage::LongResultants(&long), Some(&values), self.whole())?;
            return Ok((scalars, long.counts()));
        }
        let stage = Scalars::new(job, batch.grid.points() as usize, values.pending);
        let scalars = batch.run(&Stage::Resultants(&stage), Some(&values), self.whole())?;
        Ok((scalars, stage.counts()))
    }

    fn begin_points(&mut self, coefficients: u32, primes: &[Prime<M>]) -> Result<Batch<M>> {
        let shape = Grid::new(vec![Axis { len: coefficients, cosets: 1 }]);
        Batch::new(&Grid::new(Vec::new()), &shape, primes)
    }

    fn samples(&mut self, batch: &Batch<M>) -> Result<Samples<M>> {
        Ok(Samples::new(batch))
    }

    fn sample(
        &mut self,
        batch: &Batch<M>,
        coefficients: &Buffer<M>,
        job: &ScalarJob,
        points: Range<u32>,
        repair: bool,
        into: &mut Samples<M>,
    ) -> Result<SampleCounts> {
        job.check()?;
        samples::sample(batch, coefficients, job, points, repair, into, self.whole())
    }

    fn interpolate_samples(&mut self, batch: &Batch<M>, samples: Samples<M>) -> Result<Buffer<M>> {
        samples::interpolate(batch, &samples, self.whole())
    }
}
