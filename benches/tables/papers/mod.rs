//! The tables of the two resultant papers, from a folder of rows.

mod baseline;
mod compare;
mod engine;
pub mod rows;
mod text;
mod times;

use crate::options::Shared;
use crate::values::{Threads, one_of, threads};
use crate::{files, machine};
use clap::Args;
use clap::builder::PossibleValuesParser;
use compare::RowResult;
use eliminant::{Backend, Method};
use engine::Engine;
use rows::Row;
use std::path::PathBuf;

#[derive(Args)]
pub struct Options {
    /// Folder of the rows: NAME.txt, or NAME.f.txt and NAME.g.txt
    #[arg(long, value_name = "DIR", default_value = "benches/data")]
    rows: PathBuf,
    /// These rows only; every row found in the folder unless given
    #[arg(long, value_name = "R1,T1,..", value_delimiter = ',', value_parser = PossibleValuesParser::new(rows::names()))]
    only: Vec<String>,
    /// Folder of the programs `res` and `ifma`; each that is there runs on every NAME.txt
    #[arg(long, value_name = "DIR")]
    baselines: Option<PathBuf>,
    /// Write the text there too, after every row
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shared: Shared,
    /// Threads of the CPU engine, a column each: numbers and `all`
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = threads, default_value = "1,all")]
    #[arg(help_heading = "Engines and runs")]
    threads: Vec<Threads>,
    /// Methods, a column each; remainder unless given, and for rows T1 to T6 remainder and schur-2010
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    #[arg(value_parser = one_of([Method::Remainder, Method::Schur, Method::Schur2010].map(|m| (m.name(), m))))]
    #[arg(help_heading = "Engines and runs")]
    method: Vec<Method>,
}

impl Options {
    /// Each engine once, on R1 and T1 unless other rows are asked for.
    fn small(mut self) -> Self {
        self.shared.repeat = 1;
        self.threads = vec![None];
        if self.only.is_empty() {
            self.only = ["R1", "T1"].map(str::to_owned).into();
        }
        self
    }

    /// The rows that the folder has, or those asked for.
    fn rows(&self) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        for name in rows::names() {
            let asked_for = self.only.iter().any(|wanted| wanted == name);
            if !asked_for && !self.only.is_empty() {
                continue;
            }
            match Row::read(&self.rows, name)? {
                Some(row) => rows.push(row),
                None if asked_for => return Err(format!("{}: no row {name}", self.rows.display())),
                None => {}
            }
        }
        match rows.is_empty() {
            true => Err(format!("{}: no rows; write them with benches/data/make_rows.py", self.rows.display())),
            false => Ok(rows),
        }
    }

    /// Backends to run. Without a choice, CUDA is one of them when the smallest of its runs succeeds.
    fn backends(&self, row: &Row) -> Result<Vec<Backend>, String> {
        let cuda = Engine { backend: Backend::Cuda, threads: None, devices: vec![0], method: Method::Remainder };
        self.shared.backends(|| cuda.run(row))
    }

    /// The engines asked for on these backends, with the methods asked for or else with `usual`.
    fn engines(&self, backends: &[Backend], usual: &[Method]) -> Vec<Engine> {
        let methods = if self.method.is_empty() { usual } else { &self.method };
        let mut engines = Vec::new();
        for &method in methods {
            for &backend in backends {
                let engine = Engine { backend, threads: None, devices: vec![0], method };
                match backend {
                    Backend::Cuda => engines
                        .extend(self.shared.devices().into_iter().map(|devices| Engine { devices, ..engine.clone() })),
                    _ => engines.extend(self.threads.iter().map(|&threads| Engine { threads, ..engine.clone() })),
                }
            }
        }
        engines
    }
}

/// Times every row and prints the tables.
///
/// # Errors
/// Rows that cannot be read, files that cannot be written, and, after everything has been measured, programs that failed or disagree.
pub fn run(options: Options, smoke: bool) -> Result<(), String> {
    let options = if smoke { options.small() } else { options };
    let rows = options.rows()?;
    let Some(first) = rows.first() else { return Ok(()) };
    let backends = options.backends(first)?;
    let for_r = options.engines(&backends, &[Method::Remainder]);
    let for_t = options.engines(&backends, &[Method::Remainder, Method::Schur2010]);
    let mut all = for_r.clone();
    all.extend(for_t.iter().filter(|&engine| !for_r.contains(engine)).cloned());

    let header = machine::header(options.shared.commit.as_deref());
    let mut results = Vec::new();
    let mut tables = String::new();
    for row in &rows {
        let engines = if row.name.starts_with('T') { &for_t } else { &for_r };
        results.push(compare::row(row, engines, options.baselines.as_deref(), options.shared.repeat));
        tables = text::text(&header, &results, &all);
        if let Some(file) = &options.out {
            files::write(file, &tables)?;
        }
    }
    print!("{tables}");
    match results.iter().any(RowResult::failed) {
        true => Err("a program failed or disagrees: see the table".to_owned()),
        false => Ok(()),
    }
}
