//! Complex roots against products, identities, and what is known of families.

use super::ComplexRoot;
use crate::control::Control;
use crate::error::ErrorKind;
use crate::poly::{Polynomial, UnivariatePolynomial};
use proptest::collection::vec;
use proptest::prelude::*;
use rug::{Integer, Rational};

/// Checks what holds for all roots: as many as the degree, conjugates in pairs, disjoint rectangles, and that the sum and the product of all roots are those of the
/// coefficients.
fn check(f: &UnivariatePolynomial) -> Vec<ComplexRoot> {
    let roots = f.complex_roots().unwrap();
    let degree = f.degree().unwrap();
    assert_eq!(roots.iter().map(|root| root.multiplicity as usize).sum::<usize>(), degree, "{f}");
    let bits = 160;
    let boxes: Vec<[[Rational; 2]; 2]> = roots.iter().map(|root| root.value.rectangle(bits)).collect();
    for (i, a) in boxes.iter().enumerate() {
        for b in &boxes[..i] {
            // Intervals of real roots are open.
            let is_apart = |part: usize| a[part][1] <= b[part][0] || b[part][1] <= a[part][0];
            let are_real = a[1] == b[1] && a[1][0] == a[1][1];
            assert!(is_apart(0) || !are_real && is_apart(1), "{f}");
        }
    }
    let others: Vec<&ComplexRoot> = roots.iter().filter(|root| root.value.as_real().is_none()).collect();
    for pair in others.chunks(2) {
        let [above, below] = [0, 1].map(|k| pair[k].value.rectangle(bits));
        assert!(above[1][0] > 0 && below[1][1] < 0 && above[0] == below[0], "{f}");
    }
    // The sum of all roots is real.
    let sum = |end: usize| -> Rational {
        roots.iter().zip(&boxes).map(|(root, [re, _])| Rational::from(&re[end] * root.multiplicity)).sum()
    };
    let expected = Rational::from((-f.coefficients()[degree - 1].clone(), f.coefficients()[degree].clone()));
    assert!(sum(0) <= expected && expected <= sum(1), "{f}");
    roots
}

fn of(text: &str) -> UnivariatePolynomial {
    UnivariatePolynomial::try_from(&text.parse::<Polynomial>().unwrap()).unwrap()
}

#[test]
fn degenerate_polynomials() {
    assert!(of("7").complex_roots().unwrap().is_empty());
    assert!(of("0").complex_roots().is_err());
    assert_eq!(check(&of("3*x + 1"))[0].value.to_string(), "-1/3");
    let roots = check(&of("x^4*(x^2 + 1)^5*(x - 3)"));
    assert_eq!(roots.iter().map(|root| root.multiplicity).collect::<Vec<_>>(), [4, 1, 5, 5]);
    assert_eq!(check(&of("x^30 - 7")).len(), 30);
    assert_eq!(check(&of("x^64 + 10^300")).len(), 64);
    // Roots near 10^300 and 10^-300.
    check(&of("10^300*x^4 + x^3 + 10^300*x^2 + 5*x + 10^900"));
    check(&of("(x^2 + x + 1)*(10^300*x^2 + 1)*(x^2 + 10^600)"));
    // The same real parts, and factors whose roots are close together.
    check(&of("(x^2 + 1)*(x^2 + 4)^2*(10^60*x^2 + 10^60 + 1)^3"));
    let error = of("x^70000 - x - 1").complex_roots().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit { .. }));
}

/// Clusters: two pairs that agree in hundreds of bits, and Wilkinson's neighbour with its five pairs.
#[test]
fn roots_close_together() {
    let roots = check(&of("x^20 + 2*(10^6*x^2 + 1)^2"));
    assert_eq!(roots.iter().filter(|root| root.value.as_real().is_some()).count(), 0);
    let roots = check(&of("x^31 - 2*(10^8*x - 1)^2"));
    assert_eq!(roots.iter().filter(|root| root.value.as_real().is_some()).count(), 3);
    let wilkinson = UnivariatePolynomial::from_roots(1..=20i64) * Integer::from(1 << 23)
        - UnivariatePolynomial::new(std::iter::repeat_n(0, 19).chain([1]));
    assert_eq!(check(&wilkinson).iter().filter(|root| root.value.as_real().is_some()).count(), 10);
    check(&UnivariatePolynomial::new(1..=120));
}

