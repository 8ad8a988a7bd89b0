//! Family `selftest`: every primitive that kernels build on, run on the device and compared with the host.
//!
//! Each kernel writes what one group of primitives gives; `eliminant::engine::cuda::self_test` knows what must come out.

use crate::arith::Mont31;
use crate::floating::{Double, DoubleDouble, QuadDouble, Scalar};
use crate::selftest;
use cuda_std::prelude::*;

/// Parameters by value, to pin their layout.
#[kernel_param]
pub struct Triple {
    /// Added to every word.
    pub a: u32,
    /// The stride between the words of one thread.
    pub stride: u32,
    /// Threads that write.
    pub n: u32,
}

/// Indices and the parameter ABI. Grid (x, y, z) of blocks of 64. Thread i of block b writes at
/// `64 b + i`, for b = x + gx (y + gy z): thread, x, y, z, block size, the grid's gx, `index_1d`, and lane, each plus `a + k`.
#[kernel(family = "selftest", block = 64)]
pub unsafe fn selftest_indices(out: *mut u32, k: u64, p: Triple) {
    let block = thread::block_idx_x()
        + thread::grid_dim_x() * (thread::block_idx_y() + thread::grid_dim_y() * thread::block_idx_z());
    let i = block * 64 + thread::thread_idx_x();
    if i >= p.n {
        return;
    }
    let words = [
        thread::thread_idx_x(),
        thread::block_idx_x(),
        thread::block_idx_y(),
        thread::block_idx_z(),
        thread::block_dim_x(),
        thread::grid_dim_x(),
        thread::index_1d(),
        warp::lane_id(),
    ];
    for (row, word) in words.into_iter().enumerate() {
        // SAFETY: i < n <= stride, and `out` holds 8 rows of `stride` words.
        unsafe { *out.add(row * p.stride as usize + i as usize) = word + p.a + k as u32 };
    }
}

/// A block with a shape: 32 x 4. Writes 100 y + x at x + 32 y of each block.
#[kernel(family = "selftest", block = (32, 4))]
pub unsafe fn selftest_block_shape(out: *mut u32, n: u32) {
    let (x, y) = (thread::thread_idx_x(), thread::thread_idx_y());
    let i = thread::block_idx_x() * 128 + 32 * y + x;
    if i < n {
        // SAFETY: i < n, the length of `out`.
        unsafe { *out.add(i as usize) = 100 * y + x };
    }
}

/// Warp collectives. One warp per block; every lane runs every collective (all of the block's 32 threads are present), and
/// the halves run some of them apart. `values` holds 32 words; `out` 12 rows of 32 double words.
#[kernel(family = "selftest", block = 32)]
pub unsafe fn selftest_warp(values: *const u32, out: *mut u64) {
    let lane = thread::thread_idx_x();
    // SAFETY: lane < 32, the length of `values`.
    let v = unsafe { *values.add(lane as usize) };
    let wide = (v as u64) << 32 | lane as u64;
    let odd = v & 1 == 1;
    // SAFETY: all 32 lanes of the block's one warp are here.
    let words = unsafe {
        [
            warp::shuffle_xor(warp::FULL, v, 5) as u64,
            warp::shuffle_idx(warp::FULL, v, lane + 3) as u64,
            warp::shuffle_up(warp::FULL, v, 4) as u64,
            warp::shuffle_down(warp::FULL, v, 7) as u64,
            warp::shuffle_xor(warp::FULL, wide, 17),
            warp::shuffle_up(warp::FULL, wide, 1),
            warp::ballot(warp::FULL, odd) as u64,
            warp::any(warp::FULL, odd) as u64,
            warp::all(warp::FULL, odd) as u64,
            warp::all(warp::FULL, v > lane) as u64,
        ]
    };
    // The halves part: each votes and shuffles by itself.
    // SAFETY: the 16 lanes of each mask take the same branch and shuffle among themselves.
    let (half, next) = unsafe {
        if lane < 16 {
            (warp::ballot(0xffff, odd), warp::shuffle_xor(0xffff, v, 1))
        } else {
            (warp::ballot(0xffff_0000, !odd), warp::shuffle_xor(0xffff_0000, v, 2))
        }
    };
    // SAFETY: all 32 lanes are here again.
    unsafe { warp::sync_warp(warp::FULL) };
    // SAFETY: 12 rows of 32.
    unsafe {
        for (row, word) in words.into_iter().enumerate() {
            *out.add(row * 32 + lane as usize) = word;
        }
        *out.add(10 * 32 + lane as usize) = half as u64;
        *out.add(11 * 32 + lane as usize) = next as u64;
    }
}

