//! The scalar stage: one of eleven shapes by size, or a Schur form, then division and compaction, then repair of what left the schedule.

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
    RepairScalars, RepairScalarsGlobal, ResultantBlock64, ResultantBlock128, ResultantBlock256, ResultantGlobal,
    ResultantLanes2, ResultantLanes4, ResultantLanes8, ResultantLanes16, ResultantLanes32, ResultantThread16,
    ResultantThread32, THREADS,
};
use std::ops::Range;

/// Up to which p + q + 2 each shape is the fastest one: on an H200, `benches/results/2026-11-21-h200-rates-3.txt`, of `tables rates`.
const FASTEST: [(usize, ScalarShape); 8] = [
    (256, ScalarShape::Thread),
    (360, ScalarShape::Lanes2),
    (800, ScalarShape::Lanes4),
    (1720, ScalarShape::Lanes8),
    (3200, ScalarShape::Lanes16),
    (6600, ScalarShape::Lanes32),
    (12_000, ScalarShape::Block64),
    (25_000, ScalarShape::Block128),
];

/// Largest min(p, q) for which threads have room for remainders of degree below 16 in registers only, so that more of them fit.
const SHORT: u32 = 16;

/// The fastest of some shapes, ascending, for problems of `words` words with the steps of a resultant. Of two between which others lie the
/// one ends, and the other begins, in the middle of these: both have lost alike there.
pub(in crate::engine::cuda) fn fastest_of(shapes: &[ScalarShape], words: usize) -> ScalarShape {
    // FASTEST has the shapes in their order, from the first one that is asked for by name.
    let place = |shape: ScalarShape| shape as usize - ScalarShape::Thread as usize;
    let end = |i: usize| FASTEST.get(i).map_or(usize::MAX, |&(most, _)| most);
    let between = |pair: &[ScalarShape]| {
        let (last, next) = (end(place(pair[0])), end(place(pair[1]) - 1));
        (last as f64 * next as f64).sqrt() as usize
    };
    let passed = shapes.windows(2).take_while(|pair| words > between(pair)).count();
    shapes[passed]
}

/// The least degree of both polynomials for which steps are taken in blocks: with 200 that takes 1.16 times as long, with 300 0.94 times
/// (`benches/results/2026-11-26-h100-blocks.txt`). Where one degree is more than twice the other, most of the work is the first remainder, which is
/// taken in single steps.
const BLOCKS_FROM: u32 = 300;

/// The shape of the scalar kernel for `rows` = p + q + 2; never `Auto`, nor `Blocks` on a device that lacks what these need.
fn shape(job: &ScalarJob, rows: usize, means: Means) -> ScalarShape {
    let asked = match job.shape {
        ScalarShape::Auto if job.p.min(job.q) >= BLOCKS_FROM && job.p.max(job.q) / 2 <= job.p.min(job.q) => {
            ScalarShape::Blocks
        }
        asked => asked,
    };
    match asked {
        ScalarShape::Blocks if means.tensor => return ScalarShape::Blocks,
        ScalarShape::Auto | ScalarShape::Blocks => {}
        asked => return asked,
    }
    let fastest = FASTEST.iter().find(|(most, _)| rows <= *most).map_or(ScalarShape::Block256, |&(_, shape)| shape);
    if 4 * rows * per_block(fastest) as usize <= means.shared { fastest } else { ScalarShape::Global }
}

/// Scalars per block of the remainder form.
pub(in crate::engine::cuda) fn per_block(shape: ScalarShape) -> u32 {
    match shape {
        ScalarShape::Auto | ScalarShape::Thread => THREADS,
        ScalarShape::Lanes2 => THREADS / 2,
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
            shape => Some(4 * rows * per_block(shape) as usize),
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

/// What a launch of the scheduled remainder form has: the parameters of all its kernels, and the number of primes.
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
    fn of_some_shapes_those_in_the_middle() {
        use ScalarShape::{Block128, Lanes2, Lanes4, Lanes32, Thread};
        for (i, &(most, shape)) in FASTEST.iter().enumerate() {
            assert_eq!(shape as usize, Thread as usize + i);
            // Of all shapes, the table itself.
            let all: Vec<ScalarShape> = FASTEST.iter().map(|&(_, shape)| shape).collect();
            assert_eq!(fastest_of(&all, most), shape);
        }
        let some = |words| fastest_of(&[Thread, Lanes4, Lanes32, Block128], words);
        assert_eq!([303, 304, 1600, 1601].map(some), [Thread, Lanes4, Lanes4, Lanes32]);
        assert_eq!([8899, 8900, usize::MAX].map(some), [Lanes32, Block128, Block128]);
        assert_eq!(fastest_of(&[Thread, Lanes2], 256), Thread);
        assert_eq!(fastest_of(&[Thread, Lanes2], 257), Lanes2);
    }

    /// What is chosen fits every device: those of compute capability 7.5 have 64 KiB a block, and none has less than 48.
    #[test]
    fn shapes_fit_any_device() {
        for shared in [48 << 10, 64 << 10, 99 << 10, 163 << 10, 227 << 10] {
            for p in (0..100_000).step_by(37) {
                let (kind, method, shape) = (ScalarKind::Resultant, ScalarMethod::Remainder, ScalarShape::Auto);
                let job = ScalarJob { kind, p, q: p / 2, schedule: Vec::new(), method, shape };
                let bytes = shared_bytes(&job, Means { shared, tensor: false });
                let in_blocks = shared_bytes(&job, Means { shared, tensor: true });
                assert!(in_blocks.is_none_or(|bytes| bytes <= shared), "degree {p} with {shared} bytes: {in_blocks:?}");
                assert!(bytes.is_none_or(|bytes| bytes <= shared), "degree {p} with {shared} bytes: {bytes:?}");
                assert_eq!(bytes.is_some(), 4 * (p as usize + p as usize / 2 + 2) <= shared);
            }
        }
    }
}
