//! A net: random problems of every operation, degenerate ones often, solved in two ways. A plain program; without arguments it makes a
//! few problems. `--help` has the options.

mod arguments;
mod choices;
mod compare;
#[path = "../common/device.rs"]
mod device;
mod divide;
mod eliminate;
mod keep;
mod matrices;
mod print;
mod problem;
mod random;
mod solve;
mod workers;

use arguments::{Against, Arguments};
use clap::Parser;
use device::unless_absent;
use eliminant::{Backend, Gcd, Polynomial};
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
        Some(Against::Cuda) if !have_gpu() => return ExitCode::FAILURE,
        Some(against) => against,
        None if have_gpu() => Against::Cuda,
        None => Against::Cpu,
    };
    match compare::all(&arguments, against) {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Whether there is a device, which any small computation tells.
fn have_gpu() -> bool {
    let f = Polynomial::parse_in("x + 1", &["x"]).expect("a polynomial");
    unless_absent(Gcd::new(&f, &f).backend(Backend::Cuda).run()).is_some()
}
