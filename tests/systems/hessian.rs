//! Hessians times vectors, against derivatives of derivatives, and differences.

#![allow(clippy::needless_range_loop, reason = "places are those of the formulas, in several lists")]

use crate::values::{coefficient, points, systems};
use eliminant::Backend;
use eliminant::ErrorKind;
use eliminant::engine::SystemMethod;
use eliminant::floating::{Precision, exact, nearest};
use eliminant::system::{Coefficient, Evaluator, System};
use rug::Rational;
use rug::ops::RemRounding;

/// |a - b| in the larger part, and that of b, both at most what doubles hold.
fn apart(a: &Coefficient, b: &Coefficient) -> f64 {
    let part = |a: &Rational, b: &Rational| Rational::from(a - b).abs().to_f64();
    part(&a.re, &b.re).max(part(&a.im, &b.im))
}

fn size(a: &Coefficient) -> f64 {
    apart(a, &Coefficient::default())
}

/// Numbers that are about as large as a product may be before terms cancel: of absolute values.
fn absolute(system: &System) -> System {
    let one = |c: &Coefficient| Coefficient::from(c.re.clone().abs() + c.im.clone().abs());
    let of = |terms: &Vec<eliminant::system::Term>| {
        let term = |term: &eliminant::system::Term| eliminant::system::Term {
            coefficient: one(&term.coefficient),
            exponents: term.exponents.clone(),
        };
        terms.iter().map(term).collect()
    };
    System::new(system.variables(), system.polynomials().iter().map(of).collect()).unwrap()
}

fn check<R: Precision>(unit: f64) {
    // Those of few variables: exact second derivatives are slow.
    for system in systems().into_iter().filter(|system| system.variables().len() <= 12) {
        let compiled = system.compile().unwrap();
        let (n, m, count) = (compiled.variables(), compiled.polynomials(), 3);
        let all = points::<R>(n, 3 * count + m * count);
        let (x, v, w) = (&all[..count * n], &all[count * n..2 * count * n], &all[2 * count * n..][..count * m]);
        let evaluator = Evaluator::new(&compiled);
        let found = evaluator.hessian_products(x, v).unwrap();
        let plain = evaluator.run(x).unwrap();
        assert_eq!((&found.first.values, &found.first.jacobians), (&plain.values, &plain.jacobians), "the same bits");
        let weighted = evaluator.clone().values_only().weighted_hessian_products(x, v, w).unwrap();
        assert_eq!((&weighted.first.values, &weighted.slopes), (&found.first.values, &found.slopes));
        assert!(weighted.first.jacobians.is_empty());
        let (of_sizes, degree) = (absolute(&system), system.degrees().into_iter().max().unwrap_or(0) as f64);
        let bound = |size: f64| 64.0 * (degree + 40.0) * unit * size;
        for i in 0..count {
            let exact = |list: &[[R; 2]], n: usize| -> Vec<Coefficient> {
                list[i * n..][..n].iter().map(coefficient).collect()
            };
            let (x, v, w) = (exact(x, n), exact(v, n), exact(w, m));
            let one = |c: &Coefficient| Coefficient::from(c.re.clone().abs() + c.im.clone().abs());
            let [xs, vs, ws] = [&x, &v, &w].map(|list| list.iter().map(one).collect::<Vec<_>>());
            let (expected, sizes) =
                (system.hessian_products(&x, &v).unwrap(), of_sizes.hessian_products(&xs, &vs).unwrap());
            let mut sums = vec![Coefficient::default(); n];
            let mut sums_of_sizes = vec![0.0; n];
            for p in 0..m {
                for u in 0..n {
                    let product = coefficient(&found.products[(i * m + p) * n + u]);
                    assert!(apart(&product, &expected[p][u]) <= bound(size(&sizes[p][u])), "{} {p} {u}", R::NAME);
                    sums[u] = sums[u].clone() + w[p].clone() * expected[p][u].clone();
                    sums_of_sizes[u] += size(&ws[p]) * size(&sizes[p][u]);
                }
            }
            for u in 0..n {
                let product = coefficient(&weighted.products[i * n + u]);
                assert!(apart(&product, &sums[u]) <= bound(sums_of_sizes[u]), "{} sum {u}", R::NAME);
            }
            let mut slopes = vec![Coefficient::default(); m];
            let mut slope_sizes = vec![0.0; m];
            for u in 0..n {
                let derivatives = system.derivative(u).unwrap().evaluate(&x).unwrap();
                let of = of_sizes.derivative(u).unwrap().evaluate(&xs).unwrap();
                for p in 0..m {
                    slopes[p] = slopes[p].clone() + derivatives[p].clone() * v[u].clone();
                    slope_sizes[p] += size(&of[p]) * size(&vs[u]);
                }
            }
            for p in 0..m {
                let slope = coefficient(&found.slopes[i * m + p]);
                assert!(apart(&slope, &slopes[p]) <= bound(slope_sizes[p]), "{} slope {p}", R::NAME);
            }
        }
    }
}