/// Shared memory and barriers. Block of 128; shared: 128 double words, then 128 words, then one counter (1540 bytes).
/// Thread i reverses its block `rounds` times through shared memory, adds i each round, and counts itself.
#[kernel(family = "selftest", block = 128, min_blocks = 2)]
pub unsafe fn selftest_shared(data: *mut u64, counts: *mut u32, rounds: u32) {
    let (i, block) = (thread::thread_idx_x(), thread::block_idx_x());
    let wide = dynamic_shared_mem::<u64>();
    let narrow = wide.add(128).cast::<u32>();
    let counter = narrow.add(128);
    let at = (block * 128 + i) as usize;
    // SAFETY: `data` holds 128 double words per block.
    let mut v = unsafe { *data.add(at) };
    if i == 0 {
        // SAFETY: inside the 1540 bytes; only thread 0 touches it before the barrier.
        unsafe { counter.st(0, 0) };
    }
    for _ in 0..rounds {
        // SAFETY: i < 128; the barriers separate this round's stores from its loads and from the next round's stores.
        unsafe {
            wide.st(i, v);
            narrow.st(i, v as u32 ^ i);
            thread::sync_threads();
            let other = 127 - i;
            v = wide.ld(other) + (narrow.ld(other) ^ other ^ wide.ld(other) as u32) as u64 + i as u64;
            counter.atomic_add(0, i);
            thread::sync_threads();
        }
    }
    // SAFETY: as above; after the loop's last barrier the counter only holds still.
    unsafe {
        *data.add(at) = v;
        if i == 0 {
            *counts.add(block as usize) = counter.ld(0);
        }
    }
}

/// The most shared memory of a block: `words` words of it, each written by one thread and read by another. Block of 128.
#[kernel(family = "selftest", block = 128)]
pub unsafe fn selftest_large_shared(out: *mut u32, words: u32) {
    let i = thread::thread_idx_x();
    let shared = dynamic_shared_mem::<u32>();
    let mut at = i;
    while at < words {
        // SAFETY: at < words, which the launch allots.
        unsafe { shared.st(at, at.wrapping_mul(0x9e37_79b9)) };
        at += 128;
    }
    thread::sync_threads();
    let mut sum = 0u32;
    let mut at = 127 - i;
    while at < words {
        // SAFETY: as above, after the barrier.
        sum = sum.wrapping_add(unsafe { shared.ld(at) });
        at += 128;
    }
    // SAFETY: `out` holds 128 words.
    unsafe { *out.add(i as usize) = sum };
}

/// Atomics. Block of 256, any grid: every thread adds its index, takes the minimum and the maximum, and sets one bit.
/// `out` holds 4 words: 0, `u32::MAX`, 0, 0 at the start.
#[kernel(family = "selftest", block = 256)]
pub unsafe fn selftest_atomic(out: *mut u32, bias: u32) {
    let i = thread::index_1d() + bias;
    // SAFETY: `out` holds four words, touched by atomics only.
    unsafe {
        atomic::add_u32(out, i);
        atomic::min_u32(out.add(1), i);
        atomic::max_u32(out.add(2), i);
        atomic::or_u32(out.add(3), 1 << (i % 32));
    }
}

/// The integer instructions. Thread i < n takes the operands at i and writes row r of `out` at `r n + i`.
#[kernel(family = "selftest", block = 128)]
pub unsafe fn selftest_integers(a: *const u32, b: *const u32, c: *const u64, out: *mut u64, n: u32) {
    let i = thread::index_1d() as usize;
    if i < n as usize {
        // SAFETY: i < n, the length of the operand arrays; `out` holds INTEGERS rows of n.
        unsafe {
            for (row, word) in selftest::integers(*a.add(i), *b.add(i), *c.add(i)).into_iter().enumerate() {
                *out.add(row * n as usize + i) = word;
            }
        }
    }
}

/// The f32 instructions, in the layout of `selftest_integers`.
#[kernel(family = "selftest", block = 128)]
pub unsafe fn selftest_singles(x: *const f32, y: *const f32, z: *const f32, out: *mut u32, n: u32) {
    let i = thread::index_1d() as usize;
    if i < n as usize {
        // SAFETY: i < n, the length of the operand arrays; `out` holds SINGLES rows of n.
        unsafe {
            for (row, word) in selftest::singles(*x.add(i), *y.add(i), *z.add(i)).into_iter().enumerate() {
                *out.add(row * n as usize + i) = word;
            }
        }
    }
}

