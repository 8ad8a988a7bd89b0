//! The certificate of a point.

use super::super::Coefficient;
use super::super::balance::shifted;
use crate::floating::{exponent_of_ten, power_of_ten, to_digits};
use rug::float::Round;
use rug::{Float, Rational};
use std::fmt;

/// A proof that a root is near a point, or the reason why there is none.
#[derive(Debug, Clone, PartialEq)]
pub enum Certificate {
    /// There is a root near it.
    Certified(CertifiedRoot),
    /// Nothing is proved: there may be a root near the point, or several, or none.
    NotCertified(Reason),
}

impl Certificate {
    /// The root, where there is one.
    pub fn root(&self) -> Option<&CertifiedRoot> {
        match self {
            Certificate::Certified(root) => Some(root),
            Certificate::NotCertified(_) => None,
        }
    }
}

/// A regular root of the exact system: the only root in the box of all points z with |Re z_j - Re c_j| <= r_j and |Im z_j - Im c_j| <= r_j, for the
/// centres c and the radii r of the coordinates.
#[derive(Debug, Clone, PartialEq)]
pub struct CertifiedRoot {
    /// One for each variable.
    pub coordinates: Vec<Coordinate>,
    /// Whether it is real.
    pub reality: Reality,
}

/// A coordinate of a root, and the side of its box.
///
/// `re` and `im` are for doubles. `centre` and `offset` say more: they are exact, and the offset of a point of four doubles is mostly below
/// 1e-60.
#[derive(Debug, Clone, PartialEq)]
pub struct Coordinate {
    /// The centre of the box: the point that was given.
    pub centre: Coefficient,
    /// The radius of the box in which the root is the only one; above 0.
    pub radius: f64,
    /// Bounds of the real and of the imaginary part of the coordinate less the centre, both sharper than the radius.
    pub offset: [[f64; 2]; 2],
    /// Bounds of the real part of the coordinate: the sharpest doubles around centre and offset.
    pub re: [f64; 2],
    /// Bounds of the imaginary part; `[0.0, 0.0]` for a root that is real.
    pub im: [f64; 2],
}

impl Coordinate {
    /// Bounds of a part, the real one as 0: exact numbers.
    fn bounds(&self, part: usize) -> [Rational; 2] {
        let centre = if part == 0 { &self.centre.re } else { &self.centre.im };
        self.offset[part].map(|x| Rational::from_f64(x).unwrap_or_default() + centre)
    }

    /// Real and imaginary part in decimal: at most `most` digits, and as many as the bounds prove but for one unit of the last place. A part that the
    /// bounds cannot tell from 0 is 0.
    ///
    /// ```
    /// use eliminant::system::{System, certify};
    /// let system: System = "x^2 - 2".parse()?;
    /// let root = certify(&system, &[[[[1.4142], [0.0]]]])?.remove(0);
    /// let [re, im] = root.root().unwrap().coordinates[0].to_decimal(17);
    /// assert!(re.starts_with("1.414213") && re.len() < 13 && im == "0", "{re} {im}");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn to_decimal(&self, most: u32) -> [String; 2] {
        [0, 1].map(|part| {
            let [lower, upper] = self.bounds(part);
            let width = Rational::from(&upper - &lower);
            let middle = Rational::from(&lower + &upper) / 2u32;
            if middle.clone().abs() <= width {
                return "0".to_owned();
            }
            // Half of the width and half a unit, by which a number is rounded, are one unit.
            let first = exponent_of_ten(&middle);
            let is_proved = |count: &u32| width <= power_of_ten(first + 1 - i64::from(*count));
            let count = (1..=most).rev().find(is_proved).unwrap_or(1);
            to_digits(&middle, count, Round::Nearest)
        })
    }

    /// Bounds of real and imaginary part in decimal, with at most `count` digits, rounded outward.
    ///
    /// ```
    /// use eliminant::system::{System, certify};
    /// let system: System = "x^2 - 2".parse()?;
    /// let root = certify(&system, &[[[[1.4142], [0.0]]]])?.remove(0);
    /// assert_eq!(root.root().unwrap().coordinates[0].bounds_to_decimal(3)[0], ["1.41", "1.42"]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn bounds_to_decimal(&self, count: u32) -> [[String; 2]; 2] {
        [0, 1].map(|part| {
            let [lower, upper] = self.bounds(part);
            [to_digits(&lower, count, Round::Down), to_digits(&upper, count, Round::Up)]
        })
    }
}

impl CertifiedRoot {
    /// The root in units in which coordinate j is 2^`scales[j]` times as large. Bounds are rounded outward; nothing where a radius is below the
    /// range of doubles.
    pub(in crate::system) fn in_units(self, scales: &[i32]) -> Option<Self> {
        let coordinate = |(coordinate, &bits): (Coordinate, &i32)| {
            let scaled = |x: f64, round| (Float::with_val(53, x) << bits).to_f64_round(round);
            let outward = |[lower, upper]: [f64; 2]| [scaled(lower, Round::Down), scaled(upper, Round::Up)];
            let radius = scaled(coordinate.radius, Round::Down);
            (radius > 0.0).then(|| Coordinate {
                centre: shifted(&coordinate.centre, bits.into()),
                radius,
                offset: coordinate.offset.map(outward),
                re: outward(coordinate.re),
                im: outward(coordinate.im),
            })
        };
        let coordinates = self.coordinates.into_iter().zip(scales).map(coordinate).collect::<Option<_>>()?;
        Some(CertifiedRoot { coordinates, reality: self.reality })
    }

    /// The middle of the bounds.
    pub(in crate::system) fn middle(&self) -> Vec<Coefficient> {
        let of = |coordinate: &Coordinate| {
            let part = |centre: &Rational, [lower, upper]: [f64; 2]| {
                let [lower, upper] = [lower, upper].map(|x| Rational::from_f64(x).unwrap_or_default());
                (lower + upper) / 2 + centre
            };
            let im = match self.reality {
                Reality::Real => Rational::new(),
                _ => part(&coordinate.centre.im, coordinate.offset[1]),
            };
            Coefficient::new(part(&coordinate.centre.re, coordinate.offset[0]), im)
        };
        self.coordinates.iter().map(of).collect()
    }
}

/// Whether a root is real: all its coordinates are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reality {
    /// It is real: the system has real coefficients, and the conjugate of the root is in the same box.
    Real,
    /// It is not: the imaginary part of a coordinate has one sign.
    NotReal,
    /// Neither is proved. Of a system with coefficients that are not real, no root is ever proved to be.
    Undecided,
}

/// Why a point is not certified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The Jacobian at the point is singular, or doubles cannot tell it from a singular matrix: a multiple root, or roots very close together.
    Singular,
    /// No box around the point is contracted: the point is too far from a root for what the second derivatives are, or there is none.
    Contraction,
    /// The values or the Jacobian at the point are beyond the range of doubles.
    NotFinite,
    /// The system has more polynomials than variables: a box proves a zero of combinations of them.
    Overdetermined,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Singular => "the Jacobian is singular to working precision",
            Reason::Contraction => "no box around the point is contracted",
            Reason::NotFinite => "values at the point are beyond the range of doubles",
            Reason::Overdetermined => "there are more polynomials than variables",
        })
    }
}
