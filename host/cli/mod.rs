//! Arguments, formats, progress, timing pictures: everything of the program that is not mathematics.

mod args;
mod describe;
mod devices;
mod elimination;
mod input;
mod interrupt;
mod memory_size;
mod output;
mod picture;
mod progress;
mod status;
mod timings;

use args::{Choices, Command, CommandLine, Format, Output, Plannable};
use clap::Parser;
use elimination::Elimination;
use progress::Progress;
use status::{Failure, Status};
use std::process::ExitCode;
use std::time::Instant;

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    match command(CommandLine::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { status, message }) => {
            match status {
                Status::Interrupted => output::message(message),
                _ => output::message(format_args!("error: {message}")),
            }
            status.into()
        }
    }
}

fn command(command: Command) -> Result<(), Failure> {
    match command {
        Command::Resultant { pair, choices, output } => {
            compute(|| Elimination::resultant(&pair.f, &pair.g, &pair.names), &choices, &output)
        }
        Command::Discriminant { single, choices, output } => {
            compute(|| Elimination::discriminant(&single.f, &single.names), &choices, &output)
        }
        Command::Plan { what: Plannable::Resultant { pair, choices, format } } => {
            plan(&Elimination::resultant(&pair.f, &pair.g, &pair.names)?, &choices, format)
        }
        Command::Plan { what: Plannable::Discriminant { single, choices, format } } => {
            plan(&Elimination::discriminant(&single.f, &single.names)?, &choices, format)
        }
        Command::Devices { format } => devices::run(format),
    }
}

fn plan(elimination: &Elimination, choices: &Choices, format: Format) -> Result<(), Failure> {
    let plan = elimination.plan(choices)?;
    match format {
        Format::Text => output::text(describe::plan(&plan)),
        Format::Json => output::json(&plan),
    }
}

fn compute(
    read: impl FnOnce() -> Result<Elimination, Failure>,
    choices: &Choices,
    output: &Output,
) -> Result<(), Failure> {
    let progress = Progress::new(output.quiet);
    let control = progress.control();
    interrupt::on_interrupt(control.clone())?;
    let elimination = read()?;
    if let Some(path) = &output.timings_svg {
        picture::check(path)?;
    }
    progress.start();
    let mut answer = None;
    for run in 1..=output.repeat.unwrap_or(1) {
        let start = Instant::now();
        answer = Some(elimination.run(choices, &control)?);
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        if output.repeat.is_some() {
            progress.line(serde_json::json!({ "run": run, "milliseconds": milliseconds }));
        }
    }
    drop(progress);
    // Of one run at least.
    let Some((polynomial, report)) = answer else { return Ok(()) };
    if control.is_cancelled() {
        return Err(eliminant::Error::from(eliminant::ErrorKind::Cancelled).into());
    }
    match output.format {
        Format::Json => output::json_answer(&polynomial, output.report.then_some(&report))?,
        Format::Text => output::text(&polynomial)?,
    }
    if output.report && output.format == Format::Text {
        output::message(describe::report(&polynomial, &report));
    }
    if output.timings {
        output::message(timings::table(&report));
    }
    match &output.timings_svg {
        Some(path) => picture::write(path, &report),
        None => Ok(()),
    }
}
