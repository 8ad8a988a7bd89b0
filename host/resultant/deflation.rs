//! Exponents of the eliminated variable with a common divisor, and powers of it that divide an input.
//!
//! For f = F(y^k), g = G(y^k) the roots of f are the k-th roots of those of F, and g has at each of them the value of G at the root of F. So,
//! with lc(f) = lc(F) and deg g = k deg G,
//!
//! > res_y(F(y^k), G(y^k)) = res_y(F, G)^k.
//!
//! For the discriminant let m = deg F, n = k m. From f' = k y^(k-1) F'(y^k), res(f, k) = k^n, res(f, y) = (-1)^n F_0 and the formula
//! above, res(f, f') = k^n ((-1)^n F_0)^(k-1) res(F, F')^k, and with the signs and leading coefficients of both discriminants
//!
//! > disc_y(F(y^k)) = (-1)^s k^n (F_0 F_m)^(k-1) disc_y(F)^k,  s = n (n - 1) / 2 + n (k - 1) + k m (m - 1) / 2.
//!
//! Powers of y that divide f or g go before that. With res(y, g) = g_0 and res(f, y) = (-1)^deg f f_0,
//!
//! > res(y^a f1, g) = g_0^a res(f1, g),  res(f, y^b g1) = (-1)^(b deg f) f_0^b res(f, g1),  disc(y f1) = f1_0^2 disc(f1),
//!
//! and what is left of them is 0: res(y f, y g) and disc(y^2 f). Where one input is c y^a, nothing else is left to compute, whatever the degrees are:
//!
//! > res(c y^a, g) = c^deg g g_0^a,  res(f, c y^b) = (-1)^(b deg f) c^deg f f_0^b.
//!
//! Roots 0 have no order in a kept variable, so a shear takes little of what
//! they add to the lowest exponent of the answer ([`super::shear`]). They are taken out where a grid of at most half as many points is
//! left, or exponents with a larger common divisor: else the answer would be put together as a whole for little.

use super::exponents::Thinning;
use super::modular::MAX_DEGREE;
use super::powers::{self, lowest, norm_bits};
use crate::error::{ErrorKind, Result};
use crate::plan::exponents::{DEGREES, gcd};
use crate::poly::{Polynomial, Term, places, size};
use crate::run::modulus::Modulus;

/// How the answer for f and g comes from that for F and G.
pub(super) struct Deflation {
    /// k: the answer for F and G is taken to this power.
    pub k: u32,
    /// The factor of that: powers of polynomials in the kept variables.
    factors: Vec<(Polynomial, u32)>,
    /// And a sign.
    negative: bool,
}

/// The greatest common divisor of all exponents of `var`; 0 where it does not occur.
fn common_divisor(polynomials: &[&Polynomial], var: &str) -> u32 {
    let mut divisor = 0;
    for f in polynomials {
        let Some(index) = f.vars().iter().position(|v| v == var) else { continue };
        for term in f.terms() {
            if divisor == 1 {
                return 1;
            }
            divisor = gcd(term.exponents[index], divisor);
        }
    }
    divisor
}

/// The lowest exponent of `var` in a polynomial that is not 0.
pub(super) fn order(f: &Polynomial, var: &str) -> u32 {
    f.vars().iter().position(|v| v == var).map_or(0, |index| lowest(f, index))
}

/// f / `var`^a.
fn divided(f: &Polynomial, var: &str, a: u32) -> Polynomial {
    let index = f.vars().iter().position(|v| v == var);
    let term = |term: &Term| {
        let mut term = term.clone();
        index.into_iter().for_each(|i| term.exponents[i] -= a);
        term
    };
    // The order stays.
    Polynomial::descending(f.shared_vars(), f.terms().iter().map(term).collect())
}

/// The coefficient of `var`^`e` as a polynomial in the variables `kept`, which are all others.
///
/// # Errors
/// None for variables that are these.
fn coefficient(f: &Polynomial, (kept, var): (&[String], &str), e: u32) -> Result<Polynomial> {
    let y = f.vars().iter().position(|v| v == var);
    let of_kept = places(f, kept);
    let terms = f.terms().iter().filter(|term| y.map_or(0, |y| term.exponents[y]) == e);
    let exponents =
        |term: &Term| of_kept.iter().map(|place| place.map_or(0, |i| term.exponents[i])).collect::<Vec<u32>>();
    Polynomial::from_terms(kept, terms.map(|term| (term.coefficient.clone(), exponents(term))))
}

