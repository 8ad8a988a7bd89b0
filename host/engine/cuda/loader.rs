//! Large copies to the device: many parts are put together in page-locked memory by all cores, while what was put there before is
//! copied.

use super::{DeviceBuffer, Event, HostBuffer, Stream};
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
pub(super) struct Loader {
    slots: [Option<Slot>; 2],
}

/// The next `len` elements of the parts, `at` = (part, element) moving on, in pieces.
fn pieces<'p, T>(parts: &[&'p [T]], at: &mut (usize, usize), mut len: usize) -> Vec<&'p [T]> {
    let most = (PART_BYTES / size_of::<T>()).max(1);
    let mut found = Vec::new();
    while len > 0
        && let Some(part) = parts.get(at.0)
    {
        let count = (part.len() - at.1).min(len).min(most);
        if count > 0 {
            found.push(&part[at.1..at.1 + count]);
        }
        len -= count;
        at.1 += count;
        if at.1 == part.len() {
            *at = (at.0 + 1, 0);
        }
    }
    found
}

impl Loader {
    /// Gives the page-locked memory back.
    pub fn trim(&mut self) {
        self.slots = Default::default();
    }

    /// `parts` one behind the other on the device; they are free again when this returns.
    ///
    /// # Errors
    /// As [`Stream::alloc`] and [`HostBuffer::zeroed`]; the fault of a kernel before.
    pub fn send<T: Pod + Send + Sync>(&mut self, stream: &Stream, parts: &[&[T]]) -> Result<DeviceBuffer<T>> {
        let total = parts.iter().map(|part| part.len()).sum();
        if total * size_of::<T>() <= SMALL_BYTES {
            return match parts {
                [part] => stream.copy_of(part),
                _ => stream.copy_of(&parts.concat()),
            };
        }
        let mut buffer = stream.alloc(total)?;
        let capacity = SLOT_BYTES / size_of::<T>();
        let mut at = (0, 0);
        for (number, start) in (0..total).step_by(capacity).enumerate() {
            let len = capacity.min(total - start);
            let slot = &mut self.slots[number % 2];
            let slot = match slot {
                Some(slot) => slot,
                none => none.insert(Slot { memory: HostBuffer::zeroed(stream.context(), SLOT_BYTES)?, copied: None }),
            };
            slot.wait()?;
            let target: &mut [T] = &mut bytemuck::cast_slice_mut(&mut slot.memory)[..len];
            let mut rest = &mut target[..];
            let copies: Vec<(&mut [T], &[T])> = pieces(parts, &mut at, len)
                .into_iter()
                .map(|piece| {
                    let (to, behind) = std::mem::take(&mut rest).split_at_mut(piece.len());
                    rest = behind;
                    (to, piece)
                })
                .collect();
            copies.into_par_iter().for_each(|(to, from)| to.copy_from_slice(from));
            // SAFETY: the slot is written again, or freed, only after the event.
            unsafe { buffer.upload_async(start, target)? };
            slot.copied = Some(stream.record()?);
        }
        Ok(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_all_parts() {
        let all: Vec<u32> = (0..100_000).collect();
        let parts = [&all[..5], &all[5..5], &all[5..70_000], &all[70_000..]];
        for step in [1000, 16_384, 99_999, 100_000] {
            let (mut at, mut found) = ((0, 0), Vec::new());
            for start in (0..all.len()).step_by(step) {
                let len = step.min(all.len() - start);
                let new = pieces(&parts, &mut at, len);
                assert!(new.iter().all(|piece| !piece.is_empty() && size_of_val(*piece) <= PART_BYTES));
                assert_eq!(new.iter().map(|piece| piece.len()).sum::<usize>(), len);
                found.extend(new.concat());
            }
            assert_eq!(found, all);
        }
        assert!(pieces::<u32>(&[], &mut (0, 0), 0).is_empty());
    }
}
