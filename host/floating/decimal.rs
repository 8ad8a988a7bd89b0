//! Decimal text.

use super::round::{exact, nearest};
use crate::error::{ErrorKind, Result};
use rug::float::Round;
use rug::ops::Pow;
use rug::{Integer, Rational};

/// Largest exponent, up or down: far beyond every double, and small enough that nothing takes long.
const EXPONENT: u32 = 100_000;

/// The exact value of a decimal number: `[+-] digits [. digits] [e [+-] digits]`, also with `E`, and with the `d` or `D` of Fortran. Digits may
/// be missing on one side of the point.
///
/// # Errors
/// `Parse` for anything else, white space and the empty text included, and for exponents beyond 100000.
///
/// ```
/// use eliminant::floating::decimal;
/// assert_eq!(decimal("-2.50e-1")?, rug::Rational::from((-1, 4)));
/// assert_eq!(decimal(".5D+1")?, 5);
/// assert!(decimal("1.2.3").unwrap_err().to_string().starts_with("line 1, column 4: "));
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn decimal(text: &str) -> Result<Rational> {
    let wrong = |at: usize, message: &str| {
        let column = text[..at].chars().count() + 1;
        ErrorKind::Parse { line: 1, column, message: message.to_owned(), source_line: text.to_owned() }
    };
    let bytes = text.as_bytes();
    let digits = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let sign = |at: usize| usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
    let start = sign(0);
    let whole = digits(start);
    let end = if bytes.get(whole) == Some(&b'.') { digits(whole + 1) } else { whole };
    let fraction = text.get(whole + 1..end).unwrap_or_default();
    if whole == start && fraction.is_empty() {
        return Err(wrong(start, "a decimal number begins with digits").into());
    }
    let mut exponent = -(fraction.len() as i64);
    let mut rest = end;
    if matches!(bytes.get(end), Some(b'e' | b'E' | b'd' | b'D')) {
        let first = end + 1 + sign(end + 1);
        rest = digits(first);
        let value = match text[first..rest].trim_start_matches('0') {
            _ if rest == first => return Err(wrong(first, "an exponent has digits").into()),
            "" => 0,
            value => value
                .parse::<u32>()
                .ok()
                .filter(|&value| value <= EXPONENT)
                .map(i64::from)
                .ok_or_else(|| wrong(first, "the exponent is beyond 100000"))?,
        };
        exponent += if bytes[end + 1] == b'-' { -value } else { value };
    }
    if rest < bytes.len() {
        return Err(wrong(rest, "a decimal number such as -1.5e-3 ends here").into());
    }
    // Digits alone are an integer.
    let digits = format!("{}{fraction}", &text[start..whole]);
    let mut value = Integer::from_str_radix(&digits, 10).map_err(|_| wrong(start, "these are no digits"))?;
    if bytes[0] == b'-' {
        value = -value;
    }
    let power = Integer::from(10).pow(exponent.unsigned_abs() as u32);
    Ok(if exponent < 0 { Rational::from((value, power)) } else { Rational::from(value * power) })
}

/// The N doubles nearest to a decimal number ([`nearest`] of [`decimal`]): for N = 1 the correctly rounded double.
///
/// # Errors
/// As [`decimal`]; `Limit` where the number rounds to an infinity.
///
/// ```
/// use eliminant::floating::parse;
/// assert_eq!(parse::<2>("0.1")?, [0.1, -5.551115123125783e-18]);
/// assert!(parse::<1>("1e309").is_err());
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn parse<const N: usize>(text: &str) -> Result<[f64; N]> {
    let value = decimal(text)?;
    nearest(&value).ok_or_else(|| {
        let needed = u128::from(value.numer().significant_bits() - value.denom().significant_bits());
        ErrorKind::Limit { what: "bits before the point of a floating number", needed, allowed: 1024 }.into()
    })
}

/// A number of N doubles in decimal, with enough digits that [`parse`] gives the same value; `NaN`, `inf` and `-inf` where the leading
/// part is that.
///
/// The digits are those of the value rounded, about 16 N of them; where a part is much smaller than the last place of the one before it, as
/// many as it takes to see it. 0.1 as a double, and nothing else, takes 55 digits in N = 2.
///
/// ```
/// use eliminant::floating::{parse, print};
/// assert_eq!(print(&[1.5]), "1.5");
/// assert_eq!(print(&parse::<4>("-1.25e-40")?), "-1.25e-40");
/// assert_eq!(print(&[0.1, 0.0]), "0.1000000000000000055511151231257827021181583404541015625");
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn print<const N: usize>(parts: &[f64; N]) -> String {
    digits(parts, u32::MAX)
}

/// As [`print()`], but with no more digits than N doubles have where none of their bits are left out: 17, 32, 48 or 65 for N from 1 to 4. Those that are
/// left out are below 2^(1 - 53 N) of the value.
///
/// ```
/// use eliminant::floating::print_rounded;
/// assert_eq!(print_rounded(&[0.1, 0.0]), "0.10000000000000000555111512312578");
/// assert_eq!(print_rounded(&[0.1]), "0.1");
/// assert_eq!(print_rounded(&[1.0, 2f64.powi(-1000)]), "1");
/// ```
pub fn print_rounded<const N: usize>(parts: &[f64; N]) -> String {
    // 53 bits are 15.95 digits; one double alone takes 17 to be read again.
    digits(parts, if N == 1 { 17 } else { N as u32 * 65 / 4 })
}

