//! Solves many systems, and collects all that is wrong.

use eliminant::system::{Solve, SolveAnswer, System, overlaps};
use eliminant::{Backend, Control};
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A system is given up after that, and where there are more of them than by default.
const PATIENCE: Duration = Duration::from_secs(3);
const MORE_PATIENCE: Duration = Duration::from_secs(30);

/// The cause of an answer that did not come in time: no fault.
const TOO_SLOW: &str = "too slow";

/// Longer times are told.
const SLOW: Duration = Duration::from_secs(10);

/// One of the claims of an answer that is not so.
pub struct Fault {
    pub cause: &'static str,
    pub detail: String,
}

/// `Err` with a cause and its details, as `format!` takes them.
macro_rules! fault {
    ($cause:literal, $($detail:tt)*) => {
        Err($crate::tally::Fault { cause: $cause, detail: format!($($detail)*) })
    };
}
pub(crate) use fault;

/// The seeds that `TRUST_SYSTEMS` has: N for those below N, A..B for those from A on below B, so that several processes can share them.
pub fn raised() -> Option<Range<u64>> {
    let seeds = std::env::var("TRUST_SYSTEMS").ok()?;
    let (first, end) = seeds.split_once("..").unwrap_or(("0", &seeds));
    let number = |text: &str| text.parse().expect("TRUST_SYSTEMS is N or A..B");
    Some(number(first)..number(end))
}

/// Counts, and all faults.
pub struct Tally {
    name: &'static str,
    start: Instant,
    counts: BTreeMap<&'static str, usize>,
    faults: Vec<String>,
}

impl Tally {
    pub fn new(name: &'static str) -> Self {
        Tally { name, start: Instant::now(), counts: BTreeMap::new(), faults: Vec::new() }
    }

    /// One more of these.
    pub fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    /// Something to look at that no claim excludes: an answer that says itself that it is not complete, or a long time.
    pub fn remark(&mut self, what: &'static str, text: &str, seed: u64, detail: &str) {
        self.count(what);
        if raised().is_some() {
            println!("{what}: {}: {}\n    {detail}", self.name, line(text, seed));
        }
    }

    /// The answer of a system with this text, where nothing is wrong with it.
    pub fn solve(
        &mut self,
        system: &System,
        text: &str,
        seed: u64,
        judge: impl FnOnce(&SolveAnswer) -> Result<(), Fault>,
    ) -> Option<SolveAnswer> {
        self.count("systems");
        // The order of variables matters: where a text has another one, JSON says it.
        let json;
        let text = match text.parse::<System>() {
            Ok(read) if read == *system => text,
            _ => {
                json = system.to_json();
                &json
            }
        };
        let start = Instant::now();
        let found = solve(system, seed).and_then(|answer| {
            accounted(system, &answer)?;
            judge(&answer)?;
            Ok(answer)
        });
        if start.elapsed() > SLOW {
            self.remark("slow", text, seed, &format!("{:.1} s", start.elapsed().as_secs_f64()));
        }
        match found {
            Ok(answer) => {
                if !answer.is_complete() {
                    let SolveAnswer { paths, failed, inconsistent, .. } = &answer;
                    let detail = format!("of {paths} paths {failed} failed; {inconsistent} zeros inconsistent");
                    self.remark("incomplete", text, seed, &detail);
                }
                Some(answer)
            }
            // A time says something of the machine, too.
            Err(fault) if fault.cause == TOO_SLOW => {
                self.remark(TOO_SLOW, text, seed, &fault.detail);
                None
            }
            Err(fault) => {
                self.fault(text, seed, &fault);
                None
            }
        }
    }

    pub fn fault(&mut self, text: &str, seed: u64, fault: &Fault) {
        self.count(fault.cause);
        let message = format!("{}: {}: {}\n    {}", fault.cause, self.name, line(text, seed), fault.detail);
        if raised().is_some() {
            println!("{message}");
        }
        self.faults.push(message);
    }

    /// # Panics
    /// Where there are faults.
    pub fn finish(self) {
        if raised().is_some() {
            println!("{}: {:?}, {:.1} s", self.name, self.counts, self.start.elapsed().as_secs_f64());
        }
        assert!(self.faults.is_empty(), "{} of {:?}:\n{}", self.faults.len(), self.counts, self.faults.join("\n"));
    }
}

/// How the program is asked for the same.
fn line(text: &str, seed: u64) -> String {
    format!("eliminant solve-system '{}' --seed {seed} --backend cpu", text.replace('\n', " ").trim())
}

/// An answer in good time.
fn solve(system: &System, seed: u64) -> Result<SolveAnswer, Fault> {
    let control = Control::default();
    let patience = if raised().is_some() { MORE_PATIENCE } else { PATIENCE };
    let (done, alarm) = mpsc::channel::<()>();
    let watch = {
        let control = control.clone();
        std::thread::spawn(move || {
            if alarm.recv_timeout(patience) == Err(mpsc::RecvTimeoutError::Timeout) {
                control.cancel();
            }
        })
    };
    let solve = Solve::new(system).seed(seed).backend(Backend::Cpu).control(control.clone());
    let found = catch_unwind(AssertUnwindSafe(|| solve.run()));
    drop(done);
    watch.join().expect("it waits");
    match found {
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            fault!("crash", "{}", text.unwrap_or("a panic"))
        }
        Ok(Err(_)) if control.is_cancelled() => fault!("too slow", "more than {patience:?}"),
        Ok(Err(error)) => fault!("error", "{error}"),
        Ok(Ok(answer)) => Ok(answer),
    }
}

/// Every path is accounted for, and certified zeros are simple and different.
fn accounted(system: &System, answer: &SolveAnswer) -> Result<(), Fault> {
    // Polynomials are combined to ones of lower degree where that is possible.
    let (paths, most) = (answer.paths, system.degrees().iter().product::<u64>());
    let zeros: usize = answer.solutions.iter().map(|zero| zero.multiplicity).sum();
    let others: usize = answer.not_isolated.iter().map(|(_, paths)| paths).sum();
    let (infinite, failed) = (answer.at_infinity, answer.failed);
    if paths > most || zeros as u64 + others as u64 + infinite + failed + answer.nonsolutions != paths {
        return fault!("accounts", "{paths} paths, {zeros} to zeros, {others} not isolated, {infinite}, {failed}");
    }
    for zero in &answer.solutions {
        if !zero.point.iter().all(|x| x.is_finite()) {
            return fault!("not finite", "{:?}", zero.point);
        }
        let is_certified = zero.certificate.root().is_some();
        if zero.multiplicity == 0 || is_certified && (zero.multiplicity != 1 || !zero.regular) {
            return fault!("certified, not simple", "{:?}: {} paths", zero.point, zero.multiplicity);
        }
    }
    let certificates: Vec<_> = answer.solutions.iter().map(|zero| zero.certificate.clone()).collect();
    match overlaps(&certificates) {
        Ok(pairs) if pairs.is_empty() => Ok(()),
        Ok(pairs) => fault!("certified twice", "{pairs:?}"),
        Err(error) => fault!("error", "{error}"),
    }
}
