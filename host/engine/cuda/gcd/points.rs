//! GCDs and cofactors at the points of a grid, and what is 0 after interpolation.

use crate::engine::cuda::driver::launch::{blocks, word};
use crate::engine::cuda::grid::tables::{Batch, prime_ptr};
use crate::engine::cuda::in_turn::in_turn;
use crate::engine::cuda::{DeviceBuffer, Stream};
use crate::engine::gcd::{PointDegrees, PointsJob, PointsShape, UNLUCKY};
use crate::error::{Error, ErrorKind, Result};
use gpu::kernels::gcd_points::{
    self, GcdPointsBlock, GcdPointsGlobal, GcdPointsLanes4, GcdPointsLanes32, GcdPointsThread, PointsParameters,
    THREADS,
};
use std::ops::Range;

const _: () = assert!(gcd_points::UNLUCKY == UNLUCKY);

/// Up to how many words a point each shape is the fastest one, by what resultants took with as many threads on an H200
/// (`benches/results/2026-11-21-h200-rates-3.txt`). Where other shapes were faster than both between two of these, the geometric mean of where the one ended
/// and the other began. `tables choices --only points` measures points themselves.
const FASTEST: [(usize, PointsShape); 3] =
    [(303, PointsShape::Thread), (1600, PointsShape::Lanes4), (8899, PointsShape::Lanes32)];

/// Points of a block.
fn per_block(shape: PointsShape) -> u32 {
    match shape {
        PointsShape::Auto | PointsShape::Thread => THREADS,
        PointsShape::Lanes4 => THREADS / 4,
        PointsShape::Lanes32 | PointsShape::Block | PointsShape::Global => 1,
    }
}

/// The shape for `words` a point, where a block has `shared` bytes of shared memory: of the one asked for, or the fastest, and those with more threads
/// the first that fits.
fn shape(asked: PointsShape, words: usize, shared: usize) -> PointsShape {
    let fastest = || FASTEST.iter().find(|(most, _)| words <= *most).map_or(PointsShape::Block, |&(_, shape)| shape);
    let from = if asked == PointsShape::Auto { fastest() } else { asked };
    let fits = |&shape: &PointsShape| shape >= from && 4 * words * per_block(shape) as usize <= shared;
    let near = [PointsShape::Thread, PointsShape::Lanes4, PointsShape::Lanes32, PointsShape::Block];
    near.into_iter().find(fits).unwrap_or(PointsShape::Global)
}

/// [`crate::engine::gcd::GcdEngine::gcd_points`].
pub(super) fn points(
    stream: &Stream,
    batch: &Batch,
    values: &DeviceBuffer<u32>,
    job: &PointsJob,
) -> Result<(DeviceBuffer<u32>, Vec<PointDegrees>)> {
    let &PointsJob { p, q, degree: d, shape } = job;
    if d == 0 || d > p.min(q) {
        return Err(Error::argument("job", format!("degree {d} of a GCD of polynomials of degrees {p} and {q}")));
    }
    let (primes, points) = (batch.len(), batch.grid.points() as usize);
    let expected = primes * points * job.inputs() as usize;
    if values.len() != expected {
        return Err(ErrorKind::Shape { what: "values", expected, found: values.len() }.into());
    }
    let out = stream.alloc(primes * points * job.outputs() as usize)?;
    let none = [PointDegrees::NONE.least, PointDegrees::NONE.most];
    let found = stream.copy_of(&none.repeat(primes))?;
    if primes > 0 && points > 0 {
        let parameters = PointsParameters { p, q, d, points: word("points", points)? };
        launch(stream, batch, (values, &out, &found), parameters, shape)?;
    }
    let found = found.to_vec()?;
    let degrees = found.chunks_exact(2).map(|pair| PointDegrees { least: pair[0], most: pair[1] }).collect();
    Ok((out, degrees))
}

/// All points of all primes: `values` and `out` are \[prime\]\[row\]\[point\] with the rows of `job`, `found` has a pair a prime.
fn launch(
    stream: &Stream,
    batch: &Batch,
    (values, out, found): (&DeviceBuffer<u32>, &DeviceBuffer<u32>, &DeviceBuffer<u32>),
    job: PointsParameters,
    asked: PointsShape,
) -> Result<()> {
    let words = job.degrees().memory() as usize;
    let shape = shape(asked, words, stream.context().device().shared_per_block as usize);
    let count = word("primes", batch.len())?;
    let (primes, values, out, found) = (prime_ptr(&batch.primes), values.as_ptr(), out.as_ptr(), found.as_ptr());
    if shape == PointsShape::Global {
        let total = word("points of a batch", batch.len().saturating_mul(job.points as usize))?;
        let steps = 2 * (u64::from(job.p) + 1) * (u64::from(job.q) + 1);
        return in_turn(stream, words, (total, steps), |scratch, blocks, Range { start: first, end }| {
            let kernel = GcdPointsGlobal { primes, values, scratch, out, found, first, end, job };
            // SAFETY: as below, without shared memory; `scratch` has `words` words a block.
            unsafe { stream.launch(&kernel, (blocks, 1, 1), 0) }
        });
    }
    let grid = (blocks(job.points as usize, per_block(shape))?, count, 1);
    let bytes = word("bytes of shared memory for one block", 4 * words * per_block(shape) as usize)?;
    macro_rules! launch {
        ($kernel:ident) => {{
            let kernel = $kernel { primes, values, out, found, job };
            // SAFETY: a prime has `points` columns of values and of `out` with the lengths of `job`, checked by the caller, and two
            // words of `found`; `words` words of shared memory a point.
            unsafe { stream.launch(&kernel, grid, bytes) }
        }};
    }
    match shape {
        PointsShape::Thread => launch!(GcdPointsThread),
        PointsShape::Lanes4 => launch!(GcdPointsLanes4),
        PointsShape::Lanes32 => launch!(GcdPointsLanes32),
        _ => launch!(GcdPointsBlock),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compute capability 7.5 has 64 KiB a block, and none has less than 48.
    #[test]
    fn shapes_fit_any_device() {
        for shared in [48 << 10, 64 << 10, 99 << 10, 227 << 10] {
            for words in (4..100_000).step_by(3) {
                for asked in [PointsShape::Auto, PointsShape::Thread, PointsShape::Lanes4, PointsShape::Block] {
                    let shape = shape(asked, words, shared);
                    assert!(shape == PointsShape::Global || 4 * words * per_block(shape) as usize <= shared, "{words}");
                    assert!(
                        shape != PointsShape::Global || 4 * words > shared,
                        "{words} words in memory of the device"
                    );
                }
            }
        }
        assert_eq!(
            [122, 303, 304, 1600, 1601, 8899, 8900].map(|words| shape(PointsShape::Auto, words, 227 << 10)),
            [
                PointsShape::Thread,
                PointsShape::Thread,
                PointsShape::Lanes4,
                PointsShape::Lanes4,
                PointsShape::Lanes32,
                PointsShape::Lanes32,
                PointsShape::Block
            ]
        );
        // As asked, or the next that fits.
        assert_eq!(
            [PointsShape::Lanes4, PointsShape::Block, PointsShape::Global].map(|asked| shape(asked, 100, 48 << 10)),
            [PointsShape::Lanes4, PointsShape::Block, PointsShape::Global]
        );
        assert_eq!(shape(PointsShape::Thread, 400, 48 << 10), PointsShape::Lanes4);
    }
}
