//! Answers modulo a prime of the caller's choice.

use crate::error::{Error, Result};
use crate::poly::{Matrix, Polynomial};
use rug::Integer;
use rug::integer::IsPrime;

/// Whether `p` may be a modulus.
///
/// # Errors
/// `Argument` when it is no prime below 2^31.
pub(crate) fn check(p: u32) -> Result<()> {
    // GMP's test is proved for numbers below 2^64.
    match p < 1 << 31 && Integer::from(p).is_probably_prime(25) != IsPrime::No {
        true => Ok(()),
        false => Err(Error::argument("modulus", format!("{p} is not a prime below 2147483648"))),
    }
}

/// The representative of an integer modulo `p` with |c| <= p / 2.
pub(crate) fn representative(c: &Integer, p: u32) -> Integer {
    let residue = c.mod_u(p);
    if residue > p / 2 { Integer::from(residue) - p } else { Integer::from(residue) }
}

/// A matrix with representatives of all coefficients.
///
/// # Errors
/// None for a matrix that is one.
pub(crate) fn representatives(matrix: &Matrix, p: u32) -> Result<Matrix> {
    let entry = |entry: &Polynomial| {
        let terms = entry.terms().iter().map(|term| (representative(&term.coefficient, p), term.exponents.to_vec()));
        Polynomial::from_terms(matrix.vars(), terms)
    };
    let entries: Vec<Polynomial> = matrix.entries().iter().map(entry).collect::<Result<_>>()?;
    let rows = entries.chunks(matrix.columns().max(1)).map(<[Polynomial]>::to_vec).collect();
    Matrix::over(matrix.vars(), rows)
}
