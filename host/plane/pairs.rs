//! Which coordinates belong together.

use super::projection::Pair;
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::floating::interval::{End, Interval};
use crate::poly::{Polynomial, Term};
use crate::roots::RealAlgebraic;
use rayon::prelude::*;
use rug::{Float, Rational};
use std::collections::BTreeMap;

/// Bits of the intervals to begin with.
const FIRST_BITS: u32 = 64;

/// Bits of floats beyond those of the intervals.
const MORE_BITS: u32 = 32;

/// Ends of intervals: doubles, which leave most pairs out in little time, or floats of any precision.
trait Rounded: End + Send + Sync {
    /// The interval around two fractions.
    fn around(ends: [&Rational; 2], precision: u32) -> Interval<Self>;
}

impl Rounded for f64 {
    fn around(ends: [&Rational; 2], _: u32) -> Interval<f64> {
        Interval::between(ends, 53).doubles()
    }
}

impl Rounded for Float {
    fn around(ends: [&Rational; 2], precision: u32) -> Interval<Float> {
        Interval::between(ends, precision)
    }
}

/// A polynomial by the exponents of x and y.
struct Terms<T>(Vec<(Interval<T>, u32, u32)>);

impl<T: Rounded> Terms<T> {
    fn of(f: &Polynomial, pair: &Pair<'_>, precision: u32) -> Result<Self> {
        let (x, y) = (f.index_of(pair.x)?, f.index_of(pair.y)?);
        let term = |term: &Term| {
            let c = Rational::from(&term.coefficient);
            (T::around([&c, &c], precision), term.exponents[x], term.exponents[y])
        };
        Ok(Terms(f.terms().iter().map(term).collect()))
    }

    /// Whether the value may be 0 where these powers are. An end that is no number excludes nothing.
    fn may_vanish(&self, x: &Powers<T>, y: &Powers<T>) -> bool {
        let values = self.0.iter().map(|(c, i, j)| c.times(&x[i]).times(&y[j]));
        let sum = values.reduce(|sum, value| sum.plus(&value));
        sum.is_none_or(|sum| !(sum.lower > 0.0 || -sum.upper > 0.0))
    }
}

/// Powers of an interval by their exponents.
type Powers<T> = BTreeMap<u32, Interval<T>>;

fn powers<T: Rounded>(ends: &[Rational; 2], exponents: &[u32], precision: u32) -> Powers<T> {
    let (of, one) = (T::around(ends.each_ref(), precision), Rational::from(1));
    let (mut power, mut at) = (T::around([&one, &one], precision), 0);
    let next = |&exponent: &u32| {
        if exponent > at {
            power = power.times(&of.power(exponent - at));
            at = exponent;
        }
        (exponent, power.clone())
    };
    exponents.iter().map(next).collect()
}

/// The exponents that occur, in ascending order.
fn exponents(pair: &Pair<'_>, var: &str) -> Result<Vec<u32>> {
    let mut all = Vec::new();
    for f in [&pair.f, &pair.g] {
        let index = f.index_of(var)?;
        all.extend(f.terms().iter().map(|term| term.exponents[index]));
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// t - c y.
fn x_of([t_low, t_high]: &[Rational; 2], [y_low, y_high]: &[Rational; 2], c: i32) -> [Rational; 2] {
    let (of_low, of_high) = if c >= 0 { (y_high, y_low) } else { (y_low, y_high) };
    [t_low - Rational::from(of_low * c), t_high - Rational::from(of_high * c)]
}

/// Intervals at hand of all t, x and y; those of x and of y are in ascending order and disjoint.
struct Intervals {
    c: i32,
    ts: Vec<[Rational; 2]>,
    xs: Vec<[Rational; 2]>,
    ys: Vec<[Rational; 2]>,
}

/// The places of both coordinates.
type Place = [usize; 2];

impl Intervals {
    /// All pairs with x + c y = t as far as the intervals tell.
    fn places(&self, t: usize) -> Vec<Place> {
        let row = |j: usize| {
            let [low, high] = x_of(&self.ts[t], &self.ys[j], self.c);
            let first = self.xs.partition_point(|[_, end]| *end < low);
            let last = self.xs.partition_point(|[begin, _]| *begin <= high);
            (first..last).map(move |i| [i, j])
        };
        (0..self.ys.len()).flat_map(row).collect()
    }

    fn is_near(&self, t: usize, [i, j]: Place) -> bool {
        let [low, high] = x_of(&self.ts[t], &self.ys[j], self.c);
        low <= self.xs[i][1] && self.xs[i][0] <= high
    }

    /// Leaves out the places where f or g cannot be 0, until one is left.
    fn sift<T: Rounded>(&self, pair: &Pair<'_>, left: &mut [Vec<Place>], bits: u32, control: &Control) -> Result<()> {
        let precision = bits + MORE_BITS;
        let polynomials = [Terms::<T>::of(&pair.f, pair, precision)?, Terms::of(&pair.g, pair, precision)?];
        let of = |ends: &[[Rational; 2]], exponents: &[u32]| -> Vec<Powers<T>> {
            ends.par_iter().map(|ends| powers(ends, exponents, precision)).collect()
        };
        let (xs, ys) = (of(&self.xs, &exponents(pair, pair.x)?), of(&self.ys, &exponents(pair, pair.y)?));
        left.par_iter_mut().enumerate().try_for_each(|(t, places)| {
            control.check()?;
            if places.len() > 1 {
                places.retain(|&[i, j]| {
                    self.is_near(t, [i, j]) && polynomials.iter().all(|terms| terms.may_vanish(&xs[i], &ys[j]))
                });
            }
            Ok(())
        })
    }
}

/// For each t the places of the solution's coordinates in `xs` and `ys`, both in ascending order. Over each t is exactly one solution, x + c y = t.
pub(super) fn pairs(
    pair: &Pair<'_>,
    c: i32,
    [ts, xs, ys]: [&mut [RealAlgebraic]; 3],
    control: &Control,
) -> Result<Vec<Place>> {
    let refined = |roots: &mut [RealAlgebraic], bits: u32| -> Result<Vec<[Rational; 2]>> {
        roots.par_iter_mut().try_for_each(|root| root.refine_watched(bits, || control.check()))?;
        Ok(roots.par_iter().map(|root| root.ends(bits)).collect())
    };
    let mut left: Option<Vec<Vec<Place>>> = None;
    let mut bits = FIRST_BITS;
    loop {
        let intervals = Intervals { c, ts: refined(ts, bits)?, xs: refined(xs, bits)?, ys: refined(ys, bits)? };
        let places = match &mut left {
            None => {
                let all = (0..ts.len()).into_par_iter().map(|t| intervals.places(t)).collect();
                let places = left.insert(all);
                intervals.sift::<f64>(pair, places, bits, control)?;
                places
            }
            Some(places) => places,
        };
        if places.iter().any(|places| places.len() > 1) {
            intervals.sift::<Float>(pair, places, bits, control)?;
        }
        if places.iter().any(Vec::is_empty) {
            let message = "a root of the resultant has no solution above it".to_owned();
            return Err(ErrorKind::Verification { what: "solutions in the plane", prime: 0, message }.into());
        }
        if places.iter().all(|places| places.len() == 1) {
            return Ok(places.concat());
        }
        bits = bits.saturating_mul(2);
    }
}
