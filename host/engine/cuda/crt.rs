//! Explicit Chinese remaindering on the device: coefficients in chunks, on two streams in turn, so that a chunk is computed while
//! another is copied to page-locked memory and a third is wrapped into integers. Others take them on the device: see [`Sink`].

use super::engine::{Residues, blocks, word};
use super::stream::Stream;
use super::{DeviceBuffer, Event, HostBuffer};
use crate::error::{ErrorKind, Result};
use crate::lift::crt::{Chinese, check_residues, from_twos_complement};
use crate::options::Control;
use cuda_std::DevicePtr;
use gpu::arith::Mont31;
use gpu::crt::{LIMB_GROUP, limbs_len, words_len};
use gpu::kernels::crt::{
    CrtProduct, CrtTable, CrtTerms, CrtWords, Limbs, PRODUCT_SHARED, Product, TERMS, TILE, WORDS_WARPS,
};
use rayon::prelude::*;
use rug::Integer;
use std::collections::VecDeque;
use std::ops::Range;

/// Chunks that the coefficients are taken in at least, where there are enough: what is neither computed nor copied at the same
/// time as another chunk is one of them.
const CHUNKS: usize = 4;

/// Bytes of integers from which they are taken in chunks, and wrapped on all cores: with less, launches and waking threads take
/// longer than what they save.
const SMALL_BYTES: usize = 1 << 18;

/// Coefficients of a chunk that are worth a launch: fewer leave multiprocessors without a block.
const CHUNK_COLUMNS: usize = 512;

/// Most page-locked bytes of one chunk, unless a tile of coefficients is longer.
const CHUNK_BYTES: usize = 64 << 20;

/// Most bytes of the table; more limbs are taken in ranges, whose part of the table is computed anew for every chunk.
const TABLE_BYTES: usize = 1 << 30;

/// Streams, with memory of their own.
const STREAMS: usize = 2;

/// Chunks queued at a time: one more than there are streams, so that none waits for the host to wrap.
const SLOTS: usize = STREAMS + 1;

/// What is kept from one lift to the next, since it takes the driver milliseconds to make it.
pub(super) struct Lifter {
    second: Stream,
    slots: [Option<HostBuffer<u64>>; SLOTS],
}

impl Lifter {
    /// Nothing but a stream on the device of `first`.
    pub fn new(first: &Stream) -> Result<Self> {
        Ok(Lifter { second: Stream::new(first.context())?, slots: [const { None }; SLOTS] })
    }

    /// The stream of every other chunk.
    pub fn second(&self) -> &Stream {
        &self.second
    }

    /// Gives the page-locked memory back. No lift is under way.
    pub fn trim(&mut self) {
        self.slots = [const { None }; SLOTS];
    }
}

/// Bytes of device memory for a coefficient of a chunk: three parts a limb, and the words.
fn column_bytes(limbs: usize) -> usize {
    12 * limbs + 4 * words_len(limbs)
}

/// Bytes of a lift when it takes as little as it can: the residues, a tile of coefficients and a tile of limbs on each stream,
/// and what is held per prime, limb and coefficient.
pub(super) fn least_memory(primes: usize, coefficients: usize) -> u64 {
    let limbs = limbs_len(31usize.saturating_mul(primes)) as u64;
    let (n, width) = (primes as u64, coefficients as u64);
    let columns = (TILE as u64).min(width);
    let tile = columns * 16 * limbs + 4 * n * limbs.min(TILE as u64);
    let exact = (4 * n).saturating_mul(width).saturating_add(STREAMS as u64 * tile + 36 * n + 8 * limbs + 4 * width);
    // New blocks of the arena are up to a sixteenth or 512 bytes larger than asked for, and there are 15. Kept ones may be a
    // quarter larger still: that is in the fifth that `Engine::memory` leaves out.
    exact.div_ceil(16).saturating_mul(17).saturating_add(16 * 512)
}

