//! Family `determinant_tensor`: determinants of large matrices by panels of pivots, whose products tensor cores compute. For `sm_80` and newer.
//!
//! Parameters are those of family `determinant`, which repairs what is marked here. All blocks have full rank.

use super::device::*;
use super::problems::determinant::DeterminantParameters;
#[cfg(target_arch = "nvptx64")]
use super::problems::determinant::body;
use crate::arith::Mont31;
use crate::determinant::panels::{self, Near, Staged};
use crate::tensor::Digits;
use cuda_std::prelude::*;

macro_rules! near {
    ($($name:ident, $threads:literal, $blocks:literal;)*) => { $(
        #[doc = concat!("One determinant for a block of ", stringify!($threads), " threads. Block (x, p): point x of prime p. Shared: the exchange, and the matrix with")]
        #[doc = "its padding, see [`panels`]."]
        #[kernel(family = "determinant_tensor", block = $threads, min_blocks = $blocks)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            powers: *const u32,
            shifts: *const u32,
            sizes: *const u32,
            entries: *const u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: DeterminantParameters,
        ) {
            let place = (thread::block_idx_y() as usize, thread::block_idx_x());
            // SAFETY: the grid is (points, primes); the whole block has one problem.
            unsafe {
                let (team, field) = (Block::current(), *primes.add(place.0));
                let point = body::Point { source: (values, powers, shifts), place, job: &job };
                let blocks = body::blocks((sizes, entries), &job);
                let near = Near(SharedRow::new(dynamic_shared_mem(), 1));
                let found = panels::determinant(&field, team, Digits::new(&field), &blocks, &point, near);
                body::write(&field, team, found, place, (numerators, denominators), &job);
            }
        }
    )* };
}

near! {
    eliminate_panels_128, 128, 3;
    eliminate_panels_256, 256, 1;
}

/// One determinant a block at a time with the matrix in memory of the device: those from `first` to `end`, counted prime points + point,
/// in turn among the blocks of a one-dimensional grid. `scratch` has `words` words a block. Shared: what [`Staged`] has near.
#[kernel(family = "determinant_tensor", block = 256, min_blocks = 1)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn eliminate_panels_global(
    primes: *const Mont31,
    values: *const u32,
    powers: *const u32,
    shifts: *const u32,
    sizes: *const u32,
    entries: *const u32,
    scratch: *mut u32,
    words: u32,
    numerators: *mut u32,
    denominators: *mut u32,
    first: u32,
    end: u32,
    job: DeterminantParameters,
) {
    let mut at = first + thread::block_idx_x();
    while at < end {
        let place = ((at / job.points) as usize, at % job.points);
        // SAFETY: determinants of the launch only, in the block's own part of `scratch`; the elimination ends with a barrier.
        unsafe {
            let (team, field) = (Block::current(), *primes.add(place.0));
            let far = GlobalRow::new(scratch.add(thread::block_idx_x() as usize * words as usize), 1);
            let near = SharedRow::new(dynamic_shared_mem(), 1);
            let point = body::Point { source: (values, powers, shifts), place, job: &job };
            let blocks = body::blocks((sizes, entries), &job);
            let found = panels::determinant(&field, team, Digits::new(&field), &blocks, &point, Staged { far, near });
            body::write(&field, team, found, place, (numerators, denominators), &job);
        }
        at += thread::grid_dim_x();
    }
}
