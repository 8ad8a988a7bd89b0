//! The table of stage times.

use eliminant::Report;

/// Stages in order with milliseconds and share of the whole; what no stage accounts for is `other`.
pub fn rows(report: &Report) -> Vec<(&'static str, f64, f64)> {
    let whole = report.milliseconds;
    let share = |milliseconds: f64| if whole > 0.0 { 100.0 * milliseconds / whole } else { 0.0 };
    let mut rows: Vec<_> = report.stages.iter().map(|s| (s.stage, s.milliseconds, share(s.milliseconds))).collect();
    let rest = (whole - report.stages.iter().map(|s| s.milliseconds).sum::<f64>()).max(0.0);
    rows.push(("other", rest, share(rest)));
    rows
}

/// The table.
pub fn table(report: &Report) -> String {
    let mut text = format!("{:<12} {:>12} {:>7}\n", "stage", "ms", "%");
    for (stage, milliseconds, share) in rows(report) {
        text += &format!("{stage:<12} {milliseconds:>12.3} {share:>7.1}\n");
    }
    let share = if report.milliseconds > 0.0 { 100.0 } else { 0.0 };
    text + &format!("{:<12} {:>12.3} {share:>7.1}", "total", report.milliseconds)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use eliminant::StageTime;

    /// The report of a small computation with other times.
    pub fn example(stages: &[(&'static str, f64)], milliseconds: f64) -> Report {
        let f = "y^2 - x".parse().unwrap();
        let mut report = eliminant::Discriminant::new(&f, "y").backend(eliminant::Backend::Cpu).run().unwrap().report;
        report.stages = stages.iter().map(|&(stage, milliseconds)| StageTime { stage, milliseconds }).collect();
        report.milliseconds = milliseconds;
        report
    }

    #[test]
    fn shares_add_up() {
        let text = table(&example(&[("plan", 2.0), ("scalars", 12.0)], 16.0));
        let expected = "stage                  ms       %\n\
                        plan                2.000    12.5\n\
                        scalars            12.000    75.0\n\
                        other               2.000    12.5\n\
                        total              16.000   100.0";
        assert_eq!(text, expected);
    }

    #[test]
    fn no_time_at_all() {
        assert!(table(&example(&[], 0.0)).ends_with("total               0.000     0.0"));
    }
}
