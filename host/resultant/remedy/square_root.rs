//! Exact square roots of polynomials over Z.
//!
//! At t = 2^k a polynomial with coefficients below 2^(k-1) is an integer whose balanced digits are the coefficients
//! (Kronecker). So the root of the polynomial is the digits of the root of one integer, which GMP takes by Newton's method
//! in the time of a product.

use rug::Integer;
use rug::integer::Order;

const WORD: usize = 64;

/// The S with S^2 = sum a_i t^i and a positive leading coefficient, as many coefficients as `a` has (those above half its
/// degree are 0); `None` when `a` is no square. The root of 0 is 0.
///
/// # Complexity
/// One integer square root of d (h + 3 log d) bits, d the degree and h the bits of the coefficients, and two linear passes.
pub(super) fn square_root(a: &[Integer]) -> Option<Vec<Integer>> {
    let mut root = vec![Integer::new(); a.len()];
    let Some(degree) = a.iter().rposition(|c| !c.is_zero()) else { return Some(root) };
    if !degree.is_multiple_of(2) {
        return None;
    }
    let a = &a[..=degree];
    let half = degree / 2;
    // |a_i| < 2^h and degree + 1 < 2^l. The mean of |S|^2 = |A| over the unit circle is the sum of s_i^2, and at most the root
    // of the mean of |A|^2, which is the 2-norm of A, below 2^(h + l/2). So |s_i| < 2^b with b >= h/2 + l/4.
    let h = a.iter().map(|c| c.significant_bits() as usize).max().unwrap_or(0);
    let l = usize::BITS as usize - (degree + 1).leading_zeros() as usize;
    let b = (h + l).div_ceil(2);
    // Coefficients of S^2 are below 2^(2b + l), so those of A - S^2 are below 2^(2b + l + 1) < 2^k: the lowest that is not zero
    // would be left modulo the next power of 2^k. Hence A(2^k) = S(2^k)^2 only for A = S^2.
    let words = (2 * b + l + 2).div_ceil(WORD);
    let k = words * WORD;
    let mut parts = [vec![0u64; words * a.len()], vec![0u64; words * a.len()]];
    for (i, c) in a.iter().enumerate() {
        c.write_digits(&mut parts[usize::from(c.is_negative())][i * words..(i + 1) * words], Order::Lsf);
    }
    let [plus, minus] = parts.map(|part| Integer::from_digits(&part, Order::Lsf));
    let value = plus - minus;
    if value.is_negative() {
        return None;
    }
    let (value, rest) = value.sqrt_rem(Integer::new());
    if !rest.is_zero() {
        return None;
    }
    // Balanced digits: plain ones of value + sum 2^(k-1) 2^(i k), less 2^(k-1).
    let mut offset = vec![0u64; words * (half + 1)];
    for digit in offset.chunks_exact_mut(words) {
        digit[words - 1] = 1 << (WORD - 1);
    }
    let shifted = value + Integer::from_digits(&offset, Order::Lsf);
    if shifted.significant_bits() as usize > k * (half + 1) {
        return None;
    }
    shifted.write_digits(&mut offset, Order::Lsf);
    let middle = Integer::from(1) << (k as u32 - 1);
    for (slot, digit) in root.iter_mut().zip(offset.chunks_exact(words)) {
        *slot = Integer::from_digits(digit, Order::Lsf) - &middle;
        if slot.significant_bits() as usize > b {
            return None;
        }
    }
    Some(root)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn square(s: &[Integer]) -> Vec<Integer> {
        let mut a = vec![Integer::new(); 2 * s.len() - 1];
        for (i, x) in s.iter().enumerate() {
            for (j, y) in s.iter().enumerate() {
                a[i + j] += x * y;
            }
        }
        a
    }

    fn integers(list: &[i64]) -> Vec<Integer> {
        list.iter().map(|&c| c.into()).collect()
    }

    #[test]
    fn roots_of_random_squares_and_their_neighbours() {
        let mut rng = StdRng::seed_from_u64(5);
        for round in 0..300 {
            let degree = rng.random_range(0..12usize);
            let bits = rng.random_range(1..200u32);
            let mut s: Vec<Integer> = (0..=degree)
                .map(|_| {
                    let size = rng.random_range(0..=bits);
                    let words: Vec<u32> = (0..7).map(|_| rng.random()).collect();
                    let value = Integer::from_digits(&words, Order::Lsf).keep_bits(size);
                    if rng.random() { -value } else { value }
                })
                .collect();
            let Some(lead) = s.iter().rposition(|c| !c.is_zero()) else { continue };
            if s[lead].is_negative() {
                s.iter_mut().for_each(|c| *c = Integer::from(-&*c));
            }
            let mut a = square(&s);
            let room = rng.random_range(0..3usize);
            a.extend(vec![Integer::new(); room]);
            let root = square_root(&a).unwrap_or_else(|| panic!("round {round}: {s:?}"));
            assert_eq!((root.len(), &root[..=lead]), (a.len(), &s[..=lead]), "round {round}");
            assert!(root[lead + 1..].iter().all(Integer::is_zero));
            // S^2 + e t^i = R^2 with e = 1, -1 makes R - S and R + S monomials with coefficients 1, -1, whose difference 2 S is
            // even only for R = 0: S = t^a, and S = 0.
            let i = rng.random_range(0..=2 * lead);
            a[i] += if rng.random() { 1 } else { -1 };
            if s[lead] > 1 || s[..lead].iter().any(|c| !c.is_zero()) {
                assert!(square_root(&a).is_none(), "round {round}: {a:?}");
            }
        }
    }

    #[test]
    fn ends_of_the_range() {
        assert_eq!(square_root(&[]), Some(vec![]));
        assert_eq!(square_root(&integers(&[0, 0])), Some(integers(&[0, 0])));
        assert_eq!(square_root(&integers(&[9])), Some(integers(&[3])));
        assert_eq!(square_root(&integers(&[0, 0, 4, 0])), Some(integers(&[0, 2, 0, 0])));
        // All coefficients as large as the degree allows: (1 + t + ... + t^40)^2 and with signs that alternate.
        for sign in [1, -1] {
            let s: Vec<Integer> = (0..=40).map(|i| Integer::from(if i % 2 == 0 { 1 } else { sign })).collect();
            assert_eq!(square_root(&square(&s)).map(|root| root[..=40].to_vec()), Some(s));
        }
    }

    #[test]
    fn what_is_no_square_is_refused() {
        // Negative, odd degree, not a square at the top, not at the bottom, a square times an integer.
        for list in [
            &[-4][..],
            &[0, 1],
            &[1, 2, 1, 1],
            &[1, 2, 2],
            &[2, 2, 1],
            &[3, 6, 3],
            &[-1, -2, -1],
            &[1, 0, 0, 0, 1],
            &[2],
        ] {
            assert_eq!(square_root(&integers(list)), None, "{list:?}");
        }
        // A square at a power of two but not as a polynomial: 2^128 + 2 2^64 + 1 written with other digits.
        let digits = [Integer::from(1) + (Integer::from(1) << 64u32), Integer::from(1), Integer::from(1)];
        assert_eq!(square_root(&digits), None);
    }
}
