//! GCDs and cofactors at the points of a grid, and what is 0 after interpolation.

use crate::engine::cuda::driver::launch::{blocks, word};
use crate::engine::cuda::grid::tables::{Batch, prime_ptr};
use crate::engine::cuda::in_turn::in_turn;
use crate::engine::cuda::{DeviceBuffer, Stream};
use crate::engine::gcd::{PointDegrees, PointsJob, UNLUCKY};
use crate::error::{Error, ErrorKind, Result};
use gpu::kernels::gcd_points::{
    self, GcdPointsBlock, GcdPointsGlobal, GcdPointsLanes4, GcdPointsLanes32, GcdPointsThread, PointsParameters,
    THREADS,
};
use std::ops::Range;

const _: () = assert!(gcd_points::UNLUCKY == UNLUCKY);

/// How many threads share a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PointShape {
    /// One.
    Thread,
    /// Four lanes of a warp.
    Lanes4,
    /// A warp.
    Lanes32,
    /// A block.
    Block,
    /// A block, operands in memory of the device.
    Global,
}

/// Up to which number of words a point each shape is taken: about where it is with resultants, whose steps are the same.
const FASTEST: [(usize, PointShape); 3] =
    [(256, PointShape::Thread), (1000, PointShape::Lanes4), (6600, PointShape::Lanes32)];

impl PointShape {
    /// For `words` a point, where a block has `shared` bytes of shared memory.
    fn new(words: usize, shared: usize) -> Self {
        let fastest = FASTEST.iter().find(|(most, _)| words <= *most).map_or(PointShape::Block, |&(_, shape)| shape);
        if 4 * words * fastest.points() as usize <= shared { fastest } else { PointShape::Global }
    }

    /// Points of a block.
    fn points(self) -> u32 {
        match self {
            PointShape::Thread => THREADS,
            PointShape::Lanes4 => THREADS / 4,
            PointShape::Lanes32 | PointShape::Block | PointShape::Global => 1,
        }
    }
}

/// [`crate::engine::gcd::GcdEngine::gcd_points`].
pub(super) fn points(
    stream: &Stream,
    batch: &Batch,
    values: &DeviceBuffer<u32>,
    job: &PointsJob,
) -> Result<(DeviceBuffer<u32>, Vec<PointDegrees>)> {
    let &PointsJob { p, q, degree: d } = job;
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
        launch(stream, batch, values, &out, &found, PointsParameters { p, q, d, points: word("points", points)? })?;
    }
    let found = found.to_vec()?;
    let degrees = found.chunks_exact(2).map(|pair| PointDegrees { least: pair[0], most: pair[1] }).collect();
    Ok((out, degrees))
}

/// All points of all primes: `values` and `out` are \[prime\]\[row\]\[point\] with the rows of `job`, `found` has a pair a prime.
fn launch(
    stream: &Stream,
    batch: &Batch,
    values: &DeviceBuffer<u32>,
    out: &DeviceBuffer<u32>,
    found: &DeviceBuffer<u32>,
    job: PointsParameters,
) -> Result<()> {
    let words = job.degrees().memory() as usize;
    let shape = PointShape::new(words, stream.context().device().shared_per_block as usize);
    let count = word("primes", batch.len())?;
    let (primes, values, out, found) = (prime_ptr(&batch.primes), values.as_ptr(), out.as_ptr(), found.as_ptr());
    if shape == PointShape::Global {
        let total = word("points of a batch", batch.len().saturating_mul(job.points as usize))?;
        let steps = 2 * (u64::from(job.p) + 1) * (u64::from(job.q) + 1);
        return in_turn(stream, words, (total, steps), |scratch, blocks, Range { start: first, end }| {
            let kernel = GcdPointsGlobal { primes, values, scratch, out, found, first, end, job };
            // SAFETY: as below, without shared memory; `scratch` has `words` words a block.
            unsafe { stream.launch(&kernel, (blocks, 1, 1), 0) }
        });
    }
    let grid = (blocks(job.points as usize, shape.points())?, count, 1);
    let bytes = word("bytes of shared memory for one block", 4 * words * shape.points() as usize)?;
    macro_rules! launch {
        ($kernel:ident) => {{
            let kernel = $kernel { primes, values, out, found, job };
            // SAFETY: a prime has `points` columns of values and of `out` with the lengths of `job`, checked by the caller, and two
            // words of `found`; `words` words of shared memory a point.
            unsafe { stream.launch(&kernel, grid, bytes) }
        }};
    }
    match shape {
        PointShape::Thread => launch!(GcdPointsThread),
        PointShape::Lanes4 => launch!(GcdPointsLanes4),
        PointShape::Lanes32 => launch!(GcdPointsLanes32),
        PointShape::Block | PointShape::Global => launch!(GcdPointsBlock),
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
                let shape = PointShape::new(words, shared);
                assert!(shape == PointShape::Global || 4 * words * shape.points() as usize <= shared, "{words}");
                assert!(shape != PointShape::Global || 4 * words > shared, "{words} words in memory of the device");
            }
        }
        assert_eq!(
            [122, 402, 3000, 10_000].map(|words| PointShape::new(words, 227 << 10)),
            [PointShape::Thread, PointShape::Lanes4, PointShape::Lanes32, PointShape::Block]
        );
    }
}
