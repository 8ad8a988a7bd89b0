//! Residues from one device to another: cut into ranges of coefficients where they were computed, gathered where they are lifted.
//!
//! A cut is a strided copy inside a device, so that what travels is contiguous at both ends. The driver copies from device to
//! device directly where they reach each other, else through page-locked memory of its own.

use crate::engine::cuda::driver::buffer::DeviceBuffer;
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::residues::Residues;
use crate::engine::exchange::same_width;
use crate::error::{Error, ErrorKind, Result};
use cust::sys::{self, CUDA_MEMCPY2D, CUmemorytype_enum::CU_MEMORYTYPE_DEVICE};
use std::ops::Range;
use std::ptr;

/// The driver copies rectangles whose rows are at most this many bytes apart.
const MAX_PITCH: usize = i32::MAX as usize;

/// The residues of each range of coefficients; complete on return.
pub(in crate::engine::cuda) fn split(
    stream: &Stream,
    residues: &Residues,
    ranges: &[Range<usize>],
) -> Result<Vec<Residues>> {
    let rows = residues.values.len() / residues.coefficients.max(1);
    let mut parts = Vec::with_capacity(ranges.len());
    for range in ranges {
        let values = stream.alloc(rows * range.len())?;
        copy_columns(stream, residues, rows, range.clone(), &values)?;
        parts.push(Residues { coefficients: range.len(), values });
    }
    stream.synchronize()?;
    Ok(parts)
}

/// Queues a copy of some columns of `rows` rows to `to`, which has their size.
fn copy_columns(
    stream: &Stream,
    from: &Residues,
    rows: usize,
    columns: Range<usize>,
    to: &DeviceBuffer<u32>,
) -> Result<()> {
    let width = from.coefficients;
    if columns.end > width {
        return Err(ErrorKind::Shape { what: "coefficients", expected: columns.end, found: width }.into());
    }
    if rows == 0 || columns.is_empty() {
        return Ok(());
    }
    // A pitch beyond the driver's: rows of gigabytes, which are few, one by one.
    let together = if 4 * width <= MAX_PITCH { rows } else { 1 };
    for row in (0..rows).step_by(together) {
        let rectangle = CUDA_MEMCPY2D {
            srcXInBytes: 0,
            srcY: 0,
            srcMemoryType: CU_MEMORYTYPE_DEVICE,
            srcHost: ptr::null(),
            srcDevice: from.values.ptr_at(row * width + columns.start)?.as_raw(),
            srcArray: ptr::null_mut(),
            srcPitch: 4 * if together == 1 { columns.len() } else { width },
            dstXInBytes: 0,
            dstY: 0,
            dstMemoryType: CU_MEMORYTYPE_DEVICE,
            dstHost: ptr::null_mut(),
            dstDevice: to.ptr_at(row * columns.len())?.as_raw(),
            dstArray: ptr::null_mut(),
            dstPitch: 4 * columns.len(),
            WidthInBytes: 4 * columns.len(),
            Height: together,
        };
        // SAFETY: `from` has `rows` rows of `width` words with `columns` inside, `to` as many rows of the columns alone; both
        // are of this stream, and different buffers. The driver reads the description before it returns.
        stream.context().call("cuMemcpy2DAsync", || unsafe { sys::cuMemcpy2DAsync_v2(&rectangle, stream.raw()) })?;
    }
    Ok(())
}

/// The rows of all parts, in order, in memory of `stream`; complete on return. The parts are, too.
pub(in crate::engine::cuda) fn join(stream: &Stream, parts: &[&Residues]) -> Result<Residues> {
    let coefficients = same_width(parts.iter().map(|part| part.coefficients))?;
    let mut values = stream.alloc(parts.iter().map(|part| part.values.len()).sum())?;
    let mut at = 0;
    let queued = parts.iter().try_for_each(|part| {
        copy_all(stream, &part.values, &mut values, at)?;
        at += part.values.len();
        Ok::<(), Error>(())
    });
    // The owners of the parts do not wait for this stream: also what was queued before a failure ends here.
    let done = stream.synchronize();
    queued.and(done).map(|()| Residues { coefficients, values })
}

/// Queues a copy of all of `from`, wherever it is, to the words of `to` from `at` on.
fn copy_all(stream: &Stream, from: &DeviceBuffer<u32>, to: &mut DeviceBuffer<u32>, at: usize) -> Result<()> {
    let bytes = 4 * from.len();
    if bytes == 0 {
        return Ok(());
    }
    let (here, there) = (stream.context(), from.stream().context());
    let (source, target) = (from.as_ptr().as_raw(), to.ptr_at(at)?.as_raw());
    here.reach(there)?;
    let (own, other) = (here.primary().raw(), there.primary().raw());
    // SAFETY: both ranges are valid for `bytes`, in different buffers: `to` has room for all parts, `from` is complete, is only
    // read, and lives until this stream is awaited. Both contexts are alive.
    here.call("cuMemcpyPeerAsync", || unsafe {
        match own == other {
            true => sys::cuMemcpyDtoDAsync_v2(target, source, bytes, stream.raw()),
            false => sys::cuMemcpyPeerAsync(target, own, source, other, bytes, stream.raw()),
        }
    })
}
