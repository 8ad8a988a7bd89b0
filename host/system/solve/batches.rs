//! Where the paths of a batch end: in doubles first, then in multiple precision.

use super::SolveAnswer;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::status::TrackStatus;
use crate::error::Result;
use crate::poly::systems::{Compiled, System};
use crate::system::certify::{Certificate, Reason};
use crate::system::circles::Circle;
use crate::system::endgame::{Course, Endgame};
use crate::system::homotopy::{Homotopy, coefficient, over};
use crate::system::infinity::Forms;
use crate::system::newton::Newton;
use crate::system::precise::{self, End, Family, Infinity, Known};
use crate::system::track::{Effort, Paths, Tracker};
use crate::system::zero::{Place, Zero, certified, certified_among_others};

/// The part of the work of a batch that takes paths to where they turn to their ends, and that for those which end there; the rest is for
/// others.
const TO_THE_ENDS: f64 = 0.6;
const REGULAR_ENDS: f64 = 0.1;

/// u where paths turn to their ends, a power of 2.
const RADIUS: f64 = 0.125;

/// Attempts from there straight to u = 0: nine of ten paths of katsura-10 take fewer. Paths to other ends would make as many as they may.
const STRAIGHT: u32 = 32;

/// x_0 below this part of the largest coordinate is a rounding error.
const NOTHING: f64 = 1e-13;

/// Newton's method moves an end by no more than this part of the largest coordinate, or 1.
const STAYED: f64 = 1e-4;

/// Systems of at most so many paths have each path to infinity confirmed in multiple precision, which takes milliseconds to tenths of a second.
const CONFIRMED: u64 = 64;

/// Bits of accuracy of ends that doubles reach straight.
const REGULAR: f64 = -40.0;

/// The data that all batches share.
pub(super) struct Batches<'a> {
    /// In balanced units.
    pub system: &'a System,
    pub compiled: &'a Compiled,
    pub homotopy: &'a Homotopy,
    pub forms: &'a Forms,
    pub family: &'a Family<'a>,
}

