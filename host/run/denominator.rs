//! The division of an answer for integers by the denominators of its input.

use super::modulus::{self, Modulus};
use crate::error::{Error, ErrorKind, Result};
use crate::poly::{Polynomial, RationalPolynomial, Term, TermSink};
use rug::Integer;
use rug::ops::Pow;
use std::io;

/// The most bits of a denominator.
const BITS: u128 = 1 << 32;

/// Terms whose quotients modulo a prime are made at a time, for a sink.
const BLOCK: usize = 1 << 14;

/// A product of powers of positive integers, by which an answer is divided: over Q, or in the field modulo a prime.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Denominator {
    One,
    /// Over Q. The powers may be long, so they are computed when there is an answer: an input that is refused is refused at once.
    Powers(Vec<(Integer, u32)>),
    /// Its inverse modulo a prime, and the prime.
    Inverse(Integer, Modulus),
}

impl Denominator {
    /// The product of d^e for these d >= 1 and e, modulo a prime where there is one. Without any d > 1 and e > 0 it is 1, whatever the modulus is.
    ///
    /// # Errors
    /// - `Limit`: without a modulus, when the product may have more than 2^32 bits.
    /// - `Argument`: the modulus is no prime, or it divides the product.
    pub fn new(powers: impl IntoIterator<Item = (Integer, u32)>, modulus: Option<Modulus>) -> Result<Self> {
        let powers: Vec<(Integer, u32)> = powers.into_iter().filter(|(d, e)| *d != 1 && *e != 0).collect();
        if powers.is_empty() {
            return Ok(Denominator::One);
        }
        if let Some(p) = modulus {
            let inverse = powers.iter().try_fold(Integer::from(1), |product, (d, e)| {
                Ok::<_, Error>(modulus::product(&modulus::inverse(d, *e, p)?, &product, p))
            })?;
            return Ok(Denominator::Inverse(inverse, p));
        }
        let needed = powers.iter().map(|(d, e)| u128::from(d.significant_bits()) * u128::from(*e)).sum();
        if needed > BITS {
            return Err(ErrorKind::Limit { what: "bits of the answer's denominator", needed, allowed: BITS }.into());
        }
        Ok(Denominator::Powers(powers))
    }

    /// The answer divided by it; modulo a prime with coefficients from 0 to p - 1.
    pub fn under(&self, answer: Polynomial) -> Result<RationalPolynomial> {
        match self {
            Denominator::One => Ok(answer.into()),
            Denominator::Powers(powers) => RationalPolynomial::new(answer, value(powers)),
            Denominator::Inverse(inverse, p) => Ok(modulus::times(&answer, inverse, *p)?.into()),
        }
    }

    /// A sink of the undivided answer, which gives the quotient to `sink`. Over Q the denominator that it begins with is this product: it may have
    /// divisors in common with all coefficients, which are not known before the last one.
    pub fn over<'s>(&'s self, sink: &'s mut (dyn TermSink + Send)) -> Over<'s> {
        Over { denominator: self, sink }
    }
}

/// As many products as there are bits in the exponents.
fn value(powers: &[(Integer, u32)]) -> Integer {
    powers.iter().fold(Integer::from(1), |product, (d, e)| product * Integer::from(d.pow(e)))
}

/// See [`Denominator::over`].
pub(crate) struct Over<'s> {
    denominator: &'s Denominator,
    sink: &'s mut (dyn TermSink + Send),
}

impl TermSink for Over<'_> {
    fn begin(&mut self, vars: &[String], denominator: &Integer) -> io::Result<()> {
        match self.denominator {
            Denominator::Powers(powers) => self.sink.begin(vars, &(value(powers) * denominator)),
            _ => self.sink.begin(vars, denominator),
        }
    }

    fn term(&mut self, coefficient: &Integer, exponents: &[u32]) -> io::Result<()> {
        match self.denominator {
            Denominator::Inverse(inverse, p) => self.sink.term(&modulus::product(coefficient, inverse, *p), exponents),
            _ => self.sink.term(coefficient, exponents),
        }
    }

    fn terms(&mut self, terms: &[Term]) -> io::Result<()> {
        let Denominator::Inverse(inverse, p) = self.denominator else { return self.sink.terms(terms) };
        let quotient = |term: &Term| Term {
            coefficient: modulus::product(&term.coefficient, inverse, *p),
            exponents: term.exponents.clone(),
        };
        terms.chunks(BLOCK).try_for_each(|part| self.sink.terms(&part.iter().map(quotient).collect::<Vec<_>>()))
    }

    fn finish(&mut self) -> io::Result<()> {
        self.sink.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::InMemory;

    fn of(powers: &[(u32, u32)], modulus: Option<u64>) -> Result<Denominator> {
        Denominator::new(powers.iter().map(|&(d, e)| (Integer::from(d), e)), modulus.map(Modulus::from))
    }

    fn is_limit(found: Result<Denominator>) -> bool {
        found.is_err_and(|error| matches!(error.kind(), ErrorKind::Limit { allowed: BITS, .. }))
    }

    #[test]
    fn denominators_are_bounded_before_they_are_computed() {
        assert_eq!(of(&[(3, 4), (2, 5)], None), Ok(Denominator::Powers(vec![(3.into(), 4), (2.into(), 5)])));
        assert_eq!(value(&[(3.into(), 4), (2.into(), 5)]), 81 * 32);
        assert_eq!(of(&[(1, u32::MAX), (7, 0)], None), Ok(Denominator::One));
        assert!(is_limit(of(&[(7, u32::MAX)], None)));
        // Each for itself is within the limit.
        assert!(of(&[(7, 1 << 30)], None).is_ok());
        assert!(is_limit(of(&[(7, 1 << 30), (5, 1 << 30)], None)));
        // Modulo a prime nothing is long.
        assert!(of(&[(7, u32::MAX)], Some(5)).is_ok());
    }

    #[test]
    fn quotients_modulo_a_prime() {
        let f: Polynomial = "4*x + 3".parse().unwrap();
        // 12 is 5 modulo 7, whose inverse is 3.
        assert_eq!(of(&[(2, 2), (3, 1)], Some(7)).unwrap().under(f.clone()).unwrap().to_string(), "5*x + 2");
        assert_eq!(of(&[(5, 3)], Some(2)).unwrap().under("x + 1".parse().unwrap()).unwrap().to_string(), "x + 1");
        let error = of(&[(14, 1)], Some(7)).unwrap_err().to_string();
        assert!(error.starts_with("modulus: a denominator of the coefficients is divisible by 7"), "{error}");
        assert!(of(&[(5, 1)], Some(6)).unwrap_err().to_string().contains("6 is not a prime"));
        assert_eq!(of(&[(14, 0)], Some(7)), Ok(Denominator::One));
        assert_eq!(of(&[], Some(7)).unwrap().under(f).unwrap().to_string(), "4*x + 3");
    }

    #[test]
    fn sinks_get_quotients() {
        let f: Polynomial = "4*x + 6".parse().unwrap();
        for (powers, modulus) in [(&[(2, 2), (3, 1)][..], None), (&[(2, 2), (3, 1)], Some(7)), (&[], Some(7))] {
            let denominator = of(powers, modulus).unwrap();
            let mut sink = InMemory::default();
            f.write_to(&mut denominator.over(&mut sink)).unwrap();
            assert_eq!(sink.into_polynomial(), denominator.under(f.clone()), "{powers:?} {modulus:?}");
        }
    }
}
