//! Resultants at points: what the families `resultant` and `resultant_tensor` know of them.

#[cfg(target_arch = "nvptx64")]
pub(in crate::kernels) mod body;

use cuda_std::prelude::*;

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
