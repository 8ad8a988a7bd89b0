//! Ends of paths that are singular: Cauchy's integral around t = 1.
//!
//! Near t = 1 a path is a power series in (1 - t)^(1/w) for a winding number w. Around a circle |1 - t| = r it closes after w turns, and
//! its mean over them is x(1): the trapezoidal rule with M samples a turn has an error of the size (r / R)^M, R the distance of the next
//! singular t. A. P. Morgan, A. J. Sommese, C. W. Wampler, Computing singular solutions to nonlinear analytic systems, Numer. Math. 58 (1991);
//! A. J. Sommese, C. W. Wampler, 2005, section 10.3. Circles shrink to a quarter until two of them agree.

use super::track::{Effort, Paths, TrackStatus, Tracker};
use crate::engine::track::TrackEngine;
use crate::error::Result;
use std::f64::consts::TAU;

/// Samples of a turn.
const SAMPLES: usize = 8;

/// Most turns.
const TURNS: usize = 12;

/// Most circles.
const CIRCLES: usize = 10;

/// Two circles agree: relative to the point.
const AGREE: f64 = 1e-8;

/// What is left when circles do not agree to that any more, and is still an answer.
const ENOUGH: f64 = 1e-5;

/// A path has closed: relative to the point.
const CLOSED: f64 = 1e-6;

/// Where a path ends.
#[derive(Debug, Clone)]
pub(super) struct End {
    pub(super) point: Vec<[f64; 2]>,
    /// w.
    pub(super) winding: usize,
    /// How far the last two circles are apart, relative to the point.
    pub(super) error: f64,
}

/// Ends of paths that are at 1 - `radius`; `None` where circles do not close or do not agree.
pub(super) fn cauchy<E: TrackEngine>(
    tracker: &mut Tracker<E>,
    mut paths: Paths,
    mut radius: f64,
    care: f64,
) -> Result<Vec<Option<End>>> {
    let mut ends: Vec<Option<End>> = vec![None; paths.states.len()];
    let mut active: Vec<usize> = (0..ends.len()).collect();
    let effort = Effort { attempts: 50, least: 1e-3, care: 0.1 * care, ..Effort::default() };
    for circle in 0..CIRCLES {
        if active.is_empty() {
            break;
        }
        let found = around(tracker, paths.some(&active), radius, effort)?;
        let mut left = Vec::new();
        for (&i, found) in active.iter().zip(found) {
            let Some((point, winding)) = found else {
                left.push(i);
                continue;
            };
            let error = match &ends[i] {
                Some(before) if before.winding == winding => distance(&point, &before.point),
                _ => f64::INFINITY,
            };
            // Circles that get worse are too small for the precision.
            let worse = ends[i].as_ref().is_some_and(|before| before.error < ENOUGH && before.error < error);
            if !worse {
                ends[i] = Some(End { point, winding, error });
                if error > AGREE {
                    left.push(i);
                }
            }
        }
        if circle + 1 < CIRCLES {
            radius /= 4.0;
            let mut some = paths.some(&left);
            some.go_to([1.0 - radius, 0.0]);
            tracker.advance(Effort { attempts: 100, ..effort }, &mut some)?;
            paths.put(&left, &some);
            left.retain(|&i| paths.states[i].status == TrackStatus::End);
        }
        active = left;
    }
    Ok(ends.into_iter().map(|end| end.filter(|end| end.error < ENOUGH)).collect())
}

/// The mean over turns around 1 until the path closes, and their number.
fn around<E: TrackEngine>(
    tracker: &mut Tracker<E>,
    start: Paths,
    radius: f64,
    effort: Effort,
) -> Result<Vec<Option<(Vec<[f64; 2]>, usize)>>> {
    let count = start.states.len();
    let mut found = vec![None; count];
    let mut sums = vec![vec![[0.0; 2]; start.n]; count];
    let mut current = start.clone();
    let mut open: Vec<usize> = (0..count).collect();
    for turn in 1..=TURNS {
        for j in 1..=SAMPLES {
            let mut some = current.some(&open);
            let angle = TAU * (j % SAMPLES) as f64 / SAMPLES as f64;
            some.go_to([1.0 - radius * angle.cos(), -radius * angle.sin()]);
            // The chord, unless it takes more than one step.
            some.states.iter_mut().for_each(|state| state.step = radius);
            tracker.advance(effort, &mut some)?;
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
                found[i] = Some((sums[i].iter().map(|x| x.map(|x| x * weight)).collect(), turn));
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
pub(super) fn distance(a: &[[f64; 2]], b: &[[f64; 2]]) -> f64 {
    let norm = b.iter().flatten().fold(f64::MIN_POSITIVE, |norm, x| norm.max(x.abs()));
    a.iter().flatten().zip(b.iter().flatten()).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs())) / norm
}
