//! Fields of primes of any length that is allowed, and the one place that tells lengths apart.
//!
//! A computation modulo a prime is written once, for every [`PrimeField`], and [`over_prime`] gives it the field of the prime: [`Field`] below 2^61, and
//! [`Words`] of one, two or four words from there on: three gain less than what they take to compile. Primes below 2^31 have extensions, where they have too few elements: [`PrimeField::over`].

use super::arithmetic::Arithmetic;
use super::extension::Packed;
use super::fields::{Chosen, Fields};
use super::prime::Field;
use super::tables::Tabled;
use super::words::Words;
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::prime61::Prime61;
use crate::run::modulus::Modulus;
use gpu::arith::MontWords;
use rug::Integer;

/// A field that has that of a prime in it.
pub(crate) trait Over<P: Arithmetic>: Arithmetic {
    /// The element that an element of the prime's field is.
    fn embed(self, prime: P, c: P::Elem) -> Self::Elem;

    /// The element of the prime's field that an element is, if it is one.
    fn within(self, prime: P, a: Self::Elem) -> Option<P::Elem>;
}

/// A computation over a field that contains that of a prime.
pub(crate) trait Visit<P: Arithmetic> {
    type Answer;

    fn visit<K: Over<P>>(self, field: K) -> Self::Answer;
}

/// A computation over the field of a prime.
pub(crate) trait VisitPrime {
    type Answer;

    fn visit<P: PrimeField>(self, field: P) -> Self::Answer;
}

/// The field of a prime.
pub(crate) trait PrimeField: Over<Self> {
    /// The fields that it is in, each of which is made once.
    type Larger: Send;

    /// None so far.
    fn larger(self) -> Self::Larger;

    /// Computes over a field with at least so many elements; over the prime's own for `least` = 0.
    ///
    /// # Errors
    /// `Limit` where there is none; `Cancelled`.
    fn over<V: Visit<Self>>(
        self,
        larger: &mut Self::Larger,
        least: u64,
        control: &Control,
        visit: V,
    ) -> Result<V::Answer>;

    /// The number from 0 to p - 1 that an element is.
    fn number(self, a: Self::Elem) -> Integer {
        // All elements are numbers.
        self.leave(a).unwrap_or_default()
    }

    /// The number of which so many ones are the sum.
    fn count(self, ones: u32) -> Self::Elem {
        // The size is p, or a number that is larger than any count.
        self.enter(u64::from(ones) % self.size())
    }

    /// The failure of a check of what was computed.
    fn refuted(self, what: &'static str, message: &str) -> Error {
        let p = self.order();
        let (prime, message) = match p.to_u64() {
            Some(p) => (p, message.to_owned()),
            None => (0, format!("{message}; modulo {p}")),
        };
        ErrorKind::Verification { what, prime, message }.into()
    }
}

/// No field of so many elements.
pub(super) fn lack(least: u64, allowed: u128) -> Error {
    ErrorKind::Limit { what: "elements of a field of this characteristic", needed: least.into(), allowed }.into()
}

impl Over<Field> for Field {
    fn embed(self, _: Field, c: u64) -> u64 {
        c
    }

    fn within(self, _: Field, a: u64) -> Option<u64> {
        Some(a)
    }
}

/// Of the same prime, below 2^61 and odd: both have Montgomery's form.
impl Over<Field> for Prime61 {
    fn embed(self, _: Field, c: u64) -> u64 {
        c
    }

    fn within(self, _: Field, a: u64) -> Option<u64> {
        Some(a)
    }
}

impl Over<Field> for Tabled<'_> {
    fn embed(self, prime: Field, c: u64) -> u64 {
        self.enter(prime.leave(c))
    }

    fn within(self, prime: Field, a: u64) -> Option<u64> {
        self.number(a).map(|c| prime.enter(c))
    }
}

impl Over<Field> for Packed<'_> {
    fn embed(self, prime: Field, c: u64) -> u64 {
        self.enter(prime.leave(c))
    }

    fn within(self, prime: Field, a: u64) -> Option<u64> {
        self.number(a).map(|c| prime.enter(c))
    }
}

impl PrimeField for Field {
    type Larger = Fields;

    fn larger(self) -> Fields {
        Fields::new(self)
    }

    fn over<V: Visit<Self>>(self, larger: &mut Fields, least: u64, control: &Control, visit: V) -> Result<V::Answer> {
        let chosen = match least {
            0 => Chosen::Prime(self),
            _ => larger.with(least, control)?,
        };
        Ok(match chosen {
            Chosen::Prime(Field::Montgomery(field)) => visit.visit(Prime61::from(field)),
            Chosen::Prime(field) => visit.visit(field),
            Chosen::Tables(tables) => visit.visit(Tabled(&tables)),
            Chosen::Extension(extension) => visit.visit(Packed(&extension)),
        })
    }

    fn number(self, a: u64) -> Integer {
        self.leave(a).into()
    }
}

impl<'t, const N: usize> Over<Words<'t, N>> for Words<'t, N> {
    fn embed(self, _: Self, c: [u64; N]) -> [u64; N] {
        c
    }

    fn within(self, _: Self, a: [u64; N]) -> Option<[u64; N]> {
        Some(a)
    }
}

