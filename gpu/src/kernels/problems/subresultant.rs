//! Subresultants at points: what the families `subresultant` and `subresultant_tensor` know of them.

#[cfg(target_arch = "nvptx64")]
pub(in crate::kernels) mod body;

use cuda_std::prelude::*;

/// The parameters of the kernels.
#[kernel_param]
pub struct SubresultantParameters {
    /// Formal degree of f.
    pub p: u32,
    /// Formal degree of g.
    pub q: u32,
    /// Points per prime.
    pub points: u32,
    /// Length of the schedule.
    pub schedule_len: u32,
    /// [`crate::resultant::subresultants::Wanted`].
    pub low: u32,
    /// The same.
    pub high: u32,
    /// The same.
    pub principal: u32,
    /// Its outputs.
    pub outputs: u32,
    /// 1 when the only one that is wanted whole is minus what the sequence leaves.
    pub negative: u32,
}
