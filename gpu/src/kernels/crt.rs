//! Family `crt`: residues to two's complement by the explicit Chinese remainder theorem; the mathematics is [`crate::integers::crt`].
//!
//! Tables are \[limb\]\[prime\], residues and the y_i that take their place \[prime\]\[coefficient\], parts and words of the
//! answer \[coefficient\]\[limb\]. Limbs have 28 bits, their number is a multiple of [`crate::integers::crt::LIMB_GROUP`].

#![allow(
    clippy::needless_range_loop,
    reason = "loops over indices unroll before arrays are split into registers; iterators do so too late"
)]

use crate::arith::field::Field;
use crate::arith::{Mont31, Mont61};
use crate::integers::crt::{self, Division, RUN, SLAB, Sums};
use crate::integers::lifted;
use cuda_std::prelude::*;

/// Coefficients, and limbs, of one block of [`CrtProduct`].
pub const TILE: u32 = 64;

/// Words of shared memory of [`CrtProduct`]: a slab of y and one of the table, whose rows are two words apart so that the
/// transposing stores of a warp meet in a bank by twos only.
pub const PRODUCT_SHARED: u32 = 32 * TILE + 32 * (TILE + 2);

/// Threads of a block of [`CrtTerms`] beside and above each other: coefficients by shares of the primes.
pub const TERMS: (u32, u32) = (32, 32);

/// Warps of a block of [`CrtWords`], a coefficient each.
pub const WORDS_WARPS: u32 = 4;

/// The range of limbs of a launch.
#[kernel_param]
pub struct Limbs {
    /// The first limb.
    pub first: u32,
    /// Number of limbs, a multiple of [`RUN`].
    pub len: u32,
    /// Limbs of a whole number.
    pub all: u32,
}

/// Functions that the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// Two words each at `at` and 16 places further on.
    ///
    /// # Safety
    /// They are in the launch's shared block.
    #[inline(always)]
    pub unsafe fn four(pairs: SharedPtr<u64>, at: u32) -> [u32; 4] {
        // SAFETY: the caller's.
        let (a, b) = unsafe { (pairs.ld(at), pairs.ld(at + 16)) };
        [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32]
    }
}

/// Table\[limb\]\[i\] of M / p_i for a range of limbs, one thread a prime. `product` has all limbs of M.
///
/// `state` (borrows, then sums, n each) goes from one range to the next and is not read where `first` is 0. The launch with the
/// last limbs writes `weights`\[i\] = (M / p_i)^-1 in Montgomery form and `reciprocals`\[i\].
#[kernel(family = "crt", block = 32)]
pub unsafe fn crt_table(
    moduli: *const Mont31,
    n: u32,
    product: *const u32,
    limbs: Limbs,
    state: *mut u32,
    table: *mut u32,
    weights: *mut u32,
    reciprocals: *mut u64,
) {
    let i = thread::index_1d();
    if i < n {
        // SAFETY: i < n; `product` has limbs.all words, `table` limbs.len rows of n, `state` two rows of n.
        unsafe {
            let (i, n) = (i as usize, n as usize);
            let m = *moduli.add(i);
            let mut division = Division::default();
            if limbs.first > 0 {
                division = Division { borrow: *state.add(i), sum: *state.add(n + i) };
            }
            let mut source = product.add(limbs.first as usize);
            let mut target = table.add(i);
            let mut left = limbs.len;
            while left > 0 {
                // Loaded together: the stores between them might change them, for all the compiler knows.
                let limb = |k: usize| *source.add(k);
                let run = [limb(0), limb(1), limb(2), limb(3), limb(4), limb(5), limb(6), limb(7)];
                division.run(&m, run, |quotient| {
                    *target = quotient;
                    target = target.wrapping_add(n);
                });
                source = source.add(RUN as usize);
                left -= RUN;
            }
            *state.add(i) = division.borrow;
            *state.add(n + i) = division.sum;
            if limbs.first + limbs.len == limbs.all {
                *weights.add(i) = division.inverse(&m, limbs.all);
                *reciprocals.add(i) = crt::reciprocal(m.modulus());
            }
        }
    }
}

