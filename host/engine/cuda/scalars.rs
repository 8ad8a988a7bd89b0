//! The scalar stage: one of five shapes by size, or a Schur form, then division and compaction, then repair of what left the schedule.

use super::DeviceBuffer;
use super::engine::{blocks, word};
use super::stream::Stream;
use super::tables::{Batch, prime_ptr};
use crate::engine::{Method, ScalarCounts, ScalarJob, ScalarKind, ScalarShape};
use crate::error::{ErrorKind, Result};
use gpu::kernels::resultant::{
    DivideScalars, Job, OCTETS, PER_INVERSE, QUADS, RepairScalars, ResultantBlock, ResultantOctet, ResultantQuad,
    ResultantThread, ResultantWarp, THREADS, WARPS,
};

/// Largest p + q + 2 for which a thread per scalar is taken.
const THREAD_ROWS: usize = 288;
/// Largest p + q + 2 for which four threads per scalar are taken.
const QUAD_ROWS: usize = 800;
/// Largest p + q + 2 for which eight threads per scalar are taken.
const OCTET_ROWS: usize = 2000;
/// Largest p + q + 2 for which a warp per scalar is taken.
const WARP_ROWS: usize = 4100;

/// The shape of the scalar kernel for `rows` = p + q + 2.
fn shape(job: &ScalarJob, rows: usize) -> ScalarShape {
    match job.shape {
        ScalarShape::Auto if rows <= THREAD_ROWS => ScalarShape::Thread,
        ScalarShape::Auto if rows <= QUAD_ROWS => ScalarShape::Quad,
        ScalarShape::Auto if rows <= OCTET_ROWS => ScalarShape::Octet,
        ScalarShape::Auto if rows <= WARP_ROWS => ScalarShape::Warp,
        ScalarShape::Auto => ScalarShape::Block,
        forced => forced,
    }
}

/// Scalars per block of the remainder form.
fn per_block(shape: ScalarShape) -> u32 {
    match shape {
        ScalarShape::Auto | ScalarShape::Thread => THREADS,
        ScalarShape::Quad => QUADS,
        ScalarShape::Octet => OCTETS,
        ScalarShape::Warp => WARPS,
        ScalarShape::Block => 1,
    }
}

/// Bytes of shared memory a block of the scalar stage needs, repairs included.
pub(super) fn shared_bytes(job: &ScalarJob) -> usize {
    let rows = job.p as usize + job.q as usize + 2;
    match job.method {
        Method::Remainder => 4 * rows * per_block(shape(job, rows)) as usize,
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
    let grid = (blocks(points as usize, 128 * PER_INVERSE)?, batch.len() as u32, 1);
    // SAFETY: `total` words each; `failed` has room for all.
    unsafe { stream.launch(&divide, grid, 0)? };
    let mut repairs = [0];
    count.download(0, &mut repairs)?;
    let [repairs] = repairs;
    if repairs > 0 {
        repair(stream, batch, values, &failed, repairs, &numerators, parameters)?;
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
    let (numerators, denominators, shape) = (numerators.as_ptr(), denominators.as_ptr(), shape(job, rows));
    let count = batch.len() as u32;
    let bytes = word("bytes of shared memory for one block", shared_bytes(job))?;
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
        ScalarShape::Auto | ScalarShape::Thread => launch!(ResultantThread),
        ScalarShape::Quad => launch!(ResultantQuad),
        ScalarShape::Octet => launch!(ResultantOctet),
        ScalarShape::Warp => launch!(ResultantWarp),
        ScalarShape::Block => launch!(ResultantBlock),
    }
}

/// Recomputes `count` failed scalars.
fn repair(
    stream: &Stream,
    batch: &Batch,
    values: &DeviceBuffer<u32>,
    failed: &DeviceBuffer<u32>,
    count: u32,
    out: &DeviceBuffer<u32>,
    job: Job,
) -> Result<()> {
    let rows = job.p as usize + job.q as usize + 2;
    let kernel = RepairScalars {
        primes: prime_ptr(&batch.primes),
        values: values.as_ptr(),
        failed: failed.as_ptr(),
        count,
        out: out.as_ptr(),
        job,
    };
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
            shared_bytes(&ScalarJob { kind, p, q, schedule: Vec::new(), method, shape })
        };
        assert_eq!(bytes(40, 58, Method::Remainder), 4 * 100 * 32);
        // All of the shared memory of an H100, and one word more.
        assert_eq!(bytes(29_055, 29_055, Method::Remainder), 227 << 10);
        assert_eq!(bytes(29_056, 29_055, Method::Remainder), (227 << 10) + 4);
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
