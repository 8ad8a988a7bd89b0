//! Integers and polynomials modulo a prime below 2^61, mostly a random one above 2^60; its arithmetic is [`Mont61`].
//!
//! For the few scalars that a plan and a check need on the host. Sums over the limbs of big integers are reduced once.

use super::rows::Rows;
use super::support::{Line, Support};
use crate::alone::prelude::*;
use crate::finite_field::{LONG, Powers, by_halves, by_integers, remainder_by_products};
use crate::poly::integers::Integers;
use gpu::arith::prime::is_prime_for;
use gpu::arith::{Mont31, Mont61};
use rand::Rng;
use rug::Integer;
use rug::integer::IntegerExt64;
use std::borrow::Borrow;
use std::ops::{Deref, Range};
use std::slice;

/// The field of one prime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Prime61(Mont61);

impl Deref for Prime61 {
    type Target = Mont61;

    fn deref(&self) -> &Mont61 {
        &self.0
    }
}

impl crate::finite_field::Arithmetic for Prime61 {
    type Elem = u64;

    fn order(self) -> Integer {
        self.modulus().into()
    }

    fn size(self) -> u64 {
        self.modulus()
    }

    fn element(self, number: u64) -> u64 {
        number
    }

    fn enter(self, c: u64) -> u64 {
        self.0.enter(c)
    }

    fn residue(self, c: &Integer) -> u64 {
        self.0.enter(c.mod_u64(self.modulus()))
    }

    fn leave(self, a: u64) -> Option<Integer> {
        Some(self.0.leave(a).into())
    }

    fn one(self) -> u64 {
        self.0.one()
    }

    fn add(self, a: u64, b: u64) -> u64 {
        self.0.add(a, b)
    }

    fn sub(self, a: u64, b: u64) -> u64 {
        self.0.sub(a, b)
    }

    fn mul(self, a: u64, b: u64) -> u64 {
        self.0.mul(a, b)
    }

    fn inverse(self, a: u64) -> u64 {
        self.0.inverse(a)
    }

    fn multiply(self, a: &[u64], b: &[u64]) -> Vec<u64> {
        if a.len().min(b.len()) < LONG {
            return by_halves(self, a, b);
        }
        // A sum S = c_0 + c_1 R + c_2 R^2 of products in Montgomery form stands for S / R.
        let factors = [1, self.one(), self.word()];
        let finish = |sum: &[u64]| {
            sum.iter().zip(factors).fold(0, |all, (&word, factor)| self.0.add(all, self.0.mul(word, factor)))
        };
        by_integers((a, b), u64::BITS - self.modulus().leading_zeros(), slice::from_ref, finish)
    }

    fn residues(self, integers: &[&Integer]) -> Vec<u64> {
        Prime61::residues(self, integers)
    }

    fn leave_remainder(self, a: &mut Vec<u64>, b: &[u64], quotient: &mut Vec<u64>) {
        remainder_by_products(&self.0, a, b, quotient);
    }
}

impl From<Mont61> for Prime61 {
    fn from(field: Mont61) -> Self {
        Prime61(field)
    }
}

/// Limbs of all integers together from which they are reduced on all cores: some 30 microseconds of one.
const PARALLEL_LIMBS: usize = 1 << 15;

/// Terms whose values are added up on all cores, a guess: some 100 microseconds of one.
const PARALLEL_TERMS: usize = 1 << 12;

/// Limbs that a coefficient at a point counts as besides its own, for its monomial: 15,625 of two limbs took one thread 0.25 to 0.4 ms, and 29,791 of three
/// limbs 16 threads 0.12 to 0.2 (rows D12 and D16 in `benches/results/2026-11-26-h100-determinants.txt`).
const OF_COEFFICIENT: usize = 4;

/// Coefficients from which they are summed up limb by limb, which takes a few reductions a limb at the end, but none a coefficient.
const BY_LIMBS: usize = 64;

