//! Inverses modulo odd numbers, one at a time and in batches.
//!
//! - [`montgomery_inverse_31`], [`montgomery_inverse_24`]: P. Emeliyanenko (2013), Listing 3 and (2010), Appendix A, after
//!   B. S. Kaliski (1995), E. Savas, C. Koc (2000) and G. de Dormale et al. (2004): r = x^-1 2^k by shifts and additions of
//!   signed numbers, then 2^k removed by two Montgomery reductions.
//! - [`invert_batch`], [`invert_few`]: one inverse and three products per element (P. L. Montgomery, 1987).
//!
//! The listings reduce by adding c m with c = -T / m mod 2^32; here reductions subtract, as everywhere in this crate, with
//! mu = m^-1. Errata: Appendix A loops "until v != 0", which should be v = 0; Listing 3 returns m for x = 0.

use super::bundle::{Lanes4, Lanes16, Mont31x4, Mont31x16};
use super::field::Field;
use super::float24::Float24;
use super::float31::Float31;
use super::mont31::Mont31;
use super::mul24::{mul24_hi, mul24_lo};
use super::wide::mul_hi;
use crate::memory::Row;

/// (r, k) with r = x^-1 2^k mod m in (0, m), and b <= k <= 2 b where b is the bit length of m: the first stage.
///
/// For odd m < 2^31 and 0 < x < m coprime to m. At most 2 b steps.
#[inline(always)]
fn almost_inverse(x: u32, m: u32) -> (u32, u32) {
    let mut v = x as i32;
    let mut u = m as i32;
    let (mut s, mut r, mut k) = (1u32, 0u32, 0u32);
    // Invariants: u is odd; with t = sign(u v), x s = v 2^k and x r = -t u 2^k modulo m; |u| s + |v| r = m.
    // |u|, |v| never grow, so they stay in i32. While v != 0 the last invariant bounds s and r by m, and the doubling of r
    // by 2 m < 2^32.
    // |u v| >= 1 at least halves until v = 0, so k <= 1 + log2(x m) < 2 b + 1; |u| + |v| at most halves and is 2 before the
    // last step, so 2^k >= m + x and k >= b.
    while v != 0 {
        let mut next = r;
        if v & 1 != 0 {
            let before = v;
            v = if (v ^ u) < 0 { v + u } else { v - u };
            if (v ^ before) < 0 {
                u = before;
                next = s;
            }
            s += r;
        }
        v /= 2;
        r = next << 1;
        k += 1;
    }
    // Now |u| = gcd(x, m) = 1 and x r = -2^k. r is in (0, 2 m) and no multiple of m: m - r is in (-m, m) without 0.
    let r = m.wrapping_sub(r);
    (r.min(r.wrapping_add(m)), k)
}

/// T / 2^32 mod m in [0, m) for T < 2^32 m, m < 2^31 odd, mu = m^-1 mod 2^32.
#[inline(always)]
fn reduce_31(t: u64, m: u32, mu: u32) -> u32 {
    // As in `Mont31::reduce`: both high words are in [0, m) and the low words agree.
    let r = ((t >> 32) as u32).wrapping_sub(mul_hi((t as u32).wrapping_mul(mu), m));
    r.min(r.wrapping_add(m))
}

/// x^-1 mod m in [0, m) for odd m < 2^31, mu = m^-1 mod 2^32 and x in [0, m) coprime to m; 0 for x = 0.
///
/// About 1.4 log2(m) steps of a few additions, two reductions. Listing 3.
#[inline(always)]
pub fn montgomery_inverse_31(x: u32, m: u32, mu: u32) -> u32 {
    if x == 0 {
        return 0;
    }
    let (mut r, mut k) = almost_inverse(x, m);
    // k <= 62.
    if k >= 32 {
        r = reduce_31(r as u64, m, mu);
        k -= 32;
    }
    if k == 0 {
        return r;
    }
    // r 2^(32 - k) < 2^32 m.
    reduce_31((r as u64) << (32 - k), m, mu)
}

/// x^-1 mod m in [0, m) for odd m < 2^24, mu = m^-1 mod 2^24 and x in [0, m) coprime to m; 0 for x = 0.
///
/// Only 24-bit products. Appendix A.
#[inline(always)]
pub fn montgomery_inverse_24(x: u32, m: u32, mu: u32) -> u32 {
    if x == 0 {
        return 0;
    }
    // T / 2^24 for T = high 2^24 + low < 2^24 m; hi24 drops 8 of the 32 high bits that mul24_hi gives.
    let reduce = |high: u32, low: u32| {
        let r = high.wrapping_sub(mul24_hi(mul24_lo(low, mu), m) >> 8);
        r.min(r.wrapping_add(m))
    };
    let (mut r, mut k) = almost_inverse(x, m);
    // k <= 48.
    if k >= 24 {
        r = reduce(0, r);
        k -= 24;
    }
    if k >= 24 {
        r = reduce(0, r);
        k -= 24;
    }
    if k == 0 {
        return r;
    }
    // r 2^(24 - k): low 24 bits and the rest.
    reduce(r >> k, r << (24 - k) & 0xff_ffff)
}

