//! Newton's method: roots to the last digit (`scripts/reference/make_refined_roots.py`), and what is told where there is none.

use crate::device::unless_absent;
use eliminant::floating::{Precision, exact, parse};
use eliminant::system::{Coefficient, Newton, NewtonStatus, System, Term};
use eliminant::{Backend, Complex64, Control, ErrorKind};
use rug::Float;
use serde_json::Value;

fn compiled(text: &str) -> eliminant::system::Compiled {
    text.parse::<System>().unwrap().compile().unwrap()
}

/// A real number in every precision.
fn real<R: Precision>(x: f64) -> [R; 2] {
    let mut number = [R::default(); 2];
    number[0].as_mut()[0] = x;
    number
}

/// The families and their roots to 80 digits.
fn references() -> Vec<(System, Vec<[[f64; 4]; 2]>)> {
    let line = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        let n = line["n"].as_u64().unwrap() as usize;
        let system = match line["family"].as_str().unwrap() {
            "cyclic" => System::cyclic(n),
            "katsura" => System::katsura(n),
            "noon" => System::noon(n),
            other => panic!("{other}"),
        };
        let part = |x: &Value| parse::<4>(x.as_str().unwrap()).unwrap();
        let root = line["root"].as_array().unwrap().iter().map(|x| [part(&x[0]), part(&x[1])]).collect();
        (system.unwrap(), root)
    };
    include_str!("../data/refined_roots.jsonl").lines().map(line).collect()
}

/// |a - b| for the larger part, and the size of b.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    (exact(a).unwrap() - exact(b).unwrap()).abs().to_f64()
}

fn near_roots<R: Precision>(most: f64) {
    for (system, root) in references() {
        let compiled = system.compile().unwrap();
        // Two starts: a relative error of 1e-4, and one of 1e-7.
        let starts: Vec<[R; 2]> = [1e-4, 1e-7]
            .iter()
            .flat_map(|error| {
                root.iter().enumerate().map(move |(i, [re, im])| {
                    let shift = error * (i as f64 + 1.0).sin();
                    [real::<R>(re[0] + shift)[0], real::<R>(im[0] - shift)[0]]
                })
            })
            .collect();
        let answer = Newton::new(&compiled).run(&starts).unwrap();
        for (report, point) in answer.reports.iter().zip(answer.points.chunks(root.len())) {
            assert!(report.is_converged() && !report.is_rank_deficient::<R>(), "{report:?}");
            assert!(report.residual < most && report.iterations <= 7, "{report:?}");
            for (found, expected) in point.iter().flatten().zip(root.iter().flatten()) {
                assert!(distance(found.as_ref(), expected) < most, "{report:?}");
            }
        }
    }
}

#[test]
fn roots_to_the_precision() {
    near_roots::<[f64; 1]>(1e-12);
    near_roots::<[f64; 2]>(1e-28);
    near_roots::<[f64; 4]>(1e-60);
}

#[test]
fn double_roots_are_refined_to_quad_double() {
    for (system, root) in references() {
        let compiled = system.compile().unwrap();
        let start: Vec<_> = root.iter().map(|[re, im]| Complex64::new(re[0] * (1.0 + 1e-5), im[0] - 1e-6)).collect();
        let answer = Newton::new(&compiled).threads(1).refine(&start).unwrap();
        assert_eq!(answer.reports[0].status, NewtonStatus::Converged);
        assert!(answer.reports[0].residual < 1e-60 && answer.reports[0].step < 1e-29);
        for (found, expected) in answer.points.iter().flatten().zip(root.iter().flatten()) {
            assert!(distance(found, expected) < 1e-60);
        }
    }
}

/// A complex number of MPFR's floats.
type Complex = [Float; 2];

fn complex(c: &Coefficient) -> Complex {
    [&c.re, &c.im].map(|x| Float::with_val(BITS, x))
}

fn product([a, b]: &Complex, [c, d]: &Complex) -> Complex {
    let float = |x: Float, y: Float| Float::with_val(BITS, x - y);
    let of = |x: &Float, y: &Float| Float::with_val(BITS, x * y);
    [float(of(a, c), of(b, d)), float(of(a, d), -of(b, c))]
}

