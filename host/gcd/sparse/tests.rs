use super::*;
use crate::error::ErrorKind;
use crate::{Gcd, Polynomial};
use rand::{Rng, SeedableRng};

const NAMES: [&str; 12] = ["a", "b", "c", "d", "e", "f", "g", "h", "u", "x", "y", "z"];

/// A sparse polynomial in the first `names` variables.
fn random(rng: &mut StdRng, names: usize, terms: usize, degree: u32, bits: u32) -> Polynomial {
    let term = |rng: &mut StdRng| {
        let coefficient = (integer(rng, bits) + 1) * if rng.random() { 1 } else { -1 };
        let exponents = (0..NAMES.len()).map(|k| if k < names { rng.random_range(0..=degree) } else { 0 });
        (coefficient, exponents.collect::<Vec<_>>())
    };
    let terms: Vec<_> = (0..terms).map(|_| term(rng)).collect();
    Polynomial::from_terms(&NAMES, terms).unwrap()
}

/// An integer of at most so many bits.
fn integer(rng: &mut StdRng, bits: u32) -> Integer {
    (0..bits.div_ceil(32)).fold(Integer::new(), |all, _| (all << 32u32) + rng.random::<u32>()).keep_bits(bits)
}

/// gcd(h a, h b) is a multiple of h, its cofactors have no common divisor, and the products are f and g. Sizes are such that the GCD or a cofactor has the
/// fewest terms, exponents have one number or several, and coefficients take up to seven primes.
#[test]
fn gcds_of_products() {
    let mut rng = StdRng::seed_from_u64(3);
    let mut nontrivial = 0;
    for round in 0..80 {
        let names = [2, 3, 5, 7, 12][round % 5];
        let (degree, bits) = ([2, 7, 40, 500][round % 4], [3, 20, 62, 200][round / 2 % 4]);
        let [of_h, of_a, of_b] = [[2, 3, 4], [12, 2, 9], [9, 5, 2], [4, 6, 6]][round / 3 % 4];
        let h = random(&mut rng, names, of_h, degree, bits);
        let [a, b] = [of_a, of_b].map(|terms| random(&mut rng, names, terms, degree, bits));
        let (f, g) = (&h * &a, &h * &b);
        let answer = Gcd::new(&f, &g).cofactors(true).seed(round as u64).run().unwrap();
        let [p, q] = answer.cofactors.unwrap();
        assert_eq!((&answer.gcd * &p, &answer.gcd * &q), (f, g));
        assert!(answer.gcd.exact_div(&h).is_ok() && answer.gcd.terms()[0].coefficient > 0);
        assert_eq!(Gcd::new(&p, &q).run().unwrap().gcd.terms().len(), 1, "{p} and {q}");
        nontrivial += usize::from(answer.report.run.primes > 0);
    }
    assert!(nontrivial > 60, "{nontrivial}");
}

/// The same modulo primes, with points in fields of all kinds: h divides what is found, cofactors have no common divisor, and products are f and g.
#[test]
fn gcds_of_products_modulo_primes() {
    let mut rng = StdRng::seed_from_u64(8);
    let primes = [2, 3, 101, 65_537, 2_147_483_647, (1 << 61) - 1, 9_223_372_036_854_775_783];
    for round in 0..70 {
        let p: u64 = primes[round % 7];
        let (names, degree) = ([2, 3, 5, 12][round % 4], [2, 7, 40][round % 3]);
        let [of_h, of_a, of_b] = [[2, 3, 4], [9, 2, 5], [4, 6, 3]][round / 3 % 3];
        let h = random(&mut rng, names, of_h, degree, 70);
        let [a, b] = [of_a, of_b].map(|terms| random(&mut rng, names, terms, degree, 70));
        let (f, g) = (&h * &a, &h * &b);
        let job = |f: &Polynomial, g: &Polynomial| {
            Gcd::new(f, g).cofactors(true).modulus(p).seed(round as u64).run().unwrap()
        };
        let answer = job(&f, &g);
        let Some([s, t]) = answer.cofactors else { continue };
        let is_zero = |f: &Polynomial| f.terms().iter().all(|term| Integer::from(&term.coefficient % p) == 0);
        for (whole, part) in [(&f, &s), (&g, &t)] {
            let rest = &(&answer.gcd * part) - whole;
            assert!(is_zero(&rest), "{f} and {g} modulo {p}");
        }
        if !is_zero(&f) && !is_zero(&g) {
            assert!(answer.gcd.leading_coefficient().is_some_and(|c| *c == 1));
            assert_eq!(job(&s, &t).gcd.to_string(), "1", "{f} and {g} modulo {p}");
            assert_eq!(job(&answer.gcd, &h).gcd.terms().len(), job(&h, &0.into()).gcd.terms().len());
        }
    }
}

