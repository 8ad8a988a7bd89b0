//! How long a computation still takes, as its progress tells.

/// Seconds, and the fraction done, before which there is nothing to conclude from.
const SECONDS: f64 = 1.0;
const FRACTION: f64 = 0.02;

/// Seconds that are left where this fraction is done after so many: as many as the rest of an even progress takes. `None` where too little is done.
pub fn seconds_left(seconds: f64, fraction: f64) -> Option<f64> {
    (seconds >= SECONDS && fraction >= FRACTION).then(|| seconds * (1.0 - fraction).max(0.0) / fraction)
}

/// A time in two units at most.
pub fn text(seconds: f64) -> String {
    let whole = seconds.round().max(0.0) as u64;
    match (whole / 3600, whole / 60 % 60, whole % 60) {
        (0, 0, s) => format!("{s}s"),
        (0, m, s) => format!("{m}m {s:02}s"),
        (h, m, _) => format!("{h}h {m:02}m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_progress_is_told_exactly() {
        for (seconds, fraction, left) in [(1.0, 0.02, 49.0), (30.0, 0.5, 30.0), (90.0, 0.9, 10.0), (5.0, 1.0, 0.0)] {
            assert!(seconds_left(seconds, fraction).is_some_and(|found| (found - left).abs() < 1e-9), "{seconds}");
        }
    }

    #[test]
    fn nothing_is_concluded_from_nothing() {
        assert_eq!([(0.0, 0.0), (0.9, 0.5), (100.0, 0.0), (100.0, 0.01)].map(|(s, f)| seconds_left(s, f)), [None; 4]);
    }

    #[test]
    fn times_have_two_units() {
        let times = [0.2, 59.4, 59.6, 100.0, 3599.6, 7260.0].map(text);
        assert_eq!(times, ["0s", "59s", "1m 00s", "1m 40s", "1h 00m", "2h 01m"]);
    }
}
