//! Known answers, and what must hold for any input: products that are multiplied out, and common divisors that divide.

use super::brown::Brown;
use super::layout::Layout;
use super::levels::Level;
use crate::finite_field::{Arithmetic, Chosen, Extension, Field, Fields, Packed, Tabled, Tables};
use crate::gcd::{Decomposition, Gcd};
use crate::{Control, ErrorKind, Polynomial};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rug::Integer;

const VARS: [&str; 5] = ["a", "b", "x", "y", "z"];

const PRIMES: [u64; 9] = [2, 3, 5, 7, 101, 43_051, 2_147_483_647, (1 << 61) - 1, 9_223_372_036_854_775_783];

fn poly(text: &str) -> Polynomial {
    Polynomial::parse_in(text, &VARS).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Whether all coefficients are multiples of p.
fn vanishes(f: &Polynomial, p: u64) -> bool {
    f.terms().iter().all(|term| term.coefficient.is_divisible(&Integer::from(p)))
}

/// gcd(f, g) modulo p, whose cofactors multiply back.
fn gcd(f: &Polynomial, g: &Polynomial, p: u64) -> Polynomial {
    let answer = Gcd::new(f, g).modulus(p).cofactors(true).seed(5).run().unwrap_or_else(|e| panic!("{f}, {g}: {e}"));
    let h = answer.gcd;
    match answer.cofactors {
        Some([a, b]) => {
            assert_eq!(h.terms()[0].coefficient, 1, "{f}, {g} modulo {p}");
            assert!(vanishes(&(&(&h * &a) - f), p) && vanishes(&(&(&h * &b) - g), p), "{f}, {g} modulo {p}");
            for part in [&h, &a, &b] {
                assert!(part.terms().iter().all(|term| term.coefficient > 0 && term.coefficient < p));
            }
        }
        None => assert!(h.is_zero() && vanishes(f, p) && vanishes(g, p)),
    }
    h
}

fn check(f: &str, g: &str, p: u64, expected: &str) {
    for (f, g) in [(f, g), (g, f)] {
        assert_eq!(gcd(&poly(f), &poly(g), p).to_string(), expected, "{f}, {g} modulo {p}");
    }
}

#[test]
fn known_gcds() {
    check("0", "0", 3, "0");
    check("0", "2*x*y + 4", 7, "x*y + 2");
    check("3*x*y", "9*a", 3, "0");
    check("3*x*y", "5*a + 5*b", 3, "a + b");
    check("5", "x*y + 1", 7, "1");
    check("a*b + x*y + z", "a + b + x + y + z", 2, "1");
    check("4*a^3*x*y^2", "6*a*x^7*z", 5, "a*x");
    check("x^2 + y^2", "x*z + y*z", 2, "x + y");
    check("x^2 - y^2", "x^2 + 2*x*y + y^2", 3, "x + y");
    check("(x + y + z)*(a*b + 1)", "(x + y + z)*(a*b + 2)", 3, "x + y + z");
    check("(x^9 - y^9)*(x + 1)", "(x - y)^4*(x + 2)", 3, "x^4 + 2*x^3*y + 2*x*y^3 + y^4");
    // Contents in one variable each.
    check("(a^2 + 1)*(b + x)", "(a^2 + 1)*(y + z)", 2, "a^2 + 1");
    check("(a + 1)*(x*y + 1)", "(a + 1)*(b + 1)", 2, "a + 1");
    // Common divisors of exponents.
    check("x^600 - y^400", "x^900 - y^600", 101, "x^300 + 100*y^200");
    // The leading coefficient vanishes at every element of the prime's field.
    check("((a^3 - a)*x + b)*(x + 1)", "((a^3 - a)*x + b)*(x + a)", 3, "a^3*x + 2*a*x + b");
    check("(a^2 + a)*x^2 + (a^2 + a)*b*x", "(a^2 + a)*(x + b)*y + (a^2 + a)*(x + b)", 2, "a^2*b + a^2*x + a*b + a*x");
    // In more variables than four.
    let sum: Vec<String> = (0..9).map(|i| format!("v{i}")).collect();
    let (sum, vars) = (sum.join(" + "), sum);
    let read = |text: String| Polynomial::parse_in(&text, &vars).unwrap();
    let (f, g) = (read(format!("({sum})*(v0*v1 + v8 + 1)")), read(format!("({sum})*(v2*v3 + v7 + 2)")));
    for p in [2, 3, 101, (1 << 61) - 1] {
        assert_eq!(gcd(&f, &g, p), read(sum.clone()));
    }
}

#[test]
fn sparse_polynomials_of_high_degree() {
    for p in [2, 3, 43_051] {
        check("a^2000000000*b - 1", "a^1000000000 + b", p, "1");
        check("a^5000*b + x^4999*y + 1", "a^5000 + b^4999*y + z", p, "1");
        check("(x^1000 + y)*(z + y^500 + 1)", "(x^1000 + y)*(z^70 + a*y + 1)", p, "x^1000 + y");
    }
}

/// A polynomial that divides the other one is found by division: points for these degrees would be too many.
#[test]
fn one_divides_the_other() {
    for p in [2, 3, 101] {
        check("x^4000 + a*y^3999 + z", "(x^4000 + a*y^3999 + z)*(x*y*z + a^2 + 1)", p, "a*y^3999 + x^4000 + z");
        check(
            "(x^4000*y^3000 - z)*x",
            "(x^4000*y^3000 - z)*(y^4000 + a^4000)",
            p,
            &format!(
                "x^4000*y^3000 + {}z",
                match p {
                    2 => String::new(),
                    p => format!("{}*", p - 1),
                }
            ),
        );
    }
}

/// Dense polynomials, whose cofactors take as many points as there are.
#[test]
fn dense_polynomials() {
    for p in [2, 5, 101, 2_147_483_647] {
        let h = poly("x^2*y + (y + z)^2 + 3*x*z + 1");
        let (f, g) = (poly("(x + y + z + 1)^6 + x*y - 1"), poly("(x - 2*y + z^2 + 3)^4 + z"));
        let found = gcd(&(&f * &h), &(&g * &h), p);
        assert_eq!(gcd(&found, &h, p), gcd(&h, &Polynomial::zero(&VARS).unwrap(), p));
    }
}

#[test]
fn what_is_refused() {
    let (f, g) = (poly("(x + y)^40*(a + z)"), poly("(x + y)^39*(a - z)"));
    let lack = Gcd::new(&f, &g).modulus(7).memory_limit(10_000).run().unwrap_err();
    assert!(matches!(lack.kind(), ErrorKind::Limit { .. }), "{lack}");
    let control = Control::default();
    control.cancel();
    let cancelled = Gcd::new(&f, &g).modulus(7).control(control.clone()).run().unwrap_err();
    assert!(matches!(cancelled.kind(), ErrorKind::Cancelled), "{cancelled}");
    let cancelled = Decomposition::new(&f).modulus(7).control(control).run().unwrap_err();
    assert!(matches!(cancelled.kind(), ErrorKind::Cancelled), "{cancelled}");
    for p in [0, 1, 4, 1 << 63] {
        let error = Gcd::new(&f, &g).modulus(p).run().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument { .. }), "{error}");
    }
}

