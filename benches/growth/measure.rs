//! Timing one input on one engine.

use crate::series::Shape;
use eliminant::{Backend, Control, ErrorKind, Polynomial, Resultant};
use std::collections::HashMap;
use std::hint::black_box;
use std::sync::mpsc::{RecvTimeoutError, channel};
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
            Some(p) => job.modulus(p),
            None => job,
        };
        match self {
            Place::Cpu => job.backend(Backend::Cpu).run(),
            // All of the set, however small the work is: what is timed is what the label says.
            Place::Cuda(devices) => job.backend(Backend::Cuda).devices(devices).always_split(true).run(),
        }
    }
}

/// Whether the place computes here; with the reason where it is only missing.
///
/// # Errors
/// Any other failure.
pub fn probe(place: &Place) -> Result<Option<String>, String> {
    use ErrorKind::{BuiltWithoutKernels, DriverUnavailable, NoDevice};
    let shape = Shape::over_z((2, 2), (2, 2), 8);
    let (f, g) = shape.pair().map_err(|error| error.to_string())?;
    match place.run(&shape, (&f, &g), Control::default()) {
        Ok(_) => Ok(None),
        Err(error) => match error.kind() {
            BuiltWithoutKernels { .. } | DriverUnavailable { .. } | NoDevice { count: 0, .. } => {
                Ok(Some(error.to_string()))
            }
            _ => Err(format!("{}: {error}", place.label())),
        },
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

/// What became of an input.
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
        let seen = checksum(&first.polynomial);
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
        let control = Control::default();
        let (done, waiting) = channel::<()>();
        let limit = self.limit;
        std::thread::scope(|scope| {
            let cancelled = control.clone();
            scope.spawn(move || {
                if waiting.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                    cancelled.cancel();
                }
            });
            let start = Instant::now();
            let answer = place.run(shape, pair, control);
            let milliseconds = start.elapsed().as_secs_f64() * 1e3;
            // The other end waits, or has left at the limit.
            drop(done);
            answer.map(|answer| (answer, milliseconds))
        })
    }
}

/// 64-bit FNV-1a of exponents, signs and words of the terms.
fn checksum(polynomial: &Polynomial) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut add = |word: u64| hash = (hash ^ word).wrapping_mul(0x100_0000_01b3);
    for term in polynomial.terms() {
        term.exponents.iter().for_each(|&e| add(e.into()));
        add(term.coefficient.is_negative().into());
        term.coefficient.as_limbs().iter().for_each(|&limb| add(limb));
    }
    hash
}
