//! Arguments and options of the commands for systems of polynomials.

use super::command_line::unshielded;
use super::engine_args::{EngineChoices, METHODS};
use super::help::{self, SYSTEMS, book, page};
use super::output_args::{FORMAT_HELP, Format};
use super::polynomial_args::name;
use clap::{Args, Subcommand, ValueEnum};

/// Computations with systems of which there is a plan.
#[derive(Debug, Subcommand)]
pub enum PlannableSystem {
    /// The plan of values at points
    #[command(after_help = page(help::EVAL_PLAN), after_long_help = book(help::EVAL_PLAN, &[SYSTEMS]))]
    Eval {
        #[command(flatten)]
        counted: Counted,
        #[command(flatten)]
        choices: EvalChoices,
        #[arg(long, value_enum, default_value_t, help = FORMAT_HELP)]
        format: Format,
    },
    /// The plan of Newton's method
    #[command(after_help = page(help::NEWTON_PLAN), after_long_help = book(help::NEWTON_PLAN, &[SYSTEMS]))]
    Newton {
        #[command(flatten)]
        counted: Counted,
        #[command(flatten)]
        choices: NewtonChoices,
        #[arg(long, value_enum, default_value_t, help = FORMAT_HELP)]
        format: Format,
    },
    /// The plan of paths
    #[command(after_help = page(help::TRACK_PLAN), after_long_help = book(help::TRACK_PLAN, &[SYSTEMS]))]
    Track {
        #[command(flatten)]
        counted: Counted,
        /// The variables that are parameters
        #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = name, required = true)]
        parameters: Vec<String>,
        #[command(flatten)]
        choices: TrackChoices,
        #[arg(long, value_enum, default_value_t, help = FORMAT_HELP)]
        format: Format,
    },
    /// The plan of the components of the zeros of a system
    #[command(after_help = page(help::DECOMPOSE_PLAN), after_long_help = book(help::DECOMPOSE_PLAN, &[SYSTEMS]))]
    Decompose {
        #[command(flatten)]
        system: PlannedSystem,
        #[command(flatten)]
        choices: PathChoices,
        #[arg(long, value_enum, default_value_t, help = FORMAT_HELP)]
        format: Format,
    },
    /// The plan of all zeros of a system
    #[command(after_help = page(help::SOLVE_PLAN), after_long_help = book(help::SOLVE_PLAN, &[SYSTEMS]))]
    SolveSystem {
        #[command(flatten)]
        system: PlannedSystem,
        #[command(flatten)]
        choices: SolveChoices,
        #[arg(long, value_enum, default_value_t, help = FORMAT_HELP)]
        format: Format,
    },
}

/// A system.
#[derive(Debug, Args)]
pub struct PlannedSystem {
    /// The polynomials
    #[arg(value_name = "SYSTEM", value_parser = unshielded)]
    pub system: String,
}

/// A system whose zeros are wanted, and which of them are shown, and how.
#[derive(Debug, Args)]
pub struct SolveArgument {
    /// The polynomials
    #[arg(value_name = "SYSTEM", value_parser = unshielded)]
    pub system: String,
    /// Show only zeros that are real, or may be: proved real, or singular with negligible imaginary parts
    #[arg(long)]
    pub real: bool,
    /// Show the proved bounds of each coordinate of a certified zero, on lines that begin with `#`; JSON has them always
    #[arg(long)]
    pub boxes: bool,
    /// Digits of certified zeros, all of them proved: those of one, two or four doubles
    #[arg(long, value_enum, default_value_t)]
    pub precision: PrecisionName,
    /// Say in words, on standard error, how the zeros were found, and what is proved of them
    #[arg(long)]
    pub explain: bool,
}

/// A system, and at how many points.
#[derive(Debug, Args)]
pub struct Counted {
    /// The polynomials
    #[arg(value_name = "SYSTEM", value_parser = unshielded)]
    pub system: String,
    /// How many points, or paths
    #[arg(long, value_name = "N")]
    pub count: usize,
}

/// A system and points.
#[derive(Debug, Args)]
pub struct SystemArgument {
    /// The polynomials
    #[arg(value_name = "SYSTEM", value_parser = unshielded)]
    pub system: String,
    /// The points
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub points: String,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct EvalChoices {
    #[command(flatten)]
    pub engine: EngineChoices,
    /// Numbers of one, two or four doubles
    #[arg(long, value_enum, default_value_t)]
    pub precision: PrecisionName,
    /// Also the partial derivatives
    #[arg(long)]
    pub jacobian: bool,
    /// How values are computed
    #[arg(long, value_enum, default_value_t, hide_short_help = true, help_heading = METHODS)]
    pub method: SystemMethodName,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct NewtonChoices {
    #[command(flatten)]
    pub engine: EngineChoices,
    /// Numbers of one, two or four doubles
    #[arg(long, value_enum, default_value_t)]
    pub precision: PrecisionName,
    /// Most steps of a point
    #[arg(long, value_name = "N", default_value = "20")]
    pub iterations: u32,
    /// When a step is small enough, as a part of the point; near the precision unless given
    #[arg(long, value_name = "X")]
    pub tolerance: Option<f64>,
}

/// A system with parameters, and what is followed.
#[derive(Debug, Args)]
pub struct TrackArgument {
    /// The polynomials
    #[arg(value_name = "SYSTEM", value_parser = unshielded)]
    pub system: String,
    /// The variables that are parameters
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = name, required = true)]
    pub parameters: Vec<String>,
    /// Zeros for the parameters of --from, as POINTS without parameters
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub points: String,
    /// Parameters at the start, a point in the order of --parameters
    #[arg(long, value_name = "POINT", allow_hyphen_values = true)]
    pub from: String,
    /// Parameters at the end: a point, or many, to each of which all zeros are followed
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub to: String,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct TrackChoices {
    #[command(flatten)]
    pub engine: EngineChoices,
    /// Most attempts of a step of a path, in each precision
    #[arg(long, value_name = "N", default_value = "4000")]
    pub attempts: u32,
}

/// Where the paths of all zeros begin.
#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct PathChoices {
    #[command(flatten)]
    pub engine: EngineChoices,
    /// Seed of the random numbers of the homotopy
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Where paths begin: at the zeros of powers, as many as the product of the degrees, or of a generic system with the same monomials, as many
    /// as the mixed volume; by default the start with clearly fewer paths
    #[arg(long, value_enum, default_value_t, help_heading = METHODS)]
    pub start: StartName,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct SolveChoices {
    #[command(flatten)]
    pub paths: PathChoices,
    /// Solve a second time from another random start, and say which zeros only one of both found
    #[arg(long)]
    pub check: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum PrecisionName {
    /// Doubles
    #[default]
    D,
    /// Double-doubles, 106 bits
    Dd,
    /// Quad-doubles, 212 bits
    Qd,
}

impl PrecisionName {
    /// Bits of a number, and the most digits that its text has.
    pub fn bits_and_digits(self) -> (u32, u32) {
        match self {
            PrecisionName::D => (53, 17),
            PrecisionName::Dd => (106, 32),
            PrecisionName::Qd => (212, 65),
        }
    }
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum StartName {
    /// The start with clearly fewer paths
    #[default]
    Auto,
    /// The product of the degrees
    Total,
    /// The mixed volume
    Polyhedral,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum SystemMethodName {
    /// At most 4 k - 2 products for a term of k variables
    #[default]
    Auto,
    /// The three kernels of the systems paper: 6 k - 5 products
    Paper,
}
