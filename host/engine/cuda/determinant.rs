//! Determinants at points on a device: one of seven shapes by size, or the paper's condensation, then division and compaction, then repair.

use super::DeviceBuffer;
use super::driver::launch::{blocks, word};
use super::engine::Cuda;
use super::fractions::{HEADROOM, divide};
use super::grid::tables::{Batch, prime_ptr};
use super::in_turn::in_turn;
use super::means::Means;
use crate::engine::{DeterminantEngine, DeterminantJob, DeterminantMethod, Engine, MatrixShape, ScalarCounts};
use crate::error::{ErrorKind, Result};
use crate::plan::grid::Evaluation;
use cuda_std::DevicePtr;
use gpu::determinant::in_registers::table;
use gpu::determinant::matrix::{Blocks, COEFFICIENTS};
use gpu::determinant::panels;
use gpu::kernels::determinant::{
    CondenseBlock, DeterminantGlobal, DeterminantParameters, EliminateBlock, EliminateLanes4, EliminateLanes32,
    EliminateRegisters8, EliminateRegisters12, EliminateRegisters16, EliminateRegisters20, EliminateRegisters24,
    EliminateRegisters32, EliminateRegisters48, EliminateRegisters64, EliminateThread, IN_REGISTERS, InRegisters,
    RepairDeterminants, RepairDeterminantsGlobal, RowsInside, THREADS,
};
use gpu::kernels::determinant_tensor::{EliminatePanels128, EliminatePanels256, EliminatePanelsGlobal};
use std::ops::Range;

/// Up to how many rows a shape is taken, by `benches/results/2026-11-23-h200-determinants.txt`, and panels of pivots above by
/// `2026-11-27-h100-rows-2.txt` there, with values and with polynomials: 1.04 times as long as pairs with 88 rows, 0.8 with 96, 1.02 with 97, whose padding makes
/// them 112, and 0.75 with 112.
const BY_ROWS: [(u32, MatrixShape); 3] =
    [(4, MatrixShape::Thread), (64, MatrixShape::Registers), (95, MatrixShape::Block256)];

/// Rows up to which a matrix with panels has the smaller block of threads: three such blocks fit on a multiprocessor.
const PANELS_128: u32 = 128;

/// Bytes of shared memory with the matrix in it, or only what is staged of one in memory of the device, where panels of pivots are eliminated: the
/// first of the two that a block of threads may have. `None` where it may have neither, or the job is not of full rank.
fn panels_shared(job: &DeterminantJob, means: Means) -> Option<(bool, usize)> {
    let n = job.largest();
    let near = 4 * (panels::EXCHANGE as usize + panels::room(n));
    let full = job.sizes.last().is_none_or(|&last| job.rank == last);
    let fits = |&(_, bytes): &(bool, usize)| full && means.tensor && bytes <= means.shared;
    [(true, near), (false, 4 * panels::staged(n))].into_iter().find(fits)
}

/// Words of the largest block.
fn room(job: &DeterminantJob) -> usize {
    (job.largest() as usize).pow(2)
}

/// The kernel with the matrix in registers, by its number of rows, where there is one for the job.
fn in_registers(job: &DeterminantJob) -> Option<InRegisters> {
    let full = job.values > 0 && job.sizes.last().is_none_or(|&last| job.rank == last);
    IN_REGISTERS.iter().copied().find(|kernel| full && job.largest() <= kernel.rows)
}

/// Sizes of blocks, entries, and places for a kernel with the matrix in registers, in one list: it, where entries and where places begin.
fn lists(job: &DeterminantJob, kernel: Option<InRegisters>) -> (Vec<u32>, [usize; 2]) {
    let mut words = [&job.sizes[..], &job.entries].concat();
    // Places are read four at a time. The list is never empty: an empty one has no memory of its own.
    words.resize(words.len().next_multiple_of(4).max(4), 0);
    let places = words.len();
    if let Some(kernel) = kernel {
        let blocks = Blocks { sizes: &job.sizes, rank: job.rank, entries: &job.entries };
        table(&blocks, kernel.width(), |place| words.push(place));
    }
    (words, [job.sizes.len(), places])
}

/// Matrices of a block of threads, and the bytes of shared memory that it needs.
fn per_block(job: &DeterminantJob, shape: MatrixShape) -> (u32, usize) {
    let of = |count: u32| (count, 4 * room(job) * count as usize);
    match (shape, in_registers(job)) {
        (MatrixShape::Registers, Some(kernel)) => (kernel.matrices(), kernel.shared() as usize),
        (MatrixShape::Global, _) => (1, 0),
        (MatrixShape::Thread, _) => of(THREADS),
        (MatrixShape::Lanes4, _) => of(THREADS / 4),
        _ => of(1),
    }
}