/// Fields that can invert.
pub trait Invert: Field {
    /// a^-1 in every lane; 0 in lanes where a is 0.
    fn invert(&self, a: Self::Elem) -> Self::Elem;
}

impl Invert for Mont31 {
    #[inline(always)]
    fn invert(&self, a: u32) -> u32 {
        if a == 0 {
            return 0;
        }
        // a = x 2^32 and r = a^-1 2^k; wanted is x^-1 2^32 = r 2^(64 - k).
        let (r, k) = almost_inverse(a, self.p);
        if k >= 32 {
            // (r 2^32) 2^(64 - k) / 2^32, with 64 - k <= 32.
            self.reduce((self.enter(r) as u64) << (64 - k))
        } else {
            // (r 2^64) 2^(32 - k) / 2^32.
            self.reduce((self.enter(self.enter(r)) as u64) << (32 - k))
        }
    }
}

impl Invert for Float24 {
    #[inline(always)]
    fn invert(&self, a: u32) -> u32 {
        montgomery_inverse_24(a, self.m, self.mu)
    }
}

impl Invert for Float31 {
    #[inline(always)]
    fn invert(&self, a: u32) -> u32 {
        montgomery_inverse_31(a, self.m, self.mu)
    }
}

macro_rules! invert_lanes {
    ($field:ident, $lanes:ident) => {
        impl Invert for $field {
            /// Lane by lane: the number of steps differs between lanes.
            #[inline(always)]
            fn invert(&self, a: $lanes) -> $lanes {
                let mut out = a;
                for (i, lane) in out.0.iter_mut().enumerate() {
                    *lane = self.prime(i).invert(*lane);
                }
                out
            }
        }
    };
}

invert_lanes!(Mont31x4, Lanes4);
invert_lanes!(Mont31x16, Lanes16);

/// Replaces the first `len` values by their inverses; zeros stay zero, lane by lane. `prefix` is scratch of `len` elements.
///
/// One inverse and 3 `len` products; nothing for `len` = 0.
#[inline(always)]
pub fn invert_batch<F: Invert, R: Row<F::Elem>>(field: &F, values: &mut R, prefix: &mut R, len: u32) {
    let mut product = field.one();
    for i in 0..len {
        prefix.set(i, product);
        let value = values.get(i);
        product = field.select(field.zeros(value), product, field.mul(product, value));
    }
    // `rest` is the inverse of the product of the non-zero values up to i, prefix[i] the product of those before i.
    let mut rest = field.invert(product);
    for i in (0..len).rev() {
        let value = values.get(i);
        let zeros = field.zeros(value);
        values.set(i, field.select(zeros, value, field.mul(rest, prefix.get(i))));
        rest = field.select(zeros, rest, field.mul(rest, value));
    }
}

/// The inverses of N <= 32 values, and a mask whose bit i is set where value i is 0. Such a value becomes 1, in place.
///
/// One inverse and 3 N products. The loops are of constant lengths: they unroll, and the arrays of a GPU thread are registers.
#[inline(always)]
pub fn invert_few<const N: usize>(field: &Mont31, values: &mut [u32; N]) -> ([u32; N], u32) {
    let mut inverses = [0u32; N];
    let mut zeros = 0u32;
    let mut product = field.one();
    for i in 0..N {
        if values[i] == 0 {
            zeros |= 1 << i;
            values[i] = field.one();
        }
        inverses[i] = product;
        product = field.mul(product, values[i]);
    }
    let mut rest = field.inverse(product);
    for i in (0..N).rev() {
        inverses[i] = field.mul(rest, inverses[i]);
        rest = field.mul(rest, values[i]);
    }
    (inverses, zeros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_inverses_at_once() {
        for p in [3, 65_537, 1_431_655_751] {
            let field = Mont31::new(p).unwrap();
            for pattern in 0..256u32 {
                let values: [u32; 8] = core::array::from_fn(|i| match pattern >> i & 1 {
                    0 => 0,
                    _ => 1 + (pattern.wrapping_mul(0x9e37_79b9) >> i) % (p - 1),
                });
                let (inverses, zeros) = invert_few(&field, &mut { values });
                assert_eq!(zeros, !pattern & 255);
                for (x, inverse) in values.into_iter().zip(inverses) {
                    assert_eq!(inverse, if x == 0 { field.one() } else { field.invert(x) }, "1 / {x} modulo {p}");
                }
            }
        }
    }
}
