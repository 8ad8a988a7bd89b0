//! Our engines and the baseline program on a row, each in a process of its own.

use super::engine::Engine;
use super::rows::Row;
use crate::files::{self, Scratch};
use crate::process::{Line, output};
use crate::times::{Times, repetitions};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The outcome of a program on a row.
pub enum Outcome {
    Timed(Times<Line>),
    /// Why it was left out, or did not end.
    LeftOut(String),
    Failed(String),
}

/// The programs that are timed on each row, and how.
pub struct Programs {
    pub engines: Vec<Engine>,
    /// The baseline program, where it is timed too.
    pub baseline: Option<PathBuf>,
    pub repeat: usize,
    /// Runs that are predicted or turn out to be longer are left out.
    pub limit: Duration,
}

/// The baseline's name in the table.
pub const BASELINE: &str = "flint";

impl Programs {
    /// All of them on a row, by name. The baseline is tried where one of our threads, which is faster, is predicted to need no more than the
    /// limit.
    ///
    /// # Errors
    /// When there is no such matrix.
    pub fn run(&self, row: &Row) -> Result<Vec<(String, Outcome)>, String> {
        let matrix = row.matrix().map_err(|error| error.to_string())?;
        let predicted = |engine: &Engine| match engine.predicted(&matrix) {
            Err(error) => Some(error.to_string()),
            Ok(time) => (time > self.limit).then(|| format!("{:.1} s predicted", time.as_secs_f64())),
        };
        let mut outcomes = Vec::new();
        for engine in &self.engines {
            let outcome = match predicted(engine) {
                Some(reason) => Outcome::LeftOut(reason),
                None => self.outcome(self.ours(row, engine)),
            };
            outcomes.push((engine.label(), outcome));
        }
        if let Some(program) = &self.baseline {
            let outcome = match predicted(&Engine::of_one_thread()) {
                Some(reason) => Outcome::LeftOut(format!("one thread of ours: {reason}")),
                None => self.outcome(self.of_baseline(row, program)),
            };
            outcomes.push((BASELINE.to_owned(), outcome));
        }
        Ok(outcomes)
    }

    fn outcome(&self, lines: Result<Vec<Line>, String>) -> Outcome {
        let lines = match lines {
            Ok(lines) => lines,
            Err(error) => return Outcome::Failed(error),
        };
        match Times::of(lines.into_iter().map(|line| (line.milliseconds, line)).collect()) {
            Some(times) => Outcome::Timed(times),
            None => Outcome::LeftOut(format!("more than {} s", self.limit.as_secs_f64())),
        }
    }

    /// Lines of the runs that count; none where the limit was reached.
    fn ours(&self, row: &Row, engine: &Engine) -> Result<Vec<Line>, String> {
        let mut words = ["det", "--measure", "--only", &row.name].map(str::to_owned).to_vec();
        words.extend(engine.words());
        words.extend(["--repeat".to_owned(), self.repeat.to_string()]);
        words.extend(["--limit".to_owned(), self.limit.as_secs_f64().to_string()]);
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        parse(&output(&program, &words, None)?.unwrap_or_default())
    }

    /// The same of the baseline: one run by itself, and then, in another process, those that count.
    fn of_baseline(&self, row: &Row, program: &Path) -> Result<Vec<Line>, String> {
        let input = Scratch::new(&row.name);
        files::write(&input.0, &row.plain())?;
        let call = |repeat: usize, limit| -> Result<Vec<Line>, String> {
            let repeat = repeat.to_string();
            parse(&output(program, &[input.0.as_os_str(), "-".as_ref(), repeat.as_ref()], limit)?.unwrap_or_default())
        };
        let first = call(1, Some(self.limit))?;
        match first.first().map_or(0, |line| repetitions(line.milliseconds, self.repeat)) {
            0 => Ok(first),
            count => call(count, None),
        }
    }
}

fn parse(text: &str) -> Result<Vec<Line>, String> {
    text.lines().map(Line::parse).collect()
}
