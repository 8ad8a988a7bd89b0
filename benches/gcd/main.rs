//! The tables and figures of the GCD paper and larger rows: a plain program that times the engines and the baseline programs on the
//! same inputs, or writes these. See `benches/README.md`.

mod bars;
mod figures;
#[path = "../papers/machine.rs"]
mod machine;
mod measure;
#[path = "../growth/plot.rs"]
mod plot;
mod product;
mod rows;
mod source;

use eliminant::{Backend, GcdMethod, Polynomial};
use measure::{Baseline, Engine, Times};
use rows::Row;
use rug::Integer;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The program's.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const USAGE: &str = "usage: gcd [--backend LIST] [--devices LISTS] [--only ROW,..] [--threads N,..] [--methods LIST] [--repeat N]
           [--pairs N] [--baselines DIR] [--stages] [--commit TEXT]
       gcd --figures DIR [--backend LIST] [--only FIGURE,..] [--threads N,..] [--methods LIST] [--repeat N] [--limit SECONDS]
           [--commit TEXT]
       gcd --write DIR [--only ROW,..] [--pairs N]
  --backend LIST     of cpu, cuda, auto (cpu)
  --devices LISTS    of devices that share a batch, as in 0/0,1/0,0: a column each for cuda (the first device)
  --only NAME,..     these rows only: G1 to G7, MAYHEM, LARGE, B1 to B4, MANY; or figures: degree, bits, stages
  --threads N,..     CPU threads; a column each (all cores)
  --methods LIST     of remainder, schur (remainder)
  --repeat N         runs that count, after one that does not (5)
  --pairs N          the first N pairs of a batch (all; 400 with --write)
  --baselines DIR    also the programs gcd (FLINT) and gcdntl (NTL) of DIR, on one core
  --stages           the stages of the median runs
  --commit TEXT      the commit of the header
  --figures DIR      the paper's Fig. 8: DIR/gcd-degree.svg, gcd-bits.svg, gcd-stages.svg and their numbers, gcd-figures.txt
  --limit SECONDS    a line of a figure ends where one run takes longer (10)
  --write DIR        DIR/ROW.txt for every row, as the programs in benches/baselines read it; nothing is timed
  --test             smoke mode: the inputs are what they should be, and small figures can be drawn";

/// What was asked for.
struct Options {
    write: Option<PathBuf>,
    figures: Option<PathBuf>,
    limit: Duration,
    only: Option<Vec<String>>,
    pairs: Option<usize>,
    smoke: bool,
    engines: Vec<Engine>,
    repeat: usize,
    baselines: Option<PathBuf>,
    stages: bool,
    commit: Option<String>,
}

