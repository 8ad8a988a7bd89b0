//! Relative errors of every operation against exact fractions, with the proven bounds asserted.

use crate::numbers::{Reals, apart, near_negative, number};
use eliminant::floating::exact;
use gpu::arith::Ring;
use gpu::floating::{Complex, Double, DoubleDouble, QuadDouble, Scalar};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::{Integer, Rational};
use std::collections::BTreeMap;

/// Operands of every operation.
const CASES: usize = 6000;

/// 2^-e as a fraction.
fn power(e: u32) -> Rational {
    Rational::from((1, Integer::from(1) << e))
}

/// `factor` 2^-e; the factor in hundredths.
fn bound(hundredths: u32, e: u32) -> Rational {
    Rational::from((hundredths, 100)) * power(e)
}

/// Largest errors seen, by operation, in units of `unit`.
struct Seen {
    unit: Rational,
    largest: BTreeMap<&'static str, f64>,
}

impl Seen {
    fn new(unit: Rational) -> Self {
        Seen { unit, largest: BTreeMap::new() }
    }

    /// Asserts |found - expected| <= bound |expected|, and that the parts of `found` do not overlap.
    fn check(&mut self, what: &'static str, found: &[f64], expected: &Rational, bound: &Rational, operands: &[&[f64]]) {
        let value = exact(found).unwrap_or_else(|| panic!("{what} {operands:?}: {found:?}"));
        let error = (value - expected).abs();
        let allowed = bound * expected.clone().abs();
        assert!(error <= allowed, "{what} {operands:?}: {found:?}, {} units", ratio(&error, expected, &self.unit));
        assert!(apart(found), "{what} {operands:?}: {found:?} overlap");
        if !expected.is_zero() {
            let seen = self.largest.entry(what).or_default();
            *seen = seen.max(ratio(&error, expected, &self.unit));
        }
    }
}

fn ratio(error: &Rational, expected: &Rational, unit: &Rational) -> f64 {
    (error.clone() / expected.clone().abs() / unit).to_f64()
}

/// Bounds of the operations: sum, product, with a double, quotient, root.
struct Bounds {
    sum: Rational,
    product: Rational,
    part: Rational,
    quotient: Rational,
    root: Rational,
}

fn operations<const N: usize, R: Reals<N>>(r: R, bounds: &Bounds, unit: Rational) {
    let mut rng = StdRng::seed_from_u64(N as u64);
    let mut seen = Seen::new(unit);
    let one = Rational::from(1);
    let mut earlier = [0.0; N];
    for case in 0..CASES {
        let e = rng.random_range(-150..150);
        let mut a: [f64; N] = number(&mut rng, e);
        // Results of earlier operations are operands too: their parts need not be those that `nearest` gives.
        if case % 4 == 1 {
            a = earlier;
        }
        let e = e + rng.random_range(-110..110);
        let b: [f64; N] = if rng.random_range(0..3) == 0 { near_negative(&mut rng, &a) } else { number(&mut rng, e) };
        let x = b[rng.random_range(0..N)];
        let (va, vb, vx) = (exact(&a).unwrap(), exact(&b).unwrap(), exact(&[x]).unwrap());
        let both: &[&[f64]] = &[&a, &b];
        let with_part: &[&[f64]] = &[&a, &[x]];
        seen.check("sum", &r.add(a, b), &(va.clone() + &vb), &bounds.sum, both);
        seen.check("difference", &r.sub(a, b), &(va.clone() - &vb), &bounds.sum, both);
        let product = r.mul(a, b);
        seen.check("product", &product, &(va.clone() * &vb), &bounds.product, both);
        seen.check("square", &r.square(a), &(va.clone() * &va), &bounds.product, both);
        seen.check("sum with a double", &r.add_part(a, x), &(va.clone() + &vx), &bounds.part, with_part);
        seen.check(
            "sum with a double",
            &r.add_part(a, -a[0]),
            &(va.clone() - exact(&a[..1]).unwrap()),
            &bounds.part,
            both,
        );
        seen.check("product with a double", &r.mul_part(a, x), &(va.clone() * &vx), &bounds.part, with_part);
        seen.check("multiple", &r.times(a, u32::MAX), &(va.clone() * u32::MAX), &bounds.part, both);
        assert_eq!(exact(&r.neg(a)).unwrap(), -va.clone());
        assert_eq!(exact(&r.abs(a)).unwrap(), va.clone().abs());
        assert_eq!(exact(&r.scale(a, 0.25)).unwrap(), va.clone() / 4);
        assert_eq!((r.less(a, b), r.less(b, a), r.less(a, a)), (va < vb, vb < va, false));
        if !vb.is_zero() {
            seen.check("quotient", &r.div(a, b), &(va.clone() / &vb), &bounds.quotient, both);
        }
        let root = r.sqrt(r.abs(a));
        let (value, square) = (exact(&root).unwrap(), va.clone().abs());
        let (low, high) = (one.clone() - &bounds.root, one.clone() + &bounds.root);
        let found = value.clone() * &value;
        assert!(found <= high.clone() * &high * &square && found >= low.clone() * &low * &square, "root of {a:?}");
        assert!(apart(&root), "root of {a:?}: {root:?} overlap");
        if !square.is_zero() {
            // (1 + d)^2 = 1 + 2 d nearly.
            let error = ratio(&(found - &square).abs(), &square, &seen.unit) / 2.0;
            let entry = seen.largest.entry("root").or_default();
            *entry = entry.max(error);
        }
        earlier = if product[0].abs().log2().abs() < 150.0 { product } else { root };
        for bound in [&bounds.sum, &bounds.product, &bounds.part, &bounds.quotient, &bounds.root] {
            assert!(*bound <= exact(&[R::ERROR]).unwrap());
        }
    }
    println!("{N} doubles: {:.3?}", seen.largest);
}

