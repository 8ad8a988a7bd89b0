//! The evaluation of the 2020 paper, [`gpu::transform::stockham`]: along the last variable, then a transposition, for each variable.

use super::tables::{AxisTables, Batch, power_table, prime_ptr};
use super::tiles;
use crate::engine::Along;
use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::word;
use crate::engine::cuda::engine::Cuda;
use crate::error::Result;
use gpu::kernels::stockham::{
    StockhamEvaluate, StockhamInterpolate, StockhamTranspose, TRANSPOSE_SHARED, VectorShape, shared,
};
use gpu::kernels::transform::InterpolateUnmix;
use gpu::transform::stockham::{self, Launch, THREADS};

impl Cuda {
    /// How `count` vectors of each prime are shared among blocks, as kernels take it, and blocks and their bytes of shared memory.
    ///
    /// # Errors
    /// `Limit` when they are beyond 32 bits.
    fn blocks_of(
        &self,
        batch: &Batch,
        axis: &AxisTables,
        (count, coefficients): (usize, usize),
    ) -> Result<(VectorShape, (u32, u32, u32), u32)> {
        let (device, primes) = (self.device(), batch.len() as u32);
        // Blocks that the device runs at the same time, by their threads.
        let at_once = device.multiprocessors * (device.threads_per_multiprocessor / THREADS).max(1);
        let launch = Launch::new(
            word("vectors of a transform", count)?,
            axis.len,
            (at_once / axis.cosets.saturating_mul(primes).max(1)).max(1),
        );
        // A block counts on by the vectors of a round.
        word("vectors of a transform", count.saturating_add(launch.vectors as usize * launch.blocks as usize))?;
        // Folding counts on by the length of a transform.
        word("coefficients of a vector", coefficients.saturating_add(axis.len as usize))?;
        let shape = VectorShape {
            vectors: count as u32,
            coefficients: coefficients as u32,
            len: axis.len,
            cosets: axis.cosets,
            of_block: launch.vectors,
        };
        Ok((shape, (launch.blocks, axis.cosets, primes), shared(&launch, axis.len)))
    }

    /// Vectors one behind the other, \[vector\]\[`n`\] modulo each prime, to their values at the points of an axis.
    fn evaluate_last(
        &self,
        batch: &Batch,
        axis: &AxisTables,
        data: &DeviceBuffer<u32>,
        (count, n): (usize, usize),
    ) -> Result<DeviceBuffer<u32>> {
        let target = self.stream.alloc(self.vectors(batch, axis, (count, 1)).elements()?)?;
        if target.is_empty() {
            return Ok(target);
        }
        let (shape, grid, bytes) = self.blocks_of(batch, axis, (count, n))?;
        let scales = power_table(&self.stream, &batch.primes, axis.cosets, &axis.shifts, None, n as u32)?;
        let kernel = StockhamEvaluate {
            primes: prime_ptr(&batch.primes),
            powers: axis.powers.as_ptr(),
            scales: scales.as_ptr(),
            source: data.as_ptr(),
            target: target.as_ptr(),
            shape,
        };
        // SAFETY: the grid is (blocks, cosets, primes); tables and tensors have the shapes the kernel asks for; the launch's shared memory.
        unsafe { self.stream.launch(&kernel, grid, bytes)? };
        Ok(target)
    }

    /// The same way back: values \[vector\]\[point\] to coefficients.
    fn interpolate_last(
        &self,
        batch: &Batch,
        axis: &AxisTables,
        data: DeviceBuffer<u32>,
        count: usize,
    ) -> Result<DeviceBuffer<u32>> {
        if data.is_empty() {
            return Ok(data);
        }
        let (shape, grid, bytes) = self.blocks_of(batch, axis, (count, axis.points() as usize))?;
        let (primes, lens) = (prime_ptr(&batch.primes), Some(&axis.inverse_lens));
        let scales = power_table(&self.stream, &batch.primes, axis.cosets, &axis.inverse_shifts, lens, axis.len)?;
        let (powers, scales, values) = (axis.powers.as_ptr(), scales.as_ptr(), data.as_ptr());
        let kernel = StockhamInterpolate { primes, powers, scales, data: values, shape };
        // SAFETY: as in `evaluate_last`.
        unsafe { self.stream.launch(&kernel, grid, bytes)? };
        if axis.cosets == 1 {
            return Ok(data);
        }
        let vectors = self.vectors(batch, axis, (count, 1));
        let target = self.stream.alloc(data.len())?;
        let (unmix, out, shape) = (axis.unmix.as_ptr(), target.as_ptr(), vectors.shape(axis.points())?);
        let kernel = InterpolateUnmix { primes, unmix, source: values, target: out, shape };
        let grid = (tiles::planes(&vectors, axis.points(), 128)?, batch.len() as u32, 1);
        // SAFETY: source and target are different buffers of the same shape; `unmix` has cosets^2 words a prime.
        unsafe { self.stream.launch(&kernel, grid, 0)? };
        Ok(target)
    }

