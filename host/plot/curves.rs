//! The scene of real curves.

use super::scene::{Line, Point, PointKind, Scene};
use crate::control::Control;
use crate::curve::{CurveGraph, CurveVertex, VertexKind, Window};
use crate::error::{Error, Result};
use crate::plural::count;
use crate::poly::Polynomial;
use crate::shorten::shortened;

fn kind_of(vertex: &CurveVertex) -> PointKind {
    match vertex.kind {
        VertexKind::Isolated => PointKind::Isolated,
        VertexKind::VerticalTangent => PointKind::VerticalTangent,
        VertexKind::Singular if vertex.curves.len() > 1 => PointKind::Crossing,
        VertexKind::Singular => PointKind::Singular,
    }
}

/// y - f(x) and y.
///
/// # Errors
/// `Argument` where not exactly one variable occurs.
pub(super) fn graph_of(f: &Polynomial) -> Result<[Polynomial; 2]> {
    let occurring: Vec<&str> = f.occurring().collect();
    let [x] = occurring[..] else {
        let message = format!("has {}; the graph is that of a polynomial in one", count(occurring.len(), "variable"));
        return Err(Error::argument("f", message));
    };
    let y = if x == "y" { "z" } else { "y" };
    let names = [x.to_owned(), y.to_owned()];
    let axis = Polynomial::variable(&names, y)?;
    Ok([&axis - &f.with_vars(&names)?, axis])
}

/// All vertices, and the parts of edges in and near the window. Titles are exact coordinates where they are fractions, else 20 digits, and the kind.
///
/// # Errors
/// As [`CurveGraph::polygons`].
pub(super) fn scene(graph: &CurveGraph, window: &Window, part: f64, control: &Control) -> Result<Scene> {
    let [x, y] = &graph.variables;
    let polygons = graph.polygons_near(window, part, control)?;
    let lines = graph.edges.iter().zip(polygons).map(|(edge, points)| Line { curves: edge.curves.clone(), points });
    let point = |vertex: &CurveVertex| {
        let kind = kind_of(vertex);
        Point {
            at: [vertex.x.to_f64(), vertex.y.to_f64()],
            kind,
            curves: vertex.curves.clone(),
            multiplicity: 1,
            title: format!("{x} = {}, {y} = {}: {}", vertex.x, vertex.y, kind.name()),
        }
    };
    let asymptotes = graph.asymptotes.iter().filter(|line| !line.is_part);
    Ok(Scene {
        names: graph.variables.clone(),
        curves: graph.polynomials.iter().map(|f| format!("{} = 0", shortened(&f.to_string()))).collect(),
        lines: lines.collect(),
        asymptotes: asymptotes.map(|line| (line.x.to_f64(), format!("{x} = {}: vertical asymptote", line.x))).collect(),
        points: graph.vertices.iter().map(point).collect(),
    })
}
