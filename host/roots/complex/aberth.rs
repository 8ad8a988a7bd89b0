//! All roots above the real axis at once, by the iteration of Ehrlich and Aberth, and the proof that they are all.
//!
//! Each point takes a step of Newton's method for f divided by x - w for all other points w:
//!
//! > z - f(z) / (f'(z) - f(z) sum 1 / (z - w)).
//!
//! Real roots are known and stay; below the axis are the conjugates of the points. A step is taken in doubles first, then with more bits, where what f(z) loses to
//! rounding asks for it.
//!
//! The proof: f has degree n and R real roots, which are known exactly. So (n - R) / 2 are above the axis. The disc around z with radius n |f(z) / f'(z)| has a
//! root of f, since f'/f is the sum of 1 / (z - w) over the roots w: one of them is at least |f'/f| / n. Where as many such discs are above the axis as there are
//! roots, and pairwise disjoint, each has exactly one. Here they have to be further apart than that, as Newton's method asks for (`disc`).
//!
//! Sources: O. Aberth, Iteration methods for finding all zeros of a polynomial simultaneously, Math. Comp. 27 (1973); D. Bini and G. Fiorentino, Design, analysis,
//! and implementation of a multiprecision polynomial rootfinder, Numer. Algorithms 23 (2000).

use super::disc::{APART, Disc};
use super::restart::Restart;
use super::scaled::Scaled;
use super::start;
use super::value::{DOUBLES, Evaluated, Value};
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::roots::RealAlgebraic;
use crate::system::Number;
use rug::Float;

/// Steps that all points take before there are more bits. From good points some ten are enough, and some more than degree / 10 where many roots are close together.
const SWEEPS: usize = 60;

/// Points to begin with that are tried in doubles.
const SEEDS: u32 = 3;

/// Points of some arithmetic.
trait Arithmetic: Sync {
    type Point: Clone + Send + Sync;
    const MIRROR: fn(&Self::Point) -> Self::Point;
    fn value(&self, z: &Self::Point) -> Value;
    fn difference(&self, z: &Self::Point, w: &Self::Point) -> Scaled;
    fn minus(&self, z: &Self::Point, step: Scaled) -> Self::Point;
    fn scaled(z: &Self::Point) -> Scaled;
    /// Bits of the arithmetic.
    fn precision(&self) -> u32;
}

struct InDoubles<'a>(&'a Evaluated);

impl Arithmetic for InDoubles<'_> {
    type Point = Scaled;
    const MIRROR: fn(&Scaled) -> Scaled = |z| z.conjugate();
    fn value(&self, z: &Scaled) -> Value {
        self.0.at(*z)
    }
    fn difference(&self, z: &Scaled, w: &Scaled) -> Scaled {
        z.minus(*w)
    }
    fn minus(&self, z: &Scaled, step: Scaled) -> Scaled {
        z.minus(step)
    }
    fn scaled(z: &Scaled) -> Scaled {
        *z
    }
    fn precision(&self) -> u32 {
        DOUBLES
    }
}

struct InFloats<'a> {
    f: &'a Evaluated,
    coefficients: Vec<Float>,
    precision: u32,
}

impl Arithmetic for InFloats<'_> {
    type Point = Number;
    const MIRROR: fn(&Number) -> Number = |z| Number { re: z.re.clone(), im: -z.im.clone() };
    fn value(&self, z: &Number) -> Value {
        self.f.at_number(&self.coefficients, z).0
    }
    fn difference(&self, z: &Number, w: &Number) -> Scaled {
        Scaled::of(&z.minus(w))
    }
    fn minus(&self, z: &Number, step: Scaled) -> Number {
        z.minus(&step.to_number(self.precision))
    }
    fn scaled(z: &Number) -> Scaled {
        Scaled::of(z)
    }
    fn precision(&self) -> u32 {
        self.precision
    }
}

/// Binary places of the points beyond which doubles say too little of a difference.
const PLACES: i64 = 20;

/// Points that move, and the real roots.
struct Points<P> {
    above: Vec<P>,
    real: Vec<P>,
}

/// A point, and what it is in doubles.
type Both<'a, P> = (&'a P, Scaled);

fn both<A: Arithmetic>(points: &[A::Point]) -> Vec<Both<'_, A::Point>> {
    points.iter().map(|z| (z, A::scaled(z))).collect()
}

