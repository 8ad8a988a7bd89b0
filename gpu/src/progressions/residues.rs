//! Numbers below one long prime modulo several short ones, and back.
//!
//! A sum of n products of numbers below p is below n p^2. So it is known by its residues modulo primes whose product is above that: by mixed
//! radix digits d_0 + d_1 r_0 + d_2 r_0 r_1 + .., of which the last step needs the weights modulo p alone.
//!
//! Source: H. L. Garner, The residue number system, IRE Trans. Electronic Computers 8 (1959).

use crate::arith::{Field, Limbs, Mont31};

/// The number with `limbs` words of 32 bits, modulo the prime of `m`: plain for `correction` = 2^(32 limbs) as an element, in Montgomery form for the
/// element 2^(32 (limbs + 1)).
#[inline(always)]
pub fn residue(m: &Mont31, limbs: u32, limb: impl Fn(u32) -> u32, correction: u32) -> u32 {
    // After word i it is (w_0 + .. + w_i 2^(32 i)) / 2^(32 (i + 1)): below p, and the sum with a word below 2^33 < 2^32 p.
    let mut sum = 0;
    for i in 0..limbs {
        sum = m.reduce(sum as u64 + limb(i) as u64);
    }
    m.mul(sum, correction)
}

/// The number modulo the prime of `field`, in Montgomery form, with residues `plain`\[i\] modulo the `count` ascending `primes`, which is below their product.
///
/// `inverses`\[i count + j\] is 1 / r_j modulo r_i for j < i as an element; `weights`\[i\] is r_0 .. r_(i-1) modulo the long prime in Montgomery form of its
/// Montgomery form. count^2 / 2 short products and count long ones; at most K primes.
#[inline(always)]
pub fn lift<F: Limbs, const K: usize>(
    field: &F,
    count: u32,
    primes: impl Fn(u32) -> Mont31,
    inverses: impl Fn(u32, u32) -> u32,
    weights: impl Fn(u32) -> F::Elem,
    plain: impl Fn(u32) -> u32,
) -> F::Elem {
    let mut digits = [0u32; K];
    let mut sum = field.zero();
    // Loops of constant length: they are unrolled, and the digits are registers.
    for i in 0..K {
        if (i as u32) < count {
            let m = primes(i as u32);
            let mut x = plain(i as u32);
            for (j, &digit) in digits.iter().enumerate().take(i) {
                // r_j < r_i, so the digit is a residue.
                x = m.mul(m.sub(x, digit), inverses(i as u32, j as u32));
            }
            digits[i] = x;
            sum = field.add(sum, field.mul(F::plain(x), weights(i as u32)));
        }
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

    /// Numbers of so many words, modulo K primes and from there modulo a long one.
    fn check<F: Limbs<Elem: PartialEq + core::fmt::Debug>, const K: usize>(field: F) {
        let all = (0..=Mont31::MAX).rev().filter(|&p| is_prime(p)).take(K);
        let mut primes: Vec<Mont31> = all.map(|p| Mont31::new(p).unwrap()).collect();
        primes.reverse();
        let mut weights = Vec::new();
        super::weights(&field, &primes, |weight| weights.push(weight));
        let mut random = Random::new(F::LIMBS.into());
        // The primes have more than 30 bits each.
        let most = (30 * K / 32) as u32;
        for limbs in (0..=most).chain([most; 50]) {
            let words: Vec<u32> =
                (0..limbs).map(|i| if i % 3 == limbs % 3 { u32::MAX } else { random.word() as u32 }).collect();
            let residues: Vec<u32> = primes
                .iter()
                .map(|m| {
                    let plain = residue(m, limbs, |i| words[i as usize], m.pow(m.r2(), limbs));
                    let form = residue(m, limbs, |i| words[i as usize], m.pow(m.r2(), limbs + 1));
                    assert_eq!(m.leave(form), plain);
                    let by_words = |rest: u64, &word: &u32| (rest << 32 | u64::from(word)) % u64::from(m.modulus());
                    assert_eq!(u64::from(plain), words.iter().rev().fold(0, by_words));
                    plain
                })
                .collect();
            let found = lift::<F, K>(
                &field,
                K as u32,
                |i| primes[i as usize],
                |i, j| primes[i as usize].inverse(primes[i as usize].enter(primes[j as usize].modulus())),
                |i| weights[i as usize],
                |i| residues[i as usize],
            );
            let (two, enter) = (field.enter_words(F::plain(2)), |word| field.enter_words(F::plain(word)));
            let shift = field.power(two, 32);
            let expected =
                words.iter().rev().fold(field.zero(), |sum, &word| field.add(field.mul(sum, shift), enter(word)));
            assert_eq!(found, expected, "{words:?}");
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