fn size([a, b]: &Complex) -> f64 {
    Float::with_val(BITS, a.hypot_ref(b)).to_f64()
}

/// J^-1 b by elimination with pivots.
fn solved(mut rows: Vec<Vec<Complex>>) -> Vec<Complex> {
    let n = rows.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&a, &b| size(&rows[a][k]).total_cmp(&size(&rows[b][k]))).unwrap();
        rows.swap(k, pivot);
        let [re, im] = rows[k][k].clone();
        let norm = Float::with_val(BITS, re.clone().square() + im.clone().square());
        let inverse = [re / &norm, -im / &norm];
        rows[k].iter_mut().for_each(|x| *x = product(x, &inverse));
        for i in (0..n).filter(|&i| i != k) {
            let (factor, row) = (rows[i][k].clone(), rows[k].clone());
            for (x, y) in rows[i].iter_mut().zip(&row) {
                let [re, im] = product(&factor, y);
                x[0] -= re;
                x[1] -= im;
            }
        }
    }
    rows.into_iter().map(|row| row[n].clone()).collect()
}

/// Bits of the reference.
const BITS: u32 = 500;

/// From roots in double, disturbed: in quad-double they are right to the condition number of the root times 2^-205, and their values are 0 to 2^-205 of
/// the terms. The reference is one more step from there with 500 bits, of exact values and derivatives, whose own error is the square of that
/// distance.
#[test]
fn refined_roots_are_as_exact_as_their_condition_allows() {
    let unit = 2f64.powi(-205);
    for (system, root) in references() {
        let n = root.len();
        let start: Vec<_> =
            root.iter().map(|[re, im]| Complex64::new(re[0] * (1.0 + 3e-6), im[0] + 2e-6 * (re[0] - 0.3))).collect();
        let answer = Newton::new(&system.compile().unwrap()).refine(&start).unwrap();
        assert!(answer.reports[0].is_converged());
        let part = |x: &[f64; 4]| exact(x).unwrap();
        let point: Vec<Coefficient> =
            answer.points.iter().map(|[re, im]| Coefficient::new(part(re), part(im))).collect();
        let values = system.evaluate(&point).unwrap();
        // The sum of the terms of each polynomial without signs.
        let one = |c: &Coefficient| Coefficient::from(c.re.clone().abs() + c.im.clone().abs());
        let terms =
            |terms: &Vec<Term>| terms.iter().map(|t| Term { coefficient: one(&t.coefficient), ..t.clone() }).collect();
        let absolute = System::new(system.variables(), system.polynomials().iter().map(terms).collect()).unwrap();
        let sizes = absolute.evaluate(&point.iter().map(one).collect::<Vec<_>>()).unwrap();
        let sizes: Vec<f64> = sizes.iter().map(|c| c.re.to_f64()).collect();
        for (value, terms) in values.iter().zip(&sizes) {
            let residual = size(&complex(value));
            assert!(residual <= unit * terms, "{residual:e} of {terms}");
        }
        let columns: Vec<_> = (0..n).map(|v| system.derivative(v).unwrap().evaluate(&point).unwrap()).collect();
        let with = |right: &dyn Fn(usize) -> Complex| -> Vec<Complex> {
            let row = |p: usize| columns.iter().map(|column| complex(&column[p])).chain([right(p)]).collect();
            solved((0..n).map(row).collect())
        };
        let norm = |list: &[Complex]| list.iter().fold(0.0, |norm: f64, x| norm.max(size(x)));
        let distance = norm(&with(&|p| complex(&values[p])));
        // Of the root with respect to relative changes of the terms: the largest sum in a row of |J^-1| diag(sizes), over the size of the root.
        let mut rows = vec![0.0; n];
        for (k, terms) in sizes.iter().enumerate() {
            let column = with(&|p| [if p == k { *terms } else { 0.0 }, 0.0].map(|x| Float::with_val(BITS, x)));
            rows.iter_mut().zip(&column).for_each(|(row, x)| *row += size(x));
        }
        let whole = norm(&point.iter().map(complex).collect::<Vec<_>>());
        let condition = rows.into_iter().fold(0.0, f64::max) / whole;
        assert!((0.1..1e8).contains(&condition), "{condition}");
        assert!(distance <= condition * unit * whole, "{distance:e} with the condition number {condition:.1}");
    }
}

