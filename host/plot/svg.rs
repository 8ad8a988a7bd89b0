//! The picture as SVG.

use super::scale::marks;
use crate::curve::{CurveGraph, CurveVertex, VertexKind, Window};
use crate::shorten::shortened;
use std::fmt::Write;

/// Colours of curves that all people can tell apart (Okabe and Ito, 2008).
pub(super) const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// Pixels left of the picture, below, above and on the right.
pub(super) const BORDERS: [f64; 4] = [64.0, 36.0, 14.0, 14.0];

/// Text with the characters that XML keeps for itself replaced.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// What a special point is.
pub(super) fn kind_of(vertex: &CurveVertex) -> &'static str {
    match vertex.kind {
        VertexKind::Isolated => "isolated point",
        VertexKind::VerticalTangent => "vertical tangent",
        VertexKind::Singular if vertex.curves.len() > 1 => "crossing",
        VertexKind::Singular => "singular point",
    }
}

/// Exact coordinates where they are fractions, else 20 digits, and what is there.
pub(super) fn title(graph: &CurveGraph, vertex: &CurveVertex) -> String {
    let [x, y] = &graph.variables;
    format!("{x} = {}, {y} = {}: {}", vertex.x, vertex.y, kind_of(vertex))
}

/// The texts of the legend.
pub(super) fn labels(graph: &CurveGraph) -> Vec<String> {
    graph.polynomials.iter().map(|f| format!("{} = 0", shortened(&f.to_string()))).collect()
}

/// The place of the window in the picture.
struct Frame<'a> {
    window: &'a Window,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Frame<'_> {
    fn x(&self, x: f64) -> f64 {
        self.left + (x - self.window.x[0]) / (self.window.x[1] - self.window.x[0]) * self.width
    }

    fn y(&self, y: f64) -> f64 {
        self.top + (self.window.y[1] - y) / (self.window.y[1] - self.window.y[0]) * self.height
    }

    fn has(&self, [x, y]: [f64; 2]) -> bool {
        let inside = |at: f64, [low, high]: [f64; 2]| (low..=high).contains(&at);
        inside(x, self.window.x) && inside(y, self.window.y)
    }
}

/// The picture of polygons, one for each edge.
pub(super) fn draw(
    graph: &CurveGraph,
    window: &Window,
    [width, height]: [u32; 2],
    polygons: &[Vec<[f64; 2]>],
) -> String {
    let [left, below, top, right] = BORDERS;
    let [inner_width, inner_height] = [f64::from(width) - left - right, f64::from(height) - top - below];
    let frame = Frame { window, left, top, width: inner_width, height: inner_height };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <clipPath id=\"window\"><rect x=\"{left}\" y=\"{top}\" width=\"{inner_width}\" height=\"{inner_height}\"/></clipPath>\n"
    );
    axes(&mut out, graph, &frame);
    out.push_str("<g clip-path=\"url(#window)\" fill=\"none\" stroke-width=\"1.6\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
    for line in graph.asymptotes.iter().filter(|line| !line.is_part) {
        let x = frame.x(line.x.to_f64());
        let bottom = top + inner_height;
        let _ = writeln!(
            out,
            "<path class=\"asymptote\" stroke=\"#999\" stroke-width=\"1\" stroke-dasharray=\"4 4\" d=\"M{x:.2} {top}V{bottom}\"><title>{} = {}: vertical asymptote</title></path>",
            escaped(&graph.variables[0]),
            line.x
        );
    }
    for (edge, polygon) in graph.edges.iter().zip(polygons) {
        if polygon.is_empty() {
            continue;
        }
        let colour = edge.curves.first().map_or("#000", |&curve| COLOURS[curve % COLOURS.len()]);
        let mut path = String::new();
        for (index, &[x, y]) in polygon.iter().enumerate() {
            let _ = write!(path, "{}{:.2} {:.2}", if index == 0 { 'M' } else { 'L' }, frame.x(x), frame.y(y));
        }
        let _ = writeln!(out, "<path class=\"edge\" stroke=\"{colour}\" d=\"{path}\"/>");
    }
    out.push_str("</g>\n");
    for vertex in &graph.vertices {
        let at = [vertex.x.to_f64(), vertex.y.to_f64()];
        if !frame.has(at) {
            continue;
        }
        let colour = vertex.curves.first().map_or("#000", |&curve| COLOURS[curve % COLOURS.len()]);
        let (radius, fill) = match vertex.kind {
            VertexKind::VerticalTangent => (2.5, "#fff"),
            VertexKind::Singular | VertexKind::Isolated => (3.5, if vertex.curves.len() > 1 { "#000" } else { colour }),
        };
        let _ = writeln!(
            out,
            "<circle class=\"vertex\" cx=\"{:.2}\" cy=\"{:.2}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{colour}\"><title>{}</title></circle>",
            frame.x(at[0]),
            frame.y(at[1]),
            escaped(&title(graph, vertex))
        );
    }
    legend(&mut out, graph, &frame);
    out.push_str("</svg>\n");
    out
}

