//! From a matrix to blocks of different entries, and the other factors of its determinant.
//!
//! - Integer contents of rows, then of columns, are taken out.
//! - Powers of variables too: with the potentials u_i + v_j <= d_ij of the least assignment of lowest exponents
//!   ([`crate::plan::assignment`]), entry (i, j) is divided by x^(u_i + v_j) and the determinant by x to the least sum, its own lowest
//!   exponent if coefficients are generic. Where all exponents of x are multiples of d, x stands for x^d.
//! - Block triangular form leaves blocks on the diagonal ([`crate::plan::blocks`]); nothing else matters.
//! - Variables whose exponents in the answer follow from those of others are 1 ([`super::gradings`]).
//! - Entries that are equal up to their sign are one.

use super::gradings;
use crate::alone::prelude::*;
use crate::engine::determinant::MOST_ROWS;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::assignment::Assignment;
use crate::plan::blocks::{Block, components, is_odd};
use crate::plan::exponents::{AnswerExponents, Variable, gcd};
use crate::plan::rows::{Row, Rows};
use crate::plan::support::Support;
use crate::plural::count;
use crate::poly::{Exponents, Matrix, Polynomial, size};
use crate::run::threads::MANY;
use gpu::determinant::matrix::entry;
use rug::Integer;
use rug::ops::NegAssign;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::borrow::Cow;
use std::hash::{BuildHasher, Hash, Hasher};

/// The name of the operation.
pub(super) const OPERATION: &str = "determinant";

/// A determinant to be computed.
pub(super) struct Problem<'m> {
    /// The matrix.
    pub matrix: Cow<'m, Matrix>,
    /// The computation that it takes.
    pub task: Computation,
}

/// The computation that it takes.
pub(super) enum Computation {
    /// The answer, known without computation.
    Trivial(Polynomial),
    /// The modular computation.
    Modular(Box<Modular>),
}

/// The input of the modular computation.
pub(super) struct Modular {
    /// Different entries, with small exponents of the variables that have an axis.
    pub entries: Rows,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// Exponents of the answer.
    pub exponents: AnswerExponents,
    /// The factor of the product of the blocks' determinants.
    pub factor: Integer,
    /// Bytes of the matrix.
    pub given: u64,
    /// Bytes of the host that the caller holds besides.
    pub beside: u64,
}

/// Terms and elements up to which one thread sets a problem up as fast as several, as for resultants.
const SMALL: usize = 2048;

/// Entries up to which one thread copies and compares all: those of 64 rows. On all 16 cores of a host the entries of 128 rows take 4.4 ms in place of 5.4 to 7.9, those of
/// 256 rows 17 to 22 in place of 27 to 39 (`benches/results/2026-11-27-h100-rows-2.txt`).
const FEW: usize = 1 << 12;

impl Problem<'_> {
    /// Whether one thread does all but the computation itself as fast as several.
    pub fn is_small(&self) -> bool {
        match &self.task {
            Computation::Trivial(_) => true,
            Computation::Modular(modular) => modular.is_small(),
        }
    }
}

impl Modular {
    fn is_small(&self) -> bool {
        let terms: usize = self.entries.rows.iter().map(|row| row.terms.len()).sum();
        let elements: usize = self.blocks.iter().map(|block| block.elements.len()).sum();
        terms + elements < SMALL && self.coefficients() < MANY
    }

    /// A bound on the number of coefficients of the answer: its degree is at most the sum of the largest ones of the rows.
    fn coefficients(&self) -> u64 {
        let of_axis = |axis| {
            let row = |block: &Block, i| {
                let numbers = (0..block.size).filter_map(|j| block.number(i, j));
                numbers.filter_map(|number| self.entries.rows[number].degree(axis)).max().map_or(0, u64::from)
            };
            let of_block = |block: &Block| (0..block.size).map(|i| row(block, i)).sum::<u64>();
            self.blocks.iter().map(of_block).fold(1, u64::saturating_add)
        };
        (0..self.entries.kept).map(of_axis).fold(1, u64::saturating_mul)
    }
}

impl<'m> Problem<'m> {
    /// det of a matrix.
    ///
    /// # Errors
    /// `Argument` when it is not square; `Limit` when it has too many rows, or exponents of the answer are too large.
    pub fn new(matrix: Cow<'m, Matrix>) -> Result<Self> {
        let n = matrix.rows();
        if !matrix.is_square() {
            let (rows, columns) = (count(n, "row"), count(matrix.columns(), "column"));
            let message = format!("has {rows} and {columns}; give as many rows as columns");
            return Err(Error::argument("matrix", message));
        }
        if n > MOST_ROWS as usize {
            let (needed, allowed) = (n as u128, MOST_ROWS.into());
            return Err(ErrorKind::Limit { what: "rows of the matrix", needed, allowed }.into());
        }
        let task = Computation::new(&matrix)?;
        Ok(Problem { matrix, task })
    }

