//! Plain residues modulo 31-bit m, reduced through double-precision floats.
//!
//! P. Emeliyanenko, Computing resultants on graphics processing units (2013), Listing 2. Erratum: with hi(a b) rounded away from
//! the low 30 bits, a b - l m reaches m / 2 + 2^30, so Listing 2 returns values >= m (about one in eight near 2^30); one more
//! conditional subtraction ends it.

use super::field::Field;
use super::wide::mul_hi;
use super::word_inverse::word_inverse;
use cuda_std::arith::fma_f64;

/// Arithmetic modulo one number m, 3 * 2^28 < m < 2^31 - 2^11; an element is its residue in [0, m).
#[derive(Clone, Copy, PartialEq)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
#[repr(C)]
pub struct Float31 {
    /// The modulus.
    pub(super) m: u32,
    /// m^-1 mod 2^32, for inverses.
    pub(super) mu: u32,
    /// 2^30 / m.
    inv: f64,
}

impl Float31 {
    /// Smallest modulus: the low part of a product, below 2^30, stays below 4/3 m.
    pub const MIN: u32 = (3 << 28) + 1;
    /// Largest modulus: m / 2 + 2^30 and the rounding errors stay below 2^31.
    pub const MAX: u32 = (1 << 31) - (1 << 11) - 1;

    /// Constants for the odd number `m` in [[`Float31::MIN`], [`Float31::MAX`]]; `None` otherwise. Primality is the
    /// caller's.
    pub const fn new(m: u32) -> Option<Self> {
        if m.is_multiple_of(2) || m < Self::MIN || m > Self::MAX {
            return None;
        }
        Some(Float31 { m, mu: word_inverse(m), inv: (1u32 << 30) as f64 / m as f64 })
    }

    /// The modulus.
    #[inline(always)]
    pub const fn modulus(&self) -> u32 {
        self.m
    }

    /// The constants in the order in which kernels read them.
    pub const fn words(&self) -> [u32; 4] {
        let inv = self.inv.to_bits();
        [self.m, self.mu, inv as u32, (inv >> 32) as u32]
    }

    /// a b mod m: [0, m) x [0, m) -> [0, m). The multiply-add with the magic number 3 * 2^51 is fused.
    #[inline(always)]
    pub fn mul_mod(&self, a: u32, b: u32) -> u32 {
        // floor(a b / 2^30) < 2^32; 2 a and 2 b fit.
        let high = mul_hi(2 * a, 2 * b);
        // Near 3 * 2^51 the spacing of doubles is 1: the low word holds l = round(Y), Y = high * 2^30 / m < 2^31, up to the
        // error 2^-53 Y < 2^-22 of `inv` (rounding the product first would add as much again: either form is right).
        let l = fma_f64(high as f64, self.inv, (3u64 << 51) as f64).to_bits() as u32;
        // a b = m Y + low, 0 <= low < 2^30, so a b - l m is in [-(1/2 + 2^-22) m, (1/2 + 2^-22) m + 2^30): inside i32 for
        // m <= MAX, and below 2 m for m >= MIN, where 2^30 < 4/3 m.
        let r = a.wrapping_mul(b).wrapping_sub(l.wrapping_mul(self.m));
        let r = if (r as i32) < 0 { r.wrapping_add(self.m) } else { r };
        r.min(r.wrapping_sub(self.m))
    }
}

impl Field for Float31 {
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
        // a + b < 2^32.
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
    /// Two products, each reduced: the paper gives no 31-bit form of the difference of products either.
    #[inline(always)]
    fn dot2(&self, a0: u32, b0: u32, a1: u32, b1: u32) -> u32 {
        self.add(self.mul_mod(a0, b0), self.mul_mod(a1, b1))
    }
    /// Three products, each reduced.
    #[inline(always)]
    fn dot3(&self, a0: u32, b0: u32, a1: u32, b1: u32, a2: u32, b2: u32) -> u32 {
        self.add(self.dot2(a0, b0, a1, b1), self.mul_mod(a2, b2))
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

    crate::test_field!(axioms: Float31);
}