#[test]
fn products_are_right_in_every_precision() {
    check::<[f64; 1]>(2f64.powi(-53));
    check::<[f64; 2]>(2f64.powi(-104));
    check::<[f64; 4]>(2f64.powi(-206));
}

/// (f(x + h v) - f(x - h v)) / 2 h and the same of the Jacobian, in quad-double: wrong by h^2 and 2^-206 / h, about.
#[test]
fn differences_agree() {
    let h = 1e-16;
    for system in [System::cyclic(6), System::noon(5), System::synthetic(10, 30, 6, 4, 3)] {
        let compiled = system.unwrap().compile().unwrap();
        let (n, m) = (compiled.variables(), compiled.polynomials());
        let all = points::<[f64; 4]>(n, 2);
        let (x, v) = all.split_at(n);
        let moved = |sign: f64| -> Vec<[[f64; 4]; 2]> {
            let part = |x: &[f64; 4], v: &[f64; 4]| {
                let sum = exact(x).unwrap() + exact(v).unwrap() * Rational::from_f64(sign * h).unwrap();
                nearest::<4>(&sum).unwrap()
            };
            x.iter().zip(v).map(|(x, v)| [part(&x[0], &v[0]), part(&x[1], &v[1])]).collect()
        };
        let evaluator = Evaluator::new(&compiled).backend(Backend::Cpu);
        let [above, below] = [1.0, -1.0].map(|sign| evaluator.run(&moved(sign)).unwrap());
        let found = evaluator.hessian_products(x, v).unwrap();
        let slope = |above: &[[f64; 4]; 2], below: &[[f64; 4]; 2]| {
            let difference = coefficient(above) + -coefficient(below);
            difference * Coefficient::from(Rational::from_f64(2.0 * h).unwrap().recip())
        };
        let near = |found: &[[f64; 4]; 2], expected: Coefficient| {
            let error = apart(&coefficient(found), &expected);
            assert!(error <= 1e-26 * (1.0 + size(&expected)), "{error}");
        };
        for p in 0..m {
            near(&found.slopes[p], slope(&above.values[p], &below.values[p]));
        }
        for at in 0..m * n {
            near(&found.products[at], slope(&above.jacobians[at], &below.jacobians[at]));
        }
        // Also the Jacobian itself, a column at a time.
        for u in 0..n {
            let mut unit = vec![[[0.0; 4]; 2]; n];
            unit[u][0][0] = 1.0;
            let along = evaluator.hessian_products(x, &unit).unwrap();
            for p in 0..m {
                near(&along.slopes[p], coefficient(&found.first.jacobians[p * n + u]));
            }
        }
    }
}

