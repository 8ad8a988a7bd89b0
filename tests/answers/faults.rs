//! Faults of a device: no memory at any allocation, a kernel that traps, one that is left out, a wrong byte in any copy. There is an error
//! or the right answer, never a wrong one, and what comes after is computed. Each kind of fault and operation has a process of its own,
//! since a trap takes the device from its process. Skipped with a printed line where there is no device, or a failure with REQUIRE_GPU=1.

use crate::suite::have_gpu;
use crate::turns::turn;
use eliminant::engine::cuda::{Fault, order_fault};
use eliminant::system::{Evaluator, Newton, System};
use eliminant::{
    Backend, Decomposition, Determinant, Discriminant, Error, ErrorKind, Gcd, GcdBatch, GcdMethod, Interpolation,
    Matrix, Method, Polynomial, Resultant,
};
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A computation, and its answer as a text.
type Operation = fn(Backend) -> Result<String, Error>;

/// A dense polynomial with so many coefficients of x, y and z, of some 60 bits.
fn dense(dims: [u32; 3], seed: u32) -> Polynomial {
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        i64::from(state >> 2) + 1
    };
    let [a, b, c] = dims;
    let places = (0..a).flat_map(|i| (0..b).flat_map(move |j| (0..c).map(move |k| vec![i, j, k])));
    let terms: Vec<_> = places.map(|place| ((random() * (1 << 30) - random()).into(), place)).collect();
    Polynomial::from_terms(&["x", "y", "z"], terms).expect("a polynomial")
}

fn resultant(dims: [u32; 3], set: impl for<'a> Fn(Resultant<'a>) -> Resultant<'a>) -> Result<String, Error> {
    let (f, g) = (dense(dims, 1), dense(dims, 2));
    Ok(set(Resultant::new(&f, &g, "y")).run()?.polynomial.to_string())
}

fn gcd(dims: [u32; 3], divisor: [u32; 3], backend: Backend, method: GcdMethod) -> Result<String, Error> {
    let h = dense(divisor, 3);
    let (f, g) = (&dense(dims, 1) * &h, &dense(dims, 2) * &h);
    let answer = Gcd::new(&f, &g).cofactors(true).backend(backend).method(method).run()?;
    Ok(format!("{}; {:?}", answer.gcd, answer.cofactors.map(|cofactors| cofactors.map(|f| f.to_string()))))
}

fn points() -> Vec<[[f64; 1]; 2]> {
    (0..6 * 200).map(|i| [[f64::from(i).sin()], [f64::from(i).cos()]]).collect()
}

