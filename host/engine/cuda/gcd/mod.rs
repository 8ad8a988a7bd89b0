//! The stages of GCDs on the device: images by one block each or by many, exact division, GCDs at points of a grid, and what is chosen
//! of the images.

mod classes;
mod division;
mod images;
mod long;
mod points;
mod rounds;
mod schur;

use super::DeviceBuffer;
use super::engine::Cuda;
use super::grid::tables::Batch;
use crate::engine::gcd::{Division, GcdEngine, GcdJob, GcdMethod, PointDegrees, PointsJob};
use crate::error::Result;

impl GcdEngine for Cuda {
    fn at_once(&self) -> usize {
        self.device().multiprocessors as usize
    }

    fn image_points(&self, degrees: (u32, u32)) -> u32 {
        long::points(degrees, self.thresholds.long_from)
    }

    fn division_points(&self, divisions: &[Division]) -> u32 {
        let longest = divisions.iter().map(|division| division.n).max().unwrap_or(0);
        if longest >= self.thresholds.divide_from { longest + 1 } else { 0 }
    }

    fn gcd_images(
        &mut self,
        batch: &Batch,
        residues: &DeviceBuffer<u32>,
        job: &GcdJob,
    ) -> Result<(DeviceBuffer<u32>, Vec<u32>)> {
        match job.method {
            GcdMethod::Remainder => {
                images::images(&self.stream, batch, residues, job, (&self.thresholds, &self.progress))
            }
            GcdMethod::Schur => schur::images(&self.stream, batch, residues, job),
        }
    }

    fn gcd_points(
        &mut self,
        batch: &Batch,
        values: DeviceBuffer<u32>,
        job: &PointsJob,
    ) -> Result<(DeviceBuffer<u32>, Vec<PointDegrees>)> {
        points::points(&self.stream, batch, &values, job)
    }

    fn divide(
        &mut self,
        batch: &Batch,
        dividends: &DeviceBuffer<u32>,
        divisors: &DeviceBuffer<u32>,
        divisions: &[Division],
    ) -> Result<(DeviceBuffer<u32>, Vec<bool>)> {
        self.divide_all(batch, dividends, divisors, divisions)
    }
}
