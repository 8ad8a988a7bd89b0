//! Family `transform`: evaluation and interpolation along one kept variable.
//!
//! Vectors along the variable lie at stride `inner`: element k of vector v = (o, i), i < inner, of a tensor with n elements
//! along it is at (o n + k) inner + i. Block (v, j, p): vector v, coset j, prime p. Tables per prime: `powers`\[p\]\[i\] = w^i,
//! i < len; `scales`\[p\]\[j\]\[k\].

use super::device::*;
use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::memory::Row;
use crate::transform::coset;
use crate::transform::ntt::{self, Passes, Twiddles};
use crate::transform::orbit::{self, Powers};
use cuda_std::prelude::*;

/// Where the vectors of a launch lie.
#[kernel_param]
pub struct AxisShape {
    /// Vectors per prime, a multiple of `inner`.
    pub vectors: u32,
    /// Stride of a vector's elements.
    pub inner: u32,
    /// Coefficients of a vector; for interpolation the number of points.
    pub coefficients: u32,
    /// Length of a transform.
    pub len: u32,
    /// Number of cosets; len cosets points.
    pub cosets: u32,
}

/// What the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// Start of vector `v` of prime `p` when vectors have `n` elements.
    #[inline(always)]
    pub fn start(shape: &AxisShape, p: u32, v: u32, n: u32) -> usize {
        let (outer, inner) = (v / shape.inner, v % shape.inner);
        let vectors = p as usize * shape.vectors as usize * n as usize;
        vectors + outer as usize * n as usize * shape.inner as usize + inner as usize
    }

    /// Coefficient `k` of a vector at `source` scaled by `scale` and folded to the length of a transform.
    #[inline(always)]
    pub unsafe fn folded(field: &Mont31, shape: &AxisShape, k: u32, source: *const u32, scale: *const u32) -> u32 {
        // SAFETY: both have shape.coefficients elements.
        let (source, scale) =
            unsafe { (GlobalRow::read_only(source, shape.inner as usize), GlobalRow::read_only(scale, 1)) };
        coset::folded(field, (&source, shape.coefficients), &scale, k, shape.len)
    }

    /// Four words that are written at once.
    #[derive(Clone, Copy)]
    #[repr(C, align(16))]
    pub struct Four(pub [u32; 4]);

    /// Evaluation of few coefficients directly, see [`crate::transform::orbit`]: K / 3 groups of three in each sum. Block (c j + b, k, p),
    /// c = ceil(len / r / 128), r the radix of the last pass: orbits 128 b .. of coset j, two a thread, of vectors `chunk` k .. of
    /// prime p. `shifts` has cosets words a prime.
    #[inline(always)]
    pub unsafe fn evaluate_orbits<const K: usize>(
        (primes, powers, shifts): (*const Mont31, *const u32, *const u32),
        (source, target): (*const u32, *mut u32),
        shape: &AxisShape,
        passes: u64,
        chunk: u32,
    ) {
        let (x, p, t) = (thread::block_idx_x(), thread::block_idx_z(), thread::thread_idx_x());
        let (len, n, inner) = (shape.len, shape.coefficients, shape.inner as usize);
        let passes = Passes::from_code(passes);
        let radix = orbit::radix(passes);
        let triples = K as u32 / 3;
        let orbits = len / radix;
        let blocks = orbits.div_ceil(ORBITS);
        let (j, first) = (x / blocks, x % blocks * ORBITS);
        let from = thread::block_idx_y() * chunk;
        let vectors = chunk.min(shape.vectors - from);
        // SAFETY: the grid is (blocks cosets, ceil(vectors / chunk), primes); tables and tensors have the shapes of the module
        // header; the shared block has orbits_shared(chunk, ..) bytes. Barriers separate the loading of the coefficients from their
        // use, and each warp's staging words are its own, with warp barriers between writing and reading.
        unsafe {
            let field = *primes.add(p as usize);
            let shared = dynamic_shared_mem::<u32>();
            // Group g of a vector: coefficients a + r (3 t + i), i < 3, for a = g / triples, t = g % triples.
            let groups = radix * triples;
            let mut at = t;
            while at < vectors * groups {
                let (v, g) = (at / groups, at % groups);
                let (a, t) = (g / triples, g % triples);
                let base = source.add(start(shape, p, from + v, n));
                for i in 0..3 {
                    let index = a + radix * (3 * t + i);
                    let value = if index < n { *base.add(index as usize * inner) } else { 0 };
                    shared.st(4 * at + i, value);
                }
                at += ORBIT_THREADS;
            }
            thread::sync_threads();
            let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
            let w = Twiddles::new(table, len, false);
            let shift = *shifts.add((p * shape.cosets + j) as usize);
            // Orbits beyond the last compute the last one and are not written.
            let point = |m: u32| orbit::first_point(&field, shift, m.min(orbits - 1) * radix, passes, &w);
            let here = Powers::<K>::new(&field, point(first + t), point(first + ORBIT_THREADS + t), radix, &w);
            let (lane, warp) = (warp::lane_id(), t / warp::SIZE);
            let staging = shared.add(4 * chunk * groups + warp * warp::SIZE * radix);
            let points = len * shape.cosets;
            // Values of an orbit are four neighbours at a multiple of four.
            let wide = radix == 4 && inner == 1;
            for v in 0..vectors {
                let [one, two] = here.values(&field, radix, |a, t| {
                    let [c0, c1, c2, _] = shared.ld4(4 * (v * groups + a * triples + t));
                    [c0, c1, c2]
                });
                let target = target.add(start(shape, p, from + v, points));
                // The warp's orbits from `first` on are consecutive positions, up to the coset's end.
                let write = |first: u32, values: [u32; 5]| {
                    if wide {
                        let m = first + t;
                        if m < orbits {
                            let [v0, v1, v2, v3, _] = values;
                            *target.add((j * len + 4 * m) as usize).cast::<Four>() = Four([v0, v1, v2, v3]);
                        }
                        return;
                    }
                    warp::sync_warp(warp::FULL);
                    for k in 0..5 {
                        if k < radix {
                            staging.st(lane * radix + k, values[k as usize]);
                        }
                    }
                    warp::sync_warp(warp::FULL);
                    let begin = (first + warp * warp::SIZE) * radix;
                    for k in 0..5 {
                        let i = begin + k * warp::SIZE + lane;
                        if k < radix && i < len {
                            *target.add((j * len + i) as usize * inner) = staging.ld(k * warp::SIZE + lane);
                        }
                    }
                };
                write(first, one);
                write(first + ORBIT_THREADS, two);
            }
        }
    }
}

