//! The inputs of the GCD bench: a plain program that makes them and writes them for the baseline programs. See `benches/README.md`.

mod product;
mod rows;
mod source;

use rows::Row;
use rug::Integer;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The program's.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const USAGE: &str = "usage: gcd --write DIR [--only ROW,..] [--pairs N]
  --write DIR        DIR/ROW.txt for every row, as the programs in benches/baselines read it
  --only ROW,..      these rows only: G1 to G7, MAYHEM, LARGE, B1 to B4, MANY
  --pairs N          the first N pairs of a batch (400)
  --test             smoke mode: the inputs are what they should be";

/// What was asked for.
struct Options {
    write: Option<PathBuf>,
    only: Option<Vec<String>>,
    pairs: usize,
    smoke: bool,
}

impl Options {
    /// From the command line; `None` for `--help`.
    fn parse(arguments: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
        let mut options = Options { write: None, only: None, pairs: 400, smoke: false };
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
                _ => {}
            }
            let value = words.next().ok_or_else(|| format!("{word}: no value, or no such option\n{USAGE}"))?;
            match word.as_str() {
                "--write" => options.write = Some(value.into()),
                "--only" => options.only = Some(value.split(',').map(str::to_owned).collect()),
                "--pairs" => {
                    let pairs = value.parse().ok().filter(|&n| n > 0);
                    options.pairs = pairs.ok_or_else(|| format!("--pairs {value}: give a positive number"))?;
                }
                _ => return Err(format!("{word}: no such option\n{USAGE}")),
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
    Ok(())
}

fn run(options: &Options) -> Result<(), String> {
    if options.smoke {
        return smoke();
    }
    let Some(dir) = &options.write else {
        println!("{USAGE}");
        return Ok(());
    };
    std::fs::create_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    options.rows()?.iter().try_for_each(|row| write_row(row, options.pairs, dir))
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
