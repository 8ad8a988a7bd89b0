//! How launches along an axis take a tensor's vectors: in tiles of columns, or in planes. Numbers only.

use crate::engine::cuda::driver::launch::word;
use crate::error::{ErrorKind, Result};
use gpu::kernels::transform::{AxisShape, COLUMN_THREADS, LINE_THREADS};
use gpu::transform::tile::Tiling;

/// Threads of a block that has a tile.
const THREADS: u32 = 256;

/// Columns of 8 words are one sector of 32 bytes, the least that is read or written; 32 are a whole line.
const SECTOR: u32 = 8;
const LINE: u32 = 32;

/// Bytes of a tile of more than a sector: two of them fit beside each other in the least shared memory of a multiprocessor that counts,
/// 64 KiB, and eight in that of a large device.
const TILE: usize = 24 << 10;

/// The same for columns, which are fewer threads' work: `benches/results/2026-11-23-h200-axes-3.txt`.
const COLUMNS_TILE: usize = 36 << 10;

/// Tiles for each multiprocessor that keep a device busy.
const BUSY: usize = 4;

/// The same for blocks of lines, which have a quarter of the threads.
const BUSY_LINES: usize = 16;

/// Elements of a butterfly: of one pass, and of two.
const PASS: u32 = 4;
const PASSES: u32 = 16;

/// Elements of a column for each of its threads: two butterflies, by the same measurement.
const COLUMN: u32 = 2 * PASSES;

/// Elements of a block of lines, and of a vector that one takes, at most: four butterflies for each of its threads, by the same
/// measurement.
const LINES: u32 = 4 * LINE_THREADS * PASSES;
const LONGEST_LINE: u32 = 4096;

/// Most elements of a plane: 32-bit numbers that are rounded up to whole blocks.
const PLANE: u64 = 1 << 31;

/// How a transform along an axis is launched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Tiles of 2^`log` columns of one or two `words` at a stride, straight from and to global memory.
    Columns { words: u32, log: u32 },
    /// So many vectors to a block, one behind the other.
    Lines(u32),
    /// Tiles of 2^k columns by way of shared memory.
    Tile(u32),
    /// Passes over planes: not even one vector fits in the shared memory of a block.
    Planes,
}

/// The vectors of a tensor \[prime\]\[outer\]\[points\]\[inner\], and the device they are on.
pub(super) struct Vectors {
    pub outer: usize,
    pub inner: usize,
    /// Length of a transform, and transforms to a vector.
    pub len: u32,
    pub cosets: u32,
    pub primes: usize,
    /// Bytes of shared memory that a block may have.
    pub shared: usize,
    pub multiprocessors: usize,
}

impl Vectors {
    /// Elements of the tensor.
    ///
    /// # Errors
    /// `Limit` when no memory holds them.
    pub fn elements(&self) -> Result<usize> {
        // Each pair of factors has 128 bits; beyond that it saturates.
        let vectors = (self.outer as u128).saturating_mul(self.inner as u128);
        let points = u128::from(self.len) * u128::from(self.cosets);
        let needed = vectors.saturating_mul(points).saturating_mul(self.primes as u128);
        let allowed = isize::MAX as u128 / 4;
        let fits = usize::try_from(needed).ok().filter(|_| needed <= allowed);
        fits.ok_or_else(|| ErrorKind::Limit { what: "elements of a tensor", needed, allowed }.into())
    }

    /// The same as kernels take it, of vectors with `coefficients` elements.
    ///
    /// # Errors
    /// `Limit` when a dimension is beyond 32 bits, or the points of an axis or the coefficients of a vector are.
    pub fn shape(&self, coefficients: u32) -> Result<AxisShape> {
        word("points of an axis", self.len as usize * self.cosets as usize)?;
        // Folding counts on by the length of a transform, in 32 bits.
        word("coefficients of a vector", coefficients as usize + self.len as usize)?;
        Ok(AxisShape {
            outer: word("vectors of a transform side by side", self.outer)?,
            inner: word("stride", self.inner)?,
            coefficients,
            len: self.len,
            cosets: self.cosets,
        })
    }

    /// Columns of so many words, which divide the stride.
    fn tiling(&self, words: u32, log_columns: u32) -> Tiling {
        Tiling::new(self.outer as u32, self.inner as u32 / words, log_columns)
    }

    /// Bytes of shared memory of a tile that fits.
    pub fn shared(&self, words: u32, log_columns: u32) -> u32 {
        self.bytes(words, log_columns) as u32
    }

    fn bytes(&self, words: u32, log_columns: u32) -> usize {
        (self.tiling(words, log_columns).words(self.len) as usize).saturating_mul(4 * words as usize)
    }

    /// Whether a tile fits that reads and writes whole sectors at a stride.
    pub fn fits_lines(&self) -> bool {
        self.bytes(1, SECTOR.ilog2()) <= self.shared
    }

