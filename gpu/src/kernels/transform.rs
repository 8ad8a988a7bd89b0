//! Family `transform`: evaluation and interpolation along one kept variable.
//!
//! Vectors along the variable lie at stride `inner`: element k of vector (o, i), i < inner, of a tensor with n elements along it
//! is at (o n + k) inner + i. Outer indices, strides, vectors' lengths and points are 32-bit numbers, their products have 64 bits.
//! Tables per prime: `powers`\[p\]\[i\] = w^i, i < len; `scales`\[p\]\[j\]\[k\].
//!
//! A transform that fits in a block's shared memory takes a tile of vectors, see [`crate::transform::tile`]. Otherwise it takes several
//! launches, whose threads are spread over planes \[r\]\[inner\] of one outer index after the other: neighbours have neighbouring i.

#[cfg(target_arch = "nvptx64")]
mod body;

use super::device::*;
use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::transform::coset;
use crate::transform::ntt::{self, Passes, Twiddles};
use crate::transform::steps;
use crate::transform::tile::{self, Tiling};
use cuda_std::prelude::*;

/// Where the vectors of a launch lie.
#[kernel_param]
pub struct AxisShape {
    /// Outer indices; with `inner` each, the vectors of a prime.
    pub outer: u32,
    /// Stride of a vector's elements.
    pub inner: u32,
    /// Coefficients of a vector; for interpolation the number of points.
    pub coefficients: u32,
    /// Length of a transform.
    pub len: u32,
    /// Number of cosets; len cosets points.
    pub cosets: u32,
}

/// Evaluation of a tile of 2^`log_columns` columns on one coset in shared memory ([`Tiling::words`]): scale, fold, transform. Block
/// (x, j, p): tile x, coset j, prime p. `target` has len cosets elements a vector, in the transform's order.
#[kernel(family = "transform", block = 256, min_blocks = 2)]
pub unsafe fn evaluate_tile(
    primes: *const Mont31,
    powers: *const u32,
    scales: *const u32,
    source: *const u32,
    target: *mut u32,
    shape: AxisShape,
    passes: u64,
    log_columns: u32,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let tiling = Tiling::new(shape.outer, shape.inner, log_columns);
    let tile = tiling.tile(thread::block_idx_x());
    let (len, n, inner, points) = (shape.len, shape.coefficients, shape.inner as usize, shape.len * shape.cosets);
    // SAFETY: the grid is (tiles, cosets, primes); tables and tensors have the shapes of the module header; the shared block has the
    // tiling's words, and all threads of the block take part.
    unsafe {
        let field = *primes.add(p as usize);
        let source = source.add(body::start(&shape, p, 0, n));
        let scale = scales.add((p * shape.cosets + j) as usize * n as usize);
        let target = target.add(body::start(&shape, p, 0, points) + (j * len) as usize * inner);
        let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
        tile::transform::<_, _, _, _, false>(
            &field,
            Block::current(),
            (&tiling, &tile),
            SharedRow::new(dynamic_shared_mem(), 1),
            (len, Passes::from_code(passes), &Twiddles::new(table, len, false)),
            |at| body::folded(&field, &shape, at.k, source.add(tiling.start(&tile, at, n)), scale),
            |at, value| *target.add(tiling.start(&tile, at, points) + at.k as usize * inner) = value,
        );
    }
}

/// Threads of a block of `evaluate_columns` and `interpolate_columns`.
pub const COLUMN_THREADS: u32 = 128;

macro_rules! evaluate_columns {
    ($($name:ident, $width:ident, $words:literal;)*) => { $(
        #[doc = "The same for a tile at a stride that is read and written by whole sectors: straight from and to global memory, in few steps,"]
        #[doc = concat!("see [`crate::transform::steps`]. A column has ", $words, " in a row; the stride is a multiple of that. The")]
        #[doc = "shared block is not used where one step is enough."]
        #[kernel(family = "transform", block = 128, min_blocks = 4)]
        pub unsafe fn $name(
            primes: *const Mont31,
            powers: *const u32,
            scales: *const u32,
            source: *const u32,
            target: *mut u32,
            shape: AxisShape,
            passes: u64,
            log_columns: u32,
        ) {
            // SAFETY: the caller's.
            unsafe { body::evaluate_columns::<body::$width>((primes, powers, scales), (source, target), &shape, passes, log_columns) };
        }
    )* };
}

