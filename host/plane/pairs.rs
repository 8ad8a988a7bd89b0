//! Which coordinates belong together.

use super::approximate::{Approximate, Rows};
use super::projection::Pair;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::roots::{ComplexAlgebraic, Scaled};
use crate::system::Number;
use rug::{Float, Integer};
use std::cmp::Ordering;

/// Bits of coordinates to begin with.
const FIRST_BITS: u32 = 64;

/// Bits of doubles, less one for the rounded coordinate.
const BITS_OF_DOUBLES: u32 = 52;

/// Bits of floats beyond those of coordinates.
const MORE_BITS: u32 = 32;

/// Numbers of both coordinates in their lists.
pub(super) type Place = [usize; 2];

/// Approximations with relative errors of 2^-bits at most.
struct Approximations<T> {
    c: T,
    bits: u32,
    ts: Vec<T>,
    /// None where x is t.
    xs: Option<Vec<T>>,
    ys: Vec<T>,
    polynomials: [Rows<T>; 2],
}

impl<T: Approximate> Approximations<T> {
    /// The value t - c y for x, and at least its error: 16 times the sum of both sizes times 2^-bits is more than that of two rounded numbers, a product, two sums, and x.
    fn x_of(&self, t: usize, j: usize) -> (T, Scaled) {
        let product = self.c.times(&self.ys[j]);
        let size = self.ts[t].scaled().abs().plus(product.scaled().abs());
        (self.ts[t].plus(&product), size.times(Scaled::new(16.0, 0.0, -i64::from(self.bits))))
    }

    /// Whether x + c y may be t.
    fn is_near(&self, t: usize, [i, j]: Place) -> bool {
        let Some(xs) = &self.xs else { return i == t };
        let (x, error) = self.x_of(t, j);
        let difference = x.plus(&xs[i].times(&T::of_integer(&Integer::from(-1), self.bits))).scaled();
        difference.log2() <= error.log2()
    }

    /// Whether f and g may both be 0 at these places, which are looked at for one x after the other.
    fn retain(&self, t: usize, places: &mut Vec<Place>) {
        let mut at = None;
        places.retain(|&[i, j]| {
            if !self.is_near(t, [i, j]) {
                return false;
            }
            let rows = match at.take() {
                Some((x, rows)) if x == i => rows,
                _ => {
                    let x = self.xs.as_ref().map_or(&self.ts[t], |xs| &xs[i]);
                    self.polynomials.each_ref().map(|f| f.at(x))
                }
            };
            let may_vanish = rows.iter().all(|row| row.may_vanish(&self.ys[j]));
            at = Some((i, rows));
            may_vanish
        });
    }
}

impl Approximations<Scaled> {
    /// All places where x + c y may be t. The order is that of the xs by real parts.
    fn places(&self, t: usize, by_real_part: &[usize]) -> Vec<Place> {
        let Some(xs) = &self.xs else { return (0..self.ys.len()).map(|j| [t, j]).collect() };
        let row = |j: usize| {
            let (x, error) = self.x_of(t, j);
            // Ends of real parts, in doubles as well: one bit more.
            let error = error.times(Scaled::new(2.0, 0.0, 0));
            let [low, high] = [x.minus(error).real(), x.plus(error).real()];
            let first = by_real_part.partition_point(|&i| xs[i].real().order(low) == Ordering::Less);
            let last = by_real_part.partition_point(|&i| xs[i].real().order(high) != Ordering::Greater);
            by_real_part[first..last.max(first)].iter().map(move |&i| [i, j])
        };
        (0..self.ys.len()).flat_map(row).collect()
    }
}

/// Lists of numbers. Over each t is exactly one solution, x + c y = t; where there are no `xs`, c is 0 and x is t.
pub(super) struct Lists<'a> {
    pub c: i32,
    pub ts: &'a mut [ComplexAlgebraic],
    pub xs: Option<&'a mut [ComplexAlgebraic]>,
    pub ys: &'a mut [ComplexAlgebraic],
}