#[test]
fn one_iteration_is_the_formula() {
    let answer =
        Newton::new(&compiled("x^2 + y - 3; y - 2")).iterations(1).run(&[real::<[f64; 1]>(2.0), real(5.0)]).unwrap();
    // f = (6, 3), J = (4, 1; 0, 1): the step is (3/4, 3).
    assert_eq!(answer.points, [real::<[f64; 1]>(1.25), real(2.0)]);
    let report = &answer.reports[0];
    assert_eq!((report.status, report.iterations), (NewtonStatus::Iterations, 1));
    assert_eq!((report.residual, report.step), (0.5625, 0.6));
    let looked = Newton::new(&compiled("x^2 - 4")).iterations(0).run(&[real::<[f64; 2]>(1.0)]).unwrap();
    assert_eq!((looked.points[0], looked.reports[0].residual), (real(1.0), 3.0));
    assert_eq!((looked.reports[0].iterations, looked.reports[0].step), (0, f64::INFINITY));
}

#[test]
fn singular_jacobians_are_told() {
    let double = compiled("x^2; y");
    let start = [real::<[f64; 1]>(0.0), real(1.0), real(0.0), real(0.0), real(1.0), real(1.0)];
    let answer = Newton::new(&double).run(&start).unwrap();
    let status: Vec<_> = answer.reports.iter().map(|report| report.status).collect();
    // At (0, 1) there is no step; (0, 0) is the root; from (1, 1) half of x is left after each step.
    assert_eq!(status, [NewtonStatus::Singular, NewtonStatus::Converged, NewtonStatus::Iterations]);
    assert_eq!(answer.points[..4], start[..4]);
    assert_eq!(answer.points[4][0], [2f64.powi(-20)]);
    assert_eq!((answer.reports[0].pivots, answer.reports[1].pivots), (0.0, 0.0));
    let answer = Newton::new(&double).iterations(100).run(&start[4..]).unwrap();
    let report = answer.reports[0];
    assert!(report.status == NewtonStatus::Converged && report.is_rank_deficient::<[f64; 1]>(), "{report:?}");
    assert!(answer.points[0][0][0] < 1e-6 && report.iterations < 40);
    // A triple root, with rounding errors around it.
    let answer = Newton::new(&compiled("x^3 - 3*x^2 + 3*x - 1")).iterations(100).run(&[real::<[f64; 1]>(2.0)]).unwrap();
    assert!((answer.points[0][0][0] - 1.0).abs() < 1e-3, "{answer:?}");
    assert!(answer.reports[0].pivots < 1e-6);
    // Equal equations, and one that is 0.
    for text in ["x + y - 1; 2*x + 2*y - 2", "x + y - 1; x - x"] {
        let answer = Newton::new(&compiled(text)).run(&[real::<[f64; 4]>(3.0), real(4.0)]).unwrap();
        assert_eq!(answer.reports[0].status, NewtonStatus::Singular);
    }
}

fn overflow<R: Precision>() {
    let power = compiled("x^40 - 2; y - 1");
    let start = [real::<R>(1e10), real(0.0), real(1.0), real(0.0), real(1e-12), real(0.0)];
    let answer = Newton::new(&power).iterations(100).run(&start).unwrap();
    // Values beyond the range; the root; a step beyond it.
    assert_eq!(answer.reports[0].status, NewtonStatus::Overflow);
    assert_eq!(answer.reports[0].residual, f64::INFINITY);
    assert_eq!(answer.points[..2], start[..2]);
    assert_eq!(answer.reports[1].status, NewtonStatus::Converged);
    assert_eq!(answer.reports[2].status, NewtonStatus::Singular, "a derivative of 4e-467 is 0");
    assert!(answer.points.iter().flatten().flat_map(|part| part.as_ref()).all(|x| x.is_finite()));
    let far = Newton::new(&compiled("1e-200*x - 1e200")).run(&[real::<R>(0.0)]).unwrap();
    assert_eq!((far.reports[0].status, far.points[0]), (NewtonStatus::Overflow, real(0.0)));
}

#[test]
fn overflow_stays_at_the_last_finite_point() {
    overflow::<[f64; 1]>();
    overflow::<[f64; 2]>();
    overflow::<[f64; 4]>();
}

