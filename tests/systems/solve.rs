//! All zeros of square systems: numbers that are known, multiplicities, zeros at infinity, and what is wrong with other systems.

use eliminant::system::{Solve, SolveAnswer, System, solve_system};
use eliminant::{Backend, Complex64, Control, ErrorKind};

fn solve(system: &System, seed: u64) -> SolveAnswer {
    let answer = Solve::new(system).seed(seed).run().unwrap();
    assert!(answer.paths <= system.degrees().iter().product::<u64>());
    for (i, zero) in answer.solutions.iter().enumerate() {
        assert!(!zero.regular || zero.multiplicity == 1, "{zero:?}");
        assert_eq!(zero.regular, zero.certificate.root().is_some(), "{zero:?}");
        for other in &answer.solutions[..i] {
            assert_ne!(zero.point, other.point);
        }
    }
    let to_zeros: usize = answer.solutions.iter().map(|zero| zero.multiplicity).sum();
    let not_isolated: usize = answer.not_isolated.iter().map(|(_, paths)| paths).sum();
    assert_eq!((to_zeros + not_isolated) as u64 + answer.at_infinity + answer.failed, answer.paths);
    assert!(answer.is_complete(), "{answer:?}");
    answer
}

fn text(text: &str, seed: u64) -> SolveAnswer {
    solve(&text.parse().unwrap(), seed)
}

#[test]
fn numbers_of_zeros() {
    // K. Gatermann and others' families: numbers of isolated zeros in C^n as PHCpack's and Bertini's collections have them.
    for (system, zeros) in [
        (System::cyclic(3), 6),
        (System::cyclic(5), 70),
        (System::katsura(6), 64),
        (System::noon(4), 73),
        (System::eco(6), 16),
        (System::reimer(4), 36),
    ] {
        let system = system.unwrap();
        for seed in 1..=3 {
            let answer = solve(&system, seed);
            let regular = answer.solutions.iter().filter(|zero| zero.regular).count();
            assert_eq!((answer.solutions.len(), regular), (zeros, zeros), "{:?}", system.degrees());
            assert_eq!((answer.at_infinity, answer.failed), (answer.paths - zeros as u64, 0));
        }
    }
}

#[test]
fn zeros_are_those_of_the_polynomial() {
    let answer = text("(x - 1)*(x - 2)*(x + i)*(x + 10)", 5);
    let mut found: Vec<Complex64> = answer.solutions.iter().map(|zero| zero.point[0]).collect();
    found.sort_by(|a, b| a.re.total_cmp(&b.re));
    for (found, expected) in found.iter().zip([[-10.0, 0.0], [0.0, -1.0], [1.0, 0.0], [2.0, 0.0]]) {
        assert!((found - Complex64::new(expected[0], expected[1])).norm() < 1e-13);
    }
    let scaled = text("1e200*x - 3e200; 1e-150*y^2 - 4e-150", 6);
    assert_eq!((scaled.solutions.len(), scaled.failed), (2, 0));
    assert!(scaled.solutions.iter().all(|zero| (zero.point[0].re - 3.0).abs() < 1e-14));
}

#[test]
fn multiple_zeros_have_their_multiplicity() {
    for (system, expected) in [
        ("x^2; y", vec![(2, [0.0, 0.0])]),
        ("(x - 1000)^4*(x + 2); y - x", vec![(4, [1e3, 1e3]), (1, [-2.0, -2.0])]),
        ("(x - 1)^3*(x + 2); y - x", vec![(3, [1.0, 1.0]), (1, [-2.0, -2.0])]),
        ("x^2 + y^2 - 2; x*y - 1", vec![(2, [1.0, 1.0]), (2, [-1.0, -1.0])]),
    ] {
        let answer = text(system, 3);
        assert_eq!(answer.solutions.len(), expected.len(), "{system}: {answer:?}");
        for (multiplicity, point) in expected {
            let near =
                |zero: &&eliminant::system::Solution| zero.point.iter().zip(point).all(|(x, y)| (x - y).norm() < 1e-15);
            let zero = answer.solutions.iter().find(near).unwrap_or_else(|| panic!("{system}: {answer:?}"));
            assert_eq!((zero.multiplicity, zero.regular), (multiplicity, multiplicity == 1), "{system}");
        }
    }
}

