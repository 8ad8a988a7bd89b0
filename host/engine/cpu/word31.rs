//! 31-bit words: bundles of 16 and of 4.

use super::thresholds::{BITS_31, Thresholds};
use super::word::CpuWord;
use crate::simd::Mont31x16;
use gpu::arith::{Mont31, Mont31x4};

impl CpuWord for Mont31 {
    type Wide = Mont31x16;
    type Narrow = Mont31x4;
    #[cfg(target_arch = "x86_64")]
    fn has_wide() -> bool {
        pulp::x86::V3::try_new().is_some()
    }
    #[cfg(not(target_arch = "x86_64"))]
    fn has_wide() -> bool {
        true
    }
    const DIGIT_BITS: u32 = 28;
    const R_BITS: u32 = 32;
    const THRESHOLDS: Thresholds = BITS_31;
}
