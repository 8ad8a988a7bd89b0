//! The baseline programs, in processes of their own.

use super::times::{Known, Run, Times};
use crate::files::{self, Scratch};
use crate::process::{Line, output};
use crate::times::repetitions;
use std::path::Path;

/// Runs `FOLDER/program` on the row: once for its answer and as warm-up, then as often as [`repetitions`] says.
pub fn timed(folder: &Path, program: &str, row: &Path, repeat: usize) -> Result<(String, Times), String> {
    let answer = Scratch::new(program);
    let path = folder.join(program);
    let first = call(&path, row, &answer.0.to_string_lossy(), 1)?;
    let text = files::read(&answer.0)?;
    let runs = match repetitions(first.first().map_or(0.0, |run| run.0), repeat) {
        0 => first,
        count => call(&path, row, "-", count)?,
    };
    let times = Times::of(runs).ok_or_else(|| format!("{} printed no times", path.display()))?;
    Ok((text.trim_end().to_owned(), times))
}

fn call(program: &Path, row: &Path, answer: &str, repeat: usize) -> Result<Vec<Run>, String> {
    let repeat = repeat.to_string();
    let text = output(program, &[row.as_os_str(), answer.as_ref(), repeat.as_ref()], None)?.unwrap_or_default();
    text.lines().map(|line| Line::parse(line).map(known)).collect()
}

/// The stage `resultants` gets our name, `scalars`.
fn known(line: Line) -> Run {
    let ours = |(name, ms): (String, f64)| (if name == "resultants" { "scalars".to_owned() } else { name }, ms);
    (line.milliseconds, Known { stages: line.stages.into_iter().map(ours).collect(), report: None })
}
