//! Device memory kept between calls: allocation by the driver costs more than a small problem.
//!
//! A block that is given back is kept for its stream. Work of one stream runs in order, so the next owner of the block on that
//! stream comes after everything the last one started, and no waiting is needed.

use super::error::refusal;
use super::faults;
use super::primary::Primary;
use crate::error::{ErrorKind, Result};
use cust::error::CudaError;
use cust::sys::{self, CUDA_SUCCESS};
use std::collections::{BTreeMap, HashMap};

/// The blocks of one context.
#[derive(Default)]
pub struct Arena {
    limit: Option<usize>,
    /// Bytes held from the driver.
    reserved: usize,
    /// Bytes of these that are free.
    kept: usize,
    peak: usize,
    /// Free blocks by stream and size.
    free: HashMap<u64, BTreeMap<usize, Vec<u64>>>,
}

/// A piece of device memory: address and size.
pub struct Block {
    pub address: u64,
    pub bytes: usize,
}

/// Bytes of a device that its driver may take for a context, its kernels and their stacks: nobody gives them back.
const DRIVER: usize = 1 << 30;

/// The size of the block for `bytes`: up to a sixteenth or 512 bytes more, so that near sizes share blocks.
pub fn rounded(bytes: usize) -> Option<usize> {
    // A 32nd of the next power of two is at most a sixteenth of `bytes`.
    let step = (bytes.checked_next_power_of_two()? / 32).max(512);
    bytes.checked_next_multiple_of(step)
}

impl Arena {
    pub fn set_limit(&mut self, limit: Option<usize>) {
        self.limit = limit;
    }

    /// Bytes held by free blocks.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Bytes that buffers may still take by the limit.
    pub fn headroom(&self) -> usize {
        self.limit.map_or(usize::MAX, |limit| limit.saturating_sub(self.reserved - self.kept))
    }

    /// The most bytes in use since [`Arena::begin_peak`].
    pub fn peak(&self) -> usize {
        self.peak
    }

    /// Only what is in use from now on is the most.
    pub fn begin_peak(&mut self) {
        self.peak = self.reserved - self.kept;
    }

    /// A block of at least `bytes` > 0 for `stream`: a kept one up to a quarter larger, or a new one.
    ///
    /// # Errors
    /// `OutOfMemory` when neither the limit nor the device leaves room, after the kept blocks were given up.
    pub fn take(&mut self, primary: &Primary, stream: u64, bytes: usize) -> Result<Block> {
        let full = |free, others| ErrorKind::OutOfMemory { bytes, free, others };
        let size = rounded(bytes).ok_or_else(|| full(0, 0))?;
        if faults::may_reuse()
            && let Some(block) = self.reuse(stream, size)
        {
            return Ok(block);
        }
        if self.limit.is_some_and(|limit| size > limit.saturating_sub(self.reserved)) {
            self.give_up_kept(primary)?;
            if size > self.headroom() {
                return Err(full(self.headroom(), 0).into());
            }
        }
        let mut address = 0;
        for again in [true, false] {
            // SAFETY: `address` is a valid place.
            let allocate = || unsafe { sys::cuMemAlloc_v2(&mut address, size) };
            match primary.raw_call("cuMemAlloc", || faults::allocation(allocate))? {
                Ok(()) => break,
                Err(CudaError::OutOfMemory) if again && self.kept > 0 => self.give_up_kept(primary)?,
                Err(CudaError::OutOfMemory) => {
                    let [free, all] = primary.memory()?;
                    return Err(full(free, all.saturating_sub(free + self.reserved + DRIVER)).into());
                }
                Err(error) => return Err(refusal(error, "cuMemAlloc")),
            }
        }
        self.reserved += size;
        self.note_peak();
        Ok(Block { address, bytes: size })
    }

    fn reuse(&mut self, stream: u64, size: usize) -> Option<Block> {
        let sizes = self.free.get_mut(&stream)?;
        let (&bytes, blocks) = sizes.range_mut(size..=size.saturating_add(size / 4)).next()?;
        let address = blocks.pop()?;
        if blocks.is_empty() {
            sizes.remove(&bytes);
        }
        self.kept -= bytes;
        self.note_peak();
        Some(Block { address, bytes })
    }

    fn note_peak(&mut self) {
        self.peak = self.peak.max(self.reserved - self.kept);
    }

    /// Keeps a block for the next owner on `stream`.
    pub fn put(&mut self, stream: u64, block: Block) {
        self.kept += block.bytes;
        self.free.entry(stream).or_default().entry(block.bytes).or_default().push(block.address);
    }

    fn give_up_kept(&mut self, primary: &Primary) -> Result<()> {
        // Work that was started on the blocks may still run.
        primary.synchronize()?;
        self.trim(primary)
    }

    /// Gives all kept blocks back to the driver; nothing uses them any more.
    pub fn trim(&mut self, primary: &Primary) -> Result<()> {
        primary.call("cuCtxSetCurrent", || CUDA_SUCCESS)?;
        self.release();
        Ok(())
    }

    /// Gives the blocks kept for a stream that is no more to the driver.
    pub fn release_stream(&mut self, stream: u64) {
        let sizes = self.free.remove(&stream).unwrap_or_default();
        self.free_all(sizes);
    }

    /// Gives all kept blocks to the driver. The context is current.
    pub fn release(&mut self) {
        for (_, sizes) in std::mem::take(&mut self.free) {
            self.free_all(sizes);
        }
    }

    fn free_all(&mut self, sizes: BTreeMap<usize, Vec<u64>>) {
        for (bytes, blocks) in sizes {
            for address in blocks {
                // A failure means a fault, which every later call reports.
                // SAFETY: the address came from `cuMemAlloc`, has no owner, and its stream's work is done.
                unsafe { sys::cuMemFree_v2(address) };
                self.reserved -= bytes;
                self.kept -= bytes;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_round_to_few_classes() {
        assert_eq!(rounded(1), Some(512));
        assert_eq!(rounded(512), Some(512));
        assert_eq!(rounded(513), Some(1024));
        assert_eq!(rounded(1 << 20), Some(1 << 20));
        assert_eq!(rounded((1 << 20) + 1), Some((1 << 20) + (1 << 16)));
        assert_eq!(rounded(usize::MAX), None);
        for bytes in (1..100_000).step_by(37) {
            let size = rounded(bytes).unwrap();
            assert!(size >= bytes && size - bytes < (bytes / 16).max(512), "{bytes} -> {size}");
        }
    }

    #[test]
    fn blocks_return_to_their_own_stream() {
        let mut arena = Arena { reserved: 4096, ..Arena::default() };
        arena.put(1, Block { address: 0x1000, bytes: 1024 });
        assert_eq!(arena.kept(), 1024);
        assert!(arena.reuse(2, 1024).is_none(), "another stream's block");
        assert!(arena.reuse(1, 512).is_none(), "a block more than a quarter too large");
        assert!(arena.reuse(1, 1536).is_none(), "a block too small");
        let block = arena.reuse(1, 1024).unwrap();
        assert_eq!((block.address, block.bytes, arena.kept(), arena.peak()), (0x1000, 1024, 0, 4096));
        assert!(arena.reuse(1, 1024).is_none(), "a block given twice");
    }

    #[test]
    fn the_limit_counts_what_is_in_use() {
        let mut arena = Arena { reserved: 4096, kept: 1024, ..Arena::default() };
        assert_eq!(arena.headroom(), usize::MAX);
        arena.set_limit(Some(5000));
        assert_eq!(arena.headroom(), 5000 - 3072);
        arena.set_limit(Some(1000));
        assert_eq!(arena.headroom(), 0);
    }
}
