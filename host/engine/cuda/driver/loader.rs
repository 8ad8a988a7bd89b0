//! Large copies to the device: all cores put a part into page-locked memory, while the part before is copied.

use crate::engine::cuda::{DeviceBuffer, Event, HostBuffer, Stream};
use crate::engine::input::{self, Chunk, FEW, List, chunks, size};
use crate::error::Result;
use bytemuck::Pod;
use rayon::prelude::*;

/// Bytes of a slot. Halves of what takes longest are worth it: a launch and an event take the time of some 200 KiB.
const SLOT_BYTES: usize = 4 << 20;

/// Bytes up to which a copy is left to the stream.
const SMALL_BYTES: usize = 1 << 18;

/// Bytes that one thread copies at a time.
const PART_BYTES: usize = 1 << 16;

/// Page-locked memory, and when it is free again.
struct Slot {
    memory: HostBuffer<u8>,
    copied: Option<Event>,
}

impl Slot {
    fn wait(&mut self) -> Result<()> {
        self.copied.take().map_or(Ok(()), |event| event.synchronize())
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        // A fault has ended the copy too.
        let _ = self.wait();
    }
}

/// Two slots in turn, kept from one load to the next.
#[derive(Default)]
pub(in crate::engine::cuda) struct Loader {
    slots: [Option<Slot>; 2],
}

/// Integers in device memory.
pub struct Input {
    pub(in crate::engine::cuda) offsets: DeviceBuffer<u32>,
    pub(in crate::engine::cuda) limbs: DeviceBuffer<u32>,
    pub(in crate::engine::cuda) negative: DeviceBuffer<u8>,
    pub(in crate::engine::cuda) count: usize,
}

/// Chunks side by side that fit a slot together: words, ends and signs.
fn groups<'c, 'a>(mut chunks: &'c [Chunk<'a>]) -> Vec<&'c [Chunk<'a>]> {
    let mut groups = Vec::new();
    while !chunks.is_empty() {
        let mut room = SLOT_BYTES;
        let fits = |chunk: &&Chunk<'_>| {
            let left = room.checked_sub(bytes(chunk));
            room = left.unwrap_or(0);
            left.is_some()
        };
        let count = chunks.iter().take_while(fits).count().max(1);
        groups.extend(chunks.split_off(..count));
    }
    groups
}

/// Bytes of a chunk in a slot.
fn bytes(chunk: &Chunk<'_>) -> usize {
    4 * chunk.words + 5 * chunk.count()
}

impl Loader {
    /// Gives the page-locked memory back.
    pub fn trim(&mut self) {
        self.slots = Default::default();
    }

    /// A slot that is free.
    fn slot(&mut self, number: usize, stream: &Stream) -> Result<&mut Slot> {
        let slot = &mut self.slots[number % 2];
        let slot = match slot {
            Some(slot) => slot,
            none => none.insert(Slot { memory: HostBuffer::zeroed(stream.context(), SLOT_BYTES)?, copied: None }),
        };
        slot.wait()?;
        Ok(slot)
    }

    /// `source` on the device; it is free again when this returns.
    ///
    /// # Errors
    /// As [`Stream::alloc`] and [`HostBuffer::zeroed`]; the fault of a kernel before.
    pub fn send<T: Pod + Send + Sync>(&mut self, stream: &Stream, source: &[T]) -> Result<DeviceBuffer<T>> {
        if size_of_val(source) <= SMALL_BYTES {
            return stream.copy_of(source);
        }
        let mut buffer = stream.alloc(source.len())?;
        let (capacity, part) = (SLOT_BYTES / size_of::<T>(), (PART_BYTES / size_of::<T>()).max(1));
        for (number, from) in source.chunks(capacity).enumerate() {
            let slot = self.slot(number, stream)?;
            let to: &mut [T] = &mut bytemuck::cast_slice_mut(&mut slot.memory)[..from.len()];
            to.par_chunks_mut(part).zip(from.par_chunks(part)).for_each(|(to, from)| to.copy_from_slice(from));
            // SAFETY: the slot is written again, or freed, only after the event.
            unsafe { buffer.upload_async(number * capacity, to)? };
            slot.copied = Some(stream.record()?);
        }
        Ok(buffer)
    }

    /// All integers of the lists, packed where they are copied from; `None` where they are few, or too long for a slot.
    ///
    /// # Errors
    /// As [`Loader::send`]; `Limit` when there are 2^32 integers or words.
    pub fn pack(&mut self, stream: &Stream, lists: &[List<'_>]) -> Result<Option<Input>> {
        if lists.iter().map(|list| list.integers.count()).sum::<usize>() <= FEW {
            return Ok(None);
        }
        let chunks = chunks(lists);
        let (count, words) = size(&chunks)?;
        if chunks.iter().any(|chunk| bytes(chunk) > SLOT_BYTES) {
            return Ok(None);
        }
        let mut input = Input {
            offsets: stream.alloc(count + 1)?,
            limbs: stream.alloc(words)?,
            negative: stream.alloc(count)?,
            count,
        };
        input.offsets.zero(0..1)?;
        let (mut integer, mut word) = (0, 0);
        for (number, group) in groups(&chunks).into_iter().enumerate() {
            let (count, words) = size(group)?;
            let slot = self.slot(number, stream)?;
            let (limbs, rest) = slot.memory.split_at_mut(4 * words);
            let (ends, rest) = rest.split_at_mut(4 * count);
            let limbs: &mut [u32] = bytemuck::cast_slice_mut(limbs);
            let (ends, negative): (&mut [u32], _) = (bytemuck::cast_slice_mut(ends), &mut rest[..count]);
            input::pack(group, word, (&mut *ends, &mut *limbs, &mut *negative));
            // SAFETY: the slot is written again, or freed, only after the event, which comes after those that were queued before an
            // error too.
            let queued = unsafe {
                (input.offsets.upload_async(integer + 1, ends))
                    .and_then(|()| input.limbs.upload_async(word, limbs))
                    .and_then(|()| input.negative.upload_async(integer, negative))
            };
            slot.copied = Some(stream.record()?);
            queued?;
            (integer, word) = (integer + count, word + words);
        }
        Ok(Some(input))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rug::Integer;

    /// Groups take all chunks in order and fit; a chunk that does not fit is one by itself.
    #[test]
    fn groups_cover() {
        let small: Vec<Integer> = (0..10_000).map(Integer::from).collect();
        let long: Vec<Integer> = (0..700u32).map(|i| (Integer::from(1) << (50 * i)) - 1).collect();
        let huge = [Integer::from(1) << (8 * SLOT_BYTES as u32)];
        let (small, long, huge) = (&small[..], &long[..], &huge[..]);
        let lists = [&small, &long, &huge, &long, &long, &small].map(|list| List::of(list));
        let chunks = chunks(&lists);
        let groups = groups(&chunks);
        let sizes: Vec<usize> = groups.iter().flat_map(|group| group.iter().map(bytes)).collect();
        assert_eq!(sizes, chunks.iter().map(bytes).collect::<Vec<_>>());
        assert!(groups.len() > 2 && groups.len() < chunks.len(), "{} of {}", groups.len(), chunks.len());
        assert!(groups.iter().all(|group| group.len() == 1 || group.iter().map(bytes).sum::<usize>() <= SLOT_BYTES));
        assert!(groups.iter().any(|group| group.len() == 1 && bytes(&group[0]) > SLOT_BYTES));
    }
}
