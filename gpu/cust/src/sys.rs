//! The functions and types of `cuda.h` that are used, under their names there.
//!
//! Each function opens the library of the driver and looks its own name up when it is first called. It returns the driver's code as
//! a number, since later drivers have codes that no list has; [`to_result`](crate::error::to_result) makes a result of it.

#![allow(non_camel_case_types, non_snake_case, reason = "the driver's names")]

use crate::error::CudaError;
use crate::library::library;
use std::ffi::{c_char, c_int, c_uchar, c_uint, c_ulonglong, c_void};
use std::sync::OnceLock;

/// Opens the library of the driver, unless that has been done.
///
/// # Errors
/// For each library that was tried, what the loader said.
pub fn load() -> Result<(), &'static str> {
    library().map(|_| ())
}

/// The driver's answer to a call.
pub type CUresult = c_uint;
/// The answer of a call that succeeded.
pub const CUDA_SUCCESS: CUresult = 0;
/// A device.
pub type CUdevice = c_int;
/// An address of device memory.
pub type CUdeviceptr = c_ulonglong;
/// The number of an attribute of a device.
pub type CUdevice_attribute = c_uint;
/// The number of an attribute of a function.
pub type CUfunction_attribute = c_uint;
/// The number of an option of the driver's compiler.
pub type CUjit_option = c_uint;
/// The number of a way to capture a stream.
pub type CUstreamCaptureMode = c_uint;

macro_rules! handles {
    ($($handle:ident $opaque:ident $what:literal;)*) => {$(
        #[doc = concat!("What [`", stringify!($handle), "`] points to.")]
        #[repr(C)]
        #[derive(Debug)]
        pub struct $opaque {
            _private: [u8; 0],
        }
        #[doc = concat!("The driver's handle of ", $what, ".")]
        pub type $handle = *mut $opaque;
    )*};
}

handles! {
    CUcontext CUctx_st "a context";
    CUmodule CUmod_st "a module";
    CUfunction CUfunc_st "a function of a module";
    CUarray CUarray_st "an array for textures";
    CUevent CUevent_st "an event";
    CUstream CUstream_st "a stream";
    CUgraph CUgraph_st "a graph";
    CUgraphExec CUgraphExec_st "a graph that can be launched";
}

/// Where the memory of a copy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum CUmemorytype_enum {
    /// On the host.
    CU_MEMORYTYPE_HOST = 1,
    /// On a device.
    CU_MEMORYTYPE_DEVICE = 2,
    /// In an array for textures.
    CU_MEMORYTYPE_ARRAY = 3,
    /// Wherever its address says.
    CU_MEMORYTYPE_UNIFIED = 4,
}
pub use CUmemorytype_enum as CUmemorytype;

/// A rectangle of bytes, and where it is copied to.
#[allow(missing_docs, reason = "the driver's documentation has them")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct CUDA_MEMCPY2D {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const c_void,
    pub srcDevice: CUdeviceptr,
    pub srcArray: CUarray,
    pub srcPitch: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut c_void,
    pub dstDevice: CUdeviceptr,
    pub dstArray: CUarray,
    pub dstPitch: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
}

macro_rules! forward {
    ($(fn $name:ident($($argument:ident: $t:ty),*);)*) => {$(
        #[doc = concat!("The driver's `", stringify!($name), "`.")]
        ///
        /// # Safety
        /// That of the driver's function.
        #[allow(clippy::too_many_arguments, reason = "the driver's signature")]
        pub unsafe fn $name($($argument: $t),*) -> CUresult {
            type Function = unsafe extern "C" fn($($t),*) -> CUresult;
            static FUNCTION: OnceLock<Result<Function, CUresult>> = OnceLock::new();
            let function = FUNCTION.get_or_init(|| {
                let library = library().map_err(|_| CudaError::LibraryNotFound.code())?;
                // SAFETY: the driver has this signature for this name; the library is never closed.
                unsafe { library.get::<Function>(concat!(stringify!($name), "\0").as_bytes()) }
                    .map(|symbol| *symbol)
                    .map_err(|_| CudaError::FunctionNotFound.code())
            });
            match function {
                // SAFETY: passed on to the caller.
                Ok(function) => unsafe { function($($argument),*) },
                Err(code) => *code,
            }
        }
    )*};
}

