//! GCDs over Q against their definition, and answers modulo primes against identities.

use super::*;
use crate::error::ErrorKind;
use crate::run::options::Backend;
use rug::integer::IntegerExt64;

const INPUTS: [&str; 12] = [
    "0",
    "1/2",
    "-1/3",
    "-6",
    "x/2",
    "x^2/4 - 1/4",
    "x/6 + 1/6",
    "-4/9*x*y^2 + 4/9*x",
    "(x + 1)*(y - 1)*10/21",
    "6*x^3*y - 4*y",
    "15/4*(x^2 - 1)*(y + 1)",
    "35*x + 35",
];

fn parsed(text: &str) -> RationalPolynomial {
    text.parse::<RationalPolynomial>().unwrap().with_vars(&["x", "y"]).unwrap()
}

/// f times c.
fn product(f: &RationalPolynomial, c: &Polynomial) -> RationalPolynomial {
    RationalPolynomial::new(f.numerator() * c, f.denominator().clone()).unwrap()
}

fn sum(f: &RationalPolynomial, g: &RationalPolynomial) -> RationalPolynomial {
    let constant = |d: &Integer| Polynomial::constant(f.numerator().vars(), d.clone()).unwrap();
    let (left, right) = (f.numerator() * &constant(g.denominator()), g.numerator() * &constant(f.denominator()));
    RationalPolynomial::new(&left + &right, Integer::from(f.denominator() * g.denominator())).unwrap()
}

/// The GCD of both times a common denominator, over this.
fn by_definition(f: &RationalPolynomial, g: &RationalPolynomial) -> RationalPolynomial {
    let l = Integer::from(f.denominator() * g.denominator());
    let integral = |h: &RationalPolynomial| {
        let factor = Integer::from(&l / h.denominator());
        h.numerator() * &Polynomial::constant(h.numerator().vars(), factor).unwrap()
    };
    RationalPolynomial::new(crate::gcd::gcd(&integral(f), &integral(g)).unwrap(), l).unwrap()
}

/// The image modulo a prime that does not divide the denominator.
fn image(f: &RationalPolynomial, p: u64) -> Polynomial {
    modulus::times(f.numerator(), &inverse(f, p.into()).unwrap(), p.into()).unwrap()
}

#[test]
fn gcds_and_cofactors_by_definition() {
    for f in INPUTS {
        for g in INPUTS {
            let (f, g) = (parsed(f), parsed(g));
            let answer = Gcd::of_rational(&f, &g).backend(Backend::Cpu).cofactors(true).run().unwrap();
            assert_eq!(answer.gcd, by_definition(&f, &g), "{f}, {g}");
            let Some([a, b]) = answer.cofactors else {
                assert!(f.numerator().is_zero() && g.numerator().is_zero());
                continue;
            };
            assert_eq!((product(&answer.gcd, &a), product(&answer.gcd, &b)), (f.clone(), g.clone()));
            assert_eq!(crate::gcd::gcd(&a, &b).unwrap().to_string(), "1", "{f}, {g}");
            assert!(Gcd::of_rational(&f, &g).run().unwrap().cofactors.is_none());
            assert!(Gcd::of_rational(&f, &g).plan().is_ok());
        }
    }
    let half = parsed("1/2");
    assert_eq!(Gcd::of_rational(&half, &parsed("1/3")).run().unwrap().gcd.to_string(), "1/6");
    assert_eq!(Gcd::of_rational(&parsed("0"), &parsed("-x/2")).run().unwrap().gcd.to_string(), "1/2*x");
}

#[test]
fn gcds_modulo_primes_are_those_of_the_images() {
    for p in [2, 5, 11, (1 << 61) - 1] {
        for f in INPUTS {
            for g in INPUTS {
                let (f, g) = (parsed(f), parsed(g));
                let answer = Gcd::of_rational(&f, &g).cofactors(true).modulus(p).run();
                if f.denominator().is_divisible_u64(p) || g.denominator().is_divisible_u64(p) {
                    assert!(matches!(answer.unwrap_err().kind(), ErrorKind::Argument { what: "modulus", .. }));
                    continue;
                }
                let answer = answer.unwrap();
                let images = [image(&f, p), image(&g, p)];
                let expected = Gcd::new(&images[0], &images[1]).cofactors(true).modulus(p).run().unwrap();
                assert_eq!(
                    (answer.gcd, answer.cofactors),
                    (expected.gcd.into(), expected.cofactors),
                    "{f}, {g} modulo {p}"
                );
            }
        }
    }
    let f = parsed("x/2");
    assert!(Gcd::of_rational(&f, &f).modulus(6).run().unwrap_err().to_string().contains("not a prime"));
}

