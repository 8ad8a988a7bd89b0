//! The baseline programs, in processes of their own.

use super::engine::Times;
use super::rows::Row;
use super::write;
use crate::files::Scratch;
use crate::process::output;
use crate::times::repetitions;
use eliminant::GcdReport;
use std::path::Path;

/// Milliseconds of one repetition, without a report.
type Timed = (f64, Option<GcdReport>);

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
        write::pairs_to(&input.0, &row.pairs(count))?;
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
        let input = input.to_string_lossy();
        let words: Vec<&str> = mode.into_iter().chain([&input[..], "-"]).collect();
        let text = output(&path, &[&words[..], &[&repeat.to_string()]].concat(), None)?.unwrap_or_default();
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
