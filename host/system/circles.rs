//! Circles around u = 0 in doubles or double-doubles, all paths at the same time.
//!
//! Near u = 0 a path is a power series in u^(1/w): after w turns it is where it began, and samples of these turns are those of the series
//! ([`super::precise`], which goes on from them). A path that closes after w turns passes w - 1 others on its way, one at the end of each turn: all of them end in
//! the same point.

use super::track::{Effort, Paths, Tracker};
use crate::control::Control;
use crate::engine::status::TrackStatus;
use crate::error::Result;
use crate::poly::size::block;
use std::f64::consts::TAU;

/// Samples of a turn.
pub(super) const SAMPLES: usize = 8;

/// Most turns.
const TURNS: usize = 12;

/// A path has closed if the distance is below that part of the largest coordinate, and below that part of its way.
const CLOSED: (f64, f64) = (1e-8, 1e-3);

/// The last coefficients of the series over the first ones, at most.
const SHARP: f64 = 1e-8;

/// x_0 is 0 if it is below that part of what it is on the circle, or below that part of the largest coordinate.
const ZERO: (f64, f64) = (1e-5, 1e-12);

/// How careful steps are: the last corrections of samples are below 10^-10, the next ones would be rounding errors.
const CARE: f64 = 1e-2;

/// A path on a circle.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Circle {
    /// The logarithm of the radius to base 2.
    pub(super) log: f64,
    /// [`SAMPLES`] of each turn, from the real axis on.
    pub(super) samples: Vec<Vec<[f64; 2]>>,
    /// Points that are nearer to each other are the same.
    same: f64,
}

impl Circle {
    /// Bytes of one with n coordinates, at most.
    pub(super) fn bytes(n: usize) -> u64 {
        (TURNS * SAMPLES) as u64 * (block((n * size_of::<[f64; 2]>()) as u64) + size_of::<Vec<[f64; 2]>>() as u64)
    }

    /// w.
    pub(super) fn turns(&self) -> usize {
        self.samples.len() / SAMPLES
    }

    /// The mean of the samples: where the path ends, as far as doubles tell.
    pub(super) fn middle(&self) -> Vec<[f64; 2]> {
        let part = 1.0 / self.samples.len() as f64;
        let mut sums = vec![[0.0; 2]; self.samples[0].len()];
        for sample in &self.samples {
            sums.iter_mut().zip(sample).for_each(|(sum, x)| *sum = [sum[0] + part * x[0], sum[1] + part * x[1]]);
        }
        sums
    }

    /// Whether x_0 is 0 in the middle: a path to a far zero, which looks like one to infinity for a while, has a constant there.
    pub(super) fn goes_to_infinity(&self) -> bool {
        let middle = self.middle();
        let most = self.samples.iter().map(|sample| largest(&sample[..1])).fold(0.0, f64::max);
        largest(&middle[..1]) < (ZERO.0 * most).max(ZERO.1 * largest(&middle))
    }

    /// Whether the other path is a part of this one: it begins where this one ends a turn.
    pub(super) fn passes(&self, other: &Circle) -> bool {
        let is_same = |point: &Vec<[f64; 2]>| is_near(point, &other.samples[0], self.same);
        self.log == other.log && self.turns() == other.turns() && self.samples.iter().step_by(SAMPLES).any(is_same)
    }

    /// Whether it shows a power series: without negative powers, which branch points within the circle make.
    fn is_series(&self) -> bool {
        let count = self.samples.len();
        let roots: Vec<[f64; 2]> =
            (0..count).map(|j| (TAU * j as f64 / count as f64).sin_cos()).map(|(sin, cos)| [cos, -sin]).collect();
        let coefficient = |k: usize| {
            let mut sums = vec![[0.0; 2]; self.samples[0].len()];
            for (i, sample) in self.samples.iter().enumerate() {
                let [cos, sin] = roots[i * k % count];
                for (sum, &[re, im]) in sums.iter_mut().zip(sample) {
                    *sum = [sum[0] + re * cos - im * sin, sum[1] + re * sin + im * cos];
                }
            }
            largest(&sums)
        };
        let most = |powers: std::ops::Range<usize>| powers.map(coefficient).fold(0.0, f64::max);
        most(count - count / 4..count) < SHARP * most(1..count / 4 + 1)
    }
}

