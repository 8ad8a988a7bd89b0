//! Newton's method on a device.

use super::step::report_of;
use super::warps::{Pace, Warps};
use super::{Cuda, CudaSystem, launch};
use crate::engine::Worker;
use crate::engine::newton::{NewtonEngine, check_square};
use crate::engine::status::NewtonReport;
use crate::error::Result;
use crate::floating::Precision;
use gpu::kernels::system_newton::{
    NewtonD, NewtonDd, NewtonInMemoryD, NewtonInMemoryDd, NewtonInMemoryQd, NewtonQd, REPORT, numbers_of_warp,
};
use gpu::system::newton::Stop;

/// Points of the first launch: a few for each team of a large device.
const FIRST: u32 = 1 << 16;

impl Cuda {
    /// How warps share so many points.
    fn newton_warps<R: Precision>(&self, system: &CudaSystem<R>, points: u32) -> Result<Warps> {
        let (entries, n) = (system.compiled.entries() as u64, system.compiled.variables() as u64);
        let context = self.stream.context();
        let resident = |shared: u32| {
            let usage = match R::PARTS {
                1 => context.kernel_usage::<NewtonD>(shared),
                2 => context.kernel_usage::<NewtonDd>(shared),
                _ => context.kernel_usage::<NewtonQd>(shared),
            };
            Ok(usage?.blocks_per_multiprocessor)
        };
        self.warps(system, points, |shape| 16 * R::PARTS as u64 * numbers_of_warp(entries, n, shape), resident)
    }
}

impl NewtonEngine for Cuda {
    fn refine_points<R: Precision>(
        &mut self,
        system: &CudaSystem<R>,
        stop: Stop,
        points: &mut [[R; 2]],
        reports: &mut [NewtonReport],
    ) -> Result<()> {
        check_square(&system.compiled, points.len(), reports.len())?;
        let (n, count) = (system.compiled.variables(), reports.len());
        if n == 0 {
            return Ok(());
        }
        let doubles = 2 * R::PARTS;
        let of_point = 8 * (n * doubles + REPORT as usize);
        // Half of the memory: the rest is for matrices that have no room in shared memory.
        let most = u32::try_from(self.memory()? as usize / 2 / of_point).unwrap_or(u32::MAX).max(1);
        let mut pace = Pace::new(FIRST);
        let mut first = 0;
        while first < count {
            self.control.check()?;
            pace.begin();
            let last = count.min(first + pace.size.min(most) as usize);
            let moved: &mut [f64] = bytemuck::cast_slice_mut(&mut points[first * n..last * n]);
            let on_device = self.stream.copy_of::<f64>(moved)?;
            let found = self.stream.alloc::<f64>((last - first) * REPORT as usize)?;
            let Warps { shape, blocks, bytes, is_shared } = self.newton_warps(system, (last - first) as u32)?;
            let (lists, coefficients, lengths) = (system.lists.as_ptr(), system.coefficients.as_ptr(), system.lengths);
            let (stream, grid) = (&self.stream, (blocks, 1, 1));
            // SAFETY (both): lists and coefficients are those of the system, points and reports as many as the shape says; all live on this
            // stream. Shared memory and scratch are as large as warps need.
            if is_shared {
                launch!(R, stream, grid, bytes as u32, [NewtonD, NewtonDd, NewtonQd], {
                    lists: lists, coefficients: coefficients, points: on_device.as_ptr(), reports: found.as_ptr(),
                    lengths: lengths, shape: shape, stop: stop
                })?;
            } else {
                let scratch = stream.alloc::<f64>(bytes as usize / 8 * blocks as usize)?;
                launch!(R, stream, grid, 0, [NewtonInMemoryD, NewtonInMemoryDd, NewtonInMemoryQd], {
                    lists: lists, coefficients: coefficients, points: on_device.as_ptr(), reports: found.as_ptr(),
                    scratch: scratch.as_ptr(), lengths: lengths, shape: shape, stop: stop
                })?;
            }
            on_device.download(0, moved)?;
            let found = found.to_vec()?;
            for (report, found) in reports[first..last].iter_mut().zip(found.chunks_exact(REPORT as usize)) {
                *report = report_of(found);
            }
            self.progress.advance((last - first) as f64 / count as f64);
            first = last;
            pace.end();
        }
        self.control.check()
    }
}
