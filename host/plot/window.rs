//! The window of a picture for which none is set.

use crate::control::Control;
use crate::curve::{CurveGraph, Window};
use crate::error::{Error, Result};

/// Parts of the extent that are added on either side: to bounded curves and points, and to curves that go on.
const MARGINS: [f64; 2] = [0.12, 0.4];

/// Of curves that go on: a shorter side is made as long as the other one.
const FLATTEST: f64 = 0.02;

/// Of bounded curves and of points: the same.
const FLATTEST_BOUNDED: f64 = 1e-9;

/// The shortest side as a part of the coordinates, for which doubles have digits.
const SHORTEST: f64 = 1e-10;

/// Scales whose quotient is at most this are made equal.
const NEAR_SCALES: f64 = 4.0;

/// The largest and the least coordinates that are shown, and how much more is.
struct Extent {
    ranges: [[f64; 2]; 2],
    flattest: f64,
    margin: f64,
    near_scales: f64,
}

/// A window with all vertices and bounded edges.
///
/// # Errors
/// As [`CurveGraph::polygons`].
pub(super) fn of_curves(graph: &CurveGraph, area: [f64; 2], control: &Control) -> Result<Window> {
    let ranges = graph.extent(control)?.map(|places| range(places.into_iter()));
    // Curves that go on need not be as flat as their special points lie.
    let is_bounded = graph.components.iter().all(|component| component.is_bounded);
    let flattest = if is_bounded { FLATTEST_BOUNDED } else { FLATTEST };
    Extent { ranges, flattest, margin: MARGINS[usize::from(!is_bounded)], near_scales: NEAR_SCALES }.window(area)
}

/// A window with all points, around the origin where there are none; with equal scales, or with equal ones only where they are nearly equal.
///
/// # Errors
/// `Argument` if a coordinate is beyond the range of doubles.
pub(super) fn of_points(points: &[[f64; 2]], area: [f64; 2], is_equal: bool) -> Result<Window> {
    if points.iter().flatten().any(|x| !x.is_finite()) {
        return Err(Error::argument("window", "is needed: a point has a coordinate beyond the range of doubles"));
    }
    let ranges = [0, 1].map(|axis| range(points.iter().map(|point| point[axis])));
    let near_scales = if is_equal { f64::INFINITY } else { NEAR_SCALES };
    Extent { ranges, flattest: FLATTEST_BOUNDED, margin: MARGINS[0], near_scales }.window(area)
}

/// The least and the largest number; 0 where there are none.
fn range(places: impl Iterator<Item = f64>) -> [f64; 2] {
    let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    if low <= high { [low, high] } else { [0.0, 0.0] }
}

impl Extent {
    /// The window in an area of so many pixels.
    fn window(&self, [width, height]: [f64; 2]) -> Result<Window> {
        let lengths = self.ranges.map(|[low, high]| high - low);
        // One point, or none, has no size: its distance from the origin, or 1, stands for it.
        let far = self.ranges.iter().flatten().fold(0.0, |far: f64, x| far.max(x.abs()));
        let size = match lengths[0].max(lengths[1]) {
            0.0 => far.max(1.0),
            longest => longest.max(SHORTEST * far),
        };
        let [mut x, mut y] = [0, 1].map(|axis| {
            let [low, high] = self.ranges[axis];
            let length = if lengths[axis] > self.flattest * size { lengths[axis] } else { size };
            let half = length.max(SHORTEST * far) * (0.5 + self.margin);
            [(low + high) / 2.0 - half, (low + high) / 2.0 + half]
        });
        // Equal scales show circles as circles.
        let [across, up] = [(x[1] - x[0]) / width, (y[1] - y[0]) / height];
        let widen = |range: &mut [f64; 2], factor: f64| {
            let (middle, half) = ((range[0] + range[1]) / 2.0, (range[1] - range[0]) / 2.0 * factor);
            *range = [middle - half, middle + half];
        };
        if across < up && up / across <= self.near_scales {
            widen(&mut x, up / across);
        } else if up < across && across / up <= self.near_scales {
            widen(&mut y, across / up);
        }
        Window::new(x, y)
    }
}