/// y_i in place of the residues, and q of each coefficient. Block: 32 coefficients by 32 shares of the primes. Shared: 1024
/// sums of 8 bytes. Grid: a block for 32 coefficients.
#[kernel(family = "crt", block = (32, 32))]
pub unsafe fn crt_terms(
    moduli: *const Mont31,
    weights: *const u32,
    reciprocals: *const u64,
    residues: *mut u32,
    quotients: *mut u32,
    n: u32,
    coefficients: u32,
) {
    let shared = dynamic_shared_mem::<u64>();
    let (lane, share) = (thread::thread_idx_x(), thread::thread_idx_y());
    let k = thread::block_idx_x() * TERMS.0 + lane;
    // SAFETY: rows below n of the tables and of `residues`, column k < coefficients; word (share, lane) of the shared block is
    // this thread's before the barrier, and read only after it.
    unsafe {
        let mut sum = 0;
        if k < coefficients {
            let column = residues.add(k as usize);
            let stride = coefficients as usize;
            let mut i = share;
            while i < n {
                // Four loads on their way at once; the last ones repeat row n - 1 and are left out.
                let at = |step: u32| (i + step * TERMS.1).min(n - 1) as usize;
                let mut values = [0; 4];
                for step in 0..4 {
                    values[step] = *column.add(at(step as u32) * stride);
                }
                for step in 0..4 {
                    let (row, value) = (at(step as u32), values[step]);
                    if i + step as u32 * TERMS.1 < n {
                        let y = (*moduli.add(row)).mul(value, *weights.add(row));
                        *column.add(row * stride) = y;
                        sum += crt::ratio(y, *reciprocals.add(row));
                    }
                }
                i += 4 * TERMS.1;
            }
        }
        shared.st(share * TERMS.0 + lane, sum);
        thread::sync_threads();
        if share == 0 && k < coefficients {
            for other in 1..TERMS.1 {
                sum += shared.ld(other * TERMS.0 + lane);
            }
            *quotients.add(k as usize) = crt::round(sum);
        }
    }
}

/// Shape of [`CrtProduct`].
#[kernel_param]
pub struct Product {
    /// Primes.
    pub n: u32,
    /// Coefficients in a row of the y_i.
    pub stride: u32,
    /// Coefficients of this launch.
    pub columns: u32,
    /// The limbs of this launch, those of the table.
    pub limbs: Limbs,
}

/// parts\[d\]\[coefficient\]\[limb\], d < 3: the sums y_i table\[limb\]\[i\] + q minus\[limb\] as [`crate::integers::crt::Sums::split`] leaves them, where
/// minus\[limb\] are the limbs of -M in two's complement.
///
/// `terms` and `quotients` begin with the first coefficient of the launch, `table` and `minus` with the first limb of the
/// range. Block (i, j): coefficients 64 i .. by limbs 64 j .. of the range, 4 by 4 a thread. Shared: [`PRODUCT_SHARED`] words.
#[kernel(family = "crt", block = 256, min_blocks = 2)]
pub unsafe fn crt_product(
    terms: *const u32,
    quotients: *const u32,
    table: *const u32,
    minus: *const u32,
    parts: *mut u32,
    shape: Product,
) {
    let t = thread::thread_idx_x();
    let (first_column, first_limb) = (thread::block_idx_x() * TILE, thread::block_idx_y() * TILE);
    let terms_slab = dynamic_shared_mem::<u32>();
    let table_slab = terms_slab.add(SLAB as u32 * TILE);
    // Pairs of columns 2 y, 2 y + 1 and 32 further on, of limbs alike with x: 16 threads read 128 bytes side by side.
    let (x, y) = (t % 16, t / 16);
    let place = |pair: u32, k: u32| (k / 2) * 32 + 2 * pair + k % 2;
    // SAFETY: addresses are of rows below n, columns below shape.columns <= stride, limbs below shape.limbs.len; other threads'
    // words are read between two barriers.
    unsafe {
        let mut sums = Sums::<4, 4>::new();
        // The part that this thread brings: column t % 64 of every fourth row of y, prime t % 32 of every eighth limb.
        let (row, column) = (t / TILE, first_column + t % TILE);
        let (limb, prime) = (first_limb + t / SLAB as u32, t % SLAB as u32);
        let mut next_terms = terms.wrapping_add(row as usize * shape.stride as usize + column as usize);
        let mut next_table = table.wrapping_add(limb as usize * shape.n as usize + prime as usize);
        let mut done = 0;
        while done < shape.n {
            // Rows and limbs that are there, from this thread's first on.
            let rows = if column < shape.columns { shape.n.saturating_sub(done + row) } else { 0 };
            let limbs = if done + prime < shape.n { shape.limbs.len.saturating_sub(limb) } else { 0 };
            for round in 0..8 {
                let mut value = 0;
                if 4 * round < rows {
                    value = *next_terms.add(4 * round as usize * shape.stride as usize);
                }
                terms_slab.st(t + 256 * round, value);
            }
            for round in 0..8 {
                let mut value = 0;
                if 8 * round < limbs {
                    value = *next_table.add(8 * round as usize * shape.n as usize);
                }
                table_slab.st(prime * (TILE + 2) + t / SLAB as u32 + 8 * round, value);
            }
            next_terms = next_terms.wrapping_add(SLAB * shape.stride as usize);
            next_table = next_table.wrapping_add(SLAB);
            thread::sync_threads();
            let (columns, limbs) = (terms_slab.add(2 * y).cast::<u64>(), table_slab.add(2 * x).cast::<u64>());
            sums.add_slab(|k| body::four(columns, k * (TILE / 2)), |k| body::four(limbs, k * (TILE / 2 + 1)));
            thread::sync_threads();
            done += SLAB as u32;
        }
        let column = |k: u32| first_column + place(y, k);
        let limb = |k: u32| first_limb + place(x, k);
        let q = |k: u32| if column(k) < shape.columns { *quotients.add(column(k) as usize) } else { 0 };
        let m = |k: u32| if limb(k) < shape.limbs.len { *minus.add(limb(k) as usize) } else { 0 };
        sums.add(&[q(0), q(1), q(2), q(3)], &[m(0), m(1), m(2), m(3)]);
        sums.fold();
        let plane = shape.columns as usize * shape.limbs.all as usize;
        sums.split_all(|a, b, [low, middle, high]| {
            if column(a) < shape.columns && limb(b) < shape.limbs.len {
                let at = column(a) as usize * shape.limbs.all as usize + (shape.limbs.first + limb(b)) as usize;
                *parts.add(at) = low;
                *parts.add(plane + at) = middle;
                *parts.add(2 * plane + at) = high;
            }
        });
    }
}

