//! Reports of points and paths of systems.

use super::describe::lines;
use eliminant::RunReport;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How many points or paths ended how, where, and how long it took.
pub struct SystemReport {
    engine: String,
    /// `points` or `paths`.
    what: &'static str,
    count: usize,
    ended: BTreeMap<String, usize>,
    milliseconds: f64,
    run: Option<RunReport>,
}

impl SystemReport {
    /// Of points or paths that ended so.
    pub fn new(engine: &str, what: &'static str, ends: impl Iterator<Item = String>, milliseconds: f64) -> Self {
        let mut report =
            SystemReport { engine: engine.to_owned(), what, count: 0, ended: BTreeMap::new(), milliseconds, run: None };
        for end in ends {
            report.count += 1;
            *report.ended.entry(end).or_default() += 1;
        }
        report
    }

    /// With all that the computation reports itself.
    pub fn on(mut self, run: &RunReport) -> Self {
        self.run = Some(run.clone());
        self
    }

    /// The fields of the key `report` in JSON.
    pub fn to_json(&self) -> Value {
        let mut report = match &self.run {
            Some(run) => json!(run),
            None => json!({ "backend": self.engine, "milliseconds": self.milliseconds }),
        };
        report["ended"] = json!(self.ended);
        report[self.what] = json!(self.count);
        report
    }

    /// Lines for people.
    pub fn to_text(&self) -> String {
        let engine = match &self.run {
            Some(run) => format!("{}, {}", run.backend, run.device),
            None => self.engine.clone(),
        };
        let mut rows = vec![("engine", engine), (self.what, self.count.to_string())];
        rows.extend(self.ended.iter().map(|(end, count)| (end.as_str(), count.to_string())));
        rows.push(("time", format!("{:.3} ms", self.milliseconds)));
        lines(&rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_counted() {
        let ends = ["singular", "converged", "converged"].into_iter().map(str::to_owned);
        let report = SystemReport::new("cpu", "points", ends, 1.5);
        let expected = json!({
            "backend": "cpu", "points": 3, "ended": { "converged": 2, "singular": 1 }, "milliseconds": 1.5,
        });
        assert_eq!(report.to_json(), expected);
        let text = "engine         cpu\npoints         3\nconverged      2\nsingular       1\ntime           1.500 ms";
        assert_eq!(report.to_text(), text);
        let none = SystemReport::new("cpu", "paths", std::iter::empty(), 0.0);
        assert_eq!(none.to_json()["paths"], 0);
    }
}
