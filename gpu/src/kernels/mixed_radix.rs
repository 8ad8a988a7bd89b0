//! Family `mixed_radix`: from residues to mixed-radix digits, and on to limbs.
//!
//! Residues, and the digits that take their place, are \[prime\]\[coefficient\] with plain numbers; `moduli` has the `n`
//! ascending primes. Conversions by blocks take [`crate::integers::mixed_radix::start`] of each modulus; the one by threads takes the
//! table that [`MixedRadixWeights`] fills. Each coefficient belongs to one block or one thread.
//!
//! The engine launches the chunked form alone. The simple form, the one by threads and the recovery are here because papers
//! have them (`docs/papers.md`: 2013, section 5.8 and future work; Wei and Chen 2020); `tests/stages/kernels/lift.rs` runs all.

use super::device::*;
use crate::arith::Mont31;
use crate::integers::mixed_radix::Weights;
use crate::integers::mixed_radix::{self, CHUNK};
use crate::integers::recover;
use crate::memory::Row;
use crate::team::{Solo, Team};
use cuda_std::prelude::*;

/// The simple form (Fig. 5), one block per coefficient. Shared: 2 n words. Grid: `coefficients` blocks.
#[kernel(family = "mixed_radix", block = 256)]
pub unsafe fn mixed_radix_simple(
    moduli: *const Mont31,
    starts: *const u32,
    digits: *mut u32,
    n: u32,
    coefficients: u32,
) {
    let shared = dynamic_shared_mem::<u32>();
    // SAFETY: the grid is the number of coefficients; the tables have n elements, the shared block 2 n words; barriers of
    // the team separate its threads' accesses, and element i of a column is loaded and stored by the same thread.
    unsafe {
        let team = Block::current();
        let moduli = core::slice::from_raw_parts(moduli, n as usize);
        let starts = core::slice::from_raw_parts(starts, n as usize);
        let mut column = GlobalRow::new(digits.add(thread::block_idx_x() as usize), coefficients as usize);
        let mut local = SharedRow::new(shared, 1);
        let mut weights = SharedRow::new(shared.add(n), 1);
        team.each(n, |i| local.set(i, column.get(i)));
        mixed_radix::convert(moduli, starts, team, &mut local, &mut weights);
        team.each(n, |i| column.set(i, local.get(i)));
    }
}

/// Functions that the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// The chunked form (Fig. 6) by the block's threads, m_chunk of them.
    #[inline(always)]
    pub unsafe fn chunked(moduli: *const Mont31, starts: *const u32, digits: *mut u32, n: u32, coefficients: u32) {
        // SAFETY: the grid is the number of coefficients; the tables have n elements, the shared block 4 m_chunk words;
        // barriers of the team separate its threads' accesses.
        unsafe {
            let moduli = core::slice::from_raw_parts(moduli, n as usize);
            let starts = core::slice::from_raw_parts(starts, n as usize);
            let mut column = GlobalRow::new(digits.add(thread::block_idx_x() as usize), coefficients as usize);
            let mut exchange = SharedRow::new(dynamic_shared_mem::<u32>(), 1);
            mixed_radix::convert_chunked(moduli, starts, Block::current(), &mut column, &mut exchange);
        }
    }

    /// A column of digits as a row of one lane.
    pub struct OneLane(pub GlobalRow);

    impl Row<[u32; 1]> for OneLane {
        #[inline(always)]
        fn get(&self, i: u32) -> [u32; 1] {
            [self.0.get(i)]
        }
        #[inline(always)]
        fn set(&mut self, i: u32, value: [u32; 1]) {
            self.0.set(i, value[0]);
        }
    }
}

/// The chunked form with m_chunk = 32, one block per coefficient. Shared: 128 words. Grid: `coefficients` blocks.
#[kernel(family = "mixed_radix", block = 32)]
pub unsafe fn mixed_radix_block_32(
    moduli: *const Mont31,
    starts: *const u32,
    digits: *mut u32,
    n: u32,
    coefficients: u32,
) {
    // SAFETY: passed on to the host.
    unsafe { body::chunked(moduli, starts, digits, n, coefficients) }
}

