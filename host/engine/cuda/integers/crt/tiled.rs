//! Numbers of many primes: the y_i by a table of M / p_i as a matrix product in tiles, chunks on two streams in turn.

use super::flights::{Flights, STREAMS, Sink};
use crate::control::Control;
use crate::engine::cuda::driver::launch::{blocks, word};
use crate::engine::cuda::residues::Residues;
use crate::engine::cuda::{DeviceBuffer, Stream};
use crate::error::Result;
use crate::lift::crt::Chinese;
use cuda_std::DevicePtr;
use gpu::arith::Mont31;
use gpu::integers::crt::{LIMB_GROUP, limbs_len, words_len};
use gpu::kernels::crt::{
    CrtProduct, CrtTable, CrtTerms, CrtWords, Limbs, PRODUCT_SHARED, Product, TERMS, TILE, WORDS_WARPS,
};
use std::ops::Range;

/// Chunks that the coefficients are taken in at least, where there are enough: what is neither computed nor copied at the same
/// time as another chunk is one of them.
const CHUNKS: usize = 4;

/// Bytes of integers from which they are taken in chunks: with less, launches take longer than what they save.
const SMALL_BYTES: usize = 1 << 18;

/// Coefficients of a chunk that are worth a launch: fewer leave multiprocessors without a block.
const CHUNK_COLUMNS: usize = 512;

/// Most page-locked bytes of one chunk, unless a tile of coefficients is longer: those of all slots are within the 64 MiB by which a process may exceed its limit.
const CHUNK_BYTES: usize = 8 << 20;

/// Most bytes of the table; more limbs are taken in ranges, whose part of the table is computed anew for every chunk.
const TABLE_BYTES: usize = 1 << 30;

/// Bytes of device memory for a coefficient of a chunk: three parts a limb, and the words.
fn column_bytes(limbs: usize) -> usize {
    12 * limbs + 4 * words_len(limbs)
}

/// Bytes of a lift when it takes as little as it can: the residues, a tile of coefficients and a tile of limbs on each stream,
/// and what is held per prime, limb and coefficient. Numbers of few primes take less.
pub(in crate::engine::cuda) fn least_memory(primes: usize, coefficients: usize) -> u64 {
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
        let constants: Vec<[u32; 4]> = moduli.iter().map(|m| m.words()).collect();
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

/// A lift under way.
pub(super) struct TiledLift<'a> {
    pub streams: [&'a Stream; STREAMS],
    pub chinese: &'a Chinese,
    pub moduli: &'a [Mont31],
    pub residues: &'a Residues,
    pub control: &'a Control,
}

impl TiledLift<'_> {
    /// All of it.
    pub fn run(&self, sink: &mut dyn Sink) -> Result<()> {
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
        let mut flights = Flights::new(sink, self.control, width);
        for chunk in 0..chunks {
            flights.make_room()?;
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
            flights.queue(stream, columns, words)?;
        }
        flights.end()
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
