//! Family `samples`: evaluation at arbitrary points, and samples of the scalars that did not fail.
//!
//! Points are the integers `first` + i, the same for every prime; samples are \[prime\]\[sample\] pairs of point and scalar in
//! two arrays.

use crate::arith::Mont31;
use crate::arith::field::Field;
use cuda_std::prelude::*;

/// Horner's rule (2013 paper, section 5.4): values\[p\]\[row\]\[i\] of polynomial `row` with `n` coefficients at `first` + i,
/// i < `points`. Block (i, row, p): points 128 i .. .
#[kernel(family = "samples", block = 128)]
pub unsafe fn evaluate_points(
    primes: *const Mont31,
    coefficients: *const u32,
    n: u32,
    rows: u32,
    first: u32,
    points: u32,
    values: *mut u32,
) {
    let i = thread::index_1d();
    let (row, prime) = (thread::block_idx_y(), thread::block_idx_z());
    if i < points {
        // SAFETY: i < points; the grid's other dimensions are rows and primes; `coefficients` is [prime][row][n].
        unsafe {
            let field = *primes.add(prime as usize);
            let x = field.enter(first + i);
            let vector = prime as usize * rows as usize + row as usize;
            let source = coefficients.add(vector * n as usize);
            let mut value = 0;
            let mut k = n;
            while k > 0 {
                k -= 1;
                value = field.dot2(value, x, *source.add(k as usize), field.one());
            }
            *values.add(vector * points as usize + i as usize) = value;
        }
    }
}

/// Division and stream compaction (2013 paper, section 5.5): block (i, p) takes points 128 i .. of prime p, drops those with
/// denominator 0, finds the places of the others by ballots and population counts, reserves room for the block with one
/// atomic, and writes point and scalar: the quotient, or the numerator when `whole` is 1. `filled`\[p\] counts samples; those beyond `capacity` are dropped.
/// Shared: 5 words.
#[kernel(family = "samples", block = 128)]
pub unsafe fn compact_samples(
    primes: *const Mont31,
    numerators: *const u32,
    denominators: *const u32,
    whole: u32,
    first: u32,
    points: u32,
    capacity: u32,
    filled: *mut u32,
    xs: *mut u32,
    ys: *mut u32,
) {
    let (t, i) = (thread::thread_idx_x(), thread::index_1d());
    let prime = thread::block_idx_y() as usize;
    let shared = dynamic_shared_mem::<u32>();
    // SAFETY: points below `points` only; all threads reach ballots and barriers; warp w writes shared word w, thread 0 word
    // 4, with a barrier before they are read.
    unsafe {
        let field = *primes.add(prime);
        let at = prime * points as usize + i as usize;
        let denominator = if i < points { *denominators.add(at) } else { 0 };
        let good = denominator != 0;
        let mask = warp::ballot(warp::FULL, good);
        let w = t / warp::SIZE;
        if warp::lane_id() == 0 {
            shared.st(w, mask.count_ones());
        }
        thread::sync_threads();
        let mut before = 0;
        let mut total = 0;
        for k in 0..4 {
            let count = shared.ld(k);
            before += if k < w { count } else { 0 };
            total += count;
        }
        if t == 0 {
            shared.st(4, atomic::add_u32(filled.add(prime), total));
        }
        thread::sync_threads();
        if good {
            let place = shared.ld(4) + before + warp::lanes_below(mask);
            if place < capacity {
                let to = prime * capacity as usize + place as usize;
                *xs.add(to) = field.enter(first + i);
                let numerator = *numerators.add(at);
                let inverse = || field.inverse(denominator);
                *ys.add(to) = if whole != 0 { numerator } else { field.mul(numerator, inverse()) };
            }
        }
    }
}

/// Modular inverses 2 (2013 paper, section 5.7): values\[p\]\[i\] / denominators\[p\] in place, i < n. Block (i, p).
#[kernel(family = "samples", block = 128)]
pub unsafe fn divide_coefficients(primes: *const Mont31, denominators: *const u32, values: *mut u32, n: u32) {
    let i = thread::index_1d();
    let prime = thread::block_idx_y() as usize;
    if i < n {
        // SAFETY: i < n; the grid's second dimension is the number of primes.
        unsafe {
            let field = *primes.add(prime);
            let at = values.add(prime * n as usize + i as usize);
            *at = field.mul(*at, field.inverse(*denominators.add(prime)));
        }
    }
}
