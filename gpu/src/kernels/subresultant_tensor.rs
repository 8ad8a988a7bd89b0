//! Family `subresultant_tensor`: subresultants by the scheduled remainder form, with runs of ordinary steps in blocks that tensor cores apply. For
//! `sm_80` and newer.
//!
//! Parameters are those of family `subresultant`, which divides; shapes and memory those of family `resultant_tensor`. Of several subresultants the principal
//! coefficients alone are found so.

use super::device::*;
use super::problems::resultant::PARTS;
#[cfg(target_arch = "nvptx64")]
use super::problems::resultant::tensor::{self, per_thread};
use super::problems::subresultant::SubresultantParameters;
#[cfg(target_arch = "nvptx64")]
use super::problems::subresultant::body as problem;
use crate::arith::Mont31;
use crate::memory::Pairs;
use crate::resultant::remainder::blocks::{Blocks, InBlocks, Placed};
use crate::resultant::remainder::tensor_blocks::{self, Bytes};
use crate::team::Team;
use crate::tensor::Warps;
use cuda_std::prelude::*;

/// Functions that the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// One point by a team, with its operands in `far`; they are those of problem `number` of a warp.
    #[inline(always)]
    pub unsafe fn at_point<R, T, B>(
        field: &Mont31,
        (team, blocks): (T, B),
        operands: (R, u32),
        place: (usize, u32),
        (values, schedule): (*const u32, *const u32),
        outputs: problem::Outputs,
        job: &SubresultantParameters,
    ) where
        R: Pairs<u32> + Copy,
        T: Warps,
        B: Blocks<Mont31, T, Placed<R>>,
    {
        // SAFETY: the caller's.
        unsafe {
            let rows = tensor::loaded(team, operands, place, values, &job.of_pair());
            problem::sequence(field, (team, blocks), rows, place, schedule, outputs, job);
        }
    }

    /// One point by a block of threads, with its operands in `far`.
    #[inline(always)]
    pub unsafe fn by_block<R: Pairs<u32> + Copy>(
        near: SharedRow,
        far: R,
        place: (usize, u32),
        (primes, values, schedule): (*const Mont31, *const u32, *const u32),
        outputs: problem::Outputs,
        job: &SubresultantParameters,
    ) {
        // SAFETY: the caller's; the whole block has one problem.
        unsafe {
            let field = *primes.add(place.0);
            at_point(&field, tensor::block(&field, near), (far, 0), place, (values, schedule), outputs, job);
        }
    }
}

macro_rules! warps {
    ($($name:ident, $parts:literal, $lanes:literal, $problems:literal, $blocks:literal;)*) => { $(
        #[doc = concat!("One point for each ", stringify!($lanes), " lanes of a warp. Block (i, p): ", stringify!($problems), " points of prime p")]
        #[doc = concat!("from ", stringify!($problems), " i on. Shared: [`shared_words`](super::resultant_tensor::shared_words)`(", stringify!($parts), ", ", stringify!($problems), ", p + q + 2)`.")]
        #[kernel(family = "subresultant_tensor", block = 32, min_blocks = $blocks)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            schedule: *const u32,
            outputs: *mut u32,
            factors: *mut u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: SubresultantParameters,
        ) {
            let (inputs, outputs) = ((values, schedule), (outputs, factors, numerators, denominators));
            // SAFETY: all problems follow the same schedule; those beyond the last point compute that point once more and write the same.
            unsafe {
                let (team, number) = Lanes::<$lanes>::current();
                const { assert!($problems == Lanes::<$lanes>::PROBLEMS) };
                let point = (thread::block_idx_x() * $problems + number).min(job.points - 1);
                let near = SharedRow::new(dynamic_shared_mem(), 1);
                let far = SharedRow::new(dynamic_shared_mem().add(tensor_blocks::near($parts, $problems)), 1);
                let (place, field) = ((thread::block_idx_y() as usize, point), *primes.add(thread::block_idx_y() as usize));
                let distance = tensor_blocks::room(job.p + job.q + 2);
                let blocks = InBlocks(Bytes::<_, $parts, $problems, { per_thread($parts, $lanes) }>::new(&field, near, (number, distance)));
                body::at_point(&field, (team, blocks), (far, number), place, inputs, outputs, &job);
            }
        }
    )* };
}

// As many blocks as the registers of their threads let be; with four points shared memory allows fewer.
warps! {
    subresultant_blocks_lanes_8, 4, 8, 4, 12;
    subresultant_blocks_lanes_16, 4, 16, 2, 16;
    subresultant_blocks_lanes_32, 4, 32, 1, 16;
}

macro_rules! blocks {
    ($($name:ident, $size:literal, $blocks:literal;)*) => { $(
        #[doc = concat!("One point a block of ", stringify!($size), " threads. Block (x, p): point x of prime p.")]
        #[doc = "Shared: [`shared_words`](super::resultant_tensor::shared_words)`(PARTS, 1, p + q + 2)`."]
        #[kernel(family = "subresultant_tensor", block = $size, min_blocks = $blocks)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            schedule: *const u32,
            outputs: *mut u32,
            factors: *mut u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: SubresultantParameters,
        ) {
            const { assert!($size >= 3 * warp::SIZE) };
            let (inputs, outputs) = ((primes, values, schedule), (outputs, factors, numerators, denominators));
            let place = (thread::block_idx_y() as usize, thread::block_idx_x());
            // SAFETY: the grid is (points, primes); the whole block has one problem.
            unsafe {
                let near = SharedRow::new(dynamic_shared_mem(), 1);
                let far = SharedRow::new(dynamic_shared_mem().add(tensor_blocks::near(PARTS, 1)), 1);
                body::by_block(near, far, place, inputs, outputs, &job);
            }
        }
    )* };
}

blocks! {
    subresultant_blocks_96, 96, 5;
    subresultant_blocks_160, 160, 3;
    subresultant_blocks_224, 224, 2;
}

/// One point a block at a time in memory of the device, for degrees beyond shared memory: points `first` to `end`, counted
/// prime points + point, in turn among the blocks of a one-dimensional grid. `scratch` has [`far_words`](super::resultant_tensor::far_words)`(p + q + 2)` words a block. Shared:
/// [`near_words`](super::resultant_tensor::near_words).
// With more threads there are 168 registers for each, and sm_90 and sm_100 spill.
#[kernel(family = "subresultant_tensor", block = 256)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn subresultant_blocks_global(
    primes: *const Mont31,
    values: *const u32,
    schedule: *const u32,
    scratch: *mut u32,
    outputs: *mut u32,
    factors: *mut u32,
    numerators: *mut u32,
    denominators: *mut u32,
    first: u32,
    end: u32,
    job: SubresultantParameters,
) {
    let words = tensor_blocks::room(job.p + job.q + 2) as usize;
    // SAFETY: the block's own part of `scratch`.
    let scratch = unsafe { scratch.add(thread::block_idx_x() as usize * words) };
    let mut at = first + thread::block_idx_x();
    while at < end {
        let place = ((at / job.points) as usize, at % job.points);
        let (inputs, outputs) = ((primes, values, schedule), (outputs, factors, numerators, denominators));
        // SAFETY: points of the launch only, in the block's own part of `scratch`; barriers separate loading, use and the next one's loading.
        unsafe {
            let near = SharedRow::new(dynamic_shared_mem(), 1);
            let far = GlobalRow::new(scratch, 1);
            body::by_block(near, far, place, inputs, outputs, &job);
        }
        // SAFETY: the whole block is here.
        unsafe { Block::current() }.sync();
        at += thread::grid_dim_x();
    }
}
