//! Batches of real roots and of solutions in the plane: small problems, each on one of all threads.

use super::batch::{Batch, Line, Refusal, Shape, refused};
use super::engine_args::EngineChoices;
use super::output::{self, Destination};
use super::output_args::Output;
use super::session::session;
use super::status::Failure;
use super::zeros::{stages, tell};
use eliminant::{Control, ErrorKind};
use serde_json::Value;
use std::time::Instant;

/// Reads a file of problems, and writes a line of JSON for each, in order.
///
/// # Errors
/// Of the whole batch: usage, a file that cannot be read or written, an interrupt. With answers written, that of the first line without one.
pub fn run<T: Send + Sync>(
    (file, shape): (&str, &Shape),
    read: impl FnMut(&Line) -> Result<T, Refusal>,
    solve: impl Fn(&T, &Control) -> eliminant::Result<Value> + Sync,
    (engine, output): (&EngineChoices, &Output),
) -> Result<(), Failure> {
    let destination = Destination::new(output)?;
    let run = |batch: &Batch<T>, control: &Control| {
        let start = Instant::now();
        let answer = |index: usize, control: &Control| match &batch.problems[index] {
            Err(refusal) => Err(refusal.clone()),
            // The others have answers of their own.
            Ok(problem) => solve(problem, control).map_err(|error| Refusal::of(batch.numbers[index], error.into())),
        };
        let lacks = |found: &Result<Value, Refusal>| found.as_ref().is_err_and(Refusal::lacks_memory);
        let ends = |found: &Result<Value, Refusal>| found.as_ref().is_err_and(Refusal::is_interrupt);
        let answers = engine.on_threads(|| control.each(batch.problems.len(), answer, (lacks, ends)))?;
        if answers.iter().any(ends) {
            return Err(eliminant::Error::from(ErrorKind::Cancelled).into());
        }
        Ok((answers, batch.place.clone(), stages(&[("solve", start)], Instant::now())))
    };
    let input = || Batch::read(file, shape, engine.memory_limit, read);
    let (answers, place, stages) = session(output, &destination, input, run)?;
    destination.lines(answers.iter().map(|answer| match answer {
        Ok(value) => value.to_string(),
        Err(refusal) => refusal.to_json(),
    }))?;
    let refusals: Vec<Refusal> = answers.iter().filter_map(|answer| answer.as_ref().err().cloned()).collect();
    if output.report {
        output::message(format_args!("{} lines, {} without an answer", answers.len(), refusals.len()));
    }
    tell(output, shape.answer, &stages)?;
    refused(&place, &refusals, answers.len())
}
