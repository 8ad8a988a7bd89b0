//! Processes that are threads of one process: the same answers as without them, whatever the operation; what happens where a process is gone, slow or full.

use super::pipe::Pipe;
use super::*;
use crate::control::Control;
use crate::engine::remote::{Heard, Lying, Served};
use crate::run::options::{Backend, RunOptions};
use crate::system::{Newton, Solve, System};
use crate::{Certainty, Discriminant, Gcd, GcdBatch, Polynomial, Resultant};
use std::io::pipe;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A process that serves in a thread.
type Serving = JoinHandle<Result<()>>;

/// The ends of a link to this process: that of process 0, and the other.
fn link(number: usize) -> [Arc<dyn Link>; 2] {
    let ((from, to), (from_zero, to_zero)) = (pipe().unwrap(), pipe().unwrap());
    [Arc::new(Pipe::new(number, from_zero, to).unwrap()), Arc::new(Pipe::new(0, from, to_zero).unwrap())]
}

/// Links to a number of processes that serve in threads.
fn served(count: usize) -> (Vec<Arc<dyn Link>>, Vec<Serving>) {
    (1..count)
        .map(|number| {
            let [here, there] = link(number);
            (here, thread::spawn(move || serve(&there, number)))
        })
        .unzip()
}

/// So many processes, of which the others serve in threads.
fn processes(count: usize) -> (Processes, Vec<Serving>) {
    let (links, served) = served(count);
    (Processes::new(links), served)
}

/// Options by which all processes share whatever there is.
fn shared(processes: &Processes) -> RunOptions {
    RunOptions {
        backend: Backend::Cpu,
        processes: Some(processes.clone()),
        always_split: true,
        seed: Some(1),
        // Not the pool that all share: a process that waits for a stage holds a thread of its pool.
        threads: Some(1 + thread::available_parallelism().map_or(1, usize::from)),
        ..RunOptions::default()
    }
}

fn polynomial(text: &str) -> Polynomial {
    text.parse().unwrap()
}

/// The terms of a polynomial with coefficients of some digits.
fn dense(seed: u64, degree: u64, variables: &[&str]) -> Polynomial {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64 - (1 << 30)
    };
    let mut terms = vec![String::new()];
    for name in variables {
        terms = terms.iter().flat_map(|term| (0..=degree).map(move |e| format!("{term}*{name}^{e}"))).collect();
    }
    let text: String = terms.iter().map(|term| format!("{:+}{term}", next())).collect();
    polynomial(&text)
}

#[test]
fn answers_are_the_same() {
    for count in [2, 3, 4] {
        let (processes, served) = processes(count);
        let run = shared(&processes);
        let (f, g) = (dense(1, 7, &["x", "y"]), dense(2, 6, &["x", "y"]));
        let expected = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap().polynomial;
        let found = Resultant::new(&f, &g, "y").run_options(run.clone()).run().unwrap();
        assert_eq!(found.polynomial, expected, "{count}");
        assert!(
            found.report.run.device.contains(if count == 2 { "another process" } else { "other processes" }),
            "{}",
            found.report.run.device
        );
        let expected = Discriminant::new(&f, "x").backend(Backend::Cpu).run().unwrap().polynomial;
        assert_eq!(Discriminant::new(&f, "x").run_options(run.clone()).run().unwrap().polynomial, expected);
        let (a, b, h) = (dense(3, 5, &["x", "y"]), dense(4, 5, &["x", "y"]), dense(5, 4, &["x", "y"]));
        let (a, b) = (&a * &h, &b * &h);
        let found = Gcd::new(&a, &b).run_options(run.clone()).run().unwrap();
        assert_eq!(found.gcd, Gcd::new(&a, &b).backend(Backend::Cpu).run().unwrap().gcd);
        let pairs: Vec<(Polynomial, Polynomial)> = (0..40)
            .map(|k| {
                (&dense(k, 30, &["x"]) * &dense(k + 1, 9, &["x"]), &dense(k + 2, 25, &["x"]) * &dense(k + 1, 9, &["x"]))
            })
            .collect();
        let (found, _) = GcdBatch::new(&pairs).run_options(run).run().unwrap();
        assert_eq!(found, GcdBatch::new(&pairs).backend(Backend::Cpu).run().unwrap().0);
        processes.end();
        for served in served {
            served.join().unwrap().unwrap();
        }
    }
}

