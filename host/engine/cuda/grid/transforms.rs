//! Evaluation at the points of the grid and interpolation from them, one kept variable after the other.

use super::tables::{AxisTables, Batch, power_table, prime_ptr};
use super::tiles::{self, Form, Vectors};
use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::MOST_BLOCKS;
use crate::engine::cuda::engine::Cuda;
use crate::error::{ErrorKind, Result};
use gpu::kernels::transform::{
    AxisShape, EvaluateColumnPairs, EvaluateColumns, EvaluateFold, EvaluateLinePairs, EvaluateLines, EvaluateOrbits1,
    EvaluateOrbits2, EvaluateOrbits3, EvaluateOrbits4, EvaluateOrbits5, EvaluateOrbits6, EvaluateOrbits7,
    EvaluateOrbits8, EvaluateTile, InterpolateColumnPairs, InterpolateColumns, InterpolateLines, InterpolateScale,
    InterpolateTile, InterpolateUnmix, ORBITS, TransformPass, line_pairs_shared, lines_shared, orbits_shared,
};
use gpu::transform::orbit;

impl Cuda {
    /// The vectors of a tensor \[outer\]\[coefficients or points\]\[inner\] along an axis.
    pub(super) fn vectors(&self, batch: &Batch, axis: &AxisTables, (outer, inner): (usize, usize)) -> Vectors {
        let device = self.stream.context().device();
        Vectors {
            outer,
            inner,
            len: axis.len,
            cosets: axis.cosets,
            primes: batch.len(),
            shared: device.shared_per_block as usize,
            multiprocessors: device.multiprocessors as usize,
        }
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
        let vectors = self.vectors(batch, axis, (outer, inner));
        let target = self.stream.alloc(vectors.elements()?)?;
        if target.is_empty() {
            return Ok(target);
        }
        let shape = vectors.shape(coefficients)?;
        // At a stride a direct evaluation would write single words of lines.
        let lines = inner > 1 && vectors.fits_lines();
        // Of few orbits most threads of a block have none.
        let orbits = axis.len / orbit::radix(axis.passes) >= ORBITS / 2;
        if !lines && orbits && self.evaluate_orbits(batch, axis, shape, source, &target)? {
            return Ok(target);
        }
        let (primes, per_prime) = (prime_ptr(&batch.primes), axis.cosets);
        let scales = power_table(&self.stream, &batch.primes, per_prime, &axis.shifts, None, coefficients)?;
        let (powers, passes) = (axis.powers.as_ptr(), axis.passes.code());
        let (scales, source, out) = (scales.as_ptr(), source.as_ptr(), target.as_ptr());
        let others = (axis.cosets, batch.len() as u32);
        match vectors.form() {
            Form::Columns { words, log } => {
                let (grid, shared) = ((vectors.tiles(words, log)?, others.0, others.1), vectors.shared(words, log));
                macro_rules! launch {
                    ($kernel:ident) => {{
                        let (target, log_columns) = (out, log);
                        let kernel = $kernel { primes, powers, scales, source, target, shape, passes, log_columns };
                        // SAFETY: tables and tensors have the shapes the kernel asks for, with pairs of words an even stride; the tiling's
                        // shared memory.
                        unsafe { self.stream.launch(&kernel, grid, shared)? }
                    }};
                }
                if words == 2 {
                    launch!(EvaluateColumnPairs)
                } else {
                    launch!(EvaluateColumns)
                }
                return Ok(target);
            }
            Form::Lines(count) => {
                // Two vectors at a time share indices and powers of the root: for 32 and 128 points that takes 166 and 194 microseconds
                // where one at a time takes 184 and 201. Of 16 points, in one step, they take 276 and not 142
                // (`2026-11-23-h200-axes-4.txt`).
                let pairs = axis.passes.split_first_step().is_some_and(|(_, rest)| !rest.is_empty());
                let vectors = if pairs { count.next_multiple_of(2) } else { count };
                let grid = (shape.outer.div_ceil(vectors), others.0, others.1);
                macro_rules! launch {
                    ($kernel:ident, $shared:ident) => {{
                        let kernel = $kernel { primes, powers, scales, source, target: out, shape, passes, vectors };
                        // SAFETY: tables and tensors have the shapes the kernel asks for; the lines' shared memory.
                        unsafe { self.stream.launch(&kernel, grid, $shared(vectors, axis.len))? }
                    }};
                }
                if pairs {
                    launch!(EvaluateLinePairs, line_pairs_shared)
                } else {
                    launch!(EvaluateLines, lines_shared)
                }
                return Ok(target);
            }
            Form::Tile(log_columns) => {
                let kernel = EvaluateTile { primes, powers, scales, source, target: out, shape, passes, log_columns };
                let grid = (vectors.tiles(1, log_columns)?, others.0, others.1);
                // SAFETY: tables and tensors have the shapes the kernel asks for; the tiling's shared memory.
                unsafe { self.stream.launch(&kernel, grid, vectors.shared(1, log_columns))? };
                return Ok(target);
            }
            Form::Planes => {}
        }
        let fold = EvaluateFold { primes, scales, source, target: out, shape };
        let grid = (tiles::planes(&vectors, axis.len, 256)?, axis.cosets, batch.len() as u32);
        // SAFETY: as above.
        unsafe { self.stream.launch(&fold, grid, 0)? };
        let mut rest = axis.passes;
        let mut n = axis.len;
        while let Some((radix, next)) = rest.split_first() {
            self.pass(batch, axis, &target, &vectors, (n, radix, false))?;
            n /= radix;
            rest = next;
        }
        Ok(target)
    }

