//! The text of the results.

use super::compare::RowResult;
use super::engine::Engine;
use super::rows::{PAPER_2010, PAPER_2013};
use super::times::Times;
use crate::columns::{milliseconds, strings, table};

impl RowResult {
    fn times(&self, label: &str) -> Option<&Times> {
        self.columns.iter().find(|(name, _)| name == label).and_then(|(_, times)| times.as_ref().ok())
    }

    fn cell(&self, label: &str, value: impl Fn(&Times) -> f64) -> String {
        match self.columns.iter().find(|(name, _)| name == label) {
            None => "-".to_owned(),
            Some((_, Err(_))) => "error".to_owned(),
            Some((_, Ok(times))) => milliseconds(value(times)),
        }
    }
}

fn ratio(above: Option<f64>, below: Option<f64>) -> String {
    match (above, below) {
        (Some(a), Some(b)) if b > 0.0 => format!("{:.2}", a / b),
        _ => "-".to_owned(),
    }
}

const BASELINES: [&str; 2] = ["flint", "ifma"];

/// End to end, beside the 2013 paper and the baselines; then how many times faster than each.
fn end_to_end(rows: &[&RowResult], engines: &[String]) -> String {
    let paper = |name: &str| PAPER_2013.iter().find(|row| row.0 == name).and_then(|row| row.1);
    let mut head = strings(["row", "shape", "paper", "flint", "ifma"]);
    head.extend(engines.iter().cloned());
    let lines = rows.iter().map(|row| {
        let mut line =
            vec![row.name.to_owned(), row.shape.clone(), paper(row.name).map_or("-".to_owned(), milliseconds)];
        line.extend(BASELINES.iter().map(|label| row.cell(label, |t| t.median)));
        line.extend(engines.iter().map(|label| row.cell(label, |t| t.median)));
        line
    });
    let mut text =
        "End to end, milliseconds, median (paper: its Table 1, GeForce GTX 580; flint, ifma: one thread)\n".to_owned();
    text += &table(head, lines.collect(), 2);

    let mut head = vec!["row".to_owned()];
    for engine in engines {
        head.extend(["paper", "flint", "ifma"].map(|other| format!("{other} / {engine}")));
    }
    let lines = rows.iter().map(|row| {
        let mut line = vec![row.name.to_owned()];
        for engine in engines {
            let ours = row.times(engine).map(|t| t.median);
            line.push(ratio(paper(row.name), ours));
            line.extend(BASELINES.iter().map(|label| ratio(row.times(label).map(|t| t.median), ours)));
        }
        line
    });
    text += "\nTimes faster than the paper's GPU and than one thread of the baselines\n";
    text += &table(head, lines.collect(), 1);
    text
}

/// Evaluation and scalar stage, beside the 2010 paper.
fn two_stages(rows: &[&RowResult], engines: &[String]) -> String {
    let mut head = strings(["row", "shape", "primes", "points", "paper", "failed"]);
    head.extend(BASELINES.map(str::to_owned));
    for engine in engines {
        head.extend([engine.clone(), "with reduce".to_owned(), "repairs".to_owned()]);
    }
    let lines = rows.iter().map(|row| {
        let paper = PAPER_2010.iter().find(|paper| paper.0 == row.name);
        let report = engines.iter().find_map(|label| row.times(label)?.known.report.as_ref());
        let count = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
        let mut line = vec![row.name.to_owned(), row.shape.clone()];
        line.push(count(report.map(|r| r.run.primes.to_string())));
        line.push(count(report.map(|r| r.points.to_string())));
        line.push(count(paper.map(|p| milliseconds(p.1))));
        line.push(count(paper.map(|p| p.2.to_string())));
        line.extend(BASELINES.iter().map(|label| row.cell(label, |t| t.known.sum(&["evaluate", "scalars"]))));
        for label in engines {
            line.push(row.cell(label, |t| t.known.sum(&["evaluate", "scalars"])));
            line.push(row.cell(label, |t| t.known.sum(&["load", "reduce", "evaluate", "scalars"])));
            let repairs = row.times(label).and_then(|t| t.known.report.as_ref()).map(|r| r.repairs.to_string());
            line.push(count(repairs));
        }
        line
    });
    let title = "Evaluation and resultants only, milliseconds of the median run (paper: its Table 1, GeForce GTX 280, with transfers;\n\
                 failed: points at which its algorithm failed; repairs: points computed again by ours)\n";
    title.to_owned() + &table(head, lines.collect(), 2)
}

