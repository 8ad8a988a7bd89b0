//! Columns of a table of residues: whether they are 0, and as plain residues. Checks of the tables and records of all
//! stages.

use super::tables::{Batch, prime_ptr};
use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::word;
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::residues::Residues;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::columns::Columns;
use bytemuck::Pod;
use cuda_std::DevicePtr;
use gpu::columns::{BoxAxis, TensorBox};
use gpu::kernels::gcd_points::NonzeroColumns;
use gpu::kernels::reduce::SelectResidues;

/// Elements of a row of `table`, which has `rows` of equal length.
///
/// # Errors
/// `Shape` when they are not.
pub(in crate::engine::cuda) fn row_len(what: &'static str, table: &DeviceBuffer<u32>, rows: usize) -> Result<usize> {
    let len = table.len() / rows.max(1);
    if len * rows != table.len() {
        return Err(ErrorKind::Shape { what, expected: len * rows, found: table.len() }.into());
    }
    Ok(len)
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

/// Columns on the device, for kernels that take a block to a piece.
struct Pieces {
    boxes: DeviceBuffer<[u64; 6]>,
    axes: DeviceBuffer<[u64; 2]>,
    /// Number of boxes.
    count: u32,
    /// Number of pieces of all boxes.
    pieces: u32,
}

impl Pieces {
    fn new(stream: &Stream, columns: &Columns) -> Result<Self> {
        let boxes: Vec<[u64; 6]> = columns.boxes().iter().map(TensorBox::words).collect();
        let axes: Vec<[u64; 2]> = columns.axes().iter().map(BoxAxis::words).collect();
        let pieces = usize::try_from(columns.pieces()).unwrap_or(usize::MAX);
        Ok(Pieces {
            count: word("boxes of columns", boxes.len())?,
            pieces: word("pieces of columns", pieces)?,
            boxes: stream.copy_of(&boxes)?,
            axes: stream.copy_of(&axes)?,
        })
    }
}

/// Elements of a row of `source`; columns must be inside. Without primes there are no rows that they could be outside of.
fn width_for(columns: &Columns, source: &DeviceBuffer<u32>, primes: usize) -> Result<usize> {
    let width = row_len("elements", source, primes)?;
    if primes > 0 {
        columns.check(width)?;
    }
    Ok(width)
}

/// [`crate::engine::Engine::vanish`].
pub(in crate::engine::cuda) fn vanish(
    stream: &Stream,
    batch: &Batch,
    source: &DeviceBuffer<u32>,
    columns: &Columns,
) -> Result<Vec<bool>> {
    let width = width_for(columns, source, batch.len())?;
    if columns.is_empty() || batch.len() == 0 {
        return Ok(vec![true; batch.len()]);
    }
    let (table, flags) = (Pieces::new(stream, columns)?, stream.zeroed::<u32>(batch.len())?);
    let kernel = NonzeroColumns {
        source: source.as_ptr(),
        boxes: records(&table.boxes),
        axes: records(&table.axes),
        count: table.count,
        width: width as u64,
        flags: flags.as_ptr(),
    };
    let grid = (table.pieces, word("primes", batch.len())?, 1);
    // SAFETY: the grid is (pieces, primes); boxes are inside rows of `width` elements; one flag a prime.
    unsafe { stream.launch(&kernel, grid, 0)? };
    Ok(flags.to_vec()?.into_iter().map(|flag| flag == 0).collect())
}

/// [`crate::engine::Engine::select`] of numbers of primes and columns.
pub(in crate::engine::cuda) fn select(
    stream: &Stream,
    batch: &Batch,
    source: &DeviceBuffer<u32>,
    (primes, columns): (&[u32], &Columns),
    into: &mut Residues,
    at: usize,
) -> Result<()> {
    let integers = width_for(columns, source, batch.len())?;
    let (width, found) = (into.coefficients, columns.len());
    if found != width {
        return Err(ErrorKind::Shape { what: "selected columns", expected: width, found }.into());
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
    let (rows, table) = (stream.copy_of(primes)?, Pieces::new(stream, columns)?);
    let kernel = SelectResidues {
        primes: prime_ptr(&batch.primes),
        source: source.as_ptr(),
        rows: rows.as_ptr(),
        boxes: records(&table.boxes),
        axes: records(&table.axes),
        count: table.count,
        integers: integers as u64,
        width: width as u64,
        out: into.values.ptr_at(at * width)?,
    };
    let grid = (table.pieces, word("primes", primes.len())?, 1);
    // SAFETY: the grid is (pieces, rows); boxes and numbers of primes are inside the source, and rows `at` on inside the target, as
    // checked above.
    unsafe { stream.launch(&kernel, grid, 0) }
}
