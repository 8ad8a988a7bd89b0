//! Sixteen residues modulo primes below 2^32 / 3 by AVX2: [`gpu::arith::Mont31`] lane by lane.
//!
//! An instruction multiplies the even ones of eight 32-bit numbers, so that the odd ones are moved to their places. A step of three products
//! takes 20 multiplications for sixteen lanes. The code that compilers make of a loop over lanes
//! ([`gpu::arith::Mont31x16`]) widens every operand instead, and takes about twice as long
//! (`benches/results/2026-11-27-epyc-avx2.txt`).

use super::lanes::Lanes;
use core::arch::x86_64::__m256i;
use gpu::Field;
use gpu::arith::{Bundle, Mont31};
use pulp::x86::V3;

/// Eight residues.
type Eight = __m256i;

/// Sixteen residues.
type Sixteen = [Eight; 2];

/// Sixteen primes.
#[derive(Clone, Copy)]
pub struct Mont31x16 {
    simd: V3,
    p: Sixteen,
    /// p^-1 mod 2^32: the reduction subtracts, which takes one instruction less than adding with the carry.
    mu: Sixteen,
    r1: Sixteen,
}

/// The sums of products of eight lanes: those of the even ones, and of the odd ones.
#[derive(Clone, Copy)]
struct Sums {
    even: Eight,
    odd: Eight,
}

// Functions and no closures: what has an instruction of AVX2 in it must become a part of the task that is compiled for AVX2, and only a
// function can be told to. Operations on halves are methods of their own for that.
impl Mont31x16 {
    /// The odd lanes in the places of even ones.
    #[inline(always)]
    fn odd(&self, a: Eight) -> Eight {
        self.simd.avx2._mm256_srli_epi64::<32>(a)
    }

    #[inline(always)]
    fn zero_half(&self) -> Eight {
        self.simd.avx._mm256_setzero_si256()
    }

    #[inline(always)]
    fn no_sums(&self) -> Sums {
        Sums { even: self.zero_half(), odd: self.zero_half() }
    }

    /// sum + a b.
    #[inline(always)]
    fn plus(&self, sum: Sums, a: Eight, b: Eight) -> Sums {
        let s = self.simd.avx2;
        let even = s._mm256_add_epi64(sum.even, s._mm256_mul_epu32(a, b));
        let odd = s._mm256_add_epi64(sum.odd, s._mm256_mul_epu32(self.odd(a), self.odd(b)));
        Sums { even, odd }
    }

    /// T - q p for q = T p^-1 mod 2^32: a multiple of 2^32, whose upper half is in (-p, p) for T < 2^32 p. A multiplier takes the low halves of what it is
    /// given.
    #[inline(always)]
    fn without_rest(&self, t: Eight, mu: Eight, p: Eight) -> Eight {
        let s = self.simd.avx2;
        s._mm256_sub_epi64(t, s._mm256_mul_epu32(s._mm256_mul_epu32(t, mu), p))
    }

    /// T / 2^32 mod p in \[0, p), for sums T < 2^32 p of half number `half`.
    #[inline(always)]
    fn reduce(&self, sums: Sums, half: usize) -> Eight {
        let s = self.simd.avx2;
        let (p, mu) = (self.p[half], self.mu[half]);
        let even = self.odd(self.without_rest(sums.even, mu, p));
        let odd = self.without_rest(sums.odd, self.odd(mu), self.odd(p));
        let r = s._mm256_blend_epi32::<0b1010_1010>(even, odd);
        // Below 0 it is above every number below 2 p.
        s._mm256_min_epu32(r, s._mm256_add_epi32(r, p))
    }

    #[inline(always)]
    fn dot_half<const N: usize>(&self, pairs: &[(Sixteen, Sixteen); N], half: usize) -> Eight {
        let mut sums = self.no_sums();
        for (a, b) in pairs {
            sums = self.plus(sums, a[half], b[half]);
        }
        self.reduce(sums, half)
    }

    #[inline(always)]
    fn dot<const N: usize>(&self, pairs: [(Sixteen, Sixteen); N]) -> Sixteen {
        [self.dot_half(&pairs, 0), self.dot_half(&pairs, 1)]
    }

