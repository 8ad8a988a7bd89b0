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
use crate::error::Result;
use crate::plan::cost::Work;
use crate::plan::rows::{Row, Rows};
use crate::poly::Polynomial;
use crate::resultant::hybrid_bezout;
use crate::run::tuples::{Expansion, ListOptions, Minor, limit};

/// The largest degree in the eliminated variable.
const DEGREE: usize = 24;

/// Nanoseconds of a product of two terms of the matrix, with its sum: 101,568 of them, in one variable, took one thread 4 ms.
const PRODUCT: f64 = 40.0;

/// Products with which the matrix is made, at most, where no grid has room.
const MOST_PRODUCTS: usize = 1 << 26;

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

/// `None` where it is not predicted to be faster than the computation by values, or may not be; where that cannot be done there is no `work`.
///
/// # Errors
/// `Limit` where exponents are too large.
pub(super) fn expansion(
    problem: &Problem,
    bounds: &Bounds,
    work: Option<&Work>,
    options: &ListOptions,
) -> Result<Option<Expansion>> {
    let [f, g] = &bounds.pair;
    let (p, q) = (f.rows.len() - 1, g.rows.len() - 1);
    if f.kept == 0 || p.max(q) > DEGREE {
        return Ok(None);
    }
    let Some(limit) = limit(bounds.sides.len(), problem.kept.len(), work, &options.run) else { return Ok(None) };
    // Each of q rows adds up the products of pairs of coefficients.
    let terms = |h: &Rows| h.rows.iter().map(|row| row.terms.len()).sum::<usize>();
    let products = terms(f).saturating_mul(terms(g)).saturating_mul(2 * p.min(q));
    // To look at the minors may take an eighth of what the points take.
    let allowed = if limit.is_finite() { (limit * 1e6 / 8.0 / PRODUCT) as usize } else { MOST_PRODUCTS };
    if products > allowed {
        return Ok(None);
    }
    let names = names(f.kept);
    let (large, small) = if p >= q { (f, g) } else { (g, f) };
    let matrix = hybrid_bezout(&names, &polynomials(large)?, &polynomials(small)?)?;
    let wanted = bounds.wanted;
    let size = p.max(q);
    let (mut minors, mut some) = (Vec::new(), Vec::new());
    for k in wanted.low..=wanted.high {
        let is_negative = p < q && (p as u32 - k) & (q as u32 - k) & 1 != 0;
        // Those of one k take about as long.
        some.push((minors.len(), f64::from(wanted.width(k))));
        for j in if wanted.principal != 0 { k..=k } else { 0..=k } {
            let columns = (k as usize + 1..size).rev().chain([j as usize]).map(|power| size - 1 - power).collect();
            minors.push(Minor { rows: (k as usize..size).collect(), columns, is_negative });
        }
    }
    Expansion { matrix, minors }.within(limit, &some, &options.run)
}