/// Every stage of every program's median run.
fn stages(rows: &[&RowResult]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for (_, times) in rows.iter().flat_map(|row| &row.columns) {
        for (name, _) in times.iter().flat_map(|times| &times.known.stages) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
    }
    // Our own order first: the baselines know fewer stages.
    let ours =
        rows.iter().flat_map(|row| &row.columns).find_map(|(_, times)| times.as_ref().ok()?.known.report.as_ref());
    if let Some(report) = ours {
        let place = |name: &&str| report.run.stages.iter().position(|s| s.stage == *name).unwrap_or(usize::MAX);
        names.sort_by_key(place);
    }
    let mut head = strings(["row", "program", "runs", "fastest", "median", "slowest", "batches"]);
    head.extend(names.iter().map(|&name| name.to_owned()));
    let mut lines = Vec::new();
    for row in rows {
        for (label, times) in &row.columns {
            let mut line = vec![row.name.to_owned(), label.clone()];
            match times {
                Err(message) => line.push(message.clone()),
                Ok(times) => {
                    line.push(times.runs.to_string());
                    line.extend([times.fastest, times.median, times.slowest].map(milliseconds));
                    line.push(times.known.report.as_ref().map_or("-".to_owned(), |r| r.batches.to_string()));
                    for name in &names {
                        let found = times.known.stages.iter().find(|(stage, _)| stage == name);
                        line.push(found.map_or("-".to_owned(), |(_, ms)| milliseconds(*ms)));
                    }
                }
            }
            lines.push(line);
        }
    }
    // Messages of errors are long: they stand below the table.
    let (lines, errors): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.len() > 3);
    let mut text = "Stages, milliseconds of the median run; fastest and slowest run\n".to_owned();
    text += &table(head, lines, 2);
    for error in errors {
        text += &format!("{}\n", error.join(" "));
    }
    text
}

/// Degree, bits, checksum of the answers and whether all programs agree.
fn answers(rows: &[&RowResult]) -> String {
    let mut text =
        "Answers: FNV-1a of the coefficients as text; all programs named agree unless said otherwise\n".to_owned();
    for row in rows {
        let programs: Vec<&str> =
            row.columns.iter().filter(|(_, t)| t.is_ok()).map(|(name, _)| name.as_str()).collect();
        text += &match &row.answer {
            Ok(answer) => format!("{:<5}{answer}; {}\n", row.name, programs.join(", ")),
            Err(message) => format!("{:<5}WRONG: {message}\n", row.name),
        };
    }
    text
}

/// Everything.
pub fn text(header: &str, rows: &[RowResult], engines: &[Engine]) -> String {
    let labels: Vec<String> = engines.iter().map(Engine::label).collect();
    let used = |rows: &[&RowResult]| -> Vec<String> {
        let has = |label: &&String| rows.iter().any(|row| row.columns.iter().any(|(name, _)| name == *label));
        labels.iter().filter(has).cloned().collect()
    };
    let (second, first): (Vec<&RowResult>, Vec<&RowResult>) = rows.iter().partition(|row| row.name.starts_with('T'));
    let mut text = header.to_owned();
    if !first.is_empty() {
        text += &format!("\n{}", end_to_end(&first, &used(&first)));
    }
    if !second.is_empty() {
        text += &format!("\n{}", two_stages(&second, &used(&second)));
    }
    let all: Vec<&RowResult> = rows.iter().collect();
    text + &format!("\n{}\n{}", stages(&all), answers(&all))
}
