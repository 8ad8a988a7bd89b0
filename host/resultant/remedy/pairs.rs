//! The pairs whose resultants determine res(f, g): one constructor per remedy.
//!
//! With f = l prod (y - a_i) of degree p and g of degree q, res(f, g) = l^q prod g(a_i) and res(g, f) = (-1)^(p q) res(f, g),
//! over an algebraic closure of the field of rational functions in the kept variables:
//!
//! - *Swap.* That second identity: each of the p rows of g passes the q rows of f.
//! - *Factor.* res(f, g h) = res(f, g) res(f, h), since l^(deg g + deg h) prod g(a_i) h(a_i) splits. For g = y it is
//!   res(f, y) = l prod a_i = (-1)^p f_0, as f_0 = l prod (-a_i). So res(f, h y^k) = ((-1)^p f_0)^k res(f, h). In the first
//!   place, res(y, g) = g(0) = g_0 without a sign: res(h y^k, g) = g_0^k res(h, g).
//! - *Combination.* For deg h = deg f, h = f + c g: l^q = lc(h)^q would not do, as the roots change, but in the other order
//!   res(g, h) = lc(g)^p prod h(b_j) with h(b_j) = f(b_j), which is res(g, f). The degrees are the same, so the signs of
//!   both swaps cancel: res(h, g) = res(f, g). For q = 0 both sides are g^p.
//! - *Squares.* The second identity with g = h = g: res(f, g^2) = res(f, g)^2, and res(f^2, g) likewise.

use super::super::modular::MAX_DEGREE;
use crate::error::Result;
use crate::plan::rows::{Exponents, Row, Rows};
use crate::poly::Polynomial;
use rand::Rng;
use rug::Integer;

/// Products of coefficients that one new polynomial may cost, a few seconds; a remedy beyond is not tried.
const MAX_PRODUCTS: usize = 1 << 26;

/// A pair (f, g) and how the resultant asked for follows from its own: take the square root, multiply by the power, change
/// the sign, in this order.
pub(super) struct Pair {
    pub f: Rows,
    pub g: Rows,
    /// res(f, g) is the square.
    pub square: bool,
    /// Multiply by the k-th power of a polynomial in the kept variables.
    pub power: Option<(Row, u32)>,
    /// Change the sign.
    pub negative: bool,
}

fn degree(f: &Rows) -> usize {
    f.rows.len() - 1
}

impl Pair {
    /// The pair as it is.
    pub fn new(f: Rows, g: Rows) -> Self {
        Pair { f, g, square: false, power: None, negative: false }
    }

    /// The pair in the other order. The sign may be changed after the root of a square: there one degree is even, and
    /// none is.
    pub fn swapped(&self) -> Self {
        Pair {
            f: self.g.clone(),
            g: self.f.clone(),
            square: self.square,
            power: self.power.clone(),
            negative: self.negative ^ (degree(&self.f) & degree(&self.g) & 1 != 0),
        }
    }

    fn both_orders(self) -> Vec<Self> {
        let other = self.swapped();
        vec![self, other]
    }
}

/// res(f, g) from res(g, f).
pub(super) fn swap(f: &Rows, g: &Rows) -> Vec<Pair> {
    vec![Pair::new(f.clone(), g.clone()).swapped()]
}

/// The powers of y taken out of g or of f; none when neither has one, when both have (a common factor: the resultant is 0),
/// or when nothing of y is left.
pub(super) fn factor(f: &Rows, g: &Rows) -> Vec<Pair> {
    let order = |h: &Rows| h.rows.iter().position(|row| !row.terms.is_empty()).unwrap_or(0);
    let without = |h: &Rows, k: usize| Rows { kept: h.kept, rows: h.rows[k..].to_vec() };
    let pair = match (order(f), order(g)) {
        (0, 0) => return Vec::new(),
        (0, k) => Pair {
            power: Some((f.rows[0].clone(), k as u32)),
            negative: degree(f) & k & 1 != 0,
            ..Pair::new(f.clone(), without(g, k))
        },
        (k, 0) => Pair { power: Some((g.rows[0].clone(), k as u32)), ..Pair::new(without(f, k), g.clone()) },
        _ => return Vec::new(),
    };
    if degree(&pair.f) == 0 && degree(&pair.g) == 0 { Vec::new() } else { pair.both_orders() }
}