#[test]
fn curves_of_zeros_are_no_zeros() {
    for (system, isolated) in [
        ("x*y; x*(y - 1)", 0),
        ("x + y - 1; 2*x + 2*y - 2", 0),
        ("(x^2 + y^2 - 1)*(x - 3); (x^2 + y^2 - 1)*(y - 5)", 1),
    ] {
        for seed in 1..=3 {
            let answer = text(system, seed);
            assert_eq!(answer.solutions.len(), isolated, "{system}");
            assert!(answer.solutions.iter().all(|zero| zero.regular) && !answer.not_isolated.is_empty(), "{system}");
        }
    }
}

#[test]
fn far_zeros_are_zeros() {
    let is = |found: f64, expected: f64| (found / expected - 1.0).abs() < 1e-15;
    let far = text("(x - 1)*(x - 10^30); y - 2", 1);
    let mut sizes: Vec<f64> = far.solutions.iter().map(|zero| zero.point[0].re).collect();
    sizes.sort_by(f64::total_cmp);
    assert!(sizes.len() == 2 && is(sizes[0], 1.0) && is(sizes[1], 1e30), "{sizes:?}");
    // Nearly parallel lines, and parallel ones.
    let near = text("x + y - 1; x + (1 + 1/10^20)*y - 2", 1);
    assert!(is(near.solutions[0].point[1].re, 1e20), "{near:?}");
    assert_eq!(text("x + y - 1; x + y - 2", 1).at_infinity, 1);
    let tiny = text("x^2 - 1e-280; y*x - 1e20", 2);
    let is_one = |[x, y]: [f64; 2]| is(x.abs(), 1e-140) && is(y.abs(), 1e160);
    assert!(
        tiny.solutions.len() == 2 && tiny.solutions.iter().all(|zero| is_one([zero.point[0].re, zero.point[1].re])),
        "{tiny:?}"
    );
}

#[test]
fn without_zeros() {
    let parallel = text("x + y - 1; x + y - 2", 1);
    assert!(parallel.solutions.is_empty() && parallel.at_infinity == 1);
    let term =
        |exponents: &[(usize, u32)]| eliminant::system::Term { coefficient: 1.into(), exponents: exponents.to_vec() };
    let constant = System::new(&["x", "y"], vec![vec![term(&[(0, 2)])], vec![term(&[])]]).unwrap();
    let answer = solve_system(&constant).unwrap();
    assert!(answer.solutions.is_empty() && answer.paths == 0);
}

#[test]
fn threads_do_not_matter() {
    let system = System::noon(3).unwrap();
    let one = Solve::new(&system).seed(9).threads(1).run().unwrap();
    assert_eq!(one, Solve::new(&system).seed(9).threads(2).backend(Backend::Cpu).run().unwrap());
    assert_eq!(one.solutions.len(), 21);
}

#[test]
fn arguments() {
    let kind = |text: &str| text.parse::<System>().map(|system| solve_system(&system).unwrap_err()).unwrap();
    for (text, part) in [("x*y - 1", "1 polynomial in 2 variables"), ("x - x; y + x", "polynomial 1 is 0")] {
        let error = kind(text);
        assert!(matches!(error.kind(), ErrorKind::Argument { .. }) && error.to_string().contains(part), "{error}");
    }
    assert!(matches!(kind("x^65536 - y; y^65536 - 1").kind(), ErrorKind::Limit { needed: 4294967296, .. }));
    let nothing = System::new::<&str>(&[], vec![]).unwrap();
    assert!(matches!(solve_system(&nothing).unwrap_err().kind(), ErrorKind::Argument { .. }));
    let system = System::katsura(2).unwrap();
    let control = Control::default();
    control.cancel();
    let cancelled = Solve::new(&system).control(control).run().unwrap_err();
    assert!(matches!(cancelled.kind(), ErrorKind::Cancelled));
}
