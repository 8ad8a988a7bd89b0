//! Roots against what is known of families of polynomials, Sturm's theorem, and exact products.

use super::{RealAlgebraic, RealRoot, RealRoots};
use crate::control::Control;
use crate::error::ErrorKind;
use crate::poly::{Polynomial, UnivariatePolynomial};
use proptest::collection::vec;
use proptest::prelude::*;
use rug::ops::Pow;
use rug::{Integer, Rational};
use std::cmp::Ordering;

fn roots(text: &str) -> Vec<RealRoot> {
    text.parse::<Polynomial>().unwrap().real_roots().unwrap()
}

fn decimals(text: &str, digits: u32) -> Vec<(String, u32)> {
    roots(text).iter().map(|root| (root.value.to_decimal(digits), root.multiplicity)).collect()
}

/// The number of different real roots, by Sturm's theorem: the chain of remainders, negated, over Z with positive factors.
fn by_sturm(f: &UnivariatePolynomial) -> usize {
    let mut chain = vec![f.clone(), f.derivative()];
    while let [.., a, b] = &chain[..] {
        let Some(lead) = b.leading_coefficient() else { break };
        // An even power, so that no sign changes.
        let steps = a.degree().unwrap_or(0) + 1 - b.degree().unwrap_or(0);
        let factor = UnivariatePolynomial::from(lead.clone()).pow((steps + steps % 2) as u32).unwrap();
        let (_, rest) = (a * &factor).div_rem(b).unwrap();
        chain.push(-rest.primitive_part());
    }
    chain.pop();
    let changes = |at_minus: bool| {
        let sign = |f: &UnivariatePolynomial| {
            let odd = f.degree().unwrap_or(0) % 2 == 1;
            f.leading_coefficient().unwrap().is_negative() != (at_minus && odd)
        };
        chain.windows(2).filter(|pair| sign(&pair[0]) != sign(&pair[1])).count()
    };
    changes(true) - changes(false)
}

/// Checks what holds for all roots: ascending, each a root of its polynomial, with disjoint intervals.
fn check(f: &Polynomial) -> Vec<RealRoot> {
    let roots = f.real_roots().unwrap();
    let dense = UnivariatePolynomial::try_from(f).unwrap();
    for pair in roots.windows(2) {
        let [(a, b), (c, d)] = [0, 1].map(|at| (&pair[at].value, &pair[at].multiplicity));
        assert_eq!(a.compare(c).unwrap(), Ordering::Less, "{f}: {b} {d}");
    }
    for root in &roots {
        assert_eq!(root.value.sign_of(&dense).unwrap(), Ordering::Equal);
        let [lower, upper] = root.value.interval(80);
        assert!(lower <= upper && (Rational::from(&upper - &lower) << 80) <= Rational::from(lower.abs_ref()));
        // The values at the ends have different signs for an odd multiplicity, and like ones for an even one.
        let [below, above] = [&lower, &upper].map(|end| dense.evaluate_rational(end.clone()).unwrap().cmp0());
        if root.value.as_rational().is_none() {
            assert_eq!(below == above, root.multiplicity % 2 == 0, "{f}");
        }
        let double = Rational::from_f64(root.value.to_f64()).unwrap();
        assert!(Rational::from(&double - &lower).abs() <= Rational::from(lower.abs_ref()) >> 52u32);
    }
    roots
}

#[test]
fn small_polynomials() {
    assert_eq!(decimals("x^2 - 2", 10), [("-1.414213562".into(), 1), ("1.414213562".into(), 1)]);
    assert_eq!(
        decimals("x^3 - 6000*x^2 + 11000000*x - 6000000000", 4),
        ["1000", "2000", "3000"].map(|x| (x.into(), 1))
    );
    assert_eq!(decimals("(x-1)^3*(x-2)^2*(7*x+1)", 3), [("-0.143".into(), 1), ("1.00".into(), 3), ("2.00".into(), 2)]);
    assert!(
        decimals("x^2 + 1", 3).is_empty() && decimals("7", 3).is_empty() && decimals("x^4 + x^2 + 1", 3).is_empty()
    );
    assert_eq!(decimals("x^5", 3), [("0".into(), 5)]);
    assert_eq!(decimals("10^400*x - 1", 3), [("1.00e-400".into(), 1)]);
    assert_eq!(decimals("x^2 - 10^400", 2).last(), Some(&("1.0e200".into(), 1)));
    assert_eq!(
        decimals("(x-1/1000)*(x-2/1000)*(x-3/1000)*10^9", 2),
        ["0.0010", "0.0020", "0.0030"].map(|x| (x.into(), 1))
    );
    assert_eq!(decimals("x^1000000 - 2", 12), ["-1.00000069315", "1.00000069315"].map(|x| (x.into(), 1)));
    assert_eq!(decimals("(x^7 + 5)^2*x", 5), [("-1.2585".into(), 2), ("0".into(), 1)]);
    assert!(roots("t^2 - 1").iter().all(|root| root.value.as_rational().is_some()));
    assert_eq!(roots("8*x^3 - 27")[0].value.as_rational(), Some(&Rational::from((3, 2))));
    assert_eq!(roots("4*x^4 - 9")[1].value.polynomial().unwrap().to_string(), "4*x^4 - 9");
}

