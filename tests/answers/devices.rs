//! One computation on several devices: the same answers, and failures that end all of it.
//!
//! Without a device all but the first test are skipped with a printed line, or fail with REQUIRE_GPU=1.

use crate::device_lists::lists_of_devices as lists;
use crate::suite::{self, poly};
use crate::turns::turn;
use eliminant::{
    Backend, Certainty, Control, Discriminant, ErrorKind, Interpolation, Lift, Method, Polynomial, Resultant,
    ResultantAnswer,
};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A dense polynomial of degree n in x and m in y with coefficients of `digits` digits.
fn dense(n: u32, m: u32, digits: usize, seed: u32) -> Polynomial {
    let mut state = seed;
    let mut digit = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'1' + (state >> 16) as u8 % 9)
    };
    let mut text = String::new();
    for (i, j) in (0..=n).flat_map(|i| (0..=m).map(move |j| (i, j))) {
        text.push(if digit() < '5' { '-' } else { '+' });
        text.extend((0..digits).map(|_| digit()));
        text.push_str(&format!("*x^{i}*y^{j}"));
    }
    poly(&text)
}

fn on<'a>(f: &'a Polynomial, g: &'a Polynomial, devices: &[usize]) -> Resultant<'a> {
    Resultant::new(f, g, "y").backend(Backend::Cuda).devices(devices).always_split(true)
}

fn names(answer: &ResultantAnswer) -> usize {
    answer.report.run.device.matches(" (").count()
}

#[test]
fn an_empty_list_is_an_error() {
    let (f, g) = (poly("y^2 - x"), poly("x*y - 3"));
    for backend in [Backend::Auto, Backend::Cpu, Backend::Cuda] {
        let error = Resultant::new(&f, &g, "y").backend(backend).devices(&[]).run().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument { what: "devices", .. }), "{error}");
    }
    // The CPU engine does not ask what devices there are.
    assert!(Resultant::new(&f, &g, "y").backend(Backend::Cpu).devices(&[0, 999]).run().is_ok());
}

#[test]
fn stored_cases() {
    if !suite::have_gpu() {
        return;
    }
    for devices in lists() {
        for case in suite::cases() {
            let f = poly(&case.f);
            let answer = match case.g.as_deref().filter(|_| case.kind == "resultant") {
                Some(g) => {
                    let g = poly(g);
                    let job = Resultant::new(&f, &g, &case.var).backend(Backend::Cuda);
                    job.devices(&devices).always_split(true).run()
                }
                None => {
                    let job = Discriminant::new(&f, &case.var).backend(Backend::Cuda);
                    job.devices(&devices).always_split(true).run()
                }
            };
            let answer = answer.unwrap_or_else(|error| panic!("{devices:?}, {}: {error}", case.name));
            let kept = if case.var == "y" { "x" } else { "y" };
            let expected = Polynomial::parse_in(&case.expected, &[kept]).expect("a stored answer");
            assert_eq!(answer.polynomial, expected, "{devices:?}, {}", case.name);
        }
    }
}

