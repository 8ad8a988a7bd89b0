//! The topology of real curves.

use super::coordinate::{Coordinate, bits_of};
use super::input::Reading;
use super::output::{self, Destination};
use super::output_args::{AnswerFormat, Output};
use super::root_args::{CurvesArgument, RootDigits, RootsChoices, both};
use super::session::session;
use super::status::Failure;
use super::zeros::{stages, tell};
use eliminant::plural::count;
use eliminant::{Arrangement, Control, CurveGraph, EdgeEnd, Polynomial};
use serde_json::json;
use std::time::Instant;

/// The numerators of all arguments.
pub(super) fn read(
    texts: &[String],
    vars: Option<&[String]>,
    choices: &RootsChoices,
) -> Result<Vec<Polynomial>, Failure> {
    let reading = Reading { vars, memory: choices.engine.memory_limit };
    let mut curves = Vec::new();
    for text in texts {
        for f in reading.functions("F", text, None)? {
            if f.divisor().is_some() {
                output::message("note: a polynomial is divided: its curve is that of its numerator in lowest terms");
            }
            curves.push(f.into_numerator().into_parts().0);
        }
    }
    Ok(curves)
}

/// `eliminant curve`.
pub fn run(
    argument: &CurvesArgument,
    shown: &RootDigits,
    choices: &RootsChoices,
    output: &Output,
) -> Result<(), Failure> {
    let destination = Destination::new(output)?;
    let names = both(argument.vars.as_deref())?;
    let digits = shown.digits();
    let run = |curves: &Vec<Polynomial>, control: &Control| {
        let start = Instant::now();
        let all: Vec<&Polynomial> = curves.iter().collect();
        let arrangement = Arrangement::new(&all).run_options(choices.engine.options(control)).bits(bits_of(digits));
        let graph = names.map_or(arrangement.clone(), |(x, y)| arrangement.variables(x, y)).run()?;
        let found = Instant::now();
        // Digits are found here, where the search can be interrupted.
        let text = match output.format {
            AnswerFormat::Json => {
                let mut value = graph.to_json(digits);
                if output.report {
                    let milliseconds = (Instant::now() - start).as_secs_f64() * 1e3;
                    value["report"] = json!({ "milliseconds": milliseconds });
                }
                value.to_string()
            }
            _ => lines(&graph, shown).join("\n"),
        };
        Ok((text, stages(&[("curve", start), ("digits", found)], Instant::now())))
    };
    let (text, stages) =
        session(output, &destination, || read(&argument.curves, argument.vars.as_deref(), choices), run)?;
    destination.text(text)?;
    tell(output, "curve", &stages)
}

/// Counts, then a line for each vertex and each edge.
fn lines(graph: &CurveGraph, shown: &RootDigits) -> Vec<String> {
    let several = graph.faces.first().is_some_and(|face| face.signs.len() > 1);
    let on = |curves: &[usize]| match several {
        false => String::new(),
        true => format!(" on {}", curves.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
    };
    let unbounded = graph.components.iter().filter(|component| !component.is_bounded).count();
    let mut lines = vec![format!(
        "# {}: {}, {}, {unbounded} unbounded; {}",
        count(graph.components.len(), "component"),
        count(graph.ovals(), "oval"),
        count(graph.isolated_points(), "isolated point"),
        count(graph.faces.len(), "face"),
    )];
    let [x, y] = &graph.variables;
    for (index, vertex) in graph.vertices.iter().enumerate() {
        let point = [&vertex.x, &vertex.y].map(|x| Coordinate::new(x, shown.digits()));
        let [first, second] = point.each_ref().map(|coordinate| coordinate.text(shown));
        let [left, right] = vertex.branches;
        let what = format!("{}{}, branches {left} + {right}", vertex.kind.name(), on(&vertex.curves));
        lines.push(format!("vertex {index}: {x} = {first}, {y} = {second}  # {what}"));
        if shown.intervals {
            let [first, second] = point.each_ref().map(Coordinate::interval);
            lines.push(format!("  # {x} in {first}, {y} in {second}"));
        }
    }
    let at = |line: usize| format!("{x} = {}", Coordinate::new(&graph.asymptotes[line].x, shown.digits()).text(shown));
    let end = |end: &EdgeEnd| match end {
        EdgeEnd::Vertex(vertex) => format!("vertex {vertex}"),
        EdgeEnd::Left => format!("{x} -> -oo"),
        EdgeEnd::Right => format!("{x} -> oo"),
        EdgeEnd::Down(line) => format!("{y} -> -oo at {}", at(*line)),
        EdgeEnd::Up(line) => format!("{y} -> oo at {}", at(*line)),
    };
    for (index, edge) in graph.edges.iter().enumerate() {
        let [from, to] = edge.ends.each_ref().map(end);
        let comment = if several { format!("  #{}", on(&edge.curves)) } else { String::new() };
        lines.push(format!("edge {index}: {from}; {to}{comment}"));
    }
    lines
}
