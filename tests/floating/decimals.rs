//! Fractions and decimal text to doubles and back.

use eliminant::ErrorKind;
use eliminant::floating::{decimal, exact, nearest, parse, print};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::{Integer, Rational};

/// The nearest double.
fn nearest_one(x: &Rational) -> Option<f64> {
    nearest(x).map(|[part]| part)
}

#[test]
fn doubles_come_back() {
    let tiny = f64::from_bits(1);
    for x in [0.0, 1.0, -1.5, 0.1, f64::MAX, f64::MIN_POSITIVE, tiny, -tiny, f64::MIN_POSITIVE - tiny, 5e-310] {
        assert_eq!(nearest_one(&Rational::from_f64(x).unwrap()), Some(x));
    }
}

#[test]
fn ties_go_to_even_and_what_is_next_to_a_tie_does_not() {
    let value = |x: f64| Rational::from_f64(x).unwrap();
    let bit = |e: u32| Rational::from((1, Integer::from(1) << e));
    for x in [1.0, 1.0 + f64::EPSILON, 2.0 - f64::EPSILON, 3e-310, f64::MIN_POSITIVE - f64::from_bits(1), 0.0] {
        let next = f64::from_bits(x.to_bits() + 1);
        let tie = (value(x) + value(next)) / 2u32;
        let even = if x.to_bits() % 2 == 0 { x } else { next };
        assert_eq!(nearest_one(&tie), Some(even), "{x:e}");
        assert_eq!(nearest_one(&(tie.clone() + bit(2000))), Some(next), "{x:e}");
        assert_eq!(nearest_one(&(tie.clone() - bit(2000))), Some(x), "{x:e}");
        assert_eq!(nearest_one(&-tie), Some(-even));
    }
}

#[test]
fn what_rounds_to_infinity_is_none() {
    let largest = Rational::from_f64(f64::MAX).unwrap();
    let half_place = Rational::from(Integer::from(1) << 970u32);
    assert_eq!(nearest_one(&(largest.clone() + &half_place)), None);
    assert_eq!(nearest_one(&(largest + half_place - 1u32)), Some(f64::MAX));
    for e in [1024u32, 1025, 2000, 2047, 2048, 3071, 4096, 100_000] {
        assert_eq!(nearest::<2>(&Rational::from(Integer::from(1) << e)), None, "2^{e}");
    }
    assert_eq!(nearest_one(&Rational::from(Integer::from(1) << 1023u32)), Some(2f64.powi(1023)));
    assert_eq!(nearest::<2>(&Rational::from((1, Integer::from(1) << 100_000u32))), Some([0.0, 0.0]));
}

#[test]
fn text_that_is_no_decimal_number() {
    for (text, column) in [
        ("", 1),
        ("-", 2),
        (".", 1),
        ("e5", 1),
        ("1e", 3),
        ("1e+", 4),
        ("1x", 2),
        ("1.5 ", 4),
        (" 1", 1),
        ("1e100001", 3),
        ("1e99999999999", 3),
        ("0x10", 2),
        ("--1", 2),
        ("1é", 2),
        ("nan", 1),
    ] {
        let error = decimal(text).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Parse { column: c, .. } if *c == column), "{text}: {error}");
    }
}

#[test]
fn decimal_numbers_are_exact() {
    for (text, value) in [("0", (0, 1)), ("+7", (7, 1)), ("1.", (1, 1)), ("-.25", (-1, 4)), ("12.5e2", (1250, 1))] {
        assert_eq!(decimal(text).unwrap(), Rational::from(value), "{text}");
    }
    assert_eq!(decimal("00.10e-000").unwrap(), Rational::from((1, 10)));
    assert_eq!(decimal("1e100000").unwrap().numer().significant_bits(), 332_193);
}

#[test]
fn doubles_are_read_as_the_standard_library_reads_them() {
    let mut rng = StdRng::seed_from_u64(5);
    for _ in 0..2000 {
        let text = format!("{}.{}e{}", rng.random::<u32>(), rng.random::<u64>(), rng.random_range(-330..300));
        assert_eq!(parse::<1>(&text).unwrap()[0], text.parse::<f64>().unwrap(), "{text}");
    }
}

#[test]
fn printed_numbers_come_back() {
    fn back<const N: usize>(parts: [f64; N]) {
        let value = exact(&parts).unwrap();
        let read = parse::<N>(&print(&parts)).unwrap();
        assert_eq!(exact(&read).unwrap(), value, "{parts:?}: {}", print(&parts));
    }
    let mut rng = StdRng::seed_from_u64(6);
    for _ in 0..300 {
        let mut scale = 2f64.powi(rng.random_range(-600..900));
        let mut parts = [0.0; 4];
        for part in &mut parts {
            *part = scale * rng.random_range(-1.0..1.0);
            scale *= 2f64.powi(-53 - rng.random_range(0..20) * rng.random_range(0..3));
        }
        let value = exact(&parts).unwrap();
        back(nearest::<1>(&value).unwrap());
        back(nearest::<2>(&value).unwrap());
        back(nearest::<4>(&value).unwrap());
    }
    back([1.0, f64::from_bits(1)]);
    back([f64::MAX, -f64::MAX * 2f64.powi(-60), 0.0, 0.0]);
    back([9.5, 0.0]);
    back([f64::from_bits(1), 0.0]);
    back([0.0]);
}

#[test]
fn forms_of_print() {
    for (x, text) in [
        (1e20, "100000000000000000000"),
        (1e21, "1e21"),
        (-1.5e21, "-1.5e21"),
        (0.00001, "0.00001"),
        (1.5e-6, "1.5e-6"),
        (-0.0, "0"),
        // The double next to 10^23 is below it, and its digits are those of its value.
        (1e23, "9.999999999999999e22"),
        (f64::INFINITY, "inf"),
        (f64::NEG_INFINITY, "-inf"),
        (f64::NAN, "NaN"),
    ] {
        assert_eq!(print(&[x]), text);
    }
    assert_eq!(print(&[f64::NAN, f64::NAN]), "NaN");
}
