//! How the arcs on both sides of a cut end there.

use super::critical::{Cut, Point, Union, reduced};
use super::enclosed::Enclosed;
use super::specialize::Rows;
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::poly::UnivariatePolynomial;
use crate::roots::{RealAlgebraic, RealRoots};
use rug::{Integer, Rational};
use std::cmp::Ordering;
use std::ops::Range;

/// By so many bits boxes become smaller from try to try.
const SMALLER: i32 = 3;

/// A point of the curve on a cut, and the arcs that end in it on the left and on the right; none of both at an isolated point.
pub(super) struct FibrePoint {
    /// Its number in the list of all points; `None` where the curve only passes.
    pub vertex: Option<usize>,
    pub arcs: [Range<usize>; 2],
}

/// What is on a cut.
pub(super) struct Fibre {
    /// From below.
    pub points: Vec<FibrePoint>,
    /// Arcs on the left and on the right that go down to minus infinity; those that go up to infinity are the last ones.
    pub down: [usize; 2],
    /// Arcs on the left and on the right.
    pub arcs: [usize; 2],
}

impl Fibre {
    /// The arcs of a side that go to minus infinity, or to infinity.
    pub(super) fn outside(&self, down: bool, side: usize) -> Range<usize> {
        match down {
            true => 0..self.down[side],
            false => self.points.last().map_or(self.down[side], |point| point.arcs[side].end)..self.arcs[side],
        }
    }

    /// Whether arcs have the cut as an asymptote.
    pub(super) fn goes_to_infinity(&self) -> bool {
        (0..2).any(|side| !self.outside(true, side).is_empty() || !self.outside(false, side).is_empty())
    }
}

/// f and its derivatives in y, as far as they are needed.
pub(super) struct Derivatives {
    all: Vec<Enclosed>,
}

impl Derivatives {
    pub(super) fn new(union: &Union, highest: u32) -> Result<Self> {
        let mut f = union.f.clone();
        let mut all = Vec::with_capacity(highest as usize + 1);
        for order in 0..=highest {
            all.push(Enclosed::new(f.clone(), &union.names)?);
            if order < highest {
                f = f.derivative(&union.names[1]);
            }
        }
        Ok(Derivatives { all })
    }
}

/// A number that is not 0 where x is near a and y is in an interval.
struct Condition<'a>(&'a Enclosed, [Rational; 2]);

/// The dyadic interval of length 2^(1 - bits) or more around the root, with ends of so many bits behind the point: each contains those of two more bits.
fn around(x: &mut RealAlgebraic, bits: i32, control: &Control) -> Result<[Rational; 2]> {
    let [lower, upper] = absolute(x, bits + 2, control)?;
    let floor = |x: Rational| (x << bits).floor().into_numer_denom().0;
    let dyadic = |n: Integer| Rational::from(n) >> bits;
    Ok([dyadic(floor(lower) - 1), dyadic(-floor(-upper) + 1)])
}

/// An interval of length 2^-bits or less.
fn absolute(x: &mut RealAlgebraic, bits: i32, control: &Control) -> Result<[Rational; 2]> {
    let [lower, upper] = x.ends(1);
    let size = exponent(&lower).max(exponent(&upper));
    let relative = u32::try_from(bits.saturating_add(size)).unwrap_or(0).max(1);
    x.refine_watched(relative, || control.check())?;
    Ok(x.ends(relative))
}

/// The least e with |x| < 2^e, or more by 1.
fn exponent(x: &Rational) -> i32 {
    if x.is_zero() { 0 } else { x.numer().significant_bits() as i32 - x.denom().significant_bits() as i32 + 1 }
}

/// The neighbourhood of a cut, between two numbers left and right of it.
struct Neighbourhood<'a> {
    x: RealAlgebraic,
    /// Bits of the widest one.
    first: i32,
    control: &'a Control,
}

impl<'a> Neighbourhood<'a> {
    fn new(x: &RealAlgebraic, room: &[Rational; 2], control: &'a Control) -> Result<Self> {
        let mut all = Neighbourhood { x: x.clone(), first: -exponent(&Rational::from(&room[1] - &room[0])), control };
        loop {
            let [lower, upper] = around(&mut all.x, all.first, control)?;
            // The ends of the room are numbers between two cuts.
            if room[0] <= lower && upper <= room[1] {
                return Ok(all);
            }
            all.first += 2;
        }
    }

