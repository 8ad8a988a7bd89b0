//! The scalar stage: one of ten shapes by size, or a Schur form, then division and compaction, then repair of what left the schedule.

use super::DeviceBuffer;
use super::engine::{blocks, word};
use super::stream::Stream;
use super::tables::{Batch, prime_ptr};
use crate::engine::{Method, ScalarCounts, ScalarJob, ScalarKind, ScalarShape};
use crate::error::{ErrorKind, Result};
use gpu::kernels::resultant::{
    DIVIDERS, DivideScalars, Job, PER_INVERSE, RepairScalars, RepairScalarsGlobal, ResultantBlock64, ResultantBlock128,
    ResultantBlock256, ResultantGlobal, ResultantLanes2, ResultantLanes4, ResultantLanes8, ResultantLanes16,
    ResultantLanes32, ResultantThread16, ResultantThread32,
};

/// Up to which p + q + 2 each shape is the fastest one, as `benches/rates.rs` measures on an H200.
const FASTEST: [(usize, ScalarShape); 8] = [
    (256, ScalarShape::Thread),
    (360, ScalarShape::Lanes2),
    (800, ScalarShape::Lanes4),
    (1720, ScalarShape::Lanes8),
    (3200, ScalarShape::Lanes16),
    (6600, ScalarShape::Warp),
    (12_000, ScalarShape::Block64),
    (25_000, ScalarShape::Block128),
];

/// Largest min(p, q) for which threads have room for 16 coefficients of each operand in registers only, so that more fit.
const SHORT: u32 = 16;

/// Element steps of one launch in memory of the device: seconds at most, since such a launch cannot be interrupted.
const GLOBAL_STEPS: u64 = 1 << 40;

/// The shape of the scalar kernel for `rows` = p + q + 2, where a block has `shared` bytes of shared memory.
fn shape(job: &ScalarJob, rows: usize, shared: usize) -> ScalarShape {
    if job.shape != ScalarShape::Auto {
        return job.shape;
    }
    let fastest = FASTEST.iter().find(|(most, _)| rows <= *most);
    fastest.map_or(if 4 * rows <= shared { ScalarShape::Block256 } else { ScalarShape::Global }, |&(_, shape)| shape)
}

/// Scalars per block of the remainder form.
fn per_block(shape: ScalarShape) -> u32 {
    match shape {
        ScalarShape::Auto | ScalarShape::Thread => 32,
        ScalarShape::Lanes2 => 16,
        ScalarShape::Lanes4 => 8,
        ScalarShape::Lanes8 => 4,
        ScalarShape::Lanes16 => 2,
        ScalarShape::Warp
        | ScalarShape::Block64
        | ScalarShape::Block128
        | ScalarShape::Block256
        | ScalarShape::Global => 1,
    }
}

/// Bytes of shared memory a block of the scalar stage needs, repairs included, where it has `shared`.
pub(super) fn shared_bytes(job: &ScalarJob, shared: usize) -> usize {
    let rows = job.p as usize + job.q as usize + 2;
    match job.method {
        Method::Remainder => match shape(job, rows, shared) {
            ScalarShape::Global => 0,
            shape => 4 * rows * per_block(shape) as usize,
        },
        Method::Schur | Method::Schur2010 => super::schur::shared_bytes(job),
    }
}

/// Scalars as fractions, \[prime\]\[point\].
pub(super) struct Fractions {
    pub numerators: DeviceBuffer<u32>,
    /// 0 where the method failed.
    pub denominators: DeviceBuffer<u32>,
    parameters: Job,
}

