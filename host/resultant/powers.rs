//! Products of powers of polynomials: those of long integers, by Kronecker substitution, or term by term where the product has few terms in a large box of
//! exponents.
//!
//! f^e has at most C(e + t - 1, t - 1) terms for t terms of f. Modulo a prime p with e = d_0 + d_1 p + d_2 p^2 + ... it is
//! f^(d_0) f(x^p)^(d_1) f(x^(p^2))^(d_2) ..., since f^p = f(x^p) for coefficients modulo p: few terms for small digits, however large e is.

use crate::error::{Error, ErrorKind, Result};
use crate::plan::exponents::{DEGREES, gcd};
use crate::poly::kronecker::{limbs_for, pack, unpack};
use crate::poly::{Exponents, Polynomial, Term, mul_terms, multinomial_count, size};
use crate::run::memory;
use crate::run::modulus::Modulus;
use rug::Integer;
use rug::integer::{IntegerExt64, Order};
use rug::ops::Pow;

/// Most limbs of a dense product, zeros included.
const MOST_LIMBS: u128 = 1 << 31;

/// Most products of two terms where a dense product is beyond its limits: some minutes.
const MOST_STEPS: u128 = 1 << 31;

/// The product of these operands to these powers, times -1 where that is said, over the variables of all; modulo a prime with coefficients from 0 to p - 1.
///
/// # Errors
/// `Limit` for exponents from 2^31 on, and where it takes more than so many bytes of `memory`.
pub(super) fn product(
    (operands, negative): (&[(&Polynomial, u32)], bool),
    vars: &[String],
    modulus: Option<Modulus>,
    memory: u64,
) -> Result<Polynomial> {
    let operands = above_zero(operands);
    let Some(places) = Places::new(&operands, vars.len())? else { return Polynomial::constant(vars, Integer::new()) };
    let sparse = Sparse::new(&operands, modulus);
    let ways = Ways::new(&operands, modulus, &places, sparse.work(places.count));
    memory::check(ways.bytes(memory), memory)?;
    let mut terms = match ways.is_sparse(memory) {
        true => sparse.product(vars.len()),
        false if ways.limbs >= MOST_LIMBS => return Err(too_long(ways.limbs)),
        false => {
            let coefficients = match modulus {
                Some(p) => places.product_modulo(&operands, p),
                None => places.product(&operands).ok_or_else(|| too_long(ways.limbs))?,
            };
            places.terms(coefficients)
        }
    };
    if negative {
        for Term { coefficient, .. } in &mut terms {
            *coefficient = match modulus {
                Some(p) => Integer::from(p) - std::mem::take(coefficient),
                None => -std::mem::take(coefficient),
            };
        }
    }
    Polynomial::from_descending(vars, terms)
}

/// Nanoseconds of a product of two terms with its place among others, and of a limb of a dense product.
const NANOSECONDS: f64 = 30.0;

/// Nanoseconds of a product over Z in so many variables, about, and bytes of memory with which it runs.
///
/// # Errors
/// `Limit` for exponents from 2^31 on.
pub(super) fn cost(operands: &[(&Polynomial, u32)], variables: usize, memory: u64) -> Result<(f64, u64)> {
    let operands = above_zero(operands);
    let Some(places) = Places::new(&operands, variables)? else { return Ok((0.0, 0)) };
    let ways = Ways::new(&operands, None, &places, Sparse::new(&operands, None).work(places.count));
    let steps = if ways.is_sparse(memory) { ways.steps } else { ways.limbs };
    Ok((steps as f64 * NANOSECONDS, ways.bytes(memory)))
}

/// Bytes of memory with which [`product`] runs: those of the way that it takes with `memory` bytes, or, where these do not suffice, of the way that
/// needs fewer. The last operand stands for any one in its range and steps of exponents, of no larger norm and at most so many `terms`.
///
/// # Errors
/// `Limit` for exponents from 2^31 on.
pub(super) fn bytes(
    (operands, terms): (&[(&Polynomial, u32)], u64),
    modulus: Option<Modulus>,
    memory: u64,
) -> Result<u64> {
    let operands = above_zero(operands);
    let Some((&(last, e), known)) = operands.split_last() else { return Ok(0) };
    let Some(places) = Places::new(&operands, last.vars().len())? else { return Ok(0) };
    let known = Sparse::new(known, modulus).work(places.count);
    let work = digits(e, modulus).fold(known, |work, (digit, _)| work.times((terms.into(), digit), places.count));
    Ok(Ways::new(&operands, modulus, &places, work).bytes(memory))
}

