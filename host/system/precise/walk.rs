//! A path in the plane of log u.
//!
//! Near u = 0 a path is a power series in u^(1/w): in log u it is a sum of exponentials, all steps towards 0 are alike, and circles are straight
//! lines. Steps are predicted by the polynomial through the last points and their derivatives, of logarithms, and corrected by Newton's method to as many digits as the
//! path still moves by. Where another path is near only a prediction that is as good leads on: the better it has to be, the more points it takes.

use super::family::{Corrected, FLOOR, Family, HIGHEST, Trouble, precision, relative, weights};
use super::number::{Number, largest};
use crate::control::Control;
use rug::Float;
use rug::float::Constant;
use std::f64::consts::{LN_2, TAU};

/// Bits that points are exact to beyond those by which the path still moves, and the least and most bits.
const BEYOND: f64 = 60.0;
const BITS: (f64, f64) = (180.0, 340.0);

/// Bits that points are exact to beyond those that predictions are good to, of which they take away some.
const BEYOND_PREDICTION: f64 = 100.0;

/// Bits of a coordinate below the floor that are known where it is predicted.
const KNOWN: f64 = 20.0;

/// The largest growth of a logarithm that is believed, in bits. Exponents of 32 bits hold what Newton's method makes of less.
const GROWTH: f64 = 10.0;

/// The largest first correction, relative to the point, and the largest quotient of the second by the first one; in bits.
const PREDICTION: f64 = -4.0;
const CONTRACTION: f64 = -4.0;

/// Points that predict the next one: two, and one more for so many bits that predictions are good to.
const POINTS: (usize, usize) = (2, 8);
const BITS_OF_POINT: f64 = 10.0;

/// The first step in log u.
const FIRST: f64 = 0.05;

/// How far Newton's method may move a point of doubles, as a part of it, in bits.
const NEAR: f64 = -10.0;

/// The power of 1 / u that conditions are expected to be at most.
const CONDITION: f64 = 3.0;

/// After so many attempts that failed, the precision is doubled.
const FAILURES: u32 = 8;

/// After so many steps it is halved: where that is too low, Newton's method says so.
const STEPS: u32 = 32;

/// The shortest step in log u, in bits.
const SHORTEST: f64 = -40.0;

/// Logarithms of u where series begin are multiples of one over this.
const GRID: f64 = 65536.0;

/// Most attempts of a step of a path.
const ATTEMPTS: usize = 5_000;

/// The nearest logarithm on a grid. Sums of such logarithms are exact: a series that predicts 150 digits needs the exact radius.
pub(super) fn on_grid(log: f64) -> f64 {
    (log * GRID).round() / GRID
}

/// u = 2^`log` e^(2 pi i `turns`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub(super) log: f64,
    pub(super) turns: f64,
}

impl Place {
    fn u(self, level: usize) -> Number {
        Number::polar(self.log, self.turns, precision(level))
    }

    /// log u less that of another place.
    fn minus(self, other: Place, p: u32) -> Number {
        let re = (Float::with_val(p, self.log) - other.log) * Float::with_val(p, Constant::Log2);
        let im = (Float::with_val(p, self.turns) - other.turns) * Float::with_val(p, Constant::Pi) * 2;
        Number { re, im }
    }

    /// How far it is to another place, in log u.
    fn distance(self, other: Place) -> f64 {
        ((self.log - other.log) * LN_2).hypot((self.turns - other.turns) * TAU)
    }
}

/// A point of a path, with its derivative by log u.
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub(super) place: Place,
    pub(super) point: Vec<Number>,
    pub(super) motion: Vec<Number>,
}

impl Point {
    /// The size of the motion, each coordinate relative to itself.
    pub(super) fn motion(&self) -> f64 {
        relative(&self.motion, &weights(&self.point))
    }

    /// The size of the motion relative to the largest coordinate.
    pub(super) fn motion_of_largest(&self) -> f64 {
        largest(&self.motion) - largest(&self.point)
    }
}

/// Logarithms of the coordinates of a point, less those where the walk began, and their derivatives by log u.
#[derive(Debug, Clone)]
struct Logarithms {
    place: Place,
    values: Vec<Number>,
    speeds: Vec<Number>,
}

impl Logarithms {
    /// Of a point, if they are `values`.
    fn of(point: &Point, values: Vec<Number>) -> Self {
        let speeds = point.point.iter().zip(&point.motion).map(|(x, m)| m.at(x.precision()).over(x)).collect();
        Logarithms { place: point.place, values, speeds }
    }
}

/// A path on its way.
#[derive(Clone)]
pub(super) struct Walk<'f, 'a> {
    pub(super) family: &'f Family<'a>,
    /// Of the precision.
    pub(super) level: usize,
    pub(super) now: Point,
    /// Of the last points, the present one at the end.
    last: Vec<Logarithms>,
    /// How many of them predict.
    points: usize,
    /// What the last prediction was good to, in bits.
    prediction: f64,
    /// Bits that the present point is exact to.
    exact: f64,
    /// Steps of the present precision.
    steps: u32,
    /// The length of the next step in log u.
    step: f64,
    pub(super) attempts: usize,
    control: &'f Control,
}

