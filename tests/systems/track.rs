//! Paths of zeros while parameters move.

use eliminant::system::{Compiled, System, Track, TrackStatus};
use eliminant::{Complex64, Control, ErrorKind};

fn number(re: f64, im: f64) -> Complex64 {
    Complex64::new(re, im)
}

fn compiled(text: &str) -> Compiled {
    text.parse::<System>().unwrap().compile().unwrap()
}

#[test]
fn roots_follow_their_parameters() {
    // x_k^3 = a, y = x + b: 30 paths on the three branches, from a = 8 to a = -1 + i by way of nothing singular.
    let system = compiled("x^3 + 0*y - a; y - x - b");
    let third = std::f64::consts::TAU / 3.0;
    let starts: Vec<Complex64> = (0..30)
        .flat_map(|k| {
            let (im, re) = (third * f64::from(k % 3)).sin_cos();
            [number(2.0 * re, 2.0 * im), number(2.0 * re + 1.0, 2.0 * im)]
        })
        .collect();
    let answer = Track::new(&system, &[number(8.0, 0.0), number(1.0, 0.0)], &[number(-1.0, 1.0), number(0.0, 5.0)])
        .run(&starts)
        .unwrap();
    let (size, angle) = (2f64.powf(1.0 / 6.0), 0.75 * std::f64::consts::PI / 3.0);
    for (k, (report, point)) in answer.reports.iter().zip(answer.points.chunks(2)).enumerate() {
        assert_eq!((report.status, report.t, report.extended), (TrackStatus::End, 1.0, false));
        assert!(report.residual < 1e-8 && report.attempts < 100 && !report.is_rank_deficient(), "{report:?}");
        let (im, re) = (angle + third * (k % 3) as f64).sin_cos();
        let far = (point[0] - number(size * re, size * im)).norm();
        let other = (point[1] - number(size * re, size * im + 5.0)).norm();
        assert!(far < 1e-12 && other < 1e-12, "{k}: {far} {other}");
        assert_eq!(point, &answer.points[2 * (k % 3)..][..2], "the same path in every lane");
    }
}

#[test]
fn many_ends_are_each_their_own() {
    let system = compiled("x^2 + y^2 - a; x*y - b");
    let start = [number(5.0, 0.0), number(2.0, 0.0)];
    let zeros = [number(1.0, 0.0), number(2.0, 0.0), number(-2.0, 0.0), number(-1.0, 0.0)];
    let ends: Vec<Complex64> =
        (0..50).flat_map(|k| [number(f64::from(k), 0.5), number(1.0, 0.1 * f64::from(k))]).collect();
    let all = Track::new(&system, &start, &ends).run(&zeros).unwrap();
    assert_eq!((all.points.len(), all.reports.len()), (50 * 4, 50 * 2));
    for (k, end) in ends.chunks(2).enumerate() {
        let one = Track::new(&system, &start, end).run(&zeros).unwrap();
        assert_eq!((&one.points[..], &one.reports[..]), (&all.points[4 * k..][..4], &all.reports[2 * k..][..2]), "{k}");
    }
    assert!(all.reports.iter().all(|report| report.status == TrackStatus::End));
}

#[test]
fn ends_that_are_none_are_told() {
    // A double root half way.
    let answer = Track::new(&compiled("x^2 - a"), &[number(1.0, 0.0)], &[number(-1.0, 0.0)]).run(&[number(1.0, 0.0)]);
    let report = answer.unwrap().reports[0];
    assert!(report.status == TrackStatus::SmallSteps && report.extended, "{report:?}");
    assert!((report.t - 0.5).abs() < 1e-6, "{report:?}");
    // x = 1 / a up to a = 0.
    let pole = compiled("a*x - 1");
    let answer = Track::new(&pole, &[number(1.0, 0.0)], &[number(0.0, 0.0)]).run(&[number(1.0, 0.0)]).unwrap();
    assert!(matches!(answer.reports[0].status, TrackStatus::Diverged | TrackStatus::SmallSteps), "{answer:?}");
    assert!(answer.reports[0].t < 1.0 && answer.points[0].is_finite());
    // No zero of the first system, next to one that is, and a singular one.
    let start = [number(7.0, 0.0), number(1.0, 0.0)];
    let answer = Track::new(&pole, &[number(1.0, 0.0)], &[number(2.0, 0.0)]).run(&start).unwrap();
    assert_eq!(answer.reports[1].status, TrackStatus::End);
    assert!((answer.points[1] - 0.5).norm() < 1e-10);
    let answer = Track::new(&compiled("x^2 - a"), &[number(0.0, 0.0)], &[number(1.0, 0.0)]).run(&[number(0.0, 0.0)]);
    assert_eq!(answer.unwrap().reports[0].status, TrackStatus::Start);
    let (system, start, end) = (compiled("x^2 - a"), [number(1.0, 0.0)], [number(5.0, 5.0)]);
    let report = Track::new(&system, &start, &end).attempts(2).run(&start).unwrap().reports[0];
    assert_eq!((report.status, report.attempts), (TrackStatus::Steps, 2));
}

#[test]
fn arguments() {
    let system = compiled("x^2 - a");
    let one = [number(1.0, 0.0)];
    let argument = |result: eliminant::Result<eliminant::system::TrackAnswer>, part: &str| {
        let error = result.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument { .. }) && error.to_string().contains(part), "{error}");
    };
    argument(Track::new(&system, &[], &[]).run(&one), "1 polynomial in 2 variables");
    argument(Track::new(&system, &one, &[]).run(&one), "each end takes 1 number");
    argument(Track::new(&system, &one, &[number(f64::NAN, 0.0)]).run(&one), "not finite");
    argument(Track::new(&system, &one, &one).threads(0).run(&one), "at least 1");
    argument(Track::new(&compiled("x^2 - a; y - x"), &one, &one).run(&one), "each point takes");
    assert!(Track::new(&system, &one, &one).run(&[]).unwrap().reports.is_empty());
    let control = Control::default();
    control.cancel();
    let cancelled = Track::new(&system, &one, &[number(2.0, 0.0)]).control(control).run(&one).unwrap_err();
    assert!(matches!(cancelled.kind(), ErrorKind::Cancelled));
}
