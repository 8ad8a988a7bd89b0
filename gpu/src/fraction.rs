//! The result of a computation without division at a point.

use crate::arith::field::Field;

/// A scalar as a fraction, with the lanes in which the computation failed.
#[derive(Clone, Copy)]
pub struct Fraction<E> {
    /// Numerator.
    pub numerator: E,
    /// Denominator; not zero in lanes that did not fail.
    pub denominator: E,
    /// Lanes for which numerator and denominator mean nothing.
    pub off: u32,
}

impl<E: Copy> Fraction<E> {
    /// 1.
    #[inline(always)]
    pub fn one<F: Field<Elem = E>>(field: &F) -> Self {
        Fraction { numerator: field.one(), denominator: field.one(), off: 0 }
    }

    /// Multiplies by another one.
    #[inline(always)]
    pub fn include<F: Field<Elem = E>>(&mut self, field: &F, other: Self) {
        self.numerator = field.mul(self.numerator, other.numerator);
        self.denominator = field.mul(self.denominator, other.denominator);
        self.off |= other.off;
    }
}
