//! Subresultants at points: one of the shapes of resultants, then division, then what left the schedule.

use super::DeviceBuffer;
use super::driver::launch::{blocks, word};
use super::driver::stream::Stream;
use super::engine::Cuda;
use super::fractions::{HEADROOM, divide};
use super::grid::tables::{Batch, prime_ptr};
use super::in_turn::in_turn;
use super::matrices::matrices;
use super::means::Means;
use super::resultant::blocks::Threads;
use super::resultant::scalars::{near_bytes, per_block, shape};
use crate::engine::{
    ScalarCounts, ScalarJob, ScalarKind, ScalarMethod, ScalarShape, SubresultantJob, TupleEngine, TupleJob,
};
use crate::error::{ErrorKind, Result};
use crate::plan::plain_primes::field;
use cuda_std::DevicePtr;
use gpu::arith::Mont31;
use gpu::kernels::resultant_tensor::far_words;
use gpu::kernels::subresultant::{
    DivideSteps, GatherPoints, MultiplyPoints, PrincipalNumerators, ScatterPoints, SubresultantBlock128,
    SubresultantBlock256, SubresultantColumns2, SubresultantColumns4, SubresultantColumns8, SubresultantGlobal,
    SubresultantLanes4, SubresultantLanes8, SubresultantLanes16, SubresultantLanes32, SubresultantParameters,
    SubresultantThread16, SubresultantThread32, SubresultantsBlock, SubresultantsWarp,
};
use gpu::kernels::subresultant_tensor::{
    SubresultantBlocks96, SubresultantBlocks160, SubresultantBlocks224, SubresultantBlocksGlobal,
    SubresultantBlocksLanes8, SubresultantBlocksLanes16, SubresultantBlocksLanes32,
};
use gpu::resultant::subresultants::Wanted;
use std::ops::Range;

/// Up to which min(p, q) threads keep short remainders in few registers, as for resultants.
const SHORT: u32 = 16;

/// The most p + q + 2 for which a warp takes several subresultants of a point, and not a block.
const ONE_WARP: usize = 400;

impl TupleEngine for Cuda {
    fn tuples(
        &mut self,
        batch: &Batch,
        values: DeviceBuffer<u32>,
        job: &TupleJob,
    ) -> Result<(DeviceBuffer<u32>, ScalarCounts)> {
        job.check()?;
        let points = word("points", batch.grid.points() as usize)?;
        match job {
            TupleJob::Subresultants(job) => subresultants(&self.stream, batch, &values, job, points),
            TupleJob::Matrix(job) => matrices(&self.stream, batch, &values, job, points),
        }
    }
}

/// A job with its buffers: what all launches have in common.
struct Launch<'a> {
    stream: &'a Stream,
    primes: DevicePtr<Mont31>,
    count: u32,
    values: DevicePtr<u32>,
    schedule: DevicePtr<u32>,
    outputs: DevicePtr<u32>,
    factors: DevicePtr<u32>,
    numerators: DevicePtr<u32>,
    denominators: DevicePtr<u32>,
    job: SubresultantParameters,
}

/// Coefficients \[prime\]\[coefficient\]\[point\] from values \[prime\]\[row\]\[point\].
fn subresultants(
    stream: &Stream,
    batch: &Batch,
    values: &DeviceBuffer<u32>,
    job: &SubresultantJob,
    points: u32,
) -> Result<(DeviceBuffer<u32>, ScalarCounts)> {
    let (rows, outputs) = (job.rows() as usize, job.outputs() as usize);
    let total = batch.len() * points as usize;
    word("points of a batch", total.saturating_add(HEADROOM))?;
    // Numbers of elements of a prime are words of a kernel.
    word("coefficients of a prime", outputs.saturating_mul(points as usize).saturating_add(HEADROOM))?;
    if values.len() != total * rows {
        return Err(ErrorKind::Shape { what: "values", expected: total * rows, found: values.len() }.into());
    }
    let Wanted { low, high, principal } = job.wanted;
    let found = stream.zeroed::<u32>(total * outputs)?;
    let is_one = job.one().is_some();
    let factors = stream.alloc::<u32>(if is_one { 1 } else { total * job.schedule.len() })?;
    let (numerators, denominators) = (stream.alloc::<u32>(total)?, stream.alloc::<u32>(total)?);
    let schedule = stream.copy_of(&job.schedule)?;
    let parameters = SubresultantParameters {
        p: job.p,
        q: job.q,
        points,
        schedule_len: job.schedule.len() as u32,
        low,
        high,
        principal,
        outputs: outputs as u32,
        negative: job.one().is_some_and(|k| job.negative(k)).into(),
    };
    let launch = Launch {
        stream,
        primes: prime_ptr(&batch.primes),
        count: batch.len() as u32,
        values: values.as_ptr(),
        schedule: schedule.as_ptr(),
        outputs: found.as_ptr(),
        factors: factors.as_ptr(),
        numerators: numerators.as_ptr(),
        denominators: denominators.as_ptr(),
        job: parameters,
    };
    if is_one || principal != 0 {
        launch.sequence(job)?
    } else {
        launch.several(job)?
    }
    let (failed, repairs) = launch.divide(batch, &numerators, &denominators, job)?;
    if repairs > 0 {
        launch.repair(batch, &failed, repairs, job)?;
    }
    Ok((found, ScalarCounts { scalars: total as u64, repairs: repairs.into() }))
}