impl<'f, 'a> Walk<'f, 'a> {
    /// From a point that is nearly on a path; nothing where Newton's method does not find the path.
    pub(super) fn begin(
        family: &'f Family<'a>,
        place: Place,
        point: &[[f64; 2]],
        control: &'f Control,
    ) -> Option<Self> {
        let point = point.iter().map(|&x| Number::of(x, precision(0))).collect();
        let mut walk = Walk {
            family,
            level: 0,
            now: Point { place, point, motion: Vec::new() },
            last: Vec::new(),
            points: POINTS.0,
            prediction: 0.0,
            exact: BITS.0,
            steps: 0,
            step: FIRST,
            attempts: 0,
            control,
        };
        let found = walk.correct(walk.now.point.clone(), place, 30.0)?;
        // Doubles are near the path, where they are on it at all; small coordinates need not be.
        let moved = differences(&found.point, &walk.now.point);
        // Without contraction another path may be as near.
        let is_near = largest(&moved) - largest(&found.point) < NEAR && found.contraction < CONTRACTION;
        is_near.then_some(())?;
        let motion = walk.arrived(found, place);
        let found = walk.correct(motion.point.clone(), place, Self::bits(motion.motion()))?;
        let first = walk.arrived(found, place);
        walk.land(first);
        Some(walk)
    }

    /// Newton's method, in as much precision as it takes. Near u = 0 the condition of a singular end is a power of 1 / u: where the method does
    /// not contract in fewer bits than that, more are tried. The precision stays as it is where that does not help.
    pub(super) fn correct(&mut self, point: Vec<Number>, place: Place, bits: f64) -> Option<Corrected> {
        let level = self.level;
        let log = if place.log.is_finite() { place.log } else { self.now.place.log };
        loop {
            let p = f64::from(precision(self.level));
            if p > bits + 16.0 {
                let raised = point.iter().map(|x| x.at(precision(self.level))).collect();
                match self.family.correct(self.level, raised, &place.u(self.level), bits) {
                    Ok(found) => return Some(found),
                    Err(Trouble::Diverges) if p > bits - CONDITION * log => break,
                    Err(_) => {}
                }
            }
            if self.level == HIGHEST {
                break;
            }
            self.level += 1;
        }
        self.level = level;
        None
    }

    fn arrived(&self, found: Corrected, place: Place) -> Point {
        let u = place.u(self.level);
        let motion = found.slope.iter().map(|x| x.at(u.precision()).times(&u)).collect();
        Point { place, point: found.point, motion }
    }

    /// Goes on from another point.
    pub(super) fn land(&mut self, point: Point) {
        let values = point.point.iter().map(|x| Number::zero(x.precision())).collect();
        self.last = vec![Logarithms::of(&point, values)];
        (self.now, self.step, self.exact) = (point, FIRST, BITS.0);
    }

    /// Bits that a point is wanted to where the path moves so much.
    pub(super) fn bits(motion: f64) -> f64 {
        (BEYOND - motion).clamp(BITS.0, BITS.1)
    }

    /// Goes on from the next point.
    fn arrive(&mut self, point: Point) {
        let last = self.last.last().map_or(&[][..], |last| &last.values);
        let values = point.point.iter().zip(&self.now.point).zip(last);
        let values = values.map(|((x, before), value)| x.over(&before.at(x.precision())).ln().plus(value)).collect();
        self.last.push(Logarithms::of(&point, values));
        if self.last.len() > POINTS.1 {
            self.last.remove(0);
        }
        self.now = point;
    }

    /// The point at a place nearby: logarithms of coordinates by the polynomial that has their values and derivatives at the last points. A coordinate that goes to 0 as a
    /// power of u has a straight logarithm, and of others the logarithm is as good as they are. All digits count: where paths have come near to
    /// each other, Newton's method converges only from points that are as near.
    fn predicted(&self, place: Place) -> Vec<Number> {
        let (p, point) = (precision(self.level), &self.now.point);
        let last = &self.last[self.last.len().saturating_sub(self.points)..];
        let weights = hermite(&last.iter().map(|x| x.place).collect::<Vec<_>>(), place, p);
        let growth = |j: usize| {
            let mut growth = Number::zero(p);
            let now = &last[last.len() - 1].values[j];
            for (known, [of_value, of_speed]) in last.iter().zip(&weights) {
                growth.add(&of_value.times(&known.values[j].minus(now)));
                growth.add(&of_speed.times(&known.speeds[j]));
            }
            growth
        };
        let known = largest(point) - FLOOR - self.exact + KNOWN;
        let predicted = |(j, x): (usize, &Number)| {
            // The logarithm of a coordinate that is 0, or rounding, says nothing: it stays.
            let growth = growth(j);
            let is_known = x.size() > known && growth.size() < GROWTH;
            if is_known { x.at(p).times(&growth.exp()) } else { x.at(p) }
        };
        point.iter().enumerate().map(predicted).collect()
    }

