//! Determinants over Z by expansion into minors.
//!
//! For the rows in an order r_1, .., r_n, and a set S of k columns, M(S) is the minor of the rows r_1, .., r_k and the columns S:
//! M({}) = 1, and M(S) = sum over j in S of (-1)^(number of columns of S behind j) m(r_k, j) M(S - {j}). The determinant is M of all columns, times the sign
//! of the order. Each minor that is not 0 is computed once, and only from minors that are not 0: a full matrix has 2^n of them, a banded one few. The rows with the
//! fewest entries come first.
//!
//! The products of terms are at most sum over S, j of terms(m(r_k, j)) T(S - {j}), where T(S) is the lesser of the number of terms of all products in
//! M(S) and the number of exponents in its box.
//!
//! Source: Gentleman and Johnson, Analysis of algorithms, a case study: determinants of matrices with polynomial entries, ACM Trans. Math. Softw. 2
//! (1976).

mod prediction;

use super::Matrix;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::Result;
use crate::poly::exponent_words::Packing;
use crate::poly::packed::{Coefficient, Keys, Lists, Product, Terms, Words, has_room, sum_of_products};
use crate::poly::{Polynomial, Term, size};
use prediction::{Prediction, Sizes, predicted, row_order};
use rug::Integer;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Rows of the largest matrix that is looked at: a set of columns is a word.
const MOST_ROWS: usize = 32;

/// Nanoseconds of a product of terms that is added to a sum, for coefficients of one word, and of each word more.
const PRODUCT: f64 = 20.0;
const WORD: f64 = 5.0;

/// Nanoseconds of an expansion that threads would not make shorter.
pub(crate) const SMALL: f64 = 200_000.0;

/// Words of coefficients of so many bits.
fn words(bits: f64) -> f64 {
    1.0 + bits / 64.0
}

/// Bytes of a term of so many variables, and of the packed one that it is made from and that is merged from two.
fn bytes_of_term(variables: usize, words: f64) -> f64 {
    size_of::<Term>() as f64 + 4.0 * variables as f64 + 24.0 * words + 64.0
}

/// Bytes of a product of so many terms at most, in so many variables, where a bound of so many bits holds for all sums.
pub(crate) fn product_bytes(terms: f64, variables: usize, bits: f64) -> u64 {
    (terms * bytes_of_term(variables, words(bits))) as u64
}

/// Terms of the determinant of a square matrix, by the degrees of its rows, at most.
pub(crate) fn terms_by_degrees(matrix: &Matrix) -> f64 {
    Sizes::new(matrix).of_box(&(0..matrix.rows()).collect::<Vec<_>>())
}

/// Nanoseconds of so many products of terms that are added up, where a bound of so many bits holds for all sums.
pub(crate) fn product_nanoseconds(products: f64, bits: f64) -> f64 {
    products * (PRODUCT + WORD * words(bits))
}

/// The expansion of a square matrix of at least one row.
pub(crate) struct Minors<'m> {
    matrix: Cow<'m, Matrix>,
    /// The rows in their order.
    order: Vec<usize>,
    prediction: Prediction,
    /// Words of the longest coefficients, at most.
    words: f64,
    /// Bounds on the degrees of the determinant, by variable.
    pub degrees: Vec<u32>,
    /// log2 of a bound on the coefficients of the determinant.
    pub bits: f64,
}

impl<'m> Minors<'m> {
    /// The expansion with its prediction; `None` where the matrix is not square, has no rows or more than 32, has coefficients beyond the range of doubles, may have exponents out of range, or
    /// the expansion takes too many products.
    pub fn new(matrix: Cow<'m, Matrix>) -> Option<Self> {
        let n = matrix.rows();
        if !matrix.is_square() || !(1..=MOST_ROWS).contains(&n) {
            return None;
        }
        let norm = |entry: &Polynomial| entry.terms().iter().map(|term| term.coefficient.to_f64().abs()).sum::<f64>();
        let norms = |row: &[Polynomial]| row.iter().map(norm).sum::<f64>().max(1.0).log2();
        let bits = matrix.entries().chunks(n).map(norms).sum::<f64>();
        if !bits.is_finite() {
            return None;
        }
        let sizes = Sizes::new(&matrix);
        let degrees = sizes.of_product()?;
        let order = row_order(n, &sizes.terms);
        let prediction = predicted(&order, &sizes)?;
        Some(Minors { matrix, order, prediction, words: words(bits), degrees, bits })
    }

    /// Nanoseconds of one core, at most.
    pub fn nanoseconds(&self) -> f64 {
        product_nanoseconds(self.prediction.products.iter().sum(), self.bits)
    }

