//! What a computation without division leaves at a point.

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