forward! {
    fn cuInit(flags: c_uint);
    fn cuDriverGetVersion(version: *mut c_int);
    fn cuDeviceGetCount(count: *mut c_int);
    fn cuDeviceGet(device: *mut CUdevice, ordinal: c_int);
    fn cuDeviceGetName(name: *mut c_char, len: c_int, device: CUdevice);
    fn cuDeviceTotalMem_v2(bytes: *mut usize, device: CUdevice);
    fn cuDeviceGetAttribute(value: *mut c_int, attribute: CUdevice_attribute, device: CUdevice);
    fn cuDeviceCanAccessPeer(can: *mut c_int, device: CUdevice, peer: CUdevice);
    fn cuDevicePrimaryCtxRetain(context: *mut CUcontext, device: CUdevice);
    fn cuDevicePrimaryCtxRelease_v2(device: CUdevice);
    fn cuCtxSetCurrent(context: CUcontext);
    fn cuCtxSynchronize();
    fn cuCtxEnablePeerAccess(peer: CUcontext, flags: c_uint);
    fn cuModuleLoadDataEx(module: *mut CUmodule, image: *const c_void, options: c_uint, names: *mut CUjit_option,
        values: *mut *mut c_void);
    fn cuModuleGetFunction(function: *mut CUfunction, module: CUmodule, name: *const c_char);
    fn cuModuleUnload(module: CUmodule);
    fn cuFuncGetAttribute(value: *mut c_int, attribute: CUfunction_attribute, function: CUfunction);
    fn cuFuncSetAttribute(function: CUfunction, attribute: CUfunction_attribute, value: c_int);
    fn cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks: *mut c_int, function: CUfunction, block: c_int, shared: usize);
    fn cuLaunchKernel(function: CUfunction, gx: c_uint, gy: c_uint, gz: c_uint, bx: c_uint, by: c_uint, bz: c_uint,
        shared: c_uint, stream: CUstream, parameters: *mut *mut c_void, extra: *mut *mut c_void);
    fn cuMemAlloc_v2(address: *mut CUdeviceptr, bytes: usize);
    fn cuMemFree_v2(address: CUdeviceptr);
    fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize);
    fn cuMemAllocHost_v2(memory: *mut *mut c_void, bytes: usize);
    fn cuMemFreeHost(memory: *mut c_void);
    fn cuMemcpyHtoDAsync_v2(to: CUdeviceptr, from: *const c_void, bytes: usize, stream: CUstream);
    fn cuMemcpyDtoHAsync_v2(to: *mut c_void, from: CUdeviceptr, bytes: usize, stream: CUstream);
    fn cuMemcpyDtoDAsync_v2(to: CUdeviceptr, from: CUdeviceptr, bytes: usize, stream: CUstream);
    fn cuMemcpy2DAsync_v2(rectangle: *const CUDA_MEMCPY2D, stream: CUstream);
    fn cuMemcpyPeerAsync(to: CUdeviceptr, to_context: CUcontext, from: CUdeviceptr, from_context: CUcontext, bytes: usize,
        stream: CUstream);
    fn cuMemsetD8Async(address: CUdeviceptr, value: c_uchar, bytes: usize, stream: CUstream);
    fn cuMemsetD32Async(address: CUdeviceptr, value: c_uint, words: usize, stream: CUstream);
    fn cuStreamCreateWithPriority(stream: *mut CUstream, flags: c_uint, priority: c_int);
    fn cuStreamDestroy_v2(stream: CUstream);
    fn cuStreamSynchronize(stream: CUstream);
    fn cuStreamWaitEvent(stream: CUstream, event: CUevent, flags: c_uint);
    fn cuStreamBeginCapture_v2(stream: CUstream, mode: CUstreamCaptureMode);
    fn cuStreamEndCapture(stream: CUstream, graph: *mut CUgraph);
    fn cuGraphInstantiateWithFlags(executable: *mut CUgraphExec, graph: CUgraph, flags: c_ulonglong);
    fn cuGraphLaunch(executable: CUgraphExec, stream: CUstream);
    fn cuGraphDestroy(graph: CUgraph);
    fn cuGraphExecDestroy(executable: CUgraphExec);
    fn cuEventCreate(event: *mut CUevent, flags: c_uint);
    fn cuEventRecord(event: CUevent, stream: CUstream);
    fn cuEventSynchronize(event: CUevent);
    fn cuEventElapsedTime(milliseconds: *mut f32, start: CUevent, end: CUevent);
    fn cuEventDestroy_v2(event: CUevent);
}