evaluate_columns! {
    evaluate_columns, Single, "one word";
    evaluate_column_pairs, Double, "two words";
}

/// Threads of a block of `evaluate_lines` and its like.
pub const LINE_THREADS: u32 = 64;

/// Bytes of shared memory of `evaluate_lines` and `interpolate_lines` for `vectors` vectors of `len` elements.
pub const fn lines_shared(vectors: u32, len: u32) -> u32 {
    4 * (vectors * len).div_ceil(16) * 17
}

/// Bytes of shared memory of `evaluate_line_pairs`, which has two vectors side by side.
pub const fn line_pairs_shared(vectors: u32, len: u32) -> u32 {
    2 * lines_shared(vectors.div_ceil(2), len)
}

macro_rules! evaluate_lines {
    ($($name:ident, $width:ident, $blocks:literal, $memory:literal;)*) => { $(
        #[doc = "The same where vectors lie one behind the other, of a multiple of 4 elements: block (x, j, p) has vectors `vectors` x ..  of prime p,"]
        #[doc = concat!("and [`", $memory, "`].")]
        #[kernel(family = "transform", block = 64, min_blocks = $blocks)]
        pub unsafe fn $name(
            primes: *const Mont31,
            powers: *const u32,
            scales: *const u32,
            source: *const u32,
            target: *mut u32,
            shape: AxisShape,
            passes: u64,
            vectors: u32,
        ) {
            // SAFETY: the caller's.
            unsafe { body::evaluate_lines::<body::$width>((primes, powers, scales), (source, target), &shape, passes, vectors) };
        }
    )* };
}

evaluate_lines! {
    evaluate_lines, Single, 10, "lines_shared";
    evaluate_line_pairs, Double, 7, "line_pairs_shared";
}

/// Orbits of a block of `evaluate_orbits_1` and its like: two a thread.
pub const ORBITS: u32 = 128;
/// Threads of such a block.
pub const ORBIT_THREADS: u32 = ORBITS / 2;

/// Bytes of shared memory of those for `vectors` polynomials: coefficients in groups of three, 16 bytes each, and one orbit of each
/// thread.
pub const fn orbits_shared(vectors: u32, radix: u32, triples: u32) -> u32 {
    16 * vectors * radix * triples + 4 * radix * ORBITS / 2
}

// Blocks that fit together bound the registers: as many as go without spilling.
macro_rules! evaluate_orbits {
    ($($name:ident, $powers:literal, $blocks:literal;)*) => { $(
        #[doc = concat!("Direct evaluation, ", stringify!($powers), " / 3 groups of three coefficients in each sum.")]
        #[kernel(family = "transform", block = 64, min_blocks = $blocks)]
        pub unsafe fn $name(
            primes: *const Mont31,
            powers: *const u32,
            shifts: *const u32,
            source: *const u32,
            target: *mut u32,
            shape: AxisShape,
            passes: u64,
            chunk: u32,
        ) {
            // SAFETY: the caller's.
            unsafe { body::evaluate_orbits::<$powers>((primes, powers, shifts), (source, target), &shape, passes, chunk) };
        }
    )* };
}

evaluate_orbits! {
    evaluate_orbits_1, 3, 10;
    evaluate_orbits_2, 6, 12;
    evaluate_orbits_3, 9, 10;
    evaluate_orbits_4, 12, 10;
    evaluate_orbits_5, 15, 8;
    evaluate_orbits_6, 18, 8;
    evaluate_orbits_7, 21, 8;
    evaluate_orbits_8, 24, 8;
}

/// Values of vectors \[prime\]\[vector\]\[point\] times those of one more, \[prime\]\[point\], in place. Blocks (x, y, p): points 256 x .. of vector y, and every
/// grid's height further.
#[kernel(family = "transform", block = 256)]
pub unsafe fn multiply_by_one(primes: *const Mont31, factors: *const u32, data: *mut u32, vectors: u32, points: u32) {
    let (at, prime) = (thread::index_1d() as usize, thread::block_idx_z() as usize);
    if at >= points as usize {
        return;
    }
    // SAFETY: the grid covers the points, vectors and primes; each thread has its elements for itself.
    unsafe {
        let field = *primes.add(prime);
        let factor = *factors.add(prime * points as usize + at);
        let mut vector = thread::block_idx_y();
        while vector < vectors {
            let element = data.add((prime * vectors as usize + vector as usize) * points as usize + at);
            *element = field.mul(*element, factor);
            vector += thread::grid_dim_y();
        }
    }
}