impl Prime61 {
    /// The field of an odd prime below 2^61. All callers have one: what [`Prime61::if_prime`] finds is a prime above 2, and a prime of the
    /// caller's of the library comes here only where an answer is computed modulo it alone, for which 2 has too few points.
    pub fn new(p: u64) -> Self {
        Prime61(Mont61::new(p).expect("an odd number below 2^61"))
    }

    /// A random prime, every one with the same probability.
    pub fn random(rng: &mut impl Rng) -> Self {
        loop {
            let p = rng.random_range(1u64 << 60..1 << 61) | 1;
            if let Some(prime) = Self::if_prime(p) {
                return prime;
            }
        }
    }

    /// A random prime above 2^30 with which [`gpu::arith::Mont31`] computes too.
    pub fn random_short(rng: &mut impl Rng) -> Self {
        loop {
            if let Some(prime) = Self::if_prime(rng.random_range(1 << 30..=Mont31::MAX).into()) {
                return prime;
            }
        }
    }

    /// A random prime above 2^60 with a root of unity of order 2^`bits`, 1 <= `bits` <= 46, and that root: there are some 800 at least.
    pub fn random_with_root(bits: u32, rng: &mut impl Rng) -> (Self, u64) {
        loop {
            let k = rng.random_range(1u64 << (60 - bits)..1 << (61 - bits));
            let Some(field) = Self::if_prime((k << bits) + 1) else { continue };
            // Half of all elements have such a power.
            loop {
                let root = field.pow(field.element(rng), k);
                let last = (1..bits).fold(root, |x, _| field.mul(x, x));
                if last == field.sub(0, field.one()) {
                    return (field, root);
                }
            }
        }
    }

    /// The field of a number from 3 to 2^61 if that is prime.
    fn if_prime(n: u64) -> Option<Self> {
        is_prime_for::<Mont61>(n).then(|| Prime61::new(n))
    }

    /// A random element that is not 0.
    pub fn element(self, rng: &mut impl Rng) -> u64 {
        rng.random_range(1..self.modulus())
    }

    /// 1, a, ..., a^(count - 1).
    pub fn powers(self, a: u64, count: usize) -> Vec<u64> {
        std::iter::successors(Some(self.one()), |&x| Some(self.mul(x, a))).take(count).collect()
    }

    /// Tables that reduce integers of at most `limbs` limbs.
    fn weights(self, limbs: usize) -> Weights {
        // 2^64 (2^64)^k in Montgomery form: the reduction of the sum takes the first factor away.
        let weights = std::iter::successors(Some(self.word()), |&w| Some(self.mul(w, self.word())));
        Weights { field: self, weights: weights.take(limbs).collect() }
    }

    /// The polynomial at a point of the kept variables: coefficients of the powers of the eliminated one, from 1 up.
    ///
    /// One product per limb and one per term and variable; on all cores where that is much.
    pub fn specialise(self, f: &Rows, point: &[u64]) -> Vec<u64> {
        let integers = || f.rows.iter().flat_map(|row| &row.terms).map(|(c, _)| c);
        let (limbs, total, terms) = integers().fold((0, 0, 0), |(most, sum, terms), c| {
            let n = limbs_of(c).len();
            (n.max(most), sum + n, terms + 1)
        });
        let weights = self.weights(limbs);
        let degree = |k: usize| f.rows.iter().filter_map(|row| row.degree(k)).max().unwrap_or(0);
        let powers: Vec<Powers> = (0..f.kept).map(|k| Powers::new(self, point[k], degree(k), terms)).collect();
        let value = |row: &super::rows::Row| {
            row.terms.iter().fold(0, |sum, (c, exponents)| {
                let factors = exponents.iter().zip(&powers).map(|(&e, powers)| powers.of(self, e));
                self.add(sum, factors.fold(weights.residue(c), |value, power| self.mul(value, power)))
            })
        };
        match total < PARALLEL_LIMBS {
            true => f.rows.iter().map(value).collect(),
            false => f.rows.par_iter().map(value).collect(),
        }
    }