/// The fewest digits that are read again, from about 16 N on; the value rounded to `most` where that takes more.
fn digits<const N: usize>(parts: &[f64; N], most: u32) -> String {
    let Some(value) = exact(parts) else {
        return match parts[0] {
            x if x == f64::INFINITY => "inf",
            x if x == f64::NEG_INFINITY => "-inf",
            _ => "NaN",
        }
        .to_owned();
    };
    if value.is_zero() {
        return "0".to_owned();
    }
    let sign = if value.is_negative() { "-" } else { "" };
    let size = value.abs();
    let wanted = nearest::<N>(&size);
    let guess = least_exponent(&size);
    let mut count = 15 * N as u32 + 1;
    loop {
        let (digits, point) = rounded(&size, guess, count);
        let text = positional(digits.trim_end_matches('0'), point);
        // A sum of doubles is a decimal number with an end, so that this ends.
        if count >= most || decimal(&text).is_ok_and(|read| nearest::<N>(&read) == wanted) {
            return format!("{sign}{text}");
        }
        count += 1;
    }
}

/// `x` in decimal with at most `count` digits, 1 at least, rounded in this direction; to nearest unless it is up or down.
pub(crate) fn to_digits(x: &Rational, count: u32, round: Round) -> String {
    if x.is_zero() {
        return "0".to_owned();
    }
    let (is_negative, size) = (x.is_negative(), x.clone().abs());
    let (digits, first) = match round {
        Round::Down | Round::Up => {
            let place = first_exponent(&size, least_exponent(&size)) + 1 - i64::from(count);
            let scaled = x.clone() / power_of_ten(place);
            let whole = if round == Round::Up { scaled.ceil() } else { scaled.floor() };
            let digits = whole.numer().clone().abs().to_string();
            let first = place + digits.len() as i64 - 1;
            (digits, first)
        }
        _ => rounded(&size, least_exponent(&size), count),
    };
    let text = positional(digits.trim_end_matches('0'), first);
    if is_negative { format!("-{text}") } else { text }
}

/// A little below floor(log10) of `size` > 0: it is at least 2^(bits - 1).
fn least_exponent(size: &Rational) -> i64 {
    let bits = i64::from(size.numer().significant_bits()) - i64::from(size.denom().significant_bits());
    ((bits - 1) as f64 * std::f64::consts::LOG10_2).floor() as i64 - 1
}

/// 10^e.
pub(crate) fn power_of_ten(e: i64) -> Rational {
    let power = Integer::from(10).pow(e.unsigned_abs() as u32);
    if e < 0 { Rational::from((1, power)) } else { Rational::from(power) }
}

/// The exponent of the first digit of `x` > 0, which is at least `guess`.
fn first_exponent(x: &Rational, guess: i64) -> i64 {
    let mut first = guess;
    while *x >= power_of_ten(first + 1) {
        first += 1;
    }
    first
}

/// The exponent of the first digit of a number that is not 0: it is d.ddd 10^e.
pub(crate) fn exponent_of_ten(x: &Rational) -> i64 {
    let size = x.clone().abs();
    first_exponent(&size, least_exponent(&size))
}

/// `count` digits of `x` > 0 rounded to nearest even, and the exponent of the first: x is about d.ddd 10^e. `guess` is at most e.
fn rounded(x: &Rational, guess: i64, count: u32) -> (String, i64) {
    let place = first_exponent(x, guess) + 1 - i64::from(count);
    let (mut fraction, mut whole) = (x.clone() / power_of_ten(place)).fract_floor(Integer::new());
    fraction *= 2u32;
    if fraction > 1u32 || (fraction == 1u32 && whole.is_odd()) {
        whole += 1;
    }
    let digits = whole.to_string();
    // Rounded up to the next power of ten: one digit more.
    let first = place + digits.len() as i64 - 1;
    (digits, first)
}

/// d.ddd 10^e as text: with a point alone for exponents from -5 to 20.
fn positional(digits: &str, e: i64) -> String {
    let count = digits.len() as i64;
    match e {
        -5..0 => format!("0.{}{digits}", "0".repeat((-e - 1) as usize)),
        0..=20 if count <= e + 1 => format!("{digits}{}", "0".repeat((e + 1 - count) as usize)),
        0..=20 => format!("{}.{}", &digits[..(e + 1) as usize], &digits[(e + 1) as usize..]),
        _ if count == 1 => format!("{digits}e{e}"),
        _ => format!("{}.{}e{e}", &digits[..1], &digits[1..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_in_every_direction() {
        let all = |text: &str, count: u32| {
            [Round::Down, Round::Nearest, Round::Up].map(|round| to_digits(&decimal(text).unwrap(), count, round))
        };
        assert_eq!(all("1.2345", 3), ["1.23", "1.23", "1.24"]);
        assert_eq!(all("-1.2345", 3), ["-1.24", "-1.23", "-1.23"]);
        assert_eq!(all("9.99", 2), ["9.9", "10", "10"]);
        assert_eq!(all("0", 5), ["0"; 3]);
        assert_eq!(all("-2.5e-30", 5), ["-2.5e-30"; 3]);
        assert_eq!(all("123456", 2), ["120000", "120000", "130000"]);
        assert_eq!(["99.9", "-100", "0.001"].map(|text| exponent_of_ten(&decimal(text).unwrap())), [1, 2, -3]);
    }
}
