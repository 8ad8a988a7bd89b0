//! The arithmetic modulo one prime for set-up code, whatever its word.

use super::field::Field;
use super::mont31::Mont31;
use super::mont50::Mont50;
use super::mont61::Mont61;

/// Arithmetic modulo one prime with numbers going in and out.
pub trait Modulus: Field<Elem: Ord> {
    /// Largest prime allowed.
    const MAX: u64;
    /// The prime bases of Miller-Rabin that decide primality of every number up to [`Modulus::MAX`].
    const WITNESSES: &'static [u64];

    /// Constants for the odd number `p`, 3 <= p <= [`Modulus::MAX`]; `None` otherwise. Primality is the caller's.
    fn of(p: u64) -> Option<Self>;
    /// The prime.
    fn p(&self) -> u64;
    /// The element of any number.
    fn element(&self, x: u64) -> Self::Elem;
    /// The number in \[0, p) of an element.
    fn number(&self, a: Self::Elem) -> u64;
    /// The same as a word.
    fn plain(&self, a: Self::Elem) -> Self::Elem;
    /// 1 / a, and 0 for 0.
    fn reciprocal(&self, a: Self::Elem) -> Self::Elem;

    /// a^e for any exponent; a^0 = 1. About 1.5 log2(e) products.
    fn power(&self, a: Self::Elem, e: u64) -> Self::Elem {
        let (mut result, mut square, mut rest) = (self.one(), a, e);
        while rest != 0 {
            if rest & 1 != 0 {
                result = self.mul(result, square);
            }
            square = self.mul(square, square);
            rest >>= 1;
        }
        result
    }
}

impl Modulus for Mont31 {
    const MAX: u64 = Mont31::MAX as u64;
    /// No composite below 3,215,031,751 passes these (G. Jaeschke, Math. Comp. 61, 1993).
    const WITNESSES: &'static [u64] = &[2, 3, 5, 7];

    fn of(p: u64) -> Option<Self> {
        Mont31::new(u32::try_from(p).ok()?)
    }
    fn p(&self) -> u64 {
        self.p as u64
    }
    fn element(&self, x: u64) -> u32 {
        if x >> 32 == 0 { self.enter(x as u32) } else { self.enter((x % self.p as u64) as u32) }
    }
    fn number(&self, a: u32) -> u64 {
        self.leave(a) as u64
    }
    fn plain(&self, a: u32) -> u32 {
        self.leave(a)
    }
    fn reciprocal(&self, a: u32) -> u32 {
        self.inverse(a)
    }
}

impl Modulus for Mont50 {
    const MAX: u64 = Mont50::MAX;
    /// No composite below 3,825,123,056,546,413,051 passes these (Y. Jiang, Y. Deng, Math. Comp. 83, 2014).
    const WITNESSES: &'static [u64] = &[2, 3, 5, 7, 11, 13, 17, 19, 23];

    fn of(p: u64) -> Option<Self> {
        Mont50::new(p)
    }
    fn p(&self) -> u64 {
        self.p
    }
    fn element(&self, x: u64) -> u64 {
        self.enter(if x >> 52 == 0 { x } else { x % self.p })
    }
    fn number(&self, a: u64) -> u64 {
        self.leave(a)
    }
    fn plain(&self, a: u64) -> u64 {
        self.leave(a)
    }
    fn reciprocal(&self, a: u64) -> u64 {
        self.power(a, self.p - 2)
    }
}

impl Modulus for Mont61 {
    const MAX: u64 = Mont61::MAX;
    const WITNESSES: &'static [u64] = Mont50::WITNESSES;

    fn of(p: u64) -> Option<Self> {
        Mont61::new(p)
    }
    fn p(&self) -> u64 {
        self.modulus()
    }
    fn element(&self, x: u64) -> u64 {
        self.enter(x)
    }
    fn number(&self, a: u64) -> u64 {
        self.leave(a)
    }
    fn plain(&self, a: u64) -> u64 {
        self.leave(a)
    }
    fn reciprocal(&self, a: u64) -> u64 {
        self.inverse(a)
    }
}