/// Points of a grid up to which powers of y are taken out: the product with their factor is put together in memory.
const MOST_POINTS: u128 = 1 << 26;

/// F for f = F(`var`^k).
fn deflated(f: &Polynomial, var: &str, k: u32) -> Polynomial {
    let index = f.vars().iter().position(|v| v == var);
    let term = |term: &Term| {
        let mut term = term.clone();
        index.into_iter().for_each(|i| term.exponents[i] /= k);
        term
    };
    // The order stays.
    Polynomial::descending(f.shared_vars(), f.terms().iter().map(term).collect())
}

/// Points of a grid for the answer; as many as there are numbers where degrees are beyond the limit.
fn points((kept, var): (&[String], &str), polynomials: &[&Polynomial], weights: &[u64], of_var: u64) -> u128 {
    match polynomials.iter().any(|f| f.degree(var).is_some_and(|degree| degree as usize > MAX_DEGREE)) {
        true => u128::MAX,
        false => Thinning::points((kept, var), polynomials, weights, of_var),
    }
}

/// Whether a power of y is taken out, for the points of a grid and the common divisors of exponents with it and without.
fn pays([with, without]: [u128; 2], divisors: [u32; 2]) -> bool {
    with <= MOST_POINTS && (2 * without <= with || divisors[1] > divisors[0])
}

/// Powers of y that divide f or g, but not both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PowersOfY {
    /// They are taken out where that pays.
    Go,
    /// They stay: the Schur forms of the papers have a remedy of their own ([`super::Remedy::Factor`]).
    Stay,
}

impl Deflation {
    /// The resultant where f or g is a monomial in y, as a deflation of 1; `None` where neither is. f and g are not 0, and y does not divide both.
    ///
    /// # Errors
    /// None.
    pub fn of_monomial(
        f: &Polynomial,
        g: &Polynomial,
        (kept, var): (&[String], &str),
        powers: PowersOfY,
    ) -> Result<Option<Self>> {
        let degree = |h: &Polynomial| h.degree(var).unwrap_or(0);
        let is_monomial = |h: &Polynomial| {
            let a = order(h, var);
            a == degree(h) && (a == 0 || powers == PowersOfY::Go)
        };
        let (monomial, other, negative) = match (is_monomial(f), is_monomial(g)) {
            (true, _) => (f, g, false),
            (_, true) => (g, f, degree(f) % 2 == 1 && degree(g) % 2 == 1),
            _ => return Ok(None),
        };
        let a = degree(monomial);
        let of_coefficient = (coefficient(monomial, (kept, var), a)?, degree(other));
        let of_zero = (coefficient(other, (kept, var), 0)?, a);
        Ok(Some(Deflation { k: 1, factors: vec![of_coefficient, of_zero], negative }))
    }

    /// F and G with the deflation; `None` where they are f and g. f and g are not 0, and y does not divide both.
    pub fn of_pair(
        f: &Polynomial,
        g: &Polynomial,
        (kept, var): (&[String], &str),
        powers: PowersOfY,
    ) -> Result<Option<([Polynomial; 2], Self)>> {
        let [a, b] = [f, g].map(|f| order(f, var));
        if a + b > 0 && powers == PowersOfY::Go {
            let (f1, g1) = (divided(f, var, a), divided(g, var, b));
            let points = |[f, g]: [&Polynomial; 2]| {
                let [p, q] = [f, g].map(|f| u64::from(f.degree(var).unwrap_or(0)));
                points((kept, var), &[f, g], &[q, p], p * q)
            };
            let pairs = [[f, g], [&f1, &g1]];
            if pays(pairs.map(points), pairs.map(|pair| common_divisor(&pair, var))) {
                let of_zero =
                    if a > 0 { (coefficient(g, (kept, var), 0)?, a) } else { (coefficient(f, (kept, var), 0)?, b) };
                let negative = b % 2 == 1 && f.degree(var).unwrap_or(0) % 2 == 1;
                let (pair, mut this) = Self::of_powers([f1, g1], var);
                this.factors.push(of_zero);
                this.negative ^= negative;
                return Ok(Some((pair, this)));
            }
        }
        let deflated = || Self::of_powers([f.clone(), g.clone()], var);
        Ok((common_divisor(&[f, g], var) > 1).then(deflated))
    }

