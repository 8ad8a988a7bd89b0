//! The determinant of a matrix at a point, as a job of engines.

use crate::engine::any::{Batch, Buffer};
use crate::engine::{AnyEngine, DeterminantJob, DeterminantMethod, MatrixShape, ScalarCounts};
use crate::error::Result;
use crate::plan::blocks::{Block, is_odd};
use crate::plan::pivots::pivots;
use crate::plan::prime61::Prime61;
use crate::plan::rows::Rows;
use crate::run::options::RunOptions;
use rand::rngs::StdRng;

/// Random points that are tried for pivots modulo a prime of the caller's choice, which may be small.
const TRIES: usize = 8;

/// The product of the determinants of `blocks`, with rows and columns of each in an order that has pivots on the diagonal; over Z or
/// modulo an odd prime. Values are those of the rows of `entries`, one after the other.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn determinant_job(
    blocks: &[Block],
    entries: &[&Rows],
    (method, shape): (DeterminantMethod, MatrixShape),
    modulus: Option<u32>,
    run: &RunOptions,
    rng: &mut StdRng,
) -> Result<DeterminantJob> {
    let mut job = DeterminantJob {
        values: entries.iter().map(|entries| entries.rows.len() as u32).sum(),
        sizes: Vec::with_capacity(blocks.len()),
        rank: 0,
        entries: Vec::new(),
        negative: false,
        method,
        shape,
    };
    let mut best = vec![None; blocks.len()];
    let kept = entries.first().map_or(0, |entries| entries.kept);
    for _ in 0..modulus.map_or(1, |_| TRIES) {
        let field = modulus.map_or_else(|| Prime61::random(rng), |p| Prime61::new(p.into()));
        let point: Vec<u64> = (0..kept).map(|_| field.element(rng)).collect();
        let values: Vec<u64> = entries.iter().flat_map(|entries| field.specialise(entries, &point)).collect();
        for (block, best) in blocks.iter().zip(&mut best) {
            let value = |&element: &u32| match element {
                0 => 0,
                _ if element % 2 == 1 => field.sub(0, values[element as usize / 2 - 1]),
                _ => values[element as usize / 2 - 1],
            };
            let found = pivots(field, block.size, block.elements.iter().map(value).collect(), &run.control)?;
            if best.as_ref().is_none_or(|(_, rank)| *rank < found.rank) {
                let rank = found.rank;
                *best = Some((found, rank));
            }
        }
    }
    let blocks = || blocks.iter().zip(best.iter().flatten().map(|(found, _)| found));
    // A block that has no inverse is all that matters: the determinant is 0 where it is that.
    let singular = blocks().find(|(block, found)| found.rank < block.size);
    for (block, found) in blocks().filter(|(block, _)| singular.is_none_or(|(only, _)| std::ptr::eq(*block, only))) {
        let n = block.size;
        job.negative ^= is_odd(&found.rows) ^ is_odd(&found.columns);
        job.entries
            .extend(found.rows.iter().flat_map(|&i| found.columns.iter().map(move |&j| block.elements[i * n + j])));
        job.sizes.push(n as u32);
        job.rank = found.rank as u32;
    }
    Ok(job)
}

/// Its scalars, as [`super::Pointwise::scalars`], from coefficients where it `leaves_last`.
pub(crate) fn determinants(
    engine: &mut dyn AnyEngine,
    batch: &Batch,
    values: Buffer,
    (dims, leaves_last): (&[u32], bool),
    job: &DeterminantJob,
) -> Result<(Buffer, ScalarCounts)> {
    match leaves_last {
        true => engine.determinants_of(batch, values, dims, job),
        false => engine.determinants(batch, values, job),
    }
}
