//! Subresultants of small degree in many variables over Z, without points: minors of a matrix of Bezout's.
//!
//! In the matrix of [`crate::resultant::hybrid_bezout`] for p >= q, with rows C_q, .., C_1, y^(p-q-1) g, .., g and columns y^(p-1), .., 1, the coefficient of y^j in S_k is the
//! determinant of the last p - k rows and the columns y^(p-1), .., y^(k+1), y^j: row y^(p-q+i-1) g of Sylvester's matrix may be replaced by C_i, i <= q - k, which multiplies the
//! determinant by lc(f), and the q - k rows of f are then triangular with lc(f) on the diagonal. All minors of one S_k have those of the rows below in common, but each is
//! expanded by itself.
//!
//! Source: Diaz-Toca and Gonzalez-Vega, Various new expressions for subresultants and their applications, AAECC 15 (2004).

use super::plan::Bounds;
use super::problem::Problem;
use super::verify;
use crate::alone::prelude::*;
use crate::determinant::Determinant;
use crate::error::Result;
use crate::plan::cost::Work;
use crate::plan::rows::{Row, Rows};
use crate::poly::matrix::minors::Minors;
use crate::poly::{Matrix, Polynomial};
use crate::resultant::hybrid_bezout;
use crate::run::backend;
use crate::run::minors::{beaten_by, pays};
use crate::run::options::{Backend, RunOptions};
use crate::run::tuples::ListOptions;
use std::borrow::Cow;

/// The largest degree in the eliminated variable, and the most coefficients that are expanded.
const DEGREE: usize = 24;
const OUTPUTS: usize = 1 << 10;

/// Products of terms with which the matrix is made, at most, where a grid can do without it; and where none has room.
const ENTRIES: usize = 1 << 17;
const MOST_ENTRIES: usize = 1 << 26;

/// The minors that are wanted.
pub(super) struct Expansion {
    matrix: Matrix,
    /// Of each coefficient: k, j, and whether it is minus the minor.
    outputs: Vec<(usize, usize, bool)>,
}

/// The names of the axes.
fn names(kept: usize) -> Vec<String> {
    (0..kept).map(|k| format!("x{k}")).collect()
}

/// The coefficients of powers of the eliminated variable.
fn polynomials(h: &Rows) -> Result<Vec<Polynomial>> {
    let names = names(h.kept);
    let of_row = |row: &Row| {
        let terms = row.terms.iter().map(|(c, e)| (c.clone(), e.to_vec()));
        Polynomial::from_terms(&names, terms)
    };
    h.rows.iter().map(of_row).collect()
}

impl Expansion {
    /// `None` where it is not predicted to be faster than the computation by values, or may not be; where that cannot be done there is no `work`.
    ///
    /// # Errors
    /// `Limit` where exponents are too large.
    pub fn new(problem: &Problem, bounds: &Bounds, work: Option<&Work>, options: &ListOptions) -> Result<Option<Self>> {
        let [f, g] = &bounds.pair;
        let (p, q) = (f.rows.len() - 1, g.rows.len() - 1);
        let may_be = f.kept > 0 && p.max(q) <= DEGREE && options.run.backend != Backend::Cuda;
        if !may_be || bounds.sides.len() > OUTPUTS {
            return Ok(None);
        }
        let limit = match work {
            Some(work) => match beaten_by(backend::milliseconds(&options.run, work), problem.kept.len()) {
                Some(limit) => limit,
                None => return Ok(None),
            },
            None => f64::INFINITY,
        };
        // Each of q rows adds up the products of pairs of coefficients.
        let terms = |h: &Rows| h.rows.iter().map(|row| row.terms.len()).sum::<usize>();
        let products = terms(f).saturating_mul(terms(g)).saturating_mul(2 * p.min(q));
        if products > if work.is_some() { ENTRIES } else { MOST_ENTRIES } {
            return Ok(None);
        }
        let names = names(f.kept);
        let (large, small) = if p >= q { (f, g) } else { (g, f) };
        let matrix = hybrid_bezout(&names, &polynomials(large)?, &polynomials(small)?)?;
        let wanted = bounds.wanted;
        let sign = |k: u32| p < q && (p as u32 - k) & (q as u32 - k) & 1 != 0;
        let outputs = (wanted.low..=wanted.high).flat_map(|k| {
            let powers = if wanted.principal != 0 { k..=k } else { 0..=k };
            powers.map(move |j| (k as usize, j as usize, sign(k)))
        });
        let expansion = Expansion { matrix, outputs: outputs.collect() };
        let Some(limit) = Some(limit).filter(|limit| limit.is_finite()) else { return Ok(Some(expansion)) };
        // Those of one k take about as long.
        let (mut nanoseconds, mut bytes) = (0.0, 0);
        for k in wanted.low..=wanted.high {
            let minor = expansion.minor(k as usize, k as usize)?;
            let Some(minors) = Minors::new(Cow::Owned(minor)) else { return Ok(None) };
            nanoseconds += minors.nanoseconds() * f64::from(wanted.width(k));
            bytes = bytes.max(minors.bytes());
        }
        Ok(pays(nanoseconds, bytes, limit, &options.run).then_some(expansion))
    }

    /// The coefficient of y^j in S_k is its determinant.
    fn minor(&self, k: usize, j: usize) -> Result<Matrix> {
        let p = self.matrix.rows();
        let columns = || (k + 1..p).rev().chain([j]).map(|power| p - 1 - power);
        let row = |i: usize| columns().filter_map(|column| self.matrix.entry(i, column).cloned()).collect();
        Matrix::over(self.matrix.vars(), (k..p).map(row).collect())
    }

    /// The coefficients in small exponents, in the order of the computation by values, and the prime of the check.
    ///
    /// # Errors
    /// Of determinants; `Verification`; `Cancelled`.
    pub fn values(
        &self,
        operation: &'static str,
        bounds: &Bounds,
        options: &ListOptions,
    ) -> Result<(Vec<Polynomial>, u64)> {
        // A checkpoint is of the whole answer.
        let silent = options.run.with_control(options.run.control.silent());
        let run = RunOptions { checkpoint: None, ..silent };
        let value = |&(k, j, negative): &(usize, usize, bool)| {
            let value = Determinant::new(&self.minor(k, j)?).run_options(run.clone()).run()?.polynomial;
            Ok(if negative { -value } else { value })
        };
        let values: Vec<Polynomial> = self.outputs.par_iter().map(value).collect::<Result<_>>()?;
        let prime = verify::compare(operation, bounds, &values, &run)?;
        Ok((values, prime))
    }
}
