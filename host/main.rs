//! The program `eliminant`: exact elimination from the command line.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
