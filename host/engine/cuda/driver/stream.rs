//! Streams: work of one runs in order; and events, which time it and order streams.

use super::context::Context;
use super::error::from_cust;
use super::faults;
use super::staging::{LONGEST, Staging};
use crate::error::{Error, Result};
use cust::stream::StreamFlags;
use cust::sys::{self, CUDA_SUCCESS, CUevent, CUstream};
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A queue of work on a device. Clones are the same queue; buffers hold one.
#[derive(Clone)]
pub struct Stream {
    inner: Arc<Inner>,
}

struct Inner {
    id: u64,
    /// Destroyed before the context is let go: fields drop in order.
    raw: cust::stream::Stream,
    /// Made for the first small copy.
    staging: Mutex<Option<Staging>>,
    context: Context,
}

impl Stream {
    /// A new queue on the device of `context`.
    ///
    /// # Errors
    /// `Driver`, or the context's fault.
    pub fn new(context: &Context) -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        context.call("cuCtxSetCurrent", || CUDA_SUCCESS)?;
        // Nothing here uses the null stream: the flag only says that work of another library there, and this stream's, wait for each other.
        let raw = cust::stream::Stream::new(StreamFlags::DEFAULT, None);
        let raw = from_cust(raw, "cuStreamCreateWithPriority")?;
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        Ok(Stream { inner: Arc::new(Inner { id, raw, staging: Mutex::new(None), context: context.clone() }) })
    }

    /// The context.
    pub fn context(&self) -> &Context {
        &self.inner.context
    }

    /// Waits until all work queued so far is done.
    ///
    /// # Errors
    /// The fault of a kernel before; `Driver`.
    pub fn synchronize(&self) -> Result<()> {
        // SAFETY: a live stream.
        self.context().call("cuStreamSynchronize", || unsafe { sys::cuStreamSynchronize(self.raw()) })
    }

    /// Marks this point of the queue, with the time at which the device reaches it.
    ///
    /// # Errors
    /// `Driver`, or the context's fault.
    pub fn record(&self) -> Result<Event> {
        let context = self.context();
        let mut raw = ptr::null_mut();
        // SAFETY: a valid place; 0 asks for an event with a time.
        context.call("cuEventCreate", || unsafe { sys::cuEventCreate(&mut raw, 0) })?;
        let event = Event { raw, context: context.clone() };
        // SAFETY: a live event and a live stream of one context.
        context.call("cuEventRecord", || unsafe { sys::cuEventRecord(raw, self.raw()) })?;
        Ok(event)
    }

    /// Lets work queued from here on wait for `event`.
    ///
    /// # Errors
    /// `Argument` when the event is of another context; `Driver`, or the context's fault.
    pub fn wait_for(&self, event: &Event) -> Result<()> {
        let context = self.context();
        if !context.is(&event.context) {
            return Err(Error::argument("event", "belongs to another context"));
        }
        // SAFETY: a live event and a live stream of one context; 0 is the only value allowed.
        context.call("cuStreamWaitEvent", || unsafe { sys::cuStreamWaitEvent(self.raw(), event.raw, 0) })
    }

    pub(in crate::engine::cuda) fn raw(&self) -> CUstream {
        self.inner.raw.as_inner()
    }

    /// Queues a copy of `bytes` to `address`, which has room for them; `false` when they are too many. `bytes` may change as
    /// soon as this returns.
    ///
    /// # Safety
    /// `address` and the bytes behind it lie in a live buffer of this stream.
    pub(in crate::engine::cuda) unsafe fn stage(&self, address: u64, bytes: &[u8]) -> Result<bool> {
        if bytes.len() > LONGEST {
            return Ok(false);
        }
        let mut staging = self.inner.staging.lock().unwrap_or_else(PoisonError::into_inner);
        let staging = match &mut *staging {
            Some(staging) => staging,
            none => none.insert(Staging::new(self.context())?),
        };
        if !staging.has_room(bytes.len()) {
            self.synchronize()?;
            staging.restart();
        }
        let (source, stream) = (staging.keep(bytes).as_ptr(), self.raw());
        // SAFETY: both ranges are valid; the staged bytes are written again only after the stream was waited for.
        self.context().call("cuMemcpyHtoDAsync", || unsafe {
            sys::cuMemcpyHtoDAsync_v2(address, source.cast(), bytes.len(), stream)
        })?;
        // SAFETY: the caller vouches for the range.
        self.context().call("cuMemsetAsync", || unsafe { faults::copied(address, bytes.len(), stream) })?;
        Ok(true)
    }

    pub(in crate::engine::cuda) fn id(&self) -> u64 {
        self.inner.id
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if self.context.make_current().is_ok() {
            // Blocks kept for this stream may still be in use by its work. After a fault both calls fail, and the driver
            // has freed everything by itself.
            let _ = self.raw.synchronize();
            self.context.arena().release_stream(self.id);
        }
    }
}

/// A point in a stream's queue.
pub struct Event {
    raw: CUevent,
    context: Context,
}

// SAFETY: the handle is valid on every thread where the context is current.
unsafe impl Send for Event {}
// SAFETY: as above; the driver's calls on an event may run at the same time.
unsafe impl Sync for Event {}

impl Event {
    /// Waits until the device has reached the point.
    ///
    /// # Errors
    /// The fault of a kernel before; `Driver`.
    pub fn synchronize(&self) -> Result<()> {
        // SAFETY: a live event.
        self.context.call("cuEventSynchronize", || unsafe { sys::cuEventSynchronize(self.raw) })
    }

    /// Waits for both points and returns the time of the device between them; 0 when `start` came later. Resolution about a
    /// microsecond.
    ///
    /// # Errors
    /// The fault of a kernel before; `Argument` when `start` is of another context; `Driver`.
    pub fn elapsed_since(&self, start: &Event) -> Result<Duration> {
        if !self.context.is(&start.context) {
            return Err(Error::argument("event", "belongs to another context"));
        }
        start.synchronize()?;
        self.synchronize()?;
        let mut milliseconds = 0.0;
        // SAFETY: a valid place; both events are recorded and reached.
        self.context.call("cuEventElapsedTime", || unsafe {
            sys::cuEventElapsedTime(&mut milliseconds, start.raw, self.raw)
        })?;
        Ok(Duration::try_from_secs_f64(f64::from(milliseconds) / 1e3).unwrap_or_default())
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if self.context.make_current().is_ok() {
            // SAFETY: created once, destroyed once; the driver waits for its last use by itself.
            unsafe { sys::cuEventDestroy_v2(self.raw) };
        }
    }
}
