//! Warps whose lanes are teams, each with a point.

use super::{Cuda, CudaSystem};
use crate::error::{ErrorKind, Result};
use crate::floating::Precision;
use gpu::system::evaluate::{Keep, Stored, forward_of};
use gpu::system::shape::Shape;
use std::time::{Duration, Instant};

/// Warps that a multiprocessor is given, where points suffice: teams are larger where fewer have room, or where points are few.
const WARPS: u32 = 8;

/// How warps share points, and where they keep what they need.
pub(super) struct Warps {
    pub shape: Shape,
    /// How many are launched.
    pub blocks: u32,
    /// Bytes of each.
    pub bytes: u64,
    /// They are in shared memory.
    pub is_shared: bool,
}

impl Cuda {
    /// Teams for `points` points. A warp needs as many bytes as `bytes` says of its shape, and a multiprocessor holds as many
    /// warps as `resident` says of their shared memory.
    ///
    /// # Errors
    /// `OutOfMemory` where not one has room; of the driver.
    pub(super) fn warps<R: Precision>(
        &self,
        system: &CudaSystem<R>,
        points: u32,
        bytes: impl Fn(&Shape) -> u64,
        resident: impl Fn(u32) -> Result<u32>,
    ) -> Result<Warps> {
        let compiled = &system.compiled;
        let shape = |log_points: u32| Shape {
            points,
            log_points,
            sums: compiled.widest_polynomial() as u32 + 1,
            forward: forward_of(Stored::CHUNK, compiled.widest_term() as u32),
        };
        let multiprocessors = self.device().multiprocessors;
        // No more members than rows.
        let least = 5 - compiled.polynomials().next_power_of_two().ilog2().min(5);
        let mut best: Option<(u32, Warps)> = None;
        for log_points in (least..=5).rev() {
            let (shape, bytes) = (shape(log_points), bytes(&shape(log_points)));
            if bytes > u64::from(self.device().shared_per_block) {
                continue;
            }
            let groups = points.div_ceil(1 << log_points);
            let blocks = groups.min(resident(bytes as u32)? * multiprocessors);
            let active = blocks.min(WARPS * multiprocessors);
            if best.as_ref().is_none_or(|(most, _)| active > *most) {
                best = Some((active, Warps { shape, blocks, bytes, is_shared: true }));
            }
        }
        if let Some((_, warps)) = best {
            return Ok(warps);
        }
        // Eight points next to each other fill an access of 128 bytes.
        let shape = shape(least.max(3));
        let bytes = bytes(&shape);
        let free = self.available_memory()? as u64;
        let room = u32::try_from(free / 2 / bytes.max(1)).unwrap_or(u32::MAX);
        if room == 0 {
            return Err(ErrorKind::OutOfMemory { bytes: bytes as usize, free: free as usize, others: 0 }.into());
        }
        let blocks = points.div_ceil(1 << shape.log_points).min(WARPS * multiprocessors).min(room);
        Ok(Warps { shape, blocks, bytes, is_shared: false })
    }
}

/// The size of the next launch, so that each takes about a twentieth of a second: launches cannot be interrupted.
pub(super) struct Pace {
    pub size: u32,
    start: Instant,
}

impl Pace {
    /// The first launch has this size.
    pub fn new(size: u32) -> Self {
        Pace { size, start: Instant::now() }
    }

    /// A launch begins.
    pub fn begin(&mut self) {
        self.start = Instant::now();
    }

    /// It is done.
    pub fn end(&mut self) {
        let time = self.start.elapsed();
        if time < Duration::from_millis(25) {
            self.size = self.size.saturating_mul(2);
        } else if time > Duration::from_millis(100) {
            self.size = (self.size / 2).max(1);
        }
    }
}
