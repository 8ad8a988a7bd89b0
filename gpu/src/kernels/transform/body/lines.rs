//! Transforms of vectors one behind the other, one or two at a time.

use super::ends::{LineCoefficients, Padded};
use super::width::Width;
use super::{AxisShape, start};
use crate::arith::Mont31;
use crate::kernels::device::*;
use crate::transform::ntt::{Passes, Twiddles};
use crate::transform::steps;
use cuda_std::prelude::*;

/// `evaluate_lines` and its like.
#[inline(always)]
pub unsafe fn evaluate_lines<W: Width>(
    (primes, powers, scales): (*const Mont31, *const u32, *const u32),
    (source, target): (*const u32, *mut u32),
    shape: &AxisShape,
    passes: u64,
    vectors: u32,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let first = thread::block_idx_x() * vectors;
    let vectors = vectors.min(shape.outer - first);
    let (len, count, points) = (shape.len, shape.coefficients, shape.len * shape.cosets);
    // SAFETY: the grid is (tiles, cosets, primes); tables and tensors have the shapes of the module header; all threads take part.
    unsafe {
        let field = W::field(*primes.add(p as usize));
        let scales = scales.add((p * shape.cosets + j) as usize * count as usize);
        let table = W::table(powers.add(p as usize * len as usize));
        steps::forward(
            &field,
            Block::current(),
            (vectors.div_ceil(W::WORDS) * len, len, Passes::from_code(passes)),
            &Twiddles::new(table, len, false),
            Padded(W::shared(dynamic_shared_mem::<u32>())),
            &LineCoefficients::<W, _> {
                field: &field,
                coefficients: source.add(start(shape, p, first, count)),
                vectors,
                count,
                scales: W::table(scales),
                len,
            },
            &mut W::lines(target.add(start(shape, p, first, points) + (j * len) as usize), vectors, len, points),
        );
    }
}
