//! An independent check of every answer: the determinant of the matrix as it was given, modulo a random 61-bit prime at a random point, by
//! Gaussian elimination with an inverse for each pivot.
//!
//! Nothing that was taken out or brought into another form plays a part in it. A wrong answer of degree D and H bits passes with probability
//! at most D / 2^60 + H / (60 N), N the number of 61-bit primes (over 2^54); D is the degree times the weight of a variable whose exponents
//! follow from others.

use super::problem::{Modular, OPERATION};
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::finite_field::determinants::determinant;
use crate::plan::exponents::At;
use crate::plan::prime61::Prime61;
use crate::poly::{Matrix, Polynomial};
use crate::run::check::Check;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use rand::Rng;

/// The determinant at a point of plain residues, in Montgomery form.
///
/// # Errors
/// `Cancelled`.
fn at(field: Prime61, matrix: &Matrix, point: &[u64], control: &Control) -> Result<u64> {
    let value = |entry: &Polynomial| entry.evaluate_mod(point, field.modulus()).map(|x| field.enter(x));
    let elements: Vec<u64> = matrix.entries().par_iter().with_min_len(64).map(value).collect::<Result<_>>()?;
    determinant(field, matrix.rows(), elements, control)
}

/// Compares an answer over the integers that was found without primes, at one point modulo a random 61-bit prime, which is returned.
///
/// # Errors
/// `Verification`; `Cancelled`.
pub(super) fn compare(matrix: &Matrix, answer: &Polynomial, run: &RunOptions) -> Result<u64> {
    let mut rng = rng(run, Purpose::Check);
    let field = Prime61::random(&mut rng);
    let coordinates: Vec<u64> = matrix.vars().iter().map(|_| field.element(&mut rng)).collect();
    let point: Vec<u64> = coordinates.iter().map(|&x| field.leave(x)).collect();
    let expected = field.leave(at(field, matrix, &point, &run.control)?);
    let found =
        field.leave(field.sum_of_terms(answer.terms(), |term| (&term.coefficient, &term.exponents[..]), &coordinates));
    if found != expected {
        let message = format!("at the point {point:?} expected {expected}, found {found}");
        return Err(ErrorKind::Verification { what: OPERATION, prime: field.modulus(), message }.into());
    }
    Ok(field.modulus())
}

/// The answer without its factor and its powers of variables, at a random point of small exponents, where variables without an axis are 1 unless
/// `scaled`; `None` where what is taken out vanishes.
///
/// # Errors
/// `Cancelled`.
fn scalar(
    field: Prime61,
    (matrix, modular): (&Matrix, &Modular),
    scaled: bool,
    rng: &mut impl Rng,
    control: &Control,
) -> Result<Option<(Vec<u64>, u64)>> {
    let mut point: Vec<u64> = matrix.vars().iter().map(|_| field.element(rng)).collect();
    let Some(At { small, taken }) = modular.exponents.at(field, &mut point, scaled) else { return Ok(None) };
    let plain: Vec<u64> = point.iter().map(|&x| field.leave(x)).collect();
    let value = at(field, matrix, &plain, control)?;
    let taken = field.mul(taken, field.residues(std::slice::from_ref(&modular.factor))[0]);
    Ok((taken != 0).then(|| (small, field.mul(value, field.inverse(taken)))))
}

/// The check of an answer over the integers: one point modulo a random 61-bit prime.
///
/// # Errors
/// `Cancelled`.
pub(super) fn check(matrix: &Matrix, modular: &Modular, run: &RunOptions) -> Result<Check> {
    let mut rng = rng(run, Purpose::Check);
    loop {
        let field = Prime61::random(&mut rng);
        if let Some(scalar) = scalar(field, (matrix, modular), true, &mut rng, &run.control)? {
            return Ok(Check::new(field, vec![scalar]));
        }
    }
}

/// The same of an answer modulo the odd prime `p`, with coefficients below the exponents `keep`: as many points as make the error small.
///
/// # Errors
/// `Cancelled`.
pub(super) fn check_modulo(
    (matrix, modular): (&Matrix, &Modular),
    p: u32,
    keep: &[u32],
    run: &RunOptions,
) -> Result<Check> {
    let mut rng = rng(run, Purpose::Check);
    let field = Prime61::new(p.into());
    let bits = (f64::from(p) / modular.degrees(keep) as f64).log2();
    let points = (60.0 / bits).ceil().clamp(1.0, 60.0) as usize;
    let mut scalars = Vec::with_capacity(points);
    while scalars.len() < points {
        // Powers of random elements would count among the degrees, which are to be small beside p.
        scalars.extend(scalar(field, (matrix, modular), false, &mut rng, &run.control)?);
    }
    Ok(Check::new(field, scalars))
}
