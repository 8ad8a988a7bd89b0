//! Exponents of an answer, which are small while it is computed.
//!
//! Grids have an axis for each variable, whose points count with all others. So an operation takes powers of variables out of its input, and
//! v for v^d where all exponents of v are multiples of d, and a variable that is in monomial factors only has no axis. The answer is
//! v^s times a polynomial in v^d.

use crate::error::{Error, ErrorKind, Result};
use crate::poly::{Exponents, Polynomial, Term};
use rayon::prelude::*;
use rug::Integer;

/// The degree of an answer is below.
const DEGREES: u128 = 1 << 30;

/// A variable that occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Variable {
    /// Its place among all variables of the answer.
    pub place: usize,
    /// The factor of small exponents; 0 where there is no axis.
    pub step: u32,
    /// Exponent of the power that the answer is a multiple of.
    pub shift: u64,
}

/// How small exponents of an answer become large again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AnswerExponents {
    /// Number of variables, with those that do not occur.
    pub kept: usize,
    /// Those that occur, places ascending.
    pub variables: Vec<Variable>,
}

impl AnswerExponents {
    /// The variables that have an axis.
    pub fn axes(&self) -> impl Iterator<Item = &Variable> {
        self.variables.iter().filter(|variable| variable.step > 0)
    }

    /// Degrees of an answer per variable that occurs, for those `small` ones per axis.
    ///
    /// # Errors
    /// `Limit` when one is 2^30 or more.
    pub fn degrees(&self, small: &[u64]) -> Result<Vec<u32>> {
        let mut small = small.iter();
        let mut degrees = Vec::with_capacity(self.variables.len());
        for variable in &self.variables {
            let own = if variable.step > 0 { small.next().copied().unwrap_or(0) } else { 0 };
            let degree = u128::from(own) * u128::from(variable.step) + u128::from(variable.shift);
            if degree >= DEGREES {
                let (needed, allowed) = (degree, DEGREES - 1);
                return Err(ErrorKind::Limit { what: "degree of the answer", needed, allowed }.into());
            }
            degrees.push(degree as u32);
        }
        Ok(degrees)
    }

    /// The exponents of coefficient number `index` of an answer, row-major over small exponents below `keep`.
    pub fn exponents(&self, keep: &[u32], mut index: usize) -> Exponents {
        let mut exponents = Exponents::from_elem(0, self.kept);
        let mut keep = keep.iter().rev();
        for variable in self.variables.iter().rev() {
            let mut small = 0;
            if variable.step > 0 {
                let n = keep.next().map_or(1, |&n| n as usize);
                small = (index % n) as u64;
                index /= n;
            }
            // Below 2^30, as the degrees are.
            exponents[variable.place] = (variable.shift + small * u64::from(variable.step)) as u32;
        }
        exponents
    }

    /// The answer over the variables `names` from its coefficients, row-major over small exponents below `keep`, times `factor`.
    ///
    /// # Errors
    /// `Argument` when there is another number of names.
    pub fn polynomial(
        &self,
        names: &[String],
        keep: &[u32],
        coefficients: Vec<Integer>,
        factor: &Integer,
    ) -> Result<Polynomial> {
        if names.len() != self.kept {
            return Err(Error::argument("variables", format!("{} names for {}", names.len(), self.kept)));
        }
        // Row-major order over places that ascend is the lexicographic order of the exponents.
        let terms = coefficients.into_par_iter().enumerate().rev().with_min_len(1 << 10);
        let term = |(index, mut coefficient): (usize, Integer)| {
            if coefficient.is_zero() {
                return None;
            }
            if *factor != 1 {
                coefficient *= factor;
            }
            Some(Term { coefficient, exponents: self.exponents(keep, index) })
        };
        Polynomial::from_descending(names, terms.filter_map(term).collect())
    }
}

/// gcd(a, b), and the other where one is 0.
pub(crate) fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
