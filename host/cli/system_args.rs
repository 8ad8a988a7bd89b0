//! What the commands for systems of polynomials take.

use super::args::{BackendName, FORMAT_HELP, Format, devices, positive};
use super::memory_size::memory_size;
use clap::{Args, Subcommand, ValueEnum};
use eliminant::Devices;

/// How systems and points are written.
pub const SYSTEMS: &str = "SYSTEM is a text, @FILE or - for standard input. Polynomials stand between `;`, between commas, one on a line, or in a list, [f, g]; coefficients are \
    integers, fractions, decimal numbers and complex ones, with i or I. Or PHCpack's format, with a line that counts the polynomials, or \
    JSON: {\"vars\":[\"x\"],\"polynomials\":[[[\"1\",[2]],[\"-2\",[0]]]]}. A file may be in the binary format of the library.\n\nPOINTS are a text, @FILE or -: JSON, a list of lists of \
    numbers, decimal strings or pairs [re, im] of them; or a line for each point, with numbers like 0.5 - 2*i between commas, or real \
    and imaginary part of each variable, or x = 1, y = 2; or the answer of solve-system, newton or track. Variables are those of SYSTEM in order of appearance.";

/// Computations with systems of which there is a plan.
#[derive(Debug, Subcommand)]
pub enum PlannableSystem {
    /// The plan of values at points
    #[command(after_help = SYSTEMS)]
    Eval {
        #[command(flatten)]
        counted: Counted,
        #[command(flatten)]
        choices: EvalChoices,
        #[arg(long, value_enum, default_value_t, help = FORMAT_HELP)]
        format: Format,
    },
    /// The plan of Newton's method
    #[command(after_help = SYSTEMS)]
    Newton {
        #[command(flatten)]
        counted: Counted,
        #[command(flatten)]
        choices: NewtonChoices,
        #[arg(long, value_enum, default_value_t, help = FORMAT_HELP)]
        format: Format,
    },
    /// The plan of paths
    #[command(after_help = SYSTEMS)]
    Track {
        #[command(flatten)]
        counted: Counted,
        /// The variables that are parameters
        #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true)]
        parameters: Vec<String>,
        #[command(flatten)]
        choices: TrackChoices,
        #[arg(long, value_enum, default_value_t, help = FORMAT_HELP)]
        format: Format,
    },
    /// The plan of all zeros of a system
    #[command(after_help = SYSTEMS)]
    SolveSystem {
        /// The polynomials
        #[arg(value_name = "SYSTEM", allow_hyphen_values = true)]
        system: String,
        #[command(flatten)]
        choices: SolveChoices,
        #[arg(long, value_enum, default_value_t, help = FORMAT_HELP)]
        format: Format,
    },
}

/// A system, and at how many points.
#[derive(Debug, Args)]
pub struct Counted {
    /// The polynomials
    #[arg(value_name = "SYSTEM", allow_hyphen_values = true)]
    pub system: String,
    /// How many points, or paths
    #[arg(long, value_name = "N")]
    pub count: usize,
}

/// A system and points.
#[derive(Debug, Args)]
pub struct SystemArgument {
    /// The polynomials
    #[arg(value_name = "SYSTEM", allow_hyphen_values = true)]
    pub system: String,
    /// The points
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub points: String,
}

/// What computations with systems let one choose of engines.
#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct SystemEngineChoices {
    /// Where to compute; auto takes a CUDA device when there is one and the work is worth it
    #[arg(long, value_enum, default_value_t)]
    pub backend: BackendName,
    /// CUDA devices to share points or paths, counted from 0, as in 0,1; or all
    #[arg(long, value_name = "NUMBERS", value_parser = devices, default_value = "0")]
    pub devices: Devices,
    /// CPU threads; all cores unless given
    #[arg(long, value_name = "N", value_parser = positive)]
    pub threads: Option<usize>,
    /// Memory for system, points, paths and results: bytes, or with K, M, G, T behind the number
    #[arg(long, value_name = "SIZE", value_parser = memory_size)]
    pub memory_limit: Option<u64>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct EvalChoices {
    #[command(flatten)]
    pub engine: SystemEngineChoices,
    /// Numbers of one, two or four doubles
    #[arg(long, value_enum, default_value_t)]
    pub precision: PrecisionName,
    /// Also the partial derivatives
    #[arg(long)]
    pub jacobian: bool,
    /// How values are computed
    #[arg(long, value_enum, default_value_t)]
    pub method: SystemMethodName,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct NewtonChoices {
    #[command(flatten)]
    pub engine: SystemEngineChoices,
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
    #[arg(value_name = "SYSTEM", allow_hyphen_values = true)]
    pub system: String,
    /// The variables that are parameters
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true)]
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
    pub engine: SystemEngineChoices,
    /// Most attempts of a step of a path, in each precision
    #[arg(long, value_name = "N", default_value = "1000")]
    pub attempts: u32,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct SolveChoices {
    #[command(flatten)]
    pub engine: SystemEngineChoices,
    /// Seed of the random numbers of the homotopy
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Solve a second time from another random start, and say which zeros only one of both found
    #[arg(long)]
    pub check: bool,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum PrecisionName {
    /// Doubles
    #[default]
    D,
    /// Double-doubles, 106 bits
    Dd,
    /// Quad-doubles, 212 bits
    Qd,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum SystemMethodName {
    /// At most 4 k - 2 products for a term of k variables
    #[default]
    Auto,
    /// The three kernels of the systems paper: 6 k - 5 products
    Paper,
}
