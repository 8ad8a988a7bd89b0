//! Primes of up to 256 bits: products whose factors are known, Bezout's identity, and answers over Z.

use crate::gcd::squarefree::Decomposition;
use crate::gcd::{ExtendedGcd, Gcd};
use crate::run::modulus::{inverse, times};
use crate::{Control, ErrorKind, Modulus, Polynomial};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use rug::integer::Order;

const VARS: [&str; 4] = ["x", "y", "z", "t"];

/// Around all numbers of words, with those of curves.
fn primes() -> Vec<Integer> {
    let power = |bits: u32| Integer::from(1) << bits;
    let mut all: Vec<Integer> =
        [61, 63, 64, 65, 127, 128, 192, 254, 255, 256].map(|bits| power(bits).prev_prime()).into();
    all.extend([63, 64, 128, 192].map(|bits| power(bits).next_prime()));
    // The order of the scalars of BLS12-381.
    let order = "52435875175126190479447740508185965837690552500527637822603658699938581184513";
    all.push(order.parse().unwrap());
    all
}

fn poly(text: &str) -> Polynomial {
    Polynomial::parse_in(text, &VARS).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// A number of up to 320 bits, longer than each prime.
fn number(rng: &mut StdRng) -> Integer {
    let digits: Vec<u64> = (0..rng.random_range(1..6)).map(|_| rng.random()).collect();
    let number = Integer::from_digits(&digits, Order::Lsf) + 1u32;
    if rng.random() { -number } else { number }
}

/// A polynomial in the first `names` variables.
fn random(rng: &mut StdRng, names: usize, terms: usize, degree: u32) -> Polynomial {
    let exponents =
        |rng: &mut StdRng| (0..4).map(|k| if k < names { rng.random_range(0..=degree) } else { 0 }).collect();
    let terms: Vec<(Integer, Vec<u32>)> = (0..terms).map(|_| (number(rng), exponents(rng))).collect();
    Polynomial::from_terms(&VARS, terms).unwrap()
}

fn image(f: &Polynomial, p: &Integer) -> Polynomial {
    times(f, Integer::ONE, Modulus::from(p)).unwrap()
}

/// The image with the leading coefficient 1.
fn monic(f: &Polynomial, p: &Integer) -> Polynomial {
    let f = image(f, p);
    match f.leading_coefficient() {
        Some(lead) => times(&f, &inverse(lead, 1, Modulus::from(p)).unwrap(), Modulus::from(p)).unwrap(),
        None => f,
    }
}

fn gcd(f: &Polynomial, g: &Polynomial, p: &Integer) -> Polynomial {
    let answer = Gcd::new(f, g).modulus(p).cofactors(true).seed(7).run().unwrap_or_else(|e| panic!("{f}, {g}: {e}"));
    assert_eq!(answer.report.run.verified_modulo, Modulus::from(p));
    let h = answer.gcd;
    match answer.cofactors {
        Some([a, b]) => {
            assert_eq!(*h.leading_coefficient().unwrap(), 1, "{f}, {g} modulo {p}");
            assert_eq!([image(&(&h * &a), p), image(&(&h * &b), p)], [f, g].map(|f| image(f, p)));
            assert_eq!([&h, &a, &b].map(|part| image(part, p)), [h.clone(), a, b]);
        }
        None => assert!(h.is_zero() && image(f, p).is_zero() && image(g, p).is_zero()),
    }
    h
}

/// In one to four variables, sparse and dense: a and a c + 1 have no common divisor, so that h is that of the products.
#[test]
fn gcds_of_products() {
    let mut rng = StdRng::seed_from_u64(11);
    for p in &primes() {
        for round in 0..12 {
            let names = 1 + round % 4;
            let (terms, degree) = [(6, 40), (14, 3), (3, 9)][round / 4];
            let [h, a, c] = [terms, terms, 2].map(|terms| random(&mut rng, names, terms, degree));
            let b = &(&a * &c) + &poly("1");
            let (f, g) = (&h * &a, &h * &b);
            let expected = monic(&h, p);
            assert_eq!(gcd(&f, &g, p), expected, "{round} modulo {p}");
            assert_eq!(gcd(&g, &f, p), expected, "{round} modulo {p}");
            assert_eq!(gcd(&a, &b, p).to_string(), "1", "{round} modulo {p}");
            // One divides the other.
            assert_eq!(gcd(&f, &h, p), expected, "{round} modulo {p}");
        }
    }
}

/// Short answers over Z are those modulo a long prime.
#[test]
fn answers_over_z() {
    let pairs = [
        ("(x*y + z + 1)^2*(x - t)", "(x*y + z + 1)*(y - t + 2)"),
        ("(x^30*y^7 - z^20 + t)*(x + 1)", "(x^30*y^7 - z^20 + t)*(y*z^9 - 5)"),
        ("x^2 - y^2", "x^2 + 2*x*y + y^2"),
        ("x^60 - y^40", "x^90 - y^60"),
        ("(x + y + z + t + 1)^5 + x", "(x - y + z*t)^4 + 3"),
        ("(x^3 + 2*x + 5)*(x^2 - 7)", "(x^3 + 2*x + 5)^2*(x + 11)"),
    ];
    for (f, g) in pairs {
        let (f, g) = (poly(f), poly(g));
        let over_z = Gcd::new(&f, &g).run().unwrap().gcd;
        for p in &primes() {
            assert_eq!(gcd(&f, &g, p), monic(&over_z, p), "{f} and {g} modulo {p}");
        }
    }
}

/// Zeros, constants, monomials, contents, equal polynomials, and multiples of the prime.
#[test]
fn degenerate_pairs() {
    for p in &primes() {
        let with = |text: &str| poly(&text.replace('p', &format!("({p})")));
        for (f, g, expected) in [
            ("0", "0", "0"),
            ("p", "p*x*y", "0"),
            ("0", "-x*y + 4", "x*y - 4"),
            ("p*x", "2*x^2 + 2", "x^2 + 1"),
            ("5", "x*y + 1", "1"),
            ("5", "7", "1"),
            ("5", "0", "1"),
            ("4*x^3*y^2", "6*x*y^7*z", "x*y^2"),
            ("3*x^2*y", "(x + y)*x", "x"),
            ("-2*x*y - 2*z", "-2*x*y - 2*z", "x*y + z"),
            ("(x^2 + 1)*(y + z)", "(x^2 + 1)*(z + t)", "x^2 + 1"),
            ("(x + 1)*(y*z + 1)", "(x + 1)*(t + 1)", "x + 1"),
            // Leading coefficients that vanish.
            ("(p*x^9 + x + y)*(x + 2)", "(p*y^7 + x + y)*(x + 3)", "x + y"),
            ("p*x^2 + 3*x + 3", "(p + 1)*x^2 - 1", "x + 1"),
            ("p*x^2 + 3", "p*x*y + y", "1"),
            ("((x - 5)*y + z)*(y + 1)", "((x - 5)*y + z)*(z + 1)", "(x - 5)*y + z"),
            ("(x^20000 + y)*(x*y + 3)", "(x^20000 + y)*(y^300 + z)", "x^20000 + y"),
        ] {
            let expected = monic(&poly(expected), p);
            for (f, g) in [(f, g), (g, f)] {
                assert_eq!(gcd(&with(f), &with(g), p), expected, "{f} and {g} modulo {p}");
            }
        }
    }
}

#[test]
fn extended_gcds() {
    let mut rng = StdRng::seed_from_u64(12);
    for p in &primes() {
        for round in 0..12 {
            let [h, a, b] = [(); 3].map(|()| {
                let degree = rng.random_range(0..12);
                random(&mut rng, 1, 8, degree)
            });
            let (f, g) = match round {
                // Constants, zeros, and multiples of the prime.
                0 => (h.clone(), poly("0")),
                1 => (poly("-3"), h.clone()),
                2 => (poly("0"), poly("0")),
                3 => (&poly(&format!("({p})*x^9 + 1")) * &a, a.clone()),
                _ => (&h * &a, &h * &b),
            };
            let answer = ExtendedGcd::new(&f, &g).modulus(p).run().unwrap();
            assert_eq!(answer.report.run.verified_modulo, Modulus::from(p));
            let [s, t] = answer.combination.map(|part| {
                assert_eq!(*part.denominator(), 1);
                part.numerator().clone()
            });
            let sum = &(&s * &f) + &(&t * &g);
            assert_eq!(image(&sum, p), answer.gcd, "{f} and {g} modulo {p}");
            assert_eq!([image(&s, p), image(&t, p)], [s.clone(), t.clone()]);
            assert_eq!(gcd(&f, &g, p), answer.gcd, "{f} and {g} modulo {p}");
            if round > 3 {
                let degree = |f: &Polynomial| i64::from(image(f, p).degree("x").unwrap_or(0));
                let of_gcd = degree(&answer.gcd);
                for (part, other) in [(&s, &g), (&t, &f)] {
                    assert!(part.as_constant().is_some() || degree(part) < degree(other) - of_gcd);
                }
            }
        }
    }
}

/// The factors and multiplicities, which multiply back; factors are squarefree and coprime.
fn decomposed(f: &Polynomial, p: &Integer) -> Vec<(Polynomial, u32)> {
    let (found, report) = Decomposition::new(f).modulus(p).seed(3).run().unwrap();
    assert_eq!(report.run.verified_modulo, Modulus::from(p));
    let mut all = Polynomial::constant(&VARS, found.content.clone()).unwrap();
    let mut before = 0;
    for (k, (factor, multiplicity)) in found.factors.iter().enumerate() {
        assert!(*multiplicity > before && factor.as_constant().is_none());
        assert_eq!(monic(factor, p), *factor);
        before = *multiplicity;
        (0..*multiplicity).for_each(|_| all = image(&(&all * factor), p));
        found.factors[..k].iter().for_each(|(other, _)| assert_eq!(gcd(factor, other, p).to_string(), "1"));
        let common = VARS.iter().fold(factor.clone(), |common, var| gcd(&common, &factor.derivative(var), p));
        assert_eq!(common.to_string(), "1", "{f} modulo {p}");
    }
    assert_eq!(all, image(f, p));
    found.factors
}

#[test]
fn squarefree_decompositions() {
    let mut rng = StdRng::seed_from_u64(13);
    for p in &primes() {
        for names in 1..5 {
            // x y^2 and these have nothing in common.
            let a = &(&random(&mut rng, names, 3, 2) * &poly("x*y")) + &poly("1");
            let b = &(&a * &random(&mut rng, names, 2, 1)) + &poly("1");
            let c = Polynomial::constant(&VARS, number(&mut rng)).unwrap();
            let f = &(&(&(&a * &a) * &b) * &poly("x^3*y")) * &c;
            let found = decomposed(&f, p);
            let known = [(monic(&a, p), 2), (poly("x"), 3)];
            assert!(known.iter().all(|factor| found.contains(factor)), "{f} modulo {p}: {found:?}");
        }
        let with = |text: &str| decomposed(&poly(&text.replace('p', &format!("({p})"))), p);
        assert!(with("p*x").is_empty() && with("0").is_empty() && with("-7").is_empty());
        assert_eq!(with("(x - 1)^17"), [(monic(&poly("x - 1"), p), 17)]);
        assert_eq!(with("p*x^9 + (x + y)^2"), [(poly("x + y"), 2)]);
        assert_eq!(with("(p + 2)*x^2*(y^2 - z)"), [(monic(&poly("y^2 - z"), p), 1), (poly("x"), 2)]);
    }
}

#[test]
fn what_is_refused() {
    let (f, g) = (poly("(x + y)^40*(z + t)"), poly("(x + y)^39*(z - t)"));
    let p = (Integer::from(1) << 255u32) - 19u32;
    let lack = Gcd::new(&f, &g).modulus(&p).memory_limit(10_000).run().unwrap_err();
    assert!(matches!(lack.kind(), ErrorKind::Limit { .. }), "{lack}");
    let control = Control::default();
    control.cancel();
    let cancelled = Gcd::new(&f, &g).modulus(&p).control(control.clone()).run().unwrap_err();
    assert!(matches!(cancelled.kind(), ErrorKind::Cancelled), "{cancelled}");
    let cancelled = Decomposition::new(&f).modulus(&p).control(control).run().unwrap_err();
    assert!(matches!(cancelled.kind(), ErrorKind::Cancelled), "{cancelled}");
    let one = poly("x");
    let composite = Integer::from(&p - 2u32);
    let long = (Integer::from(1) << 256u32).next_prime();
    for (p, is_long) in [(Integer::from(1) << 64u32, false), (composite, false), (long, true)] {
        let errors = [
            Gcd::new(&f, &g).modulus(&p).run().unwrap_err(),
            ExtendedGcd::new(&one, &one).modulus(&p).run().unwrap_err(),
            Decomposition::new(&f).modulus(&p).run().unwrap_err(),
        ];
        for error in errors {
            let as_expected = match error.kind() {
                ErrorKind::Limit { needed: 257, allowed: 256, .. } => is_long,
                ErrorKind::Argument { what: "modulus", .. } => !is_long,
                _ => false,
            };
            assert!(as_expected, "{error}");
        }
    }
}
