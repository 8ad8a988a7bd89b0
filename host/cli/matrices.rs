//! Adjugates and ranks of matrices, and linear systems.

use super::batch::{self, Line, Refusal, Shape};
use super::batch_plans::{self, Lines};
use super::describe;
use super::engine_args::{ExactChoices, ListChoices, OverQ};
use super::explain;
use super::input::{LEAST_NEED, Need, Reading, one_standard_input, warn_of_names};
use super::list_report::end;
use super::output::{self, Destination};
use super::output_args::{AnswerFormat, Output, PlanOutput};
use super::polynomial_args::{Order, PlainMatrix, SystemOfEquations};
use super::prediction;
use super::session::{session, times};
use super::status::Failure;
use super::subresultants::{largest, texts};
use eliminant::poly::{Notation, RationalFunctionMatrix};
use eliminant::{
    Adjugate, Control, LinearAnswer, LinearSystem, ListPlan, ListReport, Matrix, Polynomial, Rank, RankAnswer,
    RationalMatrix, RationalPolynomial, Solvability,
};
use serde::Serialize;
use serde_json::{Map, json};

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

impl<'a> OfRank<'a> {
    fn new(answer: &'a RankAnswer, report: Option<&'a ListReport>) -> Self {
        let RankAnswer { rank, rows, columns, is_certified, .. } = answer;
        OfRank { rank: *rank, rows, columns, certified: *is_certified, report }
    }
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

/// The lines of batches.
const ADJUGATES: Shape = Shape { keys: &["matrix"], optional: &[], answer: "adjugate" };
const RANKS: Shape = Shape { keys: &["matrix"], optional: &[], answer: "rank" };
const SYSTEMS: Shape = Shape { keys: &["matrix", "right"], optional: &[], answer: "solution" };

/// How matrices are read.
struct Matrices<'a> {
    command: &'static str,
    reading: Reading<'a>,
    need: Option<&'a Need>,
}

impl<'a> Matrices<'a> {
    fn new(command: &'static str, order: &'a Order, exact: &ExactChoices, need: Option<&'a Need>) -> Self {
        let reading = Reading { vars: order.vars.as_deref(), memory: exact.engine.memory_limit };
        Matrices { command, reading, need }
    }

    /// That of an argument, which clap asks for.
    fn argument(&self, name: &str, text: Option<&String>) -> Result<RationalMatrix, Failure> {
        let matrix = self.reading.matrix(name, text.map_or("", String::as_str), self.need)?;
        self.of_polynomials(name, &matrix)
    }

    /// That of a line.
    fn of_line(&self, line: &Line, key: &str) -> Result<RationalMatrix, Refusal> {
        let matrix = line.matrix(key, &self.reading, self.need)?;
        self.of_polynomials(key, &matrix).map_err(|failure| line.refused(failure))
    }

    fn of_polynomials(&self, name: &str, matrix: &RationalFunctionMatrix) -> Result<RationalMatrix, Failure> {
        warn_of_names(matrix.vars(), self.reading.vars);
        matrix.to_polynomials().ok_or_else(|| {
            Failure::usage(format!(
                "{name} has rational functions, and {} is of polynomials: multiply its rows by their divisors",
                self.command
            ))
        })
    }
}

/// A matrix as text.
fn text(notation: Notation, matrix: &RationalMatrix) -> String {
    let rows = matrix.entries().chunks(matrix.columns().max(1));
    let rows = rows.map(|row| format!("[{}]", texts(row, notation).join(", ")));
    match matrix.columns() {
        0 => matrix.to_string(),
        _ => format!("[{}]", rows.collect::<Vec<String>>().join(", ")),
    }
}

/// `eliminant plan adjugate`, `plan rank` and `plan solve-linear`: of one problem or of a batch.
fn plan<T>(
    (batch, shape): (Option<&String>, &Shape),
    read: impl FnOnce() -> Result<T, Failure>,
    of_line: impl FnMut(&Line) -> Result<T, Refusal>,
    plan: impl Fn(&T) -> Result<ListPlan, Failure>,
    (need, exact, output): (&Need, &ExactChoices, &PlanOutput),
) -> Result<(), Failure> {
    match batch {
        Some(file) => batch_plans::run(Lines { file, shape, plan, is_together: false }, of_line, need, exact, output),
        None => prediction::plan(plan(&read()?)?, need, exact, output),
    }
}

/// `eliminant plan adjugate`.
pub fn plan_of_adjugate(argument: &PlainMatrix, choices: &ListChoices, output: &PlanOutput) -> Result<(), Failure> {
    let (need, exact) = (Need::new(LEAST_NEED), &choices.over_q.exact);
    let matrices = Matrices::new("adjugate", &argument.order, exact, Some(&need));
    let of = |matrix: &RationalMatrix| {
        Ok(Adjugate::of_rational(matrix).options(choices.options(&Control::default())?).plan()?)
    };
    let read = || matrices.argument("MATRIX", argument.matrix.as_ref());
    let of_line = |line: &Line| matrices.of_line(line, "matrix");
    plan((argument.batch.as_ref(), &ADJUGATES), read, of_line, of, (&need, exact, output))
}

