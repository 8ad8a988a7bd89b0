//! Determinants at points: what the families `determinant` and `determinant_tensor` know of them.

#[cfg(target_arch = "nvptx64")]
pub(in crate::kernels) mod body;

use cuda_std::prelude::*;

/// The parameters of the kernels.
#[kernel_param]
pub struct DeterminantParameters {
    /// [`crate::transform::ntt::Passes::code`] of a transform of the last variable.
    pub passes: u64,
    /// Values at a point.
    pub values: u32,
    /// Points per prime.
    pub points: u32,
    /// Number of blocks of the matrix.
    pub blocks: u32,
    /// Rank of the last of them.
    pub rank: u32,
    /// Elements of all of them.
    pub entries: u32,
    /// Elements of the largest.
    pub room: u32,
    /// 1 when the answer is minus the product of the blocks' determinants.
    pub negative: u32,
    /// 1 when an entry is zero or the negative of a value.
    pub signs: u32,
    /// Length of a transform of the last variable, where it is evaluated here; 0 where entries are values.
    pub len: u32,
    /// Its cosets.
    pub cosets: u32,
}
