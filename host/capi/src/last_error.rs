//! The text of the last failure of a thread.

use crate::failure::Failure;
use std::cell::RefCell;
use std::ffi::{CString, c_char};

/// A failure as C reads it.
struct Last {
    text: CString,
    place: (usize, usize),
}

thread_local! {
    static LAST: RefCell<Last> = RefCell::new(Last { text: CString::default(), place: (0, 0) });
}

/// Keeps a failure. A thread that is about to end has no place for it any more.
pub(crate) fn keep(failure: Failure) {
    let text = CString::new(failure.text.replace('\0', " ")).unwrap_or_default();
    let place = failure.place.unwrap_or((0, 0));
    let _ = LAST.try_with(|last| last.replace(Last { text, place }));
}

fn place() -> (usize, usize) {
    LAST.try_with(|last| last.borrow().place).unwrap_or((0, 0))
}

/// The text of the last failure of this thread: one sentence that names the values, and for a text that cannot be read
/// its line with a mark under the mistake. Empty where nothing has failed.
///
/// The text belongs to the library, and is valid until the next failure of a function on this thread, or the end of the
/// thread. Successful calls leave it.
#[unsafe(no_mangle)]
pub extern "C" fn eliminant_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().text.as_ptr()).unwrap_or(c"".as_ptr())
}

/// The line of the mistake, from 1, if the last failure of this thread was `ELIMINANT_PARSE`; else 0.
#[unsafe(no_mangle)]
pub extern "C" fn eliminant_last_error_line() -> usize {
    place().0
}

/// The column of the mistake, from 1, in characters, if the last failure of this thread was `ELIMINANT_PARSE`; else 0.
#[unsafe(no_mangle)]
pub extern "C" fn eliminant_last_error_column() -> usize {
    place().1
}
