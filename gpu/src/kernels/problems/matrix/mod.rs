//! What is computed from all of a matrix at points: what the family `matrix` knows of it.

#[cfg(target_arch = "nvptx64")]
pub(in crate::kernels) mod body;

use crate::matrix::hessenberg;
use cuda_std::prelude::*;

/// The parameters of the kernels.
#[kernel_param]
pub struct MatrixParameters {
    /// Values at a point.
    pub values: u32,
    /// Points per prime.
    pub points: u32,
    /// Rows of the matrix.
    pub rows: u32,
    /// Its columns, with right sides.
    pub columns: u32,
    /// Numbers that come out of a point.
    pub outputs: u32,
}

/// [`MatrixParameters`] of an adjugate, which is followed by the determinant.
pub const ADJUGATE: u32 = 0;
/// The numerators of linear systems, each unknown's for all right sides, and the determinant.
pub const SOLUTION: u32 = 1;
/// The coefficients of a characteristic polynomial.
pub const CHARACTERISTIC: u32 = 2;

/// Words of a matrix and what is beside it.
#[inline(always)]
pub fn room(wanted: u32, rows: u32, columns: u32) -> usize {
    let beside = if wanted == CHARACTERISTIC { hessenberg::beside(rows) } else { 2 * rows };
    rows as usize * columns as usize + beside as usize
}