    /// Direct evaluation along one kept variable; `false` when there are too many coefficients or vectors for it.
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
        let Some(vectors) = shape.outer.checked_mul(shape.inner).filter(|_| triples <= orbit::MAX_TRIPLES) else {
            return Ok(false);
        };
        // As many vectors a block as 12 KiB hold, since their powers are computed once; fewer where blocks are few.
        let across = (axis.len / radix).div_ceil(ORBITS) as usize * axis.cosets as usize * batch.len();
        let fit = (12288 / (16 * radix * triples).max(1)).max(1);
        // As many blocks of so few threads as a multiprocessor holds: 2112 on an H200, whose rates are those of
        // `benches/results/2026-11-21-h200-rates-3.txt` with 2048.
        let busy = 16 * self.stream.context().device().multiprocessors as usize;
        let chunk = (vectors as usize).div_ceil(busy.div_ceil(across)).min(fit as usize) as u32;
        let chunks = vectors.div_ceil(chunk);
        let chunk = vectors.div_ceil(chunks);
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
        let vectors = self.vectors(batch, axis, (outer, inner));
        if vectors.elements()? != data.len() {
            return Err(ErrorKind::Shape { what: "values", expected: vectors.elements()?, found: data.len() }.into());
        }
        if data.is_empty() {
            return Ok(data);
        }
        let shape = vectors.shape(axis.points())?;
        let (primes, powers, passes) = (prime_ptr(&batch.primes), axis.powers.as_ptr(), axis.passes.code());
        let lens = Some(&axis.inverse_lens);
        let scales = power_table(&self.stream, &batch.primes, axis.cosets, &axis.inverse_shifts, lens, axis.len)?;
        let (scales, values) = (scales.as_ptr(), data.as_ptr());
        let others = (axis.cosets, batch.len() as u32);
        match vectors.form() {
            Form::Columns { words, log } => {
                let (grid, shared) = ((vectors.tiles(words, log)?, others.0, others.1), vectors.shared(words, log));
                macro_rules! launch {
                    ($kernel:ident) => {{
                        let (data, log_columns) = (values, log);
                        let kernel = $kernel { primes, powers, scales, data, shape, passes, log_columns };
                        // SAFETY: as for evaluation.
                        unsafe { self.stream.launch(&kernel, grid, shared)? }
                    }};
                }
                if words == 2 { launch!(InterpolateColumnPairs) } else { launch!(InterpolateColumns) }
            }
            Form::Lines(count) => {
                let kernel = InterpolateLines { primes, powers, scales, data: values, shape, passes, vectors: count };
                let grid = (shape.outer.div_ceil(count), others.0, others.1);
                // SAFETY: tables and tensors have the shapes the kernel asks for; the lines' shared memory.
                unsafe { self.stream.launch(&kernel, grid, lines_shared(count, axis.len))? };
            }
            Form::Tile(log_columns) => {
                let kernel = InterpolateTile { primes, powers, scales, data: values, shape, passes, log_columns };
                let grid = (vectors.tiles(1, log_columns)?, others.0, others.1);
                // SAFETY: tables and tensors have the shapes the kernel asks for; the tiling's shared memory.
                unsafe { self.stream.launch(&kernel, grid, vectors.shared(1, log_columns))? };
            }
            Form::Planes => {
                let mut rest = axis.passes;
                let mut n = 1;
                while let Some((radix, before)) = rest.split_last() {
                    n *= radix;
                    self.pass(batch, axis, &data, &vectors, (n, radix, true))?;
                    rest = before;
                }
                let kernel = InterpolateScale { primes, scales, data: values, shape };
                let grid = (tiles::planes(&vectors, axis.len, 256)?, others.0, others.1);
                // SAFETY: as above.
                unsafe { self.stream.launch(&kernel, grid, 0)? };
            }
        }
        if axis.cosets == 1 {
            return Ok(data);
        }
        let target = self.stream.alloc(data.len())?;
        let (unmix, out) = (axis.unmix.as_ptr(), target.as_ptr());
        let kernel = InterpolateUnmix { primes, unmix, source: values, target: out, shape };
        let grid = (tiles::planes(&vectors, axis.points(), 128)?, batch.len() as u32, 1);
        // SAFETY: source and target are different buffers of the same shape; `unmix` has cosets^2 words a prime.
        unsafe { self.stream.launch(&kernel, grid, 0)? };
        Ok(target)
    }

    /// One pass of a transform in global memory: on blocks of so many elements, of a radix, and whether it is an inverse one.
    fn pass(
        &mut self,
        batch: &Batch,
        axis: &AxisTables,
        data: &DeviceBuffer<u32>,
        vectors: &Vectors,
        (n, radix, inverse): (u32, u32, bool),
    ) -> Result<()> {
        let kernel = TransformPass {
            primes: prime_ptr(&batch.primes),
            powers: axis.powers.as_ptr(),
            data: data.as_ptr(),
            shape: vectors.shape(axis.points())?,
            n,
            radix,
            inverse: inverse as u32,
        };
        let grid = (tiles::planes(vectors, axis.len / radix, 128)?, axis.cosets, batch.len() as u32);
        // SAFETY: `data` has len cosets elements a vector; `powers` len words a prime.
        unsafe { self.stream.launch(&kernel, grid, 0) }
    }
}
