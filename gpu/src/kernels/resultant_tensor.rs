//! Family `resultant_tensor`: scalars by the scheduled remainder form, with runs of ordinary steps in blocks that tensor cores apply. For
//! `sm_80` and newer.
//!
//! Parameters are those of family `resultant`, which divides and repairs. A problem's operands are two padded rows, of
//! [`tensor_blocks::room`] words together.

use super::device::*;
pub use super::problems::resultant::PARTS;
use super::problems::resultant::ScalarParameters;
#[cfg(target_arch = "nvptx64")]
use super::problems::resultant::body as problem;
#[cfg(target_arch = "nvptx64")]
use super::problems::resultant::tensor::{self, per_thread};
use crate::arith::Mont31;
use crate::memory::Pairs;
use crate::resultant::remainder::blocks::{Blocks, InBlocks, Placed};
use crate::resultant::remainder::tensor_blocks::{self, Bytes};
use crate::team::Team;
use crate::tensor::Warps;
use cuda_std::prelude::*;

/// Words of shared memory for a block with `problems` problems whose rows have `rows` = p + q + 2 elements together, in blocks of
/// [`tensor_blocks::steps`]`(parts)` steps.
pub const fn shared_words(parts: usize, problems: u32, rows: u32) -> u32 {
    tensor_blocks::near(parts, problems) + problems * tensor_blocks::room(rows)
}

/// Operands are read in pairs of words.
const _: () =
    assert!(tensor_blocks::near(PARTS, 1).is_multiple_of(2) && tensor_blocks::near(PARTS, 4).is_multiple_of(2));

/// Words of shared memory of a block whose operands are in memory of the device.
pub const fn near_words(parts: usize) -> u32 {
    tensor_blocks::near(parts, 1)
}

/// Words of device memory for the operands of one scalar.
pub const fn far_words(rows: u32) -> u32 {
    tensor_blocks::room(rows)
}

/// Functions that the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// One scalar by a team, with its operands in `far`; they are those of problem `number` of a warp.
    #[inline(always)]
    pub unsafe fn at_point<R, T, B>(
        field: &Mont31,
        (team, blocks): (T, B),
        operands: (R, u32),
        place: (usize, u32),
        (values, schedule): (*const u32, *const u32),
        (numerators, denominators): (*mut u32, *mut u32),
        job: &ScalarParameters,
    ) where
        R: Pairs<u32> + Copy,
        T: Warps,
        B: Blocks<Mont31, T, Placed<R>>,
    {
        // SAFETY: the caller's.
        unsafe {
            let rows = tensor::loaded(team, operands, place, values, job);
            let at = place.0 * job.points as usize + place.1 as usize;
            let outputs = (numerators.add(at), denominators.add(at));
            problem::scalar(field, (team, blocks), rows, job, schedule, outputs);
        }
    }

    /// One scalar by a block of threads, with its operands in `far`.
    #[inline(always)]
    pub unsafe fn by_block<R: Pairs<u32> + Copy>(
        near: SharedRow,
        far: R,
        place: (usize, u32),
        (primes, values, schedule): (*const Mont31, *const u32, *const u32),
        outputs: (*mut u32, *mut u32),
        job: &ScalarParameters,
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
        #[doc = concat!("One scalar for each ", stringify!($lanes), " lanes of a warp. Block (i, p): ", stringify!($problems), " points of prime p")]
        #[doc = concat!("from ", stringify!($problems), " i on. Shared: [`shared_words`]`(", stringify!($parts), ", ", stringify!($problems), ", p + q + 2)`.")]
        #[kernel(family = "resultant_tensor", block = 32, min_blocks = $blocks)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            schedule: *const u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: ScalarParameters,
        ) {
            let (inputs, outputs) = ((values, schedule), (numerators, denominators));
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

// As many blocks as the registers of their threads let be; with four scalars shared memory allows fewer.
warps! {
    resultant_blocks_lanes_8, 4, 8, 4, 12;
    resultant_blocks_lanes_16, 4, 16, 2, 16;
    resultant_blocks_lanes_32, 4, 32, 1, 16;
}

macro_rules! blocks {
    ($($name:ident, $size:literal, $blocks:literal;)*) => { $(
        #[doc = concat!("One scalar a block of ", stringify!($size), " threads. Block (x, p): point x of prime p.")]
        #[doc = "Shared: [`shared_words`]`(PARTS, 1, p + q + 2)`."]
        #[kernel(family = "resultant_tensor", block = $size, min_blocks = $blocks)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            schedule: *const u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: ScalarParameters,
        ) {
            const { assert!($size >= 3 * warp::SIZE) };
            let (inputs, outputs) = ((primes, values, schedule), (numerators, denominators));
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
    resultant_blocks_96, 96, 5;
    resultant_blocks_160, 160, 3;
    resultant_blocks_224, 224, 2;
}

/// One scalar a block at a time in memory of the device, for degrees beyond shared memory: scalars `first` to `end`, counted
/// prime points + point, in turn among the blocks of a one-dimensional grid. `scratch` has [`far_words`]`(p + q + 2)` words a block. Shared:
/// [`near_words`].
#[kernel(family = "resultant_tensor", block = 384)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn resultant_blocks_global(
    primes: *const Mont31,
    values: *const u32,
    schedule: *const u32,
    scratch: *mut u32,
    numerators: *mut u32,
    denominators: *mut u32,
    first: u32,
    end: u32,
    job: ScalarParameters,
) {
    let mut at = first + thread::block_idx_x();
    while at < end {
        let place = ((at / job.points) as usize, at % job.points);
        let (inputs, outputs) = ((primes, values, schedule), (numerators, denominators));
        let words = tensor_blocks::room(job.p + job.q + 2) as usize;
        // SAFETY: scalars of the launch only, in the block's own part of `scratch`; barriers separate loading, use and the next one's loading.
        unsafe {
            let near = SharedRow::new(dynamic_shared_mem(), 1);
            let far = GlobalRow::new(scratch.add(thread::block_idx_x() as usize * words), 1);
            body::by_block(near, far, place, inputs, outputs, &job);
        }
        // SAFETY: the whole block is here.
        unsafe { Block::current() }.sync();
        at += thread::grid_dim_x();
    }
}
