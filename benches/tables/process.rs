//! Programs in processes of their own, and what they print.

use crate::files;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The output of a program; `None` where it did not end within the limit, and was ended.
///
/// # Errors
/// A program that cannot be started, or fails: its status and what it said.
pub fn output<A: AsRef<OsStr>>(
    program: &Path,
    arguments: &[A],
    limit: Option<Duration>,
) -> Result<Option<String>, String> {
    let start = Instant::now();
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(files::at(program))?;
    while let Some(limit) = limit
        && child.try_wait().map_err(files::at(program))?.is_none()
    {
        if start.elapsed() > limit {
            child.kill().and_then(|()| child.wait()).map_err(files::at(program))?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().map_err(files::at(program))?;
    match output.status.success() {
        true => Ok(Some(String::from_utf8_lossy(&output.stdout).into_owned())),
        false => {
            let message = String::from_utf8_lossy(&output.stderr);
            Err(format!("{}: {} {}", program.display(), output.status, message.trim_end()))
        }
    }
}

/// A line `ROW PROGRAM wall SECONDS | NAME COUNT NAME COUNT .. | STAGE SECONDS STAGE SECONDS ..`.
#[derive(Clone)]
pub struct Line {
    pub milliseconds: f64,
    pub counts: Vec<(String, String)>,
    /// Milliseconds of each stage.
    pub stages: Vec<(String, f64)>,
}

impl Line {
    /// Reads a line.
    ///
    /// # Errors
    /// The line, where it is something else.
    pub fn parse(line: &str) -> Result<Line, String> {
        let wrong = || format!("a program printed: {line}");
        let milliseconds = |word: &str| word.parse::<f64>().map(|seconds| seconds * 1e3).map_err(|_| wrong());
        let parts: Vec<Vec<&str>> = line.split('|').map(|part| part.split_whitespace().collect()).collect();
        let [wall, counts, stages] = &parts[..] else { return Err(wrong()) };
        let pair = |pair: &[&str]| (pair[0].to_owned(), pair[1].to_owned());
        let stage = |pair: &[&str]| Ok((pair[0].to_owned(), milliseconds(pair[1])?));
        Ok(Line {
            milliseconds: milliseconds(wall.last().ok_or_else(wrong)?)?,
            counts: counts.chunks_exact(2).map(pair).collect(),
            stages: stages.chunks_exact(2).map(stage).collect::<Result<_, String>>()?,
        })
    }

    /// A count by its name.
    pub fn count(&self, name: &str) -> Option<&str> {
        self.counts.iter().find(|(other, _)| other == name).map(|(_, count)| &count[..])
    }
}
