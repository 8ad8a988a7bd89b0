//! Intervals against fractions: every exact result is inside, and not much else.

use super::*;
use proptest::prelude::*;
use rug::Rational;

fn exact(x: f64) -> Rational {
    Rational::from_f64(x).unwrap()
}

/// `lower` <= x <= `upper`, where infinities are beyond everything.
fn contains(interval: &Interval<f64>, x: &Rational) -> bool {
    let below = interval.lower == f64::NEG_INFINITY || exact(interval.lower) <= *x;
    below && (interval.upper == f64::INFINITY || *x <= exact(interval.upper))
}

fn interval(a: f64, b: f64) -> Interval<f64> {
    Interval { lower: a.min(b), upper: a.max(b) }
}

/// Finite doubles of every size, with many zeros, ones, and ends of the range.
fn double() -> impl Strategy<Value = f64> {
    let special = [0.0, -0.0, 1.0, -1.0, 3.0, f64::MAX, -f64::MAX, f64::MIN_POSITIVE, 5e-324, -5e-324, 1e-160, 1e160];
    prop_oneof![
        proptest::sample::select(special.to_vec()),
        proptest::num::f64::NORMAL,
        proptest::num::f64::SUBNORMAL,
        -9.0..9.0f64
    ]
}

fn floats(x: &Interval<f64>) -> Interval<Float> {
    Interval { lower: Float::with_val(128, x.lower), upper: Float::with_val(128, x.upper) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sums_and_products_of_all_numbers_inside(a in double(), b in double(), c in double(), d in double()) {
        let (x, y) = (interval(a, b), interval(c, d));
        let (sum, product) = (x.plus(&y), x.times(&y));
        let middle = |x: &Interval<f64>| (exact(x.lower) + exact(x.upper)) / 2u32;
        for u in [exact(a), exact(b), middle(&x)] {
            for v in [exact(c), exact(d), middle(&y)] {
                let (s, p) = (u.clone() + &v, u.clone() * &v);
                for (result, value) in [(sum, &s), (product, &p), (floats(&x).plus(&floats(&y)).doubles(), &s), (floats(&x).times(&floats(&y)).doubles(), &p)] {
                    prop_assert!(!result.lower.is_nan() && !result.upper.is_nan());
                    prop_assert!(contains(&result, value), "{x:?} {y:?} {result:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_beyond_doubles_stays_enclosed(a in double(), b in double(), c in double(), d in double(), e in double(), f in double()) {
        // Three factors and a term: the partial results overflow.
        let (x, y, z) = (interval(a, b), interval(c, d), interval(e, f));
        let result = x.times(&y).times(&z).plus(&x).times(&y.negative());
        prop_assert!(!result.lower.is_nan() && !result.upper.is_nan());
        let value = -(exact(a) * exact(c) * exact(e) + exact(a)) * exact(c);
        prop_assert!(contains(&result, &value), "{result:?}");
    }

    #[test]
    fn powers(re in -3.0..3.0f64, im in -3.0..3.0f64, n in 1..40u32) {
        let x = Rectangle::point([re, im]);
        let power = x.power(n);
        let expected = crate::system::Coefficient::new(exact(re), exact(im)).power(n);
        prop_assert!(contains(&power.re, &expected.re) && contains(&power.im, &expected.im));
        let wide = Rectangle::point([Float::with_val(128, re), Float::with_val(128, im)]).power(n).doubles();
        prop_assert!(contains(&wide.re, &expected.re) && contains(&wide.im, &expected.im));
        // Relative to |z|^n, about a last place for each of at most 2 log n products and sums of parts.
        let size = (re * re + im * im).sqrt().powi(n as i32) * 2.0f64.powi(n as i32 / 2);
        prop_assert!(power.re.upper - power.re.lower <= 1e-14 * f64::from(n) * size);
    }
}

#[test]
fn ends_are_the_next_doubles() {
    let x = Interval::point(0.1).plus(&Interval::point(0.2));
    assert_eq!(x.ends(), [0.3, 0.3000000000000001]);
    assert_eq!(Interval::point(1.0).plus(&Interval::point(-1.0)), Interval::ZERO);
    assert_eq!(Interval::point(f64::MAX).times(&Interval::point(2.0)).ends(), [f64::MAX, f64::INFINITY]);
    assert_eq!(Interval::point(5e-324).times(&Interval::point(0.1)).ends(), [-5e-324, 5e-324]);
    assert_eq!(interval(-1.0, f64::INFINITY).times(&Interval::ZERO), Interval::ZERO);
    let third = Rational::from((1, 3));
    let around = Interval::between([&third, &third], 128);
    assert!(around.lower < third && around.upper > third);
    assert_eq!(around.doubles().ends(), [1.0 / 3.0, (1.0f64 / 3.0).next_up()]);
}
