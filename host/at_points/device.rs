//! Answers at points by a device.

use super::{AtPoint, AtPoints};
use crate::clock::Clock;
use crate::engine::{ProgressionJob, Worker};
use crate::error::Result;
use crate::run::backend::{self, EngineRequest, SelectedEngines};
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use rug::Integer;

impl AtPoints {
    /// Bytes of a device that the computation cannot do without: the input, the answer, and one product of its length.
    fn least_on_device(&self, rows: usize) -> u64 {
        let table = self.dims.iter().product::<usize>() as u64 * rows as u64;
        let longest = self.points.iter().copied().max().map_or(0, u64::from);
        let words = u64::from(self.p.bits()).div_ceil(32);
        // A product of 2 n points has three copies modulo as many short primes as both factors have words, and one more.
        4 * (words * (table + 2 * self.count()) + 6 * longest * (2 * words + 1)) + (1 << 24)
    }

    /// The device that is to compute it; `None` where that is the CPU, as there is no device any more.
    ///
    /// # Errors
    /// With [`crate::Backend::Cuda`], where there is none.
    pub(super) fn engines(&self, run: &RunOptions) -> Result<Option<SelectedEngines>> {
        let request = EngineRequest {
            suits_device: true,
            is_long: false,
            systems: false,
            devices: &|_| 1,
            has_room: &|_| Ok(true),
            word: run.word,
            held: 0,
        };
        let chosen = backend::choose(run, &request)?;
        Ok(chosen.has_devices().then_some(chosen))
    }

    /// Whether the device has the memory for it, and a block of its threads that for a point.
    ///
    /// # Errors
    /// Of the device.
    pub(super) fn has_room(&self, problem: &impl AtPoint, chosen: &mut SelectedEngines) -> Result<bool> {
        let Some(engine) = chosen.device_engine() else { return Ok(false) };
        let needed = self.least_on_device(problem.rows().len());
        Ok(engine.memory()? >= needed && engine.has_room_at_points(self.p, &problem.on_device()))
    }

    /// The coefficients of the answer, the first variable outermost; `None` where there is no value at a point of each set that was tried.
    ///
    /// # Errors
    /// `Cancelled`; of the device.
    pub(super) fn by_device(
        &self,
        problem: &impl AtPoint,
        chosen: &mut SelectedEngines,
        run: &RunOptions,
        clock: &mut Clock,
    ) -> Result<Option<Vec<Integer>>> {
        let Some(engine) = chosen.device_engine() else { return Ok(None) };
        let job = ProgressionJob {
            p: self.p,
            scalar: problem.on_device(),
            rows: problem.rows(),
            dims: &self.dims,
            points: &self.points,
        };
        engine.by_progressions(&job, &run.control, &mut rng(run, Purpose::Grid), clock)
    }
}
