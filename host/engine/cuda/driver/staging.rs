//! Page-locked memory that small copies to the device go through, so that they wait for nothing.

use super::context::Context;
use super::host_buffer::HostBuffer;
use crate::error::Result;

/// Bytes that a stream keeps. A call on small polynomials sends about a tenth of it.
const SIZE: usize = 1 << 20;

/// Longest copy that is staged: a longer one gains nothing.
pub(in crate::engine::cuda) const LONGEST: usize = SIZE / 4;

/// Memory used from the start to the end, and again once the stream has passed what was queued from it.
pub(in crate::engine::cuda) struct Staging {
    memory: HostBuffer<u8>,
    at: usize,
}

impl Staging {
    /// All of it free.
    ///
    /// # Errors
    /// As [`HostBuffer::zeroed`].
    pub fn new(context: &Context) -> Result<Self> {
        Ok(Staging { memory: HostBuffer::zeroed(context, SIZE)?, at: 0 })
    }

    /// Whether `bytes` more, [`LONGEST`] at most, fit behind what is in use.
    pub fn has_room(&self, bytes: usize) -> bool {
        self.at + bytes <= SIZE
    }

    /// All is free again: the stream has passed what was queued.
    pub fn restart(&mut self) {
        self.at = 0;
    }

    /// A copy of `bytes`, for which there is room. It stays as it is until the next restart.
    pub fn keep(&mut self, bytes: &[u8]) -> &[u8] {
        let place = self.at..self.at + bytes.len();
        // Copies begin at cache lines.
        self.at = place.end.next_multiple_of(64);
        let place = &mut self.memory[place];
        place.copy_from_slice(bytes);
        place
    }
}
