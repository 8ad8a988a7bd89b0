//! Family `reduce`: residues of big integers, powers, and residues on their way out.

use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::columns::{self, BoxAxis, TensorBox};
use crate::integers::reduction;
use cuda_std::prelude::*;

/// Words of one integer that a block holds in shared memory at a time.
pub const LIMB_CHUNK: u32 = 256;

/// Residues of big integers (2013 paper, section 5.3): block (i, j) takes integer i modulo primes 64 j .. 64 j + 63, one a
/// thread, and streams the limbs through shared memory ([`LIMB_CHUNK`] words). `out` is \[prime\]\[integer\], Montgomery form.
#[kernel(family = "reduce", block = 64)]
pub unsafe fn reduce_integers(
    primes: *const Mont31,
    prime_count: u32,
    offsets: *const u32,
    limbs: *const u32,
    negative: *const u8,
    count: u32,
    out: *mut u32,
) {
    let integer = thread::block_idx_x() as usize;
    let t = thread::thread_idx_x();
    let prime = thread::block_idx_y() * 64 + t;
    let shared = dynamic_shared_mem::<u32>();
    // SAFETY: `offsets` has count + 1 elements and the grid's first dimension is count; `primes` has prime_count elements and
    // the index is clamped; shared words below LIMB_CHUNK, barriers between the two phases of every round.
    unsafe {
        let field = *primes.add(prime.min(prime_count - 1) as usize);
        let (start, end) = (*offsets.add(integer), *offsets.add(integer + 1));
        let mut s = 0;
        let mut at = start;
        while at < end {
            let part = (end - at).min(LIMB_CHUNK);
            let mut i = t;
            while i < part {
                shared.st(i, *limbs.add((at + i) as usize));
                i += 64;
            }
            thread::sync_threads();
            for i in 0..part {
                s = reduction::step(&field, s, shared.ld(i));
            }
            thread::sync_threads();
            at += part;
        }
        if prime < prime_count {
            let residue = reduction::finish(&field, s, end - start, *negative.add(integer) != 0);
            *out.add(prime as usize * count as usize + integer) = residue;
        }
    }
}

/// Integers of a block of [`ReduceShort`].
pub const SHORT: u32 = 128;

/// Primes of a thread of [`ReduceShort`].
pub const SHORT_PRIMES: u32 = 8;

/// The same for integers of a few words: block (i, j) takes integers 128 i .. 128 i + 127, one a thread, modulo primes 8 j .. 8 j + 7.
#[kernel(family = "reduce", block = 128)]
pub unsafe fn reduce_short(
    primes: *const Mont31,
    prime_count: u32,
    offsets: *const u32,
    limbs: *const u32,
    negative: *const u8,
    count: u32,
    out: *mut u32,
) {
    let integer = thread::index_1d() as usize;
    let first = thread::block_idx_y() * SHORT_PRIMES;
    if integer < count as usize {
        // SAFETY: integer < count, `offsets` has count + 1 elements, `negative` count; `primes` has prime_count elements and the index
        // is clamped; `out` has count elements for each prime below prime_count.
        unsafe {
            let field = |k: usize| *primes.add((first + k as u32).min(prime_count - 1) as usize);
            let fields: [Mont31; SHORT_PRIMES as usize] =
                [field(0), field(1), field(2), field(3), field(4), field(5), field(6), field(7)];
            let (start, end) = (*offsets.add(integer), *offsets.add(integer + 1));
            let mut sums = [0; SHORT_PRIMES as usize];
            let mut at = start;
            while at < end {
                let limb = *limbs.add(at as usize);
                let mut step = |k: usize| sums[k] = reduction::step(&fields[k], sums[k], limb);
                // Spelled out: registers have no index at run time.
                step(0);
                step(1);
                step(2);
                step(3);
                step(4);
                step(5);
                step(6);
                step(7);
                at += 1;
            }
            let is_negative = *negative.add(integer) != 0;
            let store = |k: usize| {
                let prime = first as usize + k;
                if prime < prime_count as usize {
                    let residue = reduction::finish(&fields[k], sums[k], end - start, is_negative);
                    *out.add(prime * count as usize + integer) = residue;
                }
            };
            store(0);
            store(1);
            store(2);
            store(3);
            store(4);
            store(5);
            store(6);
            store(7);
        }
    }
}

