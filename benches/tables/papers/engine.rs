//! Our engines, timed in this process.

use super::rows::Row;
use super::times::{Known, Run, Times};
use crate::options::place;
use crate::times::repetitions;
use crate::values::{DeviceList, Threads};
use eliminant::{Backend, Method, Polynomial, Resultant};
use std::hint::black_box;
use std::time::Instant;

/// One of our engines with its choices.
#[derive(Clone, PartialEq)]
pub struct Engine {
    pub backend: Backend,
    pub threads: Threads,
    /// Of CUDA.
    pub devices: DeviceList,
    pub method: Method,
}

impl Engine {
    /// Name of its column.
    pub fn label(&self) -> String {
        let place = place(self.backend, self.threads, (self.devices != [0]).then_some(&self.devices[..]));
        match self.method {
            Method::Remainder => place,
            other => format!("{place} {}", other.name()),
        }
    }

    /// The resultant of the row with respect to y.
    pub fn run(&self, row: &Row) -> eliminant::Result<eliminant::ResultantAnswer> {
        let job = Resultant::new(&row.f, &row.g, "y").backend(self.backend).devices(&self.devices);
        let mut job = job.method(self.method).seed(1);
        if let Some(n) = self.threads {
            job = job.threads(n);
        }
        job.run()
    }
}

/// One run of the engine, timed.
fn once(engine: &Engine, row: &Row) -> Result<(Polynomial, Run), String> {
    let start = Instant::now();
    let answer = black_box(engine.run(black_box(row))).map_err(|error| error.to_string())?;
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    let stages = answer.report.run.stages.iter().map(|s| (s.stage.to_owned(), s.milliseconds)).collect();
    Ok((answer.polynomial, (milliseconds, Known { stages, report: Some(answer.report) })))
}

/// Times the engine on the row: polynomials in memory to polynomial in memory, after one run that is not counted (set-up of
/// threads, device and kernels) unless it is the only one. Returns the answer with the times.
pub fn timed(engine: &Engine, row: &Row, repeat: usize) -> Result<(Polynomial, Times), String> {
    let (first, warm_up) = once(engine, row)?;
    let count = repetitions(warm_up.0, repeat);
    let mut runs = Vec::with_capacity(count.max(1));
    for _ in 0..count {
        let (answer, run) = once(engine, row)?;
        if answer != first {
            return Err("two runs of this engine disagree".to_owned());
        }
        runs.push(run);
    }
    if count == 0 {
        runs.push(warm_up);
    }
    let times = Times::of(runs).ok_or("no repetition")?;
    Ok((first, times))
}

/// Coefficients from the constant one on, on one line, as the baseline programs write them.
pub fn coefficients(polynomial: &Polynomial) -> Result<String, String> {
    let coefficients = polynomial.dense_coefficients().map_err(|error| error.to_string())?;
    let words: Vec<String> = coefficients.iter().map(|c| c.to_string()).collect();
    Ok(if words.is_empty() { "0".to_owned() } else { words.join(" ") })
}
