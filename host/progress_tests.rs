//! Progress of each kind of computation: it rises, within batches too, in small steps, and ends with 1.
//!
//! Every advance is told here, so that nothing depends on how fast the machine is.

use crate::{
    Backend, Control, Decomposition, Discriminant, Gcd, GcdBatch, GcdMethod, Interpolation, Lift, Method, Polynomial,
    Resultant, WordSize,
};
use rug::Integer;
use std::sync::{Arc, Mutex};

/// Dense polynomials with coefficients of about `bits` bits, without a pattern.
struct Random(u64);

impl Random {
    fn integer(&mut self, bits: u32) -> Integer {
        let mut value = Integer::from(1);
        while value.significant_bits() < bits {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            value = (value << 31u32) + (self.0 >> 33);
        }
        value
    }

    fn polynomial(&mut self, vars: &[&str], degree: u32, bits: u32) -> Polynomial {
        let length = degree as usize + 1;
        let exponents = |k: usize| (0..vars.len() as u32).map(|i| (k / length.pow(i) % length) as u32).collect();
        let count = length.pow(vars.len() as u32);
        let terms: Vec<(Integer, Vec<u32>)> = (0..count).map(|k| (self.integer(bits), exponents(k))).collect();
        Polynomial::from_terms(vars, terms).unwrap()
    }

    /// (h a, h b).
    fn pair(&mut self, vars: &[&str], degree: u32, bits: u32) -> (Polynomial, Polynomial) {
        let [h, a, b] = [(); 3].map(|()| self.polynomial(vars, degree, bits));
        (&h * &a, &h * &b)
    }
}

/// Runs it, and checks that at least `least` fractions are told, none of them more than `step` above the one before.
fn check<A>(name: &str, least: usize, step: f64, run: impl FnOnce(Control) -> crate::error::Result<A>) -> A {
    let told = Arc::new(Mutex::new(Vec::new()));
    let into = told.clone();
    let answer = run(Control::with_every_progress(move |fraction| into.lock().unwrap().push(fraction))).unwrap();
    let told = told.lock().unwrap();
    let largest = told.iter().scan(0.0, |before, &now| Some(now - std::mem::replace(before, now))).fold(0.0, f64::max);
    assert!(told.windows(2).all(|pair| pair[0] < pair[1]), "{name}: {told:?}");
    assert_eq!(told.last(), Some(&1.0), "{name}");
    assert!(told.len() >= least && largest <= step, "{name}: {} fractions, a step of {largest}", told.len());
    answer
}

#[test]
fn resultants() {
    let mut random = Random(1);
    let [f, g] = [(); 2].map(|()| random.polynomial(&["x", "y"], 12, 200));
    let resultant = |control| Resultant::new(&f, &g, "y").backend(Backend::Cpu).word(WordSize::Bits31).control(control);
    for method in [Method::Remainder, Method::Schur, Method::Schur2010] {
        for interpolation in [Interpolation::Ntt, Interpolation::Vandermonde] {
            let name = format!("{method:?} {interpolation:?}");
            let answer =
                check(&name, 100, 0.1, |control| resultant(control).method(method).interpolation(interpolation).run());
            // All of it is told within one batch, and the lift.
            assert_eq!(answer.report.batches, 1);
        }
    }
    let matrix = check("matrices", 100, 0.1, |control| resultant(control).method(Method::Sylvester).run());
    assert_eq!(matrix.report.batches, 1);
    check("digits", 100, 0.1, |control| resultant(control).lift(Lift::MixedRadix).run());
    check("any word", 50, 0.2, |control| resultant(control).word(WordSize::Auto).run());
    check("discriminant", 100, 0.1, |control| Discriminant::new(&f, "y").backend(Backend::Cpu).control(control).run());
}

