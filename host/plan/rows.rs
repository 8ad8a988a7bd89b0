//! The view of a polynomial that the bounds work on: univariate in the eliminated variable.

use crate::alone::prelude::*;
pub use crate::poly::Exponents;
use rug::Integer;

/// A polynomial f = sum_i rows\[i\] y^i, where y is the eliminated variable.
///
/// `rows.len()` is deg_y f + 1 and the last row is non-zero; the zero polynomial has no rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    /// The number of kept variables.
    pub kept: usize,
    /// The coefficient of y^i, for each i.
    pub rows: Vec<Row>,
}

/// Terms from which they are freed on all threads.
const MANY: usize = 1 << 14;

impl Drop for Rows {
    fn drop(&mut self) {
        if self.rows.iter().map(|row| row.terms.len()).sum::<usize>() >= MANY {
            std::mem::take(&mut self.rows).into_par_iter().for_each(drop);
        }
    }
}

/// One coefficient: a sparse polynomial in the kept variables.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// Non-zero coefficients, each with other exponents. Empty for zero.
    pub terms: Vec<(Integer, Exponents)>,
}

impl Rows {
    /// The derivative with respect to the eliminated variable.
    pub fn derivative(&self) -> Rows {
        let row = |(i, row): (usize, &Row)| Row {
            terms: row.terms.iter().map(|(c, exponents)| (Integer::from(c * i as u64), exponents.clone())).collect(),
        };
        Rows { kept: self.kept, rows: self.rows.iter().enumerate().skip(1).map(row).collect() }
    }
}

impl Row {
    /// The degree in the kept variable number `var`; `None` for the zero row.
    pub fn degree(&self, var: usize) -> Option<u32> {
        self.terms.iter().map(|(_, exponents)| exponents[var]).max()
    }

    /// The largest sum of exponents with these weights, one for each kept variable; `None` for the zero row.
    pub(crate) fn weighted_degree(&self, weights: &[u64]) -> Option<u64> {
        let sum = |exponents: &Exponents| {
            exponents.iter().zip(weights).map(|(&e, &w)| w.saturating_mul(e.into())).fold(0, u64::saturating_add)
        };
        self.terms.iter().map(|(_, exponents)| sum(exponents)).max()
    }

    /// The sum of the absolute values of the coefficients.
    pub fn norm1(&self) -> Integer {
        self.terms.iter().fold(Integer::new(), |sum, (c, _)| if c.is_negative() { sum - c } else { sum + c })
    }
}
