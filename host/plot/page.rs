//! A scene as a page that can be moved and enlarged.

use super::scene::{COLOURS, Scene};
use crate::curve::Window;
use crate::error::Result;
use serde_json::json;

/// The page, with a place for the data.
const PAGE: &str = include_str!("page.html");

/// The distance of lines from curves as a part of that in a picture: enlarged eight times, lines are as exact as there.
pub(super) const PART: f64 = 1.0 / 8.0;

/// The window with as much again on each side, for moving.
///
/// # Errors
/// As [`Window::new`].
pub(super) fn around(window: &Window) -> Result<Window> {
    let [width, height] = window.sides();
    let wide = |[low, high]: [f64; 2], side: f64| [low - side, high + side];
    Window::new(wide(window.x, width), wide(window.y, height))
}

/// The page of a scene that has all of a window and of the places around it.
pub(super) fn write(scene: &Scene, window: &Window, size: [u32; 2]) -> String {
    let edges = scene.lines.iter().map(|line| json!({ "curves": line.curves, "points": line.points }));
    let vertices = scene.points.iter().map(|point| {
        json!({
            "at": point.at,
            "kind": point.kind.name(),
            "curves": point.curves,
            "multiplicity": point.multiplicity,
            "mark": point.mark(),
            "title": point.title,
        })
    });
    // The colour of a kind is that of its marks where these do not depend on curves.
    let kinds = scene.kinds().into_iter().map(|kind| {
        let tint = kind.is_in_legend().then(|| kind.mark(&[]).stroke);
        json!({ "name": kind.name(), "plural": kind.plural(), "tint": tint })
    });
    let data = json!({
        "variables": scene.names,
        "window": [window.x, window.y],
        "size": size,
        "colours": COLOURS,
        "curves": scene.curves,
        "kinds": kinds.collect::<Vec<_>>(),
        "edges": edges.collect::<Vec<_>>(),
        "vertices": vertices.collect::<Vec<_>>(),
        "asymptotes": scene.asymptotes.iter().map(|line| line.0).collect::<Vec<_>>(),
    });
    // The text of a script ends where it has `</`, in strings too.
    let data = data.to_string().replace("</", "<\\/");
    PAGE.replace("/*DATA*/null", &data)
}