impl Lists<'_> {
    /// For each t the places of both coordinates. Those of x are places of t where there are no `xs`.
    pub fn pairs(&mut self, pair: &Pair<'_>, control: &Control) -> Result<Vec<Place>> {
        if self.ts.is_empty() {
            return Ok(Vec::new());
        }
        let is_real = self.ts.iter().all(|t| t.as_real().is_some());
        self.refine(FIRST_BITS, None, control)?;
        let doubles: Approximations<Scaled> = self.approximations(pair, FIRST_BITS, BITS_OF_DOUBLES)?;
        let mut by_real_part: Vec<usize> = (0..doubles.xs.as_ref().map_or(0, Vec::len)).collect();
        if let Some(xs) = &doubles.xs {
            by_real_part.sort_by(|&a, &b| xs[a].real().order(xs[b].real()));
        }
        let of = |t: usize| {
            control.check()?;
            let mut places = doubles.places(t, &by_real_part);
            if places.len() > 1 {
                doubles.retain(t, &mut places);
            }
            Ok(places)
        };
        let mut left: Vec<Vec<Place>> = (0..self.ts.len()).into_par_iter().map(of).collect::<Result<_>>()?;
        let mut bits = FIRST_BITS;
        loop {
            if left.iter().any(Vec::is_empty) {
                let message = "a root of the resultant has no solution above it".to_owned();
                return Err(ErrorKind::Verification { what: "solutions in the plane", prime: 0, message }.into());
            }
            if left.iter().all(|places| places.len() == 1) {
                return Ok(left.concat());
            }
            match is_real {
                true => self.sift::<Float>(pair, &mut left, bits, control)?,
                false => self.sift::<Number>(pair, &mut left, bits, control)?,
            }
            bits = bits.saturating_mul(2);
            self.refine(bits, Some(&left), control)?;
        }
    }

    /// Leaves out the places where x + c y cannot be t, or f or g cannot be 0, until one is left.
    fn sift<T: Approximate>(
        &self,
        pair: &Pair<'_>,
        left: &mut [Vec<Place>],
        bits: u32,
        control: &Control,
    ) -> Result<()> {
        let approximations: Approximations<T> = self.approximations(pair, bits + MORE_BITS, bits)?;
        left.par_iter_mut().enumerate().filter(|(_, places)| places.len() > 1).try_for_each(|(t, places)| {
            control.check()?;
            approximations.retain(t, places);
            Ok(())
        })
    }

    fn approximations<T: Approximate>(&self, pair: &Pair<'_>, precision: u32, bits: u32) -> Result<Approximations<T>> {
        let of = |numbers: &[ComplexAlgebraic]| -> Vec<T> {
            numbers.par_iter().map(|z| T::of(&z.at_hand(precision), precision)).collect()
        };
        let names = [pair.x, pair.y];
        let polynomials = [Rows::of(&pair.f, names, precision, bits)?, Rows::of(&pair.g, names, precision, bits)?];
        let c = T::of_integer(&Integer::from(-self.c), precision);
        Ok(Approximations { c, bits, ts: of(self.ts), xs: self.xs.as_deref().map(of), ys: of(self.ys), polynomials })
    }

    /// Makes intervals and discs smaller: all, or those between which it is not decided.
    fn refine(&mut self, bits: u32, left: Option<&[Vec<Place>]>, control: &Control) -> Result<()> {
        let mut wanted = [vec![], vec![], vec![]];
        for (t, places) in left.into_iter().flatten().enumerate().filter(|(_, places)| places.len() > 1) {
            wanted[0].push(t);
            wanted[1].extend(places.iter().map(|place| place[0]));
            wanted[2].extend(places.iter().map(|place| place[1]));
        }
        let refine = |list: &mut [ComplexAlgebraic], wanted: &mut Vec<usize>| {
            wanted.sort_unstable();
            list.par_iter_mut()
                .enumerate()
                .filter(|(i, _)| left.is_none() || wanted.binary_search(i).is_ok())
                .try_for_each(|(_, z)| z.refine_watched(bits, || control.check()))
        };
        let [ts, xs, ys] = &mut wanted;
        refine(self.ts, ts)?;
        self.xs.as_deref_mut().map_or(Ok(()), |list| refine(list, xs))?;
        refine(self.ys, ys)
    }
}
