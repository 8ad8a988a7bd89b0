//! Bundles of 31-bit words: of 16 and of 4. On x86-64 their vectors are AVX2 and SSE2, elsewhere what compilers make of a loop over lanes.

use super::lanes::Lanes;
use gpu::Field;
use gpu::arith::{Lanes4, Mont31x4};
#[cfg(not(target_arch = "x86_64"))]
use gpu::arith::{Lanes16, Mont31x16};

/// Runs a closure body with the instructions of AVX2 where there are such; those of AVX-512 gain nothing for four lanes, and every further copy
/// of the stages takes a minute to compile.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn dispatch<R>(task: impl pulp::NullaryFnOnce<Output = R>) -> R {
    match pulp::x86::V3::try_new() {
        Some(simd) => simd.vectorize(task),
        None => task.call(),
    }
}

/// Runs a closure body with the best instructions there are.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn dispatch<R>(task: impl pulp::NullaryFnOnce<Output = R>) -> R {
    pulp::Arch::new().dispatch(task)
}

/// Digits whose products are added before a reduction: their sum is below 2^4 2^28 p, which a reduction takes.
const BLOCK: usize = 16;

macro_rules! lanes31 {
    ($field:ident, $lanes:ident, $n:literal) => {
        impl Lanes for $field {
            #[inline(always)]
            fn simd<R>(&self, task: impl pulp::NullaryFnOnce<Output = R>) -> R {
                dispatch(task)
            }

            #[inline(always)]
            fn integer(&self, digits: &[u64], weights: &[$lanes]) -> $lanes {
                let mut sum = self.zero();
                for (digits, weights) in digits.chunks(BLOCK).zip(weights.chunks(BLOCK)) {
                    let mut t = [0u64; $n];
                    for (&digit, weight) in digits.iter().zip(weights) {
                        // A word: so that the compiler takes the product of two.
                        let digit = u64::from(digit as u32);
                        for i in 0..$n {
                            t[i] += u64::from(weight.0[i]) * digit;
                        }
                    }
                    sum = self.add(sum, self.reduce(&t));
                }
                sum
            }

            type Neighbours = [u32; $n];

            #[inline(always)]
            fn parts(row: &[u32]) -> (&[[u32; $n]], &[u32]) {
                row.as_chunks()
            }
            #[inline(always)]
            fn parts_mut(row: &mut [u32]) -> (&mut [[u32; $n]], &mut [u32]) {
                row.as_chunks_mut()
            }
            #[inline(always)]
            fn load(neighbours: [u32; $n]) -> $lanes {
                $lanes(neighbours)
            }
            #[inline(always)]
            fn store(a: $lanes) -> [u32; $n] {
                a.0
            }
            #[inline(always)]
            fn splat(a: u32) -> $lanes {
                $lanes([a; $n])
            }
            #[inline(always)]
            fn shifted(&self, before: $lanes, a: $lanes) -> $lanes {
                $lanes(std::array::from_fn(|i| if i == 0 { before.0[$n - 1] } else { a.0[i - 1] }))
            }
        }
    };
}

lanes31!(Mont31x4, Lanes4, 4);
#[cfg(not(target_arch = "x86_64"))]
lanes31!(Mont31x16, Lanes16, 16);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Mont31x16;
    use gpu::arith::{Modulus, Mont31, prime::is_prime};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// The integers of some lengths, the largest of them among these, as elements of every lane.
    fn check<B: Lanes<Modulus = Mont31>>(lanes: usize) {
        let moduli: Vec<Mont31> =
            (3..=Mont31::MAX).rev().filter(|&p| is_prime(p)).take(lanes).filter_map(Mont31::new).collect();
        let field = B::from_primes(&moduli).unwrap();
        let of = |value: u64| {
            let mut element = field.zero();
            moduli.iter().enumerate().for_each(|(i, m)| B::set_lane(&mut element, i, m.element(value)));
            element
        };
        let mut rng = StdRng::seed_from_u64(1);
        for len in [0, 1, 2, 3, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 5] {
            for ones in [true, false] {
                let digit = || if ones { (1 << 28) - 1 } else { rng.random_range(0..1 << 28) };
                let digits: Vec<u64> = std::iter::repeat_with(digit).take(len).collect();
                let ratio = of(1 << 28);
                let weights: Vec<B::Elem> =
                    std::iter::successors(Some(of(1 << 32)), |&w| Some(field.mul(w, ratio))).take(len).collect();
                let found = field.integer(&digits, &weights);
                for (i, m) in moduli.iter().enumerate() {
                    let fold = |all: u64, &digit: &u64| ((all << 28) + digit) % u64::from(m.modulus());
                    let expected = digits.iter().rev().fold(0, fold);
                    assert_eq!(m.number(B::lane(&found, i)), expected, "{len} digits modulo {}", m.modulus());
                }
            }
        }
    }

    #[test]
    fn integers_of_any_length() {
        check::<Mont31x16>(16);
        check::<Mont31x4>(4);
    }
}
