//! Which coordinates belong together.

use super::projection::Pair;
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::floating::interval::Interval;
use crate::poly::Polynomial;
use crate::roots::RealAlgebraic;
use rayon::prelude::*;
use rug::{Float, Integer, Rational};
use std::collections::BTreeMap;

/// Bits of the intervals to begin with.
const FIRST_BITS: u32 = 64;

/// Whether 0 is in an interval.
fn has_zero(interval: &Interval<Float>) -> bool {
    interval.lower <= 0.0 && interval.upper >= 0.0
}

/// A polynomial by the exponents of x and y.
struct Terms(Vec<(Integer, u32, u32)>);

impl Terms {
    fn of(f: &Polynomial, pair: &Pair<'_>) -> Result<Self> {
        let (x, y) = (f.index_of(pair.x)?, f.index_of(pair.y)?);
        let term = |term: &crate::poly::Term| (term.coefficient.clone(), term.exponents[x], term.exponents[y]);
        Ok(Terms(f.terms().iter().map(term).collect()))
    }

    /// The exponents of one of the variables.
    fn exponents(all: &[Terms], of: impl Fn(&(Integer, u32, u32)) -> u32) -> Vec<u32> {
        let mut exponents: Vec<u32> = all.iter().flat_map(|terms| terms.0.iter().map(&of)).collect();
        exponents.sort_unstable();
        exponents.dedup();
        exponents
    }

    /// Whether the value may be 0 where these powers are.
    fn may_vanish(&self, [x, y]: [&Powers; 2], precision: u32) -> bool {
        let zero = Interval::point(Float::new(precision));
        let value = self.0.iter().fold(zero, |sum, (c, i, j)| {
            let c = Rational::from(c);
            sum.plus(&x[i].times(&y[j]).times(&Interval::between([&c, &c], precision)))
        });
        has_zero(&value)
    }
}

/// Powers of an interval by their exponents.
type Powers = BTreeMap<u32, Interval<Float>>;

fn powers(of: &Interval<Float>, exponents: &[u32]) -> Powers {
    let (mut power, mut at) = (Interval::point(Float::with_val(of.lower.prec(), 1)), 0);
    let next = |&exponent: &u32| {
        if exponent > at {
            power = power.times(&of.power(exponent - at));
            at = exponent;
        }
        (exponent, power.clone())
    };
    exponents.iter().map(next).collect()
}

/// Roots with their intervals at hand.
struct Coordinates<'a> {
    roots: &'a mut [RealAlgebraic],
    ends: Vec<[Rational; 2]>,
}

impl<'a> Coordinates<'a> {
    fn new(roots: &'a mut [RealAlgebraic]) -> Self {
        Coordinates { roots, ends: Vec::new() }
    }

    fn refine(&mut self, bits: u32, control: &Control) -> Result<()> {
        self.roots.par_iter_mut().try_for_each(|root| root.refine_watched(bits, || control.check()))?;
        self.ends = self.roots.par_iter().map(|root| root.ends(bits)).collect();
        Ok(())
    }
}

/// For each t the places of the solution's coordinates in `xs` and `ys`, both in ascending order. Over each t is exactly one solution, x + c y = t.
pub(super) fn pairs(
    pair: &Pair<'_>,
    c: i32,
    ts: &mut [RealAlgebraic],
    xs: &mut [RealAlgebraic],
    ys: &mut [RealAlgebraic],
    control: &Control,
) -> Result<Vec<[usize; 2]>> {
    let polynomials = [Terms::of(&pair.f, pair)?, Terms::of(&pair.g, pair)?];
    let exponents = [Terms::exponents(&polynomials, |term| term.1), Terms::exponents(&polynomials, |term| term.2)];
    let [mut ts, mut xs, mut ys] = [ts, xs, ys].map(Coordinates::new);
    // None says that all pairs are left.
    let mut left: Vec<Option<Vec<[usize; 2]>>> = vec![None; ts.roots.len()];
    let mut bits = FIRST_BITS;
    loop {
        for coordinates in [&mut ts, &mut xs, &mut ys] {
            coordinates.refine(bits, control)?;
        }
        let precision = bits + 32;
        let of = |ends: &[[Rational; 2]], exponents: &[u32]| -> Vec<Powers> {
            ends.par_iter().map(|ends| powers(&Interval::between(ends.each_ref(), precision), exponents)).collect()
        };
        let (of_x, of_y) = (of(&xs.ends, &exponents[0]), of(&ys.ends, &exponents[1]));
        left = left
            .into_par_iter()
            .enumerate()
            .map(|(at, before)| {
                control.check()?;
                let [lower, upper] = &ts.ends[at];
                let is_near = |&[i, j]: &[usize; 2]| {
                    let [low, high] = x_of(&ts.ends[at], &ys.ends[j], c);
                    low <= xs.ends[i][1] && xs.ends[i][0] <= high
                };
                let is_possible = |place: &[usize; 2]| {
                    let powers = [&of_x[place[0]], &of_y[place[1]]];
                    is_near(place) && polynomials.iter().all(|terms| terms.may_vanish(powers, precision))
                };
                let all = || {
                    let row = |j: usize| {
                        let [low, high] = x_of(&[lower.clone(), upper.clone()], &ys.ends[j], c);
                        let first = xs.ends.partition_point(|[_, end]| *end < low);
                        let last = xs.ends.partition_point(|[begin, _]| *begin <= high);
                        (first..last).map(move |i| [i, j])
                    };
                    (0..ys.ends.len()).flat_map(row).collect()
                };
                let mut places: Vec<[usize; 2]> = before.unwrap_or_else(all);
                if places.len() != 1 {
                    places.retain(is_possible);
                }
                Ok(Some(places))
            })
            .collect::<Result<_>>()?;
        let found: Vec<Option<[usize; 2]>> = left
            .iter()
            .flatten()
            .map(|places| <[_; 1]>::try_from(places.as_slice()).ok().map(|[place]| place))
            .collect();
        if let Some(all) = found.into_iter().collect::<Option<Vec<_>>>() {
            return Ok(all);
        }
        if left.iter().flatten().any(Vec::is_empty) {
            let message = "a root of the resultant has no solution above it".to_owned();
            return Err(ErrorKind::Verification { what: "solutions in the plane", prime: 0, message }.into());
        }
        bits = bits.saturating_mul(2);
    }
}

/// t - c y.
fn x_of([t_low, t_high]: &[Rational; 2], [y_low, y_high]: &[Rational; 2], c: i32) -> [Rational; 2] {
    let (of_low, of_high) = if c >= 0 { (y_high, y_low) } else { (y_low, y_high) };
    [Rational::from(t_low - Rational::from(of_low * c)), Rational::from(t_high - Rational::from(of_high * c))]
}