    /// Goes on a straight line in log u; false where it cannot.
    pub(super) fn go(&mut self, to: Place) -> bool {
        let mut failures = 0;
        while self.now.place != to {
            let length = to.distance(self.now.place);
            let (part, place) = if self.step >= length {
                (1.0, to)
            } else {
                // No small rest.
                let part = if 2.0 * self.step > length { 0.5 } else { self.step / length };
                let Place { log, turns } = self.now.place;
                let place = Place { log: log + part * (to.log - log), turns: turns + part * (to.turns - turns) };
                (part, place)
            };
            self.attempts += 1;
            if self.attempts > ATTEMPTS || self.control.is_stopped() || length * part < SHORTEST.exp2() {
                return false;
            }
            let bits = Self::bits(self.now.motion()).max((BEYOND_PREDICTION - self.prediction).min(BITS.1));
            let predicted = self.predicted(place);
            let found = self.correct(predicted, place, bits);
            let worst = found.as_ref().map_or(f64::INFINITY, |found| {
                // A point that is as exact as is asked for leaves nothing to contract.
                // Other paths are about as far away as this one moves in a unit of log u.
                let allowed = PREDICTION.min(self.now.motion().max(30.0 - BITS.0) + PREDICTION + 1.0);
                let first = if found.first <= -bits { f64::NEG_INFINITY } else { found.first - allowed };
                first.max(found.contraction - CONTRACTION)
            });
            // The error goes with a power of the step, two for each point; two bits below what is allowed are wanted.
            let power = 2 * self.points.min(self.last.len());
            let factor = ((-2.0 - worst) / power as f64).clamp(-3.0, 1.0).exp2();
            match found.filter(|_| worst < 0.0) {
                Some(found) => {
                    failures = 0;
                    if found.first.is_finite() {
                        self.prediction = found.first;
                        self.points = (POINTS.0 + (-found.first / BITS_OF_POINT) as usize).min(POINTS.1);
                    }
                    let now = self.arrived(found, place);
                    self.arrive(now);
                    self.exact = bits;
                    self.steps += 1;
                    if self.steps == STEPS {
                        (self.level, self.steps) = (self.level.saturating_sub(1), 0);
                    }
                    self.step =
                        (length * part * factor).max(if part < 1.0 { 0.0 } else { self.step.min(length * 2.0) });
                }
                None => {
                    self.step = length * part * factor.min(0.5);
                    failures += 1;
                    self.points = if failures > 1 { POINTS.0 } else { self.points };
                    if failures == FAILURES && self.level < HIGHEST {
                        // Steps became short for want of precision, mostly.
                        (self.level, self.step, failures) = (self.level + 1, self.step * 64.0, 0);
                    }
                }
            }
        }
        true
    }

    /// Jumps to another place, where the path is predicted to be within `error` of `point` and to move by `motion` beside `weights`; false where
    /// Newton's method finds it elsewhere. It stays where it is then.
    pub(super) fn jump(&mut self, place: Place, point: &[Number], motion: f64, error: f64, weights: &[f64]) -> bool {
        let error = error.max(30.0 - BITS.0).min(motion - 3.0);
        let near = |found: &Corrected| relative(&differences(&found.point, point), weights) < error;
        match self.correct(point.to_vec(), place, Self::bits(motion)) {
            Some(found) if near(&found) && found.contraction < CONTRACTION => {
                self.land(self.arrived(found, place));
                true
            }
            _ => false,
        }
    }

    /// The zero at u = 0 to which the path goes straight, where it is regular: Newton's method from where the tangent meets u = 0 must stay near.
    pub(super) fn straight_to_zero(&mut self) -> Option<Vec<Number>> {
        let motion = self.now.motion();
        let point: Vec<Number> = self.now.point.iter().zip(&self.now.motion).map(|(x, m)| x.minus(m)).collect();
        let bits = Self::bits(motion);
        let found = self.correct(point, Place { log: f64::NEG_INFINITY, turns: 0.0 }, bits);
        let near = found.filter(|found| found.first < motion - 4.0 && found.contraction < CONTRACTION);
        near.map(|found| found.point)
    }
}

/// For each of these places the weights of a value and of a derivative there, in the value at `at` of the polynomial that has all of them: Hermite's
/// interpolation.
fn hermite(places: &[Place], at: Place, p: u32) -> Vec<[Number; 2]> {
    let weights = |(i, place): (usize, &Place)| {
        let (mut basis, mut slope) = (Number::of([1.0, 0.0], p), Number::zero(p));
        for (_, other) in places.iter().enumerate().filter(|(j, _)| *j != i) {
            let inverse = place.minus(*other, p).inverse();
            basis = basis.times(&at.minus(*other, p)).times(&inverse);
            slope.add(&inverse);
        }
        let (way, square) = (at.minus(*place, p), basis.times(&basis));
        let of_value = Number::of([1.0, 0.0], p).minus(&way.times(&slope).multiple(2));
        [of_value.times(&square), way.times(&square)]
    };
    places.iter().enumerate().map(weights).collect()
}

/// a - b, in the precision of a.
pub(super) fn differences(a: &[Number], b: &[Number]) -> Vec<Number> {
    a.iter().zip(b).map(|(x, y)| x.minus(&y.at(x.precision()))).collect()
}
