//! Systems of polynomials at points, on a device.

mod newton;
mod paper;
mod records;
mod step;
mod track;
mod warps;

use super::DeviceBuffer;
use super::driver::launch::word;
use super::engine::Cuda;
use crate::engine::Worker;
use crate::engine::system::{SystemEngine, SystemMethod, points_of, rounded};
use crate::error::{Error, ErrorKind, Result};
use crate::floating::Precision;
use crate::poly::systems::Compiled;
use cuda_std::DevicePtr;
use gpu::kernels::system::{
    BATCH_12_D, BATCH_16_D, BATCH_D, BATCH_DD, BATCH_QD, BatchForm, EvaluateBatch12D, EvaluateBatch16D, EvaluateBatchD,
    EvaluateBatchDd, EvaluateBatchInMemoryD, EvaluateBatchInMemoryDd, EvaluateBatchInMemoryQd, EvaluateBatchQd,
    EvaluatePointD, EvaluatePointDd, EvaluatePointInMemoryD, EvaluatePointInMemoryDd, EvaluatePointInMemoryQd,
    EvaluatePointQd, numbers_of_block,
};
use gpu::system::evaluate::forward_of;
use gpu::system::lists::Lengths;
use gpu::system::shape::Shape;
use paper::PaperSystem;
pub use paper::{PaperForm, PaperRoom};
use std::marker::PhantomData;
pub use step::CudaStep;

/// A system on a device.
pub struct CudaSystem<R> {
    lists: DeviceBuffer<u32>,
    coefficients: DeviceBuffer<f64>,
    /// As the kernels for one point have them.
    records: DeviceBuffer<u32>,
    lengths: Lengths,
    compiled: Compiled,
    paper: Option<PaperSystem>,
    /// Of a block for one point.
    numbers: u32,
    /// Words of the longest record.
    longest: u64,
    precision: PhantomData<R>,
}

/// How points are shared by threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PointShape {
    /// By the number of points.
    #[default]
    Auto,
    /// Groups of points a block: for many points.
    Batch,
    /// A block for a polynomial at a point: for few.
    Point,
}

/// Where points and results lie on a device, null where Jacobians are not wanted.
#[derive(Clone, Copy)]
struct Places {
    points: DevicePtr<f64>,
    values: DevicePtr<f64>,
    jacobians: DevicePtr<f64>,
}

/// Room of blocks for a polynomial at a point.
struct FewRoom {
    /// Bytes of shared memory.
    shared: u32,
    /// Points of a launch.
    each: u32,
    /// For those that have no room in shared memory.
    scratch: Option<DeviceBuffer<f64>>,
}

/// Points that a warp reads next to each other fill its accesses of 128 bytes.
const LANES: u32 = 8;

/// Up to how many polynomials at points for each multiprocessor a block for each of them is faster: `benches/results/2026-11-24-h100-systems.txt` has
/// both for 1 to 4096 points of three systems, which meet at 30 to 51 in double, and at 13 to 47 in double-double.
const FEW: u64 = 36;

/// Blocks in turn for each multiprocessor: more than run at a time, so that none waits for the last.
const ROUNDS: u32 = 16;

impl<R: Precision> CudaSystem<R> {
    /// The form of the kernels for many points, of those whose numbers are in shared memory.
    fn form(&self) -> BatchForm {
        match R::PARTS {
            1 => BatchForm::of_double(self.compiled.widest_term() as u32),
            _ => Self::form_in_memory(),
        }
    }

    /// The form of those whose numbers are in memory of the device.
    fn form_in_memory() -> BatchForm {
        match R::PARTS {
            1 => BATCH_D,
            2 => BATCH_DD,
            _ => BATCH_QD,
        }
    }

