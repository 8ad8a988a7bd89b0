//! Integers that are not wanted on the host: how long they are, and what the polynomials they are the coefficients of are modulo a
//! prime, at a point.

use super::crt::{Lifter, Sink, into_sink};
use crate::control::Control;
use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::word;
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::residues::Residues;
use crate::engine::lift::{FieldPoint, Measured, check_polynomials};
use crate::error::Result;
use crate::lift::crt::Chinese;
use cuda_std::DevicePtr;
use gpu::arith::Mont31;
use gpu::kernels::crt::{CrtMeasure, MEASURE, MEASURE_SHARED, Place};
use std::ops::Range;

/// Coefficients of a run: of one block, eight a thread.
const RUN: usize = 8 * MEASURE as usize;

/// Bytes of integers that are measured at a time.
const CHUNK_BYTES: usize = 64 << 20;

/// A run as kernels take it, [`gpu::kernels::crt::Run`], and the polynomial it is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    record: [u32; 3],
    polynomial: usize,
}

/// The runs of each chunk of `columns` coefficients, `width` in all, of which each of `polynomials` has a range, ascending.
fn runs(polynomials: &[Range<usize>], width: usize, columns: usize) -> Vec<Vec<Run>> {
    let mut chunks: Vec<Vec<Run>> = vec![Vec::new(); width.div_ceil(columns)];
    for (polynomial, range) in polynomials.iter().enumerate() {
        let mut at = range.start;
        while at < range.end {
            let chunk = at / columns;
            let len = (range.end - at).min(RUN).min((chunk + 1) * columns - at);
            let record = [at - chunk * columns, len, at - range.start].map(|n| n as u32);
            chunks[chunk].push(Run { record, polynomial });
            at += len;
        }
    }
    chunks
}

/// A receiver that measures chunks as they come.
struct Measuring<'a> {
    polynomials: &'a [Range<usize>],
    at: FieldPoint,
    /// Words of an integer.
    len: usize,
    /// The runs of each chunk.
    runs: Vec<Vec<Run>>,
    device: Option<Tables>,
}

/// In device memory, of the runs of all chunks one behind the other.
struct Tables {
    records: DeviceBuffer<[u32; 3]>,
    /// (height, value).
    found: DeviceBuffer<[u64; 2]>,
    /// Number of the first run of each chunk.
    starts: Vec<usize>,
}

impl Sink for Measuring<'_> {
    fn bytes(&self) -> usize {
        CHUNK_BYTES
    }

    fn begin(&mut self, stream: &Stream, width: usize, columns: usize, len: usize) -> Result<()> {
        self.len = len;
        self.runs = runs(self.polynomials, width, columns);
        let records: Vec<[u32; 3]> = self.runs.iter().flatten().map(|run| run.record).collect();
        let mut end = 0;
        let start = |runs: &Vec<Run>| {
            end += runs.len();
            end - runs.len()
        };
        let starts = self.runs.iter().map(start).collect();
        self.device = Some(Tables { found: stream.alloc(records.len())?, records: stream.copy_of(&records)?, starts });
        Ok(())
    }

    fn queue(&mut self, stream: &Stream, chunk: usize, _: Range<usize>, words: &DeviceBuffer<u64>) -> Result<()> {
        let (Some(Tables { records, found, starts }), runs) = (&self.device, self.runs[chunk].len()) else {
            return Ok(());
        };
        if runs == 0 {
            return Ok(());
        }
        let FieldPoint { field, point } = self.at;
        let place = Place {
            field,
            point,
            stride: field.pow(point, u64::from(MEASURE)),
            wrap: field.pow(field.word(), self.len as u64),
        };
        let kernel = CrtMeasure {
            words: words.as_ptr(),
            len: word("words of an integer", self.len)?,
            runs: DevicePtr::from_raw(records.ptr_at(starts[chunk])?.as_raw()),
            place,
            found: DevicePtr::from_raw(found.ptr_at(starts[chunk])?.as_raw()),
        };
        // SAFETY: the runs of the chunk are among its coefficients, whose words have been written by then; each has a place in
        // `found`. Both tables were complete before the second stream began, and outlive it: `into_sink` waits on errors, and every
        // chunk is awaited otherwise.
        unsafe { stream.launch(&kernel, (word("runs", runs)?, 1, 1), 8 * MEASURE_SHARED) }
    }

    fn done(&mut self, _: usize, _: Range<usize>) {}
}

/// [`crate::engine::LiftEngine::measure`].
pub(in crate::engine::cuda) fn measure(
    stream: &Stream,
    lifter: &mut Lifter,
    (residues, moduli): (&Residues, &[Mont31]),
    polynomials: &[Range<usize>],
    at: FieldPoint,
    control: &Control,
) -> Result<Vec<Measured>> {
    check_polynomials(polynomials, residues.coefficients)?;
    let chinese = Chinese::new(moduli)?;
    let mut sink = Measuring { polynomials, at, len: 0, runs: Vec::new(), device: None };
    into_sink([stream, lifter.second()], (residues, moduli, &chinese), control, &mut sink)?;
    let mut all = vec![Measured::default(); polynomials.len()];
    let Some(Tables { found, .. }) = sink.device else { return Ok(all) };
    for (run, [height, value]) in sink.runs.iter().flatten().zip(found.to_vec()?) {
        let sum = &mut all[run.polynomial];
        sum.height = sum.height.max(height);
        sum.value = at.field.add(sum.value, value);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every coefficient is in one run of its chunk, with its exponent; runs are short, and cross no end.
    #[test]
    fn runs_cover() {
        let ends = [0, 1, 700, 700, 2000, 2064, 10_000];
        let polynomials: Vec<Range<usize>> = ends.windows(2).map(|pair| pair[0]..pair[1]).collect();
        for columns in [64, 512, 1000, 1024, 9999, 10_000] {
            let chunks = runs(&polynomials, 10_000, columns);
            assert_eq!(chunks.len(), 10_000usize.div_ceil(columns));
            let mut next = vec![0; polynomials.len()];
            for (chunk, runs) in chunks.iter().enumerate() {
                for Run { record, polynomial } in runs {
                    let [first, len, exponent] = record.map(|n| n as usize);
                    assert!((1..=RUN).contains(&len) && first + len <= columns);
                    assert_eq!(exponent, next[*polynomial]);
                    assert_eq!(chunk * columns + first, polynomials[*polynomial].start + exponent);
                    next[*polynomial] += len;
                }
            }
            assert!(next.iter().zip(&polynomials).all(|(next, range)| *next == range.len()));
        }
    }
}
