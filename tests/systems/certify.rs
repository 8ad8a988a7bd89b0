//! Certificates against roots that are known otherwise: exactly, or to 80 digits (`scripts/reference/make_roots.py`).

use eliminant::ErrorKind;
use eliminant::floating::{decimal, nearest, parse};
use eliminant::system::{
    Certificate, CertifiedRoot, Coefficient, Coordinate, Overlap, Reality, Reason, System, certify, overlaps,
};
use proptest::prelude::*;
use rug::ops::Pow;
use rug::{Float, Rational};
use serde_json::Value;

type Point<const N: usize> = Vec<[[f64; N]; 2]>;

fn system(text: &str) -> System {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn real<const M: usize>(numbers: [f64; M]) -> Point<1> {
    numbers.iter().map(|&x| [[x], [0.0]]).collect()
}

/// The certificate of one point.
fn one<const N: usize>(text: &str, point: &Point<N>) -> Certificate {
    certify(&system(text), std::slice::from_ref(point)).unwrap().remove(0)
}

fn root<const N: usize>(text: &str, point: &Point<N>) -> CertifiedRoot {
    one(text, point).root().unwrap_or_else(|| panic!("{text} at {point:?}")).clone()
}

fn exact(x: f64) -> Rational {
    Rational::from_f64(x).unwrap()
}

fn between(x: &Rational, bounds: &[f64; 2], slack: &Rational) -> bool {
    exact(bounds[0]) - slack <= *x && *x <= exact(bounds[1]) + slack
}

fn parts(x: &Coefficient) -> [&Rational; 2] {
    [&x.re, &x.im]
}

/// The point is in the box, whose only root is the certified one.
fn in_box(root: &CertifiedRoot, point: &[Coefficient], slack: &Rational) -> bool {
    root.coordinates.iter().zip(point).all(|(coordinate, x)| {
        let near = |(x, centre): (&Rational, &Rational)| (x.clone() - centre).abs() <= exact(coordinate.radius) + slack;
        parts(x).into_iter().zip(parts(&coordinate.centre)).all(near)
    })
}

/// The point is within the bounds, and those are within the box.
fn in_bounds(root: &CertifiedRoot, point: &[Coefficient], slack: &Rational) -> bool {
    root.coordinates.iter().zip(point).all(|(coordinate, x)| {
        let Coordinate { centre, radius, offset, re, im } = coordinate;
        let close = |i: usize| {
            let shifted = parts(x)[i].clone() - parts(centre)[i];
            between(&shifted, &offset[i], slack) && offset[i].iter().all(|end| end.abs() < *radius)
        };
        close(0) && close(1) && between(&x.re, re, slack) && between(&x.im, im, slack)
    })
}

fn family(line: &Value) -> System {
    let n = line["n"].as_u64().unwrap_or(0) as usize;
    match line["family"].as_str() {
        Some("cyclic") => System::cyclic(n).unwrap(),
        Some("katsura") => System::katsura(n).unwrap(),
        Some("noon") => System::noon(n).unwrap(),
        Some("eco") => System::eco(n).unwrap(),
        Some(other) => panic!("{other}"),
        None => system(line["text"].as_str().unwrap()),
    }
}

/// All roots of all stored systems, rounded to N doubles: certified, real or not, bounds with the digits in them, and all different.
fn stored<const N: usize>(places: i32) {
    let mut count = 0;
    for line in include_str!("../data/roots.jsonl").lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let system = family(&line);
        let list = line["roots"].as_array().unwrap();
        let part = |root: &Value, j: usize, i: usize| root["point"][j][i].as_str().unwrap().to_owned();
        let n = system.variables().len();
        let texts: Vec<Vec<[String; 2]>> =
            list.iter().map(|root| (0..n).map(|j| [part(root, j, 0), part(root, j, 1)]).collect()).collect();
        let points: Vec<Point<N>> = texts
            .iter()
            .map(|point| point.iter().map(|[re, im]| [parse(re).unwrap(), parse(im).unwrap()]).collect())
            .collect();
        let certificates = certify(&system, &points).unwrap();
        for ((certificate, text), expected) in certificates.iter().zip(&texts).zip(list) {
            let root = certificate.root().unwrap_or_else(|| panic!("{certificate:?} for {text:?} of {system}"));
            let reality = if expected["real"].as_bool().unwrap() { Reality::Real } else { Reality::NotReal };
            assert_eq!(root.reality, reality, "{text:?}");
            let point: Vec<Coefficient> =
                text.iter().map(|[re, im]| Coefficient::new(decimal(re).unwrap(), decimal(im).unwrap())).collect();
            for (coordinate, x) in root.coordinates.iter().zip(&point) {
                // The digits that are stored, one coordinate at a time: units differ.
                let size = x.re.clone().abs() + x.im.clone().abs();
                let slack = size.clone() * decimal("1e-78").unwrap();
                let (alone, x) = (CertifiedRoot { coordinates: vec![coordinate.clone()], reality }, [x.clone()]);
                assert!(in_box(&alone, &x, &slack) && in_bounds(&alone, &x, &slack), "{coordinate:?} {x:?}");
                // The box is as good as the point.
                let size = size.to_f64().max(1e-6);
                assert!(coordinate.radius <= size * 10f64.powi(places), "{coordinate:?}");
                let sharp = size * 10f64.powi(places - 9);
                assert!(coordinate.offset.iter().all(|[lower, upper]| upper - lower <= sharp), "{coordinate:?}");
            }
            count += 1;
        }
        assert_eq!(overlaps(&certificates).unwrap(), []);
    }
    assert_eq!(count, 154);
}

