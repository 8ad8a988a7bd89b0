//! Timing: our engines in this process, the baseline programs in processes of their own.

use crate::rows::Row;
use eliminant::{Backend, Method, Polynomial, Resultant, ResultantReport};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// A run beyond this many milliseconds is repeated less often: as often as fits in [`TOO_LONG`], but at least 3 times.
const LONG: f64 = 2000.0;

/// A run beyond this many milliseconds is not repeated.
const TOO_LONG: f64 = 20_000.0;

/// One of our engines with its choices.
#[derive(Clone, PartialEq)]
pub struct Engine {
    pub backend: Backend,
    /// `None`: all cores.
    pub threads: Option<usize>,
    /// Of CUDA.
    pub devices: Vec<usize>,
    pub method: Method,
}

impl Engine {
    /// Name of its column.
    pub fn label(&self) -> String {
        let place = match (self.backend, self.threads) {
            (Backend::Cuda, _) if self.devices == [0] => "cuda".to_owned(),
            (Backend::Cuda, _) => {
                format!("cuda {}", self.devices.iter().map(usize::to_string).collect::<Vec<_>>().join(","))
            }
            (_, None) => "cpu all".to_owned(),
            (_, Some(n)) => format!("cpu {n}"),
        };
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

/// Milliseconds of the repetitions, and what the median one did.
#[derive(Clone)]
pub struct Times {
    pub median: f64,
    pub fastest: f64,
    pub slowest: f64,
    pub runs: usize,
    /// Stages of the median run.
    pub stages: Vec<(String, f64)>,
    /// Our report of the median run; none for baselines.
    pub report: Option<ResultantReport>,
}

/// One repetition.
type Run = (f64, Vec<(String, f64)>, Option<ResultantReport>);

impl Times {
    /// From at least one repetition. With an even number the later of the two middle ones counts: a run that took place.
    fn of(mut runs: Vec<Run>) -> Option<Times> {
        runs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (fastest, slowest) = (runs.first()?.0, runs.last()?.0);
        let count = runs.len();
        let (median, stages, report) = runs.swap_remove(count / 2);
        Some(Times { median, fastest, slowest, runs: count, stages, report })
    }

    /// Sum of the stages with these names.
    pub fn stages(&self, names: &[&str]) -> f64 {
        self.stages.iter().filter(|(name, _)| names.contains(&name.as_str())).map(|(_, ms)| ms).sum()
    }
}

/// How often a run is repeated whose first, which does not count, took `milliseconds`; never where that is too long.
fn repetitions(milliseconds: f64, repeat: usize) -> usize {
    match milliseconds {
        ..=LONG => repeat,
        ..=TOO_LONG => repeat.min(((TOO_LONG / milliseconds) as usize).max(3)),
        _ => 0,
    }
}

/// One run of the engine, timed.
fn timed(engine: &Engine, row: &Row) -> Result<(Polynomial, Run), String> {
    let start = Instant::now();
    let answer = black_box(engine.run(black_box(row))).map_err(|error| error.to_string())?;
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    let stages = answer.report.run.stages.iter().map(|s| (s.stage.to_owned(), s.milliseconds)).collect();
    Ok((answer.polynomial, (milliseconds, stages, Some(answer.report))))
}

/// Times the engine on the row: polynomials in memory to polynomial in memory, after one run that is not counted (set-up of
/// threads, device and kernels) unless it is the only one. Returns the answer with the times.
pub fn engine(engine: &Engine, row: &Row, repeat: usize) -> Result<(Polynomial, Times), String> {
    let (first, warm_up) = timed(engine, row)?;
    let count = repetitions(warm_up.0, repeat);
    let mut runs = Vec::with_capacity(count.max(1));
    for _ in 0..count {
        let (answer, run) = timed(engine, row)?;
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

/// Runs `FOLDER/program` on the row: once for its answer and as warm-up, then as often as [`repetitions`] says.
pub fn baseline(folder: &Path, program: &str, row: &Path, repeat: usize) -> Result<(String, Times), String> {
    let answer = Scratch::new(program);
    let path = folder.join(program);
    let first = call(&path, row, &answer.0.to_string_lossy(), 1)?;
    let text = std::fs::read_to_string(&answer.0).map_err(|error| format!("{}: {error}", answer.0.display()))?;
    let runs = match repetitions(first.first().map_or(0.0, |run| run.0), repeat) {
        0 => first,
        count => call(&path, row, "-", count)?,
    };
    let times = Times::of(runs).ok_or_else(|| format!("{} printed no times", path.display()))?;
    Ok((text.trim_end().to_owned(), times))
}

fn call(program: &Path, row: &Path, answer: &str, repeat: usize) -> Result<Vec<Run>, String> {
    let output = Command::new(program)
        .args([row.as_os_str(), answer.as_ref(), repeat.to_string().as_ref()])
        .output()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} {}: {} {}", program.display(), row.display(), output.status, message.trim_end()));
    }
    String::from_utf8_lossy(&output.stdout).lines().map(parse_line).collect()
}

/// Milliseconds from `ROW PROGRAM wall SECONDS | COUNTS | STAGE SECONDS STAGE SECONDS ...`. The stage `resultants` gets our
/// name, `scalars`.
fn parse_line(line: &str) -> Result<Run, String> {
    let wrong = || format!("a baseline program printed: {line}");
    let milliseconds = |word: Option<&str>| word.and_then(|w| w.parse::<f64>().ok()).map(|s| s * 1e3).ok_or_else(wrong);
    let mut parts = line.split('|');
    let wall = milliseconds(parts.next().and_then(|part| part.split_whitespace().last()))?;
    let mut words = parts.nth(1).ok_or_else(wrong)?.split_whitespace();
    let mut stages = Vec::new();
    while let Some(name) = words.next() {
        let name = if name == "resultants" { "scalars" } else { name };
        stages.push((name.to_owned(), milliseconds(words.next())?));
    }
    Ok((wall, stages, None))
}

/// A file of this process in the folder for temporary files, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Scratch(std::env::temp_dir().join(format!("eliminant-papers-{}-{name}.txt", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing to remove when the program failed before it wrote.
        let _ = std::fs::remove_file(&self.0);
    }
}
