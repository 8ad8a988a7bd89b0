//! Plain residues modulo m < 2^24, reduced through single-precision floats (for hardware whose multiplier has 24 bits).
//!
//! P. Emeliyanenko, Computing resultants on graphics processing units (2013), Listing 1; (2010), Algorithm 1. A product is
//! divided by m approximately, l = trunc(fl(hi(a b) 2^16 / m)), and only the low words of a b - l m are computed.
//!
//! Erratum: Listing 1 ends with one conditional subtraction, but a b - l m reaches 2.3 m (m = 11965845, a = 11963880,
//! b = 11963889), so some of its results are not reduced; here the range is proved and two subtractions end it.

use super::field::Field;
use super::mul24::{mul24_hi, mul24_lo};
use super::word_inverse::word_inverse;
use cuda_std::arith::{f32_to_u32_rz, fma_f32, mul_rn_f32, u32_to_f32_rz};

/// Arithmetic modulo one number m, 2^17 < m < 2^24; an element is its residue in [0, m).
#[derive(Clone, Copy, PartialEq)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
#[repr(C)]
pub struct Float24 {
    /// The modulus.
    pub(super) m: u32,
    /// 2^16 / m.
    inv1: f32,
    /// 1 / m.
    inv2: f32,
    /// m^-1 mod 2^24, for inverses.
    pub(super) mu: u32,
}

impl Float24 {
    /// Smallest modulus: above 2^17 the dropped low half of a product is less than m / 2.
    pub const MIN: u32 = (1 << 17) + 1;
    /// Largest modulus: 24 bits.
    pub const MAX: u32 = (1 << 24) - 1;

    /// Constants for the odd number `m` in [[`Float24::MIN`], [`Float24::MAX`]]; `None` otherwise. Primality is the
    /// caller's.
    pub const fn new(m: u32) -> Option<Self> {
        if m.is_multiple_of(2) || m < Self::MIN || m > Self::MAX {
            return None;
        }
        // m is exact in f32, so both quotients are rounded once.
        let mu = word_inverse(m) & 0xff_ffff;
        Some(Float24 { m, inv1: 65536.0 / m as f32, inv2: 1.0 / m as f32, mu })
    }

    /// The modulus.
    #[inline(always)]
    pub const fn modulus(&self) -> u32 {
        self.m
    }

    /// The constants in the order in which kernels read them.
    pub const fn words(&self) -> [u32; 4] {
        [self.m, self.inv1.to_bits(), self.inv2.to_bits(), self.mu]
    }

    /// (a b - l m) mod 2^32 with l close to a b / m: as a signed number in (-2 m, 3 m). a, b in [0, m).
    #[inline(always)]
    fn partial(&self, a: u32, b: u32) -> u32 {
        let high = u32_to_f32_rz(mul24_hi(a, b));
        let l = f32_to_u32_rz(mul_rn_f32(high, self.inv1));
        // With X = a b / m < m - 1 and every rounding at most 2^-24 relative (truncation 2^-23):
        // l <= X (1 + 2^-24)^2 < X + 2, so a b - l m > -2 m, and l <= m < 2^24 is a valid operand of mul24.
        // l falls short of X by: 2^16 / m for the low half; the truncation of hi; the rounding of inv1 and of the product; the
        // last truncation.
        //   hi >= 2^31: truncation < 2^24 / m and inv1 < m^2 / 2^48, together <= 2 on 2^23.5 < m < 2^24; the product is an
        //               integer after rounding by <= 1/2. Sum < 2.6.
        //   hi >= 2^30: truncation < 2^23 / m < 1, inv1 < 1/2; rounding and last truncation <= 7/8 together. Sum < 2.4.
        //   hi < 2^30:  then X < 2^23. X >= 2^22 (so m > 2^22): X (2^-23 + 2 * 2^-24) < 2, last truncation <= 1/2, sum < 2.6.
        //               X < 2^22: these are < 1 and < 1, and 2^16 / m < 1/2. Sum < 2.5.
        // So a b - l m < 3 m.
        mul24_lo(a, b).wrapping_sub(mul24_lo(l, self.m))
    }

