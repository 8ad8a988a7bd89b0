//! Family `stockham`: the transforms of the 2020 paper along the last variable, and the transposition that makes the next one the last.
//!
//! Vectors lie one behind the other: vector v of prime p of a tensor with n elements to a vector begins at (p `vectors` + v) n. Tables per
//! prime are those of family `transform`. The values of a coset are in natural order, unlike there.
//!
//! Blocks of [`THREADS`] threads have two memories of [`Launch::elements`] words in shared memory, [`shared`] bytes: 64 KiB at most. They have 20 to 32
//! registers a thread, from Turing to Blackwell.

use super::device::*;
use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::memory::Part;
use crate::transform::coset;
use crate::transform::ntt::Twiddles;
use crate::transform::stockham::{self, Launch, THREADS, TILE_MEMORY};
use cuda_std::prelude::*;

/// The vectors of a launch.
#[kernel_param]
pub struct VectorShape {
    /// Vectors of a prime; with those of a round of all blocks below 2^32.
    pub vectors: u32,
    /// Coefficients of a vector; not read by an interpolation.
    pub coefficients: u32,
    /// Length of a transform, a power of two up to [`stockham::LONGEST`].
    pub len: u32,
    /// Number of cosets; len cosets points.
    pub cosets: u32,
    /// Vectors of a block in a round.
    pub of_block: u32,
}

/// Bytes of shared memory of a block of `stockham_evaluate` and `stockham_interpolate`.
pub const fn shared(launch: &Launch, len: u32) -> u32 {
    8 * launch.elements(len)
}

/// Bytes of shared memory of a block of `stockham_transpose`.
pub const TRANSPOSE_SHARED: u32 = 4 * TILE_MEMORY;

/// Evaluation: scales and folds the coefficients (`scales`\[p\]\[j\]\[k\] = s_j^k), zeros where there are too few, and transforms. Block (x, j, p) has
/// vectors `of_block` x .. of coset j of prime p, then those as many as all blocks have further on, and so forth.
#[kernel(family = "stockham", block = 512, min_blocks = 2)]
pub unsafe fn stockham_evaluate(
    primes: *const Mont31,
    powers: *const u32,
    scales: *const u32,
    source: *const u32,
    target: *mut u32,
    shape: VectorShape,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let VectorShape { vectors, coefficients: n, len, cosets, of_block } = shape;
    let (first, points) = (p as usize * vectors as usize, (len * cosets) as usize);
    // SAFETY: the grid is (blocks, cosets, primes); tables and tensors have the shapes of the module header; the shared block has the
    // launch's bytes. All threads of a block have the same rounds, and a barrier stands between a round and the next.
    unsafe {
        let field = *primes.add(p as usize);
        let scales = GlobalRow::read_only(scales.add((p * cosets + j) as usize * n as usize), 1);
        let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
        let memory = SharedRow::new(dynamic_shared_mem(), 1);
        let mut v = thread::block_idx_x() * of_block;
        while v < vectors {
            let source = source.add((first + v as usize) * n as usize);
            let target = target.add((first + v as usize) * points + (j * len) as usize);
            stockham::transform(
                &field,
                Block::current(),
                (of_block.min(vectors - v), len),
                &Twiddles::new(table, len, false),
                [memory, memory.part(of_block * len)],
                |v, k| {
                    let f = GlobalRow::read_only(source.add(v as usize * n as usize), 1);
                    coset::folded(&field, (&f, n), &scales, k, len)
                },
                |v, k, value| *target.add(v as usize * points + k as usize) = value,
            );
            thread::sync_threads();
            v += thread::grid_dim_x() * of_block;
        }
    }
}

/// Interpolation on each coset, in place: inverse transform, then the factors of `scales` (s_j^-k / len). Blocks as in `stockham_evaluate`.
#[kernel(family = "stockham", block = 512, min_blocks = 2)]
pub unsafe fn stockham_interpolate(
    primes: *const Mont31,
    powers: *const u32,
    scales: *const u32,
    data: *mut u32,
    shape: VectorShape,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let VectorShape { vectors, len, cosets, of_block, .. } = shape;
    let (first, points) = (p as usize * vectors as usize, (len * cosets) as usize);
    // SAFETY: as in `stockham_evaluate`; each block has its coset of its vectors to itself, which it has read when it writes them.
    unsafe {
        let field = *primes.add(p as usize);
        let scales = scales.add((p * cosets + j) as usize * len as usize);
        let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
        let memory = SharedRow::new(dynamic_shared_mem(), 1);
        let mut v = thread::block_idx_x() * of_block;
        while v < vectors {
            let data = data.add((first + v as usize) * points + (j * len) as usize);
            stockham::transform(
                &field,
                Block::current(),
                (of_block.min(vectors - v), len),
                &Twiddles::new(table, len, true),
                [memory, memory.part(of_block * len)],
                |v, k| *data.add(v as usize * points + k as usize),
                |v, k, value| *data.add(v as usize * points + k as usize) = field.mul(value, *scales.add(k as usize)),
            );
            thread::sync_threads();
            v += thread::grid_dim_x() * of_block;
        }
    }
}

/// Transposes matrices one behind the other, each with `rows` rows and `columns` columns: block (t o + i, p) has tile i of matrix o of `outer` of
/// prime p, t the number of tiles of a matrix.
#[kernel(family = "stockham", block = 256)]
pub unsafe fn stockham_transpose(source: *const u32, target: *mut u32, outer: u32, rows: u32, columns: u32) {
    let (x, p) = (thread::block_idx_x(), thread::block_idx_y());
    // The grid's first dimension counts the tiles of all matrices in 32 bits.
    let tiles = stockham::tiles(rows, columns) as u32;
    let start = (p as usize * outer as usize + (x / tiles) as usize) * rows as usize * columns as usize;
    // SAFETY: the grid is (outer tiles, primes); source and target are different buffers of as many matrices; the shared block has a tile's
    // memory.
    unsafe {
        let (source, target) = (source.add(start), target.add(start));
        stockham::transpose_tile(
            Block::current(),
            (rows, columns),
            x % tiles,
            SharedRow::new(dynamic_shared_mem(), 1),
            |i, j| *source.add(i as usize * columns as usize + j as usize),
            |j, i, value| *target.add(j as usize * rows as usize + i as usize) = value,
        );
    }
}

const _: () = assert!(THREADS == 512, "the blocks of stockham_evaluate and stockham_interpolate");