/// words\[coefficient\]: two's complement from the parts, 7 / 8 of `limbs` words of 32 bits, lowest first. A warp per
/// coefficient takes 256 limbs at a time, 8 a lane, and finds all carries between lanes by two ballots.
#[kernel(family = "crt", block = 128)]
pub unsafe fn crt_words(parts: *const u32, words: *mut u32, limbs: u32, columns: u32) {
    let lane = thread::thread_idx_x() % 32;
    let column = thread::block_idx_x() * WORDS_WARPS + thread::thread_idx_x() / 32;
    if column < columns {
        // SAFETY: column < columns; limbs read and words written are below their numbers; the whole warp has one column and
        // goes round the loop together.
        unsafe {
            let plane = columns as usize * limbs as usize;
            let parts = parts.add(column as usize * limbs as usize);
            let words = words.add(column as usize * crt::words_len(limbs as usize));
            let mut carry = 0;
            let mut first = 0;
            while first < limbs {
                let at = first + 8 * lane;
                let mut digits = [0; 8];
                if at < limbs {
                    for k in 0..8 {
                        let part = |d: u32, place: u32| *parts.add(d as usize * plane + place as usize);
                        digits[k] = crt::digit(at + k as u32, part);
                    }
                }
                let (mut packed, above) = crt::pack(&digits);
                let below = warp::shuffle_up(u32::MAX, above, 1);
                let generated = crt::ripple(&mut packed, if lane == 0 { carry } else { below });
                let generate = warp::ballot(u32::MAX, generated != 0);
                let propagate = warp::ballot(u32::MAX, crt::propagates(&packed));
                let carries = crt::carries(generate, propagate);
                crt::ripple(&mut packed, (carries >> lane) as u32 & 1);
                carry = warp::shuffle_idx(u32::MAX, above, 31) + (carries >> 32) as u32;
                if at < limbs {
                    for k in 0..7 {
                        *words.add(crt::words_len(at as usize) + k) = packed[k];
                    }
                }
                first += 256;
            }
        }
    }
}

/// Threads of a block of [`CrtShort`].
pub const SHORT: u32 = 128;

/// Shape of [`CrtShort`].
#[kernel_param]
pub struct Short {
    /// Primes, at most [`crate::integers::crt::SHORT_MODULI`].
    pub n: u32,
    /// Coefficients in a row of the residues.
    pub stride: u32,
    /// Coefficients of this launch.
    pub columns: u32,
    /// Words of 32 bits of a number.
    pub len: u32,
}

