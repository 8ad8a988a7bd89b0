//! The integers of mixed cells: words, or two of them where a word might overflow.

use rug::Integer;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// Signed integers of fixed length. Sums and products overflow without notice: [`super::cell::Cell`] looks at sizes first.
pub(super) trait Whole:
    Copy
    + Default
    + Ord
    + Send
    + Sync
    + From<i32>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
{
    /// Values are below 2^`BITS`.
    const BITS: u32;

    /// From a word.
    fn of(x: i64) -> Self;

    /// Bits of the absolute value.
    fn bits(self) -> u32;

    /// (a b - c d) / v, which is an integer; nothing where it is too large.
    fn minor(ab: [Self; 2], cd: [Self; 2], v: Self) -> Option<Self>;

    /// a / b compared with c / d, for positive b and d.
    fn compare(a: Self, b: Self, c: Self, d: Self) -> Ordering;

    /// a / b.
    fn quotient(self, b: Self) -> f64;

    /// The number as an unsigned word, if it is one.
    fn word(self) -> Option<u64>;
}

impl Whole for i64 {
    const BITS: u32 = 62;

    fn of(x: i64) -> Self {
        x
    }
    fn bits(self) -> u32 {
        64 - self.unsigned_abs().leading_zeros()
    }
    fn minor([a, b]: [i64; 2], [c, d]: [i64; 2], v: i64) -> Option<i64> {
        // A division of words takes a third of one of two words.
        if let (Some(ab), Some(cd)) = (a.checked_mul(b), c.checked_mul(d))
            && let Some(difference) = ab.checked_sub(cd)
        {
            return Some(difference / v);
        }
        let [a, b, c, d, v] = [a, b, c, d, v].map(i128::from);
        // Each product is below 2^124.
        i64::try_from((a * b - c * d) / v).ok()
    }
    fn compare(a: i64, b: i64, c: i64, d: i64) -> Ordering {
        (i128::from(a) * i128::from(d)).cmp(&(i128::from(c) * i128::from(b)))
    }
    fn quotient(self, b: i64) -> f64 {
        self as f64 / b as f64
    }
    fn word(self) -> Option<u64> {
        self.try_into().ok()
    }
}

impl Whole for i128 {
    const BITS: u32 = 126;

    fn of(x: i64) -> Self {
        x.into()
    }
    fn bits(self) -> u32 {
        128 - self.unsigned_abs().leading_zeros()
    }
    fn minor([a, b]: [i128; 2], [c, d]: [i128; 2], v: i128) -> Option<i128> {
        ((Integer::from(a) * b - Integer::from(c) * d) / v).to_i128()
    }
    fn compare(a: i128, b: i128, c: i128, d: i128) -> Ordering {
        (Integer::from(a) * d).cmp(&(Integer::from(c) * b))
    }
    fn quotient(self, b: i128) -> f64 {
        self as f64 / b as f64
    }
    fn word(self) -> Option<u64> {
        self.try_into().ok()
    }
}
