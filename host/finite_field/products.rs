//! Products of polynomials over a finite field, constant terms first.

use super::arithmetic::{Arithmetic, Element};
use crate::alone::join;
use rug::Integer;
use rug::integer::Order;

/// The shorter length from which a product in halves takes less than all products of coefficients.
const HALVES: usize = 32;

/// The length of halves from which they are multiplied at the same time.
const PARALLEL: usize = 1 << 10;

/// The product by halves (Karatsuba): O(n^1.6) products of coefficients for two polynomials of n.
pub(crate) fn by_halves<K: Arithmetic>(field: K, a: &[K::Elem], b: &[K::Elem]) -> Vec<K::Elem> {
    let (a, b) = if a.len() < b.len() { (b, a) } else { (a, b) };
    if b.is_empty() {
        return Vec::new();
    }
    let mut product = vec![field.zero(); a.len() + b.len() - 1];
    let mut add = |from: usize, part: &[K::Elem], by: fn(K, K::Elem, K::Elem) -> K::Elem| {
        product[from..].iter_mut().zip(part).for_each(|(to, &c)| *to = by(field, *to, c));
    };
    if b.len() < HALVES {
        for (i, &x) in b.iter().enumerate() {
            product[i..].iter_mut().zip(a).for_each(|(to, &y)| *to = field.add(*to, field.mul(x, y)));
        }
    } else if 2 * b.len() <= a.len() {
        for (number, part) in a.chunks(b.len()).enumerate() {
            add(number * b.len(), &by_halves(field, part, b), K::add);
        }
    } else {
        // (a0 + a1 z) (b0 + b1 z) = a0 b0 + ((a0 + a1) (b0 + b1) - a0 b0 - a1 b1) z + a1 b1 z^2 for z = x^half.
        let half = a.len().div_ceil(2);
        let ([a0, a1], [b0, b1]) = ([&a[..half], &a[half..]], [&b[..half], &b[half..]]);
        let sum = |long: &[K::Elem], short: &[K::Elem]| {
            let mut sum = long.to_vec();
            sum.iter_mut().zip(short).for_each(|(to, &c)| *to = field.add(*to, c));
            sum
        };
        let outer = || (by_halves(field, a0, b0), by_halves(field, a1, b1));
        let inner = || by_halves(field, &sum(a0, a1), &sum(b0, b1));
        let ((low, high), middle) = if half < PARALLEL { (outer(), inner()) } else { join(outer, inner) };
        add(0, &low, K::add);
        add(2 * half, &high, K::add);
        add(half, &middle, K::add);
        add(half, &low, K::sub);
        add(half, &high, K::sub);
    }
    product
}

/// The shorter length from which one product of long integers takes less than all products of coefficients of a prime's field.
pub(crate) const LONG: usize = 96;

/// The product of polynomials whose coefficients are words of numbers below 2^bits, as one product of long integers (Kronecker): `finish` gets the words of each
/// sum of products.
pub(crate) fn by_integers<E: Element>(
    (a, b): (&[E], &[E]),
    bits: u32,
    words: impl Fn(&E) -> &[u64] + Sync,
    finish: impl Fn(&[u64]) -> E,
) -> Vec<E> {
    let shorter = a.len().min(b.len());
    if shorter == 0 {
        return Vec::new();
    }
    // Sums of so many products are below 2^(2 bits) shorter.
    let room = 2 * bits + usize::BITS - shorter.leading_zeros();
    let spacing = room.div_ceil(u64::BITS) as usize;
    let packed = |f: &[E]| {
        let mut all = vec![0; f.len() * spacing];
        for (to, c) in all.chunks_exact_mut(spacing).zip(f) {
            // Words above the spacing are 0.
            to.iter_mut().zip(words(c)).for_each(|(to, &word)| *to = word);
        }
        Integer::from_digits(&all, Order::Lsf)
    };
    let (a_packed, b_packed) = join(|| packed(a), || packed(b));
    let mut digits = (a_packed * b_packed).to_digits::<u64>(Order::Lsf);
    digits.resize((a.len() + b.len() - 1) * spacing, 0);
    digits.chunks_exact(spacing).map(finish).collect()
}

#[cfg(test)]
mod tests {
    use super::super::prime::Field;
    use super::super::tables::{Tabled, Tables};
    use super::super::words::{Words, words};
    use super::*;
    use crate::plan::prime61::Prime61;
    use gpu::arith::MontWords;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    fn check<K: Arithmetic>(field: K) {
        let mut rng = StdRng::seed_from_u64(1);
        for (n, m) in
            [(0usize, 3usize), (1, 1), (1, 200), (31, 32), (33, 33), (64, 200), (95, 96), (100, 100), (130, 500)]
        {
            let [a, b] = [n, m].map(|n| (0..n).map(|_| field.nonzero(&mut rng)).collect::<Vec<_>>());
            let mut expected = vec![field.zero(); (n + m).saturating_sub(1)];
            for (i, &x) in a.iter().enumerate() {
                for (j, &y) in b.iter().enumerate() {
                    expected[i + j] = field.add(expected[i + j], field.mul(x, y));
                }
            }
            if n == 0 {
                expected.clear();
            }
            assert_eq!(field.multiply(&a, &b), expected, "{n} {m}");
            assert_eq!(by_halves(field, &b, &a), expected, "{n} {m}");
        }
    }

    #[test]
    fn products_are_those_of_coefficients() {
        check(Tabled(&Tables::new(3, 8)));
        for p in [3, 97, 2_147_483_629, (1 << 61) - 1] {
            check(Prime61::new(p));
        }
        check(Field::new(9_223_372_036_854_775_783));
        let next = |bits: u32| (Integer::from(1) << bits).next_prime();
        check(Words(&MontWords::<1>::new(words(&next(63))).unwrap()));
        check(Words(&MontWords::<2>::new(words(&next(127))).unwrap()));
        check(Words(&MontWords::<3>::new(words(&next(160))).unwrap()));
        check(Words(&MontWords::<4>::new(words(&(next(256).prev_prime().prev_prime()))).unwrap()));
    }
}
