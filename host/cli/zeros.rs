//! Zeros of systems: Newton's method, and paths.

use super::input::{Reading, one_standard_input};
use super::output::{self, Destination};
use super::output_args::{AnswerFormat, Output};
use super::session::{session, times};
use super::status::Failure;
use super::system_args::{NewtonChoices, PrecisionName, SystemArgument, TrackArgument, TrackChoices};
use super::system_report::SystemReport;
use super::systems::{check, read_with_points};
use eliminant::floating::{Complex64, Precision, as_complex, as_parts};
use eliminant::plural::count;
use eliminant::system::{
    Compiled, Newton, NewtonAnswer, Track, TrackAnswer, number_to_json, number_to_text, parse_points,
};
use eliminant::{Control, StageTime};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// A coordinate for each name, as text.
pub(super) fn point_to_text<R: Precision>(names: &[String], point: &[[R; 2]]) -> String {
    let coordinates: Vec<String> =
        names.iter().zip(point).map(|(name, x)| format!("{name} = {}", number_to_text(x))).collect();
    coordinates.join(", ")
}

pub(super) fn point_to_json<R: Precision>(point: &[[R; 2]]) -> Value {
    point.iter().map(number_to_json).collect()
}

/// The field that names the variables.
pub(super) fn vars(names: &[String]) -> Map<String, Value> {
    Map::from_iter([("vars".to_owned(), json!(names))])
}

/// A status as it is written in JSON and in reports: `small_steps` for `SmallSteps`.
fn word(status: &impl std::fmt::Debug) -> String {
    let name = format!("{status:?}");
    let letters = name.char_indices().flat_map(|(i, c)| {
        let joint = (i > 0 && c.is_uppercase()).then_some('_');
        joint.into_iter().chain(c.to_lowercase())
    });
    letters.collect()
}

