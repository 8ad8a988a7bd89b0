//! Where one form of a stage becomes faster than another here, beside where the engines take it: both sides of every choice, by turns.

mod cpu;
#[cfg(feature = "cuda")]
mod cuda;
pub mod inputs;
mod small;
mod stages;
mod turns;
mod write;

use crate::machine;
use crate::values::one_of;
use clap::Args;
use clap::builder::PossibleValuesParser;
use eliminant::Backend;
use turns::Turns;

/// The tables, in the order in which they are printed.
const NAMES: [&str; 19] = [
    "direct",
    "half-gcd",
    "half-resultant",
    "alone",
    "half-shared",
    "half-base",
    "half-rest",
    "half-products",
    "divide",
    "lift",
    "small",
    "backend",
    "waited",
    "reduce",
    "rounds",
    "handover",
    "long-rounds",
    "tensor-rounds",
    "points",
];

#[derive(Args)]
pub struct Options {
    /// These tables only
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = PossibleValuesParser::new(NAMES))]
    only: Vec<String>,
    /// Engines; unless given cpu, and cuda where there is a device, else with a line that says so
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    #[arg(value_parser = one_of([("cpu", Backend::Cpu), ("cuda", Backend::Cuda)]))]
    backend: Vec<Backend>,
    /// Commit for the header; else ELIMINANT_COMMIT of the build, else what git says
    #[arg(long, value_name = "TEXT")]
    commit: Option<String>,
}

/// The request, and how long each line may take.
struct Asked<'a> {
    only: &'a [String],
    turns: Turns,
}

impl Asked<'_> {
    /// Whether this table is wanted.
    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == name)
    }

    /// The sizes to measure: in smoke mode the first alone.
    fn sizes<'s, T>(&self, sizes: &'s [T]) -> &'s [T] {
        if self.turns.is_smoke() { &sizes[..1] } else { sizes }
    }
}

/// Measures and prints everything; `smoke`: the first line of every table, each side once.
///
/// # Errors
/// The engines' errors.
pub fn run(options: Options, smoke: bool) -> Result<(), String> {
    print!("{}", machine::header(options.commit.as_deref()));
    println!(
        "\nMilliseconds, medians; the sides of a line run by turns. \"in the code\" is what the engines take, \"here\" what this machine \
         would choose."
    );
    let asked = Asked { only: &options.only, turns: Turns::new(smoke) };
    let wants = |backend| options.backend.is_empty() || options.backend.contains(&backend);
    if wants(Backend::Cpu) {
        cpu::tables(&asked).map_err(|error| error.to_string())?;
    }
    if wants(Backend::Cuda) {
        #[cfg(feature = "cuda")]
        cuda::tables(&asked)?;
        #[cfg(not(feature = "cuda"))]
        crate::absent::skip("choices of cuda", "this program was built without the feature cuda")?;
    }
    Ok(())
}
