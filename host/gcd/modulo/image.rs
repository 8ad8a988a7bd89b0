//! Polynomials modulo a prime, term by term.

use crate::control::Control;
use crate::error::Result;
use crate::finite_field::{Arithmetic, Element, PrimeField};
use crate::poly::{Exponents, Polynomial, Term, size};
use crate::run::memory;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The terms of a polynomial over a list of variables, in descending lexicographic order; elements of the prime's field that are not 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Image<E = u64> {
    /// How many variables there are.
    pub variables: usize,
    pub terms: Vec<(Exponents, E)>,
}

/// Bytes of a term over so many variables, with a coefficient of type `E`.
fn term_bytes<E>(variables: usize) -> u64 {
    let own = if variables > 4 { size::block(4 * variables as u64) } else { 0 };
    size_of::<(Exponents, E)>() as u64 + own
}

impl<E: Element> Image<E> {
    /// The image of f over `vars`, among which those of f are.
    pub fn new(field: impl Arithmetic<Elem = E>, f: &Polynomial, vars: &[String]) -> Self {
        let place = |name: &String| vars.iter().position(|other| other == name);
        let places: Vec<Option<usize>> = f.vars().iter().map(place).collect();
        let mut terms: Vec<(Exponents, E)> = Vec::new();
        for term in f.terms() {
            let residue = field.residue(&term.coefficient);
            if residue != E::ZERO {
                let mut exponents = Exponents::from_elem(0, vars.len());
                for (place, &e) in places.iter().zip(&term.exponents) {
                    if let Some(place) = place {
                        exponents[*place] = e;
                    }
                }
                terms.push((exponents, residue));
            }
        }
        if f.vars() != vars {
            terms.sort_unstable_by(|a, b| b.0.cmp(&a.0));
        }
        Image { variables: vars.len(), terms }
    }

    /// The polynomial with coefficients from 0 to p - 1.
    ///
    /// # Errors
    /// None for names of variables.
    pub fn polynomial(self, field: impl PrimeField<Elem = E>, vars: &[String]) -> Result<Polynomial> {
        let term = |(exponents, c): (Exponents, E)| Term { coefficient: field.number(c), exponents };
        Polynomial::from_descending(vars, self.terms.into_iter().map(term).collect())
    }

    pub fn zero(variables: usize) -> Self {
        Image { variables, terms: Vec::new() }
    }

    pub fn constant(variables: usize, c: E) -> Self {
        Image { variables, terms: vec![(Exponents::from_elem(0, variables), c)] }
    }

    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    pub fn is_constant(&self) -> bool {
        self.terms.iter().all(|(exponents, _)| exponents.iter().all(|&e| e == 0))
    }

    /// The coefficient of the first term; 0 of 0.
    pub fn lead(&self) -> E {
        self.terms.first().map_or(E::ZERO, |term| term.1)
    }

    pub fn scaled(mut self, field: impl Arithmetic<Elem = E>, by: E) -> Self {
        if by != field.one() {
            self.terms.iter_mut().for_each(|term| term.1 = field.mul(term.1, by));
        }
        self
    }

    /// Bytes of so many terms over so many variables.
    pub fn bytes_of(terms: usize, variables: usize) -> u64 {
        terms as u64 * term_bytes::<E>(variables)
    }

    /// The lowest exponent of each variable.
    pub fn low(&self) -> Vec<u32> {
        let least = |k: usize| self.terms.iter().map(|term| term.0[k]).min().unwrap_or(0);
        (0..self.variables).map(least).collect()
    }

    /// The polynomial divided by a monomial that divides it.
    pub fn lowered(mut self, low: &[u32]) -> Self {
        if low.iter().any(|&e| e > 0) {
            for (exponents, _) in &mut self.terms {
                exponents.iter_mut().zip(low).for_each(|(e, low)| *e -= low);
            }
        }
        self
    }

    /// The derivative by variable number `k`.
    pub fn derivative(&self, field: impl PrimeField<Elem = E>, k: usize) -> Self {
        let of = |(exponents, c): &(Exponents, E)| {
            let factor = field.count(exponents[k]);
            let mut exponents = exponents.clone();
            exponents[k] = exponents[k].saturating_sub(1);
            (factor != E::ZERO).then(|| (exponents, field.mul(*c, factor)))
        };
        Image { variables: self.variables, terms: self.terms.iter().filter_map(of).collect() }
    }

    /// f - g.
    pub fn minus(&self, field: impl Arithmetic<Elem = E>, other: &Self) -> Self {
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        let mut terms = Vec::with_capacity(self.terms.len().max(other.terms.len()));
        loop {
            let order = match (a.peek(), b.peek()) {
                (None, None) => return Image { variables: self.variables, terms },
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (Some(a), Some(b)) => a.0.cmp(&b.0),
            };
            // Equal monomials are taken from both.
            let of_a = if order.is_ge() { a.next() } else { None };
            let of_b = if order.is_le() { b.next() } else { None };
            let c = field.sub(of_a.map_or(E::ZERO, |term| term.1), of_b.map_or(E::ZERO, |term| term.1));
            if let Some((exponents, _)) = of_a.or(of_b).filter(|_| c != E::ZERO) {
                terms.push((exponents.clone(), c));
            }
        }
    }

    /// The p-th root of a polynomial all of whose exponents are multiples of p: a^p = a for each coefficient.
    pub fn root(mut self, p: u32) -> Self {
        for (exponents, _) in &mut self.terms {
            exponents.iter_mut().for_each(|e| *e /= p);
        }
        self
    }

    /// The product, by all pairs of terms, in no more than `room` bytes.
    ///
    /// # Errors
    /// `Limit`; `Cancelled`.
    pub fn product(
        &self,
        field: impl Arithmetic<Elem = E>,
        other: &Self,
        room: u64,
        control: &Control,
    ) -> Result<Self> {
        let mut sums: BTreeMap<Exponents, E> = BTreeMap::new();
        for (exponents, c) in &self.terms {
            control.check()?;
            for (by, d) in &other.terms {
                let sum: Exponents = exponents.iter().zip(by).map(|(a, b)| a + b).collect();
                let to = sums.entry(sum).or_insert(E::ZERO);
                *to = field.add(*to, field.mul(*c, *d));
            }
            // A tree is half full at least.
            memory::check(2 * sums.len() as u64 * term_bytes::<E>(self.variables), room)?;
        }
        let terms = sums.into_iter().rev().filter(|term| term.1 != E::ZERO).collect();
        Ok(Image { variables: self.variables, terms })
    }
}