/// The operands but those to the power 0, which would widen the box.
fn above_zero<'f>(operands: &[(&'f Polynomial, u32)]) -> Vec<(&'f Polynomial, u32)> {
    operands.iter().copied().filter(|(_, e)| *e > 0).collect()
}

/// A bound on the terms of the e-th power of a polynomial with at most so many `terms`.
pub(super) fn most_terms(terms: u128, e: u32, modulus: Option<Modulus>) -> u128 {
    let of_digit = |(digit, _): (u32, u32)| multinomial_count(terms.max(1), digit.into(), u128::MAX);
    digits(e, modulus).map(of_digit).fold(1, u128::saturating_mul)
}

/// The digits d that are not 0 of e = d_0 + d_1 p + ..., with the powers of p that they belong to; e itself without a modulus.
fn digits(e: u32, modulus: Option<Modulus>) -> impl Iterator<Item = (u32, u32)> {
    let (mut rest, mut unit) = (u64::from(e), 1);
    let base = modulus.and_then(Modulus::word).unwrap_or(u64::MAX);
    std::iter::from_fn(move || {
        while rest > 0 {
            let (digit, of) = (rest % base, unit);
            rest /= base;
            // The powers that are used are at most e.
            unit = if rest > 0 { unit * base } else { unit };
            if digit > 0 {
                return Some((digit as u32, of as u32));
            }
        }
        None
    })
}

/// Bits of a coefficient of the product.
fn bits(operands: &[(&Polynomial, u32)], modulus: Option<Modulus>) -> u128 {
    let of_integers = || operands.iter().map(|(f, e)| u128::from(norm_bits(f)) * u128::from(*e)).sum();
    modulus.map_or_else(of_integers, |p| p.bits().into())
}

fn saturated(n: u128) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}

/// Factors of a product, each a list of terms in descending order with its power.
struct Sparse {
    factors: Vec<(Vec<Term>, u32)>,
    modulus: Option<Modulus>,
}

/// Bounds for a product in both ways.
struct Ways {
    /// Products of two terms, term by term.
    steps: u128,
    /// Limbs of a dense product.
    limbs: u128,
    sparse_bytes: u64,
    dense_bytes: u64,
}

impl Ways {
    fn new(operands: &[(&Polynomial, u32)], modulus: Option<Modulus>, places: &Places, work: Work) -> Self {
        let (limbs, terms) = (places.limbs(operands, modulus), saturated(work.terms));
        let coefficients = size::integers(terms, saturated(bits(operands, modulus)));
        // The product, and one that is made of it.
        let sparse_bytes = coefficients.saturating_add(size::terms(terms, places.sides.len())).saturating_mul(2);
        // The digits, the factors, what a multiplication takes, and the coefficients.
        let of_limb = if modulus.is_some() { 64 } else { 48 };
        Ways { steps: work.steps, limbs, sparse_bytes, dense_bytes: saturated(limbs.saturating_mul(of_limb)) }
    }

    /// Whether the product is made term by term. If both ways fit into memory, the faster one is taken, and if neither does, the one that needs
    /// less names what is needed.
    fn is_sparse(&self, memory: u64) -> bool {
        let (sparse, dense) = (self.steps <= MOST_STEPS, self.limbs < MOST_LIMBS);
        match (sparse && self.sparse_bytes <= memory, dense && self.dense_bytes <= memory) {
            // A product of two terms with its place among others takes about as long as a limb.
            (true, true) => self.steps <= self.limbs,
            (false, false) => sparse && (!dense || self.sparse_bytes < self.dense_bytes),
            (has_room, _) => has_room,
        }
    }

    /// Bytes of the way that is taken.
    fn bytes(&self, memory: u64) -> u64 {
        if self.is_sparse(memory) { self.sparse_bytes } else { self.dense_bytes }
    }
}