    /// `outer` matrices of each prime transposed; there is nothing to do where they have one row or one column.
    fn transposed(
        &self,
        batch: &Batch,
        data: DeviceBuffer<u32>,
        (outer, rows, columns): (usize, usize, usize),
    ) -> Result<DeviceBuffer<u32>> {
        if rows <= 1 || columns <= 1 || data.is_empty() {
            return Ok(data);
        }
        let target = self.stream.alloc(data.len())?;
        let (outer, rows, columns) = (word("matrices", outer)?, word("rows", rows)?, word("columns", columns)?);
        let all = usize::try_from(stockham::tiles(rows, columns)).unwrap_or(usize::MAX).saturating_mul(outer as usize);
        let grid = (word("tiles of a transposition", all)?, batch.len() as u32, 1);
        let kernel = StockhamTranspose { source: data.as_ptr(), target: target.as_ptr(), outer, rows, columns };
        // SAFETY: the grid is (tiles of all matrices, primes); both buffers have as many elements; a tile's shared memory.
        unsafe { self.stream.launch(&kernel, grid, TRANSPOSE_SHARED)? };
        Ok(target)
    }

    /// Algorithm 2: values \[row\]\[point\] of `rows` polynomials with `dims` coefficients per kept variable.
    pub(in crate::engine::cuda) fn evaluate_stockham(
        &self,
        batch: &Batch,
        mut data: DeviceBuffer<u32>,
        (rows, dims): (usize, &[u32]),
    ) -> Result<DeviceBuffer<u32>> {
        let mut known: usize = dims.iter().map(|&n| n as usize).product();
        for (axis, &n) in batch.axes.iter().zip(dims).rev() {
            known /= n as usize;
            data = self.evaluate_last(batch, axis, &data, (rows * known, n as usize))?;
            data = self.transposed(batch, data, (rows, known, axis.points() as usize))?;
            known *= axis.points() as usize;
        }
        Ok(data)
    }

    /// The same way back.
    pub(in crate::engine::cuda) fn interpolate_stockham(
        &self,
        batch: &Batch,
        mut data: DeviceBuffer<u32>,
        rows: usize,
    ) -> Result<DeviceBuffer<u32>> {
        let all: usize = batch.axes.iter().map(|axis| axis.points() as usize).product();
        for axis in batch.axes.iter().rev() {
            let points = axis.points() as usize;
            data = self.interpolate_last(batch, axis, data, rows * (all / points))?;
            data = self.transposed(batch, data, (rows, all / points, points))?;
        }
        Ok(data)
    }

    /// From \[outer\]\[n\]\[inner\] to values along one kept variable, which becomes the last one for that.
    pub(in crate::engine::cuda) fn evaluate_axis_stockham(
        &self,
        batch: &Batch,
        data: &DeviceBuffer<u32>,
        Along { axis, outer, n, inner }: Along,
    ) -> Result<DeviceBuffer<u32>> {
        let axis = &batch.axes[axis];
        if inner <= 1 {
            return self.evaluate_last(batch, axis, data, (outer * inner, n));
        }
        let mut last = self.stream.alloc(data.len())?;
        last.copy_from(0, data, 0..data.len())?;
        let last = self.transposed(batch, last, (outer, n, inner))?;
        let values = self.evaluate_last(batch, axis, &last, (outer * inner, n))?;
        self.transposed(batch, values, (outer, inner, axis.points() as usize))
    }

    /// The same way back.
    pub(in crate::engine::cuda) fn interpolate_axis_stockham(
        &self,
        batch: &Batch,
        values: DeviceBuffer<u32>,
        Along { axis, outer, n, inner }: Along,
    ) -> Result<DeviceBuffer<u32>> {
        let last = self.transposed(batch, values, (outer, n, inner))?;
        let found = self.interpolate_last(batch, &batch.axes[axis], last, outer * inner)?;
        self.transposed(batch, found, (outer, inner, n))
    }
}
