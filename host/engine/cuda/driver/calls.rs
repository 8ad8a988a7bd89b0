//! The driver, opened on first use.
//!
//! `cust` links `libcuda`, and a program linked against it does not start where there is no driver. So this module *defines*
//! the driver functions in use (an empty linker script stands in for the library, see `.cargo/config.toml`): each forwards to
//! the real `libcuda.so.1`, or answers `CUDA_ERROR_NO_DEVICE` where that cannot be opened. One binary runs on both machines.
//!
//! Every function exists twice: exported under its C name for `cust`, and in [`call`] for us, where it returns the driver's
//! code as a number. `cust` holds codes in a Rust enum of CUDA 11.4, so the exported ones replace codes that this enum does
//! not know by `CUDA_ERROR_UNKNOWN`: another value there would be undefined behaviour.

use super::error::{self, NO_DEVICE, NOT_FOUND, UNKNOWN};
use crate::error::{ErrorKind, Result};
use crate::start_up::{self, Part};
use libloading::Library;
use std::error::Error as _;
use std::ffi::{c_char, c_int, c_uchar, c_uint, c_void};
use std::sync::OnceLock;

/// The libraries tried, in order. The second is where WSL puts the first.
const LIBRARIES: [&str; 2] = ["libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"];

/// The driver's library, or what the loader said to each name.
fn library() -> &'static std::result::Result<Library, String> {
    static LIBRARY: OnceLock<std::result::Result<Library, String>> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut tried = Vec::new();
        for name in LIBRARIES {
            // SAFETY: loading the driver runs its initialisers, which are made for that; no other library bears the name.
            match unsafe { Library::new(name) } {
                Ok(library) => return Ok(library),
                Err(error) => {
                    // The loader's words are in the cause.
                    let words = error.source().map_or_else(|| error.to_string(), |cause| cause.to_string());
                    tried.push(if words.contains(name) { words } else { format!("{name}: {words}") });
                }
            }
        }
        Err(tried.join("; "))
    })
}

/// Opens the driver and initialises it, once.
///
/// # Errors
/// `DriverUnavailable`, with what was tried; `NoDevice` when the driver finds no device; `Driver` for other answers.
pub fn initialize() -> Result<()> {
    static STATE: OnceLock<Result<()>> = OnceLock::new();
    let open = || {
        if let Err(tried) = library() {
            return Err(ErrorKind::DriverUnavailable { tried: tried.clone() }.into());
        }
        // SAFETY: 0 is the only value allowed for the flags.
        match unsafe { call::cuInit(0) } {
            NO_DEVICE => Err(ErrorKind::NoDevice { ordinal: 0, count: 0 }.into()),
            code => error::check(code, "cuInit"),
        }
    };
    STATE.get_or_init(|| start_up::time(Part::Driver, open)).clone()
}

macro_rules! forward {
    ($(fn $name:ident($($argument:ident: $t:ty),*);)*) => {
        /// The driver's functions, returning its codes as numbers.
        ///
        /// # Safety
        /// That of the driver's function of the same name.
        #[allow(non_snake_case, reason = "the driver's names")]
        pub mod call {
            use super::*;
            $(
                #[doc = concat!("Forwards to the driver's `", stringify!($name), "`.")]
                ///
                /// # Safety
                /// That of the driver's function of the same name.
                #[allow(clippy::too_many_arguments, reason = "the driver's signature")]
                pub unsafe fn $name($($argument: $t),*) -> u32 {
                    type Function = unsafe extern "C" fn($($t),*) -> u32;
                    static FUNCTION: OnceLock<std::result::Result<Function, u32>> = OnceLock::new();
                    let function = FUNCTION.get_or_init(|| {
                        let library = library().as_ref().map_err(|_| NO_DEVICE)?;
                        // SAFETY: the driver exports this name with this signature; the library is never closed.
                        unsafe { library.get::<Function>(concat!(stringify!($name), "\0").as_bytes()) }
                            .map(|symbol| *symbol)
                            .map_err(|_| NOT_FOUND)
                    });
                    match function {
                        // SAFETY: passed on to the caller.
                        Ok(function) => unsafe { function($($argument),*) },
                        Err(code) => *code,
                    }
                }
            )*
        }

        #[allow(non_snake_case, reason = "the driver's names")]
        mod exported {
            use super::*;
            $(
                // SAFETY: nothing else in the program defines this name: the link takes an empty script for the driver.
                #[unsafe(no_mangle)]
                #[allow(clippy::too_many_arguments, reason = "the driver's signature")]
                unsafe extern "C" fn $name($($argument: $t),*) -> u32 {
                    // SAFETY: passed on to the caller.
                    let code = unsafe { call::$name($($argument),*) };
                    if error::known(code) { code } else { UNKNOWN }
                }
            )*
        }
    };
}

type Handle = *mut c_void;