/// 1 / shift and 1 / `len` for each of `entries` coset shifts; entry e belongs to prime e / `per_prime`. Block i: entries 128 i ...
#[kernel(family = "reduce", block = 128)]
pub unsafe fn axis_inverses(
    primes: *const Mont31,
    per_prime: u32,
    shifts: *const u32,
    len: u32,
    entries: u32,
    inverse_shifts: *mut u32,
    inverse_lens: *mut u32,
) {
    let e = thread::index_1d();
    if e < entries {
        // SAFETY: e < entries, the length of all three.
        unsafe {
            let field = *primes.add((e / per_prime) as usize);
            *inverse_shifts.add(e as usize) = field.inverse(*shifts.add(e as usize));
            *inverse_lens.add(e as usize) = field.inverse(field.enter(len));
        }
    }
}

/// Powers of a warp of [`PowerTable`].
pub const POWERS: u32 = 256;

/// out\[e\]\[i\] = start\[e\] base\[e\]^i for i < `len`, e < `entries`; entry e belongs to prime e / `per_prime`. A null `start`
/// is 1 everywhere. Warp w has powers 256 c .. of entry e, w = e ceil(len / 256) + c, each thread every 32nd: one power by squaring, and
/// then products with base^32.
#[kernel(family = "reduce", block = 128)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn power_table(
    primes: *const Mont31,
    per_prime: u32,
    base: *const u32,
    start: *const u32,
    len: u32,
    entries: u32,
    out: *mut u32,
) {
    let (warp, lane) = (thread::index_1d() / warp::SIZE, warp::lane_id());
    let chunks = len.div_ceil(POWERS);
    let (entry, mut i) = (warp / chunks, warp % chunks * POWERS + lane);
    if entry < entries && i < len {
        // SAFETY: entry < entries, the length of `base` and `start`; i < len.
        unsafe {
            let field = *primes.add((entry / per_prime) as usize);
            let base = *base.add(entry as usize);
            let end = len.min(i - lane + POWERS);
            let out = out.add(entry as usize * len as usize);
            let mut value = field.pow(base, i);
            if !start.is_null() {
                value = field.mul(value, *start.add(entry as usize));
            }
            *out.add(i as usize) = value;
            i += warp::SIZE;
            if i < end {
                let ahead = field.pow(base, warp::SIZE);
                while i < end {
                    value = field.mul(value, ahead);
                    *out.add(i as usize) = value;
                    i += warp::SIZE;
                }
            }
        }
    }
}

/// Plain residues of chosen columns modulo chosen primes: row `i` of `out`, of `width` elements, has those of row rows\[i\] of
/// `source`, which has rows of `integers` elements. Block (j, i): piece j of the `count` boxes, of row i.
#[kernel(family = "reduce", block = 128)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn select_residues(
    primes: *const Mont31,
    source: *const u32,
    rows: *const u32,
    boxes: *const TensorBox,
    axes: *const BoxAxis,
    count: u32,
    integers: u64,
    width: u64,
    out: *mut u32,
) {
    let (j, i) = (u64::from(thread::block_idx_x()), thread::block_idx_y() as usize);
    // SAFETY: the grid is (pieces, rows); boxes lie within rows of `source`, and one behind the other within rows of `out`.
    unsafe {
        let prime = *rows.add(i) as usize;
        let field = *primes.add(prime);
        let found = *boxes.add(columns::box_of(j, count, |k| (*boxes.add(k as usize)).pieces) as usize);
        let axes = axes.add(found.axes as usize);
        let from = source.add(prime * integers as usize);
        let to = out.add(i * width as usize + found.before as usize);
        let first = (j - found.pieces) * columns::PIECE;
        let end = (first + columns::PIECE).min(found.len);
        let mut k = first + u64::from(thread::thread_idx_x());
        while k < end {
            let place = found.place(k, |axis| *axes.add(axis as usize));
            *to.add(k as usize) = field.leave(*from.add(place as usize));
            k += u64::from(thread::block_dim_x());
        }
    }
}
