//! Fig. 4 and 5 of the paper, with our times and memory beside what it prints.

use crate::det::paper::Measured;
use crate::det::table::{RowResult, megabytes};
use crate::plot::{self, Line};
use crate::times::Times;
use crate::{files, process};
use std::path::Path;

/// The value of a figure for a program on a row.
struct Quantity {
    /// In the name of the file.
    name: &'static str,
    unit: &'static str,
    printed: fn(&Measured) -> f64,
    ours: fn(&Times<process::Line>) -> Option<f64>,
}

const QUANTITIES: [Quantity; 2] = [
    Quantity { name: "time", unit: "milliseconds", printed: |m| m.milliseconds, ours: |times| Some(times.median) },
    Quantity { name: "memory", unit: "MB", printed: |m| m.memory, ours: |times| megabytes(&times.known) },
];

/// Draws Fig. 4 from the rows of Table 2 and Fig. 5 from those of Table 3, where there are some, into the folder, with the text. `place` is where
/// it was measured.
///
/// # Errors
/// Files that cannot be written; what the drawing library says.
pub fn draw(results: &[RowResult], place: &str, text: &str, dir: &Path) -> Result<(), String> {
    files::make_folder(dir)?;
    let write = |name: &str, picture: Option<String>| match picture {
        Some(picture) => files::write(&dir.join(format!("det-{name}.svg")), &picture),
        None => Ok(()),
    };
    for (figure, table) in [("fig4", "2"), ("fig5", "3")] {
        for quantity in &QUANTITIES {
            let name = format!("{figure}-{}", quantity.name);
            let picture =
                plot::draw(&format!("{name}: {place}"), ("rows", quantity.unit), &lines(results, table, quantity))?;
            write(&name, picture)?;
        }
    }
    files::write(&dir.join("det-figures.txt"), text)
}

/// A line for each program in each series of rows, as "GPU-3-32" in the paper: the paper's GPU, Maple where it found an answer, and those timed.
fn lines(results: &[RowResult], table: &str, quantity: &Quantity) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut point = |program: &str, result: &RowResult, value: f64| {
        let row = &result.row;
        let series =
            if table == "2" { format!("{} variables", row.series()) } else { format!("degrees {}", row.series()) };
        let label = format!("{program}, {series}{}", if row.terms == 1 { ", one term" } else { "" });
        let at = (row.size as f64, value);
        match lines.iter_mut().find(|line| line.label == label) {
            Some(line) => line.points.push(at),
            None => lines.push(Line { label, points: vec![at] }),
        }
    };
    for result in results.iter().filter(|result| result.row.table() == table) {
        let paper = &result.row.paper;
        if result.row.terms > 1 {
            point("paper", result, (quantity.printed)(&paper.gpu));
            if !paper.maple.ended {
                point("Maple 18", result, (quantity.printed)(&paper.maple));
            }
        }
        for (program, times) in result.timed() {
            if let Some(value) = (quantity.ours)(times) {
                point(program, result, value);
            }
        }
    }
    lines
}
