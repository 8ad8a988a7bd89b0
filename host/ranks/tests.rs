//! Ranks that are threads of one process: the same answers as without them, whatever the operation; what happens where a rank is gone, slow or full.

use super::*;
use crate::control::Control;
use crate::run::options::{Backend, RunOptions};
use crate::{Discriminant, Gcd, GcdBatch, Polynomial, Resultant};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// One end of a link within a process.
struct End {
    rank: usize,
    to: Mutex<Sender<Vec<u8>>>,
    from: Mutex<Receiver<Vec<u8>>>,
}

impl End {
    fn gone(&self) -> Error {
        ErrorKind::Rank { rank: self.rank, message: "is gone".to_owned() }.into()
    }
}

impl Link for End {
    fn rank(&self) -> usize {
        self.rank
    }

    fn send(&self, message: Vec<u8>) -> Result<()> {
        self.to.lock().unwrap().send(message).map_err(|_| self.gone())
    }

    fn receive(&self, wait: Duration) -> Result<Option<Vec<u8>>> {
        match self.from.lock().unwrap().recv_timeout(wait) {
            Ok(message) => Ok(Some(message)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
        }
    }
}

/// The ends of a link to this rank: that of rank 0, and the other.
fn link(rank: usize) -> [Arc<dyn Link>; 2] {
    let ((to, from), (to_zero, from_zero)) = (channel(), channel());
    let end = |rank, to, from| Arc::new(End { rank, to: Mutex::new(to), from: Mutex::new(from) });
    [end(rank, to, from_zero), end(0, to_zero, from)]
}

/// So many ranks, of which the others serve in threads.
fn ranks(count: usize) -> (Ranks, Vec<JoinHandle<Result<()>>>) {
    let (links, served): (Vec<Arc<dyn Link>>, Vec<JoinHandle<Result<()>>>) = (1..count)
        .map(|rank| {
            let [here, there] = link(rank);
            (here, thread::spawn(move || serve_rank(&there, rank)))
        })
        .unzip();
    (Ranks::new(links), served)
}

/// Options by which all ranks share whatever there is.
fn shared(ranks: &Ranks) -> RunOptions {
    RunOptions {
        backend: Backend::Cpu,
        ranks: Some(ranks.clone()),
        always_split: true,
        seed: Some(1),
        threads: Some(2),
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
        let (ranks, served) = ranks(count);
        let run = shared(&ranks);
        let (f, g) = (dense(1, 7, &["x", "y"]), dense(2, 6, &["x", "y"]));
        let expected = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap().polynomial;
        let found = Resultant::new(&f, &g, "y").run_options(run.clone()).run().unwrap();
        assert_eq!(found.polynomial, expected, "{count}");
        assert!(found.report.run.device.contains("other rank"), "{}", found.report.run.device);
        let expected = Discriminant::new(&f, "x").backend(Backend::Cpu).run().unwrap().polynomial;
        assert_eq!(Discriminant::new(&f, "x").run_options(run.clone()).run().unwrap().polynomial, expected);
        let (a, b, h) = (dense(3, 5, &["x", "y"]), dense(4, 5, &["x", "y"]), dense(5, 4, &["x", "y"]));
        let (a, b) = (&a * &h, &b * &h);
        let found = Gcd::new(&a, &b).run_options(run.clone()).run().unwrap();
        assert_eq!(found.gcd, Gcd::new(&a, &b).backend(Backend::Cpu).run().unwrap().gcd);
        let pairs: Vec<(Polynomial, Polynomial)> =
            (0..40).map(|k| (&dense(k, 30, &["x"]) * &dense(k + 1, 9, &["x"]), &dense(k + 2, 25, &["x"]) * &dense(k + 1, 9, &["x"]))).collect();
        let (found, _) = GcdBatch::new(&pairs).run_options(run).run().unwrap();
        assert_eq!(found, GcdBatch::new(&pairs).backend(Backend::Cpu).run().unwrap().0);
        drop(ranks);
        for served in served {
            served.join().unwrap().unwrap();
        }
    }
}

/// A rank that is gone ends the computation with its number.
#[test]
fn a_rank_that_is_gone() {
    let [here, there] = link(3);
    let ranks = Ranks::new(vec![here]);
    drop(there);
    let (f, g) = (dense(1, 5, &["x", "y"]), dense(2, 5, &["x", "y"]));
    let error = Resultant::new(&f, &g, "y").run_options(shared(&ranks)).run().unwrap_err();
    assert_eq!(error.to_string(), "rank 3 is gone");
}

/// A rank that cannot take part says why.
#[test]
fn a_rank_without_memory() {
    let (ranks, served) = ranks(2);
    let (f, g) = (dense(1, 12, &["x", "y"]), dense(2, 12, &["x", "y"]));
    let mut run = shared(&ranks);
    run.memory_limit = Some(1000);
    let error = Resultant::new(&f, &g, "y").run_options(run).run().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
    // It takes part in the next.
    let found = Resultant::new(&f, &g, "y").run_options(shared(&ranks)).run().unwrap();
    assert_eq!(found.polynomial, Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap().polynomial);
    drop((ranks, served));
}

/// Stages of other ranks end soon after a cancellation.
#[test]
fn cancelled_ranks_end() {
    let (ranks, served) = ranks(3);
    let (f, g) = (dense(1, 60, &["x", "y"]), dense(2, 60, &["x", "y"]));
    let mut run = shared(&ranks);
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
    Resultant::new(&f, &g, "y").run_options(shared(&ranks)).run().unwrap();
    drop(ranks);
    for served in served {
        served.join().unwrap().unwrap();
    }
}
