//! Contexts: a device made ready for a process.

use crate::device::Device;
use crate::error::{CudaResult, to_result};
use crate::sys::{self, CUcontext, CUdevice};
use std::ptr;

/// The primary context of a device, which all of a process share. The driver lets it go when the last one is dropped.
#[derive(Debug)]
pub struct Context {
    inner: CUcontext,
    device: CUdevice,
}

// SAFETY: the handle is valid on every thread, and what it names is the driver's, which guards it.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl Context {
    /// That of `device`, current on this thread from now on.
    ///
    /// # Errors
    /// The driver's.
    pub fn new(device: Device) -> CudaResult<Self> {
        let device = device.as_raw();
        let mut inner = ptr::null_mut();
        // SAFETY: a valid place.
        to_result(unsafe { sys::cuDevicePrimaryCtxRetain(&mut inner, device) })?;
        let context = Context { inner, device };
        CurrentContext::set_current(&context)?;
        Ok(context)
    }

    /// The driver's handle, valid as long as a context of the device is.
    pub fn as_raw(&self) -> CUcontext {
        self.inner
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // A failure means that the driver shuts down, or a fault, after which it has freed everything by itself.
        // SAFETY: retained once, released once.
        unsafe { sys::cuDevicePrimaryCtxRelease_v2(self.device) };
    }
}

/// The context that is current on a thread, where the driver's calls work.
#[derive(Debug)]
pub struct CurrentContext;

impl CurrentContext {
    /// Makes `context` current on this thread.
    ///
    /// # Errors
    /// The driver's.
    pub fn set_current(context: &Context) -> CudaResult<()> {
        // SAFETY: a live context.
        to_result(unsafe { sys::cuCtxSetCurrent(context.inner) })
    }

    /// Waits for all work of the context that is current on this thread.
    ///
    /// # Errors
    /// The fault of a kernel before; the driver's.
    pub fn synchronize() -> CudaResult<()> {
        // SAFETY: takes no arguments.
        to_result(unsafe { sys::cuCtxSynchronize() })
    }
}