/// Multiples of the polynomial of the smaller degree added to the other, with random integers as the coefficients of the
/// multiplier: first 1 and -1, then larger ones.
///
/// A minor of (f + c g, g) is a polynomial in the coefficients of c; unless it is 0 it is not 0 at random integers, so there is no
/// need for the kept variables in c, which would raise the degree of the computation. The result comes first: in the other
/// order the minors are those of (g, f) up to powers of lc(g), because rows of h = f + c g differ from rows of f by
/// rows of g above them.
pub(super) fn combination(f: &Rows, g: &Rows, rng: &mut impl Rng) -> Result<Vec<Pair>> {
    // res(f, g) = (-1)^(p q) res(g, f) brings the larger degree to the front.
    let ordered = Pair::new(f.clone(), g.clone());
    let ordered = if degree(f) >= degree(g) { ordered } else { ordered.swapped() };
    let gap = degree(&ordered.f) - degree(&ordered.g);
    if terms(&ordered.g).saturating_mul(gap + 1) > MAX_PRODUCTS {
        return Ok(Vec::new());
    }
    let (large, small) = (polynomial(&ordered.f)?, polynomial(&ordered.g)?);
    let mut pairs = Vec::new();
    for size in [1i32, 1, 4, 16, 256] {
        let c = (0..=gap).map(|i| {
            let c = rng.random_range(1..=size);
            let mut exponents = vec![0; ordered.f.kept + 1];
            exponents[0] = i as u32;
            (Integer::from(if rng.random() { c } else { -c }), exponents)
        });
        let c = Polynomial::from_terms(small.vars(), c)?;
        let sum = rows(&(&large + &c.checked_mul(&small)?), ordered.f.kept)?;
        // Leading coefficients that cancel would change the degree.
        if sum.rows.len() == ordered.f.rows.len() {
            pairs.push(Pair { negative: ordered.negative, ..Pair::new(sum, ordered.g.clone()) });
        }
    }
    Ok(pairs)
}

/// The square of one of the two; then with a [`combination`] as well, whose multiplier has more coefficients now. That
/// helps pairs like y^5 + 1, x y^5 + y + x, where it was a constant.
pub(super) fn squares(f: &Rows, g: &Rows, rng: &mut impl Rng) -> Result<Vec<Pair>> {
    let square = |h: &Rows| -> Result<Option<Rows>> {
        if terms(h).saturating_mul(terms(h)) > MAX_PRODUCTS || 2 * degree(h) > MAX_DEGREE {
            return Ok(None);
        }
        let factor = polynomial(h)?;
        rows(&factor.checked_mul(&factor)?, h.kept).map(Some)
    };
    let mut squared = Vec::new();
    squared.extend(square(f)?.map(|square| (square, g.clone())));
    squared.extend(square(g)?.map(|square| (f.clone(), square)));
    let mut pairs: Vec<Pair> =
        squared.iter().flat_map(|(f, g)| Pair::new(f.clone(), g.clone()).both_orders()).collect();
    for (f, g) in &squared {
        pairs.extend(combination(f, g, rng)?);
    }
    Ok(pairs.into_iter().map(|pair| Pair { square: true, ..pair }).collect())
}

fn terms(f: &Rows) -> usize {
    f.rows.iter().map(|row| row.terms.len()).sum()
}

/// `f` as a polynomial in y, x0, x1, ...
fn polynomial(f: &Rows) -> Result<Polynomial> {
    let vars: Vec<String> = std::iter::once("y".into()).chain((0..f.kept).map(|k| format!("x{k}"))).collect();
    let terms = f.rows.iter().enumerate().flat_map(|(i, row)| {
        row.terms.iter().map(move |(coefficient, exponents)| {
            let exponents = std::iter::once(i as u32).chain(exponents.iter().copied()).collect();
            (coefficient.clone(), exponents)
        })
    });
    Polynomial::from_terms(&vars, terms)
}

/// The inverse of [`polynomial`].
fn rows(f: &Polynomial, kept: usize) -> Result<Rows> {
    let terms = |row: &Polynomial| {
        row.terms().iter().map(|t| (t.coefficient.clone(), Exponents::from_slice(&t.exponents))).collect()
    };
    Ok(Rows { kept, rows: f.collect("y")?.iter().map(|row| Row { terms: terms(row) }).collect() })
}
