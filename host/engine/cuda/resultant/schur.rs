//! The Schur forms of the papers on the device: kernels by degree, as in the 2013 paper, section 5.4.

use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::{blocks, word};
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::grid::tables::{Batch, prime_ptr};
use crate::engine::{ScalarJob, ScalarKind, ScalarMethod};
use crate::error::Result;
use gpu::kernels::schur::{SchurBlock64, SchurBlock96, SchurBlock128, SchurJob, SchurPair};

/// The parameters at `points` points.
fn parameters(job: &ScalarJob, points: u32) -> SchurJob {
    SchurJob {
        p: job.p,
        q: job.q,
        points,
        shift: (job.method == ScalarMethod::Schur2010) as u32,
        discriminant: (job.kind == ScalarKind::Discriminant) as u32,
        negative: job.negative() as u32,
    }
}

/// Bytes of shared memory of a block: two scalars up to degree 31, else one.
pub(in crate::engine::cuda) fn shared_bytes(job: &ScalarJob) -> usize {
    4 * (1 + (job.p < 32) as usize) * parameters(job, 0).words() as usize
}

/// Numerators and denominators by a Schur form; denominators 0 mark scalars it cannot compute.
///
/// With degrees p, q a scalar takes about 3/2 p q + 4 p^2 products.
pub(in crate::engine::cuda) fn scalars(
    stream: &Stream,
    batch: &Batch,
    values: &DeviceBuffer<u32>,
    numerators: &DeviceBuffer<u32>,
    denominators: &DeviceBuffer<u32>,
    job: &ScalarJob,
    points: u32,
) -> Result<()> {
    let schur = parameters(job, points);
    let (primes, values) = (prime_ptr(&batch.primes), values.as_ptr());
    let (numerators, denominators) = (numerators.as_ptr(), denominators.as_ptr());
    let bytes = word("bytes of shared memory for one block", shared_bytes(job))?;
    let grid = (schur.points, batch.len() as u32, 1);
    let job = schur;
    // SAFETY, all four: values has (p + q + 2) points words a prime, numerators and denominators points; `words` shared words a
    // scalar.
    match schur.p {
        0..32 => {
            let pairs = (blocks(points as usize, 2)?, batch.len() as u32, 1);
            // SAFETY: as said above.
            unsafe { stream.launch(&SchurPair { primes, values, numerators, denominators, job }, pairs, bytes) }
        }
        32..64 => {
            // SAFETY: as said above.
            unsafe { stream.launch(&SchurBlock64 { primes, values, numerators, denominators, job }, grid, bytes) }
        }
        64..96 => {
            // SAFETY: as said above.
            unsafe { stream.launch(&SchurBlock96 { primes, values, numerators, denominators, job }, grid, bytes) }
        }
        96.. => {
            // SAFETY: as said above.
            unsafe { stream.launch(&SchurBlock128 { primes, values, numerators, denominators, job }, grid, bytes) }
        }
    }
}