/// Many roots in a place, far nearer to each other than doubles tell: around a real number, with real roots and without, around i and -i, and around several numbers.
#[test]
fn many_roots_close_together() {
    for (f, real) in [
        ("((2^90*(3*x - 1))^12 - 2)*(x^2 + 1)", 2),
        ("((2^90*(3*x - 1))^12 + x)*(x^2 - 5)", 2),
        ("(2^60*(x^2 + 1))^7 - 3*x", 0),
        ("(2^60*(x^2 + 1))^6*(2^70*(x - 7))^8 + (x + 1)^2", 0),
        ("(2^100*(x - 5))^5*(2^50*(x - 5))^6 - 1", 1),
        // Roots in the centers.
        ("(x - 8)*((10^12*(x - 8))^2 - 1)*((10^9*(x - 8))^2 + 1)*(x - 30)", 4),
        ("(x^2 + 1)*((10^15*(x^2 + 1))^6 - 3*x)", 0),
    ] {
        assert_eq!(check(&of(f)).iter().filter(|root| root.value.as_real().is_some()).count(), real, "{f}");
    }
}

#[test]
fn digits() {
    let roots = of("x^2 + x + 1").complex_roots().unwrap();
    let [re, im] = roots[0].value.to_decimal(60);
    assert_eq!(re, format!("-0.5{}", "0".repeat(59)));
    assert_eq!(im, "0.866025403784438646763723170752936183471402626905190314027903");
    // Halves of the last digit: either neighbour is right.
    assert!(["1", "2"].contains(&of("4*x^2 + 9").complex_roots().unwrap()[0].value.to_decimal(1)[1].as_str()));
    assert_eq!(of("10^40*x^2 + 2").complex_roots().unwrap()[0].value.to_decimal(5)[1], "1.4142e-20");
    assert_eq!(roots[1].value.conjugate().to_complex64(), roots[0].value.to_complex64());
}

#[test]
fn cancelled() {
    let control = Control::default();
    control.cancel();
    let f: Polynomial = "x^7 - 3*x + 1".parse().unwrap();
    let error = super::ComplexRoots::new(&f).control(control).run().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Cancelled));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn of_random_polynomials(coefficients in vec(-30i64..30, 2..24), gap in 1usize..4, power in 1u32..4) {
        let mut spread = vec![0; (coefficients.len() - 1) * gap + 1];
        coefficients.iter().enumerate().for_each(|(k, c)| spread[k * gap] = *c);
        let f = UnivariatePolynomial::new(spread).pow(power)?;
        prop_assume!(f.degree() > Some(0));
        check(&f);
    }

    /// Planted Gaussian numbers: each is in exactly one rectangle, with its multiplicity.
    #[test]
    fn planted_roots_are_found(planted in vec((-9i64..9, 0i64..9, 1u32..3), 1..6)) {
        let mut f = UnivariatePolynomial::from(1);
        let mut expected = std::collections::BTreeMap::new();
        for (re, im, multiplicity) in planted {
            let factor = match im {
                0 => UnivariatePolynomial::new([-re, 1]),
                _ => UnivariatePolynomial::new([re * re + im * im, -2 * re, 1]),
            };
            f *= factor.pow(multiplicity)?;
            *expected.entry((re, im)).or_insert(0) += multiplicity;
        }
        let roots = check(&f);
        for ((re, im), multiplicity) in expected {
            let has = |[low, high]: &[Rational; 2], x: i64| *low <= x && *high >= x;
            let found: Vec<u32> = roots.iter().filter(|root| {
                let [a, b] = root.value.rectangle(60);
                has(&a, re) && has(&b, im)
            }).map(|root| root.multiplicity).collect();
            prop_assert_eq!(found, [multiplicity]);
        }
    }
}