#[test]
fn doubles() {
    let u = power(53);
    let bounds = Bounds { sum: u.clone(), product: u.clone(), part: u.clone(), quotient: u.clone(), root: u.clone() };
    operations(Double(Scalar), &bounds, u);
}

#[test]
fn double_doubles() {
    // 3 u^2 / (1 - 4 u) < 3.01 u^2.
    let u2 = |hundredths| bound(hundredths, 106);
    let sum = Rational::from(3) / (Rational::from(1) - 4 * power(53)) * power(106);
    let bounds = Bounds { sum, product: u2(500), part: u2(200), quotient: u2(980), root: bound(312, 106) + power(109) };
    operations(DoubleDouble(Scalar), &bounds, u2(100));
}

#[test]
fn quad_doubles() {
    let (less, more) = (power(209), power(208));
    let bounds = Bounds { sum: less.clone(), product: less.clone(), part: less, quotient: more.clone(), root: more };
    operations(QuadDouble(Scalar), &bounds, power(212));
}

/// |found - expected|^2 <= bound^2 |expected|^2.
fn near(what: &str, found: [Rational; 2], expected: [Rational; 2], bound: &Rational) {
    let square = |[re, im]: &[Rational; 2]| re.clone() * re + im.clone() * im;
    let [re, im] = expected.clone();
    let error = square(&[found[0].clone() - re, found[1].clone() - im]);
    assert!(error <= bound.clone() * bound * square(&expected), "{what}: {found:?}, expected {expected:?}");
}

