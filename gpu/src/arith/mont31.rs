//! One residue modulo a prime p < 2^32 / 3 in Montgomery form: x stands for x / 2^32 mod p.
//!
//! P. L. Montgomery, Modular multiplication without trial division, Math. Comp. 44 (1985). With mu = -p^-1 mod 2^32 the sum
//! T + q p of a reduction is one multiply-add of 64 bits, which a GPU has.

use super::field::Field;
use super::wide::{mad_wide, mad_wide_hi};
use super::word_inverse::word_inverse;

/// Constants of one prime. Odd primes below 2^32 / 3 only: then 3 p^2 < 2^32 p, so a sum of three products takes one
/// reduction. Only [`Mont31::new`] makes them, so they fit together.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
#[repr(C)]
pub struct Mont31 {
    /// The prime.
    pub(super) p: u32,
    /// -p^-1 mod 2^32.
    pub(super) mu: u32,
    /// 2^32 mod p: the number 1.
    pub(super) r1: u32,
    /// 2^64 mod p: brings a plain residue into Montgomery form.
    pub(super) r2: u32,
}

impl Mont31 {
    /// Largest prime allowed: floor((2^32 - 1) / 3).
    pub const MAX: u32 = u32::MAX / 3;

    /// Constants for the odd number `p`, 3 <= p <= [`Mont31::MAX`]; `None` otherwise. Primality is the caller's.
    pub const fn new(p: u32) -> Option<Self> {
        if p.is_multiple_of(2) || p < 3 || p > Self::MAX {
            return None;
        }
        let mu = word_inverse(p).wrapping_neg();
        let r1 = ((1u64 << 32) % p as u64) as u32;
        let r2 = ((r1 as u64 * r1 as u64) % p as u64) as u32;
        Some(Mont31 { p, mu, r1, r2 })
    }

    /// The prime.
    #[inline(always)]
    pub const fn modulus(&self) -> u32 {
        self.p
    }

    /// -p^-1 mod 2^32.
    #[inline(always)]
    pub const fn mu(&self) -> u32 {
        self.mu
    }

    /// 2^64 mod p: the element 2^32.
    #[inline(always)]
    pub const fn r2(&self) -> u32 {
        self.r2
    }

    /// The constants in the order in which kernels read them.
    pub const fn words(&self) -> [u32; 4] {
        [self.p, self.mu, self.r1, self.r2]
    }

    /// T / 2^32 mod p, in [0, p), for T < 2^32 p.
    #[inline(always)]
    pub fn reduce(&self, t: u64) -> u32 {
        // q p = -T mod 2^32, so T + q p is a multiple of 2^32, below 2^32 p + 2^32 p < 2^64: r = (T + q p) / 2^32 < 2 p.
        let q = (t as u32).wrapping_mul(self.mu);
        let r = mad_wide_hi(q, self.p, t);
        // Below p the subtraction wraps, above every r < 2 p.
        r.min(r.wrapping_sub(self.p))
    }

    /// sum + a0 b0 + a1 b1 + a2 b2 modulo 2^32 p, for a sum below 2^32 p: below 2^32 p again, so that sums of any length need one
    /// [`Mont31::reduce`] at their end.
    #[inline(always)]
    pub fn sum3(&self, sum: u64, a: [u32; 3], b: [u32; 3]) -> u64 {
        // 3 p^2 < 2^32 p, and 2 2^32 p < 2^64: no overflow, and the high word is below 2 p. Below p its subtraction wraps.
        let t = mad_wide(a[2], b[2], mad_wide(a[1], b[1], mad_wide(a[0], b[0], sum)));
        let high = (t >> 32) as u32;
        (high.min(high.wrapping_sub(self.p)) as u64) << 32 | t as u32 as u64
    }

    /// As [`Mont31::sum3`] with six products.
    #[inline(always)]
    pub fn sum6(&self, sum: u64, a: [u32; 6], b: [u32; 6]) -> u64 {
        // 6 p^2 < 2 2^32 p, and 3 2^32 p < 2^64: no overflow, and the high word is below 3 p. Where a subtraction wraps it loses.
        let t = mad_wide(a[2], b[2], mad_wide(a[1], b[1], mad_wide(a[0], b[0], sum)));
        let t = mad_wide(a[5], b[5], mad_wide(a[4], b[4], mad_wide(a[3], b[3], t)));
        let high = (t >> 32) as u32;
        let high = high.min(high.wrapping_sub(2 * self.p));
        (high.min(high.wrapping_sub(self.p)) as u64) << 32 | t as u32 as u64
    }

