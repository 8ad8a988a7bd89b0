//! Polynomials with integer coefficients in one variable modulo a prime, and back.

use crate::error::{Error, ErrorKind, Result};
use crate::finite_field::{PrimeField, dense::trim};
use crate::poly::{Exponents, Polynomial, Term};
use crate::shorten::shortened_list;
use rug::Integer;
use std::borrow::Borrow;

/// Most coefficients: the work is quadratic.
const MAX_LENGTH: u128 = 1 << 17;

/// The variable that f and g have, if any.
///
/// # Errors
/// `Unsupported` where there are several.
pub(super) fn variable(f: &Polynomial, g: &Polynomial, operation: &str) -> Result<Option<String>> {
    let mut names: Vec<&str> = f.occurring().chain(g.occurring()).collect();
    names.sort_unstable();
    names.dedup();
    match names[..] {
        [] => Ok(None),
        [name] => Ok(Some(name.to_owned())),
        _ => {
            let message =
                format!("{operation} are of polynomials in one variable; these have {}", shortened_list(names));
            Err(Error::unsupported(message))
        }
    }
}

/// The coefficients of f by powers of a variable, from the constant one up.
///
/// # Errors
/// `Limit` for too many.
pub(super) fn coefficients(f: &Polynomial, var: Option<&str>) -> Result<Vec<Integer>> {
    let index = var.and_then(|var| f.vars().iter().position(|name| name == var));
    let exponent = |term: &Term| index.map_or(0, |index| term.exponents[index]);
    let needed = f.terms().iter().map(|term| u128::from(exponent(term)) + 1).max().unwrap_or(0);
    if needed > MAX_LENGTH {
        let what = "coefficients of a polynomial in one variable";
        return Err(ErrorKind::Limit { what, needed, allowed: MAX_LENGTH }.into());
    }
    let mut all = vec![Integer::new(); needed as usize];
    for term in f.terms() {
        all[exponent(term) as usize].clone_from(&term.coefficient);
    }
    Ok(all)
}

/// Integers modulo the prime of a field.
pub(super) fn reduced<P: PrimeField, C: Borrow<Integer>>(field: P, all: &[C]) -> Vec<P::Elem> {
    let mut residues: Vec<P::Elem> = all.iter().map(|c| field.residue(c.borrow())).collect();
    trim(&mut residues);
    residues
}

/// The polynomial with some coefficients, from the constant one up, in a variable of a list.
///
/// # Errors
/// `Argument` where the variable is not in the list.
pub(super) fn polynomial(
    vars: &[String],
    var: Option<&str>,
    all: impl ExactSizeIterator<Item = Integer> + DoubleEndedIterator,
) -> Result<Polynomial> {
    let index = var.and_then(|var| vars.iter().position(|name| name == var));
    let term = |(power, coefficient): (usize, Integer)| {
        let mut exponents = Exponents::from_elem(0, vars.len());
        if let Some(index) = index {
            exponents[index] = power as u32;
        }
        Term { coefficient, exponents }
    };
    let terms = all.enumerate().rev().filter(|(_, c)| !c.is_zero()).map(term);
    Polynomial::from_descending(vars, terms.collect())
}

/// The polynomial with residues from 0 to p - 1.
///
/// # Errors
/// As [`polynomial`].
pub(super) fn lifted<P: PrimeField>(
    field: P,
    vars: &[String],
    var: Option<&str>,
    all: &[P::Elem],
) -> Result<Polynomial> {
    polynomial(vars, var, all.iter().map(|&c| field.number(c)))
}