/// z - w with a relative error below 2^-30. Doubles are enough for points that are not close together.
fn difference<A: Arithmetic>(arithmetic: &A, z: Both<'_, A::Point>, w: Both<'_, A::Point>) -> Scaled {
    let found = z.1.minus(w.1);
    if found.places_below(z.1) > PLACES { arithmetic.difference(z.0, w.0) } else { found }
}

impl<P: Clone + Send + Sync> Points<P> {
    /// Moves all points that are not settled until they stay where they are, as far as the bits tell; whether they do.
    fn settle<A: Arithmetic<Point = P>>(
        &mut self,
        arithmetic: &A,
        mut settled: Vec<bool>,
        control: &Control,
    ) -> Result<bool> {
        let sweeps = SWEEPS + self.above.len() / 4;
        for _ in 0..sweeps {
            let [above, real] = [&self.above, &self.real].map(|points| both::<A>(points));
            let moved = (0..self.above.len()).into_par_iter().map(|i| {
                control.check()?;
                Ok(if settled[i] { None } else { moved(i, &above, &real, arithmetic) })
            });
            let moved: Vec<Option<(P, bool)>> = moved.collect::<Result<_>>()?;
            for (i, step) in moved.into_iter().enumerate() {
                match step {
                    Some((point, is_short)) => (self.above[i], settled[i]) = (point, is_short),
                    None => settled[i] = true,
                }
            }
            if settled.iter().all(|&settled| settled) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The discs, where they are a proof: one root each, and far apart. Else whether each of them is far from all points.
    fn discs<A: Arithmetic<Point = P>>(
        &self,
        arithmetic: &A,
        number: impl Fn(&P) -> Number + Sync,
        control: &Control,
    ) -> Result<Result<Vec<Disc>, Vec<bool>>> {
        let degree = (2 * self.above.len() + self.real.len()) as f64;
        let radius = |z: &P| {
            control.check()?;
            Ok(arithmetic.value(z).log_of_ratio() + degree.log2())
        };
        let radii: Vec<f64> = self.above.par_iter().map(radius).collect::<Result<_>>()?;
        let apart = (APART * degree).log2();
        let above = both::<A>(&self.above);
        let is_apart = |i: usize| {
            control.check()?;
            let (z, r) = (above[i], radii[i]);
            let is_high = z.1.log2_im() >= r + apart;
            let mut others = above.iter().enumerate().filter(|(j, _)| *j != i);
            Ok(is_high && others.all(|(_, w)| difference(arithmetic, z, *w).log2() >= r + apart))
        };
        // Where all are, each distance is that of the larger one of both discs.
        let are_apart: Vec<bool> = (0..radii.len()).into_par_iter().map(is_apart).collect::<Result<_>>()?;
        if are_apart.contains(&false) {
            return Ok(Err(are_apart));
        }
        Ok(Ok(self.above.iter().zip(radii).map(|(z, r)| Disc::new(number(z), r)).collect()))
    }
}

/// The next place of a point above the axis, and whether the step is short; `None` where the value says nothing.
fn moved<A: Arithmetic>(
    i: usize,
    above: &[Both<'_, A::Point>],
    real: &[Both<'_, A::Point>],
    arithmetic: &A,
) -> Option<(A::Point, bool)> {
    let (z, size) = above[i];
    let value = arithmetic.value(z);
    if value.is_noise() {
        return None;
    }
    // From a point z, those from its mirror are conjugates.
    let mirror = A::MIRROR(z);
    let mirrored = (&mirror, size.conjugate());
    let mut sum = Scaled::ZERO;
    let mut add = |difference: Scaled| {
        if !difference.is_zero() {
            sum = sum.plus(difference.inverse());
        }
        !difference.is_zero()
    };
    let mut is_alone = true;
    for (j, &w) in above.iter().enumerate() {
        is_alone &= i == j || add(difference(arithmetic, (z, size), w)) || i < j;
        add(difference(arithmetic, mirrored, w).conjugate());
    }
    for &w in real {
        add(difference(arithmetic, (z, size), w));
    }
    let slope = value.slope.minus(value.f.times(sum));
    // Two points in one place would stay together.
    let step = match slope.is_zero() || !is_alone {
        true => size.times(Scaled::new(0.003, 0.005, 0)),
        false => value.f.times(slope.inverse()),
    };
    let mut next = arithmetic.minus(z, step);
    if !A::scaled(&next).is_above() {
        next = A::MIRROR(&next);
    }
    if !A::scaled(&next).is_above() {
        // On the axis, where no root is looked for.
        next = arithmetic.minus(&next, step.abs().times(Scaled::new(0.0, -0.5, 0)));
    }
    let is_short = step.log2() < size.log2() - 0.75 * f64::from(arithmetic.precision());
    Some((next, is_short))
}

/// Points near the roots above the real axis, with so many bits.
pub type Near<'a> = dyn FnMut(u32) -> Result<Vec<Number>> + 'a;

/// A disc for each root of a squarefree polynomial above the real axis, whose real roots are given. f(0) is not 0. Where points near them are known, none is looked for.
///
/// # Errors
/// `Cancelled`; `Limit` where the points do not come near to the roots, which is not known to happen.
pub fn discs(
    f: &Evaluated,
    real: &mut [RealAlgebraic],
    mut near: Option<&mut Near<'_>>,
    control: &Control,
) -> Result<Vec<Disc>> {
    if f.degree() == real.len() {
        return Ok(Vec::new());
    }
    let known = |real: &[RealAlgebraic], precision: u32| -> Vec<Number> {
        let point = |root: &RealAlgebraic| {
            let [lower, _] = root.ends(precision);
            Number { re: Float::with_val(precision, lower), im: Float::new(precision) }
        };
        real.iter().map(point).collect()
    };
    real.par_iter_mut().try_for_each(|root| root.refine_watched(DOUBLES, || control.check()))?;
    let real_points: Vec<Scaled> = known(real, DOUBLES).iter().map(Scaled::of).collect();
    let sizes: Vec<f64> = real_points.iter().map(|x| x.log2()).collect();
    let mut points = Points { above: Vec::new(), real: real_points };
    match &mut near {
        Some(near) => {
            points.above = near(DOUBLES)?.iter().map(Scaled::of).collect();
            if 2 * points.above.len() + real.len() != f.degree() {
                let message = format!("{} points for degree {}", points.above.len(), f.degree());
                return Err(ErrorKind::Verification { what: "complex roots", prime: 0, message }.into());
            }
        }
        None => {
            let expected = start::sizes(&f.f.iter().map(|c| Scaled::of_integer(c).log2()).collect::<Vec<_>>());
            for seed in 0..SEEDS {
                points.above = start::above(expected.clone(), &sizes, seed);
                if points.settle(&InDoubles(f), vec![false; points.above.len()], control)? {
                    break;
                }
            }
        }
    }
    let number = |z: &Scaled| z.to_number(DOUBLES);
    let mut settled = match points.discs(&InDoubles(f), number, control)? {
        Ok(discs) => return Ok(discs),
        Err(are_apart) => are_apart,
    };
    let mut above: Vec<Number> = points.above.iter().map(number).collect();
    // With as many bits different roots are different numbers, and their discs far apart, if the points are near (Mahler 1964). So this ends.
    let most = bits_to_tell_apart(f);
    let mut precision = 2 * DOUBLES;
    while u128::from(precision) < most {
        real.par_iter_mut().try_for_each(|root| root.refine_watched(precision, || control.check()))?;
        let arithmetic = InFloats { f, coefficients: f.rounded(precision), precision };
        let mut points =
            Points { above: above.iter().map(|z| z.at(precision)).collect(), real: known(real, precision) };
        match &mut near {
            Some(near) => points.above = near(precision)?,
            None => {
                // In the end the points come near by themselves, wherever they are.
                if u128::from(precision) < most / 8 {
                    let restart = Restart { f: &arithmetic.coefficients, exponents: f.exponents(), precision };
                    restart.run(&mut points.above, &points.real, &mut settled, control)?;
                }
                points.settle(&arithmetic, settled, control)?;
            }
        }
        settled = match points.discs(&arithmetic, Number::clone, control)? {
            Ok(discs) => return Ok(discs),
            Err(are_apart) => are_apart,
        };
        above = points.above;
        precision = precision.saturating_mul(2);
    }
    let what = "bits to tell complex roots apart";
    Err(ErrorKind::Limit { what, needed: u128::from(precision), allowed: most }.into())
}

/// More bits than it takes: roots differ by more than sqrt(3) n^(-(n+2)/2) |f|^(1-n), and twice that is lost in values.
fn bits_to_tell_apart(f: &Evaluated) -> u128 {
    let bits = f.f.iter().map(|c| c.significant_bits()).max().unwrap_or(0);
    let n = f.degree() as u128 + 1;
    4 * n * (u128::from(bits) + 2 * u128::from(n.ilog2()) + 4) + 1024
}
