//! The command line.

use super::memory_size::memory_size;
use super::modulus::modulus;
use super::system_args::{
    EvalChoices, NewtonChoices, PlannableSystem, SYSTEMS, SolveChoices, SystemArgument, TrackArgument, TrackChoices,
};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use eliminant::Devices;
use eliminant::shorten::shortened;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::LazyLock;

/// What `--version` prints after the name.
static VERSION: LazyLock<String> = LazyLock::new(|| eliminant::build_info().to_string());

/// Exact elimination on GPUs: resultants, discriminants, determinants and greatest common divisors over Z
#[derive(Debug, Parser)]
#[command(name = "eliminant", version = VERSION.as_str(), arg_required_else_help = true, after_help = STATUSES)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
}

/// Bytes of a hint of the reader of the command line that may be shown.
const LONGEST_HINT: usize = 200;

const STATUSES: &str = "Exit status: 0 answer; 2 usage or input; 3 backend or device not available; 4 a limit was \
    reached (memory, size); 5 verification failed; 130 interrupted.";

const POLYNOMIALS: &str = "A polynomial is text such as '3*x^2*y - 5*y + 7' (also ** for powers, products and powers of \
    parentheses, fractions a/b), @FILE, or - for standard input. Files and standard input may hold JSON instead: \
    {\"vars\":[\"x\",\"y\"],\"terms\":[[\"-3\",[2,1]],[\"7\",[0,0]]]}, or what --format bin has written.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// The resultant of two polynomials: the determinant of their Sylvester matrix
    Resultant {
        #[command(flatten)]
        pair: Pair,
        #[command(flatten)]
        choices: Choices,
        #[command(flatten)]
        output: Output,
    },
    /// The discriminant of a polynomial: (-1)^(n(n-1)/2) res(f, f')/lc(f)
    Discriminant {
        #[command(flatten)]
        single: Single,
        #[command(flatten)]
        choices: Choices,
        #[command(flatten)]
        output: Output,
    },
    /// The determinant of a matrix of polynomials
    Det {
        #[command(flatten)]
        matrix: MatrixArgument,
        #[command(flatten)]
        choices: DetChoices,
        #[command(flatten)]
        output: Output,
    },
    /// The greatest common divisor of two polynomials in up to four variables, or of many pairs
    Gcd {
        #[command(flatten)]
        pair: GcdPair,
        #[command(flatten)]
        choices: GcdChoices,
        #[command(flatten)]
        output: Output,
    },
    /// The greatest common divisor of two polynomials in one variable, and S, T with S F + T G equal to it
    #[command(disable_help_flag = true, after_help = POLYNOMIALS)]
    Xgcd {
        #[command(flatten)]
        pair: PlannedPair,
        #[command(flatten)]
        modulus: Modulus,
        #[command(flatten)]
        choices: GcdChoices,
        #[command(flatten)]
        output: Output,
    },
    /// The content of a polynomial in one of its variables, the greatest common divisor of its coefficients, and its primitive part
    Content {
        #[command(flatten)]
        single: ContentArgument,
        #[command(flatten)]
        choices: GcdChoices,
        #[command(flatten)]
        output: Output,
    },
    /// The squarefree decomposition of a polynomial: content f1 f2^2 f3^3 ...
    #[command(disable_help_flag = true, after_help = POLYNOMIALS)]
    Squarefree {
        /// The polynomial
        #[arg(value_name = "F", allow_hyphen_values = true)]
        f: String,
        /// All variables in the order of the output; alphabetical unless given
        #[arg(long, value_name = "NAMES", value_delimiter = ',')]
        vars: Option<Vec<String>>,
        #[command(flatten)]
        modulus: Modulus,
        #[command(flatten)]
        choices: GcdChoices,
        #[command(flatten)]
        output: Output,
        /// Print help
        #[arg(long, action = clap::ArgAction::Help)]
        help: Option<bool>,
    },
    /// Values of a system of polynomials at points, and its Jacobian
    #[command(after_help = SYSTEMS)]
    Eval {
        #[command(flatten)]
        system: SystemArgument,
        #[command(flatten)]
        choices: EvalChoices,
        #[command(flatten)]
        output: Output,
    },
    /// Newton's method for a square system, from points
    #[command(after_help = SYSTEMS)]
    Newton {
        #[command(flatten)]
        system: SystemArgument,
        #[command(flatten)]
        choices: NewtonChoices,
        #[command(flatten)]
        output: Output,
    },
    /// Zeros of a square system followed while parameters move on a line
    #[command(after_help = SYSTEMS)]
    Track {
        #[command(flatten)]
        system: TrackArgument,
        #[command(flatten)]
        choices: TrackChoices,
        #[command(flatten)]
        output: Output,
    },
    /// All isolated complex zeros of a square system; regular ones are certified, that none is missing is not
    #[command(after_help = SYSTEMS)]
    SolveSystem {
        /// The polynomials
        #[arg(value_name = "SYSTEM", allow_hyphen_values = true)]
        system: String,
        #[command(flatten)]
        choices: SolveChoices,
        #[command(flatten)]
        output: Output,
    },
    /// What a computation would do: bounds, grid, primes, memory, time; computes nothing of the answer
    Plan {
        #[command(subcommand)]
        what: Plannable,
    },
    /// The engines and devices of this machine
    Devices {
        #[arg(long, value_enum, default_value_t, help = FORMAT_HELP)]
        format: Format,
    },
}

