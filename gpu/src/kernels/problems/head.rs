//! The first half of a round: the matrix, which the second half applies to everything.

use super::{DEGREES, FIRST, HEAD_WORDS, LEN, MATRIX, SHIFT, TRUE, UNEVEN};
use crate::arith::Mont31;
use crate::gcd::block::{self, Round};
use crate::kernels::device::{Block, GlobalRow, SharedQuads};
use crate::team::Team;
use cuda_std::prelude::*;

/// Finds the round that takes rows 0 and 1 or, where `swapped`, 1 and 0, of true degrees `a` and `b`, and writes all that `gcd_update` needs
/// of it: formal degrees, and the matrix.
///
/// # Safety
/// `state` has [`STATE`](super::STATE) words, which are the team's, and no thread reads what it said before any more. The launch's shared
/// block has [`HEAD_WORDS`], of which nobody uses the rows of quads any more.
#[inline(always)]
pub unsafe fn write_round(
    field: &Mont31,
    team: Block,
    row: impl Fn(u32) -> GlobalRow,
    (swapped, a, b): (bool, u32, u32),
    state: *mut u32,
) -> Round {
    const { assert!(8 * block::QUADS <= HEAD_WORDS) };
    // SAFETY: the caller's; both rows of quads begin at multiples of 16 bytes; every thread writes coefficients of its own.
    unsafe {
        let shared = dynamic_shared_mem::<u32>();
        let (x, y) = (SharedQuads::new(shared), SharedQuads::new(shared.add(4 * block::QUADS)));
        let sources = (row(swapped as u32), row(!swapped as u32));
        let round = block::head(field, team, (&sources.0, a), (&sources.1, b), (x, y));
        let found = if round.in_first { x } else { y };
        team.each(block::COEFFICIENTS, |j| {
            let entries = block::coefficients(&found, round.in_order, j);
            for k in 0..4 {
                *state.add((MATRIX + 4 * j + k) as usize) = entries[k as usize];
            }
        });
        if team.rank() == 0 {
            *state.add(DEGREES as usize) = round.degrees.0;
            *state.add(DEGREES as usize + 1) = round.degrees.1;
            *state.add(FIRST as usize) = swapped as u32;
            *state.add(TRUE as usize) = a;
            *state.add(TRUE as usize + 1) = b;
            *state.add(SHIFT as usize) = round.shift;
            *state.add(LEN as usize) = round.len;
            *state.add(UNEVEN as usize) = round.uneven as u32;
        }
        round
    }
}
