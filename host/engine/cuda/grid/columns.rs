//! Columns of a table of residues: whether they are 0, and as plain residues. What tables and records of all stages are checked by.

use super::tables::{Batch, prime_ptr};
use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::{blocks, word};
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::residues::Residues;
use crate::error::{Error, ErrorKind, Result};
use bytemuck::Pod;
use cuda_std::DevicePtr;
use gpu::kernels::gcd_points::{NonzeroPieces, PIECES};
use gpu::kernels::reduce::SelectResidues;
use std::ops::Range;

/// Elements that a block takes at most: long ranges are cut, so that they keep a device busy.
const PIECE: u32 = 2048;

/// Elements of a row of `table`, which has `rows` of equal length.
///
/// # Errors
/// `Shape` when they are not.
pub(in crate::engine::cuda) fn row_len(what: &'static str, table: &DeviceBuffer<u32>, rows: usize) -> Result<u32> {
    let len = table.len() / rows.max(1);
    if len * rows != table.len() {
        return Err(ErrorKind::Shape { what, expected: len * rows, found: table.len() }.into());
    }
    word(what, len)
}

/// Checks that `count` elements from `first` on are in a row of `len`.
pub(in crate::engine::cuda) fn inside(what: &'static str, first: u32, count: u64, len: u32) -> Result<()> {
    let end = u64::from(first) + count;
    if end <= u64::from(len) {
        return Ok(());
    }
    Err(ErrorKind::Shape { what, expected: end as usize, found: len as usize }.into())
}

/// The address of a table of records of words as a kernel takes it: `T` is `repr(C)` and consists of those words.
pub(in crate::engine::cuda) fn records<W: Pod, T>(table: &DeviceBuffer<W>) -> DevicePtr<T> {
    const { assert!(size_of::<W>() == size_of::<T>()) };
    DevicePtr::from_raw(table.as_ptr().as_raw())
}

/// [`crate::engine::Engine::vanish`].
pub(in crate::engine::cuda) fn vanish(
    stream: &Stream,
    batch: &Batch,
    source: &DeviceBuffer<u32>,
    columns: &[Range<u32>],
) -> Result<Vec<bool>> {
    let width = row_len("elements", source, batch.len())?;
    let mut table: Vec<[u32; 2]> = Vec::with_capacity(columns.len());
    for range in columns {
        inside("columns", range.start, range.len() as u64, width)?;
        table.extend(range.clone().step_by(PIECE as usize).map(|first| [first, (range.end - first).min(PIECE)]));
    }
    if table.is_empty() || batch.len() == 0 {
        return Ok(vec![true; batch.len()]);
    }
    let (pieces, flags) = (stream.copy_of(&table)?, stream.zeroed::<u32>(batch.len())?);
    let kernel = NonzeroPieces {
        source: source.as_ptr(),
        pieces: records(&pieces),
        count: word("pieces", table.len())?,
        width,
        flags: flags.as_ptr(),
    };
    let grid = (blocks(table.len(), PIECES)?, word("primes", batch.len())?, 1);
    // SAFETY: pieces are inside rows of `width` elements; one flag a prime.
    unsafe { stream.launch(&kernel, grid, 0)? };
    Ok(flags.to_vec()?.into_iter().map(|flag| flag == 0).collect())
}

/// [`crate::engine::Engine::select`] of numbers of primes and columns.
pub(in crate::engine::cuda) fn select(
    stream: &Stream,
    batch: &Batch,
    source: &DeviceBuffer<u32>,
    (primes, columns): (&[u32], &[Range<u32>]),
    into: &mut Residues,
    at: usize,
) -> Result<()> {
    let integers = row_len("images", source, batch.len())?;
    let width = into.coefficients;
    let mut pieces: Vec<[u32; 3]> = Vec::with_capacity(columns.len());
    let mut total = 0u64;
    for range in columns {
        let count = u64::from(range.end.saturating_sub(range.start));
        inside("selected columns", range.start, count, integers)?;
        for from in range.clone().step_by(PIECE as usize) {
            let len = (range.end - from).min(PIECE);
            let to = word("selected columns", total as usize + (from - range.start) as usize)?;
            pieces.push([from, to, len]);
        }
        total += count;
    }
    if total != width as u64 {
        let (expected, found) = (width, total as usize);
        return Err(ErrorKind::Shape { what: "selected columns", expected, found }.into());
    }
    if let Some(&prime) = primes.iter().find(|&&prime| prime as usize >= batch.len()) {
        return Err(Error::argument("primes", format!("number {prime} of a batch of {}", batch.len())));
    }
    let rows = into.values.len() / width.max(1);
    if width > 0 && rows.checked_sub(at).is_none_or(|room| room < primes.len()) {
        let (expected, found) = (at.saturating_add(primes.len()).saturating_mul(width), into.values.len());
        return Err(ErrorKind::Shape { what: "residues", expected, found }.into());
    }
    if width == 0 || primes.is_empty() {
        return Ok(());
    }
    let (rows, table) = (stream.copy_of(primes)?, stream.copy_of(&pieces)?);
    let kernel = SelectResidues {
        primes: prime_ptr(&batch.primes),
        source: source.as_ptr(),
        rows: rows.as_ptr(),
        pieces: records(&table),
        integers,
        width: word("coefficients", width)?,
        out: into.values.ptr_at(at * width)?,
    };
    let grid = (word("pieces", pieces.len())?, word("primes", primes.len())?, 1);
    // SAFETY: pieces and numbers of primes are inside the source, and rows `at` on inside the target, as checked above.
    unsafe { stream.launch(&kernel, grid, 0) }
}