impl Command {
    /// The memory limit of a computation.
    pub fn memory_limit(&self) -> Option<u64> {
        match self {
            Command::Resultant { choices, .. } | Command::Discriminant { choices, .. } => choices.engine.memory_limit,
            Command::Det { choices, .. } => choices.engine.memory_limit,
            Command::Gcd { choices, .. }
            | Command::Xgcd { choices, .. }
            | Command::Content { choices, .. }
            | Command::Squarefree { choices, .. } => choices.engine.memory_limit,
            Command::Eval { choices, .. } => choices.engine.memory_limit,
            Command::Newton { choices, .. } => choices.engine.memory_limit,
            Command::Track { choices, .. } => choices.engine.memory_limit,
            Command::SolveSystem { choices, .. } => choices.engine.memory_limit,
            Command::Plan { .. } | Command::Devices { .. } => None,
        }
    }
}

impl CommandLine {
    /// Reads the arguments of the process, or ends it with a message. `-h` is a polynomial where one may stand; right after the name of
    /// a command it asks for help.
    pub fn read(arguments: impl Iterator<Item = OsString>) -> Self {
        let mut arguments: Vec<OsString> = arguments.collect();
        if let [_, commands @ .., last] = &mut arguments[..]
            && last == "-h"
            && matches!(commands.len(), 1 | 2)
            && commands.iter().all(|word| word.to_str().is_some_and(is_command))
        {
            *last = "--help".into();
        }
        CommandLine::try_parse_from(arguments).unwrap_or_else(|error| shortened_values(error).exit())
    }
}

/// The error with long arguments shortened in its message.
fn shortened_values(mut error: clap::Error) -> clap::Error {
    let context: Vec<(ContextKind, ContextValue)> = error
        .context()
        .filter_map(|(kind, value)| {
            let value = match value {
                ContextValue::String(text) => ContextValue::String(shortened(text).into_owned()),
                // A hint that repeats a long argument says nothing that the message does not say.
                ContextValue::StyledStrs(hints) => {
                    let short = |hint: &&StyledStr| hint.to_string().len() <= LONGEST_HINT;
                    ContextValue::StyledStrs(hints.iter().filter(short).cloned().collect())
                }
                _ => return None,
            };
            Some((kind, value))
        })
        .collect();
    for (kind, value) in context {
        error.insert(kind, value);
    }
    error
}

