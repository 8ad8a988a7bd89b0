//! Resultants of dense polynomials modulo one prime of any length, on both engines.
//!
//! f and g have the degree K in x, which is kept, and D in y; their coefficients are random numbers below 2^60. From call to answer, with the check.

use crate::machine;
use crate::options::{Shared, place};
use crate::times::{Times, repetitions};
use clap::Args;
use eliminant::{Backend, Integer, Polynomial, Resultant};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::time::Instant;

#[derive(Args)]
pub struct Options {
    /// Degrees in the kept and in the eliminated variable
    #[arg(long, value_name = "KxD", value_delimiter = ',', value_parser = degrees, default_value = "30x30,100x100")]
    rows: Vec<(u32, u32)>,
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

/// All coefficients, random.
fn dense((kept, degree): (u32, u32), random: &mut StdRng) -> Result<Polynomial, String> {
    let exponents = (0..=kept).flat_map(|i| (0..=degree).map(move |j| vec![i, j]));
    let terms = exponents.map(|e| (Integer::from(random.random_range(1u64..1 << 60)), e)).collect::<Vec<_>>();
    Polynomial::from_terms(&["x", "y"], terms).map_err(|error| error.to_string())
}

pub fn run(options: &Options, smoke: bool) -> Result<(), String> {
    let shared = &options.shared;
    print!("{}", machine::header(shared.commit.as_deref()));
    let rows = if smoke { vec![(3, 4)] } else { options.rows.clone() };
    let small = dense((2, 2), &mut StdRng::seed_from_u64(0))?;
    let backends = shared.backends(|| Resultant::new(&small, &small, "y").backend(Backend::Cuda).run())?;
    println!("KxD prime engine: median and least milliseconds of so many runs; primes, device; stages of the median run");
    for &row in &rows {
        let mut random = StdRng::seed_from_u64(u64::from(row.0) << 32 | u64::from(row.1));
        let (f, g) = (dense(row, &mut random)?, dense(row, &mut random)?);
        for (name, p) in &options.primes {
            let mut first: Option<Polynomial> = None;
            for &backend in &backends {
                let timed = || {
                    let start = Instant::now();
                    let answer = Resultant::new(&f, &g, "y").modulus(p).backend(backend).run();
                    answer.map(|answer| (start.elapsed().as_secs_f64() * 1e3, answer)).map_err(|error| error.to_string())
                };
                let (warming, answer) = timed()?;
                let repeat = if smoke { 1 } else { repetitions(warming, shared.repeat) };
                let mut runs = (0..repeat).map(|_| timed()).collect::<Result<Vec<_>, _>>()?;
                if runs.is_empty() {
                    runs.push((warming, answer.clone()));
                }
                let times = Times::of(runs).ok_or("no run")?;
                let report = &times.known.report;
                let stages: Vec<String> =
                    report.run.stages.iter().map(|stage| format!("{} {:.2}", stage.stage, stage.milliseconds)).collect();
                println!(
                    "{}x{} {name} {}: {:.2} {:.2} ({}); {} primes, {}; {}",
                    row.0,
                    row.1,
                    place(backend, None, None),
                    times.median,
                    times.fastest,
                    times.runs,
                    report.run.primes,
                    report.run.device,
                    stages.join(", ")
                );
                match &first {
                    None => first = Some(answer.polynomial),
                    Some(first) if *first == answer.polynomial => {}
                    Some(_) => return Err(format!("{row:?} modulo {name}: the engines disagree")),
                }
            }
        }
    }
    Ok(())
}
