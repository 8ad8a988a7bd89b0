//! Time against degrees, bits and number of devices: a plain program that makes its own inputs and needs neither cargo nor the
//! sources. See `benches/README.md`.

#[path = "../papers/machine.rs"]
mod machine;
mod measure;
mod plot;
mod series;

use measure::{Outcome, Place, Stopwatch, Times};
use series::{FOR_DEVICES, Shape};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// The program's.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const USAGE: &str = "usage: growth [OPTION VALUE]...
  --only NAME,..     these series only: y-degree, y-degree-modulo, x-degree, bits, fig7-bits, fig7-y-degree, devices
  --backend LIST     of cpu, cuda (both; cuda is left out with a line where there is none)
  --devices SETS     sets of devices, separated by `/`: 0/0,1 times device 0, then 0 and 1 together (0);
                     with two sets or more there is also the series `devices`
  --limit SECONDS    a line ends where one run takes longer (10)
  --repeat N         repetitions after a warm-up, at least 3 of them beyond a second (10)
  --out FILE         write the text there too, after every line
  --svg DIR          a plot of every series, DIR/NAME.svg
  --commit TEXT      commit for the header (ELIMINANT_COMMIT when built, else git)
  --test             smoke mode: the first two inputs of every line, each once
REQUIRE_GPU=1 makes a missing device an error.";

/// What was asked for.
struct Options {
    only: Option<Vec<String>>,
    backends: Option<Vec<String>>,
    devices: Vec<Vec<usize>>,
    limit: Duration,
    repeat: usize,
    out: Option<PathBuf>,
    svg: Option<PathBuf>,
    commit: Option<String>,
    smoke: bool,
}

impl Options {
    /// From the command line; `None` for `--help`.
    fn parse(arguments: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
        let mut options = Options {
            only: None,
            backends: None,
            devices: vec![vec![0]],
            limit: Duration::from_secs(10),
            repeat: 10,
            out: None,
            svg: None,
            commit: None,
            smoke: false,
        };
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
            let wrong = |what: &str| format!("{word} {value}: give {what}");
            let list = || value.split(',').map(str::to_owned).collect::<Vec<_>>();
            match word.as_str() {
                "--only" => options.only = Some(list()),
                "--backend" => {
                    let names = list();
                    if names.iter().any(|name| name != "cpu" && name != "cuda") {
                        return Err(wrong("cpu, cuda or both"));
                    }
                    options.backends = Some(names);
                }
                "--devices" => {
                    let set = |set: &str| set.split(',').map(str::parse).collect::<Result<Vec<usize>, _>>();
                    let sets: Result<_, _> = value.split('/').map(set).collect();
                    options.devices = sets.map_err(|_| wrong("sets of numbers like 0/0,1"))?;
                }
                "--limit" => {
                    let seconds = value.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
                    let limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                    options.limit = limit.ok_or_else(|| wrong("seconds"))?;
                }
                "--repeat" => {
                    let repeat = value.parse().ok().filter(|&n| n > 0);
                    options.repeat = repeat.ok_or_else(|| wrong("a positive number"))?;
                }
                "--out" => options.out = Some(value.into()),
                "--svg" => options.svg = Some(value.into()),
                "--commit" => options.commit = Some(value),
                _ => return Err(format!("{word}: no such option\n{USAGE}")),
            }
        }
        if options.smoke {
            options.repeat = 1;
        }
        Ok(Some(options))
    }

    /// The places asked for that are here.
    fn places(&self) -> Result<Vec<Place>, String> {
        let wanted = |name: &str| self.backends.as_ref().is_none_or(|names| names.iter().any(|n| n == name));
        let mut places = if wanted("cpu") { vec![Place::Cpu] } else { Vec::new() };
        let sets = if wanted("cuda") { &self.devices[..] } else { &[] };
        for devices in sets {
            let place = Place::Cuda(devices.clone());
            match measure::probe(&place)? {
                None => places.push(place),
                Some(reason) if std::env::var("REQUIRE_GPU").is_ok_and(|value| value == "1") => {
                    return Err(format!("cuda: {reason}"));
                }
                Some(reason) => {
                    eprintln!("skipped: cuda: {reason}");
                    break;
                }
            }
        }
        Ok(places)
    }
}

/// A line to measure: inputs and places along an axis.
struct Track {
    label: String,
    stops: Vec<(u32, Shape, Place)>,
}

/// A plot to measure.
struct Plan {
    name: &'static str,
    axis: &'static str,
    tracks: Vec<Track>,
}