    /// The sum of terms, given by their coefficients and exponents, at a point of as many coordinates as there are exponents.
    ///
    /// One product per limb, and one per term and exponent that is not 0; on all cores where there are many terms.
    pub fn sum_of_terms<T: Sync>(
        self,
        terms: &[T],
        parts: impl for<'t> Fn(&'t T) -> (&'t Integer, &'t [u32]) + Sync,
        point: &[u64],
    ) -> u64 {
        let (mut limbs, mut degrees) = (0, vec![0; point.len()]);
        for term in terms {
            let (c, exponents) = parts(term);
            limbs = limbs.max(limbs_of(c).len());
            degrees.iter_mut().zip(exponents).for_each(|(degree, &e)| *degree = e.max(*degree));
        }
        let weights = self.weights(limbs);
        let powers: Vec<Powers> =
            point.iter().zip(degrees).map(|(&x, degree)| Powers::new(self, x, degree, terms.len())).collect();
        let value = |term: &T| {
            let (c, exponents) = parts(term);
            let factors = exponents.iter().zip(&powers).filter(|(e, _)| **e > 0);
            factors.fold(weights.residue(c), |value, (&e, powers)| self.mul(value, powers.of(self, e)))
        };
        match terms.len() < PARALLEL_TERMS {
            true => terms.iter().map(value).fold(0, |sum, value| self.add(sum, value)),
            false => terms.par_iter().with_min_len(1024).map(value).reduce(|| 0, |a, b| self.add(a, b)),
        }
    }

    /// The residues of integers, in Montgomery form.
    pub fn residues<C: Borrow<Integer> + Sync>(self, integers: &[C]) -> Vec<u64> {
        let sizes = integers.iter().map(|c| limbs_of(c.borrow()).len());
        let (limbs, total) = sizes.fold((0, 0), |(most, sum), n| (n.max(most), sum + n));
        let weights = self.weights(limbs);
        match total < PARALLEL_LIMBS {
            true => integers.iter().map(|c| weights.residue(c.borrow())).collect(),
            false => integers.par_iter().with_min_len(1024).map(|c| weights.residue(c.borrow())).collect(),
        }
    }

    /// The sum of coefficients times monomials at a point: row-major over exponents below `keep`.
    ///
    /// One product per limb and two per coefficient; on all cores where that is much.
    pub fn evaluate<L: Integers + ?Sized>(self, coefficients: &L, keep: &[u32], point: &[u64]) -> u64 {
        self.evaluate_part(coefficients, 0, &Support::whole(keep.to_vec()), point)
    }

    /// The part of the sum of coefficients times the monomials of a support that those from number `first` on are, as many as there are in
    /// `coefficients`.
    pub fn evaluate_part<L: Integers + ?Sized>(
        self,
        coefficients: &L,
        first: usize,
        support: &Support,
        point: &[u64],
    ) -> u64 {
        let count = coefficients.count();
        let (limbs, total) = sizes(coefficients);
        if limbs == 0 {
            return 0;
        }
        let weights = self.weights(limbs);
        // The innermost variable by running products, the others anew for each line.
        let x = point.last().copied().unwrap_or(self.one());
        let monomial = |line: &Line| {
            let outer = support.outer(line.number).zip(point.iter().rev().skip(1));
            outer.fold(self.pow(x, line.from.into()), |product, (e, &x)| self.mul(product, self.pow(x, e.into())))
        };
        let sum = |part: Range<usize>| {
            let (start, count) = (part.start, part.len());
            let of_line = |line: Line| {
                let powers = std::iter::successors(Some(monomial(&line)), move |&power| Some(self.mul(power, x)));
                powers.take(line.len)
            };
            let terms = (start..).zip(support.lines(first + start..first + part.end).flat_map(of_line));
            if count < BY_LIMBS {
                return terms.fold(0, |sum, (at, m)| self.add(sum, self.mul(m, weights.residue(coefficients.at(at)))));
            }
            // The sum of the limbs number k of all coefficients times their monomials, for each k; none is reduced before the end.
            let mut sums = vec![Sum::default(); limbs];
            terms.for_each(|(at, monomial)| {
                let c = coefficients.at(at);
                // Both below 2^61.
                let m = if c.is_negative() { self.modulus() - monomial } else { monomial };
                sums.iter_mut().zip(limbs_of(c)).for_each(|(sum, &limb)| sum.add(m, limb));
            });
            sums.iter().zip(&weights.weights).fold(0, |all, (sum, &w)| self.add(all, self.mul(sum.reduced(self), w)))
        };
        let work = total + OF_COEFFICIENT * count;
        if work < PARALLEL_LIMBS {
            return sum(0..count);
        }
        let len = (count * (PARALLEL_LIMBS / 8)).div_ceil(work);
        let parts = (0..count.div_ceil(len)).into_par_iter();
        parts.map(|k| sum(k * len..count.min((k + 1) * len))).reduce(|| 0, |a, b| self.add(a, b))
    }
}

