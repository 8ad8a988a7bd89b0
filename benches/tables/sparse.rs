//! GCDs of sparse polynomials in several variables: rows of the literature, and pairs of a file with the times of FLINT.
//!
//! Polynomials are in memory, from call to answer; the least of up to five runs, of which the first warms up.

use crate::machine;
use crate::values::{Threads, threads};
use clap::Args;
use eliminant::{Backend, Gcd, Polynomial};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Options {
    /// Pairs of benches/data/make_sparse_gcds.py, in place of the rows
    #[arg(long, value_name = "FILE")]
    pairs: Option<PathBuf>,
    /// The prime that the pairs are computed modulo
    #[arg(long, value_name = "P", requires = "pairs")]
    modulus: Option<u64>,
    /// Threads, a column each: numbers and `all`
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = threads, default_value = "1,all")]
    threads: Vec<Threads>,
    /// Commit for the header; else ELIMINANT_COMMIT of the build, else what git says
    #[arg(long, value_name = "TEXT")]
    commit: Option<String>,
}

/// Runs of a pair end after this.
const ENOUGH: Duration = Duration::from_secs(2);

/// A pair, and what FLINT said of it.
struct Pair {
    name: String,
    f: Polynomial,
    g: Polynomial,
    flint: Option<Flint>,
}

struct Flint {
    microseconds: f64,
    /// Terms and the leading coefficient of its GCD.
    terms: usize,
    lead: String,
}

fn read(text: &str, vars: &[&str]) -> Result<Polynomial, String> {
    Polynomial::parse_in(text, vars).map_err(|error| error.to_string())
}

/// gcd(a^i b^j, a^k b^l) of FLINT's profile, and the products of seventh powers of a published comparison.
fn row(name: &str) -> Result<Pair, String> {
    let power = |f: &str, e: u32, vars: &[&str]| read(&format!("({f})^{e}"), vars);
    let profile = |[i, j, k, l]: [u32; 4]| {
        let vars = ["x", "y", "z", "t", "u"];
        let [a, b] = ["1 + x + y^5 + z^4 + t^40 + u^50", "1 + x^9 + y^2 + z^11 + t^7 + u^27"];
        Ok::<_, String>((&power(a, i, &vars)? * &power(b, j, &vars)?, &power(a, k, &vars)? * &power(b, l, &vars)?))
    };
    let (f, g) = match name {
        "SG1" => profile([8, 5, 3, 9])?,
        "SG1b" => profile([7, 5, 4, 8])?,
        "SG3" => {
            let vars = ["x1", "x2", "x3", "x4", "x5", "x6", "x7"];
            let seventh = |signs: &str, constant: &str| {
                let terms = [3, 5, 7, 9, 11, 13, 15].into_iter().zip(signs.chars()).enumerate();
                let sum: String = terms.map(|(k, (c, sign))| format!(" {sign} {c}*x{}", k + 1)).collect();
                read(&format!("(1{sum})^7 {constant}"), &vars)
            };
            let (a, b, h) = (seventh("+++++++", "- 1")?, seventh("---+--+", "+ 1")?, seventh("++++++-", "+ 3")?);
            (&a * &h, &b * &h)
        }
        _ => profile([2, 1, 1, 2])?,
    };
    Ok(Pair { name: name.to_owned(), f, g, flint: None })
}

/// The pairs of a file: name, FLINT's microseconds, terms and leading coefficient of its GCD, variables, and f and g, with tabs between them.
fn pairs(path: &PathBuf) -> Result<Vec<Pair>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let pair = |(number, line): (usize, &str)| {
        let place = |message: String| format!("{}, line {}: {message}", path.display(), number + 1);
        let [name, flint, terms, lead, vars, f, g] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(place("seven columns with tabs between them are wanted".to_owned()));
        };
        let vars: Vec<&str> = vars.split(',').collect();
        let number = |text: &str| text.parse::<f64>().map_err(|error| place(format!("{text}: {error}")));
        Ok(Pair {
            name: name.to_owned(),
            f: read(f, &vars).map_err(place)?,
            g: read(g, &vars).map_err(place)?,
            flint: Some(Flint { microseconds: number(flint)?, terms: number(terms)? as usize, lead: lead.to_owned() }),
        })
    };
    text.lines().enumerate().map(pair).collect()
}

/// Microseconds, and the GCD.
fn timed(pair: &Pair, modulus: Option<u64>, threads: Threads) -> Result<(f64, Polynomial), String> {
    let begin = Instant::now();
    let mut least = f64::INFINITY;
    let mut gcd = None;
    for run in 0..5 {
        let mut job = Gcd::new(&pair.f, &pair.g).backend(Backend::Cpu).seed(run + 1);
        if let Some(n) = threads {
            job = job.threads(n);
        }
        if let Some(p) = modulus {
            job = job.modulus(p);
        }
        let start = Instant::now();
        let answer = job.run().map_err(|error| format!("{}: {error}", pair.name))?;
        least = least.min(start.elapsed().as_secs_f64() * 1e6);
        gcd = Some(answer.gcd);
        if begin.elapsed() > ENOUGH {
            break;
        }
    }
    Ok((least, gcd.ok_or("no run")?))
}

pub fn run(options: &Options, smoke: bool) -> Result<(), String> {
    print!("{}", machine::header(options.commit.as_deref()));
    let all = match &options.pairs {
        Some(path) => pairs(path)?,
        None => (if smoke { &["SMALL"][..] } else { &["SG1", "SG1b", "SG3"] })
            .iter()
            .map(|name| row(name))
            .collect::<Result<_, _>>()?,
    };
    let names: Vec<String> =
        options.threads.iter().map(|threads| threads.map_or("all".to_owned(), |n| n.to_string())).collect();
    println!("terms of f, g and the GCD; microseconds of FLINT, and of Eliminant with threads {}", names.join(", "));
    let mut ratios = Vec::new();
    let mut slow = 0;
    for pair in &all {
        let mut columns = Vec::new();
        let mut found = None;
        for &threads in &options.threads {
            let (microseconds, gcd) = timed(pair, options.modulus, threads)?;
            columns.push(microseconds);
            found = Some(gcd);
        }
        let gcd = found.ok_or("--threads: name one at least")?;
        let terms = [pair.f.terms().len(), pair.g.terms().len(), gcd.terms().len()].map(|n| n.to_string()).join(" ");
        let times: Vec<String> = columns.iter().map(|time| format!("{time:>10.0}")).collect();
        let flint = match &pair.flint {
            None => "-".to_owned(),
            Some(flint) => {
                let lead = gcd.leading_coefficient().map_or_else(String::new, ToString::to_string);
                if (gcd.terms().len(), &lead) != (flint.terms, &flint.lead) {
                    return Err(format!("{}: FLINT has {} terms, first {}", pair.name, flint.terms, flint.lead));
                }
                ratios.push(columns[0] / flint.microseconds);
                slow += usize::from(columns[0] > 2.0 * flint.microseconds + 50.0);
                format!("{:.0}", flint.microseconds)
            }
        };
        println!("{:<28} {terms:>24} {flint:>10} {}", pair.name, times.join(" "));
    }
    ratios.sort_by(f64::total_cmp);
    if let Some(median) = ratios.get(ratios.len() / 2) {
        println!(
            "{} pairs: median of our time over FLINT's {median:.2}; {slow} above twice FLINT's and 50 us",
            ratios.len()
        );
    }
    Ok(())
}