/// The first step of an evaluation too long for shared memory: scale and fold into `target`. Blocks of planes \[len\]\[inner\], (.., j, p).
#[kernel(family = "transform", block = 256)]
pub unsafe fn evaluate_fold(
    primes: *const Mont31,
    scales: *const u32,
    source: *const u32,
    target: *mut u32,
    shape: AxisShape,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let (len, n, points) = (shape.len, shape.coefficients, shape.len * shape.cosets);
    if let Some((o, k, i)) = body::in_plane(&shape, len) {
        // SAFETY: the grid covers the planes, cosets and primes; each thread has an element of the target for itself.
        unsafe {
            let field = *primes.add(p as usize);
            let source = source.add(body::start(&shape, p, o, n) + i as usize);
            let scale = scales.add((p * shape.cosets + j) as usize * n as usize);
            let at = (j * len + k) as usize * shape.inner as usize + i as usize;
            *target.add(body::start(&shape, p, o, points) + at) = body::folded(&field, &shape, k, source, scale);
        }
    }
}

/// One pass of a transform in global memory, on blocks of `n` elements: forward, or inverse for `inverse` = 1. Blocks of planes
/// \[len / radix\]\[inner\], (.., j, p): a butterfly a thread. They are in the first dimension, the only one that takes more than 65535.
#[kernel(family = "transform", block = 128)]
pub unsafe fn transform_pass(
    primes: *const Mont31,
    powers: *const u32,
    data: *mut u32,
    shape: AxisShape,
    n: u32,
    radix: u32,
    inverse: u32,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let (len, inner) = (shape.len, shape.inner as usize);
    if let Some((o, index, i)) = body::in_plane(&shape, len / radix) {
        // SAFETY: butterfly `index` touches elements of its own of the coset's len elements of vector i.
        unsafe {
            let field = *primes.add(p as usize);
            let base = data.add(body::start(&shape, p, o, len * shape.cosets) + i as usize);
            let mut row = GlobalRow::new(base.add((j * len) as usize * inner), inner);
            let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
            let twiddles = Twiddles::new(table, len, inverse != 0);
            if inverse != 0 {
                ntt::inverse_butterfly(&field, &mut row, n, radix, index, &twiddles);
            } else {
                ntt::forward_butterfly(&field, &mut row, n, radix, index, &twiddles);
            }
        }
    }
}

/// Interpolation of a tile of 2^`log_columns` columns on one coset in shared memory ([`Tiling::words`]): inverse transform, then the
/// factors of `scales` (s^-k / len). In place. Block (x, j, p) as in `evaluate_tile`.
#[kernel(family = "transform", block = 256, min_blocks = 2)]
pub unsafe fn interpolate_tile(
    primes: *const Mont31,
    powers: *const u32,
    scales: *const u32,
    data: *mut u32,
    shape: AxisShape,
    passes: u64,
    log_columns: u32,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let tiling = Tiling::new(shape.outer, shape.inner, log_columns);
    let tile = tiling.tile(thread::block_idx_x());
    let (len, inner, points) = (shape.len, shape.inner as usize, shape.len * shape.cosets);
    // SAFETY: as in `evaluate_tile`; each block has its coset of its vectors to itself, and a thread writes what it has read.
    unsafe {
        let field = *primes.add(p as usize);
        let base = data.add(body::start(&shape, p, 0, points) + (j * len) as usize * inner);
        let scale = scales.add((p * shape.cosets + j) as usize * len as usize);
        let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
        tile::transform::<_, _, _, _, true>(
            &field,
            Block::current(),
            (&tiling, &tile),
            SharedRow::new(dynamic_shared_mem(), 1),
            (len, Passes::from_code(passes), &Twiddles::new(table, len, true)),
            |at| *base.add(tiling.start(&tile, at, points) + at.k as usize * inner),
            |at, value| {
                let scaled = field.mul(value, *scale.add(at.k as usize));
                *base.add(tiling.start(&tile, at, points) + at.k as usize * inner) = scaled;
            },
        );
    }
}

