//! The program `eliminant`: exact elimination from the command line.

mod cli;

/// Thousands of integers are made and dropped in a millisecond, by all threads. It also takes the place of `malloc`, which GMP
/// calls. A library leaves the choice to who links it.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::on_processes(cli::run)
}
