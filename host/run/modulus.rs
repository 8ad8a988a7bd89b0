//! Answers modulo a prime of the caller's choice.

use crate::error::{Error, Result};
use crate::poly::{Matrix, Polynomial};
use rug::Integer;
use rug::integer::{IntegerExt64, IsPrime};

/// Whether `p` may be a modulus.
///
/// # Errors
/// `Argument` when it is no prime below 2^63.
pub(crate) fn check(p: u64) -> Result<()> {
    // GMP's test is proved for numbers below 2^64.
    match p < 1 << 63 && Integer::from(p).is_probably_prime(25) != IsPrime::No {
        true => Ok(()),
        false => Err(Error::argument("modulus", format!("{p} is not a prime below 2^63"))),
    }
}

/// `p` as one of the numbers of 31 bits that engines may compute modulo.
pub(crate) fn of_31_bits(p: u64) -> Option<u32> {
    u32::try_from(p).ok().filter(|&p| p < 1 << 31)
}

/// The representative of an integer modulo `p` with |c| <= p / 2.
pub(crate) fn representative(c: &Integer, p: u64) -> Integer {
    let residue = c.mod_u64(p);
    if residue > p / 2 { Integer::from(residue) - p } else { Integer::from(residue) }
}

/// A matrix with representatives of all coefficients.
///
/// # Errors
/// None for a matrix that is one.
pub(crate) fn representatives(matrix: &Matrix, p: u64) -> Result<Matrix> {
    let entry = |entry: &Polynomial| {
        let terms = entry.terms().iter().map(|term| (representative(&term.coefficient, p), term.exponents.to_vec()));
        Polynomial::from_terms(matrix.vars(), terms)
    };
    let entries: Vec<Polynomial> = matrix.entries().iter().map(entry).collect::<Result<_>>()?;
    let rows = entries.chunks(matrix.columns().max(1)).map(<[Polynomial]>::to_vec).collect();
    Matrix::over(matrix.vars(), rows)
}
