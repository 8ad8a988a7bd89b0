//! The scalar stage: one of thirteen shapes by size, or a Schur form, then division and compaction, then repair of what left the schedule.

use super::blocks::{self as in_blocks, Threads};
use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::{blocks, word};
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::fractions::{HEADROOM, divide};
use crate::engine::cuda::grid::tables::{Batch, prime_ptr};
use crate::engine::cuda::in_turn::in_turn;
use crate::engine::cuda::means::Means;
use crate::engine::{ScalarCounts, ScalarJob, ScalarKind, ScalarMethod, ScalarShape};
use crate::error::{ErrorKind, Result};
use cuda_std::DevicePtr;
use gpu::arith::Mont31;
use gpu::kernels::problems::resultant::ScalarParameters;
use gpu::kernels::resultant::{
    RepairScalars, RepairScalarsGlobal, ResultantBlock64, ResultantBlock128, ResultantBlock256, ResultantColumns2,
    ResultantColumns4, ResultantColumns8, ResultantGlobal, ResultantLanes4, ResultantLanes8, ResultantLanes16,
    ResultantLanes32, ResultantThread16, ResultantThread32, THREADS, column_words,
};
use std::ops::Range;

/// The most p + q + 2 for which one thread a scalar is the fastest, where neither degree is more than twice the other: on an H100 that is where as many of
/// these fit as make two warps for each scheduler (`benches/results/2026-11-27-h200-columns.txt`).
const ONE_THREAD: usize = 216;

/// Warps of a multiprocessor that hide each other's waiting, at barriers too: beyond [`ONE_THREAD`] the fewest threads a scalar are the fastest with which so
/// many fit, by the same file. Where no columns have so many, lanes of a warp are faster unless both degrees are about the same.
const WARPS: usize = 10;

/// Up to which p + q + 2 each shape is the fastest one where one degree is more than twice the other, and most of the work is the first remainder; and the same
/// for all where columns do not fit. The file above, and on an H200 too `benches/results/2026-11-21-h200-rates-3.txt`.
const LOPSIDED: [(usize, ScalarShape); 7] = [
    (256, ScalarShape::Thread),
    (800, ScalarShape::Lanes4),
    (1720, ScalarShape::Lanes8),
    (3200, ScalarShape::Lanes16),
    (6600, ScalarShape::Lanes32),
    (12_000, ScalarShape::Block64),
    (25_000, ScalarShape::Block128),
];

/// Largest min(p, q) for which threads have room for remainders of degree below 16 in registers only, so that more of them fit.
const SHORT: u32 = 16;

/// The least degree of both polynomials for which steps are taken in blocks: with 300 that takes 1.04 times as long, with 400 0.95 times
/// (`benches/results/2026-11-27-h200-columns.txt`). Where one degree is more than twice the other, most of the work is the first remainder, which is
/// taken in single steps.
const BLOCKS_FROM: u32 = 340;

/// The shape of the scalar kernel for `rows` = p + q + 2; never `Auto`, nor `Blocks` on a device that lacks what these need.
pub(in crate::engine::cuda) fn shape(job: &ScalarJob, rows: usize, means: Means) -> ScalarShape {
    let lopsided = job.p.max(job.q) / 2 > job.p.min(job.q);
    let asked = match job.shape {
        ScalarShape::Auto if job.p.min(job.q) >= BLOCKS_FROM && !lopsided => ScalarShape::Blocks,
        asked => asked,
    };
    match asked {
        ScalarShape::Blocks if means.tensor => return ScalarShape::Blocks,
        ScalarShape::Auto | ScalarShape::Blocks => {}
        asked => return asked,
    }
    let balanced = match rows {
        _ if lopsided => None,
        0..=ONE_THREAD => Some(ScalarShape::Thread),
        _ => columns(rows, means),
    };
    let fastest = || LOPSIDED.iter().find(|(most, _)| rows <= *most).map_or(ScalarShape::Block256, |&(_, shape)| shape);
    let fits = |shape: &ScalarShape| near_bytes(*shape, rows) <= means.shared;
    balanced.or_else(|| Some(fastest())).filter(fits).unwrap_or(ScalarShape::Global)
}