    /// Montgomery form of a plain residue x < 2^32.
    #[inline(always)]
    pub fn enter(&self, x: u32) -> u32 {
        // x r2 < 2^32 p.
        self.reduce(mad_wide(x, self.r2, 0))
    }

    /// Plain residue in [0, p) of an element.
    #[inline(always)]
    pub fn leave(&self, x: u32) -> u32 {
        self.reduce(x as u64)
    }

    /// x^-1 by Fermat, 0 for 0. About 45 products.
    #[inline(always)]
    pub fn inverse(&self, x: u32) -> u32 {
        self.pow(x, self.p - 2)
    }
}

impl Field for Mont31 {
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
    /// [0, p) x [0, p) -> [0, p).
    #[inline(always)]
    fn add(&self, a: u32, b: u32) -> u32 {
        // a + b < 2 p < 2^32; below p the subtraction wraps and loses the minimum.
        let s = a + b;
        s.min(s.wrapping_sub(self.p))
    }
    /// [0, p) x [0, p) -> [0, p).
    #[inline(always)]
    fn sub(&self, a: u32, b: u32) -> u32 {
        let d = a.wrapping_sub(b);
        d.min(d.wrapping_add(self.p))
    }
    /// [0, 2 p) x [0, p) -> (0, 3 p): below 2^32, and the product with an element is below 3 p^2 < 2^32 p.
    #[inline(always)]
    fn sub_loose(&self, a: u32, b: u32) -> u32 {
        a.wrapping_sub(b).wrapping_add(self.p)
    }
    /// [0, 2 p) x [0, p) -> [0, 3 p).
    #[inline(always)]
    fn add_loose(&self, a: u32, b: u32) -> u32 {
        a + b
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
    /// Three products: 3 p^2 < 2^32 p since p < 2^32 / 3.
    #[inline(always)]
    fn dot3(&self, a0: u32, b0: u32, a1: u32, b1: u32, a2: u32, b2: u32) -> u32 {
        self.reduce(mad_wide(a2, b2, mad_wide(a1, b1, mad_wide(a0, b0, 0))))
    }
    /// Five products with one reduction: 5 p^2 < 2 2^32 p < 2^64, so the high word is below 2 p, and one subtraction of 2^32 p is enough.
    #[inline(always)]
    fn dot5(&self, a: [u32; 5], b: [u32; 5]) -> u32 {
        let t = mad_wide(a[2], b[2], mad_wide(a[1], b[1], mad_wide(a[0], b[0], 0)));
        let t = mad_wide(a[4], b[4], mad_wide(a[3], b[3], t));
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

    crate::test_field!(axioms: Mont31);

    #[test]
    fn long_sums_of_the_largest_products() {
        for p in [3, 65_537, (1 << 30) - 35, Mont31::MAX - (Mont31::MAX + 1) % 2] {
            let field = Mont31::new(p).unwrap();
            let (mut sum, mut expected) = (0, 0);
            let mut six = 0;
            for i in 0..200 {
                let (a, b) = ([p - 1, p - 1, p - 1 - i % p], [p - 1, p - 1 - i % p, p - 1]);
                sum = field.sum3(sum, a, b);
                six = field.sum6(six, [a, [0; 3]].concat().try_into().unwrap(), [b, a].concat().try_into().unwrap());
                let most = [p - 1; 6];
                assert_eq!(
                    field.reduce(field.sum6(six, most, most)),
                    field.reduce(field.sum3(field.sum3(six, [p - 1; 3], [p - 1; 3]), [p - 1; 3], [p - 1; 3]))
                );
                assert!(sum < (p as u64) << 32 && six < (p as u64) << 32, "the bound that the next one needs");
                assert_eq!(field.reduce(sum), field.reduce(six));
                for (a, b) in a.into_iter().zip(b) {
                    expected = (expected + a as u64 * b as u64) % p as u64;
                }
                assert_eq!(field.enter(field.reduce(sum)) as u64, expected, "{i} modulo {p}");
            }
        }
    }
}
