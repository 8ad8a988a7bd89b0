//! From a matrix to different entries in small exponents, and from coefficients to polynomials.
//!
//! Integer contents and powers of variables of rows, then of columns, are taken out of a matrix whose minors are wanted: a minor is divided by those of its rows and of its
//! columns. Where all exponents of x are multiples of d, x stands for x^d. Entries that are equal up to their sign are one.

use super::order::Order;
use crate::alone::prelude::*;
use crate::engine::MatrixWanted;
use crate::engine::determinant::MOST_ROWS;
use crate::error::{ErrorKind, Result};
use crate::plan::exponents::{AnswerExponents, Variable, gcd};
use crate::plan::prime61::Prime61;
use crate::plan::rows::{Row, Rows};
use crate::poly::{Exponents, Matrix, Polynomial, Term, size};
use crate::run::modulus::{self, Modulus};
use gpu::determinant::matrix::entry;
use rug::Integer;
use rug::ops::NegAssign;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Terms and elements below which one thread does everything but the computation itself.
const SMALL: usize = 512;

/// Something of a matrix that is to be computed.
pub(super) struct Problem {
    /// Rows of the matrix.
    pub rows: usize,
    /// Its columns, with right sides.
    pub columns: usize,
    /// Different entries, with small exponents.
    pub entries: Rows,
    /// Elements, row by row, as [`entry`].
    pub elements: Vec<u32>,
    /// What is wanted.
    pub wanted: MatrixWanted,
    /// The variables.
    pub vars: Vec<String>,
    /// Exponents of an answer.
    pub exponents: AnswerExponents,
    /// What rows, and columns, were divided by: integers, and exponents of all variables.
    taken: [Vec<(Integer, Exponents)>; 2],
    /// Bytes of the matrix.
    pub given: u64,
}

impl Problem {
    /// What is `wanted` of a matrix, which has right sides behind its square part for [`MatrixWanted::Solution`]; modulo a prime that over Z of representatives.
    ///
    /// # Errors
    /// `Limit` for too many rows, or exponents that are too large.
    pub fn new(matrix: &Matrix, wanted: MatrixWanted, modulus: Option<Modulus>) -> Result<Self> {
        let (rows, columns) = (matrix.rows(), matrix.columns());
        let most = MOST_ROWS as usize;
        let too_many = [("rows of the matrix", rows, most), ("columns with right sides", columns, 2 * most)];
        if let Some(&(what, needed, allowed)) = too_many.iter().find(|(_, count, most)| count > most) {
            return Err(ErrorKind::Limit { what, needed: needed as u128, allowed: allowed as u128 }.into());
        }
        let matrix = match modulus {
            Some(p) => Cow::Owned(modulus::representatives(matrix, p)?),
            None => Cow::Borrowed(matrix),
        };
        let count = matrix.vars().len();
        let copied = |entry: &Polynomial| Row {
            terms: entry.terms().iter().map(|term| (term.coefficient.clone(), term.exponents.clone())).collect(),
        };
        let mut work: Vec<Row> = matrix.entries().iter().map(copied).collect();
        let none = |lines: usize| vec![(Integer::from(1), Exponents::from_elem(0, count)); lines];
        let mut taken = [none(rows), none(columns)];
        // Similar matrices have the same characteristic polynomial, others not.
        if wanted != MatrixWanted::Characteristic {
            for (which, lines) in taken.iter_mut().enumerate() {
                for (i, line) in lines.iter_mut().enumerate() {
                    let place = |k: usize| if which == 0 { i * columns + k } else { k * columns + i };
                    let places: Vec<usize> = (0..if which == 0 { columns } else { rows }).map(place).collect();
                    *line = take_out(&mut work, &places, count);
                }
            }
        }
        let step = |place: usize| {
            let all = work.iter().flat_map(|row| &row.terms).map(|(_, exponents)| exponents[place]);
            all.fold(0, gcd)
        };
        let occurs = |place: &usize| matrix.entries().iter().any(|f| f.degree_in(*place).is_some_and(|d| d > 0));
        let variables = (0..count).filter(occurs).map(|place| Variable { place, step: step(place), shift: 0 });
        let variables: Vec<Variable> = variables.collect();
        let axes: Vec<&Variable> = variables.iter().filter(|variable| variable.step > 0).collect();
        let mut numbers: FxHashMap<Vec<(Integer, Exponents)>, u32> = FxHashMap::default();
        let mut elements = Vec::with_capacity(work.len());
        for row in work {
            let mut terms: Vec<(Integer, Exponents)> = row.terms;
            let is_negated = terms.first().is_some_and(|(first, _)| first.is_negative());
            for (coefficient, exponents) in &mut terms {
                if is_negated {
                    coefficient.neg_assign();
                }
                *exponents = axes.iter().map(|variable| exponents[variable.place] / variable.step).collect();
            }
            let next = numbers.len() as u32;
            elements.push(match terms.is_empty() {
                true => 0,
                false => entry(*numbers.entry(terms).or_insert(next), is_negated),
            });
        }
        let mut different = vec![Row::default(); numbers.len()];
        numbers.into_iter().for_each(|(terms, number)| different[number as usize] = Row { terms });
        let entries = Rows { kept: axes.len(), rows: different };
        let exponents = AnswerExponents::new(count, variables, Vec::new());
        let (vars, given) = (matrix.vars().to_vec(), size::matrix(&matrix));
        Ok(Problem { rows, columns, entries, elements, wanted, vars, exponents, taken, given })
    }