forward! {
    fn cuInit(flags: c_uint);
    fn cuDriverGetVersion(version: *mut c_int);
    fn cuDeviceGetCount(count: *mut c_int);
    fn cuDeviceGet(device: *mut c_int, ordinal: c_int);
    fn cuDeviceGetName(name: *mut c_char, len: c_int, device: c_int);
    fn cuDeviceTotalMem_v2(bytes: *mut usize, device: c_int);
    fn cuDeviceGetAttribute(value: *mut c_int, attribute: c_uint, device: c_int);
    fn cuDevicePrimaryCtxRetain(context: *mut Handle, device: c_int);
    fn cuDevicePrimaryCtxRelease_v2(device: c_int);
    fn cuCtxSetCurrent(context: Handle);
    fn cuCtxSynchronize();
    fn cuModuleLoadDataEx(module: *mut Handle, image: *const c_void, options: c_uint, names: *mut c_uint, values: *mut Handle);
    fn cuModuleGetFunction(function: *mut Handle, module: Handle, name: *const c_char);
    fn cuModuleUnload(module: Handle);
    fn cuFuncGetAttribute(value: *mut c_int, attribute: c_uint, function: Handle);
    fn cuFuncSetAttribute(function: Handle, attribute: c_uint, value: c_int);
    fn cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks: *mut c_int, function: Handle, block: c_int, shared: usize);
    fn cuLaunchKernel(function: Handle, gx: c_uint, gy: c_uint, gz: c_uint, bx: c_uint, by: c_uint, bz: c_uint, shared: c_uint,
        stream: Handle, parameters: *mut Handle, extra: *mut Handle);
    fn cuMemAlloc_v2(address: *mut u64, bytes: usize);
    fn cuMemFree_v2(address: u64);
    fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize);
    fn cuMemAllocHost_v2(memory: *mut Handle, bytes: usize);
    fn cuMemFreeHost(memory: Handle);
    fn cuMemcpyHtoDAsync_v2(to: u64, from: *const c_void, bytes: usize, stream: Handle);
    fn cuMemcpyDtoHAsync_v2(to: Handle, from: u64, bytes: usize, stream: Handle);
    fn cuMemcpyDtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: Handle);
    fn cuMemcpy2DAsync_v2(rectangle: *const c_void, stream: Handle);
    fn cuMemcpyPeerAsync(to: u64, to_context: Handle, from: u64, from_context: Handle, bytes: usize, stream: Handle);
    fn cuDeviceCanAccessPeer(can: *mut c_int, device: c_int, peer: c_int);
    fn cuCtxEnablePeerAccess(peer: Handle, flags: c_uint);
    fn cuMemsetD8Async(address: u64, value: c_uchar, bytes: usize, stream: Handle);
    fn cuMemsetD32Async(address: u64, value: c_uint, words: usize, stream: Handle);
    fn cuStreamCreateWithPriority(stream: *mut Handle, flags: c_uint, priority: c_int);
    fn cuStreamDestroy_v2(stream: Handle);
    fn cuStreamSynchronize(stream: Handle);
    fn cuStreamBeginCapture_v2(stream: Handle, mode: c_uint);
    fn cuStreamEndCapture(stream: Handle, graph: *mut Handle);
    fn cuGraphInstantiateWithFlags(executable: *mut Handle, graph: Handle, flags: u64);
    fn cuGraphLaunch(executable: Handle, stream: Handle);
    fn cuGraphDestroy(graph: Handle);
    fn cuGraphExecDestroy(executable: Handle);
    fn cuStreamWaitEvent(stream: Handle, event: Handle, flags: c_uint);
    fn cuEventCreate(event: *mut Handle, flags: c_uint);
    fn cuEventRecord(event: Handle, stream: Handle);
    fn cuEventSynchronize(event: Handle);
    fn cuEventElapsedTime(milliseconds: *mut f32, start: Handle, end: Handle);
    fn cuEventDestroy_v2(event: Handle);
}

/// The text of a code, from our table: `cust` asks for it when it prints an error, also where there is no driver.
#[unsafe(no_mangle)]
unsafe extern "C" fn cuGetErrorString(code: u32, text: *mut *const c_char) -> u32 {
    // SAFETY: the caller passes a valid place for the pointer; the table is static.
    unsafe {
        *text = error::entry(code).map_or(c"an error that this version does not know", |entry| entry.text).as_ptr()
    };
    error::SUCCESS
}

/// The name of a code, from our table.
#[unsafe(no_mangle)]
unsafe extern "C" fn cuGetErrorName(code: u32, name: *mut *const c_char) -> u32 {
    // SAFETY: as above.
    unsafe { *name = error::entry(code).map_or(c"CUDA_ERROR_UNKNOWN", |entry| entry.name).as_ptr() };
    error::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_texts_need_no_driver() {
        // `Display` of cust's error calls cuGetErrorString, that is ours.
        assert!(cust::error::CudaError::IllegalAddress.to_string().contains("outside its buffers"));
    }

    #[test]
    fn the_state_of_the_driver_is_one_answer() {
        let first = initialize();
        assert_eq!(first, initialize());
        if let Err(error) = first {
            assert!(
                matches!(error.kind(), ErrorKind::DriverUnavailable { .. } | ErrorKind::NoDevice { .. }),
                "{error}"
            );
        }
    }
}
