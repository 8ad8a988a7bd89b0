//! One residue modulo any odd p < 2^31 in Montgomery form with R = 2^32: x stands for x / 2^32 mod p.
//!
//! For primes of a caller's, which may be larger than [`super::Mont31`] has room for. A sum of three products takes one operation more here.
//!
//! Source: P. L. Montgomery, Math. Comp. 44 (1985).

use super::field::Field;
use super::wide::{mad_wide, mad_wide_hi};
use super::word_inverse::word_inverse;

/// The constants of one modulus. Only [`Mont32::new`] makes them, so they fit together.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
#[repr(C)]
pub struct Mont32 {
    /// The modulus.
    p: u32,
    /// -p^-1 mod 2^32.
    minus: u32,
    /// 2^32 mod p: the number 1.
    r1: u32,
    /// 2^64 mod p: the number 2^32.
    r2: u32,
}

impl Mont32 {
    /// Largest modulus allowed.
    pub const MAX: u32 = (1 << 31) - 1;

    /// Constants for the odd number `p`, 3 <= p <= [`Mont32::MAX`]; `None` otherwise. [`Mont32::inverse`] asks for a prime, which is the caller's.
    pub const fn new(p: u32) -> Option<Self> {
        if p.is_multiple_of(2) || p < 3 || p > Self::MAX {
            return None;
        }
        let r1 = ((1u64 << 32) % p as u64) as u32;
        let r2 = ((r1 as u64 * r1 as u64) % p as u64) as u32;
        Some(Mont32 { p, minus: word_inverse(p).wrapping_neg(), r1, r2 })
    }

    /// The modulus.
    #[inline(always)]
    pub const fn modulus(&self) -> u32 {
        self.p
    }

    /// T / 2^32 mod p, in [0, p), for T < 2^32 p.
    #[inline(always)]
    fn reduce(&self, t: u64) -> u32 {
        // q p = -T mod 2^32, so T + q p is a multiple of 2^32, below 2 2^32 p < 2^64: r = (T + q p) / 2^32 < 2 p < 2^32.
        let q = (t as u32).wrapping_mul(self.minus);
        let r = mad_wide_hi(q, self.p, t);
        // Below p the subtraction wraps, above every r < 2 p.
        r.min(r.wrapping_sub(self.p))
    }

    /// Montgomery form of any word.
    #[inline(always)]
    pub fn enter(&self, x: u32) -> u32 {
        self.reduce(mad_wide(x, self.r2, 0))
    }

    /// The plain residue in [0, p).
    #[inline(always)]
    pub fn leave(&self, x: u32) -> u32 {
        self.reduce(x as u64)
    }

    /// 1 / a, and 0 for 0. p is a prime.
    #[inline(always)]
    pub fn inverse(&self, a: u32) -> u32 {
        self.pow(a, self.p - 2)
    }
}

impl Field for Mont32 {
    type Elem = u32;
    const LANES: u32 = 1;

    #[inline(always)]
    fn zero(&self) -> u32 {
        0
    }
    #[inline(always)]
    fn one(&self) -> u32 {
        self.r1
    }
    #[inline(always)]
    fn add(&self, a: u32, b: u32) -> u32 {
        // a + b < 2 p < 2^32; below p the subtraction wraps and loses the minimum.
        let s = a + b;
        s.min(s.wrapping_sub(self.p))
    }
    #[inline(always)]
    fn sub(&self, a: u32, b: u32) -> u32 {
        let d = a.wrapping_sub(b);
        d.min(d.wrapping_add(self.p))
    }
    #[inline(always)]
    fn neg(&self, a: u32) -> u32 {
        self.sub(0, a)
    }
    #[inline(always)]
    fn mul(&self, a: u32, b: u32) -> u32 {
        self.reduce(mad_wide(a, b, 0))
    }
    /// Two products: 2 p^2 < 2^32 p.
    #[inline(always)]
    fn dot2(&self, a0: u32, b0: u32, a1: u32, b1: u32) -> u32 {
        self.reduce(mad_wide(a1, b1, mad_wide(a0, b0, 0)))
    }
    /// Three products: 3 p^2 < 2 2^32 p < 2^64, so one subtraction of 2^32 p is enough.
    #[inline(always)]
    fn dot3(&self, a0: u32, b0: u32, a1: u32, b1: u32, a2: u32, b2: u32) -> u32 {
        let t = mad_wide(a2, b2, mad_wide(a1, b1, mad_wide(a0, b0, 0)));
        // Below p the subtraction wraps.
        let high = (t >> 32) as u32;
        self.reduce((high.min(high.wrapping_sub(self.p)) as u64) << 32 | t as u32 as u64)
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

    crate::test_field!(axioms: Mont32);
}
