//! Zeros, infinities, NaN, overflow and underflow.

use crate::numbers::Reals;
use eliminant::floating::exact;
use gpu::arith::Ring;
use gpu::floating::{Complex, Double, DoubleDouble, QuadDouble, Real, Scalar};
use rug::Rational;

fn several<const N: usize, R: Reals<N>>(r: R) {
    let (zero, one) = (r.zero(), r.one());
    let number = |x: f64| r.of_f64(x);
    // Zeros.
    assert_eq!(r.add(one, r.neg(one))[0], 0.0);
    assert_eq!((r.mul(zero, one)[0], r.sqrt(zero), r.div(zero, one)[0]), (0.0, zero, 0.0));
    assert_eq!(r.sqrt(number(-0.0))[0], 0.0);
    // Numbers that are not finite, and their results.
    let bad = [
        r.div(one, zero),
        r.div(zero, zero),
        r.sqrt(number(-1.0)),
        r.sqrt(number(f64::INFINITY)),
        r.add(number(f64::INFINITY), one),
        r.sub(number(f64::INFINITY), number(f64::INFINITY)),
        r.mul(number(f64::INFINITY), zero),
        r.mul(number(f64::NAN), one),
        r.mul(number(1e200), number(1e200)),
        r.square(number(-1e200)),
        r.add(number(f64::MAX), number(f64::MAX)),
        r.mul_part(number(1e200), 1e200),
        r.add_part(number(f64::MAX), f64::MAX),
        r.times(number(1e308), 100),
        r.div(number(1e200), number(1e-200)),
    ];
    for (i, x) in bad.into_iter().enumerate() {
        assert!(!r.finite(x), "{i}: {x:?}");
        if N > 1 {
            for y in [r.add(x, one), r.sub(one, x), r.mul(x, one), r.mul(zero, x), r.square(x), r.add_part(x, 1.0)] {
                assert!(y[0].is_nan(), "{i}: {x:?}");
            }
            for y in [r.div(x, one), r.div(one, x), r.sqrt(x), r.mul_part(x, 2.0), r.times(x, 2)] {
                assert!(y[0].is_nan(), "{i}: {x:?}");
            }
            assert!(!r.less(x, one) && !r.less(one, x), "{i}: {x:?}");
        }
    }
    assert!(r.finite(number(f64::MAX)) && r.finite(zero));
    // Near the smallest numbers errors are a few of the smallest, and products may vanish.
    let tiny = number(f64::from_bits(1));
    assert_eq!(r.add(tiny, tiny)[0], f64::from_bits(2));
    assert_eq!(r.mul(tiny, number(0.25))[0], 0.0);
    for (a, b) in [(1e-160, 3e-160), (1e-300, 0.7), (2.5e-310, 3.0)] {
        let product = exact(&[a]).unwrap() * exact(&[b]).unwrap();
        let error = (exact(&r.mul(number(a), number(b))).unwrap() - &product).abs();
        let allowed = Rational::from_f64(f64::from_bits(8)).unwrap() + product * exact(&[R::ERROR]).unwrap();
        assert!(error <= allowed, "{a} {b}");
    }
    // Complex numbers.
    let c = Complex(r);
    let large = [number(1e300), number(-1e300)];
    assert!(c.finite([c.abs(large), zero]) && c.finite(c.div(large, large)));
    assert!((r.leading(c.abs(large)) / 1e300 - 2f64.sqrt()).abs() < 1e-15);
    assert!(!c.finite(c.div(c.one(), c.zero())) && !c.finite([one, number(f64::NAN)]) && !c.finite(c.square(large)));
    assert!(c.finite([number(f64::MAX), number(f64::MAX)]));
}

#[test]
fn what_is_not_finite_stays_so() {
    several(Double(Scalar));
    several(DoubleDouble(Scalar));
    several(QuadDouble(Scalar));
}

#[test]
fn doubles_follow_the_standard() {
    let r = Double(Scalar);
    assert_eq!(r.div([1.0], [0.0]), [f64::INFINITY]);
    assert_eq!(r.add([f64::INFINITY], [1.0]), [f64::INFINITY]);
    assert_eq!(r.div([1.0], [f64::INFINITY]), [0.0]);
    assert!(r.less([1.0], [f64::INFINITY]));
}
