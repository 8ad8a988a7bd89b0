//! Arguments of `eliminant roots`.

use super::command_line::unshielded;
use super::engine_args::EngineChoices;
use clap::Args;
use std::ops::RangeInclusive;

/// Digits that one may ask for.
const DIGITS: RangeInclusive<i64> = 1..=1_000_000;

/// A polynomial, and how its roots are shown.
#[derive(Debug, Args)]
pub struct RootsArgument {
    /// The polynomial in one variable, or an equation
    #[arg(value_name = "F", value_parser = unshielded)]
    pub f: String,
    /// Significant digits of all roots, correctly rounded
    ///
    /// Without it rational roots are shown as integers and fractions, and the others with 20 digits.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(DIGITS))]
    pub digits: Option<u32>,
    /// Show an interval of each root that has no other one, on lines that begin with `#`; JSON has them always
    #[arg(long)]
    pub intervals: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct RootsChoices {
    #[command(flatten)]
    pub engine: EngineChoices,
}
