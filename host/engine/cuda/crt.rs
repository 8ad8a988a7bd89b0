//! Explicit Chinese remaindering on the device: coefficients in chunks, on two streams in turn, so that a chunk is computed while
//! another is copied to page-locked memory and a third is wrapped into integers.

use super::engine::{Residues, blocks, word};
use super::stream::Stream;
use super::{DeviceBuffer, Event, HostBuffer};
use crate::engine::lifted::Lifted;
use crate::error::{Error, ErrorKind, Result};
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

/// A chunk under way: its coefficients, its slot, and the event after its copy.
struct Flight {
    columns: Range<usize>,
    slot: usize,
    copied: Event,
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
    let mut integers = Vec::with_capacity(residues.coefficients);
    integers.resize_with(residues.coefficients, Integer::new);
    land(stream, lifter, (&residues, moduli, &chinese), control, |columns, words, len| {
        let wrap = |(integer, words): (&mut Integer, &mut [u64])| {
            *integer = chinese.symmetric(from_twos_complement(words));
        };
        let integers = &mut integers[columns];
        match size_of_val(words) <= SMALL_BYTES {
            true => integers.iter_mut().zip(words.chunks_mut(len)).for_each(wrap),
            false => integers.par_iter_mut().zip(words.par_chunks_mut(len)).with_min_len(8).for_each(wrap),
        }
    })?;
    Ok(integers)
}

/// The same, or the same plus or minus the product of the moduli where that is as near to 0 but for one part in 2^10, as words.
pub(super) fn crt_each(
    stream: &Stream,
    lifter: &mut Lifter,
    residues: Residues,
    moduli: &[Mont31],
    control: &Control,
    take: &mut dyn FnMut(usize, Lifted<'_>),
) -> Result<()> {
    let chinese = Chinese::new(moduli)?;
    land(stream, lifter, (&residues, moduli, &chinese), control, |columns, words, len| {
        take(columns.start, Lifted::Words { words, len });
    })
}

/// Computes the integers and hands them over in ranges: numbers of the coefficients, their words in two's complement, words of one.
fn land(
    stream: &Stream,
    lifter: &mut Lifter,
    (residues, moduli, chinese): (&Residues, &[Mont31], &Chinese),
    control: &Control,
    mut take: impl FnMut(Range<usize>, &mut [u64], usize),
) -> Result<()> {
    let width = residues.coefficients;
    check_residues(residues.values.len(), moduli.len(), width)?;
    if width == 0 {
        return Ok(());
    }
    let job = Job { streams: [stream, &lifter.second], chinese, moduli, residues, control };
    let result = job.run(&mut lifter.slots, &mut take);
    if result.is_err() {
        // Work that was queued still uses the residues and the slots. A fault that this finds is the context's from now on.
        let _ = lifter.second.synchronize();
        let _ = stream.synchronize();
    }
    result
}

/// Takes integers of a chunk: see [`land`].
type Take<'a> = dyn FnMut(Range<usize>, &mut [u64], usize) + 'a;

struct Job<'a> {
    streams: [&'a Stream; STREAMS],
    chinese: &'a Chinese,
    moduli: &'a [Mont31],
    residues: &'a Residues,
    control: &'a Control,
}

impl Job<'_> {
    fn run(&self, slots: &mut [Option<HostBuffer<u64>>; SLOTS], take: &mut Take<'_>) -> Result<()> {
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
        for slot in slots.iter_mut().take(chunks) {
            let len = cut.columns * words_len(limbs) / 2;
            if slot.as_ref().is_none_or(|slot| slot.len() < len) {
                *slot = None;
                *slot = Some(HostBuffer::zeroed(first.context(), len)?);
            }
        }
        let mut flights = VecDeque::with_capacity(SLOTS);
        for chunk in 0..chunks {
            self.control.check()?;
            if flights.len() == SLOTS.min(chunks) {
                Self::land(flights.pop_front(), slots, take, limbs)?;
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
            let slot = chunk % SLOTS;
            if let Some(host) = &mut slots[slot] {
                let len = columns.len() * words_len(limbs) / 2;
                // SAFETY: the slot is read after the event below only, and given to no other chunk before.
                unsafe { words.download_async(0, &mut host[..len])? };
            }
            flights.push_back(Flight { columns, slot, copied: stream.record()? });
        }
        while let Some(flight) = flights.pop_front() {
            self.control.check()?;
            Self::land(Some(flight), slots, take, limbs)?;
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

    /// Waits for a chunk and hands it over.
    fn land(
        flight: Option<Flight>,
        slots: &mut [Option<HostBuffer<u64>>; SLOTS],
        take: &mut Take<'_>,
        limbs: usize,
    ) -> Result<()> {
        let Some(Flight { columns, slot, copied }) = flight else { return Ok(()) };
        copied.synchronize()?;
        let len = words_len(limbs) / 2;
        let Some(host) = &mut slots[slot] else {
            return Err(Error::from(ErrorKind::Shape { what: "page-locked memory", expected: len, found: 0 }));
        };
        let end = columns.len() * len;
        take(columns, &mut host[..end], len);
        Ok(())
    }
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
