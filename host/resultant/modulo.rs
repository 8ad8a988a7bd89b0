//! Resultants and discriminants modulo a prime p of the caller's choice.
//!
//! The answer is the image modulo p of the resultant over Z, so the degrees of f and g in y are those over Z, also where a
//! leading coefficient is a multiple of p. A resultant is a polynomial in the coefficients with integer coefficients; hence
//! any f', g' with the same degrees in y and f' = f, g' = g modulo p have the same image. Here coefficients are taken from
//! the symmetric range, and where a leading coefficient vanishes modulo p its first term becomes p times its monomial. Three ways:
//!
//! - **directly**, in the one field Z / p, when the engines can compute in it (p is odd and below 2^32 / 3), neither leading
//!   coefficient vanishes modulo p, p is at least 16 times the degrees, and there is a grid: roots of unity of a smooth order,
//!   at most 16 cosets of them for each kept variable, or else, for one kept variable, the integers from a random one below 2^20 on and
//!   Vandermonde-Schur interpolation (not for matrices);
//! - **at points** of the field of p, or of an extension of it, where that is predicted to be faster than over Z ([`super::at_points`]);
//! - **over Z** otherwise: the certified computation for f', g', whose coefficients are at most p / 2 in size, and a reduction at the end.
//!
//! The check of a direct answer is the one of `verify.rs` in Z / p, at as many points as it takes: a wrong answer passes with
//! probability at most 2^-60.

use super::memory;
use super::modular::{Modular, SMALL};
use super::options::{Interpolation, Method, ResultantOptions};
use super::problem::{Computation, Problem};
use super::stages::Outline;
use crate::alone::alone_if;
use crate::alone::prelude::*;
use crate::engine::ScalarKind;
use crate::error::Result;
use crate::plan::grid::{self, Evaluation};
use crate::plan::plain_primes::PlainPrime;
use crate::plan::prime61::Prime61;
use crate::plan::rows::Rows;
use crate::run::modulus::{Modulus, representative};
use crate::run::pointwise::Direct;
use crate::run::random::{Purpose, rng};
use gpu::arith::Mont31;

/// Points are fewer than p by this factor at least: then a random point is a good one, and a few of them check an answer.
pub(super) const ROOM: u64 = 16;

/// Representatives of the coefficients, |c| <= p / 2, with the degree in y unchanged.
fn representatives(mut f: Rows, p: Modulus) -> Rows {
    let first = f.rows.last().and_then(|row| row.terms.first()).map(|(_, exponents)| exponents.clone());
    f.rows.par_iter_mut().for_each(|row| {
        row.terms.iter_mut().for_each(|(c, _)| *c = representative(c, p));
        row.terms.retain(|(c, _)| !c.is_zero());
    });
    if let (Some(last), Some(exponents)) = (f.rows.last_mut(), first)
        && last.terms.is_empty()
    {
        last.terms.push((p.into(), exponents));
    }
    f
}

/// The problem for representatives of the coefficients.
///
/// # Errors
/// `Argument` when `p` is no prime; `Limit` when it is too long.
pub(super) fn reduced(problem: Problem, p: Modulus) -> Result<Problem> {
    p.check()?;
    let Computation::Modular(modular) = problem.task else { return Ok(problem) };
    let Modular { kind, f, g, thinning } = *modular;
    let is_small = f.rows.iter().chain(&g.rows).map(|row| row.terms.len()).sum::<usize>() < SMALL;
    let (f, g) = alone_if(is_small, || {
        let f = representatives(f, p);
        let g = match kind {
            ScalarKind::Resultant => representatives(g, p),
            ScalarKind::Discriminant => f.derivative(),
        };
        (f, g)
    });
    let task = Computation::Modular(Box::new(Modular { kind, f, g, thinning }));
    Ok(Problem { task, ..problem })
}

/// One more than the sum of the degrees of an answer and of f and g in the kept variables.
pub(super) fn degrees(problem: &Modular, keep: &[u32]) -> u64 {
    let rows = || problem.f.rows.iter().chain(&problem.g.rows);
    let degree = |k| u64::from(rows().filter_map(|row| row.degree(k)).max().unwrap_or(0));
    keep.iter().enumerate().map(|(k, &n)| u64::from(n) + 2 * degree(k)).sum::<u64>() + 1
}

/// Whether the leading coefficient is 0 modulo p.
pub(super) fn vanishes(f: &Rows, p: Modulus) -> bool {
    f.rows.last().is_none_or(|row| row.terms.iter().all(|(c, _)| p.divides(c)))
}

/// The plan of the direct way; `None` when it cannot be taken.
///
/// # Errors
/// `Limit` and `Cancelled` as for any plan.
pub(super) fn direct(problem: &Modular, p: u32, options: &ResultantOptions) -> Result<Option<Outline>> {
    if p > Mont31::MAX || vanishes(&problem.f, u64::from(p).into()) || vanishes(&problem.g, u64::from(p).into()) {
        return Ok(None);
    }
    let degree_bound = problem.degree_bound(options)?;
    let points: Vec<u32> = degree_bound.iter().map(|&d| d + 1).collect();
    if degrees(problem, &points).saturating_mul(ROOM) > u64::from(p) {
        return Ok(None);
    }
    let mut rng = rng(&options.run, Purpose::Outline);
    let by_roots = match options.interpolation {
        Interpolation::Ntt => {
            grid::modulo(&points, p, options.evaluation, &mut rng).map(|found| (found, Interpolation::Ntt))
        }
        Interpolation::Vandermonde => None,
    };
    // Arbitrary points are not evaluated by transforms, where those were asked for, and matrices are at the points of a grid only.
    let may_be = options.evaluation == Evaluation::Auto && options.method != Method::Sylvester;
    let by_points =
        || grid::modulo_arbitrary(&points, p).filter(|_| may_be).map(|found| (found, Interpolation::Vandermonde));
    let found = by_roots.or_else(by_points);
    let Some(((grid, prime), interpolation)) = found else { return Ok(None) };
    let support = problem.support(&degree_bound);
    let held = memory::held(problem, options) + support.bytes();
    Ok(Some(Outline {
        table: problem.table(options)?,
        support,
        degree_bound,
        variables: problem.thinning.kept(),
        height_bound: u64::from(u32::BITS - p.leading_zeros()),
        job: problem.scalars(options, interpolation, Some(p), &mut rng)?,
        contents: Vec::new(),
        direct: Some(Direct { grid, prime: PlainPrime::from(&prime) }),
        held,
    }))
}

/// The field of a direct answer's check, and how many points a wrong answer fails at but with probability 2^-60.
pub(super) fn field(problem: &Modular, p: u64, keep: &[u32]) -> (Prime61, u32) {
    let bits = (p as f64 / degrees(problem, keep) as f64).log2();
    (Prime61::new(p), (60.0 / bits).ceil().clamp(1.0, 60.0) as u32)
}