/// A link that counts the bytes to the other end.
struct Counted {
    link: Arc<dyn Link>,
    sent: AtomicUsize,
}

impl Link for Counted {
    fn number(&self) -> usize {
        self.link.number()
    }

    fn send(&self, message: Vec<u8>) -> Result<()> {
        self.sent.fetch_add(message.len(), Ordering::Relaxed);
        self.link.send(message)
    }

    fn receive(&self, wait: Duration) -> Result<Option<Vec<u8>>> {
        self.link.receive(wait)
    }

    fn heard(&self) -> &Heard {
        self.link.heard()
    }
}

/// Systems share points and paths, whatever the precision.
#[test]
fn zeros_are_the_same() {
    let system: System = "x^3*y - 2*y^2 + 1; y^4 - x*y + x^2 - 3; z^2 - x - y".parse().unwrap();
    let compiled = system.compile().unwrap();
    let points: Vec<[[f64; 2]; 2]> = (0..3000).map(|k| [[f64::from(k % 41) / 20.0 - 1.0, 0.0], [0.3, 0.0]]).collect();
    let (mut links, served) = served(3);
    let counted = Arc::new(Counted { link: links[1].clone(), sent: AtomicUsize::new(0) });
    links[1] = counted.clone();
    let processes = Processes::new(links);
    let run = shared(&processes);
    let alone = RunOptions { processes: None, ..run.clone() };
    let solved =
        |run: &RunOptions| format!("{:?}", Solve::new(&system).run_options(run.clone()).run().unwrap().solutions);
    assert_eq!(solved(&run), solved(&alone));
    let refined = |run: &RunOptions| Newton::new(&compiled).run_options(run.clone()).run(&points).unwrap();
    let (found, expected) = (refined(&run), refined(&alone));
    assert_eq!((found.points, found.reports), (expected.points, expected.reports));
    // A third of the points went there.
    assert!(counted.sent.load(Ordering::Relaxed) > 1000 * 32);
    processes.end();
    for served in served {
        served.join().unwrap().unwrap();
    }
}

/// A process that is gone ends the computation with its number.
#[test]
fn a_process_that_is_gone() {
    let [here, there] = link(3);
    let processes = Processes::new(vec![here]);
    drop(there);
    let (f, g) = (dense(1, 5, &["x", "y"]), dense(2, 5, &["x", "y"]));
    let error = Resultant::new(&f, &g, "y").run_options(shared(&processes)).run().unwrap_err();
    assert_eq!(error.to_string(), "process 3 is gone");
}

/// A process that cannot take part says why.
#[test]
fn a_process_without_memory() {
    let (processes, served) = processes(2);
    let (f, g) = (dense(1, 12, &["x", "y"]), dense(2, 12, &["x", "y"]));
    let mut run = shared(&processes);
    run.memory_limit = Some(1000);
    let error = Resultant::new(&f, &g, "y").run_options(run).run().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
    // It takes part in the next.
    let found = Resultant::new(&f, &g, "y").run_options(shared(&processes)).run().unwrap();
    assert_eq!(found.polynomial, Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap().polynomial);
    processes.end();
    served.into_iter().for_each(|served| served.join().unwrap().unwrap());
}

/// Stages of other processes end soon after a cancellation.
#[test]
fn cancelled_processes_end() {
    let (processes, served) = processes(3);
    let (f, g) = (dense(1, 60, &["x", "y"]), dense(2, 60, &["x", "y"]));
    let mut run = shared(&processes);
    let control = Control::default();
    run.control = control.clone();
    let begun = Instant::now();
    let cancel = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        control.cancel();
    });
    let error = Resultant::new(&f, &g, "y").run_options(run).run().unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Cancelled);
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    cancel.join().unwrap();
    // They serve another computation.
    let (f, g) = (dense(1, 5, &["x", "y"]), dense(2, 5, &["x", "y"]));
    Resultant::new(&f, &g, "y").run_options(shared(&processes)).run().unwrap();
    processes.end();
    for served in served {
        served.join().unwrap().unwrap();
    }
}