#[test]
fn faults_are_said() {
    let error = |text: &str| text.parse::<Polynomial>().unwrap().real_roots().unwrap_err();
    assert!(error("0*x").to_string().contains("every number"));
    assert!(error("x*y - 1").to_string().contains("x, y"));
    assert!(matches!(error("x^16777217 - x - 1").kind(), ErrorKind::Limit { .. }));
    let f: Polynomial = "x^200000 - x - 1".parse().unwrap();
    let error = RealRoots::new(&f).memory_limit(1 << 20).run().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
    let control = Control::default();
    control.cancel();
    let f: Polynomial = "x^7 - 3*x + 1".parse().unwrap();
    assert!(matches!(RealRoots::new(&f).control(control).run().unwrap_err().kind(), ErrorKind::Cancelled));
}

/// A search ends when it is cancelled, here while digits are found that would take hours.
#[test]
fn digits_can_be_cancelled() {
    let f: Polynomial = "x^40 - 3*x + 1".parse().unwrap();
    let control = Control::default();
    let stop = control.clone();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(20));
            stop.cancel();
        });
        let error = RealRoots::new(&f).bits(1 << 30).control(control).run().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Cancelled));
    });
}

/// Chebyshev, Legendre times factorials, Laguerre, Hermite: all n roots are real, by recurrences a p_(k+1) = (b x + c) p_k - d p_(k-1).
#[test]
fn families_with_all_roots_real() {
    type Step = fn(i64) -> [i64; 4];
    let families: [(&str, Step); 4] = [
        ("Chebyshev", |_| [1, 2, 0, 1]),
        ("Legendre", |k| [1, 2 * k + 1, 0, k * k]),
        ("Laguerre", |k| [1, -1, 2 * k + 1, k * k]),
        ("Hermite", |k| [1, 2, 0, 2 * k]),
    ];
    for (name, step) in families {
        let first = step(0);
        let mut last = UnivariatePolynomial::from(1);
        // T_1 is x and not 2 x.
        let mut p = UnivariatePolynomial::new([first[2], if name == "Chebyshev" { 1 } else { first[1] }]);
        for k in 1..40 {
            let [_, b, c, d] = step(k);
            (p, last) = (UnivariatePolynomial::new([c, b]) * &p - last * d, p);
        }
        let roots = check(&p.to_polynomial("x").unwrap());
        assert_eq!((roots.len(), roots.iter().all(|root| root.multiplicity == 1)), (40, true), "{name}");
        if name == "Chebyshev" {
            let cosine = |k: usize| ((2 * k + 1) as f64 * std::f64::consts::PI / 80.0).cos();
            assert!(roots.iter().rev().enumerate().all(|(k, root)| (root.value.to_f64() - cosine(k)).abs() < 1e-15));
        }
    }
}

/// Wilkinson's polynomial and its neighbour, whose roots part: 1 to 20 as integers, and 10 real ones.
#[test]
fn wilkinson() {
    let f = UnivariatePolynomial::from_roots(1..=20i64);
    let roots: Vec<Option<Rational>> =
        f.real_roots().unwrap().iter().map(|root| root.value.as_rational().cloned()).collect();
    assert_eq!(roots, (1..=20).map(|k| Some(Rational::from(k))).collect::<Vec<_>>());
    let near = f * Integer::from(1 << 23) - UnivariatePolynomial::new(std::iter::repeat_n(0, 19).chain([1]));
    assert_eq!((check(&near.to_polynomial("x").unwrap()).len(), by_sturm(&near)), (10, 10));
}

