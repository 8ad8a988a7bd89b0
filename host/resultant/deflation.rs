//! Exponents of the eliminated variable with a common divisor.
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
//! The products are those of long integers, by Kronecker substitution.

use crate::error::{Error, ErrorKind, Result};
use crate::plan::exponents::{DEGREES, gcd};
use crate::poly::kronecker::{limbs_for, pack, unpack};
use crate::poly::{Exponents, Polynomial, Term, size};
use crate::run::memory;
use rug::Integer;
use rug::integer::{IntegerExt64, Order};
use rug::ops::Pow;

/// How the answer for f and g comes from that for F and G.
pub(super) struct Deflation {
    /// k >= 2: the answer for F and G is taken to this power.
    pub k: u32,
    /// What that is multiplied by: powers of polynomials in the kept variables.
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

impl Deflation {
    /// F and G with the deflation; `None` for k = 1.
    pub fn of_pair(f: &Polynomial, g: &Polynomial, var: &str) -> Option<(Polynomial, Polynomial, Self)> {
        let k = common_divisor(&[f, g], var);
        let this = Deflation { k, factors: Vec::new(), negative: false };
        (k > 1).then(|| (deflated(f, var, k), deflated(g, var, k), this))
    }

    /// F with the deflation of its discriminant; `None` for k = 1. f has a positive degree.
    pub fn of_one(f: &Polynomial, var: &str, kept: &[String]) -> Result<Option<(Polynomial, Self)>> {
        let k = common_divisor(&[f], var);
        let index = f.vars().iter().position(|v| v == var);
        let (Some(index), Some(n), 2..) = (index, f.degree(var), k) else { return Ok(None) };
        let coefficient = |e: u32| {
            let terms = f.terms().iter().filter(|term| term.exponents[index] == e);
            let without = |term: &Term| {
                let exponents = term.exponents.iter().enumerate().filter(|&(i, _)| i != index).map(|(_, &e)| e);
                (term.coefficient.clone(), exponents.collect::<Vec<u32>>())
            };
            Polynomial::from_terms(kept, terms.map(without))
        };
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

    /// Refuses a power that cannot fit beside `held` bytes: of a polynomial of these degrees per axis.
    ///
    /// # Errors
    /// `Limit`.
    pub fn check(&self, small: &[u32], bits: u64, held: u64, allowed: u64) -> Result<()> {
        let side = |&d: &u32| u64::from(d).saturating_mul(self.k.into()).saturating_add(1);
        let count = small.iter().map(side).fold(1, u64::saturating_mul);
        memory::check(size::integers(count, bits).saturating_add(held), allowed)
    }

    /// The answer for f and g from that for F and G; modulo a prime with coefficients from 0 to p - 1.
    ///
    /// # Errors
    /// `Limit` where it takes more than so many bytes of `memory`.
    pub fn inflate(&self, answer: &Polynomial, modulus: Option<u64>, memory: u64) -> Result<Polynomial> {
        let mut operands: Vec<(&Polynomial, u32)> = self.factors.iter().map(|(f, e)| (f, *e)).collect();
        operands.push((answer, self.k));
        let Some(places) = Places::new(&operands)? else { return Polynomial::constant(answer.vars(), Integer::new()) };
        let mut coefficients = match modulus {
            Some(p) => places.product_modulo(&operands, p, memory)?,
            None => places.product(&operands, memory)?,
        };
        if self.negative {
            coefficients.iter_mut().for_each(|c| *c = -std::mem::take(c));
            if let Some(p) = modulus {
                coefficients.iter_mut().for_each(|c| *c = c.mod_u64(p).into());
            }
        }
        places.polynomial(answer.vars(), coefficients)
    }
}

/// 2^bits is at least the sum of the absolute values of the coefficients.
fn norm_bits(f: &Polynomial) -> u32 {
    (f.norm1() - 1u32).significant_bits()
}

/// Where the coefficients of a product of powers lie: a box of exponents that begins at `low`, in steps of `step`.
struct Places {
    low: Vec<u32>,
    step: Vec<u32>,
    sides: Vec<usize>,
    count: usize,
}

impl Places {
    /// Of the product of these operands to these powers, over the same variables; `None` where it is 0.
    ///
    /// # Errors
    /// `Limit` for exponents from 2^31 on, and for more places than there are numbers.
    fn new(operands: &[(&Polynomial, u32)]) -> Result<Option<Self>> {
        let variables = operands.first().map_or(0, |(f, _)| f.vars().len());
        if operands.iter().any(|(f, e)| f.is_zero() && *e > 0) {
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
            places.count = places.count.checked_mul(side).ok_or_else(|| too_long(u128::MAX))?;
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

    /// One product of long integers for each bit of the powers.
    fn product(&self, operands: &[(&Polynomial, u32)], memory: u64) -> Result<Vec<Integer>> {
        let bits = operands.iter().map(|(f, e)| u128::from(norm_bits(f)) * u128::from(*e)).sum::<u128>();
        let limbs = limbs_for(u64::try_from(bits).unwrap_or(u64::MAX)) as u128;
        let all = limbs.saturating_mul(self.count as u128);
        // The digits, the factors, what a multiplication takes, and the coefficients.
        memory::check(u64::try_from(all.saturating_mul(8 * 6)).unwrap_or(u64::MAX), memory)?;
        if all >= 1 << 31 {
            return Err(too_long(all));
        }
        let limbs = limbs as usize;
        let mut value = Integer::from(1);
        for (f, e) in operands {
            // Terms descend, so the first one has the last place.
            let last = self.of(f).next().map_or(0, |(place, _)| place);
            value *= pack(last + 1, limbs, self.of(f)).pow(*e);
        }
        unpack(&value, self.count, limbs).ok_or_else(|| too_long(all))
    }

    /// The same modulo a prime below 2^63, coefficient by coefficient in three limbs.
    fn product_modulo(&self, operands: &[(&Polynomial, u32)], p: u64, memory: u64) -> Result<Vec<Integer>> {
        memory::check((self.count as u64).saturating_mul(24 * 8), memory)?;
        if self.count >= 1 << 30 {
            return Err(too_long(self.count as u128));
        }
        let mut value = vec![1 % p];
        for (f, e) in operands {
            let last = self.of(f).next().map_or(0, |(place, _)| place);
            let mut base = vec![0; last + 1];
            self.of(f).for_each(|(place, c)| base[place] = c.mod_u64(p));
            for bit in (0..u32::BITS - e.leading_zeros()).map(|bit| e >> bit) {
                if bit & 1 == 1 {
                    value = multiply(&value, &base, p);
                }
                if bit > 1 {
                    base = multiply(&base, &base, p);
                }
            }
        }
        value.resize(self.count, 0);
        Ok(value.into_iter().map(Integer::from).collect())
    }

    /// The polynomial with these coefficients.
    fn polynomial(&self, names: &[String], coefficients: Vec<Integer>) -> Result<Polynomial> {
        let term = |(place, coefficient): (usize, Integer)| {
            let (mut exponents, mut rest) = (Exponents::from_slice(&self.low), place);
            for ((e, step), side) in exponents.iter_mut().zip(&self.step).zip(&self.sides).rev() {
                *e += (rest % side) as u32 * step;
                rest /= side;
            }
            Term { coefficient, exponents }
        };
        let coefficients = coefficients.into_iter().enumerate().rev().filter(|(_, c)| !c.is_zero());
        Polynomial::from_descending(names, coefficients.map(term).collect())
    }
}

/// The lowest exponent of variable number `i`; 0 for 0.
fn lowest(f: &Polynomial, i: usize) -> u32 {
    f.terms().iter().map(|term| term.exponents[i]).min().unwrap_or(0)
}

fn too_long(needed: u128) -> Error {
    ErrorKind::Limit { what: "limbs of a power, zeros between included", needed, allowed: (1 << 31) - 1 }.into()
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
    use crate::run::options::Backend;
    use crate::{Discriminant, Resultant};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

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
        for (p, q, k) in [(1, 1, 2), (2, 1, 3), (1, 2, 2), (0, 2, 2), (2, 2, 4)] {
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