/// Evaluation of one vector on one coset in shared memory (len words): scale, fold, transform. `target` has len cosets
/// elements a vector, in the transform's order.
#[kernel(family = "transform", block = 256, min_blocks = 2)]
pub unsafe fn evaluate_block(
    primes: *const Mont31,
    powers: *const u32,
    scales: *const u32,
    source: *const u32,
    target: *mut u32,
    shape: AxisShape,
    passes: u64,
) {
    let (v, j, p) = (thread::block_idx_x(), thread::block_idx_y(), thread::block_idx_z());
    let (t, len) = (thread::thread_idx_x(), shape.len);
    // SAFETY: the grid is (vectors, cosets, primes); tables and tensors have the shapes of the module header; the shared block
    // has len words, and barriers separate the phases.
    unsafe {
        let field = *primes.add(p as usize);
        let team = Block::current();
        let mut row = SharedRow::new(dynamic_shared_mem(), 1);
        let source = source.add(body::start(&shape, p, v, shape.coefficients));
        let scale = scales.add((p * shape.cosets + j) as usize * shape.coefficients as usize);
        let mut i = t;
        while i < len {
            row.set(i, body::folded(&field, &shape, i, source, scale));
            i += thread::block_dim_x();
        }
        thread::sync_threads();
        let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
        ntt::forward(&field, team, &mut row, len, Passes::from_code(passes), &Twiddles::new(table, len, false));
        let points = len * shape.cosets;
        let target = target.add(body::start(&shape, p, v, points));
        let mut i = t;
        while i < len {
            *target.add((j * len + i) as usize * shape.inner as usize) = row.get(i);
            i += thread::block_dim_x();
        }
    }
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

/// The first step of an evaluation too long for shared memory: scale and fold into `target`. Block (v, j, p), any number of
/// blocks' worth of elements in a loop.
#[kernel(family = "transform", block = 256)]
pub unsafe fn evaluate_fold(
    primes: *const Mont31,
    scales: *const u32,
    source: *const u32,
    target: *mut u32,
    shape: AxisShape,
) {
    let (v, j, p) = (thread::block_idx_x(), thread::block_idx_y(), thread::block_idx_z());
    // SAFETY: as in `evaluate_block`.
    unsafe {
        let field = *primes.add(p as usize);
        let source = source.add(body::start(&shape, p, v, shape.coefficients));
        let scale = scales.add((p * shape.cosets + j) as usize * shape.coefficients as usize);
        let target = target.add(body::start(&shape, p, v, shape.len * shape.cosets));
        let mut i = thread::thread_idx_x();
        while i < shape.len {
            *target.add((j * shape.len + i) as usize * shape.inner as usize) =
                body::folded(&field, &shape, i, source, scale);
            i += thread::block_dim_x();
        }
    }
}

/// One pass of a transform in global memory, on blocks of `n` elements: forward, or inverse for `inverse` = 1. Block
/// (v c + b, j, p), c = ceil(len / radix / 128): butterflies 128 b .. of coset j of vector v. Vectors are in the first
/// dimension, the only one that takes more than 65535 blocks.
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
    let (x, j, p) = (thread::block_idx_x(), thread::block_idx_y(), thread::block_idx_z());
    let len = shape.len;
    let chunks = (len / radix).div_ceil(128);
    let v = x / chunks;
    let index = x % chunks * 128 + thread::thread_idx_x();
    if index < len / radix {
        // SAFETY: butterfly `index` touches elements of its own of the coset's len elements.
        unsafe {
            let field = *primes.add(p as usize);
            let base = data.add(body::start(&shape, p, v, len * shape.cosets));
            let mut row = GlobalRow::new(base.add((j * len) as usize * shape.inner as usize), shape.inner as usize);
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

/// Interpolation of one vector on one coset in shared memory (len words): inverse transform, then the factors of `scales`
/// (s^-k / len). In place.
#[kernel(family = "transform", block = 256, min_blocks = 2)]
pub unsafe fn interpolate_block(
    primes: *const Mont31,
    powers: *const u32,
    scales: *const u32,
    data: *mut u32,
    shape: AxisShape,
    passes: u64,
) {
    let (v, j, p) = (thread::block_idx_x(), thread::block_idx_y(), thread::block_idx_z());
    let (t, len) = (thread::thread_idx_x(), shape.len);
    // SAFETY: as in `evaluate_block`; each block has its coset of its vector to itself.
    unsafe {
        let field = *primes.add(p as usize);
        let team = Block::current();
        let mut row = SharedRow::new(dynamic_shared_mem(), 1);
        let base = data.add(body::start(&shape, p, v, len * shape.cosets));
        let inner = shape.inner as usize;
        let mut i = t;
        while i < len {
            row.set(i, *base.add((j * len + i) as usize * inner));
            i += thread::block_dim_x();
        }
        thread::sync_threads();
        let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
        ntt::inverse(&field, team, &mut row, len, Passes::from_code(passes), &Twiddles::new(table, len, true));
        let scale = scales.add((p * shape.cosets + j) as usize * len as usize);
        let mut i = t;
        while i < len {
            *base.add((j * len + i) as usize * inner) = field.mul(row.get(i), *scale.add(i as usize));
            i += thread::block_dim_x();
        }
    }
}

/// The last step of an interpolation too long for shared memory: the factors of `scales`. Block (v, j, p).
#[kernel(family = "transform", block = 256)]
pub unsafe fn interpolate_scale(primes: *const Mont31, scales: *const u32, data: *mut u32, shape: AxisShape) {
    let (v, j, p) = (thread::block_idx_x(), thread::block_idx_y(), thread::block_idx_z());
    // SAFETY: as in `interpolate_block`.
    unsafe {
        let field = *primes.add(p as usize);
        let base = data.add(body::start(&shape, p, v, shape.len * shape.cosets));
        let scale = scales.add((p * shape.cosets + j) as usize * shape.len as usize);
        let mut i = thread::thread_idx_x();
        while i < shape.len {
            let at = base.add((j * shape.len + i) as usize * shape.inner as usize);
            *at = field.mul(*at, *scale.add(i as usize));
            i += thread::block_dim_x();
        }
    }
}

/// Coefficient k + m len of a vector from the cosets' coefficients k: sum_j unmix\[p\]\[m\]\[j\] source\[j len + k\]. Block
/// (v c + b, p), c = ceil(len cosets / 128): elements 128 b .. of vector v.
#[kernel(family = "transform", block = 128)]
pub unsafe fn interpolate_unmix(
    primes: *const Mont31,
    unmix: *const u32,
    source: *const u32,
    target: *mut u32,
    shape: AxisShape,
) {
    let (x, p) = (thread::block_idx_x(), thread::block_idx_y());
    let points = shape.len * shape.cosets;
    let chunks = points.div_ceil(128);
    let v = x / chunks;
    let element = x % chunks * 128 + thread::thread_idx_x();
    if element < points {
        let (m, k) = (element / shape.len, element % shape.len);
        // SAFETY: the grid's dimensions are those of the tensors; source and target are different buffers.
        unsafe {
            let field = *primes.add(p as usize);
            let at = body::start(&shape, p, v, points);
            let row = GlobalRow::read_only(unmix.add(((p * shape.cosets + m) * shape.cosets) as usize), 1);
            let found = |j: u32| *source.add(at + (j * shape.len + k) as usize * shape.inner as usize);
            let coefficient = coset::unmixed(&field, &row, found, shape.cosets);
            *target.add(at + element as usize * shape.inner as usize) = coefficient;
        }
    }
}
