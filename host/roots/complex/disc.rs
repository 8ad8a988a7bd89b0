//! A disc with one root above the real axis, made smaller by Newton's method.
//!
//! Let the disc around z0 of radius r0 have the root w, and let all others be at least 16 n r0 away from z0. For z at most 2 r0 from z0
//! f'/f = 1/(z - w) + s, where |s| <= (n - 1) / (14 n r0), so that |z - w| |s| <= q = 3/14. From that follow
//!
//! > |z - w| = |f/f'| |1 + (z - w) s| <= 5/4 |f/f'|,
//! > |z - f/f' - w| <= |z - w| q / (1 - q) <= 3/11 |z - w|.
//!
//! So the first line is a proof of a smaller disc, and Newton's method comes nearer with each step; the smaller q is, the more. The disc of radius 5/4 |f/f'|,
//! and the square around it, are within 9 r0 of z0, and have no other root.

use super::scaled::Scaled;
use super::value::{Evaluated, SLACK};
use crate::system::Number;
use rug::ops::Pow;
use rug::{Integer, Rational};

/// Times the degree: radii of the distances from points to other points and the real axis at the beginning. Half of it is left to other roots.
pub const APART: f64 = 40.0;

/// log2 5/4, and more.
const FACTOR: f64 = 0.33;

/// Bits of floats beyond those of the root.
const MORE_BITS: u32 = 32;

/// A disc with exactly one root.
#[derive(Debug, Clone)]
pub struct Disc {
    pub center: Number,
    /// At least log2 of the radius.
    log_radius: f64,
    first: (Number, f64),
    /// Bits that the last value took.
    precision: u32,
}

impl Disc {
    /// The first one.
    pub fn new(center: Number, log_radius: f64) -> Self {
        let precision = center.precision() + MORE_BITS;
        Disc { first: (center.clone(), log_radius), center, log_radius, precision }
    }

    /// Whether the radius is at most 2^-bits of the root.
    fn is_small(&self, bits: u32) -> bool {
        // The radius is a small part of the root from the beginning.
        self.log_radius + SLACK <= Scaled::of(&self.center).log2() - 1.0 - f64::from(bits)
    }

    /// Makes the radius at most 2^-bits of the root.
    ///
    /// It ends: a step that is more than its error shrinks the distance to a third, and otherwise there are more bits, with which the error becomes as small as one
    /// likes, while f' is not 0 near w.
    ///
    /// # Errors
    /// Of `look`, which is called before each step.
    pub fn refine<E>(&mut self, f: &Evaluated, bits: u32, look: impl Fn() -> Result<(), E>) -> Result<(), E> {
        let mut z = self.center.clone();
        while !self.is_small(bits) {
            look()?;
            z = z.at(self.precision);
            let (value, [at_z, slope]) = f.at_number(&f.rounded(self.precision), &z);
            let log_radius = value.log_of_ratio() + FACTOR;
            if log_radius < self.log_radius {
                (self.center, self.log_radius) = (z.clone(), log_radius);
            }
            let next = (!value.is_noise() && log_radius.is_finite()).then(|| z.minus(&at_z.over(&slope)));
            let (first, first_radius) = &self.first;
            match next {
                Some(next) if Scaled::of(&next.minus(&first.at(self.precision))).log2() <= first_radius + 0.9 => {
                    z = next;
                    // As many bits again are right after it.
                    let right = (Scaled::of(&z).log2() - log_radius).max(0.0) as u32;
                    let wanted = bits.saturating_add(MORE_BITS).min(right.saturating_mul(2));
                    self.precision = self.precision.max(wanted.saturating_add(MORE_BITS));
                }
                _ => {
                    z = self.center.clone();
                    self.precision = self.precision.saturating_add(self.precision / 2);
                }
            }
        }
        Ok(())
    }

    /// Whether the squares around two discs have no point in common.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        let precision = self.center.precision().max(other.center.precision());
        let distance = Scaled::of(&self.center.at(precision).minus(&other.center.at(precision))).log2();
        // Both radii times the square root of 2 are at most 2^1.5 times the larger one.
        distance > self.log_radius.max(other.log_radius) + 1.6
    }

    /// The square around the disc: ends of real and imaginary parts.
    pub fn square(&self) -> [[Rational; 2]; 2] {
        let exponent = (self.log_radius + SLACK).ceil() as i64;
        let power = Integer::from(2).pow(u32::try_from(exponent.unsigned_abs()).unwrap_or(u32::MAX));
        let radius = if exponent < 0 { Rational::from((1, power)) } else { Rational::from(power) };
        // Floats here are finite.
        [&self.center.re, &self.center.im].map(|part| {
            let part = part.to_rational().unwrap_or_default();
            [Rational::from(&part - &radius), part + &radius]
        })
    }
}
