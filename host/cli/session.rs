//! A command from its input to its answer: read, computed as often as asked for, written, with the times it took.

use super::describe::{Described, Size};
use super::engine_args::{AnswerChoices, ExactChoices};
use super::output::{Destination, Open};
use super::output_args::{AnswerFormat, Output};
use super::progress::Progress;
use super::status::Failure;
use super::{describe, interrupt, output, picture, timings};
use eliminant::poly::RationalFunction;
use eliminant::shorten::shortened_middle;
use eliminant::{Control, StageTime};
use std::time::Instant;

/// An answer that is found by its values at points: with its input, and the choices made of it.
pub(super) trait Computation {
    /// Its report.
    type Report: Described;

    /// Whether all coefficients of the input are integers, and those of the answer too.
    fn is_integral(&self) -> bool;

    /// Whether the answer is divided, and so a rational function.
    fn is_divided(&self) -> bool;

    /// The answer, and what was done.
    fn run(&self, control: &Control) -> Result<(RationalFunction, Self::Report), Failure>;

    /// The answer of integers written as it is made, and what was done.
    fn write(&self, control: &Control, output: &Output, file: Open<'_>) -> Result<(Size, Self::Report), Failure>;
}

pub(super) fn compute<C: Computation>(
    read: impl FnOnce() -> Result<C, Failure>,
    (exact, choices): (&ExactChoices, &AnswerChoices),
    output: &Output,
) -> Result<(), Failure> {
    exact.check(output)?;
    if let (Some(folder), None) = (&choices.scratch, &output.output) {
        let folder = folder.display().to_string();
        let message =
            format!("--scratch {}: it is for answers that go to a file; add --output FILE", shortened_middle(&folder));
        return Err(Failure::usage(message));
    }
    let destination = Destination::new(output)?;
    let run = |computation: &C, control: &Control| {
        if destination.is_regular_file() && output.timing.repeat.is_none() && computation.is_integral() {
            let (size, report) = computation.write(control, output, destination.open()?)?;
            return Ok((size, report, None));
        }
        if computation.is_divided() && output.format == AnswerFormat::Bin {
            return Err(output::not_binary());
        }
        let (function, report) = computation.run(control)?;
        Ok((Size::of(function.numerator()), report, Some(function)))
    };
    let (size, report, function) = session(output, &destination, read, run)?;
    if let Some(function) = function {
        destination.function(&function, output.report.then_some(&report))?;
    }
    exact.end(report.run());
    if output.report && output.format != AnswerFormat::Json {
        output::message(report.lines(&size));
    }
    if output.explain {
        output::message(report.explained());
    }
    times(output, &describe::title(&report), &report.run().stages, report.run().milliseconds)
}

/// Reads the input and computes as often as asked for, with a progress bar, until interrupted.
pub(super) fn session<I, A>(
    output: &Output,
    destination: &Destination,
    read: impl FnOnce() -> Result<I, Failure>,
    run: impl Fn(&I, &Control) -> Result<A, Failure>,
) -> Result<A, Failure> {
    let progress = Progress::new(output.quiet);
    let control = progress.control();
    let (clear, pending) = (progress.clear(), destination.pending());
    interrupt::on_interrupt(control.clone(), move || {
        clear();
        pending.abandon();
    })?;
    let input = read()?;
    if let Some(path) = &output.timing.timings_svg {
        picture::check(path)?;
    }
    progress.start();
    let mut left = output.timing.repeat.unwrap_or(1);
    let answer = loop {
        let start = Instant::now();
        let answer = run(&input, &control)?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        if let Some(runs) = output.timing.repeat {
            progress.line(serde_json::json!({ "run": runs + 1 - left, "milliseconds": milliseconds }));
        }
        left -= 1;
        if left == 0 {
            break answer;
        }
        progress.again();
    };
    drop(progress);
    if control.is_cancelled() {
        return Err(eliminant::Error::from(eliminant::ErrorKind::Cancelled).into());
    }
    Ok(answer)
}

/// The table and the picture of the times, where asked for.
pub(super) fn times(output: &Output, title: &str, stages: &[StageTime], whole: f64) -> Result<(), Failure> {
    if output.timing.timings {
        output::message(timings::table(stages, whole));
    }
    match &output.timing.timings_svg {
        Some(path) => picture::write(path, title, stages, whole),
        None => Ok(()),
    }
}