    /// Whether one thread does all but the computation itself as fast as several.
    pub fn is_small(&self) -> bool {
        let terms: usize = self.entries.rows.iter().map(|row| row.terms.len()).sum();
        terms + self.elements.len() < SMALL
    }

    /// Right sides.
    pub fn beside(&self) -> usize {
        self.columns - self.rows
    }

    /// How many polynomials there are.
    pub fn outputs(&self) -> u64 {
        let n = self.rows as u64;
        match self.wanted {
            MatrixWanted::Adjugate => n * n + 1,
            MatrixWanted::Solution => n * self.beside() as u64 + 1,
            MatrixWanted::Characteristic => n,
        }
    }

    /// The number of the entry of an element; `None` for zero.
    pub fn number(&self, row: usize, column: usize) -> Option<usize> {
        (self.elements[row * self.columns + column] as usize / 2).checked_sub(1)
    }

    /// The elements at a point, from the values of the entries there.
    pub fn at(&self, field: Prime61, values: &[u64]) -> Vec<u64> {
        let element = |&code: &u32| match (code as usize / 2).checked_sub(1) {
            None => 0,
            Some(number) if code % 2 == 1 => field.sub(0, values[number]),
            Some(number) => values[number],
        };
        self.elements.iter().map(element).collect()
    }

    /// What was taken out of the determinant with all rows but one, and these columns.
    fn factor(&self, without: Option<usize>, columns: impl Iterator<Item = usize>) -> (Integer, Exponents) {
        let rows = (0..self.rows).filter(|&i| Some(i) != without).map(|i| &self.taken[0][i]);
        let mut exponents = Exponents::from_elem(0, self.vars.len());
        let mut product = Integer::from(1);
        for (content, powers) in rows.chain(columns.map(|j| &self.taken[1][j])) {
            if *content != 1 {
                product *= content;
            }
            exponents.iter_mut().zip(powers).for_each(|(e, &by)| *e = e.saturating_add(by));
        }
        (product, exponents)
    }

    /// The factor of polynomial number `index`.
    fn factor_of(&self, index: usize) -> (Integer, Exponents) {
        let n = self.rows;
        match self.wanted {
            MatrixWanted::Adjugate if index < n * n => {
                self.factor(Some(index % n), (0..n).filter(|&column| column != index / n))
            }
            MatrixWanted::Solution if index < n * self.beside() => {
                let (i, c) = (index / self.beside(), index % self.beside());
                self.factor(None, (0..n).filter(|&column| column != i).chain([n + c]))
            }
            MatrixWanted::Adjugate | MatrixWanted::Solution => self.factor(None, 0..n),
            MatrixWanted::Characteristic => (Integer::from(1), Exponents::from_elem(0, self.vars.len())),
        }
    }

