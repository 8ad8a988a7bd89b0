//! Wall times of the stages of a computation.

use crate::start_up;
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

    pub(crate) fn add(&mut self, stage: &'static str, milliseconds: f64) {
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
