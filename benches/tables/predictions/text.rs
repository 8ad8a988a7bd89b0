//! The table.

use super::row::{Measured, Planned};
use std::fmt::{Display, Formatter, Result};

/// A row of it.
pub struct Line {
    pub name: String,
    pub plan: Planned,
    pub found: Measured,
}

/// The heading.
pub fn head(engine: &str) -> String {
    format!(
        "\nRows on {engine}: predicted beside measured, milliseconds and MiB; (14) is the 2020 paper's model.\n\
         {:<10}{:>11}{:>11}{:>8}{:>11}{:>9}{:>9}{:>8}",
        "row", "predicted", "measured", "error", "(14)", "MiB", "measured", "error"
    )
}

impl Line {
    /// By what part the prediction is off.
    fn error(&self) -> f64 {
        self.plan.milliseconds / self.found.milliseconds - 1.0
    }
}

impl Display for Line {
    /// The numbers, and below them those of the stages.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Line { name, plan, found } = self;
        let paper = plan.paper.map_or("-".to_owned(), |paper| format!("{paper:.1}"));
        write!(f, "{name:<10}{:>11.1}{:>11.1}{:>7.0}%", plan.milliseconds, found.milliseconds, 100.0 * self.error())?;
        write!(f, "{paper:>11}{}", memory(plan.bytes, found.bytes))?;
        if let Some(planned) = plan.of_device {
            write!(f, "\n    memory of the GPU: {}", memory(planned, found.of_device))?;
        }
        let stages = |stages: &mut dyn Iterator<Item = (&str, f64)>| {
            stages.filter(|(_, time)| *time >= 0.05).map(|(name, time)| format!("{name} {time:.1}")).collect::<Vec<_>>()
        };
        let planned = stages(&mut plan.stages.iter().map(|stage| (stage.stage, stage.milliseconds)));
        let found = stages(&mut found.stages.iter().map(|(name, time)| (name.as_str(), *time)));
        write!(f, "\n    predicted: {}\n    measured:  {}", planned.join(", "), found.join(", "))?;
        plan.shared.iter().try_for_each(|(count, time)| {
            write!(f, "\n    predicted on {count} engines: {time:.1}, {:.2} times as fast", plan.milliseconds / time)
        })
    }
}

/// Bytes as they were planned and as they were, and by what part the plan is off.
fn memory(planned: u64, used: u64) -> String {
    let [planned, used] = [planned, used].map(|bytes| bytes as f64 / f64::from(1 << 20));
    format!("{planned:>9.1}{used:>9.1}{:>7.0}%", 100.0 * (planned / used.max(1e-3) - 1.0))
}

/// The median and the worst error of the rows that took so many milliseconds.
pub fn errors(lines: &[Line], least: f64) -> String {
    let long = lines.iter().filter(|line| line.found.milliseconds >= least);
    let mut errors: Vec<f64> = long.map(|line| 100.0 * line.error().abs()).collect();
    errors.sort_by(f64::total_cmp);
    match errors.last() {
        Some(worst) => {
            let (n, median) = (errors.len(), (errors[errors.len() / 2] + errors[(errors.len() - 1) / 2]) / 2.0);
            format!("{n} rows of {least} ms and more: median error {median:.0}%, worst {worst:.0}%")
        }
        None => format!("no row took {least} ms"),
    }
}
