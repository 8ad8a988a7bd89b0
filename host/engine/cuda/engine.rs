//! The CUDA engine: every stage a launch or a few, everything between them in device memory.

use super::DeviceBuffer;
use super::driver::context::Context;
use super::driver::device::DeviceInfo;
use super::driver::launch::{blocks, word};
use super::driver::loader::{Input, Loader};
use super::driver::stream::Stream;
use super::grid::columns;
use super::grid::tables::{Batch, prime_ptr};
use super::integers::crt::Lifter;
use super::residues::Residues;
use super::thresholds::Thresholds;
use crate::control::Control;
use crate::engine::input::{IntegerTable, List};
use crate::engine::{Along, Batching, Engine, Facts, OnGridShape, Words, Worker, rows_at};
use crate::error::{ErrorKind, Result};
use crate::plan::columns::Columns;
use crate::plan::cost::{self, Rates};
use crate::plan::grid::{Evaluation, Grid};
use crate::plan::primes::Prime;
use gpu::arith::Mont31;
use gpu::kernels::reduce::{LIMB_CHUNK, ReduceIntegers, ReduceShort, SHORT, SHORT_PRIMES};

/// The CUDA engine of one device.
pub struct Cuda {
    pub(super) stream: Stream,
    pub(super) lifter: Lifter,
    loader: Loader,
    /// The control that long stages look at.
    pub(super) control: Control,
    /// The progress of stages that are a whole computation.
    pub(super) progress: Control,
    pub(super) thresholds: Thresholds,
}

impl Cuda {
    /// An engine on device `ordinal`.
    ///
    /// # Errors
    /// As [`Context::new`].
    pub fn new(ordinal: usize) -> Result<Self> {
        let stream = Stream::new(&Context::new(ordinal)?)?;
        Ok(Cuda {
            lifter: Lifter::new(&stream)?,
            loader: Loader::default(),
            control: Control::default(),
            progress: Control::default(),
            thresholds: Thresholds::default(),
            stream,
        })
    }

    /// Where one form of a stage is taken rather than another: for benches, which measure both sides. The answers are the same.
    #[doc(hidden)]
    pub fn set_thresholds(&mut self, thresholds: Thresholds) {
        self.thresholds = thresholds;
    }

    /// The device.
    pub fn device(&self) -> &DeviceInfo {
        self.stream.context().device()
    }

    /// Waits for a stage of a large batch.
    fn settle(&self, batch: &Batch) -> Result<()> {
        let scalars = batch.len().saturating_mul(batch.grid.points() as usize);
        if scalars < self.thresholds.waited { Ok(()) } else { self.stream.synchronize() }
    }

    /// # Errors
    /// The fault of the device, if one is known: it takes no more work from this process.
    pub(super) fn check_device(&self) -> Result<()> {
        self.stream.context().primary().check()
    }

    /// As [`Context::available_memory`].
    pub(super) fn available_memory(&self) -> Result<usize> {
        self.stream.context().available_memory()
    }

    /// Gives back the memory kept for reuse, on the device and page-locked.
    ///
    /// # Errors
    /// As [`Context::trim`].
    pub(super) fn trim(&mut self) -> Result<()> {
        self.lifter.trim();
        self.loader.trim();
        self.stream.context().trim()
    }

    /// As [`Context::peak_memory`].
    pub(crate) fn peak_memory(&self) -> usize {
        self.stream.context().peak_memory()
    }

    /// As [`Context::begin_peak`].
    pub(super) fn begin_peak(&self) {
        self.stream.context().begin_peak();
    }

    /// As [`Context::set_memory_limit`].
    pub fn set_memory_limit(&self, bytes: Option<usize>) {
        self.stream.context().set_memory_limit(bytes);
    }
}

/// Refuses a tensor that has not `expected` elements modulo each prime.
fn check_len(batch: &Batch, tensor: &DeviceBuffer<u32>, expected: usize) -> Result<()> {
    match (batch.len().saturating_mul(expected), tensor.len()) {
        (expected, found) if found == expected => Ok(()),
        (expected, found) => Err(ErrorKind::Shape { what: "elements of a tensor", expected, found }.into()),
    }
}

