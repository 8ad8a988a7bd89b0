//! Problems with operands in memory of the device, one a block at a time: launches that are not too long, and scratch memory for the blocks.

use super::driver::buffer::DeviceBuffer;
use super::driver::stream::Stream;
use crate::error::Result;
use cuda_std::DevicePtr;
use std::ops::Range;

/// Element steps of one launch, unless one problem a block has more: about a second, since such a launch cannot be interrupted.
const STEPS: u64 = 1 << 39;

/// Problems 0 .. `total`, of at most `steps` element steps and `words` words of scratch memory each, in launches of whole rounds of all
/// blocks. `launch` queues one, given scratch memory, the number of blocks, and its problems; each is waited for.
pub(super) fn in_turn(
    stream: &Stream,
    words: usize,
    (total, steps): (u32, u64),
    mut launch: impl FnMut(DevicePtr<u32>, u32, Range<u32>) -> Result<()>,
) -> Result<()> {
    let (memory, blocks) = scratch(stream, words, total)?;
    for piece in pieces(total, steps, blocks, STEPS) {
        launch(memory.as_ptr(), blocks, piece)?;
        stream.synchronize()?;
    }
    Ok(())
}

/// Scratch memory of `words` words a block, one at least, and the number of blocks: as many as keep the device busy with `total` problems, fewer
/// where memory is short.
fn scratch(stream: &Stream, words: usize, total: u32) -> Result<(DeviceBuffer<u32>, u32)> {
    let (context, words) = (stream.context(), words.max(1));
    let room = context.available_memory()? / 8 / (4 * words);
    let blocks = (4 * context.device().multiprocessors as usize).min(total as usize).min(room).max(1);
    Ok((stream.alloc(blocks * words)?, blocks as u32))
}

/// How `total` problems of `steps` element steps are cut into launches of `blocks` blocks: whole rounds of all blocks, one at least,
/// within `most` steps.
fn pieces(total: u32, steps: u64, blocks: u32, most: u64) -> impl Iterator<Item = Range<u32>> {
    let rounds = (most / steps.max(1) / u64::from(blocks)).max(1);
    let len = (rounds * u64::from(blocks)).min(total.max(1).into()) as usize;
    (0..total).step_by(len).map(move |first| first..first.saturating_add(len as u32).min(total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_whole_rounds() {
        for (total, steps, blocks, most) in
            [(0, 5, 3, 100), (1, 5, 1, 100), (600, 10, 528, 1), (600, 1, 7, 100), (u32::MAX, 1 << 33, 528, 1 << 39)]
        {
            let mut next = 0;
            for piece in pieces(total, steps, blocks, most).take(10_000) {
                assert_eq!(piece.start, next);
                next = piece.end;
                let len = piece.len() as u64;
                assert!(next == total || len.is_multiple_of(blocks.into()));
                assert!(len <= u64::from(blocks) || len * steps <= most);
            }
            assert!(next == total || next >= 10_000 * blocks);
        }
        assert_eq!(pieces(600, 1 << 30, 528, 1 << 39).collect::<Vec<_>>(), [0..528, 528..600]);
    }
}
