//! Ends of paths that are singular: Cauchy's integral around u = 0.
//!
//! Near u = 0 a path is a power series in u^(1/w) for a winding number w. Around a circle |u| = r it closes after w turns, and its mean over
//! them is x(0): the trapezoidal rule with M samples a turn has an error of the size (r / R)^M, R the distance of the next
//! singular u. A. P. Morgan, A. J. Sommese, C. W. Wampler, Computing singular solutions to nonlinear analytic systems, Numer. Math. 58 (1991);
//! A. J. Sommese, C. W. Wampler, 2005, section 10.3. Circles shrink to a quarter until two of them agree.

use super::track::{Effort, Paths, TrackStatus, Tracker};
use crate::control::Control;
use crate::engine::track::TrackEngine;
use crate::error::Result;
use std::f64::consts::TAU;

/// Samples of a turn.
const SAMPLES: usize = 8;

/// Most turns.
const TURNS: usize = 12;

/// Each radius is this part of the one before.
const SHRINK: f64 = 4.0;

/// Most radii: the last one is 6e-18.
const ROUNDS: usize = 28;

/// Rounds, as far as progress is concerned.
const EXPECTED: usize = 6;

/// The last ones have circles in any case.
const CIRCLES: usize = 3;

/// Exponents of u below this are those of a path that does not go to infinity.
const LEAST: f64 = 0.03;

/// Relative changes of exponents that have settled.
const STEADY: f64 = 0.04;

/// Below this part of the norm x_0 is 0.
const NOTHING: f64 = 1e-12;

/// As many exponents above twice the least one, up to the smallest circles, are those of a path to infinity that does not settle: for a
/// finite end of winding number w each is about 4^(-1/w) times the one before.
const FALLING: usize = 6;

/// No path is taken for one to infinity while x_0 is above this part of the norm: a finite end looks like one at infinity until x_0 is as
/// small as it will be. For an exponent of 1/7, as paths of cyclic-7 have, u is 1e-14 then.
const SMALL: f64 = 0.01;

/// Two circles agree: relative to the point.
const AGREE: f64 = 1e-8;

/// What is left when circles do not agree to that any more, and is still an answer.
const ENOUGH: f64 = 1e-5;

/// A path has closed: relative to the point.
const CLOSED: f64 = 1e-6;

/// Where a path ends.
#[derive(Debug, Clone)]
pub(super) enum Ending {
    /// x_0 is 0.
    Infinite,
    /// A point.
    Finite(End),
}

/// A point where a path ends.
#[derive(Debug, Clone)]
pub(super) struct End {
    pub(super) point: Vec<[f64; 2]>,
    /// w.
    pub(super) winding: usize,
    /// How far the last two circles are apart, relative to the point.
    pub(super) error: f64,
}

/// A path on its way to u = 0, and what is known of its end.
#[derive(Debug, Clone, Default)]
struct Near {
    /// |x_0| over the Euclidean norm, at each radius.
    sizes: Vec<f64>,
    /// By the circle before.
    end: Option<End>,
}

/// What a path's first coordinate says.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Course {
    /// It goes to 0.
    Infinite,
    /// It goes to another number.
    Finite,
    /// It does not tell yet.
    Open,
}

impl Near {
    /// x_0 is about a u^v. At infinity v is positive and what is measured settles there; else v is 0 and what is measured goes to
    /// 0 as u^(1/w) does.
    fn course(&self) -> Course {
        let size = self.sizes.last().copied().unwrap_or(1.0);
        if size < NOTHING {
            return Course::Infinite;
        }
        let exponents: Vec<f64> = self.sizes.windows(2).map(|w| (w[0] / w[1]).ln() / SHRINK.ln()).collect();
        let [.., a, b, c] = exponents[..] else { return Course::Open };
        let settled = (a - b).abs() < STEADY * c && (b - c).abs() < STEADY * c;
        let falling = exponents.len() > ROUNDS - CIRCLES
            && exponents[ROUNDS - CIRCLES - FALLING..].iter().all(|&v| v > 2.0 * LEAST);
        if size < SMALL && c > LEAST && settled || falling {
            Course::Infinite
        } else if c.abs() < LEAST && b.abs() < LEAST {
            Course::Finite
        } else {
            Course::Open
        }
    }
}

