//! Components of zeros, and systems with more polynomials than variables: known ones, and random ones that are put together from known components or points.

use crate::planted::planted;
use crate::tally::raised;
use eliminant::system::{Coefficient, Component, Decompose, DecomposeAnswer, Solve, System};
use eliminant::{Backend, Complex64, ErrorKind};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Rational;

fn system(text: &str) -> System {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Dimensions, degrees and multiplicities of all components, ascending, of which points lie where they must.
fn decomposed(system: &System, seed: u64) -> (Vec<[usize; 3]>, DecomposeAnswer) {
    let found = Decompose::new(system).seed(seed).backend(Backend::Cpu).run().unwrap();
    found.components.iter().for_each(|component| check(system, component));
    let mut facts: Vec<[usize; 3]> =
        found.components.iter().map(|part| [part.dimension, part.degree, part.multiplicity]).collect();
    facts.sort_unstable();
    (facts, found)
}

/// Witness points are zeros of the system and of the slices.
fn check(system: &System, component: &Component) {
    assert_eq!((component.points.len(), component.slices.len()), (component.degree, component.dimension));
    for point in &component.points {
        for form in &component.slices {
            let (constant, slopes) = form.split_last().unwrap();
            let terms: Vec<Complex64> = slopes.iter().zip(point).map(|(a, x)| a * x).chain([*constant]).collect();
            assert!(terms.iter().sum::<Complex64>().norm() <= 1e-9 * largest(&terms), "{point:?} is not on {form:?}");
        }
        for polynomial in system.polynomials() {
            let power = |&(v, e): &(usize, u32)| point[v].powu(e);
            let term = |term: &eliminant::system::Term| {
                let [[re], [im]] = term.coefficient.nearest::<1>().unwrap();
                term.exponents.iter().map(power).fold(Complex64::new(re, im), |product, factor| product * factor)
            };
            let terms: Vec<Complex64> = polynomial.iter().map(term).collect();
            assert!(terms.iter().sum::<Complex64>().norm() <= 1e-8 * largest(&terms), "{point:?} is no zero");
        }
    }
}

fn largest(numbers: &[Complex64]) -> f64 {
    numbers.iter().map(|x| x.norm()).fold(0.0, f64::max)
}

#[test]
fn known_components() {
    // Dimension, degree and multiplicity of each component, ascending, and the number of isolated zeros.
    let known: [(&str, &[[usize; 3]], usize); 13] = [
        ("x*z; y*z", &[[1, 1, 1], [2, 1, 1]], 0),
        ("x^2 + y^2 + z^2 - 10^6; x - 300", &[[1, 2, 1]], 0),
        ("x^2*y", &[[1, 1, 1], [1, 1, 2]], 0),
        ("(x^2 + y^2 - 1)^2", &[[1, 2, 2]], 0),
        ("x - x + 0*y", &[[2, 1, 1]], 0),
        ("x*y - 1; x", &[], 0),
        ("x - 1; x - 2", &[], 0),
        ("x^2 - 3*x + 2; y^2 - 4", &[], 4),
        // A line with an embedded point.
        ("x^2; x*y", &[[1, 1, 1]], 0),
        // The twisted cubic, from three quadrics.
        ("x*w - y*z; x*z - y^2; y*w - z^2", &[[2, 3, 1]], 0),
        // Cyclic-4: two conics.
        ("a+b+c+d; a*b+b*c+c*d+d*a; a*b*c+b*c*d+c*d*a+d*a*b; a*b*c*d-1", &[[1, 2, 1], [1, 2, 1]], 0),
        // A sphere, three lines, a cubic and a point, of Sommese, Verschelde and Wampler, without the sphere.
        (
            "(y - x^2)*(x - 1/2); (z - x^3)*(y - 1/2); (y - x^2)*(z - x^3)*(z - 1/2)",
            &[[1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 3, 1]],
            1,
        ),
        ("x*(y - x^2)*(y - 2); x*(y - x^2)*(x - 3)", &[[1, 1, 1], [1, 2, 1]], 1),
    ];
    for (text, components, isolated) in known {
        let (facts, found) = decomposed(&system(text), 1);
        assert_eq!((&facts[..], found.isolated.solutions.len()), (components, isolated), "{text}");
        assert!(found.is_complete(), "{text}: {found:?}");
    }
}

/// Adjacent minors of a matrix of 2 rows: degree 2^(n - 1) in all, in as many components as a Fibonacci number says.
#[test]
fn adjacent_minors() {
    let known: [&[usize]; 3] = [&[1, 3], &[2, 2, 4], &[1, 3, 3, 4, 5]];
    for (columns, degrees) in (3..).zip(known) {
        let minors: Vec<String> = (1..columns).map(|i| format!("x{i}*y{0} - x{0}*y{i}", i + 1)).collect();
        let (facts, found) = decomposed(&system(&minors.join("; ")), columns as u64);
        let expected: Vec<[usize; 3]> = degrees.iter().map(|&degree| [columns + 1, degree, 1]).collect();
        assert_eq!(facts, expected, "{columns} columns");
        assert!(found.components.iter().all(|component| component.is_irreducible));
    }
}

/// A component in three variables: generators of its ideal, its dimension and its degree.
fn component(rng: &mut StdRng) -> (Vec<String>, usize, usize) {
    let forms: Vec<String> = (0..3)
        .map(|_| {
            let [a, b, c, d] = [(); 4].map(|()| rng.random_range(-9..=9i32));
            format!("({a}*x + {b}*y + {c}*z + {d})")
        })
        .collect();
    let [u, v, w] = &forms[..] else { unreachable!() };
    match rng.random_range(0..6) {
        0 => (vec![u.clone()], 2, 1),
        1 => (vec![format!("({u}*{v} - {w})")], 2, 2),
        2 => (vec![u.clone(), v.clone()], 1, 1),
        3 => (vec![u.clone(), format!("({v}^2 - {w})")], 1, 2),
        4 => (vec![format!("({v} - {u}^2)"), format!("({w} - {u}*{v})")], 1, 3),
        _ => (forms, 0, 1),
    }
}

/// Unions of two random components: products of their ideals.
#[test]
fn unions_of_components() {
    for seed in raised().unwrap_or(0..8) {
        let mut rng = StdRng::seed_from_u64(seed);
        let (a, b) = (component(&mut rng), component(&mut rng));
        let products: Vec<String> = a.0.iter().flat_map(|f| b.0.iter().map(move |g| format!("{f}*{g}"))).collect();
        let system = System::new(
            &["x", "y", "z"],
            system(&format!("0*x + 0*y + 0*z; {}", products.join("; "))).polynomials().to_vec(),
        );
        let (facts, found) = decomposed(&system.unwrap(), seed);
        let all = [[a.1, a.2, 1], [b.1, b.2, 1]];
        let mut expected: Vec<[usize; 3]> = all.into_iter().filter(|part| part[0] > 0).collect();
        expected.sort_unstable();
        let points = all.iter().filter(|part| part[0] == 0).count();
        assert_eq!((facts, found.isolated.solutions.len()), (expected, points), "seed {seed}: {}", products.join("; "));
        assert!(found.is_complete(), "seed {seed}");
    }
}

/// More polynomials than variables: of a system with known zeros those that are zeros of another polynomial too, which is a product of linear forms.
#[test]
fn more_polynomials_than_variables() {
    for seed in raised().unwrap_or(0..12) {
        let mut rng = StdRng::seed_from_u64(seed);
        let planted = planted(&mut rng);
        let (names, n) = (planted.system.variables(), planted.system.variables().len());
        let part = |x: &Rational| Rational::from(x);
        let chosen: Vec<bool> = planted.zeros.iter().map(|_| rng.random_bool(0.5)).collect();
        let factor = |zero: &[Coefficient]| {
            let difference = |(name, x): (&String, &Coefficient)| {
                let x = Coefficient::new(part(&x.re), part(&x.im));
                format!("{}*({name} - ({x}))", rng.random_range(1..=9))
            };
            format!("({})", names.iter().zip(zero).map(difference).collect::<Vec<_>>().join(" + "))
        };
        let kept = planted.zeros.iter().zip(&chosen).filter(|(_, chosen)| **chosen).map(|((zero, _), _)| zero);
        let factors: Vec<String> = kept.map(|zero| zero.as_slice()).map(factor).collect();
        let more = if factors.is_empty() { "1".to_owned() } else { factors.join("*") };
        let text = format!("{}; {more}", planted.text);
        let system = System::new(names, system(&text).polynomials().to_vec()).unwrap();
        assert_eq!(system.len(), n + 1);
        let exact = |zero: &[Coefficient]| system.evaluate(zero).unwrap().iter().all(Coefficient::is_zero);
        let expected: Vec<&Vec<Coefficient>> =
            planted.zeros.iter().map(|(zero, _)| zero).filter(|zero| exact(zero)).collect();
        let found = Solve::new(&system).seed(seed).backend(Backend::Cpu).run().unwrap();
        let paths = found.solutions.iter().map(|zero| zero.multiplicity as u64).sum::<u64>();
        assert_eq!(paths + found.at_infinity + found.failed + found.nonsolutions, found.paths, "seed {seed}: {text}");
        let distance = |point: &[Complex64], zero: &[Coefficient]| {
            let apart = |(x, y): (&Complex64, &Coefficient)| {
                let [[re], [im]] = y.nearest::<1>().unwrap();
                (x - Complex64::new(re, im)).norm() / re.hypot(im).max(f64::MIN_POSITIVE)
            };
            point.iter().zip(zero).map(apart).fold(0.0, f64::max)
        };
        let mut counts = vec![0; expected.len()];
        for solution in &found.solutions {
            let near = (0..expected.len()).min_by(|&a, &b| {
                distance(&solution.point, expected[a]).total_cmp(&distance(&solution.point, expected[b]))
            });
            let near = near.unwrap_or_else(|| panic!("seed {seed}: {text}: {solution} is no zero"));
            let is_zero = expected[near].iter().any(Coefficient::is_zero);
            assert!(is_zero || distance(&solution.point, expected[near]) < 1e-7, "seed {seed}: {text}: {solution}");
            assert!(!solution.is_certified());
            counts[near] += 1;
        }
        let is_whole = counts.iter().all(|&count| count == 1);
        assert!(
            is_whole || !found.is_complete() && counts.iter().all(|&count| count <= 1),
            "seed {seed}: {text}: {found}"
        );
    }
}

#[test]
fn what_is_wrong_is_said() {
    let error = Decompose::new(&System::new::<&str>(&[], vec![]).unwrap()).run().unwrap_err();
    assert!(error.to_string().contains("give one at least"), "{error}");
    let error = Solve::new(&system("x + y")).run().unwrap_err();
    assert!(error.to_string().contains("decompose"), "{error}");
    let control = eliminant::Control::default();
    control.cancel();
    let error = Decompose::new(&system("x*y")).control(control).run().unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Cancelled);
    let error = Decompose::new(&system("x*y - 1")).memory_limit(1000).run().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
}
