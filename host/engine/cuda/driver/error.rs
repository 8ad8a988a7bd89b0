//! Driver codes: their names and texts, and what they become as errors of this crate. Never calls the driver.

use crate::error::{ErrorKind, Result};
use std::ffi::CStr;

/// Success.
pub const SUCCESS: u32 = 0;
/// `CUDA_ERROR_OUT_OF_MEMORY`.
pub const OUT_OF_MEMORY: u32 = 2;
/// `CUDA_ERROR_NO_DEVICE`.
pub const NO_DEVICE: u32 = 100;
/// `CUDA_ERROR_PEER_ACCESS_UNSUPPORTED`.
pub const PEER_ACCESS_UNSUPPORTED: u32 = 217;
/// `CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED`.
pub const PEER_ACCESS_ALREADY_ENABLED: u32 = 704;
/// `CUDA_ERROR_TOO_MANY_PEERS`.
pub const TOO_MANY_PEERS: u32 = 711;
/// `CUDA_ERROR_NOT_FOUND`.
pub const NOT_FOUND: u32 = 500;
/// `CUDA_ERROR_UNKNOWN`.
pub const UNKNOWN: u32 = 999;

/// One code of the table.
pub struct Entry {
    code: u32,
    /// The driver's name of it.
    pub name: &'static CStr,
    /// What it means.
    pub text: &'static CStr,
    /// Whether CUDA 11.4, and so `cust`, knows it.
    old: bool,
}

macro_rules! table {
    ($($code:literal $name:literal $text:literal $(since $new:literal)?;)*) => {
        &[$(Entry { code: $code, name: $name, text: $text, old: true $(&& $new.is_empty())? }),*]
    };
}