#[test]
fn all_roots_of_stored_systems_as_doubles() {
    stored::<1>(-11);
}

#[test]
fn all_roots_of_stored_systems_as_double_doubles() {
    stored::<2>(-27);
}

#[test]
fn all_roots_of_stored_systems_as_quad_doubles() {
    stored::<4>(-58);
}

#[test]
fn a_square_root() {
    let certified = root("x^2 - 2", &real([std::f64::consts::SQRT_2]));
    let Coordinate { re: [lower, upper], im, offset, radius, .. } = certified.coordinates[0].clone();
    assert!(exact(lower).square() < 2 && exact(upper).square() > 2);
    // The square root of 2 is between two neighbours.
    assert!(upper == lower.next_up() && im == [0.0, 0.0] && certified.reality == Reality::Real);
    for end in offset[0] {
        let square = (exact(end) + exact(std::f64::consts::SQRT_2)).square();
        assert!((square - 2u32).abs() < decimal("1e-30").unwrap());
    }
    assert!(radius < 1e-15);
    // Where |f / f'| < |x| / 8 the test is passed, and no further.
    let certified = |x: f64| one("x^2 - 2", &real([x])).root().is_some();
    assert!(certified(1.2650) && certified(1.6329));
    assert!(!certified(1.2648) && !certified(1.6331));
    assert!(!certified(1e300) && !certified(-1.0));
}

#[test]
fn rational_roots() {
    let text = "x^2 + y^2 - 1; 5*x - 5*y + 1";
    for (x, y) in [((3, 5), (4, 5)), ((-4, 5), (-3, 5))] {
        let root_at = [Coefficient::from(Rational::from(x)), Coefficient::from(Rational::from(y))];
        for error in [0.0, 1e-15, 1e-9, 1e-4, 1e-2] {
            let point: Point<1> = root_at.iter().map(|c| [[c.re.to_f64() + error], [error / 3.0]]).collect();
            let certified = root(text, &point);
            assert!(in_bounds(&certified, &root_at, &Rational::new()));
            assert_eq!(certified.reality, Reality::Real);
        }
    }
    // The line misses the circle: the roots are not real.
    let pair = root("x^2 + y^2 - 1; x - 2", &vec![[[2.0], [0.0]], [[0.0], [3f64.sqrt()]]]);
    assert_eq!(pair.reality, Reality::NotReal);
    // An exact root, and a system that is linear.
    let certified = root("3*x - y - 1; y - 2", &real([1.0, 2.0]));
    assert!(in_bounds(&certified, &[1.into(), 2.into()], &Rational::new()));
    assert!(certified.coordinates.iter().all(|x| x.radius > 0.0 && x.radius < 1e-200));
}

