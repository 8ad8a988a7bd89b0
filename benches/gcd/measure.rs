//! Timing: our engines in this process, the baseline programs in processes of their own.

use crate::rows::{self, Pair, Row};
use eliminant::{Backend, Control, ErrorKind, Gcd, GcdBatch, GcdMethod, GcdReport, Polynomial};
use std::fs::File;
use std::hint::black_box;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A run beyond this many milliseconds is repeated at most 3 times.
const LONG: f64 = 2000.0;

/// A run beyond this many milliseconds is not repeated.
const TOO_LONG: f64 = 20_000.0;

/// One of our engines with its choices.
#[derive(Clone)]
pub struct Engine {
    pub backend: Backend,
    /// CUDA devices that share a batch, however small it is; `None`: the first.
    pub devices: Option<Vec<usize>>,
    /// `None`: all cores.
    pub threads: Option<usize>,
    pub method: GcdMethod,
}

impl Engine {
    /// Name of its column.
    pub fn label(&self) -> String {
        let place = match (self.backend, self.threads, &self.devices) {
            (Backend::Cuda, _, None) => "cuda".to_owned(),
            (Backend::Cuda, _, Some(devices)) => {
                format!("cuda {}", devices.iter().map(usize::to_string).collect::<Vec<_>>().join(","))
            }
            (Backend::Auto, ..) => "auto".to_owned(),
            (_, None, _) => "cpu all".to_owned(),
            (_, Some(n), _) => format!("cpu {n}"),
        };
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

/// What one run gave.
struct Run {
    gcds: Vec<Polynomial>,
    milliseconds: f64,
    report: GcdReport,
}

/// Milliseconds of the repetitions, and what the median one did.
pub struct Times {
    pub median: f64,
    pub fastest: f64,
    pub slowest: f64,
    pub runs: usize,
    /// Of the median run; none for baselines.
    pub report: Option<GcdReport>,
}

/// Milliseconds of one repetition, with our report.
type Timed = (f64, Option<GcdReport>);

impl Times {
    /// With an even number the later of the two middle ones counts: a run that took place.
    fn of(mut runs: Vec<Timed>) -> Option<Times> {
        runs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (fastest, slowest, count) = (runs.first()?.0, runs.last()?.0, runs.len());
        let (median, report) = runs.swap_remove(count / 2);
        Some(Times { median, fastest, slowest, runs: count, report })
    }
}

/// How often a run is repeated whose first, which does not count, took `milliseconds`; never where that is too long.
fn repetitions(milliseconds: f64, repeat: usize) -> usize {
    match milliseconds {
        ..=LONG => repeat,
        ..=TOO_LONG => repeat.min(3),
        _ => 0,
    }
}

/// The first `count` pairs of a row as polynomials, with the degrees of their common divisors.
pub fn polynomials(row: &Row, count: usize) -> Result<Vec<(Polynomial, Polynomial)>, String> {
    let polynomial = |c| Polynomial::from_dense("x", c).map_err(|error| error.to_string());
    row.pairs(count).into_iter().map(|Pair { f, g, .. }| Ok((polynomial(f)?, polynomial(g)?))).collect()
}

/// Times the engine: polynomials in memory to polynomials in memory, after one run that is not counted (set-up of threads, device
/// and kernels) unless it is the only one. Returns the answers with the times.
pub fn engine(
    engine: &Engine,
    pairs: &[(Polynomial, Polynomial)],
    repeat: usize,
) -> Result<(Vec<Polynomial>, Times), String> {
    let first = engine.timed(pairs, Control::default()).map_err(|error| error.to_string())?;
    after(engine, pairs, repeat, first)
}

/// As [`engine`], but `None` where the first run takes longer than `limit`: it is cancelled then, at the end of a stage.
pub fn engine_within(
    engine: &Engine,
    pairs: &[(Polynomial, Polynomial)],
    repeat: usize,
    limit: Duration,
) -> Result<Option<(Vec<Polynomial>, Times)>, String> {
    let control = Control::default();
    let (done, waiting) = channel::<()>();
    let first = std::thread::scope(|scope| {
        let cancelled = control.clone();
        scope.spawn(move || {
            if waiting.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                cancelled.cancel();
            }
        });
        let first = engine.timed(pairs, control);
        // The other end waits, or has left at the limit.
        drop(done);
        first
    });
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

/// A baseline program.
#[derive(Clone, Copy)]
pub enum Baseline {
    Flint,
    Ntl,
}

impl Baseline {
    /// Name of its column.
    pub fn label(self) -> &'static str {
        match self {
            Baseline::Flint => "FLINT",
            Baseline::Ntl => "NTL",
        }
    }

    /// Runs the program of `folder` on the first `count` pairs of the row, which it reads from a file. Its times with the sizes of
    /// what it found.
    pub fn run(self, folder: &Path, row: &Row, count: usize, repeat: usize) -> Result<((u64, u32), Times), String> {
        let input = Scratch::new(row.name);
        let failed = |error: std::io::Error| format!("{}: {error}", input.0.display());
        let mut out = BufWriter::new(File::create(&input.0).map_err(failed)?);
        row.pairs(count).iter().try_for_each(|pair| rows::write(pair, &mut out)).map_err(failed)?;
        out.flush().map_err(failed)?;
        drop(out);
        let (size, first) = self.call(folder, &input.0, 1)?;
        let runs = match repetitions(first.first().map_or(0.0, |run| run.0), repeat) {
            0 => first,
            count => self.call(folder, &input.0, count)?.1,
        };
        Ok((size, Times::of(runs).ok_or("the program printed no times")?))
    }

    fn call(self, folder: &Path, input: &Path, repeat: usize) -> Result<((u64, u32), Vec<Timed>), String> {
        let (program, mode) = match self {
            Baseline::Flint => ("gcd", Some("default")),
            Baseline::Ntl => ("gcdntl", None),
        };
        let path = folder.join(program);
        let mut command = Command::new(&path);
        command.args(mode).arg(input).args(["-", &repeat.to_string()]);
        let output = command.output().map_err(|error| format!("{}: {error}", path.display()))?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{}: {} {}", path.display(), output.status, message.trim_end()));
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let field = |line: &str, name: &str| -> Option<f64> {
            line.split_whitespace().skip_while(|word| *word != name).nth(1)?.parse().ok()
        };
        let line = |line: &str| Some((field(line, "wall")? * 1e3, None));
        let runs = text.lines().map(line).collect::<Option<Vec<_>>>();
        let first = text.lines().next().unwrap_or("");
        match (runs, field(first, "deg"), field(first, "bits")) {
            (Some(runs), Some(degree), Some(bits)) => Ok(((degree as u64, bits as u32), runs)),
            _ => Err(format!("{} printed: {text}", path.display())),
        }
    }
}

/// A file of this process in the folder for temporary files, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Scratch(std::env::temp_dir().join(format!("eliminant-gcd-{}-{name}.txt", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing to remove when the file could not be made.
        let _ = std::fs::remove_file(&self.0);
    }
}