/// Mignotte's polynomials: two roots near 1/a that agree in about n/2 log2(a) bits, here 1200 and more. Halving alone would take as many steps.
#[test]
fn roots_close_together() {
    for (n, a) in [(20, 1u32 << 14), (60, 1 << 20), (101, 1 << 24)] {
        let text = format!("x^{n} - 2*({a}*x - 1)^2");
        let roots = check(&text.parse().unwrap());
        assert_eq!(roots.len(), if n % 2 == 0 { 4 } else { 3 }, "{text}");
        let near = &roots[if n % 2 == 0 { 1 } else { 0 }..][..2];
        assert!(near.iter().all(|root| {
            root.value.to_decimal(9).starts_with(&RealAlgebraic::rational((1, a).into()).to_decimal(8)[..7])
        }));
        assert_ne!(near[0].value.to_decimal(400), near[1].value.to_decimal(400));
    }
}

#[test]
fn numbers_are_compared() {
    let all: Vec<RealAlgebraic> =
        ["x^4 - 10*x^2 + 1", "(x^2 - 2)*(x^2 - 3)", "x^6 - 2", "3*x - 4", "x^2 - 2*x - 1", "x^4 - 4"]
            .iter()
            .flat_map(|text| roots(text))
            .map(|root| root.value)
            .collect();
    for a in &all {
        for b in &all {
            let [x, y] = [a, b].map(RealAlgebraic::to_f64);
            let expected = if (x - y).abs() < 1e-12 { Ordering::Equal } else { x.total_cmp(&y) };
            assert_eq!(a.compare(b).unwrap(), expected, "{a} {b}");
        }
    }
    // The square roots of 2 of x^2 - 2 and of x^4 - 4.
    assert_eq!(all.iter().filter(|a| a.to_decimal(5) == "1.4142").count(), 2);
}

/// The roots between two ends, as text.
fn between(f: &Polynomial, lower: Option<Rational>, upper: Option<Rational>) -> Vec<(String, u32)> {
    let search = RealRoots::new(f).between(lower, upper);
    let roots = search.run().unwrap();
    assert_eq!(search.count().unwrap(), roots.len() as u64, "{f}");
    roots.iter().map(|root| (root.value.to_string(), root.multiplicity)).collect()
}

#[test]
fn ends_are_included() {
    let f: Polynomial = "x^2*(x - 1)*(x + 3)^2*(x^2 - 2)*(3*x^2 - 1)^3".parse().unwrap();
    let found = |lower: Option<i32>, upper: Option<i32>| {
        let all = between(&f, lower.map(Rational::from), upper.map(Rational::from));
        all.into_iter().map(|(root, m)| (root.chars().take(6).collect::<String>(), m)).collect::<Vec<_>>()
    };
    let all = [("-3", 2), ("-1.414", 1), ("-0.577", 3), ("0", 2), ("0.5773", 3), ("1", 1), ("1.4142", 1)];
    let all: Vec<(String, u32)> = all.into_iter().map(|(root, m)| (root.to_owned(), m)).collect();
    assert_eq!(found(None, None), all);
    assert_eq!(found(Some(0), Some(1)), all[3..6]);
    assert_eq!(found(Some(-3), Some(0)), all[..4]);
    assert_eq!(found(Some(1), None), all[5..]);
    assert_eq!(found(None, Some(-1)), all[..2]);
    assert_eq!(found(Some(1), Some(1)), all[5..6]);
    assert_eq!((found(Some(2), None), found(Some(-2), Some(-2))), (vec![], vec![]));
    let error = RealRoots::new(&f).between(Rational::from(1), Rational::from(0)).run().unwrap_err();
    assert!(error.to_string().contains("from 1 to 0 has no numbers"), "{error}");
}

