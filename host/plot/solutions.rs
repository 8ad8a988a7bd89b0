//! The scene of the real solutions of a system, in two of their coordinates.

use super::scene::{Point, PointKind, Scene};
use crate::error::{Error, Result};
use crate::shorten::{shortened, shortened_list};
use crate::system::{Solution, SolveAnswer};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The numbers of the unknowns of both axes.
///
/// # Errors
/// `Argument` for a name that is no unknown, for two equal ones, and for one unknown.
pub(super) fn axes(unknowns: &[String], names: Option<[&str; 2]>) -> Result<[usize; 2]> {
    if unknowns.len() < 2 {
        let message = format!("are two unknowns, and the system has one: {}", shortened_list(unknowns));
        return Err(Error::argument("axes", message));
    }
    let Some(names) = names else { return Ok([0, 1]) };
    let [x, y] = names.map(|name| {
        let place = unknowns.iter().position(|unknown| unknown == name);
        let message = || format!("{} is no unknown; unknowns are {}", shortened(name), shortened_list(unknowns));
        place.ok_or_else(|| Error::argument("axes", message()))
    });
    match (x?, y?) {
        (x, y) if x == y => {
            let message = format!("are {0} and {0}; two different unknowns are wanted", shortened(names[0]));
            Err(Error::argument("axes", message))
        }
        (x, y) => Ok([x, y]),
    }
}

/// The solutions that are shown.
fn shown(answer: &SolveAnswer) -> impl Iterator<Item = &Solution> {
    answer.solutions.iter().filter(|zero| zero.may_be_real())
}

fn place(zero: &Solution, axes: [usize; 2]) -> [f64; 2] {
    axes.map(|axis| zero.point[axis].re)
}

/// The real parts of both coordinates of each solution that is shown.
pub(super) fn places(answer: &SolveAnswer, axes: [usize; 2]) -> Vec<[f64; 2]> {
    shown(answer).map(|zero| place(zero, axes)).collect()
}

/// A point for each solution that is real or may be. Those of a kind that agree in both coordinates to twelve digits share a point, whose title has a line for each of them,
/// and whose multiplicity is the largest one.
pub(super) fn scene(answer: &SolveAnswer, axes: [usize; 2]) -> Scene {
    let mut points: Vec<Point> = Vec::new();
    let mut known: HashMap<(PointKind, [String; 2]), usize> = HashMap::new();
    for zero in shown(answer) {
        let (at, is_real) = (place(zero, axes), zero.is_real());
        let kind = if is_real { PointKind::RealSolution } else { PointKind::DoubtfulSolution };
        let doubt = if is_real { "" } else { "; may be real" };
        let title = format!("{}: {}{doubt}", zero.coordinates(&answer.variables), zero.description());
        // The sum makes -0 and 0 the same.
        match known.entry((kind, at.map(|x| format!("{:.11e}", x + 0.0)))) {
            Entry::Occupied(entry) => {
                let point = &mut points[*entry.get()];
                point.title = format!("{}\n{title}", point.title);
                point.multiplicity = point.multiplicity.max(zero.multiplicity);
            }
            Entry::Vacant(entry) => {
                entry.insert(points.len());
                points.push(Point { at, kind, curves: Vec::new(), multiplicity: zero.multiplicity, title });
            }
        }
    }
    Scene {
        names: axes.map(|axis| answer.variables[axis].clone()),
        curves: Vec::new(),
        lines: Vec::new(),
        asymptotes: Vec::new(),
        points,
    }
}
