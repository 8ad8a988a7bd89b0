//! What this library is.

use crate::failure::guarded;
use crate::handle::Out;
use crate::status::Status;
use crate::text::give;
use std::ffi::c_char;

/// The version of the library, as `0.1.0`. The text belongs to the library and stays valid.
#[unsafe(no_mangle)]
pub extern "C" fn eliminant_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Version and engines in words, a line each: whether this build has kernels for GPUs, and for which. Free the text
/// with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_build_info(text: *mut *mut c_char) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("text", text) }?;
        give(&out, eliminant::build_info().to_string())
    })
}

/// A name of a status, as `ELIMINANT_PARSE`; `unknown` of other numbers. The text belongs to the library and stays
/// valid.
#[unsafe(no_mangle)]
pub extern "C" fn eliminant_status_name(status: i32) -> *const c_char {
    const NAMES: [&std::ffi::CStr; 11] = [
        c"ELIMINANT_OK",
        c"ELIMINANT_PARSE",
        c"ELIMINANT_ARGUMENT",
        c"ELIMINANT_UNSUPPORTED",
        c"ELIMINANT_LIMIT",
        c"ELIMINANT_OUT_OF_MEMORY",
        c"ELIMINANT_FILE",
        c"ELIMINANT_VERIFICATION",
        c"ELIMINANT_CANCELLED",
        c"ELIMINANT_DEVICE",
        c"ELIMINANT_INTERNAL",
    ];
    let name = usize::try_from(status).ok().and_then(|status| NAMES.get(status));
    name.map_or(c"unknown".as_ptr(), |name| name.as_ptr())
}
