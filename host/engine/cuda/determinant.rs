//! Determinants at points on a device: one of five shapes by size, or the paper's condensation, then division and compaction, then repair.

use super::DeviceBuffer;
use super::driver::launch::{blocks, word};
use super::engine::Cuda;
use super::fractions::{HEADROOM, divide};
use super::grid::tables::{Batch, prime_ptr};
use super::in_turn::in_turn;
use crate::engine::{DeterminantEngine, DeterminantJob, DeterminantMethod, MatrixShape, ScalarCounts};
use crate::error::{ErrorKind, Result};
use gpu::kernels::determinant::{
    CondenseBlock, DeterminantGlobal, DeterminantParameters, EliminateBlock, EliminateLanes4, EliminateLanes32,
    EliminateThread, RepairDeterminants, RepairDeterminantsGlobal, THREADS,
};
use std::ops::Range;

/// Up to how many rows a shape is taken. By what fits: twelve and more warps of a multiprocessor have their matrices in 227 KiB of shared
/// memory. Not measured yet.
const BY_ROWS: [(u32, MatrixShape); 3] =
    [(12, MatrixShape::Thread), (24, MatrixShape::Lanes4), (68, MatrixShape::Lanes32)];

/// Matrices per block of a shape.
fn per_block(shape: MatrixShape) -> u32 {
    match shape {
        MatrixShape::Thread => THREADS,
        MatrixShape::Lanes4 => THREADS / 4,
        MatrixShape::Auto | MatrixShape::Lanes32 | MatrixShape::Block256 | MatrixShape::Global => 1,
    }
}

/// Words of the largest block.
fn room(job: &DeterminantJob) -> usize {
    (job.largest() as usize).pow(2)
}

/// The shape for a job, where a block has `shared` bytes of shared memory; never `Auto`.
fn shape(job: &DeterminantJob, shared: usize) -> MatrixShape {
    let fits = |shape| 4 * room(job) * per_block(shape) as usize <= shared;
    let asked = match (job.method, job.shape) {
        // The paper's has one shape, where there is room for it.
        (DeterminantMethod::Condensation, _) => MatrixShape::Block256,
        (_, MatrixShape::Auto) => {
            let by_rows = BY_ROWS.iter().find(|&&(most, _)| job.largest() <= most);
            by_rows.map_or(MatrixShape::Block256, |&(_, shape)| shape)
        }
        (_, shape) => shape,
    };
    if fits(asked) { asked } else { MatrixShape::Global }
}

impl DeterminantEngine for Cuda {
    fn has_room_for_matrix(&self, job: &DeterminantJob) -> bool {
        shape(job, self.device().shared_per_block as usize) != MatrixShape::Global
    }