/// The fewest threads in columns with which [`WARPS`] fit, if any do.
fn columns(rows: usize, means: Means) -> Option<ScalarShape> {
    // A multiprocessor has the memory of the largest block and what every block takes besides.
    const BESIDES: usize = 1 << 10;
    let blocks = |shape| (means.shared + BESIDES) / (near_bytes(shape, rows) + BESIDES);
    let shapes = [(ScalarShape::Columns2, 2), (ScalarShape::Columns4, 4), (ScalarShape::Columns8, 8)];
    shapes.into_iter().find(|&(shape, warps)| warps * blocks(shape) >= WARPS).map(|(shape, _)| shape)
}

/// Bytes of shared memory for a block of a shape whose operands are there.
pub(in crate::engine::cuda) fn near_bytes(shape: ScalarShape, rows: usize) -> usize {
    match shape {
        ScalarShape::Columns2 | ScalarShape::Columns4 | ScalarShape::Columns8 => 4 * column_words(rows),
        shape => 4 * rows * per_block(shape) as usize,
    }
}

/// Scalars per block of the remainder form.
pub(in crate::engine::cuda) fn per_block(shape: ScalarShape) -> u32 {
    match shape {
        ScalarShape::Auto
        | ScalarShape::Thread
        | ScalarShape::Columns2
        | ScalarShape::Columns4
        | ScalarShape::Columns8 => THREADS,
        ScalarShape::Lanes4 => THREADS / 4,
        ScalarShape::Lanes8 => THREADS / 8,
        ScalarShape::Lanes16 => THREADS / 16,
        ScalarShape::Lanes32
        | ScalarShape::Block64
        | ScalarShape::Block128
        | ScalarShape::Block256
        | ScalarShape::Global
        | ScalarShape::Blocks => 1,
    }
}

/// Bytes of shared memory a block of the scalar stage needs, repairs included; `None` where single steps are taken on operands in memory of the
/// device. In blocks that is as fast as in shared memory.
pub(in crate::engine::cuda) fn shared_bytes(job: &ScalarJob, means: Means) -> Option<usize> {
    let rows = job.p as usize + job.q as usize + 2;
    match job.method {
        ScalarMethod::Remainder => match shape(job, rows, means) {
            ScalarShape::Global => None,
            ScalarShape::Blocks => Threads::of(rows, means).map(|threads| threads.shared(rows)),
            shape => Some(near_bytes(shape, rows)),
        },
        ScalarMethod::Schur | ScalarMethod::Schur2010 => Some(super::schur::shared_bytes(job)),
    }
}

/// Scalars as fractions, \[prime\]\[point\].
pub(in crate::engine::cuda) struct Fractions {
    pub numerators: DeviceBuffer<u32>,
    /// 0 where the method failed.
    pub denominators: DeviceBuffer<u32>,
    parameters: ScalarParameters,
}

/// Fractions from values \[prime\]\[row\]\[point\] at `points` points.
pub(in crate::engine::cuda) fn fractions(
    stream: &Stream,
    batch: &Batch,
    values: &DeviceBuffer<u32>,
    job: &ScalarJob,
    points: u32,
) -> Result<Fractions> {
    let total = batch.len() * points as usize;
    word("scalars of a batch", total.saturating_add(HEADROOM))?;
    let rows = job.p as usize + job.q as usize + 2;
    if values.len() != total * rows {
        return Err(ErrorKind::Shape { what: "values", expected: total * rows, found: values.len() }.into());
    }
    let (numerators, denominators) = (stream.alloc(total)?, stream.alloc(total)?);
    let parameters = ScalarParameters {
        p: job.p,
        q: job.q,
        points,
        schedule_len: job.schedule.len() as u32,
        discriminant: (job.kind == ScalarKind::Discriminant) as u32,
        negative: job.negative() as u32,
    };
    match job.method {
        ScalarMethod::Remainder => {
            let schedule = stream.copy_of(&job.schedule)?;
            remainder(stream, batch, values, &schedule, &numerators, &denominators, parameters, job)?;
        }
        ScalarMethod::Schur | ScalarMethod::Schur2010 => {
            super::schur::scalars(stream, batch, values, &numerators, &denominators, job, points)?;
        }
    }
    Ok(Fractions { numerators, denominators, parameters })
}

/// Scalars \[prime\]\[point\] from values \[prime\]\[row\]\[point\] at `points` points.
pub(in crate::engine::cuda) fn scalars(
    stream: &Stream,
    batch: &Batch,
    values: &DeviceBuffer<u32>,
    job: &ScalarJob,
    points: u32,
) -> Result<(DeviceBuffer<u32>, ScalarCounts)> {
    let Fractions { numerators, denominators, parameters } = fractions(stream, batch, values, job, points)?;
    let total = numerators.len();
    let (failed, repairs) = divide(stream, batch, &numerators, &denominators, points)?;
    if repairs > 0 {
        repair(stream, batch, values, &failed, repairs, &numerators, parameters, job)?;
    }
    Ok((numerators, ScalarCounts { scalars: total as u64, repairs: repairs as u64 }))
}

