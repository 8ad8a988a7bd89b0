//! Paths near u = 0 in doubles and double-doubles: those that go to infinity, and those that go straight to a zero from nearer. The others are
//! left to [`super::precise`].
//!
//! Radii shrink to a quarter until it is decided where a path goes.

use super::infinity::Forms;
use super::track::{Effort, Paths, Tracker};
use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::status::TrackStatus;
use crate::error::Result;

/// Most radii: the last one is 2^-115.
const ROUNDS: usize = 56;

/// Rounds, as far as progress is concerned.
const EXPECTED: usize = 6;

/// Exponents of u below this are those of a path that does not go to infinity.
const LEAST: f64 = 0.03;

/// Each radius is this part of the one before.
const SHRINK: f64 = 4.0;

/// How often it is tried whether a path goes straight to its end. One to infinity may look so at large radii.
const STRAIGHT: usize = 3;

/// Coordinates below this part of the largest one are rounding errors.
const NOISE: f64 = 1e-13;

/// A path on its way to u = 0.
#[derive(Debug, Clone, Default)]
struct Near {
    /// |x_0| over the Euclidean norm, at each radius.
    sizes: Vec<f64>,
    /// At the last three radii, after the logarithm of u to base 2.
    points: Vec<(f64, Vec<[f64; 2]>)>,
    /// How often it was tried whether it goes straight.
    straight: usize,
}

/// The outcome for a path.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) enum Course {
    /// It goes to infinity.
    Infinite,
    /// It went straight to this point at u = 0.
    Straight(Vec<[f64; 2]>),
    /// It is not known, from the last radius on.
    #[default]
    Open,
}

impl Near {
    fn see(&mut self, log: f64, point: Vec<[f64; 2]>) {
        let square = |x: &[f64; 2]| x[0] * x[0] + x[1] * x[1];
        let norm: f64 = point.iter().map(square).sum();
        self.sizes.push((square(&point[0]) / norm).sqrt());
        if self.points.len() == 3 {
            self.points.remove(0);
        }
        self.points.push((log, point));
    }

    fn is_infinite(&self, forms: &Forms) -> bool {
        matches!(&self.points[..], [a, b, c] if forms.is_infinite([a, b, c], NOISE))
    }

    /// x_0 is about a u^v, and v is 0.
    fn is_finite(&self) -> bool {
        let exponent = |a: f64, b: f64| (a / b).ln() / SHRINK.ln();
        match self.sizes[..] {
            [.., a, b, c] => exponent(a, b).abs() < LEAST && exponent(b, c).abs() < LEAST,
            _ => false,
        }
    }
}

/// Where paths end that are at `radius`. Paths that are [`Course::Open`] are left where they are.
pub(super) fn courses(
    tracker: &mut Tracker<'_, '_, '_>,
    paths: &mut Paths,
    forms: &Forms,
    mut radius: f64,
    care: f64,
    control: &Control,
) -> Result<Vec<Course>> {
    let count = paths.states.len();
    let mut courses = vec![Course::Open; count];
    let mut near = vec![Near::default(); count];
    let mut active: Vec<usize> = (0..count).collect();
    let effort = Effort { attempts: 300, least: 1e-3, care: 0.1 * care, ..Effort::default() };
    for round in 0..ROUNDS {
        if active.is_empty() {
            break;
        }
        active.iter().for_each(|&i| near[i].see(radius.log2(), paths.plain(i)));
        let infinite: Vec<bool> = active.par_iter().map(|&i| near[i].is_infinite(forms)).collect();
        let (mut straight, mut left) = (Vec::new(), Vec::new());
        for (&i, infinite) in active.iter().zip(infinite) {
            match infinite {
                true => courses[i] = Course::Infinite,
                false if near[i].is_finite() => straight.push(i),
                false => left.push(i),
            }
        }
        // Paths are fewer from round to round; how many rounds there will be is not known.
        let control = &control.next(1.0 / (ROUNDS - round).min(EXPECTED) as f64);
        let mut last = paths.some(&straight);
        last.go_to([0.0, 0.0]);
        tracker.advance(Effort { attempts: 100, least: 1e-8, care, ..effort }, &control.next(0.3), &mut last)?;
        for (k, &i) in straight.iter().enumerate() {
            near[i].straight += 1;
            if last.states[k].status == TrackStatus::End {
                courses[i] = Course::Straight(last.plain(k));
            } else if near[i].straight < STRAIGHT {
                near[i].sizes.clear();
                left.push(i);
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
    Ok(courses)
}