/// Bounds for a product term by term.
struct Work {
    /// Products of two terms.
    steps: u128,
    /// Terms of the product.
    terms: u128,
}

impl Work {
    /// With the e-th power of one more factor of at most t terms.
    fn times(mut self, (t, e): (u128, u32), places: u128) -> Self {
        let (t, e) = (t.max(1), u128::from(e));
        let of_power = multinomial_count(t, e, places).min(places);
        if t > 1 {
            self.steps = self.steps.saturating_add((e - 1).saturating_mul(t).saturating_mul(of_power));
        }
        let products = self.terms.saturating_mul(of_power);
        Work { steps: self.steps.saturating_add(products), terms: products.min(places) }
    }
}

impl Sparse {
    /// Of these operands to these powers. The degrees of the product are below 2^31.
    fn new(operands: &[(&Polynomial, u32)], modulus: Option<Modulus>) -> Self {
        let mut factors = Vec::new();
        for (f, e) in operands {
            for (digit, unit) in digits(*e, modulus) {
                let mut terms = f.terms().to_vec();
                terms.iter_mut().flat_map(|term| &mut term.exponents).for_each(|e| *e *= unit);
                factors.push((reduced(terms, modulus), digit));
            }
        }
        Sparse { factors, modulus }
    }

    /// Of a product with at most so many `places` for its terms.
    fn work(&self, places: u128) -> Work {
        let one = Work { steps: 0, terms: 1 };
        self.factors.iter().fold(one, |work, (f, e)| work.times((f.len() as u128, *e), places))
    }

    /// The terms in descending order, over so many variables.
    fn product(&self, variables: usize) -> Vec<Term> {
        if self.factors.iter().any(|(f, _)| f.is_empty()) {
            return Vec::new();
        }
        let one = vec![Term { coefficient: 1.into(), exponents: Exponents::from_elem(0, variables) }];
        self.factors.iter().fold(one, |product, (f, e)| reduced(mul_terms(&product, &self.power(f, *e)), self.modulus))
    }

    /// f^e for e >= 1: e - 1 products with f, which for sparse f take less than squarings.
    fn power(&self, f: &[Term], e: u32) -> Vec<Term> {
        let [one] = f else {
            return (1..e).fold(f.to_vec(), |power, _| reduced(mul_terms(&power, f), self.modulus));
        };
        let coefficient = one.coefficient.clone();
        let coefficient = match self.modulus {
            // There is a power for every exponent above 0.
            Some(p) => coefficient.pow_mod(&e.into(), &p.into()).unwrap_or_default(),
            None => coefficient.pow(e),
        };
        vec![Term { coefficient, exponents: one.exponents.iter().map(|k| k * e).collect() }]
    }
}

/// The terms with coefficients from 1 to p - 1.
fn reduced(mut terms: Vec<Term>, modulus: Option<Modulus>) -> Vec<Term> {
    if let Some(p) = modulus {
        terms.iter_mut().for_each(|term| term.coefficient = p.residue(&term.coefficient));
        terms.retain(|term| !term.coefficient.is_zero());
    }
    terms
}

/// 2^bits is at least the sum of the absolute values of the coefficients.
pub(super) fn norm_bits(f: &Polynomial) -> u32 {
    (f.norm1() - 1u32).significant_bits()
}

/// Where the coefficients of a product of powers lie: a box of exponents that begins at `low`, in steps of `step`.
struct Places {
    low: Vec<u32>,
    step: Vec<u32>,
    sides: Vec<usize>,
    /// The product of the sides.
    count: u128,
}