/// The chunked form with m_chunk = 128, one block per coefficient. Shared: 512 words. Grid: `coefficients` blocks.
#[kernel(family = "mixed_radix", block = 128)]
pub unsafe fn mixed_radix_block_128(
    moduli: *const Mont31,
    starts: *const u32,
    digits: *mut u32,
    n: u32,
    coefficients: u32,
) {
    // SAFETY: passed on to the host.
    unsafe { body::chunked(moduli, starts, digits, n, coefficients) }
}

/// The chunked form with m_chunk = 512, one block per coefficient. Shared: 2048 words. Grid: `coefficients` blocks.
#[kernel(family = "mixed_radix", block = 512)]
pub unsafe fn mixed_radix_block_512(
    moduli: *const Mont31,
    starts: *const u32,
    digits: *mut u32,
    n: u32,
    coefficients: u32,
) {
    // SAFETY: passed on to the host.
    unsafe { body::chunked(moduli, starts, digits, n, coefficients) }
}

/// Fills the table of weights, [`crate::integers::mixed_radix::weights_len`] elements, set to zero before. One thread per modulus.
#[kernel(family = "mixed_radix", block = 64)]
pub unsafe fn mixed_radix_weights(moduli: *const Mont31, table: *mut Weights, n: u32) {
    let i = thread::index_1d() as usize;
    if i < n as usize {
        // SAFETY: `moduli` has n elements; entry i mod 8 of the chunk's rows j <= max(i - 1, 0) is this thread's alone.
        unsafe {
            let moduli = core::slice::from_raw_parts(moduli, n as usize);
            let rows = table.add(mixed_radix::weights_offset(i / CHUNK)).cast::<u32>();
            mixed_radix::weights(moduli, i, |j, weight| *rows.add(j * CHUNK + i % CHUNK) = weight);
        }
    }
}

/// One thread per coefficient, eight digits in registers. `weights` is the table that
/// [`MixedRadixWeights`] fills.
#[kernel(family = "mixed_radix", block = 128)]
pub unsafe fn mixed_radix_thread(
    moduli: *const Mont31,
    weights: *const Weights,
    digits: *mut u32,
    n: u32,
    coefficients: u32,
) {
    let k = thread::index_1d();
    if k < coefficients {
        // SAFETY: k < coefficients, so the column is this thread's alone; the tables have n and weights_len elements.
        unsafe {
            let moduli = core::slice::from_raw_parts(moduli, n as usize);
            let weights = core::slice::from_raw_parts(weights, mixed_radix::weights_len(n as usize));
            let mut column = body::OneLane(GlobalRow::new(digits.add(k as usize), coefficients as usize));
            mixed_radix::convert_lanes(Solo, moduli, weights, &mut column);
        }
    }
}

/// Sign and magnitude of each coefficient: `limbs` is \[limb\]\[coefficient\], [`crate::integers::recover::limbs_len`] of n limbs each,
/// lowest first; `negative`\[coefficient\] is 0 or 1. One thread per coefficient.
#[kernel(family = "mixed_radix", block = 128)]
pub unsafe fn recover_limbs(
    moduli: *const Mont31,
    digits: *const u32,
    limbs: *mut u32,
    negative: *mut u32,
    n: u32,
    coefficients: u32,
) {
    let k = thread::index_1d() as usize;
    if k < coefficients as usize {
        // SAFETY: k < coefficients, so both columns are this thread's alone; `moduli` has n elements.
        unsafe {
            let moduli = core::slice::from_raw_parts(moduli, n as usize);
            let column = GlobalRow::read_only(digits.add(k), coefficients as usize);
            let mut limbs = GlobalRow::new(limbs.add(k), coefficients as usize);
            *negative.add(k) = recover::recover_limbs(moduli, &column, &mut limbs) as u32;
        }
    }
}
