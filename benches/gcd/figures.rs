//! Fig. 8 of the GCD paper: time against degree, time against bit length, and the share of each stage.

use crate::bars::{self, Group};
use crate::measure::{self, Times};
use crate::plot::{self, Line};
use crate::rows::{Row, row};
use crate::{Options, machine};
use eliminant::{GcdReport, Polynomial};
use std::path::Path;

/// The stages that the paper shows ("mod. reduce", "GCD", "MRC" with "MR host recover"), and those of the proof, which it has not.
const SHOWN: [&str; 5] = ["reduce", "images", "lift", "divide", "crt"];

/// A line of a figure: inputs along the axis.
pub struct Family {
    label: &'static str,
    stops: Vec<(u32, Row)>,
}

/// A figure.
pub struct Figure {
    name: &'static str,
    axis: &'static str,
    families: Vec<Family>,
    /// Shares of stages in place of times.
    stages: bool,
}

/// One dense pair, the same in every run.
fn input(degrees: (u32, u32), gcd: u32, bits: u32) -> Row {
    row("FIG8", degrees, gcd, (bits, bits))
}

/// The paper's figures: of the left one it gives the bits and the range of degrees, of the histogram degrees and bits; the GCD has half
/// the degree there.
pub fn all() -> Vec<Figure> {
    let by_degree = |label, bits| Family {
        label,
        stops: (1..=10).map(|n| (500 * n, input((500 * n, 500 * n), 250 * n, bits))).collect(),
    };
    let by_bits = |label, degrees, gcd| Family {
        label,
        stops: (2..=12).map(|n| (500 * n, input(degrees, gcd, 500 * n))).collect(),
    };
    let shape = |number, label, degree, bits| Family {
        label,
        stops: vec![(number, input((degree, degree), degree / 2, bits))],
    };
    vec![
        Figure {
            name: "degree",
            axis: "degree of f and g; that of the gcd is half",
            families: vec![by_degree("768 bit", 768), by_degree("1640 bit", 1640), by_degree("2140 bit", 2140)],
            stages: false,
        },
        Figure {
            name: "bits",
            axis: "bits of f and g",
            families: vec![
                by_bits("1600, 1400, gcd 1000", (1600, 1400), 1000),
                by_bits("300, 1300, gcd 100", (300, 1300), 100),
            ],
            stages: false,
        },
        Figure {
            name: "stages",
            axis: "1: degrees 10000, 750 bit; 2: 3800, 1664 bit; 3: 1600, 5753 bit",
            families: vec![
                shape(1, "10000, 750 bit", 10_000, 750),
                shape(2, "3800, 1664 bit", 3800, 1664),
                shape(3, "1600, 5753 bit", 1600, 5753),
            ],
            stages: true,
        },
    ]
}

/// Milliseconds of the stages of [`SHOWN`], and of all the rest.
fn shares(report: &GcdReport) -> Vec<f64> {
    let of = |name: &str| report.run.stages.iter().filter(|s| s.stage == name).map(|s| s.milliseconds).sum::<f64>();
    let shown: Vec<f64> = SHOWN.iter().map(|name| of(name)).collect();
    let rest = (report.run.milliseconds - shown.iter().sum::<f64>()).max(0.0);
    shown.into_iter().chain([rest]).collect()
}

/// What is measured so far.
struct Measured {
    text: String,
    problems: Vec<String>,
}

impl Measured {
    fn say(&mut self, line: &str) {
        println!("{line}");
        self.text += line;
        self.text.push('\n');
    }
}

/// One line of the table; `before` is the position and time before it. Growth is the exponent e of time ~ position^e.
fn table_row(at: u32, engine: &str, times: &Times, before: Option<&(f64, f64)>) -> String {
    let growth = before.map_or_else(
        || "-".to_owned(),
        |(x, ms)| format!("{:.2}", (times.median / ms).ln() / (f64::from(at) / x).ln()),
    );
    let Times { median, fastest, slowest, runs, report } = times;
    let primes = report.as_ref().map_or(0, |report| report.run.primes);
    format!("{at:>8}  {engine:<16}{median:>12.3}{fastest:>12.3}{slowest:>12.3}{runs:>5}{growth:>8}{primes:>8}")
}