/// A sum of products of words below 2^61 and limbs, fewer than 2^64 of them.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    low: u128,
    /// Overflows of `low`: products are below 2^125.
    carry: u64,
}

impl Sum {
    #[inline(always)]
    fn add(&mut self, a: u64, b: u64) {
        let (low, overflow) = self.low.overflowing_add(a as u128 * b as u128);
        self.low = low;
        self.carry += u64::from(overflow);
    }

    /// The sum / 2^64 modulo p.
    fn reduced(&self, field: Prime61) -> u64 {
        // (low + 2^64 high + 2^128 carry) / 2^64; a factor of 2^64 mod p makes up for each division by it.
        let low = field.reduce(self.low as u64 as u128);
        let high = field.reduce((self.low >> 64) * field.one() as u128);
        if self.carry == 0 {
            return field.add(low, high);
        }
        let over = field.reduce(self.carry as u128 * field.word() as u128);
        field.add(field.add(low, high), over)
    }
}

/// Integers from which their sizes are looked up on all cores.
const PARALLEL_SIZES: usize = 1 << 13;

/// The most limbs of an integer, and those of all together.
fn sizes<L: Integers + ?Sized>(integers: &L) -> (usize, usize) {
    let count = integers.count();
    let of = |range: Range<usize>| {
        range.map(|i| limbs_of(integers.at(i)).len()).fold((0, 0), |(most, sum), n| (n.max(most), sum + n))
    };
    let parts = (0..count.div_ceil(PARALLEL_SIZES)).into_par_iter();
    let part = |k: usize| of(k * PARALLEL_SIZES..count.min((k + 1) * PARALLEL_SIZES));
    match count <= PARALLEL_SIZES {
        true => of(0..count),
        false => parts.map(part).reduce(|| (0, 0), |(a, b), (most, sum)| (a.max(most), b + sum)),
    }
}

/// The limbs of |c|, least significant first.
fn limbs_of(c: &Integer) -> &[u64] {
    c.as_limbs()
}

/// Residues of integers as sums of products.
struct Weights {
    field: Prime61,
    weights: Vec<u64>,
}

