//! The arithmetic of a finite field, as polynomials over it need it.

use super::products::by_halves;
use gpu::arith::Mont61;
use gpu::gcd::quotient_steps::pseudo_divide;
use rand::Rng;
use rug::Integer;
use std::fmt::Debug;
use std::hash::Hash;

/// The representation of an element of a field.
pub(crate) trait Element: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// 0.
    const ZERO: Self;
}

impl Element for u64 {
    const ZERO: u64 = 0;
}

impl<const N: usize> Element for [u64; N] {
    const ZERO: [u64; N] = [0; N];
}

/// A finite field.
pub(crate) trait Arithmetic: Copy + Send + Sync {
    /// Its elements.
    type Elem: Element;

    /// How many elements there are.
    fn order(self) -> Integer;

    /// The same where it fits into a word, else the largest word.
    fn size(self) -> u64 {
        self.order().to_u64().unwrap_or(u64::MAX)
    }

    /// An element for each number below [`Self::size`], none of them twice.
    fn element(self, number: u64) -> Self::Elem;

    /// The element that a number below the characteristic is.
    fn enter(self, c: u64) -> Self::Elem;

    /// The element that an integer is.
    fn residue(self, c: &Integer) -> Self::Elem;

    /// The number below the characteristic that an element is, if it is one.
    fn leave(self, a: Self::Elem) -> Option<Integer>;

    fn one(self) -> Self::Elem;

    fn add(self, a: Self::Elem, b: Self::Elem) -> Self::Elem;

    fn sub(self, a: Self::Elem, b: Self::Elem) -> Self::Elem;

    fn mul(self, a: Self::Elem, b: Self::Elem) -> Self::Elem;

    /// 1 / a for a that is not 0.
    fn inverse(self, a: Self::Elem) -> Self::Elem;

    fn zero(self) -> Self::Elem {
        Self::Elem::ZERO
    }

    /// a^e.
    fn pow(self, mut a: Self::Elem, mut e: u64) -> Self::Elem {
        let mut power = self.one();
        while e > 0 {
            if e & 1 != 0 {
                power = self.mul(power, a);
            }
            a = self.mul(a, a);
            e >>= 1;
        }
        power
    }

    /// A random element that is not 0, all of them with the same probability.
    fn nonzero(self, random: &mut impl Rng) -> Self::Elem {
        loop {
            let element = self.element(random.random_range(0..self.size()));
            if element != self.zero() {
                return element;
            }
        }
    }

    /// The elements that integers are.
    fn residues(self, integers: &[&Integer]) -> Vec<Self::Elem> {
        integers.iter().map(|c| self.residue(c)).collect()
    }

    /// The product of polynomials, constant terms first.
    fn multiply(self, a: &[Self::Elem], b: &[Self::Elem]) -> Vec<Self::Elem> {
        by_halves(self, a, b)
    }

    /// In place of a polynomial a its remainder by a polynomial b of positive degree, up to a factor and with zeros; constant terms come first.
    /// The vector is for numbers between.
    fn leave_remainder(self, a: &mut Vec<Self::Elem>, b: &[Self::Elem], _: &mut Vec<Self::Elem>) {
        remainder_by_quotients(self, a, b);
    }
}

/// [`Arithmetic::leave_remainder`] with one inverse.
pub(super) fn remainder_by_quotients<K: Arithmetic>(field: K, a: &mut Vec<K::Elem>, b: &[K::Elem]) {
    let degree = b.len() - 1;
    let inverse = field.inverse(b[degree]);
    while let Some(&top) = a.last().filter(|_| a.len() > degree) {
        a.pop();
        if top != field.zero() {
            let (factor, off) = (field.mul(top, inverse), a.len() - degree);
            a[off..].iter_mut().zip(b).for_each(|(a, &b)| *a = field.sub(*a, field.mul(factor, b)));
        }
    }
}

/// [`Arithmetic::leave_remainder`] without an inverse, which takes as long as a short division.
pub(crate) fn remainder_by_products(field: &Mont61, a: &mut Vec<u64>, b: &[u64], quotient: &mut Vec<u64>) {
    if a.len() < b.len() {
        return;
    }
    quotient.resize(a.len() - b.len() + 1, 0);
    pseudo_divide(field, a, b, quotient, || false);
    a.truncate(b.len() - 1);
}

/// Checks the laws of a field on some of its elements.
#[cfg(test)]
pub(crate) fn check_laws<K: Arithmetic>(field: K, p: u64) {
    use rand::{Rng, SeedableRng};
    let mut rng = rand::rngs::StdRng::seed_from_u64(p);
    let mut element = || field.element(rng.random_range(0..field.size()));
    let zero = field.zero();
    let sum = |count: u64, a: K::Elem| (0..count).fold(zero, |sum, _| field.add(sum, a));
    for _ in 0..200 {
        let (a, b, c) = (element(), element(), element());
        assert_eq!(field.add(a, b), field.add(b, a));
        assert_eq!(field.mul(a, b), field.mul(b, a));
        assert_eq!(field.add(field.add(a, b), c), field.add(a, field.add(b, c)));
        assert_eq!(field.mul(field.mul(a, b), c), field.mul(a, field.mul(b, c)));
        assert_eq!(field.mul(field.add(a, b), c), field.add(field.mul(a, c), field.mul(b, c)));
        assert_eq!(field.add(field.sub(a, b), b), a);
        assert_eq!((field.add(a, zero), field.mul(a, field.one()), field.mul(a, zero)), (a, a, zero));
        if a != zero {
            assert_eq!(field.mul(a, field.inverse(a)), field.one());
        }
        if p < 100 {
            assert_eq!(sum(p, a), zero);
        }
    }
    for (of_a, of_b) in [(9, 4), (4, 4), (3, 5), (7, 2)] {
        let [a, mut b] = [of_a, of_b].map(|n| (0..n).map(|_| element()).collect::<Vec<_>>());
        b[of_b - 1] = field.one();
        let mut rest = a.clone();
        field.leave_remainder(&mut rest, &b, &mut Vec::new());
        assert_eq!(rest.len(), a.len().min(of_b - 1).max(if of_a < of_b { of_a } else { 0 }));
        // b is monic: the factor is 1.
        let (_, expected) = super::dense::divided(field, a, &b, &crate::Control::default()).unwrap();
        rest.resize(of_b.max(of_a), zero);
        assert!(rest.iter().zip(expected.iter().chain(std::iter::repeat(&zero))).all(|(a, b)| a == b));
    }
    for c in (0..p).take(200) {
        assert_eq!(field.leave(field.enter(c)), Some(c.into()));
        assert_eq!(field.residue(&c.into()), field.enter(c));
        assert_eq!(field.add(field.enter(c), field.one()), field.enter((c + 1) % p));
    }
    let count = field.size().min(5000);
    let in_prime = (0..count).filter(|&i| field.leave(field.element(i)).is_some()).count() as u64;
    assert!(in_prime <= p && (count < field.size() || in_prime == p));
}
