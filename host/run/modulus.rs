//! Answers modulo a prime of the caller's choice.

use crate::error::{Error, ErrorKind, Result};
use crate::finite_field::words;
use crate::poly::{Matrix, Polynomial, Term};
use rug::Integer;
use rug::integer::{IntegerExt64, IsPrime, Order};
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// Words of the longest modulus.
const WORDS: usize = 4;

/// A prime modulo which an answer is asked for, of at most [`Modulus::BITS`] bits.
///
/// Any number can be one at first, so that options can be set before anything is checked. A computation says whether it is a prime: of numbers
/// below 2^64 that is proved, and of longer ones it is told by the test of Baillie, Pomerance, Selfridge and Wagstaff (BPSW), which no composite number is
/// known to pass.
///
/// # Examples
/// ```
/// use eliminant::{Integer, Modulus, Resultant};
/// let (f, g) = ("x^2 + y".parse()?, "x^3 - y - 1".parse()?);
/// // The order of the scalars of Curve25519, in 253 bits.
/// let p = (Integer::from(1) << 252) + "27742317777372353535851937790883648493".parse::<Integer>()?;
/// let answer = Resultant::new(&f, &g, "x").modulus(&p).run()?;
/// assert_eq!(answer.polynomial.to_string(), "y^3 + y^2 + 2*y + 1");
/// assert_eq!(Integer::from(Modulus::from(7)), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Modulus {
    /// The number where it has no more than [`Modulus::BITS`] bits, the lowest word first; else 0.
    words: [u64; WORDS],
    /// Bits of the number.
    bits: u32,
}

impl From<u64> for Modulus {
    fn from(p: u64) -> Self {
        Modulus { words: [p, 0, 0, 0], bits: u64::BITS - p.leading_zeros() }
    }
}

/// A number below 0 becomes 0, which computations refuse, as they do what is too long.
impl From<&Integer> for Modulus {
    fn from(p: &Integer) -> Self {
        let bits = if p.is_negative() { 0 } else { p.significant_bits() };
        let fits = (1..=Modulus::BITS).contains(&bits);
        Modulus { words: if fits { words(p) } else { [0; WORDS] }, bits }
    }
}

impl From<Modulus> for Integer {
    fn from(p: Modulus) -> Integer {
        Integer::from_digits(&p.words, Order::Lsf)
    }
}

impl fmt::Display for Modulus {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.bits > Modulus::BITS {
            true => write!(out, "a number of {} bits", self.bits),
            false => Integer::from(*self).fmt(out),
        }
    }
}

impl fmt::Debug for Modulus {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

/// As numbers.
impl Ord for Modulus {
    fn cmp(&self, other: &Self) -> Ordering {
        let of = |p: &Self| (p.bits, p.words.into_iter().rev().collect::<Vec<u64>>());
        of(self).cmp(&of(other))
    }
}

impl PartialOrd for Modulus {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq<u64> for Modulus {
    fn eq(&self, other: &u64) -> bool {
        *self == Self::from(*other)
    }
}

impl PartialOrd<u64> for Modulus {
    fn partial_cmp(&self, other: &u64) -> Option<Ordering> {
        self.partial_cmp(&Self::from(*other))
    }
}

/// A number where it is a word, else its decimal digits.
impl Serialize for Modulus {
    fn serialize<S: Serializer>(&self, out: S) -> std::result::Result<S::Ok, S::Error> {
        match self.word() {
            Some(p) => p.serialize(out),
            None => out.collect_str(self),
        }
    }
}

impl Modulus {
    /// Bits of the longest modulus.
    pub const BITS: u32 = 64 * WORDS as u32;

    /// The number where it is below 2^64.
    pub fn word(self) -> Option<u64> {
        (self.bits <= u64::BITS).then_some(self.words[0])
    }

    /// Bits of the number, and so of what is reduced by it.
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// Words of the number, the lowest one first.
    pub(crate) fn words(self) -> [u64; WORDS] {
        self.words
    }

    /// As one of the numbers of 31 bits that engines may compute modulo.
    pub(crate) fn of_31_bits(self) -> Option<u32> {
        self.word().and_then(|p| u32::try_from(p).ok()).filter(|&p| p < 1 << 31)
    }

    /// Whether it may be a modulus.
    ///
    /// # Errors
    /// `Limit` when it is too long, `Argument` when it is no prime.
    pub(crate) fn check(self) -> Result<()> {
        if self.bits > Self::BITS {
            let (what, allowed) = ("bits of a modulus", Self::BITS.into());
            return Err(ErrorKind::Limit { what, needed: self.bits.into(), allowed }.into());
        }
        let is_prime = match self.word() {
            Some(p) => is_prime(p),
            None => Integer::from(self).is_probably_prime(25) != IsPrime::No,
        };
        match is_prime {
            true => Ok(()),
            false => Err(Error::argument("modulus", format!("{self} is not a prime"))),
        }
    }

    /// The number as a word, for what computes with words.
    ///
    /// # Errors
    /// As [`Modulus::check`]; `Limit` from 2^63 on.
    pub(crate) fn checked_word(self) -> Result<u64> {
        self.check()?;
        self.word().filter(|p| p >> 63 == 0).ok_or_else(|| {
            let what = "bits of a modulus of this operation";
            ErrorKind::Limit { what, needed: self.bits.into(), allowed: 63 }.into()
        })
    }

    /// The residue of an integer, from 0 to p - 1.
    pub(crate) fn residue(self, c: &Integer) -> Integer {
        match self.word() {
            Some(p) => c.mod_u64(p).into(),
            None => Integer::from(c.modulo_ref(&self.into())),
        }
    }

