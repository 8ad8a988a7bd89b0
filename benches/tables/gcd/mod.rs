//! The tables and figures of the GCD paper and larger rows; or their inputs, as files for the baseline programs.

mod bars;
mod baseline;
mod engine;
mod figures;
mod product;
mod rows;
mod smoke;
mod source;
mod table;
mod write;

use crate::options::Shared;
use crate::values::{Threads, one_of, positive, seconds, threads};
use crate::{files, machine};
use clap::Args;
use clap::builder::PossibleValuesParser;
use eliminant::{Backend, GcdMethod};
use engine::Engine;
pub use product::product;
use rows::Row;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
#[command(mut_arg("backend", |backend| backend.help("Engines, a column each").default_value("cpu").value_parser(backends())))]
#[command(mut_arg("devices", |devices| devices.help("Devices of CUDA that share a batch, a column for each list, as in 0/0,1/0,0; the first device unless given")))]
#[command(mut_arg("repeat", |repeat| repeat.default_value("5")))]
pub struct Options {
    /// These rows, or with --figures these figures, only
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = PossibleValuesParser::new(names()))]
    only: Vec<String>,
    /// The first N pairs of a batch; all, or with --write 400, unless given
    #[arg(long, value_name = "N", value_parser = positive)]
    pairs: Option<usize>,
    /// Folder of the programs gcd (FLINT) and gcdntl (NTL), which are then timed too, on one core
    #[arg(long, value_name = "DIR")]
    baselines: Option<PathBuf>,
    /// Also the stages of the median runs
    #[arg(long)]
    stages: bool,
    /// In place of the table the paper's Fig. 8: DIR/gcd-degree.svg, gcd-bits.svg, gcd-stages.svg and their numbers, gcd-figures.txt
    #[arg(long, value_name = "DIR", conflicts_with = "write")]
    figures: Option<PathBuf>,
    /// A line of a figure ends where one run takes longer
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10", allow_negative_numbers = true)]
    limit: Duration,
    /// In place of the table DIR/ROW.txt for every row, as the programs in benches/baselines read it; nothing is timed
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
    #[command(flatten)]
    shared: Shared,
    /// Threads of the CPU engine, a column each: numbers and `all`
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = threads, default_value = "all")]
    #[arg(help_heading = "Engines and runs")]
    threads: Vec<Threads>,
    /// Methods, a column each
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "remainder")]
    #[arg(value_parser = one_of([GcdMethod::Remainder, GcdMethod::Schur].map(|m| (m.name(), m))))]
    #[arg(help_heading = "Engines and runs")]
    methods: Vec<GcdMethod>,
}

/// The engines by name: here `auto` is one of them.
fn backends() -> impl clap::builder::TypedValueParser<Value = Backend> {
    one_of([("cpu", Backend::Cpu), ("cuda", Backend::Cuda), ("auto", Backend::Auto)])
}

fn row_names() -> Vec<&'static str> {
    rows::all().iter().map(|row| row.name).collect()
}

fn figure_names() -> Vec<&'static str> {
    figures::all().iter().map(|figure| figure.name).collect()
}

/// Of rows and figures.
fn names() -> Vec<&'static str> {
    [row_names(), figure_names()].concat()
}

impl Options {
    /// Whether rows, or else figures, are what is asked for.
    ///
    /// # Errors
    /// The name that is none, and those that there are.
    pub fn check(&self) -> Result<(), String> {
        let (what, names) = match self.figures {
            None => ("row", row_names()),
            Some(_) => ("figure", figure_names()),
        };
        match self.only.iter().find(|name| !names.contains(&name.as_str())) {
            None => Ok(()),
            Some(unknown) => Err(format!("--only {unknown}: no such {what}; there are {}", names.join(" "))),
        }
    }

    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|wanted| wanted == name)
    }

    fn engines(&self) -> Vec<Engine> {
        let lists: Vec<_> = self.shared.devices.iter().cloned().map(Some).collect();
        let mut engines = Vec::new();
        for &method in &self.methods {
            for &backend in &self.shared.backend {
                let threads = if backend == Backend::Cpu { &self.threads[..] } else { &[None] };
                let devices = if backend == Backend::Cuda && !lists.is_empty() { &lists[..] } else { &[None] };
                for devices in devices {
                    let engine = |&threads| Engine { backend, devices: devices.clone(), threads, method };
                    engines.extend(threads.iter().map(engine));
                }
            }
        }
        engines
    }
}

/// Times the rows, measures the figures, or writes the rows.
///
/// # Errors
/// Files that cannot be written, and, after everything has been measured, programs that failed or disagree.
pub fn run(options: Options, smoke: bool) -> Result<(), String> {
    if smoke {
        return smoke::run();
    }
    let (engines, commit) = (options.engines(), options.shared.commit.as_deref());
    if let Some(dir) = &options.figures {
        let mut figures = figures::all();
        figures.retain(|figure| options.wants(figure.name));
        let runs = figures::Runs { engines: &engines, repeat: options.shared.repeat, limit: options.limit };
        return figures::run(&figures, &runs, commit, dir);
    }
    let mut rows: Vec<Row> = rows::all();
    rows.retain(|row| options.wants(row.name));
    if let Some(dir) = &options.write {
        files::make_folder(dir)?;
        return rows.iter().try_for_each(|row| write::row(row, options.pairs.unwrap_or(400), dir));
    }
    print!("{}", machine::header(commit));
    let programs = table::Programs {
        engines: &engines,
        baselines: options.baselines.as_deref(),
        repeat: options.shared.repeat,
        stages: options.stages,
    };
    table::run(&rows, options.pairs, &programs)
}
