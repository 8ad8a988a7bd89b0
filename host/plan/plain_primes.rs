//! Primes as plain numbers, whatever word an engine has for them.

use super::axes::Grid;
use super::evaluation::Evaluation;
use super::grid::{self, Which};
use super::primes::{self, AxisRoots, Prime, Word};
use super::slabs::Cut;
use crate::error::{ErrorKind, Result};
use gpu::arith::{Modulus, Mont31, Mont50};
use rand::rngs::StdRng;

/// How long the primes of an engine are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrimeSize {
    /// Up to 31 bits, residues in words of 32.
    Bits31,
    /// Up to 50 bits, residues in words of 64.
    Bits50,
}

/// An expression for the word `$word` of the primes of a size.
macro_rules! with_word {
    ($size:expr, $word:ident => $body:expr) => {
        match $size {
            PrimeSize::Bits31 => {
                type $word = Mont31;
                $body
            }
            PrimeSize::Bits50 => {
                type $word = Mont50;
                $body
            }
        }
    };
}

impl PrimeSize {
    /// [`Word::LEAST`].
    pub fn least(self) -> u64 {
        with_word!(self, M => M::LEAST)
    }

    /// [`Modulus::MAX`].
    pub fn most(self) -> u64 {
        with_word!(self, M => <M as Modulus>::MAX)
    }

    /// The bits that the least of its primes has for an integer.
    pub fn least_bits(self) -> u64 {
        self.least().ilog2().into()
    }

    /// The bits that the largest of its primes has for an integer.
    pub fn bits(self) -> u64 {
        self.most().ilog2().into()
    }

    /// Bytes of a residue.
    pub fn bytes(self) -> usize {
        with_word!(self, M => size_of::<<M as gpu::Field>::Elem>())
    }
}

/// A prime with its roots of unity and coset shifts as plain residues: [`Prime`] for whoever does not compute modulo it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainPrime {
    /// The prime.
    pub p: u64,
    /// As [`Prime::axes`].
    pub axes: Vec<PlainRoots>,
}

/// Root of unity and coset shifts for one kept variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainRoots {
    /// As [`AxisRoots::root`].
    pub root: u64,
    /// As [`AxisRoots::shifts`].
    pub shifts: Vec<u64>,
}

impl<M: Word> From<&Prime<M>> for PlainPrime {
    fn from(prime: &Prime<M>) -> Self {
        let field = &prime.field;
        let axis = |roots: &AxisRoots<M>| PlainRoots {
            root: field.number(roots.root),
            shifts: roots.shifts.iter().map(|&shift| field.number(shift)).collect(),
        };
        PlainPrime { p: field.p(), axes: prime.axes.iter().map(axis).collect() }
    }
}

impl PlainPrime {
    /// With the constants of its arithmetic.
    ///
    /// # Errors
    /// `Shape` where the word does not hold it.
    pub fn with_word<M: Word>(&self) -> Result<Prime<M>> {
        let field = field::<M>(self.p)?;
        let axis = |roots: &PlainRoots| AxisRoots {
            root: field.element(roots.root),
            shifts: roots.shifts.iter().map(|&shift| field.element(shift)).collect(),
        };
        Ok(Prime { field, axes: self.axes.iter().map(axis).collect() })
    }
}

/// The constants of the arithmetic modulo a prime.
///
/// # Errors
/// `Shape` where the word does not hold it.
pub(crate) fn field<M: Word>(p: u64) -> Result<M> {
    M::of(p).ok_or_else(|| {
        ErrorKind::Shape { what: "prime of a word", expected: M::MAX as usize, found: p as usize }.into()
    })
}

/// The primes of a list.
pub(crate) fn moduli(primes: &[PlainPrime]) -> Vec<u64> {
    primes.iter().map(|prime| prime.p).collect()
}

fn plain<M: Word>((grid, primes): (Grid, Vec<Prime<M>>)) -> (Grid, Vec<PlainPrime>) {
    (grid, primes.iter().map(PlainPrime::from).collect())
}

/// As [`primes::largest`], of primes of this size, without roots of unity.
pub(crate) fn largest(
    size: PrimeSize,
    modulus: u32,
    bits: u64,
    usable: &(dyn Fn(u64) -> bool + Sync),
) -> Option<Vec<u64>> {
    with_word!(size, M => {
        let found = primes::largest::<M>(modulus, bits, usable)?;
        Some(found.iter().map(|prime| prime.field.p()).collect())
    })
}

/// As [`grid::choose_of`], of primes of this size.
///
/// # Errors
/// As there.
pub(crate) fn choose(
    size: PrimeSize,
    which: Which,
    points: &[u32],
    how: (&Cut, Evaluation),
    bits: u64,
    usable: &(dyn Fn(u64) -> bool + Sync),
    rng: &mut StdRng,
) -> Result<(Grid, Vec<PlainPrime>)> {
    with_word!(size, M => grid::choose_of::<M>(which, points, how, bits, usable, rng).map(plain))
}

/// As [`grid::for_products`], of primes of this size.
pub(crate) fn for_products(
    size: PrimeSize,
    len: u32,
    bits: u64,
    usable: &(dyn Fn(u64) -> bool + Sync),
    rng: &mut StdRng,
) -> Option<(Grid, Vec<PlainPrime>)> {
    with_word!(size, M => grid::for_products::<M>(len, bits, usable, rng).map(plain))
}

/// As [`grid::arbitrary`], of primes of this size.
///
/// # Errors
/// As there.
pub(crate) fn arbitrary(
    size: PrimeSize,
    points: &[u32],
    bits: u64,
    usable: &(dyn Fn(u64) -> bool + Sync),
    rng: &mut StdRng,
) -> Result<(Grid, Vec<PlainPrime>)> {
    with_word!(size, M => grid::arbitrary::<M>(points, bits, usable, rng).map(plain))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn there_and_back<M: Word>() {
        let how = (&Cut::none(), Evaluation::Auto);
        let mut random = StdRng::seed_from_u64(3);
        let (grid, primes) = grid::choose_of::<M>(Which::Largest, &[30, 7], how, 200, &|_| true, &mut random).unwrap();
        let mut random = StdRng::seed_from_u64(3);
        let found = choose(M::SIZE, Which::Largest, &[30, 7], how, 200, &|_| true, &mut random).unwrap();
        assert_eq!((&found.0, found.1.len()), (&grid, primes.len()));
        for (plain, prime) in found.1.iter().zip(&primes) {
            assert_eq!(plain.with_word::<M>().as_ref(), Ok(prime));
            assert!(plain.p >= M::SIZE.least() && plain.p <= M::SIZE.most());
            // A root of unity of the order of the axis, and no less.
            let power =
                |e: u64| (0..e).fold(1u128, |all, _| all * u128::from(plain.axes[0].root) % u128::from(plain.p));
            let len = u64::from(grid.axes[0].len);
            assert!(power(len) == 1 && (1..len).all(|e| power(e) != 1));
        }
        let bytes = size_of::<M::Elem>();
        assert_eq!((M::SIZE.bytes(), M::SIZE.bits()), (bytes, if bytes == 4 { 30 } else { 49 }));
    }

    #[test]
    fn primes_are_the_same_as_plain_numbers() {
        there_and_back::<Mont31>();
        there_and_back::<Mont50>();
    }

    #[test]
    fn a_word_refuses_primes_that_it_does_not_hold() {
        assert!(field::<Mont31>((1 << 49) - 69).is_err() && field::<Mont50>((1 << 49) - 69).is_ok());
        assert!(field::<Mont31>(2).is_err() && field::<Mont50>(1 << 60).is_err());
    }
}
