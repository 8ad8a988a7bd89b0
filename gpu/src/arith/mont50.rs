//! One residue modulo a prime p < 2^50 in Montgomery form with R = 2^52: x stands for x / 2^52 mod p.
//!
//! The words of AVX-512 IFMA, whose multiplier gives the low or high 52 bits of a product of two 52-bit numbers. This is the
//! arithmetic of one lane, for set-up and repairs; the lanes are in the CPU engine.

use super::field::Field;

/// Constants of one prime. Odd primes below 2^50 only: then 3 p^2 < (3/4) 2^52 p, so a sum of three products takes one
/// reduction, and the sum of their high words is below p. Only [`Mont50::new`] makes them, so they fit together.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
pub struct Mont50 {
    /// The prime.
    pub(super) p: u64,
    /// p^-1 mod 2^52.
    mu: u64,
    /// 2^52 mod p: the number 1.
    r1: u64,
    /// 2^104 mod p: brings a plain residue into Montgomery form.
    r2: u64,
}

/// 2^52 - 1.
const LOW: u64 = (1 << 52) - 1;

impl Mont50 {
    /// Largest modulus allowed.
    pub const MAX: u64 = (1 << 50) - 1;

    /// Constants for the odd number `p`, 3 <= p <= [`Mont50::MAX`]; `None` otherwise. Primality is the caller's.
    pub const fn new(p: u64) -> Option<Self> {
        if p.is_multiple_of(2) || p < 3 || p > Self::MAX {
            return None;
        }
        // Newton: each step doubles the correct low bits; p p = 1 mod 8 gives 3 to start with: 3, 6, 12, 24, 48, 96.
        let mut mu = p;
        let mut i = 0;
        while i < 5 {
            mu = mu.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(mu)));
            i += 1;
        }
        let r1 = (1u64 << 52) % p;
        let r2 = ((r1 as u128 * r1 as u128) % p as u128) as u64;
        Some(Mont50 { p, mu: mu & LOW, r1, r2 })
    }

    /// The prime.
    #[inline(always)]
    pub const fn modulus(&self) -> u64 {
        self.p
    }

    /// p^-1 mod 2^52.
    #[inline(always)]
    pub const fn mu(&self) -> u64 {
        self.mu
    }

    /// T / 2^52 mod p, in [0, p), for T < 2^52 p.
    #[inline(always)]
    pub const fn reduce(&self, t: u128) -> u64 {
        // q p = T mod 2^52, so (T - q p) / 2^52 = floor(T / 2^52) - floor(q p / 2^52), a difference of numbers in [0, p).
        let q = (t as u64).wrapping_mul(self.mu) & LOW;
        let r = ((t >> 52) as u64).wrapping_sub(((q as u128 * self.p as u128) >> 52) as u64);
        // Negative: r + p wraps below r. Otherwise r + p < 2^51 is the larger.
        let s = r.wrapping_add(self.p);
        if r < s { r } else { s }
    }

    /// Montgomery form of a plain number x < 2^52.
    #[inline(always)]
    pub const fn enter(&self, x: u64) -> u64 {
        // x r2 < 2^52 p.
        self.reduce(x as u128 * self.r2 as u128)
    }

    /// Plain residue in [0, p) of an element.
    #[inline(always)]
    pub const fn leave(&self, x: u64) -> u64 {
        self.reduce(x as u128)
    }
}

/// a b.
#[inline(always)]
fn wide(a: u64, b: u64) -> u128 {
    a as u128 * b as u128
}

impl Field for Mont50 {
    type Elem = u64;
    const LANES: u32 = 1;

    #[inline(always)]
    fn zero(&self) -> u64 {
        0
    }
    #[inline(always)]
    fn one(&self) -> u64 {
        self.r1
    }
    /// [0, p) x [0, p) -> [0, p).
    #[inline(always)]
    fn add(&self, a: u64, b: u64) -> u64 {
        let s = a + b;
        s.min(s.wrapping_sub(self.p))
    }
    /// [0, p) x [0, p) -> [0, p).
    #[inline(always)]
    fn sub(&self, a: u64, b: u64) -> u64 {
        let d = a.wrapping_sub(b);
        d.min(d.wrapping_add(self.p))
    }
    #[inline(always)]
    fn neg(&self, a: u64) -> u64 {
        self.sub(0, a)
    }
    #[inline(always)]
    fn mul(&self, a: u64, b: u64) -> u64 {
        self.reduce(wide(a, b))
    }
    #[inline(always)]
    fn dot2(&self, a0: u64, b0: u64, a1: u64, b1: u64) -> u64 {
        self.reduce(wide(a0, b0) + wide(a1, b1))
    }
    /// 3 p^2 < 2^52 p.
    #[inline(always)]
    fn dot3(&self, a0: u64, b0: u64, a1: u64, b1: u64, a2: u64, b2: u64) -> u64 {
        self.reduce(wide(a0, b0) + wide(a1, b1) + wide(a2, b2))
    }
    #[inline(always)]
    fn zeros(&self, a: u64) -> u32 {
        (a == 0) as u32
    }
    #[inline(always)]
    fn select(&self, mask: u32, a: u64, b: u64) -> u64 {
        if mask & 1 != 0 { a } else { b }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::test_field!(axioms: Mont50);
}