/// Grid, numbers and names.
fn axes(out: &mut String, graph: &CurveGraph, frame: &Frame<'_>) {
    let Frame { window, left, top, width, height } = *frame;
    let (right, bottom) = (left + width, top + height);
    let line = |value: f64| if value == 0.0 { "#888" } else { "#e4e4e4" };
    for (value, text) in marks(window.x, (width / 90.0) as usize) {
        let x = frame.x(value);
        let colour = line(value);
        let _ = writeln!(
            out,
            "<path stroke=\"{colour}\" d=\"M{x:.2} {top}V{bottom}\"/><text x=\"{x:.2}\" y=\"{}\" text-anchor=\"middle\">{text}</text>",
            bottom + 16.0
        );
    }
    for (value, text) in marks(window.y, (height / 60.0) as usize) {
        let y = frame.y(value);
        let colour = line(value);
        let _ = writeln!(
            out,
            "<path stroke=\"{colour}\" d=\"M{left} {y:.2}H{right}\"/><text x=\"{}\" y=\"{:.2}\" text-anchor=\"end\">{text}</text>",
            left - 6.0,
            y + 4.0
        );
    }
    let [x, y] = graph.variables.each_ref().map(|name| escaped(name));
    let _ = writeln!(
        out,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#444\"/>\n\
         <text x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"end\" font-style=\"italic\">{x}</text>\n\
         <text x=\"12\" y=\"{:.2}\" font-style=\"italic\">{y}</text>",
        right,
        bottom + 31.0,
        top + 12.0
    );
}

/// Which colour is whose, where there are several curves.
fn legend(out: &mut String, graph: &CurveGraph, frame: &Frame<'_>) {
    if graph.polynomials.len() < 2 {
        return;
    }
    let labels = labels(graph);
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let width = 40.0 + 6.6 * longest as f64;
    let (x, y) = (frame.left + frame.width - width - 8.0, frame.top + 8.0);
    let height = 18.0 * labels.len() as f64 + 8.0;
    let _ = writeln!(
        out,
        "<rect class=\"legend\" x=\"{x:.2}\" y=\"{y}\" width=\"{width:.2}\" height=\"{height}\" fill=\"#fff\" fill-opacity=\"0.85\" stroke=\"#bbb\"/>"
    );
    for (index, label) in labels.iter().enumerate() {
        let row = y + 18.0 * index as f64 + 16.0;
        let colour = COLOURS[index % COLOURS.len()];
        let _ = writeln!(
            out,
            "<path stroke=\"{colour}\" stroke-width=\"2\" d=\"M{:.2} {:.2}h18\"/><text x=\"{:.2}\" y=\"{row}\">{}</text>",
            x + 8.0,
            row - 4.0,
            x + 32.0,
            escaped(label)
        );
    }
}