/// A launch of the scheduled remainder form: the parameters of all its kernels, and the number of primes.
pub(super) struct Launch<'a> {
    pub stream: &'a Stream,
    pub primes: DevicePtr<Mont31>,
    pub count: u32,
    pub values: DevicePtr<u32>,
    pub schedule: DevicePtr<u32>,
    pub numerators: DevicePtr<u32>,
    pub denominators: DevicePtr<u32>,
    pub job: ScalarParameters,
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
    parameters: ScalarParameters,
    job: &ScalarJob,
) -> Result<()> {
    let rows = job.p as usize + job.q as usize + 2;
    let points = parameters.points as usize;
    let means = means(stream);
    let shape = shape(job, rows, means);
    let launch = Launch {
        stream,
        primes: prime_ptr(&batch.primes),
        count: batch.len() as u32,
        values: values.as_ptr(),
        schedule: schedule.as_ptr(),
        numerators: numerators.as_ptr(),
        denominators: denominators.as_ptr(),
        job: parameters,
    };
    if let (ScalarShape::Blocks, Some(threads)) = (shape, Threads::of(rows, means)) {
        return in_blocks::launch(launch, threads);
    }
    let Launch { primes, count, values, schedule, numerators, denominators, .. } = launch;
    let bytes = word("bytes of shared memory for one block", shared_bytes(job, means).unwrap_or(0))?;
    let grid = (blocks(points, per_block(shape))?, count, 1);
    macro_rules! launch {
        ($kernel:ident) => {{
            let job = parameters;
            let kernel = $kernel { primes, values, schedule, numerators, denominators, job };
            // SAFETY: values has rows * points words a prime, the others points; as much shared memory as the kernel asks for.
            unsafe { stream.launch(&kernel, grid, bytes) }
        }};
    }
    match shape {
        ScalarShape::Auto | ScalarShape::Thread if job.p.min(job.q) <= SHORT => launch!(ResultantThread16),
        ScalarShape::Auto | ScalarShape::Thread => launch!(ResultantThread32),
        ScalarShape::Columns2 => launch!(ResultantColumns2),
        ScalarShape::Columns4 => launch!(ResultantColumns4),
        ScalarShape::Columns8 => launch!(ResultantColumns8),
        ScalarShape::Lanes4 => launch!(ResultantLanes4),
        ScalarShape::Lanes8 => launch!(ResultantLanes8),
        ScalarShape::Lanes16 => launch!(ResultantLanes16),
        ScalarShape::Lanes32 => launch!(ResultantLanes32),
        ScalarShape::Block64 => launch!(ResultantBlock64),
        ScalarShape::Block128 => launch!(ResultantBlock128),
        ScalarShape::Block256 => launch!(ResultantBlock256),
        // Threads for blocks there are where this shape is.
        ScalarShape::Global | ScalarShape::Blocks => {
            let total = count * parameters.points;
            in_turn(stream, rows, (total, steps(&parameters)), |scratch, blocks, Range { start: first, end }| {
                let job = parameters;
                let kernel =
                    ResultantGlobal { primes, values, schedule, scratch, numerators, denominators, first, end, job };
                // SAFETY: as above, without shared memory; `scratch` has `rows` words a block.
                unsafe { stream.launch(&kernel, (blocks, 1, 1), 0) }
            })
        }
    }
}

fn means(stream: &Stream) -> Means {
    Means::of(stream.context().device())
}