/// What is to be measured at these places.
fn plans(places: &[Place]) -> Vec<Plan> {
    let mut plans = Vec::new();
    for series in series::all() {
        let mut tracks = Vec::new();
        for family in &series.families {
            for place in places {
                let stops = family.inputs.iter().map(|&(at, shape)| (at, shape, place.clone())).collect();
                tracks.push(Track { label: format!("{}, {}", place.label(), family.fixed), stops });
            }
        }
        plans.push(Plan { name: series.name, axis: series.axis, tracks });
    }
    let sets: Vec<(u32, &Place)> = places
        .iter()
        .filter_map(|place| match place {
            Place::Cuda(devices) => Some((devices.len() as u32, place)),
            Place::Cpu => None,
        })
        .collect();
    if sets.len() > 1 {
        let track = |(label, shape): (&str, Shape)| Track {
            label: label.to_owned(),
            stops: sets.iter().map(|&(count, place)| (count, shape, place.clone())).collect(),
        };
        let tracks = FOR_DEVICES.into_iter().map(track).collect();
        plans.push(Plan { name: "devices", axis: "devices", tracks });
    }
    plans
}

const HEAD: &str =
    "      at  input                            median     fastest     slowest runs  growth  primes    points   bits";

/// One line of the table; `before` is the position and time before it. Growth is the exponent e of time ~ position^e.
fn row(at: u32, shape: Shape, times: &Times, before: Option<(f64, f64)>) -> String {
    let growth = before.map_or_else(
        || "-".to_owned(),
        |(x, ms)| format!("{:.2}", (times.median / ms).ln() / (f64::from(at) / x).ln()),
    );
    let Times { median, fastest, slowest, runs, primes, points, bits } = times;
    let shape = shape.to_string();
    format!(
        "{at:>8}  {shape:<27}{median:>12.3}{fastest:>12.3}{slowest:>12.3}{runs:>5}{growth:>8}{primes:>8}{points:>10}{bits:>7}\n"
    )
}

/// Measures a line; the text of its table and its points. The flag tells of a failure.
fn measure_track(track: &Track, watch: &mut Stopwatch, smoke: bool) -> (String, Vec<(f64, f64)>, bool) {
    let (mut text, mut points, mut failed) = (format!("{}\n{HEAD}\n", track.label), Vec::new(), false);
    let stops = if smoke { &track.stops[..track.stops.len().min(2)] } else { &track.stops[..] };
    for (at, shape, place) in stops {
        match watch.time(place, *shape) {
            Outcome::Timed(times) => {
                text += &row(*at, *shape, &times, points.last().copied());
                points.push((f64::from(*at), times.median));
            }
            Outcome::TooLong => {
                let seconds = watch.limit.as_secs_f64();
                text += &format!("{at:>8}  {:<27}stopped after {seconds} s\n", shape.to_string());
                break;
            }
            Outcome::Failed(message) => {
                text += &format!("{at:>8}  {:<27}FAILED: {message}\n", shape.to_string());
                failed = true;
                break;
            }
        }
    }
    (text, points, failed)
}

fn write(path: &std::path::Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Measures everything; whether all went well.
fn run(options: &Options) -> Result<bool, String> {
    let mut plans = plans(&options.places()?);
    if let Some(only) = &options.only {
        if let Some(unknown) = only.iter().find(|name| !plans.iter().any(|plan| plan.name == **name)) {
            let names: Vec<&str> = plans.iter().map(|plan| plan.name).collect();
            return Err(format!("--only {unknown}: no such series; there are {}", names.join(" ")));
        }
        plans.retain(|plan| only.iter().any(|name| name == plan.name));
    }
    if let Some(dir) = &options.svg {
        std::fs::create_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    }
    let header = machine::header(options.commit.as_deref());
    let mut text = header.clone();
    text += "\nResultants of random dense f and g, end to end, warm; milliseconds. growth: e where time ~ at^e since the line above;\n\
             bits: of the answer's longest coefficient. Every engine gives the same answers.\n";
    print!("{text}");
    let mut watch = Stopwatch::new(options.limit, options.repeat);
    let mut right = true;
    for plan in plans {
        let mut lines = Vec::new();
        for track in &plan.tracks {
            let (table, points, failed) = measure_track(track, &mut watch, options.smoke);
            let part = format!("\n{}: {table}", plan.name);
            print!("{part}");
            text += &part;
            right &= !failed;
            lines.push(plot::Line { label: track.label.clone(), points });
            if let Some(file) = &options.out {
                write(file, &text)?;
            }
        }
        if let Some(dir) = &options.svg {
            // The second and third lines of the header: host and device.
            let machine: Vec<&str> = header.lines().skip(1).take(2).filter_map(|line| line.get(9..)).collect();
            if let Some(picture) = plot::draw(&format!("{}: {}", plan.name, machine.join("; ")), plan.axis, &lines)? {
                write(&dir.join(plan.name).with_extension("svg"), &picture)?;
            }
        }
    }
    Ok(right)
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
            eprintln!("something failed: see the table");
            ExitCode::FAILURE
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
