//! Eight residues modulo primes below 2^50 by AVX-512 IFMA: [`gpu::arith::Mont50`] lane by lane.
//!
//! A sum of three products is six instructions, its reduction two more.

use super::ifma::{Eight, Ifma};
use super::lanes::Lanes;
use gpu::Field;
use gpu::arith::{Bundle, Mont50};

/// Eight primes.
#[derive(Clone, Copy)]
pub struct Mont50x8 {
    simd: Ifma,
    p: Eight,
    mu: Eight,
    r1: Eight,
}

impl Mont50x8 {
    /// (`low` + 2^52 `high`) / 2^52 mod p in \[0, p), for a value below 2^52 p.
    #[inline(always)]
    fn reduce(&self, low: Eight, high: Eight) -> Eight {
        // As in `Mont50::reduce`: floor(T / 2^52) = high + floor(low / 2^52). The multiplier takes the low 52 bits of `low`.
        let s = self.simd;
        let q = s.low(s.zero(), low, self.mu);
        let r = s.sub(s.add(high, s.above(low)), s.high(s.zero(), q, self.p));
        s.min(r, s.add(r, self.p))
    }
}

impl Bundle for Mont50x8 {
    type Modulus = Mont50;

    /// `None` also where the processor has no AVX-512 IFMA.
    fn from_primes(primes: &[Mont50]) -> Option<Self> {
        let simd = Ifma::try_new()?;
        let last = primes.last()?;
        if primes.len() > 8 {
            return None;
        }
        let pick = |f: fn(&Mont50) -> u64| -> Eight {
            pulp::cast(std::array::from_fn::<u64, 8, _>(|i| f(primes.get(i).unwrap_or(last))))
        };
        Some(Mont50x8 { simd, p: pick(Mont50::modulus), mu: pick(Mont50::mu), r1: pick(Mont50::one) })
    }
    #[inline(always)]
    fn lane(a: &Eight, i: usize) -> u64 {
        pulp::cast::<Eight, [u64; 8]>(*a)[i]
    }
    #[inline(always)]
    fn set_lane(a: &mut Eight, i: usize, value: u64) {
        let mut lanes: [u64; 8] = pulp::cast(*a);
        lanes[i] = value;
        *a = pulp::cast(lanes);
    }
}

impl Field for Mont50x8 {
    type Elem = Eight;
    const LANES: u32 = 8;

    #[inline(always)]
    fn zero(&self) -> Eight {
        self.simd.zero()
    }
    #[inline(always)]
    fn one(&self) -> Eight {
        self.r1
    }
    /// [0, p) x [0, p) -> [0, p).
    #[inline(always)]
    fn add(&self, a: Eight, b: Eight) -> Eight {
        let s = self.simd.add(a, b);
        self.simd.min(s, self.simd.sub(s, self.p))
    }
    /// [0, p) x [0, p) -> [0, p).
    #[inline(always)]
    fn sub(&self, a: Eight, b: Eight) -> Eight {
        let d = self.simd.sub(a, b);
        self.simd.min(d, self.simd.add(d, self.p))
    }
    #[inline(always)]
    fn neg(&self, a: Eight) -> Eight {
        self.sub(self.zero(), a)
    }
    /// [0, 2^52) x [0, p) -> [0, p).
    #[inline(always)]
    fn mul(&self, a: Eight, b: Eight) -> Eight {
        let (s, zero) = (self.simd, self.simd.zero());
        self.reduce(s.low(zero, a, b), s.high(zero, a, b))
    }
    #[inline(always)]
    fn dot2(&self, a0: Eight, b0: Eight, a1: Eight, b1: Eight) -> Eight {
        let (s, zero) = (self.simd, self.simd.zero());
        let (low, high) = (s.low(zero, a0, b0), s.high(zero, a0, b0));
        self.reduce(s.low(low, a1, b1), s.high(high, a1, b1))
    }
    /// 3 p^2 < 2^52 p; the low words add up to less than 2^54.
    #[inline(always)]
    fn dot3(&self, a0: Eight, b0: Eight, a1: Eight, b1: Eight, a2: Eight, b2: Eight) -> Eight {
        let (s, zero) = (self.simd, self.simd.zero());
        let (low, high) = (s.low(zero, a0, b0), s.high(zero, a0, b0));
        let (low, high) = (s.low(low, a1, b1), s.high(high, a1, b1));
        self.reduce(s.low(low, a2, b2), s.high(high, a2, b2))
    }
    #[inline(always)]
    fn zeros(&self, a: Eight) -> u32 {
        self.simd.equal(a, self.zero()) as u32
    }
    #[inline(always)]
    fn select(&self, mask: u32, a: Eight, b: Eight) -> Eight {
        self.simd.select(mask as u8, a, b)
    }
}

