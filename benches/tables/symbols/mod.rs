//! Small determinants, resultants and discriminants of symbols, beside the times of FLINT.
//!
//! Polynomials are in memory, from call to answer, on all cores (RAYON_NUM_THREADS=1 for one); the median of up to 25 runs, of which a first one warms up.

mod rows;

use crate::machine;
use clap::Args;
use eliminant::{Backend, Determinant, Discriminant, Polynomial, Resultant};
use rows::{Problem, Row};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Options {
    /// Rows whose names begin so; else all
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    rows: Vec<String>,
    /// Writes the inputs for benches/baselines/symbols.py, and computes nothing
    #[arg(long, value_name = "FILE", conflicts_with = "flint")]
    write: Option<PathBuf>,
    /// Times of benches/baselines/symbols.py
    #[arg(long, value_name = "FILE")]
    flint: Option<PathBuf>,
    /// Seconds that the runs of a row take, about
    #[arg(long, value_name = "S", default_value = "1", value_parser = crate::values::seconds)]
    seconds: Duration,
    /// Commit for the header; else ELIMINANT_COMMIT of the build, else what git says
    #[arg(long, value_name = "TEXT")]
    commit: Option<String>,
}

/// Most runs of a row.
const RUNS: usize = 25;

/// Answers of FLINT are compared at the point (2^9, 3^9, ..) modulo this prime.
const PRIME: u64 = (1 << 61) - 1;

/// Microseconds, terms and the value of FLINT's answer, by row.
type Flint = HashMap<String, (f64, usize, u64)>;

/// Lines of name, microseconds, terms and value, with tabs between them.
fn flint(path: &Path) -> Result<Flint, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let line = |(number, line): (usize, &str)| {
        let place = |message: &str| format!("{}, line {}: {message}", path.display(), number + 1);
        let [name, time, terms, value] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(place("four columns with tabs between them are wanted"));
        };
        let time = time.parse().map_err(|_| place("the second column is no number"))?;
        let terms = terms.parse().map_err(|_| place("the third column is no number of terms"))?;
        let value = value.parse().map_err(|_| place("the fourth column is no value"))?;
        Ok((name.to_owned(), (time, terms, value)))
    };
    text.lines().enumerate().map(line).collect()
}

/// The answer, and the way in which it was found.
fn answer(problem: &Problem) -> Result<(Polynomial, &'static str), eliminant::Error> {
    let way = |minors, formula| match (minors, formula) {
        (true, _) => "minors",
        (_, true) => "formula",
        _ => "other",
    };
    Ok(match problem {
        Problem::Determinant(matrix) => {
            let answer = Determinant::new(matrix).backend(Backend::Cpu).run()?;
            (answer.polynomial, way(answer.report.minors, false))
        }
        Problem::Resultant(f, g, y) => {
            let answer = Resultant::new(f, g, y).backend(Backend::Cpu).run()?;
            (answer.polynomial, way(answer.report.minors, answer.report.formula))
        }
        Problem::Discriminant(f, y) => {
            let answer = Discriminant::new(f, y).backend(Backend::Cpu).run()?;
            (answer.polynomial, way(answer.report.minors, answer.report.formula))
        }
    })
}

/// The median of the microseconds, the answer, and the way in which it was found.
fn timed(row: &Row, seconds: Duration) -> Result<(f64, Polynomial, &'static str), String> {
    let named = |error: eliminant::Error| format!("{}: {error}", row.name);
    let begin = Instant::now();
    let (polynomial, way) = answer(&row.problem).map_err(named)?;
    let mut times = Vec::new();
    if begin.elapsed() > seconds {
        times.push(begin.elapsed().as_secs_f64() * 1e6);
    }
    while times.is_empty() || times.len() < RUNS && begin.elapsed() < seconds {
        let start = Instant::now();
        let again = answer(&row.problem).map_err(named)?;
        times.push(start.elapsed().as_secs_f64() * 1e6);
        drop(again);
    }
    times.sort_by(f64::total_cmp);
    Ok((times[times.len() / 2], polynomial, way))
}

pub fn run(options: &Options, smoke: bool) -> Result<(), String> {
    let is_wanted = |row: &Row| options.rows.is_empty() || options.rows.iter().any(|name| row.name.starts_with(name));
    let wanted: Vec<Row> = rows::all(smoke)?.into_iter().filter(is_wanted).collect();
    if let Some(path) = &options.write {
        let text: String = wanted.iter().map(|row| format!("{row}\n")).collect();
        return fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()));
    }
    let flint = options.flint.as_deref().map(flint).transpose()?.unwrap_or_default();
    print!("{}", machine::header(options.commit.as_deref()));
    println!("terms of the answer; microseconds; those of FLINT; ratio (! where above twice FLINT's and 50 us)");
    for row in &wanted {
        let (time, polynomial, way) = timed(row, options.seconds)?;
        let terms = polynomial.terms().len();
        let beside = match flint.get(&row.name) {
            None => String::new(),
            Some((of_flint, their_terms, their_value)) => {
                let point: Vec<u64> = (2u64..).map(|k| k.pow(9)).take(polynomial.vars().len()).collect();
                let value = polynomial.evaluate_mod(&point, PRIME).map_err(|error| error.to_string())?;
                if (terms, value) != (*their_terms, *their_value) {
                    return Err(format!(
                        "{}: FLINT has {their_terms} terms, value {their_value}; here {terms}, value {value}",
                        row.name
                    ));
                }
                let mark = if time > 2.0 * of_flint + 50.0 { " !" } else { "" };
                format!("{of_flint:>12.0} {:>8.2}{mark}", time / of_flint)
            }
        };
        println!("{:<26} {way:<7} {terms:>8} {time:>12.0} {beside}", row.name);
    }
    Ok(())
}