/// Brown's algorithm itself ends where a field has no points for it, and takes a greater one.
#[test]
fn points_that_are_used_up() {
    fn found<K: Arithmetic<Elem = u64>>(field: K) -> Option<Level> {
        // (y^3 - y) x + 1 times x + y, and the same times x.
        let (one, minus) = (field.one(), field.sub(0, field.one()));
        let layout = Layout::new(&[2, 4]).unwrap();
        let level = |terms: &[([u32; 2], u64)]| {
            Level::from_terms(terms.iter().map(|(e, c)| (layout.pack(e.iter().copied()), *c)), layout.last())
        };
        let f = [([2, 3], one), ([2, 1], minus), ([1, 4], one), ([1, 2], minus), ([1, 0], one), ([0, 1], one)];
        let g = [([2, 3], one), ([2, 1], minus), ([1, 0], one)];
        let (control, random) = (Control::default(), &mut StdRng::seed_from_u64(1));
        let brown = Brown { field, bits: &layout.bits, control: &control };
        let found = brown.run(level(&f), level(&g), 1 << 20, random, &control).unwrap();
        if let Some([h, ..]) = &found {
            let expected = level(&[([1, 3], one), ([1, 1], minus), ([0, 0], one)]);
            assert_eq!(*h, expected);
        }
        found.map(|[h, ..]| h)
    }
    assert_eq!(found(Field::new(3)), None);
    assert!(found(Tabled(&Tables::new(3, 8))).is_some());
    let extension = Extension::new(3, 20, &Control::default()).unwrap();
    assert!(found(Packed(&extension)).is_some());
    // A field with more elements each time, until there is none.
    let mut fields = Fields::new(Field::new(1031));
    let mut size = |least| fields.with(least, &Control::default());
    assert!(matches!(size(1031), Ok(Chosen::Prime(_))));
    assert!(matches!(size(1032), Ok(Chosen::Extension(_))));
    assert!(matches!(size(1 << 62).unwrap_err().kind(), ErrorKind::Limit { .. }));
}

