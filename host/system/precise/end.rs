//! Where a path ends: Cauchy's integrals around u = 0, at radii far apart.
//!
//! Near u = 0 a path is a power series in s = u^(1/w) for a winding number w. Its coefficients a_k r^(k/w) are means over w turns on a circle
//! of radius r: a_0 is the end (A. P. Morgan, A. J. Sommese, C. W. Wampler, Computing singular solutions to nonlinear analytic systems,
//! Numer. Math. 58 (1991)). On a circle that encloses other branch points the mean says nothing, though it is the same on many circles. There the
//! series has negative powers too, and these are seen: among the coefficients of w M samples those of the negative powers are the last ones.
//!
//! So the series predicts the path nearer to 0, as far as its first terms are above its last ones, and the path is looked for there by Newton's
//! method. An end is taken when two circles agree, and the path is nearer to it than 2^-60 of each coordinate: branch points
//! that are left, of a cluster of zeros, are nearer still.

use super::super::circles::{Circle, SAMPLES};
use super::super::infinity::Forms;
use super::family::{Family, precision, relative, weights};
use super::number::{Number, largest};
use super::walk::{Place, Point, Walk, differences, on_grid};
use crate::control::Control;

/// Most turns.
const TURNS: usize = 40;

/// The path is as near to its end as that when the end is taken: relative to the coordinate, or to x_0, in bits.
const NEAR: f64 = -60.0;

/// x_0 below that is 0, relative to the largest coordinate, in bits.
const NOTHING: f64 = -100.0;

/// Coordinates below this part of the largest one are not exact: [`super::family::FLOOR`].
const NOISE: f64 = 1e-30;

/// How far a prediction must be above its error, in bits.
const ABOVE: f64 = 6.0;

/// The last coefficients of the series are below that when the end is taken, in bits.
const SHARPEST: f64 = -160.0;

/// How far a regular zero is displaced, in bits.
const DISPLACED: f64 = -70.0;

/// A path has closed: beyond the accuracy of its points, in bits. Branches may differ by far less than they move.
const CLOSED: f64 = 20.0;

/// After a circle without result the next one has a radius that is smaller by this part of its logarithm, at least.
const RARELY: f64 = 0.15;

/// A circle is tried in any case where the logarithm of the radius is so many times that of the one before; of a path that seems to go to infinity, so
/// many times again.
const FORCED: f64 = 4.0;

/// Exponents of x_0 above this are those of a path that seems to go to infinity.
const FALLING: f64 = 0.03;

/// The power of u at which a path that seems to go to infinity is looked at again, and attempts after which it is in any case: the way into a
/// singular point takes ever shorter steps.
const FURTHER: f64 = 8.0;
const ENOUGH: usize = 250;

/// Smallest radius, in bits.
const SMALLEST: f64 = -8000.0;

/// Values at an end are below that beside their terms, in bits.
const RESIDUAL: f64 = -40.0;

/// Where a path ends.
#[derive(Debug, Clone)]
pub(in crate::system) struct End {
    /// In projective coordinates.
    pub(in crate::system) point: Vec<Number>,
    /// w.
    pub(in crate::system) winding: usize,
    /// A bound of the error of every coordinate, relative to it or to x_0, as far as two circles tell; in bits.
    pub(in crate::system) error: f64,
    /// The same, by the last coefficients of the series: not a bound, but less than `error` by far, mostly.
    pub(in crate::system) noise: f64,
    /// x_0 is 0.
    pub(in crate::system) is_infinite: bool,
    /// The zero is regular: Newton's method converges to it.
    pub(in crate::system) is_regular: bool,
}

/// The power series of a path in s over the radius of a circle.
struct Series {
    winding: usize,
    /// a_0, a_1 r^(1/w), ..: as many as there were samples.
    coefficients: Vec<Vec<Number>>,
}

