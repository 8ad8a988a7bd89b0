//! The driver's codes as errors.
//!
//! An error is the code itself: a driver newer than the table below may return any number. Names and texts come from the table, so that
//! they are there without a driver too.

use crate::sys::{self, CUDA_SUCCESS, CUresult};
use std::{error, fmt};

/// The answer of a call: a code of the driver, or of this crate where there is no driver to call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CudaError(CUresult);

/// A result of the driver.
pub type CudaResult<T> = Result<T, CudaError>;

/// A code as a result.
pub fn to_result(code: CUresult) -> CudaResult<()> {
    if code == CUDA_SUCCESS { Ok(()) } else { Err(CudaError(code)) }
}

impl CudaError {
    /// The error of a call that returned `code`.
    pub const fn from_code(code: CUresult) -> Self {
        CudaError(code)
    }

    /// The code.
    pub const fn code(self) -> CUresult {
        self.0
    }

    /// Its name, as the driver spells it.
    pub fn name(self) -> &'static str {
        self.entry().map_or("unknown code", |entry| entry.name)
    }

    /// Its meaning.
    pub fn text(self) -> &'static str {
        self.entry().map_or("an error that this version does not know", |entry| entry.text)
    }

    /// Whether it leaves the context unusable: a kernel faulted, or the device did.
    pub const fn is_sticky(self) -> bool {
        matches!(self.0, 214 | 220 | 226 | 700 | 702 | 709 | 710 | 714..=719 | 721)
    }

    fn entry(self) -> Option<&'static Entry> {
        TABLE.binary_search_by_key(&self.0, |entry| entry.code).ok().map(|i| &TABLE[i])
    }
}

impl fmt::Display for CudaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): {}", self.name(), self.0, self.text())?;
        match sys::load() {
            Err(tried) if *self == CudaError::LibraryNotFound => write!(f, "; tried {tried}"),
            _ => Ok(()),
        }
    }
}

impl error::Error for CudaError {}

/// One code of the table.
struct Entry {
    code: CUresult,
    name: &'static str,
    text: &'static str,
}

macro_rules! table {
    ($($code:literal $variant:ident $name:literal $text:literal;)*) => {
        #[allow(non_upper_case_globals, reason = "names of variants in the published cust, and used as such in patterns")]
        impl CudaError {
            $(
                #[doc = concat!("`", $name, "`: ", $text, ".")]
                pub const $variant: CudaError = CudaError($code);
            )*
        }

        /// Sorted by code.
        static TABLE: &[Entry] = &[$(Entry { code: $code, name: $name, text: $text }),*];
    };
}

