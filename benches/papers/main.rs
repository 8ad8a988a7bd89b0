//! The tables of the two resultant papers, measured anew: a plain program that needs neither cargo nor the sources, only a folder
//! of rows. See `benches/README.md`.

mod machine;
mod measure;
mod rows;
mod tables;

use eliminant::{Backend, ErrorKind, Method, Polynomial};
use measure::{Engine, Times};
use rows::Row;
use std::path::PathBuf;
use std::process::ExitCode;
use tables::RowResult;

/// The program's.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const USAGE: &str = "usage: papers [OPTION VALUE]...
  --rows DIR         rows: NAME.txt, or NAME.f.txt and NAME.g.txt (benches/data)
  --only R1,T1,..    these rows only (every row found in DIR)
  --backend LIST     of cpu, cuda (both; cuda is left out with a line where there is none)
  --threads LIST     threads of the CPU engine, numbers and `all` (1,all)
  --devices LISTS    devices of CUDA, a column for each list: 0 or 0,1 or 0/0,1/0,1,2,3 (0)
  --method LIST      of remainder, schur, schur-2010 (T rows: remainder,schur-2010; others: remainder)
  --repeat N         repetitions after a warm-up, at least 3 of them for runs beyond 2 s (10);
                     beyond 20 s the first run counts
  --baselines DIR    folder of the programs `res` and `ifma` (not run); each that is there runs
                     on every NAME.txt
  --out FILE         write the text there too, after every row
  --commit TEXT      commit for the header (ELIMINANT_COMMIT when built, else git)
  --test             smoke mode: each engine once, R1 and T1 only
REQUIRE_GPU=1 makes a missing device an error.";

/// What was asked for.
struct Options {
    folder: PathBuf,
    only: Option<Vec<String>>,
    backends: Option<Vec<Backend>>,
    threads: Vec<Option<usize>>,
    devices: Vec<Vec<usize>>,
    methods: Option<Vec<Method>>,
    repeat: usize,
    baselines: Option<PathBuf>,
    out: Option<PathBuf>,
    commit: Option<String>,
}

fn backend(name: &str) -> Result<Backend, String> {
    match name {
        "cpu" => Ok(Backend::Cpu),
        "cuda" => Ok(Backend::Cuda),
        _ => Err(format!("--backend {name}: give cpu or cuda")),
    }
}

fn method(name: &str) -> Result<Method, String> {
    let all = [Method::Remainder, Method::Schur, Method::Schur2010];
    all.into_iter().find(|m| m.name() == name).ok_or(format!("--method {name}: give remainder, schur or schur-2010"))
}

fn threads(word: &str) -> Result<Option<usize>, String> {
    match word {
        "all" => Ok(None),
        _ => match word.parse() {
            Ok(n) if n > 0 => Ok(Some(n)),
            _ => Err(format!("--threads {word}: give a positive number or all")),
        },
    }
}

fn list<T>(value: &str, parse: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    value.split(',').map(parse).collect()
}

impl Options {
    /// From the command line; `None` for `--help`.
    fn parse(arguments: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
        let mut options = Options {
            folder: PathBuf::from("benches/data"),
            only: None,
            backends: None,
            threads: vec![Some(1), None],
            devices: vec![vec![0]],
            methods: None,
            repeat: 10,
            baselines: None,
            out: None,
            commit: None,
        };
        let mut words = arguments.peekable();
        // `cargo test --benches` gives nothing at all, `cargo bench` gives --bench.
        let mut smoke = words.peek().is_none();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--help" | "-h" => return Ok(None),
                "--bench" => continue,
                "--test" => {
                    smoke = true;
                    continue;
                }
                _ => {}
            }
            let value = words.next().ok_or_else(|| format!("{word}: no value, or no such option\n{USAGE}"))?;
            match word.as_str() {
                "--rows" => options.folder = value.into(),
                "--only" => options.only = Some(list(&value, |name| Ok(name.to_owned()))?),
                "--backend" => options.backends = Some(list(&value, backend)?),
                "--threads" => options.threads = list(&value, threads)?,
                "--devices" => {
                    let wrong = |_| format!("--devices {value}: give numbers from 0, with / between lists");
                    let numbers = |text: &str| list(text, |word| word.parse().map_err(wrong));
                    options.devices = value.split('/').map(numbers).collect::<Result<_, _>>()?;
                }
                "--method" => options.methods = Some(list(&value, method)?),
                "--repeat" => {
                    let wrong = || format!("--repeat {value}: give a positive number");
                    options.repeat = value.parse().ok().filter(|&n| n > 0).ok_or_else(wrong)?;
                }
                "--baselines" => options.baselines = Some(value.into()),
                "--out" => options.out = Some(value.into()),
                "--commit" => options.commit = Some(value),
                _ => return Err(format!("{word}: no such option\n{USAGE}")),
            }
        }
        if smoke {
            options.repeat = 1;
            options.threads = vec![None];
            options.only.get_or_insert(vec!["R1".to_owned(), "T1".to_owned()]);
        }
        Ok(Some(options))
    }

    /// The rows that the folder has, or those asked for.
    fn rows(&self) -> Result<Vec<Row>, String> {
        let names = rows::names();
        let only = self.only.as_deref();
        if let Some(unknown) = only.unwrap_or_default().iter().find(|name| !names.contains(&name.as_str())) {
            return Err(format!("--only {unknown}: no such row; there are {}", names.join(" ")));
        }
        let mut rows = Vec::new();
        for name in names {
            if only.is_some_and(|only| !only.iter().any(|wanted| wanted == name)) {
                continue;
            }
            match Row::read(&self.folder, name)? {
                Some(row) => rows.push(row),
                None if only.is_some() => return Err(format!("{}: no row {name}", self.folder.display())),
                None => {}
            }
        }
        match rows.is_empty() {
            true => Err(format!("{}: no rows; write them with benches/data/make_rows.py", self.folder.display())),
            false => Ok(rows),
        }
    }

    /// Backends to run. Without a choice, CUDA is one of them when the smallest of its runs succeeds.
    fn backends(&self, row: &Row) -> Result<Vec<Backend>, String> {
        if let Some(backends) = &self.backends {
            return Ok(backends.clone());
        }
        let cuda = Engine { backend: Backend::Cuda, threads: None, devices: vec![0], method: Method::Remainder };
        match cuda.run(row) {
            Ok(_) => Ok(vec![Backend::Cpu, Backend::Cuda]),
            Err(error) => {
                use ErrorKind::{BuiltWithoutKernels, DriverUnavailable, NoDevice};
                let absent =
                    matches!(error.kind(), BuiltWithoutKernels { .. } | DriverUnavailable { .. } | NoDevice { .. });
                if !absent || std::env::var("REQUIRE_GPU").is_ok_and(|value| value == "1") {
                    return Err(format!("cuda: {error}"));
                }
                eprintln!("skipped: cuda: {error}");
                Ok(vec![Backend::Cpu])
            }
        }
    }
}

