//! GCDs on several devices: the same answers, and failures that end all of them. Without a device all but the first test are skipped
//! with a printed line, or fail with REQUIRE_GPU=1.

use crate::device_lists::lists_of_devices;
use crate::suite::have_gpu;
use crate::turns::turn;
use eliminant::{Backend, Control, ErrorKind, Gcd, GcdBatch, GcdMethod, Polynomial};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

type Pair = (Polynomial, Polynomial);

/// `count` pairs of about `degree` with common divisors of a tenth of that.
fn pairs(count: u32, degree: u32, seed: u32) -> Vec<Pair> {
    let mut state = seed;
    let mut random = |degree: u32| {
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            i64::from(state >> 8) - (1 << 23)
        };
        Polynomial::from_dense("x", (0..=degree).map(|_| ((next() * (1 << 24) + next()) | 1).into()).collect()).unwrap()
    };
    let pair = |i: u32| {
        let (a, b, h) = (random(degree + i % 7), random(degree - i % 5), random(degree / 10 + i % 3));
        (&a * &h, &b * &h)
    };
    (0..count).map(pair).collect()
}

fn on<'a>(pairs: &'a [Pair], devices: &[usize]) -> GcdBatch<'a> {
    GcdBatch::new(pairs).backend(Backend::Cuda).devices(devices).always_split(true)
}

#[test]
fn an_empty_list_is_an_error() {
    let pairs = pairs(2, 10, 1);
    let (f, g) = &pairs[0];
    for backend in [Backend::Auto, Backend::Cpu, Backend::Cuda] {
        let errors = [
            Gcd::new(f, g).backend(backend).devices(&[]).run().unwrap_err(),
            GcdBatch::new(&pairs).backend(backend).devices(&[]).run().unwrap_err(),
        ];
        for error in errors {
            assert!(matches!(error.kind(), ErrorKind::Argument { what: "devices", .. }), "{error}");
        }
    }
    // The CPU engine does not ask what devices there are.
    assert!(Gcd::new(f, g).backend(Backend::Cpu).devices(&[0, 999]).run().is_ok());
}

/// Pairs of several sizes, in one variable and in two, with both methods.
#[test]
fn devices_share_a_batch() {
    if !have_gpu() {
        return;
    }
    let mut all: Vec<Pair> = [pairs(200, 60, 2), pairs(40, 300, 3), pairs(3, 1000, 4)].concat();
    let two = |text: &str| text.parse::<Polynomial>().unwrap();
    for n in 2..6 {
        let h = two(&format!("(x*y^2 - {n}*x + y + 1)^{n}"));
        all.push((&h * &two("x^3*y - 7*y^5 + x + 2"), &h * &two("x^2 + y^2*x - 9")));
    }
    let (expected, _) = GcdBatch::new(&all).backend(Backend::Cpu).run().unwrap();
    for devices in lists_of_devices() {
        for method in [GcdMethod::Remainder, GcdMethod::Schur] {
            let (found, report) = on(&all, &devices).method(method).run().unwrap();
            assert!(found == expected, "{devices:?} {method:?}");
            assert_eq!((report.run.backend, report.pairs), ("cuda", all.len()));
        }
        // The workers of one thread, and one pair, which has the first device.
        assert!(on(&all, &devices).threads(1).run().unwrap().0 == expected, "{devices:?} on one thread");
        let (f, g) = &all[0];
        let answer = Gcd::new(f, g).backend(Backend::Cuda).devices(&devices).run().unwrap();
        assert_eq!((&answer.gcd, answer.report.run.device.contains('(')), (&expected[0], false));
    }
    let (found, _) = GcdBatch::new(&all).backend(Backend::Cuda).all_devices().always_split(true).run().unwrap();
    assert!(found == expected, "all devices");
}

#[test]
fn progress_rises_to_the_end() {
    if !have_gpu() {
        return;
    }
    let pairs = pairs(300, 60, 5);
    for devices in lists_of_devices() {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let told = seen.clone();
        let control = Control::with_progress(move |fraction| told.lock().unwrap().push(fraction));
        on(&pairs, &devices).control(control).run().unwrap();
        let seen = seen.lock().unwrap();
        // Not more often than some twenty times a second.
        assert!(seen.is_sorted() && seen.len() > 1 && seen.last() == Some(&1.0), "{devices:?}: {seen:?}");
    }
}

/// Cancelled when the first group is done, while others wait.
#[test]
fn cancelled_within_a_second() {
    if !have_gpu() {
        return;
    }
    let _turn = turn();
    let pairs = pairs(600, 100, 6);
    for devices in lists_of_devices() {
        let (cancelled, cancel) = (Arc::new(Mutex::new(None)), Arc::new(Mutex::new(None::<Control>)));
        let (at, handle) = (cancelled.clone(), cancel.clone());
        let control = Control::with_progress(move |_| {
            if let Some(control) = handle.lock().unwrap().take() {
                control.cancel();
                *at.lock().unwrap() = Some(Instant::now());
            }
        });
        *cancel.lock().unwrap() = Some(control.clone());
        let error = on(&pairs, &devices).control(control).run().map(|(_, report)| report).expect_err("cancelled");
        assert!(matches!(error.kind(), ErrorKind::Cancelled), "{error}");
        let stop = cancelled.lock().unwrap().expect("progress was told").elapsed();
        assert!(stop < Duration::from_secs(1), "{devices:?}: stopped after {stop:?}");
        assert!(on(&pairs[..1], &devices).run().is_ok(), "the next one");
    }
}

#[test]
fn little_memory_and_unknown_devices_are_errors() {
    if !have_gpu() {
        return;
    }
    let pairs = pairs(100, 60, 7);
    let error = on(&pairs, &[0, 0]).memory_limit(1000).run().map(drop).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit { .. } | ErrorKind::OutOfMemory { .. }), "{error}");
    for devices in [&[999][..], &[0, 999], &[999, 0, 0]] {
        let error = on(&pairs, devices).run().map(drop).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NoDevice { ordinal: 999, .. }), "{error}");
    }
}