/// Fractions from values \[prime\]\[row\]\[point\] at `points` points.
pub(super) fn fractions(
    stream: &Stream,
    batch: &Batch,
    values: &DeviceBuffer<u32>,
    job: &ScalarJob,
    points: u32,
) -> Result<Fractions> {
    let total = batch.len() * points as usize;
    word("scalars of a batch", total)?;
    let rows = job.p as usize + job.q as usize + 2;
    if values.len() != total * rows {
        return Err(ErrorKind::Shape { what: "values", expected: total * rows, found: values.len() }.into());
    }
    let (numerators, denominators) = (stream.alloc(total)?, stream.alloc(total)?);
    let parameters = Job {
        p: job.p,
        q: job.q,
        points,
        schedule_len: job.schedule.len() as u32,
        discriminant: (job.kind == ScalarKind::Discriminant) as u32,
        negative: job.negative() as u32,
    };
    match job.method {
        Method::Remainder => {
            let schedule = stream.copy_of(&job.schedule)?;
            remainder(stream, batch, values, &schedule, &numerators, &denominators, parameters, job)?;
        }
        Method::Schur | Method::Schur2010 => {
            super::schur::scalars(stream, batch, values, &numerators, &denominators, job, points)?;
        }
    }
    Ok(Fractions { numerators, denominators, parameters })
}

/// Scalars \[prime\]\[point\] from values \[prime\]\[row\]\[point\] at `points` points.
pub(super) fn scalars(
    stream: &Stream,
    batch: &Batch,
    values: &DeviceBuffer<u32>,
    job: &ScalarJob,
    points: u32,
) -> Result<(DeviceBuffer<u32>, ScalarCounts)> {
    let Fractions { numerators, denominators, parameters } = fractions(stream, batch, values, job, points)?;
    let total = numerators.len();
    let failed = stream.alloc(total)?;
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
    // SAFETY: `total` words each; `failed` has room for all.
    unsafe { stream.launch(&divide, grid, 0)? };
    let mut repairs = [0];
    count.download(0, &mut repairs)?;
    let [repairs] = repairs;
    if repairs > 0 {
        repair(stream, batch, values, &failed, repairs, &numerators, parameters, job)?;
    }
    Ok((numerators, ScalarCounts { scalars: total as u64, repairs: repairs as u64 }))
}

/// The scheduled remainder form.
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
fn remainder(
    stream: &Stream,
    batch: &Batch,
    values: &DeviceBuffer<u32>,
    schedule: &DeviceBuffer<u32>,
    numerators: &DeviceBuffer<u32>,
    denominators: &DeviceBuffer<u32>,
    parameters: Job,
    job: &ScalarJob,
) -> Result<()> {
    let rows = job.p as usize + job.q as usize + 2;
    let points = parameters.points as usize;
    let primes = prime_ptr(&batch.primes);
    let (values, schedule) = (values.as_ptr(), schedule.as_ptr());
    let (numerators, denominators) = (numerators.as_ptr(), denominators.as_ptr());
    let count = batch.len() as u32;
    let shared = shared_per_block(stream);
    let shape = shape(job, rows, shared);
    let bytes = word("bytes of shared memory for one block", shared_bytes(job, shared))?;
    let grid = (blocks(points, per_block(shape))?, count, 1);
    macro_rules! launch {
        ($kernel:ident) => {{
            let job = parameters;
            let kernel = $kernel { primes, values, schedule, numerators, denominators, job };
            // SAFETY: values has rows * points words a prime, the others points; rows words of shared memory a problem.
            unsafe { stream.launch(&kernel, grid, bytes) }
        }};
    }
    match shape {
        ScalarShape::Auto | ScalarShape::Thread if job.p.min(job.q) <= SHORT => launch!(ResultantThread16),
        ScalarShape::Auto | ScalarShape::Thread => launch!(ResultantThread32),
        ScalarShape::Lanes2 => launch!(ResultantLanes2),
        ScalarShape::Lanes4 => launch!(ResultantLanes4),
        ScalarShape::Lanes8 => launch!(ResultantLanes8),
        ScalarShape::Lanes16 => launch!(ResultantLanes16),
        ScalarShape::Warp => launch!(ResultantLanes32),
        ScalarShape::Block64 => launch!(ResultantBlock64),
        ScalarShape::Block128 => launch!(ResultantBlock128),
        ScalarShape::Block256 => launch!(ResultantBlock256),
        ScalarShape::Global => {
            let total = count * parameters.points;
            let (scratch, blocks) = scratch(stream, rows, total)?;
            let steps = (u64::from(job.p) + 1) * (u64::from(job.q) + 1);
            let scalars = (GLOBAL_STEPS / steps).clamp(blocks.into(), u32::MAX.into()) as u32;
            let mut first = 0;
            while first < total {
                let end = first.saturating_add(scalars).min(total);
                let kernel = ResultantGlobal {
                    primes,
                    values,
                    schedule,
                    scratch: scratch.as_ptr(),
                    numerators,
                    denominators,
                    first,
                    end,
                    job: parameters,
                };
                // SAFETY: as above, without shared memory; `scratch` has `rows` words a block.
                unsafe { stream.launch(&kernel, (blocks, 1, 1), 0)? };
                stream.synchronize()?;
                first = end;
            }
            Ok(())
        }
    }
}

