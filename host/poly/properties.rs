//! Properties that hold for all polynomials, on random ones.

use proptest::collection::vec;
use proptest::prelude::*;
use rug::ops::Pow;
use rug::{Integer, Rational};

use super::{Polynomial, RationalPolynomial, union_vars};

/// A coefficient: mostly small, 0 included, sometimes of 200 bits.
pub(super) fn coefficient() -> impl Strategy<Value = Integer> {
    prop_oneof![
        4 => (-9i64..10).prop_map(Integer::from),
        1 => vec(any::<u64>(), 3).prop_map(|words| words.iter().fold(Integer::new(), |sum, w| (sum << 64u32) + w)),
        1 => any::<i64>().prop_map(Integer::from),
    ]
}

/// A polynomial over x, y, z with at most so many terms, exponents below `degree`.
pub(super) fn polynomial(terms: usize, degree: u32) -> impl Strategy<Value = Polynomial> {
    vec((coefficient(), vec(0..degree, 3)), 0..=terms)
        .prop_map(|terms| Polynomial::from_terms(&["x", "y", "z"], terms).expect("exponents fit"))
}

/// Text close to a polynomial, so that errors come late.
fn near_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("x"),
        Just("y"),
        Just("+"),
        Just("-"),
        Just("*"),
        Just("/"),
        Just("^"),
        Just("**"),
        Just("("),
        Just(")"),
        Just("2"),
        Just("3"),
        Just("0"),
        Just("17"),
        Just(" "),
        Just("\n"),
        Just("é"),
        Just("x*"),
        Just("+1"),
    ];
    vec(piece, 0..25).prop_map(|pieces| pieces.concat())
}

fn holds(poly: &Polynomial) -> bool {
    poly.terms().windows(2).all(|pair| pair[0].exponents > pair[1].exponents)
        && poly.terms().iter().all(|term| !term.coefficient.is_zero() && term.exponents.len() == poly.vars().len())
}

const P: u64 = (1 << 61) - 1;

