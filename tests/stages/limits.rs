//! Memory budgets and cancellation, through the public builder.

use crate::drive::{grid, primes, table};
use crate::turns::turn;
use eliminant::engine::cpu::{Cpu, CpuWord};
use eliminant::engine::gcd::{Division, GcdEngine};
use eliminant::engine::{Along, Engine, Worker};
use eliminant::plan::grid::Evaluation;
use eliminant::{Backend, Control, ErrorKind, Polynomial, Result, Resultant};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rug::Integer;
use std::thread;
use std::time::{Duration, Instant};

/// A dense polynomial of degree n in x and in y with coefficients of `digits` digits.
fn dense(n: u32, digits: usize, seed: u32) -> Polynomial {
    let mut state = seed;
    let mut digit = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'1' + (state >> 16) as u8 % 9)
    };
    let mut text = String::new();
    for i in 0..=n {
        for j in 0..=n {
            let sign = if digit() < '5' { '-' } else { '+' };
            let coefficient: String = (0..digits).map(|_| digit()).collect();
            text.push_str(&format!("{sign}{coefficient}*x^{i}*y^{j}"));
        }
    }
    Polynomial::parse_in(&text, &["x", "y"]).expect("a polynomial")
}

/// Too little memory is an error, a little more means more batches, and the answer is the same.
pub fn memory(backend: Backend) {
    let (f, g) = (dense(6, 30, 1), dense(7, 30, 2));
    let run = |limit| Resultant::new(&f, &g, "y").backend(backend).memory_limit(limit).run();
    let all = run(1 << 30).expect("a gigabyte is enough");
    assert_eq!(all.report.batches, 1);
    let (mut refused, mut several) = (0, 0);
    // Quarters of a power of two: with short primes the limits of several batches are all between two powers.
    for k in 0..120 {
        let limit = 2f64.powf(f64::from(k) / 4.0) as u64;
        match run(limit) {
            Ok(answer) => {
                assert_eq!(answer.polynomial, all.polynomial, "limit {limit}");
                several += (answer.report.batches > 1) as u32;
            }
            Err(error) => {
                // A device counts its tables as well, when it makes them.
                let memory = matches!(error.kind(), ErrorKind::Limit { .. })
                    || backend == Backend::Cuda && matches!(error.kind(), ErrorKind::OutOfMemory { .. });
                assert!(memory && several == 0, "limit {limit}: {error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0 && several > 0, "{refused} refused, {several} in several batches");
}

/// A job of many seconds stops within a second of being asked to, and the next job is right.
pub fn cancellation(backend: Backend) {
    let _turn = turn();
    let (degree, memory) = if backend == Backend::Cuda { (300, 8 << 30) } else { (70, 64 << 20) };
    let (f, g) = (dense(degree, 30, 3), dense(degree + 1, 30, 4));
    // The driver may compile kernels when they are first used, which nothing interrupts.
    let small = || {
        let [f, g] = ["y^2 - x", "x*y + 1"].map(|text| Polynomial::parse_in(text, &["x", "y"]).expect("a polynomial"));
        let answer = Resultant::new(&f, &g, "y").backend(backend).run().expect("a small job");
        assert_eq!(answer.polynomial, Polynomial::parse_in("1 - x^3", &["x"]).expect("1 - x^3"));
    };
    small();
    let control = Control::default();
    let handle = control.clone();
    let (f, g) = (&f, &g);
    let stop = thread::scope(|scope| {
        let canceller = scope.spawn(move || {
            thread::sleep(Duration::from_millis(300));
            handle.cancel();
            Instant::now()
        });
        let result = Resultant::new(f, g, "y").backend(backend).memory_limit(memory).control(control).run();
        let end = Instant::now();
        let error = result.map(|answer| answer.report).expect_err("cancelled");
        assert!(matches!(error.kind(), ErrorKind::Cancelled), "{error}");
        end - canceller.join().expect("the cancelling thread")
    });
    assert!(stop < Duration::from_secs(1), "stopped after {stop:?}");
    small();
}

/// A control that is cancelled already stops everything.
pub fn cancelled_before(backend: Backend) {
    let control = Control::default();
    control.cancel();
    let (f, g) = (dense(3, 5, 5), dense(2, 5, 6));
    let error = Resultant::new(&f, &g, "x").backend(backend).control(control).run().map(|answer| answer.report);
    assert!(matches!(error.expect_err("cancelled").kind(), ErrorKind::Cancelled));
}

/// A stage that is stopped has no result: it has left tasks out, and what it holds must not reach a checkpoint.
pub fn stopped_stages<M: CpuWord>(engine: &mut Cpu<M>) {
    let cancelled = Control::default();
    cancelled.cancel();
    for evaluation in [Evaluation::Auto, Evaluation::Stockham] {
        // The last axis is evaluated with what follows it, or not.
        for dims in [[3u32, 3], [16, 60]] {
            let grid = grid(&[(16, 1), (64, 1)]).evaluated_by(evaluation);
            let primes = primes::<M>(&grid, 3, &mut StdRng::seed_from_u64(1));
            let count = dims[0] * dims[1];
            let integers: Vec<Integer> = (1..=count).map(Integer::from).collect();
            engine.watch(&Control::default());
            let input = engine.load(&table(1, &dims, &integers)).expect("load");
            let batch = engine.begin(&grid, &primes).expect("begin");
            let residues = engine.reduce(&batch, &input).expect("reduce");
            let values = engine.evaluate(&batch, residues.clone(), 1, &dims).expect("evaluate");
            let along = |n: u32| Along { axis: 0, outer: 1, n: n as usize, inner: dims[1] as usize };
            let of_axis = engine.evaluate_axis(&batch, &residues, along(dims[0])).expect("evaluate");
            let division = [Division { dividend: 0, n: 8, divisor: 0, d: 2 }];
            engine.watch(&cancelled);
            let found: [Result<()>; 6] = [
                engine.reduce(&batch, &input).map(drop),
                engine.evaluate(&batch, residues.clone(), 1, &dims).map(drop),
                engine.interpolate(&batch, values, 1).map(drop),
                engine.evaluate_axis(&batch, &residues, along(dims[0])).map(drop),
                engine.interpolate_axis(&batch, of_axis, along(16)).map(drop),
                engine.divide(&batch, &residues, &residues, &division).map(drop),
            ];
            for (number, found) in found.into_iter().enumerate() {
                let error = found.expect_err("a stage that was stopped");
                assert!(matches!(error.kind(), ErrorKind::Cancelled), "{number} {evaluation:?} {dims:?}: {error}");
            }
        }
    }
}