    /// How a block shares `points`, with `shared` bytes of shared memory, and its form if it has room there; with derivatives or values alone.
    fn shape(&self, points: u32, shared: usize, with_derivatives: bool) -> (Shape, Option<BatchForm>) {
        let form = self.form();
        // Not more threads for a point than there are polynomials.
        let least = form.threads.div_ceil(self.lengths.polynomials.max(1)).next_power_of_two();
        let most = least.clamp(LANES, form.threads);
        let shape = |form: BatchForm, log_points| {
            let (sums, forward) = match with_derivatives {
                true => {
                    let forward = forward_of(form.chunk, self.compiled.widest_term() as u32);
                    (self.compiled.widest_polynomial() as u32 + 1, forward)
                }
                false => (0, 0),
            };
            Shape { points, log_points, sums, forward }
        };
        let fits = |log: &u32| self.bytes(form, &shape(form, *log)) <= shared as u64;
        match (0..=most.ilog2()).rev().find(fits) {
            Some(log) => (shape(form, log), Some(form)),
            None => (shape(Self::form_in_memory(), most.ilog2()), None),
        }
    }

    /// Bytes that a block of this form needs for its numbers.
    fn bytes(&self, form: BatchForm, shape: &Shape) -> u64 {
        16 * R::PARTS as u64 * numbers_of_block(form, self.compiled.entries() as u64, shape)
    }

    /// The program as the paper's kernels read it.
    fn paper(&self) -> Result<&PaperSystem> {
        self.paper.as_ref().ok_or_else(|| Error::argument("system", "was not loaded for the paper's kernels"))
    }
}

/// The kernel of a precision, with these fields.
macro_rules! launch {
    ($r:ident, $stream:expr, $grid:expr, $shared:expr, [$d:ident, $dd:ident, $qd:ident], $fields:tt) => {
        match $r::PARTS {
            // SAFETY: the caller's.
            1 => unsafe { $stream.launch(&launch!(@ $d $fields), $grid, $shared) },
            // SAFETY: the caller's.
            2 => unsafe { $stream.launch(&launch!(@ $dd $fields), $grid, $shared) },
            // SAFETY: the caller's.
            _ => unsafe { $stream.launch(&launch!(@ $qd $fields), $grid, $shared) },
        }
    };
    (@ $name:ident { $($field:ident: $value:expr),* }) => { $name { $($field: $value),* } };
}
use launch;

impl Cuda {
    /// The values, and Jacobians where there is a buffer for them, at points on the device; queued. Layouts are those of
    /// [`SystemEngine::evaluate_system`], every number as its doubles.
    ///
    /// # Errors
    /// `Shape` for buffers of the wrong length; `Limit` beyond 2^32 - 1 points; of the engine.
    pub fn evaluate_resident<R: Precision>(
        &self,
        system: &CudaSystem<R>,
        shape: PointShape,
        points: &DeviceBuffer<f64>,
        values: &mut DeviceBuffer<f64>,
        jacobians: Option<&mut DeviceBuffer<f64>>,
    ) -> Result<()> {
        let of = |doubles: usize| doubles / (2 * R::PARTS);
        let count =
            points_of(&system.compiled, of(points.len()), of(values.len()), jacobians.as_ref().map(|j| of(j.len())))?;
        let jacobians = jacobians.map_or(DevicePtr::NULL, |jacobians| jacobians.as_ptr());
        let places = Places { points: points.as_ptr(), values: values.as_ptr(), jacobians };
        self.evaluate_at(system, shape, word("points", count)?, places)
    }

    fn evaluate_at<R: Precision>(
        &self,
        system: &CudaSystem<R>,
        asked: PointShape,
        count: u32,
        places: Places,
    ) -> Result<()> {
        if count == 0 || system.lengths.polynomials == 0 {
            return Ok(());
        }
        let blocks = u64::from(count) * u64::from(system.lengths.polynomials);
        let few = FEW * u64::from(self.device().multiprocessors);
        let asked = match asked {
            PointShape::Auto if blocks <= few => PointShape::Point,
            PointShape::Auto => PointShape::Batch,
            asked => asked,
        };
        match asked {
            PointShape::Point => self.evaluate_few(system, &self.room_of_few(system, count)?, count, places),
            _ => self.evaluate_many(system, count, places),
        }
    }

