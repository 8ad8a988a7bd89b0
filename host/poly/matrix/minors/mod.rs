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

use super::Matrix;
use crate::control::Control;
use crate::error::Result;
use crate::poly::{Polynomial, Term, size};
use rayon::prelude::*;
use rug::Integer;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Rows of the largest matrix that is looked at: a set of columns is a word.
const MOST_ROWS: usize = 32;

/// Minors of one size of which a prediction is made, and products of terms, at most: such an expansion takes a few seconds.
const MOST_MINORS: usize = 1 << 13;
const MOST_PRODUCTS: f64 = 2e7;

/// Nanoseconds of a product of terms that is added to a sum, for coefficients of one word, and of each word more.
const PRODUCT: f64 = 120.0;
const WORD: f64 = 5.0;

/// The expansion of a square matrix of at least one row.
pub(crate) struct Minors<'m> {
    matrix: Cow<'m, Matrix>,
    /// The rows in their order.
    order: Vec<usize>,
    /// Products of terms for each number of rows, at most.
    products: Vec<f64>,
    /// Terms that are in memory at the same time, at most.
    terms: f64,
    /// Words of the longest coefficients, at most.
    words: f64,
    /// Bounds on the degrees of the determinant, by variable.
    pub degrees: Vec<u32>,
    /// log2 of a bound on the coefficients of the determinant.
    pub bits: f64,
}

/// The sizes of a matrix that a prediction depends on.
struct Sizes {
    /// Terms of each entry, row by row.
    terms: Vec<f64>,
    /// Degrees of each row, by variable.
    degrees: Vec<Vec<u32>>,
}

impl Sizes {
    fn new(matrix: &Matrix) -> Self {
        let degree = |row: &[Polynomial], k| row.iter().filter_map(|entry| entry.degree_in(k)).max().unwrap_or(0);
        let degrees = |row| (0..matrix.vars().len()).map(|k| degree(row, k)).collect();
        Sizes {
            terms: matrix.entries().iter().map(|entry| entry.terms().len() as f64).collect(),
            degrees: matrix.entries().chunks(matrix.rows()).map(degrees).collect(),
        }
    }

    /// Bounds on the degrees of a product of one entry of each row, by variable; `None` where one is no exponent.
    fn of_product(&self) -> Option<Vec<u32>> {
        let variables = self.degrees.first().map_or(0, Vec::len);
        let most = |k: usize| self.degrees.iter().map(|degrees| u64::from(degrees[k])).sum::<u64>();
        let in_range = |degree: u64| u32::try_from(degree).ok().filter(|&degree| degree <= Polynomial::MAX_EXPONENT);
        (0..variables).map(|k| in_range(most(k))).collect()
    }

    /// Terms of a polynomial whose degrees are the sums of those of these rows, at most.
    fn of_box(&self, rows: &[usize]) -> f64 {
        let variables = self.degrees.first().map_or(0, Vec::len);
        (0..variables).map(|k| 1.0 + rows.iter().map(|&i| f64::from(self.degrees[i][k])).sum::<f64>()).product()
    }
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
        let order = order(n, &sizes.terms);
        let (products, terms) = predicted(&order, &sizes)?;
        Some(Minors { matrix, order, products, terms, words: 1.0 + bits / 64.0, degrees, bits })
    }

    /// The matrix.
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// Nanoseconds of one core, at most.
    pub fn nanoseconds(&self) -> f64 {
        self.products.iter().sum::<f64>() * (PRODUCT + WORD * self.words)
    }

    /// Bytes with the matrix and the determinant, at most.
    pub fn bytes(&self) -> u64 {
        let term = size_of::<Term>() as f64 + 4.0 * self.matrix.vars().len() as f64 + 8.0 * self.words + 16.0;
        size::matrix(&self.matrix).saturating_add((self.terms * term) as u64)
    }

    /// The determinant.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn determinant(&self, control: &Control) -> Result<Polynomial> {
        let (matrix, n) = (&*self.matrix, self.matrix.rows());
        let one = Polynomial::constant(matrix.vars(), Integer::from(1))?;
        let mut minors = FxHashMap::from_iter([(0u32, one)]);
        for (k, &i) in self.order.iter().enumerate() {
            let row = &matrix.entries()[i * n..(i + 1) * n];
            let section = control.next_of(self.products[k], self.products[k + 1..].iter().sum());
            let sets = next_sets(minors.keys().copied(), n, |j| !row[j].is_zero());
            let minor = |(set, columns): (u32, Vec<u32>)| -> Result<(u32, Polynomial)> {
                section.check()?;
                let mut sum = Polynomial::zero(matrix.vars())?;
                for j in columns {
                    let product = row[j as usize].checked_mul(&minors[&(set & !(1 << j))])?;
                    let behind = (u64::from(set) >> (j + 1)).count_ones();
                    sum = if behind % 2 == 0 { &sum + &product } else { &sum - &product };
                }
                section.advance(1.0 / self.minors_of(k));
                Ok((set, sum))
            };
            let found: Vec<(u32, Polynomial)> = sets.into_par_iter().map(minor).collect::<Result<_>>()?;
            minors = found.into_iter().filter(|(_, minor)| !minor.is_zero()).collect();
            section.finish();
        }
        let all = (u64::from(u32::MAX) >> (MOST_ROWS - n)) as u32;
        match minors.remove(&all) {
            Some(value) if self.is_odd() => Ok(value.negate()),
            Some(value) => Ok(value),
            None => Polynomial::zero(matrix.vars()),
        }
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

/// The rows with the fewest entries first, of as many the one with the fewest terms.
fn order(n: usize, terms: &[f64]) -> Vec<usize> {
    let key = |i: usize| {
        let row = &terms[i * n..(i + 1) * n];
        (row.iter().filter(|&&terms| terms > 0.0).count(), row.iter().sum::<f64>() as u64)
    };
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&i| key(i));
    order
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

/// Products of terms for each number of rows, at most, and terms that are in memory at the same time; `None` where they are too many, or there are no minors of all rows.
fn predicted(order: &[usize], sizes: &Sizes) -> Option<(Vec<f64>, f64)> {
    let n = order.len();
    let mut counts = FxHashMap::from_iter([(0u32, 1.0f64)]);
    let (mut products, mut most, mut all) = (Vec::with_capacity(n), 0.0f64, 0.0);
    for (k, &i) in order.iter().enumerate() {
        let row = &sizes.terms[i * n..(i + 1) * n];
        let sets = next_sets(counts.keys().copied(), n, |j| row[j] > 0.0);
        if sets.is_empty() || sets.len() > MOST_MINORS {
            return None;
        }
        let of_box = sizes.of_box(&order[..=k]);
        let mut of_rows = 0.0;
        let next: FxHashMap<u32, f64> = sets
            .into_iter()
            .map(|(set, columns)| {
                let sum: f64 = columns.iter().map(|&j| row[j as usize] * counts[&(set & !(1 << j))]).sum();
                of_rows += sum;
                (set, sum.min(of_box))
            })
            .collect();
        all += of_rows;
        if all > MOST_PRODUCTS {
            return None;
        }
        most = most.max(counts.values().sum::<f64>() + next.values().sum::<f64>());
        products.push(of_rows);
        counts = next;
    }
    Some((products, most))
}