impl Worker for Cuda {
    fn watch(&mut self, control: &Control) {
        // Progress of exact computations is told between the stages.
        self.control = control.silent();
        self.progress = control.clone();
    }

    fn memory(&self) -> Result<u64> {
        // The driver keeps some for modules and stacks; a fifth stays for tables, and for blocks larger than asked for.
        Ok(self.stream.context().available_memory()? as u64 / 5 * 4)
    }

    fn limit_for(&self, bytes: u64) -> u64 {
        bytes.div_ceil(4).saturating_mul(5)
    }

    fn facts(&self) -> Facts {
        Facts { shares_memory: false, wants_witness: true, is_asynchronous: true, has_half_gcd: false }
    }

    fn weight(&self) -> u32 {
        self.stream.context().device().multiprocessors
    }

    fn rates(&self) -> Rates {
        cost::H200
    }

    fn batching(&self) -> Batching {
        // A seventh of a second of an H100, which does about 10^12 a second, and half as many where determinants of 200 rows are eliminated. A batch
        // is not interrupted.
        Batching::by_primes(150_000_000_000)
    }
}

impl Engine for Cuda {
    type Modulus = Mont31;
    type Input = Input;
    type Batch = Batch;
    type Buffer = DeviceBuffer<u32>;
    type Residues = Residues;

    fn words_on_grid(&self, shape: &OnGridShape<'_>) -> Words {
        Words { batch: shape.words(), scratch: 0 }
    }

    fn load(&mut self, table: &IntegerTable) -> Result<Input> {
        let (stream, loader) = (&self.stream, &mut self.loader);
        Ok(Input {
            offsets: loader.send(stream, &table.offsets)?,
            limbs: loader.send(stream, &table.limbs)?,
            negative: loader.send(stream, bytemuck::cast_slice(&table.negative))?,
            count: table.len(),
        })
    }

