//! How long a computation still takes, from how fast its progress rose of late.

use std::collections::VecDeque;

/// Seconds, and the fraction done, before which there is nothing to conclude from.
const SECONDS: f64 = 1.0;
const FRACTION: f64 = 0.02;

/// What was seen of a progress, from about half of its time on.
///
/// What is left is told by the second half alone: the beginning is another kind of work, in another proportion to its prediction.
#[derive(Debug, Clone, Default)]
pub struct TimeLeft {
    /// Seconds and fractions, both ascending.
    seen: VecDeque<(f64, f64)>,
}

impl TimeLeft {
    /// The fraction after so many seconds.
    pub fn see(&mut self, seconds: f64, fraction: f64) {
        if self.seen.back().is_some_and(|&(then, before)| seconds < then || fraction < before) {
            // It began again.
            self.seen.clear();
        }
        if self.seen.is_empty() {
            self.seen.push_back((0.0, 0.0));
        }
        self.seen.push_back((seconds, fraction));
        while self.seen.get(1).is_some_and(|&(then, _)| then <= seconds / 2.0) {
            self.seen.pop_front();
        }
    }

    /// Seconds that are left; `None` where too little was seen.
    pub fn seconds(&self) -> Option<f64> {
        let (&(from, before), &(to, now)) = (self.seen.front()?, self.seen.back()?);
        let known = to >= SECONDS && now >= FRACTION && now > before;
        known.then(|| (1.0 - now) * (to - from) / (now - before))
    }
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

    /// Estimates after each quarter of a second of a progress that lasts `whole` seconds.
    fn estimates(whole: f64, fraction: impl Fn(f64) -> f64) -> Vec<(f64, Option<f64>)> {
        let (mut left, mut all) = (TimeLeft::default(), Vec::new());
        let mut seconds = 0.25;
        while seconds < whole {
            left.see(seconds, fraction(seconds));
            all.push((seconds, left.seconds()));
            seconds += 0.25;
        }
        all
    }

    #[test]
    fn even_progress_is_told_exactly() {
        let all = estimates(90.0, |seconds| seconds / 90.0);
        assert!(all.iter().all(|&(seconds, left)| left.is_some() == (seconds >= 1.8)), "{all:?}");
        assert!(all.iter().all(|&(seconds, left)| left.is_none_or(|left| (left - (90.0 - seconds)).abs() < 1e-6)));
    }

    /// A first part of a third of the time that was taken for a half: within a factor of 1.5 after the first tenth.
    #[test]
    fn a_wrong_prediction_is_forgotten() {
        let fraction = |seconds: f64| if seconds < 30.0 { seconds / 60.0 } else { 0.5 + (seconds - 30.0) / 120.0 };
        for (seconds, left) in estimates(90.0, fraction).into_iter().filter(|&(seconds, _)| seconds > 60.0) {
            let ratio = left.expect("an estimate") / (90.0 - seconds);
            assert!((0.99..1.01).contains(&ratio), "{seconds}: {ratio}");
        }
    }

    #[test]
    fn nothing_is_concluded_from_nothing() {
        assert_eq!(TimeLeft::default().seconds(), None);
        assert!(estimates(50.0, |_| 0.5).iter().filter(|&&(seconds, _)| seconds > 4.0).all(|(_, left)| left.is_none()));
    }

    #[test]
    fn another_run_begins_anew() {
        let mut left = TimeLeft::default();
        (1..=10).for_each(|k| left.see(f64::from(k), f64::from(k) / 10.0));
        left.see(0.5, 0.05);
        assert_eq!(left.seconds(), None);
        left.see(2.0, 0.2);
        assert!(left.seconds().is_some_and(|seconds| (seconds - 8.0).abs() < 1e-9));
    }

    #[test]
    fn times_have_two_units() {
        let times = [0.2, 59.4, 59.6, 100.0, 3599.6, 7260.0].map(text);
        assert_eq!(times, ["0s", "59s", "1m 00s", "1m 40s", "1h 00m", "2h 01m"]);
    }
}
