//! Edges as polygons that the eye cannot tell from them.

use super::graph::{CurveEdge, CurveGraph, EdgeEnd};
use super::specialize::Rows;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::poly::Polynomial;
use crate::roots::RealRoots;
use crate::run::options::RunOptions;
use rug::Rational;
use std::f64::consts::PI;

/// A polygon stays within this part of the window's sides from its edge.
const NEAR: f64 = 1.0 / 4000.0;

/// Halvings of a slab, at least and at most.
const HALVINGS: [u32; 2] = [4, 12];

/// Heights of a bounded edge that tell how high it is.
const PLACES: u32 = 16;

/// A rectangle of the plane, with sides of positive length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    /// The least and the largest x.
    pub x: [f64; 2],
    /// The least and the largest y.
    pub y: [f64; 2],
}

impl Window {
    /// A rectangle between finite numbers.
    ///
    /// # Errors
    /// `Argument` where a side is empty, or so short that its ends differ by less than 10^-12 of them.
    pub fn new(x: [f64; 2], y: [f64; 2]) -> Result<Self> {
        for [low, high] in [x, y] {
            let is_right = low.is_finite() && high.is_finite() && high - low > 1e-12 * low.abs().max(high.abs());
            if !is_right || !(high - low).is_finite() {
                let message = format!("has a side from {low} to {high}; the second number has to be larger");
                return Err(Error::argument("window", message));
            }
        }
        Ok(Window { x, y })
    }

    /// Lengths of both sides.
    pub(crate) fn sides(&self) -> [f64; 2] {
        [self.x[1] - self.x[0], self.y[1] - self.y[0]]
    }

    /// As far above and below the window as it is high, so that lines that leave it do not bend inside.
    fn clamped(&self, y: f64) -> f64 {
        let height = self.sides()[1];
        y.clamp(self.y[0] - height, self.y[1] + height)
    }
}

/// The heights of all arcs of a slab over some x.
type Heights = Vec<f64>;