proptest! {
    #[test]
    fn text_and_json_round_trip(f in polynomial(10, 5), d in 1u32..1000) {
        let vars = f.vars();
        prop_assert_eq!(&Polynomial::parse_in(&f.to_string(), vars)?, &f);
        prop_assert_eq!(&Polynomial::from_json(&f.to_json())?, &f);
        let q = RationalPolynomial::new(f.clone(), Integer::from(d))?;
        prop_assert_eq!(&RationalPolynomial::parse_in(&q.to_string(), vars)?, &q);
        prop_assert_eq!(&RationalPolynomial::from_json(&q.to_json())?, &q);
    }

    #[test]
    fn ring_axioms(f in polynomial(6, 4), g in polynomial(6, 4), h in polynomial(6, 4)) {
        let zero = Polynomial::zero(f.vars())?;
        let one = Polynomial::constant(f.vars(), Integer::from(1))?;
        prop_assert_eq!(&f + &g, &g + &f);
        prop_assert_eq!(&(&f + &g) + &h, &f + &(&g + &h));
        prop_assert_eq!(&f * &g, &g * &f);
        prop_assert_eq!(&(&f * &g) * &h, &f * &(&g * &h));
        prop_assert_eq!(&f * &(&g + &h), &(&f * &g) + &(&f * &h));
        prop_assert_eq!(&(&f * &one) + &zero, f.clone());
        prop_assert_eq!(&f - &f, zero.clone());
        prop_assert_eq!(&f * &zero, zero);
        prop_assert_eq!(-&(-&f), f.clone());
        prop_assert!(holds(&(&f * &g)) && holds(&(&f - &g)));
    }

    #[test]
    fn powers_are_products(f in polynomial(4, 3), n in 0u32..5) {
        let product = (0..n).fold(Polynomial::constant(f.vars(), Integer::from(1))?, |power, _| &power * &f);
        prop_assert_eq!(f.pow(n)?, product.clone());
        prop_assert_eq!(Polynomial::parse_in(&format!("({f})^{n}"), f.vars())?, product);
    }

    #[test]
    fn derivatives_of_products(f in polynomial(6, 4), g in polynomial(6, 4)) {
        for var in ["x", "y", "z"] {
            let rule = &(&f.derivative(var) * &g) + &(&f * &g.derivative(var));
            prop_assert_eq!((&f * &g).derivative(var), rule);
            prop_assert!(holds(&f.derivative(var)));
        }
    }

    #[test]
    fn evaluation_is_a_homomorphism(f in polynomial(8, 5), g in polynomial(8, 5), at in vec(any::<u64>(), 3)) {
        let value = |h: &Polynomial| h.evaluate_mod(&at, P).map(u128::from);
        let (a, b, p) = (value(&f)?, value(&g)?, u128::from(P));
        prop_assert_eq!(value(&(&f + &g))?, (a + b) % p);
        prop_assert_eq!(value(&(&f * &g))?, a * b % p);
        prop_assert_eq!(value(&f.negate())?, (p - a) % p);
        // Text evaluated by the parser's own products.
        let sum = f.terms().iter().map(|t| format!("+({})*({})^{}*({})^{}*({})^{}", t.coefficient,
            at[0] % 1000, t.exponents[0], at[1] % 1000, t.exponents[1], at[2] % 1000, t.exponents[2]));
        let number = Polynomial::parse(&(String::from("0") + &sum.collect::<String>()))?.as_constant();
        let small: Vec<u64> = at.iter().map(|c| c % 1000).collect();
        prop_assert_eq!(number.map(|n| n.modulo(&Integer::from(P))), Some(Integer::from(f.evaluate_mod(&small, P)?)));
    }

    #[test]
    fn contents_and_norms(f in polynomial(6, 4), g in polynomial(6, 4)) {
        // Gauss: the content of a product is the product of the contents.
        prop_assert_eq!((&f * &g).content(), f.content() * g.content());
        prop_assert!((&f * &g).norm1() <= f.norm1() * g.norm1());
        if !f.is_zero() {
            prop_assert_eq!(f.exact_div_integer(&f.content())?.content(), 1);
            prop_assert!(f.norm1().significant_bits() >= f.max_bits());
        }
    }

    #[test]
    fn degrees_add(f in polynomial(6, 4), g in polynomial(6, 4)) {
        for var in ["x", "y", "z"] {
            let sum = f.degree(var).zip(g.degree(var)).map(|(a, b)| a + b);
            prop_assert_eq!((&f * &g).degree(var), sum);
            prop_assert_eq!(f.contains(var), !f.derivative(var).is_zero());
        }
    }

    #[test]
    fn rows_and_variables_round_trip(f in polynomial(8, 5)) {
        for var in ["x", "y", "z"] {
            let rows = f.collect(var)?;
            prop_assert_eq!(rows.len(), f.degree(var).map_or(0, |degree| degree as usize + 1));
            prop_assert!(rows.iter().all(holds));
            prop_assert_eq!(Polynomial::from_rows(f.vars(), var, &rows)?, f.clone());
        }
        let other = f.with_vars(&["t", "z", "x", "y"])?;
        prop_assert!(holds(&other));
        prop_assert_eq!(union_vars(&f, &other), vec!["t", "x", "y", "z"]);
        prop_assert_eq!(other.with_vars(f.vars())?, f.clone());
        prop_assert_eq!(f.permute(&[2, 0, 1])?.permute(&[1, 2, 0])?, f.clone());
        prop_assert_eq!(f.swap("x", "z")?.swap("x", "z")?, f);
    }

    #[test]
    fn substitution_commutes_with_products(f in polynomial(4, 3), g in polynomial(4, 3), v in polynomial(3, 3)) {
        let product = f.substitute("y", &v)?.checked_mul(&g.substitute("y", &v)?)?;
        prop_assert_eq!((&f * &g).substitute("y", &v)?, product);
        let swapped = f.substitute("x", &Polynomial::parse_in("x + 5", f.vars())?)?;
        prop_assert_eq!(swapped.substitute("x", &Polynomial::parse_in("x - 5", f.vars())?)?, f);
    }

    #[test]
    fn dense_round_trip(coefficients in vec(coefficient(), 0..12)) {
        let f = Polynomial::from_dense("x", coefficients.clone())?;
        let mut trimmed = coefficients;
        while trimmed.last().is_some_and(Integer::is_zero) {
            trimmed.pop();
        }
        prop_assert_eq!(f.dense_coefficients()?, trimmed);
    }

    /// Against the sum of coefficients times powers of coordinates, term by term.
    #[test]
    fn values_are_sums_of_terms(f in polynomial(8, 5), at in vec(-20i64..20, 3), below in vec(1i64..9, 3)) {
        let integers: Vec<Integer> = at.iter().map(|&x| x.into()).collect();
        let naive = f.terms().iter().fold(Integer::new(), |sum, term| {
            let powers = integers.iter().zip(&term.exponents).map(|(x, &e)| Integer::from(Pow::pow(x, e)));
            sum + powers.fold(term.coefficient.clone(), |product, power| product * power)
        });
        prop_assert_eq!(f.evaluate(&at)?, naive.clone());
        prop_assert_eq!(f.evaluate_rational(&at)?, naive);
        let fractions: Vec<Rational> = at.iter().zip(&below).map(|(&a, &b)| Rational::from((a, b))).collect();
        let naive = f.terms().iter().fold(Rational::new(), |sum, term| {
            let powers = fractions.iter().zip(&term.exponents).map(|(x, &e)| Rational::from(Pow::pow(x, e)));
            sum + powers.fold(Rational::from(&term.coefficient), |product, power| product * power)
        });
        prop_assert_eq!(f.evaluate_rational(&fractions)?, naive);
    }

    #[test]
    fn rational_operators_have_the_values(
        f in polynomial(5, 4), g in polynomial(5, 4), d in vec(1i64..50, 2), at in vec(-9i64..9, 3)
    ) {
        let (f, g) = (RationalPolynomial::new(f, d[0].into())?, RationalPolynomial::new(g, d[1].into())?);
        let (a, b) = (f.evaluate(&at)?, g.evaluate(&at)?);
        for (found, expected) in [
            (&f + &g, Rational::from(&a + &b)), (&f - &g, Rational::from(&a - &b)), (&f * &g, Rational::from(&a * &b)),
        ] {
            prop_assert_eq!(found.evaluate(&at)?, expected);
            // As reduced as the constructor has it.
            prop_assert_eq!(RationalPolynomial::new(found.numerator().clone(), found.denominator().clone())?, found);
        }
        prop_assert_eq!(f.pow(3)?, &f * &f * &f);
    }

    #[test]
    fn products_are_divisible(f in polynomial(5, 4), g in polynomial(5, 4), h in polynomial(3, 3)) {
        prop_assume!(!g.is_zero());
        prop_assert_eq!((&f * &g).exact_div(&g)?, f.clone());
        // Where there is a quotient, it is one.
        if let Ok(quotient) = (&f * &g + &h).exact_div(&g) {
            prop_assert_eq!(quotient * &g, &f * &g + &h);
        }
        prop_assert_eq!(f.primitive_part() * f.content(), f);
    }

    #[test]
    fn quotients_and_remainders(f in polynomial(6, 5), g in polynomial(4, 3)) {
        for var in ["x", "y", "z"] {
            // Monic in the variable, of degree 3.
            let g = &g + Polynomial::variable(g.vars(), var)?.pow(3)?;
            let (q, r) = f.div_rem(&g, var)?;
            prop_assert_eq!(&q * &g + &r, f.clone());
            prop_assert!(r.degree(var) < Some(3) && holds(&q) && holds(&r));
        }
    }

    #[test]
    fn coefficients_are_found(f in polynomial(8, 4), e in vec(0u32..4, 3)) {
        let expected = f.terms().iter().find(|term| term.exponents[..] == e[..]).map(|term| term.coefficient.clone());
        prop_assert_eq!(f.coefficient(&[("y", e[1]), ("x", e[0]), ("z", e[2])]), expected.unwrap_or_default());
        prop_assert_eq!(f.is_constant(), f.as_constant().is_some());
    }

    #[test]
    fn no_text_panics(bytes in vec(any::<u8>(), 0..60), text in any::<String>(), near in near_text()) {
        for text in [String::from_utf8_lossy(&bytes).into_owned(), text, near] {
            match RationalPolynomial::parse(&text) {
                Ok(f) => prop_assert_eq!(RationalPolynomial::parse_in(&f.to_string(), f.numerator().vars())?, f),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
            if let Err(error) = Polynomial::from_json(&text) {
                prop_assert!(error.to_string().starts_with("line "));
            }
        }
    }
}
