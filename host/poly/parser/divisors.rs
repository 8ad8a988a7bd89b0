//! Divisors that are no constants, and the imaginary unit. A sum keeps its numerator apart from the powers of divisors below it; only divisors that
//! divide the numerator are cancelled.

use std::collections::BTreeMap;
use std::sync::Arc;

use rug::Integer;

use super::{Parser, Product, Value};
use crate::error::{ErrorKind, Result};
use crate::poly::division::quotient;
use crate::poly::lexer::Token;
use crate::poly::polynomial::{Exponents, Polynomial, Term, normalise};
use crate::poly::product::pow_terms;
use crate::poly::rational::RationalPolynomial;

/// Places of divisors, each with its exponent, at least 1.
pub(super) type Powers = BTreeMap<usize, u32>;

/// A polynomial that something is divided by: primitive, its first coefficient positive, and not 1.
#[derive(Debug)]
pub(super) struct Divisor {
    terms: Vec<Term>,
    /// The first place where it divides.
    offset: usize,
    /// The variable that it is.
    variable: Option<usize>,
}

/// numerator / product of powers of divisors.
#[derive(Debug)]
pub(in crate::poly) struct Fraction {
    pub(in crate::poly) numerator: RationalPolynomial,
    /// Each divisor with its exponent, at least 1, and the offset of its first place.
    pub(in crate::poly) divisors: Vec<(Polynomial, u32, usize)>,
}

/// The least common multiple of powers of divisors, which are taken as coprime.
pub(super) fn common<'a>(all: impl Iterator<Item = &'a Powers>) -> Powers {
    let mut common = Powers::new();
    for (&place, &exponent) in all.flatten() {
        let most = common.entry(place).or_insert(0);
        *most = exponent.max(*most);
    }
    common
}

