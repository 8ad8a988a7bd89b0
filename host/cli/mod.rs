//! Arguments, formats, progress, timing pictures: everything of the program that is not mathematics.

mod allocator;
mod args;
mod checkpoint;
mod choices;
mod describe;
mod determination;
mod devices;
mod divided;
mod elimination;
mod gcd;
mod input;
mod interrupt;
mod memory_size;
mod modulus;
mod output;
mod output_file;
mod picture;
mod prediction;
mod progress;
mod session;
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

use args::{Command, CommandLine, Plannable};
use determination::Determination;
use elimination::Elimination;
use input::{LEAST_NEED, Need};
use session::compute;
use status::{Failure, Status};
use std::process::ExitCode;

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