#[test]
fn real_or_not() {
    let near = |re: f64, im: f64| vec![[[re], [im]]];
    assert_eq!(root("x^2 - 3", &near(1.732, 1e-5)).reality, Reality::Real);
    assert_eq!(root("x^2 + 1", &near(1e-3, -0.999)).reality, Reality::NotReal);
    assert_eq!(root("x^2 + 1e-20", &near(0.0, 1e-10)).reality, Reality::NotReal);
    assert_eq!(root("x^2 - 1e-20", &near(1e-10, 1e-13)).reality, Reality::Real);
    // Conjugates mean nothing where coefficients are not real; what is beside the axis is not real anyhow.
    assert_eq!(root("i*x^2 - 3*i", &near(1.732, 0.0)).reality, Reality::Undecided);
    assert_eq!(root("i*x^2 + 3*i", &near(0.0, 1.732)).reality, Reality::NotReal);
    // One coordinate that is not real is enough.
    let mixed = root("x^2 - 3; y^2 + x", &vec![[[1.732], [0.0]], [[0.0], [-1.316]]]);
    assert_eq!(mixed.reality, Reality::NotReal);
    // No variables: the only point is a root, and real.
    let nothing = certify::<1, Point<1>>(&System::new::<&str>(&[], vec![]).unwrap(), &[vec![]]).unwrap();
    assert_eq!(nothing, [Certificate::Certified(CertifiedRoot { coordinates: vec![], reality: Reality::Real })]);
}

#[test]
fn what_is_not_certified() {
    let reason = |text: &str, point: &Point<2>| match one(text, point) {
        Certificate::NotCertified(reason) => reason,
        certificate => panic!("{text} at {point:?}: {certificate:?}"),
    };
    let at = |x: f64, low: f64| vec![[[x, low], [0.0, 0.0]]];
    // Double roots, at the root and beside it.
    for error in [0.0, 1e-30, 1e-16, 1e-8, 1e-3] {
        for text in ["(x - 1)^2", "(x - 1)^3", "(x - 1)^2*(x + 3)", "(x - 1)^2*(x - i)"] {
            let reason = reason(text, &at(1.0, error));
            assert!(matches!(reason, Reason::Singular | Reason::Contraction), "{text}");
        }
    }
    assert_eq!(reason("(x - 1)^2", &at(1.0, 0.0)), Reason::Singular);
    // Two roots that doubles do not tell apart in the Jacobian, and a point that is as near to both.
    assert_eq!(reason("(x - 1)^2 - 1e-40", &at(1.0, 1e-20)), Reason::Singular);
    assert_eq!(reason("(x - 1)^2 - 1e-12", &at(1.0, 1e-9)), Reason::Contraction);
    assert!(one("(x - 1)^2 - 1e-12", &at(1.000001, 0.0)).root().is_some());
    // A tangent; a curve of roots; a polynomial that is 0; no root at all.
    let two = |x: f64, y: f64| vec![[[x, 0.0], [0.0; 2]], [[y, 0.0], [0.0; 2]]];
    assert_eq!(reason("x^2 + y^2 - 1; x - 1", &two(1.0, 0.0)), Reason::Singular);
    assert_eq!(reason("x*y; x^2 - x*y", &two(0.0, 3.0)), Reason::Singular);
    assert_eq!(reason("x - x; y - 1", &two(0.0, 1.0)), Reason::Singular);
    assert_eq!(reason("x*y - 1; x*y - 2", &two(1.0, 1.5)), Reason::Singular);
    // Too far.
    assert_eq!(reason("x^2 + 1", &at(1.0, 0.0)), Reason::Contraction);
    assert_eq!(reason("x^5 - 1", &at(0.5, 0.0)), Reason::Contraction);
    assert_eq!(reason("x^3 - 1", &at(1e200, 0.0)), Reason::NotFinite);
    assert_eq!(Reason::Singular.to_string(), "the Jacobian is singular to working precision");
}

