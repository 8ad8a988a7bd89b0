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
use eliminant::{Arrangement, Control, CurveGraph, CurveVertex, EdgeEnd, Polynomial, VertexKind};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// The numerators of all arguments.
pub(super) fn read(argument: &CurvesArgument, choices: &RootsChoices) -> Result<Vec<Polynomial>, Failure> {
    let reading = Reading { vars: argument.vars.as_deref(), memory: choices.engine.memory_limit };
    let mut curves = Vec::new();
    for text in &argument.curves {
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
        let points: Vec<[Coordinate; 2]> =
            graph.vertices.iter().map(|v| [&v.x, &v.y].map(|x| Coordinate::new(x, digits))).collect();
        Ok((graph, points, stages(&[("curve", start), ("digits", found)], Instant::now())))
    };
    let (graph, points, stages) = session(output, &destination, || read(argument, choices), run)?;
    match output.format {
        AnswerFormat::Json => {
            let mut fields = to_json(&graph, digits);
            if output.report {
                let milliseconds: f64 = stages.iter().map(|stage| stage.milliseconds).sum();
                fields.insert("report".into(), json!({ "milliseconds": milliseconds }));
            }
            let vertices = graph.vertices.iter().zip(&points).map(|(vertex, point)| vertex_to_json(vertex, point));
            destination.json_with_list(&fields, "vertices", vertices)?;
        }
        _ => destination.lines(lines(&graph, &points, shown).into_iter())?,
    }
    tell(output, "curve", &stages)
}

/// What is special at a vertex, in a word.
fn word(kind: VertexKind) -> &'static str {
    match kind {
        VertexKind::Isolated => "isolated",
        VertexKind::VerticalTangent => "vertical tangent",
        VertexKind::Singular => "singular",
    }
}

/// Counts, then a line for each vertex and each edge.
fn lines(graph: &CurveGraph, points: &[[Coordinate; 2]], shown: &RootDigits) -> Vec<String> {
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
    for (index, (vertex, point)) in graph.vertices.iter().zip(points).enumerate() {
        let [first, second] = point.each_ref().map(|coordinate| coordinate.text(shown));
        let [left, right] = vertex.branches;
        let what = format!("{}{}, branches {left} + {right}", word(vertex.kind), on(&vertex.curves));
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

fn vertex_to_json(vertex: &CurveVertex, point: &[Coordinate; 2]) -> Value {
    json!({
        "point": point.each_ref().map(Coordinate::to_json),
        "kind": word(vertex.kind),
        "branches": vertex.branches,
        "curves": vertex.curves,
    })
}

fn end_to_json(end: &EdgeEnd) -> Value {
    match end {
        EdgeEnd::Vertex(vertex) => json!({ "vertex": vertex }),
        EdgeEnd::Left => json!({ "x": "-oo" }),
        EdgeEnd::Right => json!({ "x": "oo" }),
        EdgeEnd::Down(line) => json!({ "y": "-oo", "asymptote": line }),
        EdgeEnd::Up(line) => json!({ "y": "oo", "asymptote": line }),
    }
}

/// All but the vertices.
fn to_json(graph: &CurveGraph, digits: u32) -> Map<String, Value> {
    let edges =
        graph.edges.iter().map(|edge| json!({ "ends": edge.ends.each_ref().map(end_to_json), "curves": edge.curves }));
    let faces = graph.faces.iter().map(|face| {
        let signs: Vec<i32> = face.signs.iter().map(|&sign| sign as i32).collect();
        json!({ "point": face.point.each_ref().map(ToString::to_string), "signs": signs, "bounded": face.is_bounded })
    });
    let components = graph.components.iter().map(|component| {
        json!({
            "vertices": component.vertices,
            "edges": component.edges,
            "bounded": component.is_bounded,
            "oval": component.is_oval,
        })
    });
    let asymptotes = graph
        .asymptotes
        .iter()
        .map(|line| json!({ "x": Coordinate::new(&line.x, digits).to_json(), "part": line.is_part }));
    Map::from_iter([
        ("asymptotes".to_owned(), asymptotes.collect::<Value>()),
        ("components".to_owned(), components.collect()),
        ("edges".to_owned(), edges.collect()),
        ("faces".to_owned(), faces.collect()),
        ("variables".to_owned(), json!(graph.variables)),
    ])
}
