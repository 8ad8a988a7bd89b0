//! How many roots a polynomial has between 0 and 1, as far as doubles tell.

use super::local::Local;

/// Coefficients up to which Bernstein's are looked at.
const MOST: usize = 8192;

/// Of f on an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// No roots, at the ends neither.
    None,
    /// A simple one, not at an end.
    One,
    Unknown,
}

/// The roots of a polynomial with so many coefficients from 0 to 1.
///
/// None, if Bernstein's coefficients are not 0 and have one sign. One, if those of the derivative have, and the ends have different signs.
pub fn roots(local: &Local, coefficients: usize) -> Count {
    let bits = local.rows.bits();
    let error = local.error as f64 * 2f64.powi(0i32.saturating_sub_unsigned(bits));
    roots_of(&local.rows.over(bits), coefficients as f64 * error, coefficients)
}

/// The same of a polynomial in doubles, whose errors are not more than `error` together.
pub fn roots_of(c: &[f64], error: f64, coefficients: usize) -> Count {
    let Some(below) = c.first() else { return Count::Unknown };
    // Errors of coefficients, and of a sum.
    let slack = error + rounding(c);
    let above: f64 = c.iter().sum();
    if below.abs().min(above.abs()) <= slack {
        return Count::Unknown;
    }
    if (*below < 0.0) == (above < 0.0) {
        return if has_one_sign(c, slack) { Count::None } else { Count::Unknown };
    }
    let slope: Vec<f64> = c.iter().enumerate().skip(1).map(|(k, c)| c * k as f64).collect();
    let slack = coefficients as f64 * error + rounding(&slope);
    if has_one_sign(&slope, slack) { Count::One } else { Count::Unknown }
}

/// More than the rounding errors of a value, and of Bernstein's coefficients: each of n steps multiplies what is at most the sum s of all |c_k| by a factor of
/// at most 1, with three roundings, and adds c_k, which is within 2^-52 of its number, with another one. So they are at most 4 n s 2^-53 and 2 s 2^-53.
fn rounding(c: &[f64]) -> f64 {
    let sum: f64 = c.iter().map(|c| c.abs()).sum();
    (c.len() + 4) as f64 * 5.0 * (f64::EPSILON / 2.0) * sum
}

/// Whether all Bernstein coefficients exceed the slack, or all their negatives.
///
/// By Horner's rule: in degree d the coefficients of x p + c are c + j/d b_(j-1) with those of p.
fn has_one_sign(c: &[f64], slack: f64) -> bool {
    let Some(first) = c.first() else { return false };
    let sign = first.signum();
    let others: f64 = c[1..].iter().map(|c| c.abs()).sum();
    if first.abs() - others > slack {
        return true;
    }
    if c.len() > MOST {
        return false;
    }
    let places: Vec<f64> = (0..c.len()).map(|j| j as f64).collect();
    let (mut b, mut next) = (vec![0.0; c.len()], vec![0.0; c.len()]);
    for (d, c) in c.iter().rev().enumerate() {
        let each = 1.0 / (d.max(1) as f64);
        next[0] = *c;
        for ((next, before), place) in next[1..=d].iter_mut().zip(&b[..d]).zip(&places[1..=d]) {
            *next = c + place * each * before;
        }
        std::mem::swap(&mut b, &mut next);
    }
    b.iter().all(|b| b * sign > slack)
}