fn complex_operations<const N: usize, R: Reals<N>>(r: R, unit: Rational) {
    let mut rng = StdRng::seed_from_u64(40 + N as u64);
    let c = Complex(r);
    for _ in 0..CASES / 4 {
        let e = rng.random_range(-100..100);
        let mut draw = |shift: i32| number::<N>(&mut rng, e + shift);
        let a = [draw(0), draw(3)];
        let mut b = [draw(-2), draw(-40)];
        if rng.random_range(0..3) == 0 {
            // Almost the conjugate or a multiple by i: one part of the product cancels.
            b = [near_negative(&mut rng, &a[1]), near_negative(&mut rng, &a[0])];
        }
        let value = |z: [[f64; N]; 2]| z.map(|part| exact(&part).unwrap());
        let ([x, y], [p, q]) = (value(a), value(b));
        let product = [x.clone() * &p - y.clone() * &q, x.clone() * &q + y.clone() * &p];
        near("product", value(c.mul(a, b)), product, &(4 * unit.clone()));
        let square = [x.clone() * &x - y.clone() * &y, 2 * x.clone() * &y];
        near("square", value(c.square(a)), square, &(4 * unit.clone()));
        near("sum", value(c.add(a, b)), [x.clone() + &p, y.clone() + &q], &unit);
        near("difference", value(c.sub(a, b)), [x.clone() - &p, y.clone() - &q], &unit);
        let norm = p.clone() * &p + q.clone() * &q;
        if !norm.is_zero() {
            let quotient = [(x.clone() * &p + y.clone() * &q) / &norm, (y.clone() * &p - x.clone() * &q) / &norm];
            near("quotient", value(c.div(a, b)), quotient, &(16 * unit.clone()));
        }
        // |b|^2 against its square.
        let length = exact(&c.abs(b)).unwrap();
        let error = (length.clone() * length - &norm).abs();
        assert!(error <= 12 * unit.clone() * &norm, "length of {b:?}");
        let direct = exact(&c.norm_square(b)).unwrap();
        assert!((direct - &norm).abs() <= 3 * unit.clone() * norm);
        assert_eq!(value(c.conjugate(a)), [x.clone(), -y.clone()]);
        assert_eq!(value(c.neg(a)), [-x.clone(), -y.clone()]);
        assert_eq!(value(c.mul_real(a, c.0.of_f64(0.5))), [x / 2, y / 2]);
    }
    assert_eq!(c.div(c.zero(), c.one()), c.zero());
    assert_eq!(c.abs(c.zero()), c.0.zero());
    assert_eq!(c.times(c.one(), 7), c.of_real(c.0.of_f64(7.0)));
    assert_eq!(c.pow([c.0.one(), c.0.one()], 4), c.of_real(c.0.of_f64(-4.0)));
}

#[test]
fn complex_numbers() {
    complex_operations(Double(Scalar), power(53));
    complex_operations(DoubleDouble(Scalar), bound(1000, 106));
    complex_operations(QuadDouble(Scalar), power(208));
}

/// Numbers that are known to be hard: both operands of each kind, in all combinations of sign.
#[test]
fn corners() {
    fn all<const N: usize, R: Reals<N>>(r: R, numbers: &[[f64; N]], sum: &Rational, product: &Rational) {
        let mut seen = Seen::new(power(53 * N as u32));
        for a in numbers {
            for b in numbers {
                for sign in [1.0, -1.0] {
                    let b = b.map(|part| sign * part);
                    let (va, vb) = (exact(a).unwrap(), exact(&b).unwrap());
                    seen.check("sum", &r.add(*a, b), &(va.clone() + &vb), sum, &[a, &b]);
                    seen.check("product", &r.mul(*a, b), &(va.clone() * &vb), product, &[a, &b]);
                    if !vb.is_zero() {
                        seen.check("quotient", &r.div(*a, b), &(va / vb), &exact(&[R::ERROR]).unwrap(), &[a, &b]);
                    }
                }
            }
        }
        println!("{N} doubles: {:.3?}", seen.largest);
    }
    let u = f64::EPSILON / 2.0;
    let (top, bit) = (2.0 - 2.0 * u, 1.0 + 2.0 * u);
    // Halves of a last place, all ones, a one and nothing for long, signs that alternate.
    let two: Vec<[f64; 2]> = [0.0, u, -u / 2.0, u * u, u - u * u, -u * (1.0 - u) / 2.0, 1e-40, -1e-300 * u]
        .into_iter()
        .flat_map(|low| [1.0, top, bit, 1.0 + 4.0 * u, 3.0].map(|high| [high, low]))
        .filter(|[high, low]| high + low == *high)
        .chain([[0.0, 0.0]])
        .collect();
    let u2 = power(106);
    let sum = Rational::from(3) / (Rational::from(1) - 4 * power(53)) * &u2;
    all(DoubleDouble(Scalar), &two, &sum, &(5 * u2));
    let mut four = Vec::new();
    for p in [1.0, top, bit] {
        for q in [0.0, 1.0 - u, -0.5, 2.0 * u] {
            for s in [0.0, 1.0 - u, -0.5 + u] {
                for t in [0.0, 0.5, -1.0 + u] {
                    // Each below one last place of the one before it, 2 u.
                    let parts = [p, 2.0 * u * q, 4.0 * u * u * s * q.max(u), 8.0 * u * u * u * t * s.abs() * q.abs()];
                    if crate::numbers::apart(&parts) {
                        four.push(parts);
                    }
                }
            }
        }
    }
    assert!(four.len() > 40);
    all(QuadDouble(Scalar), &four, &power(209), &power(209));
}
