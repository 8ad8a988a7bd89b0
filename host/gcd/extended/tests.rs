//! By definition: combinations that are multiplied out.

use super::*;
use crate::error::ErrorKind;

fn poly(text: &str) -> Polynomial {
    Polynomial::parse_in(text, &["x"]).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// s f + t g - gcd over the denominators of s and t.
fn rest(f: &Polynomial, g: &Polynomial, answer: &ExtendedGcdAnswer) -> Polynomial {
    let [s, t] = &answer.combination;
    let constant = |c: &Integer| Polynomial::constant(f.vars(), c.clone()).unwrap();
    let (a, b) = (constant(s.denominator()), constant(t.denominator()));
    let sum = &(&(s.numerator() * f) * &b) + &(&(t.numerator() * g) * &a);
    &sum - &(&answer.gcd * &(&a * &b))
}

const PAIRS: [(&str, &str, &str); 12] = [
    ("0", "0", "0"),
    ("0", "-6*x^2 - 4", "6*x^2 + 4"),
    ("-15*x + 5", "0", "15*x - 5"),
    ("6", "4", "2"),
    ("-7", "x^3 - 2", "1"),
    ("x^3 - 2", "5", "1"),
    ("x^2 - 1", "2*x^2 + x - 1", "x + 1"),
    ("(x - 3)^4*(x^2 + 7)*6", "(x - 3)^2*(x^5 - x - 1)*4", "2*(x - 3)^2"),
    ("x^9 - 1", "x^6 - 1", "x^3 - 1"),
    ("123456789123456789*x^7 - 5*x + 1", "987654321987654321*x^4 + x^3 - 77", "1"),
    ("-2*x^2 + 2", "x + 1", "x + 1"),
    ("x + 1", "3*x + 3", "x + 1"),
];

#[test]
fn combinations_over_q() {
    for (f, g, gcd) in PAIRS {
        let (f, g, gcd) = (poly(f), poly(g), poly(gcd));
        let answer = ExtendedGcd::new(&f, &g).run().unwrap();
        assert_eq!(answer.gcd, gcd, "{f}, {g}");
        assert!(rest(&f, &g, &answer).is_zero(), "{f}, {g}: {:?}", answer.combination);
        let [s, t] = &answer.combination;
        let degree = |h: &Polynomial| i64::from(h.degree("x").unwrap_or(0));
        for (h, other) in [(s, &g), (t, &f)] {
            let h = h.numerator();
            let small = degree(h) < degree(other) - degree(&gcd);
            assert!(h.is_zero() || h.as_constant().is_some() || small, "{f}, {g}: {h}");
        }
    }
}

#[test]
fn combinations_modulo_primes() {
    for (f, g, _) in PAIRS {
        let (f, g) = (poly(f), poly(g));
        for p in [2, 3, 5, 7, 101, 4_294_967_291, (1 << 61) - 1, 9_223_372_036_854_775_783] {
            let answer = ExtendedGcd::new(&f, &g).modulus(p).run().unwrap();
            let rest = rest(&f, &g, &answer);
            let divisible =
                |h: &Polynomial| h.terms().iter().all(|term| term.coefficient.is_divisible(&Integer::from(p)));
            assert!(divisible(&rest), "{f}, {g} modulo {p}");
            assert!(answer.gcd.is_zero() || answer.gcd.terms()[0].coefficient == 1);
            assert_eq!(Gcd::new(&f, &g).modulus(p).run().unwrap().gcd, answer.gcd);
        }
    }
    // x^2 + 1 = (x + 1)^2 modulo 2, and (x - 2) (x + 2) modulo 5.
    let of = |f: &str, g: &str, p: u64| Gcd::new(&poly(f), &poly(g)).modulus(p).run().unwrap().gcd.to_string();
    assert_eq!(
        [of("x^2 + 1", "x + 1", 2), of("x^2 + 1", "3*x - 6", 5), of("x^2 + 1", "x + 1", 3)],
        ["x + 1", "x + 3", "1"]
    );
}

#[test]
fn what_is_refused() {
    let two = "x*y".parse::<Polynomial>().unwrap();
    assert!(matches!(ExtendedGcd::new(&two, &two).run().unwrap_err().kind(), ErrorKind::Unsupported { .. }));
    for p in [0, 1, 4, 1 << 63] {
        let error = ExtendedGcd::new(&poly("x"), &poly("x")).modulus(p).run().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument { .. }), "{error}");
    }
    let long = poly("x^200000 - 1");
    assert!(matches!(ExtendedGcd::new(&long, &poly("x")).run().unwrap_err().kind(), ErrorKind::Limit { .. }));
    let control = Control::default();
    control.cancel();
    let cancelled = ExtendedGcd::new(&poly("x^2"), &poly("x + 1")).modulus(5).control(control).run().unwrap_err();
    assert!(matches!(cancelled.kind(), ErrorKind::Cancelled));
}
