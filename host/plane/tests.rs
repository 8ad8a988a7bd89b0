//! Known solutions, planted ones, and those of the numeric solver.

use super::{PlaneAnswer, SolvePlane};
use crate::floating::Complex64;
use crate::poly::Polynomial;
use crate::roots::ComplexAlgebraic;
use crate::system::{Solution, Solve, System};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::ops::Pow;
use rug::{Integer, Rational};
use std::collections::BTreeMap;

fn solve(f: &str, g: &str) -> PlaneAnswer {
    let (f, g): (Polynomial, Polynomial) = (f.parse().unwrap(), g.parse().unwrap());
    SolvePlane::new(&f, &g).variables("x", "y").run().unwrap()
}

/// Solutions as text, and the number of complex ones with multiplicities.
fn told(f: &str, g: &str) -> (Vec<String>, u64) {
    let answer = solve(f, g);
    let text = answer.to_string().replace("  # multiplicity ", " ^").replace("x = ", "").replace("y = ", "");
    (text.lines().map(str::to_owned).collect(), answer.complex)
}

#[test]
fn known_solutions() {
    let none: [&str; 0] = [];
    for (f, g, solutions, complex) in [
        ("x^2 + y^2 - 5", "x*y - 2", &["-2, -1", "-1, -2", "1, 2", "2, 1"][..], 4),
        ("x", "y", &["0, 0"], 1),
        ("x^2 + y^2 - 1", "2*y", &["-1, 0", "1, 0"], 2),
        // Concentric circles meet at infinity alone; parallel lines too.
        ("x^2 + y^2 - 1", "x^2 + y^2 - 4", &none, 0),
        ("y - 1", "y - 2", &none, 0),
        ("x^2 + y^2", "x - y", &["0, 0 ^2"], 2),
        // A cusp: (t^2, t^3) in x^2 y gives t^7, and in y^5 t^15.
        ("y^2 - x^3", "x^2*y", &["0, 0 ^7"], 7),
        ("y^2 - x^3", "x*y^2 - x^4 + y^5", &["0, 0 ^15"], 15),
        // Both are singular there, with the same tangents or others.
        ("x^2 - y^2", "x*y", &["0, 0 ^4"], 4),
        ("(x^2 + y^2)^2 + 3*x^2*y - y^3", "x*y", &["0, 0 ^7", "0, 1"], 8),
        ("(x - 2)^2*(y - 3)^2", "(x - 2)^3 + (y - 3)^3", &["2, 3 ^12"], 12),
        // Vertical lines, and solutions above each other.
        ("(x - 1)*(x - 2)", "(y - 3)*(y^2 + 1)", &["1, 3", "2, 3"], 6),
        ("x - 1", "y^2 - 1", &["1, -1", "1, 1"], 2),
        ("(x^2 + y^2 - 1)^2", "x", &["0, -1 ^2", "0, 1 ^2"], 4),
        // Complex solutions with real x, or with real x + y.
        ("y^2 + 1", "x*(x - y)", &none, 4),
        ("x + y", "x^2 + 1", &none, 2),
        ("7", "x + y", &none, 0),
    ] {
        assert_eq!(told(f, g), (solutions.iter().map(|&text| text.to_owned()).collect(), complex), "{f} and {g}");
    }
}

#[test]
fn common_curves_are_split_off() {
    let answer = solve("(x - 1)*(y - 1)", "(x - 1)*(x - y + 3)");
    assert_eq!(answer.common.as_ref().unwrap().to_string(), "x - 1");
    assert_eq!(answer.to_string(), "x = -2, y = 1\n");
    // Of y - x^2 and y + x - 2 are (1, 1) and (-2, 4); the first one is on the common circle, and no isolated solution.
    let circle = "(x^2 + y^2 - 2)";
    let answer = solve(&format!("{circle}*(y - x^2)"), &format!("{circle}*(y + x - 2)"));
    assert_eq!((answer.to_string().as_str(), answer.complex), ("x = -2, y = 4\n", 2));
    let answer = solve("x*y", "0");
    assert_eq!((answer.solutions.len(), answer.common.unwrap().to_string()), (0, "x*y".to_owned()));
    assert!(solve("x", "x").solutions.is_empty());
}

