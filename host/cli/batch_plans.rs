//! The plan of a batch: the sum of the times of its lines, and the memory that they take.

use super::batch::{Batch, Line, Refusal, Shape, refused};
use super::describe::{bytes, lines};
use super::engine_args::ExactChoices;
use super::input::Need;
use super::output::Destination;
use super::output_args::{Format, PlanOutput};
use super::prediction::{Planned, Predicted, calibrations, predicted};
use super::status::Failure;
use serde::Serialize;

/// The lines of a batch, and how one is planned.
pub struct Lines<'a, F> {
    pub file: &'a str,
    pub shape: &'a Shape,
    pub plan: F,
    /// Whether all problems are in memory together; otherwise they are computed one after the other.
    pub is_together: bool,
}

/// The plan of all lines together.
#[derive(Serialize)]
struct BatchPlan {
    operation: String,
    lines: usize,
    errors: usize,
    /// The line that takes the most time; the most memory where no time is predicted.
    largest: Option<usize>,
    usual_bytes: u64,
    least_bytes: u64,
    predictions: Vec<Predicted>,
}

/// Reads a batch, and writes its plan.
///
/// # Errors
/// Of usage, where the file cannot be read; with the plan written, that of the first line without one.
pub fn run<T, P: Planned>(
    Lines { file, shape, plan, is_together }: Lines<'_, impl Fn(&T) -> Result<P, Failure>>,
    read: impl FnMut(&Line) -> Result<T, Refusal>,
    need: &Need,
    exact: &ExactChoices,
    output: &PlanOutput,
) -> Result<(), Failure> {
    let batch = Batch::read(file, shape, exact.engine.memory_limit, read)?;
    need.set(need.get().max(batch.bytes));
    let (mut plans, mut refusals) = (Vec::new(), Vec::new());
    let all = batch.problems.len();
    for (problem, number) in batch.problems.into_iter().zip(batch.numbers) {
        match problem.and_then(|problem| plan(&problem).map_err(|failure| Refusal::of(number, failure))) {
            Ok(plan) => plans.push((number, plan)),
            Err(refusal) => refusals.push(refusal),
        }
    }
    let has_prediction = plans.iter().any(|(_, plan)| plan.has_prediction());
    let mut predictions = Vec::new();
    let mut largest: Option<(usize, f64)> = None;
    for (place, calibration) in calibrations(has_prediction, exact, output)?.iter().enumerate() {
        let mut sum: Option<Predicted> = None;
        for (number, plan) in &plans {
            let of_line = predicted(plan, calibration);
            let milliseconds = of_line.time.milliseconds;
            if place == 0 && largest.is_none_or(|(_, most)| most < milliseconds) {
                largest = Some((*number, milliseconds));
            }
            match &mut sum {
                Some(sum) => sum.add(of_line),
                None => sum = Some(of_line),
            }
        }
        predictions.extend(sum);
    }
    let most = plans.iter().max_by_key(|(number, plan)| (plan.bytes(), std::cmp::Reverse(*number)));
    let together = |bytes: &dyn Fn(&P) -> u64| match is_together {
        true => plans.iter().fold(0, |sum: u64, (_, plan)| sum.saturating_add(bytes(plan))),
        false => plans.iter().map(|(_, plan)| bytes(plan)).max().unwrap_or(0),
    };
    let plan = BatchPlan {
        operation: format!("{} of a batch", shape.answers()),
        lines: all,
        errors: refusals.len(),
        largest: largest.map(|(number, _)| number).or(most.map(|(number, _)| *number)),
        usual_bytes: together(&|plan| plan.bytes().0).max(need.get()),
        least_bytes: together(&|plan| plan.bytes().1).max(need.get()),
        predictions,
    };
    match output.format {
        Format::Text => Destination::default().text(plan.in_lines(is_together))?,
        Format::Json => Destination::default().json(&plan)?,
    }
    refused(&batch.place, &refusals, all)
}

impl BatchPlan {
    fn in_lines(&self, is_together: bool) -> String {
        let mut rows = vec![
            ("operation", self.operation.clone()),
            ("lines", self.lines.to_string()),
            ("errors", self.errors.to_string()),
        ];
        rows.extend(self.largest.map(|number| ("largest", format!("line {number}"))));
        let least = match is_together {
            true => String::new(),
            false => format!(", at least {}", bytes(self.least_bytes)),
        };
        rows.push(("memory", format!("{}{least}", bytes(self.usual_bytes))));
        if self.predictions.is_empty() {
            rows.push(("predicted", "no line has a predicted time: none is computed by values at points".to_owned()));
        }
        for Predicted { engine, time, .. } in &self.predictions {
            let sum = format!("{:.1} ms, one line after the other", time.milliseconds);
            rows.push(("predicted", format!("{sum}, measured on this machine: {engine}")));
        }
        lines(&rows)
    }
}
