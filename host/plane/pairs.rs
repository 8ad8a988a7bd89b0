//! Which coordinates belong together.

use super::projection::Pair;
use super::values::{Powers, Rounded, Terms, exponents};
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::roots::RealAlgebraic;
use rug::{Float, Rational};

/// Bits of the intervals to begin with.
const FIRST_BITS: u32 = 64;

/// Bits of floats beyond those of the intervals.
const MORE_BITS: u32 = 32;

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
        let (precision, names) = (bits + MORE_BITS, [pair.x, pair.y]);
        let polynomials = [Terms::<T>::of(&pair.f, names, precision)?, Terms::of(&pair.g, names, precision)?];
        let occurring = |var: &str| exponents(&[&pair.f, &pair.g], var);
        let of = |ends: &[[Rational; 2]], exponents: &[u32]| -> Vec<Powers<T>> {
            ends.par_iter().map(|ends| Powers::of(ends, exponents, precision)).collect()
        };
        let (xs, ys) = (of(&self.xs, &occurring(pair.x)?), of(&self.ys, &occurring(pair.y)?));
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
