//! Scalars as fractions: their division, and the list of those that failed.

use super::DeviceBuffer;
use super::driver::launch::blocks;
use super::driver::stream::Stream;
use super::grid::tables::{Batch, prime_ptr};
use crate::error::Result;
use gpu::kernels::resultant::{DIVIDERS, DivideScalars, PER_INVERSE};

/// By how much less than 2^32 scalars a batch may have: numbers of threads, and of scalars of a later round, fit a word as well.
pub(super) const HEADROOM: usize = 1 << 20;

/// Divides numerators \[prime\]\[point\] by denominators in place. Returns which have the denominator 0, as prime points + point in
/// no particular order, and how many.
pub(super) fn divide(
    stream: &Stream,
    batch: &Batch,
    numerators: &DeviceBuffer<u32>,
    denominators: &DeviceBuffer<u32>,
    points: u32,
) -> Result<(DeviceBuffer<u32>, u32)> {
    let failed = stream.alloc(numerators.len())?;
    let count = stream.zeroed::<u32>(1)?;
    let divide = DivideScalars {
        primes: prime_ptr(&batch.primes),
        numerators: numerators.as_ptr(),
        denominators: denominators.as_ptr(),
        points,
        failed: failed.as_ptr(),
        count: count.as_ptr(),
    };
    let grid = (blocks(points as usize, DIVIDERS * PER_INVERSE)?, batch.len() as u32, 1);
    // SAFETY: `points` words a prime each; `failed` has room for all.
    unsafe { stream.launch(&divide, grid, 0)? };
    let mut found = [0];
    count.download(0, &mut found)?;
    let [found] = found;
    Ok((failed, found))
}