/// 64-bit FNV-1a.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ byte as u64).wrapping_mul(0x100_0000_01b3))
}

/// Times every program on the row and compares their answers.
fn measure_row(row: &Row, engines: &[Engine], options: &Options) -> RowResult {
    let mut columns: Vec<(String, Result<Times, String>)> = Vec::new();
    let mut answers: Vec<(String, String)> = Vec::new();
    let mut polynomial: Option<Polynomial> = None;
    if let (Some(folder), Some(plain)) = (&options.baselines, &row.plain) {
        for (label, program) in [("flint", "res"), ("ifma", "ifma")] {
            if !folder.join(program).exists() {
                eprintln!("skipped: {label}: no {} in {}", program, folder.display());
                continue;
            }
            let result = measure::baseline(folder, program, plain, options.repeat);
            columns.push((
                label.to_owned(),
                result.map(|(answer, times)| {
                    answers.push((label.to_owned(), answer));
                    times
                }),
            ));
        }
    }
    for engine in engines {
        let label = engine.label();
        let result = measure::engine(engine, row, options.repeat).and_then(|(answer, times)| {
            answers.push((label.clone(), measure::coefficients(&answer)?));
            polynomial.get_or_insert(answer);
            Ok(times)
        });
        let seen = result.as_ref().map_or_else(String::clone, |times| format!("{:.3} ms", times.median));
        eprintln!("{:<5}{label}: {seen}", row.name);
        columns.push((label, result));
    }
    let answer = match answers.split_first() {
        None => Err("no program gave an answer".to_owned()),
        Some(((first, text), others)) => match others.iter().find(|(_, other)| other != text) {
            Some((other, _)) => Err(format!("{first} and {other} disagree")),
            None => {
                let size = polynomial.map_or_else(String::new, |p| {
                    format!("degree {}, {} bits, ", p.degree("x").unwrap_or(0), p.max_bits())
                });
                Ok(format!("{size}{:016x}", checksum(text)))
            }
        },
    };
    RowResult { name: row.name, shape: row.shape(), columns, answer }
}

fn run(options: &Options) -> Result<bool, String> {
    let rows = options.rows()?;
    let Some(first) = rows.first() else { return Ok(true) };
    let backends = options.backends(first)?;
    let engines = |methods: &[Method]| -> Vec<Engine> {
        let mut engines = Vec::new();
        for &method in methods {
            for &backend in &backends {
                let engine = Engine { backend, threads: None, devices: vec![0], method };
                match backend {
                    Backend::Cuda => engines.extend(
                        options.devices.iter().map(|devices| Engine { devices: devices.clone(), ..engine.clone() }),
                    ),
                    _ => engines.extend(options.threads.iter().map(|&threads| Engine { threads, ..engine.clone() })),
                }
            }
        }
        engines
    };
    let chosen = options.methods.as_deref();
    let for_r = engines(chosen.unwrap_or(&[Method::Remainder]));
    let for_t = engines(chosen.unwrap_or(&[Method::Remainder, Method::Schur2010]));
    let mut all = for_r.clone();
    all.extend(for_t.iter().filter(|&engine| !for_r.contains(engine)).cloned());

    let header = machine::header(options.commit.as_deref());
    let mut results = Vec::new();
    let mut text = String::new();
    for row in &rows {
        results.push(measure_row(row, if row.name.starts_with('T') { &for_t } else { &for_r }, options));
        text = tables::text(&header, &results, &all);
        if let Some(file) = &options.out {
            std::fs::write(file, &text).map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    print!("{text}");
    Ok(!results.iter().any(RowResult::failed))
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
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("a program failed or disagrees: see the table");
            ExitCode::FAILURE
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