table! {
    1 InvalidValue "CUDA_ERROR_INVALID_VALUE" "a parameter is out of range";
    2 OutOfMemory "CUDA_ERROR_OUT_OF_MEMORY" "out of device memory";
    3 NotInitialized "CUDA_ERROR_NOT_INITIALIZED" "the driver is not initialised";
    4 Deinitialized "CUDA_ERROR_DEINITIALIZED" "the driver is shutting down";
    5 ProfilerDisabled "CUDA_ERROR_PROFILER_DISABLED" "the profiler is disabled";
    6 ProfilerNotInitialized "CUDA_ERROR_PROFILER_NOT_INITIALIZED" "the profiler is not initialised";
    7 ProfilerAlreadyStarted "CUDA_ERROR_PROFILER_ALREADY_STARTED" "the profiler is already started";
    8 ProfilerAlreadyStopped "CUDA_ERROR_PROFILER_ALREADY_STOPPED" "the profiler is already stopped";
    34 StubLibrary "CUDA_ERROR_STUB_LIBRARY" "the driver library is a stub";
    46 DeviceUnavailable "CUDA_ERROR_DEVICE_UNAVAILABLE" "the device is busy or unavailable";
    100 NoDevice "CUDA_ERROR_NO_DEVICE" "no CUDA device";
    101 InvalidDevice "CUDA_ERROR_INVALID_DEVICE" "no such device";
    102 DeviceNotLicensed "CUDA_ERROR_DEVICE_NOT_LICENSED" "the device has no licence";
    200 InvalidImage "CUDA_ERROR_INVALID_IMAGE" "the kernel image is invalid";
    201 InvalidContext "CUDA_ERROR_INVALID_CONTEXT" "no context is current";
    202 ContextAlreadyCurrent "CUDA_ERROR_CONTEXT_ALREADY_CURRENT" "the context is already current";
    205 MapFailed "CUDA_ERROR_MAP_FAILED" "mapping failed";
    206 UnmapFailed "CUDA_ERROR_UNMAP_FAILED" "unmapping failed";
    207 ArrayIsMapped "CUDA_ERROR_ARRAY_IS_MAPPED" "the array is mapped";
    208 AlreadyMapped "CUDA_ERROR_ALREADY_MAPPED" "already mapped";
    209 NoBinaryForGpu "CUDA_ERROR_NO_BINARY_FOR_GPU" "no kernel image for this device";
    210 AlreadyAcquired "CUDA_ERROR_ALREADY_ACQUIRED" "already acquired";
    211 NotMapped "CUDA_ERROR_NOT_MAPPED" "not mapped";
    212 NotMappedAsArray "CUDA_ERROR_NOT_MAPPED_AS_ARRAY" "not mapped as an array";
    213 NotMappedAsPointer "CUDA_ERROR_NOT_MAPPED_AS_POINTER" "not mapped as a pointer";
    214 EccUncorrectable "CUDA_ERROR_ECC_UNCORRECTABLE" "uncorrectable memory error of the device";
    215 UnsupportedLimit "CUDA_ERROR_UNSUPPORTED_LIMIT" "unsupported limit";
    216 ContextAlreadyInUse "CUDA_ERROR_CONTEXT_ALREADY_IN_USE" "the context is in use by another thread";
    217 PeerAccessUnsupported "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED" "no peer access between these devices";
    218 InvalidPtx "CUDA_ERROR_INVALID_PTX" "the PTX does not compile";
    219 InvalidGraphicsContext "CUDA_ERROR_INVALID_GRAPHICS_CONTEXT" "invalid graphics context";
    220 NvlinkUncorrectable "CUDA_ERROR_NVLINK_UNCORRECTABLE" "uncorrectable NVLink error";
    221 JitCompilerNotFound "CUDA_ERROR_JIT_COMPILER_NOT_FOUND" "the driver's PTX compiler is missing";
    222 UnsupportedPtxVersion "CUDA_ERROR_UNSUPPORTED_PTX_VERSION" "the driver is too old for this PTX";
    223 JitCompilationDisabled "CUDA_ERROR_JIT_COMPILATION_DISABLED" "compilation of PTX is disabled";
    224 UnsupportedExecAffinity "CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY" "unsupported execution affinity";
    225 UnsupportedDevsideSync "CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC" "the code synchronises on the device, which is unsupported";
    226 Contained "CUDA_ERROR_CONTAINED" "an error was contained; the context must be made again";
    300 InvalidSource "CUDA_ERROR_INVALID_SOURCE" "invalid kernel source";
    301 FileNotFound "CUDA_ERROR_FILE_NOT_FOUND" "file not found";
    302 SharedObjectSymbolNotFound "CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND" "a symbol of a shared library is missing";
    303 SharedObjectInitFailed "CUDA_ERROR_SHARED_OBJECT_INIT_FAILED" "a shared library does not initialise";
    304 OperatingSystemError "CUDA_ERROR_OPERATING_SYSTEM" "a call to the operating system failed";
    400 InvalidHandle "CUDA_ERROR_INVALID_HANDLE" "invalid handle";
    401 IllegalState "CUDA_ERROR_ILLEGAL_STATE" "a resource is in the wrong state";
    402 LossyQuery "CUDA_ERROR_LOSSY_QUERY" "the query would lose information";
    500 NotFound "CUDA_ERROR_NOT_FOUND" "a name was not found";
    600 NotReady "CUDA_ERROR_NOT_READY" "not finished yet";
    700 IllegalAddress "CUDA_ERROR_ILLEGAL_ADDRESS" "a kernel accessed memory outside its buffers";
    701 LaunchOutOfResources "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES" "a block needs more registers or memory than there are";
    702 LaunchTimeout "CUDA_ERROR_LAUNCH_TIMEOUT" "a kernel ran too long";
    703 LaunchIncompatibleTexturing "CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING" "incompatible texturing";
    704 PeerAccessAlreadyEnabled "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED" "peer access is already enabled";
    705 PeerAccessNotEnabled "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED" "peer access is not enabled";
    708 PrimaryContextActive "CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE" "the primary context is already active";
    709 ContextIsDestroyed "CUDA_ERROR_CONTEXT_IS_DESTROYED" "the context is destroyed";
    710 AssertError "CUDA_ERROR_ASSERT" "an assertion failed in a kernel";
    711 TooManyPeers "CUDA_ERROR_TOO_MANY_PEERS" "too many peers";
    712 HostMemoryAlreadyRegistered "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED" "the host memory is already registered";
    713 HostMemoryNotRegistered "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED" "the host memory is not registered";
    714 HardwareStackError "CUDA_ERROR_HARDWARE_STACK_ERROR" "the stack of a kernel is corrupted";
    715 IllegalInstruction "CUDA_ERROR_ILLEGAL_INSTRUCTION" "a kernel met an illegal instruction";
    716 MisalignedAddress "CUDA_ERROR_MISALIGNED_ADDRESS" "a kernel accessed a misaligned address";
    717 InvalidAddressSpace "CUDA_ERROR_INVALID_ADDRESS_SPACE" "a kernel accessed the wrong address space";
    718 InvalidProgramCounter "CUDA_ERROR_INVALID_PC" "the program counter of a kernel left its code";
    719 LaunchFailed "CUDA_ERROR_LAUNCH_FAILED" "a kernel faulted or trapped";
    720 CooperativeLaunchTooLarge "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE" "too many blocks for a cooperative launch";
    721 TensorMemoryLeak "CUDA_ERROR_TENSOR_MEMORY_LEAK" "a kernel left tensor memory allocated";
    800 NotPermitted "CUDA_ERROR_NOT_PERMITTED" "not permitted";
    801 NotSupported "CUDA_ERROR_NOT_SUPPORTED" "not supported";
    802 SystemNotReady "CUDA_ERROR_SYSTEM_NOT_READY" "the system is not ready for CUDA";
    803 SystemDriverMismatch "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH" "the driver's parts have different versions";
    804 CompatNotSupportedOnDevice "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE" "forward compatibility is not supported on this device";
    805 MpsConnectionFailed "CUDA_ERROR_MPS_CONNECTION_FAILED" "no connection to the MPS server";
    806 MpsRpcFailure "CUDA_ERROR_MPS_RPC_FAILURE" "a call to the MPS server failed";
    807 MpsServerNotReady "CUDA_ERROR_MPS_SERVER_NOT_READY" "the MPS server is not ready";
    808 MpsMaxClientsReached "CUDA_ERROR_MPS_MAX_CLIENTS_REACHED" "the MPS server has too many clients";
    809 MpsMaxConnectionsReached "CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED" "the MPS server has too many connections";
    810 MpsClientTerminated "CUDA_ERROR_MPS_CLIENT_TERMINATED" "the MPS client was ended by the server";
    900 StreamCaptureUnsupported "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED" "not allowed while a stream is captured";
    901 StreamCaptureInvalidated "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED" "the capture is invalid";
    902 StreamCaptureMerge "CUDA_ERROR_STREAM_CAPTURE_MERGE" "two captures would merge";
    903 StreamCaptureUnmatched "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED" "the capture began elsewhere";
    904 StreamCaptureUnjoined "CUDA_ERROR_STREAM_CAPTURE_UNJOINED" "the capture has an unjoined fork";
    905 StreamCaptureIsolation "CUDA_ERROR_STREAM_CAPTURE_ISOLATION" "a dependency crosses the capture";
    906 StreamCaptureImplicit "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT" "an implicit dependency during capture";
    907 CapturedEvent "CUDA_ERROR_CAPTURED_EVENT" "the event was recorded in a capture";
    908 StreamCaptureWrongThread "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD" "the capture belongs to another thread";
    909 Timeout "CUDA_ERROR_TIMEOUT" "the wait timed out";
    910 GraphExecUpdateFailure "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE" "the graph cannot be updated";
    911 ExternalDevice "CUDA_ERROR_EXTERNAL_DEVICE" "a device outside of CUDA failed";
    999 UnknownError "CUDA_ERROR_UNKNOWN" "an unknown error of the driver";
    100200 LibraryNotFound "CUST_ERROR_LIBRARY_NOT_FOUND" "the library of the CUDA driver cannot be opened";
    100201 FunctionNotFound "CUST_ERROR_FUNCTION_NOT_FOUND" "the CUDA driver is too old to have this function";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(TABLE.is_sorted_by(|a, b| a.code < b.code));
        assert!(TABLE.iter().all(|entry| entry.code != CUDA_SUCCESS && !entry.text.is_empty()));
    }

    #[test]
    fn codes_have_the_names_of_the_driver() {
        assert_eq!(to_result(0), Ok(()));
        assert_eq!(to_result(2), Err(CudaError::OutOfMemory));
        let error = to_result(700).unwrap_err();
        assert!(matches!(error, CudaError::IllegalAddress));
        assert_eq!(error.to_string(), "CUDA_ERROR_ILLEGAL_ADDRESS (700): a kernel accessed memory outside its buffers");
    }

    /// Codes of later drivers keep their numbers, and are no other error.
    #[test]
    fn unknown_codes_are_kept() {
        for code in [12_345, u32::MAX] {
            let error = to_result(code).unwrap_err();
            assert_eq!(error.code(), code);
            assert_ne!(error, CudaError::UnknownError);
            assert_eq!(error.to_string(), format!("unknown code ({code}): an error that this version does not know"));
        }
    }

    #[test]
    fn faults_are_sticky() {
        for fault in
            [CudaError::IllegalAddress, CudaError::LaunchFailed, CudaError::Contained, CudaError::TensorMemoryLeak]
        {
            assert!(fault.is_sticky(), "{fault}");
        }
        for refusal in [CudaError::OutOfMemory, CudaError::LaunchOutOfResources, CudaError::NotPermitted] {
            assert!(!refusal.is_sticky(), "{refusal}");
        }
    }
}