#[test]
fn wrong_polynomials_are_named() {
    let message = |f: &str, g: &str| {
        let (f, g): (Polynomial, Polynomial) = (f.parse().unwrap(), g.parse().unwrap());
        SolvePlane::new(&f, &g).run().unwrap_err().to_string()
    };
    assert_eq!(message("0", "0*x*y"), "variables: are ; two are wanted: name both where one occurs alone");
    assert_eq!(message("x", "x - 1"), "variables: are x; two are wanted: name both where one occurs alone");
    assert!(message("x + y", "z").contains("are x, y, z"));
    let zero: Polynomial = "0".parse().unwrap();
    let error = SolvePlane::new(&zero, &zero).variables("x", "y").run().unwrap_err();
    assert!(error.to_string().contains("are both 0"));
    let f: Polynomial = "a".parse().unwrap();
    assert!(SolvePlane::new(&f, &zero).variables("x", "y").run().unwrap_err().to_string().contains("a occurs too"));
}

/// A line a x + b y = c.
type Line = [i32; 3];

fn product(lines: &[Line]) -> Polynomial {
    let text: Vec<String> = lines.iter().map(|[a, b, c]| format!("({a}*x + {b}*y - {c})")).collect();
    text.join("*").parse().unwrap()
}

/// The point of two lines, if they have exactly one.
fn meeting([a, b, c]: Line, [d, e, f]: Line) -> Option<(Rational, Rational)> {
    let determinant = a * e - b * d;
    (determinant != 0)
        .then(|| (Rational::from((c * e - b * f, determinant)), Rational::from((a * f - c * d, determinant))))
}

/// Products of lines: each pair of lines adds 1 to the multiplicity of its point. Many lines pass through the same points, and points lie above each other.
#[test]
fn planted_lines() {
    for seed in 0..120 {
        let mut random = StdRng::seed_from_u64(seed);
        let size = random.random_range(1..=3);
        let mut line = || loop {
            let line: Line = [0; 3].map(|_: i32| random.random_range(-size..=size));
            if line[..2] != [0, 0] {
                return line;
            }
        };
        let (count, other) = (1 + seed as usize % 4, 1 + seed as usize / 4 % 3);
        let lines: Vec<Line> = (0..count).map(|_| line()).collect();
        let others: Vec<Line> = (0..other).map(|_| line()).collect();
        let is_same = |[a, b, c]: Line, [d, e, f]: Line| a * e == b * d && a * f == c * d && b * f == c * e;
        if lines.iter().any(|one| others.iter().any(|two| is_same(*one, *two))) {
            continue;
        }
        let mut expected: BTreeMap<(Rational, Rational), u32> = BTreeMap::new();
        for point in lines.iter().flat_map(|one| others.iter().filter_map(|two| meeting(*one, *two))) {
            *expected.entry(point).or_default() += 1;
        }
        let (f, g) = (product(&lines), product(&others));
        let answer = SolvePlane::new(&f, &g).variables("x", "y").run().unwrap();
        let rational = |x: &crate::RealAlgebraic| x.as_rational().unwrap().clone();
        let found: Vec<_> =
            answer.solutions.iter().map(|s| ((rational(&s.x), rational(&s.y)), s.multiplicity)).collect();
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "seed {seed}: {f} and {g}");
    }
}

