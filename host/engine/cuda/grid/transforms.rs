//! Evaluation at the points of the grid and interpolation from them, one kept variable after the other.

use super::tables::{AxisTables, Batch, power_table, prime_ptr};
use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::{MOST_BLOCKS, blocks, word};
use crate::engine::cuda::engine::Cuda;
use crate::error::{ErrorKind, Result};
use gpu::kernels::transform::{
    AxisShape, EvaluateBlock, EvaluateFold, EvaluateOrbits1, EvaluateOrbits2, EvaluateOrbits3, EvaluateOrbits4,
    EvaluateOrbits5, EvaluateOrbits6, EvaluateOrbits7, EvaluateOrbits8, InterpolateBlock, InterpolateScale,
    InterpolateUnmix, ORBITS, TransformPass, orbits_shared,
};
use gpu::transform::orbit;

/// Blocks of a direct evaluation that keep a large device busy.
const ORBITS_BLOCKS: usize = 2048;

impl Cuda {
    /// Whether a transform of `len` elements fits in the shared memory of a block.
    fn fits_shared(&self, len: usize) -> bool {
        len * 4 <= self.stream.context().device().shared_per_block as usize
    }

    /// Evaluation along one kept variable.
    pub(in crate::engine::cuda) fn evaluate_along(
        &mut self,
        batch: &Batch,
        axis: &AxisTables,
        source: &DeviceBuffer<u32>,
        outer: usize,
        inner: usize,
        coefficients: u32,
    ) -> Result<DeviceBuffer<u32>> {
        let vectors = word("vectors of a transform", outer * inner)?;
        let target = self.stream.alloc(batch.len() * vectors as usize * axis.points() as usize)?;
        if vectors == 0 {
            return Ok(target);
        }
        let shape =
            AxisShape { vectors, inner: word("stride", inner)?, coefficients, len: axis.len, cosets: axis.cosets };
        if self.evaluate_orbits(batch, axis, shape, source, &target)? {
            return Ok(target);
        }
        let (primes, per_prime) = (prime_ptr(&batch.primes), axis.cosets);
        let scales = power_table(&self.stream, &batch.primes, per_prime, &axis.shifts, None, coefficients)?;
        let grid = (vectors, axis.cosets, batch.len() as u32);
        let (powers, passes) = (axis.powers.as_ptr(), axis.passes.code());
        let (scales, source, out) = (scales.as_ptr(), source.as_ptr(), target.as_ptr());
        if self.fits_shared(axis.len as usize) {
            let kernel = EvaluateBlock { primes, powers, scales, source, target: out, shape, passes };
            // SAFETY: tables and tensors have the shapes the kernel asks for; len words of shared memory.
            unsafe { self.stream.launch(&kernel, grid, 4 * axis.len)? };
            return Ok(target);
        }
        let fold = EvaluateFold { primes, scales, source, target: out, shape };
        // SAFETY: as above.
        unsafe { self.stream.launch(&fold, grid, 0)? };
        let mut rest = axis.passes;
        let mut n = axis.len;
        while let Some((radix, next)) = rest.split_first() {
            self.pass(batch, axis, &target, shape, n, radix, false)?;
            n /= radix;
            rest = next;
        }
        Ok(target)
    }

    /// Direct evaluation along one kept variable; `false` when there are too many coefficients for it.
    fn evaluate_orbits(
        &mut self,
        batch: &Batch,
        axis: &AxisTables,
        shape: AxisShape,
        source: &DeviceBuffer<u32>,
        target: &DeviceBuffer<u32>,
    ) -> Result<bool> {
        let radix = orbit::radix(axis.passes);
        let triples = orbit::triples(shape.coefficients, radix);
        if triples > orbit::MAX_TRIPLES {
            return Ok(false);
        }
        // As many vectors a block as 12 KiB hold, since their powers are computed once; fewer where blocks are few.
        let across = (axis.len / radix).div_ceil(ORBITS) as usize * axis.cosets as usize * batch.len();
        let fit = (12288 / (16 * radix * triples).max(1)).max(1);
        let chunk = (shape.vectors as usize).div_ceil(ORBITS_BLOCKS.div_ceil(across)).min(fit as usize) as u32;
        let chunks = shape.vectors.div_ceil(chunk);
        let chunk = shape.vectors.div_ceil(chunks);
        if chunks as usize > MOST_BLOCKS {
            return Ok(false);
        }
        let blocks = (axis.len / radix).div_ceil(ORBITS) * axis.cosets;
        let grid = (blocks, chunks, batch.len() as u32);
        let (primes, shifts, passes) = (prime_ptr(&batch.primes), axis.shifts.as_ptr(), axis.passes.code());
        let (powers, source, target) = (axis.powers.as_ptr(), source.as_ptr(), target.as_ptr());
        macro_rules! launch {
            ($kernel:ident) => {{
                let kernel = $kernel { primes, powers, shifts, source, target, shape, passes, chunk };
                // SAFETY: tables and tensors have the shapes the kernel asks for.
                unsafe { self.stream.launch(&kernel, grid, orbits_shared(chunk, radix, triples))? }
            }};
        }
        match triples {
            // Without coefficients there is no row.
            0 => return Ok(false),
            1 => launch!(EvaluateOrbits1),
            2 => launch!(EvaluateOrbits2),
            3 => launch!(EvaluateOrbits3),
            4 => launch!(EvaluateOrbits4),
            5 => launch!(EvaluateOrbits5),
            6 => launch!(EvaluateOrbits6),
            7 => launch!(EvaluateOrbits7),
            _ => launch!(EvaluateOrbits8),
        }
        Ok(true)
    }

