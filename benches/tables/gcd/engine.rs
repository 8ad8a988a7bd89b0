//! Our engines, timed in this process.

use super::rows::{Pair, Row};
use crate::limit::cancelled_after;
use crate::options::place;
use crate::times::{self, repetitions};
use crate::values::{DeviceList, Threads};
use eliminant::{Backend, Control, ErrorKind, Gcd, GcdBatch, GcdMethod, GcdReport, Polynomial};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Times with our report; none for baselines.
pub type Times = times::Times<Option<GcdReport>>;

/// One of our engines with its choices.
#[derive(Clone)]
pub struct Engine {
    pub backend: Backend,
    /// CUDA devices that share a batch, however small it is; `None`: the first.
    pub devices: Option<DeviceList>,
    /// `None`: all cores.
    pub threads: Threads,
    pub method: GcdMethod,
}

impl Engine {
    /// Name of its column.
    pub fn label(&self) -> String {
        let place = place(self.backend, self.threads, self.devices.as_deref());
        match self.method {
            GcdMethod::Remainder => place,
            other => format!("{place} {}", other.name()),
        }
    }

    /// The GCDs of all pairs, a single pair by itself.
    fn run(
        &self,
        pairs: &[(Polynomial, Polynomial)],
        control: Control,
    ) -> eliminant::Result<(Vec<Polynomial>, GcdReport)> {
        match pairs {
            [(f, g)] => {
                let mut job = Gcd::new(f, g).backend(self.backend).method(self.method).seed(1).control(control);
                if let Some(n) = self.threads {
                    job = job.threads(n);
                }
                job.run().map(|answer| (vec![answer.gcd], answer.report))
            }
            _ => {
                let mut job = GcdBatch::new(pairs).backend(self.backend).method(self.method).seed(1).control(control);
                if let Some(n) = self.threads {
                    job = job.threads(n);
                }
                if let Some(devices) = &self.devices {
                    job = job.devices(devices).always_split(true);
                }
                job.run()
            }
        }
    }

    /// One run with its time.
    fn timed(&self, pairs: &[(Polynomial, Polynomial)], control: Control) -> eliminant::Result<Run> {
        let start = Instant::now();
        let (gcds, report) = black_box(self.run(black_box(pairs), control))?;
        Ok(Run { gcds, milliseconds: start.elapsed().as_secs_f64() * 1e3, report })
    }
}

/// The result of one run.
struct Run {
    gcds: Vec<Polynomial>,
    milliseconds: f64,
    report: GcdReport,
}

/// The first `count` pairs of a row as polynomials, with the degrees of their common divisors.
pub fn polynomials(row: &Row, count: usize) -> Result<Vec<(Polynomial, Polynomial)>, String> {
    let polynomial = |c| Polynomial::from_dense("x", c).map_err(|error| error.to_string());
    row.pairs(count).into_iter().map(|Pair { f, g, .. }| Ok((polynomial(f)?, polynomial(g)?))).collect()
}

/// Times the engine: polynomials in memory to polynomials in memory, after one run that is not counted (set-up of threads, device
/// and kernels) unless it is the only one. Returns the answers with the times.
pub fn timed(
    engine: &Engine,
    pairs: &[(Polynomial, Polynomial)],
    repeat: usize,
) -> Result<(Vec<Polynomial>, Times), String> {
    let first = engine.timed(pairs, Control::default()).map_err(|error| error.to_string())?;
    after(engine, pairs, repeat, first)
}

/// As [`timed`], but `None` where the first run takes longer than `limit`: it is cancelled then, at the end of a stage.
pub fn timed_within(
    engine: &Engine,
    pairs: &[(Polynomial, Polynomial)],
    repeat: usize,
    limit: Duration,
) -> Result<Option<(Vec<Polynomial>, Times)>, String> {
    let first = cancelled_after(limit, |control| engine.timed(pairs, control));
    match first {
        // Its last stage was over before it looked.
        Ok(first) if first.milliseconds > limit.as_secs_f64() * 1e3 => Ok(None),
        Ok(first) => after(engine, pairs, repeat, first).map(Some),
        Err(error) if *error.kind() == ErrorKind::Cancelled => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// The repetitions after the first run.
fn after(
    engine: &Engine,
    pairs: &[(Polynomial, Polynomial)],
    repeat: usize,
    first: Run,
) -> Result<(Vec<Polynomial>, Times), String> {
    let count = repetitions(first.milliseconds, repeat);
    let mut runs = Vec::with_capacity(count.max(1));
    for _ in 0..count {
        let run = engine.timed(pairs, Control::default()).map_err(|error| error.to_string())?;
        if run.gcds != first.gcds {
            return Err("two runs of this engine disagree".to_owned());
        }
        runs.push((run.milliseconds, Some(run.report)));
    }
    if count == 0 {
        runs.push((first.milliseconds, Some(first.report)));
    }
    Ok((first.gcds, Times::of(runs).ok_or("no repetition")?))
}

/// The sum of the degrees of some GCDs and their longest coefficient's bits, as the baseline programs print them.
pub fn size(gcds: &[Polynomial]) -> (u64, u32) {
    let degree = |gcd: &Polynomial| u64::from(gcd.degree_in(0).unwrap_or(0));
    (gcds.iter().map(degree).sum(), gcds.iter().map(Polynomial::max_bits).max().unwrap_or(0))
}