    /// The bits of a neighbourhood in which all conditions are proved to hold; `None` where 2 `tries` more than the first do not suffice.
    fn bits(&mut self, conditions: &[Condition<'_>], tries: i32) -> Result<Option<i32>> {
        let most = 2 * tries;
        let mut holds = |bits: i32| -> Result<bool> {
            let x = around(&mut self.x, bits, self.control)?;
            let precision = 64 + 2 * (most + self.first.abs()).unsigned_abs();
            for Condition(f, y) in conditions {
                if !f.excludes_zero(&x, y, precision)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        if !holds(self.first + most)? {
            return Ok(None);
        }
        // Few bits make short numbers of what follows.
        let mut more = 0;
        while more < most && !holds(self.first + more)? {
            more = (2 * more).max(2);
        }
        Ok(Some(self.first + more.min(most)))
    }
}

/// The fibre over a cut between the numbers of `room`, which lie between it and its neighbours.
pub(super) fn fibre(
    cut: &Cut,
    points: &[Point],
    derivatives: &Derivatives,
    rows: &Rows,
    room: &[Rational; 2],
    control: &Control,
) -> Result<Fibre> {
    let mut near = Neighbourhood::new(&cut.x, room, control)?;
    let mut bits = near.first;
    let mut boxes = Vec::with_capacity(cut.points.len());
    for (place, &number) in cut.points.iter().enumerate() {
        let neighbours = [place.checked_sub(1), Some(place + 1)];
        let neighbours = neighbours.map(|place| place.and_then(|place| cut.points.get(place)).map(|&n| &points[n].y));
        let (found, needed) = isolating_box(&points[number], neighbours, derivatives, &mut near)?;
        boxes.push(found);
        bits = bits.max(needed);
    }
    let bounds = match cut.is_asymptote {
        false => None,
        true => {
            let (bound, needed) = bound(rows, derivatives, &boxes, &mut near)?;
            bits = bits.max(needed);
            Some(bound)
        }
    };
    // All have an even distance, so that each contains this one.
    let sides = around(&mut near.x, bits, control)?;
    let lists = sides.each_ref().map(|side| Side::new(rows, side));
    let [left, right] = lists;
    assemble(cut, &boxes, bounds, [left?, right?])
}

/// Heights below and above a point, and the bits of a neighbourhood, such that the box has no other point of the cut and the curve does not meet its top and bottom.
fn isolating_box(
    point: &Point,
    neighbours: [Option<&RealAlgebraic>; 2],
    derivatives: &Derivatives,
    near: &mut Neighbourhood<'_>,
) -> Result<([Rational; 2], i32)> {
    let mut y = point.y.clone();
    let mut size = first_size(&mut y, neighbours, near.control)?;
    let order = point.order as i32;
    let mut tries = 0;
    // It ends: (a, b) is the only point over a in a small box, and f is of the size of margin^order on its top and bottom, so that x has to be as near.
    loop {
        near.control.check()?;
        tries += 1;
        let [lower, upper] = absolute(&mut y, 2 - size, near.control)?;
        let margin = Rational::from(1) << size;
        let heights = round([lower - &margin, upper + &margin], size - 3);
        let [bottom, top] =
            heights.each_ref().map(|height| Condition(&derivatives.all[0], [height.clone(), height.clone()]));
        let conditions = [bottom, top, Condition(&derivatives.all[point.order as usize], heights.clone())];
        if let Some(bits) = near.bits(&conditions, (4 + SMALLER * (order + 1)) * tries)? {
            return Ok((heights, bits));
        }
        size -= SMALLER;
    }
}

/// The binary exponent of a margin around a number with which it stays away from its neighbours: less than a quarter of the distances.
fn first_size(y: &mut RealAlgebraic, neighbours: [Option<&RealAlgebraic>; 2], control: &Control) -> Result<i32> {
    let [lower, upper] = y.ends(1);
    let mut size = exponent(&lower).max(exponent(&upper));
    for neighbour in neighbours.into_iter().flatten() {
        let mut other = neighbour.clone();
        let mut bits = -size + 8;
        loop {
            let ([a, b], [c, d]) = (absolute(y, bits, control)?, absolute(&mut other, bits, control)?);
            let distance = if b < c { c - b } else { a - d };
            if distance > 0 && Rational::from(1) >> (bits - 4) < distance {
                size = size.min(exponent(&distance) - 6);
                break;
            }
            bits += bits.abs().max(8);
        }
    }
    Ok(size)
}

/// The smallest interval around this one whose ends are multiples of 2^size.
fn round([lower, upper]: [Rational; 2], size: i32) -> [Rational; 2] {
    [(lower >> size).floor() << size, (upper >> size).ceil() << size]
}

/// A number above the absolute values of all real roots of f(a, .) and of all boxes, and the bits of a neighbourhood in which the curve does not meet it or its negative.
fn bound(
    rows: &Rows,
    derivatives: &Derivatives,
    boxes: &[[Rational; 2]],
    near: &mut Neighbourhood<'_>,
) -> Result<(Rational, i32)> {
    let coefficients = reduced(rows, &near.x)?;
    let of_boxes = boxes.iter().flatten().map(exponent).max().unwrap_or(0);
    // Cauchy's bound, 1 + the largest quotient by the last coefficient, which is not 0, is below 2^size.
    let mut precision = 64;
    let size = loop {
        near.control.check()?;
        let x = near.x.interval(precision);
        let values: Vec<[Rational; 2]> = coefficients.iter().map(|c| range(c, &x)).collect::<Result<_>>()?;
        let Some(([low, high], others)) = values.split_last() else { break of_boxes };
        if low.cmp0() == high.cmp0() && !low.is_zero() {
            let least = low.clone().abs().min(high.clone().abs());
            let sizes = others.iter().flatten().map(|value| exponent(&(value.clone() / &least)));
            break sizes.max().unwrap_or(0).max(0).max(of_boxes) + 1;
        }
        precision *= 2;
    };
    let height = Rational::from(1) << size;
    let at = |height: Rational| Condition(&derivatives.all[0], [height.clone(), height]);
    let conditions = [at(height.clone()), at(-height.clone())];
    let mut tries = 8;
    loop {
        near.control.check()?;
        if let Some(bits) = near.bits(&conditions, tries)? {
            return Ok((height, bits));
        }
        tries *= 2;
    }
}

/// Values of a polynomial in an interval, by Horner's rule.
fn range(f: &UnivariatePolynomial, [lower, upper]: &[Rational; 2]) -> Result<[Rational; 2]> {
    let mut value = [Rational::new(), Rational::new()];
    for c in f.coefficients().iter().rev() {
        let products = [&value[0], &value[1]].map(|v| [Rational::from(v * lower), Rational::from(v * upper)]);
        let all: Vec<Rational> = products.into_iter().flatten().collect();
        let [least, most] = [all.iter().min(), all.iter().max()].map(|end| end.cloned().unwrap_or_default());
        value = [least + c, most + c];
    }
    Ok(value)
}

/// The real roots of f on a line beside a cut.
struct Side {
    roots: Vec<RealAlgebraic>,
}

impl Side {
    fn new(rows: &Rows, x: &Rational) -> Result<Self> {
        let f = rows.at(x).to_polynomial("y")?;
        Ok(Side { roots: RealRoots::new(&f).run()?.into_iter().map(|root| root.value).collect() })
    }

    /// The number of arcs below a height that is on none.
    fn below(&self, height: &Rational) -> Result<usize> {
        let height = RealAlgebraic::from(height.clone());
        for (count, root) in self.roots.iter().enumerate() {
            if root.compare(&height)? != Ordering::Less {
                return Ok(count);
            }
        }
        Ok(self.roots.len())
    }
}

/// Boxes and what lies between them, from below.
fn assemble(cut: &Cut, boxes: &[[Rational; 2]], bound: Option<Rational>, sides: [Side; 2]) -> Result<Fibre> {
    let arcs = sides.each_ref().map(|side| side.roots.len());
    let below = |height: &Rational| -> Result<[usize; 2]> {
        let [left, right] = &sides;
        Ok([left.below(height)?, right.below(height)?])
    };
    let (down, up) = match &bound {
        None => ([0, 0], arcs),
        Some(bound) => (below(&Rational::from(-bound))?, below(bound)?),
    };
    let mut points = Vec::new();
    let mut at = down;
    let pass = |at: [usize; 2], to: [usize; 2], points: &mut Vec<FibrePoint>| -> Result<()> {
        let [left, right] = [at[0]..to[0], at[1]..to[1]];
        if left.len() != right.len() {
            let message =
                format!("{} simple points on one side of a cut, and {} on the other", left.len(), right.len());
            return Err(ErrorKind::Verification { what: "curve", prime: 0, message }.into());
        }
        points.extend(left.zip(right).map(|(i, j)| FibrePoint { vertex: None, arcs: [i..i + 1, j..j + 1] }));
        Ok(())
    };
    for (&vertex, [bottom, top]) in cut.points.iter().zip(boxes) {
        let (first, last) = (below(bottom)?, below(top)?);
        pass(at, first, &mut points)?;
        points.push(FibrePoint { vertex: Some(vertex), arcs: [first[0]..last[0], first[1]..last[1]] });
        at = last;
    }
    pass(at, up, &mut points)?;
    Ok(Fibre { points, down, arcs })
}