/// The circles of paths at u = `radius`, a power of 2; nothing for a path that does not close, or that shows no series. `extend`: in double-doubles
/// where doubles do not get on.
pub(super) fn circles(
    tracker: &mut Tracker<'_, '_, '_>,
    mut paths: Paths,
    radius: f64,
    extend: bool,
    control: &Control,
) -> Result<Vec<Option<Circle>>> {
    let mut circles = vec![None; paths.states.len()];
    let mut open: Vec<usize> = (0..paths.states.len()).collect();
    let mut samples: Vec<Vec<Vec<[f64; 2]>>> = vec![Vec::new(); paths.states.len()];
    let effort = Effort { attempts: 100, least: 1e-3, care: CARE, extend, ..Effort::default() };
    for _ in 0..TURNS {
        if open.is_empty() {
            break;
        }
        for j in 1..=SAMPLES {
            open.iter().enumerate().for_each(|(k, &i)| samples[i].push(paths.plain(k)));
            let (sin, cos) = (TAU * j as f64 / SAMPLES as f64).sin_cos();
            paths.go_to(if j == SAMPLES { [radius, 0.0] } else { [radius * cos, radius * sin] });
            tracker.advance(effort, &control.next(0.05), &mut paths)?;
            let there: Vec<usize> = (0..open.len()).filter(|&k| paths.states[k].status == TrackStatus::End).collect();
            open = there.iter().map(|&k| open[k]).collect();
            paths = paths.some(&there);
        }
        let mut left = Vec::new();
        for (k, &i) in open.iter().enumerate() {
            let first = &samples[i][0];
            let way = samples[i].iter().map(|sample| distance(sample, first)).fold(0.0, f64::max);
            let same = (CLOSED.0 * largest(first)).min(CLOSED.1 * way);
            if !is_near(&paths.plain(k), first, same) {
                left.push(k);
                continue;
            }
            let circle = Circle { log: radius.log2(), samples: std::mem::take(&mut samples[i]), same };
            circles[i] = circle.is_series().then_some(circle);
        }
        open = left.iter().map(|&k| open[k]).collect();
        paths = paths.some(&left);
    }
    Ok(circles)
}

/// Whether no part differs by `distance`.
fn is_near(a: &[[f64; 2]], b: &[[f64; 2]], distance: f64) -> bool {
    a.iter().flatten().zip(b.iter().flatten()).all(|(a, b)| (a - b).abs() < distance)
}

/// The largest difference of parts.
fn distance(a: &[[f64; 2]], b: &[[f64; 2]]) -> f64 {
    a.iter().flatten().zip(b.iter().flatten()).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()))
}

/// The largest part.
fn largest(point: &[[f64; 2]]) -> f64 {
    point.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The circle of a path a_0 + a_1 s + .. with u = s^w.
    fn of(winding: usize, turn: usize, path: impl Fn([f64; 2]) -> Vec<[f64; 2]>) -> Circle {
        let sample = |i: usize| {
            let angle = TAU * (i as f64 / SAMPLES as f64 + turn as f64) / winding as f64;
            path([0.1 * angle.cos(), 0.1 * angle.sin()])
        };
        Circle { log: -10.0, samples: (0..SAMPLES * winding).map(sample).collect(), same: 1e-6 }
    }

    #[test]
    fn paths_of_a_cycle_pass_each_other() {
        let path = |[re, im]: [f64; 2]| vec![[1.0 + re, im], [re * re - im * im, 2.0 * re * im]];
        let circles: Vec<Circle> = (0..3).map(|turn| of(3, turn, path)).collect();
        assert!(circles.iter().all(|a| circles.iter().all(|b| a.passes(b)) && a.turns() == 3));
        assert!(!circles[0].passes(&of(2, 0, path)) && !circles[0].passes(&of(3, 0, |x| vec![x, x])));
        let middle = circles[1].middle();
        assert!(is_near(&middle, &[[1.0, 0.0], [0.0, 0.0]], 1e-15) && !circles[1].goes_to_infinity());
    }

    #[test]
    fn negative_powers_are_seen() {
        assert!(of(2, 0, |[re, im]| vec![[1.0, 0.0], [re, im]]).is_series());
        // 10^-6 / s.
        let inverse = |[re, im]: [f64; 2]| [1e-4 * re, -1e-4 * im];
        assert!(!of(2, 0, |s| vec![[1.0 + inverse(s)[0], inverse(s)[1]], s]).is_series());
    }

    #[test]
    fn far_zeros_are_not_at_infinity() {
        let path = |x0: f64| move |[re, im]: [f64; 2]| vec![[x0 + re * 1e-3, im * 1e-3], [1.0 + re, im]];
        assert!(of(1, 0, path(0.0)).goes_to_infinity() && !of(1, 0, path(1e-7)).goes_to_infinity());
    }
}
