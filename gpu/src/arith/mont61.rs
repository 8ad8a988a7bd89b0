//! One residue modulo an odd p < 2^61 in Montgomery form with R = 2^64: x stands for x / 2^64 mod p.
//!
//! For the few scalars of plans and checks, and for checks of many integers on a device.
//!
//! Source: P. L. Montgomery, Math. Comp. 44 (1985).

use crate::arith::Field;

/// The constants of one modulus. Only [`Mont61::new`] makes them, so they fit together.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
#[repr(C)]
pub struct Mont61 {
    /// The modulus.
    p: u64,
    /// p^-1 mod 2^64.
    mu: u64,
    /// 2^64 mod p: the number 1.
    r1: u64,
    /// 2^128 mod p: the number 2^64.
    r2: u64,
}

impl Mont61 {
    /// Largest modulus allowed.
    pub const MAX: u64 = (1 << 61) - 1;

    /// Constants for the odd number `p`, 3 <= p <= [`Mont61::MAX`]; `None` otherwise. [`Mont61::inverse`] asks for a prime, which
    /// is the caller's.
    pub const fn new(p: u64) -> Option<Self> {
        if p.is_multiple_of(2) || p < 3 || p > Self::MAX {
            return None;
        }
        // Newton: p p = 1 mod 8, and each step doubles the correct low bits: 3, 6, 12, 24, 48, 96.
        let mut mu = p;
        let mut i = 0;
        while i < 5 {
            mu = mu.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(mu)));
            i += 1;
        }
        let r1 = ((1u128 << 64) % p as u128) as u64;
        let r2 = (r1 as u128 * r1 as u128 % p as u128) as u64;
        Some(Mont61 { p, mu, r1, r2 })
    }

    /// The modulus.
    #[inline(always)]
    pub const fn modulus(self) -> u64 {
        self.p
    }

    /// T / 2^64 mod p, in [0, p), for T < 2^64 p.
    #[inline(always)]
    pub fn reduce(self, t: u128) -> u64 {
        // q p = T mod 2^64, so (T - q p) / 2^64 = hi(T) - hi(q p), a difference of two numbers in [0, p).
        let q = (t as u64).wrapping_mul(self.mu);
        let r = ((t >> 64) as u64).wrapping_sub(((q as u128 * self.p as u128) >> 64) as u64);
        // Negative: above 2^63, and r + p wraps below it. Otherwise r + p < 2^62 is the larger.
        r.min(r.wrapping_add(self.p))
    }

    /// Montgomery form of any word.
    #[inline(always)]
    pub fn enter(self, x: u64) -> u64 {
        self.reduce(x as u128 * self.r2 as u128)
    }

    /// The plain residue in [0, p).
    #[inline(always)]
    pub fn leave(self, x: u64) -> u64 {
        self.reduce(x as u128)
    }

    /// 1.
    #[inline(always)]
    pub fn one(self) -> u64 {
        self.r1
    }

    /// 2^64.
    #[inline(always)]
    pub fn word(self) -> u64 {
        self.r2
    }

    /// a b.
    #[inline(always)]
    pub fn mul(self, a: u64, b: u64) -> u64 {
        self.reduce(a as u128 * b as u128)
    }

    /// a + b.
    #[inline(always)]
    pub fn add(self, a: u64, b: u64) -> u64 {
        let s = a + b;
        s.min(s.wrapping_sub(self.p))
    }

    /// a - b.
    #[inline(always)]
    pub fn sub(self, a: u64, b: u64) -> u64 {
        let d = a.wrapping_sub(b);
        d.min(d.wrapping_add(self.p))
    }

    /// a^e.
    #[inline(always)]
    pub fn pow(self, mut a: u64, mut e: u64) -> u64 {
        let mut result = self.one();
        while e > 0 {
            if e & 1 != 0 {
                result = self.mul(result, a);
            }
            a = self.mul(a, a);
            e >>= 1;
        }
        result
    }

    /// 1 / a, and 0 for 0. p is a prime.
    pub fn inverse(self, a: u64) -> u64 {
        self.pow(a, self.p - 2)
    }
}

/// The trait's forms of the same; 3 p^2 < 2^64 p, so a sum of three products takes one reduction.
impl Field for Mont61 {
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
    #[inline(always)]
    fn add(&self, a: u64, b: u64) -> u64 {
        Mont61::add(*self, a, b)
    }
    #[inline(always)]
    fn sub(&self, a: u64, b: u64) -> u64 {
        Mont61::sub(*self, a, b)
    }
    #[inline(always)]
    fn neg(&self, a: u64) -> u64 {
        Mont61::sub(*self, 0, a)
    }
    #[inline(always)]
    fn mul(&self, a: u64, b: u64) -> u64 {
        Mont61::mul(*self, a, b)
    }
    #[inline(always)]
    fn dot2(&self, a0: u64, b0: u64, a1: u64, b1: u64) -> u64 {
        self.reduce(a0 as u128 * b0 as u128 + a1 as u128 * b1 as u128)
    }
    #[inline(always)]
    fn dot3(&self, a0: u64, b0: u64, a1: u64, b1: u64, a2: u64, b2: u64) -> u64 {
        self.reduce(a0 as u128 * b0 as u128 + a1 as u128 * b1 as u128 + a2 as u128 * b2 as u128)
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

    crate::test_field!(axioms: Mont61);

    #[test]
    fn words_of_the_modulus() {
        for p in [3, 15, 65537, (1 << 60) + 33, Mont61::MAX] {
            let field = Mont61::new(p).unwrap();
            assert_eq!(field.leave(field.word()), ((1u128 << 64) % p as u128) as u64);
            assert_eq!(field.pow(field.word(), 3), field.mul(field.word(), field.mul(field.word(), field.word())));
        }
    }
}
