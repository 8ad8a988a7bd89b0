//! Reports and plans of answers that are several polynomials, in lines and in words.

use super::describe::{self, Described, Size};
use super::describe_plans;
use super::engine_args::ExactChoices;
use super::explain;
use super::output;
use super::output_args::{AnswerFormat, Output};
use super::prediction::{Planned, Predicted};
use super::session::times;
use super::status::Failure;
use eliminant::plan::cost::Rates;
use eliminant::{ListPlan, ListReport, Prediction, RunReport};

impl Described for ListReport {
    fn run(&self) -> &RunReport {
        &self.run
    }

    fn on_points(&self) -> (&'static str, u64) {
        (self.operation, self.points)
    }

    fn lines(&self, answer: &Size) -> String {
        describe::list_report(answer, self)
    }

    fn explained(&self) -> String {
        explain::list(self)
    }
}

impl Planned for ListPlan {
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
        describe_plans::list_plan(self, predicted)
    }
}

/// What is said behind the answer of a command; `answer` is the size of its largest polynomial.
pub fn end(report: &ListReport, answer: &Size, exact: &ExactChoices, output: &Output) -> Result<(), Failure> {
    exact.end(&report.run);
    if output.report && output.format != AnswerFormat::Json {
        output::message(report.lines(answer));
    }
    if output.explain {
        output::message(report.explained());
    }
    times(output, &describe::title(report), &report.run.stages, report.run.milliseconds)
}