/// How a lift is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cut {
    /// Coefficients of a chunk.
    columns: usize,
    /// Limbs of a range.
    limbs: usize,
}

/// The cut for `free` bytes of device memory.
fn cut(n: usize, width: usize, limbs: usize, free: usize) -> Cut {
    // A quarter each for the table and for the chunks of the streams; the arena rounds, and others allocate. The table takes no
    // more than half of what the least chunk leaves.
    let room = free / 4;
    let tile = TILE as usize;
    let fit = (room / STREAMS / column_bytes(limbs)).min(CHUNK_BYTES / (4 * words_len(limbs)));
    let small = SMALL_BYTES / (4 * words_len(limbs));
    let wanted = width.div_ceil(CHUNKS).max(CHUNK_COLUMNS).max(small).next_multiple_of(tile);
    let columns = wanted.min(fit / tile * tile).max(tile).min(width);
    let left = free.saturating_sub(STREAMS * columns * column_bytes(limbs)) / 2;
    let rows = room.min(left).min(TABLE_BYTES) / (4 * n).max(1);
    let range = if rows >= limbs { limbs } else { (rows / STREAMS / tile * tile).max(tile).min(limbs) };
    Cut { columns, limbs: range }
}

/// Tables of a set of primes in device memory; all belong to the first stream.
struct Tables {
    n: u32,
    limbs: u32,
    moduli: DeviceBuffer<[u32; 4]>,
    product: DeviceBuffer<u32>,
    minus: DeviceBuffer<u32>,
    weights: DeviceBuffer<u32>,
    reciprocals: DeviceBuffer<u64>,
}

/// Part of the table with the state of its division, of one stream.
struct Slice {
    state: DeviceBuffer<u32>,
    table: DeviceBuffer<u32>,
}

impl Tables {
    fn new(stream: &Stream, moduli: &[Mont31], chinese: &Chinese) -> Result<Self> {
        let constants: Vec<[u32; 4]> = moduli.iter().map(|m| [m.p, m.mu, m.r1, m.r2]).collect();
        let (product, minus) = chinese.limbs();
        Ok(Tables {
            n: word("primes", moduli.len())?,
            limbs: word("limbs", product.len())?,
            moduli: stream.copy_of(&constants)?,
            product: stream.copy_of(&product)?,
            minus: stream.copy_of(&minus)?,
            weights: stream.alloc(moduli.len())?,
            reciprocals: stream.alloc(moduli.len())?,
        })
    }

    fn moduli(&self) -> DevicePtr<Mont31> {
        DevicePtr::from_raw(self.moduli.as_ptr().as_raw())
    }

    fn slice(&self, stream: &Stream, range: usize) -> Result<Slice> {
        let n = self.n as usize;
        Ok(Slice { state: stream.alloc(2 * n)?, table: stream.alloc(n * range)? })
    }

    /// The range of `len` limbs from `first` on, or what is left of it.
    fn range(&self, first: u32, len: usize) -> Limbs {
        Limbs { first, len: (len as u32).min(self.limbs - first), all: self.limbs }
    }

    /// Queues the entries of a range of limbs; ranges come in order.
    fn fill(&self, stream: &Stream, slice: &Slice, limbs: Limbs) -> Result<()> {
        let kernel = CrtTable {
            moduli: self.moduli(),
            n: self.n,
            product: self.product.as_ptr(),
            limbs,
            state: slice.state.as_ptr(),
            table: slice.table.as_ptr(),
            weights: self.weights.as_ptr(),
            reciprocals: self.reciprocals.as_ptr(),
        };
        // SAFETY: n primes, weights and reciprocals; all limbs of the product; a state of 2 n; room for the range. Weights and
        // reciprocals are read before the second stream begins; later launches write the same words again.
        unsafe { stream.launch(&kernel, (blocks(self.n as usize, 32)?, 1, 1), 0) }
    }
}