    /// Whether the modulus divides an integer.
    pub(crate) fn divides(self, c: &Integer) -> bool {
        match self.word() {
            Some(p) => c.is_divisible_u64(p),
            None => c.is_divisible(&self.into()),
        }
    }
}

/// Whether `n` is a prime: for every n below 2^64 a proof, not a probability.
pub(crate) fn is_prime(n: u64) -> bool {
    // GMP does the test of Baillie, Pomerance, Selfridge and Wagstaff first, which no composite number below 2^64 passes.
    Integer::from(n).is_probably_prime(25) != IsPrime::No
}

/// The representative of an integer modulo `p` with |c| <= p / 2.
pub(crate) fn representative(c: &Integer, p: Modulus) -> Integer {
    if c.significant_bits() + 1 < p.bits() {
        return c.clone();
    }
    if let Some(word) = p.word() {
        let residue = c.mod_u64(word);
        return if residue > word / 2 { Integer::from(i128::from(residue) - i128::from(word)) } else { residue.into() };
    }
    let (mut residue, p) = (p.residue(c), Integer::from(p));
    // Twice the residue is not p, which is odd.
    if Integer::from(&residue << 1) > p {
        residue -= p;
    }
    residue
}

/// 1 / d^e modulo `p`, from 1 to p - 1, for a denominator d.
///
/// # Errors
/// As [`Modulus::check`]; `Argument` when p divides d.
pub(crate) fn inverse(d: &Integer, e: u32, p: Modulus) -> Result<Integer> {
    p.check()?;
    p.residue(d).pow_mod(&Integer::from(-i64::from(e)), &p.into()).map_err(|_| {
        let fault = format!("a denominator of the coefficients is divisible by {p}, so not prime to it");
        Error::argument("modulus", format!("{fault}; take another prime"))
    })
}

/// c times a factor, from 0 to p - 1.
pub(crate) fn product(c: &Integer, factor: &Integer, p: Modulus) -> Integer {
    match p.word() {
        Some(p) => {
            let product = u128::from(c.mod_u64(p)) * u128::from(factor.mod_u64(p)) % u128::from(p);
            Integer::from(product)
        }
        None => Integer::from(c * factor).modulo(&p.into()),
    }
}

/// A polynomial times a factor, with coefficients from 0 to p - 1.
///
/// # Errors
/// None for a polynomial that is one.
pub(crate) fn times(f: &Polynomial, factor: &Integer, p: Modulus) -> Result<Polynomial> {
    let term =
        |term: &Term| Term { coefficient: product(&term.coefficient, factor, p), exponents: term.exponents.clone() };
    let terms = f.terms().iter().map(term).filter(|term| !term.coefficient.is_zero()).collect();
    Polynomial::from_descending(f.vars(), terms)
}

/// The image of a polynomial, with coefficients from 0 to p - 1.
///
/// # Errors
/// None for a polynomial that is one.
pub(crate) fn image(f: &Polynomial, p: Modulus) -> Result<Polynomial> {
    times(f, Integer::ONE, p)
}

/// A matrix with representatives of all coefficients.
///
/// # Errors
/// None for a matrix that is one.
pub(crate) fn representatives(matrix: &Matrix, p: Modulus) -> Result<Matrix> {
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

    fn check(p: u64) -> Result<()> {
        Modulus::from(p).check()
    }

    #[test]
    fn primes_are_told_from_other_numbers() {
        let by_division = |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        assert!((0..2000).all(|n| is_prime(n) == by_division(n)));
        // The largest ones below 2^63 and 2^64, the square of a prime, and a strong pseudoprime to the first nine prime bases.
        assert!(is_prime(9_223_372_036_854_775_783) && is_prime(18_446_744_073_709_551_557));
        assert!(!is_prime(4_294_967_291 * 4_294_967_291) && !is_prime(3_825_123_056_546_413_051));
        assert!(check(2).is_ok() && check(18_446_744_073_709_551_557).is_ok());
        assert!(check(18_446_744_073_709_551_555).is_err() && check(0).is_err() && check(1).is_err());
    }

    #[test]
    fn moduli_of_up_to_256_bits() {
        let power = |bits: u32| Integer::from(1) << bits;
        for (p, prime) in [
            (power(64).next_prime(), true),
            (power(255) - 19u32, true),
            (power(256).prev_prime(), true),
            (power(255) - 21u32, false),
            (power(64).next_prime() * power(127).prev_prime(), false),
        ] {
            let modulus = Modulus::from(&p);
            assert_eq!((Integer::from(modulus), modulus.check().is_ok()), (p.clone(), prime), "{p}");
            assert_eq!((modulus.to_string(), modulus.bits()), (p.to_string(), p.significant_bits()));
            assert_eq!(representative(&Integer::from(-3), modulus), -3);
            assert_eq!(representative(&(p.clone() * 5u32 - 7u32), modulus), -7);
            assert_eq!(product(&Integer::from(-3), &Integer::from(&p - 5u32), modulus), 15);
            if prime {
                assert_eq!(product(&inverse(&3.into(), 2, modulus).unwrap(), &9.into(), modulus), 1);
                assert!(modulus.divides(&inverse(&3.into(), 1, modulus).map(|c| c * 3 - 1).unwrap()));
            }
        }
        assert_eq!(Modulus::from(&Integer::from(101)), Modulus::from(101));
        let long = Modulus::from(&power(256).next_prime());
        assert!(matches!(long.check().unwrap_err().kind(), ErrorKind::Limit { needed: 257, allowed: 256, .. }));
        assert_eq!(long.to_string(), "a number of 257 bits");
        let negative = Modulus::from(&Integer::from(-7)).check().unwrap_err().to_string();
        assert!(negative.contains("0 is not a prime"), "{negative}");
    }
}
