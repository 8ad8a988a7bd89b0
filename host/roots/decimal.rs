//! Decimal numbers of so many digits.

use rug::ops::Pow;
use rug::{Integer, Rational};

/// The decimal number with so many significant digits that is nearest to all numbers between two positive ones; `None` where they have different ones.
/// Halves are rounded up.
pub fn nearest(lower: &Rational, upper: &Rational, digits: u32) -> Option<String> {
    let (significand, exponent) = rounded(lower, digits);
    (lower == upper || rounded(upper, digits) == (significand.clone(), exponent)).then(|| text(&significand, exponent))
}

/// The nearest multiple of 10^place; `0` for 0.
pub fn at_place(x: &Rational, place: i64) -> String {
    let power = Integer::from(10).pow(place.unsigned_abs() as u32);
    let scaled = if place < 0 { Rational::from(x * power) } else { Rational::from(x / power) };
    let (units, _) = scaled.round().into_numer_denom();
    if units.is_zero() {
        return "0".to_owned();
    }
    let sign = if units.is_negative() { "-" } else { "" };
    let units = units.abs();
    let first = place + units.to_string().len() as i64 - 1;
    format!("{sign}{}", text(&units, first))
}

/// The integer q of so many digits and e with x near q 10^(e - digits + 1): 10^e is the power of 10 of the first digit.
fn rounded(x: &Rational, digits: u32) -> (Integer, i64) {
    let bits = i64::from(x.numer().significant_bits()) - i64::from(x.denom().significant_bits());
    // 10^e <= x < 10^(e+1) for this e or one beside it.
    let mut exponent = (bits as f64 * std::f64::consts::LOG10_2).floor() as i64;
    loop {
        let places = i64::from(digits) - 1 - exponent;
        let power = Integer::from(10).pow(places.unsigned_abs() as u32);
        let scaled = if places >= 0 { Rational::from(x * power) } else { Rational::from(x / power) };
        let bound = Integer::from(10).pow(digits);
        match &scaled {
            _ if scaled >= bound => exponent += 1,
            _ if Rational::from(&scaled * 10) < bound => exponent -= 1,
            _ => {
                let (integer, _) = scaled.round().into_numer_denom();
                // 9.99 rounds to 10.0.
                return if integer == bound { (integer / 10, exponent + 1) } else { (integer, exponent) };
            }
        }
    }
}

/// `12.5`, or with a power of ten where the point is far from the digits.
fn text(significand: &Integer, exponent: i64) -> String {
    let digits = significand.to_string();
    match usize::try_from(exponent) {
        Ok(place) if place + 1 < digits.len() => format!("{}.{}", &digits[..=place], &digits[place + 1..]),
        Ok(place) if place + 1 == digits.len() => digits,
        Err(_) if exponent >= -5 => format!("0.{}{digits}", "0".repeat((-exponent - 1) as usize)),
        _ => {
            let point = if digits.len() > 1 { "." } else { "" };
            format!("{}{point}{}e{exponent}", &digits[..1], &digits[1..])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_and_written() {
        let exact = |above: i64, below: i64, digits| {
            let x = Rational::from((above, below));
            nearest(&x, &x, digits).unwrap()
        };
        for (above, below, digits, expected) in [
            (1, 3, 5, "0.33333"),
            (200, 3, 5, "66.667"),
            (99996, 10, 4, "1.000e4"),
            (99994, 10, 4, "9999"),
            (1, 8, 2, "0.13"),
            (3, 8, 2, "0.38"),
            (1, 30000, 3, "0.0000333"),
            (1, 3_000_000, 3, "3.33e-7"),
            (1, 3_000_000, 1, "3e-7"),
            (12_345_678, 1, 3, "1.23e7"),
            (1000, 1, 1, "1e3"),
            (1000, 1, 4, "1000"),
            (999, 1000, 3, "0.999"),
        ] {
            assert_eq!(exact(above, below, digits), expected);
        }
        let between = |lower: (i64, i64), upper: (i64, i64)| nearest(&lower.into(), &upper.into(), 3);
        assert_eq!((between((1, 3), (3334, 10000)), between((1, 3), (3336, 10000))), (Some("0.333".into()), None));
    }
}