/// Whether a command has this name.
fn is_command(word: &str) -> bool {
    let line = CommandLine::command();
    let is_below = |line: &clap::Command| line.get_subcommands().any(|command| command.get_name() == word);
    is_below(&line) || line.get_subcommands().any(is_below)
}

#[derive(Debug, Subcommand)]
pub enum Plannable {
    /// The plan of a resultant
    Resultant {
        #[command(flatten)]
        pair: Pair,
        #[command(flatten)]
        choices: Choices,
        #[command(flatten)]
        output: PlanOutput,
    },
    /// The plan of a discriminant
    Discriminant {
        #[command(flatten)]
        single: Single,
        #[command(flatten)]
        choices: Choices,
        #[command(flatten)]
        output: PlanOutput,
    },
    /// The plan of a determinant
    Det {
        #[command(flatten)]
        matrix: MatrixArgument,
        #[command(flatten)]
        choices: DetChoices,
        #[command(flatten)]
        output: PlanOutput,
    },
    /// The plan of the greatest common divisor of two polynomials
    Gcd {
        #[command(flatten)]
        pair: PlannedPair,
        #[command(flatten)]
        choices: GcdChoices,
        #[command(flatten)]
        output: PlanOutput,
    },
    #[command(flatten)]
    System(PlannableSystem),
}

/// Help of `--format` of plans and lists.
pub const FORMAT_HELP: &str = "Form of what is written to standard output";

/// How a plan is written, and by what its times are predicted.
#[derive(Debug, Args)]
pub struct PlanOutput {
    #[arg(long, value_enum, default_value_t, help = FORMAT_HELP)]
    pub format: Format,
    /// Measure how fast the engines of this machine are anew, a second each; else what an earlier plan has measured is taken from
    /// $XDG_CACHE_HOME/eliminant or ~/.cache/eliminant, and measured where it is not there
    #[arg(long)]
    pub calibrate: bool,
}

/// Two polynomials. There is no short `-h`, which is a polynomial; [`CommandLine::read`] knows when it is not.
#[derive(Debug, Args)]
#[command(disable_help_flag = true, after_help = POLYNOMIALS)]
pub struct Pair {
    /// The first polynomial
    #[arg(value_name = "F", allow_hyphen_values = true)]
    pub f: String,
    /// The second polynomial
    #[arg(value_name = "G", allow_hyphen_values = true)]
    pub g: String,
    #[command(flatten)]
    pub names: Names,
}

/// One polynomial.
#[derive(Debug, Args)]
#[command(disable_help_flag = true, after_help = POLYNOMIALS)]
pub struct Single {
    /// The polynomial
    #[arg(value_name = "F", allow_hyphen_values = true)]
    pub f: String,
    #[command(flatten)]
    pub names: Names,
}

/// One polynomial, and the variable of its powers.
#[derive(Debug, Args)]
#[command(disable_help_flag = true, after_help = POLYNOMIALS)]
pub struct ContentArgument {
    /// The polynomial
    #[arg(value_name = "F", allow_hyphen_values = true)]
    pub f: String,
    /// The variable: the coefficients are those of its powers
    #[arg(long, value_name = "NAME")]
    pub var: String,
    /// All variables in the order of the output; alphabetical unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub vars: Option<Vec<String>>,
    /// Print help
    #[arg(long, action = clap::ArgAction::Help)]
    pub help: Option<bool>,
}

const MATRICES: &str = "A matrix is text such as '[[x, y], [1, x*y]]', also as other systems print it ([x, y; 1, x*y], matrix([x, y], [1, x*y]), \
    {{x, y}, {1, x*y}}), a file, or - for standard input. Files and standard input may hold JSON instead: \
    {\"vars\":[\"x\",\"y\"],\"rows\":[[\"x\",\"y\"],[\"1\",\"x*y\"]]}.";

