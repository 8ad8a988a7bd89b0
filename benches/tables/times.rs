//! Times of repetitions.

/// A run beyond this many milliseconds is repeated less often: as often as fits in [`TOO_LONG`], but at least 3 times.
const LONG: f64 = 2000.0;

/// A run beyond this many milliseconds is not repeated.
const TOO_LONG: f64 = 20_000.0;

/// Milliseconds of the repetitions, and what is known of the median one.
#[derive(Clone)]
pub struct Times<T> {
    pub median: f64,
    pub fastest: f64,
    pub slowest: f64,
    pub runs: usize,
    /// Of the median run.
    pub known: T,
}

impl<T> Times<T> {
    /// From at least one repetition. With an even number the later of the two middle ones counts: a run that took place.
    pub fn of(mut runs: Vec<(f64, T)>) -> Option<Times<T>> {
        runs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (fastest, slowest, count) = (runs.first()?.0, runs.last()?.0, runs.len());
        let (median, known) = runs.swap_remove(count / 2);
        Some(Times { median, fastest, slowest, runs: count, known })
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
