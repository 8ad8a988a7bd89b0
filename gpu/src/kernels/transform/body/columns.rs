//! Transforms of columns, one a team of a block's threads, or two neighbours at once.

use super::ends::{ColumnCoefficients, ColumnValues, Scaled};
use super::width::Width;
use super::{AxisShape, start};
use crate::arith::Mont31;
use crate::kernels::device::*;
use crate::transform::ntt::{Passes, Twiddles};
use crate::transform::steps;
use crate::transform::tile::Tiling;
use cuda_std::prelude::*;

/// `evaluate_columns` and its like.
#[inline(always)]
pub unsafe fn evaluate_columns<W: Width>(
    (primes, powers, scales): (*const Mont31, *const u32, *const u32),
    (source, target): (*const u32, *mut u32),
    shape: &AxisShape,
    passes: u64,
    log_columns: u32,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let tiling = Tiling::new(shape.outer, shape.inner / W::WORDS, log_columns);
    let tile = tiling.tile(thread::block_idx_x());
    let (len, n, points) = (shape.len, shape.coefficients, shape.len * shape.cosets);
    let (inner, words) = ((shape.inner / W::WORDS) as usize, W::WORDS as usize);
    // SAFETY: as in `evaluate_tile`; threads without a column read and write nothing.
    unsafe {
        let field = W::field(*primes.add(p as usize));
        let memory = W::shared(dynamic_shared_mem::<u32>());
        let (place, team, memory) = tiling.column(&tile, Block::current(), len, memory);
        let source = source.add(start(shape, p, 0, n) + words * tiling.start(&tile, place, n));
        let scales = scales.add((p * shape.cosets + j) as usize * n as usize);
        let coefficients = W::row(source.cast_mut(), inner);
        let values = || {
            let base = start(shape, p, 0, points) + words * tiling.start(&tile, place, points);
            W::row(target.add(base + (j * len) as usize * shape.inner as usize), inner)
        };
        steps::forward(
            &field,
            team,
            (len, len, Passes::from_code(passes)),
            &Twiddles::new(W::table(powers.add(p as usize * len as usize)), len, false),
            memory,
            &ColumnCoefficients { field: &field, coefficients, count: n, scales: W::table(scales), len },
            &mut ColumnValues { field: &field, values },
        );
    }
}

/// `interpolate_columns` and its like.
#[inline(always)]
pub unsafe fn interpolate_columns<W: Width>(
    (primes, powers, scales): (*const Mont31, *const u32, *const u32),
    data: *mut u32,
    shape: &AxisShape,
    passes: u64,
    log_columns: u32,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let tiling = Tiling::new(shape.outer, shape.inner / W::WORDS, log_columns);
    let tile = tiling.tile(thread::block_idx_x());
    let (len, points) = (shape.len, shape.len * shape.cosets);
    let (inner, words) = ((shape.inner / W::WORDS) as usize, W::WORDS as usize);
    // SAFETY: as in `interpolate_tile`. All elements of a column are read before the barrier behind the first step, or a butterfly's
    // by the thread that writes them.
    unsafe {
        let field = W::field(*primes.add(p as usize));
        let memory = W::shared(dynamic_shared_mem::<u32>());
        let (place, team, memory) = tiling.column(&tile, Block::current(), len, memory);
        let values = || {
            let base = start(shape, p, 0, points) + words * tiling.start(&tile, place, points);
            W::row(data.add(base + (j * len) as usize * shape.inner as usize), inner)
        };
        let scales = W::table(scales.add((p * shape.cosets + j) as usize * len as usize));
        let target = ColumnValues { field: &field, values };
        steps::inverse(
            &field,
            team,
            (len, Passes::from_code(passes)),
            &Twiddles::new(W::table(powers.add(p as usize * len as usize)), len, true),
            memory,
            &ColumnValues { field: &field, values },
            &mut Scaled { field: &field, scales, len, target },
        );
    }
}
