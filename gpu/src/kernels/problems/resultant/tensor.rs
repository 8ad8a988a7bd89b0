//! Operands of the families with tensor cores, and the teams that work on them.

use super::{PARTS, ScalarParameters, body};
use crate::arith::Mont31;
use crate::kernels::device::*;
use crate::memory::{Pairs, Row};
use crate::resultant::remainder::ahead::{Ahead, Applier};
use crate::resultant::remainder::blocks::{Blocks, Placed};
use crate::resultant::remainder::head::positions;
use crate::resultant::remainder::tensor_blocks::{self, BELOW};
use crate::tensor::Warps;
use cuda_std::prelude::*;

/// Positions of a matrix that each of `threads` threads has who find it.
pub const fn per_thread(parts: usize, threads: u32) -> usize {
    let needed = positions(tensor_blocks::steps(parts)).div_ceil(threads);
    (if needed > 2 { needed } else { 2 }) as usize
}

/// f and g of a point, by a team, in `far`; they are those of problem `number` of a warp.
#[inline(always)]
pub unsafe fn loaded<R: Pairs<u32> + Copy, T: Warps>(
    team: T,
    (far, number): (R, u32),
    place: (usize, u32),
    values: *const u32,
    job: &ScalarParameters,
) -> (Placed<R>, Placed<R>) {
    let distance = tensor_blocks::room(job.p + job.q + 2);
    let row = |behind: u32| Placed { row: far, first: number * distance + BELOW + behind, stride: 1 };
    let second = tensor_blocks::second(job.p + 1);
    let (mut f, mut g) = (row(0), row(second));
    // Below both operands.
    let clear = |mut zeros: Placed<R>| team.each(BELOW, |i| zeros.set(i, 0));
    clear(row(BELOW.wrapping_neg()));
    clear(row(second - BELOW));
    // SAFETY: the caller's.
    unsafe {
        body::load(team, &mut f, (0, job.p + 1), values, place, job);
        body::load(team, &mut g, (job.p + 1, job.q + 1), values, place, job);
    }
    team.sync();
    (f, g)
}

/// A block of threads whose first warp goes ahead, with its memory for matrices.
///
/// # Safety
/// The whole block is here.
#[inline(always)]
pub unsafe fn block<R: Pairs<u32> + Copy>(
    field: &Mont31,
    near: SharedRow,
) -> (Block, impl Blocks<Mont31, Block, Placed<R>>) {
    // SAFETY: the caller's.
    unsafe {
        let count = thread::block_dim_x() / warp::SIZE - 1;
        let applier = |number| Applier { warp: Lanes::<{ warp::SIZE }>::current().0, number, count };
        let applier = (thread::thread_idx_x() / warp::SIZE).checked_sub(1).map(applier);
        let first = FirstWarp::current();
        (Block::current(), Ahead::<_, _, _, PARTS, { per_thread(PARTS, 32) }>::new(field, near, first, applier))
    }
}