#[test]
fn units_and_sizes() {
    // Roots from 1e-8 to 1e8, with coefficients that are no doubles.
    let text = "(x - 1e8)*(x - 1/3); (y - 1e-8)*(y + 1/7*x); 1e40*z - 1/3*y*x + 1e300*w; 1e-320*w - 1e-330";
    let w = decimal("1e-10").unwrap();
    for x in [decimal("1e8").unwrap(), Rational::from((1, 3))] {
        for y in [decimal("1e-8").unwrap(), -x.clone() / 7u32] {
            let z = (y.clone() * &x / 3u32 - decimal("1e300").unwrap() * &w) / decimal("1e40").unwrap();
            let point = [&x, &y, &z, &w].map(|x| Coefficient::from(x.clone()));
            let doubles: Point<1> = point.iter().map(|x| x.nearest().unwrap()).collect();
            let certified = root(text, &doubles);
            assert!(in_bounds(&certified, &point, &Rational::new()));
            for (coordinate, x) in certified.coordinates.iter().zip(&point) {
                assert!(coordinate.radius <= x.re.to_f64().abs() * 1e-14, "{coordinate:?}");
            }
        }
    }
    // A coefficient beyond doubles, and exponents that are large.
    let certified = root("1e400*x^2 - 1e400/9", &real([0.3333]));
    assert!(in_bounds(&certified, &[Rational::from((1, 3)).into()], &Rational::new()));
    let start = 2f64.powf(1e-6);
    let certified = root("t^1000000 - 2", &real([start]));
    let [lower, upper] = certified.coordinates[0].re;
    let power = |x: f64| Float::with_val(256, x).pow(1_000_000);
    assert!(power(lower) < 2 && power(upper) > 2 && upper == lower.next_up());
}

#[test]
fn the_same_root_twice() {
    let text = system("x^2 - 3; x*y - 1");
    let roots = [[1.73205, 0.57735], [-1.732, -0.5773], [1.7321, 0.5773], [10.0, 0.1], [1.73205, 0.57736]];
    let certificates = certify(&text, &roots.map(real)).unwrap();
    assert!(certificates[3].root().is_none());
    let found = overlaps(&certificates).unwrap();
    let same = |first, second| Overlap { pair: (first, second), same: true };
    assert_eq!(found, [same(0, 2), same(0, 4), same(2, 4)]);
    assert_eq!(overlaps(&[]).unwrap(), []);

    // Nearer than doubles, and told apart; with a point in common; one in the box of the other.
    let near = |distance: &str, end: f64, radius: f64| {
        let centre = Coefficient::from(decimal(distance).unwrap() + 1u32);
        let coordinate = Coordinate {
            centre,
            radius,
            offset: [[-end, end], [0.0, 0.0]],
            re: [1.0f64.next_down(), 1.0f64.next_up()],
            im: [0.0, 0.0],
        };
        Certificate::Certified(CertifiedRoot { coordinates: vec![coordinate], reality: Reality::Real })
    };
    let pair = |a: Certificate, b: Certificate| overlaps(&[a, b]).unwrap();
    assert_eq!(pair(near("0", 4e-31, 9e-31), near("1e-30", 5e-31, 9e-31)), []);
    let touching = pair(near("0", 6e-31, 9e-31), near("1e-30", 5e-31, 9e-31));
    assert_eq!(touching, [Overlap { pair: (0, 1), same: false }]);
    assert_eq!(pair(near("0", 6e-31, 9e-31), near("1e-30", 5e-31, 9e-30)), [same(0, 1)]);

    // Roots of different systems.
    let other = certify(&system("x - 1"), &[real([1.0])]).unwrap().remove(0);
    assert!(matches!(overlaps(&[certificates[0].clone(), other]).unwrap_err().kind(), ErrorKind::Argument { .. }));
}

