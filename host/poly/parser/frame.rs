//! What is open while a text is read: a sum for each parenthesis, and the product inside it.

use super::divisors::Powers;
use crate::poly::constant::Constant;
use crate::poly::polynomial::{Term, normalise};
use rug::Integer;
use std::collections::BTreeMap;

/// The product being read: coefficient / (denominator * divisors) * monomial * body.
#[derive(Debug)]
pub(super) struct Product {
    pub(super) coefficient: Constant,
    pub(super) denominator: Constant,
    /// Empty stands for all zero.
    pub(super) exponents: Vec<u32>,
    pub(super) below: Powers,
    pub(super) body: Option<Vec<Term>>,
    /// The next factor divides.
    pub(super) divide: bool,
    /// The last factor divided.
    pub(super) divided: bool,
}

impl Product {
    pub(super) fn new() -> Self {
        Product {
            coefficient: Constant::one(),
            denominator: Constant::one(),
            exponents: Vec::new(),
            below: Powers::new(),
            body: None,
            divide: false,
            divided: false,
        }
    }
}

/// An open bracket: its sum, and the product inside it.
#[derive(Debug)]
pub(super) struct Frame {
    /// Offset of the parenthesis.
    pub(super) open: usize,
    /// Terms by denominator and divisors.
    pub(super) sum: BTreeMap<(Integer, Powers), Group>,
    /// Terms in `sum`, for the limit of the size.
    pub(super) terms: u128,
    pub(super) product: Product,
}

/// Terms of a sum over one denominator.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub(super) terms: Vec<Term>,
    /// Terms from which like ones are added before the sum ends.
    pub(super) full: usize,
}

/// Terms of a group that are kept as they come.
const LOOSE: usize = 1 << 12;

impl Group {
    /// Adds like terms once there are twice as many as were left the last time: a sum takes the memory of what it comes to, and O(n log n)
    /// comparisons as before. How many terms that saves.
    pub(super) fn settle(&mut self) -> usize {
        let before = self.terms.len();
        if before < self.full.max(LOOSE) {
            return 0;
        }
        self.terms = normalise(std::mem::take(&mut self.terms));
        self.full = 2 * self.terms.len();
        before - self.terms.len()
    }
}

impl Frame {
    pub(super) fn new(open: usize) -> Self {
        Frame { open, sum: BTreeMap::new(), terms: 0, product: Product::new() }
    }
}
