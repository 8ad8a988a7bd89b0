//! Products of residues from their bytes, which tensor cores multiply.
//!
//! An element b lies in memory as four bytes b_0 .. b_3, and for a factor x
//!
//! > x b = sum_d (x 256^d mod p) b_d = sum_e 256^e sum_d digit_e(x 256^d mod p) b_d,
//!
//! so that the bytes of residues, as they are, are what sums run over, and each factor becomes 4 x 4 digits: one row of A for each e.
//! A sum of products of residues then is S_0 + 2^8 S_1 + 2^16 S_2 + 2^24 S_3, and takes one reduction.

pub mod windows;

use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::team::Team;
use cuda_std::arith::{byte_perm, mad_wide_u32};
use cuda_std::tensor::{A, B, C};

/// Teams in whole warps that have tensor cores. The threads of all teams of a warp share a product.
pub trait Warps: Team {
    /// This thread's number among all that work together, those of other teams of its warp too: lane [`Warps::thread`] % 32.
    #[inline(always)]
    fn thread(&self) -> u32 {
        self.rank()
    }
    /// How many these are, a multiple of 32.
    #[inline(always)]
    fn threads(&self) -> u32 {
        self.size()
    }
    /// [`cuda_std::tensor::product`] by a warp, all lanes of which call it.
    fn product(&self, a: A, b: B, c: C) -> C;
    /// The value of the lane whose number differs from this one's in the bit `apart`. All lanes of a warp call it.
    fn swap(&self, x: u32, apart: u32) -> u32;
}

/// Digits of the multiples of a factor modulo a prime.
#[derive(Clone, Copy)]
pub struct Digits {
    /// 256, 256^2 and 256^3 in Montgomery form.
    powers: [u32; 3],
}

impl Digits {
    /// Those of a prime.
    #[inline(always)]
    pub fn new(field: &Mont31) -> Self {
        Digits { powers: [1 << 8, 1 << 16, 1 << 24].map(|power| field.enter(power)) }
    }

    /// Digit e of x 256^d for d = 0 .. 3 as the bytes of word e.
    #[inline(always)]
    pub fn of(&self, field: &Mont31, x: u32) -> [u32; 4] {
        let [c1, c2, c3] = self.powers;
        let (w0, w1, w2, w3) = (x, field.mul(x, c1), field.mul(x, c2), field.mul(x, c3));
        let (low, low_behind) = (byte_perm(w0, w1, 0x5140), byte_perm(w2, w3, 0x5140));
        let (high, high_behind) = (byte_perm(w0, w1, 0x7362), byte_perm(w2, w3, 0x7362));
        [
            byte_perm(low, low_behind, 0x5410),
            byte_perm(low, low_behind, 0x7632),
            byte_perm(high, high_behind, 0x5410),
            byte_perm(high, high_behind, 0x7632),
        ]
    }
}

/// The most products of two bytes whose sums [`joined`] takes: (2^32 - 1) / (257 255^2), rounded down.
pub const MOST_PRODUCTS: u32 = u32::MAX / (257 * 255 * 255);

/// S_0 + 2^8 S_1 + 2^16 S_2 + 2^24 S_3 for sums of at most [`MOST_PRODUCTS`] products of two bytes: S_0 + 2^8 S_1 and S_2 + 2^8 S_3 are
/// words then.
#[inline(always)]
pub fn joined([s0, s1, s2, s3]: [u32; 4]) -> u64 {
    let (low, high) = (s0 + (s1 << 8), s2 + (s3 << 8));
    mad_wide_u32(high, 1 << 16, low as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_multiples() {
        for p in [3, 257, 65_537, 16_777_213, Mont31::MAX - 2] {
            let field = Mont31::new(p).unwrap();
            let digits = Digits::new(&field);
            for x in [0, 1, 2, 255 % p, 0x00ff_00ff % p, p / 2, p - 1] {
                let words = digits.of(&field, x);
                for d in 0..4 {
                    let multiple = (u64::from(x) << (8 * d)) % u64::from(p);
                    let found = (0..4).map(|e| u64::from(words[e] >> (8 * d) & 255) << (8 * e)).sum::<u64>();
                    assert_eq!(found, multiple, "{x} 256^{d} modulo {p}");
                }
            }
        }
    }

    #[test]
    fn sums_of_the_most_products_are_joined() {
        let sum = MOST_PRODUCTS * 255 * 255;
        assert_eq!(joined([sum; 4]), u64::from(sum) * 0x0101_0101);
        assert_eq!(joined([1, 2, 3, 4]), 0x0403_0201);
    }
}
