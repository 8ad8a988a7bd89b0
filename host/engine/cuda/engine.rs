//! The CUDA engine: every stage a launch or a few, everything between them in device memory.

use super::driver::context::Context;
use super::driver::device::DeviceInfo;
use super::driver::loader::Loader;
use super::driver::stream::Stream;
use super::grid::tables::{Batch, prime_ptr};
use super::integers::crt::{self, Lifter};
use super::resultant::samples::{self, Samples};
use super::{DeviceBuffer, integers::exchange, resultant::scalars};
use crate::engine::input::{IntegerTable, List};
use crate::engine::{Engine, MixedRadix, SampleCounts, ScalarCounts, ScalarJob};
use crate::error::{ErrorKind, Result};
use crate::lift::MixedRadixTables;
use crate::options::{Control, Lift};
use crate::plan::grid::{Axis, Grid};
use crate::plan::primes::Prime;
use crate::report::Clock;
use gpu::arith::Mont31;
use gpu::kernels::reduce::{LIMB_CHUNK, ReduceIntegers, ReduceShort, SHORT, SHORT_PRIMES, StoreResidues};
use rug::Integer;
use std::ops::Range;

/// Primes from which explicit Chinese remaindering is the faster lift: it always is (1000 coefficients, an H100: 4 primes 0.08 and
/// 0.30 ms, 32 primes 0.16 and 0.34 ms, 400 primes 0.49 and 2.8 ms).
const CRT_PRIMES: usize = 1;

/// Scalars of a batch from which every stage is waited for, so that its time is its own. With fewer, waking the host and
/// the device's idling until the next launch are a part of the time that counts: the next stages are queued while it works.
const LARGE: usize = 1 << 19;

/// Words of integers, on the average, up to which a thread reduces one by itself: a block for each would be begun for very little work.
const SHORT_WORDS: usize = 16;

/// The CUDA engine of one device.
pub struct Cuda {
    pub(super) stream: Stream,
    pub(super) lifter: Lifter,
    loader: Loader,
    /// What long stages look at.
    pub(super) control: Control,
}

/// Integers in device memory.
pub struct Input {
    pub(super) offsets: DeviceBuffer<u32>,
    pub(super) limbs: DeviceBuffer<u32>,
    pub(super) negative: DeviceBuffer<u8>,
    pub(super) count: usize,
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
        Ok(Cuda { lifter: Lifter::new(&stream)?, loader: Loader::default(), control: Control::default(), stream })
    }

    /// The device.
    pub fn device(&self) -> &DeviceInfo {
        self.stream.context().device()
    }

    /// Waits for a stage of a large batch.
    fn settle(&self, batch: &Batch) -> Result<()> {
        let scalars = batch.len().saturating_mul(batch.grid.points() as usize);
        if scalars < LARGE { Ok(()) } else { self.stream.synchronize() }
    }

    /// Whether a block of the device has the shared memory that the scalar stage of `job` needs. Operands in memory of the device are
    /// for those who ask for it: `Backend::Auto` prefers the CPU then.
    pub(crate) fn has_room_for(&self, job: &ScalarJob) -> bool {
        let shared = self.device().shared_per_block as usize;
        scalars::shared_bytes(job, shared).is_some_and(|bytes| bytes <= shared)
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

    /// As [`Context::set_memory_limit`].
    pub fn set_memory_limit(&self, bytes: Option<usize>) {
        self.stream.context().set_memory_limit(bytes);
    }
}

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

    fn watch(&mut self, control: &Control) {
        // Progress is told between the stages.
        self.control = control.silent();
    }

    fn memory(&self) -> Result<u64> {
        // The driver keeps some for modules and stacks; a fifth stays for tables, and for blocks larger than asked for.
        Ok(self.stream.context().available_memory()? as u64 / 5 * 4)
    }

    fn uncounted(&self, _: &Residues) -> u64 {
        0
    }

    fn steps_per_batch(&self) -> u64 {
        // Half a second of an H100, which does about 10^12 a second.
        500_000_000_000
    }

    fn lift_memory(&self, primes: usize, coefficients: usize, _: Lift) -> u64 {
        // Terms or digits take the place of the residues.
        crt::least_memory(primes, coefficients)
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
        } else if input.limbs.len() <= SHORT_WORDS * input.count {
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
        let mut data = coefficients;
        let mut outer = rows as usize;
        let mut inner: usize = dims.iter().map(|&n| n as usize).product();
        for (axis, &n) in batch.axes.iter().zip(dims) {
            inner /= n as usize;
            data = self.evaluate_axis(batch, axis, &data, outer, inner, n)?;
            outer *= axis.points() as usize;
        }
        self.settle(batch)?;
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
        let data = self.interpolate_axes(batch, values, 1)?;
        self.settle(batch)?;
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
        self.settle(batch)
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
        let all = 0..residues.coefficients;
        let found = crt::crt(&self.stream, &mut self.lifter, (&residues, moduli), &[all], control)?;
        Ok(found.into_iter().next().unwrap_or_default())
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
        super::integers::digits::digits(&self.stream, residues, tables)
    }
}