#[test]
fn every_choice_gives_the_same() {
    if !suite::have_gpu() {
        return;
    }
    let (f, g) = (dense(9, 11, 60, 1), dense(8, 9, 50, 2));
    let expected = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap();
    let primes = Resultant::new(&f, &g, "y").backend(Backend::Cuda).run().unwrap().report.run.primes;
    for devices in lists() {
        for method in [Method::Remainder, Method::Schur, Method::Schur2010, Method::Sylvester] {
            for interpolation in [Interpolation::Ntt, Interpolation::Vandermonde] {
                if method == Method::Sylvester && interpolation == Interpolation::Vandermonde {
                    continue;
                }
                for lift in [Lift::Auto, Lift::Crt, Lift::MixedRadix, Lift::MixedRadixThread] {
                    let job = on(&f, &g, &devices).method(method).interpolation(interpolation).lift(lift);
                    let answer = job.run().unwrap();
                    let what = format!("{devices:?} {method:?} {interpolation:?} {lift:?}");
                    assert_eq!(answer.polynomial, expected.polynomial, "{what}");
                    // Other points may take other primes.
                    let other = interpolation == Interpolation::Vandermonde;
                    assert!(other || answer.report.run.primes == primes, "{what}");
                    assert!(names(&answer) == devices.len() && answer.report.run.backend == "cuda", "{what}");
                    assert!(answer.report.run.stages.iter().any(|stage| stage.stage == "exchange"), "{what}");
                }
            }
        }
        let certainty = Certainty::Probabilistic { error_exponent: 60 };
        let answer = on(&f, &g, &devices).certainty(certainty).seed(3).run().unwrap();
        assert_eq!(answer.polynomial, expected.polynomial, "{devices:?} probabilistic");
        // The workers of one thread, and the caller in a pool of its own.
        let answer = on(&f, &g, &devices).threads(1).run().unwrap();
        assert_eq!(answer.polynomial, expected.polynomial, "{devices:?} on one thread");
    }
    let answer = Resultant::new(&f, &g, "y").backend(Backend::Cuda).all_devices().always_split(true).run().unwrap();
    assert_eq!(answer.polynomial, expected.polynomial, "all devices");
}

#[test]
fn degenerate_inputs_and_small_work() {
    if !suite::have_gpu() {
        return;
    }
    for devices in lists() {
        for (f, g, expected) in [
            ("0", "y", "0"),
            ("x", "3", "1"),
            ("y - x", "y - 1", "x - 1"),
            ("x*y + 1", "7", "7"),
            ("y^2 - x", "y^2 - x", "0"),
            ("123456789123456789123456789*y + 1", "y", "-1"),
            ("3*y^2 + 5", "2*y - 7", "167"),
        ] {
            let (f, g) = (poly(f), poly(g));
            let answer = on(&f, &g, &devices).run().unwrap().polynomial;
            assert_eq!(answer, Polynomial::parse_in(expected, &["x"]).unwrap(), "{devices:?}: {f}, {g}");
        }
        // One prime: nothing to share.
        let (f, g) = (poly("y^3 - x*y + 2"), poly("x^2*y^2 - 3*y + x"));
        let modular = on(&f, &g, &devices).modulus(1_000_000_007).run().unwrap();
        assert!(modular.report.direct && names(&modular) == 0, "{}", modular.report.run.device);
        // Unless it is asked for, small work is not split.
        let small = Resultant::new(&f, &g, "y").backend(Backend::Cuda).devices(&devices).run().unwrap();
        assert_eq!(names(&small), 0, "{}", small.report.run.device);
    }
}

#[test]
fn little_memory_means_more_batches_or_an_error() {
    if !suite::have_gpu() {
        return;
    }
    let (f, g) = (dense(6, 6, 200, 1), dense(7, 7, 200, 2));
    let expected = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap().polynomial;
    for devices in lists() {
        let (mut refused, mut several) = (0, 0);
        for limit in (8..28).flat_map(|k| [4, 5, 6, 7].map(|quarters| (quarters << k) / 4)) {
            match on(&f, &g, &devices).memory_limit(limit).run() {
                Ok(answer) => {
                    assert_eq!(answer.polynomial, expected, "{devices:?}, limit {limit}");
                    several += (answer.report.batches > devices.len()) as u32;
                }
                Err(error) => {
                    let memory = matches!(error.kind(), ErrorKind::Limit { .. } | ErrorKind::OutOfMemory { .. });
                    assert!(memory, "{devices:?}, limit {limit}: {error}");
                    refused += 1;
                }
            }
        }
        assert!(refused > 0 && several > 0, "{devices:?}: {refused} refused, {several} in several batches");
    }
}