/// The times of what was done, one stage after the other.
pub(super) fn stages(marks: &[(&'static str, Instant)], end: Instant) -> Vec<StageTime> {
    let ends = marks.iter().skip(1).map(|mark| mark.1).chain([end]);
    let of = |(&(stage, start), end): (&(&'static str, Instant), Instant)| StageTime {
        stage,
        milliseconds: (end - start).as_secs_f64() * 1e3,
    };
    marks.iter().zip(ends).map(of).collect()
}

/// The table and the picture of these times, where asked for.
pub(super) fn tell(output: &Output, title: &str, stages: &[StageTime]) -> Result<(), Failure> {
    times(output, title, stages, sum(stages))
}

/// Milliseconds of all stages.
fn sum(stages: &[StageTime]) -> f64 {
    stages.iter().map(|stage| stage.milliseconds).sum()
}

/// The fields with the report, where it is asked for.
fn with_report(mut fields: Map<String, Value>, output: &Output, report: &SystemReport) -> Map<String, Value> {
    if output.report {
        fields.insert("report".to_owned(), report.to_json());
    }
    fields
}

/// Writes the report to standard error, where it is asked for and not in JSON.
fn say(output: &Output, report: &SystemReport) {
    if output.report && output.format != AnswerFormat::Json {
        output::message(report.to_text());
    }
}

/// Newton's method from given points.
pub fn newton(argument: &SystemArgument, choices: &NewtonChoices, output: &Output) -> Result<(), Failure> {
    match choices.precision {
        PrecisionName::D => newton_in::<[f64; 1]>(argument, choices, output),
        PrecisionName::Dd => newton_in::<[f64; 2]>(argument, choices, output),
        PrecisionName::Qd => newton_in::<[f64; 4]>(argument, choices, output),
    }
}

fn newton_in<R: Precision>(argument: &SystemArgument, choices: &NewtonChoices, output: &Output) -> Result<(), Failure> {
    check(argument)?;
    let destination = Destination::new(output)?;
    let input = || read_with_points(argument, choices.engine.memory_limit);
    let run = |(system, points): &(Compiled, Vec<[R; 2]>), control: &Control| {
        let mut newton =
            Newton::new(system).iterations(choices.iterations).run_options(choices.engine.options(control));
        if let Some(tolerance) = choices.tolerance {
            newton = newton.tolerance(tolerance);
        }
        let start = Instant::now();
        let answer = newton.run(points)?;
        Ok((answer, system.names().to_vec(), stages(&[("newton", start)], Instant::now())))
    };
    let (answer, names, stages) = session(output, &destination, input, run)?;
    let NewtonAnswer { points, reports, .. } = &answer;
    let each = || points.chunks(names.len().max(1)).zip(reports);
    let ends = reports.iter().map(|report| word(&report.status));
    let told = SystemReport::new(answer.backend, "points", ends, sum(&stages));
    match output.format {
        AnswerFormat::Json => {
            let of = |(point, report): (&[[R; 2]], &eliminant::system::NewtonReport)| {
                json!({
                    "point": point_to_json(point), "status": word(&report.status), "residual": report.residual,
                    "step": report.step, "iterations": report.iterations, "pivots": report.pivots,
                    "rank_warning": report.is_rank_deficient::<R>(),
                })
            };
            destination.json_with_list(&with_report(vars(&names), output, &told), "points", each().map(of))?;
        }
        _ => destination.lines(each().map(|(point, report)| {
            let warning = if report.is_rank_deficient::<R>() { "; the Jacobian is nearly singular" } else { "" };
            format!(
                "{}  # {} after {}, residual {:.1e}{warning}",
                point_to_text(&names, point),
                report.status,
                count(report.iterations, "step"),
                report.residual
            )
        }))?,
    }
    say(output, &told);
    tell(output, "Newton's method", &stages)
}

/// Doubles of an argument.
fn points_of(name: &str, argument: &str, names: &[String], memory: Option<u64>) -> Result<Vec<Complex64>, Failure> {
    let (place, text) = Reading { vars: None, memory }.text(name, argument)?;
    let points = parse_points(&text, names).map(|points| as_complex(&points).to_vec());
    points.map_err(|error| Failure::of_points(error, &place))
}

/// A task of tracking: system, zeros, parameters at the start, and at every end.
struct Tracked {
    system: Compiled,
    points: Vec<Complex64>,
    start: Vec<Complex64>,
    ends: Vec<Complex64>,
}

/// Zeros followed while parameters move.
pub fn track(argument: &TrackArgument, choices: &TrackChoices, output: &Output) -> Result<(), Failure> {
    let sources = [
        ("SYSTEM", &argument.system[..]),
        ("--points", &argument.points),
        ("--from", &argument.from),
        ("--to", &argument.to),
    ];
    one_standard_input(&sources)?;
    let destination = Destination::new(output)?;
    let memory = choices.engine.memory_limit;
    let input = || {
        let system =
            Reading { vars: None, memory }.system("SYSTEM", &argument.system)?.with_parameters(&argument.parameters)?;
        let (names, r) = (system.variables(), argument.parameters.len());
        let (variables, parameters) = names.split_at(names.len() - r);
        let points = points_of("--points", &argument.points, variables, memory)?;
        let start = points_of("--from", &argument.from, parameters, memory)?;
        if start.len() != r {
            return Err(Failure::usage("--from: give one value for each parameter"));
        }
        let ends = points_of("--to", &argument.to, parameters, memory)?;
        Ok(Tracked { system: system.compile()?, points, start, ends })
    };
    let r = argument.parameters.len().max(1);
    let run = |tracked: &Tracked, control: &Control| {
        let Tracked { system, points, start, ends } = tracked;
        let begin = Instant::now();
        let track = Track::new(system, start, ends).attempts(choices.attempts);
        let answer = track.run_options(choices.engine.options(control)).run(points)?;
        let stages = stages(&[("track", begin)], Instant::now());
        // Those of the variables: as many as polynomials, or there was an error.
        Ok((
            answer,
            system.names().iter().take(system.polynomials()).cloned().collect::<Vec<_>>(),
            ends.clone(),
            stages,
        ))
    };
    let (answer, names, ends, stages): (TrackAnswer, _, _, _) = session(output, &destination, input, run)?;
    let ends_of = answer.reports.iter().map(|report| word(&report.status));
    let told = SystemReport::new(answer.backend, "paths", ends_of, sum(&stages));
    let each: Vec<_> = answer.points.chunks(names.len().max(1)).zip(&answer.reports).collect();
    match output.format {
        AnswerFormat::Json => {
            let paths = each.len() / (ends.len() / r).max(1);
            let of_end = |(i, end): (usize, &[Complex64])| {
                let paths = each[i * paths..][..paths].iter().map(|(point, report)| {
                    json!({
                        "point": point_to_json(as_parts(point)), "status": word(&report.status), "t": report.t,
                        "attempts": report.attempts, "residual": report.residual, "extended": report.extended,
                        "rank_warning": report.is_rank_deficient(),
                    })
                });
                json!({ "parameters": point_to_json(as_parts(end)), "paths": paths.collect::<Vec<_>>() })
            };
            let whole = with_report(vars(&names), output, &told);
            destination.json_with_list(&whole, "ends", ends.chunks(r).enumerate().map(of_end))?;
        }
        _ => destination.lines(each.iter().map(|(point, report)| {
            format!("{}  # {} at t = {}", point_to_text(&names, as_parts(point)), report.status, report.t)
        }))?,
    }
    say(output, &told);
    tell(output, "paths", &stages)
}
