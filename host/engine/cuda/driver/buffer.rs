//! Arrays in device memory.

use super::arena::Block;
use super::faults;
use super::stream::Stream;
use crate::error::{Error, ErrorKind, Result};
use bytemuck::Pod;
use cuda_std::DevicePtr;
use cust::sys;
use std::marker::PhantomData;
use std::ops::Range;

/// An array of `T` in device memory. Its memory belongs to a stream, on which all its copies run; when dropped it is kept for
/// the next buffer of that stream.
pub struct DeviceBuffer<T: Pod> {
    stream: Stream,
    /// `None` for the empty array.
    block: Option<Block>,
    len: usize,
    element: PhantomData<T>,
}

impl Stream {
    /// An array of `len` elements with unspecified contents.
    ///
    /// # Errors
    /// `OutOfMemory`, `Driver`, or the context's fault.
    pub fn alloc<T: Pod>(&self, len: usize) -> Result<DeviceBuffer<T>> {
        let bytes = len
            .checked_mul(size_of::<T>())
            .ok_or(ErrorKind::OutOfMemory { bytes: usize::MAX, free: 0, others: 0 })
            .map_err(Error::from)?;
        let context = self.context();
        let block = if bytes == 0 { None } else { Some(context.allocate(self.id(), bytes)?) };
        if let Some(block) = &block {
            // SAFETY: a new block of this stream, whose size is rounded up.
            context.call("cuMemsetAsync", || unsafe { faults::given(block.address, block.bytes, self.raw()) })?;
        }
        Ok(DeviceBuffer { stream: self.clone(), block, len, element: PhantomData })
    }

    /// An array of `len` zeros.
    ///
    /// # Errors
    /// As [`Stream::alloc`].
    pub fn zeroed<T: Pod>(&self, len: usize) -> Result<DeviceBuffer<T>> {
        let mut buffer = self.alloc(len)?;
        buffer.zero(0..len)?;
        Ok(buffer)
    }

    /// A copy of `slice` on the device.
    ///
    /// # Errors
    /// As [`Stream::alloc`].
    pub fn copy_of<T: Pod>(&self, slice: &[T]) -> Result<DeviceBuffer<T>> {
        let mut buffer = self.alloc(slice.len())?;
        buffer.upload(0, slice)?;
        Ok(buffer)
    }
}

impl<T: Pod> DeviceBuffer<T> {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The stream that orders its use.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// The address of the first element, null for the empty array.
    pub fn as_ptr(&self) -> DevicePtr<T> {
        self.block.as_ref().map_or(DevicePtr::NULL, |block| DevicePtr::from_raw(block.address))
    }

    /// The address of element `at`, at most one past the last.
    ///
    /// # Errors
    /// `Shape` when `at > len`.
    pub fn ptr_at(&self, at: usize) -> Result<DevicePtr<T>> {
        self.range("device buffer", at, 0)
    }

    /// The address of `at`, with `count` elements from there inside.
    fn range(&self, what: &'static str, at: usize, count: usize) -> Result<DevicePtr<T>> {
        match at.checked_add(count) {
            Some(end) if end <= self.len => Ok(self.as_ptr().wrapping_add(at)),
            end => Err(ErrorKind::Shape { what, expected: end.unwrap_or(usize::MAX), found: self.len }.into()),
        }
    }

    /// Copies `from` to the elements from `at` on, in the order of the stream. Up to 256 KiB go through page-locked memory of the
    /// stream, and the copy is queued when this returns; more are waited for. Either way `from` is free again.
    ///
    /// # Errors
    /// `Shape` when it does not fit; `Driver`, or the context's fault; that of a kernel before only where it waits.
    pub fn upload(&mut self, at: usize, from: &[T]) -> Result<()> {
        let to = self.range("upload", at, from.len())?;
        if from.is_empty() {
            return Ok(());
        }
        // SAFETY: the range is valid for the bytes of `from`.
        if unsafe { self.stream.stage(to.as_raw(), bytemuck::cast_slice(from))? } {
            return Ok(());
        }
        // SAFETY: waits for the copy while `from` is borrowed.
        unsafe { self.upload_async(at, from)? };
        self.stream.synchronize()
    }