    /// F and G for f = F(y^k) and g = G(y^k).
    fn of_powers(pair: [Polynomial; 2], var: &str) -> ([Polynomial; 2], Self) {
        let k = common_divisor(&pair.each_ref(), var).max(1);
        let this = Deflation { k, factors: Vec::new(), negative: false };
        (if k == 1 { pair } else { pair.map(|f| deflated(&f, var, k)) }, this)
    }

    /// F with the deflation of its discriminant; `None` where that is f. f has a positive degree, and y^2 does not divide it.
    ///
    /// # Errors
    /// None.
    pub fn of_one(
        f: &Polynomial,
        (kept, var): (&[String], &str),
        powers: PowersOfY,
    ) -> Result<Option<(Polynomial, Self)>> {
        let points = |f: &Polynomial| {
            let n = u64::from(f.degree(var).unwrap_or(0));
            points((kept, var), &[f], &[(2 * n).saturating_sub(2)], n * n.saturating_sub(1))
        };
        if order(f, var) == 1 && f.degree(var) > Some(1) && powers == PowersOfY::Go {
            let f1 = divided(f, var, 1);
            // disc(f1) = 1 for a linear f1.
            if f1.degree(var) == Some(1) || pays([points(f), points(&f1)], [f, &f1].map(|f| common_divisor(&[f], var)))
            {
                let of_zero = (coefficient(&f1, (kept, var), 0)?, 2);
                let of_powers = Self::of_one_in_powers(&f1, (kept, var))?;
                let (f, mut this) =
                    of_powers.unwrap_or_else(|| (f1, Deflation { k: 1, factors: Vec::new(), negative: false }));
                this.factors.push(of_zero);
                return Ok(Some((f, this)));
            }
        }
        Self::of_one_in_powers(f, (kept, var))
    }

    /// F for f = F(y^k); `None` for k = 1.
    fn of_one_in_powers(f: &Polynomial, (kept, var): (&[String], &str)) -> Result<Option<(Polynomial, Self)>> {
        let k = common_divisor(&[f], var);
        let (Some(n), 2..) = (f.degree(var), k) else { return Ok(None) };
        let coefficient = |e: u32| coefficient(f, (kept, var), e);
        let of_k = Polynomial::constant(kept, k.into())?;
        let factors = vec![(of_k, n), (coefficient(0)?, k - 1), (coefficient(n)?, k - 1)];
        let [odd_f, odd_y, odd_k] = {
            let (n, k, m) = (u64::from(n), u64::from(k), u64::from(n / k));
            // n (n - 1) / 2 is odd for n = 2 or 3 modulo 4.
            [n % 4 > 1, n % 2 * ((k - 1) % 2) == 1, k % 2 == 1 && m % 4 > 1]
        };
        let this = Deflation { k, factors, negative: odd_f ^ odd_y ^ odd_k };
        Ok(Some((deflated(f, var, k), this)))
    }

    /// Bounds on the degrees of an answer, for those of F and G: in the variables that occur there, which are in `places` among the kept ones.
    ///
    /// # Errors
    /// `Limit` for 2^31 and more.
    pub fn degrees(&self, places: impl Iterator<Item = usize>, degrees: &[u32]) -> Result<Vec<u32>> {
        let one = |(place, &degree): (usize, &u32)| {
            let of = |(f, e): &(Polynomial, u32)| u128::from(f.degree_in(place).unwrap_or(0)) * u128::from(*e);
            let needed = u128::from(degree) * u128::from(self.k) + self.factors.iter().map(of).sum::<u128>();
            match needed < DEGREES {
                true => Ok(needed as u32),
                false => Err(ErrorKind::Limit { what: "degree of the answer", needed, allowed: DEGREES - 1 }.into()),
            }
        };
        places.zip(degrees).map(one).collect()
    }