impl Batches<'_> {
    /// Where these paths end, which were followed `again` times before.
    pub fn follow(
        &self,
        tracker: &mut Tracker<'_, '_, '_>,
        numbers: &[u64],
        again: usize,
        control: &Control,
        answer: &mut SolveAnswer,
    ) -> Result<Vec<Place>> {
        let care = 0.5f64.powi(again as i32);
        let n = self.compiled.variables() + 1;
        let mut paths = Paths::new(self.homotopy.starts(numbers.iter().copied()), n, 1.0, 0.02);
        paths.go_to([RADIUS, 0.0]);
        let first = control.share(TO_THE_ENDS);
        tracker.advance(Effort { care, ..Effort::default() }, &first, &mut paths)?;
        first.finish();
        answer.attempts += paths.states.iter().map(|state| u64::from(state.attempts)).sum::<u64>();
        let near: Vec<usize> = (0..numbers.len()).filter(|&i| paths.states[i].status == TrackStatus::End).collect();
        let mut places: Vec<Option<Place>> = numbers.iter().map(|_| None).collect();
        // Many regular ends are reached straight.
        let mut last = paths.some(&near);
        last.go_to([0.0, 0.0]);
        let effort = Effort { attempts: STRAIGHT, least: 1e-8, care, extend: false, ..Effort::default() };
        let second = control.share(REGULAR_ENDS);
        tracker.advance(effort, &second, &mut last)?;
        second.finish();
        let mut straight = Vec::new();
        for (k, &i) in near.iter().enumerate() {
            let state = &last.states[k];
            answer.attempts += u64::from(state.attempts - paths.states[i].attempts);
            if state.status == TrackStatus::End {
                straight.push((i, last.plain(k)));
            }
        }
        answer.extended += paths.extended.iter().filter(|&&extended| extended).count() as u64;
        self.regular(tracker, straight, control, &mut places)?;
        // Others from nearer, or they go to infinity.
        let (jumped, rest): (Vec<usize>, Vec<usize>) =
            near.into_iter().filter(|&i| places[i].is_none()).partition(|&i| has_jumped(&paths.plain(i)));
        jumped.into_iter().for_each(|i| places[i] = Some(Place::Unknown));
        let mut some = paths.some(&rest);
        let endgame = Endgame { tracker, forms: self.forms, care, confirms: self.confirms() };
        let found = endgame.courses(&mut some, RADIUS, &control.next(0.5))?;
        let mut straight = Vec::new();
        let mut infinite = Vec::new();
        let mut closed = Vec::new();
        for (k, course) in found.into_iter().enumerate() {
            match course {
                Course::Infinite if self.confirms() => infinite.push(rest[k]),
                Course::Infinite => places[rest[k]] = Some(Place::Infinity),
                Course::Straight(point) => straight.push((rest[k], point)),
                Course::Closed(circle) => {
                    if circle.turns() == 1 {
                        straight.push((rest[k], circle.middle()));
                    }
                    closed.push((rest[k], circle));
                }
                Course::Open => {}
            }
        }
        self.regular(tracker, straight, control, &mut places)?;
        closed.retain(|&(i, _)| places[i].is_none());
        answer.precise += closed.len() as u64;
        self.around(closed, &control.next(0.8), &mut places)?;
        let open: Vec<usize> = (0..numbers.len()).filter(|&i| places[i].is_none()).collect();
        answer.precise += open.len() as u64;
        // The last point, those where the path turned to its end and where it began.
        let known = |paths: &Paths, i: usize| (paths.states[i].at[0][0].log2(), paths.plain(i));
        let first = self.starts(open.iter().map(|&i| numbers[i]));
        let starts = open.iter().zip(first).map(|(&i, first)| {
            let last = rest.binary_search(&i).ok().map(|k| known(&some, k));
            let mut points: Vec<Known> = last.into_iter().chain([known(&paths, i), first]).collect();
            if infinite.binary_search(&i).is_ok() {
                let infinity = Infinity::until(points[0].0);
                return (points, infinity);
            }
            // Doubles on another patch are faster than multiple precision from an earlier point.
            points.truncate(if again == 0 { 1 } else { 3 });
            (points, self.infinity())
        });
        for (&i, place) in open.iter().zip(self.precise(starts.collect(), &control.next(0.95))?) {
            places[i] = Some(place);
        }
        Ok(places.into_iter().map(|place| place.unwrap_or(Place::Unknown)).collect())
    }

    /// Puts the ends that are found from circles in their places: one path of each cycle stands for all of it.
    fn around(&self, mut closed: Vec<(usize, Circle)>, control: &Control, places: &mut [Option<Place>]) -> Result<()> {
        let mut cycles: Vec<(Circle, Vec<usize>)> = Vec::new();
        while let Some((i, circle)) = closed.pop() {
            let (same, other) = closed.into_iter().partition(|(_, other)| circle.passes(other));
            closed = other;
            let same: Vec<(usize, Circle)> = same;
            cycles.push((circle, same.into_iter().map(|(j, _)| j).chain([i]).collect()));
        }
        let part = 1.0 / cycles.len().max(1) as f64;
        let of_cycle = |(circle, paths): (Circle, Vec<usize>)| {
            let end = precise::end_around(self.family, &circle, control);
            control.advance(part);
            (self.place(end), paths)
        };
        let found: Vec<(Place, Vec<usize>)> = cycles.into_par_iter().map(of_cycle).collect();
        control.check()?;
        for (place, paths) in found {
            if !matches!(place, Place::Unknown) {
                paths.into_iter().for_each(|i| places[i] = Some(place.clone()));
            }
        }
        Ok(())
    }

    /// Where these paths end, all the way in multiple precision.
    pub fn precisely(&self, numbers: &[u64], control: &Control, answer: &mut SolveAnswer) -> Result<Vec<Place>> {
        answer.precise += numbers.len() as u64;
        let starts = self.starts(numbers.iter().copied()).into_iter().map(|start| (vec![start], self.infinity()));
        self.precise(starts.collect(), control)
    }

    /// Whether paths to infinity are confirmed.
    fn confirms(&self) -> bool {
        self.homotopy.paths() <= CONFIRMED
    }

    /// When a path counts as one to infinity in multiple precision.
    fn infinity(&self) -> Infinity {
        if self.confirms() { Infinity::Confirmed } else { Infinity::Said }
    }

    /// The first points of paths.
    fn starts(&self, numbers: impl Iterator<Item = u64>) -> Vec<Known> {
        let points = self.homotopy.starts(numbers);
        let start = |point: &[[[f64; 1]; 2]]| (0.0, point.iter().map(|x| x.map(|[x]| x)).collect());
        points.chunks(self.compiled.variables() + 1).map(start).collect()
    }

    /// Ends in projective coordinates that Newton's method and a certificate confirm are put in their places.
    fn regular(
        &self,
        tracker: &mut Tracker<'_, '_, '_>,
        mut ends: Vec<(usize, Vec<[f64; 2]>)>,
        control: &Control,
        places: &mut [Option<Place>],
    ) -> Result<()> {
        ends.retain(|(_, point)| norm(&point[..1]) > NOTHING * norm(point));
        let affine = |point: &[[f64; 2]]| point[1..].iter().map(|&x| over(x, point[0])).collect::<Vec<_>>();
        let points: Vec<Vec<[f64; 2]>> = ends.iter().map(|(_, point)| affine(point)).collect();
        let numbers: Vec<[[f64; 1]; 2]> = points.iter().flatten().map(|x| x.map(|part| [part])).collect();
        if !numbers.as_flattened().as_flattened().iter().all(|x| x.is_finite()) {
            ends.retain(|(_, point)| affine(point).as_flattened().iter().all(|x| x.is_finite()));
            return self.regular(tracker, ends, control, places);
        }
        let (moved, reports) = Newton::new(self.compiled).stage(tracker.engine(), &control.silent(), &numbers)?;
        let (mut which, mut centres) = (Vec::new(), Vec::new());
        for (((i, _), before), (after, report)) in
            ends.iter().zip(&points).zip(moved.chunks(self.compiled.variables()).zip(&reports))
        {
            let after: Vec<[f64; 2]> = after.iter().map(|x| x.map(|[x]| x)).collect();
            if report.is_converged() && apart(&after, before) < STAYED {
                which.push(*i);
                centres.push(after.iter().map(|&x| coefficient(x)).collect());
            }
        }
        for (i, (point, certificate)) in which.into_iter().zip(certified(self.system, centres)) {
            if certificate.root().is_some() {
                let zero = Zero { point, winding: 1, error: REGULAR, noise: REGULAR, is_regular: true, certificate };
                places[i] = Some(Place::Finite(Box::new(zero)));
            }
        }
        Ok(())
    }

    /// Where paths end from the first of these points on that is near enough to the path, in multiple precision.
    fn precise(&self, starts: Vec<(Vec<Known>, Infinity)>, control: &Control) -> Result<Vec<Place>> {
        let part = 1.0 / starts.len().max(1) as f64;
        let ends: Vec<Option<End>> = starts
            .into_par_iter()
            .map(|(points, infinity)| {
                let end = precise::end(self.family, self.forms, &points, infinity, control);
                control.advance(part);
                end
            })
            .collect();
        control.check()?;
        Ok(ends.into_par_iter().map(|end| self.place(end)).collect())
    }

    /// An end in the answer.
    fn place(&self, end: Option<End>) -> Place {
        match end {
            None => Place::Unknown,
            Some(end) if end.is_infinite => Place::Infinity,
            Some(End { point, winding, error, noise, is_regular, .. }) => {
                let point = point[1..].iter().map(|x| x.over(&point[0]).exact()).collect();
                let (point, certificate) = match is_regular {
                    true => certified_among_others(self.system, point),
                    false => (point, Certificate::NotCertified(Reason::Singular)),
                };
                Place::Finite(Box::new(Zero { point, winding, error, noise, is_regular, certificate }))
            }
        }
    }
}

/// Whether a path is at infinity where it turns to its end, and did not go straight from there: it came there by a jump. Of a zero as far as that
/// the path is followed again, too.
fn has_jumped(point: &[[f64; 2]]) -> bool {
    norm(&point[..1]) <= NOTHING * norm(point)
}

/// The largest real or imaginary part.
fn norm(point: &[[f64; 2]]) -> f64 {
    point.iter().flatten().fold(0.0, |norm: f64, x| norm.max(x.abs()))
}

/// The largest difference in units of the largest coordinate, or 1.
fn apart(a: &[[f64; 2]], b: &[[f64; 2]]) -> f64 {
    a.iter().flatten().zip(b.iter().flatten()).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs())) / norm(b).max(1.0)
}