/// The decomposition, whose factors multiply back and are squarefree and coprime.
fn decomposed(f: &Polynomial, p: u64) -> String {
    let (found, _) = Decomposition::new(f).modulus(p).seed(3).run().unwrap_or_else(|e| panic!("{f} modulo {p}: {e}"));
    let mut product = Polynomial::constant(&VARS, found.content.clone()).unwrap();
    let mut before = 0;
    for (k, (factor, multiplicity)) in found.factors.iter().enumerate() {
        assert!(*multiplicity > before && factor.as_constant().is_none() && factor.terms()[0].coefficient == 1);
        before = *multiplicity;
        product = &product * &factor.pow(*multiplicity).unwrap();
        for (other, _) in &found.factors[..k] {
            assert_eq!(gcd(factor, other, p).to_string(), "1", "{f} modulo {p}");
        }
        // No factor is there twice: it would divide all derivatives.
        let common = VARS.iter().fold(factor.clone(), |common, var| gcd(&common, &factor.derivative(var), p));
        assert_eq!(common.to_string(), "1", "{f} modulo {p}");
    }
    assert!(vanishes(&(&product - f), p), "{f} modulo {p}");
    let factors = found.factors.iter().map(|(factor, m)| format!("({factor})^{m}")).collect::<Vec<_>>().join("*");
    format!("{}*{factors}", found.content)
}

#[test]
fn known_decompositions() {
    for (f, p, expected) in [
        ("3*(x - 1)^2*(x + 2)^3", 7, "3*(x + 6)^2*(x + 2)^3"),
        ("x^6 + 1", 3, "1*(x^2 + 1)^3"),
        ("x^6 + 1", 2, "1*(x^3 + 1)^2"),
        ("(x + 1)^10*(x^2 + x + 1)^7*x^3", 5, "1*(x)^3*(x^2 + x + 1)^7*(x + 1)^10"),
        ("(x + 1)^4*x^9*(x^2 + 1)", 3, "1*(x^2 + 1)^1*(x + 1)^4*(x)^9"),
        ("x^16 - x", 2, "1*(x^16 + x)^1"),
        ("(x + 1)^27*(x + 2)^3*x", 3, "1*(x)^1*(x + 2)^3*(x + 1)^27"),
        ("4*x + 6", 2, "0*"),
        ("5", 9_223_372_036_854_775_783, "5*"),
        ("(x - 1)^2", 9_223_372_036_854_775_783, "1*(x + 9223372036854775782)^2"),
        ("6*x*y + 2", 2, "0*"),
        ("6*x*y + 4", 3, "1*"),
        ("6*x*y + 4", 5, "1*(x*y + 4)^1"),
        ("x^2 + y^2", 2, "1*(x + y)^2"),
        ("x^6 + y^3*z^9 + 1", 3, "1*(x^2 + y*z^3 + 1)^3"),
        ("2*(x + y)^3*(x^3 + y)*(a + b)^4*x^5", 3, "2*(x^3 + y)^1*(x + y)^3*(a + b)^4*(x)^5"),
        ("(a*b + x)^2*(y + z)^2*(x^2 + y)", 2, "1*(x^2 + y)^1*(a*b*y + a*b*z + x*y + x*z)^2"),
        ("(x^2 + y)^6*(x + y^2)^4", 2, "1*(x + y^2)^4*(x^2 + y)^6"),
        ("(x^3 + y^3 + z)^2*(x + y + 1)^9*(x*y + 2)", 3, "1*(x*y + 2)^1*(x^3 + y^3 + z)^2*(x + y + 1)^9"),
    ] {
        let found = decomposed(&poly(f), p);
        assert_eq!(found, expected, "{f} modulo {p}");
    }
}

/// A polynomial of a few terms with small exponents and coefficients.
fn any_polynomial() -> impl Strategy<Value = Polynomial> {
    let term = (-9i64..10, proptest::array::uniform5(0u32..3));
    prop::collection::vec(term, 1..5).prop_map(|terms| {
        let terms = terms.into_iter().map(|(c, exponents)| (Integer::from(c), exponents.to_vec()));
        Polynomial::from_terms(&VARS, terms).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn common_divisors_divide(f in any_polynomial(), g in any_polynomial(), h in any_polynomial(), which in 0..PRIMES.len()) {
        let p = PRIMES[which];
        let (fh, gh) = (&f * &h, &g * &h);
        let whole = gcd(&fh, &gh, p);
        // gcd(f h, g h) = h gcd(f, g), monic.
        let expected = gcd(&(&h * &gcd(&f, &g, p)), &Polynomial::zero(&VARS).unwrap(), p);
        prop_assert_eq!(whole, expected);
    }

    #[test]
    fn powers_are_found(f in any_polynomial(), g in any_polynomial(), m in 1u32..5, which in 0..6usize) {
        let p = PRIMES[which];
        decomposed(&(&f.pow(m).unwrap() * &g), p);
    }
}
