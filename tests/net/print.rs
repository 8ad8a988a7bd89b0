//! Problems and the CPU's answers, for a program that has other means to find these.

use crate::arguments::Arguments;
use crate::problem::{Operation, Place};
use crate::solve::{Outcome, solve};
use crate::workers;
use eliminant::Polynomial;
use serde::Serialize;
use std::io::Write;

/// One problem.
#[derive(Serialize)]
struct Line<'a> {
    /// Arguments that make it again.
    place: String,
    operation: Operation,
    inputs: &'a [Polynomial],
    variable: &'a str,
    modulus: Option<u32>,
    choices: String,
    answer: Option<&'a [Polynomial]>,
    powers: &'a [u32],
    /// Why there is no answer: the choices cannot be had.
    refused: Option<&'a str>,
    /// Failures that must never happen.
    failed: Option<&'a str>,
}

/// Prints all problems, in any order.
pub fn all(arguments: &Arguments) {
    workers::each(arguments, |place: Place, problem| {
        let (outcome, _) = solve(&problem, &problem.choices);
        let mut line = Line {
            place: place.to_string(),
            operation: problem.operation,
            inputs: &problem.inputs,
            variable: problem.variable,
            modulus: problem.modulus,
            choices: format!("{:?}", problem.choices),
            answer: None,
            powers: &[],
            refused: None,
            failed: None,
        };
        match &outcome {
            Outcome::Answer(answer) => {
                line.answer = Some(&answer.polynomials);
                line.powers = &answer.powers;
            }
            Outcome::Refused(kind, _) => line.refused = Some(kind),
            Outcome::Failed(text) => line.failed = Some(text),
        }
        let mut text = serde_json::to_string(&line).expect("a line of JSON");
        text.push('\n');
        // Whoever has closed the output wants no more.
        if std::io::stdout().lock().write_all(text.as_bytes()).is_err() {
            std::process::exit(1);
        }
    });
}