/// A chunk under way: its number, its coefficients, and the event after its work.
struct Flight {
    chunk: usize,
    columns: Range<usize>,
    done: Event,
}

/// The integers with the given residues, which the y_i replace.
pub(super) fn crt(
    stream: &Stream,
    lifter: &mut Lifter,
    residues: Residues,
    moduli: &[Mont31],
    control: &Control,
) -> Result<Vec<Integer>> {
    let chinese = Chinese::new(moduli)?;
    let Lifter { second, slots } = lifter;
    let mut sink = ToHost { slots, chinese: &chinese, integers: Vec::new(), len: 0 };
    into_sink([stream, second], (&residues, moduli, &chinese), control, &mut sink)?;
    Ok(sink.integers)
}

/// What becomes of integers in two's complement that are computed in chunks.
pub(super) trait Sink {
    /// Makes ready for `width` integers of `len` words of 64 bits, `columns` a chunk; `stream` is the first one.
    fn begin(&mut self, stream: &Stream, width: usize, columns: usize, len: usize) -> Result<()>;

    /// Queues on `stream` what is done with the integers of chunk `chunk` once the work queued before has written their `words`.
    fn queue(&mut self, stream: &Stream, chunk: usize, columns: Range<usize>, words: &DeviceBuffer<u64>) -> Result<()>;

    /// What was queued for the chunk is done.
    fn done(&mut self, chunk: usize, columns: Range<usize>);
}

/// Big integers on the host: by way of page-locked memory, of which a slot is free again when its chunk is done.
struct ToHost<'a> {
    slots: &'a mut [Option<HostBuffer<u64>>; SLOTS],
    chinese: &'a Chinese,
    integers: Vec<Integer>,
    /// Words of an integer.
    len: usize,
}

impl Sink for ToHost<'_> {
    fn begin(&mut self, stream: &Stream, width: usize, columns: usize, len: usize) -> Result<()> {
        self.len = len;
        self.integers.resize_with(width, Integer::new);
        for slot in self.slots.iter_mut().take(width.div_ceil(columns)) {
            if slot.as_ref().is_none_or(|slot| slot.len() < columns * len) {
                *slot = None;
                *slot = Some(HostBuffer::zeroed(stream.context(), columns * len)?);
            }
        }
        Ok(())
    }

    fn queue(&mut self, _: &Stream, chunk: usize, columns: Range<usize>, words: &DeviceBuffer<u64>) -> Result<()> {
        match &mut self.slots[chunk % SLOTS] {
            // SAFETY: the slot is read when the chunk is done only, and given to no other chunk before.
            Some(host) => unsafe { words.download_async(0, &mut host[..columns.len() * self.len]) },
            None => {
                let (expected, found) = (columns.len() * self.len, 0);
                Err(ErrorKind::Shape { what: "page-locked memory", expected, found }.into())
            }
        }
    }

    fn done(&mut self, chunk: usize, columns: Range<usize>) {
        let wrap = |(integer, words): (&mut Integer, &mut [u64])| {
            *integer = self.chinese.symmetric(from_twos_complement(words));
        };
        let Some(host) = &mut self.slots[chunk % SLOTS] else { return };
        let words = &mut host[..columns.len() * self.len];
        let integers = &mut self.integers[columns];
        match size_of_val(words) <= SMALL_BYTES {
            true => integers.iter_mut().zip(words.chunks_mut(self.len)).for_each(wrap),
            false => integers.par_iter_mut().zip(words.par_chunks_mut(self.len)).with_min_len(8).for_each(wrap),
        }
    }
}

