//! Harmonic elimination: the switching angles of an inverter with 2 to 5 sources, by resultants and GCDs. See `docs/harmonics.md`.
//!
//!     cargo run --release --example harmonics -- 4
//!     cargo run --release --example harmonics -- 3 --m 1.9 --signs +++

mod angles;
mod elimination;
mod equations;
mod report;
mod roots;
#[cfg(test)]
mod tests;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use equations::Ratio;
use std::process::ExitCode;

/// The switching angles of an inverter whose harmonics 5, 7, 11, 13 vanish, by exact elimination
#[derive(Parser)]
#[command(name = "harmonics")]
struct CommandLine {
    /// Sources, each with one angle; one harmonic less vanishes
    #[arg(value_parser = clap::value_parser!(u8).range(2..=5))]
    sources: u8,
    /// The sum of the signed cosines, such as 1.9 or 19/10; without it m stays a symbol, and there are no angles
    #[arg(long, value_name = "RATIO", allow_hyphen_values = true)]
    m: Option<Ratio>,
    /// The steps in the order of their angles, + up and - down; all up without it
    #[arg(long, value_name = "+-..", requires = "m", allow_hyphen_values = true)]
    signs: Option<String>,
}

impl CommandLine {
    /// The signs, one for each source; or what is wrong.
    fn checked_signs(&self) -> Result<String, String> {
        let n = usize::from(self.sources);
        if let Some(m) = self.m.as_ref().filter(|m| m.above > rug::Integer::from(&m.below * self.sources)) {
            return Err(format!("m = {m} is larger than {n}, the sum of {n} cosines at most"));
        }
        let signs = self.signs.clone().unwrap_or("+".repeat(n));
        match signs.len() == n && signs.bytes().all(|b| b == b'+' || b == b'-') {
            true => Ok(signs),
            false => Err(format!("--signs `{signs}` is not {n} times + or -")),
        }
    }
}

fn main() -> ExitCode {
    let options = CommandLine::parse();
    let signs = match options.checked_signs() {
        Ok(signs) => signs,
        Err(message) => CommandLine::command().error(ErrorKind::ValueValidation, message).exit(),
    };
    match report::report(usize::from(options.sources), options.m.as_ref(), &signs) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