/// Digits whose products are added before a reduction: low and high words stay below 2^10 2^52.
const BLOCK: usize = 1 << 10;

impl Lanes for Mont50x8 {
    #[inline(always)]
    fn simd<R>(&self, task: impl pulp::NullaryFnOnce<Output = R>) -> R {
        self.simd.vectorize(task)
    }

    /// Digits have 52 bits and R is 2^52: the sum of d_k R^(k + 2) is R^2 times the integer, and one division by R leaves its Montgomery form.
    #[inline(always)]
    fn integer(&self, digits: &[u64], weights: &[Eight]) -> Eight {
        let s = self.simd;
        let mut sum = s.zero();
        for (digits, block) in digits.chunks(BLOCK).zip(weights.chunks(BLOCK)) {
            let (mut low, mut high) = (s.zero(), s.zero());
            for (&digit, &weight) in digits.iter().zip(block) {
                let digit = s.splat(digit);
                low = s.low(low, digit, weight);
                high = s.high(high, digit, weight);
            }
            // T / R = l / R + h, with l = low mod R and h = high + floor(low / R) < 2^63 = h0 + R h1: products with R and R^2
            // give h0 and R h1.
            let h = s.add(high, s.above(low));
            let part = self.add(self.mul(h, self.r1), self.mul(s.above(h), weights[0]));
            sum = self.add(sum, self.add(part, self.reduce(low_word(s, low), s.zero())));
        }
        sum
    }

    type Neighbours = [u64; 8];

    #[inline(always)]
    fn parts(row: &[u64]) -> (&[[u64; 8]], &[u64]) {
        row.as_chunks()
    }
    #[inline(always)]
    fn parts_mut(row: &mut [u64]) -> (&mut [[u64; 8]], &mut [u64]) {
        row.as_chunks_mut()
    }
    #[inline(always)]
    fn load(neighbours: [u64; 8]) -> Eight {
        pulp::cast(neighbours)
    }
    #[inline(always)]
    fn store(a: Eight) -> [u64; 8] {
        pulp::cast(a)
    }
    #[inline(always)]
    fn splat(a: u64) -> Eight {
        pulp::cast([a; 8])
    }
    #[inline(always)]
    fn shifted(&self, before: Eight, a: Eight) -> Eight {
        self.simd.shifted(before, a)
    }
}

/// a mod 2^52.
#[inline(always)]
fn low_word(s: Ifma, a: Eight) -> Eight {
    s.and(a, s.splat((1 << 52) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gpu::arith::Modulus;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    gpu::test_field!(axioms: bundle Mont50x8, if Ifma::try_new().is_some());

    /// Odd moduli at both ends of the range and between.
    fn moduli() -> Vec<Mont50> {
        let p = [3, 5, (1 << 49) + 1, (1 << 50) - 1, (1 << 50) - 27, 1_000_003, (1 << 32) + 15, (1 << 50) - 35];
        p.map(|p| Mont50::new(p).unwrap()).to_vec()
    }

    /// The bundle, or a printed line.
    fn bundle() -> Option<(Mont50x8, Vec<Mont50>)> {
        let bundle = Mont50x8::from_primes(&moduli()).map(|field| (field, moduli()));
        if bundle.is_none() {
            println!("skipped: this processor has no AVX-512 IFMA");
        }
        bundle
    }

    #[test]
    fn integers_of_any_length() {
        let Some((field, moduli)) = bundle() else { return };
        let mut rng = StdRng::seed_from_u64(2);
        for len in [0, 1, 2, 3, 40, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            for ones in [true, false] {
                let digits: Vec<u64> =
                    (0..len).map(|_| if ones { (1 << 52) - 1 } else { rng.random_range(0..1 << 52) }).collect();
                let first: Eight = pulp::cast(std::array::from_fn::<u64, 8, _>(|i| moduli[i].element(1 << 52)));
                let weights: Vec<Eight> =
                    std::iter::successors(Some(first), |&w| Some(field.mul(w, first))).take(len + 1).collect();
                let found = field.integer(&digits, &weights);
                for (i, m) in moduli.iter().enumerate() {
                    let fold = |acc: u128, &digit: &u64| ((acc << 52) + digit as u128) % m.modulus() as u128;
                    let expected = digits.iter().rev().fold(0, fold) as u64;
                    assert_eq!(m.number(Mont50x8::lane(&found, i)), expected, "{m:?}, {len} digits");
                }
            }
        }
    }
}
