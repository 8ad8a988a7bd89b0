//! Times of the runs of a program.

use crate::times;
use eliminant::ResultantReport;

/// Of one run.
#[derive(Clone)]
pub struct Known {
    /// Milliseconds of each stage.
    pub stages: Vec<(String, f64)>,
    /// Our report; none for baselines.
    pub report: Option<ResultantReport>,
}

impl Known {
    /// Sum of the stages with these names.
    pub fn sum(&self, names: &[&str]) -> f64 {
        self.stages.iter().filter(|(name, _)| names.contains(&name.as_str())).map(|(_, ms)| ms).sum()
    }
}

/// One repetition, with its milliseconds.
pub type Run = (f64, Known);

/// Of the repetitions.
pub type Times = times::Times<Known>;
