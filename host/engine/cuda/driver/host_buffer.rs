//! Arrays in page-locked memory of the host.

use super::context::Context;
use super::error::from_cust;
use super::faults;
use crate::error::{Error, ErrorKind, Result};
use bytemuck::Pod;
use cust::error::CudaError;
use cust::sys;
use std::ffi::c_void;
use std::ops::{Deref, DerefMut};
use std::ptr;

/// An array of page-locked host memory: copies to and from it run at full speed and beside other work.
pub struct HostBuffer<T: Pod> {
    memory: *mut T,
    len: usize,
    context: Context,
}

// SAFETY: plain memory with one owner.
unsafe impl<T: Pod + Send> Send for HostBuffer<T> {}
// SAFETY: as above.
unsafe impl<T: Pod + Sync> Sync for HostBuffer<T> {}

impl<T: Pod> HostBuffer<T> {
    /// An array of `len` zeros.
    ///
    /// # Errors
    /// `OutOfMemory` when the system gives no more such memory; `Driver`, or the context's fault.
    pub fn zeroed(context: &Context, len: usize) -> Result<Self> {
        let out_of_memory = |bytes| Error::from(ErrorKind::OutOfMemory { bytes, free: 0, others: 0 });
        let bytes = len.checked_mul(size_of::<T>()).ok_or_else(|| out_of_memory(usize::MAX))?;
        if bytes == 0 {
            return Ok(HostBuffer { memory: ptr::dangling_mut(), len, context: context.clone() });
        }
        let mut memory: *mut c_void = ptr::null_mut();
        // SAFETY: a valid place.
        let allocate = || unsafe { sys::cuMemAllocHost_v2(&mut memory, bytes) };
        match context.raw_call("cuMemAllocHost", || faults::allocation(allocate))? {
            Err(CudaError::OutOfMemory) => return Err(out_of_memory(bytes)),
            answer => from_cust(answer, "cuMemAllocHost")?,
        }
        // SAFETY: `bytes` bytes, aligned to a page.
        unsafe { ptr::write_bytes(memory.cast::<u8>(), 0, bytes) };
        Ok(HostBuffer { memory: memory.cast(), len, context: context.clone() })
    }
}

impl<T: Pod> Deref for HostBuffer<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        // SAFETY: `len` elements, written at the start, owned by this.
        unsafe { std::slice::from_raw_parts(self.memory, self.len) }
    }
}

impl<T: Pod> DerefMut for HostBuffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.memory, self.len) }
    }
}

impl<T: Pod> Drop for HostBuffer<T> {
    fn drop(&mut self) {
        if self.len * size_of::<T>() > 0 && self.context.make_current().is_ok() {
            // SAFETY: allocated once, freed once; who queued a copy vouched for its end.
            unsafe { sys::cuMemFreeHost(self.memory.cast()) };
        }
    }
}
