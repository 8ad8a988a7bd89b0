//! Timing one input on one engine.

use super::series::Shape;
use crate::absent;
use crate::checksum::of_polynomial;
use crate::limit::cancelled_after;
use eliminant::{Backend, Control, ErrorKind, Polynomial, Resultant};
use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Where a resultant is computed.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// All threads of the CPU.
    Cpu,
    /// Devices by number.
    Cuda(Vec<usize>),
}

impl Place {
    /// Its name in tables and plots.
    pub fn label(&self) -> String {
        match self {
            Place::Cpu => "cpu".to_owned(),
            Place::Cuda(devices) if devices.len() == 1 => "cuda".to_owned(),
            Place::Cuda(devices) => format!("cuda x{}", devices.len()),
        }
    }

    /// The resultant of a pair of this shape.
    fn run(
        &self,
        shape: &Shape,
        (f, g): (&Polynomial, &Polynomial),
        control: Control,
    ) -> eliminant::Result<eliminant::ResultantAnswer> {
        let job = Resultant::new(f, g, "y").seed(1).control(control);
        let job = match shape.modulus {
            Some(p) => job.modulus(u64::from(p)),
            None => job,
        };
        match self {
            Place::Cpu => job.backend(Backend::Cpu).run(),
            // All of the set, however small the work is: what is timed is what the label says.
            Place::Cuda(devices) => job.backend(Backend::Cuda).devices(devices).always_split(true).run(),
        }
    }
}

/// Whether the place computes here; leaves it out with a line where there is no device.
///
/// # Errors
/// Any other failure, and with REQUIRE_GPU=1 that too.
pub fn is_here(place: &Place) -> Result<bool, String> {
    let shape = Shape::over_z((2, 2), (2, 2), 8);
    let (f, g) = shape.pair().map_err(|error| error.to_string())?;
    match place.run(&shape, (&f, &g), Control::default()) {
        Ok(_) => Ok(true),
        Err(error) if absent::is_absence(&error) => absent::skip("cuda", &error.to_string()).map(|()| false),
        Err(error) => Err(format!("{}: {error}", place.label())),
    }
}

/// Milliseconds, and what was computed.
#[derive(Clone)]
pub struct Times {
    pub median: f64,
    pub fastest: f64,
    pub slowest: f64,
    pub runs: usize,
    pub primes: usize,
    pub points: u64,
    /// Bits of the answer's longest coefficient.
    pub bits: u32,
}

/// The outcome of an input.
pub enum Outcome {
    Timed(Times),
    /// The first run was stopped at the limit.
    TooLong,
    Failed(String),
}

/// The limit of one run, the repetitions, and the answers seen so far.
pub struct Stopwatch {
    pub limit: Duration,
    pub repeat: usize,
    /// A checksum of the answer by input: every place must give the same one.
    answers: HashMap<Shape, u64>,
}

/// Milliseconds from which runs are repeated less often.
const LONG: f64 = 1000.0;

impl Stopwatch {
    pub fn new(limit: Duration, repeat: usize) -> Self {
        Stopwatch { limit, repeat, answers: HashMap::new() }
    }

    /// Times the input: one run to warm up, which is stopped at the limit, then `repeat` runs, fewer beyond a second but at least
    /// 3, or that one run alone where it took more than a third of the limit.
    pub fn time(&mut self, place: &Place, shape: Shape) -> Outcome {
        let (f, g) = match shape.pair() {
            Ok(pair) => pair,
            Err(error) => return Outcome::Failed(error.to_string()),
        };
        let (first, milliseconds) = match self.first(place, &shape, (&f, &g)) {
            Ok(first) => first,
            Err(error) if *error.kind() == ErrorKind::Cancelled => return Outcome::TooLong,
            Err(error) => return Outcome::Failed(error.to_string()),
        };
        let seen = of_polynomial(&first.polynomial);
        if *self.answers.entry(shape).or_insert(seen) != seen {
            return Outcome::Failed("another answer than before".to_owned());
        }
        let mut times = Vec::new();
        for _ in 0..self.repetitions(milliseconds) {
            let start = Instant::now();
            let answer = black_box(place.run(&shape, black_box((&f, &g)), Control::default()));
            times.push(start.elapsed().as_secs_f64() * 1e3);
            match answer {
                Ok(answer) if answer.polynomial == first.polynomial => {}
                Ok(_) => return Outcome::Failed("two runs disagree".to_owned()),
                Err(error) => return Outcome::Failed(error.to_string()),
            }
        }
        if times.is_empty() {
            times.push(milliseconds);
        }
        times.sort_by(f64::total_cmp);
        Outcome::Timed(Times {
            median: times[times.len() / 2],
            fastest: times[0],
            slowest: times[times.len() - 1],
            runs: times.len(),
            primes: first.report.run.primes,
            points: first.report.points,
            bits: first.polynomial.max_bits(),
        })
    }

    fn repetitions(&self, milliseconds: f64) -> usize {
        if milliseconds > self.limit.as_secs_f64() * 1e3 / 3.0 {
            0
        } else if milliseconds > LONG {
            self.repeat.min(((10.0 * LONG / milliseconds) as usize).max(3))
        } else {
            self.repeat
        }
    }

    /// A run that is cancelled at the limit, with its milliseconds.
    fn first(
        &self,
        place: &Place,
        shape: &Shape,
        pair: (&Polynomial, &Polynomial),
    ) -> eliminant::Result<(eliminant::ResultantAnswer, f64)> {
        cancelled_after(self.limit, |control| {
            let start = Instant::now();
            let answer = place.run(shape, pair, control)?;
            Ok((answer, start.elapsed().as_secs_f64() * 1e3))
        })
    }
}
