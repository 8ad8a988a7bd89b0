//! Plans with the times that the engines of this machine are predicted to take.

use super::args::{EngineChoices, Format, PlanOutput};
use super::describe;
use super::output::Destination;
use super::status::Failure;
use eliminant::plan::cost::Rates;
use eliminant::{Calibration, Control, DeterminantPlan, GridPlan, PaperPrediction, Prediction, ResultantPlan};
use serde::Serialize;

/// The plan of a computation whose times are predicted.
pub trait Planned: Serialize {
    /// What the times depend on.
    fn on_grid(&self) -> &GridPlan;

    /// The prediction of a paper, where it has one.
    fn paper(&self, rates: &Rates) -> Option<PaperPrediction>;

    /// Lines of all of it.
    fn lines(&self, predicted: &[Predicted]) -> String;
}

impl Planned for ResultantPlan {
    fn on_grid(&self) -> &GridPlan {
        &self.on_grid
    }

    fn paper(&self, _: &Rates) -> Option<PaperPrediction> {
        None
    }

    fn lines(&self, predicted: &[Predicted]) -> String {
        describe::plan(self, predicted)
    }
}

impl Planned for DeterminantPlan {
    fn on_grid(&self) -> &GridPlan {
        &self.on_grid
    }

    fn paper(&self, rates: &Rates) -> Option<PaperPrediction> {
        self.paper(rates)
    }

    fn lines(&self, predicted: &[Predicted]) -> String {
        describe::determinant_plan(self, predicted)
    }
}

/// What one engine of this machine is predicted to take.
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

/// Writes the plan. Where there is nothing to compute nothing is measured.
pub fn plan<P: Planned>(plan: &P, engine: &EngineChoices, output: &PlanOutput) -> Result<(), Failure> {
    let calibrations = match plan.on_grid().primes {
        0 => Vec::new(),
        _ => Calibration::of_machine(&engine.options(&Control::default()), output.calibrate)?,
    };
    let predicted = |calibration: Calibration| Predicted {
        backend: calibration.backend,
        time: plan.on_grid().predict(&calibration.rates),
        paper: plan.paper(&calibration.rates),
        engine: calibration.engine,
    };
    let predictions: Vec<Predicted> = calibrations.into_iter().map(predicted).collect();
    match output.format {
        Format::Text => Destination::default().text(plan.lines(&predictions)),
        Format::Json => Destination::default().json(&WithPredictions { plan, predictions: &predictions }),
    }
}