/// Computes the integers, or the same plus or minus the product of the moduli where that is as near to 0 but for one part in 2^10;
/// their residues are replaced by the y_i.
pub(super) fn into_sink(
    [stream, second]: [&Stream; STREAMS],
    (residues, moduli, chinese): (&Residues, &[Mont31], &Chinese),
    control: &Control,
    sink: &mut dyn Sink,
) -> Result<()> {
    let width = residues.coefficients;
    check_residues(residues.values.len(), moduli.len(), width)?;
    if width == 0 {
        return Ok(());
    }
    let job = Job { streams: [stream, second], chinese, moduli, residues, control };
    let result = job.run(sink);
    if result.is_err() {
        // Work that was queued still uses the residues and what the sink has. A fault that this finds is the context's from now on.
        let _ = second.synchronize();
        let _ = stream.synchronize();
    }
    result
}

struct Job<'a> {
    streams: [&'a Stream; STREAMS],
    chinese: &'a Chinese,
    moduli: &'a [Mont31],
    residues: &'a Residues,
    control: &'a Control,
}

impl Job<'_> {
    fn run(&self, sink: &mut dyn Sink) -> Result<()> {
        let first = self.streams[0];
        let (n, width) = (self.moduli.len(), self.residues.coefficients);
        let tables = Tables::new(first, self.moduli, self.chinese)?;
        let quotients: DeviceBuffer<u32> = first.alloc(width)?;
        let limbs = tables.limbs as usize;
        debug_assert!(limbs.is_multiple_of(LIMB_GROUP));
        let cut = cut(n, width, limbs, first.context().available_memory()?);
        // With one range the streams share the table; else each has a part of its own.
        let whole = cut.limbs == limbs;
        let mut slices = vec![tables.slice(first, cut.limbs)?];
        for at in (0..limbs).step_by(cut.limbs) {
            tables.fill(first, &slices[0], tables.range(at as u32, cut.limbs))?;
        }
        self.terms(&tables, &quotients)?;
        let chunks = width.div_ceil(cut.columns);
        sink.begin(first, width, cut.columns, words_len(limbs) / 2)?;
        let streams = &self.streams[..chunks.min(STREAMS)];
        if streams.len() > 1 {
            streams[1].wait_for(&first.record()?)?;
            if !whole {
                slices.push(tables.slice(streams[1], cut.limbs)?);
            }
        }
        let mut work = Vec::with_capacity(streams.len());
        for stream in streams {
            let parts: DeviceBuffer<u32> = stream.alloc(3 * cut.columns * limbs)?;
            let words: DeviceBuffer<u64> = stream.alloc(cut.columns * words_len(limbs) / 2)?;
            work.push((*stream, parts, words));
        }
        let mut flights = VecDeque::with_capacity(SLOTS);
        for chunk in 0..chunks {
            self.control.check()?;
            if flights.len() == SLOTS.min(chunks) {
                land(flights.pop_front(), sink)?;
            }
            let columns = chunk * cut.columns..width.min((chunk + 1) * cut.columns);
            let which = chunk % streams.len();
            let (stream, parts, words) = &mut work[which];
            let slice = if whole { &slices[0] } else { &slices[which] };
            for at in (0..limbs).step_by(cut.limbs) {
                let range = tables.range(at as u32, cut.limbs);
                if !whole {
                    tables.fill(stream, slice, range)?;
                }
                self.product(stream, &tables, slice, &quotients, parts, &columns, range)?;
            }
            let count = word("coefficients", columns.len())?;
            let kernel = CrtWords {
                parts: parts.as_ptr(),
                words: DevicePtr::from_raw(words.as_ptr().as_raw()),
                limbs: tables.limbs,
                columns: count,
            };
            // SAFETY: three parts a limb and 7 / 8 of a word a limb for each coefficient; a warp for each.
            unsafe { stream.launch(&kernel, (count.div_ceil(WORDS_WARPS), 1, 1), 0)? };
            sink.queue(stream, chunk, columns.clone(), words)?;
            flights.push_back(Flight { chunk, columns, done: stream.record()? });
        }
        while let Some(flight) = flights.pop_front() {
            self.control.check()?;
            land(Some(flight), sink)?;
        }
        Ok(())
    }

    /// Queues y_i in place of the residues, and the quotients.
    fn terms(&self, tables: &Tables, quotients: &DeviceBuffer<u32>) -> Result<()> {
        let width = self.residues.coefficients;
        let kernel = CrtTerms {
            moduli: tables.moduli(),
            weights: tables.weights.as_ptr(),
            reciprocals: tables.reciprocals.as_ptr(),
            residues: self.residues.values.as_ptr(),
            quotients: quotients.as_ptr(),
            n: tables.n,
            coefficients: word("coefficients", width)?,
        };
        let grid = (blocks(width, TERMS.0)?, 1, 1);
        // SAFETY: n weights and reciprocals, n rows of residues, a quotient for each coefficient; a sum of 8 bytes a thread.
        unsafe { self.streams[0].launch(&kernel, grid, 8 * TERMS.0 * TERMS.1) }
    }

    /// Queues the product for some coefficients and a range of limbs.
    #[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
    fn product(
        &self,
        stream: &Stream,
        tables: &Tables,
        slice: &Slice,
        quotients: &DeviceBuffer<u32>,
        parts: &DeviceBuffer<u32>,
        columns: &Range<usize>,
        limbs: Limbs,
    ) -> Result<()> {
        let shape = Product {
            n: tables.n,
            stride: word("coefficients", self.residues.coefficients)?,
            columns: word("coefficients", columns.len())?,
            limbs,
        };
        let kernel = CrtProduct {
            terms: self.residues.values.ptr_at(columns.start)?,
            quotients: quotients.ptr_at(columns.start)?,
            table: slice.table.as_ptr(),
            minus: tables.minus.ptr_at(limbs.first as usize)?,
            parts: parts.as_ptr(),
            shape,
        };
        let grid = (blocks(columns.len(), TILE)?, limbs.len.div_ceil(TILE), 1);
        // SAFETY: n rows of `stride` terms with `columns` inside, the table of the range, three parts a limb and coefficient;
        // the first stream's buffers were complete before the other's work began, and outlive it: `crt` waits on errors, and
        // every chunk is awaited otherwise.
        unsafe { stream.launch(&kernel, grid, 4 * PRODUCT_SHARED) }
    }
}

