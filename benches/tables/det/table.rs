//! The table: each row with every program, below what the paper has of it.

use super::paper::Measured;
use super::programs::{Outcome, Programs};
use super::rows::Row;
use crate::columns::{milliseconds, strings, table};
use crate::process::Line;
use crate::times::Times;

/// Stages that do what FFT, DET, IFFT and CRT of the paper do; those of the baseline have the same names. The rest of a run is its plan,
/// tables of primes, and the verification.
const STAGES: [(&str, &[&str]); 4] = [
    ("evaluation", &["load", "reduce", "evaluate"]),
    ("scalars", &["scalars", "determinants"]),
    ("interpolation", &["interpolate"]),
    ("lift", &["store", "crt", "digits", "recover", "assemble"]),
];

/// The results of a row.
pub struct RowResult {
    pub row: Row,
    /// By the name of the program.
    pub outcomes: Vec<(String, Outcome)>,
}

impl RowResult {
    /// Runs the programs on a row.
    pub fn of(row: Row, programs: &Programs) -> Result<Self, String> {
        let outcomes = programs.run(&row)?;
        for (label, outcome) in &outcomes {
            let seen = match outcome {
                Outcome::Timed(times) => format!("{:.3} ms", times.median),
                Outcome::LeftOut(reason) => format!("left out: {reason}"),
                Outcome::Failed(message) => message.clone(),
            };
            eprintln!("{:<9}{label}: {seen}", row.name);
        }
        Ok(RowResult { row, outcomes })
    }

    /// The programs that gave an answer.
    pub fn timed(&self) -> impl Iterator<Item = (&str, &Times<Line>)> {
        self.outcomes.iter().filter_map(|(label, outcome)| match outcome {
            Outcome::Timed(times) => Some((&label[..], times)),
            _ => None,
        })
    }

    /// The value that the programs' answers share; `None` where there are none.
    ///
    /// # Errors
    /// Programs that failed, or disagree.
    pub fn agreed(&self) -> Result<Option<String>, String> {
        let failed = |(label, outcome): &(String, Outcome)| match outcome {
            Outcome::Failed(message) => Some(format!("{label}: {message}")),
            _ => None,
        };
        if let Some(message) = self.outcomes.iter().find_map(failed) {
            return Err(message);
        }
        let answer = |line: &Line| ["terms", "bits", "checksum"].map(|name| line.count(name).unwrap_or("?").to_owned());
        let mut answers = self.timed().map(|(label, times)| (label, answer(&times.known)));
        let Some((first, [terms, bits, sum])) = answers.next() else { return Ok(None) };
        let mut labels = vec![first];
        for (label, other) in answers {
            if other != [&terms[..], &bits, &sum] {
                return Err(format!("{first} and {label} disagree"));
            }
            labels.push(label);
        }
        Ok(Some(format!("{terms} coefficients, {bits} bits, {sum}; {}", labels.join(", "))))
    }

    /// The lines of the row: the paper's GPU, Maple, and the programs.
    fn lines(&self) -> Vec<Vec<String>> {
        let Row { name, size, paper, .. } = &self.row;
        let degrees: Vec<String> = paper.degrees.iter().map(u32::to_string).collect();
        let nothing = || "-".to_owned();
        let line =
            |program: &str, cells: Vec<String>| [vec![String::new(); 3], vec![program.to_owned()], cells].concat();
        let printed = |Measured { milliseconds: ms, memory, ended }: Measured| {
            let more = if ended { ">" } else { "" };
            [format!("{more}{}", milliseconds(ms)), format!("{more}{memory:.0}")]
        };
        let [total, memory] = printed(paper.gpu);
        let stages = paper.stages.map(milliseconds).to_vec();
        let ends = vec![paper.primes.to_string(), nothing(), memory];
        let mut first = line("paper", [vec![total, nothing(), nothing(), nothing()], stages, ends].concat());
        first.splice(..3, [name.clone(), size.to_string(), degrees.join(",")]);
        let [total, memory] = printed(paper.maple);
        let maple = line("Maple 18", [vec![total], vec![nothing(); 9], vec![memory]].concat());
        let mut lines = vec![first, maple];
        for (label, outcome) in &self.outcomes {
            lines.push(match outcome {
                Outcome::Timed(times) => line(label, cells(times)),
                // Why, which is long, stands below.
                Outcome::LeftOut(_) => line(label, vec!["left out".to_owned()]),
                Outcome::Failed(_) => line(label, vec!["FAILED".to_owned()]),
            });
        }
        lines
    }
}

/// Cells from the total on.
fn cells(times: &Times<Line>) -> Vec<String> {
    let Times { median, fastest, slowest, runs, known } = times;
    let stage = |names: &[&str]| {
        known.stages.iter().filter(|(name, _)| names.contains(&name.as_str())).map(|(_, ms)| ms).sum::<f64>()
    };
    let count = |name| known.count(name).unwrap_or("-").to_owned();
    let mut cells = [*median, *fastest, *slowest].map(milliseconds).to_vec();
    cells.push(runs.to_string());
    cells.extend(STAGES.map(|(_, names)| milliseconds(stage(names))));
    cells.extend([count("primes"), count("terms")]);
    cells.push(megabytes(known).map_or("-".to_owned(), |size| format!("{size:.0}")));
    cells
}

/// MB that a program took.
pub fn megabytes(line: &Line) -> Option<f64> {
    line.count("memory")?.parse().ok().map(|bytes: f64| bytes / 1e6)
}

/// Everything, without the header.
pub fn text(results: &[RowResult]) -> String {
    let mut head = strings(["row", "rows", "degrees", "program", "total", "fastest", "slowest", "runs"]);
    head.extend(STAGES.map(|(name, _)| name.to_owned()));
    head.extend(strings(["primes", "coefficients", "MB"]));
    let lines: Vec<Vec<String>> = results.iter().flat_map(RowResult::lines).collect();
    let mut text = "Milliseconds, from the matrix in memory to the polynomial in memory, warm: median, fastest and slowest run; stages of the median \
                    run.\npaper: GeForce RTX 2080 Ti, and Maple 18 beside it, > where it ran out of memory; primes of 9 digits. flint: one thread, \
                    primes of 62 bits.\nMB: of a process of its own; of cuda on the device, with the driver's part.\n\n"
        .to_owned();
    text += &table(head, lines, 4);
    text += "\nAnswers: FNV-1a of the terms; all programs named agree unless said otherwise\n";
    for result in results {
        let answer = match result.agreed() {
            Ok(Some(answer)) => answer,
            Ok(None) => "none".to_owned(),
            Err(message) => format!("WRONG: {message}"),
        };
        let left_out = result.outcomes.iter().filter_map(|(label, outcome)| match outcome {
            Outcome::LeftOut(reason) => Some(format!("; {label} left out, {reason}")),
            _ => None,
        });
        text += &format!("{:<9}{answer}{}\n", result.row.name, left_out.collect::<String>());
    }
    text
}