impl Series {
    /// From samples of a circle.
    fn of<'s>(samples: impl Iterator<Item = &'s [Number]>, winding: usize) -> Self {
        let samples: Vec<&[Number]> = samples.collect();
        let p = samples.iter().map(|sample| sample[0].precision()).max().unwrap_or(0);
        let samples: Vec<Vec<Number>> = samples.iter().map(|sample| sample.iter().map(|x| x.at(p)).collect()).collect();
        let (count, n) = (samples.len(), samples[0].len());
        let roots: Vec<Number> = (0..count).map(|j| Number::root_of_unity(j, count, p)).collect();
        let scale = Number::of([count as f64, 0.0], p).inverse();
        let coefficient = |k: usize| {
            let mut sums = vec![Number::zero(p); n];
            for (i, sample) in samples.iter().enumerate() {
                let root = &roots[i * k % count];
                sums.iter_mut().zip(sample).for_each(|(sum, x)| sum.add(&x.times(root)));
            }
            sums.iter().map(|sum| sum.times(&scale)).collect()
        };
        Series { winding, coefficients: (0..count).map(coefficient).collect() }
    }

    /// The unit of sizes: each coordinate of the end, or x_0 where that is larger; for an end at infinity the largest
    /// coordinate, but for x_0 itself.
    fn weights(&self) -> Vec<f64> {
        let end = &self.coefficients[0];
        let (mut weights, norm) = (weights(end), largest(end));
        let floor = if end[0].size() < norm + NOTHING { norm } else { weights[0] };
        weights[1..].iter_mut().for_each(|w| *w = w.max(floor));
        weights
    }

    /// The size of the motion where s is 2^-`bits` of the radius: of the positive powers.
    fn motion(&self, bits: f64, weights: &[f64]) -> f64 {
        let powers = 1..=self.coefficients.len() / 4;
        powers.map(|k| relative(&self.coefficients[k], weights) - k as f64 * bits).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The size of the last coefficients: those of negative powers, aliases of high ones, and rounding.
    fn error(&self, weights: &[f64]) -> f64 {
        let count = self.coefficients.len();
        let last = &self.coefficients[count - count / 4..];
        last.iter().map(|a| relative(a, weights)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The sample of number `i` on the circle where s is 2^-`bits` of the radius.
    fn sample(&self, i: usize, bits: f64) -> Vec<Number> {
        let (mut point, count) = (self.coefficients[0].clone(), self.coefficients.len());
        for k in 1..count - count / 4 {
            let root = Number::root_of_unity(count - i * k % count, count, point[0].precision());
            let terms = self.coefficients[k].iter().map(|a| a.times(&root));
            point.iter_mut().zip(terms).for_each(|(x, a)| x.add(&a.shifted(-(k as f64 * bits) as i32)));
        }
        point
    }
}

impl Walk<'_, '_> {
    /// The series of the path on the circle through the present point of the real axis; nothing where it does not close. The path stays where it is.
    fn circle(&mut self) -> Option<Series> {
        let mut around = self.clone();
        let (start, log) = (&self.now.point, self.now.place.log);
        let weights = weights(start);
        let closed = CLOSED - Self::bits(self.now.motion());
        let mut samples = Vec::new();
        for turn in 0..TURNS {
            for j in 1..=SAMPLES {
                samples.push(around.now.point.clone());
                if !around.go(Place { log, turns: turn as f64 + j as f64 / SAMPLES as f64 }) {
                    self.attempts = around.attempts;
                    return None;
                }
            }
            if relative(&differences(&around.now.point, start), &weights) < closed {
                self.attempts = around.attempts;
                self.level = around.level;
                return Some(Series::of(samples.iter().map(|point| &point[..]), turn + 1));
            }
        }
        self.attempts = around.attempts;
        None
    }

    /// The end of the path; nothing where it is not found.
    pub(super) fn end(mut self, forms: &Forms, mut infinity: Infinity) -> Option<End> {
        let (mut exponents, mut most) = (Exponents::default(), self.attempts + ENOUGH);
        // The last three points of the real axis.
        let mut last: Vec<(f64, Vec<[f64; 2]>)> = Vec::new();
        let (mut last_circle, mut next_circle) = (0.0, FORCED * self.now.place.log.min(-8.0));
        loop {
            exponents.see(&self.now);
            last.push((self.now.place.log, self.now.point.iter().map(Number::doubles).collect()));
            let log = self.now.place.log;
            let is_infinite = match (infinity, &last[..]) {
                (Infinity::Until(until), _) => (log <= until || self.attempts > most) && is_falling(&last),
                (_, [.., a, b, c]) => forms.is_infinite([a, b, c], NOISE),
                _ => false,
            };
            if is_infinite && infinity == Infinity::Confirmed {
                (infinity, most) = (Infinity::until(log), self.attempts + ENOUGH);
            } else if is_infinite {
                let point = self.now.point;
                return Some(End { point, winding: 1, error: 0.0, noise: 0.0, is_infinite: true, is_regular: false });
            }
            if exponents.is_one()
                && let Some(point) = self.straight_to_zero()
                && let Some(end) = self.regular(point)
            {
                return Some(end);
            }
            let may = log < last_circle + (RARELY * last_circle).min(-1.0);
            // Circles of a path to infinity may have many turns, and mostly its leading forms decide before.
            let is_falling = is_falling(&last);
            let forced = if is_falling { FORCED * next_circle } else { next_circle };
            if may && exponents.are_settled() && !is_falling || log < forced {
                match self.settle(None) {
                    Settled::End(end) => return Some(end),
                    Settled::Moved => {
                        exponents = Exponents::default();
                        last.clear();
                    }
                    Settled::No => {}
                }
                last_circle = self.now.place.log;
                next_circle = FORCED * last_circle.min(-16.0);
            }
            let log = self.now.place.log;
            if log < SMALLEST || !self.go(Place { log: on_grid(log - exponents.stride(log)), turns: 0.0 }) {
                return None;
            }
        }
    }

    /// The zero at u = 0, if it is isolated, regular and not at infinity: from a point displaced a little Newton's method must come back to it. On a
    /// curve of zeros it comes back to another point of the curve.
    fn regular(&mut self, point: Vec<Number>) -> Option<End> {
        if point[0].size() - largest(&point) <= NOTHING {
            return None;
        }
        let (p, weights) = (point[0].precision(), weights(&point));
        let displaced =
            |(j, (x, w)): (usize, (&Number, &f64))| x.plus(&Number::polar(w + DISPLACED, 0.382 * (j + 1) as f64, p));
        let displaced = point.iter().zip(&weights).enumerate().map(displaced).collect();
        let found = self.correct(displaced, Place { log: f64::NEG_INFINITY, turns: 0.0 }, -SHARPEST)?;
        let point: Vec<Number> = point.iter().map(|x| x.at(found.point[0].precision())).collect();
        let is_same = relative(&differences(&found.point, &point), &weights) < SHARPEST + ABOVE;
        is_same.then_some(End {
            point,
            winding: 1,
            error: SHARPEST + ABOVE,
            noise: SHARPEST,
            is_infinite: false,
            is_regular: true,
        })
    }

    /// Circles at radii that shrink as the series says, from that of the `next` one on.
    fn settle(&mut self, mut next: Option<Series>) -> Settled {
        let mut before: Option<Series> = None;
        let mut has_moved = false;
        loop {
            let no = if has_moved { Settled::Moved } else { Settled::No };
            let Some(series) = next.take().or_else(|| self.circle()) else { return no };
            let weights = series.weights();
            let error = series.error(&weights);
            let near = series.motion(0.0, &weights) < NEAR && error < SHARPEST;
            if let Some(before) = &before
                && before.winding == series.winding
                && near
            {
                return match self.taken(&series, before, error) {
                    Some(end) => Settled::End(end),
                    None => no,
                };
            }
            // As far as needed, and as the series is exact.
            let winding = series.winding as f64;
            let good = |bits: f64| series.motion(bits, &weights) > error + ABOVE;
            let needed = |bits: f64| error >= SHARPEST || series.motion(bits, &weights) >= NEAR - 2.0;
            let mut bits = 2.0;
            if !good(bits) {
                // The rest of the motion is rounding, or the series is none.
                if !near
                    || error > NEAR - ABOVE
                    || !self.go(Place { log: self.now.place.log - bits * winding, turns: 0.0 })
                {
                    return no;
                }
                before = Some(series);
                continue;
            }
            while needed(bits) && good(bits + 2.0) {
                bits += 2.0;
            }
            let mut smaller = self.smaller_circle(&series, bits);
            while smaller.is_none() {
                bits = (bits / 4.0).floor() * 2.0;
                if bits < 2.0 {
                    return no;
                }
                smaller = self.smaller_circle(&series, bits);
            }
            has_moved = true;
            (before, next) = (Some(series), smaller);
        }
    }

    /// The series on a circle where s is 2^-`bits` of the radius, of points that Newton's method finds near those that the series predicts; nothing
    /// where it does not. Steps on such a circle would be short: at a zero of high multiplicity Newton's method converges only from points much
    /// nearer to the path than its distance from the zero. The path goes to the circle's point on the real axis.
    fn smaller_circle(&mut self, series: &Series, bits: f64) -> Option<Series> {
        let (weights, log) = (series.weights(), self.now.place.log - series.winding as f64 * bits);
        // As exact as the series says it is: negative powers, of branch points within the circle, would show.
        let (motion, error) = (series.motion(bits, &weights), series.error(&weights) + 2.0 * ABOVE);
        let mut walk = self.clone();
        let mut samples = Vec::new();
        for i in 0..SAMPLES * series.winding {
            let place = Place { log, turns: i as f64 / SAMPLES as f64 };
            walk.jump(place, &series.sample(i, bits), motion, error, &weights).then_some(())?;
            samples.push(walk.now.clone());
        }
        self.level = walk.level;
        self.attempts += samples.len();
        let series = Series::of(samples.iter().map(|sample| &sample.point[..]), series.winding);
        self.land(samples.swap_remove(0));
        Some(series)
    }

    /// The end, where both circles say the same and the values there are small.
    fn taken(&mut self, series: &Series, before: &Series, error: f64) -> Option<End> {
        let weights = series.weights();
        let (a, b) = (&series.coefficients[0], &before.coefficients[0]);
        if relative(&differences(a, b), &weights) > before.error(&weights).max(error) + ABOVE {
            return None;
        }
        let is_infinite = a[0].size() - largest(a) < NOTHING;
        if !is_infinite
            && series.winding == 1
            && let Some(end) = self.regular(a.clone())
        {
            return Some(end);
        }
        let zero = Number::zero(a[0].precision());
        let is_zero = is_infinite || self.family.residual(self.level, a, &zero) < RESIDUAL;
        let (point, winding, noise) = (a.clone(), series.winding, error);
        is_zero.then_some(End { point, winding, error: SHARPEST + ABOVE, noise, is_infinite, is_regular: false })
    }
}

/// Whether x_0 goes to 0 between the last two points.
fn is_falling(last: &[(f64, Vec<[f64; 2]>)]) -> bool {
    let [.., (log, point), (next_log, next_point)] = last else { return false };
    let size = |point: &[[f64; 2]]| {
        let norm = point.iter().map(|x| x[0].hypot(x[1])).fold(0.0, f64::max);
        (point[0][0].hypot(point[0][1]) / norm).log2()
    };
    (size(point) - size(next_point)) > FALLING * (log - next_log)
}

/// The result of circles.
enum Settled {
    End(End),
    /// Nothing yet, nearer to 0.
    Moved,
    No,
}

/// The exponents of u with which the motion of a path went from point to point.
#[derive(Default)]
struct Exponents {
    before: Option<(f64, f64)>,
    found: Vec<f64>,
}

impl Exponents {
    fn see(&mut self, point: &Point) {
        let here = (point.place.log, point.motion_of_largest());
        if let Some(before) = self.before.filter(|before| before.0 > here.0) {
            self.found.push((before.1 - here.1) / (before.0 - here.0));
        }
        self.before = Some(here);
    }

    /// The last three agree.
    fn are_settled(&self) -> bool {
        match self.found[..] {
            [.., a, b, c] => c > 0.01 && (a - b).abs() < 0.1 * c && (b - c).abs() < 0.1 * c,
            _ => false,
        }
    }

    /// The path goes straight.
    fn is_one(&self) -> bool {
        matches!(self.found[..], [.., b, c] if (b - 1.0).abs() < 0.1 && (c - 1.0).abs() < 0.1)
    }

    /// How far to go next, in bits, from a radius of so many: about a bit of motion.
    fn stride(&self, log: f64) -> f64 {
        let last = self.found.last().copied().unwrap_or(0.5);
        (1.0 / last.clamp(0.1, 1.0)).max(-log / 8.0)
    }
}

/// When a path counts as one to infinity.
///
/// A far zero may lie near a multiple zero of the leading forms. The path to such a zero has the valuations of paths to infinity until its x_0 is
/// about that of the zero.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::system) enum Infinity {
    /// As soon as the forms say so.
    Said,
    /// Where its x_0 falls yet at u to the power [`FURTHER`], or after [`ENOUGH`] attempts.
    Confirmed,
    /// Where its x_0 falls yet at this logarithm of u, or after as many attempts.
    Until(f64),
}

impl Infinity {
    /// For a path of which the forms say at this logarithm of u that it goes to infinity.
    pub(in crate::system) fn until(log: f64) -> Self {
        Infinity::Until(FURTHER * log)
    }
}

/// A point of a path in doubles, after the logarithm of its u to base 2.
pub(in crate::system) type Known = (f64, Vec<[f64; 2]>);

/// Where a path ends, from the first of these points that is near enough to it; nothing where the end is not found. Points near an end at
/// infinity may have coordinates that are rounding errors: then an earlier one is better.
pub(in crate::system) fn end(
    family: &Family,
    forms: &Forms,
    points: &[Known],
    infinity: Infinity,
    control: &Control,
) -> Option<End> {
    let begin = |(log, point): &Known| Walk::begin(family, Place { log: on_grid(*log), turns: 0.0 }, point, control);
    points.iter().find_map(begin)?.end(forms, infinity)
}

/// Where a path ends, from a circle of doubles; nothing where that does not show it.
pub(in crate::system) fn end_around(family: &Family, circle: &Circle, control: &Control) -> Option<End> {
    let end = |samples: Vec<Vec<Number>>| {
        let mut walk = Walk::begin(family, Place { log: circle.log, turns: 0.0 }, &circle.samples[0], control)?;
        match walk.settle(Some(Series::of(samples.iter().map(|sample| &sample[..]), circle.turns()))) {
            Settled::End(end) => Some(end),
            Settled::Moved | Settled::No => None,
        }
    };
    let number = |&x: &[f64; 2]| Number::of(x, precision(0));
    let samples = circle.samples.iter().map(|sample| sample.iter().map(number).collect());
    end(samples.collect()).or_else(|| {
        // Small coordinates are not exact in doubles.
        let exact = |(i, sample): (usize, &Vec<[f64; 2]>)| {
            let turns = i as f64 / SAMPLES as f64;
            Some(Walk::begin(family, Place { log: circle.log, turns }, sample, control)?.now.point)
        };
        end(circle.samples.iter().enumerate().map(exact).collect::<Option<_>>()?)
    })
}

/// A point further on, at u = 2^`to`, of the path through a point of doubles at u = 2^`log`; nothing where it is not found.
pub(in crate::system) fn further(
    family: &Family,
    log: f64,
    point: &[[f64; 2]],
    to: f64,
    control: &Control,
) -> Option<Vec<[f64; 2]>> {
    let mut walk = Walk::begin(family, Place { log, turns: 0.0 }, point, control)?;
    walk.go(Place { log: to, turns: 0.0 }).then(|| walk.now.point.iter().map(Number::doubles).collect())
}
