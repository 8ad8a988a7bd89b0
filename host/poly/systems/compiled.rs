//! A system as the lists that both engines run over.

use super::coefficient::Coefficient;
use super::system::{System, Term};
use crate::error::{ErrorKind, Result};
use gpu::system::lists::Lengths;
use gpu::system::{Factor, Program};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A [`System`] ready to be evaluated: powers that several terms need are made once, terms are lists of places.
///
/// ```
/// use eliminant::system::System;
/// let compiled = "x^3*y - 2*y; x".parse::<System>()?.compile()?;
/// assert_eq!((compiled.polynomials(), compiled.variables()), (2, 2));
/// // x^2, and x^2 y: e = 3 takes x^2 as a common factor. 4 k - 2 products and fewer where exponents are 1.
/// assert_eq!(compiled.products(), 1 + 5 + 1 + 1);
/// assert_eq!(compiled.products_of_values(), 1 + 3 + 1 + 1);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiled {
    pub(crate) variables: Vec<String>,
    pub(crate) power_starts: Vec<u32>,
    pub(crate) powers: Vec<[u32; 2]>,
    pub(crate) polynomial_starts: Vec<u32>,
    pub(crate) term_starts: Vec<u32>,
    pub(crate) factors: Vec<Factor>,
    pub(crate) column_starts: Vec<u32>,
    pub(crate) columns: Vec<u32>,
    pub(crate) slot_starts: Vec<u32>,
    pub(crate) slots: Vec<u32>,
    pub(crate) coefficients: Vec<Coefficient>,
}

impl System {
    /// The system as lists of places.
    ///
    /// # Errors
    /// `Limit` where it has 2^32 factors or powers, or more.
    pub fn compile(&self) -> Result<Compiled> {
        let n = self.variables().len();
        let mut needed = vec![BTreeSet::new(); n];
        for &(v, e) in self.polynomials().iter().flatten().flat_map(|term| &term.exponents) {
            needed[v].insert(e - 1);
        }
        let mut places = Vec::with_capacity(n);
        let (mut powers, mut power_starts) = (Vec::new(), vec![0]);
        for (v, needed) in needed.into_iter().enumerate() {
            places.push(powers_of(v as u32, n as u64, needed, &mut powers)?);
            power_starts.push(powers.len() as u32);
        }
        let mut compiled = Compiled {
            variables: self.variables().to_vec(),
            power_starts,
            powers,
            polynomial_starts: vec![0],
            term_starts: vec![0],
            factors: Vec::new(),
            column_starts: vec![0],
            columns: Vec::new(),
            slot_starts: vec![0],
            slots: Vec::new(),
            coefficients: Vec::new(),
        };
        for terms in self.polynomials() {
            compiled.push(terms, &places)?;
        }
        Ok(compiled)
    }
}

/// `n` of something that is counted in 32 bits.
fn count(what: &'static str, n: usize) -> Result<u32> {
    u32::try_from(n).map_err(|_| ErrorKind::Limit { what, needed: n as u128, allowed: u128::from(u32::MAX) }.into())
}

/// Appends the powers of variable `v` that are needed, and those that they are made of, each the square of another one or the variable times
/// another one; gives the place of each in the table. Powers from the second to the last one take a product each.
fn powers_of(v: u32, n: u64, needed: BTreeSet<u32>, powers: &mut Vec<[u32; 2]>) -> Result<BTreeMap<u32, u32>> {
    let mut all = BTreeSet::new();
    for e in needed {
        let mut e = e;
        while e > 1 && all.insert(e) {
            e = if e % 2 == 0 { e / 2 } else { e - 1 };
        }
    }
    let mut places = BTreeMap::from([(1, v)]);
    for e in all {
        let parts = if e % 2 == 0 { [places[&(e / 2)]; 2] } else { [places[&(e - 1)], v] };
        let place = n + powers.len() as u64;
        places.insert(e, count("powers of a system", place as usize)?);
        powers.push(parts);
    }
    Ok(places)
}

impl Compiled {
    /// Appends a polynomial. Terms with most variables come first, so that threads that work on several polynomials keep step.
    fn push(&mut self, terms: &[Term], places: &[BTreeMap<u32, u32>]) -> Result<()> {
        let columns: BTreeSet<usize> = terms.iter().flat_map(|term| term.exponents.iter().map(|&(v, _)| v)).collect();
        let slots: BTreeMap<usize, u32> = columns.iter().zip(1..).map(|(&v, slot)| (v, slot)).collect();
        let mut of_slots = vec![Vec::new(); columns.len()];
        let mut sorted: Vec<&Term> = terms.iter().collect();
        sorted.sort_by_key(|term| Reverse(term.exponents.len()));
        for term in sorted {
            let numbers = self.factors.len() as u32..;
            for (&(v, _), number) in term.exponents.iter().zip(numbers) {
                of_slots[slots[&v] as usize - 1].push(number);
            }
            self.factors.extend(term.exponents.iter().map(|&(v, exponent)| Factor {
                variable: v as u32,
                power: if exponent > 1 { places[v][&(exponent - 1)] } else { v as u32 },
                exponent,
                slot: slots[&v],
            }));
            self.term_starts.push(count("factors of a system", self.factors.len())?);
            self.coefficients.push(term.coefficient.clone());
        }
        self.polynomial_starts.push(count("terms of a system", self.coefficients.len())?);
        for numbers in of_slots {
            self.slots.extend(numbers);
            self.slot_starts.push(self.slots.len() as u32);
        }
        self.columns.extend(columns.into_iter().map(|v| v as u32));
        self.column_starts.push(count("variables of all polynomials", self.columns.len())?);
        Ok(())
    }