    /// Beside `bytes` of the host that the caller holds.
    pub fn beside(mut self, bytes: u64) -> Self {
        if let Computation::Modular(modular) = &mut self.task {
            modular.beside = bytes;
        }
        self
    }
}

impl Computation {
    fn new(matrix: &Matrix) -> Result<Self> {
        let trivial = |value: i32| Ok(Computation::Trivial(Polynomial::constant(matrix.vars(), value.into())?));
        let n = matrix.rows();
        if n == 0 {
            return trivial(1);
        }
        let there = |i: usize, j: usize| !matrix.entries()[i * n + j].is_zero();
        // A choice of elements that are not zero, or none and the determinant is 0.
        let Some(choice) = Assignment::least(n, |i, j| there(i, j).then_some(0)) else { return trivial(0) };
        let (mut work, places) = Work::new(matrix);
        let mut factor = work.contents();
        if is_odd(&choice.columns) {
            factor = -factor;
        }
        let mut variables = Vec::with_capacity(places.len());
        for (axis, &place) in places.iter().enumerate() {
            variables.push(Variable { place, step: 0, shift: work.lowest(axis, &choice.columns) as i64 });
        }
        let found = components(n, |i, k| there(i, choice.columns[k]));
        let blocks: Vec<Vec<(usize, usize)>> = found
            .iter()
            .map(|rows| rows.iter().flat_map(|&i| rows.iter().map(move |&k| (i, k))).collect())
            .map(|places: Vec<(usize, usize)>| places.into_iter().map(|(i, k)| (i, choice.columns[k])).collect())
            .collect();
        let used = || blocks.iter().flatten().map(|&(i, j)| &work.rows[i * n + j]);
        for (axis, variable) in variables.iter_mut().enumerate() {
            let mut exponents = used().flat_map(|row| &row.terms).map(|(_, exponents)| exponents[axis]);
            // Nothing divides 1 further.
            variable.step = exponents
                .try_fold(0, |step, e| if step == 1 { Err(1) } else { Ok(gcd(step, e)) })
                .unwrap_or_else(|one| one);
        }
        let of_blocks: Vec<Vec<&Row>> =
            blocks.iter().map(|block| block.iter().map(|&(i, j)| &work.rows[i * n + j]).collect()).collect();
        let relations = gradings::relations(&of_blocks, &variables);
        let exponents = AnswerExponents::new(matrix.vars().len(), variables, relations);
        let step = |(number, variable): (usize, &Variable)| if exponents.has_axis(number) { variable.step } else { 0 };
        let steps: Vec<u32> = exponents.variables().iter().enumerate().map(step).collect();
        let taken = |&(i, j): &(usize, usize)| std::mem::take(&mut work.rows[i * n + j]);
        let elements: Vec<Row> = blocks.iter().flatten().map(taken).collect();
        let mut different = Different::default();
        let mut elements = each(elements, |row| Entry::new(row, &steps)).into_iter();
        let of_block = |block: &Vec<(usize, usize)>| Block {
            size: block.len().isqrt(),
            elements: elements.by_ref().take(block.len()).map(|entry| different.number(entry)).collect(),
        };
        let mut found: Vec<Block> = blocks.iter().map(of_block).collect();
        let rows = different.rows();
        // Units on the diagonal are signs.
        found.retain(|block| match block.number(0, 0).map(|k| unit(&rows[k])) {
            Some(Some(unit)) if block.size == 1 => {
                if (unit == -1) != (block.elements[0] % 2 == 1) {
                    factor = -std::mem::take(&mut factor);
                }
                false
            }
            _ => true,
        });
        if found.is_empty() {
            let answer = exponents.degrees(&[]).and_then(|_| {
                exponents.polynomial(matrix.vars(), &Support::whole(Vec::new()), vec![Integer::from(1)], &factor)
            })?;
            return Ok(Computation::Trivial(answer));
        }
        let entries = Rows { kept: exponents.axes().count(), rows };
        Ok(Computation::Modular(Box::new(Modular {
            entries,
            blocks: found,
            exponents,
            factor,
            given: size::matrix(matrix),
            beside: 0,
        })))
    }
}

/// The entries of a matrix over the variables that occur, while factors are taken out.
struct Work {
    n: usize,
    rows: Vec<Row>,
}

impl Work {
    /// With the places of these variables.
    fn new(matrix: &Matrix) -> (Self, Vec<usize>) {
        let entries = matrix.entries();
        let occurs = |place: &usize| entries.iter().any(|entry| entry.degree_in(*place).is_some_and(|d| d > 0));
        let places: Vec<usize> = (0..matrix.vars().len()).filter(occurs).collect();
        let row = |entry: &Polynomial| {
            let exponents = |all: &[u32]| places.iter().map(|&place| all[place]).collect::<Exponents>();
            let terms = entry.terms().iter().map(|term| (term.coefficient.clone(), exponents(&term.exponents)));
            Row { terms: terms.collect() }
        };
        (Work { n: matrix.rows(), rows: each(entries.iter().collect(), row) }, places)
    }