#[test]
fn residues_are_those_of_exact_products() {
    let prime = (1u64 << 61) - 31;
    for text in ["x^17*y^9*z - 1/3*x^5; y; 7; x - x; z^40", "3/7*x^3 - 2", "x*y*z + x^2*y^2*z^2; x^2 - 5*y*z"] {
        let system: System = text.parse().unwrap();
        let compiled = system.compile().unwrap();
        let n = compiled.variables();
        let x: Vec<u64> = (0..2 * n as u64).map(|i| 3 + 5 * i).collect();
        let v: Vec<u64> = (0..2 * n as u64).map(|i| 1 + i * i).collect();
        let found = compiled.hessian_products_modulo(prime, &x, &v).unwrap();
        assert_eq!(found.first, compiled.evaluate_modulo(prime, &x).unwrap());
        let residue = |c: &Coefficient| {
            let p = rug::Integer::from(prime);
            let inverse = c.re.denom().clone().invert(&p).unwrap();
            (c.re.numer().clone() * inverse).rem_euc(p).to_u64().unwrap()
        };
        for (i, (x, v)) in x.chunks(n).zip(v.chunks(n)).enumerate() {
            let number = |list: &[u64]| list.iter().map(|&x| Coefficient::from(x)).collect::<Vec<_>>();
            let expected = system.hessian_products(&number(x), &number(v)).unwrap();
            let expected: Vec<u64> = expected.iter().flatten().map(residue).collect();
            assert_eq!(found.products[i * expected.len()..][..expected.len()], expected);
        }
    }
    let system = "x*y".parse::<System>().unwrap().compile().unwrap();
    let wrong = system.hessian_products_modulo(101, &[1, 2], &[1, 2, 3, 4]).unwrap_err().to_string();
    assert!(wrong.contains("directions") && wrong.contains("are 2, for 1 points"), "{wrong}");
    assert!(system.hessian_products_modulo(101, &[1, 2], &[1, 101]).unwrap_err().to_string().contains("not a residue"));
}

#[test]
fn lanes_and_threads_do_not_matter() {
    let compiled = System::synthetic(12, 48, 9, 5, 7).unwrap().compile().unwrap();
    let (n, m) = (compiled.variables(), compiled.polynomials());
    let all = points::<[f64; 2]>(n, 2 * 83);
    let (x, v) = all.split_at(83 * n);
    let together = Evaluator::new(&compiled).threads(2).hessian_products(x, v).unwrap();
    for (i, (x, v)) in x.chunks(n).zip(v.chunks(n)).enumerate() {
        let alone = Evaluator::new(&compiled).threads(1).hessian_products(x, v).unwrap();
        assert_eq!(alone.products, together.products[i * m * n..][..m * n]);
        assert_eq!(alone.slopes, together.slopes[i * m..][..m]);
    }
}

#[test]
fn what_is_wrong() {
    let system = "x*y; x".parse::<System>().unwrap().compile().unwrap();
    let (evaluator, one) = (Evaluator::new(&system), [[[1.0], [0.0]]; 2]);
    let message = |result: eliminant::Result<_>| {
        let _: eliminant::system::HessianProducts<[f64; 1]> = match result {
            Ok(found) => found,
            Err(error) => return (error.to_string(), error.kind().clone()),
        };
        panic!("no error");
    };
    assert!(message(evaluator.hessian_products(&one, &[one, one].concat())).0.contains("are 2, for 1 points"));
    assert!(message(evaluator.hessian_products(&one, &one[..1])).0.contains("each point takes"));
    assert!(message(evaluator.weighted_hessian_products(&one, &one, &one[..1])).0.contains("weights"));
    let nan = [[[f64::NAN], [0.0]]; 2];
    assert!(message(evaluator.hessian_products(&one, &nan)).0.contains("not finite"));
    assert!(message(evaluator.weighted_hessian_products(&one, &one, &nan)).0.contains("number 1 is not finite"));
    let (cuda, paper) = (evaluator.clone().backend(Backend::Cuda), evaluator.clone().method(SystemMethod::Paper));
    assert!(matches!(message(cuda.hessian_products(&one, &one)).1, ErrorKind::Unsupported { .. }));
    assert!(matches!(message(paper.hessian_products(&one, &one)).1, ErrorKind::Unsupported { .. }));
    let small = evaluator.clone().memory_limit(100);
    assert!(matches!(message(small.hessian_products(&one, &one)).1, ErrorKind::Limit { .. }));
    assert!(evaluator.hessian_products::<[f64; 1]>(&[], &[]).unwrap().products.is_empty());
}
