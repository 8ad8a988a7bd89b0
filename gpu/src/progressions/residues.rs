//! Numbers below one long prime modulo several short ones, and back.
//!
//! A sum of n products of numbers below p is below n p^2. So it is known by its residues modulo primes whose product is above that: by mixed
//! radix digits d_0 + d_1 r_0 + d_2 r_0 r_1 + .., of which the last step needs the weights modulo p alone.
//!
//! Source: H. L. Garner, The residue number system, IRE Trans. Electronic Computers 8 (1959).

use crate::arith::limbs::limbs;
use crate::arith::{Field, Limbs, Mont31};
use crate::memory::Row;

/// The number with the words of `element`, modulo the prime of `m`: plain for `correction` = 2^(32 n) as an element, n words, in Montgomery form for
/// 2^(32 (n + 1)).
#[inline(always)]
pub fn residue<F: Limbs>(m: &Mont31, element: &F::Elem, correction: u32) -> u32 {
    // After word i it is (w_0 + .. + w_i 2^(32 i)) / 2^(32 (i + 1)): below p, and the sum with a word below 2^33 < 2^32 p.
    let mut sum = 0;
    limbs!(F, K { sum = m.reduce(sum as u64 + F::limb(element, K as u32) as u64) });
    m.mul(sum, correction)
}

/// The number modulo the prime of `field`, in Montgomery form, whose residues modulo the `count` ascending `primes` are in `row` as plain numbers, which is below
/// their product. Its digits are in `row` afterwards.
///
/// `inverses`\[i count + j\] is 1 / r_j modulo r_i for j < i as an element; `weights`\[i\] is r_0 .. r_(i-1) modulo the long prime in Montgomery form of its
/// Montgomery form. count^2 / 2 short products and count long ones.
#[inline(always)]
pub fn lift<F: Limbs>(
    field: &F,
    count: u32,
    primes: impl Fn(u32) -> Mont31,
    inverses: impl Fn(u32, u32) -> u32,
    weights: impl Fn(u32) -> F::Elem,
    row: &mut impl Row<u32>,
) -> F::Elem {
    let mut sum = field.zero();
    for i in 0..count {
        let m = primes(i);
        let mut x = row.get(i);
        for j in 0..i {
            // r_j < r_i, so the digit is a residue.
            x = m.mul(m.sub(x, row.get(j)), inverses(i, j));
        }
        row.set(i, x);
        sum = field.add(sum, field.mul(F::plain(x), weights(i)));
    }
    sum
}

/// The weights of [`lift`].
pub fn weights<F: Limbs>(field: &F, primes: &[Mont31], mut put: impl FnMut(F::Elem)) {
    let mut weight = field.enter_words(field.enter_words(F::plain(1)));
    for m in primes {
        put(weight);
        weight = field.mul(weight, field.enter_words(F::plain(m.modulus())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::prime::is_prime;
    use crate::arith::testing::Random;
    use crate::arith::{Mont32, Mont61, Mont64, MontWords};

    /// Products of two numbers of the words of an element, modulo K primes and from there modulo a long one.
    fn check<F: Limbs<Elem: PartialEq + core::fmt::Debug>, const K: usize>(field: F) {
        let all = (0..=Mont31::MAX).rev().filter(|&p| is_prime(p)).take(K);
        let mut primes: Vec<Mont31> = all.map(|p| Mont31::new(p).unwrap()).collect();
        primes.reverse();
        let mut weights = Vec::new();
        super::weights(&field, &primes, |weight| weights.push(weight));
        let mut random = Random::new(F::LIMBS.into());
        let mut number = |round: u32| {
            let words: Vec<u32> =
                (0..F::LIMBS).map(|i| if i % 3 == round % 3 { u32::MAX } else { random.word() as u32 }).collect();
            F::of_limbs(|i| words[i as usize])
        };
        for round in 0..50 {
            // Below p, as elements are.
            let [a, b] = [number(round), number(round + 1)].map(|x| field.enter_words(x));
            let mut row: Vec<u32> = primes
                .iter()
                .map(|m| {
                    let plain = residue::<F>(m, &a, m.pow(m.r2(), F::LIMBS));
                    let by_words =
                        |rest: u64, i: u32| (rest << 32 | u64::from(F::limb(&a, i))) % u64::from(m.modulus());
                    assert_eq!(u64::from(plain), (0..F::LIMBS).rev().fold(0, by_words));
                    // A plain number times one in Montgomery form is plain.
                    m.mul(plain, residue::<F>(m, &b, m.pow(m.r2(), F::LIMBS + 1)))
                })
                .collect();
            let found = lift(
                &field,
                K as u32,
                |i| primes[i as usize],
                |i, j| primes[i as usize].inverse(primes[i as usize].enter(primes[j as usize].modulus())),
                |i| weights[i as usize],
                &mut &mut row[..],
            );
            // a b as numbers, in Montgomery form.
            assert_eq!(found, field.mul(field.enter_words(a), field.enter_words(b)), "{a:?} {b:?}");
        }
    }

    #[test]
    fn numbers_come_back() {
        check::<_, 3>(Mont32::new(2_147_483_629).unwrap());
        check::<_, 3>(Mont32::new(3).unwrap());
        check::<_, 5>(Mont61::new((1 << 61) - 1).unwrap());
        check::<_, 5>(Mont64::new(u64::MAX - 58).unwrap());
        check::<_, 10>(MontWords::<2>::new([u64::MAX - 158, u64::MAX]).unwrap());
        check::<_, 18>(MontWords::<4>::new([u64::MAX - 188, u64::MAX, u64::MAX, u64::MAX]).unwrap());
    }
}
