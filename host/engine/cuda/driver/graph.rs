//! Work that is captured once and queued again and again, with one call of the driver each time.

use super::context::Context;
use super::primary::while_captured;
use super::stream::Stream;
use crate::error::{Error, Result};
use cust::sys::{self, CUgraphExec};
use std::ptr;

/// Captured work of a stream, ready to be queued.
pub struct Graph {
    raw: CUgraphExec,
    context: Context,
    stream: u64,
}

// SAFETY: the handle is valid on every thread where the context is current; queueing takes it mutably.
unsafe impl Send for Graph {}

impl Stream {
    /// Captures what `work` queues on this stream, none of which runs then. Kernels of `work` should have run before, so that their code is loaded;
    /// `work` allocates and waits for nothing. Who waits for a context meanwhile waits for the end of the capture too.
    ///
    /// # Errors
    /// Of `work`; `Driver` where something in it cannot be captured, or the driver is older than CUDA 11.4; the context's fault.
    pub fn capture(&self, work: impl FnOnce() -> Result<()>) -> Result<Graph> {
        /// Calls of other threads do not end the capture.
        const RELAXED: u32 = 2;
        let context = self.context();
        let capturing = while_captured();
        // SAFETY: a live stream.
        context.call("cuStreamBeginCapture", || unsafe { sys::cuStreamBeginCapture_v2(self.raw(), RELAXED) })?;
        let queued = work();
        let mut graph = ptr::null_mut();
        // SAFETY: a live stream that captures, and a valid place. A capture that failed is ended too.
        let ended = context.call("cuStreamEndCapture", || unsafe { sys::cuStreamEndCapture(self.raw(), &mut graph) });
        drop(capturing);
        queued.and(ended)?;
        let mut raw = ptr::null_mut();
        // SAFETY: a valid place and the graph of the capture; there are no flags.
        let made =
            context.call("cuGraphInstantiate", || unsafe { sys::cuGraphInstantiateWithFlags(&mut raw, graph, 0) });
        // SAFETY: made above, destroyed once; what is instantiated does not need it.
        unsafe { sys::cuGraphDestroy(graph) };
        made?;
        Ok(Graph { raw, context: context.clone(), stream: self.id() })
    }

    /// Queues captured work.
    ///
    /// # Errors
    /// `Argument` for work of another stream; `Driver`, or the context's fault.
    ///
    /// # Safety
    /// As for each launch that was captured ([`Stream::launch`]), with the addresses of then; memory of the host that is copied to or from lives until
    /// the stream has passed this point.
    pub unsafe fn replay(&self, graph: &mut Graph) -> Result<()> {
        if graph.stream != self.id() {
            return Err(Error::argument("graph", "was captured on another stream"));
        }
        // SAFETY: a live graph and a live stream; the caller vouches for what the graph reads and writes.
        self.context().call("cuGraphLaunch", || unsafe { sys::cuGraphLaunch(graph.raw, self.raw()) })
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        if self.context.make_current().is_ok() {
            // SAFETY: made once, destroyed once; the driver waits for its last use by itself.
            unsafe { sys::cuGraphExecDestroy(self.raw) };
        }
    }
}
