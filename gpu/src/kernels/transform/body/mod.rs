//! Functions that the bodies of the kernels share.

mod columns;
mod ends;
mod lines;
mod orbits;
mod width;

pub use columns::{evaluate_columns, interpolate_columns};
pub use ends::{LineValues, Padded, Scaled};
pub use lines::evaluate_lines;
pub use orbits::evaluate_orbits;
pub use width::{Double, Single};

use super::{AxisShape, ORBIT_THREADS, ORBITS};
use crate::arith::Mont31;
use crate::kernels::device::*;
use crate::transform::coset;
use cuda_std::prelude::*;

/// Start of outer index `o` of prime `p` when vectors have `n` elements.
#[inline(always)]
pub fn start(shape: &AxisShape, p: u32, o: u32, n: u32) -> usize {
    (p as usize * shape.outer as usize + o as usize) * n as usize * shape.inner as usize
}

/// Outer index, r and i of this thread, for planes \[rows\]\[inner\] of up to 2^31 elements, a block's threads in one plane: blocks
/// (o c + b, ..), c = ceil(rows inner / threads). `None` beyond the plane.
#[inline(always)]
pub fn in_plane(shape: &AxisShape, rows: u32) -> Option<(u32, u32, u32)> {
    let (x, size) = (thread::block_idx_x(), thread::block_dim_x());
    let plane = rows * shape.inner;
    let blocks = plane.div_ceil(size);
    let at = x % blocks * size + thread::thread_idx_x();
    if at < plane { Some((x / blocks, at / shape.inner, at % shape.inner)) } else { None }
}

/// Coefficient `k` of a vector at `source` scaled by `scale` and folded to the length of a transform.
#[inline(always)]
pub unsafe fn folded(field: &Mont31, shape: &AxisShape, k: u32, source: *const u32, scale: *const u32) -> u32 {
    // SAFETY: both have shape.coefficients elements.
    let (source, scale) =
        unsafe { (GlobalRow::read_only(source, shape.inner as usize), GlobalRow::read_only(scale, 1)) };
    coset::folded(field, (&source, shape.coefficients), &scale, k, shape.len)
}
