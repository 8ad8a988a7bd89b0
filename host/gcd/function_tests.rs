//! GCDs of rational functions against their definition: values of divisors and multiples.

use super::*;

const INPUTS: [&str; 12] = [
    "0",
    "-2/3",
    "1/x",
    "-x/2",
    "(x^2 - 1)/(2*y)",
    "y/(x^2 - 1)",
    "(x + 1)/(x - 1)",
    "1/(x - 1)^2",
    "-(x + 1)^2*y/(3*x^2*(y - 1))",
    "1/x + 1/y",
    "x*(x^2 - y^2)/((x - 1)*(x^2 - 1)*y^3)",
    "(y - 1)/(x^2*y^2 - y^2)",
];

fn function(text: &str) -> RationalFunction {
    RationalFunction::parse(&format!("{text} + 0*x*y")).unwrap()
}

fn is_zero(f: &RationalFunction) -> bool {
    f.numerator().numerator().is_zero()
}

/// f / g is a polynomial with integer coefficients.
fn divides(g: &RationalFunction, f: &RationalFunction) -> bool {
    let quotient = f.checked_div(g).unwrap().reduced().unwrap();
    quotient.as_polynomial().is_some_and(|quotient| quotient.is_integral())
}

#[test]
fn gcds_and_multiples_by_definition() {
    for f in INPUTS {
        for g in INPUTS {
            let (f, g) = (function(f), function(g));
            let answer = Gcd::of_functions(&f, &g).cofactors(true).run().unwrap();
            let (multiple, _) = Gcd::of_functions(&f, &g).lcm().unwrap();
            let Some([a, b]) = answer.cofactors else {
                assert!(is_zero(&f) && is_zero(&g) && is_zero(&answer.gcd) && is_zero(&multiple));
                continue;
            };
            let product = |cofactor: &Polynomial| &answer.gcd * RationalFunction::from(cofactor.clone());
            assert!(is_zero(&(product(&a) - &f)) && is_zero(&(product(&b) - &g)), "{f}, {g}: {}", answer.gcd);
            assert_eq!(crate::gcd::gcd(&a, &b).unwrap().to_string(), "1", "{f}, {g}");
            assert_eq!(answer.gcd.clone().reduced().unwrap(), answer.gcd, "{f}, {g}");
            if is_zero(&f) || is_zero(&g) {
                assert!(is_zero(&multiple));
                continue;
            }
            // f g = gcd lcm, up to a sign.
            assert!(divides(&f, &multiple) && divides(&g, &multiple), "{f}, {g}: {multiple}");
            let (left, right) = (&f * &g, &answer.gcd * &multiple);
            assert!(is_zero(&(&left - &right)) || is_zero(&(&left + &right)), "{f}, {g}: {multiple}");
            assert_eq!(multiple.clone().reduced().unwrap(), multiple, "{f}, {g}");
            assert!(Gcd::of_functions(&f, &g).plan().is_ok());
        }
    }
}

#[test]
fn batches_have_the_gcds_of_their_pairs() {
    let mut pairs: Vec<_> = INPUTS.iter().flat_map(|f| INPUTS.map(|g| (function(f), function(g)))).collect();
    let (gcds, report) = GcdBatch::of_functions(&pairs).run().unwrap();
    assert_eq!((gcds.len(), report.pairs), (144, 144));
    for (gcd, (f, g)) in gcds.iter().zip(&pairs) {
        assert_eq!(*gcd, Gcd::of_functions(f, g).run().unwrap().gcd, "{f}, {g}");
    }
    // Divisors too have limits.
    let high = |sign: &str| format!("1/((a^5000000*b + a^4999999*c {sign} d + e)*(a - 1))").parse().unwrap();
    pairs.insert(7, (high("+"), high("-")));
    let (gcds, _) = GcdBatch::of_functions(&pairs).run_each().unwrap();
    assert!(matches!(gcds[7].as_ref().unwrap_err().kind(), ErrorKind::Limit { .. }));
    assert_eq!(gcds[8], Gcd::of_functions(&pairs[8].0, &pairs[8].1).run().map(|answer| answer.gcd));
    assert!(GcdBatch::of_functions(&pairs).run().is_err());
}

#[test]
fn contents_times_primitive_parts() {
    for f in INPUTS {
        let f = function(f);
        for var in ["x", "y"] {
            let answer = Content::of_functions(&f, var).run();
            if !f.clone().reduced().unwrap().is_polynomial_in(var) {
                let message = answer.unwrap_err().to_string();
                assert!(message.contains(&format!("has the variable `{var}`")), "{message}");
                continue;
            }
            let ContentAnswer { content, primitive, .. } = answer.unwrap();
            assert!(is_zero(&(content * RationalFunction::from(primitive) - &f)), "{f} in {var}");
        }
    }
    // A common factor of numerator and divisor is no reason to refuse.
    let f = function("(x^2 - 1)*y/(x^2 - 2*x + 1)*(x - 1)");
    assert_eq!(Content::of_functions(&f, "x").run().unwrap().content.to_string(), "y");
}

#[test]
fn decompositions() {
    for f in INPUTS.into_iter().chain(["1/((x^2 - 1)*(x - 1)*(x + 1)^4*y^2)", "x^5/(x^3 - x)^2"]) {
        let f = function(f);
        let (found, _) = Decomposition::of_functions(&f).run().unwrap();
        let (above, below) = found.content.into_numer_denom();
        let content = RationalPolynomial::new(Polynomial::from(above), below).unwrap();
        let mut product = RationalFunction::from(content);
        for (factor, m) in &found.factors {
            let power = RationalFunction::from(factor.pow(m.unsigned_abs()).unwrap());
            product = if *m > 0 { product * power } else { product / power };
            assert_eq!(crate::gcd::squarefree_part(factor).unwrap(), *factor, "{f}");
        }
        assert!(is_zero(&(product - &f)), "{f}: {:?}", found.factors);
        let mut multiplicities: Vec<i32> = found.factors.iter().map(|(_, m)| *m).collect();
        multiplicities.dedup();
        assert_eq!(multiplicities.len(), found.factors.len());
    }
}

#[test]
fn divisors_have_no_modulus() {
    let (f, g) = (function("x/y"), function("x^2 + y"));
    let message = |error: Error| error.to_string();
    for answer in [Gcd::of_functions(&f, &g), Gcd::of_functions(&f, &f)] {
        let message = message(answer.modulus(7).run().unwrap_err());
        assert!(message.starts_with("modulus: is for polynomials, and f is divided by y"), "{message}");
    }
    assert!(message(Gcd::of_functions(&g, &f).modulus(7).run().unwrap_err()).contains("and g is divided"));
    assert!(Decomposition::of_functions(&f).modulus(7).run().is_err());
    assert_eq!(Gcd::of_functions(&g, &g).modulus(7).run().unwrap().gcd.to_string(), "x^2 + y");
    assert_eq!(Decomposition::of_functions(&g).modulus(7).run().unwrap().0.factors[0].1, 1);
}