impl Options {
    /// From the command line; `None` for `--help`.
    fn parse(arguments: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
        let mut options = Options {
            write: None,
            figures: None,
            limit: Duration::from_secs(10),
            only: None,
            pairs: None,
            smoke: false,
            engines: Vec::new(),
            repeat: 5,
            baselines: None,
            stages: false,
            commit: None,
        };
        let mut devices = vec![None];
        let (mut backends, mut threads, mut methods) = (vec![Backend::Cpu], vec![None], vec![GcdMethod::Remainder]);
        let mut words = arguments.peekable();
        // `cargo test --benches` gives nothing at all, `cargo bench` gives --bench.
        options.smoke = words.peek().is_none();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--help" | "-h" => return Ok(None),
                "--bench" => continue,
                "--test" => {
                    options.smoke = true;
                    continue;
                }
                "--stages" => {
                    options.stages = true;
                    continue;
                }
                _ => {}
            }
            let value = words.next().ok_or_else(|| format!("{word}: no value, or no such option\n{USAGE}"))?;
            let positive = |text: &str| {
                let n = text.parse().ok().filter(|&n: &usize| n > 0);
                n.ok_or_else(|| format!("{word} {text}: give a positive number"))
            };
            match word.as_str() {
                "--write" => options.write = Some(value.into()),
                "--figures" => options.figures = Some(value.into()),
                "--limit" => {
                    let seconds = value.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
                    let limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                    options.limit = limit.ok_or_else(|| format!("{word} {value}: give seconds"))?;
                }
                "--only" => options.only = Some(value.split(',').map(str::to_owned).collect()),
                "--pairs" => options.pairs = Some(positive(&value)?),
                "--repeat" => options.repeat = positive(&value)?,
                "--baselines" => options.baselines = Some(value.into()),
                "--commit" => options.commit = Some(value),
                "--threads" => threads = value.split(',').map(|n| positive(n).map(Some)).collect::<Result<_, _>>()?,
                "--devices" => {
                    let list = |text: &str| text.split(',').map(|n| n.parse().ok()).collect::<Option<Vec<usize>>>();
                    let lists = value.split('/').map(|text| list(text).map(Some)).collect::<Option<_>>();
                    devices = lists.ok_or_else(|| format!("{word} {value}: give numbers, as in 0/0,1"))?;
                }
                "--backend" => {
                    let backend = |name| match name {
                        "cpu" => Ok(Backend::Cpu),
                        "cuda" => Ok(Backend::Cuda),
                        "auto" => Ok(Backend::Auto),
                        _ => Err(format!("--backend {name}: cpu, cuda or auto")),
                    };
                    backends = value.split(',').map(backend).collect::<Result<_, _>>()?;
                }
                "--methods" => {
                    let method = |name| match name {
                        "remainder" => Ok(GcdMethod::Remainder),
                        "schur" => Ok(GcdMethod::Schur),
                        _ => Err(format!("--methods {name}: remainder or schur")),
                    };
                    methods = value.split(',').map(method).collect::<Result<_, _>>()?;
                }
                _ => return Err(format!("{word}: no such option\n{USAGE}")),
            }
        }
        for &method in &methods {
            for &backend in &backends {
                let threads = if backend == Backend::Cpu { &threads[..] } else { &[None] };
                let devices = if backend == Backend::Cuda { &devices[..] } else { &[None] };
                for devices in devices {
                    let engine = |&threads| Engine { backend, devices: devices.clone(), threads, method };
                    options.engines.extend(threads.iter().map(engine));
                }
            }
        }
        Ok(Some(options))
    }

    /// The rows asked for.
    fn rows(&self) -> Result<Vec<Row>, String> {
        let mut rows = rows::all();
        if let Some(only) = &self.only {
            if let Some(unknown) = only.iter().find(|name| !rows.iter().any(|row| row.name == **name)) {
                let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
                return Err(format!("--only {unknown}: no such row; there are {}", names.join(" ")));
            }
            rows.retain(|row| only.iter().any(|name| name == row.name));
        }
        Ok(rows)
    }
}

/// Writes the first `count` pairs of a row.
fn write_row(row: &Row, count: usize, dir: &Path) -> Result<(), String> {
    let path = dir.join(row.name).with_extension("txt");
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut out = BufWriter::new(File::create(&path).map_err(failed)?);
    let pairs = row.pairs(count);
    for pair in &pairs {
        rows::write(pair, &mut out).map_err(failed)?;
    }
    out.flush().map_err(failed)?;
    let longest = |p: &[Integer]| p.iter().map(Integer::significant_bits).max().unwrap_or(0);
    let bits = |of: fn(&rows::Pair) -> &[Integer]| pairs.iter().map(|pair| longest(of(pair))).max().unwrap_or(0);
    let gcds: usize = pairs.iter().map(|pair| pair.common.len() - 1).sum();
    let (p, q) = row.degrees;
    println!(
        "{}: {} of {} pairs of degrees {p} and {q}, gcds' degrees together {gcds}, bits up to {}, {} and {}",
        row.name,
        pairs.len(),
        row.pairs,
        bits(|pair| &pair.f),
        bits(|pair| &pair.g),
        bits(|pair| &pair.common),
    );
    Ok(())
}