    /// How they are transformed.
    pub fn form(&self) -> Form {
        if self.inner >= SECTOR as usize && self.len > 1 {
            // With two words a thread has an index, an address and a power of the root for both.
            for words in [2, 1].into_iter().filter(|&words| self.inner.is_multiple_of(words as usize)) {
                // Where only fewer columns fit, or keep a device busy, nothing is to be gained.
                let log = self.tile((COLUMN_THREADS, COLUMN), words, COLUMNS_TILE);
                if let Some(log) = log.filter(|&log| words << log >= SECTOR) {
                    return Form::Columns { words, log };
                }
            }
        }
        if self.inner == 1 && self.len.is_multiple_of(4) && self.len <= LONGEST_LINE {
            return Form::Lines(self.lines());
        }
        self.tile((THREADS, PASS), 1, TILE).map_or(Form::Planes, Form::Tile)
    }

    /// Vectors of a block of lines.
    fn lines(&self) -> u32 {
        let mut vectors = (LINES / self.len).max(1);
        let others = (self.cosets as usize).saturating_mul(self.primes);
        let blocks = |vectors: u32| self.outer.div_ceil(vectors as usize).saturating_mul(others);
        while vectors > 1 && blocks(vectors) < BUSY_LINES * self.multiprocessors {
            vectors /= 2;
        }
        vectors
    }

    /// log2 of the columns of so many words of a tile; `None` when not even one vector fits in the shared memory of a block.
    ///
    /// As many as give each of a block's threads a butterfly of so many elements; at a stride at least a line, less where that takes more
    /// than `most` bytes, but a sector if it fits at all. Fewer where there are few vectors, or few tiles.
    fn tile(&self, (threads, elements): (u32, u32), words: u32, most: usize) -> Option<u32> {
        let bytes = |log: u32| self.bytes(words, log);
        if bytes(0) > self.shared {
            return None;
        }
        let strided = self.inner > 1;
        let butterflies = self.len.div_ceil(elements);
        let mut log = threads.div_ceil(butterflies).next_power_of_two().trailing_zeros();
        if strided {
            log = log.max((LINE / words).ilog2());
        }
        let vectors = (self.outer as u128 * self.inner as u128 / u128::from(words)).min(threads.into()) as u32;
        log = log.min(vectors.next_power_of_two().trailing_zeros());
        let least = if strided { (SECTOR / words).ilog2() } else { 0 };
        while log > least && bytes(log) > most {
            log -= 1;
        }
        while log > 0 && bytes(log) > self.shared {
            log -= 1;
        }
        let blocks = |log: u32| {
            let tiles = usize::try_from(self.tiling(words, log).tiles()).unwrap_or(usize::MAX);
            tiles.saturating_mul(self.cosets as usize).saturating_mul(self.primes)
        };
        while log > 0 && blocks(log) < BUSY * self.multiprocessors {
            log -= 1;
        }
        Some(log)
    }

    /// Blocks of one coset of one prime.
    ///
    /// # Errors
    /// `Limit` beyond 32 bits.
    pub fn tiles(&self, words: u32, log_columns: u32) -> Result<u32> {
        let tiles = self.tiling(words, log_columns).tiles();
        word("tiles of a transform", usize::try_from(tiles).unwrap_or(usize::MAX))
    }
}