    /// Bits of the largest content that was taken out, at most.
    pub fn bits_of_factor(&self) -> u64 {
        let bits = |(content, _): &(Integer, Exponents)| match *content == 1 {
            true => 0,
            false => u64::from(content.significant_bits()),
        };
        let [of_rows, of_columns] = &self.taken;
        // All rows and columns of a square, and one right side.
        let (square, right) = of_columns.split_at(self.rows.min(of_columns.len()));
        of_rows.iter().chain(square).map(bits).sum::<u64>() + right.iter().map(bits).max().unwrap_or(0)
    }

    /// Refuses exponents of factors that are too large with an answer of these degrees.
    ///
    /// # Errors
    /// `Limit`.
    pub fn check_exponents(&self, degrees: &[u128]) -> Result<()> {
        for (variable, &degree) in self.exponents.variables().iter().zip(degrees) {
            // All rows and columns of a square, and one right side.
            let of = |(_, e): &(Integer, Exponents)| u128::from(e[variable.place]);
            let [of_rows, of_columns] = &self.taken;
            let (square, right) = of_columns.split_at(self.rows.min(of_columns.len()));
            let lines = of_rows.iter().chain(square).map(of).sum::<u128>();
            let needed = degree.saturating_add(lines + right.iter().map(of).max().unwrap_or(0));
            if needed > u128::from(Polynomial::MAX_EXPONENT) {
                let allowed = Polynomial::MAX_EXPONENT.into();
                return Err(ErrorKind::Limit { what: "degree of the answer", needed, allowed }.into());
            }
        }
        Ok(())
    }

    /// The polynomials from their terms, which come in the order of a job, or else in their own.
    ///
    /// # Errors
    /// None for answers that are some.
    pub fn assembled(
        &self,
        found: Vec<Vec<Term>>,
        order: Option<&Order>,
        modulus: Option<Modulus>,
    ) -> Result<Vec<Polynomial>> {
        let polynomial = |(k, mut terms): (usize, Vec<Term>)| -> Result<(usize, Polynomial)> {
            let index = order.map_or(k, |order| order.places[k]);
            let (mut content, shift) = self.factor_of(index);
            if order.is_some_and(|order| order.negative) {
                content = -content;
            }
            for term in &mut terms {
                term.exponents.iter_mut().zip(&shift).for_each(|(e, &by)| *e = e.saturating_add(by));
                if content != 1 {
                    term.coefficient *= &content;
                }
            }
            let f = Polynomial::from_descending(&self.vars, terms)?;
            Ok((index, if let Some(p) = modulus { modulus::image(&f, p)? } else { f }))
        };
        let numbered: Vec<(usize, Vec<Term>)> = found.into_iter().enumerate().collect();
        let mut all: Vec<(usize, Polynomial)> = numbered.into_par_iter().map(polynomial).collect::<Result<_>>()?;
        all.sort_unstable_by_key(|(index, _)| *index);
        Ok(all.into_iter().map(|(_, polynomial)| polynomial).collect())
    }
}

/// Divides some elements by their content and by the powers of variables that divide all of them; returns both.
fn take_out(work: &mut [Row], places: &[usize], count: usize) -> (Integer, Exponents) {
    let mut content = Integer::new();
    let mut lowest = Exponents::from_elem(u32::MAX, count);
    for (coefficient, exponents) in places.iter().flat_map(|&place| &work[place].terms) {
        if content != 1 {
            content.gcd_mut(coefficient);
        }
        lowest.iter_mut().zip(exponents).for_each(|(low, &e)| *low = e.min(*low));
    }
    if content.is_zero() {
        return (Integer::from(1), Exponents::from_elem(0, count));
    }
    for &place in places {
        for (coefficient, exponents) in &mut work[place].terms {
            if content != 1 {
                coefficient.div_exact_mut(&content);
            }
            exponents.iter_mut().zip(&lowest).for_each(|(e, &low)| *e -= low);
        }
    }
    (content, lowest)
}