    #[inline(always)]
    fn add_half(&self, a: Eight, b: Eight, p: Eight) -> Eight {
        let s = self.simd.avx2;
        let sum = s._mm256_add_epi32(a, b);
        s._mm256_min_epu32(sum, s._mm256_sub_epi32(sum, p))
    }

    #[inline(always)]
    fn sub_half(&self, a: Eight, b: Eight, p: Eight) -> Eight {
        let s = self.simd.avx2;
        let difference = s._mm256_sub_epi32(a, b);
        s._mm256_min_epu32(difference, s._mm256_add_epi32(difference, p))
    }

    /// Bit i is set where lane i is 0.
    #[inline(always)]
    fn zeros_half(&self, a: Eight) -> u32 {
        let equal = self.simd.avx2._mm256_cmpeq_epi32(a, self.zero_half());
        self.simd.avx._mm256_movemask_ps(self.simd.avx._mm256_castsi256_ps(equal)) as u32
    }

    /// Lane i of a where bit i of `mask` is set, else of b.
    #[inline(always)]
    fn select_half(&self, mask: u32, a: Eight, b: Eight) -> Eight {
        let (avx, avx2) = (self.simd.avx, self.simd.avx2);
        let bits = avx._mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
        let set = avx2._mm256_and_si256(avx._mm256_set1_epi32(mask as i32), bits);
        avx2._mm256_blendv_epi8(b, a, avx2._mm256_cmpeq_epi32(set, bits))
    }

    /// The last lane of `before` in lane 0, lane i - 1 of `a` in lane i.
    #[inline(always)]
    fn shifted_half(&self, before: Eight, a: Eight) -> Eight {
        let s = self.simd.avx2;
        // The last four lanes of one and the first four of the other, then those between.
        s._mm256_alignr_epi8::<12>(a, s._mm256_permute2x128_si256::<0x21>(before, a))
    }
}

impl Bundle for Mont31x16 {
    type Modulus = Mont31;

    /// `None` also where the processor has no AVX2.
    fn from_primes(primes: &[Mont31]) -> Option<Self> {
        let simd = V3::try_new()?;
        let last = primes.last()?;
        if primes.len() > 16 {
            return None;
        }
        let pick = |f: &dyn Fn(&Mont31) -> u32| -> Sixteen {
            pulp::cast(std::array::from_fn::<u32, 16, _>(|i| f(primes.get(i).unwrap_or(last))))
        };
        Some(Mont31x16 {
            simd,
            p: pick(&|prime| prime.modulus()),
            mu: pick(&|prime| prime.mu().wrapping_neg()),
            r1: pick(&|prime| prime.one()),
        })
    }
    #[inline(always)]
    fn lane(a: &Sixteen, i: usize) -> u32 {
        pulp::cast::<Sixteen, [u32; 16]>(*a)[i]
    }
    #[inline(always)]
    fn set_lane(a: &mut Sixteen, i: usize, value: u32) {
        let mut lanes: [u32; 16] = pulp::cast(*a);
        lanes[i] = value;
        *a = pulp::cast(lanes);
    }
}

impl Field for Mont31x16 {
    type Elem = Sixteen;
    const LANES: u32 = 16;

