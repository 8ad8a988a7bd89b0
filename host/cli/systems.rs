//! Systems of polynomials at points.

use super::input::{Reading, one_standard_input};
use super::output::{self, Destination};
use super::output_args::{AnswerFormat, Output};
use super::session::{session, times};
use super::status::Failure;
use super::system_args::{EvalChoices, PrecisionName, SystemArgument};
use super::system_report::SystemReport;
use eliminant::Control;
use eliminant::floating::Precision;
use eliminant::system::{Compiled, Evaluator, Values, number_to_json, number_to_text, parse_points};
use serde_json::{Map, Value, json};

/// Refuses a system and points that are both standard input.
pub fn check(argument: &SystemArgument) -> Result<(), Failure> {
    one_standard_input(&[("SYSTEM", &argument.system), ("--points", &argument.points)])
}

/// The compiled system, and the points for its variables.
pub fn read_with_points<R: Precision>(
    argument: &SystemArgument,
    memory: Option<u64>,
) -> Result<(Compiled, Vec<[R; 2]>), Failure> {
    let reading = Reading { vars: None, memory };
    let system = reading.system("SYSTEM", &argument.system)?.compile()?;
    let (place, text) = reading.text("--points", &argument.points)?;
    let points = parse_points(&text, system.names()).map_err(|error| Failure::of_points(error, &place))?;
    Ok((system, points))
}

/// Values and Jacobians.
pub fn eval(argument: &SystemArgument, choices: &EvalChoices, output: &Output) -> Result<(), Failure> {
    match choices.precision {
        PrecisionName::D => eval_in::<[f64; 1]>(argument, choices, output),
        PrecisionName::Dd => eval_in::<[f64; 2]>(argument, choices, output),
        PrecisionName::Qd => eval_in::<[f64; 4]>(argument, choices, output),
    }
}

fn eval_in<R: Precision>(argument: &SystemArgument, choices: &EvalChoices, output: &Output) -> Result<(), Failure> {
    check(argument)?;
    let destination = Destination::new(output)?;
    let memory = choices.engine.memory_limit;
    let input = || read_with_points(argument, memory);
    let run = |(system, points): &(Compiled, Vec<[R; 2]>), control: &Control| {
        let mut evaluator =
            Evaluator::new(system).run_options(choices.engine.options(control)).method(choices.method.into());
        if !choices.jacobian {
            evaluator = evaluator.values_only();
        }
        Ok((evaluator.run(points)?, system.names().to_vec()))
    };
    let (found, names) = session(output, &destination, input, run)?;
    let run = &found.report;
    let report = SystemReport::new(run.backend, "points", ends(&found), run.milliseconds).on(run);
    match output.format {
        AnswerFormat::Json => {
            let mut whole = Map::from_iter([("vars".to_owned(), json!(names))]);
            if output.report {
                whole.insert("report".to_owned(), report.to_json());
            }
            destination.json_with_list(&whole, "points", as_json(&found))?;
        }
        _ => destination.lines(as_lines(&found, &names))?,
    }
    if output.report && output.format != AnswerFormat::Json {
        output::message(report.to_text());
    }
    times(output, "values and Jacobians", &run.stages, run.milliseconds)
}

/// Whether all numbers found at a point are finite, for each point.
fn ends<R: Precision>(found: &Values<R>) -> impl Iterator<Item = String> {
    let is_finite = |numbers: &[[R; 2]]| numbers.iter().flatten().all(|part| part.as_ref()[0].is_finite());
    let count = found.values.len() / found.polynomials.max(1);
    (0..count).map(move |i| {
        let finite = is_finite(found.values_at(i)) && (found.jacobians.is_empty() || is_finite(found.jacobian_at(i)));
        if finite { "finite" } else { "infinite" }.to_owned()
    })
}

/// Each point: its values, and the rows of the Jacobian where there is one.
fn as_json<R: Precision>(found: &Values<R>) -> impl Iterator<Item = Value> {
    let list = |numbers: &[[R; 2]]| numbers.iter().map(number_to_json).collect::<Vec<_>>();
    let count = found.values.len() / found.polynomials.max(1);
    (0..count).map(move |i| {
        let mut point = json!({ "values": list(found.values_at(i)) });
        if !found.jacobians.is_empty() {
            let rows = found.jacobian_at(i).chunks(found.variables).map(list);
            point["jacobian"] = rows.collect();
        }
        point
    })
}

/// A line for each value, and for each row of the Jacobian; an empty line between points.
fn as_lines<'a, R: Precision>(found: &'a Values<R>, names: &'a [String]) -> impl Iterator<Item = String> + 'a {
    let count = found.values.len() / found.polynomials.max(1);
    (0..count).flat_map(move |i| {
        let mut lines = Vec::new();
        if i > 0 {
            lines.push(String::new());
        }
        for (p, value) in found.values_at(i).iter().enumerate() {
            lines.push(format!("f{} = {}", p + 1, number_to_text(value)));
        }
        if !found.jacobians.is_empty() {
            for (p, row) in found.jacobian_at(i).chunks(found.variables).enumerate() {
                for (name, derivative) in names.iter().zip(row) {
                    lines.push(format!("df{}/d{name} = {}", p + 1, number_to_text(derivative)));
                }
            }
        }
        lines
    })
}
