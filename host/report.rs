//! What a computation did: counts, choices, times.

use crate::run::start_up;
use serde::Serialize;

/// Wall time of one stage, summed over all batches. Of small problems stages on a device overlap: what one of them waits for is a part
/// of its time, most of it in `scalars`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StageTime {
    /// Name of the stage.
    pub stage: &'static str,
    /// Milliseconds.
    pub milliseconds: f64,
}

/// What a computation did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The operation.
    pub operation: &'static str,
    /// `cpu` or `cuda`.
    pub backend: &'static str,
    /// The device: processor threads, the GPU's name, or names and numbers of several GPUs.
    pub device: String,
    /// Method of the scalar stage.
    pub method: &'static str,
    /// What was computed in place of the pair because the Schur forms fail on it everywhere: `none`, `swap`, `factor y^k`,
    /// `combination` or `squares`. Counts and bounds below are those of what was computed.
    pub remedy: &'static str,
    /// Way of interpolation.
    pub interpolation: &'static str,
    /// `certified`, or `probabilistic` with the probability of a wrong answer in `failure_log2`.
    pub certainty: &'static str,
    /// log2 of a bound on the probability of a wrong answer; `None` for certified answers.
    pub failure_log2: Option<f64>,
    /// Primes used.
    pub primes: usize,
    /// Points of the grid per prime.
    pub points: u64,
    /// Scalars computed.
    pub scalars: u64,
    /// Scalars computed again by the routine that follows its own degrees.
    pub repairs: u64,
    /// Scalars whose points were replaced, with [`crate::Interpolation::Vandermonde`].
    pub dropped: u64,
    /// Bound on the degree of the answer per kept variable.
    pub degree_bound: Vec<u32>,
    /// Bound on the bits of the answer's coefficients.
    pub height_bound: u64,
    /// Batches of primes.
    pub batches: usize,
    /// The 61-bit prime of the verification, or the modulus of a direct answer; 0 when the answer needed no computation.
    pub verified_modulo: u64,
    /// The prime modulo which the answer was wanted.
    pub modulus: Option<u32>,
    /// Whether it was computed modulo that prime alone; otherwise over the integers, and reduced.
    pub direct: bool,
    /// Wall times of the stages, in order; on several devices those of the one that took longest.
    pub stages: Vec<StageTime>,
    /// Wall time of the whole, in milliseconds.
    pub milliseconds: f64,
}

/// Collects stage times.
#[derive(Debug, Default)]
pub struct Clock {
    stages: Vec<StageTime>,
}

impl Clock {
    /// Runs one stage and adds its wall time; what was spent on the start of driver, context and kernels meanwhile becomes
    /// stages of these names, and is not the stage's.
    pub fn time<R>(&mut self, stage: &'static str, run: impl FnOnce() -> R) -> R {
        let (before, start) = (start_up::spent(), std::time::Instant::now());
        let result = run();
        let mut milliseconds = start.elapsed().as_secs_f64() * 1e3;
        for ((part, before), after) in start_up::PARTS.into_iter().zip(before).zip(start_up::spent()) {
            let spent = (after - before).clamp(0.0, milliseconds);
            if spent > 0.0 {
                milliseconds -= spent;
                self.add(part, spent);
            }
        }
        self.add(stage, milliseconds);
        result
    }

    fn add(&mut self, stage: &'static str, milliseconds: f64) {
        match self.stages.iter_mut().find(|s| s.stage == stage) {
            Some(found) => found.milliseconds += milliseconds,
            None => self.stages.push(StageTime { stage, milliseconds }),
        }
    }

    /// Adds the times of the longest of several clocks that ran at the same time.
    pub fn add_longest(&mut self, clocks: Vec<Clock>) {
        let whole = |clock: &Clock| clock.stages.iter().map(|s| s.milliseconds).sum::<f64>();
        let longest = clocks.into_iter().max_by(|a, b| whole(a).total_cmp(&whole(b)));
        for StageTime { stage, milliseconds } in longest.map_or(Vec::new(), Clock::into_stages) {
            self.add(stage, milliseconds);
        }
    }

    /// The times, in the order the stages first ran.
    pub fn into_stages(self) -> Vec<StageTime> {
        self.stages
    }
}

#[cfg(all(test, feature = "cuda"))]
mod tests {
    use super::*;
    use std::thread::sleep;
    use std::time::Duration;

    #[test]
    fn the_start_of_an_engine_is_no_part_of_the_stage_it_falls_into() {
        let mut clock = Clock::default();
        let wait = |milliseconds| sleep(Duration::from_millis(milliseconds));
        clock.time("reduce", || {
            wait(5);
            start_up::time(start_up::Part::Modules, || wait(60));
        });
        let stages = clock.into_stages();
        assert_eq!(stages.iter().map(|s| s.stage).collect::<Vec<_>>(), ["modules", "reduce"]);
        assert!(stages[0].milliseconds >= 60.0 && stages[1].milliseconds < 60.0, "{stages:?}");
        assert!(stages[1].milliseconds >= 5.0, "{stages:?}");
    }
}