/// The f64 instructions, in the layout of `selftest_integers`.
#[kernel(family = "selftest", block = 128)]
pub unsafe fn selftest_doubles(x: *const f64, y: *const f64, z: *const f64, out: *mut u64, n: u32) {
    let i = thread::index_1d() as usize;
    if i < n as usize {
        // SAFETY: i < n, the length of the operand arrays; `out` holds DOUBLES rows of n.
        unsafe {
            for (row, word) in selftest::doubles(*x.add(i), *y.add(i), *z.add(i)).into_iter().enumerate() {
                *out.add(row * n as usize + i) = word;
            }
        }
    }
}

/// Arithmetic modulo one prime, in the layout of `selftest_integers`.
#[kernel(family = "selftest", block = 128)]
pub unsafe fn selftest_residues(m: Mont31, a: *const u32, b: *const u32, c: *const u32, out: *mut u32, n: u32) {
    let i = thread::index_1d() as usize;
    if i < n as usize {
        // SAFETY: i < n, the length of the operand arrays; `out` holds RESIDUES rows of n.
        unsafe {
            for (row, word) in selftest::residues(&m, *a.add(i), *b.add(i), *c.add(i)).into_iter().enumerate() {
                *out.add(row * n as usize + i) = word;
            }
        }
    }
}

macro_rules! floating {
    ($($name:ident, $results:ident, $reals:ident, $parts:literal;)*) => { $(
        #[doc = concat!("[`selftest::", stringify!($results), "`] over [`", stringify!($reals), "`]. Thread i < n takes the operands whose part r is at `r n + i` and")]
        #[doc = "writes row r of `out` at `r n + i`."]
        #[kernel(family = "selftest", block = 64)]
        pub unsafe fn $name(a: *const f64, b: *const f64, out: *mut u64, n: u32) {
            let (i, n) = (thread::index_1d() as usize, n as usize);
            if i < n {
                // SAFETY: i < n; the operands have as many rows of n as parts, `out` as many times the number of results.
                unsafe {
                    let number = |x: *const f64| -> [f64; $parts] { core::array::from_fn(|r| *x.add(r * n + i)) };
                    selftest::$results(&$reals(Scalar), number(a), number(b), |row, bits| *out.add(row * n + i) = bits);
                }
            }
        }
    )* };
}

floating! {
    selftest_reals_1, reals, Double, 1;
    selftest_reals_2, reals, DoubleDouble, 2;
    selftest_reals_4, reals, QuadDouble, 4;
    selftest_complexes_1, complexes, Double, 1;
    selftest_complexes_2, complexes, DoubleDouble, 2;
    selftest_complexes_4, complexes, QuadDouble, 4;
}

/// Hang detector. The same condition, different from thread to thread, stands before and after one barrier: a compiler that
/// threads the jump copies the barrier into both branches, and the block waits for itself. One barrier in the source, one in
/// the PTX; with `-Zmir-enable-passes=+JumpThreading` rustc 1.95 and 1.96 write two for exactly this form. Block of 64, 64 words of shared memory.
#[kernel(family = "selftest", block = 64)]
pub unsafe fn selftest_barrier(data: *mut u32, rounds: u32) {
    let i = thread::thread_idx_x();
    let shared = dynamic_shared_mem::<u32>();
    // SAFETY: `data` holds 64 words; shared word i is this thread's until the barrier, and only read after it.
    unsafe {
        shared.st(i, *data.add(i as usize));
        let mut busy = false;
        if shared.ld(i).is_multiple_of(3) {
            shared.st(i, selftest::scramble(shared.ld(i), rounds));
            busy = true;
        }
        thread::sync_threads();
        if busy {
            *data.add(i as usize) = shared.ld(i).wrapping_add(shared.ld(63 - i));
        } else {
            *data.add(i as usize) = shared.ld(63 - i) ^ i;
        }
    }
}

/// Traps when `condition` is not 0: how a fault reaches the host. Block of 32.
#[kernel(family = "selftest", block = 32)]
pub unsafe fn selftest_trap(condition: u32) {
    if condition != 0 {
        thread::trap();
    }
}