/// Where paths end that are at `radius`; `None` where it was not found.
///
/// First they go on towards 0, and those whose x_0 goes to 0 are done: winding numbers of ends at infinity can be large, and their points are of no
/// interest. The others go around circles as soon as x_0 settles, or on the smallest ones.
pub(super) fn ends<E: TrackEngine>(
    tracker: &mut Tracker<'_, E>,
    mut paths: Paths,
    mut radius: f64,
    care: f64,
    control: &Control,
) -> Result<Vec<Option<Ending>>> {
    let count = paths.states.len();
    let mut endings: Vec<Option<Ending>> = vec![None; count];
    let mut near = vec![Near::default(); count];
    let mut active: Vec<usize> = (0..count).collect();
    let effort = Effort { attempts: 300, least: 1e-3, care: 0.1 * care, ..Effort::default() };
    for round in 0..ROUNDS {
        for &i in &active {
            let point = paths.point(i);
            let square = |x: &[[f64; 1]; 2]| x[0][0] * x[0][0] + x[1][0] * x[1][0];
            let norm: f64 = point.iter().map(square).sum();
            near[i].sizes.push((square(&point[0]) / norm).sqrt());
        }
        let (mut circling, mut left) = (Vec::new(), Vec::new());
        for &i in &active {
            match near[i].course() {
                Course::Infinite => endings[i] = Some(Ending::Infinite),
                Course::Finite => circling.push(i),
                Course::Open if round + CIRCLES >= ROUNDS => circling.push(i),
                Course::Open => left.push(i),
            }
        }
        // Paths are fewer from round to round; how many rounds there will be is not known.
        let control = &control.next(1.0 / (ROUNDS - round).min(EXPECTED) as f64);
        let found = around(tracker, paths.some(&circling), radius, effort, &control.next(0.9))?;
        for (&i, found) in circling.iter().zip(found) {
            let before = near[i].end.take();
            let end = found.map(|end| {
                let same = before.as_ref().filter(|before| before.winding == end.winding);
                End { error: same.map_or(f64::INFINITY, |before| distance(&end.point, &before.point)), ..end }
            });
            // Circles that are too small for the precision are worse than the one before.
            near[i].end = match (before, end) {
                (Some(before), Some(end)) if before.error < ENOUGH && before.error < end.error => Some(before),
                (before, end) => end.or(before),
            };
            match &near[i].end {
                Some(end) if end.error < AGREE => endings[i] = Some(Ending::Finite(end.clone())),
                _ => left.push(i),
            }
        }
        if round + 1 < ROUNDS {
            radius /= SHRINK;
            let mut some = paths.some(&left);
            some.go_to([radius, 0.0]);
            some.states.iter_mut().for_each(|state| state.step = state.step.max(radius));
            tracker.advance(effort, &control.next(0.9), &mut some)?;
            paths.put(&left, &some);
            left.retain(|&i| paths.states[i].status == TrackStatus::End);
        }
        active = left;
        control.finish();
    }
    for (ending, near) in endings.iter_mut().zip(near) {
        let last = near.end.filter(|end| end.error < ENOUGH);
        *ending = ending.take().or(last.map(Ending::Finite));
    }
    Ok(endings)
}

/// The mean over turns around 0 until the path closes, and their number; nothing that it could be compared with yet.
fn around<E: TrackEngine>(
    tracker: &mut Tracker<'_, E>,
    start: Paths,
    radius: f64,
    effort: Effort,
    control: &Control,
) -> Result<Vec<Option<End>>> {
    let count = start.states.len();
    let mut found = vec![None; count];
    let mut sums = vec![vec![[0.0; 2]; start.n]; count];
    let mut current = start.clone();
    let mut open: Vec<usize> = (0..count).collect();
    for turn in 1..=TURNS {
        for j in 1..=SAMPLES {
            let mut some = current.some(&open);
            let angle = TAU * (j % SAMPLES) as f64 / SAMPLES as f64;
            some.go_to([radius * angle.cos(), radius * angle.sin()]);
            // The chord, unless it takes more than one step.
            some.states.iter_mut().for_each(|state| state.step = radius);
            tracker.advance(effort, &control.next(1.0 / (2 * SAMPLES) as f64), &mut some)?;
            current.put(&open, &some);
            open.retain(|&i| current.states[i].status == TrackStatus::End);
            for &i in &open {
                for (sum, x) in sums[i].iter_mut().zip(current.point(i)) {
                    *sum = [sum[0] + x[0][0], sum[1] + x[1][0]];
                }
            }
        }
        let point = |paths: &Paths, i: usize| paths.point(i).iter().map(|x| x.map(|[x]| x)).collect::<Vec<_>>();
        open.retain(|&i| {
            let closed = distance(&point(&current, i), &point(&start, i)) < CLOSED;
            if closed {
                let weight = 1.0 / (SAMPLES * turn) as f64;
                let point = sums[i].iter().map(|x| x.map(|x| x * weight)).collect();
                found[i] = Some(End { point, winding: turn, error: f64::INFINITY });
            }
            !closed
        });
        if open.is_empty() {
            break;
        }
    }
    Ok(found)
}

/// The norm of a - b over that of b.
fn distance(a: &[[f64; 2]], b: &[[f64; 2]]) -> f64 {
    let norm = b.iter().flatten().fold(f64::MIN_POSITIVE, |norm, x| norm.max(x.abs()));
    a.iter().flatten().zip(b.iter().flatten()).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs())) / norm
}
