//! Times of repetitions.

use eliminant::ResultantReport;

/// A run beyond this many milliseconds is repeated less often: as often as fits in [`TOO_LONG`], but at least 3 times.
const LONG: f64 = 2000.0;

/// A run beyond this many milliseconds is not repeated.
const TOO_LONG: f64 = 20_000.0;

/// Milliseconds of the repetitions, and what the median one did.
#[derive(Clone)]
pub struct Times {
    pub median: f64,
    pub fastest: f64,
    pub slowest: f64,
    pub runs: usize,
    /// Stages of the median run.
    pub stages: Vec<(String, f64)>,
    /// Our report of the median run; none for baselines.
    pub report: Option<ResultantReport>,
}

/// One repetition.
pub type Run = (f64, Vec<(String, f64)>, Option<ResultantReport>);

impl Times {
    /// From at least one repetition. With an even number the later of the two middle ones counts: a run that took place.
    pub fn of(mut runs: Vec<Run>) -> Option<Times> {
        runs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (fastest, slowest) = (runs.first()?.0, runs.last()?.0);
        let count = runs.len();
        let (median, stages, report) = runs.swap_remove(count / 2);
        Some(Times { median, fastest, slowest, runs: count, stages, report })
    }

    /// Sum of the stages with these names.
    pub fn stages(&self, names: &[&str]) -> f64 {
        self.stages.iter().filter(|(name, _)| names.contains(&name.as_str())).map(|(_, ms)| ms).sum()
    }
}

/// How often a run is repeated whose first, which does not count, took `milliseconds`; never where that is too long.
pub fn repetitions(milliseconds: f64, repeat: usize) -> usize {
    match milliseconds {
        ..=LONG => repeat,
        ..=TOO_LONG => repeat.min(((TOO_LONG / milliseconds) as usize).max(3)),
        _ => 0,
    }
}
