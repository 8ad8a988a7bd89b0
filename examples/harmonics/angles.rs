//! From the roots in s2 back to the switching angles.

use super::elimination::{Elimination, has};
use super::equations::{HARMONICS, Named, Ratio, at};
use super::roots::{BITS, real_roots};
use eliminant::{Error, Polynomial};
use rug::Integer;

/// Bits of a value of a polynomial that must be 0 for it to be 0, of BITS: wrong combinations of roots have none, right ones nearly all.
const ZERO: u32 = 80;

/// A real solution s2, .., sn.
#[derive(Debug, Clone)]
pub struct Solution {
    pub symbols: Vec<f64>,
    pub outcome: Outcome,
}

#[derive(Debug, Clone)]
pub enum Outcome {
    /// x^n - s1 x^(n-1) + s2 x^(n-2) - .. has not n real roots from -1 to 1.
    NoCosines,
    Angles(Angles),
}

#[derive(Debug, Clone)]
pub struct Angles {
    /// In degrees, ascending.
    pub degrees: Vec<f64>,
    /// `+` for a step up and `-` for one down.
    pub signs: String,
    /// The largest error of an equation: the sum of +-cos(j a), for j = 1 less m.
    pub residual: f64,
}

fn one() -> Integer {
    Integer::from(1) << BITS
}

fn float(scaled: &Integer) -> f64 {
    scaled.to_f64() * (-f64::from(BITS)).exp2()
}

/// f at s2, s3, .. = values / 2^BITS, times a power of 2; `None` where it is 0 but for the errors of the values.
fn at_point(f: &Polynomial, values: &[Integer]) -> Result<Option<Polynomial>, Error> {
    let (mut value, mut bits) = (f.clone(), f.max_bits());
    for (k, symbol) in values.iter().enumerate() {
        let var = format!("s{}", k + 2);
        bits += BITS * value.degree(&var).unwrap_or(0);
        value = at(&value, &var, symbol, &one())?;
    }
    Ok(Some(value).filter(|value| value.max_bits() + ZERO > bits))
}

/// What the next symbol can be, after `values`: the real roots of the first polynomial that does not vanish at them.
fn next_values(level: &[Named], values: &[Integer]) -> Result<Vec<Integer>, Error> {
    let var = format!("s{}", values.len() + 2);
    for named in level.iter().filter(|named| has(&named.f, &var)) {
        if let Some(f) = at_point(&named.f, values)? {
            return Ok(real_roots(&f.with_vars(&[&var])?.dense_coefficients()?));
        }
    }
    Ok(Vec::new())
}

/// The angles of the cosines with s_1, s_2, .. = values / 2^BITS, if they are cosines.
fn outcome(values: &[Integer], m: &Ratio) -> Outcome {
    let sign = |k: usize| if k.is_multiple_of(2) { 1 } else { -1 };
    let mut coefficients: Vec<Integer> =
        values.iter().enumerate().map(|(k, s)| Integer::from(s * sign(k + 1))).collect();
    coefficients.reverse();
    coefficients.push(one());
    let mut cosines: Vec<f64> = real_roots(&coefficients).iter().map(float).collect();
    // An angle of 0 may come out a little beyond.
    if cosines.len() < values.len() || cosines.iter().any(|x| x.abs() > 1.0 + f64::EPSILON) {
        return Outcome::NoCosines;
    }
    cosines.sort_by(|x, y| y.abs().total_cmp(&x.abs()));
    let radians: Vec<f64> = cosines.iter().map(|x| x.abs().min(1.0).acos()).collect();
    let sum = |j: usize| -> f64 { radians.iter().zip(&cosines).map(|(a, x)| (j as f64 * a).cos() * x.signum()).sum() };
    let vanishing = HARMONICS[..values.len() - 1].iter().map(|&j| sum(j).abs());
    let residual = vanishing.fold((sum(1) - m.to_f64()).abs(), f64::max);
    let signs = cosines.iter().map(|x| if x.is_sign_negative() { '-' } else { '+' }).collect();
    Outcome::Angles(Angles { degrees: radians.iter().map(|a| a.to_degrees()).collect(), signs, residual })
}

/// All real solutions of the equations with this m: real roots in s2, then in s3, .. by the polynomials of each level; what does not
/// satisfy all equations is no solution.
pub fn solve(equations: &[Named], elimination: &Elimination, m: &Ratio) -> Result<Vec<Solution>, Error> {
    let answer = elimination.answer.with_vars(&["s2"])?.dense_coefficients()?;
    let mut partial: Vec<Vec<Integer>> = real_roots(&answer).into_iter().map(|root| vec![root]).collect();
    for level in elimination.levels.iter().rev() {
        let mut longer = Vec::new();
        for values in &partial {
            for next in next_values(level, values)? {
                longer.push([&values[..], &[next]].concat());
            }
        }
        partial = longer;
    }
    let mut solutions = Vec::new();
    for values in partial {
        let mut solves = true;
        for equation in equations {
            solves &= at_point(&equation.f, &values)?.is_none();
        }
        if solves {
            let symbols = values.iter().map(float).collect();
            let s1 = (Integer::from(&m.above << BITS)) / &m.below;
            let outcome = outcome(&[&[s1], &values[..]].concat(), m);
            solutions.push(Solution { symbols, outcome });
        }
    }
    Ok(solutions)
}