impl Weights {
    /// The residue in Montgomery form. The integer has no more limbs than there are weights.
    fn residue(&self, c: &Integer) -> u64 {
        let residue = match (limbs_of(c), &self.weights[..]) {
            // Most are short: below 2^64 p, as is a product of any word and a residue.
            (&[limb], &[weight, ..]) => self.field.reduce(u128::from(limb) * u128::from(weight)),
            (limbs, weights) => {
                let mut sum = Sum::default();
                limbs.iter().zip(weights).for_each(|(&limb, &weight)| sum.add(weight, limb));
                sum.reduced(self.field)
            }
        };
        if c.is_negative() { self.field.sub(0, residue) } else { residue }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::rows::{Exponents, Row};
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use rug::integer::{IntegerExt64, IsPrime, Order};

    fn integer(rng: &mut StdRng, limbs: usize) -> Integer {
        let digits: Vec<u64> = (0..limbs).map(|_| if rng.random() { rng.random() } else { u64::MAX }).collect();
        let magnitude = Integer::from_digits(&digits, Order::Lsf);
        if rng.random() { -magnitude } else { magnitude }
    }

    #[test]
    fn primes_are_those_of_gmp() {
        let mut rng = StdRng::seed_from_u64(1);
        for _ in 0..2000 {
            let n = rng.random_range(1u64 << 60..1 << 61) | 1;
            let known = Integer::from(n).is_probably_prime(30) != IsPrime::No;
            assert_eq!(Prime61::if_prime(n).is_some(), known, "{n}");
        }
        // Strong pseudoprimes to the bases 2, 3, 5, 7 and to the first eight primes; a square; products of close primes.
        for n in [3215031751, 341550071728321, 1073741827 * 1073741827, 1073741827 * 1073741831] {
            assert_eq!(Prime61::if_prime(n), None);
        }
        assert!(Prime61::if_prime((1 << 61) - 1).is_some());
    }

    #[test]
    fn residues_of_long_integers() {
        let mut rng = StdRng::seed_from_u64(3);
        for p in [(1 << 61) - 1, Prime61::random(&mut rng).modulus(), 3, 65537] {
            let field = Prime61::new(p);
            for limbs in [0, 1, 2, 7, 8, 9, 100, 3000] {
                let c = integer(&mut rng, limbs);
                let weights = field.weights(limbs_of(&c).len());
                assert_eq!(field.leave(weights.residue(&c)), c.mod_u64(p));
            }
        }
    }

    #[test]
    fn evaluation_is_that_of_integers() {
        let mut rng = StdRng::seed_from_u64(4);
        let field = Prime61::random(&mut rng);
        let modulus = Integer::from(field.modulus());
        for (keep, limbs) in [
            (vec![], 3),
            (vec![0], 1),
            (vec![1], 1),
            (vec![40], 2),
            (vec![3, 5], 2),
            (vec![2, 3, 4], 1),
            (vec![700], 90),
        ] {
            let point: Vec<u64> = keep.iter().map(|_| field.element(&mut rng)).collect();
            let count = keep.iter().product::<u32>();
            let coefficients: Vec<Integer> = (0..count).map(|_| integer(&mut rng, limbs)).collect();
            let mut want = Integer::new();
            let mut terms = Vec::new();
            for (index, c) in coefficients.iter().enumerate() {
                let (mut rest, mut exponents) = (index as u32, vec![0; keep.len()]);
                for (e, n) in exponents.iter_mut().zip(&keep).rev() {
                    (*e, rest) = (rest % n, rest / n);
                }
                let monomial = point.iter().zip(&exponents).fold(Integer::from(1), |acc, (&x, &e)| {
                    let power = Integer::from(field.leave(x)).pow_mod(&e.into(), &modulus);
                    acc * power.expect("a power") % &modulus
                });
                want += monomial * c;
                terms.push((c.clone(), Exponents::from_vec(exponents)));
            }
            let want = want.mod_u64(field.modulus());
            assert_eq!(field.leave(field.evaluate(&coefficients[..], &keep, &point)), want, "{keep:?}");
            let rows = Rows { kept: keep.len(), rows: vec![Row::default(), Row { terms }] };
            assert_eq!(field.specialise(&rows, &point), [0, field.enter(want)], "{keep:?}");
        }
        // Few terms of a large degree: without a table of powers.
        let far = Rows {
            kept: 1,
            rows: vec![Row {
                terms: vec![(5.into(), Exponents::from_slice(&[1 << 30])), (7.into(), Exponents::from_slice(&[0]))],
            }],
        };
        let x = field.element(&mut rng);
        let want = field.add(field.mul(field.enter(5), field.pow(x, 1 << 30)), field.enter(7));
        assert_eq!(field.specialise(&far, &[x]), [want]);
    }
}