impl CurveGraph {
    /// For each edge a polygon, with the ends at vertices exact up to rounding: between neighbouring points it is nearer to the edge than the eye sees in the window.
    /// Parts left and right of the window are left out, and y is cut off as far above and below it as it is high. An edge outside of the window has no points.
    ///
    /// # Errors
    /// `Cancelled`, and as [`RealRoots::run`].
    ///
    /// # Complexity
    /// The real roots of f(q, y) for some ten to some thousand q between two neighbouring vertices in the window.
    ///
    /// ```
    /// use eliminant::{Arrangement, Polynomial, Window};
    /// let f: Polynomial = "x^2 + y^2 - 1".parse()?;
    /// let graph = Arrangement::new(&[&f]).run()?;
    /// let polygons = graph.polygons(&Window::new([-2.0, 2.0], [-2.0, 2.0])?, &Default::default())?;
    /// assert!(polygons.iter().flatten().all(|[x, y]| (x * x + y * y - 1.0).abs() < 1e-9));
    /// assert_eq!((polygons[0][0], polygons[0].last()), ([-1.0, 0.0], Some(&[1.0, 0.0])));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn polygons(&self, window: &Window, control: &Control) -> Result<Vec<Vec<[f64; 2]>>> {
        self.polygons_near(window, 1.0, control)
    }

    /// [`CurveGraph::polygons`], as near to the edges as this part of the usual distance.
    pub(crate) fn polygons_near(&self, window: &Window, part: f64, control: &Control) -> Result<Vec<Vec<[f64; 2]>>> {
        let rows = Rows::new(&self.f, &self.variables)?;
        let whole = control.begin();
        let near = NEAR * part;
        let slab = |slab: usize| self.slab(slab, &rows, window, near, &whole);
        let slabs: Vec<Vec<(f64, Heights)>> =
            (0..self.samples.len()).into_par_iter().map(slab).collect::<Result<_>>()?;
        whole.finish();
        Ok(self.edges.iter().map(|edge| self.polygon(edge, &slabs, window)).collect())
    }

    /// Points over a slab inside of the window, from left to right.
    fn slab(
        &self,
        slab: usize,
        rows: &Rows,
        window: &Window,
        near: f64,
        control: &Control,
    ) -> Result<Vec<(f64, Heights)>> {
        // The ends of the outermost slabs are those of the window.
        let cut = |index: Option<usize>| index.and_then(|index| self.cuts.get(index)).copied();
        let left = cut(slab.checked_sub(1)).unwrap_or(f64::NEG_INFINITY).max(window.x[0]);
        let right = cut(Some(slab)).unwrap_or(f64::INFINITY).min(window.x[1]);
        if self.arcs[slab] == 0 || left >= right {
            return Ok(Vec::new());
        }
        let trace = Trace { graph: self, slab, rows, window, near, ends: [left, right], control };
        let (first, last) = (trace.at(0.0)?, trace.at(1.0)?);
        let mut points = Vec::new();
        points.extend(first.clone());
        trace.between((0.0, first), (1.0, last.clone()), 0, &mut points)?;
        points.extend(last);
        Ok(points)
    }

    /// The places of what has to be seen: vertices, vertical lines, and bounded edges; of curves without vertices, where they meet the axes.
    pub(crate) fn extent(&self, control: &Control) -> Result<[Vec<f64>; 2]> {
        let mut xs: Vec<f64> = self.vertices.iter().map(|vertex| vertex.x.to_f64()).collect();
        let mut ys: Vec<f64> = self.vertices.iter().map(|vertex| vertex.y.to_f64()).collect();
        xs.extend(self.asymptotes.iter().map(|line| line.x.to_f64()));
        let rows = Rows::new(&self.f, &self.variables)?;
        let is_bounded = |edge: &&CurveEdge| edge.ends.iter().all(|end| matches!(end, EdgeEnd::Vertex(_)));
        let mut bounded: Vec<[usize; 2]> = self.edges.iter().filter(is_bounded).flat_map(|e| e.arcs.clone()).collect();
        bounded.sort_unstable();
        let everywhere = Window { x: [f64::MIN, f64::MAX], y: [f64::MIN, f64::MAX] };
        for of_slab in bounded.chunk_by(|a, b| a[0] == b[0]) {
            let slab = of_slab[0][0];
            let ends = [self.cuts[slab - 1], self.cuts[slab]];
            let trace = Trace { graph: self, slab, rows: &rows, window: &everywhere, near: NEAR, ends, control };
            for step in 1..PLACES {
                let Some((_, heights)) = trace.at(f64::from(step) / f64::from(PLACES))? else { continue };
                ys.extend(of_slab.iter().map(|&[_, arc]| heights[arc]));
            }
        }
        if self.vertices.len() < 2 {
            for [var, other] in [[0, 1], [1, 0]] {
                let zero = Polynomial::zero::<String>(&[])?;
                let on_axis = self.f.substitute(&self.variables[other], &zero)?;
                if on_axis.is_zero() {
                    continue;
                }
                let roots = RealRoots::new(&on_axis).run()?;
                let places = roots.iter().map(|root| root.value.to_f64());
                if var == 0 { xs.extend(places) } else { ys.extend(places) }
            }
        }
        Ok([xs, ys].map(|all| all.into_iter().filter(|place| place.is_finite()).collect()))
    }

    /// The polygon of an edge.
    fn polygon(&self, edge: &CurveEdge, slabs: &[Vec<(f64, Heights)>], window: &Window) -> Vec<[f64; 2]> {
        let [from, to] = edge.ends;
        let mut points: Vec<[f64; 2]> = Vec::new();
        for &[slab, arc] in &edge.arcs {
            points.extend(slabs[slab].iter().map(|(x, heights)| [*x, window.clamped(heights[arc])]));
        }
        let end = |end: EdgeEnd| match end {
            EdgeEnd::Vertex(vertex) => Some([self.vertices[vertex].x.to_f64(), self.vertices[vertex].y.to_f64()]),
            EdgeEnd::Left | EdgeEnd::Right => None,
            EdgeEnd::Down(line) => Some([self.asymptotes[line].x.to_f64(), f64::NEG_INFINITY]),
            EdgeEnd::Up(line) => Some([self.asymptotes[line].x.to_f64(), f64::INFINITY]),
        };
        let inside = |[x, y]: &[f64; 2]| (window.x[0] <= *x && *x <= window.x[1]).then(|| [*x, window.clamped(*y)]);
        let [from, to] = [from, to].map(|of| end(of).as_ref().and_then(inside));
        from.into_iter().chain(points).chain(to).collect()
    }
}