/// A plan's memory of a device is not exceeded; with the least limit that it names, the same answer; below, none.
#[test]
fn plans_of_memory_hold() {
    if !suite::have_gpu() {
        return;
    }
    let (f, g) = (dense(6, 6, 200, 1), dense(7, 7, 200, 2));
    let (many, few) = (dense(40, 4, 3, 3), dense(41, 5, 3, 4));
    for (f, g) in [(&f, &g), (&many, &few)] {
        let resultant = || Resultant::new(f, g, "y").backend(Backend::Cuda).devices(&[0]);
        let expected = resultant().run().unwrap();
        let plan = resultant().plan().unwrap().on_grid.on_devices.expect("a device");
        let used = expected.report.run.device_bytes;
        assert_eq!(plan.primes, expected.report.run.primes);
        assert!(used > 0 && used <= plan.usual_bytes + (1 << 20), "{used} {plan:?}");
        let least = resultant().memory_limit(plan.least_bytes);
        let answer = least.run().unwrap();
        assert_eq!(answer.polynomial, expected.polynomial);
        assert!(answer.report.run.device_bytes <= plan.least_bytes, "{} {plan:?}", answer.report.run.device_bytes);
        assert_eq!(least.plan().unwrap().on_grid.on_devices.expect("a device").least_bytes, plan.least_bytes);
        for error in [
            resultant().memory_limit(plan.least_bytes - 1).run().map(drop).unwrap_err(),
            resultant().memory_limit(plan.least_bytes - 1).plan().map(drop).unwrap_err(),
        ] {
            assert!(matches!(error.kind(), ErrorKind::Limit { what: "bytes of memory", .. }), "{error}");
        }
    }
}

#[test]
fn cancelled_within_a_second() {
    if !suite::have_gpu() {
        return;
    }
    let _turn = turn();
    let (f, g) = (dense(300, 300, 30, 3), dense(301, 301, 30, 4));
    for devices in lists() {
        let control = Control::default();
        let handle = control.clone();
        let stop = std::thread::scope(|scope| {
            let canceller = scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(300));
                handle.cancel();
                Instant::now()
            });
            let result = on(&f, &g, &devices).memory_limit(8 << 30).control(control).run();
            let end = Instant::now();
            let error = result.map(|answer| answer.report).expect_err("cancelled");
            assert!(matches!(error.kind(), ErrorKind::Cancelled), "{error}");
            end - canceller.join().expect("the cancelling thread")
        });
        // Engines on one device wait for each other's batches.
        assert!(stop < Duration::from_millis(1000 * devices.len() as u64), "{devices:?}: stopped after {stop:?}");
        let (f, g) = (poly("y^2 - x"), poly("x*y + 1"));
        let answer = on(&f, &g, &devices).run().expect("the next one").polynomial;
        assert_eq!(answer, Polynomial::parse_in("1 - x^3", &["x"]).unwrap());
    }
}

#[test]
fn progress_rises_to_the_end() {
    if !suite::have_gpu() {
        return;
    }
    let (f, g) = (dense(9, 9, 40, 5), dense(9, 9, 40, 6));
    for devices in lists() {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let told = seen.clone();
        let control = Control::with_progress(move |fraction| told.lock().unwrap().push(fraction));
        on(&f, &g, &devices).control(control).run().unwrap();
        let seen = seen.lock().unwrap();
        // Not more often than some twenty times a second.
        assert!(seen.is_sorted() && seen.len() > 1 && seen.last() == Some(&1.0), "{devices:?}: {seen:?}");
    }
}

/// Callers from all threads of a pool, and computations on the same devices at the same time.
#[test]
fn many_callers_at_once() {
    use rayon::prelude::*;
    if !suite::have_gpu() {
        return;
    }
    let (f, g) = (dense(6, 7, 20, 7), dense(7, 6, 20, 8));
    let expected = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap().polynomial;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for devices in lists() {
        let answers: Vec<Polynomial> =
            pool.install(|| (0..9).into_par_iter().map(|_| on(&f, &g, &devices).run().unwrap().polynomial).collect());
        assert!(answers.iter().all(|answer| *answer == expected), "{devices:?}");
    }
}

#[test]
fn an_unknown_device_is_an_error_however_small_the_work() {
    if !suite::have_gpu() {
        return;
    }
    let (f, g) = (poly("y^2 - x"), poly("x*y - 3"));
    for devices in [&[999][..], &[0, 999], &[999, 0, 0]] {
        for always in [false, true] {
            let error = on(&f, &g, devices).always_split(always).run().unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::NoDevice { ordinal: 999, .. }), "{error}");
        }
    }
}