    /// Interpolation of `rows` polynomials along all kept variables: rows are outermost.
    pub(in crate::engine::cuda) fn interpolate_axes(
        &mut self,
        batch: &Batch,
        values: DeviceBuffer<u32>,
        rows: usize,
    ) -> Result<DeviceBuffer<u32>> {
        let points: Vec<usize> = batch.axes.iter().map(|axis| axis.points() as usize).collect();
        let expected = batch.len() * rows * points.iter().product::<usize>();
        if values.len() != expected {
            return Err(ErrorKind::Shape { what: "values", expected, found: values.len() }.into());
        }
        let mut data = values;
        for (k, axis) in batch.axes.iter().enumerate() {
            let outer = rows * points[..k].iter().product::<usize>();
            let inner = points[k + 1..].iter().product();
            data = self.interpolate_along(batch, axis, data, outer, inner)?;
        }
        Ok(data)
    }

    /// Interpolation along one kept variable.
    pub(in crate::engine::cuda) fn interpolate_along(
        &mut self,
        batch: &Batch,
        axis: &AxisTables,
        data: DeviceBuffer<u32>,
        outer: usize,
        inner: usize,
    ) -> Result<DeviceBuffer<u32>> {
        let vectors = word("vectors of a transform", outer * inner)?;
        let points = axis.points();
        let shape = AxisShape {
            vectors,
            inner: word("stride", inner)?,
            coefficients: points,
            len: axis.len,
            cosets: axis.cosets,
        };
        let primes = prime_ptr(&batch.primes);
        let scales = power_table(
            &self.stream,
            &batch.primes,
            axis.cosets,
            &axis.inverse_shifts,
            Some(&axis.inverse_lens),
            axis.len,
        )?;
        let grid = (vectors, axis.cosets, batch.len() as u32);
        if self.fits_shared(axis.len as usize) {
            let kernel = InterpolateBlock {
                primes,
                powers: axis.powers.as_ptr(),
                scales: scales.as_ptr(),
                data: data.as_ptr(),
                shape,
                passes: axis.passes.code(),
            };
            // SAFETY: tables and tensors have the shapes the kernel asks for; len words of shared memory.
            unsafe { self.stream.launch(&kernel, grid, 4 * axis.len)? };
        } else {
            let mut rest = axis.passes;
            let mut n = 1;
            while let Some((radix, before)) = rest.split_last() {
                n *= radix;
                self.pass(batch, axis, &data, shape, n, radix, true)?;
                rest = before;
            }
            let kernel = InterpolateScale { primes, scales: scales.as_ptr(), data: data.as_ptr(), shape };
            // SAFETY: as above.
            unsafe { self.stream.launch(&kernel, grid, 0)? };
        }
        if axis.cosets == 1 {
            return Ok(data);
        }
        let target = self.stream.alloc(data.len())?;
        let kernel = InterpolateUnmix {
            primes,
            unmix: axis.unmix.as_ptr(),
            source: data.as_ptr(),
            target: target.as_ptr(),
            shape,
        };
        let grid = (blocks(vectors as usize * points.next_multiple_of(128) as usize, 128)?, batch.len() as u32, 1);
        // SAFETY: source and target are different buffers of the same shape; `unmix` has cosets^2 words a prime.
        unsafe { self.stream.launch(&kernel, grid, 0)? };
        Ok(target)
    }

    /// One pass of a transform in global memory.
    #[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
    fn pass(
        &mut self,
        batch: &Batch,
        axis: &AxisTables,
        data: &DeviceBuffer<u32>,
        shape: AxisShape,
        n: u32,
        radix: u32,
        inverse: bool,
    ) -> Result<()> {
        let kernel = TransformPass {
            primes: prime_ptr(&batch.primes),
            powers: axis.powers.as_ptr(),
            data: data.as_ptr(),
            shape,
            n,
            radix,
            inverse: inverse as u32,
        };
        let butterflies = (axis.len / radix).next_multiple_of(128) as usize;
        let grid = (blocks(shape.vectors as usize * butterflies, 128)?, axis.cosets, batch.len() as u32);
        // SAFETY: `data` has len cosets elements a vector; `powers` len words a prime.
        unsafe { self.stream.launch(&kernel, grid, 0) }
    }
}
