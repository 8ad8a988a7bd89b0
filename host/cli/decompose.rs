//! All zeros of a system: its components.

use super::describe::lines;
use super::input::Reading;
use super::output::{self, Destination};
use super::output_args::{AnswerFormat, Output};
use super::session::session;
use super::status::{Failure, Status};
use super::system_args::PathChoices;
use super::zeros::{stages, tell};
use eliminant::plural::count;
use eliminant::system::{Decompose, DecomposeAnswer};
use eliminant::{Control, System};
use serde_json::{Value, json};
use std::time::Instant;

/// Writes the components, and says on standard error what they may lack.
pub fn run(system: &str, choices: &PathChoices, output: &Output) -> Result<(), Failure> {
    let destination = Destination::new(output)?;
    let input = || Reading { vars: None, memory: choices.engine.memory_limit }.system("SYSTEM", system);
    let run = |system: &System, control: &Control| {
        let start = Instant::now();
        let decompose = Decompose::new(system).run_options(choices.engine.options(control)).start(choices.start.into());
        let answer = choices.seed.map_or(decompose.clone(), |seed| decompose.seed(seed)).run()?;
        Ok((answer, stages(&[("decompose", start)], Instant::now())))
    };
    let (answer, stages) = session(output, &destination, input, run)?;
    match output.format {
        AnswerFormat::Json => {
            let mut whole = json!(answer);
            if output.report {
                whole["report"] = report(&answer);
            }
            destination.json(&whole)?;
        }
        _ => destination.lines(answer.to_string().lines().map(str::to_owned))?,
    }
    if output.report && output.format != AnswerFormat::Json {
        output::message(table(&answer));
    }
    tell(output, "components", &stages)?;
    if answer.dimension().is_none() && answer.is_complete() {
        output::message("no zeros were found");
    }
    if answer.components.iter().any(|component| !component.is_irreducible) {
        output::message("components that are not split may be several of lower degree");
    }
    let faults = faults(&answer);
    match faults.is_empty() {
        true => Ok(()),
        false => Err(Failure { status: Status::Incomplete, message: faults, lacks_memory: false }),
    }
}

/// The key `report`.
fn report(answer: &DecomposeAnswer) -> Value {
    json!({ "dimension": answer.dimension(), "paths": answer.paths })
}

/// Counts, in lines.
fn table(answer: &DecomposeAnswer) -> String {
    lines(&[
        ("dimension", answer.dimension().map_or_else(|| "none".to_owned(), |dimension| dimension.to_string())),
        ("components", answer.components.len().to_string()),
        ("isolated zeros", answer.isolated.solutions.len().to_string()),
        ("paths", answer.paths.to_string()),
        ("failed", answer.failed.to_string()),
    ])
}

/// What may be missing.
fn faults(answer: &DecomposeAnswer) -> String {
    let paths = (answer.failed > 0)
        .then(|| format!("the ends of {} of {} were not found", answer.failed, count(answer.paths, "path")));
    let points = (answer.inconsistent > 0).then(|| {
        let points = count(answer.inconsistent, "point");
        format!("the paths to {points} do not add up to a multiplicity")
    });
    let all: Vec<String> = paths.into_iter().chain(points).collect();
    if all.is_empty() { String::new() } else { format!("{}; zeros may be missing", all.join("; ")) }
}
