//! What an answer for integers is divided by, where its input has denominators.

use super::status::Failure;
use eliminant::{Polynomial, RationalPolynomial};
use rug::Integer;
use rug::integer::{IntegerExt64, IsPrime};

/// A positive integer.
pub struct Denominator(pub Integer);

impl Denominator {
    /// Refuses a modulus by which the answer cannot be divided. That it is a prime is for the library to say.
    pub fn check(&self, modulus: Option<u64>) -> Result<(), Failure> {
        match modulus {
            Some(p) if is_prime(p) && self.0.is_divisible_u64(p) => Err(not_invertible(p)),
            _ => Ok(()),
        }
    }

    /// The quotient; modulo a prime the one in its field, with coefficients from 0 to p - 1.
    pub fn under(&self, numerator: Polynomial, modulus: Option<u64>) -> Result<RationalPolynomial, Failure> {
        match modulus {
            Some(p) => Ok(quotient_modulo(numerator, &self.0, p)?.into()),
            None => Ok(RationalPolynomial::new(numerator, self.0.clone())?),
        }
    }
}

fn is_prime(p: u64) -> bool {
    // GMP's test is proved for numbers below 2^64.
    Integer::from(p).is_probably_prime(25) != IsPrime::No
}

fn not_invertible(p: u64) -> Failure {
    Failure::usage(format!("--modulus {p}: the denominators of the coefficients are not prime to it"))
}

fn quotient_modulo(numerator: Polynomial, denominator: &Integer, p: u64) -> Result<Polynomial, Failure> {
    if *denominator == 1 {
        return Ok(numerator);
    }
    let inverse = denominator.clone().invert(&Integer::from(p)).map_err(|_| not_invertible(p))?;
    let terms = numerator.terms().iter().map(|term| {
        let product = Integer::from(&term.coefficient * &inverse);
        (Integer::from(product.mod_u64(p)), term.exponents.to_vec())
    });
    Ok(Polynomial::from_terms(numerator.vars(), terms)?)
}
