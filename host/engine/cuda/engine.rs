//! The CUDA engine: every stage a launch or a few, everything between them in device memory.

use super::context::Context;
use super::crt::{self, Lifter};
use super::device::DeviceInfo;
use super::samples::{self, Samples};
use super::stream::Stream;
use super::tables::{AxisTables, Batch, power_table, prime_ptr};
use super::{DeviceBuffer, exchange, scalars};
use crate::engine::input::IntegerTable;
use crate::engine::{Engine, MixedRadix, SampleCounts, ScalarCounts, ScalarJob};
use crate::error::{ErrorKind, Result};
use crate::lift::MixedRadixTables;
use crate::options::{Control, Lift};
use crate::plan::grid::{Axis, Grid};
use crate::plan::primes::Prime;
use crate::report::Clock;
use gpu::arith::Mont31;
use gpu::kernels::reduce::{LIMB_CHUNK, ReduceIntegers, StoreResidues};
use gpu::kernels::transform::{
    EvaluateBlock, EvaluateFold, EvaluateOrbits1, EvaluateOrbits2, EvaluateOrbits3, EvaluateOrbits4, EvaluateOrbits5,
    EvaluateOrbits6, EvaluateOrbits7, EvaluateOrbits8, InterpolateBlock, InterpolateScale, InterpolateUnmix, ORBITS,
    Shape, TransformPass, orbits_shared,
};
use gpu::orbit;
use rug::Integer;
use std::ops::Range;

/// Primes from which explicit Chinese remaindering is the faster lift: its half a dozen launches against two and the host's part.
const CRT_PRIMES: usize = 24;

/// The CUDA engine of one device.
pub struct Cuda {
    stream: Stream,
    lifter: Lifter,
}

/// Integers in device memory.
pub struct Input {
    offsets: DeviceBuffer<u32>,
    limbs: DeviceBuffer<u32>,
    negative: DeviceBuffer<u32>,
    count: usize,
}

/// Plain residues \[prime\]\[coefficient\] in device memory.
pub struct Residues {
    pub(super) coefficients: usize,
    pub(super) values: DeviceBuffer<u32>,
}

impl Cuda {
    /// An engine on device `ordinal`.
    ///
    /// # Errors
    /// As [`Context::new`].
    pub fn new(ordinal: usize) -> Result<Self> {
        let stream = Stream::new(&Context::new(ordinal)?)?;
        Ok(Cuda { lifter: Lifter::new(&stream)?, stream })
    }

    /// The device.
    pub fn device(&self) -> &DeviceInfo {
        self.stream.context().device()
    }

    /// As [`Context::available_memory`].
    pub(super) fn available_memory(&self) -> Result<usize> {
        self.stream.context().available_memory()
    }

    /// As [`Context::set_memory_limit`].
    pub fn set_memory_limit(&self, bytes: Option<usize>) {
        self.stream.context().set_memory_limit(bytes);
    }

    /// Whether a transform of `len` elements fits in the shared memory of a block.
    fn fits_shared(&self, len: usize) -> bool {
        len * 4 <= self.stream.context().device().shared_per_block as usize
    }
}

/// Blocks of a direct evaluation that keep a large device busy.
const ORBITS_BLOCKS: usize = 2048;

/// Blocks of `size` that cover `n`, at least one.
pub(super) fn blocks(n: usize, size: u32) -> Result<u32> {
    u32::try_from(n.div_ceil(size as usize).max(1)).map_err(|_| {
        let (needed, allowed) = (n as u128, u32::MAX as u128);
        ErrorKind::Limit { what: "threads of a launch", needed, allowed }.into()
    })
}

/// `n` as a kernel's parameter.
pub(super) fn word(what: &'static str, n: usize) -> Result<u32> {
    u32::try_from(n).map_err(|_| ErrorKind::Limit { what, needed: n as u128, allowed: u32::MAX as u128 }.into())
}

impl Engine for Cuda {
    type Modulus = Mont31;
    type Input = Input;
    type Batch = Batch;
    type Buffer = DeviceBuffer<u32>;
    type Residues = Residues;
    type Samples = Samples;

    fn memory(&self) -> u64 {
        // The driver keeps some for modules and stacks; a fifth stays for tables and fragmentation.
        self.stream.context().available_memory().map_or(0, |bytes| bytes as u64 / 5 * 4)
    }

    fn steps_per_batch(&self) -> u64 {
        // Half a second of an H100, which does about 10^12 a second.
        500_000_000_000
    }