impl Parser<'_> {
    /// Whether a value is a number, of which the imaginary unit may be a part.
    pub(super) fn is_constant(&self, value: &Value) -> bool {
        value.below.is_empty()
            && value.terms.len() <= 1
            && value.terms.iter().all(|term| term.exponents.iter().all(|&e| e == 0))
    }

    fn has_only_unit(&self, terms: &[Term]) -> bool {
        let is_unit = |(place, &e): (usize, &u32)| e == 0 || Some(place) == self.unit;
        terms.iter().all(|term| term.exponents.iter().enumerate().all(is_unit))
    }

    /// The place of a divisor, a new one at the end.
    fn divisor(&mut self, terms: Vec<Term>, token: Token, variable: Option<usize>) -> usize {
        if let Some(&place) = self.known_divisors.get(&terms) {
            return place;
        }
        self.known_divisors.insert(terms.clone(), self.divisors.len());
        self.divisors.push(Divisor { terms, offset: token.start, variable });
        self.divisors.len() - 1
    }

    fn monomial(&self, place: usize) -> Vec<Term> {
        let mut exponents = Exponents::from_elem(0, self.vars.len());
        exponents[place] = 1;
        vec![Term { coefficient: Integer::from(1), exponents }]
    }

    fn add_power(&self, product: &mut Product, token: Token, place: usize, exponent: u64) -> Result<()> {
        let sum = u64::from(product.below.get(&place).copied().unwrap_or(0)) + exponent;
        match u32::try_from(sum).ok().filter(|&sum| sum <= Polynomial::MAX_EXPONENT) {
            Some(sum) => {
                product.below.insert(place, sum);
                Ok(())
            }
            None => self.error(token, "with this divisor an exponent reaches 2147483648; exponents must be below it"),
        }
    }

    /// Divides by powers of divisors to the power of `exponent`.
    pub(super) fn add_powers(&self, product: &mut Product, token: Token, powers: &Powers, exponent: u32) -> Result<()> {
        powers
            .iter()
            .try_for_each(|(&place, &e)| self.add_power(product, token, place, u64::from(e) * u64::from(exponent)))
    }

    pub(super) fn divide_by_variable(
        &mut self,
        product: &mut Product,
        token: Token,
        variable: usize,
        exponent: u32,
    ) -> Result<()> {
        let place = self.divisor(self.monomial(variable), token, Some(variable));
        self.add_power(product, token, place, exponent.into())
    }

    /// Divides by the power of a value that is no rational number.
    pub(super) fn divide_by(&mut self, product: &mut Product, token: Token, value: Value, exponent: u32) -> Result<()> {
        product.divide = false;
        let Value { mut terms, denominator, below } = value;
        if terms.is_empty() {
            return self.error(token, "division by 0; divide by something other than 0");
        }
        let above = self.raised(denominator, exponent)?;
        self.scale(product, token, above, Integer::from(1))?;
        for (&place, &e) in &below {
            let power = self.power_of(place, u64::from(e) * u64::from(exponent), token)?;
            self.multiply_body(product, token, power)?;
        }
        if self.has_only_unit(&terms) {
            return self.divide_by_number(product, token, &terms, exponent);
        }
        let mut content = terms.iter().fold(Integer::new(), |gcd, term| gcd.gcd(&term.coefficient));
        if terms[0].coefficient.is_negative() {
            content = -content;
        }
        terms.iter_mut().for_each(|term| term.coefficient.div_exact_mut(&content));
        let content = self.raised(content, exponent)?;
        product.divide = true;
        self.scale(product, token, content, Integer::from(1))?;
        // Variables that divide all terms are divisors of their own.
        for variable in 0..self.vars.len() {
            let least = terms.iter().map(|term| term.exponents[variable]).min().unwrap_or(0);
            if least > 0 {
                terms.iter_mut().for_each(|term| term.exponents[variable] -= least);
                let place = self.divisor(self.monomial(variable), token, Some(variable));
                self.add_power(product, token, place, u64::from(least) * u64::from(exponent))?;
            }
        }
        if terms.len() > 1 {
            let place = self.divisor(terms, token, None);
            self.add_power(product, token, place, exponent.into())?;
        }
        Ok(())
    }

    /// Divides by a power of a + b i, that is by (a^2 + b^2) / (a - b i).
    fn divide_by_number(&mut self, product: &mut Product, token: Token, terms: &[Term], exponent: u32) -> Result<()> {
        let mut conjugate = terms.to_vec();
        for term in conjugate.iter_mut().filter(|term| term.exponents.contains(&1)) {
            term.coefficient = -std::mem::take(&mut term.coefficient);
        }
        let norm = terms.iter().map(|term| Integer::from(term.coefficient.square_ref())).sum::<Integer>();
        let norm = self.raised(norm, exponent)?;
        product.divide = true;
        self.scale(product, token, norm, Integer::from(1))?;
        self.budget.power(&conjugate, exponent)?;
        let power = self.reduced(pow_terms(&conjugate, exponent));
        self.multiply_body(product, token, power)
    }

    /// The power of a divisor, expanded.
    fn power_of(&mut self, place: usize, exponent: u64, token: Token) -> Result<Vec<Term>> {
        let terms = &self.divisors[place].terms;
        let degree = terms.iter().flat_map(|term| term.exponents.iter()).max().copied().unwrap_or(0);
        match u32::try_from(exponent).ok().filter(|_| u64::from(degree).saturating_mul(exponent) < 1 << 31) {
            Some(exponent) => {
                self.budget.power(terms, exponent)?;
                let power = pow_terms(terms, exponent);
                Ok(self.reduced(power))
            }
            None => self.error(token, "with this divisor an exponent reaches 2147483648; exponents must be below it"),
        }
    }

    /// The numerator over the common powers of divisors where it stands over some of them.
    pub(super) fn times_missing(&mut self, mut terms: Vec<Term>, common: &Powers, below: &Powers) -> Result<Vec<Term>> {
        for (&place, &most) in common {
            let missing = most - below.get(&place).copied().unwrap_or(0);
            if missing > 0 && !terms.is_empty() {
                let offset = self.divisors[place].offset;
                let token = Token { start: offset, end: offset, ..self.next };
                let power = self.power_of(place, missing.into(), token)?;
                terms = self.multiply(token, &terms, &power)?;
            }
        }
        Ok(terms)
    }

    /// The product's variables without those that it is divided by.
    pub(super) fn cancel_variables(&self, exponents: &mut [u32], below: &mut Powers) {
        if exponents.is_empty() {
            return;
        }
        below.retain(|&place, exponent| {
            if let Some(variable) = self.divisors[place].variable {
                let common = exponents[variable].min(*exponent);
                exponents[variable] -= common;
                *exponent -= common;
            }
            *exponent > 0
        });
    }

    /// The value without divisors that divide its numerator.
    pub(super) fn cancelled(&mut self, value: Value) -> Result<Value> {
        let Value { terms, denominator, mut below } = value;
        if below.is_empty() {
            return Ok(Value { terms, denominator, below });
        }
        let polynomial = |terms: &[Term]| Polynomial { vars: Arc::clone(&self.vars), terms: terms.to_vec() };
        let mut numerator = polynomial(&terms);
        if terms.is_empty() {
            below.clear();
        }
        for (&place, exponent) in &mut below {
            let divisor = polynomial(&self.divisors[place].terms);
            while *exponent > 0 {
                match quotient(&numerator, &divisor) {
                    Ok(found) => numerator = found,
                    Err(error) if matches!(error.kind(), ErrorKind::Argument { .. }) => break,
                    Err(error) => return Err(error),
                }
                *exponent -= 1;
            }
        }
        below.retain(|_, exponent| *exponent > 0);
        let terms = numerator.terms;
        Ok(Value { terms, denominator, below })
    }

    /// The value as the caller gets it.
    pub(super) fn as_fraction(&self, Value { terms, denominator, below }: Value) -> Result<Fraction> {
        let polynomial = |terms: Vec<Term>| Polynomial { vars: Arc::clone(&self.vars), terms };
        let divisor = |(&place, &exponent): (&usize, &u32)| {
            let Divisor { terms, offset, .. } = &self.divisors[place];
            (polynomial(terms.clone()), exponent, *offset)
        };
        let numerator = RationalPolynomial::new(polynomial(terms), denominator)?;
        Ok(Fraction { numerator, divisors: below.iter().map(divisor).collect() })
    }

    /// Brings the exponent of the imaginary unit to 0 or 1; whether the sign changes.
    pub(super) fn reduce_unit(&self, exponents: &mut [u32]) -> bool {
        match self.unit.and_then(|unit| exponents.get_mut(unit)) {
            Some(exponent) => {
                let negative = *exponent % 4 >= 2;
                *exponent %= 2;
                negative
            }
            None => false,
        }
    }

    /// Terms with i^2 = -1.
    pub(super) fn reduced(&self, mut terms: Vec<Term>) -> Vec<Term> {
        let Some(unit) = self.unit else { return terms };
        if terms.iter().all(|term| term.exponents[unit] < 2) {
            return terms;
        }
        for term in &mut terms {
            if self.reduce_unit(&mut term.exponents) {
                term.coefficient = -std::mem::take(&mut term.coefficient);
            }
        }
        normalise(terms)
    }
}
