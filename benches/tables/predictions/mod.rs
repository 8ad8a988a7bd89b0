//! Predicted times and memory beside what rows take: every row in a process of its own, so that its memory is its own. It keeps what it
//! has from run to run: how long the system takes to give memory is not predicted, and the fastest run does not wait for it.

mod row;
mod text;

use crate::files;
use crate::machine;
use crate::values::{one_of, positive};
use clap::Args;
use eliminant::{Backend, Calibration, RunOptions};
pub use row::cpu_time;
use row::{Files, Measured};
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Args)]
pub struct Options {
    /// Folder of the rows: NAME.json is a matrix, NAME.f.txt and NAME.g.txt are a pair of which y is eliminated; unless given two small
    /// rows that are made here
    #[arg(long, value_name = "DIR")]
    rows: Option<PathBuf>,
    /// These rows only
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    only: Vec<String>,
    /// The engine
    #[arg(long, value_parser = one_of([("cpu", Backend::Cpu), ("cuda", Backend::Cuda)]), default_value = "cpu")]
    backend: Backend,
    /// CPU threads; all cores unless given. With one, times are those of the process, so that other programs do not count
    #[arg(long, value_name = "N", value_parser = positive)]
    threads: Option<usize>,
    /// Runs of a row, of which the fastest counts
    #[arg(long, value_name = "N", value_parser = positive, default_value = "3")]
    repeat: usize,
    /// Print what is predicted on so many engines too, which are not measured
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = positive)]
    engines: Vec<usize>,
    /// Shorter rows are not in the median
    #[arg(long, value_name = "MS", default_value = "50")]
    least: f64,
    /// Commit for the header; else ELIMINANT_COMMIT of the build, else what git says
    #[arg(long, value_name = "TEXT")]
    commit: Option<String>,
    /// Measure this row of the folder and print what was found, as a process of its own
    #[arg(long, hide = true)]
    alone: Option<String>,
}

impl Options {
    fn run_options(&self) -> RunOptions {
        let mut run = RunOptions::default();
        run.backend = self.backend;
        run.threads = self.threads;
        run.seed = Some(1);
        run
    }

    /// The words by which another process measures a row.
    fn words(&self, folder: &Path, name: &str) -> Vec<String> {
        let backend = if self.backend == Backend::Cuda { "cuda" } else { "cpu" };
        let mut words = vec!["predictions".to_owned(), "--rows".to_owned(), folder.display().to_string()];
        words.extend(["--alone", name, "--backend", backend].map(str::to_owned));
        words.extend(["--repeat".to_owned(), self.repeat.to_string()]);
        words.extend(self.threads.iter().flat_map(|threads| ["--threads".to_owned(), threads.to_string()]));
        words
    }
}

/// The option of mimalloc by which free memory is kept: milliseconds, -1 for ever.
const KEEP_MEMORY: (&str, &str) = ("MIMALLOC_PURGE_DELAY", "-1");

/// The cost of a row, from a process of its own.
fn measured(options: &Options, folder: &Path, name: &str) -> Result<Measured, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(options.words(folder, name)).env(KEEP_MEMORY.0, KEEP_MEMORY.1);
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => serde_json::from_slice(&output.stdout).map_err(|error| format!("{name}: {error}")),
        false => Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}

/// Measures this machine, then every row.
///
/// # Errors
/// No such engine, folders that cannot be read, rows that fail.
pub fn run(options: Options) -> Result<(), String> {
    let run = options.run_options();
    if let (Some(name), Some(folder)) = (&options.alone, &options.rows) {
        let found = Files::named(folder, name)?.measure(&run, options.repeat)?;
        println!("{}", serde_json::to_string(&found).map_err(|error| error.to_string())?);
        return Ok(());
    }
    print!("{}", machine::header(options.commit.as_deref()));
    let calibrations = Calibration::of_machine(&run, true).map_err(|error| error.to_string())?;
    let Some(calibration) = calibrations.first() else { return crate::absent::skip("cuda", "there is no device") };
    println!("\nrates: {}", serde_json::to_string(&calibration.rates).map_err(|error| error.to_string())?);
    let made = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = match &options.rows {
        Some(folder) => folder.clone(),
        None => made.path().to_owned(),
    };
    if options.rows.is_none() {
        for (name, content) in row::small() {
            files::write(&folder.join(name), &content)?;
        }
    }
    let mut lines = Vec::new();
    println!("{}", text::head(&calibration.engine));
    for files in Files::of(&folder)?.into_iter().filter(|files| files.is_one_of(&options.only)) {
        let plan = files.planned(&run, &calibration.rates, &options.engines)?;
        let line = text::Line { name: files.name.clone(), plan, found: measured(&options, &folder, &files.name)? };
        println!("{line}");
        lines.push(line);
    }
    println!("{}", text::errors(&lines, options.least));
    Ok(())
}
