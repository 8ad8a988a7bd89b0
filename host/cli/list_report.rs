//! The report of answers that are several polynomials, in lines and in words.

use super::describe::{self, Described, Size};
use super::engine_args::ListChoices;
use super::explain;
use super::output;
use super::output_args::{AnswerFormat, Output};
use super::session::times;
use super::status::Failure;
use eliminant::{ListReport, RunReport};

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

/// What is said behind the answer of a command; `answer` is the size of its largest polynomial.
pub fn end(report: &ListReport, answer: &Size, choices: &ListChoices, output: &Output) -> Result<(), Failure> {
    choices.exact.end(&report.run);
    if output.report && output.format != AnswerFormat::Json {
        output::message(report.lines(answer));
    }
    if output.explain {
        output::message(report.explained());
    }
    times(output, &describe::title(report), &report.run.stages, report.run.milliseconds)
}
