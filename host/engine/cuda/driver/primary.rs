//! The primary context of a device: calls of the driver in it, and the fault that ends it.
//!
//! A kernel that faults or traps takes the device from the whole process: its context is the same for all who ask for one, and the
//! driver makes no other. The first call that hears of it, and every later one, returns the same `Device` error; only a new process
//! gets the device back.

use super::device::{DeviceInfo, device, handle};
use super::error::from_cust;
use crate::error::{Error, ErrorKind, Result};
use crate::start_up::{self, Part};
use cust::error::{CudaError, CudaResult, to_result};
use cust::sys::{self, CUcontext, CUresult};
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError, RwLock, RwLockWriteGuard};

/// The driver's context of one device, let go when dropped.
pub struct Primary {
    device: DeviceInfo,
    /// That of the device, also of other contexts.
    fault: &'static OnceLock<Error>,
    /// The kernel launched last, to be named in a fault.
    last_kernel: Mutex<Option<&'static str>>,
    raw: cust::context::Context,
}

/// The fault of device number `ordinal`, empty while there is none.
fn fault(ordinal: usize) -> &'static OnceLock<Error> {
    static FAULTS: Mutex<BTreeMap<usize, &'static OnceLock<Error>>> = Mutex::new(BTreeMap::new());
    let mut faults = FAULTS.lock().unwrap_or_else(PoisonError::into_inner);
    // A few bytes a device, as long as the process.
    faults.entry(ordinal).or_insert_with(|| Box::leak(Box::default()))
}

/// Held by who captures a stream, and shared by those who wait for a whole context: waiting fails while a stream of it is captured, and ends the
/// capture. Contexts of a device are one for the whole process.
static CAPTURE: RwLock<()> = RwLock::new(());

/// Lets nobody wait for a context meanwhile, this thread included.
pub fn while_captured() -> RwLockWriteGuard<'static, ()> {
    CAPTURE.write().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for all work of the context that is current on this thread, and returns the driver's code.
pub fn synchronize_current() -> CUresult {
    let _shared = CAPTURE.read().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: no arguments.
    unsafe { sys::cuCtxSynchronize() }
}

impl Primary {
    /// That of device number `ordinal`.
    ///
    /// # Errors
    /// As [`super::context::Context::new`].
    pub fn new(ordinal: usize) -> Result<Self> {
        let arch = crate::engine::cuda::kernels()?.arch;
        let device = device(ordinal)?;
        if !device.runs(arch) {
            let built_for = arch.to_owned();
            return Err(ErrorKind::UnsupportedDevice { device: device.to_string(), built_for }.into());
        }
        let fault = fault(ordinal);
        if let Some(fault) = fault.get() {
            return Err(fault.clone());
        }
        let handle = handle(ordinal)?;
        let raw = start_up::time(Part::Context, || cust::context::Context::new(handle));
        let raw = from_cust(raw, "cuDevicePrimaryCtxRetain")?;
        Ok(Primary { device, fault, last_kernel: Mutex::default(), raw })
    }

    /// The device.
    pub fn device(&self) -> &DeviceInfo {
        &self.device
    }

    /// The driver's handle; contexts of one device have the same.
    pub fn raw(&self) -> CUcontext {
        self.raw.as_raw()
    }

    /// Notes the kernel that is launched, to be named in a fault.
    pub fn set_last_kernel(&self, name: &'static str) {
        *self.last_kernel.lock().unwrap_or_else(PoisonError::into_inner) = Some(name);
    }

    /// # Errors
    /// The fault of the device, if one is known.
    pub fn check(&self) -> Result<()> {
        self.fault.get().map_or(Ok(()), |fault| Err(fault.clone()))
    }

    /// Bytes free on the device, and all that it has.
    pub fn memory(&self) -> Result<[usize; 2]> {
        let (mut free, mut all) = (0, 0);
        // SAFETY: valid places.
        self.call("cuMemGetInfo", || unsafe { sys::cuMemGetInfo_v2(&mut free, &mut all) })?;
        Ok([free, all])
    }

    /// Makes the context current on this thread, calls the driver through `f`, and turns its code into a result.
    ///
    /// # Errors
    /// The context's fault, earlier or by this call; else `Driver` with the name `call`.
    pub fn call(&self, call: &'static str, f: impl FnOnce() -> CUresult) -> Result<()> {
        from_cust(self.raw_call(call, f)?, call)
    }

    /// Like [`Primary::call`], but answers that leave the context usable are returned.
    pub fn raw_call(&self, call: &'static str, f: impl FnOnce() -> CUresult) -> Result<CudaResult<()>> {
        self.check()?;
        self.make_current()?;
        match to_result(f()) {
            Err(error) if error.is_sticky() => Err(self.faulted(error, call)),
            answer => Ok(answer),
        }
    }

    /// Waits for all work of the context.
    ///
    /// # Errors
    /// As [`Primary::call`].
    pub fn synchronize(&self) -> Result<()> {
        self.call("cuCtxSynchronize", synchronize_current)
    }

    /// Current on this thread, also after a fault: for what is released on drop.
    pub fn make_current(&self) -> Result<()> {
        from_cust(cust::context::CurrentContext::set_current(&self.raw), "cuCtxSetCurrent")
    }

    fn faulted(&self, error: CudaError, call: &'static str) -> Error {
        let last = *self.last_kernel.lock().unwrap_or_else(PoisonError::into_inner);
        let message = format!(
            "{}: {} (seen by {call}; the kernel named is the one launched last); device {} takes no more work from this process",
            error.name(),
            error.text(),
            self.device.ordinal
        );
        self.fault.get_or_init(|| ErrorKind::Device { kernel: last.unwrap_or("(none)"), message }.into()).clone()
    }
}
