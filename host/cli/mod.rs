//! Arguments, formats, progress, timing pictures: everything of the program that is not mathematics.

mod allocator;
mod args;
mod checkpoint;
mod choices;
mod describe;
mod determination;
mod devices;
mod elimination;
mod gcd;
mod input;
mod interrupt;
mod memory_size;
mod output;
mod output_file;
mod picture;
mod prediction;
mod progress;
mod solve_system;
mod status;
mod streamed;
mod system_args;
mod system_plans;
mod system_report;
mod systems;
mod time_left;
mod timings;
mod zeros;

use args::{AnswerChoices, AnswerFormat, Command, CommandLine, EngineChoices, Output, Plannable};
use describe::{Described, Size};
use determination::Determination;
use eliminant::shorten::shortened_middle;
use eliminant::{Control, RationalPolynomial, StageTime};
use elimination::Elimination;
use input::{LEAST_NEED, Need};
use output::{Destination, Open};
use progress::Progress;
use status::{Failure, Status};
use std::process::ExitCode;
use std::time::Instant;

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    match command(CommandLine::read(std::env::args_os()).command) {
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
    if command.memory_limit().is_some() {
        allocator::give_back_at_once();
    }
    match command {
        Command::Resultant { pair, choices, output } => compute(
            || Elimination::resultant((&pair.f, &pair.g), &pair.names, &choices, None),
            (&choices.engine, &choices.answer),
            &output,
        ),
        Command::Discriminant { single, choices, output } => compute(
            || Elimination::discriminant(&single.f, &single.names, &choices, None),
            (&choices.engine, &choices.answer),
            &output,
        ),
        Command::Det { matrix, choices, output } => {
            compute(|| Determination::new(&matrix, &choices, None), (&choices.engine, &choices.answer), &output)
        }
        Command::Gcd { pair, choices, output } => gcd::gcd(&pair, &choices, &output),
        Command::Content { single, choices, output } => gcd::content(&single, &choices, &output),
        Command::Xgcd { pair, modulus, choices, output } => gcd::extended(&pair, modulus.modulus, &choices, &output),
        Command::Squarefree { f, vars, modulus, choices, output, .. } => {
            gcd::squarefree(&f, (vars.as_deref(), modulus.modulus), &choices, &output)
        }
        Command::Eval { system, choices, output } => systems::eval(&system, &choices, &output),
        Command::Newton { system, choices, output } => zeros::newton(&system, &choices, &output),
        Command::Track { system, choices, output } => zeros::track(&system, &choices, &output),
        Command::SolveSystem { system, choices, output } => solve_system::run(&system, &choices, &output),
        Command::Plan { what: Plannable::Resultant { pair, choices, output } } => {
            let need = Need::new(LEAST_NEED);
            let elimination = Elimination::resultant((&pair.f, &pair.g), &pair.names, &choices, Some(&need))?;
            prediction::plan(elimination.plan()?, &need, &choices.engine, &output)
        }
        Command::Plan { what: Plannable::Discriminant { single, choices, output } } => {
            let need = Need::new(LEAST_NEED);
            let elimination = Elimination::discriminant(&single.f, &single.names, &choices, Some(&need))?;
            prediction::plan(elimination.plan()?, &need, &choices.engine, &output)
        }
        Command::Plan { what: Plannable::Det { matrix, choices, output } } => {
            let need = Need::new(LEAST_NEED);
            let plan = Determination::new(&matrix, &choices, Some(&need))?.plan()?;
            prediction::plan(plan, &need, &choices.engine, &output)
        }
        Command::Plan { what: Plannable::Gcd { pair, choices, output } } => {
            let need = Need::new(LEAST_NEED);
            let plan = gcd::plan(&pair, &choices, &need)?;
            prediction::plan(plan, &need, &choices.engine, &output)
        }
        Command::Plan { what: Plannable::System(what) } => system_plans::run(&what),
        Command::Devices { format } => devices::run(format),
    }
}

/// An answer that is found by its values at points: with its input, and the choices made of it.
trait Computation {
    /// What it tells of itself.
    type Report: Described;

    /// Whether all coefficients of the input are integers, and those of the answer too.
    fn is_integral(&self) -> bool;

    /// The answer, and what was done.
    fn run(&self, control: &Control) -> Result<(RationalPolynomial, Self::Report), Failure>;

    /// The answer of integers written as it is made, and what was done.
    fn write(&self, control: &Control, output: &Output, file: Open<'_>) -> Result<(Size, Self::Report), Failure>;
}

fn compute<C: Computation>(
    read: impl FnOnce() -> Result<C, Failure>,
    (engine, choices): (&EngineChoices, &AnswerChoices),
    output: &Output,
) -> Result<(), Failure> {
    engine.check(output)?;
    if let (Some(folder), None) = (&choices.scratch, &output.output) {
        let folder = folder.display().to_string();
        let message =
            format!("--scratch {}: it is for answers that go to a file; add --output FILE", shortened_middle(&folder));
        return Err(Failure::usage(message));
    }
    let destination = Destination::new(output)?;
    let run = |computation: &C, control: &Control| {
        if destination.is_regular_file() && output.repeat.is_none() && computation.is_integral() {
            let (size, report) = computation.write(control, output, destination.open()?)?;
            return Ok((size, report, None));
        }
        let (polynomial, report) = computation.run(control)?;
        Ok((Size::of(&polynomial), report, Some(polynomial)))
    };
    let (size, report, polynomial) = session(output, &destination, read, run)?;
    if let Some(polynomial) = polynomial {
        destination.polynomial(&polynomial, output.report.then_some(&report))?;
    }
    engine.end(report.run());
    if output.report && output.format != AnswerFormat::Json {
        output::message(report.lines(&size));
    }
    times(output, &describe::title(&report), &report.run().stages, report.run().milliseconds)
}

/// Reads the input and computes as often as asked for, with a progress bar, until interrupted.
fn session<I, A>(
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
    if let Some(path) = &output.timings_svg {
        picture::check(path)?;
    }
    progress.start();
    let mut left = output.repeat.unwrap_or(1);
    let answer = loop {
        let start = Instant::now();
        let answer = run(&input, &control)?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        if let Some(runs) = output.repeat {
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
fn times(output: &Output, title: &str, stages: &[StageTime], whole: f64) -> Result<(), Failure> {
    if output.timings {
        output::message(timings::table(stages, whole));
    }
    match &output.timings_svg {
        Some(path) => picture::write(path, title, stages, whole),
        None => Ok(()),
    }
}