    /// Takes out the contents of all rows, then of all columns; their product.
    fn contents(&mut self) -> Integer {
        let n = self.n;
        let mut product = Integer::from(1);
        for of_column in [false, true] {
            for i in 0..n {
                let place = |k: usize| if of_column { k * n + i } else { i * n + k };
                let mut content = Integer::new();
                for (coefficient, _) in (0..n).flat_map(|k| &self.rows[place(k)].terms) {
                    content.gcd_mut(coefficient);
                    if content == 1 {
                        break;
                    }
                }
                if content > 1 {
                    for k in 0..n {
                        let terms = &mut self.rows[place(k)].terms;
                        terms.iter_mut().for_each(|(coefficient, _)| coefficient.div_exact_mut(&content));
                    }
                    product *= content;
                }
            }
        }
        product
    }

    /// Takes out powers of one variable; the exponent of their product. `choice` is the column of each row of some elements that are not zero.
    fn lowest(&mut self, axis: usize, choice: &[usize]) -> u64 {
        let n = self.n;
        let lowest = |row: &Row| row.terms.iter().map(|(_, exponents)| i64::from(exponents[axis])).min();
        let table: Vec<Option<i64>> = self.rows.iter().map(lowest).collect();
        // Where the least sum is 0, there is nothing to take out.
        if choice.iter().enumerate().all(|(i, &j)| table[i * n + j] == Some(0)) {
            return 0;
        }
        // There is a choice, of elements that are not zero.
        let Some(found) = Assignment::least(n, |i, j| table[i * n + j]) else { return 0 };
        for (k, row) in self.rows.iter_mut().enumerate() {
            let taken = found.rows[k / n] + found.potentials[k % n];
            for (_, exponents) in &mut row.terms {
                // Not negative, as the sum of potentials is at most the lowest exponent; those outside of all blocks may become large.
                exponents[axis] = u32::try_from(i64::from(exponents[axis]) - taken).unwrap_or(u32::MAX);
            }
        }
        found.least.unsigned_abs()
    }
}

/// `of` each item, in order; on all cores where there are many.
fn each<I: Send, R: Send>(items: Vec<I>, of: impl Fn(I) -> R + Send + Sync) -> Vec<R> {
    match items.len() <= FEW {
        true => items.into_iter().map(of).collect(),
        false => items.into_par_iter().with_min_len(FEW / 4).map(of).collect(),
    }
}

/// An entry or its negative, whichever begins with a positive coefficient.
struct Entry {
    terms: Vec<(Integer, Exponents)>,
    /// That of the terms: one thread compares entries, and many find their hashes.
    hash: u64,
    is_negated: bool,
}

impl Entry {
    /// With exponents divided by `steps`; a variable with 0 there has no axis.
    fn new(mut row: Row, steps: &[u32]) -> Self {
        let is_negated = row.terms.first().is_some_and(|(first, _)| first.is_negative());
        let as_they_are = steps.iter().all(|&step| step == 1);
        for (coefficient, exponents) in &mut row.terms {
            if is_negated {
                coefficient.neg_assign();
            }
            if !as_they_are {
                *exponents = exponents.iter().zip(steps).filter_map(|(&e, &step)| e.checked_div(step)).collect();
            }
        }
        Entry { hash: FxBuildHasher.hash_one(&row.terms), terms: row.terms, is_negated }
    }
}

impl PartialEq for Entry {
    /// Up to the sign.
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.terms == other.terms
    }
}

impl Eq for Entry {}

impl Hash for Entry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// Entries that differ by more than their sign, with their numbers.
#[derive(Default)]
struct Different(FxHashMap<Entry, u32>);

impl Different {
    /// The number of an entry with its sign.
    fn number(&mut self, given: Entry) -> u32 {
        if given.terms.is_empty() {
            return 0;
        }
        let (next, is_negated) = (self.0.len() as u32, given.is_negated);
        entry(*self.0.entry(given).or_insert(next), is_negated)
    }

    /// The entries by their numbers.
    fn rows(self) -> Vec<Row> {
        let mut rows = vec![Row::default(); self.0.len()];
        self.0.into_iter().for_each(|(Entry { terms, .. }, number)| rows[number as usize] = Row { terms });
        rows
    }
}

/// 1 or -1 where a polynomial is that.
fn unit(row: &Row) -> Option<i32> {
    match &row.terms[..] {
        [(c, exponents)] if exponents.iter().all(|&e| e == 0) && *c == 1 => Some(1),
        [(c, exponents)] if exponents.iter().all(|&e| e == 0) && *c == -1 => Some(-1),
        _ => None,
    }
}