    /// The number m of polynomials.
    pub fn polynomials(&self) -> usize {
        self.polynomial_starts.len() - 1
    }

    /// The number n of variables.
    pub fn variables(&self) -> usize {
        self.variables.len()
    }

    /// Their names.
    pub fn names(&self) -> &[String] {
        &self.variables
    }

    /// The number T of terms.
    pub fn terms(&self) -> usize {
        self.coefficients.len()
    }

    /// Most variables of a term.
    pub fn widest_term(&self) -> usize {
        self.term_starts.windows(2).map(|w| (w[1] - w[0]) as usize).max().unwrap_or(0)
    }

    /// Most variables of a polynomial.
    pub fn widest_polynomial(&self) -> usize {
        self.column_starts.windows(2).map(|w| (w[1] - w[0]) as usize).max().unwrap_or(0)
    }

    /// Numbers of the table of a point: its variables, and their powers.
    pub fn entries(&self) -> usize {
        self.variables.len() + self.powers.len()
    }

    /// Products that the values and the Jacobian at a point take: one for each power, and for a term of k variables, k' of them with exponents
    /// above 1, 3 k - 2 + k'. Those of a derivative with its exponent are apart: k', each with an integer.
    pub fn products(&self) -> u64 {
        let powers = self.powers.len() as u64;
        let common = self.factors.iter().filter(|factor| factor.exponent > 1).count() as u64;
        let widths = self.term_starts.windows(2).map(|w| u64::from(w[1] - w[0]));
        powers + common + widths.filter(|&k| k > 0).map(|k| 3 * k - 2).sum::<u64>()
    }

    /// Products that the values alone take: one for each power, and for a term of k variables, k' of them with exponents above 1, k + k'. They
    /// are those that the values with the Jacobian take going forward, so that values have the same bits either way.
    pub fn products_of_values(&self) -> u64 {
        let common = self.factors.iter().filter(|factor| factor.exponent > 1).count();
        (self.powers.len() + common + self.factors.len()) as u64
    }

    /// Sums that they take: a value for each term, a derivative for each variable of each term.
    pub fn sums(&self) -> u64 {
        (self.terms() + self.factors.len()) as u64
    }

    /// The variables of polynomial `p`, ascending.
    pub fn columns_of(&self, p: usize) -> &[u32] {
        &self.columns[self.column_starts[p] as usize..self.column_starts[p + 1] as usize]
    }

    /// The terms of polynomial `p`.
    pub fn terms_of(&self, p: usize) -> std::ops::Range<usize> {
        self.polynomial_starts[p] as usize..self.polynomial_starts[p + 1] as usize
    }

    /// The factors of term `t`.
    pub fn factors_of(&self, t: usize) -> &[Factor] {
        &self.factors[self.term_starts[t] as usize..self.term_starts[t + 1] as usize]
    }

    /// Factors and terms of polynomial `p`.
    pub fn size_of(&self, p: usize) -> (usize, usize) {
        let (start, end) = (self.polynomial_starts[p] as usize, self.polynomial_starts[p + 1] as usize);
        ((self.term_starts[end] - self.term_starts[start]) as usize, end - start)
    }

    /// The lists.
    pub fn program(&self) -> Program<'_> {
        Program {
            power_starts: &self.power_starts,
            powers: &self.powers,
            polynomial_starts: &self.polynomial_starts,
            term_starts: &self.term_starts,
            factors: &self.factors,
            column_starts: &self.column_starts,
            columns: &self.columns,
            slot_starts: &self.slot_starts,
            slots: &self.slots,
        }
    }

    /// Their lengths.
    pub fn lengths(&self) -> Lengths {
        Lengths::of(&self.program())
    }

    /// The lists as words, in the order of [`Lengths::words`].
    pub fn words(&self) -> Vec<u32> {
        let factors = self.factors.iter().flat_map(|f| [f.variable, f.power, f.exponent, f.slot]);
        let lists = [
            &self.power_starts,
            &self.polynomial_starts,
            &self.term_starts,
            &self.column_starts,
            &self.columns,
            &self.slot_starts,
            &self.slots,
        ];
        factors.chain(self.powers.as_flattened().iter().copied()).chain(lists.into_iter().flatten().copied()).collect()
    }

    /// The coefficients in the order of the terms.
    pub fn coefficients(&self) -> &[Coefficient] {
        &self.coefficients
    }
}