/// One that tells wrong residues, or lifts wrongly, is named; the answer is that of the others. It takes part in nothing else.
#[test]
fn a_process_that_tells_what_is_wrong() {
    let (f, g) = (dense(1, 7, &["x", "y"]), dense(2, 6, &["x", "y"]));
    let expected = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap().polynomial;
    for liar in [1, 2] {
        for lie in [Lying::of_residues, Lying::of_lifts] {
            let (mut links, served) = served(4);
            let lying = lie(links[liar - 1].clone());
            links[liar - 1] = lying.clone();
            let processes = Processes::new(links);
            let folder = tempfile::tempdir().unwrap();
            let run = RunOptions { checkpoint: Some(folder.path().into()), ..shared(&processes) };
            let found = Resultant::new(&f, &g, "y").run_options(run).run().unwrap();
            assert_eq!(found.polynomial, expected, "{liar}");
            assert_eq!((found.report.run.distrusted, lying.has_lied()), (vec![liar], true));
            let found = Resultant::new(&f, &g, "y").run_options(shared(&processes)).run().unwrap();
            assert_eq!((found.polynomial, found.report.run.distrusted), (expected.clone(), vec![]));
            assert!(found.report.run.device.contains("2 other"), "{}", found.report.run.device);
            processes.end();
            for served in served {
                served.join().unwrap().unwrap();
            }
        }
    }
}

/// Where it is not found who tells what is wrong, this process computes the answer: confirming primes are no evidence.
#[test]
fn an_unknown_process_that_tells_what_is_wrong() {
    let (f, g) = (dense(1, 7, &["x", "y"]), dense(2, 6, &["x", "y"]));
    let expected = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap().polynomial;
    let (mut links, served) = served(3);
    links[0] = Lying::of_lifts(links[0].clone());
    let processes = Processes::new(links);
    let certainty = Certainty::Probabilistic { error_exponent: 1 };
    let found = Resultant::new(&f, &g, "y").certainty(certainty).run_options(shared(&processes)).run().unwrap();
    assert_eq!(found.polynomial, expected);
    processes.end();
    for served in served {
        served.join().unwrap().unwrap();
    }
}

/// GCDs in two variables: each process has some of the pairs.
#[test]
fn a_batch_in_two_variables() {
    let pairs: Vec<(Polynomial, Polynomial)> = (0..12)
        .map(|k| {
            let h = dense(k + 1, 4, &["x", "y"]);
            (&dense(k, 5, &["x", "y"]) * &h, &dense(k + 2, 5, &["x", "y"]) * &h)
        })
        .collect();
    let (processes, served) = processes(3);
    let found = GcdBatch::new(&pairs).grid(true).run_options(shared(&processes)).run().unwrap().0;
    assert_eq!(found, GcdBatch::new(&pairs).backend(Backend::Cpu).run().unwrap().0);
    processes.end();
    for served in served {
        served.join().unwrap().unwrap();
    }
}

/// A process that answers no more is taken for gone.
#[test]
fn a_process_that_says_nothing() {
    let [here, there] = link(1);
    let processes = Processes::new(vec![here]);
    let greeted = thread::spawn(move || {
        // Greets, and then nothing.
        let mut cpu = crate::engine::cpu::Cpu::new(1 << 30, Control::default());
        crate::engine::remote::next_computation(&*there).unwrap().unwrap();
        crate::engine::remote::greet(&*there, &mut Served::Exact(&mut cpu)).unwrap();
        thread::sleep(Duration::from_secs(15));
    });
    let (f, g) = (dense(1, 5, &["x", "y"]), dense(2, 5, &["x", "y"]));
    let error = Resultant::new(&f, &g, "y").run_options(shared(&processes)).run().unwrap_err();
    assert_eq!(error.to_string(), "process 1 has told nothing for 10 seconds");
    greeted.join().unwrap();
}
