//! Paths on a device.

use super::super::driver::launch::word;
use super::warps::{Pace, Warps};
use super::{Cuda, CudaSystem, DeviceBuffer, launch};
use crate::engine::Worker;
use crate::engine::status::TrackStatus;
use crate::engine::track::{ParameterLines, PathState, TrackEngine, check_paths};
use crate::error::Result;
use crate::floating::Precision;
use gpu::kernels::system_track::{
    TrackD, TrackDd, TrackInMemoryD, TrackInMemoryDd, TrackInMemoryQd, TrackQd, doubles_of_path, numbers_of_warp,
};
use gpu::system::track::{Choices, status};

/// Attempts of a warp in the first launch.
const FIRST: u32 = 32;

/// Where paths lead, on the device, and how they are followed.
struct Ways {
    ends: DeviceBuffer<f64>,
    backs: DeviceBuffer<f64>,
    choices: Choices,
}

impl Cuda {
    /// How warps share so many paths.
    fn track_warps<R: Precision>(&self, system: &CudaSystem<R>, paths: u32) -> Result<Warps> {
        let (entries, n) = (system.compiled.entries() as u64, system.compiled.polynomials() as u64);
        let context = self.stream.context();
        let resident = |shared: u32| {
            let usage = match R::PARTS {
                1 => context.kernel_usage::<TrackD>(shared),
                2 => context.kernel_usage::<TrackDd>(shared),
                _ => context.kernel_usage::<TrackQd>(shared),
            };
            Ok(usage?.blocks_per_multiprocessor)
        };
        self.warps(system, paths, |shape| 16 * R::PARTS as u64 * numbers_of_warp(entries, n, shape), resident)
    }

    /// Paths that have room together.
    fn track_some<R: Precision>(
        &mut self,
        system: &CudaSystem<R>,
        ways: &Ways,
        points: &mut [[R; 2]],
        tangents: &mut [[R; 2]],
        paths: &mut [PathState<R>],
        part: f64,
    ) -> Result<()> {
        let of_path = doubles_of_path(R::PARTS);
        let mut lanes = Vec::with_capacity(paths.len() * of_path);
        for path in paths.iter() {
            let (way, length) = path.way();
            path.to.iter().chain(&way).for_each(|number| lanes.extend_from_slice(number.as_ref()));
            let status = if length == 0.0 { status::END } else { status::RUNNING };
            let known = if path.known { 1.0 } else { 0.0 };
            lanes.extend([length, 0.0, path.step, known, 0.0, path.residual, path.correction, path.pivots, status]);
        }
        let lines: Vec<u32> = paths.iter().map(|path| path.line).collect();
        let count = word("paths", paths.len())?;
        let stream = &self.stream;
        let on_device = stream.copy_of::<f64>(bytemuck::cast_slice(points))?;
        let slopes = stream.copy_of::<f64>(bytemuck::cast_slice(tangents))?;
        let (known, lines) = (stream.copy_of(&lanes)?, stream.copy_of(&lines)?);
        let mut counts = stream.zeroed::<u32>(3)?;
        let Warps { shape, blocks, bytes, is_shared } = self.track_warps(system, count)?;
        let scratch = match is_shared {
            true => None,
            false => Some(stream.alloc::<f64>(bytes as usize / 8 * blocks as usize)?),
        };
        let (lists, coefficients, lengths) = (system.lists.as_ptr(), system.coefficients.as_ptr(), system.lengths);
        let (ends, backs, grid) = (ways.ends.as_ptr(), ways.backs.as_ptr(), (blocks, 1, 1));
        let mut pace = Pace::new(FIRST);
        loop {
            self.control.check()?;
            pace.begin();
            // SAFETY (both): lists and coefficients are those of the system, paths as many as the shape says, and their lines are there; all live
            // on this stream. Shared memory and scratch are as large as warps need.
            match &scratch {
                None => launch!(R, stream, grid, bytes as u32, [TrackD, TrackDd, TrackQd], {
                    lists: lists, coefficients: coefficients, points: on_device.as_ptr(), tangents: slopes.as_ptr(),
                    lanes: known.as_ptr(), lines: lines.as_ptr(), ends: ends, backs: backs, counts: counts.as_ptr(),
                    lengths: lengths, shape: shape, rounds: u64::from(pace.size), choices: ways.choices
                })?,
                Some(scratch) => launch!(R, stream, grid, 0, [TrackInMemoryD, TrackInMemoryDd, TrackInMemoryQd], {
                    lists: lists, coefficients: coefficients, points: on_device.as_ptr(), tangents: slopes.as_ptr(),
                    lanes: known.as_ptr(), lines: lines.as_ptr(), ends: ends, backs: backs, counts: counts.as_ptr(),
                    scratch: scratch.as_ptr(), lengths: lengths, shape: shape, rounds: u64::from(pace.size), choices: ways.choices
                })?,
            }
            let mut found = [0; 3];
            counts.download(0, &mut found)?;
            counts.zero(0..3)?;
            pace.end();
            let [looked, ended, running] = found;
            self.progress.advance(part * f64::from(ended) / f64::from(count.max(1)));
            if looked >= count && running == 0 {
                break;
            }
        }
        on_device.download(0, bytemuck::cast_slice_mut(points))?;
        slopes.download(0, bytemuck::cast_slice_mut(tangents))?;
        known.download(0, &mut lanes)?;
        for (path, lane) in paths.iter_mut().zip(lanes.chunks_exact(of_path)) {
            let &[length, done, step, known, attempts, residual, correction, ratio, status] = &lane[4 * R::PARTS..]
            else {
                continue;
            };
            path.status = TrackStatus::from_lane(status);
            if length == 0.0 {
                continue;
            }
            path.at = path.time(done);
            path.step = step;
            path.known = known > 0.5;
            path.attempts += attempts as u32;
            (path.residual, path.correction, path.pivots) = (residual, correction, ratio);
        }
        Ok(())
    }
}

impl TrackEngine for Cuda {
    fn track_paths<R: Precision>(
        &mut self,
        system: &CudaSystem<R>,
        lines: &ParameterLines<R>,
        choices: Choices,
        points: &mut [[R; 2]],
        tangents: &mut [[R; 2]],
        paths: &mut [PathState<R>],
    ) -> Result<()> {
        check_paths(&system.compiled, lines, points.len(), tangents.len(), paths)?;
        let (n, count) = (system.compiled.polynomials(), paths.len());
        if n == 0 || count == 0 {
            return Ok(());
        }
        let of_lines = |numbers: &[[R; 2]]| self.stream.copy_of::<f64>(bytemuck::cast_slice(numbers));
        let ways = Ways { ends: of_lines(&lines.ends)?, backs: of_lines(&lines.backs)?, choices };
        let of_path = 8 * (4 * n * R::PARTS + doubles_of_path(R::PARTS) + 1);
        // Half of the memory: the rest is for matrices that have no room in shared memory.
        let most = (self.memory()? as usize / 2 / of_path).clamp(1, u32::MAX as usize / 2);
        let parts = points.chunks_mut(most * n).zip(tangents.chunks_mut(most * n)).zip(paths.chunks_mut(most));
        for ((points, tangents), paths) in parts {
            let part = paths.len() as f64 / count as f64;
            self.track_some(system, &ways, points, tangents, paths, part)?;
        }
        self.control.check()
    }
}