    /// A block for a group of points.
    fn evaluate_many<R: Precision>(&self, system: &CudaSystem<R>, count: u32, places: Places) -> Result<()> {
        let stream = &self.stream;
        let multiprocessors = self.device().multiprocessors;
        let (lists, coefficients, lengths) = (system.lists.as_ptr(), system.coefficients.as_ptr(), system.lengths);
        let Places { points, values, jacobians } = places;
        let (shape, form) = {
            let with_derivatives = jacobians.as_raw() != 0;
            system.shape(count, self.device().shared_per_block as usize, with_derivatives)
        };
        let groups = count.div_ceil(1 << shape.log_points);
        // SAFETY (all): lists and coefficients are those of the system, points and results as long as it and `count` ask for; all live on
        // this stream. Shared memory and scratch are as large as blocks need.
        if let Some(form) = form {
            let (grid, bytes) = ((groups.min(ROUNDS * multiprocessors), 1, 1), system.bytes(form, &shape) as u32);
            macro_rules! batch {
                ($of_double:ident) => {
                    launch!(R, stream, grid, bytes, [$of_double, EvaluateBatchDd, EvaluateBatchQd], {
                        lists: lists, coefficients: coefficients, points: points, values: values, jacobians: jacobians,
                        lengths: lengths, shape: shape
                    })
                };
            }
            match form {
                BATCH_12_D => batch!(EvaluateBatch12D),
                BATCH_16_D => batch!(EvaluateBatch16D),
                _ => batch!(EvaluateBatchD),
            }
        } else {
            let bytes = system.bytes(CudaSystem::<R>::form_in_memory(), &shape);
            // Blocks take half of what is free; points and results have the rest.
            let room = self.memory()? / 2 / bytes.max(1);
            if room == 0 {
                return Err(
                    ErrorKind::OutOfMemory { bytes: bytes as usize, free: self.memory()? as usize, others: 0 }.into()
                );
            }
            let blocks = groups.min(4 * multiprocessors).min(u32::try_from(room).unwrap_or(u32::MAX));
            let scratch = stream.alloc::<f64>(bytes as usize / 8 * blocks as usize)?;
            launch!(R, stream, (blocks, 1, 1), 0, [EvaluateBatchInMemoryD, EvaluateBatchInMemoryDd, EvaluateBatchInMemoryQd], {
                lists: lists, coefficients: coefficients, points: points, values: values, jacobians: jacobians,
                scratch: scratch.as_ptr(), lengths: lengths, shape: shape
            })
        }
    }

    /// Memory for so many points that have a block for each polynomial.
    ///
    /// # Errors
    /// Of the driver.
    fn room_of_few<R: Precision>(&self, system: &CudaSystem<R>, count: u32) -> Result<FewRoom> {
        /// Most points of a launch.
        const MOST: u32 = 65_535;
        let (m, doubles) = (system.compiled.polynomials(), 2 * R::PARTS);
        let bytes = 8 * doubles as u64 * u64::from(system.numbers);
        let shared = bytes + 4 * system.longest;
        if shared <= u64::from(self.device().shared_per_block) {
            return Ok(FewRoom { shared: shared as u32, each: MOST, scratch: None });
        }
        let each = (self.memory()? / 2 / (bytes * m as u64).max(1)).clamp(1, 64) as u32;
        let scratch = self.stream.alloc::<f64>(system.numbers as usize * doubles * m * each.min(count) as usize)?;
        Ok(FewRoom { shared: 0, each, scratch: Some(scratch) })
    }

    /// A block for a polynomial at a point.
    fn evaluate_few<R: Precision>(
        &self,
        system: &CudaSystem<R>,
        room: &FewRoom,
        count: u32,
        places: Places,
    ) -> Result<()> {
        let stream = &self.stream;
        let (records, coefficients, lengths) = (system.records.as_ptr(), system.coefficients.as_ptr(), system.lengths);
        let (n, m) = (system.compiled.variables(), system.compiled.polynomials());
        let (doubles, numbers) = (2 * R::PARTS, system.numbers);
        let &FewRoom { shared, each, ref scratch } = room;
        for first in (0..count).step_by(each as usize) {
            let grid = (m as u32, each.min(count - first), 1);
            let first = first as usize * doubles;
            let (points, values) = (places.points.wrapping_add(first * n), places.values.wrapping_add(first * m));
            let jacobians = match places.jacobians.as_raw() {
                0 => DevicePtr::NULL,
                _ => places.jacobians.wrapping_add(first * m * n),
            };
            // SAFETY (both): as for many points; the grid is (polynomials, points).
            match scratch {
                None => launch!(R, stream, grid, shared, [EvaluatePointD, EvaluatePointDd, EvaluatePointQd], {
                    records: records, coefficients: coefficients, points: points, values: values, jacobians: jacobians,
                    numbers: numbers, lengths: lengths
                })?,
                Some(scratch) => {
                    launch!(R, stream, grid, 0, [EvaluatePointInMemoryD, EvaluatePointInMemoryDd, EvaluatePointInMemoryQd], {
                        records: records, coefficients: coefficients, points: points, values: values, jacobians: jacobians,
                        scratch: scratch.as_ptr(), numbers: numbers, lengths: lengths
                    })?;
                }
            }
        }
        Ok(())
    }
}

