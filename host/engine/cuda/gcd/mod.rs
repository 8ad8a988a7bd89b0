//! The stages of GCDs on the device: images by one block each or by many, exact division, GCDs at points of a grid, and what is chosen
//! of the images.

mod division;
mod images;
mod long;
mod points;
mod schur;

use super::DeviceBuffer;
use super::engine::{Cuda, Residues, word};
use super::grid::tables::{Batch, prime_ptr};
use super::integers::{crt, measure};
use crate::engine::gcd::{
    Division, FieldPoint, GcdEngine, GcdJob, GcdMethod, Measured, PointDegrees, PointsJob, check_polynomials,
};
use crate::error::{Error, ErrorKind, Result};
use crate::options::Control;
use bytemuck::Pod;
use cuda_std::DevicePtr;
use gpu::arith::Mont31;
use gpu::kernels::reduce::SelectResidues;
use rug::Integer;
use std::ops::Range;

/// Elements that a block of `select_residues` copies at most: long ranges are cut, so that they keep a device busy.
const PIECE: u32 = 2048;

/// Threads of full occupancy, or near it, on a multiprocessor.
const THREADS: usize = 512;

/// Elements of a row of `table`, which has `rows` of equal length.
///
/// # Errors
/// `Shape` when they are not.
fn row_len(what: &'static str, table: &DeviceBuffer<u32>, rows: usize) -> Result<u32> {
    let len = table.len() / rows.max(1);
    if len * rows != table.len() {
        return Err(ErrorKind::Shape { what, expected: len * rows, found: table.len() }.into());
    }
    word(what, len)
}

/// Checks that `count` elements from `first` on are in a row of `len`.
fn inside(what: &'static str, first: u32, count: u64, len: u32) -> Result<()> {
    let end = u64::from(first) + count;
    if end <= u64::from(len) {
        return Ok(());
    }
    Err(ErrorKind::Shape { what, expected: end as usize, found: len as usize }.into())
}

/// The address of a table of records of words as a kernel takes it: `T` is `repr(C)` and consists of those words.
fn records<W: Pod, T>(table: &DeviceBuffer<W>) -> DevicePtr<T> {
    const { assert!(size_of::<W>() == size_of::<T>()) };
    DevicePtr::from_raw(table.as_ptr().as_raw())
}

/// Threads for a problem when a launch has `problems` of them: as many as fill the device, within bounds between which more threads
/// a problem are slower but finish a single problem sooner. A power of two from 32 to 512.
fn threads(multiprocessors: usize, problems: usize, least: usize, most: usize) -> usize {
    let wanted = (THREADS * multiprocessors / problems.max(1)).clamp(least, most.max(least)).clamp(32, 512);
    1 << wanted.ilog2()
}

impl GcdEngine for Cuda {
    fn at_once(&self) -> usize {
        self.device().multiprocessors as usize
    }

    fn image_points(&self, degrees: (u32, u32)) -> u32 {
        long::points(degrees)
    }

    fn gcd_images(
        &mut self,
        batch: &Batch,
        residues: &DeviceBuffer<u32>,
        job: &GcdJob,
    ) -> Result<(DeviceBuffer<u32>, Vec<u32>)> {
        match job.method {
            GcdMethod::Remainder => images::images(&self.stream, batch, residues, job, &self.control),
            GcdMethod::Schur => schur::images(&self.stream, batch, residues, job),
        }
    }

    fn gcd_points(
        &mut self,
        batch: &Batch,
        values: DeviceBuffer<u32>,
        job: &PointsJob,
    ) -> Result<(DeviceBuffer<u32>, Vec<PointDegrees>)> {
        points::points(&self.stream, batch, &values, job)
    }

    fn interpolate_rows(&mut self, batch: &Batch, values: DeviceBuffer<u32>, rows: u32) -> Result<DeviceBuffer<u32>> {
        self.interpolate_axes(batch, values, rows as usize)
    }

    fn vanish(&mut self, batch: &Batch, source: &DeviceBuffer<u32>, columns: &[Range<u32>]) -> Result<Vec<bool>> {
        points::vanish(&self.stream, batch, source, columns)
    }

    fn divide(
        &mut self,
        batch: &Batch,
        dividends: &DeviceBuffer<u32>,
        divisors: &DeviceBuffer<u32>,
        divisions: &[Division],
    ) -> Result<(DeviceBuffer<u32>, Vec<bool>)> {
        self.divide_all(batch, dividends, divisors, divisions)
    }

    fn crt_polynomials(
        &mut self,
        residues: Residues,
        moduli: &[Mont31],
        polynomials: &[Range<usize>],
        control: &Control,
    ) -> Result<Vec<Vec<Integer>>> {
        check_polynomials(polynomials, residues.coefficients)?;
        crt::crt(&self.stream, &mut self.lifter, (&residues, moduli), polynomials, control)
    }

    fn measure(
        &mut self,
        residues: Residues,
        moduli: &[Mont31],
        polynomials: &[Range<usize>],
        at: FieldPoint,
        control: &Control,
    ) -> Result<Vec<Measured>> {
        measure::measure(&self.stream, &mut self.lifter, (&residues, moduli), polynomials, at, control)
    }

    fn select(
        &mut self,
        batch: &Batch,
        source: &DeviceBuffer<u32>,
        primes: &[u32],
        columns: &[Range<u32>],
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
        let (rows, table) = (self.stream.copy_of(primes)?, self.stream.copy_of(&pieces)?);
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
        unsafe { self.stream.launch(&kernel, grid, 0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_fill_the_device() {
        assert_eq!(threads(132, 220_000, 1702 / 128, 1702 / 8), 32);
        assert_eq!(threads(132, 9, 1337 / 128, 1337 / 8), 128);
        assert_eq!(threads(132, 100_000, 25_000 / 128, 25_000 / 8), 128);
        assert_eq!(threads(132, 1, 50_000 / 128, 50_000 / 8), 512);
        assert_eq!(threads(1, 0, 0, 0), 32);
    }
}
