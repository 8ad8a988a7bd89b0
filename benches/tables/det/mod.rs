//! The tables and figures of the determinant paper; or their inputs, as files for the baseline program.

mod engine;
mod figures;
mod measure;
mod memory;
mod paper;
mod programs;
mod rows;
mod smoke;
mod table;
mod write;

use crate::options::Shared;
use crate::values::{Threads, gibibytes, one_of, seconds, threads};
use crate::{files, machine};
use clap::Args;
use eliminant::{Backend, DeterminantMethod, Matrix};
use engine::Engine;
use programs::Programs;
use rows::Row;
use std::path::PathBuf;
use std::time::Duration;
use table::RowResult;

#[derive(Args)]
pub struct Options {
    /// These rows only, by name or its beginning: T2-8-3, T3-20, M2; T2 and T3 unless given
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = name)]
    only: Vec<String>,
    /// A row is left out where a run is predicted to take longer, or does
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10", allow_negative_numbers = true)]
    limit: Duration,
    /// Memory for the work: with less than a row needs it is left out, with little it is computed in parts
    #[arg(long, value_name = "GIB", value_parser = gibibytes, allow_negative_numbers = true)]
    memory_limit: Option<u64>,
    /// Folder of the program det (FLINT), which is then timed too, on one core
    #[arg(long, value_name = "DIR")]
    baselines: Option<PathBuf>,
    /// Also the paper's Fig. 4 and 5: DIR/det-fig4-time.svg, .. and all numbers, det-figures.txt
    #[arg(long, value_name = "DIR", conflicts_with_all = ["write", "measure"])]
    figures: Option<PathBuf>,
    /// In place of the table DIR/ROW.json and DIR/ROW.txt for every row, as eliminant and det read them; nothing is timed
    #[arg(long, value_name = "DIR", conflicts_with = "measure")]
    write: Option<PathBuf>,
    /// In place of the table a line for each run, as the table reads it from a process of its own for each engine
    #[arg(long)]
    measure: bool,
    /// Write the text there too, after every row
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shared: Shared,
    /// Threads of the CPU engine, a line each: numbers and `all`
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = threads, default_value = "1,all")]
    #[arg(help_heading = "Engines and runs")]
    threads: Vec<Threads>,
    /// Methods, a line each
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "elimination")]
    #[arg(value_parser = one_of([DeterminantMethod::Elimination, DeterminantMethod::Condensation].map(|m| (m.name(), m))))]
    #[arg(help_heading = "Engines and runs")]
    methods: Vec<DeterminantMethod>,
}

/// The name of a row, or the beginning of one.
fn name(text: &str) -> Result<String, String> {
    match rows::all().iter().any(|row| row.is_named(text)) {
        true => Ok(text.to_owned()),
        false => Err("no row has a name like that; there are T2-r-3 to T2-r-5 and T3-r-16, T3-r-32, T3-r-64, r from 8 to 20, and M2, M3 in place \
                      of T2, T3"
            .to_owned()),
    }
}

impl Options {
    fn rows(&self) -> Vec<Row> {
        let usual = ["T2", "T3"].map(str::to_owned);
        let names = if self.only.is_empty() { &usual[..] } else { &self.only };
        rows::all().into_iter().filter(|row| names.iter().any(|name| row.is_named(name))).collect()
    }

    /// The engines asked for that are here.
    fn engines(&self) -> Result<Vec<Engine>, String> {
        let cuda = Engine { backend: Backend::Cuda, ..Engine::of_one_thread() };
        let backends = self.shared.backends(|| cuda.job(&"[[x, 1], [1, x]]".parse::<Matrix>()?).run())?;
        let mut engines = Vec::new();
        for &method in &self.methods {
            for &backend in &backends {
                let engine = Engine { backend, threads: None, devices: vec![0], method, memory: self.memory_limit };
                match backend {
                    Backend::Cuda => engines
                        .extend(self.shared.devices().into_iter().map(|devices| Engine { devices, ..engine.clone() })),
                    _ => engines.extend(self.threads.iter().map(|&threads| Engine { threads, ..engine.clone() })),
                }
            }
        }
        Ok(engines)
    }

    fn programs(&self) -> Result<Programs, String> {
        let baseline = self.baselines.as_ref().map(|folder| folder.join("det"));
        Ok(Programs { engines: self.engines()?, baseline, repeat: self.shared.repeat, limit: self.limit })
    }
}

/// Times the rows and draws the figures; or writes the rows.
///
/// # Errors
/// Files that cannot be written, and, after everything has been measured, programs that failed or disagree.
pub fn run(options: Options, smoke: bool) -> Result<(), String> {
    if smoke {
        return smoke::run();
    }
    let rows = options.rows();
    if let Some(dir) = &options.write {
        return write::rows(&rows, dir);
    }
    if options.measure {
        let engines = options.engines()?;
        let pairs = rows.iter().flat_map(|row| engines.iter().map(move |engine| (row, engine)));
        return pairs
            .into_iter()
            .try_for_each(|(row, engine)| measure::run(row, engine, options.shared.repeat, options.limit));
    }
    let header = machine::header(options.shared.commit.as_deref());
    let programs = options.programs()?;
    let mut results = Vec::new();
    let mut text = String::new();
    for row in rows {
        results.push(RowResult::of(row, &programs)?);
        text = format!("{header}\n{}", table::text(&results));
        if let Some(file) = &options.out {
            files::write(file, &text)?;
        }
    }
    print!("{text}");
    if let Some(dir) = &options.figures {
        figures::draw(&results, &machine::host_and_device(&header), &text, dir)?;
    }
    match results.iter().any(|result| result.agreed().is_err()) {
        true => Err("a program failed or disagrees: see the table".to_owned()),
        false => Ok(()),
    }
}
