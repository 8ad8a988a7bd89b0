//! Subresultants and cofactors beside the resultant of the same pair: whole, and at the points of the grid.

use crate::machine;
use crate::options::place;
use crate::papers::rows::Row;
use crate::times::{Times, repetitions};
use crate::values::{Threads, threads};
use clap::Args;
use eliminant::{Backend, Cofactors, RunReport, Subresultants};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

#[derive(Args)]
pub struct Options {
    /// Folder of the rows, as of `papers`
    #[arg(long, value_name = "DIR", default_value = "benches/data")]
    rows: PathBuf,
    /// These rows
    #[arg(long, value_name = "R1,T1,..", value_delimiter = ',', default_value = "R4,R10p")]
    only: Vec<String>,
    /// Threads of the CPU engine, a column each: numbers and `all`
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = threads, default_value = "all")]
    threads: Vec<Threads>,
    /// Leave out what is large: cofactors, and all subresultants
    #[arg(long)]
    small: bool,
    /// Runs of each
    #[arg(long, value_name = "N", default_value_t = 5)]
    repeat: usize,
    /// Write the text there too
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What is computed.
#[derive(Clone, Copy, PartialEq)]
enum What {
    Resultant,
    Principal,
    First,
    Chain,
    Cofactors,
}

const ALL: [(What, &str); 5] = [
    (What::Resultant, "resultant"),
    (What::Principal, "all psc"),
    (What::First, "S_1"),
    (What::Chain, "all S_k"),
    (What::Cofactors, "U, V"),
];

/// One run: milliseconds, the report.
fn once(what: What, row: &Row, backend: Backend, threads: Threads) -> eliminant::Result<(f64, RunReport)> {
    macro_rules! run {
        ($job:expr) => {{
            let job = $job.backend(backend).seed(1);
            let start = Instant::now();
            let answer = match threads {
                Some(n) => job.threads(n).run()?,
                None => job.run()?,
            };
            (start.elapsed().as_secs_f64() * 1e3, answer.report.run)
        }};
    }
    let (f, g) = (&row.f, &row.g);
    Ok(match what {
        What::Resultant => run!(eliminant::Resultant::new(f, g, "y")),
        What::Principal => run!(Subresultants::new(f, g, "y").principal()),
        What::First => run!(Subresultants::new(f, g, "y").index(1)),
        What::Chain => run!(Subresultants::new(f, g, "y")),
        What::Cofactors => run!(Cofactors::new(f, g, "y")),
    })
}

/// Milliseconds of the stages with one of these names.
fn of(report: &RunReport, names: &[&str]) -> f64 {
    report.stages.iter().filter(|stage| names.contains(&stage.stage)).map(|stage| stage.milliseconds).sum()
}

/// Times all rows and prints the table.
///
/// # Errors
/// Rows that cannot be read, files that cannot be written.
pub fn run(options: Options, smoke: bool) -> Result<(), String> {
    let mut text = format!("{}\n", machine::header(None));
    text += "Milliseconds: whole, the stage at the points, that a prime beside the resultant's, lift and terms, whole beside these, whole beside the resultant.\n";
    let is_there = |row: &Row| once(What::Resultant, row, Backend::Cuda, None).is_ok();
    for name in if smoke { vec!["R1".to_owned()] } else { options.only.clone() } {
        let known = crate::papers::rows::names().into_iter().find(|known| *known == name);
        let known = known.ok_or_else(|| format!("{name} is no row"))?;
        let row =
            Row::read(&options.rows, known)?.ok_or_else(|| format!("{}: no row {name}", options.rows.display()))?;
        let mut engines: Vec<(Backend, Threads)> = options.threads.iter().map(|&n| (Backend::Cpu, n)).collect();
        if is_there(&row) {
            engines.insert(0, (Backend::Cuda, None));
        }
        for (backend, threads) in engines {
            writeln!(text, "\n{name}, {}, {}", row.shape(), place(backend, threads, None))
                .map_err(|e| e.to_string())?;
            let mut beside: Option<(f64, f64)> = None;
            for (what, title) in ALL {
                if options.small && matches!(what, What::Chain | What::Cofactors) {
                    continue;
                }
                let run = || once(what, &row, backend, threads);
                let (warm_up, report) = match run() {
                    Ok(found) => found,
                    Err(error) => {
                        writeln!(text, "{title:10} {error}").map_err(|e| e.to_string())?;
                        continue;
                    }
                };
                let mut runs = vec![(warm_up, report)];
                let count = repetitions(warm_up, options.repeat);
                if count > 0 && !smoke {
                    runs.clear();
                    for _ in 0..count {
                        runs.push(run().map_err(|error| error.to_string())?);
                    }
                }
                let Some(times) = Times::of(runs) else { continue };
                let (whole, report) = (times.median, &times.known);
                let points = of(report, &["scalars", "points"]);
                let written = of(report, &["lift", "crt", "recover", "digits", "assemble", "exchange"]);
                let each = points / report.primes.max(1) as f64;
                let (first_whole, first_each) = *beside.get_or_insert((whole, each));
                writeln!(
                    text,
                    "{title:10} {whole:10.2} {points:10.2} {:8.2} {written:10.2} {:8.2} {:8.2}   {} primes; {}",
                    each / first_each,
                    whole / written.max(1e-9),
                    whole / first_whole,
                    report.primes,
                    report
                        .stages
                        .iter()
                        .map(|s| format!("{} {:.2}", s.stage, s.milliseconds))
                        .collect::<Vec<_>>()
                        .join(", ")
                )
                .map_err(|e| e.to_string())?;
            }
        }
    }
    print!("{text}");
    match &options.out {
        Some(path) => std::fs::write(path, &text).map_err(|error| format!("{}: {error}", path.display())),
        None => Ok(()),
    }
}
