//! The field of a prime of several words.

use super::arithmetic::Arithmetic;
use super::products::{LONG, by_halves, by_integers};
use gpu::arith::{Field, MontWords};
use rand::Rng;
use rug::Integer;
use rug::integer::Order;

/// Computes modulo a prime below 2^(64 N).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words<'t, const N: usize>(pub &'t MontWords<N>);

/// The N lowest words of a number that is not negative.
pub(crate) fn words<const N: usize>(number: &Integer) -> [u64; N] {
    let mut words = [0; N];
    // The lowest digits come first; what is above N words is not there for numbers below a modulus.
    let digits = number.to_digits::<u64>(Order::Lsf);
    words.iter_mut().zip(digits).for_each(|(word, digit)| *word = digit);
    words
}

fn number<const N: usize>(words: &[u64; N]) -> Integer {
    Integer::from_digits(words, Order::Lsf)
}

impl<const N: usize> Arithmetic for Words<'_, N> {
    type Elem = [u64; N];

    fn order(self) -> Integer {
        number(self.0.modulus())
    }

    fn size(self) -> u64 {
        let p = self.0.modulus();
        if p[1..].iter().all(|&word| word == 0) { p[0] } else { u64::MAX }
    }

    fn element(self, number: u64) -> [u64; N] {
        self.enter(number)
    }

    fn enter(self, c: u64) -> [u64; N] {
        let mut words = [0; N];
        words[0] = c;
        self.0.enter(&words)
    }

    fn residue(self, c: &Integer) -> [u64; N] {
        // By N words at a time, the highest first: to enter the words of an element multiplies it by 2^(64 N).
        let add = |sum: [u64; N], part: &[u64]| {
            let mut words = [0; N];
            words.iter_mut().zip(part).for_each(|(to, &word)| *to = word);
            self.add(self.0.enter(&sum), self.0.enter(&words))
        };
        let residue = c.as_limbs().chunks(N).rev().fold(self.zero(), add);
        if c.is_negative() { self.sub(self.zero(), residue) } else { residue }
    }

    fn leave(self, a: [u64; N]) -> Option<Integer> {
        Some(number(&self.0.leave(&a)))
    }

    fn one(self) -> [u64; N] {
        self.0.one()
    }

    fn add(self, a: [u64; N], b: [u64; N]) -> [u64; N] {
        Field::add(self.0, a, b)
    }

    fn sub(self, a: [u64; N], b: [u64; N]) -> [u64; N] {
        Field::sub(self.0, a, b)
    }

    fn mul(self, a: [u64; N], b: [u64; N]) -> [u64; N] {
        Field::mul(self.0, a, b)
    }

    fn inverse(self, a: [u64; N]) -> [u64; N] {
        // By Euclid's algorithm: a tenth of the products of a power.
        match number(&self.0.leave(&a)).invert(&self.order()) {
            Ok(inverse) => self.0.enter(&words(&inverse)),
            Err(_) => self.zero(),
        }
    }

    fn nonzero(self, random: &mut impl Rng) -> [u64; N] {
        // A word more than the modulus has: no number is more likely than another by 2^-64.
        loop {
            let mut digits = vec![0u64; N + 1];
            random.fill(&mut digits[..]);
            let element = self.residue(&Integer::from_digits(&digits, Order::Lsf));
            if element != self.zero() {
                return element;
            }
        }
    }

    fn multiply(self, a: &[[u64; N]], b: &[[u64; N]]) -> Vec<[u64; N]> {
        if a.len().min(b.len()) < LONG {
            return by_halves(self, a, b);
        }
        // A sum S = c_0 + c_1 R + c_2 R^2 of products in Montgomery form stands for S / R.
        let factors = [self.0.leave(&self.0.one()), self.0.one(), self.0.enter(&self.0.one())];
        let finish = |sum: &[u64]| {
            sum.chunks(N).zip(&factors).fold([0; N], |all, (chunk, factor)| {
                let mut words = [0; N];
                words[..chunk.len()].copy_from_slice(chunk);
                self.add(all, self.mul(words, *factor))
            })
        };
        by_integers((a, b), self.order().significant_bits(), |c| &c[..], finish)
    }
}

#[cfg(test)]
mod tests {
    use super::super::arithmetic::check_laws;
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    fn check<const N: usize>(p: &Integer) {
        let constants = MontWords::<N>::new(words(p)).unwrap();
        let field = Words(&constants);
        assert_eq!(field.order(), *p);
        check_laws(field, p.to_u64().unwrap_or(u64::MAX));
        let mut rng = StdRng::seed_from_u64(p.to_u64_wrapping());
        let one = Integer::ONE;
        let mut edges: Vec<Integer> = [0, 1, 2].map(Integer::from).to_vec();
        edges.extend([Integer::from(p - 1u32), Integer::from(p - 2u32), Integer::from(p >> 1)]);
        // Whole words of ones, and R modulo p.
        for bits in (64..=64 * N as u32).step_by(64) {
            edges.push((Integer::from(one << bits) - 1u32) % p);
            edges.push(Integer::from(one << bits) % p);
        }
        edges.extend((0..20).map(|_| field.leave(field.nonzero(&mut rng)).unwrap()));
        for a in &edges {
            let x = field.residue(a);
            assert_eq!(field.leave(x).as_ref(), Some(a));
            for b in &edges {
                let y = field.residue(b);
                let leave = |x| field.leave(x).unwrap();
                assert_eq!(leave(field.mul(x, y)), Integer::from(a * b) % p, "{a} * {b} modulo {p}");
                assert_eq!(leave(field.add(x, y)), Integer::from(a + b) % p, "{a} + {b} modulo {p}");
                assert_eq!(leave(field.sub(x, y)), Integer::from(a - b).modulo(p), "{a} - {b} modulo {p}");
            }
            if let Ok(inverse) = a.clone().invert(p) {
                assert_eq!(field.leave(field.inverse(x)), Some(inverse));
                assert_eq!(constants.inverse(&x), field.inverse(x));
            }
        }
        for limbs in 0..10 {
            let digits: Vec<u64> = (0..limbs).map(|_| if rng.random() { rng.random() } else { u64::MAX }).collect();
            let c = Integer::from_digits(&digits, Order::Lsf);
            for c in [Integer::from(-&c), c] {
                assert_eq!(field.leave(field.residue(&c)), Some(c.clone().modulo(p)), "{c} modulo {p}");
            }
        }
        let negative = Integer::from(-5) * p - 3u32;
        assert_eq!(field.residues(&[&negative, p]), [field.residue(&Integer::from(p - 3u32)), field.zero()]);
    }

    /// Primes at the ends of each number of words.
    #[test]
    fn words_are_fields() {
        let next = |bits: u32| (Integer::from(1) << bits).next_prime();
        let previous = |bits: u32| (Integer::from(1) << bits).prev_prime();
        for p in [Integer::from(3), Integer::from(97), previous(61), previous(63), previous(64)] {
            check::<1>(&p);
            check::<2>(&p);
        }
        for bits in [64, 65, 96, 127] {
            check::<2>(&next(bits));
        }
        check::<2>(&previous(128));
        for bits in [128, 160, 191] {
            check::<3>(&next(bits));
        }
        check::<3>(&previous(192));
        for bits in [192, 224, 252, 254, 255] {
            check::<4>(&next(bits));
        }
        check::<4>(&previous(255));
        check::<4>(&previous(256));
        assert!(MontWords::<2>::new([2, 0]).is_none() && MontWords::<2>::new([1, 0]).is_none());
        assert!(MontWords::<2>::new([1, 1]).is_some());
    }
}