    fn determinants(
        &mut self,
        batch: &Batch,
        values: DeviceBuffer<u32>,
        job: &DeterminantJob,
    ) -> Result<(DeviceBuffer<u32>, ScalarCounts)> {
        job.check()?;
        let points = word("points", batch.grid.points() as usize)?;
        let total = batch.len() * points as usize;
        word("scalars of a batch", total.saturating_add(HEADROOM))?;
        let expected = total.saturating_mul(job.values as usize);
        if values.len() != expected {
            return Err(ErrorKind::Shape { what: "values", expected, found: values.len() }.into());
        }
        let stream = &self.stream;
        let (numerators, denominators) = (stream.alloc(total)?, stream.alloc(total)?);
        // An empty list has no memory of its own.
        let list = |words: &[u32]| if words.is_empty() { stream.copy_of(&[0]) } else { stream.copy_of(words) };
        let lists = (list(&job.sizes)?, list(&job.entries)?);
        let (sizes, entries) = (lists.0.as_ptr(), lists.1.as_ptr());
        let parameters = DeterminantParameters {
            values: job.values,
            points,
            blocks: job.sizes.len() as u32,
            rank: job.rank,
            entries: job.entries.len() as u32,
            room: room(job) as u32,
            negative: job.negative.into(),
        };
        let (primes, source) = (prime_ptr(&batch.primes), values.as_ptr());
        let shape = shape(job, self.device().shared_per_block as usize);
        let grid = (blocks(points as usize, per_block(shape))?, batch.len() as u32, 1);
        let bytes = word("bytes of shared memory for one block", 4 * room(job) * per_block(shape) as usize);
        macro_rules! launch {
            ($kernel:ident) => {{
                let (values, numerators, denominators) = (source, numerators.as_ptr(), denominators.as_ptr());
                let kernel = $kernel { primes, values, sizes, entries, numerators, denominators, job: parameters };
                // SAFETY: `values` has as many rows of points a prime as the job has values, the others one; the lists are as long as the
                // parameters say, and checked; the shared memory has room for the largest block of each matrix.
                unsafe { stream.launch(&kernel, grid, bytes?) }
            }};
        }
        match (job.method, shape) {
            (_, MatrixShape::Global) => {
                let count = word("scalars of a batch", total)?;
                let condense = (job.method == DeterminantMethod::Condensation).into();
                in_turn(stream, room(job), (count, job.steps()), |scratch, blocks, Range { start: first, end }| {
                    let (values, numerators, denominators) = (source, numerators.as_ptr(), denominators.as_ptr());
                    let kernel = DeterminantGlobal {
                        primes,
                        values,
                        sizes,
                        entries,
                        scratch,
                        numerators,
                        denominators,
                        first,
                        end,
                        condense,
                        job: parameters,
                    };
                    // SAFETY: as above, with the largest block in `scratch`.
                    unsafe { stream.launch(&kernel, (blocks, 1, 1), 0) }
                })?;
            }
            (DeterminantMethod::Condensation, _) => launch!(CondenseBlock)?,
            (_, MatrixShape::Thread) => launch!(EliminateThread)?,
            (_, MatrixShape::Lanes4) => launch!(EliminateLanes4)?,
            (_, MatrixShape::Lanes32) => launch!(EliminateLanes32)?,
            (_, MatrixShape::Auto | MatrixShape::Block256) => launch!(EliminateBlock)?,
        }
        let (failed, repairs) = divide(stream, batch, &numerators, &denominators, points)?;
        let (values, out) = (source, numerators.as_ptr());
        if repairs > 0 && shape == MatrixShape::Global {
            in_turn(stream, room(job), (repairs, job.steps()), |scratch, blocks, piece| {
                let (failed, count) = (failed.ptr_at(piece.start as usize)?, piece.len() as u32);
                let kernel = RepairDeterminantsGlobal {
                    primes,
                    values,
                    sizes,
                    entries,
                    failed,
                    count,
                    scratch,
                    out,
                    job: parameters,
                };
                // SAFETY: `failed` lists `count` scalars below primes * points; the largest block fits a block's part of `scratch`.
                unsafe { stream.launch(&kernel, (blocks, 1, 1), 0) }
            })?;
        } else if repairs > 0 {
            let (failed, count) = (failed.as_ptr(), repairs);
            let kernel = RepairDeterminants { primes, values, sizes, entries, failed, count, out, job: parameters };
            let shared = word("bytes of shared memory for one block", 4 * room(job))?;
            // SAFETY: as above, in shared memory.
            unsafe { stream.launch(&kernel, (count.min(1 << 16), 1, 1), shared)? };
            stream.synchronize()?;
        }
        Ok((numerators, ScalarCounts { scalars: total as u64, repairs: repairs.into() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A job with a block of `n` rows.
    fn job(n: u32, method: DeterminantMethod, shape: MatrixShape) -> DeterminantJob {
        let (sizes, entries) = (vec![1, n], Vec::new());
        DeterminantJob { values: 1, sizes, rank: n, entries, negative: false, method, shape }
    }

    /// What is chosen fits every device: none has less than 48 KiB a block.
    #[test]
    fn shapes_fit_any_device() {
        for method in [DeterminantMethod::Elimination, DeterminantMethod::Condensation] {
            for shared in [48 << 10, 64 << 10, 99 << 10, 163 << 10, 227 << 10] {
                for n in 1..300 {
                    let job = job(n, method, MatrixShape::Auto);
                    let shape = shape(&job, shared);
                    let bytes = 4 * room(&job) * per_block(shape) as usize;
                    assert!(shape == MatrixShape::Global || bytes <= shared, "{n} rows in {shared} bytes");
                    assert_eq!(shape == MatrixShape::Global, 4 * n as usize * n as usize > shared);
                }
            }
        }
    }

    /// A shape that is asked for is taken where there is room.
    #[test]
    fn shapes_that_are_asked_for() {
        use MatrixShape::{Block256, Global, Lanes4, Lanes32, Thread};
        for (asked, most) in [(Thread, 19), (Lanes4, 39), (Lanes32, 110), (Block256, 110), (Global, 0)] {
            for n in 1..300 {
                let found = shape(&job(n, DeterminantMethod::Elimination, asked), 48 << 10);
                assert_eq!(found, if n <= most { asked } else { Global }, "{n} rows");
            }
        }
    }
}
