//! One residue modulo any odd p < 2^64 in Montgomery form with R = 2^64: x stands for x / 2^64 mod p.
//!
//! For primes that [`super::Mont61`] has no room for: sums may have a bit more than a word, and sums of products a carry.
//!
//! Source: P. L. Montgomery, Math. Comp. 44 (1985).

use super::field::Field;

/// The constants of one modulus. Only [`Mont64::new`] makes them, so they fit together.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
#[repr(C)]
pub struct Mont64 {
    /// The modulus.
    p: u64,
    /// p^-1 mod 2^64.
    mu: u64,
    /// 2^64 mod p: the number 1.
    r1: u64,
    /// 2^128 mod p: the number 2^64.
    r2: u64,
}

impl Mont64 {
    /// Largest modulus allowed.
    pub const MAX: u64 = u64::MAX;

    /// Constants for the odd number `p` of at least 3; `None` otherwise. [`Mont64::inverse`] asks for a prime, which is the caller's.
    pub const fn new(p: u64) -> Option<Self> {
        if p.is_multiple_of(2) || p < 3 {
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
        Some(Mont64 { p, mu, r1, r2 })
    }

    /// The modulus.
    #[inline(always)]
    pub const fn modulus(&self) -> u64 {
        self.p
    }

    /// T / 2^64 mod p, in [0, p), for T < 2^64 p.
    #[inline(always)]
    fn reduce(&self, t: u128) -> u64 {
        // q p = T mod 2^64, so (T - q p) / 2^64 = hi(T) - hi(q p), a difference of two numbers in [0, p).
        let q = (t as u64).wrapping_mul(self.mu);
        self.difference((t >> 64) as u64, ((q as u128 * self.p as u128) >> 64) as u64)
    }

    /// T / 2^64 mod p for T = carry 2^128 + `t` below (N + 1) 2^64 p.
    #[inline(always)]
    fn reduce_sum<const N: u32>(&self, t: u128, mut carry: u64) -> u64 {
        let mut high = (t >> 64) as u64;
        // With its carry the high word is below (N + 1) p: after N subtractions, where it is not below p, it is.
        for _ in 0..N {
            let (less, borrow) = high.overflowing_sub(self.p);
            let keep = borrow & (carry == 0);
            carry -= (borrow & !keep) as u64;
            high = if keep { high } else { less };
        }
        self.reduce((high as u128) << 64 | t as u64 as u128)
    }

    /// a - b mod p for a, b in [0, p].
    #[inline(always)]
    fn difference(&self, a: u64, b: u64) -> u64 {
        let (difference, borrow) = a.overflowing_sub(b);
        difference.wrapping_add(if borrow { self.p } else { 0 })
    }

    /// Montgomery form of any word.
    #[inline(always)]
    pub fn enter(&self, x: u64) -> u64 {
        self.reduce(x as u128 * self.r2 as u128)
    }

    /// The plain residue in [0, p).
    #[inline(always)]
    pub fn leave(&self, x: u64) -> u64 {
        self.reduce(x as u128)
    }

    /// 1 / a, and 0 for 0. p is a prime.
    pub fn inverse(&self, a: u64) -> u64 {
        let (mut result, mut square, mut rest) = (self.r1, a, self.p - 2);
        while rest != 0 {
            if rest & 1 != 0 {
                result = self.mul(result, square);
            }
            square = self.mul(square, square);
            rest >>= 1;
        }
        result
    }
}

impl Field for Mont64 {
    type Elem = u64;
    const LANES: u32 = 1;
    const IS_SHORT: bool = false;

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
        // a + b = a - (p - b), where p - b is in (0, p]: the difference is in [-p, p), and p more where it is negative.
        self.difference(a, self.p - b)
    }
    #[inline(always)]
    fn sub(&self, a: u64, b: u64) -> u64 {
        self.difference(a, b)
    }
    #[inline(always)]
    fn neg(&self, a: u64) -> u64 {
        self.difference(0, a)
    }
    #[inline(always)]
    fn mul(&self, a: u64, b: u64) -> u64 {
        self.reduce(a as u128 * b as u128)
    }
    #[inline(always)]
    fn dot2(&self, a0: u64, b0: u64, a1: u64, b1: u64) -> u64 {
        // Below 2 p^2 < 2 2^64 p.
        let (sum, carry) = (a0 as u128 * b0 as u128).overflowing_add(a1 as u128 * b1 as u128);
        self.reduce_sum::<1>(sum, carry as u64)
    }
    #[inline(always)]
    fn dot3(&self, a0: u64, b0: u64, a1: u64, b1: u64, a2: u64, b2: u64) -> u64 {
        // Below 3 p^2 < 3 2^64 p.
        let (sum, first) = (a0 as u128 * b0 as u128).overflowing_add(a1 as u128 * b1 as u128);
        let (sum, second) = sum.overflowing_add(a2 as u128 * b2 as u128);
        self.reduce_sum::<2>(sum, first as u64 + second as u64)
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

    crate::test_field!(axioms: Mont64);
}
