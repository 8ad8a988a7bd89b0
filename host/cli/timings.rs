//! The table of stage times.

use eliminant::StageTime;

/// Stages in order with milliseconds and share of the whole; what no stage accounts for is `other`.
pub fn rows(stages: &[StageTime], whole: f64) -> Vec<(&'static str, f64, f64)> {
    let share = |milliseconds: f64| if whole > 0.0 { 100.0 * milliseconds / whole } else { 0.0 };
    let mut rows: Vec<_> = stages.iter().map(|s| (s.stage, s.milliseconds, share(s.milliseconds))).collect();
    let rest = (whole - stages.iter().map(|s| s.milliseconds).sum::<f64>()).max(0.0);
    rows.push(("other", rest, share(rest)));
    rows
}

/// The table.
pub fn table(stages: &[StageTime], whole: f64) -> String {
    let mut text = format!("{:<12} {:>12} {:>7}\n", "stage", "ms", "%");
    for (stage, milliseconds, share) in rows(stages, whole) {
        text += &format!("{stage:<12} {milliseconds:>12.3} {share:>7.1}\n");
    }
    let share = if whole > 0.0 { 100.0 } else { 0.0 };
    text + &format!("{:<12} {:>12.3} {share:>7.1}", "total", whole)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use eliminant::StageTime;

    /// Stages with these times.
    pub fn example(stages: &[(&'static str, f64)]) -> Vec<StageTime> {
        stages.iter().map(|&(stage, milliseconds)| StageTime { stage, milliseconds }).collect()
    }

    #[test]
    fn shares_add_up() {
        let text = table(&example(&[("plan", 2.0), ("scalars", 12.0)]), 16.0);
        let expected = "stage                  ms       %\n\
                        plan                2.000    12.5\n\
                        scalars            12.000    75.0\n\
                        other               2.000    12.5\n\
                        total              16.000   100.0";
        assert_eq!(text, expected);
    }

    #[test]
    fn no_time_at_all() {
        assert!(table(&[], 0.0).ends_with("total               0.000     0.0"));
    }
}
