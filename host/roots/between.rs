//! The part of the line in which roots are wanted.

use super::algebraic::RealAlgebraic;
use super::enclosure::Enclosure;
use super::isolate::Interval;
use rug::Rational;
use rug::float::{Round, Special};
use rug::ops::PowAssignRound;
use rug::{Assign, Float};
use std::cmp::Ordering;

/// Bits of the floats by which intervals are left out.
const PRECISION: u32 = 128;

/// The numbers from `lower` to `upper`, both included; all numbers on a side without an end.
#[derive(Debug, Clone, Default)]
pub struct Between {
    pub lower: Option<Rational>,
    pub upper: Option<Rational>,
}

impl Between {
    /// Whether a number is there. `compare` says on which side of an end it is.
    pub fn has<E>(&self, mut compare: impl FnMut(&Rational) -> Result<Ordering, E>) -> Result<bool, E> {
        let is_above = self.lower.as_ref().map_or(Ok(true), |end| compare(end).map(Ordering::is_ge))?;
        Ok(is_above && self.upper.as_ref().map_or(Ok(true), |end| compare(end).map(Ordering::is_le))?)
    }

    /// Whether a number is there, as far as its interval tells.
    pub fn has_at_hand(&self, value: &RealAlgebraic) -> Option<bool> {
        self.has(|end| value.compare_at_hand(end, PRECISION).ok_or(())).ok()
    }

    /// The negatives of these numbers.
    fn reflected(&self) -> Self {
        let negative = |end: &Option<Rational>| end.as_ref().map(|end| Rational::from(-end));
        Between { lower: negative(&self.upper), upper: negative(&self.lower) }
    }

    /// Positive numbers with all powers x^degree of those x > 0 that are there, of -x for those x < 0 where that is wanted; `None` where there are none.
    pub fn powers(&self, negative: bool, degree: u32) -> Option<Window> {
        let positive = if negative { self.reflected() } else { self.clone() };
        if positive.upper.as_ref().is_some_and(|end| end.cmp0().is_le()) {
            return None;
        }
        let power = |end: Rational, round: Round| {
            let (mut power, _) = Float::with_val_round(PRECISION, end, round);
            power.pow_assign_round(degree, round);
            power
        };
        let lower = positive.lower.filter(|end| end.cmp0().is_gt());
        Some(Window {
            lower: lower.map_or(Float::new(PRECISION), |end| power(end, Round::Down)),
            upper: positive.upper.map_or(Float::with_val(PRECISION, Special::Infinity), |end| power(end, Round::Up)),
        })
    }
}

/// Numbers from `lower` >= 0 to `upper`.
#[derive(Debug, Clone)]
pub struct Window {
    lower: Float,
    upper: Float,
}

impl Window {
    /// The shortest one with both.
    pub fn hull(mut self, other: &Self) -> Self {
        if other.lower < self.lower {
            self.lower.assign(&other.lower);
        }
        if other.upper > self.upper {
            self.upper.assign(&other.upper);
        }
        self
    }

    /// Whether an interval of numbers that are not negative may have one of these.
    pub fn meets(&self, Interval { lower, upper, scale }: &Interval) -> bool {
        let [lower, upper] = [lower, upper].map(|end| Enclosure::dyadic(end, *scale, PRECISION));
        upper.upper >= self.lower && lower.lower <= self.upper
    }
}
