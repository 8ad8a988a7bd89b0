//! Small copies to the device that wait for nothing: bytes go through page-locked memory that the stream keeps.

use super::buffer::HostBuffer;
use super::calls::call;
use super::stream::Stream;
use crate::error::Result;

/// Bytes that a stream keeps. A call on small polynomials sends about a tenth of it.
const SIZE: usize = 1 << 20;

/// Longest copy that is staged: a longer one gains nothing.
const LONGEST: usize = SIZE / 4;

/// Page-locked memory used from the start to the end, and again once the stream has passed what was queued from it.
pub(in crate::engine::cuda) struct Staging {
    memory: HostBuffer<u8>,
    at: usize,
}

impl Stream {
    /// Queues a copy of `bytes` to `address`, which has room for them; `false` when they are too many. `bytes` may change as
    /// soon as this returns.
    ///
    /// # Safety
    /// `address` and the bytes behind it lie in a live buffer of this stream.
    pub(in crate::engine::cuda) unsafe fn stage(&self, address: u64, bytes: &[u8]) -> Result<bool> {
        if bytes.len() > LONGEST {
            return Ok(false);
        }
        let mut staging = self.staging();
        let staging = match &mut *staging {
            Some(staging) => staging,
            none => none.insert(Staging { memory: HostBuffer::zeroed(self.context(), SIZE)?, at: 0 }),
        };
        if staging.at + bytes.len() > SIZE {
            self.synchronize()?;
            staging.at = 0;
        }
        let place = &mut staging.memory[staging.at..staging.at + bytes.len()];
        place.copy_from_slice(bytes);
        // Copies begin at cache lines.
        staging.at = (staging.at + bytes.len()).next_multiple_of(64);
        let (source, stream) = (place.as_ptr(), self.raw());
        // SAFETY: both ranges are valid; the staged bytes are written again only after the stream was waited for.
        self.context().call("cuMemcpyHtoDAsync", || unsafe {
            call::cuMemcpyHtoDAsync_v2(address, source.cast(), bytes.len(), stream)
        })?;
        Ok(true)
    }
}
