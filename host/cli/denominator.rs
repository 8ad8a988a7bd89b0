//! What an answer for integers is divided by, where its input has denominators.

use super::status::Failure;
use eliminant::{ErrorKind, Polynomial, RationalPolynomial};
use rug::Integer;
use rug::integer::{IntegerExt64, IsPrime};
use rug::ops::Pow;

/// The most bits of it.
const BITS: u128 = 1 << 32;

/// A product of powers of positive integers. They may be long, so they are computed when there is an answer to be divided by them: one that is
/// refused is refused at once.
#[derive(Debug, PartialEq, Eq)]
pub struct Denominator(Vec<(Integer, u32)>);

impl Denominator {
    /// The product of d^e for these d >= 1 and e.
    ///
    /// # Errors
    /// `Limit` when it may have more than 2^32 bits.
    pub fn of_powers(powers: impl IntoIterator<Item = (Integer, u32)>) -> Result<Self, Failure> {
        let powers: Vec<(Integer, u32)> = powers.into_iter().filter(|(d, e)| *d != 1 && *e != 0).collect();
        let needed = powers.iter().map(|(d, e)| u128::from(d.significant_bits()) * u128::from(*e)).sum();
        if needed > BITS {
            let what = "bits of the answer's denominator";
            return Err(eliminant::Error::from(ErrorKind::Limit { what, needed, allowed: BITS }).into());
        }
        Ok(Denominator(powers))
    }

    /// Whether it is 1.
    pub fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    /// The number: as many products as there are bits in the exponents.
    fn value(&self) -> Integer {
        self.0.iter().fold(Integer::from(1), |product, (d, e)| product * Integer::from(d.pow(e)))
    }

    /// Refuses a modulus by which the answer cannot be divided. That it is a prime is for the library to say.
    pub fn check(&self, modulus: Option<u64>) -> Result<(), Failure> {
        match modulus {
            Some(p) if is_prime(p) && self.0.iter().any(|(d, _)| d.is_divisible_u64(p)) => Err(not_invertible(p)),
            _ => Ok(()),
        }
    }

    /// The quotient; modulo a prime the one in its field, with coefficients from 0 to p - 1.
    pub fn under(&self, numerator: Polynomial, modulus: Option<u64>) -> Result<RationalPolynomial, Failure> {
        match modulus {
            _ if self.is_one() => Ok(numerator.into()),
            Some(p) => Ok(quotient_modulo(numerator, &self.0, p)?.into()),
            None => Ok(RationalPolynomial::new(numerator, self.value())?),
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

fn quotient_modulo(numerator: Polynomial, powers: &[(Integer, u32)], p: u64) -> Result<Polynomial, Failure> {
    let modulus = Integer::from(p);
    let mut inverse = Integer::from(1);
    for (d, e) in powers {
        let of_power = d.clone().pow_mod(&Integer::from(-i64::from(*e)), &modulus);
        inverse = inverse * of_power.map_err(|_| not_invertible(p))? % &modulus;
    }
    let terms = numerator.terms().iter().map(|term| {
        let product = Integer::from(&term.coefficient * &inverse);
        (Integer::from(product.mod_u64(p)), term.exponents.to_vec())
    });
    Ok(Polynomial::from_terms(numerator.vars(), terms)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::status::Status;

    fn of(powers: &[(u32, u32)]) -> Result<Denominator, Failure> {
        Denominator::of_powers(powers.iter().map(|&(d, e)| (Integer::from(d), e)))
    }

    #[test]
    fn denominators_are_bounded_before_they_are_computed() {
        assert_eq!(of(&[(3, 4), (2, 5)]).unwrap().value(), 81 * 32);
        let one = of(&[(1, u32::MAX), (7, 0)]).unwrap();
        assert!(one.is_one() && one.value() == 1);
        assert_eq!(of(&[(7, u32::MAX)]).unwrap_err().status, Status::Limit);
        // Each for itself is within the limit.
        assert!(of(&[(7, 1 << 30)]).is_ok());
        assert_eq!(of(&[(7, 1 << 30), (5, 1 << 30)]).unwrap_err().status, Status::Limit);
    }

    #[test]
    fn quotients_modulo_a_prime() {
        let f: Polynomial = "4*x + 3".parse().unwrap();
        let quotient = of(&[(2, 2), (3, 1)]).unwrap().under(f.clone(), Some(7)).unwrap();
        // 12 is 5 modulo 7, whose inverse is 3.
        assert_eq!(quotient.to_string(), "5*x + 2");
        assert!(of(&[(14, 1)]).unwrap().under(f.clone(), Some(7)).is_err());
        assert!(of(&[(14, 1)]).unwrap().check(Some(7)).is_err() && of(&[(14, 0)]).unwrap().check(Some(7)).is_ok());
        assert_eq!(of(&[]).unwrap().under(f, Some(7)).unwrap().to_string(), "4*x + 3");
    }
}
