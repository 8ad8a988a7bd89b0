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
use super::scaled::Scaled;
use super::start;
use super::value::{DOUBLES, Evaluated, Value};
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::roots::RealAlgebraic;
use crate::system::Number;
use rayon::prelude::*;
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

/// Points that move, and the real roots.
struct Points<P> {
    above: Vec<P>,
    real: Vec<P>,
}

impl<P: Clone + Send + Sync> Points<P> {
    /// Moves all points until they stay where they are, as far as the bits tell; whether they do.
    fn settle<A: Arithmetic<Point = P>>(&mut self, arithmetic: &A, control: &Control) -> Result<bool> {
        let mut settled = vec![false; self.above.len()];
        let sweeps = SWEEPS + self.above.len() / 4;
        for _ in 0..sweeps {
            let moved = (0..self.above.len()).into_par_iter().map(|i| {
                control.check()?;
                Ok(if settled[i] { None } else { self.moved(i, arithmetic) })
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

    /// The next point, and whether the step is short; `None` where the value says nothing.
    fn moved<A: Arithmetic<Point = P>>(&self, i: usize, arithmetic: &A) -> Option<(P, bool)> {
        let z = &self.above[i];
        let value = arithmetic.value(z);
        if value.is_noise() {
            return None;
        }
        let mut sum = Scaled::ZERO;
        let mut add = |w: &P| {
            let difference = arithmetic.difference(z, w);
            if !difference.is_zero() {
                sum = sum.plus(difference.inverse());
            }
            !difference.is_zero()
        };
        let mut is_alone = true;
        for (j, w) in self.above.iter().enumerate() {
            is_alone &= i == j || add(w) || i < j;
            add(&A::MIRROR(w));
        }
        self.real.iter().for_each(|w| {
            add(w);
        });
        let size = A::scaled(z);
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

    /// The discs, where they are a proof: one root each, and far apart.
    fn discs<A: Arithmetic<Point = P>>(
        &self,
        arithmetic: &A,
        number: impl Fn(&P) -> Number + Sync,
        control: &Control,
    ) -> Result<Option<Vec<Disc>>> {
        let degree = (2 * self.above.len() + self.real.len()) as f64;
        let radius = |z: &P| {
            control.check()?;
            Ok(arithmetic.value(z).log_of_ratio() + degree.log2())
        };
        let radii: Vec<f64> = self.above.par_iter().map(radius).collect::<Result<_>>()?;
        let apart = (APART * degree).log2();
        let is_apart = |i: usize| {
            let (z, r) = (&self.above[i], radii[i]);
            let is_high = A::scaled(z).log2_im() >= r + apart;
            is_high && (0..i).all(|j| arithmetic.difference(z, &self.above[j]).log2() >= r.max(radii[j]) + apart)
        };
        let all = (0..radii.len()).into_par_iter().try_fold(
            || true,
            |all, i| {
                control.check()?;
                Ok::<_, crate::error::Error>(all && is_apart(i))
            },
        );
        if !all.try_reduce(|| true, |a, b| Ok(a && b))? {
            return Ok(None);
        }
        Ok(Some(self.above.iter().zip(radii).map(|(z, r)| Disc::new(number(z), r)).collect()))
    }
}

/// A disc for each root of a squarefree polynomial above the real axis, whose real roots are given. f(0) is not 0.
///
/// # Errors
/// `Cancelled`; `Limit` where the points do not come near to the roots, which is not known to happen.
pub fn discs(f: &Evaluated, real: &mut [RealAlgebraic], control: &Control) -> Result<Vec<Disc>> {
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
    for seed in 0..SEEDS {
        points.above = start::points(&f.f, &sizes, seed);
        if points.settle(&InDoubles(f), control)? {
            break;
        }
    }
    let number = |z: &Scaled| z.to_number(DOUBLES);
    if let Some(discs) = points.discs(&InDoubles(f), number, control)? {
        return Ok(discs);
    }
    let mut above: Vec<Number> = points.above.iter().map(number).collect();
    // With as many bits different roots are different numbers, and their discs far apart, if the points are near (Mahler 1964). So this ends.
    let most = bits_to_tell_apart(f);
    let mut precision = 2 * DOUBLES;
    while u128::from(precision) < most {
        real.par_iter_mut().try_for_each(|root| root.refine_watched(precision, || control.check()))?;
        let arithmetic = InFloats { f, coefficients: f.rounded(precision), precision };
        let mut points =
            Points { above: above.iter().map(|z| z.at(precision)).collect(), real: known(real, precision) };
        points.settle(&arithmetic, control)?;
        if let Some(discs) = points.discs(&arithmetic, Number::clone, control)? {
            return Ok(discs);
        }
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
