//! One line of a figure: all engines on its inputs.

use super::Runs;
use super::inputs::Family;
use crate::gcd::bars::Group;
use crate::gcd::engine::{self, Engine, Times};
use crate::plot::{Line, growth};
use eliminant::{GcdReport, Polynomial};

/// The stages that the paper shows ("mod. reduce", "GCD", "MRC" with "MR host recover"), and those of the proof, which it has not.
pub const SHOWN: [&str; 5] = ["reduce", "images", "lift", "divide", "crt"];

/// Milliseconds of the stages of [`SHOWN`], and of all the rest.
fn shares(report: &GcdReport) -> Vec<f64> {
    let of = |name: &str| report.run.stages.iter().filter(|s| s.stage == name).map(|s| s.milliseconds).sum::<f64>();
    let shown: Vec<f64> = SHOWN.iter().map(|name| of(name)).collect();
    let rest = (report.run.milliseconds - shown.iter().sum::<f64>()).max(0.0);
    shown.into_iter().chain([rest]).collect()
}

/// The measurements so far.
#[derive(Default)]
pub struct Measured {
    pub text: String,
    pub problems: Vec<String>,
}

impl Measured {
    /// Prints a line and keeps it.
    pub fn say(&mut self, line: &str) {
        println!("{line}");
        self.text += line;
        self.text.push('\n');
    }
}

/// One line of the table; `before` is the position and time before it. Growth is the exponent e of time ~ position^e.
fn table_row(at: u32, engine: &str, times: &Times, before: Option<&(f64, f64)>) -> String {
    let growth = growth(before, (f64::from(at), times.median));
    let Times { median, fastest, slowest, runs, known } = times;
    let primes = known.as_ref().map_or(0, |report| report.run.primes);
    format!("{at:>8}  {engine:<16}{median:>12.3}{fastest:>12.3}{slowest:>12.3}{runs:>5}{growth:>8}{primes:>8}")
}

/// Measures a line with every engine; the lines of the plot and the groups of bars.
pub fn measure(runs: &Runs, family: &Family, stages: bool, out: &mut Measured) -> (Vec<Line>, Vec<Group>) {
    let label = |engine: &Engine| format!("{}, {}", engine.label(), family.label);
    let mut lines: Vec<Line> =
        runs.engines.iter().map(|engine| Line { label: label(engine), points: Vec::new() }).collect();
    let (mut groups, mut ended) = (Vec::new(), vec![false; lines.len()]);
    for (at, row) in &family.stops {
        if ended.iter().all(|&ended| ended) {
            break;
        }
        let pairs = match engine::polynomials(row, 1) {
            Ok(pairs) => pairs,
            Err(error) => {
                out.problems.push(error);
                break;
            }
        };
        let mut first: Option<Vec<Polynomial>> = None;
        for ((engine, line), ended) in runs.engines.iter().zip(&mut lines).zip(&mut ended).filter(|(_, ended)| !**ended)
        {
            let name = engine.label();
            let (gcds, times) = match engine::timed_within(engine, &pairs, runs.repeat, runs.limit) {
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
            if engine::size(&gcds).0 != u64::from(*row.gcd.start()) {
                out.problems.push(format!("{} at {at}: a gcd of another degree", line.label));
            }
            match &first {
                None => first = Some(gcds),
                Some(first) if *first != gcds => out.problems.push(format!("{} at {at} differs", line.label)),
                Some(_) => {}
            }
            if let (true, Some(report)) = (stages, &times.known) {
                let each = report.run.stages.iter().map(|s| format!("{} {:.3}", s.stage, s.milliseconds));
                out.say(&format!("          {}", each.collect::<Vec<_>>().join(", ")));
                groups.push(Group { label: format!("{at}: {name}"), values: shares(report) });
            }
        }
    }
    (lines, groups)
}
