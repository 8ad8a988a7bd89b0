//! Arguments, formats, progress, timing pictures: everything of the program that is not mathematics.

mod allocator;
mod args;
mod batch;
mod batch_plans;
mod checkpoint;
mod choices;
mod command_line;
mod complex_roots;
mod content;
mod coordinate;
mod curve;
mod decompose;
mod describe;
mod describe_plans;
mod determination;
mod devices;
mod divided;
mod doctor;
mod elimination;
mod engine_args;
mod explain;
mod gcd;
mod gcd_batch;
mod help;
mod input;
mod interrupt;
mod list_plans;
mod list_report;
mod manual;
mod matrices;
mod output;
mod output_args;
mod output_file;
mod picture;
mod plane;
mod plans;
mod plot;
mod plot_subject;
mod polynomial_args;
mod prediction;
mod processes;
mod progress;
mod root_args;
mod root_batch;
mod roots;
mod session;
mod solve_system;
mod squarefree;
mod status;
mod streamed;
mod style;
mod subresultants;
mod system_args;
mod system_plans;
mod system_report;
mod systems;
mod time_left;
mod timings;
mod variable;
mod xgcd;
mod zeros;

use args::{Command, CommandLine};
use status::{Failure, Status};
use std::process::ExitCode;
use subresultants::{Given, Task};

pub use processes::on_processes;

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    match command(CommandLine::read(std::env::args_os()).command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { status, message, .. }) => {
            match status {
                Status::Interrupted => output::message(message),
                _ => output::message(format_args!("error: {message}")),
            }
            status.into()
        }
    }
}

fn command(command: Command) -> Result<(), Failure> {
    if let Some(engine) = command.engine() {
        if engine.memory_limit.is_some() {
            allocator::give_back_at_once();
        }
        processes::start(&engine.with)?;
    }
    match command {
        Command::Resultant { pairs, choices, output } => elimination::resultants(&pairs, &choices, &output),
        Command::Discriminant { singles, choices, output } => elimination::discriminants(&singles, &choices, &output),
        Command::Det { matrices, choices, output } => {
            determination::determinants("determinant", matrices, &choices, &output)
        }
        Command::Charpoly { matrices, choices, output } => {
            determination::determinants("characteristic polynomial", matrices.into(), &choices, &output)
        }
        Command::Gcd { arguments, choices, output } => gcd::gcd(&arguments, &choices, &output),
        Command::Lcm { arguments, choices, output } => gcd::lcm(&arguments, &choices, &output),
        Command::Content { single, choices, output } => content::content(&single, &choices, &output),
        Command::Xgcd { pair, modulus, choices, output } => xgcd::extended(&pair, modulus.modulus, &choices, &output),
        Command::Adjugate { argument, choices, output } => matrices::adjugate(&argument, &choices, &output),
        Command::Rank { argument, certify, choices, output } => matrices::rank(&argument, certify, &choices, &output),
        Command::SolveLinear { argument, choices, output } => matrices::solve(&argument, &choices, &output),
        Command::Subresultants { pairs, asked, choices, output } => {
            subresultants::run(&Task::Subresultants(asked), &Given::Pair(pairs), &choices, &output)
        }
        Command::SturmHabicht { singles, asked, choices, output } => {
            subresultants::run(&Task::SturmHabicht(asked), &Given::Single(singles), &choices, &output)
        }
        Command::Cofactors { pairs, index, choices, output } => {
            subresultants::run(&Task::Cofactors(index), &Given::Pair(pairs), &choices, &output)
        }
        Command::Squarefree { argument, modulus, choices, output } => {
            squarefree::squarefree(&argument, modulus.modulus, &choices, &output)
        }
        Command::Eval { system, choices, output } => systems::eval(&system, &choices, &output.into()),
        Command::Newton { system, choices, output } => zeros::newton(&system, &choices, &output.into()),
        Command::Track { system, choices, output } => zeros::track(&system, &choices, &output.into()),
        Command::SolveSystem { system, choices, output } => solve_system::run(&system, &choices, &output.into()),
        Command::Decompose { system, choices, output } => decompose::run(&system.system, &choices, &output.into()),
        Command::Roots { argument, choices, output } => roots::run(&argument, &choices, &output.into()),
        Command::Curve { argument, shown, choices, output } => curve::run(&argument, &shown, &choices, &output.into()),
        Command::Plot { argument, choices, output } => plot::run(&argument, &choices, output),
        Command::Solve { argument, choices, output } => plane::run(&argument, &choices, &output.into()),
        Command::Plan { what } => plans::run(what),
        Command::Devices { format } => devices::run(format),
        Command::Doctor { format } => doctor::run(format),
        Command::Serve { device } => Ok(eliminant::processes::serve_standard(device)?),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { output } => manual::pages(output.as_deref()),
    }
}