    /// Queues a copy of `from` to the elements from `at` on. From pageable memory the driver has taken the bytes when this
    /// returns; from page-locked memory it takes them later.
    ///
    /// # Errors
    /// `Shape` when it does not fit; `Driver`, or the context's fault.
    ///
    /// # Safety
    /// `from` stays as it is until the stream has passed this point.
    pub unsafe fn upload_async(&mut self, at: usize, from: &[T]) -> Result<()> {
        let to = self.range("upload", at, from.len())?;
        if from.is_empty() {
            return Ok(());
        }
        let (stream, bytes) = (self.stream.raw(), size_of_val(from));
        let context = self.stream.context();
        // SAFETY: both ranges are valid for `bytes`; the caller keeps `from`.
        context.call("cuMemcpyHtoDAsync", || unsafe {
            sys::cuMemcpyHtoDAsync_v2(to.as_raw(), from.as_ptr().cast(), bytes, stream)
        })?;
        // SAFETY: a range of a buffer of this stream.
        context.call("cuMemsetAsync", || unsafe { faults::copied(to.as_raw(), bytes, stream) })
    }

    /// Copies the elements from `at` on to `to`, and waits for it and all before it.
    ///
    /// # Errors
    /// `Shape` when there are too few; the fault of a kernel before; `Driver`.
    pub fn download(&self, at: usize, to: &mut [T]) -> Result<()> {
        // SAFETY: waits for the copy while `to` is borrowed. `T: Pod` is valid for any bytes.
        unsafe { self.download_async(at, to)? };
        if to.is_empty() { Ok(()) } else { self.stream.synchronize() }
    }

    /// All elements, on the host. Waits as [`DeviceBuffer::download`].
    ///
    /// # Errors
    /// The fault of a kernel before; `Driver`.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        let mut all = vec![T::zeroed(); self.len];
        self.download(0, &mut all)?;
        Ok(all)
    }

    /// Queues a copy of the elements from `at` on to `to`.
    ///
    /// # Errors
    /// `Shape` when there are too few; `Driver`, or the context's fault.
    ///
    /// # Safety
    /// `to` is neither read nor written nor freed until the stream has passed this point.
    pub unsafe fn download_async(&self, at: usize, to: &mut [T]) -> Result<()> {
        let from = self.range("download", at, to.len())?;
        if to.is_empty() {
            return Ok(());
        }
        let (stream, bytes) = (self.stream.raw(), size_of_val(to));
        let context = self.stream.context();
        // SAFETY: a range of a buffer of this stream.
        context.call("cuMemsetAsync", || unsafe { faults::copied(from.as_raw(), bytes, stream) })?;
        // SAFETY: both ranges are valid for `bytes`; the caller leaves `to` alone.
        context.call("cuMemcpyDtoHAsync", || unsafe {
            sys::cuMemcpyDtoHAsync_v2(to.as_mut_ptr().cast(), from.as_raw(), bytes, stream)
        })
    }

    /// Queues a copy of elements `range` of `from` to the elements from `at` on.
    ///
    /// # Errors
    /// `Shape` when one of the ranges does not fit; `Argument` when the buffers belong to different streams, whose order is the
    /// caller's; `Driver`, or the context's fault.
    pub fn copy_from(&mut self, at: usize, from: &DeviceBuffer<T>, range: Range<usize>) -> Result<()> {
        if self.stream.id() != from.stream.id() {
            return Err(Error::argument("buffer", "belongs to another stream"));
        }
        let count = range.len();
        let (to, source) = (self.range("copy to", at, count)?, from.range("copy from", range.start, count)?);
        if count == 0 {
            return Ok(());
        }
        let (stream, bytes) = (self.stream.raw(), count * size_of::<T>());
        // SAFETY: both ranges are valid for `bytes`, in different buffers, both of this stream.
        self.stream.context().call("cuMemcpyDtoDAsync", || unsafe {
            sys::cuMemcpyDtoDAsync_v2(to.as_raw(), source.as_raw(), bytes, stream)
        })
    }

    /// Queues setting elements `range` to zero.
    ///
    /// # Errors
    /// `Shape` when the range does not fit; `Driver`, or the context's fault.
    pub fn zero(&mut self, range: Range<usize>) -> Result<()> {
        let count = range.len();
        let at = self.range("zero", range.start, count)?.as_raw();
        let (stream, bytes) = (self.stream.raw(), count * size_of::<T>());
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the range is valid for `bytes`; words are written where address and size allow it.
        self.stream.context().call("cuMemsetAsync", || unsafe {
            if at.is_multiple_of(4) && bytes.is_multiple_of(4) {
                sys::cuMemsetD32Async(at, 0, bytes / 4, stream)
            } else {
                sys::cuMemsetD8Async(at, 0, bytes, stream)
            }
        })
    }
}

impl<T: Pod> Drop for DeviceBuffer<T> {
    fn drop(&mut self) {
        if let Some(block) = self.block.take() {
            self.stream.context().arena().put(self.stream.id(), block);
        }
    }
}