/// Blocks of `threads` threads of one coset of one prime that cover planes \[rows\]\[inner\] of all outer indices, each by itself.
///
/// # Errors
/// `Limit` when a plane has more than 2^31 elements, or the blocks are beyond 32 bits.
pub(super) fn planes(vectors: &Vectors, rows: u32, threads: u32) -> Result<u32> {
    let plane = u128::from(rows) * vectors.inner as u128;
    let (needed, allowed) = (plane, u128::from(PLANE));
    if needed > allowed {
        return Err(ErrorKind::Limit { what: "elements of a transform behind one index", needed, allowed }.into());
    }
    let blocks = (plane as u64).div_ceil(threads.into());
    word("blocks of a transform", (blocks as usize).saturating_mul(vectors.outer))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors(outer: usize, inner: usize, len: u32, cosets: u32, primes: usize) -> Vectors {
        Vectors { outer, inner, len, cosets, primes, shared: 227 << 10, multiprocessors: 132 }
    }

    fn is_limit<T>(result: Result<T>) -> bool {
        result.is_err_and(|error| matches!(error.kind(), ErrorKind::Limit { .. }))
    }

    #[test]
    fn forms_suit_the_shape() {
        use Form::{Columns, Lines, Planes, Tile};
        let form = |outer, inner, len| vectors(outer, inner, len, 1, 1000).form();
        // Whole lines at a stride, and a thread for every butterfly.
        let (pairs, single) = (|log| Columns { words: 2, log }, |log| Columns { words: 1, log });
        assert_eq!((form(1, 16384, 128), form(128, 128, 128)), (pairs(5), pairs(5)));
        assert_eq!((form(4096, 16, 16), form(4096, 1024, 32)), (pairs(7), pairs(7)));
        assert_eq!((form(4096, 8, 75), form(4096, 9, 75), form(4096, 15, 16)), (pairs(5), single(6), single(7)));
        assert_eq!(form(4096, 7, 16), Tile(6));
        // One behind the other: fours, of a length that fits often.
        assert_eq!((form(16384, 1, 128), form(65536, 1, 16), form(16384, 1, 4096)), (Lines(32), Lines(256), Lines(1)));
        assert_eq!((form(65536, 1, 1), form(65536, 1, 30), form(65536, 1, 6400)), (Tile(8), Tile(5), Tile(0)));
        assert_eq!((form(1, 1, 400), form(3, 1, 400)), (Lines(1), Lines(1)));
        // Long vectors: sectors at a stride as far as they fit, then what fits, then several launches.
        assert_eq!((form(1, 5000, 1000), form(1, 5000, 5000)), (pairs(2), pairs(2)));
        assert_eq!((form(1, 5001, 1000), form(1, 5001, 6400)), (single(3), single(3)));
        assert_eq!((form(1, 5000, 8000), form(5000, 1, 8000)), (Tile(2), Tile(0)));
        assert_eq!((form(1, 5000, 58_112), form(1, 5000, 60_000)), (Tile(0), Planes));
        // Few vectors, few tiles.
        assert_eq!((form(3, 1, 2), vectors(64, 1, 18, 1, 4).form()), (Tile(2), Tile(0)));
        assert_eq!((vectors(64, 8, 16, 1, 1).form(), vectors(640, 1, 16, 1, 1).form()), (Tile(0), Lines(1)));
        for (outer, inner, len) in [(1, 1, 1), (7, 3, 5), (100, 40, 3000), (1, 2, 30_000), (9, 1, 45_000)] {
            for shared in [48 << 10, 64 << 10, 227 << 10] {
                let some = Vectors { shared, ..vectors(outer, inner, len, 1, 50) };
                for (team, words) in
                    [((THREADS, PASS), 1), ((COLUMN_THREADS, COLUMN), 1), ((COLUMN_THREADS, COLUMN), 2)]
                {
                    if inner % words as usize == 0 {
                        let log = some.tile(team, words, TILE);
                        let fits = |log: u32| 1 << log <= team.0 && some.bytes(words, log) <= shared;
                        assert!(log.is_none_or(fits), "{outer} {inner} {len}");
                    }
                }
            }
        }
    }

    /// Numbers just beyond 2^32: computed with 64 bits, or refused where a kernel takes 32.
    #[test]
    fn sizes_beyond_32_bits() {
        assert_eq!(vectors(1 << 16, (1 << 16) + 1, 1, 1, 1).elements().unwrap(), (1 << 32) + (1 << 16));
        assert_eq!(vectors(1 << 12, 1 << 10, 512, 3, 7).elements().unwrap(), 21 << 31);
        assert!(is_limit(vectors(1 << 31, 1 << 31, 1 << 20, 1, 1).elements()));
        assert!(is_limit(vectors(usize::MAX, usize::MAX, u32::MAX, u32::MAX, usize::MAX).elements()));
        // More than 2^32 vectors of a prime, each dimension below.
        let many = vectors(1 << 20, (1 << 13) + 1, 4, 1, 1);
        assert_eq!(many.shape(4).map(|shape| (shape.outer, shape.inner)).unwrap(), (1 << 20, (1 << 13) + 1));
        assert_eq!(many.tiles(1, 8).unwrap(), (1 << 20) * 33);
        assert!(is_limit(many.tiles(1, 0)));
        assert!(is_limit(vectors((1 << 32) + 1, 1, 4, 1, 1).shape(4)));
        assert!(is_limit(vectors(1, (1 << 32) + 1, 4, 1, 1).shape(4)));
        assert!(is_limit(vectors(1, 1, 1 << 31, 2, 1).shape(4)));
        assert!(
            is_limit(vectors(1, 1, 4, 1, 1).shape(u32::MAX - 3)) && vectors(1, 1, 4, 1, 1).shape(u32::MAX - 4).is_ok()
        );
        assert_eq!(planes(&vectors(3, 1 << 15, 1 << 16, 1, 1), 1 << 16, 256).unwrap(), 3 << 23);
        assert!(is_limit(planes(&vectors(3, (1 << 15) + 1, 1 << 16, 1, 1), 1 << 16, 256)));
        assert!(is_limit(planes(&vectors(1 << 10, 1 << 15, 1 << 16, 1, 1), 1 << 16, 256)));
    }
}