/// A matrix.
#[derive(Debug, Args)]
#[command(after_help = MATRICES)]
pub struct MatrixArgument {
    /// The matrix: text, @FILE or FILE, or -
    #[arg(value_name = "MATRIX")]
    pub matrix: String,
    /// All variables in the order of the output; alphabetical unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub vars: Option<Vec<String>>,
    /// The characteristic polynomial det(VAR I - MATRIX) in place of the determinant
    #[arg(long, value_name = "VAR")]
    pub characteristic: Option<String>,
}

/// Two polynomials of whose greatest common divisor there is a plan.
#[derive(Debug, Args)]
#[command(disable_help_flag = true, after_help = POLYNOMIALS)]
pub struct PlannedPair {
    /// The first polynomial
    #[arg(value_name = "F", allow_hyphen_values = true)]
    pub f: String,
    /// The second polynomial
    #[arg(value_name = "G", allow_hyphen_values = true)]
    pub g: String,
    /// All variables in the order of the output; alphabetical unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub vars: Option<Vec<String>>,
    /// Print help
    #[arg(long, action = clap::ArgAction::Help)]
    pub help: Option<bool>,
}

/// Two polynomials, or a file of pairs.
#[derive(Debug, Args)]
#[command(disable_help_flag = true, after_help = POLYNOMIALS)]
pub struct GcdPair {
    /// The first polynomial
    #[arg(value_name = "F", allow_hyphen_values = true, required_unless_present = "batch")]
    pub f: Option<String>,
    /// The second polynomial
    #[arg(value_name = "G", allow_hyphen_values = true, required_unless_present = "batch")]
    pub g: Option<String>,
    /// A file of pairs, or - for standard input: a line {"f":"...","g":"..."} each; answers are lines {"gcd":"..."} in order,
    /// whatever --format says, or {"error":"..."} for a pair that is beyond the limits; a report is written to standard error
    #[arg(long, value_name = "FILE", conflicts_with_all = ["f", "g", "cofactors"])]
    pub batch: Option<String>,
    /// Also F and G divided by the greatest common divisor
    #[arg(long)]
    pub cofactors: bool,
    /// Of F and G modulo the prime P below 2^63: with the leading coefficient 1 and others from 0 to P - 1
    #[arg(long, value_name = "P", value_parser = modulus, conflicts_with = "batch")]
    pub modulus: Option<u64>,
    /// All variables in the order of the output; alphabetical unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub vars: Option<Vec<String>>,
    /// Print help
    #[arg(long, action = clap::ArgAction::Help)]
    pub help: Option<bool>,
}

/// A modulus of polynomials.
#[derive(Debug, Args)]
pub struct Modulus {
    /// Modulo the prime P below 2^63: with the leading coefficients 1 and others from 0 to P - 1
    #[arg(long, value_name = "P", value_parser = modulus)]
    pub modulus: Option<u64>,
}

