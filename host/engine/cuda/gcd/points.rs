//! GCDs and cofactors at the points of a grid, and what is 0 after interpolation.

use crate::engine::ScalarShape;
use crate::engine::cuda::driver::launch::{blocks, word};
use crate::engine::cuda::grid::tables::{Batch, prime_ptr};
use crate::engine::cuda::in_turn::in_turn;
use crate::engine::cuda::resultant::scalars::{fastest_of, per_block};
use crate::engine::cuda::{DeviceBuffer, Stream};
use crate::engine::gcd::{PointDegrees, PointsJob, UNLUCKY};
use crate::error::{Error, ErrorKind, Result};
use gpu::kernels::gcd_points::{
    self, GcdPointsBlock, GcdPointsGlobal, GcdPointsLanes4, GcdPointsLanes32, GcdPointsThread, PointsParameters,
};
use gpu::kernels::resultant;
use std::ops::Range;

const _: () = assert!(gcd_points::UNLUCKY == UNLUCKY);
const _: () = assert!(gcd_points::THREADS == resultant::THREADS, "as many to a block");

/// The shapes that there are kernels for.
const SHAPES: [ScalarShape; 4] =
    [ScalarShape::Thread, ScalarShape::Lanes4, ScalarShape::Lanes32, ScalarShape::Block128];

/// The shape for `words` a point, where a block has `shared` bytes of shared memory: the fastest of resultants of this size, whose steps are
/// the same. Of those asked for that there are no kernels for, the next with more threads.
fn shape(asked: ScalarShape, words: usize, shared: usize) -> ScalarShape {
    let wanted = match asked {
        ScalarShape::Auto | ScalarShape::Blocks => fastest_of(&SHAPES, words),
        asked => asked,
    };
    let from = SHAPES.iter().position(|&shape| shape as usize >= wanted as usize).unwrap_or(SHAPES.len());
    let fits = |&&shape: &&ScalarShape| 4 * words * per_block(shape) as usize <= shared;
    SHAPES[from..].iter().find(fits).copied().unwrap_or(ScalarShape::Global)
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
    asked: ScalarShape,
) -> Result<()> {
    let words = job.degrees().memory() as usize;
    let shape = shape(asked, words, stream.context().device().shared_per_block as usize);
    let count = word("primes", batch.len())?;
    let (primes, values, out, found) = (prime_ptr(&batch.primes), values.as_ptr(), out.as_ptr(), found.as_ptr());
    if shape == ScalarShape::Global {
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
        ScalarShape::Thread => launch!(GcdPointsThread),
        ScalarShape::Lanes4 => launch!(GcdPointsLanes4),
        ScalarShape::Lanes32 => launch!(GcdPointsLanes32),
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
                for asked in [ScalarShape::Auto, ScalarShape::Thread, ScalarShape::Lanes8, ScalarShape::Block256] {
                    let shape = shape(asked, words, shared);
                    assert!(shape == ScalarShape::Global || 4 * words * per_block(shape) as usize <= shared, "{words}");
                    assert!(
                        shape != ScalarShape::Global || 4 * words > shared || asked == ScalarShape::Block256,
                        "{words} words in memory of the device"
                    );
                }
            }
        }
        assert_eq!(
            [122, 402, 3000, 10_000].map(|words| shape(ScalarShape::Auto, words, 227 << 10)),
            [ScalarShape::Thread, ScalarShape::Lanes4, ScalarShape::Lanes32, ScalarShape::Block128]
        );
        // As asked, or the next there is.
        assert_eq!(
            [ScalarShape::Lanes4, ScalarShape::Lanes8, ScalarShape::Block64, ScalarShape::Global].map(|asked| shape(
                asked,
                100,
                48 << 10
            )),
            [ScalarShape::Lanes4, ScalarShape::Lanes32, ScalarShape::Block128, ScalarShape::Global]
        );
    }
}
