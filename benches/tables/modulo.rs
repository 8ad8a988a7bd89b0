//! Resultants and determinants modulo one prime of any length, on both engines.
//!
//! f and g are dense, of degree K in x, which is kept, and D in y. Elements of matrices are dense of degree 1 in x and y. Coefficients are random numbers below
//! 2^60. From call to answer, with the check.

use crate::machine;
use crate::options::{Shared, place};
use crate::times::{Times, repetitions};
use clap::Args;
use eliminant::{Backend, Determinant, Integer, Matrix, Polynomial, Resultant, RunReport};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::time::Instant;

#[derive(Args)]
pub struct Options {
    /// Resultants: degrees in the kept and in the eliminated variable
    #[arg(long, value_name = "KxD", value_delimiter = ',', value_parser = degrees, default_value = "30x30,100x100")]
    rows: Vec<(u32, u32)>,
    /// Determinants: numbers of rows
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "16")]
    matrices: Vec<u32>,
    /// Primes: numbers, or 2^B-C
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = prime)]
    #[arg(default_value = "2147483629,2^60-93,2^64-59,2^128-159,2^255-19")]
    primes: Vec<(String, Integer)>,
    #[command(flatten)]
    shared: Shared,
}

fn degrees(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('x').and_then(|(k, d)| Some((k.parse().ok()?, d.parse().ok()?)));
    numbers.filter(|&(k, d)| k > 0 && d > 0).ok_or_else(|| format!("{text}: two degrees are wanted, as in 100x30"))
}

fn prime(text: &str) -> Result<(String, Integer), String> {
    let power = text.strip_prefix("2^").and_then(|rest| {
        let (bits, less) = rest.split_once('-').unwrap_or((rest, "0"));
        let bits: u32 = bits.parse().ok().filter(|bits| *bits <= 256)?;
        Some((Integer::from(1) << bits) - less.parse::<Integer>().ok()?)
    });
    let number = power.or_else(|| text.parse().ok());
    number.map(|p| (text.to_owned(), p)).ok_or_else(|| format!("{text}: a number or 2^B-C is wanted"))
}

/// All coefficients of these degrees, random.
fn dense((in_x, in_y): (u32, u32), random: &mut StdRng) -> Result<Polynomial, String> {
    let exponents = (0..=in_x).flat_map(|i| (0..=in_y).map(move |j| vec![i, j]));
    let terms = exponents.map(|e| (Integer::from(random.random_range(1u64..1 << 60)), e)).collect::<Vec<_>>();
    Polynomial::from_terms(&["x", "y"], terms).map_err(|error| error.to_string())
}

/// A problem in memory.
enum Problem {
    Pair(Polynomial, Polynomial),
    Matrix(Matrix),
}

impl Problem {
    fn pair(row: (u32, u32)) -> Result<(String, Self), String> {
        let mut random = StdRng::seed_from_u64(u64::from(row.0) << 32 | u64::from(row.1));
        let pair = Problem::Pair(dense(row, &mut random)?, dense(row, &mut random)?);
        Ok((format!("{}x{}", row.0, row.1), pair))
    }

    fn matrix(n: u32) -> Result<(String, Self), String> {
        let mut random = StdRng::seed_from_u64(n.into());
        let mut row = || (0..n).map(|_| dense((1, 1), &mut random)).collect::<Result<Vec<_>, _>>();
        let rows = (0..n).map(|_| row()).collect::<Result<Vec<_>, _>>()?;
        let matrix = Matrix::over(&["x", "y"], rows).map_err(|error| error.to_string())?;
        Ok((format!("det {n}"), Problem::Matrix(matrix)))
    }

    fn run(&self, p: &Integer, backend: Backend) -> eliminant::Result<(Polynomial, RunReport)> {
        match self {
            Problem::Pair(f, g) => {
                let answer = Resultant::new(f, g, "y").modulus(p).backend(backend).run()?;
                Ok((answer.polynomial, answer.report.run))
            }
            Problem::Matrix(matrix) => {
                let answer = Determinant::new(matrix).modulus(p).backend(backend).run()?;
                Ok((answer.polynomial, answer.report.run))
            }
        }
    }
}

pub fn run(options: &Options, smoke: bool) -> Result<(), String> {
    let shared = &options.shared;
    print!("{}", machine::header(shared.commit.as_deref()));
    let (rows, matrices) = match smoke {
        true => (&[(3, 4)][..], &[3][..]),
        false => (&options.rows[..], &options.matrices[..]),
    };
    let small = Problem::pair((2, 2))?.1;
    let backends = shared.backends(|| small.run(&Integer::from(101), Backend::Cuda))?;
    println!(
        "problem, prime, engine: median and least milliseconds of so many runs; primes, device; stages of the median run"
    );
    let pairs = rows.iter().map(|&row| Problem::pair(row));
    for problem in pairs.chain(matrices.iter().map(|&n| Problem::matrix(n))) {
        let (problem_name, problem) = problem?;
        for (name, p) in &options.primes {
            let mut first: Option<Polynomial> = None;
            for &backend in &backends {
                let timed = || {
                    let start = Instant::now();
                    let found = problem.run(p, backend).map_err(|error| error.to_string())?;
                    Ok::<_, String>((start.elapsed().as_secs_f64() * 1e3, found))
                };
                let (warming, (answer, report)) = timed()?;
                let repeat = if smoke { 1 } else { repetitions(warming, shared.repeat) };
                let mut runs = Vec::new();
                for _ in 0..repeat {
                    let (milliseconds, (_, report)) = timed()?;
                    runs.push((milliseconds, report));
                }
                if runs.is_empty() {
                    runs.push((warming, report));
                }
                let times = Times::of(runs).ok_or("no run")?;
                let report = &times.known;
                let stage = |stage: &eliminant::StageTime| format!("{} {:.2}", stage.stage, stage.milliseconds);
                println!(
                    "{problem_name}, {name}, {}: {:.2} {:.2} ({}); {} primes, {}; {}",
                    place(backend, None, None),
                    times.median,
                    times.fastest,
                    times.runs,
                    report.primes,
                    report.device,
                    report.stages.iter().map(stage).collect::<Vec<_>>().join(", ")
                );
                match &first {
                    None => first = Some(answer),
                    Some(first) if *first == answer => {}
                    Some(_) => return Err(format!("{problem_name} modulo {name}: the engines disagree")),
                }
            }
        }
    }
    Ok(())
}