/// What every computation lets one choose of engines, memory and random numbers.
#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct EngineChoices {
    /// Where to compute; auto takes a CUDA device when there is one and the work is worth it
    #[arg(long, value_enum, default_value_t)]
    pub backend: BackendName,
    /// CUDA devices to share the work, counted from 0, as in 0,1; or all. Of GCDs they share the pairs of a batch; others have the first
    #[arg(long, value_name = "NUMBERS", value_parser = devices, default_value = "0")]
    pub devices: Devices,
    /// CPU threads; all cores unless given. More than 128 are started only up to two for each core
    #[arg(long, value_name = "N", value_parser = positive)]
    pub threads: Option<usize>,
    /// Bits of the primes on the CPU; 50 needs AVX-512 IFMA, and is taken where there is that
    #[arg(long, value_enum, default_value_t, hide = true)]
    pub word: WordName,
    /// Memory for the work: bytes, or with K, M, G, T behind the number
    #[arg(long, value_name = "SIZE", value_parser = memory_size)]
    pub memory_limit: Option<u64>,
    /// Folder for a checkpoint: what was computed before the program was ended, however that was, is not computed again by the same command
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,
    /// Seed of the random choices; the answer does not depend on it
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct GcdChoices {
    #[command(flatten)]
    pub engine: EngineChoices,
    /// How the greatest common divisors modulo primes are computed, in one variable
    #[arg(long, value_enum, default_value_t)]
    pub method: GcdMethodName,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum GcdMethodName {
    /// Division-free remainder sequence
    #[default]
    Remainder,
    /// Generalised Schur algorithm on S^T S, as in the GCD paper
    Schur,
}

#[derive(Debug, Args)]
pub struct Names {
    /// The variable to eliminate
    #[arg(long, value_name = "NAME")]
    pub var: String,
    /// All variables in the order of the output; alphabetical unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub vars: Option<Vec<String>>,
    /// Print help
    #[arg(long, action = clap::ArgAction::Help)]
    pub help: Option<bool>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct Choices {
    #[command(flatten)]
    pub engine: EngineChoices,
    /// How the resultant at one point is computed
    #[arg(long, value_enum, default_value_t)]
    pub method: MethodName,
    /// How the answer is recovered from its values
    #[arg(long, value_enum, default_value_t)]
    pub interpolation: InterpolationName,
    #[command(flatten)]
    pub answer: AnswerChoices,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct DetChoices {
    #[command(flatten)]
    pub engine: EngineChoices,
    /// How the determinant at one point is computed
    #[arg(long, value_enum, default_value_t)]
    pub method: DetMethodName,
    /// Compute with two variables that all others are contracted to, as a comparison
    #[arg(long)]
    pub contraction: bool,
    #[command(flatten)]
    pub answer: AnswerChoices,
}

/// What one may choose of an answer that is found by its values at points.
#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct AnswerChoices {
    /// How values at roots of unity are found
    #[arg(long, value_enum, default_value_t)]
    pub evaluation: EvaluationName,
    /// How integers are found from their residues; auto goes by the number of primes
    #[arg(long, value_enum, default_value_t)]
    pub lift: LiftName,
    /// certified: as many primes as a proven bound demands; probabilistic: until the answer agrees with random primes
    #[arg(long, value_enum, default_value_t)]
    pub certainty: CertaintyName,
    /// Probabilistic answers are wrong with probability at most 2^-E; 80 unless given
    #[arg(long, value_name = "E")]
    pub error_exponent: Option<u32>,
    /// Folder for residues that memory has no room for, while an answer goes to the file of --output
    #[arg(long, value_name = "DIR")]
    pub scratch: Option<PathBuf>,
    /// The answer modulo the prime P below 2^63, with coefficients from 0 to P - 1
    #[arg(long, value_name = "P", value_parser = modulus)]
    pub modulus: Option<u64>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Output {
    /// Form of the answer
    #[arg(long, value_enum, default_value_t)]
    pub format: AnswerFormat,
    /// Write the answer to FILE instead of standard output; it appears, or is replaced, when the answer is complete
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Also say what was done: the key `report` in JSON, lines on standard error otherwise
    #[arg(long)]
    pub report: bool,
    /// Print a table of the stages' times on standard error
    #[arg(long)]
    pub timings: bool,
    /// Draw the stages' times
    #[arg(long, value_name = "FILE")]
    pub timings_svg: Option<PathBuf>,
    /// No progress bar
    #[arg(long)]
    pub quiet: bool,
    /// Compute N times, polynomials in memory to polynomial in memory; each wall time is a JSON line on standard error
    #[arg(long, value_name = "N", value_parser = positive)]
    pub repeat: Option<usize>,
}

/// The form of a plan or a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    #[default]
    Text,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum AnswerFormat {
    #[default]
    Text,
    Json,
    /// Of one polynomial, with checksums; for @FILE, and for programs that read it piece by piece
    Bin,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum BackendName {
    #[default]
    Auto,
    Cpu,
    #[value(alias = "gpu")]
    Cuda,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum MethodName {
    /// Division-free remainder sequence
    #[default]
    Remainder,
    /// Generalised Schur algorithm, form of 2013
    Schur,
    /// Generalised Schur algorithm, form of 2010
    #[value(name = "schur-2010")]
    Schur2010,
    /// Determinant of the Sylvester matrix
    Sylvester,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum DetMethodName {
    /// As a resultant where the matrix is that of Sylvester, else by elimination
    #[default]
    Auto,
    /// Elimination without division, two pivots at a time
    Elimination,
    /// The condensation of the 2020 paper
    Condensation,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum InterpolationName {
    /// Roots of unity and inverse transforms
    #[default]
    Ntt,
    /// Arbitrary points, Vandermonde-Schur; for one kept variable
    Vandermonde,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum EvaluationName {
    /// Transforms of lengths 2^a 3^b 5^c in place, or direct evaluation
    #[default]
    Auto,
    /// The transforms of the 2020 paper: of lengths 2^a, with a transposition between variables
    Stockham,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum LiftName {
    #[default]
    Auto,
    /// Explicit Chinese remainder theorem
    Crt,
    /// Mixed-radix digits
    MixedRadix,
    /// The same, on a device by a thread for each coefficient
    MixedRadixThread,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum CertaintyName {
    #[default]
    Certified,
    Probabilistic,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum WordName {
    #[default]
    Auto,
    #[value(name = "31")]
    Bits31,
    #[value(name = "50")]
    Bits50,
}

/// Numbers of devices.
pub fn devices(text: &str) -> Result<Devices, String> {
    let numbers = || text.split(',').map(str::parse).collect::<Result<_, _>>();
    match text {
        "all" => Ok(Devices::All),
        _ => numbers().map(Devices::Numbers).map_err(|_| "write numbers from 0 with commas between, or all".to_owned()),
    }
}

pub fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if n > 0 => Ok(n),
        _ => Err("write an integer from 1".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &[&str]) -> Result<CommandLine, clap::Error> {
        CommandLine::try_parse_from([&["eliminant"], line].concat())
    }

    #[test]
    fn the_command_line_is_well_formed() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn polynomials_may_begin_with_a_minus_sign() {
        for (f, g) in [("-y + 1", "-x"), ("-h", "-V"), ("--y", "-"), ("-1", "-"), ("-vars", "-y^2 - x")] {
            for line in [
                ["resultant", f, g, "--var", "y"],
                ["resultant", "--var", "y", f, g],
                ["resultant", f, "--var", "y", g],
            ] {
                let parsed = parse(&line).unwrap_or_else(|e| panic!("{line:?}: {e}"));
                let Command::Resultant { pair, .. } = parsed.command else { panic!("{line:?}") };
                assert_eq!((pair.f.as_str(), pair.g.as_str(), pair.names.var.as_str()), (f, g, "y"));
            }
        }
        assert_eq!(parse(&["discriminant", "--help"]).unwrap_err().kind(), clap::error::ErrorKind::DisplayHelp);
    }

    #[test]
    fn lists_and_sizes() {
        let line = ["discriminant", "y^2", "--var", "y", "--vars", "y,x", "--devices", "0,1", "--memory-limit", "8G"];
        let Command::Discriminant { single, choices, .. } = parse(&line).unwrap().command else { panic!() };
        assert_eq!(single.names.vars.unwrap(), ["y", "x"]);
        assert_eq!(
            (&choices.engine.devices, choices.engine.memory_limit),
            (&Devices::Numbers(vec![0, 1]), Some(8 << 30))
        );
        assert_eq!([devices("all"), devices("1")], [Ok(Devices::All), Ok(Devices::Numbers(vec![1]))]);
        assert!(["", ",", "0,", "-1", "0;1", "ALL", "all,0"].iter().all(|text| devices(text).is_err()));
        for bad in
            [["--repeat", "0"], ["--threads", "0"], ["--threads", "x"], ["--memory-limit", "8Q"], ["--seed", "-1"]]
        {
            assert_eq!(parse(&[&line[..], &bad].concat()).unwrap_err().exit_code(), 2, "{bad:?}");
        }
    }
}
