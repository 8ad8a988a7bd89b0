//! A polynomial on a vertical line.

use crate::error::Result;
use crate::poly::{Polynomial, UnivariatePolynomial};
use rug::ops::Pow;
use rug::{Integer, Rational};

/// A polynomial by its powers of y: each coefficient by its powers of x.
pub(super) struct Rows {
    rows: Vec<Vec<(Integer, u32)>>,
    degree: u32,
}

impl Rows {
    pub(super) fn new(f: &Polynomial, [x, y]: &[String; 2]) -> Result<Self> {
        let (x, y) = (f.index_of(x)?, f.index_of(y)?);
        let mut rows = vec![Vec::new(); f.degree_in(y).map_or(0, |degree| degree as usize + 1)];
        for term in f.terms() {
            rows[term.exponents[y] as usize].push((term.coefficient.clone(), term.exponents[x]));
        }
        Ok(Rows { rows, degree: f.degree_in(x).unwrap_or(0) })
    }

    /// The coefficients in x of a power of y.
    pub(super) fn row(&self, power: usize) -> UnivariatePolynomial {
        let Some(row) = self.rows.get(power) else { return UnivariatePolynomial::from(0) };
        let degree = row.iter().map(|(_, e)| *e as usize).max().unwrap_or(0);
        let mut dense = vec![Integer::new(); degree + 1];
        for (c, e) in row {
            dense[*e as usize].clone_from(c);
        }
        UnivariatePolynomial::new(dense)
    }

    /// The degree in y, 0 for 0.
    pub(super) fn degree_in_y(&self) -> usize {
        self.rows.len().saturating_sub(1)
    }

    /// d^n f(q, y) for q = m / d, n the degree in x, without its content.
    pub(super) fn at(&self, q: &Rational) -> UnivariatePolynomial {
        let (m, d) = (q.numer(), q.denom());
        let power = |e: u32| m.clone().pow(e) * d.clone().pow(self.degree - e);
        let mut known: Vec<Option<Integer>> = vec![None; self.degree as usize + 1];
        let mut value = |row: &Vec<(Integer, u32)>| {
            let terms =
                row.iter().map(|(c, e)| Integer::from(c * &*known[*e as usize].get_or_insert_with(|| power(*e))));
            terms.sum::<Integer>()
        };
        UnivariatePolynomial::new(self.rows.iter().map(&mut value).collect::<Vec<_>>()).primitive_part()
    }
}
