//! All isolated zeros of a system.

use super::args::{AnswerFormat, Output};
use super::input::Reading;
use super::output::{self, Destination};
use super::session::session;
use super::status::{Failure, Status};
use super::system_args::SolveChoices;
use super::zeros::{point_to_json, point_to_text, stages, tell, vars};
use eliminant::floating::as_parts;
use eliminant::{Control, Solution, Solve, SolveAnswer, System};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// Seed of the second start, beside the first one.
const OTHER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Solves, writes the zeros, and says on standard error what they may lack.
pub fn run(argument: &str, choices: &SolveChoices, output: &Output) -> Result<(), Failure> {
    let destination = Destination::for_several(output, "choose text or json")?;
    let input = || Reading { vars: None, memory: choices.engine.memory_limit }.system("SYSTEM", argument);
    let run = |system: &System, control: &Control| {
        let start = Instant::now();
        let solve = |seed: Option<u64>| {
            let solve = Solve::new(system).run_options(choices.engine.options(control));
            seed.map_or(solve.clone(), |seed| solve.seed(seed)).run()
        };
        let answer = solve(choices.seed)?;
        let mut marks = vec![("solve", start)];
        let other = match choices.check {
            true => {
                marks.push(("solve again", Instant::now()));
                Some(solve(Some(choices.seed.unwrap_or(0) ^ OTHER))?)
            }
            false => None,
        };
        Ok((answer, other, system.variables().to_vec(), stages(&marks, Instant::now())))
    };
    let (answer, other, names, stages): (SolveAnswer, Option<SolveAnswer>, _, _) =
        session(output, &destination, input, run)?;
    match output.format {
        AnswerFormat::Json => {
            let whole = account(&answer, &names, output.report);
            destination.json_with_list(&whole, "solutions", answer.solutions.iter().map(|zero| json!(zero)))?;
        }
        _ => destination.lines(
            answer
                .solutions
                .iter()
                .map(|zero| format!("{}  # {}", point_to_text(&names, as_parts(&zero.point)), zero.description())),
        )?,
    }
    let mut remarks = remarks(&answer, &names);
    remarks.extend(other.iter().flat_map(|other| differences(&answer, other, &names)));
    if output.report && output.format != AnswerFormat::Json {
        output::message(table(&answer));
    }
    tell(output, "zeros", &stages)?;
    for remark in remarks.iter().filter(|remark| !remark.is_fault) {
        output::message(&remark.text);
    }
    let faults: Vec<&str> = remarks.iter().filter(|remark| remark.is_fault).map(|remark| &remark.text[..]).collect();
    match faults.is_empty() {
        true => Ok(()),
        false => Err(Failure { status: Status::Incomplete, message: faults.join("; ") }),
    }
}

/// Names, and what became of all paths.
fn account(answer: &SolveAnswer, names: &[String], report: bool) -> Map<String, Value> {
    let mut whole = vars(names);
    let not_isolated: Vec<Value> = answer
        .not_isolated
        .iter()
        .map(|(point, paths)| json!({ "point": point_to_json(as_parts(point)), "paths": paths }))
        .collect();
    whole.insert("paths".to_owned(), json!(answer.paths));
    whole.insert("not_isolated".to_owned(), json!(not_isolated));
    whole.insert("at_infinity".to_owned(), json!(answer.at_infinity));
    whole.insert("failed".to_owned(), json!(answer.failed));
    whole.insert("inconsistent".to_owned(), json!(answer.inconsistent));
    if report {
        let report = json!({
            "backend": answer.backend, "again": answer.again, "extended": answer.extended, "precise": answer.precise,
            "attempts": answer.attempts,
        });
        whole.insert("report".to_owned(), report);
    }
    whole
}

fn not_isolated(answer: &SolveAnswer) -> usize {
    answer.not_isolated.iter().map(|(_, paths)| paths).sum()
}

/// The numbers of paths by their ends, in lines.
fn table(answer: &SolveAnswer) -> String {
    let proved = answer.solutions.iter().filter(|zero| zero.is_certified()).count();
    let multiplicities: usize = answer.solutions.iter().map(|zero| zero.multiplicity).sum();
    format!(
        "paths          {}\nto zeros       {multiplicities}\nnot isolated   {}\nat infinity    {}\nfailed         {}\nzeros          {}, {proved} certified",
        answer.paths,
        not_isolated(answer),
        answer.at_infinity,
        answer.failed,
        answer.solutions.len(),
    )
}

/// A line on standard error.
struct Remark {
    text: String,
    is_fault: bool,
}

/// Remarks on curves of zeros, and on zeros that may be missing.
fn remarks(answer: &SolveAnswer, names: &[String]) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let mut say = |is_fault, text| remarks.push(Remark { text, is_fault });
    if answer.solutions.is_empty() && answer.is_complete() {
        say(false, "no isolated zeros were found".to_owned());
    }
    if let Some((point, _)) = answer.not_isolated.first() {
        let (paths, all) = (not_isolated(answer), answer.paths);
        let text = format!(
            "zeros are not isolated: {paths} of {all} paths end on a curve or surface of zeros, as at {}",
            point_to_text(names, as_parts(point))
        );
        say(false, text);
    }
    if answer.failed > 0 {
        let text =
            format!("the ends of {} of {} paths were not found; zeros may be missing", answer.failed, answer.paths);
        say(true, text);
    }
    if answer.inconsistent > 0 {
        let text = format!(
            "{} zeros have a multiplicity that their paths do not add up to; zeros may be missing",
            answer.inconsistent
        );
        say(true, text);
    }
    remarks
}

/// Zeros that only one of two starts found.
fn differences(answer: &SolveAnswer, other: &SolveAnswer, names: &[String]) -> Vec<Remark> {
    let missing = |of: &SolveAnswer, in_: &SolveAnswer, which: &str| {
        let of: Vec<&Solution> =
            of.solutions.iter().filter(|zero| !in_.solutions.iter().any(|x| x.is_same(zero))).collect();
        of.first().map(|zero| Remark {
            text: format!(
                "{} zeros were found from the {which} start only, as {}",
                of.len(),
                point_to_text(names, as_parts(&zero.point))
            ),
            is_fault: true,
        })
    };
    missing(answer, other, "first").into_iter().chain(missing(other, answer, "second")).collect()
}
