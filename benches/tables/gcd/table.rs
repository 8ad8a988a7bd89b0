//! The table: rows with every engine, beside the paper's GPU and the baseline programs.

use super::baseline::Baseline;
use super::engine::{self, Engine, Times};
use super::rows::Row;
use eliminant::Polynomial;
use std::path::Path;

/// The programs that are timed on each row.
pub struct Programs<'a> {
    pub engines: &'a [Engine],
    /// The folder of the baseline programs, where they are timed too.
    pub baselines: Option<&'a Path>,
    pub repeat: usize,
    /// Whether the stages of the median runs are printed.
    pub stages: bool,
}

/// Milliseconds of the paper's GPU, a GTX 580, and what this project aims at on an H100, by row.
const AIMS: [(&str, Option<f64>, Option<f64>); 12] = [
    ("G1", Some(5.4), Some(1.0)),
    ("G2", Some(5.6), Some(1.0)),
    ("G3", Some(12.7), Some(2.0)),
    ("G4", Some(410.0), Some(8.0)),
    ("G5", Some(46.0), Some(2.0)),
    ("G6", Some(300.0), Some(5.0)),
    ("G7", Some(1220.0), Some(18.0)),
    ("MAYHEM", None, Some(300.0)),
    ("B1", Some(106.0), Some(5.0)),
    ("B2", Some(233.0), Some(5.0)),
    ("B3", Some(720.0), Some(5.0)),
    ("B4", Some(270.0), Some(5.0)),
];

/// Times one row and prints its line; the first answer is compared with all others. With what differs, or the failure.
fn time(row: &Row, count: usize, programs: &Programs) -> Result<(), String> {
    let pairs = engine::polynomials(row, count)?;
    let (_, paper, goal) = AIMS.into_iter().find(|aim| aim.0 == row.name).unwrap_or(("", None, None));
    let number = |n: Option<f64>| n.map_or("-".to_owned(), |n| n.to_string());
    let mut first: Option<Vec<Polynomial>> = None;
    let mut problems = Vec::new();
    let line = |label: &str, times: &Times| {
        let Times { median, fastest, slowest, runs, known } = times;
        let primes = known.as_ref().map_or("-".to_owned(), |report| report.run.primes.to_string());
        let rate = if count > 1 { format!("{:.0}", count as f64 / median * 1e3) } else { "-".to_owned() };
        println!(
            "{:<7} {count:>6} {:>6} {:>6} {label:<16} {median:>10.3} {fastest:>10.3} {slowest:>10.3} {runs:>4} {primes:>6} {rate:>8} {:>7} {:>6}",
            row.name,
            row.degrees.0,
            row.degrees.1,
            number(paper),
            number(goal)
        );
    };
    for engine in programs.engines {
        match engine::timed(engine, &pairs, programs.repeat) {
            Ok((gcds, times)) => {
                line(&engine.label(), &times);
                if let (true, Some(report)) = (programs.stages, &times.known) {
                    let stages = report.run.stages.iter().map(|s| format!("{} {:.3}", s.stage, s.milliseconds));
                    println!("        stages of {}: {}", engine.label(), stages.collect::<Vec<_>>().join(", "));
                }
                match &first {
                    None => first = Some(gcds),
                    Some(first) if *first != gcds => problems.push(format!("{} differs", engine.label())),
                    Some(_) => {}
                }
            }
            Err(error) => problems.push(format!("{}: {error}", engine.label())),
        }
    }
    if let Some(folder) = programs.baselines {
        for baseline in [Baseline::Flint, Baseline::Ntl] {
            match baseline.run(folder, row, count, programs.repeat) {
                Ok((size, times)) => {
                    line(baseline.label(), &times);
                    if first.as_ref().is_some_and(|gcds| engine::size(gcds) != size) {
                        problems.push(format!("{}: a gcd of another degree or height", baseline.label()));
                    }
                }
                Err(error) => problems.push(error),
            }
        }
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(format!("{}: {}", row.name, problems.join("; "))),
    }
}

/// Prints the table of the rows; of batches the first `pairs` pairs, or all.
///
/// # Errors
/// The rows that failed or differ, after every row has been timed.
pub fn run(rows: &[Row], pairs: Option<usize>, programs: &Programs) -> Result<(), String> {
    println!("milliseconds, polynomials in memory to polynomials in memory, warm; paper: a GTX 580; goal: an H100");
    println!(
        "{:<7} {:>6} {:>6} {:>6} {:<16} {:>10} {:>10} {:>10} {:>4} {:>6} {:>8} {:>7} {:>6}",
        "row",
        "pairs",
        "deg f",
        "deg g",
        "engine",
        "median",
        "fastest",
        "slowest",
        "runs",
        "primes",
        "pairs/s",
        "paper",
        "goal"
    );
    let time = |row: &Row| time(row, pairs.unwrap_or(row.pairs).min(row.pairs), programs).err();
    let failed: Vec<String> = rows.iter().filter_map(time).collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}