/// `eliminant adjugate`.
pub fn adjugate(argument: &PlainMatrix, choices: &ListChoices, output: &Output) -> Result<(), Failure> {
    let exact = &choices.over_q.exact;
    exact.check(output)?;
    let matrices = Matrices::new("adjugate", &argument.order, exact, None);
    let run = |matrix: &RationalMatrix, control: &Control| -> Result<_, Failure> {
        Ok(Adjugate::of_rational(matrix).options(choices.options(control)?).run()?)
    };
    if let Some(file) = &argument.batch {
        let solve = |matrix: &RationalMatrix, control: &Control, notation: Notation| {
            let answer = run(matrix, control)?;
            let determinant = texts(std::slice::from_ref(&answer.determinant), notation).concat();
            let texts = [("adjugate", text(notation, &answer.adjugate)), ("determinant", determinant)];
            Ok((Map::from_iter(texts.map(|(key, text)| (key.into(), json!(text)))), answer.report.run.primes))
        };
        return batch::run(file, &ADJUGATES, |line| matrices.of_line(line, "matrix"), solve, exact, output);
    }
    let read = || matrices.argument("MATRIX", argument.matrix.as_ref());
    let destination = Destination::for_several(output, "the answer is a matrix; take --format text or json")?;
    let answer = session(output, &destination, read, run)?;
    match output.format {
        AnswerFormat::Json => {
            let report = output.report.then_some(&answer.report);
            destination.json(&OfAdjugate { adjugate: &answer.adjugate, determinant: &answer.determinant, report })?;
        }
        _ => {
            destination.warn_of(answer.adjugate.vars());
            destination.text(text(destination.notation(), &answer.adjugate))?;
        }
    }
    end(&answer.report, &largest(answer.adjugate.entries()), exact, output)
}

/// `eliminant plan rank`.
pub fn plan_of_rank(
    argument: &PlainMatrix,
    certify: Option<bool>,
    choices: &OverQ,
    output: &PlanOutput,
) -> Result<(), Failure> {
    let (need, exact) = (Need::new(LEAST_NEED), &choices.exact);
    let matrices = Matrices::new("rank", &argument.order, exact, Some(&need));
    let of = |matrix: &RationalMatrix| Ok(of_matrix(matrix, certify, choices, &Control::default())?.plan()?);
    let read = || matrices.argument("MATRIX", argument.matrix.as_ref());
    let of_line = |line: &Line| matrices.of_line(line, "matrix");
    plan((argument.batch.as_ref(), &RANKS), read, of_line, of, (&need, exact, output))
}

fn of_matrix<'a>(
    matrix: &'a RationalMatrix,
    certify: Option<bool>,
    choices: &OverQ,
    control: &Control,
) -> Result<Rank<'a, RationalMatrix>, Failure> {
    let rank = Rank::of_rational(matrix).options(choices.options(control)?);
    Ok(match certify {
        Some(certify) => rank.certify(certify),
        None => rank,
    })
}

/// `eliminant rank`.
pub fn rank(argument: &PlainMatrix, certify: Option<bool>, choices: &OverQ, output: &Output) -> Result<(), Failure> {
    let exact = &choices.exact;
    exact.check(output)?;
    let matrices = Matrices::new("rank", &argument.order, exact, None);
    let run = |matrix: &RationalMatrix, control: &Control| -> Result<RankAnswer, Failure> {
        Ok(of_matrix(matrix, certify, choices, control)?.run()?)
    };
    if let Some(file) = &argument.batch {
        let solve = |matrix: &RationalMatrix, control: &Control, _: Notation| {
            let answer = run(matrix, control)?;
            let OfRank { rank, rows, columns, certified, .. } = OfRank::new(&answer, None);
            let map = [
                ("rank", json!(rank)),
                ("rows", json!(rows)),
                ("columns", json!(columns)),
                ("certified", json!(certified)),
            ];
            Ok((map.map(|(key, value)| (key.to_owned(), value)).into_iter().collect(), answer.report.run.primes))
        };
        return batch::run(file, &RANKS, |line| matrices.of_line(line, "matrix"), solve, exact, output);
    }
    let read = || matrices.argument("MATRIX", argument.matrix.as_ref());
    let destination = Destination::for_several(output, "the answer is a number; take --format text or json")?;
    let answer = session(output, &destination, read, run)?;
    let report = &answer.report;
    match output.format {
        AnswerFormat::Json => {
            destination.json(&OfRank::new(&answer, output.report.then_some(report)))?;
        }
        _ => destination.text(answer.rank)?,
    }
    exact.end(&report.run);
    if output.report && output.format != AnswerFormat::Json {
        output::message(describe::rank_report(answer.rank, report));
    }
    if output.explain {
        output::message(explain::rank(answer.rank, report));
    }
    times(output, &describe::title(report), &report.run.stages, report.run.milliseconds)
}

