//! Cancelling on the CPU: within a second, whatever a batch or one image would take.

use crate::turns::turn;
use eliminant::system::{Newton, Solve, System, Track};
use eliminant::{
    Backend, Complex64, Control, Decomposition, ErrorKind, Gcd, GcdBatch, GcdMethod, Interpolation, Lift, Method,
    Polynomial, Resultant, WordSize,
};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Dense polynomials of degree `degree` in each variable with coefficients of about `digits` digits.
fn pair(degree: u32, digits: usize) -> [Polynomial; 2] {
    [17u64, 91].map(|mut state| {
        let mut text = String::new();
        for (i, j) in (0..=degree).flat_map(|i| (0..=degree).map(move |j| (i, j))) {
            text.push('+');
            for _ in 0..digits {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push((b'1' + (state >> 60) as u8 % 9) as char);
            }
            text += &format!("*x^{i}*y^{j}");
        }
        Polynomial::parse_in(&text, &["x", "y"]).expect("a polynomial")
    })
}

/// How long a computation goes on after it is cancelled, after `delay`.
fn cancelled_after<A>(delay: Duration, job: impl FnOnce(Control) -> eliminant::Result<A>) -> Duration {
    let control = Control::default();
    let handle = control.clone();
    let canceller = thread::spawn(move || {
        thread::sleep(delay);
        handle.cancel();
        Instant::now()
    });
    let error = job(control).err().expect("cancelled");
    let end = Instant::now();
    assert_eq!(*error.kind(), ErrorKind::Cancelled);
    end - canceller.join().expect("the cancelling thread")
}

/// Half a minute of two cores with AVX-512, in batches of a second and, with arbitrary points, of several.
#[test]
fn within_a_batch() {
    let _turn = turn();
    let [f, g] = pair(40, 1000);
    let cases = [
        (Interpolation::Ntt, Method::Remainder, 1500),
        (Interpolation::Vandermonde, Method::Remainder, 1500),
        (Interpolation::Vandermonde, Method::Remainder, 4000),
        (Interpolation::Vandermonde, Method::Schur, 3000),
    ];
    for (interpolation, method, delay) in cases {
        let late = cancelled_after(Duration::from_millis(delay), |control| {
            let computation = Resultant::new(&f, &g, "y").backend(Backend::Cpu).memory_limit(1 << 30).seed(1);
            computation.method(method).interpolation(interpolation).control(control).run()
        });
        assert!(late < Duration::from_secs(1), "{interpolation:?} {method:?} {delay}: {late:?}");
    }
}

/// Newton's method in quad-double with many variables, all paths of a system, and paths to many ends: within a step of a few points or paths.
#[test]
fn within_a_step() {
    let _turn = turn();
    let number = |i: usize| [[(i as f64).sin(), 0.0, 0.0, 0.0], [(i as f64 * 1.7).cos(), 0.0, 0.0, 0.0]];
    let katsura = System::katsura(40).and_then(|system| system.compile()).expect("a system");
    let points: Vec<_> = (0..41 * 200).map(number).collect();
    let cyclic = System::cyclic(7).expect("a system");
    let roots = "x^7 - a*x^2 - 1".parse::<System>().and_then(|system| system.compile()).expect("a system");
    let (start, zero) = ([0.0.into()], [1.0.into()]);
    let ends: Vec<_> = (0..500_000).map(|i| Complex64::cis(i as f64)).collect();
    for delay in [100, 250] {
        let delay = Duration::from_millis(delay);
        let newton = cancelled_after(delay, |control| {
            Newton::new(&katsura)
                .backend(Backend::Cpu)
                .iterations(10_000)
                .tolerance(1e-62)
                .control(control)
                .run(&points)
        });
        let solve = cancelled_after(delay, |control| Solve::new(&cyclic).backend(Backend::Cpu).control(control).run());
        let track = cancelled_after(delay, |control| {
            Track::new(&roots, &start, &ends).backend(Backend::Cpu).control(control).run(&zero)
        });
        println!("{delay:?}: newton {newton:?}, solve {solve:?}, track {track:?}");
        // A third of a second, and what a machine with other work takes.
        assert!([newton, solve, track].into_iter().all(|late| late < Duration::from_millis(500)));
    }
}

/// One image takes seconds: by the Schur algorithm, and of long polynomials by half-gcd.
#[test]
fn within_an_image() {
    let _turn = turn();
    let dense = |degree: u64, seed: u64| {
        let coefficient = |k: u64| ((k * k * 12_345 + seed * k) % 1_000_003 + 1).into();
        Polynomial::from_dense("x", (0..=degree).map(coefficient).collect()).unwrap()
    };
    for (method, p, q, delay) in [
        (GcdMethod::Schur, 60_000, 59_997, 500),
        (GcdMethod::Remainder, 400_000, 399_997, 700),
        // One long division.
        (GcdMethod::Remainder, 400_000, 150_000, 700),
    ] {
        let (f, g) = (dense(p, 17), dense(q, 91));
        let late = cancelled_after(Duration::from_millis(delay), |control| {
            Gcd::new(&f, &g).backend(Backend::Cpu).method(method).seed(1).control(control).run()
        });
        assert!(late < Duration::from_secs(1), "{method:?} {p} {q}: {late:?}");
    }
}