/// Systems: within a batch of points or paths, around their ends too.
#[test]
fn systems() {
    use crate::floating::{Complex64, as_complex};
    use crate::system::{Evaluator, Newton, Solve, System, Track};
    let katsura = System::katsura(4).unwrap().compile().unwrap();
    let number = |i: usize| [[(i as f64).sin()], [(i as f64 * 1.7).cos()]];
    let points: Vec<_> = (0..5 * 2000).map(number).collect();
    let evaluator = |control| Evaluator::new(&katsura).backend(Backend::Cpu).control(control);
    check("eval", 20, 0.1, |control| evaluator(control).run(&points));
    check("Hessians", 20, 0.1, |control| evaluator(control).hessian_products(&points, &points));
    let newton = |control| Newton::new(&katsura).backend(Backend::Cpu).control(control);
    check("newton", 100, 0.05, |control| newton(control).run(&points));
    // Eight points at a time where a vector has as many doubles.
    check("refine", 150, 0.05, |control| newton(control).refine(as_complex(&points[..5 * 500])));
    // One path: its steps.
    let roots = "x^2 - a".parse::<System>().unwrap().compile().unwrap();
    let (start, ends, zero) = ([1.0.into()], [Complex64::new(-400.0, 1.0)], [1.0.into()]);
    let track = |control| Track::new(&roots, &start, &ends).backend(Backend::Cpu).control(control).run(&zero);
    check("track", 5, 0.5, track);
    // All paths in one batch, a hundred of them around circles.
    let cyclic = System::cyclic(5).unwrap();
    let answer =
        check("solve", 300, 0.2, |control| Solve::new(&cyclic).backend(Backend::Cpu).seed(1).control(control).run());
    assert_eq!((answer.solutions.len(), answer.paths), (70, 120));
}

/// One scalar modulo few primes: its steps are told.
#[test]
fn long_scalars() {
    let mut random = Random(2);
    let [f, g] = [(); 2].map(|()| random.polynomial(&["y"], 1100, 2));
    for method in [Method::Remainder, Method::Schur] {
        let run = |control| Resultant::new(&f, &g, "y").backend(Backend::Cpu).method(method).control(control).run();
        let answer = check(&format!("{method:?}"), 1000, 0.1, run);
        assert_eq!(answer.report.batches, 1);
    }
}

#[test]
fn gcds() {
    let mut random = Random(3);
    let (f, g) = random.pair(&["x"], 300, 3000);
    let gcd = |control| Gcd::new(&f, &g).backend(Backend::Cpu).control(control);
    check("images", 100, 0.25, |control| gcd(control).run());
    check("by Schur", 100, 0.25, |control| gcd(control).method(GcdMethod::Schur).run());
    let (f, g) = (random.polynomial(&["x"], 20_000, 60), random.polynomial(&["x"], 19_999, 60));
    check("half-gcd", 100, 0.4, |control| Gcd::new(&f, &g).backend(Backend::Cpu).control(control).run());
    for vars in [&["x", "y"][..], &["x", "y", "z"]] {
        let (f, g) = random.pair(vars, if vars.len() == 2 { 12 } else { 4 }, 1000);
        check(&format!("{vars:?}"), 30, 0.5, |control| Gcd::new(&f, &g).backend(Backend::Cpu).control(control).run());
    }
    // The input is a large part of it, which is told before images show that there is no common divisor.
    let [f, g] = [(); 2].map(|()| random.polynomial(&["x", "y"], 80, 100));
    check("coprime", 20, 0.3, |control| Gcd::new(&f, &g).backend(Backend::Cpu).control(control).run());
    // A content, and divisions by it.
    let (f, g) = random.pair(&["x", "y"], 15, 200);
    let content = random.polynomial(&["y"], 20, 200);
    let (f, g) = (&f * &content, &g * &content);
    check("content", 50, 0.3, |control| Gcd::new(&f, &g).backend(Backend::Cpu).control(control).run());
}

#[test]
fn batches_and_decompositions() {
    let mut random = Random(4);
    let pairs: Vec<_> = (0..20).map(|k| random.pair(&["x"], 20 + 5 * k, 500)).collect();
    check("a batch", 100, 0.2, |control| GcdBatch::new(&pairs).backend(Backend::Cpu).control(control).run());
    let pairs: Vec<_> = (0..10).map(|k| random.pair(&["x", "y"], 5 + k, 100)).collect();
    check("a batch in two variables", 50, 0.3, |control| {
        GcdBatch::new(&pairs).backend(Backend::Cpu).control(control).run()
    });
    let [a, b] = [(); 2].map(|()| random.polynomial(&["x"], 60, 300));
    let already = random.polynomial(&["x"], 1000, 300);
    check("squarefree already", 20, 0.5, |control| {
        Decomposition::new(&already).backend(Backend::Cpu).control(control).run()
    });
    let f = &(&(&a * &a) * &b) * &a;
    check("squarefree", 30, 0.5, |control| Decomposition::new(&f).backend(Backend::Cpu).control(control).run());
}
