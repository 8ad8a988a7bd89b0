//! Arbitrary points: evaluation, samples of the scalars that did not fail, Vandermonde-Schur interpolation.

use super::scalars::{self, Fractions};
use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::{blocks, word};
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::grid::tables::{Batch, prime_ptr};
use crate::engine::{SampleCounts, ScalarCounts, ScalarJob};
use crate::error::{ErrorKind, Result};
use gpu::kernels::interpolate::{
    Vandermonde1x64, Vandermonde2x128, Vandermonde4x256, Vandermonde4x512, Vandermonde4x1024, VandermondeGlobal,
};
use gpu::kernels::samples::{CompactSamples, DivideCoefficients, EvaluatePoints};
use gpu::transform::vandermonde::exchange_len;
use std::ops::Range;

/// Samples of all primes: \[prime\]\[sample\].
pub struct Samples {
    needed: u32,
    /// Points that were tried, the same of all primes.
    tried: u64,
    xs: DeviceBuffer<u32>,
    ys: DeviceBuffer<u32>,
    /// Samples found per prime, which may exceed `needed`.
    filled: DeviceBuffer<u32>,
}

impl Samples {
    pub(in crate::engine::cuda) fn new(stream: &Stream, batch: &Batch) -> Result<Self> {
        let needed = word("points", batch.grid.points() as usize)?;
        let total = batch.len() * needed as usize;
        let (xs, ys) = (stream.zeroed(total)?, stream.zeroed(total)?);
        Ok(Samples { needed, tried: 0, xs, ys, filled: stream.zeroed(batch.len())? })
    }
}

/// See [`crate::engine::ResultantEngine::sample`].
pub(in crate::engine::cuda) fn sample(
    stream: &Stream,
    batch: &Batch,
    coefficients: &DeviceBuffer<u32>,
    job: &ScalarJob,
    points: Range<u32>,
    repair: bool,
    into: &mut Samples,
) -> Result<SampleCounts> {
    let rows = job.p as usize + job.q as usize + 2;
    let (first, count) = (points.start, points.end.saturating_sub(points.start));
    let n = coefficients.len() / (rows * batch.len()).max(1);
    if coefficients.len() != n * rows * batch.len() {
        let (expected, found) = (n * rows * batch.len(), coefficients.len());
        return Err(ErrorKind::Shape { what: "coefficients of samples", expected, found }.into());
    }
    if into.filled.len() != batch.len() {
        let (expected, found) = (batch.len(), into.filled.len());
        return Err(ErrorKind::Shape { what: "primes of samples", expected, found }.into());
    }
    let primes = prime_ptr(&batch.primes);
    let values = stream.alloc(batch.len() * rows * count as usize)?;
    let evaluate = EvaluatePoints {
        primes,
        coefficients: coefficients.as_ptr(),
        n: word("coefficients", n)?,
        rows: rows as u32,
        first,
        points: count,
        values: values.as_ptr(),
    };
    let grid = (blocks(count as usize, 128)?, rows as u32, batch.len() as u32);
    // SAFETY: coefficients are [prime][row][n], values [prime][row][point].
    unsafe { stream.launch(&evaluate, grid, 0)? };
    let mut scalars = ScalarCounts { scalars: batch.len() as u64 * count as u64, repairs: 0 };
    let (numerators, denominators) = if repair {
        let (numerators, counts) = scalars::scalars(stream, batch, &values, job, count)?;
        scalars = counts;
        // Every scalar is good: any denominators but 0 say so.
        let ones = stream.copy_of(&vec![1u32; numerators.len()])?;
        (numerators, ones)
    } else {
        let Fractions { numerators, denominators, .. } = scalars::fractions(stream, batch, &values, job, count)?;
        (numerators, denominators)
    };
    let before: u64 = found(&into.filled)?.iter().map(|&n| n as u64).sum();
    let compact = CompactSamples {
        primes,
        numerators: numerators.as_ptr(),
        denominators: denominators.as_ptr(),
        whole: repair as u32,
        first,
        points: count,
        capacity: into.needed,
        filled: into.filled.as_ptr(),
        xs: into.xs.as_ptr(),
        ys: into.ys.as_ptr(),
    };
    let grid = (blocks(count as usize, 128)?, batch.len() as u32, 1);
    // SAFETY: fractions are [prime][point], samples [prime][needed]; five words of shared memory.
    unsafe { stream.launch(&compact, grid, 4 * 5)? };
    let filled = found(&into.filled)?;
    let after: u64 = filled.iter().map(|&n| n as u64).sum();
    let least = filled.iter().copied().min().unwrap_or(0);
    into.tried += u64::from(count);
    // A damaged copy fails the check of the answer, and need not make sense here.
    Ok(SampleCounts {
        scalars,
        dropped: (batch.len() as u64 * u64::from(count)).saturating_sub(after.saturating_sub(before)),
        most_dropped: into.tried.saturating_sub(least.into()),
        least: least.min(into.needed),
    })
}

/// Samples found so far, per prime.
fn found(filled: &DeviceBuffer<u32>) -> Result<Vec<u32>> {
    filled.to_vec()
}

/// See [`crate::engine::Engine::interpolate_samples`].
pub(in crate::engine::cuda) fn interpolate(
    stream: &Stream,
    batch: &Batch,
    samples: Samples,
) -> Result<DeviceBuffer<u32>> {
    let Samples { needed: n, xs, ys, filled, .. } = samples;
    let least = found(&filled)?.into_iter().min().unwrap_or(0);
    if least < n {
        let (expected, found) = (n as usize, least as usize);
        return Err(ErrorKind::Shape { what: "samples of a prime", expected, found }.into());
    }
    let denominators = stream.alloc(batch.len())?;
    let (primes, points, values, lints) = (prime_ptr(&batch.primes), xs.as_ptr(), ys.as_ptr(), denominators.as_ptr());
    let grid = (batch.len() as u32, 1, 1);
    macro_rules! launch {
        ($kernel:ident, $threads:literal) => {{
            let kernel = $kernel { primes, points, values, denominators: lints, n };
            // SAFETY: n points and values a prime, n at most the threads times their rows; exchange_len words of shared memory.
            unsafe { stream.launch(&kernel, grid, 4 * exchange_len($threads))? }
        }};
    }
    match n {
        ..=64 => launch!(Vandermonde1x64, 64),
        65..=256 => launch!(Vandermonde2x128, 128),
        257..=1024 => launch!(Vandermonde4x256, 256),
        1025..=2048 => launch!(Vandermonde4x512, 512),
        2049..=4096 => launch!(Vandermonde4x1024, 1024),
        _ => {
            let work = stream.alloc(2 * batch.len() * n as usize)?;
            let kernel = VandermondeGlobal { primes, points, values, work: work.as_ptr(), denominators: lints, n };
            // SAFETY: as above, with 2 n words of work a prime.
            unsafe { stream.launch(&kernel, grid, 0)? }
        }
    }
    let divide = DivideCoefficients { primes, denominators: lints, values, n };
    // SAFETY: n values and one denominator a prime.
    unsafe { stream.launch(&divide, (blocks(n as usize, 128)?, batch.len() as u32, 1), 0)? };
    stream.synchronize()?;
    Ok(ys)
}
