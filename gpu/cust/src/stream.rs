//! Streams: work of one runs in order.

use crate::error::{CudaResult, to_result};
use crate::sys::{self, CUstream};
use std::ptr;

/// Which work a stream waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StreamFlags(u32);

impl StreamFlags {
    /// Its own work, and work of the context's null stream.
    pub const DEFAULT: Self = StreamFlags(0);
    /// Its own work alone. The published `cust` drops this flag, because its buffers are copied on the null stream. Nothing in this crate uses
    /// that stream, so the driver gets the flag.
    pub const NON_BLOCKING: Self = StreamFlags(1);

    /// The driver's number.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// A queue of work of the context that was current when it was made.
#[derive(Debug)]
pub struct Stream {
    inner: CUstream,
}

// SAFETY: the handle is valid on every thread where its context is current; the driver guards the queue.
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Sync for Stream {}

impl Stream {
    /// A new queue. Work of a lower `priority`, 0 unless it is given, may come first where there are several.
    ///
    /// # Errors
    /// `InvalidContext` when none is current; the driver's.
    pub fn new(flags: StreamFlags, priority: Option<i32>) -> CudaResult<Self> {
        let mut inner = ptr::null_mut();
        // SAFETY: a valid place.
        to_result(unsafe { sys::cuStreamCreateWithPriority(&mut inner, flags.bits(), priority.unwrap_or(0)) })?;
        Ok(Stream { inner })
    }

    /// Waits for all work queued so far.
    ///
    /// # Errors
    /// The fault of a kernel before; the driver's.
    pub fn synchronize(&self) -> CudaResult<()> {
        // SAFETY: a live stream.
        to_result(unsafe { sys::cuStreamSynchronize(self.inner) })
    }

    /// The driver's handle, valid as long as this is.
    pub fn as_inner(&self) -> CUstream {
        self.inner
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // A failure means that the driver shuts down, or a fault, after which it has freed everything by itself.
        // SAFETY: made once, destroyed once; the driver does that when the work is done.
        unsafe { sys::cuStreamDestroy_v2(self.inner) };
    }
}
