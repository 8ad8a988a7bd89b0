//! Each operation against the one of sparse polynomials, on random polynomials and degenerate ones.

use super::*;
use crate::poly::properties::coefficient;
use proptest::collection::vec;
use proptest::prelude::*;
use rug::Rational;

fn list() -> impl Strategy<Value = UnivariatePolynomial> {
    vec(coefficient(), 0..30).prop_map(UnivariatePolynomial::new)
}

proptest! {
    #[test]
    fn operators_are_those_of_sparse_polynomials(f in list(), g in list(), n in 0u32..5) {
        let (a, b) = (f.in_x()?, g.in_x()?);
        let dense = |h: Polynomial| UnivariatePolynomial::try_from(&h);
        prop_assert_eq!(&f + &g, dense(&a + &b)?);
        prop_assert_eq!(&f - &g, dense(&a - &b)?);
        prop_assert_eq!(&f * &g, dense(&a * &b)?);
        prop_assert_eq!(f.pow(n)?, dense(a.pow(n)?)?);
        prop_assert_eq!(f.derivative(), dense(a.derivative("x"))?);
        prop_assert_eq!(f.clone().primitive_part(), dense(a.primitive_part())?);
        prop_assert_eq!(f.content(), a.content());
        prop_assert_eq!(f.to_string().parse::<UnivariatePolynomial>()?, f);
    }

    #[test]
    fn values_are_those_of_sparse_polynomials(f in list(), above in -99i64..99, below in 1i64..50) {
        let x = Rational::from((above, below));
        prop_assert_eq!(f.evaluate(above)?, f.in_x()?.evaluate(&[above])?);
        prop_assert_eq!(f.evaluate_rational(x.clone())?, f.in_x()?.evaluate_rational(&[x])?);
    }

    #[test]
    fn products_are_divisible(f in list(), g in list(), r in list()) {
        prop_assume!(!g.is_zero());
        prop_assert_eq!((&f * &g).exact_div(&g)?, f.clone());
        let monic = &g + UnivariatePolynomial::new([0; 40].into_iter().chain([1]));
        prop_assert_eq!((&f * &monic + &r).div_rem(&monic)?, (f, r));
    }
}

#[test]
fn degenerate_polynomials() {
    let (zero, one) = (UnivariatePolynomial::default(), UnivariatePolynomial::from(1));
    assert_eq!((zero.degree(), zero.leading_coefficient(), zero.to_string().as_str()), (None, None, "0"));
    assert_eq!((zero.evaluate(7).unwrap(), zero.content(), zero.derivative()), (0.into(), 0.into(), zero.clone()));
    assert_eq!(
        (zero.pow(0).unwrap(), zero.pow(3).unwrap(), zero.clone().primitive_part()),
        (one.clone(), zero.clone(), zero.clone())
    );
    assert_eq!(UnivariatePolynomial::from_roots([0i64; 0]), one);
    assert_eq!((one.gcd(&zero).unwrap(), one.resultant(&one).unwrap()), (one.clone(), 1.into()));
    assert_eq!("0*x*y + 4".parse::<UnivariatePolynomial>().unwrap(), 4.into());
    assert!("x + y".parse::<UnivariatePolynomial>().unwrap_err().to_string().contains("2 variables"));
    assert!(one.div_rem(&zero).is_err() && one.exact_div(&zero).unwrap_err().to_string().contains("is 0"));
    let error = UnivariatePolynomial::new([1, 1]).exact_div(&UnivariatePolynomial::new([1, 2])).unwrap_err();
    assert!(error.to_string().contains("does not divide"), "{error}");
    assert!(UnivariatePolynomial::new([0, 1]).evaluate(Integer::from(1) << 1_000_000u32).is_ok());
    let long = UnivariatePolynomial::new(std::iter::repeat_n(0, 100_000).chain([1]));
    assert!(long.evaluate(Integer::from(1) << 1_000_000u32).is_err());
}