/// Random curves through planted points, some with a double point there, against the zeros that are found by paths and certified.
#[test]
fn as_the_numeric_solver() {
    for seed in 0..60 {
        let mut random = StdRng::seed_from_u64(1000 + seed);
        let mut polynomial = |degree: u32| {
            let terms = (0..=degree).flat_map(|i| (0..=degree - i).map(move |j| vec![i, j]));
            let terms = terms.map(|exponents| (Integer::from(random.random_range(-9..=9)), exponents));
            Polynomial::from_terms(&["x", "y"], terms.collect::<Vec<_>>()).unwrap()
        };
        let (f, g) = (polynomial(2 + seed as u32 % 2), polynomial(1 + seed as u32 % 3));
        let answer = SolvePlane::new(&f, &g).variables("x", "y").run().unwrap();
        let system = System::from_polynomials(&[f.clone(), g.clone()]).unwrap();
        let numeric = Solve::new(&system).run().unwrap();
        assert!(numeric.is_complete());
        assert_eq!(
            answer.complex,
            numeric.solutions.iter().map(|zero| zero.multiplicity as u64).sum::<u64>(),
            "{f}, {g}"
        );
        let points: Vec<Vec<f64>> = numeric.real_points().collect();
        assert_eq!(answer.solutions.len(), points.len(), "{f}, {g}");
        let others = SolvePlane::new(&f, &g).variables("x", "y").complex(true).run().unwrap().others;
        let zeros: Vec<_> = numeric.solutions.iter().filter(|zero| !zero.is_real()).collect();
        assert_eq!(others.len(), zeros.len(), "{f}, {g}");
        for other in &others {
            let point = [&other.x, &other.y].map(ComplexAlgebraic::to_complex64);
            let is_it = |zero: &&&Solution| {
                let near = |a: Complex64, b: Complex64| (a - b).norm() <= 1e-9 * a.norm().max(1.0);
                near(point[0], zero.point[0]) && near(point[1], zero.point[1])
            };
            assert_eq!(zeros.iter().filter(|zero| is_it(zero)).count(), 1, "{f}, {g}");
        }
        for (solution, point) in answer.solutions.iter().zip(points) {
            let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(1.0);
            assert!(near(solution.x.to_f64(), point[0]) && near(solution.y.to_f64(), point[1]), "{f}, {g}");
        }
    }
}

/// Coordinates exchanged, and other coordinates: the same solutions.
#[test]
fn other_coordinates() {
    let (f, g): (Polynomial, Polynomial) =
        ("(x^2 + y^2 - 4)^3 - x*y^2".parse().unwrap(), "x^3 - 3*x*y^2 - y".parse().unwrap());
    let answer = SolvePlane::new(&f, &g).run().unwrap();
    let exchanged = SolvePlane::new(&g, &f).variables("y", "x").run().unwrap();
    let key = |x: &crate::RealAlgebraic, y: &crate::RealAlgebraic| (x.to_decimal(30), y.to_decimal(30));
    let mut points: Vec<_> = answer.solutions.iter().map(|s| key(&s.x, &s.y)).collect();
    let mut others: Vec<_> = exchanged.solutions.iter().map(|s| key(&s.y, &s.x)).collect();
    points.sort();
    others.sort();
    assert!(!points.is_empty() && points == others);
    // In millimetres, and a large number away.
    let moved = |f: &Polynomial| f.substitute("x", &"1000*x + 10^20".parse().unwrap()).unwrap();
    let moved = SolvePlane::new(&moved(&f), &moved(&g)).variables("x", "y").run().unwrap();
    let back = |x: &crate::RealAlgebraic| {
        let [lower, upper] = x.interval(200);
        let sum: Rational = lower + upper;
        let moved: Rational = sum * 500 + Integer::from(10).pow(20);
        moved.to_f64()
    };
    for (one, other) in answer.solutions.iter().zip(&moved.solutions) {
        assert!((one.x.to_f64() - back(&other.x)).abs() < 1e-12 && one.multiplicity == other.multiplicity);
    }
    assert_eq!((answer.solutions.len(), answer.complex), (moved.solutions.len(), moved.complex));
}