/// Waits for a chunk.
fn land(flight: Option<Flight>, sink: &mut dyn Sink) -> Result<()> {
    let Some(Flight { chunk, columns, done }) = flight else { return Ok(()) };
    done.synchronize()?;
    sink.done(chunk, columns);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_cover_and_fit() {
        for n in [1, 2, 33, 300, 2042, 10_000, 100_000] {
            let limbs = limbs_len(31 * n);
            for width in [1, 63, 64, 65, 513, 3000, 100_000] {
                for shift in [16, 20, 24, 28, 32, 36] {
                    let free = 1usize << shift;
                    let Cut { columns, limbs: range } = cut(n, width, limbs, free);
                    assert!((1..=width).contains(&columns) && (1..=limbs).contains(&range));
                    assert!(columns == width || columns.is_multiple_of(TILE as usize));
                    assert!(range == limbs || range.is_multiple_of(TILE as usize));
                    let streams = if range == limbs { 1 } else { STREAMS };
                    let chunks = STREAMS * columns * column_bytes(limbs);
                    let table = streams * 4 * n * range;
                    let what = format!("{n} primes, {width} coefficients, {free} bytes");
                    let least_chunks = STREAMS * width.min(TILE as usize) * column_bytes(limbs);
                    let least_table = STREAMS * 4 * n * limbs.min(TILE as usize);
                    assert!(chunks <= (free / 4).max(least_chunks) && table <= (free / 4).max(least_table), "{what}");
                    assert!(chunks + table <= free.max(least_chunks + least_table), "{what}");
                }
            }
        }
        // With room, one range and chunks that fill the device.
        assert_eq!(cut(2042, 2954, 2240, 64 << 30), Cut { columns: 768, limbs: 2240 });
    }
}