impl Places {
    /// Of the product of these operands to these powers, which are not 0, over so many variables; `None` where it is 0.
    ///
    /// # Errors
    /// `Limit` for exponents from 2^31 on.
    fn new(operands: &[(&Polynomial, u32)], variables: usize) -> Result<Option<Self>> {
        if operands.iter().any(|(f, _)| f.is_zero()) {
            return Ok(None);
        }
        let mut places = Places { low: Vec::new(), step: Vec::new(), sides: Vec::new(), count: 1 };
        for i in 0..variables {
            let (mut low, mut high, mut step) = (0u128, 0u128, 0);
            for (f, e) in operands {
                let least = lowest(f, i);
                low += u128::from(least) * u128::from(*e);
                high += u128::from(f.degree_in(i).unwrap_or(0)) * u128::from(*e);
                f.terms().iter().for_each(|term| step = gcd(term.exponents[i] - least, step));
            }
            if high >= DEGREES {
                return Err(
                    ErrorKind::Limit { what: "degree of the answer", needed: high, allowed: DEGREES - 1 }.into()
                );
            }
            let side = ((high - low) as u32).checked_div(step).unwrap_or(0) as usize + 1;
            places.low.push(low as u32);
            places.step.push(step.max(1));
            places.sides.push(side);
            places.count = places.count.saturating_mul(side as u128);
        }
        Ok(Some(places))
    }

    /// The places of the terms of an operand.
    fn of<'f>(&self, f: &'f Polynomial) -> impl Iterator<Item = (usize, &'f Integer)> {
        let low: Vec<u32> = (0..self.sides.len()).map(|i| lowest(f, i)).collect();
        f.terms().iter().map(move |term| {
            let digits = term.exponents.iter().zip(&low).zip(&self.step).zip(&self.sides);
            (digits.fold(0, |at, (((&e, low), step), side)| at * side + ((e - low) / step) as usize), &term.coefficient)
        })
    }

    /// Limbs of all coefficients, zeros included; modulo a prime those of a sum of products.
    fn limbs(&self, operands: &[(&Polynomial, u32)], modulus: Option<Modulus>) -> u128 {
        let of_each = match modulus {
            Some(p) => limbs_of_products(p) as u128,
            None => limbs_for(saturated(bits(operands, None))) as u128,
        };
        self.count.saturating_mul(of_each)
    }

    /// One product of long integers for each bit of the powers, of less than [`MOST_LIMBS`] limbs.
    fn product(&self, operands: &[(&Polynomial, u32)]) -> Option<Vec<Integer>> {
        let limbs = limbs_for(saturated(bits(operands, None)));
        let mut value = Integer::from(1);
        for (f, e) in operands {
            // Terms descend, so the first one has the last place.
            let last = self.of(f).next().map_or(0, |(place, _)| place);
            value *= pack(last + 1, limbs, self.of(f)).pow(*e);
        }
        unpack(&value, self.count as usize, limbs)
    }

    /// The same modulo a prime.
    fn product_modulo(&self, operands: &[(&Polynomial, u32)], p: Modulus) -> Vec<Integer> {
        match p.word().filter(|p| p >> 63 == 0) {
            Some(p) => self
                .power_product(operands, 1 % p, |c| c.mod_u64(p), |a, b| multiply(a, b, p))
                .into_iter()
                .map(Integer::from)
                .collect(),
            None => self.power_product(operands, Integer::from(1), |c| p.residue(c), |a, b| multiply_long(a, b, p)),
        }
    }

    /// The same for residues of any kind, by their 1 and their products.
    fn power_product<C: Clone + Default>(
        &self,
        operands: &[(&Polynomial, u32)],
        one: C,
        residue: impl Fn(&Integer) -> C,
        multiply: impl Fn(&[C], &[C]) -> Vec<C>,
    ) -> Vec<C> {
        let mut value = vec![one];
        for (f, e) in operands {
            let last = self.of(f).next().map_or(0, |(place, _)| place);
            let mut base = vec![C::default(); last + 1];
            self.of(f).for_each(|(place, c)| base[place] = residue(c));
            for bit in (0..u32::BITS - e.leading_zeros()).map(|bit| e >> bit) {
                if bit & 1 == 1 {
                    value = multiply(&value, &base);
                }
                if bit > 1 {
                    base = multiply(&base, &base);
                }
            }
        }
        value.resize(self.count as usize, C::default());
        value
    }

    /// The terms with these coefficients, in descending order.
    fn terms(&self, coefficients: Vec<Integer>) -> Vec<Term> {
        let term = |(place, coefficient): (usize, Integer)| {
            let (mut exponents, mut rest) = (Exponents::from_slice(&self.low), place);
            for ((e, step), side) in exponents.iter_mut().zip(&self.step).zip(&self.sides).rev() {
                *e += (rest % side) as u32 * step;
                rest /= side;
            }
            Term { coefficient, exponents }
        };
        coefficients.into_iter().enumerate().rev().filter(|(_, c)| !c.is_zero()).map(term).collect()
    }
}

