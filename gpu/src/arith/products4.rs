//! Sums of products of four 31-bit residues by the SIMD instructions that every x86-64 processor has.
//!
//! LLVM leaves loops over four lanes scalar in much of the code that they are part of. An element of a step with three products on an EPYC
//! with AVX2 takes 2.8 ns by these instructions and 3.2 to 8.4 without (`benches/results/2026-11-25-epyc-cliffs.txt`).

use super::bundle::Lanes4;
use core::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_add_epi64, _mm_and_si128, _mm_cmpgt_epi32, _mm_mul_epu32, _mm_or_si128,
    _mm_set1_epi64x, _mm_setzero_si128, _mm_srli_epi64, _mm_sub_epi32,
};
use core::mem::transmute;

/// T / 2^32 mod p lane by lane for the sum T of the products of some pairs, T < 2^32 p, and `mu` = p^-1 mod 2^32; p < 2^31.
///
/// An instruction multiplies the even ones of four 32-bit numbers, so that the odd ones are moved to their places.
#[inline(always)]
pub(super) fn dot<const N: usize>(pairs: &[(Lanes4, Lanes4); N], p: Lanes4, mu: Lanes4) -> Lanes4 {
    // SAFETY: SSE2 is part of x86-64. A vector and four lanes have 16 bytes, and every pattern is a value of both.
    unsafe {
        let vector = |a: Lanes4| transmute::<Lanes4, __m128i>(a);
        let odd = |a| _mm_srli_epi64::<32>(a);
        // The upper halves of two 64-bit numbers each.
        let upper = |[even, odd]: [__m128i; 2]| {
            _mm_or_si128(_mm_srli_epi64::<32>(even), _mm_and_si128(odd, _mm_set1_epi64x(!0 << 32)))
        };
        let (p, mu) = (vector(p), vector(mu));
        let mut t = [_mm_setzero_si128(); 2];
        for &(a, b) in pairs {
            let (a, b) = (vector(a), vector(b));
            t[0] = _mm_add_epi64(t[0], _mm_mul_epu32(a, b));
            t[1] = _mm_add_epi64(t[1], _mm_mul_epu32(odd(a), odd(b)));
        }
        // The low half of a product is that of the product of the low halves.
        let q = [_mm_mul_epu32(t[0], mu), _mm_mul_epu32(t[1], odd(mu))];
        let h = upper([_mm_mul_epu32(q[0], p), _mm_mul_epu32(q[1], odd(p))]);
        let t = upper(t);
        // Both are below p < 2^31, so that signed numbers are compared rightly.
        let negative = _mm_cmpgt_epi32(h, t);
        transmute::<__m128i, Lanes4>(_mm_add_epi32(_mm_sub_epi32(t, h), _mm_and_si128(negative, p)))
    }
}
