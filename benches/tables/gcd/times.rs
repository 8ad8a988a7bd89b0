//! Times of repetitions.

use eliminant::GcdReport;

/// A run beyond this many milliseconds is repeated at most 3 times.
const LONG: f64 = 2000.0;

/// A run beyond this many milliseconds is not repeated.
const TOO_LONG: f64 = 20_000.0;

/// Milliseconds of the repetitions, and what the median one did.
pub struct Times {
    pub median: f64,
    pub fastest: f64,
    pub slowest: f64,
    pub runs: usize,
    /// Of the median run; none for baselines.
    pub report: Option<GcdReport>,
}

/// Milliseconds of one repetition, with our report.
pub type Timed = (f64, Option<GcdReport>);

impl Times {
    /// With an even number the later of the two middle ones counts: a run that took place.
    pub fn of(mut runs: Vec<Timed>) -> Option<Times> {
        runs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (fastest, slowest, count) = (runs.first()?.0, runs.last()?.0, runs.len());
        let (median, report) = runs.swap_remove(count / 2);
        Some(Times { median, fastest, slowest, runs: count, report })
    }
}

/// How often a run is repeated whose first, which does not count, took `milliseconds`; never where that is too long.
pub fn repetitions(milliseconds: f64, repeat: usize) -> usize {
    match milliseconds {
        ..=LONG => repeat,
        ..=TOO_LONG => repeat.min(3),
        _ => 0,
    }
}