/// Sorted by code.
static TABLE: &[Entry] = table! {
    0 c"CUDA_SUCCESS" c"success";
    1 c"CUDA_ERROR_INVALID_VALUE" c"a parameter is out of range";
    2 c"CUDA_ERROR_OUT_OF_MEMORY" c"out of device memory";
    3 c"CUDA_ERROR_NOT_INITIALIZED" c"the driver is not initialised";
    4 c"CUDA_ERROR_DEINITIALIZED" c"the driver is shutting down";
    5 c"CUDA_ERROR_PROFILER_DISABLED" c"the profiler is disabled";
    6 c"CUDA_ERROR_PROFILER_NOT_INITIALIZED" c"the profiler is not initialised";
    7 c"CUDA_ERROR_PROFILER_ALREADY_STARTED" c"the profiler is already started";
    8 c"CUDA_ERROR_PROFILER_ALREADY_STOPPED" c"the profiler is already stopped";
    34 c"CUDA_ERROR_STUB_LIBRARY" c"the driver library is a stub";
    46 c"CUDA_ERROR_DEVICE_UNAVAILABLE" c"the device is busy or unavailable" since "12";
    100 c"CUDA_ERROR_NO_DEVICE" c"no CUDA device, or no driver";
    101 c"CUDA_ERROR_INVALID_DEVICE" c"no such device";
    102 c"CUDA_ERROR_DEVICE_NOT_LICENSED" c"the device has no licence";
    200 c"CUDA_ERROR_INVALID_IMAGE" c"the kernel image is invalid";
    201 c"CUDA_ERROR_INVALID_CONTEXT" c"no context is current";
    202 c"CUDA_ERROR_CONTEXT_ALREADY_CURRENT" c"the context is already current";
    205 c"CUDA_ERROR_MAP_FAILED" c"mapping failed";
    206 c"CUDA_ERROR_UNMAP_FAILED" c"unmapping failed";
    207 c"CUDA_ERROR_ARRAY_IS_MAPPED" c"the array is mapped";
    208 c"CUDA_ERROR_ALREADY_MAPPED" c"already mapped";
    209 c"CUDA_ERROR_NO_BINARY_FOR_GPU" c"no kernel image for this device";
    210 c"CUDA_ERROR_ALREADY_ACQUIRED" c"already acquired";
    211 c"CUDA_ERROR_NOT_MAPPED" c"not mapped";
    212 c"CUDA_ERROR_NOT_MAPPED_AS_ARRAY" c"not mapped as an array";
    213 c"CUDA_ERROR_NOT_MAPPED_AS_POINTER" c"not mapped as a pointer";
    214 c"CUDA_ERROR_ECC_UNCORRECTABLE" c"uncorrectable memory error of the device";
    215 c"CUDA_ERROR_UNSUPPORTED_LIMIT" c"unsupported limit";
    216 c"CUDA_ERROR_CONTEXT_ALREADY_IN_USE" c"the context is in use by another thread";
    217 c"CUDA_ERROR_PEER_ACCESS_UNSUPPORTED" c"no peer access between these devices";
    218 c"CUDA_ERROR_INVALID_PTX" c"the PTX does not compile";
    219 c"CUDA_ERROR_INVALID_GRAPHICS_CONTEXT" c"invalid graphics context";
    220 c"CUDA_ERROR_NVLINK_UNCORRECTABLE" c"uncorrectable NVLink error";
    221 c"CUDA_ERROR_JIT_COMPILER_NOT_FOUND" c"the driver's PTX compiler is missing";
    222 c"CUDA_ERROR_UNSUPPORTED_PTX_VERSION" c"the driver is too old for this PTX";
    223 c"CUDA_ERROR_JIT_COMPILATION_DISABLED" c"compilation of PTX is disabled";
    224 c"CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY" c"unsupported execution affinity";
    225 c"CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC" c"the code synchronises on the device, which is unsupported" since "12";
    226 c"CUDA_ERROR_CONTAINED" c"an error was contained; the context must be made again" since "12";
    300 c"CUDA_ERROR_INVALID_SOURCE" c"invalid kernel source";
    301 c"CUDA_ERROR_FILE_NOT_FOUND" c"file not found";
    302 c"CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND" c"a symbol of a shared library is missing";
    303 c"CUDA_ERROR_SHARED_OBJECT_INIT_FAILED" c"a shared library does not initialise";
    304 c"CUDA_ERROR_OPERATING_SYSTEM" c"a call to the operating system failed";
    400 c"CUDA_ERROR_INVALID_HANDLE" c"invalid handle";
    401 c"CUDA_ERROR_ILLEGAL_STATE" c"a resource is in the wrong state";
    402 c"CUDA_ERROR_LOSSY_QUERY" c"the query would lose information" since "12";
    500 c"CUDA_ERROR_NOT_FOUND" c"a name was not found";
    600 c"CUDA_ERROR_NOT_READY" c"not finished yet";
    700 c"CUDA_ERROR_ILLEGAL_ADDRESS" c"a kernel accessed memory outside its buffers";
    701 c"CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES" c"a block needs more registers or memory than there are";
    702 c"CUDA_ERROR_LAUNCH_TIMEOUT" c"a kernel ran too long";
    703 c"CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING" c"incompatible texturing";
    704 c"CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED" c"peer access is already enabled";
    705 c"CUDA_ERROR_PEER_ACCESS_NOT_ENABLED" c"peer access is not enabled";
    708 c"CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE" c"the primary context is already active";
    709 c"CUDA_ERROR_CONTEXT_IS_DESTROYED" c"the context is destroyed";
    710 c"CUDA_ERROR_ASSERT" c"an assertion failed in a kernel";
    711 c"CUDA_ERROR_TOO_MANY_PEERS" c"too many peers";
    712 c"CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED" c"the host memory is already registered";
    713 c"CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED" c"the host memory is not registered";
    714 c"CUDA_ERROR_HARDWARE_STACK_ERROR" c"the stack of a kernel is corrupted";
    715 c"CUDA_ERROR_ILLEGAL_INSTRUCTION" c"a kernel met an illegal instruction";
    716 c"CUDA_ERROR_MISALIGNED_ADDRESS" c"a kernel accessed a misaligned address";
    717 c"CUDA_ERROR_INVALID_ADDRESS_SPACE" c"a kernel accessed the wrong address space";
    718 c"CUDA_ERROR_INVALID_PC" c"the program counter of a kernel left its code";
    719 c"CUDA_ERROR_LAUNCH_FAILED" c"a kernel faulted or trapped";
    720 c"CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE" c"too many blocks for a cooperative launch";
    721 c"CUDA_ERROR_TENSOR_MEMORY_LEAK" c"a kernel left tensor memory allocated" since "12";
    800 c"CUDA_ERROR_NOT_PERMITTED" c"not permitted";
    801 c"CUDA_ERROR_NOT_SUPPORTED" c"not supported";
    802 c"CUDA_ERROR_SYSTEM_NOT_READY" c"the system is not ready for CUDA";
    803 c"CUDA_ERROR_SYSTEM_DRIVER_MISMATCH" c"the driver's parts have different versions";
    804 c"CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE" c"forward compatibility is not supported on this device";
    805 c"CUDA_ERROR_MPS_CONNECTION_FAILED" c"no connection to the MPS server";
    806 c"CUDA_ERROR_MPS_RPC_FAILURE" c"a call to the MPS server failed";
    807 c"CUDA_ERROR_MPS_SERVER_NOT_READY" c"the MPS server is not ready";
    808 c"CUDA_ERROR_MPS_MAX_CLIENTS_REACHED" c"the MPS server has too many clients";
    809 c"CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED" c"the MPS server has too many connections";
    810 c"CUDA_ERROR_MPS_CLIENT_TERMINATED" c"the MPS client was ended by the server" since "12";
    900 c"CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED" c"not allowed while a stream is captured";
    901 c"CUDA_ERROR_STREAM_CAPTURE_INVALIDATED" c"the capture is invalid";
    902 c"CUDA_ERROR_STREAM_CAPTURE_MERGE" c"two captures would merge";
    903 c"CUDA_ERROR_STREAM_CAPTURE_UNMATCHED" c"the capture began elsewhere";
    904 c"CUDA_ERROR_STREAM_CAPTURE_UNJOINED" c"the capture has an unjoined fork";
    905 c"CUDA_ERROR_STREAM_CAPTURE_ISOLATION" c"a dependency crosses the capture";
    906 c"CUDA_ERROR_STREAM_CAPTURE_IMPLICIT" c"an implicit dependency during capture";
    907 c"CUDA_ERROR_CAPTURED_EVENT" c"the event was recorded in a capture";
    908 c"CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD" c"the capture belongs to another thread";
    909 c"CUDA_ERROR_TIMEOUT" c"the wait timed out";
    910 c"CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE" c"the graph cannot be updated";
    911 c"CUDA_ERROR_EXTERNAL_DEVICE" c"a device outside of CUDA failed";
    999 c"CUDA_ERROR_UNKNOWN" c"an unknown error of the driver";
};

