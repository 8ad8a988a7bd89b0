//! Texts from C and to C.

use crate::failure::{Failure, valued};
use crate::handle::{Out, list, value};
use std::ffi::{CStr, CString, c_char};

/// A text of the caller.
///
/// # Safety
/// The pointer is NULL or a text that ends with 0 and does not change as long as the reference lives.
pub(crate) unsafe fn text<'a>(name: &str, pointer: *const c_char) -> Result<&'a str, Failure> {
    // SAFETY: as the caller says; only whether it is NULL is asked.
    unsafe { value(name, pointer) }?;
    // SAFETY: as the caller says, and it is not NULL.
    unsafe { CStr::from_ptr(pointer) }.to_str().map_err(|error| {
        Failure::argument(name, format!("is no UTF-8: the byte at {} cannot be read", error.valid_up_to()))
    })
}

/// A text that may be left out, as NULL.
///
/// # Safety
/// As [`text`].
pub(crate) unsafe fn optional_text<'a>(name: &str, pointer: *const c_char) -> Result<Option<&'a str>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller says.
    unsafe { text(name, pointer) }.map(Some)
}

/// An array of texts.
///
/// # Safety
/// The pointer is NULL or valid for so many texts, each as for [`text`].
pub(crate) unsafe fn texts<'a>(
    name: &str,
    pointer: *const *const c_char,
    count: usize,
) -> Result<Vec<&'a str>, Failure> {
    // SAFETY: as the caller says.
    let all = unsafe { list(name, pointer, count) }?;
    // SAFETY: the same.
    all.iter().map(|each| unsafe { text(name, *each) }).collect()
}

/// Gives the caller a text.
pub(crate) fn give(out: &Out<*mut c_char>, text: impl Into<Vec<u8>>) -> Result<(), Failure> {
    let text = CString::new(text).map_err(|_| Failure::internal("a text has a byte 0"))?;
    out.set(text.into_raw());
    Ok(())
}

/// Frees a text that a function of this library gave. Nothing happens where it is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_string_free(text: *mut c_char) {
    valued((), || {
        if !text.is_null() {
            // SAFETY: the caller has it from this library, where `give` made it, and uses it no more.
            drop(unsafe { CString::from_raw(text) });
        }
    });
}