    /// The bits of an answer's coefficients, for a bound on those of F and G: |c| <= 2^bits, and as many in the power.
    pub fn bits(&self, bits: u64, coefficients: u64) -> u64 {
        let count = u64::from(64 - coefficients.saturating_sub(1).leading_zeros());
        let of = |(f, e): &(Polynomial, u32)| u64::from(norm_bits(f)).saturating_mul((*e).into());
        let factors = self.factors.iter().map(of).fold(0, u64::saturating_add);
        (bits + count).saturating_mul(self.k.into()).saturating_add(factors)
    }

    /// Bytes of a power beside `held` bytes: of a polynomial of these degrees per axis, with at most so many terms.
    pub fn bytes_of_power(
        &self,
        (small, terms): (&[u32], u64),
        (bits, modulus): (u64, Option<Modulus>),
        held: u64,
    ) -> u64 {
        let side = |&d: &u32| u128::from(d) * u128::from(self.k) + 1;
        let places = small.iter().map(side).fold(1, u128::saturating_mul);
        let count = powers::most_terms(terms.into(), self.k, modulus).min(places);
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        size::integers(count, bits).saturating_add(held)
    }

    /// Bytes with which [`Deflation::inflate`] runs, by [`powers::bytes`].
    ///
    /// # Errors
    /// As there.
    pub fn bytes_to_inflate(
        &self,
        (answer, terms): (&Polynomial, u64),
        modulus: Option<Modulus>,
        memory: u64,
    ) -> Result<u64> {
        powers::bytes((&self.operands(answer), terms), modulus, memory)
    }

