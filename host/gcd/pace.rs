//! How fast an engine turns out to be: what is still to be done is predicted by what its stages took so far.
//!
//! The rates of an engine are those of some machine, and on another one stages are slower or faster, not all by one factor. GCDs in one variable
//! go in rounds, of which the first is short, so that all behind it is predicted by what was measured.

use crate::clock::Clock;
use crate::plan::cost::{Linear, Rates};

/// Milliseconds from which on a stage's time is believed.
const LEAST: f64 = 5.0;

/// A stage's expected nanoseconds, and the milliseconds that it took.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    expected: f64,
    taken: f64,
}

/// The stages that are told apart.
const STAGES: [&str; 4] = ["reduce", "images", "lift", "divide"];

/// What stages were expected to take, and took.
#[derive(Debug, Clone, Default)]
pub(super) struct Pace {
    seen: [Seen; STAGES.len()],
}

/// Times of the stages at one moment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark([f64; STAGES.len()]);

impl Mark {
    /// Now.
    pub fn new(clock: &Clock) -> Self {
        Mark(STAGES.map(|stage| clock.milliseconds(stage)))
    }
}

impl Pace {
    /// Takes notice of what stages took since `then`, by a clock, of which these nanoseconds had been expected; times of stages without
    /// an expectation tell nothing.
    pub fn see(&mut self, clock: &Clock, then: Mark, expected: &[(&str, f64)]) {
        let now = Mark::new(clock);
        for (k, stage) in STAGES.iter().enumerate() {
            let of_stage = expected.iter().filter(|(name, _)| name == stage).map(|(_, time)| time).sum::<f64>();
            if of_stage > 0.0 {
                self.seen[k].expected += of_stage;
                self.seen[k].taken += now.0[k] - then.0[k];
            }
        }
    }

    /// How many times as long as expected a stage takes: as it did; where nothing is known of it, as all others did together.
    pub fn factor(&self, stage: &str) -> f64 {
        let known = |seen: &Seen| (seen.taken >= LEAST).then(|| 1e6 * seen.taken / seen.expected);
        let own = STAGES.iter().zip(&self.seen).find(|(name, _)| **name == stage).and_then(|(_, seen)| known(seen));
        let sum = |of: fn(&Seen) -> f64| self.seen.iter().map(of).sum();
        let all = Seen { expected: sum(|seen| seen.expected), taken: sum(|seen| seen.taken) };
        own.or_else(|| known(&all)).unwrap_or(1.0)
    }

    /// The rates as they turn out to be.
    pub fn applied(&self, rates: &Rates) -> Rates {
        let times = |rate: Linear, part: f64| Linear { each: rate.each * part, further: rate.further * part };
        let [reduce, images, lift, divide] = STAGES.map(|stage| self.factor(stage));
        Rates {
            reduction: times(rates.reduction, reduce),
            resultant: rates.resultant.map(|step| step * images),
            inverse: times(rates.inverse, divide),
            lift: rates.lift * lift,
            far_lift: rates.far_lift * lift,
            residue: rates.residue * lift,
            entry: rates.entry * lift,
            integer: rates.integer * lift,
            tree: times(rates.tree, lift),
            ..*rates
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::cost::CORE_50;

    /// A clock that was told these milliseconds.
    fn clock(stages: &[(&'static str, f64)]) -> Clock {
        let mut clock = Clock::default();
        stages.iter().for_each(|&(stage, milliseconds)| clock.add(stage, milliseconds));
        clock
    }

    #[test]
    fn stages_go_on_as_they_went() {
        let mut pace = Pace::default();
        assert_eq!(pace.applied(&CORE_50), CORE_50);
        let before = Mark::new(&clock(&[("reduce", 100.0), ("load", 7.0)]));
        let after = clock(&[("reduce", 130.0), ("images", 40.0), ("lift", 0.5), ("load", 900.0)]);
        pace.see(&after, before, &[("reduce", 10e6), ("images", 80e6), ("lift", 1e6)]);
        // 3, 1/2, too short to tell, and not yet seen: 70.5 for 91.
        assert_eq!([pace.factor("reduce"), pace.factor("images")], [3.0, 0.5]);
        let all = 70.5 / 91.0;
        assert!(["lift", "divide"].iter().all(|stage| (pace.factor(stage) - all).abs() < 1e-12));
        let rates = pace.applied(&CORE_50);
        assert_eq!((rates.reduction.each, rates.step()), (3.0 * CORE_50.reduction.each, 0.5 * CORE_50.step()));
        assert!((rates.lifting(1000, 500) / CORE_50.lifting(1000, 500) - all).abs() < 1e-12);
        assert!((rates.interpolated() / CORE_50.interpolated() - all).abs() < 1e-12);
        // A second time counts with the first.
        pace.see(&clock(&[("reduce", 160.0)]), Mark::new(&clock(&[("reduce", 130.0)])), &[("reduce", 50e6)]);
        assert_eq!(pace.factor("reduce"), 1.0);
    }

    /// What was not expected is not compared: images that a checkpoint has.
    #[test]
    fn nothing_expected_tells_nothing() {
        let mut pace = Pace::default();
        pace.see(&clock(&[("images", 1000.0)]), Mark::new(&Clock::default()), &[("reduce", 0.0)]);
        assert_eq!(pace.factor("images"), 1.0);
    }
}