/// The lowest exponent of variable number `i`; 0 for 0.
pub(super) fn lowest(f: &Polynomial, i: usize) -> u32 {
    f.terms().iter().map(|term| term.exponents[i]).min().unwrap_or(0)
}

fn too_long(needed: u128) -> Error {
    ErrorKind::Limit { what: "limbs of a power, zeros between included", needed, allowed: MOST_LIMBS - 1 }.into()
}

/// Limbs of a sum of up to 2^62 products of numbers below p, with a bit for a sign.
fn limbs_of_products(p: Modulus) -> usize {
    if p.bits() < u64::BITS { 3 } else { limbs_for(2 * u64::from(p.bits()) + 62) }
}

/// The product of polynomials with coefficients below p.
fn multiply_long(a: &[Integer], b: &[Integer], p: Modulus) -> Vec<Integer> {
    let (limbs, count) = (limbs_of_products(p), a.len() + b.len() - 1);
    let value = |f: &[Integer]| pack(f.len(), limbs, f.iter().enumerate());
    // A product of numbers that are not negative has digits that fit.
    let digits = unpack(&(value(a) * value(b)), count, limbs).unwrap_or_default();
    digits.iter().map(|c| p.residue(c)).collect()
}

/// The product of polynomials with coefficients below p < 2^63: sums of up to 2^66 products are below 2^192.
fn multiply(a: &[u64], b: &[u64], p: u64) -> Vec<u64> {
    let spread = |f: &[u64]| Integer::from_digits(&f.iter().flat_map(|&c| [c, 0, 0]).collect::<Vec<u64>>(), Order::Lsf);
    let product = spread(a) * spread(b);
    let digits = product.as_limbs();
    let digit = |i: usize| digits.get(i).copied().unwrap_or(0);
    // The rest so far is below 2^63.
    let reduced = |rest: u64, digit: u64| ((u128::from(rest) << 64 | u128::from(digit)) % u128::from(p)) as u64;
    let places = 0..a.len() + b.len() - 1;
    places.map(|i| (0..3).rev().fold(0, |rest, limb| reduced(rest, digit(3 * i + limb)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    const VARS: [&str; 3] = ["x", "y", "z"];

    fn poly(text: &str) -> Polynomial {
        Polynomial::parse_in(text, &VARS).unwrap()
    }

    fn of(operands: &[(&Polynomial, u32)], modulus: Option<Modulus>) -> Result<String> {
        product((operands, false), &VARS.map(str::to_owned), modulus, 1 << 26).map(|found| found.to_string())
    }

    /// Both ways for random operands, and the sign.
    #[test]
    fn both_ways_agree() {
        let mut rng = StdRng::seed_from_u64(8);
        for case in 0..120 {
            let mut random = || {
                let terms: Vec<(Integer, Vec<u32>)> = (0..rng.random_range(1..4))
                    .map(|_| (rng.random_range(-9..10).into(), VARS.map(|_| rng.random_range(0..4)).to_vec()))
                    .collect();
                (Polynomial::from_terms(&VARS, terms).unwrap(), rng.random_range(1..6))
            };
            let given = [random(), random()];
            let operands = [(&given[0].0, given[0].1), (&given[1].0, given[1].1)];
            let Some(places) = Places::new(&operands, 3).unwrap() else { continue };
            let modulus = [None, Some(2), Some(3), Some(101), Some((1 << 61) - 1)][case % 5].map(Modulus::from);
            let dense = match modulus {
                Some(p) => places.product_modulo(&operands, p),
                None => places.product(&operands).unwrap(),
            };
            let sparse = Sparse::new(&operands, modulus);
            let (dense, found) = (places.terms(dense), sparse.product(3));
            assert_eq!(dense, found, "{} ^ {} {} ^ {} {modulus:?}", given[0].0, given[0].1, given[1].0, given[1].1);
            assert!(found.len() as u128 <= sparse.work(places.count).terms);
            let vars = VARS.map(str::to_owned);
            let minus = product((&operands, true), &vars, modulus, 1 << 26).unwrap();
            let sum = &minus + &Polynomial::from_descending(&vars, found).unwrap();
            assert!(
                sum.terms().iter().all(|term| modulus.is_some_and(|p| term.coefficient == Integer::from(p))),
                "{sum}"
            );
            // Each amount that is named suffices, also where only a bound on the terms is known.
            for (terms, memory) in [(0, 0), (0, u64::MAX), (40, 0), (40, u64::MAX)] {
                let terms = terms.max(given[1].0.terms().len() as u64);
                let bytes = bytes((&operands, terms), modulus, memory).unwrap();
                assert_eq!(product((&operands, true), &vars, modulus, bytes).unwrap(), minus);
            }
        }
    }

    /// Few terms in boxes that have no room in memory: over Z, and modulo a prime by its powers.
    #[test]
    fn few_terms_in_large_boxes() {
        assert_eq!(of(&[(&poly("x^1000000000 + x + 1"), 2)], None).unwrap().matches('+').count(), 5);
        let f = poly("x*y + z - 1");
        assert_eq!(
            of(&[(&f, 1 << 30)], Some(Modulus::from(2))).unwrap(),
            "x^1073741824*y^1073741824 + z^1073741824 + 1"
        );
        // 3^18 + 3^2.
        assert_eq!(of(&[(&f, 387_420_498)], Some(Modulus::from(3))).unwrap().matches('z').count(), 5);
        assert_eq!(of(&[(&poly("5*x"), 1_000_000_000), (&poly("y"), 3)], Some(Modulus::from(5))).unwrap(), "0");
        assert_eq!(of(&[(&poly("2*x"), 1_000_000_000)], Some(Modulus::from(5))).unwrap(), "x^1000000000");
        // A power 0 takes no place.
        assert_eq!(of(&[(&poly("x + 1"), 2), (&poly("x^1000000000 + x + 1"), 0)], None).unwrap(), "x^2 + 2*x + 1");
        assert_eq!(of(&[(&f, 0)], None).unwrap(), "1");
        // Too many terms either way.
        assert!(matches!(of(&[(&f, 1 << 20)], None).unwrap_err().kind(), ErrorKind::Limit { .. }));
        assert!(matches!(of(&[(&f, 1 << 31)], Some(Modulus::from(2))).unwrap_err().kind(), ErrorKind::Limit { .. }));
    }

    #[test]
    fn digits_of_exponents() {
        assert_eq!(digits(0, None).count(), 0);
        assert_eq!(digits(7, None).collect::<Vec<_>>(), [(7, 1)]);
        assert_eq!(digits(u32::MAX, Some(Modulus::from(65_537))).collect::<Vec<_>>(), [(65_535, 65_537)]);
        assert_eq!(digits(21, Some(Modulus::from(3))).collect::<Vec<_>>(), [(1, 3), (2, 9)]);
        assert_eq!(digits(u32::MAX, Some(Modulus::from(u64::MAX >> 1))).collect::<Vec<_>>(), [(u32::MAX, 1)]);
    }

    /// A dense power is not made term by term, and one of few terms is.
    #[test]
    fn ways_are_chosen() {
        let chosen = |text: &str, e: u32, modulus: Option<Modulus>| {
            let f = poly(text);
            let operands = [(&f, e)];
            let places = Places::new(&operands, 3).unwrap().unwrap();
            let work = Sparse::new(&operands, modulus).work(places.count);
            Ways::new(&operands, modulus, &places, work).is_sparse(u64::MAX)
        };
        assert!(!chosen("(x^9 + x^8 + 1)*(y^3 + y^2 + y + 1)*(x^4 + x^3 + x^2 + x + 1)", 9, None));
        assert!(!chosen("(x + 1)^6*(y + 1)^6", 100, Some(Modulus::from(101))));
        assert!(chosen("x^1000 + y^1000 + x", 2, None));
        assert!(chosen("x + y + z + 1", 64, Some(Modulus::from(2))));
    }
}
