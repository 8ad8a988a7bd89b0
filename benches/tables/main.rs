//! The papers' tables and figures measured anew, series of growing inputs, and the rates of a device's stages: a plain program that
//! needs neither cargo nor the sources. See `benches/README.md`.

mod absent;
mod axes;
mod checksum;
mod choices;
mod columns;
mod det;
mod files;
mod gcd;
mod growth;
mod limit;
mod machine;
mod modulo;
mod options;
mod papers;
mod plot;
mod predictions;
mod primes;
mod process;
mod progress;
mod python;
#[cfg(feature = "cuda")]
mod rates;
mod sha512;
mod sparse;
mod subresultants;
mod symbols;
mod systems;
mod times;
mod values;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// That of the program `eliminant`, so that times compare.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Time of resultants, GCDs and determinants: the papers' tables and figures, growing inputs, and the rates of a device's stages
#[derive(Parser)]
#[command(name = "tables", bin_name = "tables", after_help = AFTER)]
struct CommandLine {
    #[command(subcommand)]
    table: Option<Table>,
    /// Smoke mode: small inputs, each once
    #[arg(long, global = true, display_order = 100)]
    test: bool,
}

const AFTER: &str = "Without a command the program makes all tables in turn: in smoke mode, or with --bench, which `cargo bench` \
    gives, with the default options. REQUIRE_GPU=1 makes a missing device an error. Exit status: 0 all right; 1 something failed, or \
    answers disagree; 2 usage.";

#[derive(Subcommand)]
enum Table {
    /// The tables of the two resultant papers, beside the baseline programs
    Papers(papers::Options),
    /// Time of resultants against degrees, bits and number of devices
    Growth(growth::Options),
    /// The tables and figures of the GCD paper, beside the baseline programs; or their inputs
    Gcd(gcd::Options),
    /// The tables and figures of the determinant paper, beside a baseline program; or their inputs
    Det(det::Options),
    /// The stages on a device against the bounds of its arithmetic and memory
    Rates,
    /// Both sides of every choice between forms of a stage, and what this machine would choose
    Choices(choices::Options),
    /// Evaluation and interpolation axis by axis, beside a plain copy of as many bytes
    Axes(axes::Options),
    /// Table 1 and Fig. 6 of the determinant paper: primes that have roots of unity of an order
    Primes(primes::Options),
    /// GCDs of sparse polynomials in several variables, beside FLINT
    Sparse(sparse::Options),
    /// Resultants and determinants modulo one prime of any length
    Modulo(modulo::Options),
    /// Small determinants, resultants and discriminants of symbols, beside FLINT
    Symbols(symbols::Options),
    /// Subresultants and cofactors beside the resultant of the same pair
    Subresultants(subresultants::Options),
    /// Predicted times and memory of rows beside what they take
    Predictions(predictions::Options),
    /// The time left that progress of GCDs lets expect beside what is left
    Progress(progress::Options),
    /// Values and Jacobians of systems of polynomials: the tables of the systems paper, and larger ones
    Systems(systems::Options),
}

/// Every table, in the order in which they are made without a command.
const NAMES: [&str; 15] = [
    "papers",
    "growth",
    "gcd",
    "det",
    "rates",
    "choices",
    "axes",
    "primes",
    "sparse",
    "modulo",
    "symbols",
    "subresultants",
    "predictions",
    "progress",
    "systems",
];

impl Table {
    /// Whether the options fit together, as far as each of them by itself does not tell.
    fn check(&self) -> Result<(), String> {
        match self {
            Table::Papers(_) | Table::Det(_) | Table::Rates => Ok(()),
            Table::Choices(_) | Table::Axes(_) | Table::Primes(_) | Table::Sparse(_) | Table::Symbols(_) => Ok(()),
            Table::Subresultants(_) | Table::Modulo(_) => Ok(()),
            Table::Predictions(_) | Table::Progress(_) | Table::Systems(_) => Ok(()),
            Table::Growth(options) => options.check(),
            Table::Gcd(options) => options.check(),
        }
    }

    fn run(self, smoke: bool) -> Result<(), String> {
        match self {
            Table::Papers(options) => papers::run(options, smoke),
            Table::Growth(options) => growth::run(options, smoke),
            Table::Gcd(options) => gcd::run(options, smoke),
            Table::Det(options) => det::run(options, smoke),
            Table::Choices(options) => choices::run(options, smoke),
            Table::Axes(options) => axes::run(options, smoke),
            Table::Primes(options) => primes::run(&options, smoke),
            Table::Sparse(options) => sparse::run(&options, smoke),
            Table::Modulo(options) => modulo::run(&options, smoke),
            Table::Symbols(options) => symbols::run(&options, smoke),
            Table::Subresultants(options) => subresultants::run(options, smoke),
            Table::Predictions(options) => predictions::run(options),
            Table::Progress(options) => progress::run(options, smoke),
            Table::Systems(options) => systems::run(options, smoke),
            #[cfg(feature = "cuda")]
            Table::Rates => rates::run(smoke),
            #[cfg(not(feature = "cuda"))]
            Table::Rates => absent::skip("rates", "this program was built without the feature cuda"),
        }
    }
}

fn main() -> ExitCode {
    // `cargo bench` adds --bench to whatever words it was given; `cargo test --benches` gives no word at all.
    let (bench, words): (Vec<String>, Vec<String>) = std::env::args().partition(|word| word == "--bench");
    let CommandLine { table, test } = CommandLine::parse_from(words);
    let smoke = test || (table.is_none() && bench.is_empty());
    if let Some(Err(message)) = table.as_ref().map(Table::check) {
        eprintln!("error: {message}");
        return ExitCode::from(2);
    }
    let right = match table {
        Some(table) => finished(table.run(smoke)),
        None => NAMES.map(|name| one_of_all(name, smoke)).into_iter().all(|right| right),
    };
    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A table with its default options, below its name.
fn one_of_all(name: &str, smoke: bool) -> bool {
    println!("== {name}");
    match CommandLine::parse_from(["tables", name]).table {
        Some(table) => finished(table.run(smoke)),
        None => false,
    }
}

/// Whether all went well; prints what did not.
fn finished(outcome: Result<(), String>) -> bool {
    outcome.inspect_err(|message| eprintln!("{message}")).is_ok()
}