macro_rules! interpolate_columns {
    ($($name:ident, $width:ident, $blocks:literal;)*) => { $(
        #[doc = concat!("The same for a tile as `evaluate_", stringify!($name), "` takes it.")]
        #[kernel(family = "transform", block = 128, min_blocks = $blocks)]
        pub unsafe fn $name(
            primes: *const Mont31,
            powers: *const u32,
            scales: *const u32,
            data: *mut u32,
            shape: AxisShape,
            passes: u64,
            log_columns: u32,
        ) {
            // SAFETY: the caller's.
            unsafe { body::interpolate_columns::<body::$width>((primes, powers, scales), data, &shape, passes, log_columns) };
        }
    )* };
}

interpolate_columns! {
    interpolate_columns, Single, 5;
    interpolate_column_pairs, Double, 4;
}

/// The same for vectors as `evaluate_lines` takes them.
#[kernel(family = "transform", block = 64, min_blocks = 10)]
pub unsafe fn interpolate_lines(
    primes: *const Mont31,
    powers: *const u32,
    scales: *const u32,
    data: *mut u32,
    shape: AxisShape,
    passes: u64,
    vectors: u32,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let first = thread::block_idx_x() * vectors;
    let count = vectors.min(shape.outer - first);
    let (len, points) = (shape.len, shape.len * shape.cosets);
    // SAFETY: as in `evaluate_lines` and `interpolate_columns`.
    unsafe {
        let field = *primes.add(p as usize);
        let start = data.add(body::start(&shape, p, first, points) + (j * len) as usize);
        let values = || body::LineValues { values: start, len, points };
        let scales = GlobalRow::read_only(scales.add((p * shape.cosets + j) as usize * len as usize), 1);
        let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
        steps::inverse(
            &field,
            Block::current(),
            (count * len, Passes::from_code(passes)),
            &Twiddles::new(table, len, true),
            body::Padded(SharedRow::new(dynamic_shared_mem(), 1)),
            &values(),
            &mut body::Scaled { field: &field, scales, len, target: values() },
        );
    }
}

/// The last step of an interpolation too long for shared memory: the factors of `scales`. Blocks of planes \[len\]\[inner\], (.., j, p).
#[kernel(family = "transform", block = 256)]
pub unsafe fn interpolate_scale(primes: *const Mont31, scales: *const u32, data: *mut u32, shape: AxisShape) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let len = shape.len;
    if let Some((o, k, i)) = body::in_plane(&shape, len) {
        // SAFETY: the grid covers the planes, cosets and primes; each thread has an element for itself.
        unsafe {
            let field = *primes.add(p as usize);
            let scale = scales.add((p * shape.cosets + j) as usize * len as usize);
            let at = (j * len + k) as usize * shape.inner as usize + i as usize;
            let element = data.add(body::start(&shape, p, o, len * shape.cosets) + at);
            *element = field.mul(*element, *scale.add(k as usize));
        }
    }
}

/// Coefficient k + m len of a vector from the cosets' coefficients k: sum_j unmix\[p\]\[m\]\[j\] source\[j len + k\]. Blocks of planes
/// \[len cosets\]\[inner\], (.., p).
#[kernel(family = "transform", block = 128)]
pub unsafe fn interpolate_unmix(
    primes: *const Mont31,
    unmix: *const u32,
    source: *const u32,
    target: *mut u32,
    shape: AxisShape,
) {
    let p = thread::block_idx_y();
    let (points, inner) = (shape.len * shape.cosets, shape.inner as usize);
    if let Some((o, element, i)) = body::in_plane(&shape, points) {
        let (m, k) = (element / shape.len, element % shape.len);
        // SAFETY: the grid covers the planes and primes; source and target are different buffers.
        unsafe {
            let field = *primes.add(p as usize);
            let at = body::start(&shape, p, o, points) + i as usize;
            let row = GlobalRow::read_only(unmix.add(((p * shape.cosets + m) * shape.cosets) as usize), 1);
            let found = |j: u32| *source.add(at + (j * shape.len + k) as usize * inner);
            *target.add(at + element as usize * inner) = coset::unmixed(&field, &row, found, shape.cosets);
        }
    }
}
