//! Resultants at points on a device: the scalar stage, and samples at arbitrary points.

pub(super) mod blocks;
pub(super) mod samples;
pub(super) mod scalars;
pub(super) mod schur;

use super::DeviceBuffer;
use super::driver::launch::word;
use super::engine::Cuda;
use super::grid::tables::Batch;
use super::means::Means;
use crate::engine::{ResultantEngine, SampleCounts, ScalarCounts, ScalarJob};
use crate::error::Result;
use crate::plan::grid::{Axis, Grid};
use crate::plan::primes::Prime;
use samples::Samples;
use std::ops::Range;

impl ResultantEngine for Cuda {
    type Samples = Samples;

    // Whether a block of the device has the shared memory that the scalar stage of `job` needs. Single steps on operands in memory of
    // the device are for those who ask for it: `Backend::Auto` prefers the CPU then.
    fn has_room_for(&self, job: &ScalarJob) -> bool {
        let means = Means::of(self.device());
        scalars::shared_bytes(job, means).is_some_and(|bytes| bytes <= means.shared)
    }

    fn scalars(
        &mut self,
        batch: &Batch,
        values: DeviceBuffer<u32>,
        job: &ScalarJob,
    ) -> Result<(DeviceBuffer<u32>, ScalarCounts)> {
        job.check()?;
        let points = word("points", batch.grid.points() as usize)?;
        scalars::scalars(&self.stream, batch, &values, job, points)
    }

    fn begin_points(&mut self, coefficients: u32, primes: &[Prime]) -> Result<Batch> {
        let shape = Grid::new(vec![Axis { len: coefficients, cosets: 1 }]);
        Batch::new(&self.stream, &Grid::new(Vec::new()), &shape, primes)
    }

    fn samples(&mut self, batch: &Batch) -> Result<Samples> {
        Samples::new(&self.stream, batch)
    }

    fn sample(
        &mut self,
        batch: &Batch,
        coefficients: &DeviceBuffer<u32>,
        job: &ScalarJob,
        points: Range<u32>,
        repair: bool,
        into: &mut Samples,
    ) -> Result<SampleCounts> {
        job.check()?;
        samples::sample(&self.stream, batch, coefficients, job, points, repair, into)
    }

    fn interpolate_samples(&mut self, batch: &Batch, samples: Samples) -> Result<DeviceBuffer<u32>> {
        samples::interpolate(&self.stream, batch, samples)
    }
}