/// Exact computations.
const EXACT: &[(&str, Operation)] = &[
    ("resultant", |backend| resultant([6, 8, 1], |job| job.backend(backend))),
    ("resultant by Schur steps", |backend| resultant([6, 8, 1], |job| job.backend(backend).method(Method::Schur))),
    ("resultant by Sylvester", |backend| resultant([6, 5, 1], |job| job.backend(backend).method(Method::Sylvester))),
    ("resultant at any points", |backend| {
        resultant([5, 5, 1], |job| job.backend(backend).interpolation(Interpolation::Vandermonde))
    }),
    ("resultant in three variables", |backend| resultant([5, 4, 6], |job| job.backend(backend))),
    ("resultant modulo a prime", |backend| resultant([9, 9, 3], |job| job.backend(backend).modulus(1_000_003))),
    ("resultant in the field of a prime", |backend| {
        resultant([101, 101, 1], |job| job.backend(backend).modulus((1 << 61) - 1))
    }),
    ("discriminant", |backend| {
        Ok(Discriminant::new(&dense([5, 7, 1], 4), "y").backend(backend).run()?.polynomial.to_string())
    }),
    ("determinant", |backend| {
        let entry = |i: u32| dense([3, 2, 2], i).to_string();
        let rows = (0..5).map(|i| (0..5).map(|j| entry(5 * i + j)).collect::<Vec<_>>().join(","));
        let text = format!("[[{}]]", rows.collect::<Vec<_>>().join("],["));
        let matrix: Matrix = text.parse().expect("a matrix");
        Ok(Determinant::new(&matrix).backend(backend).run()?.polynomial.to_string())
    }),
    ("gcd", |backend| gcd([200, 1, 1], [40, 1, 1], backend, GcdMethod::Remainder)),
    ("gcd by Schur steps", |backend| gcd([200, 1, 1], [40, 1, 1], backend, GcdMethod::Schur)),
    ("gcd in rounds", |backend| gcd([2500, 1, 1], [300, 1, 1], backend, GcdMethod::Remainder)),
    ("gcd of coprime polynomials", |backend| gcd([100, 1, 1], [1, 1, 1], backend, GcdMethod::Remainder)),
    ("gcd in three variables", |backend| gcd([5, 6, 4], [3, 4, 3], backend, GcdMethod::Remainder)),
    ("batch of gcds", |backend| {
        let h = dense([9, 1, 1], 3);
        let pair = |i| (&dense([20 + i, 1, 1], i) * &h, &dense([30, 1, 1], i + 9) * &h);
        let pairs: Vec<_> = (0..20).map(pair).collect();
        let (gcds, _) = GcdBatch::new(&pairs).backend(backend).run()?;
        Ok(gcds.iter().map(ToString::to_string).collect::<Vec<_>>().join(";"))
    }),
    ("squarefree", |backend| {
        let f = &(&dense([8, 1, 1], 1) * &dense([8, 1, 1], 1)) * &dense([5, 1, 1], 2);
        Ok(format!("{:?}", Decomposition::new(&f).backend(backend).run()?.0))
    }),
];

/// Computations in floating point, where nothing tells a wrong bit from a right one.
const FLOATING: &[(&str, Operation)] = &[
    ("values", |backend| {
        let system = System::katsura(5).and_then(|system| system.compile())?;
        let values = Evaluator::new(&system).backend(backend).run::<[f64; 1]>(&points())?;
        Ok(format!("{:?}", (values.values_at(7), values.jacobian_at(199))))
    }),
    ("zeros", |backend| {
        let system = System::katsura(5).and_then(|system| system.compile())?;
        let answer = Newton::new(&system).backend(backend).run::<[f64; 1]>(&points())?;
        Ok(format!("{:?}", (&answer.points[..12], answer.reports)))
    }),
];

fn operation(name: &str) -> Operation {
    let mut all = EXACT.iter().chain(FLOATING);
    all.find(|(other, _)| *other == name).unwrap_or_else(|| panic!("{name}")).1
}

fn fault(name: &str) -> Fault {
    let all = [Fault::Memory, Fault::MemoryFromThen, Fault::LeftOut, Fault::Trap, Fault::Copy];
    all.into_iter().find(|fault| format!("{fault:?}") == name).unwrap_or_else(|| panic!("{name}"))
}

/// Whether this error may follow this fault.
fn may_follow(error: &Error, fault: Fault) -> bool {
    match fault {
        Fault::Memory | Fault::MemoryFromThen => {
            matches!(error.kind(), ErrorKind::OutOfMemory { .. } | ErrorKind::Limit { .. })
        }
        Fault::Trap => matches!(error.kind(), ErrorKind::Device { .. }),
        Fault::LeftOut | Fault::Copy => {
            // The shape of a kernel of another size; a broken contract between stages.
            let limit = matches!(error.kind(), ErrorKind::Limit { .. } | ErrorKind::Shape { .. });
            limit || matches!(error.kind(), ErrorKind::Verification { .. } | ErrorKind::Device { .. })
        }
    }
}

/// Most events of an operation at which a fault is tried; others are spread over all.
const TRIED: u64 = 40;