/// The shape for a job; never `Auto`.
fn shape(job: &DeterminantJob, means: Means) -> MatrixShape {
    let by_rows = || {
        let found = BY_ROWS.iter().find(|&&(most, _)| job.largest() <= most);
        found.map_or(MatrixShape::Panels, |&(_, shape)| shape)
    };
    let without_registers = || if job.largest() <= 12 { MatrixShape::Thread } else { MatrixShape::Lanes32 };
    let asked = match (job.method, job.shape) {
        // The paper's has one shape, where there is room for it.
        (DeterminantMethod::Condensation, _) => MatrixShape::Block256,
        (_, MatrixShape::Auto) => by_rows(),
        (_, shape) => shape,
    };
    let asked = match asked {
        MatrixShape::Registers if in_registers(job).is_none() => without_registers(),
        shape => shape,
    };
    let asked = match asked {
        MatrixShape::Panels if panels_shared(job, means).is_none() => MatrixShape::Block256,
        MatrixShape::Panels => return MatrixShape::Panels,
        shape => shape,
    };
    if per_block(job, asked).1 <= means.shared { asked } else { MatrixShape::Global }
}

impl DeterminantEngine for Cuda {
    fn has_room_for_matrix(&self, job: &DeterminantJob) -> bool {
        shape(job, Means::of(self.device())) != MatrixShape::Global
    }

    fn determinants(
        &mut self,
        batch: &Batch,
        values: DeviceBuffer<u32>,
        job: &DeterminantJob,
    ) -> Result<(DeviceBuffer<u32>, ScalarCounts)> {
        self.determinants_from(batch, values, false, job)
    }

    fn evaluates_last(&self, _: &DeterminantJob, dims: &[u32]) -> bool {
        dims.last().is_some_and(|&n| n <= COEFFICIENTS)
    }

    fn determinants_of(
        &mut self,
        batch: &Batch,
        coefficients: DeviceBuffer<u32>,
        dims: &[u32],
        job: &DeterminantJob,
    ) -> Result<(DeviceBuffer<u32>, ScalarCounts)> {
        batch.grid.check_axes(dims)?;
        // Values of some of the axes are in the order of those transforms.
        let leaves_last = self.evaluates_last(job, dims) && batch.grid.evaluation == Evaluation::Auto;
        let Some((_, others)) = dims.split_last().filter(|_| leaves_last) else {
            let values = self.evaluate(batch, coefficients, job.values, dims)?;
            return self.determinants(batch, values, job);
        };
        let mut data = self.rows_inside(batch, coefficients, job.values, dims)?;
        let (mut outer, mut inner) = (1, others.iter().map(|&n| n as usize).product::<usize>());
        let behind = job.values as usize * COEFFICIENTS as usize;
        for (axis, &n) in batch.axes.iter().zip(others) {
            inner /= n as usize;
            data = self.evaluate_along(batch, axis, &data, outer, inner * behind, n)?;
            outer *= axis.points() as usize;
        }
        self.determinants_from(batch, data, true, job)
    }
}

impl Cuda {
    /// Coefficients \[prime\]\[exponents of the other variables\]\[row\]\[4 of the last\] from \[prime\]\[row\]\[exponents\].
    fn rows_inside(
        &self,
        batch: &Batch,
        coefficients: DeviceBuffer<u32>,
        rows: u32,
        dims: &[u32],
    ) -> Result<DeviceBuffer<u32>> {
        let all = dims.iter().fold(rows as usize, |all, &n| all.saturating_mul(n as usize));
        let (expected, found) = (batch.len().saturating_mul(all), coefficients.len());
        if found != expected {
            return Err(ErrorKind::Shape { what: "elements of a tensor", expected, found }.into());
        }
        if all == 0 {
            return Ok(coefficients);
        }
        let last = dims.last().copied().unwrap_or(1);
        let middle = all / (rows as usize * last as usize);
        let padded = (rows as usize * middle).saturating_mul(COEFFICIENTS as usize);
        // Kernels count elements in 32 bits, with those of the last block.
        word("coefficients of the entries", padded.saturating_add(256))?;
        let target = self.stream.alloc(batch.len().saturating_mul(padded))?;
        let kernel =
            RowsInside { source: coefficients.as_ptr(), target: target.as_ptr(), rows, middle: middle as u32, last };
        // SAFETY: the source has rows middle last elements a prime, the target four for each row and exponent of the others.
        unsafe { self.stream.launch(&kernel, (blocks(padded, 256)?, batch.len() as u32, 1), 0)? };
        Ok(target)
    }

