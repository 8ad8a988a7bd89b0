//! Values of polynomials at dyadic numbers, in fixed point.

use rug::Integer;
use std::borrow::Cow;

/// v 2^`exponent`, from a number within `error` of v.
pub struct Value {
    pub v: Integer,
    pub exponent: i64,
    pub error: u64,
}

/// f(m / 2^scale), m >= 0, with so many bits for the largest of the numbers f_k (m / 2^scale)^k.
///
/// With x = 2^t y and 1/2 <= y < 1 these are F_k y^k for F_k = f_k 2^(t k), in units of the last bit of the largest F_k. Horner's rule multiplies by a
/// number of at most 1, so that errors do not grow: less than 1 of F_k, 1 of a rounding, and 1/2 of the bits that y and its powers lose, for each k.
pub fn value(f: &[Integer], m: &Integer, scale: i64, bits: u32) -> Value {
    let f = if m.is_zero() { &f[..f.len().min(1)] } else { f };
    let t = i64::from(m.significant_bits()) - scale;
    let reach = |(k, c): (usize, &Integer)| (!c.is_zero()).then(|| i64::from(c.significant_bits()) + t * k as i64);
    let largest = f.iter().enumerate().filter_map(reach).max().unwrap_or(0);
    let exponent = largest - i64::from(bits);
    // Those below a unit are left out at the end of higher degree.
    let count =
        f.iter().enumerate().rposition(|term| reach(term).is_some_and(|reach| reach > exponent)).map_or(0, |at| at + 1);
    let places = i64::from(usize::BITS - f.len().leading_zeros()) + 2 + i64::from(bits);
    let y = shifted(m, places - i64::from(m.significant_bits()));
    let (mut v, mut last) = (Integer::new(), count.saturating_sub(1));
    for (k, c) in f[..count].iter().enumerate().rev().filter(|(k, c)| *k == 0 || !c.is_zero()) {
        v *= &*power(&y, last - k, places as u32);
        v >>= places as u32;
        v += shifted(c, t * k as i64 - exponent);
        last = k;
    }
    // Those that were left out are less than 1 each.
    Value { v, exponent, error: 4 * f.len() as u64 }
}

/// y^exponent in units of 2^-places, for y below 1: less than it by less than 2 `exponent` of them.
fn power(y: &Integer, exponent: usize, places: u32) -> Cow<'_, Integer> {
    match exponent {
        0 => Cow::Owned(Integer::from(1) << places),
        1 => Cow::Borrowed(y),
        _ => {
            let half = power(y, exponent / 2, places);
            let square = Integer::from(half.square_ref()) >> places;
            Cow::Owned(if exponent.is_multiple_of(2) { square } else { (square * y) >> places })
        }
    }
}

/// c 2^by, rounded down.
fn shifted(c: &Integer, by: i64) -> Integer {
    match u32::try_from(by.unsigned_abs()) {
        Ok(places) if by >= 0 => Integer::from(c << places),
        Ok(places) => Integer::from(c >> places),
        // No number here has 2^32 bits.
        Err(_) => Integer::new(),
    }
}