/// How long a computation goes on after its progress has reached `part`, when it is cancelled.
fn cancelled_at<A>(part: f64, job: impl FnOnce(Control) -> eliminant::Result<A>) -> Duration {
    let handle = Arc::new(Mutex::new((None::<Control>, None)));
    let watched = handle.clone();
    let control = Control::with_progress(move |fraction| {
        let (control, at) = &mut *watched.lock().expect("one caller");
        if fraction >= part && at.is_none() {
            control.iter().for_each(Control::cancel);
            *at = Some(Instant::now());
        }
    });
    handle.lock().expect("nobody else").0 = Some(control.clone());
    let error = job(control).err().expect("cancelled");
    let end = Instant::now();
    assert_eq!(*error.kind(), ErrorKind::Cancelled);
    let at = handle.lock().expect("nobody else").1.expect("progress");
    end - at
}

/// Of one variable: a polynomial without a pattern, of `bits` bits.
fn dense(degree: u64, bits: u32, seed: u64) -> Polynomial {
    let mut state = seed;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let mut coefficient = || {
        let mut value = rug::Integer::from(1);
        for _ in 0..bits.div_ceil(31) {
            value = (value << 31u32) + word();
        }
        value
    };
    Polynomial::from_dense("x", (0..=degree).map(|_| coefficient()).collect()).expect("a polynomial")
}

/// Scalars that take a while each, by all methods; digits of thousands of primes.
#[test]
fn within_a_scalar_and_a_lift() {
    let _turn = turn();
    let (f, g) = (dense(7000, 2, 17), dense(7000, 2, 91));
    for method in [Method::Remainder, Method::Schur, Method::Schur2010] {
        for part in [0.011, 0.015] {
            let late = cancelled_at(part, |control| {
                Resultant::new(&f, &g, "x").backend(Backend::Cpu).method(method).seed(1).control(control).run()
            });
            assert!(late < Duration::from_secs(1), "{method:?} at {part}: {late:?}");
        }
    }
    // Words as the processor has them, and those of every processor. Long enough, and by so few threads, that progress is told several times
    // while a lift goes on: with a third of the digits a lift by 31-bit words took no longer than two pauses between calls.
    let cases = [
        (Lift::MixedRadix, WordSize::Auto, 10_000, 0.4),
        (Lift::Crt, WordSize::Auto, 30_000, 0.5),
        (Lift::Crt, WordSize::Bits31, 30_000, 0.3),
        (Lift::Crt, WordSize::Bits31, 30_000, 0.5),
    ];
    for (lift, word, digits, part) in cases {
        let [f, g] = pair(3, digits);
        let late = cancelled_at(part, |control| {
            // A lift that is asked for takes primes.
            let computation = Resultant::new(&f, &g, "y").backend(Backend::Cpu).seed(1);
            computation.lift(lift).word(word).threads(2).control(control).run()
        });
        assert!(late < Duration::from_secs(1), "{lift:?} {word:?}: {late:?}");
    }
}

/// Products of long integers without primes, where each takes a while.
#[test]
fn within_a_sequence_of_integers() {
    let _turn = turn();
    let [f, g] = pair(3, 100_000);
    let question = || Resultant::new(&f, &g, "y").backend(Backend::Cpu).seed(1).threads(2);
    assert!(question().plan().expect("a plan").integers);
    for part in [0.2, 0.4] {
        let late = cancelled_at(part, |control| question().control(control).run());
        assert!(late < Duration::from_secs(1), "at {part}: {late:?}");
    }
}

/// A batch and a decomposition, on the way.
#[test]
fn within_gcds() {
    let _turn = turn();
    let product = |degree: u64, bits: u32| {
        let [h, a, b] = [1, 2, 3].map(|seed| dense(degree, bits, seed));
        (&h * &a, &h * &b)
    };
    let pairs: Vec<_> = (0..60).map(|k| product(100 + 5 * k, 6000)).collect();
    let late = cancelled_at(0.4, |control| GcdBatch::new(&pairs).backend(Backend::Cpu).control(control).run());
    assert!(late < Duration::from_secs(1), "a batch: {late:?}");
    let [a, b] = [4, 5].map(|seed| dense(200, 8000, seed));
    let f = &(&(&a * &a) * &b) * &a;
    let late = cancelled_at(0.2, |control| Decomposition::new(&f).backend(Backend::Cpu).control(control).run());
    assert!(late < Duration::from_secs(1), "a decomposition: {late:?}");
}
