//! The field of a computation: that of the prime, or an extension of it with enough points.

use crate::control::Control;
use crate::error::Result;
use crate::finite_field::{Arithmetic, MOST_OF_TABLES, Over, PrimeField, Visit, VisitPrime, degree_of, over_prime};
use crate::run::modulus::Modulus;
use gpu::arith::Mont61;
use rug::Integer;

/// Elements of a field for each point, at least: so there are ratios of a high order, and each random point tells a wrong answer with a probability of 3/4.
const ROOM: u64 = 4;

/// Elements of the smallest field.
const FEW: u64 = 1 << 12;

/// Nanoseconds of interpolation for each byte of a value and each bit of the number of values.
const BACK: f64 = 1.5;

/// Which one, before it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Of an odd prime below 2^61.
    Word(u64),
    /// Of a prime of so many words.
    Words(usize),
    /// Of a power of a smaller prime, with so many elements at least.
    Extension { p: u64, degree: u32, least: u64 },
}

/// A computation that is the same in every field.
pub(crate) trait InField {
    type Answer;

    /// The answer there.
    ///
    /// # Errors
    /// Of the computation.
    fn within<K: Arithmetic>(self, field: K) -> Result<Self::Answer>;
}

impl Kind {
    /// For a prime and so many points; `None` where there is none with enough elements.
    pub fn new(p: Modulus, points: u64) -> Option<Self> {
        let least = points.saturating_mul(ROOM).max(FEW);
        let Some(word) = p.word() else { return Some(Kind::Words(p.bits().div_ceil(64) as usize)) };
        if word >= least {
            return Some(if Mont61::new(word).is_some() { Kind::Word(word) } else { Kind::Words(1) });
        }
        Some(Kind::Extension { p: word, degree: degree_of(word, least)?, least })
    }

    /// Whether it is that of a prime of one word, of an engine's own arithmetic.
    pub fn is_word(self) -> bool {
        matches!(self, Kind::Word(_))
    }

    /// How many elements it has, as a logarithm.
    pub fn bits(self, p: Modulus) -> f64 {
        let of_p = Integer::from(p).to_f64().log2();
        if let Kind::Extension { degree, .. } = self { of_p * f64::from(degree) } else { of_p }
    }

    /// Bytes of an element.
    pub fn bytes(self) -> u64 {
        if let Kind::Words(n) = self { 8 * n as u64 } else { 8 }
    }

    /// Nanoseconds of a product and a sum on one core of an EPYC with AVX-512 (`benches/results/2026-11-30-epyc-modulo.txt`).
    pub fn nanoseconds(self) -> f64 {
        match self {
            Kind::Word(_) => 3.0,
            Kind::Words(1) => 8.0,
            Kind::Words(2) => 10.0,
            Kind::Words(_) => 32.0,
            Kind::Extension { p, degree, .. } => match p.checked_pow(degree) {
                // Beyond the second cache a look into the tables takes longer.
                Some(q) if q <= 1 << 17 => 8.0,
                Some(q) if q <= MOST_OF_TABLES => 13.0,
                _ => 8.0 * f64::from(degree) * f64::from(degree),
            },
        }
    }

    /// Nanoseconds of interpolation at so many points on one core: some products of that length, by long integers or by halves.
    pub fn interpolation(self, points: f64) -> f64 {
        match self {
            Kind::Extension { .. } if points < 32.0 => 3.0 * points * points * self.nanoseconds(),
            Kind::Extension { .. } => 3.0 * 1024.0 * (points / 32.0).powf(3f64.log2()) * self.nanoseconds(),
            _ => BACK * self.bytes() as f64 * points * points.log2().max(1.0),
        }
    }

    /// Makes the field, and computes there.
    ///
    /// # Errors
    /// Of the computation; `Cancelled`.
    pub fn run<J: InField>(self, p: Modulus, job: J, control: &Control) -> Result<J::Answer> {
        let least = if let Kind::Extension { least, .. } = self { least } else { 0 };
        over_prime(p, OfPrime { job, least, control })?
    }
}

/// A job in the field of a prime, or in one that it is in.
struct OfPrime<'a, J> {
    job: J,
    /// Elements of the field, at least.
    least: u64,
    control: &'a Control,
}

impl<J: InField> VisitPrime for OfPrime<'_, J> {
    type Answer = Result<J::Answer>;

    fn visit<P: PrimeField>(self, field: P) -> Self::Answer {
        field.over(&mut field.larger(), self.least, self.control, self.job)?
    }
}

impl<P: Arithmetic, J: InField> Visit<P> for J {
    type Answer = Result<J::Answer>;

    fn visit<K: Over<P>>(self, field: K) -> Self::Answer {
        self.within(field)
    }
}
