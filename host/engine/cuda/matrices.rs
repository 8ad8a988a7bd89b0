//! What is computed from all of a matrix at points on a device: a block for each point, with pivots of its own, so that nothing is repaired.

use super::DeviceBuffer;
use super::driver::launch::word;
use super::driver::stream::Stream;
use super::fractions::HEADROOM;
use super::grid::tables::{Batch, prime_ptr};
use super::in_turn::in_turn;
use super::means::Means;
use crate::engine::{MatrixJob, MatrixWanted, ScalarCounts};
use crate::error::{ErrorKind, Result};
use gpu::kernels::matrix::{
    ADJUGATE, AdjugateBlock, AdjugateGlobal, AdjugateWarp, CHARACTERISTIC, CharacteristicBlock, CharacteristicGlobal,
    CharacteristicWarp, MatrixParameters, SOLUTION, SolutionBlock, SolutionGlobal, SolutionWarp, room,
};
use std::ops::Range;

/// Elements up to which a warp has a matrix, and not a block of four: a guess, not measured.
const ONE_WARP: u32 = 256;

/// Which kernels compute it.
fn kernels(wanted: MatrixWanted) -> u32 {
    match wanted {
        MatrixWanted::Adjugate => ADJUGATE,
        MatrixWanted::Solution => SOLUTION,
        MatrixWanted::Characteristic => CHARACTERISTIC,
    }
}

/// Numbers \[prime\]\[output\]\[point\] from values \[prime\]\[value\]\[point\], for a job that was checked.
///
/// # Errors
/// `Shape`, `Limit`; of the driver.
pub(super) fn matrices(
    stream: &Stream,
    batch: &Batch,
    values: &DeviceBuffer<u32>,
    job: &MatrixJob,
    points: u32,
) -> Result<(DeviceBuffer<u32>, ScalarCounts)> {
    let (rows, outputs) = (job.values as usize, job.outputs() as usize);
    let total = batch.len() * points as usize;
    word("points of a batch", total.saturating_add(HEADROOM))?;
    if values.len() != total * rows {
        return Err(ErrorKind::Shape { what: "values", expected: total * rows, found: values.len() }.into());
    }
    let found = stream.alloc::<u32>(total.saturating_mul(outputs))?;
    let listed = stream.copy_of(&job.entries)?;
    let parameters =
        MatrixParameters { values: job.values, points, rows: job.rows, columns: job.columns, outputs: outputs as u32 };
    let words = room(kernels(job.wanted), job.rows, job.columns);
    let shared = 4 * words;
    let (primes, source, entries, target) =
        (prime_ptr(&batch.primes), values.as_ptr(), listed.as_ptr(), found.as_ptr());
    let is_small = job.rows * job.columns <= ONE_WARP;
    let grid = (points, batch.len() as u32, 1);
    macro_rules! near {
        ($kernel:ident) => {{
            let (bytes, job) = (word("bytes of shared memory for one block", shared)?, parameters);
            let kernel = $kernel { primes, values: source, entries, outputs: target, job };
            // SAFETY: values and outputs have as many words a point as the parameters say; the entries are checked, and the shared memory has room for one matrix.
            unsafe { stream.launch(&kernel, grid, bytes)? }
        }};
    }
    macro_rules! far {
        ($kernel:ident) => {{
            let count = word("points of a batch", total)?;
            in_turn(stream, words, (count, job.steps()), |scratch, blocks, Range { start: first, end }| {
                let (values, outputs, job) = (source, target, parameters);
                let kernel = $kernel { primes, values, entries, scratch, outputs, first, end, job };
                // SAFETY: as above, with a matrix a block in `scratch`.
                unsafe { stream.launch(&kernel, (blocks, 1, 1), 0) }
            })?
        }};
    }
    if shared > Means::of(stream.context().device()).shared {
        match job.wanted {
            MatrixWanted::Adjugate => far!(AdjugateGlobal),
            MatrixWanted::Solution => far!(SolutionGlobal),
            MatrixWanted::Characteristic => far!(CharacteristicGlobal),
        }
    } else {
        match (job.wanted, is_small) {
            (MatrixWanted::Adjugate, true) => near!(AdjugateWarp),
            (MatrixWanted::Adjugate, false) => near!(AdjugateBlock),
            (MatrixWanted::Solution, true) => near!(SolutionWarp),
            (MatrixWanted::Solution, false) => near!(SolutionBlock),
            (MatrixWanted::Characteristic, true) => near!(CharacteristicWarp),
            (MatrixWanted::Characteristic, false) => near!(CharacteristicBlock),
        }
    }
    Ok((found, ScalarCounts { scalars: total as u64, repairs: 0 }))
}