#[test]
fn lanes_and_threads_do_not_matter() {
    let system = System::katsura(4).unwrap().compile().unwrap();
    let number = |i: usize| [[(i as f64).sin()], [(i as f64 * 1.7).cos()]];
    let points: Vec<_> = (0..5 * 21).map(number).collect();
    let together = Newton::new(&system).threads(2).run(&points).unwrap();
    for (i, point) in points.chunks(5).enumerate() {
        let alone = Newton::new(&system).threads(1).run(point).unwrap();
        assert_eq!(alone.points, together.points[5 * i..][..5]);
        assert_eq!(alone.reports[0], together.reports[i]);
    }
}

#[test]
fn sizes() {
    let nothing = System::new::<&str>(&[], vec![]).unwrap().compile().unwrap();
    assert!(Newton::new(&nothing).run::<[f64; 1]>(&[]).unwrap().reports.is_empty());
    assert!(Newton::new(&compiled("x - 1")).run::<[f64; 2]>(&[]).unwrap().reports.is_empty());
    // 2 x_i - x_{i+1} = 1 around the circle, and squares: all ones.
    for n in [1, 2, 64] {
        let text: Vec<String> = (0..n).map(|i| format!("2*x{i}^2 - x{} - 1", (i + 1) % n)).collect();
        let start: Vec<[[f64; 2]; 2]> = (0..3 * n).map(|i| real(1.0 + 0.1 * (i as f64).sin())).collect();
        let answer = Newton::new(&compiled(&text.join(";"))).run(&start).unwrap();
        assert_eq!(answer.reports.len(), 3);
        assert!(answer.reports.iter().all(|report| report.status == NewtonStatus::Converged));
        assert!(answer.points.iter().all(|x| distance(&x[0], &[1.0]) < 1e-29 && distance(&x[1], &[]) < 1e-29));
    }
}

#[test]
fn arguments() {
    let argument = |result: eliminant::Result<_>, part: &str| {
        let _: eliminant::system::NewtonAnswer<[f64; 1]> = match result {
            Ok(answer) => answer,
            Err(error) => {
                assert!(
                    matches!(error.kind(), ErrorKind::Argument { .. }) && error.to_string().contains(part),
                    "{error}"
                );
                return;
            }
        };
        panic!("no error with {part}");
    };
    let circle = compiled("x^2 + y^2 - 2; x - y");
    let point = [real(1.0), real(2.0)];
    argument(Newton::new(&compiled("x*y - 1")).run(&point), "1 polynomial in 2 variables");
    argument(Newton::new(&compiled("x; x - 1")).run(&point), "2 polynomials in 1 variable;");
    argument(Newton::new(&circle).run(&[real(1.0); 3]), "each point takes");
    let nothing = System::new::<&str>(&[], vec![]).unwrap().compile().unwrap();
    argument(Newton::new(&nothing).run(&[real(1.0)]), "each point takes");
    for wrong in [f64::NAN, f64::INFINITY] {
        argument(Newton::new(&circle).run(&[real(1.0), real(2.0), real(1.0), real(wrong)]), "point 1 is not finite");
    }
    for wrong in [0.0, -1.0, 2.0, f64::NAN] {
        argument(Newton::new(&circle).tolerance(wrong).run(&point), "above 0");
    }
    argument(Newton::new(&circle).threads(0).run(&point), "at least 1");
    argument(Newton::new(&compiled("1e400*x - 1; y")).run(&point), "range of doubles");
    let control = Control::default();
    control.cancel();
    let cancelled = Newton::new(&circle).control(control).run(&point).unwrap_err();
    assert!(matches!(cancelled.kind(), ErrorKind::Cancelled));
}