/// A matrix and right sides, of which a list is a column.
type Equations = (RationalMatrix, RationalMatrix);

fn equations(matrix: RationalMatrix, right: RationalMatrix) -> Equations {
    let is_list = right.rows() == 1 && matrix.rows() != 1;
    (matrix, if is_list { right.transposed() } else { right })
}

impl Matrices<'_> {
    fn system(&self, argument: &SystemOfEquations) -> Result<Equations, Failure> {
        let texts = [("MATRIX", &argument.matrix), ("RIGHT", &argument.right)];
        one_standard_input(&texts.map(|(name, text)| (name, text.as_deref().unwrap_or(""))))?;
        let [matrix, right] = texts.map(|(name, text)| self.argument(name, text.as_ref()));
        Ok(equations(matrix?, right?))
    }

    fn system_of_line(&self, line: &Line) -> Result<Equations, Refusal> {
        Ok(equations(self.of_line(line, "matrix")?, self.of_line(line, "right")?))
    }
}

/// `eliminant plan solve-linear`.
pub fn plan_of_system(argument: &SystemOfEquations, choices: &OverQ, output: &PlanOutput) -> Result<(), Failure> {
    let (need, exact) = (Need::new(LEAST_NEED), &choices.exact);
    let matrices = Matrices::new("solve-linear", &argument.order, exact, Some(&need));
    let of = |(matrix, right): &Equations| {
        Ok(LinearSystem::of_rational(matrix, right).options(choices.options(&Control::default())?).plan()?)
    };
    let of_line = |line: &Line| matrices.system_of_line(line);
    plan((argument.batch.as_ref(), &SYSTEMS), || matrices.system(argument), of_line, of, (&need, exact, output))
}

/// `eliminant solve-linear`.
pub fn solve(argument: &SystemOfEquations, choices: &OverQ, output: &Output) -> Result<(), Failure> {
    let exact = &choices.exact;
    exact.check(output)?;
    let matrices = Matrices::new("solve-linear", &argument.order, exact, None);
    let run = |(matrix, right): &Equations, control: &Control| -> Result<LinearAnswer, Failure> {
        Ok(LinearSystem::of_rational(matrix, right).options(choices.options(control)?).run()?)
    };
    // Numerators and the denominator, where there is a solution.
    let shown = |answer: &LinearAnswer, notation: Notation| {
        let is_there = answer.solvability != Solvability::None;
        is_there.then(|| {
            let denominator = RationalPolynomial::from(answer.denominator.clone());
            let numerators = text(notation, &RationalMatrix::from(answer.numerators.clone()));
            [numerators, texts(&[denominator], notation).concat()]
        })
    };
    if let Some(file) = &argument.batch {
        let solve = |equations: &Equations, control: &Control, notation: Notation| {
            let answer = run(equations, control)?;
            let mut map =
                Map::from_iter([("solutions".into(), json!(answer.solvability)), ("free".into(), json!(answer.free))]);
            if let Some([numerators, denominator]) = shown(&answer, notation) {
                map.insert("numerators".into(), json!(numerators));
                map.insert("denominator".into(), json!(denominator));
            }
            Ok((map, answer.report.run.primes))
        };
        return batch::run(file, &SYSTEMS, |line| matrices.system_of_line(line), solve, exact, output);
    }
    let destination = Destination::for_several(output, "the answer is a matrix; take --format text or json")?;
    let answer = session(output, &destination, || matrices.system(argument), run)?;
    match output.format {
        AnswerFormat::Json => {
            let is_there = answer.solvability != Solvability::None;
            destination.json(&OfSystem {
                solutions: answer.solvability,
                numerators: is_there.then_some(&answer.numerators),
                denominator: is_there.then_some(&answer.denominator),
                free: &answer.free,
                report: output.report.then_some(&answer.report),
            })?;
        }
        _ => match shown(&answer, destination.notation()) {
            Some(lines) => {
                destination.warn_of(answer.numerators.vars());
                destination.lines(lines.iter())?;
            }
            None => destination.text("no solution")?,
        },
    }
    if !answer.free.is_empty() && output.format != AnswerFormat::Json {
        let numbers: Vec<String> = answer.free.iter().map(|j| (j + 1).to_string()).collect();
        let (unknowns, are) = if numbers.len() == 1 { ("unknown", "is") } else { ("unknowns", "are") };
        output::message(format!("{unknowns} {} {are} free, and 0 here", numbers.join(", ")));
    }
    let numerators = RationalMatrix::from(answer.numerators.clone());
    end(&answer.report, &largest(numerators.entries()), exact, output)
}