/// Bytes of shared memory that a block may have.
fn shared_per_block(stream: &Stream) -> usize {
    stream.context().device().shared_per_block as usize
}

/// Memory of the device for `rows` words a block, and the number of blocks: as many as keep the device busy with `total`
/// scalars, fewer where memory is short.
fn scratch(stream: &Stream, rows: usize, total: u32) -> Result<(DeviceBuffer<u32>, u32)> {
    let context = stream.context();
    let room = (context.available_memory()? / 8 / (4 * rows)) as u32;
    let blocks = (4 * context.device().multiprocessors).min(total).min(room).max(1);
    Ok((stream.alloc(blocks as usize * rows)?, blocks))
}

/// Recomputes `count` failed scalars.
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
fn repair(
    stream: &Stream,
    batch: &Batch,
    values: &DeviceBuffer<u32>,
    failed: &DeviceBuffer<u32>,
    count: u32,
    out: &DeviceBuffer<u32>,
    parameters: Job,
    job: &ScalarJob,
) -> Result<()> {
    let rows = job.p as usize + job.q as usize + 2;
    let (primes, values, failed, out) = (prime_ptr(&batch.primes), values.as_ptr(), failed.as_ptr(), out.as_ptr());
    if job.method == Method::Remainder && shape(job, rows, shared_per_block(stream)) == ScalarShape::Global {
        let (scratch, blocks) = scratch(stream, rows, count)?;
        let scratch = scratch.as_ptr();
        let kernel = RepairScalarsGlobal { primes, values, failed, count, scratch, out, job: parameters };
        // SAFETY: as below, with `rows` words of `scratch` a block.
        unsafe { stream.launch(&kernel, (blocks, 1, 1), 0)? };
        return stream.synchronize();
    }
    let kernel = RepairScalars { primes, values, failed, count, out, job: parameters };
    let shared = word("bytes of shared memory for one block", 4 * rows)?;
    // SAFETY: `failed` lists `count` scalars below primes * points; `rows` words of shared memory.
    unsafe { stream.launch(&kernel, (count.min(1 << 16), 1, 1), shared)? };
    stream.synchronize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_memory_by_degree_and_method() {
        let bytes = |p, q, method| {
            let (kind, shape) = (ScalarKind::Resultant, ScalarShape::Auto);
            shared_bytes(&ScalarJob { kind, p, q, schedule: Vec::new(), method, shape }, 227 << 10)
        };
        assert_eq!(bytes(40, 58, Method::Remainder), 4 * 100 * 32);
        // All of the shared memory of an H100, and one word more, for which it is not used.
        assert_eq!(bytes(29_055, 29_055, Method::Remainder), 227 << 10);
        assert_eq!(bytes(29_056, 29_055, Method::Remainder), 0);
        // Two scalars a block up to degree 31.
        assert_eq!(bytes(31, 40, Method::Schur), 2 * 4 * (4 * 31 + 41));
        assert_eq!(bytes(200, 100, Method::Schur2010), 4 * 901);
        // Repairs, on p + q + 2 words, never need more.
        for (p, q) in [(0, 0), (0, 40), (31, 0), (32, 0), (96, 1)] {
            for method in [Method::Remainder, Method::Schur] {
                assert!(bytes(p, q, method) >= 4 * (p + q + 2) as usize, "{p} {q} {method:?}");
            }
        }
    }
}