/// Steps of a stepper end where Newton's method with as many steps does, to the bit.
fn steps<R: Precision>(backend: Backend, system: &System) {
    let compiled = system.compile().unwrap();
    let n = compiled.variables();
    let start: Vec<[R; 2]> =
        (0..n).map(|v| [real::<R>((0.3 + v as f64).cos())[0], real::<R>((0.7 * v as f64).sin())[0]]).collect();
    let mut stepper = Newton::new(&compiled).backend(backend).stepper(&start).unwrap();
    assert_eq!(stepper.point().unwrap(), start);
    for count in 1..=4 {
        let before = stepper.point().unwrap();
        let report = stepper.step().unwrap();
        let there = Newton::new(&compiled).backend(Backend::Cpu).iterations(0).run(&before).unwrap().reports[0];
        assert_eq!((report.residual, report.pivots), (there.residual, there.pivots), "{} {n}", R::NAME);
        let whole =
            Newton::new(&compiled).backend(Backend::Cpu).tolerance(1e-300).iterations(count).run(&start).unwrap();
        assert_eq!(stepper.point().unwrap(), whole.points, "{} {n}, {count} steps, {report:?}", R::NAME);
        assert_eq!(report.iterations, 1, "{report:?}");
    }
    stepper.set_point(&start).unwrap();
    stepper.step().unwrap();
    let again = Newton::new(&compiled).backend(Backend::Cpu).iterations(1).run(&start).unwrap();
    assert_eq!(stepper.point().unwrap(), again.points);
}

fn all_steps(backend: Backend) {
    for system in [System::cyclic(5), System::katsura(9), System::noon(4), System::synthetic(20, 200, 4, 3, 1)] {
        let system = system.unwrap();
        steps::<[f64; 1]>(backend, &system);
        steps::<[f64; 2]>(backend, &system);
        steps::<[f64; 4]>(backend, &system);
    }
    steps::<[f64; 1]>(backend, &"x^3 - 2".parse().unwrap());
    // Matrices and terms that have no room in shared memory of a device.
    steps::<[f64; 4]>(backend, &System::synthetic(70, 140, 3, 2, 8).unwrap());
}

#[test]
fn steppers() {
    all_steps(Backend::Cpu);
    let first = |system: &str, x: f64| {
        let compiled = compiled(system);
        let mut stepper = Newton::new(&compiled).backend(Backend::Cpu).stepper::<[f64; 1]>(&[real(x)]).unwrap();
        let report = stepper.step().unwrap();
        (report.status, report.iterations, stepper.point().unwrap()[0][0][0])
    };
    assert_eq!(first("x^2 - 4", 2.0), (NewtonStatus::Converged, 0, 2.0));
    assert_eq!(first("x^2 - 4", 0.0), (NewtonStatus::Singular, 0, 0.0));
    assert_eq!(first("x^2 - 4", 1e200), (NewtonStatus::Overflow, 0, 1e200));
    assert_eq!(first("x^2 - 4", 1.0), (NewtonStatus::Iterations, 1, 2.5));
    assert_eq!(first("x - 4", 4.0 + 1e-15), (NewtonStatus::Converged, 1, 4.0));
}

#[test]
fn steppers_on_a_device() {
    let circle = compiled("x^2 + y^2 - 2; x - y");
    let stepper = Newton::new(&circle).backend(Backend::Cuda).stepper::<[f64; 1]>(&[real(2.0), real(1.0)]);
    if unless_absent(stepper).is_some_and(|stepper| stepper.backend() == "cuda") {
        all_steps(Backend::Cuda);
    }
}

#[test]
fn arguments_of_steppers() {
    let circle = compiled("x^2 + y^2 - 2; x - y");
    let newton = Newton::new(&circle).backend(Backend::Cpu);
    for numbers in [0, 1, 4] {
        let error = newton.stepper::<[f64; 1]>(&vec![real(1.0); numbers]).err().unwrap().to_string();
        assert!(error.contains("one point") || error.contains("each point takes"), "{error}");
    }
    let mut stepper = newton.stepper::<[f64; 1]>(&[real(1.0), real(0.5)]).unwrap();
    assert!(stepper.set_point(&[real(1.0), real(f64::NAN)]).is_err());
    assert!(stepper.set_point(&[real(1.0); 4]).is_err());
    assert!(stepper.set_point(&[]).is_err());
    assert_eq!(stepper.point().unwrap(), [real::<[f64; 1]>(1.0), real(0.5)]);
    let control = Control::default();
    control.cancel();
    let mut cancelled = newton.control(control).stepper::<[f64; 1]>(&[real(1.0), real(0.5)]).unwrap();
    assert!(matches!(cancelled.step().unwrap_err().kind(), ErrorKind::Cancelled));
}
