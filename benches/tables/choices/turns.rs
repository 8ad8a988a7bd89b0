//! Timing the sides of a choice by turns, so that all of them meet what else the machine does.

use eliminant::Result;
use std::time::{Duration, Instant};

/// How often sides are run.
#[derive(Clone, Copy)]
pub struct Turns {
    smoke: bool,
}

/// Time for all runs of a line, after one of each side that does not count.
const LINE: Duration = Duration::from_millis(700);

/// Most and least runs of a side.
const RUNS: (usize, usize) = (25, 3);

impl Turns {
    pub fn new(smoke: bool) -> Self {
        Turns { smoke }
    }

    pub fn is_smoke(&self) -> bool {
        self.smoke
    }

    /// Milliseconds of the median run of each of `sides` sides; `run` says how long one run of a side took.
    ///
    /// # Errors
    /// Those of `run`.
    pub fn medians(&self, sides: usize, mut run: impl FnMut(usize) -> Result<Duration>) -> Result<Vec<f64>> {
        let mut times = vec![Vec::new(); sides];
        if self.smoke {
            for (side, times) in times.iter_mut().enumerate() {
                times.push(run(side)?);
            }
        } else {
            for side in 0..sides {
                run(side)?;
            }
            let start = Instant::now();
            for round in 0..RUNS.0 {
                if round >= RUNS.1 && start.elapsed() > LINE {
                    break;
                }
                for (side, times) in times.iter_mut().enumerate() {
                    times.push(run(side)?);
                }
            }
        }
        let median = |mut times: Vec<Duration>| {
            times.sort();
            times[times.len() / 2].as_secs_f64() * 1e3
        };
        Ok(times.into_iter().map(median).collect())
    }

    /// As [`Turns::medians`], of all that `run` does.
    ///
    /// # Errors
    /// Those of `run`.
    pub fn whole(&self, sides: usize, mut run: impl FnMut(usize) -> Result<()>) -> Result<Vec<f64>> {
        self.medians(sides, |side| {
            let start = Instant::now();
            run(side)?;
            Ok(start.elapsed())
        })
    }
}
