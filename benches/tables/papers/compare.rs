//! All programs on one row: their times, and whether their answers are the same.

use super::baseline;
use super::engine::{self, Engine};
use super::rows::Row;
use super::times::Times;
use crate::checksum;
use eliminant::Polynomial;
use std::path::Path;

/// The results of one row.
pub struct RowResult {
    pub name: &'static str,
    pub shape: String,
    /// Label and times of every program that was run, the baselines `flint` and `ifma` first.
    pub columns: Vec<(String, Result<Times, String>)>,
    /// Degree, bits and checksum of the answer, or what disagrees.
    pub answer: Result<String, String>,
}

impl RowResult {
    /// Whether something failed or disagrees.
    pub fn failed(&self) -> bool {
        self.answer.is_err() || self.columns.iter().any(|(_, times)| times.is_err())
    }
}

/// Times the engines and the baseline programs of the folder on the row, and compares their answers.
pub fn row(row: &Row, engines: &[Engine], baselines: Option<&Path>, repeat: usize) -> RowResult {
    let mut columns: Vec<(String, Result<Times, String>)> = Vec::new();
    let mut answers: Vec<(String, String)> = Vec::new();
    let mut polynomial: Option<Polynomial> = None;
    if let (Some(folder), Some(plain)) = (baselines, &row.plain) {
        for (label, program) in [("flint", "res"), ("ifma", "ifma")] {
            if !folder.join(program).exists() {
                eprintln!("skipped: {label}: no {} in {}", program, folder.display());
                continue;
            }
            let result = baseline::timed(folder, program, plain, repeat).map(|(answer, times)| {
                answers.push((label.to_owned(), answer));
                times
            });
            columns.push((label.to_owned(), result));
        }
    }
    for engine in engines {
        let label = engine.label();
        let result = engine::timed(engine, row, repeat).and_then(|(answer, times)| {
            answers.push((label.clone(), engine::coefficients(&answer)?));
            polynomial.get_or_insert(answer);
            Ok(times)
        });
        let seen = result.as_ref().map_or_else(String::clone, |times| format!("{:.3} ms", times.median));
        eprintln!("{:<5}{label}: {seen}", row.name);
        columns.push((label, result));
    }
    let answer = agreed(&answers).map(|text| {
        let size = polynomial
            .map_or_else(String::new, |p| format!("degree {}, {} bits, ", p.degree("x").unwrap_or(0), p.max_bits()));
        format!("{size}{:016x}", checksum::of_bytes(text.as_bytes()))
    });
    RowResult { name: row.name, shape: row.shape(), columns, answer }
}

/// The text that all programs have given, or which of them disagree.
fn agreed(answers: &[(String, String)]) -> Result<&str, String> {
    let ((first, text), others) = answers.split_first().ok_or("no program gave an answer")?;
    match others.iter().find(|(_, other)| other != text) {
        Some((other, _)) => Err(format!("{first} and {other} disagree")),
        None => Ok(text),
    }
}