    fn lift_memory(&self, primes: usize, coefficients: usize) -> u64 {
        // Terms or digits take the place of the residues.
        (4 * primes as u64).saturating_mul(coefficients as u64).saturating_add(crt::least_memory(primes, coefficients))
    }

    fn load(&mut self, table: &IntegerTable) -> Result<Input> {
        let negative: Vec<u32> = table.negative.iter().map(|&n| n as u32).collect();
        Ok(Input {
            offsets: self.stream.copy_of(&table.offsets)?,
            limbs: self.stream.copy_of(&table.limbs)?,
            negative: self.stream.copy_of(&negative)?,
            count: table.len(),
        })
    }

    fn begin(&mut self, grid: &Grid, primes: &[Prime]) -> Result<Batch> {
        let batch = Batch::new(&self.stream, grid, grid, primes)?;
        self.stream.synchronize()?;
        Ok(batch)
    }

    fn reduce(&mut self, batch: &Batch, input: &Input) -> Result<DeviceBuffer<u32>> {
        let out = self.stream.alloc(batch.len() * input.count)?;
        let kernel = ReduceIntegers {
            primes: prime_ptr(&batch.primes),
            prime_count: batch.len() as u32,
            offsets: input.offsets.as_ptr(),
            limbs: input.limbs.as_ptr(),
            negative: input.negative.as_ptr(),
            count: word("integers", input.count)?,
            out: out.as_ptr(),
        };
        if input.count > 0 {
            let grid = (kernel.count, blocks(batch.len(), 64)?, 1);
            // SAFETY: `offsets` has count + 1 elements, `negative` count, `out` primes times count; all live on this stream.
            unsafe { self.stream.launch(&kernel, grid, 4 * LIMB_CHUNK)? };
        }
        self.stream.synchronize()?;
        Ok(out)
    }

    fn evaluate(
        &mut self,
        batch: &Batch,
        coefficients: DeviceBuffer<u32>,
        rows: u32,
        dims: &[u32],
    ) -> Result<DeviceBuffer<u32>> {
        let mut data = coefficients;
        let mut outer = rows as usize;
        let mut inner: usize = dims.iter().map(|&n| n as usize).product();
        for (axis, &n) in batch.axes.iter().zip(dims) {
            inner /= n as usize;
            data = self.evaluate_axis(batch, axis, &data, outer, inner, n)?;
            outer *= axis.points() as usize;
        }
        self.stream.synchronize()?;
        Ok(data)
    }

    fn scalars(
        &mut self,
        batch: &Batch,
        values: DeviceBuffer<u32>,
        job: &ScalarJob,
    ) -> Result<(DeviceBuffer<u32>, ScalarCounts)> {
        let points = word("points", batch.grid.points() as usize)?;
        scalars::scalars(&self.stream, batch, &values, job, points)
    }

    fn interpolate(&mut self, batch: &Batch, values: DeviceBuffer<u32>) -> Result<DeviceBuffer<u32>> {
        let mut data = values;
        let points: Vec<usize> = batch.axes.iter().map(|axis| axis.points() as usize).collect();
        for (k, axis) in batch.axes.iter().enumerate() {
            let outer = points[..k].iter().product();
            let inner = points[k + 1..].iter().product();
            data = self.interpolate_axis(batch, axis, data, outer, inner)?;
        }
        self.stream.synchronize()?;
        Ok(data)
    }

    fn residues(&mut self, primes: usize, coefficients: usize) -> Result<Residues> {
        let size = primes.checked_mul(coefficients).ok_or(ErrorKind::OutOfMemory { bytes: usize::MAX, free: 0 })?;
        Ok(Residues { coefficients, values: self.stream.alloc(size)? })
    }

    fn store(
        &mut self,
        batch: &Batch,
        coefficients: DeviceBuffer<u32>,
        keep: &[u32],
        into: &mut Residues,
        at: usize,
    ) -> Result<()> {
        let places: Vec<u32> = batch.grid.places(keep).into_iter().map(|k| word("points", k)).collect::<Result<_>>()?;
        let width = into.coefficients;
        if places.len() != width {
            return Err(ErrorKind::Shape { what: "kept coefficients", expected: width, found: places.len() }.into());
        }
        let rows = into.values.len() / width.max(1);
        if width > 0 && rows.checked_sub(at).is_none_or(|room| room < batch.len()) {
            let (expected, found) = (at.saturating_add(batch.len()).saturating_mul(width), into.values.len());
            return Err(ErrorKind::Shape { what: "residues", expected, found }.into());
        }
        let places = self.stream.copy_of(&places)?;
        let kernel = StoreResidues {
            primes: prime_ptr(&batch.primes),
            source: coefficients.as_ptr(),
            points: word("points", batch.grid.points() as usize)?,
            places: places.as_ptr(),
            width: word("coefficients", width)?,
            out: into.values.ptr_at(at * width)?,
        };
        if width > 0 {
            let grid = (blocks(width, 128)?, batch.len() as u32, 1);
            // SAFETY: `places` are below `points`; rows `at` to `at + primes` of `into` are inside, checked above.
            unsafe { self.stream.launch(&kernel, grid, 0)? };
        }
        self.stream.synchronize()
    }

