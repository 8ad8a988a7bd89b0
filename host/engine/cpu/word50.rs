//! 50-bit words: bundles of 8 by AVX-512 IFMA.

use super::thresholds::{BITS_50, Thresholds};
use super::word::CpuWord;
use crate::simd::Mont50x8;
use gpu::arith::Mont50;

impl CpuWord for Mont50 {
    type Wide = Mont50x8;
    type Narrow = Mont50x8;
    fn has_wide() -> bool {
        super::has_ifma()
    }
    const DIGIT_BITS: u32 = 52;
    const R_BITS: u32 = 52;
    const THRESHOLDS: Thresholds = BITS_50;
}
