//! The command line: that of a plain program, and what `cargo test` gives to all tests.

use clap::{Parser, ValueEnum};

/// With what answers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Against {
    /// CUDA with the problem's choices against the CPU with the default ones.
    Cuda,
    /// The CPU with the problem's choices against the CPU with the default ones.
    Cpu,
}

/// Random problems of every operation, solved in two ways.
#[derive(Debug, Parser)]
pub struct Arguments {
    /// All problems follow from it.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of the first problem of each scale.
    #[arg(long, default_value_t = 0)]
    pub first: u64,
    /// How many small problems.
    #[arg(long, default_value_t = 300)]
    pub small: u64,
    /// How many medium problems.
    #[arg(long, default_value_t = 10)]
    pub medium: u64,
    /// The engines that are compared; without it CUDA where there is a device.
    #[arg(long)]
    pub against: Option<Against>,
    /// Cuts every grid into so many slabs at least, where it has as many points, in place of now and then.
    #[arg(long)]
    pub slabs: Option<u32>,
    /// One line of JSON for each problem, with the CPU's answer, in place of a comparison.
    #[arg(long)]
    pub print: bool,
    /// Problems at a time; the number of cores unless given.
    #[arg(long, alias = "test-threads")]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub harness: Harness,
}

/// The arguments of tests.
#[derive(Debug, clap::Args)]
pub struct Harness {
    /// Names of tests; this one runs when it has one of them.
    #[arg(hide = true)]
    names: Vec<String>,
    #[arg(long, hide = true)]
    skip: Vec<String>,
    #[arg(long, hide = true)]
    list: bool,
    #[arg(long, hide = true)]
    ignored: bool,
    #[arg(long, hide = true)]
    include_ignored: bool,
    #[arg(long, hide = true)]
    exact: bool,
    #[arg(long, hide = true, alias = "no-capture")]
    nocapture: bool,
    #[arg(long, hide = true)]
    show_output: bool,
    #[arg(long, short, hide = true)]
    quiet: bool,
    #[arg(long, hide = true)]
    format: Option<String>,
    #[arg(long, hide = true)]
    color: Option<String>,
}

impl Harness {
    /// Whether this test is among those that are wanted.
    pub fn wants(&self, name: &str) -> bool {
        let has = |wanted: &String| if self.exact { name == wanted } else { name.contains(wanted.as_str()) };
        if self.list {
            if !self.ignored {
                println!("{name}: test");
            }
            return false;
        }
        !self.ignored && (self.names.is_empty() || self.names.iter().any(has)) && !self.skip.iter().any(has)
    }
}