    /// a b mod m: [0, m) x [0, m) -> [0, m). Listing 1 with a second subtraction; no multiply-add in floats.
    #[inline(always)]
    pub fn mul_mod(&self, a: u32, b: u32) -> u32 {
        let mut r = self.partial(a, b);
        if (r as i32) < 0 {
            // The paper multiplies m by 0x1000002, whose low 24 bits are 2, to get one multiply-add.
            r = r.wrapping_add(mul24_lo(self.m, 0x100_0002));
        }
        // [0, 3 m): a smaller number wraps and loses the minimum.
        let r = r.min(r.wrapping_sub(2 * self.m));
        r.min(r.wrapping_sub(self.m))
    }

    /// (x1 y1 - x2 y2) mod m, all in [0, m), result in [0, m). The multiply-add of the mantissa trick is fused.
    #[inline(always)]
    pub fn sub_mul_mod(&self, x1: u32, y1: u32, x2: u32, y2: u32) -> u32 {
        // 100 m keeps the difference positive: r in (95 m, 105 m), below 2^31.
        let r = (100 * self.m).wrapping_add(self.partial(x1, y1)).wrapping_sub(self.partial(x2, y2));
        self.reduce_below_2_31(r)
    }

    /// r mod m in [0, m) for r < 105 m: adding 2^23 leaves round(r / m) in the mantissa.
    #[inline(always)]
    fn reduce_below_2_31(&self, r: u32) -> u32 {
        // The conversion and 1 / m are off by 2^-24 each, so with one rounding in the multiply-add the quotient k has
        // |r / m - k| <= 1/2 + 106 * 2^-23 < 1 (a second rounding would add 2^-24 * 105: either form is right).
        // The paper expects the floor, which hardware that truncates products gave; to nearest, r - k m is in (-m, m).
        let k = fma_f32(r as f32, self.inv2, (1 << 23) as f32).to_bits();
        // 2^23 has the exponent field 150: bit 23 is clear and the low 24 bits are k.
        let rest = r.wrapping_sub(mul24_lo(k, self.m));
        rest.min(rest.wrapping_add(self.m))
    }
}

impl Field for Float24 {
    type Elem = u32;
    const LANES: u32 = 1;

    #[inline(always)]
    fn zero(&self) -> u32 {
        0
    }
    #[inline(always)]
    fn one(&self) -> u32 {
        1
    }
    #[inline(always)]
    fn add(&self, a: u32, b: u32) -> u32 {
        let s = a + b;
        s.min(s.wrapping_sub(self.m))
    }
    #[inline(always)]
    fn sub(&self, a: u32, b: u32) -> u32 {
        let d = a.wrapping_sub(b);
        d.min(d.wrapping_add(self.m))
    }
    #[inline(always)]
    fn neg(&self, a: u32) -> u32 {
        self.sub(0, a)
    }
    #[inline(always)]
    fn mul(&self, a: u32, b: u32) -> u32 {
        self.mul_mod(a, b)
    }
    #[inline(always)]
    fn dot2(&self, a0: u32, b0: u32, a1: u32, b1: u32) -> u32 {
        self.sub_mul_mod(a0, b0, self.neg(a1), b1)
    }
    #[inline(always)]
    fn dot3(&self, a0: u32, b0: u32, a1: u32, b1: u32, a2: u32, b2: u32) -> u32 {
        // Partial residues in (-2 m, 3 m) each: 100 m + their sum is in (94 m, 109 m), below 2^31 and the same argument
        // holds with 110 in place of 106.
        let r = (100 * self.m).wrapping_add(self.partial(a0, b0));
        self.reduce_below_2_31(r.wrapping_add(self.partial(a1, b1)).wrapping_add(self.partial(a2, b2)))
    }
    #[inline(always)]
    fn zeros(&self, a: u32) -> u32 {
        (a == 0) as u32
    }
    #[inline(always)]
    fn select(&self, mask: u32, a: u32, b: u32) -> u32 {
        if mask & 1 != 0 { a } else { b }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::test_field!(axioms: Float24);
}
