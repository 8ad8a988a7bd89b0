//! A device made ready: its primary context, the modules loaded into it, its memory.
//!
//! A [`Context`] may be used from any thread, and everything made from it holds it: the last owner lets the device go.
//!
//! A kernel that faults or traps takes the whole context of its device with it. The first call that hears of it, and every
//! later one, returns the same `Device` error; only a new process gets the device back.

use super::arena::Arena;
use super::calls::call;
use super::device::{DeviceInfo, device, handle};
use super::error::{self, PEER_ACCESS_ALREADY_ENABLED, PEER_ACCESS_UNSUPPORTED, TOO_MANY_PEERS, from_cust};
use super::module::Modules;
use crate::error::{Error, ErrorKind, Result};
use crate::start_up::{self, Part};
use std::collections::HashSet;
use std::ffi::c_void;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A device made ready for work. Clones are the same context.
#[derive(Clone)]
pub struct Context {
    inner: Arc<Inner>,
}

struct Inner {
    device: DeviceInfo,
    modules: Mutex<Modules>,
    arena: Mutex<Arena>,
    fault: OnceLock<Error>,
    /// The kernel launched last, to be named in a fault.
    last_kernel: Mutex<Option<&'static str>>,
    /// Devices whose memory was asked for, by number.
    peers: Mutex<HashSet<usize>>,
    /// Released last, after what lives in it.
    primary: cust::context::Context,
}

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
        let arch = crate::engine::cuda::kernels()?.arch;
        let device = device(ordinal)?;
        if !device.runs(arch) {
            let built_for = arch.to_owned();
            return Err(ErrorKind::UnsupportedDevice { device: device.to_string(), built_for }.into());
        }
        let handle = handle(ordinal)?;
        let primary = start_up::time(Part::Context, || cust::context::Context::new(handle));
        let primary = from_cust(primary, "cuDevicePrimaryCtxRetain")?;
        Ok(Context {
            inner: Arc::new(Inner {
                device,
                modules: Mutex::default(),
                arena: Mutex::default(),
                fault: OnceLock::new(),
                last_kernel: Mutex::default(),
                peers: Mutex::default(),
                primary,
            }),
        })
    }

    /// The device.
    pub fn device(&self) -> &DeviceInfo {
        &self.inner.device
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
        let free = self.free_memory()?;
        let arena = self.arena();
        Ok((free + arena.kept()).min(arena.headroom()))
    }

    /// The most bytes that buffers have held together since the context was made.
    pub fn peak_memory(&self) -> usize {
        self.arena().peak()
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
        self.arena().trim(self)
    }

    /// Waits for all work of the context.
    ///
    /// # Errors
    /// `Driver`, or the context's fault.
    pub fn synchronize(&self) -> Result<()> {
        // SAFETY: no arguments.
        self.call("cuCtxSynchronize", || unsafe { call::cuCtxSynchronize() })
    }

    /// Bytes free on the device.
    pub(in crate::engine::cuda) fn free_memory(&self) -> Result<usize> {
        let (mut free, mut total) = (0, 0);
        // SAFETY: valid places.
        self.call("cuMemGetInfo", || unsafe { call::cuMemGetInfo_v2(&mut free, &mut total) })?;
        Ok(free)
    }

    pub(in crate::engine::cuda) fn arena(&self) -> MutexGuard<'_, Arena> {
        lock(&self.inner.arena)
    }

    pub(in crate::engine::cuda) fn modules(&self) -> MutexGuard<'_, Modules> {
        lock(&self.inner.modules)
    }

    pub(in crate::engine::cuda) fn set_last_kernel(&self, name: &'static str) {
        *lock(&self.inner.last_kernel) = Some(name);
    }

    /// Whether two contexts are one.
    pub(in crate::engine::cuda) fn is(&self, other: &Context) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// The driver's handle; contexts of one device have the same.
    pub(in crate::engine::cuda) fn raw(&self) -> *mut c_void {
        self.inner.primary.as_raw().cast()
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
        self.call("cuDeviceCanAccessPeer", || unsafe { call::cuDeviceCanAccessPeer(&mut can, device, peer) })?;
        if can != 0 {
            // SAFETY: a live context of another device; 0 is the only value allowed.
            let code =
                self.raw_call("cuCtxEnablePeerAccess", || unsafe { call::cuCtxEnablePeerAccess(other.raw(), 0) })?;
            if ![PEER_ACCESS_ALREADY_ENABLED, PEER_ACCESS_UNSUPPORTED, TOO_MANY_PEERS].contains(&code) {
                error::check(code, "cuCtxEnablePeerAccess")?;
            }
        }
        peers.insert(there);
        Ok(())
    }

    /// Makes the context current on this thread, calls the driver through `f`, and turns its code into a result.
    ///
    /// # Errors
    /// The context's fault, earlier or by this call; else `Driver` with the name `call`.
    pub(in crate::engine::cuda) fn call(&self, call: &'static str, f: impl FnOnce() -> u32) -> Result<()> {
        let code = self.raw_call(call, f)?;
        error::check(code, call)
    }

    /// Like [`Context::call`], but codes that leave the context usable are returned.
    pub(in crate::engine::cuda) fn raw_call(&self, call: &'static str, f: impl FnOnce() -> u32) -> Result<u32> {
        if let Some(fault) = self.inner.fault.get() {
            return Err(fault.clone());
        }
        self.make_current()?;
        let code = f();
        if error::is_sticky(code) { Err(self.faulted(code, call)) } else { Ok(code) }
    }

    /// Current on this thread, also after a fault: for what is released on drop.
    pub(in crate::engine::cuda) fn make_current(&self) -> Result<()> {
        from_cust(cust::context::CurrentContext::set_current(&self.inner.primary), "cuCtxSetCurrent")
    }

    fn faulted(&self, code: u32, call: &'static str) -> Error {
        let last = *lock(&self.inner.last_kernel);
        let message = format!(
            "{}: {} (seen by {call}; the kernel named is the one launched last); device {} takes no more work from this process",
            error::name(code),
            error::text(code),
            self.inner.device.ordinal
        );
        self.inner.fault.get_or_init(|| ErrorKind::Device { kernel: last.unwrap_or("(none)"), message }.into()).clone()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Nobody else holds the context, so nothing can be told; after a fault the driver has freed everything by itself.
        if cust::context::CurrentContext::set_current(&self.primary).is_ok() {
            // SAFETY: no arguments; waits for what still uses the memory and the code released next.
            unsafe { call::cuCtxSynchronize() };
            lock(&self.arena).release();
            lock(&self.modules).unload();
        }
    }
}
