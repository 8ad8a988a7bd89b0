//! Adjugates and ranks of matrices, and linear systems.

use super::describe;
use super::engine_args::ListChoices;
use super::explain;
use super::input::{Reading, one_standard_input, warn_of_names};
use super::list_report::end;
use super::output::{self, Destination};
use super::output_args::{AnswerFormat, Output};
use super::polynomial_args::{Order, PlainMatrix, SystemOfEquations};
use super::session::{session, times};
use super::status::Failure;
use super::subresultants::largest;
use eliminant::poly::{RationalFunction, RationalFunctionMatrix};
use eliminant::{
    Adjugate, Control, LinearSystem, ListReport, Matrix, Polynomial, Rank, RationalMatrix, RationalPolynomial,
    Solvability,
};
use serde::Serialize;

/// An adjugate as JSON.
#[derive(Serialize)]
struct OfAdjugate<'a> {
    adjugate: &'a RationalMatrix,
    determinant: &'a RationalPolynomial,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a ListReport>,
}

/// A rank as JSON.
#[derive(Serialize)]
struct OfRank<'a> {
    rank: usize,
    rows: &'a [usize],
    columns: &'a [usize],
    certified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a ListReport>,
}

/// The solution of a linear system as JSON.
#[derive(Serialize)]
struct OfSystem<'a> {
    solutions: Solvability,
    #[serde(skip_serializing_if = "Option::is_none")]
    numerators: Option<&'a Matrix>,
    #[serde(skip_serializing_if = "Option::is_none")]
    denominator: Option<&'a Polynomial>,
    free: &'a [usize],
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a ListReport>,
}

/// The matrix of an argument.
fn read(
    command: &str,
    (name, text): (&str, &str),
    order: &Order,
    choices: &ListChoices,
) -> Result<RationalMatrix, Failure> {
    let reading = Reading { vars: order.vars.as_deref(), memory: choices.exact.engine.memory_limit };
    let matrix: RationalFunctionMatrix = reading.matrix(name, text, None)?;
    warn_of_names(matrix.vars(), order.vars.as_deref());
    matrix.to_polynomials().ok_or_else(|| {
        Failure::usage(format!(
            "{name} has rational functions, and {command} is of polynomials: multiply its rows by their divisors"
        ))
    })
}

/// A matrix as text.
fn text(destination: &Destination, matrix: &RationalMatrix) -> String {
    destination.warn_of(matrix.vars());
    let entry =
        |entry: &RationalPolynomial| RationalFunction::from(entry.clone()).to_text(destination.notation()).to_string();
    let rows = matrix.entries().chunks(matrix.columns().max(1)).map(|row| {
        let row: Vec<String> = row.iter().map(entry).collect();
        format!("[{}]", row.join(", "))
    });
    match matrix.columns() {
        0 => matrix.to_string(),
        _ => format!("[{}]", rows.collect::<Vec<String>>().join(", ")),
    }
}

/// `eliminant adjugate`.
pub fn adjugate(argument: &PlainMatrix, choices: &ListChoices, output: &Output) -> Result<(), Failure> {
    choices.exact.check(output)?;
    let read = || read("adjugate", ("MATRIX", &argument.matrix), &argument.order, choices);
    let run = |matrix: &RationalMatrix, control: &Control| {
        Ok(Adjugate::of_rational(matrix).options(choices.options(control)?).run()?)
    };
    let destination = Destination::for_several(output, "the answer is a matrix; take --format text or json")?;
    let answer = session(output, &destination, read, run)?;
    match output.format {
        AnswerFormat::Json => {
            let report = output.report.then_some(&answer.report);
            destination.json(&OfAdjugate { adjugate: &answer.adjugate, determinant: &answer.determinant, report })?;
        }
        _ => destination.text(text(&destination, &answer.adjugate))?,
    }
    end(&answer.report, &largest(answer.adjugate.entries()), choices, output)
}

/// `eliminant rank`.
pub fn rank(
    argument: &PlainMatrix,
    certify: Option<bool>,
    choices: &ListChoices,
    output: &Output,
) -> Result<(), Failure> {
    choices.exact.check(output)?;
    let read = || read("rank", ("MATRIX", &argument.matrix), &argument.order, choices);
    let run = |matrix: &RationalMatrix, control: &Control| {
        let rank = Rank::of_rational(matrix).options(choices.options(control)?);
        Ok(certify.map_or(rank.clone(), |certify| rank.certify(certify)).run()?)
    };
    let destination = Destination::for_several(output, "the answer is a number; take --format text or json")?;
    let answer = session(output, &destination, read, run)?;
    match output.format {
        AnswerFormat::Json => {
            let report = output.report.then_some(&answer.report);
            let (rows, columns, certified) = (&answer.rows[..], &answer.columns[..], answer.is_certified);
            destination.json(&OfRank { rank: answer.rank, rows, columns, certified, report })?;
        }
        _ => destination.text(answer.rank)?,
    }
    let report = &answer.report;
    choices.exact.end(&report.run);
    if output.report && output.format != AnswerFormat::Json {
        output::message(describe::rank_report(answer.rank, report));
    }
    if output.explain {
        output::message(explain::rank(answer.rank, report));
    }
    times(output, &describe::title(report), &report.run.stages, report.run.milliseconds)
}

/// `eliminant solve-linear`.
pub fn solve(argument: &SystemOfEquations, choices: &ListChoices, output: &Output) -> Result<(), Failure> {
    choices.exact.check(output)?;
    let arguments = [("MATRIX", &argument.matrix[..]), ("RIGHT", &argument.right[..])];
    let read = || {
        one_standard_input(&arguments)?;
        let [matrix, right] = arguments.map(|given| read("solve-linear", given, &argument.order, choices));
        let (matrix, right) = (matrix?, right?);
        // A list is a column.
        let is_list = right.rows() == 1 && matrix.rows() != 1;
        Ok((matrix, if is_list { right.transposed() } else { right }))
    };
    let run = |(matrix, right): &(RationalMatrix, RationalMatrix), control: &Control| {
        Ok(LinearSystem::of_rational(matrix, right).options(choices.options(control)?).run()?)
    };
    let destination = Destination::for_several(output, "the answer is a matrix; take --format text or json")?;
    let answer = session(output, &destination, read, run)?;
    let is_there = answer.solvability != Solvability::None;
    let numerators = RationalMatrix::from(answer.numerators.clone());
    match output.format {
        AnswerFormat::Json => {
            destination.json(&OfSystem {
                solutions: answer.solvability,
                numerators: is_there.then_some(&answer.numerators),
                denominator: is_there.then_some(&answer.denominator),
                free: &answer.free,
                report: output.report.then_some(&answer.report),
            })?;
        }
        _ if is_there => {
            let denominator = RationalFunction::from(RationalPolynomial::from(answer.denominator.clone()));
            let lines = [text(&destination, &numerators), denominator.to_text(destination.notation()).to_string()];
            destination.lines(lines.iter())?;
        }
        _ => destination.text("no solution")?,
    }
    if !answer.free.is_empty() && output.format != AnswerFormat::Json {
        let numbers: Vec<String> = answer.free.iter().map(|j| (j + 1).to_string()).collect();
        let (unknowns, are) = if numbers.len() == 1 { ("unknown", "is") } else { ("unknowns", "are") };
        output::message(format!("{unknowns} {} {are} free, and 0 here", numbers.join(", ")));
    }
    end(&answer.report, &largest(numerators.entries()), choices, output)
}