/// Points of one slab. They are at x = left + (right - left) (1 - cos(pi s)) / 2 for s from 0 to 1, since slopes may be infinite at both ends.
struct Trace<'a> {
    graph: &'a CurveGraph,
    slab: usize,
    rows: &'a Rows,
    window: &'a Window,
    near: f64,
    ends: [f64; 2],
    control: &'a Control,
}

impl Trace<'_> {
    /// The heights over a place; `None` where it is a cut, or as near to it as doubles are to each other.
    fn at(&self, s: f64) -> Result<Option<(f64, Heights)>> {
        self.control.check()?;
        let [left, right] = self.ends;
        let x = left + (right - left) * (1.0 - (PI * s).cos()) / 2.0;
        let Some(q) = Rational::from_f64(x) else { return Ok(None) };
        let f = self.rows.at(&q).to_polynomial("y")?;
        let run = RunOptions { control: self.control.silent(), threads: None, ..RunOptions::default() };
        let roots = RealRoots::new(&f).run_options(run).run()?;
        // On a cut arcs meet or go to infinity.
        if roots.len() != self.graph.arcs[self.slab] || roots.iter().any(|root| root.multiplicity > 1) {
            return Ok(None);
        }
        Ok(Some((x, roots.iter().map(|root| root.value.to_f64()).collect())))
    }

    /// Points between two places, more where a chord is too far from the middle of an arc.
    fn between(
        &self,
        (s, first): (f64, Option<(f64, Heights)>),
        (t, last): (f64, Option<(f64, Heights)>),
        halvings: u32,
        points: &mut Vec<(f64, Heights)>,
    ) -> Result<()> {
        let middle = (s + t) / 2.0;
        let Some(found) = self.at(middle)? else { return Ok(()) };
        let [least, most] = HALVINGS;
        let is_done = halvings >= most
            || halvings >= least
                && match (&first, &last) {
                    (Some(first), Some(last)) => self.is_straight(first, &found, last),
                    _ => false,
                };
        if is_done {
            points.push(found);
            return Ok(());
        }
        self.between((s, first), (middle, Some(found.clone())), halvings + 1, points)?;
        points.push(found.clone());
        self.between((middle, Some(found)), (t, last), halvings + 1, points)
    }

    /// Whether all arcs in the window are near their chords.
    fn is_straight(&self, first: &(f64, Heights), middle: &(f64, Heights), last: &(f64, Heights)) -> bool {
        let [width, height] = self.window.sides();
        let [low, high] = self.window.y;
        (0..middle.1.len()).all(|arc| {
            let [a, b, c] = [first, middle, last].map(|(x, heights)| [x / width, heights[arc] / height]);
            let ends = [first.1[arc], middle.1[arc], last.1[arc]];
            let is_outside = ends.iter().all(|y| *y < low) || ends.iter().all(|y| *y > high);
            let chord = [c[0] - a[0], c[1] - a[1]];
            let length = chord[0].hypot(chord[1]);
            let distance = (chord[0] * (b[1] - a[1]) - chord[1] * (b[0] - a[0])).abs();
            is_outside || distance <= self.near * length
        })
    }
}