impl SystemEngine for Cuda {
    type System<R: Precision> = CudaSystem<R>;

    fn load_system<R: Precision>(&mut self, system: &Compiled, method: SystemMethod) -> Result<CudaSystem<R>> {
        let rounded = rounded::<R>(system.coefficients())?;
        let paper = match method {
            SystemMethod::Auto => None,
            SystemMethod::Paper => Some(self.load_paper::<R>(system)?),
        };
        let (lengths, records) = (system.lengths(), records::records(system)?);
        Ok(CudaSystem {
            numbers: records.numbers,
            longest: records.longest,
            records: self.stream.copy_of(&records.words)?,
            lists: self.stream.copy_of(&system.words())?,
            // An empty list has no memory of its own, and is not read.
            coefficients: self.stream.copy_of(bytemuck::cast_slice(&rounded))?,
            lengths,
            compiled: system.clone(),
            paper,
            precision: PhantomData,
        })
    }

    fn evaluate_system<R: Precision>(
        &mut self,
        system: &CudaSystem<R>,
        points: &[[R; 2]],
        values: &mut [[R; 2]],
        mut jacobians: Option<&mut [[R; 2]]>,
    ) -> Result<()> {
        let compiled = &system.compiled;
        let (n, m) = (compiled.variables(), compiled.polynomials());
        let count = points_of(compiled, points.len(), values.len(), jacobians.as_ref().map(|j| j.len()))?;
        let doubles = 2 * R::PARTS;
        let of_paper = system.paper.as_ref().map_or(0, PaperSystem::numbers_of_point);
        let is_whole = jacobians.is_some() || system.paper.is_some();
        let of_point = 8 * doubles * (n + m + of_paper + if is_whole { m * n } else { 0 });
        // Half of the memory: the rest is for tables that have no room in shared memory.
        let most = (self.memory()? as usize / 2 / of_point.max(1))
            .clamp(1, count.max(1))
            .min(MOST_AT_ONCE / of_point.max(1) + 1);
        for first in (0..count).step_by(most) {
            self.control.check()?;
            let last = (first + most).min(count);
            let source = self.stream.copy_of::<f64>(bytemuck::cast_slice(&points[first * n..last * n]))?;
            let mut found = self.stream.alloc::<f64>((last - first) * m * doubles)?;
            let mut rows = match jacobians {
                Some(_) => Some(self.stream.alloc::<f64>((last - first) * m * n * doubles)?),
                None => None,
            };
            match (&system.paper, &mut rows) {
                (None, _) => self.evaluate_resident(system, PointShape::Auto, &source, &mut found, rows.as_mut())?,
                (Some(_), Some(rows)) => self.evaluate_by_paper(system, last - first, &source, &mut found, rows)?,
                (Some(_), None) => {
                    // Its third kernel sums derivatives too.
                    let mut rows = self.stream.alloc::<f64>((last - first) * m * n * doubles)?;
                    self.evaluate_by_paper(system, last - first, &source, &mut found, &mut rows)?;
                }
            }
            found.download(0, bytemuck::cast_slice_mut(&mut values[first * m..last * m]))?;
            if let (Some(rows), Some(jacobians)) = (&rows, &mut jacobians) {
                rows.download(0, bytemuck::cast_slice_mut(&mut jacobians[first * m * n..last * m * n]))?;
            }
        }
        self.control.check()
    }
}

/// Bytes of points and results of a launch: more gain nothing, and launches cannot be interrupted.
const MOST_AT_ONCE: usize = 1 << 29;