/// words\[coefficient\]: two's complement, `len` words lowest first, of numbers that are short. A thread for each.
///
/// `residues` begin with the first coefficient of the launch. `table` is \[word\]\[i\] of M / p_i, and of -M in two's complement for
/// i = n; `weights` and `reciprocals` as those of [`CrtTable`]. Shared: n + 1 words a thread.
#[kernel(family = "crt", block = 128)]
pub unsafe fn crt_short(
    moduli: *const Mont31,
    weights: *const u32,
    reciprocals: *const u64,
    table: *const u32,
    residues: *const u32,
    words: *mut u32,
    shape: Short,
) {
    let column = thread::index_1d();
    let factors = dynamic_shared_mem::<u32>().add(thread::thread_idx_x());
    if column < shape.columns {
        // SAFETY: rows below n of the tables, len rows of n + 1 of `table`; column < columns <= stride; words of shared memory that no
        // other thread uses.
        unsafe {
            let mut sum = 0;
            for i in 0..shape.n {
                let at = i as usize;
                let y = (*moduli.add(at))
                    .mul(*residues.add(at * shape.stride as usize + column as usize), *weights.add(at));
                factors.st(i * SHORT, y);
                sum += crt::ratio(y, *reciprocals.add(at));
            }
            factors.st(shape.n * SHORT, crt::round(sum));
            let terms = shape.n + 1;
            let words = words.add(column as usize * shape.len as usize);
            crt::short_words(
                terms,
                shape.len,
                |i| factors.ld(i * SHORT),
                |k, i| *table.add((k * terms + i) as usize),
                |k, word| *words.add(k as usize) = word,
            );
        }
    }
}

/// Threads of a block of [`CrtMeasure`].
pub const MEASURE: u32 = 128;

/// Words of 64 bits of shared memory of [`CrtMeasure`]: a value and a height a thread.
pub const MEASURE_SHARED: u32 = 2 * MEASURE;

/// Coefficients side by side of one polynomial.
#[kernel_param]
pub struct Run {
    /// Number of the first among those of the launch.
    pub first: u32,
    /// How many.
    pub len: u32,
    /// Exponent of the first.
    pub exponent: u32,
}

/// The field and the point of [`CrtMeasure`].
#[kernel_param]
pub struct Place {
    /// The field.
    pub field: Mont61,
    /// The point x.
    pub point: u64,
    /// x^[`MEASURE`].
    pub stride: u64,
    /// 2^(64 len).
    pub wrap: u64,
}

/// found\[run\] = (height, value) of a run of coefficients, which have `len` words of 64 bits each: the largest height that
/// [`crate::integers::lifted::measure`] gives, and the sum of residues times powers of the point. A block a run.
#[kernel(family = "crt", block = 128)]
pub unsafe fn crt_measure(words: *const u64, len: u32, runs: *const Run, place: Place, found: *mut u64) {
    let (t, block) = (thread::thread_idx_x(), thread::block_idx_x() as usize);
    let values = dynamic_shared_mem::<u64>();
    let heights = values.add(MEASURE);
    let field = place.field;
    // SAFETY: the block has a run, whose coefficients are among the words, and a place in `found`; other threads' words of shared
    // memory are read between two barriers.
    unsafe {
        let run = *runs.add(block);
        let mut monomial = field.pow(place.point, run.exponent as u64 + t as u64);
        let (mut value, mut height) = (0, 0);
        let mut i = t;
        while i < run.len {
            let coefficient = words.add((run.first + i) as usize * len as usize);
            let (bits, residue) = lifted::measure(field, place.wrap, len, |k| *coefficient.add(k as usize));
            height = if bits > height { bits } else { height };
            value = field.add(value, field.mul(residue, monomial));
            monomial = field.mul(monomial, place.stride);
            i += MEASURE;
        }
        values.st(t, value);
        heights.st(t, height as u64);
        let mut half = MEASURE / 2;
        while half > 0 {
            thread::sync_threads();
            if t < half {
                values.st(t, field.add(values.ld(t), values.ld(t + half)));
                let (a, b) = (heights.ld(t), heights.ld(t + half));
                heights.st(t, if a > b { a } else { b });
            }
            half /= 2;
        }
        if t == 0 {
            *found.add(2 * block) = heights.ld(0);
            *found.add(2 * block + 1) = values.ld(0);
        }
    }
}
