//! Newton's method at one point, a step a call: captured once, and replayed.

use super::super::driver::graph::Graph;
use super::super::{DeviceBuffer, HostBuffer};
use super::{Cuda, CudaSystem, FewRoom, Places, launch};
use crate::engine::newton::check_square;
use crate::engine::status::{NewtonReport, NewtonStatus};
use crate::error::Result;
use crate::floating::Precision;
use gpu::kernels::system_newton::{
    REPORT, StepD, StepDd, StepInMemoryD, StepInMemoryDd, StepInMemoryQd, StepQd, numbers_of_step,
};
use gpu::system::newton::Stop;

/// A step of Newton's method on a system at a point of the device: the values and the Jacobian by a block for each polynomial, then the step by one
/// block, then the report to the host, which are one call of the driver together.
pub struct CudaStep<R> {
    graph: Graph,
    engine: Cuda,
    system: CudaSystem<R>,
    point: DeviceBuffer<f64>,
    /// Where the device writes the report.
    found: HostBuffer<f64>,
    _memory: Memory,
}

/// Buffers of the captured kernels.
struct Memory {
    values: DeviceBuffer<f64>,
    jacobian: DeviceBuffer<f64>,
    report: DeviceBuffer<f64>,
    few: FewRoom,
    matrix: Option<DeviceBuffer<f64>>,
}

impl<R: Precision> CudaStep<R> {
    /// On a system that this engine has loaded. The point is 0 at first.
    ///
    /// # Errors
    /// `Shape` where the system is not square, or has no variables; of the engine.
    pub fn new(engine: Cuda, system: CudaSystem<R>, stop: Stop) -> Result<Self> {
        let n = system.compiled.variables();
        check_square(&system.compiled, n, 1)?;
        let (stream, doubles) = (engine.stream.clone(), 2 * R::PARTS);
        let matrix = numbers_of_step(n as u64) as usize * doubles;
        let is_shared = 8 * matrix <= engine.device().shared_per_block as usize;
        let memory = Memory {
            values: stream.zeroed(n * doubles)?,
            jacobian: stream.zeroed(n * n * doubles)?,
            report: stream.zeroed(REPORT as usize)?,
            few: engine.room_of_few(&system, 1)?,
            matrix: if is_shared { None } else { Some(stream.alloc(matrix)?) },
        };
        let point: DeviceBuffer<f64> = stream.zeroed(n * doubles)?;
        let mut found = HostBuffer::zeroed(stream.context(), REPORT as usize)?;
        let shared = if is_shared { 8 * matrix as u32 } else { 0 };
        let (to, all) = (&mut found, &memory);
        let mut queue = || {
            let Memory { values, jacobian, report, few, matrix } = all;
            let places = Places { points: point.as_ptr(), values: values.as_ptr(), jacobians: jacobian.as_ptr() };
            engine.evaluate_few(&system, few, 1, places)?;
            let (values, jacobian, moved, told) = (values.as_ptr(), jacobian.as_ptr(), point.as_ptr(), report.as_ptr());
            // SAFETY (both): numbers of one point of this system, in buffers of this stream; room as the kernels ask for.
            match matrix {
                None => launch!(R, stream, (1, 1, 1), shared, [StepD, StepDd, StepQd], {
                    values: values, jacobian: jacobian, point: moved, report: told, variables: n as u32, stop: stop
                })?,
                Some(matrix) => launch!(R, stream, (1, 1, 1), 0, [StepInMemoryD, StepInMemoryDd, StepInMemoryQd], {
                    values: values, jacobian: jacobian, point: moved, report: told, scratch: matrix.as_ptr(),
                    variables: n as u32, stop: stop
                })?,
            }
            // SAFETY: page-locked memory that lives as long as the graph, and is read only after the stream was waited for.
            unsafe { report.download_async(0, to) }
        };
        // Once before, so that the code of the kernels is loaded.
        queue()?;
        stream.synchronize()?;
        let graph = stream.capture(&mut queue)?;
        let mut step = CudaStep { graph, engine, system, point, found, _memory: memory };
        step.set_point(&vec![[R::default(); 2]; n])?;
        Ok(step)
    }

    /// Moves the point, and says how ([`gpu::system::newton::step`]); `Iterations` for a step that is no end.
    ///
    /// # Errors
    /// Of the driver.
    pub fn step(&mut self) -> Result<NewtonReport> {
        // SAFETY: all buffers of the captured launches, and the memory of the host, live in this.
        unsafe { self.engine.stream.replay(&mut self.graph)? };
        self.engine.stream.synchronize()?;
        Ok(report_of(&self.found))
    }

    /// The point.
    ///
    /// # Errors
    /// Of the driver.
    pub fn point(&self) -> Result<Vec<[R; 2]>> {
        let mut point = vec![[R::default(); 2]; self.system.compiled.variables()];
        self.point.download(0, bytemuck::cast_slice_mut(&mut point))?;
        Ok(point)
    }

    /// Goes on from another point.
    ///
    /// # Errors
    /// `Shape` for a point of another length; of the driver.
    pub fn set_point(&mut self, point: &[[R; 2]]) -> Result<()> {
        check_square(&self.system.compiled, point.len(), 1)?;
        self.point.upload(0, bytemuck::cast_slice(point))?;
        self.engine.stream.synchronize()
    }
}

/// Of the doubles that kernels write.
pub(super) fn report_of(found: &[f64]) -> NewtonReport {
    NewtonReport {
        status: NewtonStatus::from_lane(found[4]),
        residual: found[0],
        step: found[1],
        iterations: found[2] as u32,
        pivots: found[3],
    }
}