/// 64-bit FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Of the files G1.txt and G2.txt that `benches/data/make_gcd_rows.py` writes.
const CHECKSUMS: [(&str, u64); 2] = [("G1", 0xcdde_aca1_057e_d271), ("G2", 0x799c_0205_879a_6059)];

/// Whether pairs have the degrees of their rows, are products, can be read again, and are those of the Python script.
fn smoke() -> Result<(), String> {
    for row in rows::all().iter().filter(|row| row.degrees.0 <= 1000) {
        let pair = row.pair(row.pairs - 1);
        let degrees = (pair.f.len() as u32 - 1, pair.g.len() as u32 - 1);
        if degrees != row.degrees || !row.gcd.contains(&(pair.common.len() as u32 - 1)) {
            return Err(format!("{}: degrees {degrees:?}", row.name));
        }
        for p in [&pair.f, &pair.g] {
            // f(3) is a multiple of h(3).
            let at_3 = |p: &[Integer]| p.iter().rev().fold(Integer::new(), |value, c| value * 3u32 + c);
            if !at_3(p).is_divisible(&at_3(&pair.common)) {
                return Err(format!("{}: no multiple of the common divisor", row.name));
            }
        }
        let mut text = Vec::new();
        rows::write(&pair, &mut text).map_err(|error| error.to_string())?;
        if rows::read(&text[..])? != [(pair.f, pair.g)] {
            return Err(format!("{}: other polynomials are read than were written", row.name));
        }
        let expected = CHECKSUMS.iter().find(|(name, _)| *name == row.name);
        if expected.is_some_and(|&(_, sum)| sum != checksum(&text)) {
            return Err(format!("{}: not the file of make_gcd_rows.py, {:#018x}", row.name, checksum(&text)));
        }
        println!("{}: right", row.name);
    }
    figures::smoke()
}

/// Milliseconds of the paper's GPU, a GTX 580, and what this project aims at on an H100, by row.
const FIGURES: [(&str, Option<f64>, Option<f64>); 12] = [
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
fn time(row: &Row, options: &Options) -> Result<(), String> {
    let count = options.pairs.unwrap_or(row.pairs).min(row.pairs);
    let pairs = measure::polynomials(row, count)?;
    let (_, paper, goal) = FIGURES.into_iter().find(|figure| figure.0 == row.name).unwrap_or(("", None, None));
    let number = |n: Option<f64>| n.map_or("-".to_owned(), |n| n.to_string());
    let mut first: Option<Vec<Polynomial>> = None;
    let mut problems = Vec::new();
    let line = |label: &str, times: &Times| {
        let Times { median, fastest, slowest, runs, report } = times;
        let primes = report.as_ref().map_or("-".to_owned(), |report| report.run.primes.to_string());
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
    for engine in &options.engines {
        match measure::engine(engine, &pairs, options.repeat) {
            Ok((gcds, times)) => {
                line(&engine.label(), &times);
                if let (true, Some(report)) = (options.stages, &times.report) {
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
    if let Some(folder) = &options.baselines {
        for baseline in [Baseline::Flint, Baseline::Ntl] {
            match baseline.run(folder, row, count, options.repeat) {
                Ok((size, times)) => {
                    line(baseline.label(), &times);
                    if first.as_ref().is_some_and(|gcds| measure::size(gcds) != size) {
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

fn run(options: &Options) -> Result<(), String> {
    if options.smoke {
        return smoke();
    }
    if let Some(dir) = &options.figures {
        return figures::run(options, &figures::all(), dir);
    }
    let rows = options.rows()?;
    let Some(dir) = &options.write else {
        print!("{}", machine::header(options.commit.as_deref()));
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
        let failed: Vec<String> = rows.iter().filter_map(|row| time(row, options).err()).collect();
        return if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) };
    };
    std::fs::create_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    rows.iter().try_for_each(|row| write_row(row, options.pairs.unwrap_or(400), dir))
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