    /// Bytes with the matrix and the determinant, at most.
    pub fn bytes(&self) -> u64 {
        let term = bytes_of_term(self.matrix.vars().len(), self.words);
        size::matrix(&self.matrix).saturating_add((self.prediction.held * term) as u64)
    }

    /// Terms of the determinant, at most.
    pub fn terms(&self) -> f64 {
        self.prediction.answer
    }

    /// Whether it takes no longer than threads take to begin.
    pub fn is_small(&self) -> bool {
        self.nanoseconds() < SMALL
    }

    /// The determinant.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn determinant(&self, control: &Control) -> Result<Polynomial> {
        let packing = Packing::tight(&self.degrees);
        let terms = match packing.words() {
            1 => self.with_keys(&Words::<1>(&packing), control)?,
            2 => self.with_keys(&Words::<2>(&packing), control)?,
            3 | 4 => self.with_keys(&Words::<4>(&packing), control)?,
            _ => self.with_keys(&Lists, control)?,
        };
        Ok(Polynomial::descending(&self.matrix.vars, terms))
    }

    /// The terms of the determinant, with the shortest coefficients that have room for its bound: it is one for all minors, and for the sums of some of the
    /// products in them, because the bound of each row is 1 at least.
    fn with_keys<P: Keys>(&self, keys: &P, control: &Control) -> Result<Vec<Term>> {
        match self.bits {
            bits if has_room::<i64>(bits) => self.expanded::<P, i64>(keys, control),
            bits if has_room::<i128>(bits) => self.expanded::<P, i128>(keys, control),
            _ => self.expanded::<P, Integer>(keys, control),
        }
    }

    fn expanded<P: Keys, C: Coefficient>(&self, keys: &P, control: &Control) -> Result<Vec<Term>> {
        let n = self.matrix.rows();
        let entries: Vec<Terms<P::Key, C>> =
            self.matrix.entries().iter().map(|entry| keys.packed(entry.terms())).collect();
        let one = [Term { coefficient: Integer::from(1), exponents: self.degrees.iter().map(|_| 0).collect() }];
        let mut minors: FxHashMap<u32, Terms<P::Key, C>> = FxHashMap::from_iter([(0, keys.packed(&one))]);
        for (k, &i) in self.order.iter().enumerate() {
            let row = &entries[i * n..(i + 1) * n];
            let section = control.next_of(self.prediction.products[k], self.prediction.products[k + 1..].iter().sum());
            let sets = next_sets(minors.keys().copied(), n, |j| !row[j].is_empty());
            let minor = |(set, columns): (u32, Vec<u32>)| -> Result<(u32, Terms<P::Key, C>)> {
                let product = |j: u32| Product {
                    is_negative: (u64::from(set) >> (j + 1)).count_ones() % 2 == 1,
                    f: &row[j as usize],
                    g: &minors[&(set & !(1 << j))],
                };
                let products: Vec<Product<'_, P::Key, C>> = columns.into_iter().map(product).collect();
                let sum = sum_of_products(&products, &|| section.check())?;
                section.advance(1.0 / self.minors_of(k));
                Ok((set, sum))
            };
            let found: Vec<(u32, Terms<P::Key, C>)> = match self.is_small() {
                true => sets.into_iter().map(minor).collect::<Result<_>>()?,
                false => Vec::from_iter(sets).into_par_iter().map(minor).collect::<Result<_>>()?,
            };
            minors = found.into_iter().filter(|(_, minor)| !minor.is_empty()).collect();
            section.finish();
        }
        let all = (u64::from(u32::MAX) >> (MOST_ROWS - n)) as u32;
        Ok(keys.unpacked(minors.remove(&all).unwrap_or_default(), self.is_odd()))
    }

    /// Minors of k + 1 rows, at most.
    fn minors_of(&self, k: usize) -> f64 {
        let n = self.order.len() as f64;
        (0..=k).map(|i| (n - i as f64) / (i as f64 + 1.0)).product()
    }

    /// Whether the order of the rows has an odd number of inversions.
    fn is_odd(&self) -> bool {
        let behind = |k: usize| self.order[k..].iter().filter(|&&i| i < self.order[k]).count();
        (0..self.order.len()).map(behind).sum::<usize>() % 2 == 1
    }
}

/// The sets of one column more than those given, with the columns by which they are reached: by elements that are not 0.
fn next_sets(sets: impl Iterator<Item = u32>, n: usize, is_there: impl Fn(usize) -> bool) -> FxHashMap<u32, Vec<u32>> {
    let mut next: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for set in sets {
        for j in (0..n as u32).filter(|&j| set >> j & 1 == 0 && is_there(j as usize)) {
            next.entry(set | 1 << j).or_default().push(j);
        }
    }
    next
}
