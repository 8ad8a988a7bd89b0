//! A net: random problems of every operation, degenerate ones often, solved in two ways. A plain program; without arguments it makes a
//! few problems. `--help` has the options.

mod arguments;
mod choices;
mod compare;
mod divide;
mod eliminate;
mod print;
mod problem;
mod random;
mod solve;
#[path = "../suite/mod.rs"]
mod suite;
mod workers;

use arguments::{Against, Arguments};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if !arguments.harness.wants("net") {
        return ExitCode::SUCCESS;
    }
    if arguments.print {
        print::all(&arguments);
        return ExitCode::SUCCESS;
    }
    let against = match arguments.against {
        Some(Against::Cuda) if !suite::have_gpu() => return ExitCode::FAILURE,
        Some(against) => against,
        None if suite::have_gpu() => Against::Cuda,
        None => Against::Cpu,
    };
    match compare::all(&arguments, against) {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