/// Element steps of one scalar, and more.
pub(super) fn steps(job: &ScalarParameters) -> u64 {
    (u64::from(job.p) + 1) * (u64::from(job.q) + 1)
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
    parameters: ScalarParameters,
    job: &ScalarJob,
) -> Result<()> {
    let rows = job.p as usize + job.q as usize + 2;
    let (primes, values, out) = (prime_ptr(&batch.primes), values.as_ptr(), out.as_ptr());
    let means = means(stream);
    let is_far = 4 * rows > means.shared || shape(job, rows, means) == ScalarShape::Global;
    if job.method == ScalarMethod::Remainder && is_far {
        return in_turn(stream, rows, (count, steps(&parameters)), |scratch, blocks, piece| {
            let (failed, count) = (failed.ptr_at(piece.start as usize)?, piece.len() as u32);
            let kernel = RepairScalarsGlobal { primes, values, failed, count, scratch, out, job: parameters };
            // SAFETY: as below, with `rows` words of `scratch` a block.
            unsafe { stream.launch(&kernel, (blocks, 1, 1), 0) }
        });
    }
    let failed = failed.as_ptr();
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
            let means = Means { shared: 227 << 10, tensor: false };
            shared_bytes(&ScalarJob { kind, p, q, schedule: Vec::new(), method, shape }, means)
        };
        assert_eq!(bytes(40, 58, ScalarMethod::Remainder), Some(4 * 100 * 32));
        // All of the shared memory of an H100, and one word more, for which it is not used.
        assert_eq!(bytes(29_055, 29_055, ScalarMethod::Remainder), Some(227 << 10));
        assert_eq!(bytes(29_056, 29_055, ScalarMethod::Remainder), None);
        // Two scalars a block up to degree 31.
        assert_eq!(bytes(31, 40, ScalarMethod::Schur), Some(2 * 4 * (4 * 31 + 41)));
        assert_eq!(bytes(200, 100, ScalarMethod::Schur2010), Some(4 * 901));
        // Repairs, on p + q + 2 words, never need more.
        for (p, q) in [(0, 0), (0, 40), (31, 0), (32, 0), (96, 1)] {
            for method in [ScalarMethod::Remainder, ScalarMethod::Schur] {
                assert!(bytes(p, q, method) >= Some(4 * (p + q + 2) as usize), "{p} {q} {method:?}");
            }
        }
    }

    #[test]
    fn shapes_by_degrees() {
        let of = |p, q, shared, tensor| {
            let (kind, method, shape) = (ScalarKind::Resultant, ScalarMethod::Remainder, ScalarShape::Auto);
            let job = ScalarJob { kind, p, q, schedule: Vec::new(), method, shape };
            super::shape(&job, (p + q + 2) as usize, Means { shared, tensor })
        };
        use ScalarShape::{Blocks, Columns2, Columns4, Columns8, Global, Lanes4, Lanes8, Lanes16, Thread};
        let large = |p, q| of(p, q, 227 << 10, true);
        assert_eq!(
            [107, 108, 171, 172, 293, 294, 339, 340].map(|p| large(p, p)),
            [Thread, Columns2, Columns2, Columns4, Columns4, Columns8, Columns8, Blocks]
        );
        // More than twice the other degree.
        assert_eq!(
            [large(250, 125), large(250, 124), large(150, 60), large(900, 400)],
            [Columns4, Lanes4, Thread, Lanes8]
        );
        // Room for two blocks of columns, and for one.
        assert_eq!([large(560, 330), large(561, 330)], [Columns8, Lanes8]);
        // Little memory, and no tensor cores for bytes: many threads for the few problems that fit, then fewer problems.
        let small = |p| of(p, p, 64 << 10, false);
        assert_eq!(
            [107, 108, 119, 120, 128, 420, 1000].map(small),
            [Thread, Columns8, Columns8, Thread, Lanes4, Lanes8, Lanes16]
        );
        assert_eq!(of(30_000, 30_000, 227 << 10, false), Global);
    }

    /// The chosen shape fits every device: those of compute capability 7.5 have 64 KiB a block, and none has less than
    /// 48.
    #[test]
    fn shapes_fit_any_device() {
        for shared in [48 << 10, 64 << 10, 99 << 10, 163 << 10, 227 << 10] {
            for p in (0..100_000).step_by(37) {
                let (kind, method, shape) = (ScalarKind::Resultant, ScalarMethod::Remainder, ScalarShape::Auto);
                let q = [p, p / 2, p / 3][p as usize % 3];
                let job = ScalarJob { kind, p, q, schedule: Vec::new(), method, shape };
                let bytes = shared_bytes(&job, Means { shared, tensor: false });
                let in_blocks = shared_bytes(&job, Means { shared, tensor: true });
                assert!(in_blocks.is_none_or(|bytes| bytes <= shared), "degree {p} with {shared} bytes: {in_blocks:?}");
                assert!(bytes.is_none_or(|bytes| bytes <= shared), "degree {p} with {shared} bytes: {bytes:?}");
                assert_eq!(bytes.is_some(), 4 * (p + q + 2) as usize <= shared);
            }
        }
    }
}