    #[inline(always)]
    fn zero(&self) -> Sixteen {
        [self.zero_half(); 2]
    }
    #[inline(always)]
    fn one(&self) -> Sixteen {
        self.r1
    }
    /// [0, p) x [0, p) -> [0, p).
    #[inline(always)]
    fn add(&self, a: Sixteen, b: Sixteen) -> Sixteen {
        [self.add_half(a[0], b[0], self.p[0]), self.add_half(a[1], b[1], self.p[1])]
    }
    /// [0, p) x [0, p) -> [0, p).
    #[inline(always)]
    fn sub(&self, a: Sixteen, b: Sixteen) -> Sixteen {
        [self.sub_half(a[0], b[0], self.p[0]), self.sub_half(a[1], b[1], self.p[1])]
    }
    /// [0, 2 p) x [0, p) -> (0, 3 p): as [`Mont31`].
    #[inline(always)]
    fn sub_loose(&self, a: Sixteen, b: Sixteen) -> Sixteen {
        let s = self.simd.avx2;
        [
            s._mm256_add_epi32(s._mm256_sub_epi32(a[0], b[0]), self.p[0]),
            s._mm256_add_epi32(s._mm256_sub_epi32(a[1], b[1]), self.p[1]),
        ]
    }
    /// [0, 2 p) x [0, p) -> [0, 3 p).
    #[inline(always)]
    fn add_loose(&self, a: Sixteen, b: Sixteen) -> Sixteen {
        let s = self.simd.avx2;
        [s._mm256_add_epi32(a[0], b[0]), s._mm256_add_epi32(a[1], b[1])]
    }
    #[inline(always)]
    fn neg(&self, a: Sixteen) -> Sixteen {
        self.sub(self.zero(), a)
    }
    /// [0, 3 p) x [0, p) -> [0, p).
    #[inline(always)]
    fn mul(&self, a: Sixteen, b: Sixteen) -> Sixteen {
        self.dot([(a, b)])
    }
    #[inline(always)]
    fn dot2(&self, a0: Sixteen, b0: Sixteen, a1: Sixteen, b1: Sixteen) -> Sixteen {
        self.dot([(a0, b0), (a1, b1)])
    }
    /// 3 p^2 < 2^32 p.
    #[inline(always)]
    fn dot3(&self, a0: Sixteen, b0: Sixteen, a1: Sixteen, b1: Sixteen, a2: Sixteen, b2: Sixteen) -> Sixteen {
        self.dot([(a0, b0), (a1, b1), (a2, b2)])
    }
    #[inline(always)]
    fn zeros(&self, a: Sixteen) -> u32 {
        self.zeros_half(a[0]) | self.zeros_half(a[1]) << 8
    }
    #[inline(always)]
    fn select(&self, mask: u32, a: Sixteen, b: Sixteen) -> Sixteen {
        [self.select_half(mask, a[0], b[0]), self.select_half(mask >> 8, a[1], b[1])]
    }
}

/// Digits whose products are added before a reduction: their sum is below 2^4 2^28 p, which a reduction takes.
const BLOCK: usize = 16;

impl Lanes for Mont31x16 {
    #[inline(always)]
    fn simd<R>(&self, task: impl pulp::NullaryFnOnce<Output = R>) -> R {
        self.simd.vectorize(task)
    }

    #[inline(always)]
    fn integer(&self, digits: &[u64], weights: &[Sixteen]) -> Sixteen {
        let s = self.simd;
        let mut all = self.zero();
        for (digits, weights) in digits.chunks(BLOCK).zip(weights.chunks(BLOCK)) {
            let mut sums = [self.no_sums(); 2];
            for (&digit, weight) in digits.iter().zip(weights) {
                // In even and odd lanes.
                let digit = s.avx._mm256_set1_epi32(digit as i32);
                sums[0] = self.plus(sums[0], weight[0], digit);
                sums[1] = self.plus(sums[1], weight[1], digit);
            }
            all = self.add(all, [self.reduce(sums[0], 0), self.reduce(sums[1], 1)]);
        }
        all
    }

    type Neighbours = [u32; 16];

    #[inline(always)]
    fn parts(row: &[u32]) -> (&[[u32; 16]], &[u32]) {
        row.as_chunks()
    }
    #[inline(always)]
    fn parts_mut(row: &mut [u32]) -> (&mut [[u32; 16]], &mut [u32]) {
        row.as_chunks_mut()
    }
    #[inline(always)]
    fn load(neighbours: [u32; 16]) -> Sixteen {
        pulp::cast(neighbours)
    }
    #[inline(always)]
    fn store(a: Sixteen) -> [u32; 16] {
        pulp::cast(a)
    }
    #[inline(always)]
    fn splat(a: u32) -> Sixteen {
        pulp::cast([a; 16])
    }
    #[inline(always)]
    fn shifted(&self, before: Sixteen, a: Sixteen) -> Sixteen {
        [self.shifted_half(before[1], a[0]), self.shifted_half(a[0], a[1])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    gpu::test_field!(axioms: bundle Mont31x16, if V3::try_new().is_some());
}