    fn weight(&self) -> u32 {
        self.stream.context().device().multiprocessors
    }

    fn split(&mut self, residues: Residues, ranges: &[Range<usize>]) -> Result<Vec<Residues>> {
        exchange::split(&self.stream, &residues, ranges)
    }

    fn join(&mut self, parts: &[&Residues]) -> Result<Residues> {
        exchange::join(&self.stream, parts)
    }

    fn begin_points(&mut self, coefficients: u32, primes: &[Prime]) -> Result<Batch> {
        let shape = Grid { axes: vec![Axis { len: coefficients, cosets: 1 }] };
        Batch::new(&self.stream, &Grid { axes: Vec::new() }, &shape, primes)
    }

    fn samples(&mut self, batch: &Batch) -> Result<Samples> {
        Samples::new(&self.stream, batch)
    }

    fn sample(
        &mut self,
        batch: &Batch,
        coefficients: &DeviceBuffer<u32>,
        job: &ScalarJob,
        points: Range<u32>,
        repair: bool,
        into: &mut Samples,
    ) -> Result<SampleCounts> {
        samples::sample(&self.stream, batch, coefficients, job, points, repair, into)
    }

    fn interpolate_samples(&mut self, batch: &Batch, samples: Samples) -> Result<DeviceBuffer<u32>> {
        samples::interpolate(&self.stream, batch, samples)
    }

    fn crt(&mut self, residues: Residues, moduli: &[Mont31], control: &Control) -> Result<Vec<Integer>> {
        crt::crt(&self.stream, &mut self.lifter, residues, moduli, control)
    }

    fn lift(
        &mut self,
        residues: Residues,
        moduli: &[Mont31],
        how: Lift,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Vec<Integer>> {
        crate::lift::lift(self, residues, moduli, how, control, clock)
    }
}

impl MixedRadix for Cuda {
    fn crt_primes(&self) -> usize {
        CRT_PRIMES
    }

    fn digits(&mut self, residues: Residues, tables: &MixedRadixTables) -> Result<Vec<u32>> {
        super::digits::digits(&self.stream, residues, tables)
    }
}

impl Cuda {
    /// Evaluation along one kept variable.
    fn evaluate_axis(
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
        let shape = Shape { vectors, inner: word("stride", inner)?, coefficients, len: axis.len, cosets: axis.cosets };
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
        shape: Shape,
        source: &DeviceBuffer<u32>,
        target: &DeviceBuffer<u32>,
    ) -> Result<bool> {
        let radix = orbit::radix(axis.passes);
        let triples = orbit::triples(shape.coefficients, radix);
        if triples > orbit::MAX_TRIPLES {
            return Ok(false);
        }
        // As many vectors a block as 24 KiB hold, since their powers are computed once; fewer where blocks are few.
        let across = (axis.len / radix).div_ceil(ORBITS) as usize * axis.cosets as usize * batch.len();
        let fit = (24576 / (16 * radix * triples).max(1)).max(1);
        let chunk = (shape.vectors as usize).div_ceil(ORBITS_BLOCKS.div_ceil(across)).min(fit as usize) as u32;
        let chunks = shape.vectors.div_ceil(chunk);
        if chunks > 65535 {
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

    /// Interpolation along one kept variable.
    fn interpolate_axis(
        &mut self,
        batch: &Batch,
        axis: &AxisTables,
        data: DeviceBuffer<u32>,
        outer: usize,
        inner: usize,
    ) -> Result<DeviceBuffer<u32>> {
        let vectors = word("vectors of a transform", outer * inner)?;
        let points = axis.points();
        let shape =
            Shape { vectors, inner: word("stride", inner)?, coefficients: points, len: axis.len, cosets: axis.cosets };
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
    #[allow(clippy::too_many_arguments)] // the parameters of one launch
    fn pass(
        &mut self,
        batch: &Batch,
        axis: &AxisTables,
        data: &DeviceBuffer<u32>,
        shape: Shape,
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