#[test]
fn arguments() {
    let message = |text: &str, point: Point<1>| {
        let error = certify(&system(text), &[point]).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument { .. }));
        error.to_string()
    };
    assert!(message("x*y - 1", real([1.0, 1.0])).contains("1 polynomial in 2 variables"));
    assert!(message("x; x - 1", real([1.0])).contains("2 polynomials in 1 variable;"));
    assert!(message("x - 1", real([1.0, 1.0])).contains("2 numbers for 1 variable"));
    for x in [f64::NAN, f64::INFINITY] {
        assert!(message("x - 1", real([x])).contains("not finite"));
        assert!(certify(&system("x - 1"), &[[[[1.0, 0.0], [0.0, x]]]]).is_err());
    }
}

/// A Gaussian rational with small parts, real ones often.
fn gaussian() -> impl Strategy<Value = Coefficient> {
    let part = || (-12..=12i32, prop_oneof![Just(1i32), Just(3)]).prop_map(Rational::from);
    (part(), prop_oneof![Just(Rational::new()), part()]).prop_map(|(re, im)| Coefficient::new(re, im))
}

/// Invertible, with small entries.
fn forms() -> impl Strategy<Value = [i32; 4]> {
    proptest::array::uniform4(-3..=3i32).prop_filter("singular", |[a, b, c, d]| a * d != b * c)
}

/// The point where ax + by = u and cx + dy = v.
fn crossing([a, b, c, d]: [i32; 4], u: &Coefficient, v: &Coefficient) -> [Coefficient; 2] {
    let combination = |p: i32, q: i32| {
        let sum = Coefficient::from(p) * u.clone() + Coefficient::from(q) * v.clone();
        sum * Coefficient::from(Rational::from((1, a * d - b * c)))
    };
    [combination(d, -b), combination(-c, a)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Products of lines in two directions: all roots are their crossings, multiple ones where a line is there twice. However wrong the point
    /// is, a box has exactly one of them in it, and the bounds too; and where roots are simple and the point is good, there is a box.
    #[test]
    fn a_box_has_exactly_one_root(
        forms in forms(),
        rights in proptest::array::uniform2(proptest::collection::vec(gaussian(), 1..4)),
        near in any::<proptest::sample::Index>(),
        exponent in 0..40i32,
        directions in proptest::array::uniform4(-1.0..1.0f64),
    ) {
        let [a, b, c, d] = forms;
        let product = |p: i32, q: i32, rights: &[Coefficient]| {
            let factors: Vec<String> = rights.iter().map(|right| format!("({p}*x + {q}*y - ({right}))")).collect();
            factors.join("*")
        };
        let text = format!("{};\n{};", product(a, b, &rights[0]), product(c, d, &rights[1]));
        let system = system(&text);
        let roots: Vec<[Coefficient; 2]> =
            rights[0].iter().flat_map(|u| rights[1].iter().map(move |v| crossing(forms, u, v))).collect();
        let simple = rights.iter().all(|list| list.iter().enumerate().all(|(i, x)| !list[..i].contains(x)));

        let root = &roots[near.index(roots.len())];
        let error = |i: usize| exact(directions[i] * 10f64.powi(-exponent));
        let part = |x: &Rational, i: usize| nearest::<2>(&(x.clone() + error(i))).unwrap();
        let point = [[part(&root[0].re, 0), part(&root[0].im, 1)], [part(&root[1].re, 2), part(&root[1].im, 3)]];
        let certificate = certify(&system, &[point]).unwrap().remove(0);
        match certificate.root() {
            Some(certified) => {
                let none = Rational::new();
                let inside: Vec<_> = roots.iter().filter(|point| in_box(certified, *point, &none)).collect();
                prop_assert_eq!(inside.len(), 1, "{}", text);
                prop_assert!(in_bounds(certified, inside[0], &none));
                let real = inside[0].iter().all(|x| x.im.is_zero());
                let wrong = if real { Reality::NotReal } else { Reality::Real };
                prop_assert_ne!(certified.reality, wrong);
            }
            None => prop_assert!(!simple || exponent < 8, "{} {:?}", text, certificate),
        }
    }
}