fn gcd(f: &str, g: &str) -> String {
    let [f, g] = [f, g].map(|text| Polynomial::parse_in(text, &NAMES).unwrap());
    let answer = Gcd::new(&f, &g).cofactors(true).run().unwrap();
    let [a, b] = answer.cofactors.unwrap();
    assert_eq!((&answer.gcd * &a, &answer.gcd * &b), (f, g));
    answer.gcd.to_string()
}

/// Contents, monomials, strides, signs, equal polynomials, divisors, variables that only one of them or neither cofactor has, leading coefficients with
/// common factors.
#[test]
fn degenerate_pairs() {
    for (f, g, expected) in [
        ("(a*x + b*y + c*z)^2", "(a*x + b*y + c*z)*(x - 1)", "a*x + b*y + c*z"),
        ("6*a*b^2*(c + d*e)", "-15*a^2*b*(c + d*e)*(x + y)", "3*a*b*c + 3*a*b*d*e"),
        ("-(a + b + c + d + e)", "a + b + c + d + e", "a + b + c + d + e"),
        ("(a - b*c*d*e)*(x^7 + 3)", "(a - b*c*d*e)*7", "a - b*c*d*e"),
        (
            "a^400*b^800 - c^400*d^800*e^400",
            "(a^400*b^800 - c^400*d^800*e^400)*(x^400 + 2)",
            "a^400*b^800 - c^400*d^800*e^400",
        ),
        ("((a + b)*x + c*d)*((a + b)*y + e)", "((a + b)*x + c*d)*((a + b)*z + u)", "a*x + b*x + c*d"),
        ("(a^2 - b^2)*(c + d)*(e + x)", "(a^2 - 2*a*b + b^2)*(c - d)*(e + x)", "a*e + a*x - b*e - b*x"),
        ("(2^200*a*b + 3^100*c*d*e)*(a + 1)", "(2^200*a*b + 3^100*c*d*e)*(b + 1)", "(2^200)*a*b + (3^100)*c*d*e"),
        ("(a + b + c + d + e)^6", "(a + b + c + d + e)^4*(a + 1)", "(a + b + c + d + e)^4"),
        ("a*b + c*d + e*x + 1", "a*b + c*d + e*x - 1", "1"),
    ] {
        let expected = Polynomial::parse_in(expected, &NAMES).unwrap().to_string();
        assert_eq!(gcd(f, g), expected, "{f} and {g}");
    }
}

/// The cofactors agree at a = 1: a progression that meets it is unlucky, and another one follows.
#[test]
fn images_with_common_factors_too_many() {
    for seed in 0..20 {
        let f = Polynomial::parse_in("(a*b*c*d*e + 1)*((a - 1)*b + c + d + e)", &NAMES).unwrap();
        let g = Polynomial::parse_in("(a*b*c*d*e + 1)*((a^2 - 1)*b + c + d + e)", &NAMES).unwrap();
        let answer = Gcd::new(&f, &g).seed(seed).run().unwrap();
        assert_eq!(answer.gcd.to_string(), "a*b*c*d*e + 1");
    }
}

#[test]
fn refused_and_cancelled() {
    let text = "(a^100000*b^100001 + c*d*e)*(a + b^3000000)";
    let f: Polynomial = format!("({text})*(a + b)").parse().unwrap();
    let g: Polynomial = format!("({text})*(a - b)").parse().unwrap();
    let error = Gcd::new(&f, &g).run().unwrap_err();
    assert!(
        matches!(
            error.kind(),
            ErrorKind::Limit { what: "steps of Euclid's algorithm for an image in each variable", .. }
        ),
        "{error}"
    );
    let control = crate::Control::default();
    control.cancel();
    let (f, g): (Polynomial, Polynomial) =
        ("(a + b + c + d + e)*(a - 1)".parse().unwrap(), "(a + b + c + d + e)*(a - 2)".parse().unwrap());
    assert!(Gcd::new(&f, &g).control(control).run().is_err());
    let error = Gcd::new(&f, &g).memory_limit(1000).run().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
}