/// Measures a line with every engine; the lines of the plot and the groups of bars.
fn family(options: &Options, family: &Family, stages: bool, out: &mut Measured) -> (Vec<Line>, Vec<Group>) {
    let label = |engine: &measure::Engine| format!("{}, {}", engine.label(), family.label);
    let mut lines: Vec<Line> =
        options.engines.iter().map(|engine| Line { label: label(engine), points: Vec::new() }).collect();
    let (mut groups, mut ended) = (Vec::new(), vec![false; lines.len()]);
    for (at, row) in &family.stops {
        if ended.iter().all(|&ended| ended) {
            break;
        }
        let pairs = match measure::polynomials(row, 1) {
            Ok(pairs) => pairs,
            Err(error) => {
                out.problems.push(error);
                break;
            }
        };
        let mut first: Option<Vec<Polynomial>> = None;
        for ((engine, line), ended) in
            options.engines.iter().zip(&mut lines).zip(&mut ended).filter(|(_, ended)| !**ended)
        {
            let name = engine.label();
            let (gcds, times) = match measure::engine_within(engine, &pairs, options.repeat, options.limit) {
                Ok(Some(measured)) => measured,
                Ok(None) => {
                    *ended = true;
                    out.say(&format!("{at:>8}  {name:<16} longer than the limit"));
                    continue;
                }
                Err(error) => {
                    *ended = true;
                    out.say(&format!("{at:>8}  {name:<16} failed: {error}"));
                    out.problems.push(format!("{}: {error}", line.label));
                    continue;
                }
            };
            out.say(&table_row(*at, &name, &times, line.points.last()));
            line.points.push((f64::from(*at), times.median));
            if measure::size(&gcds).0 != u64::from(*row.gcd.start()) {
                out.problems.push(format!("{} at {at}: a gcd of another degree", line.label));
            }
            match &first {
                None => first = Some(gcds),
                Some(first) if *first != gcds => out.problems.push(format!("{} at {at} differs", line.label)),
                Some(_) => {}
            }
            if let (true, Some(report)) = (stages, &times.report) {
                let each = report.run.stages.iter().map(|s| format!("{} {:.3}", s.stage, s.milliseconds));
                out.say(&format!("          {}", each.collect::<Vec<_>>().join(", ")));
                groups.push(Group { label: format!("{at}: {name}"), values: shares(report) });
            }
        }
    }
    (lines, groups)
}

/// Measures the figures asked for into the folder: a picture each, and all numbers, written after every line.
///
/// # Errors
/// Unknown names, files that cannot be written, engines that failed or disagree, after everything has been measured.
pub fn run(options: &Options, figures: &[Figure], dir: &Path) -> Result<(), String> {
    let wanted =
        |figure: &&Figure| options.only.as_ref().is_none_or(|only| only.iter().any(|name| name == figure.name));
    if let Some(unknown) =
        options.only.iter().flatten().find(|name| !figures.iter().any(|figure| figure.name == **name))
    {
        return Err(format!("--only {unknown}: no such figure; there are degree bits stages"));
    }
    std::fs::create_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let write = |name: &str, text: &str| {
        let path = dir.join(name);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    let header = machine::header(options.commit.as_deref());
    // The second and third lines of the header: host and device.
    let machine = header.lines().skip(1).take(2).filter_map(|line| line.get(9..)).collect::<Vec<_>>().join("; ");
    let mut out = Measured { text: String::new(), problems: Vec::new() };
    out.say(&header);
    out.say("milliseconds, polynomials in memory to polynomials in memory, warm; dense f and g, their gcd about half of their bits");
    for figure in figures.iter().filter(wanted) {
        let (mut lines, mut groups) = (Vec::new(), Vec::new());
        for part in &figure.families {
            out.say(&format!("\n{}: {}", figure.name, part.label));
            out.say("      at  engine                median     fastest     slowest runs  growth  primes");
            let (more_lines, more_groups) = family(options, part, figure.stages, &mut out);
            lines.extend(more_lines);
            groups.extend(more_groups);
            write("gcd-figures.txt", &out.text)?;
        }
        let title = format!("gcd, {}: {machine}", figure.name);
        let names: Vec<&str> = SHOWN.into_iter().chain(["other"]).collect();
        let picture = match figure.stages {
            true => bars::draw(&title, figure.axis, &names, &groups)?,
            false => plot::draw(&title, figure.axis, &lines)?,
        };
        if let Some(picture) = picture {
            write(&format!("gcd-{}.svg", figure.name), &picture)?;
        }
    }
    match out.problems.is_empty() {
        true => Ok(()),
        false => Err(out.problems.join("\n")),
    }
}

/// Small figures of every kind, on the CPU: the files are there, and show what was measured.
///
/// # Errors
/// What [`run`] says, or what is missing.
pub fn smoke() -> Result<(), String> {
    let stops = |at: [u32; 2]| Vec::from(at.map(|at| (at, input((2 * at, at + 7), at / 2, 20 + at))));
    let figure = |name, stages| Figure {
        name,
        axis: "position",
        families: vec![
            Family { label: "small", stops: stops([16, 32]) },
            Family { label: "other", stops: stops([8, 20]) },
        ],
        stages,
    };
    let arguments = ["--repeat", "2", "--backend", "cpu", "--methods", "remainder,schur"].map(str::to_owned);
    let options = Options::parse(arguments.into_iter())?.ok_or("no options")?;
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    run(&options, &[figure("degree", false), figure("stages", true)], dir.path())?;
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name)).map_err(|error| format!("{name}: {error}"));
    let text = read("gcd-figures.txt")?;
    if text.matches("cpu all schur").count() != 8 || text.matches(" images ").count() != 8 {
        return Err(format!("gcd-figures.txt is not what was measured:\n{text}"));
    }
    // Names of lines, and of groups of bars.
    let lines = ["cpu all, small", "cpu all schur, small", "cpu all, other", "cpu all schur, other"].map(str::to_owned);
    let groups =
        [16, 32, 8, 20].into_iter().flat_map(|at| ["cpu all", "cpu all schur"].map(|name| format!("{at}: {name}\n")));
    for (name, marks) in [("gcd-degree.svg", Vec::from(lines)), ("gcd-stages.svg", groups.collect())] {
        let picture = read(name)?;
        if let Some(missing) = marks.iter().find(|mark| !picture.contains(mark.as_str())) {
            return Err(format!("{name} does not show {missing}"));
        }
    }
    println!("figures: right");
    Ok(())
}
