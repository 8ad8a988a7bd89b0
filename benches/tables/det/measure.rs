//! Runs of one engine on one row, as lines: what the table reads from a process of its own for each.

use super::engine::{Engine, timed};
use super::memory::Memory;
use super::rows::Row;
use crate::checksum;
use crate::limit::cancelled_after;
use crate::times::repetitions;
use eliminant::{DeterminantReport, ErrorKind};
use std::time::Duration;

/// Prints a line for each run that counts, as the program `det` of `benches/baselines` does: those after the first, or the first where it took
/// long. No line where the first takes longer than the limit: it is cancelled then, at the end of a stage.
///
/// # Errors
/// Failures, and runs that disagree.
pub fn run(row: &Row, engine: &Engine, repeat: usize, limit: Duration) -> Result<(), String> {
    let matrix = row.matrix().map_err(|error| error.to_string())?;
    let memory = Memory::of(engine);
    let first = cancelled_after(limit, |control| timed(&engine.job(&matrix).control(control)));
    let (answer, milliseconds) = match first {
        Err(error) if *error.kind() == ErrorKind::Cancelled => return Ok(()),
        Err(error) => return Err(error.to_string()),
        // Its last stage was over before it looked.
        Ok((_, milliseconds)) if milliseconds > limit.as_secs_f64() * 1e3 => return Ok(()),
        Ok(first) => first,
    };
    let taken = memory.taken(engine).map_or(String::new(), |bytes| format!(" memory {bytes}"));
    let sum = checksum::of_polynomial(&answer.polynomial);
    let (terms, bits) = (answer.polynomial.terms().len(), answer.polynomial.max_bits());
    let line = |milliseconds: f64, report: &DeterminantReport| {
        let stages = report.run.stages.iter().map(|s| format!(" {} {:.6}", s.stage, s.milliseconds / 1e3));
        println!(
            "{} {} wall {:.6} | primes {} points {} terms {terms} bits {bits} checksum {sum:016x}{taken} |{}",
            row.name,
            engine.label(),
            milliseconds / 1e3,
            report.run.primes,
            report.points,
            stages.collect::<String>()
        );
    };
    let count = repetitions(milliseconds, repeat);
    if count == 0 {
        line(milliseconds, &answer.report);
    }
    // The polynomial may be large: one of them is there at a time.
    drop(answer);
    for _ in 0..count {
        let (answer, milliseconds) = timed(&engine.job(&matrix)).map_err(|error| error.to_string())?;
        if checksum::of_polynomial(&answer.polynomial) != sum {
            return Err("two runs of this engine disagree".to_owned());
        }
        line(milliseconds, &answer.report);
    }
    Ok(())
}
