//! Kronecker substitution: coefficients side by side in one long integer, whose products are those of polynomials.

use rug::Integer;
use rug::integer::Order;

/// Coefficients other than 0 with their places, no two at the same.
pub(crate) type Places<'c> = [(usize, &'c Integer)];

/// All coefficients of a product of two polynomials, whose places add up to less than `count`: by one product of integers, or by a product for each
/// pair where that is predicted to be faster.
pub(crate) fn product(f: &Places<'_>, g: &Places<'_>, count: usize) -> Vec<Integer> {
    let limbs = limbs_of_product(f, g);
    let words = |list: &Places<'_>| list.iter().map(|(_, c)| c.as_limbs().len()).sum::<usize>() as f64;
    let packed = count as f64 * limbs as f64;
    // In products of words; `constants` has how they were measured.
    let at_once = constants::PACKED_WORD * packed * packed.max(2.0).log2();
    let by_pair = constants::PAIR * f.len() as f64 * g.len() as f64 + words(f) * words(g);
    if at_once < by_pair { at_once_in(limbs, f, g, count) } else { by_pairs(f, g, count) }
}

mod constants {
    //! Costs in products of words, about a nanosecond each: measured for 2 to 2048 coefficients of one to 64 words, and of one word but for one of 1000
    //! (`benches/results/2026-11-29-products.txt`). The faster way is chosen there, or one up to 1.6 times slower; of two coefficients with one of 1000
    //! words the slower way, 5.5 times, since products of long integers take less than the product of their words.

    /// Of a word of the packed integers, for each factor 2 of their length.
    pub const PACKED_WORD: f64 = 10.0;
    /// Of adding a product to a coefficient.
    pub const PAIR: f64 = 30.0;
}

/// Limbs with room for each coefficient of the product, a sum of at most as many products as the shorter list is long.
fn limbs_of_product(f: &Places<'_>, g: &Places<'_>) -> usize {
    let bits = |list: &Places<'_>| list.iter().map(|(_, c)| u64::from(c.significant_bits())).max().unwrap_or(0);
    let shorter = f.len().min(g.len()) as u64;
    limbs_for(bits(f) + bits(g) + u64::from(u64::BITS - shorter.leading_zeros()))
}

fn at_once_in(limbs: usize, f: &Places<'_>, g: &Places<'_>, count: usize) -> Vec<Integer> {
    let packed = |list: &Places<'_>| {
        let size = list.iter().map(|(place, _)| place + 1).max().unwrap_or(0);
        pack(size, limbs, list.iter().copied())
    };
    // There is room, by the choice of `limbs`.
    unpack(&(packed(f) * packed(g)), count, limbs).unwrap_or_else(|| by_pairs(f, g, count))
}

fn by_pairs(f: &Places<'_>, g: &Places<'_>, count: usize) -> Vec<Integer> {
    let mut coefficients = vec![Integer::new(); count];
    for (at, a) in f {
        g.iter().for_each(|(by, b)| coefficients[at + by] += *a * *b);
    }
    coefficients
}

/// Limbs for |coefficients| < 2^bits, with a sign.
pub(crate) fn limbs_for(bits: u64) -> usize {
    bits as usize / 64 + 1
}

/// The sum of coefficients times 2^(64 `limbs` place), places below `count`, no two equal; |coefficients| < 2^(64 limbs).
pub(crate) fn pack<'c>(count: usize, limbs: usize, terms: impl Iterator<Item = (usize, &'c Integer)>) -> Integer {
    let size = count * limbs;
    let (mut plus, mut minus) = (vec![0u64; size], Vec::new());
    for (place, c) in terms.filter(|(_, c)| !c.is_zero()) {
        if c.is_negative() && minus.is_empty() {
            minus.resize(size, 0);
        }
        let side = if c.is_negative() { &mut minus } else { &mut plus };
        let (at, digits) = (place * limbs, c.as_limbs());
        side[at..at + digits.len()].copy_from_slice(digits);
    }
    let plus = Integer::from_digits(&plus, Order::Lsf);
    if minus.is_empty() { plus } else { plus - Integer::from_digits(&minus, Order::Lsf) }
}

/// The `count` coefficients whose value is `value`, |coefficients| < 2^(64 limbs - 1); `None` when there is no room for them.
pub(crate) fn unpack(value: &Integer, count: usize, limbs: usize) -> Option<Vec<Integer>> {
    let negative = value.is_negative();
    let digits = value.as_limbs();
    let mut coefficients = Vec::with_capacity(count);
    let mut carry = false;
    let modulus = Integer::from(1) << (64 * limbs) as u32;
    for i in 0..count {
        let at = (i * limbs).min(digits.len());
        let mut c = Integer::from_digits(&digits[at..(at + limbs).min(digits.len())], Order::Lsf);
        if carry {
            c += 1;
        }
        // Balanced digits: from 2^(64 L - 1) on they are negative.
        carry = c.significant_bits() as usize >= 64 * limbs;
        if carry {
            c -= &modulus;
        }
        coefficients.push(if negative { -c } else { c });
    }
    (!carry && digits.len() <= count * limbs).then_some(coefficients)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn integer(rng: &mut StdRng, words: usize) -> Integer {
        let digits: Vec<u64> = (0..words).map(|_| rng.random()).collect();
        let magnitude = Integer::from_digits(&digits, Order::Lsf);
        if rng.random() { magnitude } else { -magnitude }
    }

    /// Both ways are the same product: for places with gaps, coefficients of all signs, one much longer than the others, and the largest ones of their length.
    #[test]
    fn both_ways() {
        let mut rng = StdRng::seed_from_u64(1);
        for n in [1usize, 2, 3, 17, 60] {
            for (words, one) in [(1, 1), (2, 2), (1, 40)] {
                let mut list = || {
                    let mut list: Vec<Integer> = (0..n).map(|_| integer(&mut rng, words)).collect();
                    list[n / 2] = integer(&mut rng, one);
                    list
                };
                let largest = vec![(Integer::from(1) << (64 * words as u32)) - 1u32; n];
                let negative: Vec<Integer> = largest.iter().map(|c| Integer::from(-c)).collect();
                for [f, g] in [[list(), list()], [largest.clone(), largest.clone()], [largest, negative]] {
                    let f: Vec<(usize, &Integer)> = f.iter().enumerate().map(|(k, c)| (3 * k, c)).collect();
                    let g: Vec<(usize, &Integer)> = g.iter().enumerate().map(|(k, c)| (k + k / 7, c)).collect();
                    let count = f[n - 1].0 + g[n - 1].0 + 1;
                    let expected = by_pairs(&f, &g, count);
                    let limbs = limbs_of_product(&f, &g);
                    let packed = |list: &Places<'_>| pack(list[n - 1].0 + 1, limbs, list.iter().copied());
                    assert_eq!(unpack(&(packed(&f) * packed(&g)), count, limbs).as_ref(), Some(&expected));
                    assert_eq!(
                        [at_once_in(limbs, &f, &g, count), product(&f, &g, count)],
                        [expected.clone(), expected]
                    );
                }
            }
        }
    }
}
