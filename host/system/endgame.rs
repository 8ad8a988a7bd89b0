//! Paths near u = 0 in doubles and double-doubles: those that go to infinity, and those that go straight to a zero from nearer. The others are
//! left to [`super::precise`], with a circle around u = 0 where there is one.
//!
//! Radii shrink to a quarter until it is decided where a path goes.

use super::circles::{Circle, circles};
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

/// The rounds in which circles are tried. Of one that encloses branch points nothing is known, and from too near 0 doubles do not see how a path moves.
const CIRCLES: [usize; 8] = [5, 8, 11, 14, 18, 23, 30, 40];

/// How often it is tried whether a path goes straight to its end. One to infinity may look so at large radii.
const STRAIGHT: usize = 3;

/// Circles that are tried of a path to infinity. If none closes, its valuations have to do.
const TRIES: usize = 2;

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
    /// [`Near::is_infinite`] at the last radius.
    is_said_infinite: bool,
    /// How many circles were tried then.
    circles: usize,
}

/// The outcome for a path.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) enum Course {
    /// It goes to infinity.
    Infinite,
    /// It went straight to this point at u = 0.
    Straight(Vec<[f64; 2]>),
    /// It has closed around u = 0.
    Closed(Circle),
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

    /// Whether it has the valuations of a path to infinity, and leading forms vanish there.
    fn is_infinite(&self, forms: &Forms) -> bool {
        matches!(&self.points[..], [a, b, c] if forms.is_infinite([a, b, c], NOISE))
    }

    /// Whether x_0 is about a u^v, and v is 0.
    fn is_finite(&self) -> bool {
        match self.sizes[..] {
            [.., a, b, c] => exponent(a, b).abs() < LEAST && exponent(b, c).abs() < LEAST,
            _ => false,
        }
    }

    /// The same, and v is positive.
    fn is_falling(&self) -> bool {
        matches!(self.sizes[..], [.., a, b] if exponent(a, b) > LEAST)
    }

    /// Whether it is tried to go straight to the end.
    fn may_be_straight(&self) -> bool {
        !self.is_said_infinite && self.straight < STRAIGHT && self.is_finite()
    }

    /// The course of a path whose circle was tried.
    fn course(&mut self, circle: Option<Circle>, confirms: bool) -> Course {
        self.circles += usize::from(self.is_said_infinite);
        match circle {
            Some(circle) if self.is_said_infinite && !confirms && circle.goes_to_infinity() => Course::Infinite,
            Some(circle) => Course::Closed(circle),
            None if self.is_said_infinite && self.circles == TRIES => Course::Infinite,
            None => Course::Open,
        }
    }
}

/// The power of u by which a size changes from a radius to the next one.
fn exponent(before: f64, after: f64) -> f64 {
    (before / after).ln() / SHRINK.ln()
}

/// Paths on their way to u = 0.
pub(super) struct Endgame<'p, 'f, 'm, 't, 'e> {
    pub(super) tracker: &'p mut Tracker<'m, 't, 'e>,
    pub(super) forms: &'f Forms,
    /// As in [`Effort`].
    pub(super) care: f64,
    /// Whether a path that closes and goes to infinity is [`Course::Closed`], and circles may take double-doubles: for few paths.
    pub(super) confirms: bool,
}

impl Endgame<'_, '_, '_, '_, '_> {
    /// Where paths end that are at `radius`, a power of 2. Paths that are [`Course::Open`] are left where they are.
    pub(super) fn courses(self, paths: &mut Paths, mut radius: f64, control: &Control) -> Result<Vec<Course>> {
        let Endgame { tracker, forms, care, confirms } = self;
        let count = paths.states.len();
        let mut courses = vec![Course::Open; count];
        let mut near = vec![Near::default(); count];
        let mut active: Vec<usize> = (0..count).collect();
        let effort = Effort { attempts: 300, least: 1e-3, care: 0.1 * care, ..Effort::default() };
        for round in 0..ROUNDS {
            if active.is_empty() {
                break;
            }
            // Paths are fewer from round to round; how many rounds there will be is not known.
            let control = &control.next(1.0 / (ROUNDS - round).min(EXPECTED) as f64);
            active.iter().for_each(|&i| near[i].see(radius.log2(), paths.plain(i)));
            let infinite: Vec<bool> = active.par_iter().map(|&i| near[i].is_infinite(forms)).collect();
            active.iter().zip(infinite).for_each(|(&i, infinite)| near[i].is_said_infinite = infinite);
            let straight: Vec<usize> = active.iter().copied().filter(|&i| near[i].may_be_straight()).collect();
            let mut last = paths.some(&straight);
            last.go_to([0.0, 0.0]);
            tracker.advance(Effort { attempts: 100, least: 1e-8, care, ..effort }, &control.next(0.3), &mut last)?;
            for (k, &i) in straight.iter().enumerate() {
                near[i].straight += 1;
                near[i].sizes.clear();
                if last.states[k].status == TrackStatus::End {
                    courses[i] = Course::Straight(last.plain(k));
                }
            }
            active.retain(|&i| courses[i] == Course::Open);
            // Of many paths that seem to go to infinity it is waited until forms say it.
            let may_close = |near: &Near| confirms || !near.is_falling();
            let is_tried = |near: &Near| near.is_said_infinite || CIRCLES.contains(&round) && may_close(near);
            let tried: Vec<usize> = active.iter().copied().filter(|&i| is_tried(&near[i])).collect();
            let found = circles(tracker, paths.some(&tried), radius, confirms, &control.next(0.3))?;
            tried.iter().zip(found).for_each(|(&i, circle)| courses[i] = near[i].course(circle, confirms));
            active.retain(|&i| courses[i] == Course::Open);
            if round + 1 == ROUNDS {
                break;
            }
            let before = paths.some(&active);
            let mut some = before.clone();
            some.go_to([radius / SHRINK, 0.0]);
            some.states.iter_mut().for_each(|state| state.step = state.step.max(radius / SHRINK));
            tracker.advance(effort, &control.next(0.8), &mut some)?;
            paths.put(&active, &some);
            // The last circles of paths that get no further.
            let stopped = (0..active.len()).filter(|&k| some.states[k].status != TrackStatus::End);
            let is_new = |near: &Near| !is_tried(near) && may_close(near);
            let tried: Vec<usize> = stopped.filter(|&k| is_new(&near[active[k]])).collect();
            let found = circles(tracker, before.some(&tried), radius, confirms, &control.next(0.9))?;
            for (&k, circle) in tried.iter().zip(found) {
                courses[active[k]] = near[active[k]].course(circle, confirms);
            }
            let (there, left): (Vec<usize>, Vec<usize>) =
                active.into_iter().partition(|&i| paths.states[i].status == TrackStatus::End);
            // The forms have said it, and no circle will say more.
            left.into_iter().filter(|&i| near[i].is_said_infinite).for_each(|i| courses[i] = Course::Infinite);
            active = there;
            radius /= SHRINK;
            control.finish();
        }
        Ok(courses)
    }
}
