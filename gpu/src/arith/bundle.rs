//! Bundles: 4 or 16 residues, each lane with a prime of its own.
//!
//! Plain loops over arrays: compiled for AVX-512, AVX2 or NEON they become SIMD (8 products and one 32-bit low product
//! per 16 lanes and three-product step with AVX-512); for 4 lanes on x86-64 see `products4`. The proofs are those of [`super::mont31`], lane by lane.

use super::field::Field;
use super::modulus::Modulus;
use super::mont31::Mont31;

/// A field whose lanes hold primes chosen at run time.
pub trait Bundle: Field {
    /// The arithmetic of one lane.
    type Modulus: Modulus;
    /// One prime per lane. Lanes beyond the given primes repeat the last one; `None` for no or too many primes.
    fn from_primes(primes: &[Self::Modulus]) -> Option<Self>;
    /// Lane `i` of an element.
    fn lane(a: &Self::Elem, i: usize) -> <Self::Modulus as Field>::Elem;
    /// Sets lane `i` of an element.
    fn set_lane(a: &mut Self::Elem, i: usize, value: <Self::Modulus as Field>::Elem);
}

macro_rules! bundle {
    ($lanes:ident, $field:ident, $n:literal, $align:literal) => {
        #[doc = concat!(stringify!($n), " residues.")]
        #[derive(Clone, Copy, PartialEq, Eq)]
        #[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
        #[repr(C, align($align))]
        pub struct $lanes(pub [u32; $n]);

        #[doc = concat!("Arithmetic on ", stringify!($n), " lanes, each modulo a prime of its own.")]
        #[derive(Clone, Copy)]
        pub struct $field {
            p: $lanes,
            /// p^-1 mod 2^32: the reduction subtracts, which takes one SIMD instruction less than adding with the carry.
            mu: $lanes,
            r1: $lanes,
        }

        impl $field {
            /// The constants of lane `i`.
            #[inline(always)]
            pub fn prime(&self, i: usize) -> Mont31 {
                let (p, r1) = (self.p.0[i], self.r1.0[i]);
                Mont31 { p, mu: self.mu.0[i].wrapping_neg(), r1, r2: ((r1 as u64 * r1 as u64) % p as u64) as u32 }
            }

            /// T / 2^32 mod p lane by lane, for T < 2^32 p.
            #[inline(always)]
            pub fn reduce(&self, t: &[u64; $n]) -> $lanes {
                let mut out = [0u32; $n];
                for i in 0..$n {
                    let q = (t[i] as u32).wrapping_mul(self.mu.0[i]);
                    let h = ((q as u64 * self.p.0[i] as u64) >> 32) as u32;
                    let r = ((t[i] >> 32) as u32).wrapping_sub(h);
                    out[i] = r.min(r.wrapping_add(self.p.0[i]));
                }
                $lanes(out)
            }

            /// The sum of the products of at most three pairs, reduced.
            #[cfg_attr(target_arch = "x86_64", allow(dead_code, reason = "four lanes have products4 there"))]
            #[inline(always)]
            fn dot_by_lanes<const N: usize>(&self, pairs: [($lanes, $lanes); N]) -> $lanes {
                let mut t = [0u64; $n];
                for i in 0..$n {
                    for (a, b) in &pairs {
                        t[i] += a.0[i] as u64 * b.0[i] as u64;
                    }
                }
                self.reduce(&t)
            }
        }

        impl Bundle for $field {
            type Modulus = Mont31;

            fn from_primes(primes: &[Mont31]) -> Option<Self> {
                let last = primes.last()?;
                if primes.len() > $n {
                    return None;
                }
                let pick = |f: fn(&Mont31) -> u32| {
                    let mut lanes = [f(last); $n];
                    for (lane, prime) in lanes.iter_mut().zip(primes) {
                        *lane = f(prime);
                    }
                    $lanes(lanes)
                };
                Some($field { p: pick(|m| m.p), mu: pick(|m| m.mu.wrapping_neg()), r1: pick(|m| m.r1) })
            }
            #[inline(always)]
            fn lane(a: &$lanes, i: usize) -> u32 {
                a.0[i]
            }
            #[inline(always)]
            fn set_lane(a: &mut $lanes, i: usize, value: u32) {
                a.0[i] = value;
            }
        }

        impl Field for $field {
            type Elem = $lanes;
            const LANES: u32 = $n;

            #[inline(always)]
            fn zero(&self) -> $lanes {
                $lanes([0; $n])
            }
            #[inline(always)]
            fn one(&self) -> $lanes {
                self.r1
            }
            #[inline(always)]
            fn add(&self, a: $lanes, b: $lanes) -> $lanes {
                let mut out = [0u32; $n];
                for i in 0..$n {
                    let s = a.0[i].wrapping_add(b.0[i]);
                    out[i] = s.min(s.wrapping_sub(self.p.0[i]));
                }
                $lanes(out)
            }
            #[inline(always)]
            fn sub(&self, a: $lanes, b: $lanes) -> $lanes {
                let mut out = [0u32; $n];
                for i in 0..$n {
                    let d = a.0[i].wrapping_sub(b.0[i]);
                    out[i] = d.min(d.wrapping_add(self.p.0[i]));
                }
                $lanes(out)
            }
            #[inline(always)]
            fn neg(&self, a: $lanes) -> $lanes {
                self.sub(self.zero(), a)
            }
            #[inline(always)]
            fn mul(&self, a: $lanes, b: $lanes) -> $lanes {
                self.dot([(a, b)])
            }
            #[inline(always)]
            fn dot2(&self, a0: $lanes, b0: $lanes, a1: $lanes, b1: $lanes) -> $lanes {
                self.dot([(a0, b0), (a1, b1)])
            }
            #[inline(always)]
            fn dot3(&self, a0: $lanes, b0: $lanes, a1: $lanes, b1: $lanes, a2: $lanes, b2: $lanes) -> $lanes {
                self.dot([(a0, b0), (a1, b1), (a2, b2)])
            }
            #[inline(always)]
            fn zeros(&self, a: $lanes) -> u32 {
                let mut mask = 0;
                for i in 0..$n {
                    mask |= ((a.0[i] == 0) as u32) << i;
                }
                mask
            }
            #[inline(always)]
            fn select(&self, mask: u32, a: $lanes, b: $lanes) -> $lanes {
                let mut out = [0u32; $n];
                for i in 0..$n {
                    out[i] = if mask >> i & 1 != 0 { a.0[i] } else { b.0[i] };
                }
                $lanes(out)
            }
        }
    };
}

bundle!(Lanes4, Mont31x4, 4, 16);
bundle!(Lanes16, Mont31x16, 16, 64);

impl Mont31x16 {
    #[inline(always)]
    fn dot<const N: usize>(&self, pairs: [(Lanes16, Lanes16); N]) -> Lanes16 {
        self.dot_by_lanes(pairs)
    }
}

impl Mont31x4 {
    #[inline(always)]
    fn dot<const N: usize>(&self, pairs: [(Lanes4, Lanes4); N]) -> Lanes4 {
        #[cfg(target_arch = "x86_64")]
        return super::products4::dot(&pairs, self.p, self.mu);
        #[cfg(not(target_arch = "x86_64"))]
        self.dot_by_lanes(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::test_field!(four: bundle Mont31x4, inverse);
    crate::test_field!(sixteen: bundle Mont31x16, inverse);
}