    /// The factors of the answer.
    fn operands<'f>(&'f self, answer: &'f Polynomial) -> Vec<(&'f Polynomial, u32)> {
        let mut operands: Vec<(&Polynomial, u32)> = self.factors.iter().map(|(f, e)| (f, *e)).collect();
        operands.push((answer, self.k));
        operands
    }

    /// The answer for f and g from that for F and G; modulo a prime with coefficients from 0 to p - 1.
    ///
    /// # Errors
    /// `Limit` where it takes more than so many bytes of `memory`.
    pub fn inflate(&self, answer: &Polynomial, modulus: Option<Modulus>, memory: u64) -> Result<Polynomial> {
        powers::product((&self.operands(answer), self.negative), answer.vars(), modulus, memory)
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::ResultantOptions;
    use super::super::problem::{Computation, Problem};
    use super::*;
    use crate::plan::exact;
    use crate::plan::rows::Rows;
    use crate::run::options::Backend;
    use crate::{Discriminant, Resultant};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};
    use rug::Integer;
    use rug::integer::IntegerExt64;

    fn random(rng: &mut StdRng, degree: u32) -> Polynomial {
        let terms: Vec<(Integer, Vec<u32>)> = (0..=degree)
            .flat_map(|i| (0..2).map(move |_| i))
            .map(|i| (rng.random_range(-9..10).into(), vec![rng.random_range(0..4), i, 3 * rng.random_range(0..2)]))
            .chain([(7.into(), vec![0, degree, 0])])
            .collect();
        Polynomial::from_terms(&["x", "y", "z"], terms).unwrap()
    }

    fn spread(f: &Polynomial, k: u32) -> Polynomial {
        let terms = f.terms().iter().map(|term| {
            let e = &term.exponents;
            (term.coefficient.clone(), vec![e[0], e[1] * k, e[2]])
        });
        Polynomial::from_terms(f.vars(), terms).unwrap()
    }

    /// res(f, g h) = res(f, g) res(f, h) with h = y - 1: exponents of g h and h have no common divisor.
    #[test]
    fn powers_are_resultants() {
        let mut rng = StdRng::seed_from_u64(5);
        let h: Polynomial = Polynomial::parse_in("y - 1", &["x", "y", "z"]).unwrap();
        let resultant = |f: &Polynomial, g: &Polynomial, p: Option<u64>| {
            let mut question = Resultant::new(f, g, "y").backend(Backend::Cpu);
            if let Some(p) = p {
                question = question.modulus(p);
            }
            question.run().unwrap()
        };
        for (p, q, k) in [(1, 1, 2), (2, 1, 3), (1, 2, 2), (2, 2, 4)] {
            let (f, g) = (spread(&random(&mut rng, p), k), spread(&random(&mut rng, q), k));
            let answer = resultant(&f, &g, None);
            assert_eq!(answer.report.power, k);
            let plain = resultant(&f, &(&g * &h), None);
            assert_eq!(plain.report.power, 1);
            let with_h = resultant(&f, &h, None);
            assert_eq!(&answer.polynomial * &with_h.polynomial, plain.polynomial, "{f} and {g}");
            for p in [2, 7, 1_000_003, (1 << 61) - 1] {
                let terms = answer
                    .polynomial
                    .terms()
                    .iter()
                    .map(|t| (Integer::from(t.coefficient.mod_u64(p)), t.exponents.to_vec()));
                let expected = Polynomial::from_terms(answer.polynomial.vars(), terms).unwrap();
                assert_eq!(resultant(&f, &g, Some(p)).polynomial, expected, "{f} and {g} modulo {p}");
            }
        }
    }

    /// disc(f) = (-1)^(n (n - 1) / 2) res(f, f') / lc(f), where the resultant is that of polynomials whose exponents have no common divisor.
    #[test]
    fn discriminants_by_their_definition() {
        let mut rng = StdRng::seed_from_u64(6);
        for (m, k) in [(1, 2), (1, 3), (1, 4), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4)] {
            for _ in 0..4 {
                let f = spread(&random(&mut rng, m), k);
                let Some(n) = f.degree("y").filter(|&n| n > 0) else { continue };
                let derivative = f.derivative("y");
                let lead: Vec<_> = f
                    .terms()
                    .iter()
                    .filter(|t| t.exponents[1] == n)
                    .map(|t| (t.coefficient.clone(), vec![t.exponents[0], t.exponents[2]]))
                    .collect();
                let lead = Polynomial::from_terms(&["x", "z"], lead).unwrap();
                let expected = Resultant::new(&f, &derivative, "y").backend(Backend::Cpu).run().unwrap().polynomial;
                let answer = Discriminant::new(&f, "y").backend(Backend::Cpu).run().unwrap();
                let mut found = &answer.polynomial * &lead;
                if n / 2 % 2 == 1 {
                    found = -&found;
                }
                assert_eq!(found, expected, "{f}");
                let p = 10_007;
                let terms = answer
                    .polynomial
                    .terms()
                    .iter()
                    .map(|t| (Integer::from(t.coefficient.mod_u64(p)), t.exponents.to_vec()));
                let reduced = Polynomial::from_terms(answer.polynomial.vars(), terms).unwrap();
                let modulo = Discriminant::new(&f, "y").backend(Backend::Cpu).modulus(p).run().unwrap().polynomial;
                assert_eq!(modulo, reduced, "{f} modulo {p}");
            }
        }
    }

    /// A polynomial and its rows, with random terms and y^`order`, of degree `order` + `degree` in y.
    fn sparse(rng: &mut StdRng, order: u32, degree: u32) -> (Polynomial, Rows) {
        let mut at: Vec<u32> = (0..rng.random_range(0..4)).map(|_| rng.random_range(0..=degree)).collect();
        at.extend([0, degree]);
        at.sort_unstable();
        at.dedup();
        let mut term = |i: u32| {
            (rng.random_range(1i64..9), [0, 3, 40][rng.random_range(0..3)] + rng.random_range(0..4), i + order)
        };
        let terms: Vec<(i64, u32, u32)> = at.into_iter().map(&mut term).collect();
        let polynomial = Polynomial::from_terms(&["x", "y"], terms.iter().map(|&(c, k, i)| (c.into(), vec![k, i])));
        let rows: Vec<(i64, u32, usize)> = terms.into_iter().map(|(c, k, i)| (c, k, i as usize)).collect();
        (polynomial.unwrap(), exact::sparse(&rows))
    }

    fn coefficients(f: &Polynomial) -> Vec<Integer> {
        let mut dense = vec![Integer::new(); f.degree("x").map_or(0, |d| d as usize + 1)];
        f.terms().iter().for_each(|term| dense[term.exponents[0] as usize] = term.coefficient.clone());
        dense
    }

    /// Against determinants of integers: powers of y in one input, in both and in none, taken out or not, beside a common divisor of exponents.
    #[test]
    fn powers_of_y() {
        let mut rng = StdRng::seed_from_u64(19);
        let mut taken = [0; 3];
        for case in 0..200 {
            let orders = [[0, 1], [1, 0], [3, 0], [0, 2], [0, 0], [1, 2]][case % 6];
            let [(f, f_rows), (g, g_rows)] = orders.map(|order| {
                let degree = rng.random_range(0..4);
                sparse(&mut rng, order, degree)
            });
            if f.degree("y") == Some(0) && g.degree("y") == Some(0) {
                continue;
            }
            let deflation = Problem::resultant(&f, &g, "y", PowersOfY::Go).unwrap().deflation;
            taken[0] += usize::from(deflation.is_some_and(|deflation| !deflation.factors.is_empty()));
            let answer = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap();
            let expected = exact::resultant(&f_rows, &g_rows);
            assert_eq!(coefficients(&answer.polynomial), expected, "{f} and {g}");
            assert!(answer.report.degree_bound.iter().all(|&d| d as usize + 1 >= expected.len()), "{f} and {g}");
            let modulo = Resultant::new(&f, &g, "y").backend(Backend::Cpu).modulus(10_007).run().unwrap().polynomial;
            let mut reduced: Vec<Integer> = expected.iter().map(|c| c.mod_u64(10_007).into()).collect();
            while reduced.last().is_some_and(Integer::is_zero) {
                reduced.pop();
            }
            assert_eq!(coefficients(&modulo), reduced, "{f} and {g}");

            let (f, rows) = if orders[0] > 0 { (f, f_rows) } else { (g, g_rows) };
            let deflation = Problem::discriminant(&f, "y", PowersOfY::Go).unwrap().deflation;
            taken[1] += usize::from(order(&f, "y") == 1 && deflation.is_some());
            let answer = Discriminant::new(&f, "y").backend(Backend::Cpu).run().unwrap();
            let n = f.degree("y").unwrap();
            let mut expected = if n == 0 { Vec::new() } else { exact::discriminant(&rows) };
            if n % 4 > 1 {
                expected.iter_mut().for_each(|c| *c = Integer::from(-&*c));
            }
            taken[2] += usize::from(expected.is_empty());
            assert_eq!(coefficients(&answer.polynomial), expected, "{f}");
        }
        assert!(taken.iter().all(|&count| count > 10), "{taken:?}");
    }

    /// A grid hardly larger than the answer, where a shear alone leaves eight times as much.
    #[test]
    fn lowest_exponents_with_a_root_0() {
        let [f, g] = ["x^577*y^8 + x^435*y^7", "x^1000*y^8 + x^1000*y^4 + x^492*y^3 + y + x^1198"]
            .map(|text| Polynomial::parse_in(text, &["x", "y"]).unwrap());
        let Computation::Modular(modular) = Problem::resultant(&f, &g, "y", PowersOfY::Go).unwrap().task else {
            panic!("a computation")
        };
        let answer = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap().polynomial;
        let exponents = || answer.terms().iter().map(|term| term.exponents[0]);
        let range = exponents().max().unwrap() - exponents().min().unwrap();
        let bound = modular.degree_bound(&ResultantOptions::default()).unwrap();
        assert!(4 * bound[0] <= 5 * range, "{bound:?} for {range}");
    }

    /// Inputs without y, or with one power of it: the answer is made of powers, whatever the other's exponents are.
    #[test]
    fn monomials_in_y() {
        let resultant = |f: &str, g: &str, p: Option<u64>| {
            let [f, g] = [f, g].map(|text| Polynomial::parse_in(text, &["x", "y"]).unwrap());
            let question = Resultant::new(&f, &g, "y").backend(Backend::Cpu);
            let answer = p.map_or(question.clone(), |p| question.modulus(p)).run().unwrap();
            assert_eq!(answer.report.scalars, 0);
            answer.polynomial.to_string()
        };
        assert_eq!(resultant("x + 1", "y^2 - x^1000000000 - 1", None), "x^2 + 2*x + 1");
        assert_eq!(resultant("y^3 - x^1000000000 - 1", "-x - 1", None), "-x^3 - 3*x^2 - 3*x - 1");
        assert_eq!(resultant("y^2 - x^1000000000 - x", "3*y", None), "-9*x^1000000000 - 9*x");
        assert_eq!(
            resultant("2*y^3", "y^3 - x^600000000 - 1", None),
            "-8*x^1800000000 - 24*x^1200000000 - 24*x^600000000 - 8"
        );
        assert_eq!(
            resultant("y^3 - x^600000000 - 1", "2*y^3", None),
            "8*x^1800000000 + 24*x^1200000000 + 24*x^600000000 + 8"
        );
        assert_eq!(resultant("y^2000000000 + x", "1", None), "1");
        assert_eq!(resultant("x + 1", "y^1073741824 + x", Some(2)), "x^1073741824 + 1");
        assert_eq!(resultant("3*x + 3", "y^5 + x", Some(3)), "0");
        assert_eq!(resultant("5", "7", None), "1");
        let f = Polynomial::parse_in("x*y^2 + y*(x^1000000000 + x)", &["x", "y"]).unwrap();
        let answer = Discriminant::new(&f, "y").backend(Backend::Cpu).run().unwrap().polynomial;
        assert_eq!(answer.to_string(), "x^2000000000 + 2*x^1000000001 + x^2");
    }

    /// Powers of few terms modulo a prime in boxes that memory has no room for are not refused.
    #[test]
    fn powers_modulo_a_prime() {
        let [f, g] = ["y^4096 - a - b - c - 1", "y^4096 - d"]
            .map(|text| Polynomial::parse_in(text, &["a", "b", "c", "d", "y"]).unwrap());
        let answer = Resultant::new(&f, &g, "y").backend(Backend::Cpu).modulus(2).run().unwrap();
        assert_eq!(answer.polynomial.to_string(), "a^4096 + b^4096 + c^4096 + d^4096 + 1");
        assert_eq!(answer.report.power, 4096);
        let error = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
    }

    #[test]
    fn large_exponents() {
        let resultant = |f: &str, g: &str| {
            let [f, g] = [f, g].map(|text| Polynomial::parse_in(text, &["x", "y"]).unwrap());
            Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().map(|answer| answer.polynomial.to_string())
        };
        // Exponents above the limit on degrees of what is eliminated, and answers of few terms with exponents below 2^31.
        let error = resultant("y^1000000000 - x - 1", "y^1000000000 + x").unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
        assert_eq!(resultant("y^1000000 - x", "y^1000000").unwrap(), "x^1000000");
        let error = resultant("y^1000000001 - x*y", "y^1000000000 + x").unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
        assert_eq!(resultant("x^1000000000 + y", "y^2 - 1").unwrap(), "x^2000000000 - 1");
        assert!(matches!(resultant("x^2000000000 + y", "y^2 - 1").unwrap_err().kind(), ErrorKind::Limit { .. }));
        assert!(matches!(
            resultant("y^2000000000 + 3*x", "y^2000000000 - 3").unwrap_err().kind(),
            ErrorKind::Limit { .. }
        ));
        let f = Polynomial::parse_in("y^2 - x^10000000", &["x", "y"]).unwrap();
        let answer = Discriminant::new(&f, "y").backend(Backend::Cpu).run().unwrap();
        assert_eq!((answer.polynomial.to_string().as_str(), answer.report.scalars), ("4*x^10000000", 0));
        // 2^8 (y^4 - 1)^3.
        let f = Polynomial::parse_in("y^4 - 1", &["y"]).unwrap();
        assert_eq!(Discriminant::new(&f, "y").backend(Backend::Cpu).run().unwrap().polynomial.to_string(), "-256");
    }
}