    /// Determinants from values, or where it `evaluates` the last variable, from its coefficients at all points of the others,
    /// \[prime\]\[point\]\[value\]\[4\].
    fn determinants_from(
        &self,
        batch: &Batch,
        values: DeviceBuffer<u32>,
        evaluates: bool,
        job: &DeterminantJob,
    ) -> Result<(DeviceBuffer<u32>, ScalarCounts)> {
        job.check()?;
        let points = word("points", batch.grid.points() as usize)?;
        let total = batch.len() * points as usize;
        word("scalars of a batch", total.saturating_add(HEADROOM))?;
        let axis = batch.axes.last().filter(|_| evaluates);
        let matrices = axis.map_or(total, |axis| total / axis.points() as usize);
        let of_value = if evaluates { COEFFICIENTS as usize } else { 1 };
        let expected = matrices.saturating_mul(job.values as usize).saturating_mul(of_value);
        if values.len() != expected {
            return Err(ErrorKind::Shape { what: "values", expected, found: values.len() }.into());
        }
        let powers = axis.map_or(DevicePtr::NULL, |axis| axis.powers.as_ptr());
        let shifts = axis.map_or(DevicePtr::NULL, |axis| axis.shifts.as_ptr());
        let stream = &self.stream;
        let (numerators, denominators) = (stream.alloc(total)?, stream.alloc(total)?);
        let shape = shape(job, Means::of(self.device()));
        let kernel = in_registers(job).filter(|_| shape == MatrixShape::Registers);
        let (lists, starts) = lists(job, kernel);
        let lists = stream.copy_of(&lists)?;
        let sizes = lists.as_ptr();
        let [entries, places] = starts.map(|start| sizes.wrapping_add(start));
        let parameters = DeterminantParameters {
            values: job.values,
            points,
            blocks: job.sizes.len() as u32,
            rank: job.rank,
            entries: job.entries.len() as u32,
            room: room(job) as u32,
            negative: job.negative.into(),
            signs: job.entries.iter().any(|&entry| entry == 0 || entry % 2 == 1).into(),
            passes: axis.map_or(0, |axis| axis.passes.code()),
            len: axis.map_or(0, |axis| axis.len),
            cosets: axis.map_or(1, |axis| axis.cosets),
        };
        let (primes, source) = (prime_ptr(&batch.primes), values.as_ptr());
        let (matrices, bytes) = per_block(job, shape);
        let grid = (blocks(points as usize, matrices)?, batch.len() as u32, 1);
        let bytes = word("bytes of shared memory for one block", bytes);
        macro_rules! launch {
            ($kernel:ident) => {{
                let (values, numerators, denominators) = (source, numerators.as_ptr(), denominators.as_ptr());
                let kernel = $kernel { primes, values, powers, shifts, sizes, entries, numerators, denominators, job: parameters };
                // SAFETY: `values` has as many rows of points a prime as the job has values, or as many coefficients for each point of
                // the other variables, four each; the outputs have one row; the lists are as long as the parameters say, and checked; the shared memory has room for the largest block of each matrix.
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
                        powers,
                        shifts,
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
            (_, MatrixShape::Panels) => {
                let (near, shared) = panels_shared(job, Means::of(self.device())).unwrap_or_default();
                let (bytes, grid) =
                    (word("bytes of shared memory for one block", shared), (points, batch.len() as u32, 1));
                macro_rules! launch {
                    ($kernel:ident) => {{
                        let (values, numerators, denominators) = (source, numerators.as_ptr(), denominators.as_ptr());
                        let job = parameters;
                        let kernel =
                            $kernel { primes, values, powers, shifts, sizes, entries, numerators, denominators, job };
                        // SAFETY: as above, with room for the largest block and its padding.
                        unsafe { stream.launch(&kernel, grid, bytes?)? }
                    }};
                }
                if near && job.largest() <= PANELS_128 {
                    launch!(EliminatePanels128)
                } else if near {
                    launch!(EliminatePanels256)
                } else {
                    let (count, room) = (word("scalars of a batch", total)?, panels::room(job.largest()));
                    let (bytes, words) = (bytes?, word("words of a matrix", room)?);
                    in_turn(stream, room, (count, job.steps()), |scratch, blocks, Range { start: first, end }| {
                        let (values, numerators, denominators) = (source, numerators.as_ptr(), denominators.as_ptr());
                        let job = parameters;
                        let kernel = EliminatePanelsGlobal {
                            primes,
                            values,
                            powers,
                            shifts,
                            sizes,
                            entries,
                            scratch,
                            words,
                            numerators,
                            denominators,
                            first,
                            end,
                            job,
                        };
                        // SAFETY: as above, with the largest block in `scratch`, and what is staged in shared memory.
                        unsafe { stream.launch(&kernel, (blocks, 1, 1), bytes) }
                    })?;
                }
            }
            (_, MatrixShape::Registers) => {
                macro_rules! launch {
                    ($kernel:ident) => {{
                        let (values, numerators, denominators) = (source, numerators.as_ptr(), denominators.as_ptr());
                        let job = parameters;
                        let kernel =
                            $kernel { primes, values, powers, shifts, sizes, places, numerators, denominators, job };
                        // SAFETY: as above.
                        unsafe { stream.launch(&kernel, grid, bytes?) }
                    }};
                }
                match kernel.map_or(0, |kernel| kernel.rows) {
                    8 => launch!(EliminateRegisters8)?,
                    12 => launch!(EliminateRegisters12)?,
                    16 => launch!(EliminateRegisters16)?,
                    20 => launch!(EliminateRegisters20)?,
                    24 => launch!(EliminateRegisters24)?,
                    32 => launch!(EliminateRegisters32)?,
                    48 => launch!(EliminateRegisters48)?,
                    _ => launch!(EliminateRegisters64)?,
                }
            }
            (_, MatrixShape::Thread) => launch!(EliminateThread)?,
            (_, MatrixShape::Lanes4) => launch!(EliminateLanes4)?,
            (_, MatrixShape::Lanes32) => launch!(EliminateLanes32)?,
            (_, MatrixShape::Auto | MatrixShape::Block256) => launch!(EliminateBlock)?,
        }
        let (failed, repairs) = divide(stream, batch, &numerators, &denominators, points)?;
        let (values, out) = (source, numerators.as_ptr());
        if repairs > 0 && (shape == MatrixShape::Global || 4 * room(job) > self.device().shared_per_block as usize) {
            in_turn(stream, room(job), (repairs, job.steps()), |scratch, blocks, piece| {
                let (failed, count) = (failed.ptr_at(piece.start as usize)?, piece.len() as u32);
                let kernel = RepairDeterminantsGlobal {
                    primes,
                    values,
                    powers,
                    shifts,
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
            let kernel = RepairDeterminants {
                primes,
                values,
                powers,
                shifts,
                sizes,
                entries,
                failed,
                count,
                out,
                job: parameters,
            };
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

    /// The chosen shape fits every device: none has less than 48 KiB a block.
    #[test]
    fn shapes_fit_any_device() {
        for method in [DeterminantMethod::Elimination, DeterminantMethod::Condensation] {
            for shared in [48 << 10, 64 << 10, 99 << 10, 163 << 10, 227 << 10] {
                for n in 1..300 {
                    let job = job(n, method, MatrixShape::Auto);
                    let shape = shape(&job, Means { shared, tensor: false });
                    assert!(per_block(&job, shape).1 <= shared, "{n} rows in {shared} bytes");
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
                let means = Means { shared: 48 << 10, tensor: n % 2 == 0 };
                let found = shape(&job(n, DeterminantMethod::Elimination, asked), means);
                assert_eq!(found, if n <= most { asked } else { Global }, "{n} rows");
            }
        }
    }

    /// Registers hold matrices of full rank only.
    #[test]
    fn shapes_in_registers() {
        let means = Means { shared: 48 << 10, tensor: true };
        for n in 1..70 {
            let full = job(n, DeterminantMethod::Elimination, MatrixShape::Registers);
            assert_eq!(shape(&full, means) == MatrixShape::Registers, n <= 64, "{n} rows");
            let singular = DeterminantJob { rank: n - 1, ..full };
            assert_ne!(shape(&singular, means), MatrixShape::Registers, "{n} rows");
        }
    }

    /// Panels are for devices with tensor cores and blocks of full rank; the matrix is near while there is room, then what is staged.
    #[test]
    fn shapes_with_panels() {
        for shared in [48 << 10, 99 << 10, 227 << 10] {
            for n in [1, 64, 65, 95, 96, 128, 129, 224, 225, 256, 300, 1000, 5000] {
                let full = job(n, DeterminantMethod::Elimination, MatrixShape::Auto);
                let means = Means { shared, tensor: true };
                let near = 4 * (panels::EXCHANGE as usize + panels::room(n)) <= shared;
                let is_possible = near || 4 * panels::staged(n) <= shared;
                assert_eq!(panels_shared(&full, means).map(|(near, _)| near), is_possible.then_some(near), "{n} rows");
                assert!(panels_shared(&full, means).is_none_or(|(_, bytes)| bytes <= shared));
                assert_eq!(shape(&full, means) == MatrixShape::Panels, n > 95 && is_possible, "{n} rows");
                for other in [
                    shape(&full, Means { shared, tensor: false }),
                    shape(&DeterminantJob { rank: n - 1, ..full.clone() }, means),
                    shape(&job(n, DeterminantMethod::Condensation, MatrixShape::Auto), means),
                ] {
                    assert_ne!(other, MatrixShape::Panels, "{n} rows");
                }
            }
        }
    }
}
