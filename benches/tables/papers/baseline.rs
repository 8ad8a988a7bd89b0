//! The baseline programs, in processes of their own.

use super::times::{Run, Times, repetitions};
use crate::files::{self, Scratch};
use std::path::Path;
use std::process::Command;

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
    let output = Command::new(program)
        .args([row.as_os_str(), answer.as_ref(), repeat.to_string().as_ref()])
        .output()
        .map_err(files::at(program))?;
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
