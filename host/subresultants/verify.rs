//! An independent check of every answer: all subresultants at one random point modulo a random 61-bit prime, by Euclid's algorithm with an inversion for each remainder.
//!
//! With A = Q B + C in place of l^e A = Q B + C the formulas of [`gpu::resultant::subresultants`] become
//!
//! > S_k(A, B) = (-1)^((a-k)(b-k)) l^(a-c) S_k(B, C) for k <= c, S_(b-1)(A, B) = (-1)^(a-b+1) l^(a-b+1) C.
//!
//! A wrong answer passes with a probability of at most D / 2^60 + H / (60 N), D its degree with the number of coefficients, H its bits, N the number of 61-bit primes.

use super::plan::Bounds;
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::plan::prime61::Prime61;
use crate::poly::Polynomial;
use crate::run::check::Check;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};

/// Calls `visit` with k, a factor and a polynomial for each S_k = factor x polynomial that is not 0, from the highest k down to `low`, for f and g whose leading
/// coefficients are not 0.
///
/// # Errors
/// `Cancelled`.
fn by_division(
    field: Prime61,
    [f, g]: [Vec<u64>; 2],
    low: usize,
    control: &Control,
    mut visit: impl FnMut(usize, u64, &[u64]),
) -> Result<()> {
    let signed = |odd: usize, x: u64| if odd & 1 != 0 { field.sub(0, x) } else { x };
    let (p, q) = (f.len() - 1, g.len() - 1);
    let (mut a, mut b) = if p >= q { (f, g) } else { (g, f) };
    // Of S_k for even and odd k: what its factor is so far.
    let mut factors = [0, 1].map(|k| if p >= q { field.one() } else { signed((p + k) * (q + k), field.one()) });
    // For the number a - 1, where it is not that of b.
    let mut above: Option<[u64; 2]> = None;
    loop {
        control.check()?;
        let (da, db) = (a.len() - 1, b.len() - 1);
        let lead = b[db];
        if let Some(factors) = above
            && da - 1 > db
        {
            visit(da - 1, factors[(da - 1) % 2], &b);
        }
        if da > db {
            visit(db, field.mul(factors[db % 2], field.pow(lead, (da - db - 1) as u64)), &b);
        }
        if db <= low {
            return Ok(());
        }
        let inverse = field.inverse(lead);
        while a.len() > db {
            let Some(top) = a.pop() else { break };
            let factor = field.mul(top, inverse);
            let at = a.len() - db;
            a[at..].iter_mut().zip(&b).for_each(|(x, &y)| *x = field.sub(*x, field.mul(factor, y)));
        }
        while a.last() == Some(&0) {
            a.pop();
        }
        if a.is_empty() {
            return Ok(());
        }
        let dc = a.len() - 1;
        let step = |k: usize, e: usize| field.mul(factors[k], signed((da + k) * (db + k), field.pow(lead, e as u64)));
        let (with_c, with_next) = ([0, 1].map(|k| step(k, da - dc)), [0, 1].map(|k| step(k, da - db + 1)));
        (factors, above) = (with_c, Some(with_next));
        std::mem::swap(&mut a, &mut b);
    }
}

/// Compares polynomials in the axes that were found without primes; returns the prime.
///
/// # Errors
/// `Verification`; `Cancelled`.
pub(super) fn compare(
    operation: &'static str,
    bounds: &Bounds,
    values: &[Polynomial],
    run: &RunOptions,
) -> Result<u64> {
    let (field, point, expected) = drawn(bounds, run)?;
    let of = |value: &Polynomial| {
        field.sum_of_terms(value.terms(), |term| (&term.coefficient, &term.exponents[..]), &point[1..])
    };
    let found = values.iter().rev().fold(0, |sum, value| field.add(field.mul(sum, point[0]), of(value)));
    if found != expected {
        let [expected, found] = [expected, found].map(|x| field.leave(x));
        let message = format!("at a random point expected {expected}, found {found}");
        return Err(ErrorKind::Verification { what: operation, prime: field.modulus(), message }.into());
    }
    Ok(field.modulus())
}

/// The check of an answer over the integers.
///
/// # Errors
/// `Cancelled`.
pub(super) fn check(bounds: &Bounds, run: &RunOptions) -> Result<Check> {
    let (field, point, value) = drawn(bounds, run)?;
    Ok(Check::new(field, vec![(point, value)]))
}

/// sum t^i P_i at a random point modulo a random prime, t its first coordinate.
///
/// # Errors
/// `Cancelled`.
fn drawn(bounds: &Bounds, run: &RunOptions) -> Result<(Prime61, Vec<u64>, u64)> {
    let mut rng = rng(run, Purpose::Check);
    let wanted = bounds.wanted;
    loop {
        let field = Prime61::random(&mut rng);
        let point: Vec<u64> = (0..=bounds.pair[0].kept).map(|_| field.element(&mut rng)).collect();
        let t = point[0];
        let pair = [0, 1].map(|which| field.specialise(&bounds.pair[which], &point[1..]));
        // Few points have a leading coefficient that vanishes.
        if pair.iter().any(|h| matches!(h.last(), Some(0) | None)) {
            continue;
        }
        let mut sum = 0;
        by_division(field, pair, wanted.low as usize, &run.control, |k, factor, row| {
            if !wanted.has(k as u32) {
                return;
            }
            let value = match wanted.principal {
                0 => row.iter().rev().fold(0, |sum, &c| field.add(field.mul(sum, t), c)),
                _ => row.get(k).copied().unwrap_or(0),
            };
            let place = field.pow(t, wanted.place(k as u32));
            sum = field.add(sum, field.mul(field.mul(factor, value), place));
        })?;
        return Ok((field, point, sum));
    }
}
