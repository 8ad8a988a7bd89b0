//! Answers modulo a prime of the caller's choice.

use crate::error::{Error, Result};
use crate::poly::{Matrix, Polynomial, Term};
use rug::Integer;
use rug::integer::{IntegerExt64, IsPrime};

/// Whether `n` is a prime: for every n below 2^64 a proof, not a probability.
pub(crate) fn is_prime(n: u64) -> bool {
    // GMP does the test of Baillie, Pomerance, Selfridge and Wagstaff first, which no composite number below 2^64 passes.
    Integer::from(n).is_probably_prime(25) != IsPrime::No
}

/// Whether `p` may be a modulus.
///
/// # Errors
/// `Argument` when it is no prime below 2^63.
pub(crate) fn check(p: u64) -> Result<()> {
    match p < 1 << 63 && is_prime(p) {
        true => Ok(()),
        false => Err(Error::argument("modulus", format!("{p} is not a prime below 2^63"))),
    }
}

/// `p` as one of the numbers of 31 bits that engines may compute modulo.
pub(crate) fn of_31_bits(p: u64) -> Option<u32> {
    u32::try_from(p).ok().filter(|&p| p < 1 << 31)
}

/// Bits of a modulus, and so of what is reduced by it.
pub(crate) fn bits(p: u64) -> u64 {
    u64::from(u64::BITS - p.leading_zeros())
}

/// The representative of an integer modulo `p` with |c| <= p / 2.
pub(crate) fn representative(c: &Integer, p: u64) -> Integer {
    let residue = c.mod_u64(p);
    if residue > p / 2 { Integer::from(residue) - p } else { Integer::from(residue) }
}

/// 1 / d^e modulo `p`, from 1 to p - 1, for a denominator d.
///
/// # Errors
/// `Argument` when `p` is no prime below 2^63, or divides d.
pub(crate) fn inverse(d: &Integer, e: u32, p: u64) -> Result<u64> {
    check(p)?;
    match Integer::from(d.mod_u64(p)).pow_mod(&Integer::from(-i64::from(e)), &Integer::from(p)) {
        Ok(inverse) => Ok(inverse.mod_u64(p)),
        Err(_) => {
            let fault = format!("a denominator of the coefficients is divisible by {p}, so not prime to it");
            let message = format!("{fault}; take another prime");
            Err(Error::argument("modulus", message))
        }
    }
}

/// c times a factor below `p`, from 0 to p - 1.
pub(crate) fn product(c: &Integer, factor: u64, p: u64) -> Integer {
    let product = u128::from(c.mod_u64(p)) * u128::from(factor) % u128::from(p);
    Integer::from(product)
}

/// A polynomial times a factor below `p`, with coefficients from 0 to p - 1.
///
/// # Errors
/// None for a polynomial that is one.
pub(crate) fn times(f: &Polynomial, factor: u64, p: u64) -> Result<Polynomial> {
    let term =
        |term: &Term| Term { coefficient: product(&term.coefficient, factor, p), exponents: term.exponents.clone() };
    let terms = f.terms().iter().map(term).filter(|term| !term.coefficient.is_zero()).collect();
    Polynomial::from_descending(f.vars(), terms)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_told_from_other_numbers() {
        let by_division = |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        assert!((0..2000).all(|n| is_prime(n) == by_division(n)));
        // The largest ones below 2^63 and 2^64, the square of a prime, and a strong pseudoprime to the first nine prime bases.
        assert!(is_prime(9_223_372_036_854_775_783) && is_prime(18_446_744_073_709_551_557));
        assert!(!is_prime(4_294_967_291 * 4_294_967_291) && !is_prime(3_825_123_056_546_413_051));
        assert!(check(2).is_ok() && check(9_223_372_036_854_775_783).is_ok());
        assert!(check(18_446_744_073_709_551_557).is_err() && check(0).is_err() && check(1).is_err());
    }
}
