//! A device made ready: its primary context, the modules loaded into it, its memory.
//!
//! A [`Context`] may be used from any thread, and everything made from it holds it: the last owner lets the device go.

use super::arena::{Arena, Block, rounded};
use super::device::{DeviceInfo, handle};
use super::error::refusal;
use super::module::Modules;
use super::patience::{Patience, Room};
use super::primary::{Primary, synchronize_current};
use crate::error::{ErrorKind, Result};
use cust::error::{CudaError, CudaResult};
use cust::sys::{self, CUresult};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A device made ready for work. Clones are the same context.
#[derive(Clone)]
pub struct Context {
    inner: Arc<Inner>,
}

struct Inner {
    modules: Mutex<Modules>,
    arena: Mutex<Arena>,
    /// Devices whose memory was asked for, by number.
    peers: Mutex<HashSet<usize>>,
    /// Released last, after what lives in it.
    primary: Primary,
}

/// All contexts of this process.
static ALL: Mutex<Vec<Weak<Inner>>> = Mutex::new(Vec::new());

/// The guarded value, also after a panic elsewhere: none of ours is left half-changed by one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Context {
    /// Makes device number `ordinal` ready.
    ///
    /// # Errors
    /// `DriverUnavailable`, `NoDevice`; `BuiltWithoutKernels` when this build has none; `UnsupportedDevice` when the device is
    /// older than the kernels; `Driver` when the driver refuses.
    pub fn new(ordinal: usize) -> Result<Self> {
        let primary = Primary::new(ordinal)?;
        let (modules, arena, peers) = Default::default();
        let inner = Arc::new(Inner { modules, arena, peers, primary });
        let mut all = lock(&ALL);
        all.retain(|other| other.strong_count() > 0);
        all.push(Arc::downgrade(&inner));
        Ok(Context { inner })
    }

    /// The device.
    pub fn device(&self) -> &DeviceInfo {
        self.primary().device()
    }

    /// Bounds the memory that buffers of this context hold together, free ones kept for reuse included; `None` for no bound
    /// but the device's.
    pub fn set_memory_limit(&self, bytes: Option<usize>) {
        self.arena().set_limit(bytes);
    }

    /// Bytes a new buffer could have: what the limit leaves, and what the device has free together with what is kept for reuse.
    ///
    /// # Errors
    /// `Driver`, or the context's fault.
    pub fn available_memory(&self) -> Result<usize> {
        let [free, _] = self.primary().memory()?;
        let arena = self.arena();
        Ok((free + arena.kept()).min(arena.headroom()))
    }

    /// The most bytes that buffers have held together since the context was made, or since [`Context::begin_peak`].
    pub fn peak_memory(&self) -> usize {
        self.arena().peak()
    }

    /// Forgets what buffers held together before.
    pub fn begin_peak(&self) {
        self.arena().begin_peak();
    }

    /// A block of at least `bytes` > 0 for `stream`. Where the device has too little, because other computations hold what is missing, this waits for it for
    /// some seconds, after what other contexts of this process keep for reuse was given back.
    ///
    /// # Errors
    /// As [`Arena::take`].
    pub(in crate::engine::cuda) fn allocate(&self, stream: u64, bytes: usize) -> Result<Block> {
        let mut patience = Patience::new();
        loop {
            // Not locked while it waits: other threads of this context may give memory back.
            let found = self.arena().take(self.primary(), stream, bytes);
            let Err(error) = &found else { return found };
            let ErrorKind::OutOfMemory { free, others, .. } = *error.kind() else { return found };
            let size = rounded(bytes).unwrap_or(usize::MAX);
            let Some(pause) = patience.pause(size, Room { free, others }) else { return found };
            self.trim_others()?;
            std::thread::sleep(pause);
        }
    }

    /// Gives back what the other contexts of this process keep for reuse on this device, except for those in use at this moment.
    fn trim_others(&self) -> Result<()> {
        let all: Vec<Arc<Inner>> = lock(&ALL).iter().filter_map(Weak::upgrade).collect();
        let here = self.device().ordinal;
        for other in all.iter().filter(|other| other.primary.device().ordinal == here) {
            let Ok(mut arena) = other.arena.try_lock() else { continue };
            if arena.kept() > 0 {
                // Work that was started on the blocks may still run; with the lock no other block becomes free.
                other.primary.synchronize()?;
                arena.trim(&other.primary)?;
            }
        }
        Ok(())
    }

    /// Gives memory kept for reuse back to the device.
    ///
    /// # Errors
    /// `Driver`, or the context's fault.
    pub fn trim(&self) -> Result<()> {
        if self.arena().kept() == 0 {
            return Ok(());
        }
        self.synchronize()?;
        self.arena().trim(self.primary())
    }

    /// Waits for all work of the context.
    ///
    /// # Errors
    /// `Driver`, or the context's fault.
    pub fn synchronize(&self) -> Result<()> {
        self.primary().synchronize()
    }

    /// The context in which calls of the driver are made.
    pub(in crate::engine::cuda) fn primary(&self) -> &Primary {
        &self.inner.primary
    }

    pub(in crate::engine::cuda) fn arena(&self) -> MutexGuard<'_, Arena> {
        lock(&self.inner.arena)
    }

    pub(in crate::engine::cuda) fn modules(&self) -> MutexGuard<'_, Modules> {
        lock(&self.inner.modules)
    }

    /// Whether two contexts are one.
    pub(in crate::engine::cuda) fn is(&self, other: &Context) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// Lets this device read the memory of another one directly where the two can do that; else the driver takes copies through
    /// the host.
    ///
    /// # Errors
    /// `Driver`, or the context's fault.
    pub(in crate::engine::cuda) fn reach(&self, other: &Context) -> Result<()> {
        let (here, there) = (self.device().ordinal, other.device().ordinal);
        // Held meanwhile, so that another thread's copy does not come before the access.
        let mut peers = lock(&self.inner.peers);
        if here == there || peers.contains(&there) {
            return Ok(());
        }
        let (device, peer) = (handle(here)?.as_raw(), handle(there)?.as_raw());
        let mut can = 0;
        // SAFETY: a valid place; both devices exist.
        self.call("cuDeviceCanAccessPeer", || unsafe { sys::cuDeviceCanAccessPeer(&mut can, device, peer) })?;
        if can != 0 {
            // SAFETY: a live context of another device; 0 is the only value allowed.
            let answer = self.raw_call("cuCtxEnablePeerAccess", || unsafe {
                sys::cuCtxEnablePeerAccess(other.primary().raw(), 0)
            })?;
            match answer {
                Ok(()) => (),
                Err(
                    CudaError::PeerAccessAlreadyEnabled | CudaError::PeerAccessUnsupported | CudaError::TooManyPeers,
                ) => (),
                Err(error) => return Err(refusal(error, "cuCtxEnablePeerAccess")),
            }
        }
        peers.insert(there);
        Ok(())
    }

    /// As [`Primary::call`].
    pub(in crate::engine::cuda) fn call(&self, call: &'static str, f: impl FnOnce() -> CUresult) -> Result<()> {
        self.primary().call(call, f)
    }

    /// As [`Primary::raw_call`].
    pub(in crate::engine::cuda) fn raw_call(
        &self,
        call: &'static str,
        f: impl FnOnce() -> CUresult,
    ) -> Result<CudaResult<()>> {
        self.primary().raw_call(call, f)
    }

    /// As [`Primary::make_current`].
    pub(in crate::engine::cuda) fn make_current(&self) -> Result<()> {
        self.primary().make_current()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Nobody else holds the context, so nothing can be told; after a fault the driver has freed everything by itself.
        if self.primary.make_current().is_ok() {
            // For what still uses the memory and the code released next.
            synchronize_current();
            lock(&self.arena).release();
            lock(&self.modules).unload();
        }
    }
}