/// Ends on both sides of a root, at 10^-300 of it and at the root itself, and powers of ends far beyond what memory holds.
#[test]
fn ends_near_roots() {
    let tiny = Rational::from((1, Integer::from(10).pow(300)));
    let of = |text: &str| text.parse::<Polynomial>().unwrap();
    for (f, root) in [("x^3 - 8", 2), ("(x - 2)*(x^2 - 7)", 2), ("x^4 - 16", 2), ("x^4 - 16", -2), ("x^3 + 8", -2)] {
        let root = Rational::from(root);
        let count =
            |lower: &Rational, upper: &Rational| between(&of(f), Some(lower.clone()), Some(upper.clone())).len();
        let (below, above) = (Rational::from(&root - &tiny), Rational::from(&root + &tiny));
        assert_eq!(
            [(&below, &above), (&root, &above), (&below, &root), (&root, &root)].map(|(a, b)| count(a, b)),
            [1; 4]
        );
        assert_eq!((count(&below, &below), count(&above, &above)), (0, 0), "{f}");
    }
    // 2^(1/3) to 400 digits, down and up.
    let [lower, upper] = roots("x^3 - 2")[0].value.interval(1400);
    let f = of("x^3 - 2");
    assert_eq!(between(&f, Some(lower.clone()), Some(upper.clone())).len(), 1);
    assert_eq!((between(&f, None, Some(lower)).len(), between(&f, Some(upper), None).len()), (0, 0));
    let f = of("x^2000000000 - 7");
    let ends = |a: i32, b: i32| between(&f, Some(Rational::from((a, 2))), Some(Rational::from((b, 2)))).len();
    assert_eq!([ends(1, 3), ends(-3, 3), ends(-3, 0), ends(3, 9), ends(-1, 1)], [1, 2, 1, 0, 0]);
}

fn linear() -> impl Strategy<Value = (i64, i64, u32)> {
    ((-40i64..40), prop_oneof![3 => Just(1i64), 1 => 2i64..30], prop_oneof![4 => Just(1u32), 1 => 2u32..4])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn counts_are_sturms(coefficients in vec(-30i64..30, 2..14), gap in 1usize..4) {
        let mut spread = vec![0; (coefficients.len() - 1) * gap + 1];
        coefficients.iter().enumerate().for_each(|(k, c)| spread[k * gap] = *c);
        let f = UnivariatePolynomial::new(spread);
        prop_assume!(f.degree() > Some(0));
        let roots = check(&f.to_polynomial("x")?);
        prop_assert_eq!(roots.len(), by_sturm(&f));
    }

    /// Those of all roots that are there, which exact comparisons tell; some ends are roots.
    #[test]
    fn roots_in_intervals(
        coefficients in vec(-30i64..30, 2..10),
        planted in linear(),
        gap in 1usize..4,
        ends in (-60i64..60, 1i64..12, -60i64..60, 1i64..12),
        at_root in 0..4,
    ) {
        let mut spread = vec![0; (coefficients.len() - 1) * gap + 1];
        coefficients.iter().enumerate().for_each(|(k, c)| spread[k * gap] = *c);
        let f = UnivariatePolynomial::new(spread) * UnivariatePolynomial::new([-planted.0, planted.1]);
        prop_assume!(f.degree() > Some(0));
        let f = f.to_polynomial("x")?;
        let [mut a, b] = [Rational::from((ends.0, ends.1)), Rational::from((ends.2, ends.3))];
        if at_root == 0 {
            a = Rational::from((planted.0, planted.1));
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let [low, high] = [&a, &b].map(|end| RealAlgebraic::from(end.clone()));
        let mut expected = Vec::new();
        for root in f.real_roots()? {
            if root.value.compare(&low)?.is_ge() && root.value.compare(&high)?.is_le() {
                expected.push((root.value.to_string(), root.multiplicity));
            }
        }
        prop_assert_eq!(between(&f, Some(a), Some(b)), expected);
    }

    /// Products of linear factors and of x^2 + c and x^2 - c: all rational roots are found as such, with their multiplicities, and the others as numbers.
    #[test]
    fn planted_roots_are_found(factors in vec(linear(), 1..8), squares in vec(-20i64..20, 0..3)) {
        let mut f = UnivariatePolynomial::from(-3);
        let mut expected = std::collections::BTreeMap::new();
        for (above, below, multiplicity) in factors {
            f *= UnivariatePolynomial::new([-above, below]).pow(multiplicity)?;
            *expected.entry(Rational::from((above, below))).or_insert(0) += multiplicity;
        }
        for c in squares {
            f *= UnivariatePolynomial::new([-c, 0, 1]);
            let root = Integer::from(c.max(0)).sqrt();
            match () {
                () if c < 0 => (),
                () if root.clone() * &root == c => {
                    for root in [root.clone(), -root] {
                        *expected.entry(Rational::from(root)).or_insert(0) += 1;
                    }
                }
                () => (),
            }
        }
        let roots = check(&f.to_polynomial("x")?);
        let rational: Vec<(Rational, u32)> =
            roots.iter().filter_map(|root| Some((root.value.as_rational()?.clone(), root.multiplicity))).collect();
        prop_assert_eq!(rational, expected.into_iter().collect::<Vec<_>>());
    }
}
