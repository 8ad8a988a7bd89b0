//! The picture as a page that can be moved and enlarged.

use super::svg::{COLOURS, kind_of, labels, title};
use crate::control::Control;
use crate::curve::{CurveGraph, Window};
use crate::error::Result;
use serde_json::json;

/// The page, with a place for the data.
const PAGE: &str = include_str!("page.html");

/// So many pixels of the polygons are one of the window at first: enlarged as much, they are as exact as the picture.
const FINER: f64 = 8.0;

pub(super) fn write(graph: &CurveGraph, window: &Window, size: [u32; 2], control: &Control) -> Result<String> {
    // Around the window is as much again on each side, for moving.
    let [width, height] = window.sides();
    let wide = |[low, high]: [f64; 2], side: f64| [low - side, high + side];
    let around = Window::new(wide(window.x, width), wide(window.y, height))?;
    let polygons = graph.polygons_near(&around, 1.0 / FINER, control)?;
    let edges =
        graph.edges.iter().zip(&polygons).map(|(edge, points)| json!({ "curves": edge.curves, "points": points }));
    let vertices = graph.vertices.iter().map(|vertex| {
        json!({
            "at": [vertex.x.to_f64(), vertex.y.to_f64()],
            "kind": kind_of(vertex),
            "curves": vertex.curves,
            "title": title(graph, vertex),
        })
    });
    let asymptotes = graph.asymptotes.iter().filter(|line| !line.is_part);
    let data = json!({
        "variables": graph.variables,
        "window": [window.x, window.y],
        "size": size,
        "colours": COLOURS,
        "curves": labels(graph),
        "edges": edges.collect::<Vec<_>>(),
        "vertices": vertices.collect::<Vec<_>>(),
        "asymptotes": asymptotes.map(|line| line.x.to_f64()).collect::<Vec<_>>(),
    });
    // The text of a script ends where it has `</`, in strings too.
    let data = data.to_string().replace("</", "<\\/");
    Ok(PAGE.replace("/*DATA*/null", &data))
}