#[test]
fn batches_have_the_gcds_of_their_pairs() {
    let mut pairs: Vec<_> = INPUTS.iter().flat_map(|f| INPUTS.map(|g| (parsed(f), parsed(g)))).collect();
    let (gcds, report) = GcdBatch::of_rational(&pairs).backend(Backend::Cpu).run().unwrap();
    assert_eq!((gcds.len(), report.pairs), (144, 144));
    assert!(gcds.iter().zip(&pairs).all(|(gcd, (f, g))| *gcd == by_definition(f, g)));
    // Degrees of several millions in two variables and more are refused.
    let high = |sign: &str| format!("(a^5000000*b + a^4999999*c {sign} d + e)*(a - 1)/2").parse().unwrap();
    let five = [high("+"), high("-")];
    pairs.push(five.into());
    let (gcds, _) = GcdBatch::of_rational(&pairs).run_each().unwrap();
    assert!(gcds[..144].iter().all(Result::is_ok) && gcds[144].is_err());
    assert!(GcdBatch::of_rational(&pairs).run().is_err());
    assert!(GcdBatch::of_rational(&[]).run().unwrap().0.is_empty());
}

#[test]
fn combinations() {
    let inputs = ["0", "1/2", "-1/3", "x/2", "x^2/4 - 1/4", "x/6 + 1/6", "5/7*x^3 - x/2 + 3", "-35*x - 35"];
    for f in inputs {
        for g in inputs {
            let (f, g) = (parsed(f), parsed(g));
            let answer = ExtendedGcd::of_rational(&f, &g).run().unwrap();
            assert_eq!(answer.gcd, by_definition(&f, &g));
            let [s, t] = answer.combination;
            let parts = [(&f, &s), (&g, &t)].map(|(h, factor)| {
                let all = product(h, factor.numerator());
                RationalPolynomial::new(all.numerator().clone(), all.denominator() * factor.denominator().clone())
                    .unwrap()
            });
            assert_eq!(sum(&parts[0], &parts[1]), answer.gcd, "{f}, {g}");
            for p in [5, 11] {
                let answer = ExtendedGcd::of_rational(&f, &g).modulus(p).run().unwrap();
                let images = [image(&f, p), image(&g, p)];
                let expected = ExtendedGcd::new(&images[0], &images[1]).modulus(p).run().unwrap();
                assert_eq!((answer.gcd, answer.combination), (expected.gcd.into(), expected.combination), "{f}, {g}");
            }
        }
    }
    let (f, g) = (parsed("x/7"), parsed("x + 1"));
    for error in [ExtendedGcd::of_rational(&f, &g), ExtendedGcd::of_rational(&g, &f)].map(|all| all.modulus(7).run()) {
        assert!(error.unwrap_err().to_string().contains("divisible by 7"));
    }
}

#[test]
fn contents_times_primitive_parts() {
    for f in INPUTS {
        for var in ["x", "y"] {
            let f = parsed(f);
            let answer = Content::of_rational(&f, var).run().unwrap();
            assert_eq!(product(&answer.content, &answer.primitive), f);
            assert_eq!(answer.primitive, crate::gcd::content(f.numerator(), var).unwrap().1);
        }
    }
}

#[test]
fn decompositions() {
    let f: RationalPolynomial = "-3/10*(x - 1)^3*(x + 2)*y^2".parse().unwrap();
    let (found, _) = Decomposition::of_rational(&f).run().unwrap();
    assert_eq!(found.content, Rational::from((-3, 10)));
    let factors: Vec<String> = found.factors.iter().map(|(factor, m)| format!("({factor})^{m}")).collect();
    assert_eq!(factors, ["(x + 2)^1", "(y)^2", "(x - 1)^3"]);
    // 1 / 10 is 5 modulo 7, and -15 is 6.
    let (found, _) = Decomposition::of_rational(&f).modulus(7).run().unwrap();
    assert_eq!(found.content, 6);
    assert!(Decomposition::of_rational(&f).modulus(5).run().unwrap_err().to_string().contains("divisible by 5"));
    let (found, _) = Decomposition::of_rational(&parsed("0")).run().unwrap();
    assert!(found.content == 0 && found.factors.is_empty());
    let (found, _) = Decomposition::of_rational(&parsed("-2/3")).run().unwrap();
    assert!(found.content == Rational::from((-2, 3)) && found.factors.is_empty());
}
