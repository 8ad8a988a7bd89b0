//! Resultants at points: what the families `resultant` and `resultant_tensor` know of them, and those of subresultants.

#[cfg(target_arch = "nvptx64")]
pub(in crate::kernels) mod body;
#[cfg(target_arch = "nvptx64")]
pub(in crate::kernels) mod tensor;

use cuda_std::prelude::*;

/// Threads of a block where a scalar has a thread or lanes of a warp: one warp, so that shared memory holds as many problems as it can. Scalars of a block of
/// columns.
pub const THREADS: u32 = 32;

/// A window of the families with tensor cores has 8 `PARTS` words.
pub const PARTS: usize = 4;

/// The parameters of the scalar kernels.
#[kernel_param]
pub struct ScalarParameters {
    /// Formal degree of f.
    pub p: u32,
    /// Formal degree of g.
    pub q: u32,
    /// Points per prime.
    pub points: u32,
    /// Length of the schedule.
    pub schedule_len: u32,
    /// 1 for discriminants: divide by lc(f).
    pub discriminant: u32,
    /// 1 when the answer is minus the scheduled value.
    pub negative: u32,
}
