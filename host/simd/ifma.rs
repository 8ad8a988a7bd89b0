//! The instructions of AVX-512 IFMA.
//!
//! They multiply two 52-bit numbers and add the low or the high 52 bits of the product to a 64-bit lane. S. Gueron, V. Krasnov,
//! Accelerating big integer arithmetic using Intel IFMA extensions, ARITH 2016.

use core::arch::x86_64::__m512i;

pulp::simd_type! {
    /// Proof that this processor has the instructions.
    pub struct Ifma {
        sse: "sse",
        sse2: "sse2",
        avx: "avx",
        avx2: "avx2",
        bmi1: "bmi1",
        bmi2: "bmi2",
        fma: "fma",
        avx512f: "avx512f",
        avx512bw: "avx512bw",
        avx512cd: "avx512cd",
        avx512dq: "avx512dq",
        avx512vl: "avx512vl",
        ifma: "avx512ifma",
    }
}

/// 64-bit lanes.
pub type Eight = __m512i;

impl Ifma {
    /// c + (the low 52 bits of a b).
    #[inline(always)]
    pub fn low(self, c: Eight, a: Eight, b: Eight) -> Eight {
        self.ifma._mm512_madd52lo_epu64(c, a, b)
    }
    /// c + floor(a b / 2^52).
    #[inline(always)]
    pub fn high(self, c: Eight, a: Eight, b: Eight) -> Eight {
        self.ifma._mm512_madd52hi_epu64(c, a, b)
    }
    #[inline(always)]
    pub fn zero(self) -> Eight {
        self.avx512f._mm512_setzero_si512()
    }
    #[inline(always)]
    pub fn splat(self, x: u64) -> Eight {
        self.avx512f._mm512_set1_epi64(x as i64)
    }
    #[inline(always)]
    pub fn add(self, a: Eight, b: Eight) -> Eight {
        self.avx512f._mm512_add_epi64(a, b)
    }
    #[inline(always)]
    pub fn sub(self, a: Eight, b: Eight) -> Eight {
        self.avx512f._mm512_sub_epi64(a, b)
    }
    #[inline(always)]
    pub fn min(self, a: Eight, b: Eight) -> Eight {
        self.avx512f._mm512_min_epu64(a, b)
    }
    #[inline(always)]
    pub fn and(self, a: Eight, b: Eight) -> Eight {
        self.avx512f._mm512_and_si512(a, b)
    }
    /// floor(a / 2^52), a without sign.
    #[inline(always)]
    pub fn above(self, a: Eight) -> Eight {
        self.avx512f._mm512_srli_epi64::<52>(a)
    }
    /// floor(a / 2^52), a with sign.
    #[inline(always)]
    pub fn carry(self, a: Eight) -> Eight {
        self.avx512f._mm512_srai_epi64::<52>(a)
    }
    /// Bit i is set where lanes i are equal.
    #[inline(always)]
    pub fn equal(self, a: Eight, b: Eight) -> u8 {
        self.avx512f._mm512_cmpeq_epi64_mask(a, b)
    }
    /// Lane i of a where bit i of `mask` is set, else of b.
    #[inline(always)]
    pub fn select(self, mask: u8, a: Eight, b: Eight) -> Eight {
        self.avx512f._mm512_mask_blend_epi64(mask, b, a)
    }
    /// The last lane of `before` in lane 0, lane i - 1 of a in lane i.
    #[inline(always)]
    pub fn shifted(self, before: Eight, a: Eight) -> Eight {
        self.avx512f._mm512_alignr_epi64::<7>(a, before)
    }
}