/// Primes from 2^61 on, which have more elements than anything asks for.
impl<const N: usize> PrimeField for Words<'_, N> {
    type Larger = ();

    fn larger(self) {}

    fn over<V: Visit<Self>>(self, (): &mut (), least: u64, _: &Control, visit: V) -> Result<V::Answer> {
        // Of longer primes only a word of elements is counted.
        match least >= self.size() {
            true => Err(lack(least, self.size().into())),
            false => Ok(visit.visit(self)),
        }
    }
}

/// Computes over the field of a prime.
///
/// # Errors
/// `Argument` where it is no prime; `Limit` where it has more than [`Modulus::BITS`] bits.
pub(crate) fn over_prime<V: VisitPrime>(p: Modulus, visit: V) -> Result<V::Answer> {
    p.check()?;
    match (p.word(), p.bits().div_ceil(u64::BITS)) {
        (Some(p), _) if p >> 61 == 0 => Ok(visit.visit(Field::new(p))),
        (_, 1) => over_words::<1, V>(p, visit),
        (_, 2) => over_words::<2, V>(p, visit),
        _ => over_words::<4, V>(p, visit),
    }
}

/// The same for a prime of N words.
fn over_words<const N: usize, V: VisitPrime>(p: Modulus, visit: V) -> Result<V::Answer> {
    let mut words = [0; N];
    words.iter_mut().zip(p.words()).for_each(|(to, word)| *to = word);
    // A prime of that many words is odd.
    let no_prime = || Error::argument("modulus", format!("{p} is not an odd prime"));
    let constants = MontWords::new(words).ok_or_else(no_prime)?;
    Ok(visit.visit(Words(&constants)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order, the size, and -1 as a number.
    struct Look;

    impl VisitPrime for Look {
        type Answer = (Integer, u64, Integer);

        fn visit<P: PrimeField>(self, field: P) -> Self::Answer {
            let all = [0, 1, 2, 1 << 31].map(|ones| field.count(ones));
            assert_eq!(all[0], field.zero());
            assert_eq!(field.add(all[1], all[1]), all[2]);
            let c = field.count(7);
            assert_eq!(field.within(field, field.embed(field, c)), Some(c));
            (field.order(), field.size(), field.number(field.sub(field.zero(), field.one())))
        }
    }

    #[test]
    fn each_length_has_its_field() {
        for bits in [1u32, 2, 31, 61, 63, 64, 65, 127, 128, 129, 191, 192, 193, 254, 255, 256] {
            // The largest prime below; 2 for the first one.
            let power = Integer::from(1) << bits;
            let p = if bits == 1 { power } else { power.prev_prime() };
            let (order, size, minus) = over_prime(Modulus::from(&p), Look).unwrap();
            assert_eq!((&order, &minus), (&p, &Integer::from(&p - 1u32)));
            assert_eq!(size, p.to_u64().unwrap_or(u64::MAX));
        }
        for p in [Integer::from(1) << 64, (Integer::from(1) << 255) - 21u32, Integer::new()] {
            assert!(matches!(over_prime(Modulus::from(&p), Look).unwrap_err().kind(), ErrorKind::Argument { .. }));
        }
        let long = (Integer::from(1) << 256u32).next_prime();
        assert!(matches!(over_prime(Modulus::from(&long), Look).unwrap_err().kind(), ErrorKind::Limit { .. }));
    }

    /// Elements of a prime's field are the same in its extensions.
    #[test]
    fn extensions_have_the_field_of_the_prime() {
        struct Embedded(u64);

        impl Visit<Field> for Embedded {
            type Answer = u64;

            fn visit<K: Over<Field>>(self, field: K) -> u64 {
                let prime = Field::new(self.0);
                for c in (0..self.0).take(50) {
                    let c = prime.enter(c);
                    let (x, square) = (field.embed(prime, c), prime.mul(c, c));
                    assert_eq!(field.within(prime, x), Some(c));
                    assert_eq!(field.within(prime, field.mul(x, x)), Some(square));
                }
                field.size()
            }
        }
        let control = Control::default();
        for p in [2, 3, 101, 43_051, 2_147_483_647, (1 << 61) - 1, 9_223_372_036_854_775_783] {
            let prime = Field::new(p);
            let mut larger = prime.larger();
            let mut size = |least| prime.over(&mut larger, least, &control, Embedded(p));
            assert_eq!(size(0).unwrap(), p);
            assert!(p >> 31 > 0 || (size(1 << 14).unwrap() >= 1 << 14 && size(1 << 40).unwrap() >= 1 << 40));
            assert!(size(1 << 63).is_err());
        }
    }

    #[test]
    fn failures_name_the_prime() {
        struct Fail;

        impl VisitPrime for Fail {
            type Answer = String;

            fn visit<P: PrimeField>(self, field: P) -> String {
                field.refuted("answer", "it differs").to_string()
            }
        }
        let of = |p: &Integer| over_prime(Modulus::from(p), Fail).unwrap();
        let long = (Integer::from(1) << 255u32) - 19u32;
        assert_eq!(of(&7.into()), "verification of the answer modulo 7 failed: it differs");
        assert!(of(&long).ends_with(&format!("it differs; modulo {long}")));
    }
}
