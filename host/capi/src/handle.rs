//! Pointers of C as references, lists and places for answers.

use crate::failure::Failure;
use std::ptr::NonNull;

/// A new handle of a value. The caller owns it.
pub(crate) fn boxed<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Frees a handle; nothing where it is NULL.
///
/// # Safety
/// The handle is NULL or one of [`boxed`], and nobody uses it any more.
pub(crate) unsafe fn free<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: the caller says that it is one of `boxed`, and the last use of it.
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// The value of a handle, or of another pointer.
///
/// # Safety
/// The pointer is NULL or valid for reading as long as the reference lives.
pub(crate) unsafe fn value<'a, T>(name: &str, pointer: *const T) -> Result<&'a T, Failure> {
    // SAFETY: as the caller says.
    unsafe { pointer.as_ref() }.ok_or_else(|| Failure::argument(name, "is NULL"))
}

/// The value of a handle that may be changed.
///
/// # Safety
/// The pointer is NULL or valid, and nobody else uses it as long as the reference lives.
pub(crate) unsafe fn value_mut<'a, T>(name: &str, pointer: *mut T) -> Result<&'a mut T, Failure> {
    // SAFETY: as the caller says.
    unsafe { pointer.as_mut() }.ok_or_else(|| Failure::argument(name, "is NULL"))
}

/// An array of so many elements. An empty one may be NULL.
///
/// # Safety
/// The pointer is NULL or valid for reading so many elements as long as the slice lives.
pub(crate) unsafe fn list<'a, T>(name: &str, pointer: *const T, count: usize) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(Failure::argument(name, "is NULL"));
    }
    if count.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(Failure::argument("count", format!("is {count}, more than memory can hold")));
    }
    // SAFETY: as the caller says; it is not NULL, and its size is one that slices can have.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Where an answer goes to.
pub(crate) struct Out<T>(NonNull<T>);

impl<T> Out<T> {
    /// A place of the caller.
    ///
    /// # Safety
    /// The pointer is NULL or valid for writing as long as this lives.
    pub(crate) unsafe fn new(name: &str, place: *mut T) -> Result<Out<T>, Failure> {
        NonNull::new(place).map(Out).ok_or_else(|| Failure::argument(name, "is NULL"))
    }

    /// Writes the answer.
    pub(crate) fn set(&self, value: T) {
        // SAFETY: promised to `new`. What was there needs no drop: C has put it there.
        unsafe { self.0.as_ptr().write(value) }
    }
}

impl<T> Out<*mut T> {
    /// A place for a handle or a text, with NULL in it until there is an answer: so what is freed after a failure is
    /// NULL.
    ///
    /// # Safety
    /// As [`Out::new`].
    pub(crate) unsafe fn handle(name: &str, place: *mut *mut T) -> Result<Out<*mut T>, Failure> {
        // SAFETY: as the caller says.
        let out = unsafe { Out::new(name, place) }?;
        out.set(std::ptr::null_mut());
        Ok(out)
    }
}