impl Launch<'_> {
    /// The leading coefficients, or one subresultant with the fraction that it is to be multiplied by.
    fn sequence(&self, job: &SubresultantJob) -> Result<()> {
        let rows = job.rows() as usize;
        let means = Means::of(self.stream.context().device());
        // The shapes are those of a resultant of the same degrees.
        let scalar = ScalarJob {
            kind: ScalarKind::Resultant,
            p: job.p,
            q: job.q,
            schedule: Vec::new(),
            method: ScalarMethod::Remainder,
            shape: ScalarShape::Auto,
        };
        let shape = shape(&scalar, rows, means);
        if let (ScalarShape::Blocks, Some(threads)) = (shape, Threads::of(rows, means)) {
            return self.in_blocks(rows, threads, job);
        }
        let &Launch { stream, primes, count, values, schedule, outputs, factors, numerators, denominators, job: p } =
            self;
        let bytes = match shape {
            ScalarShape::Global | ScalarShape::Blocks => 0,
            shape => word("bytes of shared memory for one block", near_bytes(shape, rows))?,
        };
        let grid = (blocks(p.points as usize, per_block(shape))?, count, 1);
        macro_rules! launch {
            ($kernel:ident) => {{
                let job = p;
                let kernel =
                    $kernel { primes, values, schedule, outputs, factors, numerators, denominators, job };
                // SAFETY: values has rows * points words a prime, outputs and factors as many as the job says, the others points; as much shared memory as the
                // kernel asks for.
                unsafe { stream.launch(&kernel, grid, bytes) }
            }};
        }
        match shape {
            ScalarShape::Auto | ScalarShape::Thread if job.p.min(job.q) <= SHORT => launch!(SubresultantThread16),
            ScalarShape::Auto | ScalarShape::Thread => launch!(SubresultantThread32),
            ScalarShape::Columns2 => launch!(SubresultantColumns2),
            ScalarShape::Columns4 => launch!(SubresultantColumns4),
            ScalarShape::Columns8 => launch!(SubresultantColumns8),
            ScalarShape::Lanes4 => launch!(SubresultantLanes4),
            ScalarShape::Lanes8 => launch!(SubresultantLanes8),
            ScalarShape::Lanes16 => launch!(SubresultantLanes16),
            ScalarShape::Lanes32 => launch!(SubresultantLanes32),
            ScalarShape::Block64 | ScalarShape::Block128 => launch!(SubresultantBlock128),
            ScalarShape::Block256 => launch!(SubresultantBlock256),
            ScalarShape::Global | ScalarShape::Blocks => self.in_turn(rows, job),
        }
    }

    /// The same with runs of steps in blocks.
    fn in_blocks(&self, rows: usize, threads: Threads, of: &SubresultantJob) -> Result<()> {
        let &Launch { stream, primes, count, values, schedule, outputs, factors, numerators, denominators, job } = self;
        let bytes = word("bytes of shared memory for one block", threads.shared(rows))?;
        let grid = (blocks(job.points as usize, threads.per_block())?, count, 1);
        macro_rules! launch {
            ($kernel:ident) => {{
                let kernel = $kernel { primes, values, schedule, outputs, factors, numerators, denominators, job };
                // SAFETY: as for the shapes without blocks; the shared memory that the kernel asks for.
                unsafe { stream.launch(&kernel, grid, bytes) }
            }};
        }
        match threads {
            Threads::Lanes8 => launch!(SubresultantBlocksLanes8),
            Threads::Lanes16 => launch!(SubresultantBlocksLanes16),
            Threads::Lanes32 => launch!(SubresultantBlocksLanes32),
            Threads::Block96 => launch!(SubresultantBlocks96),
            Threads::Block160 => launch!(SubresultantBlocks160),
            Threads::Block224 => launch!(SubresultantBlocks224),
            Threads::Global => {
                let work = (count * job.points, of.scalar().steps);
                in_turn(
                    stream,
                    far_words(rows as u32) as usize,
                    work,
                    |scratch, blocks, Range { start: first, end }| {
                        let kernel = SubresultantBlocksGlobal {
                            primes,
                            values,
                            schedule,
                            scratch,
                            outputs,
                            factors,
                            numerators,
                            denominators,
                            first,
                            end,
                            job,
                        };
                        // SAFETY: as above, with as many words of `scratch` a block as it asks for.
                        unsafe { stream.launch(&kernel, (blocks, 1, 1), bytes) }
                    },
                )
            }
        }
    }

    /// One point a block, with operands in memory of the device.
    fn in_turn(&self, rows: usize, of: &SubresultantJob) -> Result<()> {
        let &Launch { stream, primes, count, values, schedule, outputs, factors, numerators, denominators, job } = self;
        let work = (count * job.points, of.scalar().steps);
        in_turn(stream, rows, work, |scratch, blocks, Range { start: first, end }| {
            let kernel = SubresultantGlobal {
                primes,
                values,
                schedule,
                scratch,
                outputs,
                factors,
                numerators,
                denominators,
                first,
                end,
                job,
            };
            // SAFETY: as for the other shapes, without shared memory; `scratch` has `rows` words a block.
            unsafe { stream.launch(&kernel, (blocks, 1, 1), 0) }
        })
    }

    /// Several subresultants, step by step.
    fn several(&self, of: &SubresultantJob) -> Result<()> {
        let &Launch { stream, primes, count, values, schedule, outputs, factors, numerators, denominators, job } = self;
        let rows = of.rows() as usize;
        if 4 * rows > Means::of(stream.context().device()).shared {
            return self.in_turn(rows, of);
        }
        let (grid, bytes) = ((job.points, count, 1), word("bytes of shared memory for one block", 4 * rows)?);
        if rows <= ONE_WARP {
            let kernel =
                SubresultantsWarp { primes, values, schedule, outputs, factors, numerators, denominators, job };
            // SAFETY: as for one subresultant.
            return unsafe { stream.launch(&kernel, grid, bytes) };
        }
        let kernel = SubresultantsBlock { primes, values, schedule, outputs, factors, numerators, denominators, job };
        // SAFETY: as for one subresultant.
        unsafe { stream.launch(&kernel, grid, bytes) }
    }

    /// Divides what was left. Returns the points that left the schedule, and how many they are.
    fn divide(
        &self,
        batch: &Batch,
        numerators: &DeviceBuffer<u32>,
        denominators: &DeviceBuffer<u32>,
        of: &SubresultantJob,
    ) -> Result<(DeviceBuffer<u32>, u32)> {
        let &Launch { stream, primes, count, schedule, outputs, factors, job, .. } = self;
        let points = (blocks(job.points as usize, 128)?, count, 1);
        if job.principal != 0 {
            let kernel = PrincipalNumerators {
                primes,
                schedule,
                outputs,
                factors,
                numerators: numerators.as_ptr(),
                denominators: denominators.as_ptr(),
                job,
            };
            // SAFETY: outputs and factors have as many words a point as the job says, the others one.
            unsafe { stream.launch(&kernel, points, 0)? };
        }
        let found = divide(stream, batch, numerators, denominators, job.points)?;
        let inverses = numerators.as_ptr();
        if of.one().is_some() {
            let elements = (job.points * job.outputs) as usize;
            let (points, rows) = (job.points, job.outputs);
            let kernel = MultiplyPoints { primes, outputs, factors: inverses, points, rows };
            // SAFETY: `rows` words a point, and one factor.
            unsafe { stream.launch(&kernel, (blocks(elements, 256)?, count, 1), 0)? };
        } else {
            let kernel = DivideSteps { primes, schedule, outputs, factors, inverses, steps: of.last_step(), job };
            // SAFETY: outputs and factors have as many words a point as the job says, `inverses` one.
            unsafe { stream.launch(&kernel, points, 0)? };
        }
        Ok(found)
    }

    /// Computes the listed points again, on the host: they are few.
    fn repair(&self, batch: &Batch, failed: &DeviceBuffer<u32>, count: u32, of: &SubresultantJob) -> Result<()> {
        let &Launch { stream, values, outputs, job, .. } = self;
        let (rows, width, points) = (of.rows(), job.outputs, job.points);
        let fields: Vec<Mont31> =
            batch.primes.to_vec()?.iter().map(|words| field(words[0].into())).collect::<Result<_>>()?;
        let listed = &failed.to_vec()?[..count as usize];
        // As many together as take some megabytes.
        let some = ((1 << 20) / rows.max(width) as usize).max(1);
        for (number, listed) in listed.chunks(some).enumerate() {
            let (at, count) = (failed.ptr_at(number * some)?, listed.len() as u32);
            let columns = stream.alloc::<u32>(listed.len() * rows as usize)?;
            let gather = GatherPoints { tensor: values, listed: at, count, points, rows, columns: columns.as_ptr() };
            // SAFETY: `rows` words a point; the list has points of the batch.
            unsafe { stream.launch(&gather, (blocks(columns.len(), 256)?, 1, 1), 0)? };
            let columns = columns.to_vec()?;
            let repaired = listed
                .iter()
                .zip(columns.chunks(rows as usize))
                .flat_map(|(&point, column)| of.repaired(&fields[(point / points) as usize], column));
            let repaired = stream.copy_of(&repaired.collect::<Vec<u32>>())?;
            let scatter =
                ScatterPoints { columns: repaired.as_ptr(), listed: at, count, points, rows: width, tensor: outputs };
            // SAFETY: `width` words a point, each point once.
            unsafe { stream.launch(&scatter, (blocks(repaired.len(), 256)?, 1, 1), 0)? };
            stream.synchronize()?;
        }
        Ok(())
    }
}