    fn load_lists(&mut self, lists: &[List<'_>]) -> Result<Input> {
        let packed = self.loader.pack(&self.stream, lists)?;
        packed.map_or_else(|| self.load(&IntegerTable::flat(lists)?), Ok)
    }

    fn begin(&mut self, grid: &Grid, primes: &[Prime]) -> Result<Batch> {
        grid.check_lens()?;
        let batch = Batch::new(&self.stream, grid, grid, primes)?;
        self.settle(&batch)?;
        Ok(batch)
    }

    fn reduce(&mut self, batch: &Batch, input: &Input) -> Result<DeviceBuffer<u32>> {
        let out = self.stream.alloc(batch.len() * input.count)?;
        let (primes, prime_count) = (prime_ptr(&batch.primes), batch.len() as u32);
        let (offsets, limbs, negative) = (input.offsets.as_ptr(), input.limbs.as_ptr(), input.negative.as_ptr());
        let (count, into) = (word("integers", input.count)?, out.as_ptr());
        if input.count == 0 {
            // Nothing to do.
        } else if input.limbs.len() <= self.thresholds.short_words * input.count {
            let kernel = ReduceShort { primes, prime_count, offsets, limbs, negative, count, out: into };
            let grid = (blocks(input.count, SHORT)?, blocks(batch.len(), SHORT_PRIMES)?, 1);
            // SAFETY: `offsets` has count + 1 elements, `negative` count, `out` primes times count; all live on this stream.
            unsafe { self.stream.launch(&kernel, grid, 0)? };
        } else {
            let kernel = ReduceIntegers { primes, prime_count, offsets, limbs, negative, count, out: into };
            // SAFETY: as above; the grid's first dimension is count.
            unsafe { self.stream.launch(&kernel, (count, blocks(batch.len(), 64)?, 1), 4 * LIMB_CHUNK)? };
        }
        self.settle(batch)?;
        Ok(out)
    }

    fn evaluate(
        &mut self,
        batch: &Batch,
        coefficients: DeviceBuffer<u32>,
        rows: u32,
        dims: &[u32],
    ) -> Result<DeviceBuffer<u32>> {
        batch.grid.check_axes(dims)?;
        check_len(batch, &coefficients, dims.iter().fold(rows as usize, |all, &n| all.saturating_mul(n as usize)))?;
        if batch.grid.evaluation == Evaluation::Stockham {
            let data = self.evaluate_stockham(batch, coefficients, (rows as usize, dims))?;
            self.settle(batch)?;
            return Ok(data);
        }
        let mut data = coefficients;
        let mut outer = rows as usize;
        let mut inner: usize = dims.iter().map(|&n| n as usize).product();
        for (axis, &n) in batch.axes.iter().zip(dims) {
            inner /= n as usize;
            data = self.evaluate_along(batch, axis, &data, outer, inner, n)?;
            outer *= axis.points() as usize;
        }
        self.settle(batch)?;
        Ok(data)
    }

    fn interpolate(&mut self, batch: &Batch, values: DeviceBuffer<u32>, rows: u32) -> Result<DeviceBuffer<u32>> {
        check_len(batch, &values, (rows as usize).saturating_mul(batch.grid.points() as usize))?;
        let data = match batch.grid.evaluation {
            Evaluation::Stockham => self.interpolate_stockham(batch, values, rows as usize)?,
            Evaluation::Auto => self.interpolate_axes(batch, values, rows as usize)?,
        };
        self.settle(batch)?;
        Ok(data)
    }

    fn evaluate_axis(
        &mut self,
        batch: &Batch,
        coefficients: &DeviceBuffer<u32>,
        along: Along,
    ) -> Result<DeviceBuffer<u32>> {
        let axis = along.axis_of(&batch.grid)?;
        check_len(batch, coefficients, along.elements(axis.points())?.0)?;
        let n = word("coefficients of a vector", along.n)?;
        if batch.grid.evaluation == Evaluation::Stockham {
            return self.evaluate_axis_stockham(batch, coefficients, along);
        }
        self.evaluate_along(batch, &batch.axes[along.axis], coefficients, along.outer, along.inner, n)
    }

    fn interpolate_axis(
        &mut self,
        batch: &Batch,
        values: DeviceBuffer<u32>,
        along: Along,
    ) -> Result<DeviceBuffer<u32>> {
        let points = along.axis_of(&batch.grid)?.points() as usize;
        if along.n != points {
            return Err(ErrorKind::Shape { what: "points of an axis", expected: points, found: along.n }.into());
        }
        check_len(batch, &values, along.elements(points as u64)?.0)?;
        if batch.grid.evaluation == Evaluation::Stockham {
            return self.interpolate_axis_stockham(batch, values, along);
        }
        self.interpolate_along(batch, &batch.axes[along.axis], values, along.outer, along.inner)
    }

    fn vanish(&mut self, batch: &Batch, source: &DeviceBuffer<u32>, columns: &Columns) -> Result<Vec<bool>> {
        columns::vanish(&self.stream, batch, source, columns)
    }

    fn residues(&mut self, primes: usize, coefficients: usize) -> Result<Residues> {
        let size =
            primes.checked_mul(coefficients).ok_or(ErrorKind::OutOfMemory { bytes: usize::MAX, free: 0, others: 0 })?;
        Ok(Residues { coefficients, values: self.stream.alloc(size)? })
    }

    fn select(
        &mut self,
        batch: &Batch,
        source: &DeviceBuffer<u32>,
        primes: &[u32],
        columns: &Columns,
        into: &mut Residues,
        at: usize,
    ) -> Result<()> {
        columns::select(&self.stream, batch, source, (primes, columns), into, at)?;
        self.settle(batch)
    }

    fn export(&mut self, residues: Residues) -> Result<Vec<u32>> {
        residues.values.to_vec()
    }

    fn import(&mut self, values: &[u32], into: &mut Residues, at: usize) -> Result<()> {
        let range = rows_at(values.len(), (into.coefficients, into.values.len()), at)?;
        into.values.upload(range.start, values)
    }
}
