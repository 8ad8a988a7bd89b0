//! What is shown unless something else is asked for.

use crate::control::Control;
use crate::curve::{CurveGraph, Window};
use crate::error::Result;

/// Parts of the extent that are added on either side: to bounded curves, and to those that go on.
const MARGINS: [f64; 2] = [0.12, 0.4];

/// Of curves that go on: a shorter side is made as long as the other one.
const FLATTEST: f64 = 0.02;

/// Scales whose quotient is at most this are made equal.
const NEAR_SCALES: f64 = 4.0;

/// A window with all vertices and bounded edges.
pub(super) fn of(graph: &CurveGraph, [width, height]: [u32; 2], control: &Control) -> Result<Window> {
    let extent = graph.extent(control)?;
    let range = |places: &Vec<f64>| {
        let (low, high) =
            places.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)));
        if low <= high { [low, high] } else { [0.0, 0.0] }
    };
    let ranges = extent.each_ref().map(range);
    let lengths = ranges.map(|[low, high]| high - low);
    // One point, or none, has no size: its distance from the origin, or 1, stands for it.
    let far = ranges.iter().flatten().fold(0.0, |far: f64, x| far.max(x.abs()));
    let size = if lengths[0].max(lengths[1]) > 0.0 { lengths[0].max(lengths[1]) } else { far.max(1.0) };
    // Curves that go on need not be as flat as their special points lie.
    let is_bounded = graph.components.iter().all(|component| component.is_bounded);
    let margin = MARGINS[usize::from(!is_bounded)];
    let [mut x, mut y] = [0, 1].map(|axis| {
        let [low, high] = ranges[axis];
        let flattest = if is_bounded { 1e-9 } else { FLATTEST };
        let length = if lengths[axis] > flattest * size { lengths[axis] } else { size };
        let half = length * (0.5 + margin);
        [(low + high) / 2.0 - half, (low + high) / 2.0 + half]
    });
    // Equal scales show circles as circles.
    let [across, up] = [(x[1] - x[0]) / f64::from(width), (y[1] - y[0]) / f64::from(height)];
    let widen = |range: &mut [f64; 2], factor: f64| {
        let (middle, half) = ((range[0] + range[1]) / 2.0, (range[1] - range[0]) / 2.0 * factor);
        *range = [middle - half, middle + half];
    };
    if across < up && up / across <= NEAR_SCALES {
        widen(&mut x, up / across);
    } else if up < across && across / up <= NEAR_SCALES {
        widen(&mut y, across / up);
    }
    Window::new(x, y)
}
