//! Plans with the times that the engines of this machine are predicted to take.

use super::describe_plans;
use super::engine_args::ExactChoices;
use super::input::Need;
use super::output::Destination;
use super::output_args::{Format, PlanOutput};
use super::status::Failure;
use eliminant::plan::cost::Rates;
use eliminant::{Calibration, Control, DeterminantPlan, GcdPlan, PaperPrediction, Prediction, ResultantPlan};
use serde::Serialize;

/// The plan of a computation whose times are predicted.
pub trait Planned: Serialize {
    /// Whether there is something to be computed whose time is predicted.
    fn has_prediction(&self) -> bool;

    /// The time that an engine with these rates takes.
    fn predict(&self, rates: &Rates) -> Prediction;

    /// The prediction of a paper, where it has one.
    fn paper(&self, _rates: &Rates) -> Option<PaperPrediction> {
        None
    }

    /// Its memory, usual and at least, is no less than this, with which the input can be read.
    fn raise(&mut self, bytes: u64);

    /// Its memory, usual and at least.
    fn bytes(&self) -> (u64, u64);

    /// Lines of all of it.
    fn lines(&self, predicted: &[Predicted]) -> String;
}

impl Planned for ResultantPlan {
    fn raise(&mut self, bytes: u64) {
        self.on_grid.raise(bytes);
    }

    fn has_prediction(&self) -> bool {
        self.on_grid.primes > 0
    }

    fn predict(&self, rates: &Rates) -> Prediction {
        self.on_grid.predict(rates)
    }

    fn bytes(&self) -> (u64, u64) {
        (self.on_grid.usual_bytes, self.on_grid.least_bytes)
    }

    fn lines(&self, predicted: &[Predicted]) -> String {
        describe_plans::plan(self, predicted)
    }
}

impl Planned for DeterminantPlan {
    fn raise(&mut self, bytes: u64) {
        self.on_grid.raise(bytes);
    }

    fn has_prediction(&self) -> bool {
        self.on_grid.primes > 0
    }

    fn predict(&self, rates: &Rates) -> Prediction {
        self.on_grid.predict(rates)
    }

    fn paper(&self, rates: &Rates) -> Option<PaperPrediction> {
        self.paper(rates)
    }

    fn bytes(&self) -> (u64, u64) {
        (self.on_grid.usual_bytes, self.on_grid.least_bytes)
    }

    fn lines(&self, predicted: &[Predicted]) -> String {
        describe_plans::determinant_plan(self, predicted)
    }
}

impl Planned for GcdPlan {
    fn raise(&mut self, bytes: u64) {
        (self.least_bytes, self.usual_bytes) = (self.least_bytes.max(bytes), self.usual_bytes.max(bytes));
    }

    fn has_prediction(&self) -> bool {
        self.has_prediction()
    }

    fn predict(&self, rates: &Rates) -> Prediction {
        self.predict(rates)
    }

    fn bytes(&self) -> (u64, u64) {
        (self.usual_bytes, self.least_bytes)
    }

    fn lines(&self, predicted: &[Predicted]) -> String {
        describe_plans::gcd_plan(self, predicted)
    }
}

/// The predicted time of one engine of this machine.
#[derive(Debug, Serialize)]
pub struct Predicted {
    backend: &'static str,
    pub engine: String,
    #[serde(flatten)]
    pub time: Prediction,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper: Option<PaperPrediction>,
}

/// A plan with its predictions, for JSON.
#[derive(Serialize)]
struct WithPredictions<'a, P> {
    #[serde(flatten)]
    plan: &'a P,
    predictions: &'a [Predicted],
}

/// The engines of this machine with their rates. Where nothing has a predicted time nothing is measured.
pub fn calibrations(
    has_prediction: bool,
    exact: &ExactChoices,
    output: &PlanOutput,
) -> Result<Vec<Calibration>, Failure> {
    match has_prediction {
        false => Ok(Vec::new()),
        true => Ok(Calibration::of_machine(&exact.options(&Control::default()), output.calibrate)?),
    }
}

/// The predicted time of a plan on an engine.
pub fn predicted(plan: &impl Planned, calibration: &Calibration) -> Predicted {
    Predicted {
        backend: calibration.backend,
        time: plan.predict(&calibration.rates),
        paper: plan.paper(&calibration.rates),
        engine: calibration.engine.clone(),
    }
}

impl Predicted {
    /// Adds the times of another plan on the same engine; the paper predicts single ones.
    pub fn add(&mut self, other: Predicted) {
        self.paper = None;
        add(&mut self.time, other.time);
    }
}

/// Adds the times of another prediction, stage by stage.
pub fn add(sum: &mut Prediction, other: Prediction) {
    sum.milliseconds += other.milliseconds;
    for stage in other.stages {
        match sum.stages.iter_mut().find(|own| own.stage == stage.stage) {
            Some(own) => own.milliseconds += stage.milliseconds,
            None => sum.stages.push(stage),
        }
    }
}

/// Writes the plan of what was read with `need`.
pub fn plan<P: Planned>(mut plan: P, need: &Need, exact: &ExactChoices, output: &PlanOutput) -> Result<(), Failure> {
    plan.raise(need.get());
    let calibrations = calibrations(plan.has_prediction(), exact, output)?;
    let predictions: Vec<Predicted> = calibrations.iter().map(|calibration| predicted(&plan, calibration)).collect();
    match output.format {
        Format::Text => Destination::default().text(plan.lines(&predictions)),
        Format::Json => Destination::default().json(&WithPredictions { plan: &plan, predictions: &predictions }),
    }
}