/// The table's entry of `code`.
pub fn entry(code: u32) -> Option<&'static Entry> {
    TABLE.binary_search_by_key(&code, |entry| entry.code).ok().map(|i| &TABLE[i])
}

/// Whether `cust` knows `code`.
pub fn known(code: u32) -> bool {
    entry(code).is_some_and(|entry| entry.old)
}

/// The name of `code`; that of the unknown error for codes outside the table.
pub fn name(code: u32) -> &'static str {
    // All names are ASCII.
    entry(code).and_then(|entry| entry.name.to_str().ok()).unwrap_or("CUDA_ERROR_UNKNOWN")
}

/// What `code` means, in words.
pub fn text(code: u32) -> &'static str {
    entry(code).and_then(|entry| entry.text.to_str().ok()).unwrap_or("an error that this version does not know")
}

/// Whether `code` leaves the context unusable: a kernel faulted, or the device did.
pub fn is_sticky(code: u32) -> bool {
    matches!(code, 214 | 220 | 226 | 700 | 702 | 709 | 710 | 714..=719 | 721)
}

/// `Ok` for success, else the driver's error.
pub fn check(code: u32, call: &'static str) -> Result<()> {
    if code == SUCCESS { Ok(()) } else { Err(ErrorKind::Driver { code, call, name: name(code) }.into()) }
}

/// A result of `cust` as one of this crate.
pub fn from_cust<T>(result: cust::error::CudaResult<T>, call: &'static str) -> Result<T> {
    result.map_err(|error| {
        let code = error as u32;
        ErrorKind::Driver { code, call, name: name(code) }.into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_ascii() {
        assert!(TABLE.is_sorted_by(|a, b| a.code < b.code));
        for entry in TABLE {
            assert!(entry.name.to_str().is_ok_and(|name| name.starts_with("CUDA_")));
            assert!(entry.text.to_str().is_ok_and(str::is_ascii));
        }
    }

    #[test]
    fn codes_become_errors_with_their_names() {
        assert!(check(SUCCESS, "cuInit").is_ok());
        let error = check(700, "cuStreamSynchronize").unwrap_err();
        assert_eq!(error.to_string(), "cuStreamSynchronize failed: CUDA_ERROR_ILLEGAL_ADDRESS (700)");
        let error = check(12345, "cuInit").unwrap_err();
        assert_eq!(error.to_string(), "cuInit failed: CUDA_ERROR_UNKNOWN (12345)");
        let error = from_cust::<()>(Err(cust::error::CudaError::InvalidPtx), "cuModuleLoadData").unwrap_err();
        assert_eq!(error.to_string(), "cuModuleLoadData failed: CUDA_ERROR_INVALID_PTX (218)");
    }

    #[test]
    fn only_the_codes_of_the_old_enum_reach_cust() {
        assert!(known(0) && known(719) && known(999));
        assert!(!known(226) && !known(721) && !known(12345));
        assert!(is_sticky(719) && is_sticky(700) && !is_sticky(2) && !is_sticky(701));
    }
}
