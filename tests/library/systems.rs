//! Zeros of systems with their certificates, and what one does with them next.

use std::f64::consts::FRAC_1_SQRT_2;

use eliminant::floating::{as_complex, as_parts, print};
use eliminant::system::{Evaluator, Newton, Reality, Track, certify, parse_points};
use eliminant::*;

type Outcome = Result<()>;

#[test]
fn zeros_have_their_certificates() -> Outcome {
    let system: System = "x^2 + y^2 - 1; x - y".parse()?;
    let answer = Solve::new(&system).seed(1).run()?;
    assert_eq!((&answer.variables[..], answer.solutions.len(), answer.is_complete()), (system.variables(), 2, true));
    for zero in &answer.solutions {
        assert!(zero.is_certified() && zero.is_real() && zero.regular && zero.multiplicity == 1, "{zero}");
        let (root, bounds) = (zero.root().unwrap(), zero.error_bounds().unwrap());
        for ((x, coordinate), bound) in zero.point.iter().zip(&root.coordinates).zip(bounds) {
            let exact = FRAC_1_SQRT_2.copysign(x.re);
            assert!(coordinate.re[0] <= exact.next_up() && exact.next_down() <= coordinate.re[1], "{coordinate:?}");
            assert!((x.re - exact).abs() < 2e-16 && bound < 4e-16 && x.im == 0.0, "{x} {bound}");
            assert!(coordinate.re.iter().all(|end| (end - x.re).abs() <= bound));
        }
    }
    let mut real: Vec<Vec<f64>> = answer.real_points().collect();
    real.sort_by(|a, b| a[0].total_cmp(&b[0]));
    assert!(real.len() == 2 && real[0][0] < 0.0 && real[1][1] > 0.0);
    // The same proof as by itself.
    let points: Vec<_> = answer.solutions.iter().map(|zero| as_parts(&zero.point)).collect();
    assert!(certify(&system, &points)?.iter().all(|proof| proof.root().unwrap().reality == Reality::Real));
    Ok(())
}

#[test]
fn zeros_that_are_not_real_or_not_simple() -> Outcome {
    let answer = "x^2 + 4".parse::<System>()?.solve()?;
    let mut found: Vec<Complex64> = answer.solutions.iter().map(|zero| zero.point[0]).collect();
    found.sort_by(|a, b| a.im.total_cmp(&b.im));
    assert_eq!(found, [Complex64::new(0.0, -2.0), Complex64::new(0.0, 2.0)]);
    assert_eq!(answer.real_points().count(), 0);
    let zero = answer.solutions.iter().find(|zero| zero.point[0].im > 0.0).unwrap();
    assert_eq!((zero.to_string(), zero.real_point()), ("(0 + 2*i): certified, not real".to_owned(), None));
    let answer = "(x - 3)^2".parse::<System>()?.solve()?;
    let [zero] = &answer.solutions[..] else { panic!("{answer:?}") };
    assert_eq!((zero.is_certified(), zero.is_real(), zero.error_bounds(), zero.multiplicity), (false, false, None, 2));
    assert_eq!(answer.to_string(), "x = 3  # singular, multiplicity 2\n");
    assert!("x + y".parse::<System>()?.solve().is_err());
    Ok(())
}

/// Zeros go on as they are: to more digits, to values, to other parameters.
#[test]
fn zeros_are_input() -> Outcome {
    let system: System = "x^2 - 2".parse()?;
    let compiled = system.compile()?;
    let answer = Solve::new(&system).seed(1).run()?;
    let points: Vec<Complex64> = answer.solutions.iter().flat_map(|zero| zero.point.clone()).collect();
    let values = Evaluator::new(&compiled).run(as_parts(&points))?;
    assert!((0..2).all(|i| as_complex(values.values_at(i))[0].norm() < 1e-15));
    let refined = Newton::new(&compiled).refine(&points)?;
    let digits = print(&refined.points[0][0]);
    assert!(
        digits.trim_start_matches('-').starts_with("1.41421356237309504880168872420969807856967187537694"),
        "{digits}"
    );
    let family = "x^2 - a".parse::<System>()?.compile()?;
    let moved = Track::new(&family, &[2.0.into()], &[Complex64::new(0.0, 2.0)]).run(&points)?;
    for x in &moved.points {
        assert!((x * x - Complex64::new(0.0, 2.0)).norm() < 1e-12, "{x}");
    }
    // The JSON of the answer has points, and the proof.
    let json: serde_json::Value = serde_json::from_str(&answer.to_json()).unwrap();
    let (zero, root) = (&json["solutions"][0], answer.solutions[0].root().unwrap());
    assert_eq!(zero["box"], serde_json::json!([[root.coordinates[0].re, root.coordinates[0].im]]));
    assert_eq!((&zero["radius"][0], &zero["real"]), (&serde_json::json!(root.coordinates[0].radius), &true.into()));
    let list: Vec<_> = json["solutions"].as_array().unwrap().iter().map(|zero| &zero["point"]).collect();
    let read = parse_points::<[f64; 1]>(&serde_json::to_string(&list).unwrap(), system.variables())?;
    assert_eq!(read, as_parts(&points));
    Ok(())
}