/// An operation with a fault at one event after the other, from the first that the environment names on.
#[test]
#[ignore = "started by the other tests of this file"]
fn in_this_process() {
    let [name, kind, first] = ["OPERATION", "FAULT", "FIRST"].map(|name| std::env::var(name).expect(name));
    let (run, kind, first) = (operation(&name), fault(&kind), first.parse::<u64>().expect("a number"));
    let expected = run(Backend::Cpu).expect("on the CPU");
    assert_eq!(run(Backend::Cuda).expect("without a fault"), expected);
    order_fault(Some((kind, u64::MAX)));
    assert_eq!(run(Backend::Cuda).expect("without a fault"), expected);
    let count = order_fault(None);
    println!("{count} events");
    let step = count.div_ceil(TRIED).max(1);
    for at in (first..count).step_by(step as usize) {
        println!("at {at}");
        order_fault(Some((kind, at)));
        let found = run(Backend::Cuda);
        order_fault(None);
        match &found {
            Ok(answer) => assert!(*answer == expected && kind != Fault::Trap, "{at}: a wrong answer"),
            Err(error) => {
                println!("{error}");
                assert!(may_follow(error, kind), "{at}: {error:?}");
            }
        }
        match run(Backend::Cuda) {
            Ok(next) => assert_eq!(next, expected, "{at}"),
            Err(next) => {
                assert!(matches!(next.kind(), ErrorKind::Device { .. }), "{at}: {next}");
                assert_eq!(Some(next), found.err(), "the device takes no more work");
                assert_eq!(run(Backend::Auto).expect("on the CPU"), expected);
                println!("next {}", at + step);
                return;
            }
        }
    }
    println!("next {count}\ndone");
}

/// Longest time of a process: what hangs is ended.
const LIMIT: Duration = Duration::from_secs(60);

/// Runs [`in_this_process`] from event number `first` on; the number of the next event, and whether all is done.
fn from(name: &str, kind: Fault, first: u64) -> (u64, bool) {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--ignored", "--exact", "faults::in_this_process", "--nocapture"])
        .env("OPERATION", name)
        .env("FAULT", format!("{kind:?}"))
        .env("FIRST", first.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a process");
    let mut errors = child.stderr.take().expect("a pipe");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        errors.read_to_string(&mut text).map(|_| text).expect("UTF-8")
    });
    let mut output = child.stdout.take().expect("a pipe");
    let told = std::thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).map(|_| text).expect("UTF-8")
    });
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a process") {
            break Some(status);
        }
        if start.elapsed() > LIMIT {
            child.kill().and_then(|()| child.wait()).expect("a process");
            break None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let [told, errors] = [told, reader].map(|thread| thread.join().expect("a thread"));
    println!("{name}, {kind:?} from {first}: {:?}\n{told}", start.elapsed());
    assert!(status.is_some_and(|status| status.success()), "{name}, {kind:?}: {status:?}\n{told}\n{errors}");
    let next = told.rsplit("next ").next().and_then(|rest| rest.lines().next()).and_then(|digits| digits.parse().ok());
    (next.unwrap_or_else(|| panic!("{told}")), told.contains("\ndone"))
}

fn check(operations: &[(&str, Operation)], kind: Fault) {
    if !have_gpu() {
        return;
    }
    let _turn = turn();
    let mut wrong = Vec::new();
    for (name, _) in operations {
        let all = || {
            let mut at = (0, false);
            while !at.1 {
                at = from(name, kind, at.0);
            }
        };
        if std::panic::catch_unwind(all).is_err() {
            wrong.push(*name);
        }
    }
    assert!(wrong.is_empty(), "{kind:?}: {wrong:?}");
}

#[test]
fn memory_is_refused_at_each_allocation() {
    check(EXACT, Fault::Memory);
    check(FLOATING, Fault::Memory);
}

#[test]
fn memory_is_refused_from_each_allocation_on() {
    check(EXACT, Fault::MemoryFromThen);
    check(FLOATING, Fault::MemoryFromThen);
}

#[test]
fn kernels_are_left_out() {
    check(EXACT, Fault::LeftOut);
}

#[test]
fn copies_are_wrong() {
    check(EXACT, Fault::Copy);
}

/// At the first event of each operation, each in a process of its own.
#[test]
fn kernels_trap() {
    if !have_gpu() {
        return;
    }
    let _turn = turn();
    for (name, _) in EXACT.iter().chain(FLOATING) {
        for first in [0, 3] {
            from(name, Fault::Trap, first);
        }
    }
}
