//! Options of computations: engines, memory, certainty, methods.

use super::status::Failure;
use clap::{Args, ValueEnum};
use eliminant::Devices;
use eliminant::Modulus;
use eliminant::option_text::{devices, memory_size, modulus, positive};
use std::path::PathBuf;

/// The heading of options that choose among algorithms. The answer does not depend on them.
pub const METHODS: &str = "Methods, also those of the papers; the answer is the same";

/// Choices of engines and memory that every computation has.
#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct EngineChoices {
    /// Where to compute; auto takes a GPU when the work is worth it
    ///
    /// A GPU is a CUDA device; its start takes a third of a second.
    #[arg(long, value_enum, default_value_t)]
    pub backend: BackendName,
    /// CUDA devices to share the work, counted from 0, as in 0,1; or all
    ///
    /// Batches of GCDs share their pairs, and systems their points or paths. A single GCD uses the first device.
    #[arg(long, value_name = "NUMBERS", value_parser = devices, default_value = "0", hide_short_help = true)]
    pub devices: Devices,
    /// CPU threads; all cores unless given
    ///
    /// At most 128, or two for each core if that is more.
    #[arg(long, value_name = "N", value_parser = positive)]
    pub threads: Option<usize>,
    /// Memory for the work, as 500M or 8G
    ///
    /// A number of bytes, or with K, M, G or T behind it for powers of 1024, or with kB, MB, GB or TB for powers of 1000. It covers input, work
    /// and answer, and the memory of each GPU.
    #[arg(long, value_name = "SIZE", value_parser = memory_size)]
    pub memory_limit: Option<u64>,
    /// Another process to share the work, started by this command of the shell: 'ssh node2 eliminant serve'; may be given several times
    ///
    /// Such a process takes the GPU that `serve --device` names where GPUs compute, else the cores that it may use. Memory limits and numbers of threads
    /// are those of each process. What is short is computed by this process alone.
    #[arg(long, value_name = "COMMAND", hide_short_help = true)]
    pub with: Vec<String>,
}

impl EngineChoices {
    /// Does the work of a batch on as many threads as are asked for.
    pub fn on_threads<R: Send>(&self, work: impl FnOnce() -> R + Send) -> Result<R, Failure> {
        let Some(threads) = self.threads else { return Ok(work()) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Failure::usage(format!("--threads: they cannot be started: {error}")))?;
        Ok(pool.install(work))
    }
}

/// Choices that every exact computation has.
#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct ExactChoices {
    #[command(flatten)]
    pub engine: EngineChoices,
    /// Bits of the primes on the CPU; 50 needs AVX-512 IFMA, and is taken where there is that
    #[arg(long, value_enum, default_value_t, hide = true)]
    pub word: WordName,
    /// Folder for a checkpoint: what was computed before the program was ended, however that was, is not computed again by the same command
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    pub checkpoint: Option<PathBuf>,
    /// Seed of the random choices; the answer does not depend on it
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub seed: Option<u64>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct GcdChoices {
    #[command(flatten)]
    pub exact: ExactChoices,
    /// How the greatest common divisors modulo primes are computed, in one variable
    #[arg(long, value_enum, default_value_t, hide_short_help = true, help_heading = METHODS)]
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
#[command(next_help_heading = "Computation")]
pub struct Choices {
    #[command(flatten)]
    pub exact: ExactChoices,
    #[command(flatten)]
    pub answer: AnswerChoices,
    /// How the resultant at one point is computed
    #[arg(long, value_enum, default_value_t, hide_short_help = true, help_heading = METHODS)]
    pub method: MethodName,
    /// How the answer is recovered from its values
    #[arg(long, value_enum, default_value_t, hide_short_help = true, help_heading = METHODS)]
    pub interpolation: InterpolationName,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct DetChoices {
    #[command(flatten)]
    pub exact: ExactChoices,
    #[command(flatten)]
    pub answer: AnswerChoices,
    /// How the determinant at one point is computed
    #[arg(long, value_enum, default_value_t, hide_short_help = true, help_heading = METHODS)]
    pub method: DetMethodName,
    /// Compute with two variables that all others are contracted to, as a comparison
    #[arg(long, hide_short_help = true, help_heading = METHODS)]
    pub contraction: bool,
}

/// Choices of answers that are several polynomials, over Q.
#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct OverQ {
    #[command(flatten)]
    pub exact: ExactChoices,
    #[command(flatten)]
    pub certainty: CertaintyChoices,
}

/// Choices of answers that are several polynomials.
#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct ListChoices {
    #[command(flatten)]
    pub over_q: OverQ,
    /// The answer modulo the prime P of at most 256 bits
    ///
    /// Its coefficients are from 0 to P - 1. P is a number or an expression such as 2^31-1.
    #[arg(long, value_name = "P", value_parser = modulus)]
    pub modulus: Option<Modulus>,
}

/// How sure an answer is.
#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct CertaintyChoices {
    /// certified: as many primes as a proven bound demands; probabilistic: until the answer agrees with random primes
    #[arg(long = "certainty", value_enum, default_value_t, hide_short_help = true)]
    pub name: CertaintyName,
    /// Probabilistic answers are wrong with probability at most 2^-E; 80 unless given
    #[arg(long, value_name = "E", hide_short_help = true)]
    pub error_exponent: Option<u32>,
}

/// Choices of an answer that is found by its values at points.
#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct AnswerChoices {
    #[command(flatten)]
    pub certainty: CertaintyChoices,
    /// Folder for residues that memory has no room for, while an answer goes to the file of --output
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    pub scratch: Option<PathBuf>,
    /// The answer modulo the prime P of at most 256 bits
    ///
    /// Its coefficients are from 0 to P - 1. P is a number or an expression such as 2^31-1.
    #[arg(long, value_name = "P", value_parser = modulus)]
    pub modulus: Option<Modulus>,
    /// How values at roots of unity are found
    #[arg(long, value_enum, default_value_t, hide_short_help = true, help_heading = METHODS)]
    pub evaluation: EvaluationName,
    /// How integers are found from their residues; auto goes by the number of primes
    #[arg(long, value_enum, default_value_t, hide_short_help = true, help_heading = METHODS)]
    pub lift: LiftName,
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
