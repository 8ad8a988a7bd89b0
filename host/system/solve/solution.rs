//! One zero of a system, and what is proved of it.

use crate::engine::status::NewtonReport;
use crate::floating::{Complex64, as_parts};
use crate::system::certify::{Certificate, CertifiedRoot, Reality};
use crate::system::points::number_to_text;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// Imaginary parts that are no larger beside the largest coordinate may be 0 where nothing is proved.
const NEGLIGIBLE: f64 = 1e-6;

/// A zero of a system.
///
/// ```
/// use eliminant::System;
///
/// // A circle and a line meet in (3/5, 4/5) and (-4/5, -3/5).
/// let system: System = "x^2 + y^2 - 1; 5*x - 5*y + 1".parse()?;
/// let answer = system.solve()?;
/// let zero = answer.solutions.iter().find(|zero| zero.point[0].re > 0.0).unwrap();
/// assert!(zero.is_certified() && zero.is_real() && zero.multiplicity == 1);
/// assert_eq!(zero.real_point(), Some(vec![0.6, 0.8]));
/// assert_eq!(zero.to_string(), "(0.6, 0.8): certified, real");
///
/// // The exact zero is in this box, and no further from the point than these bounds.
/// let [lower, upper] = zero.root().unwrap().coordinates[0].re;
/// assert!(lower <= 0.6 && 0.6 <= upper && upper - lower < 1e-15);
/// assert!(zero.error_bounds().unwrap().iter().all(|&bound| bound < 1e-15));
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Solution {
    /// Its coordinates, in the order of the system's variables: doubles that are right but for the last place where the zero is certified.
    pub point: Vec<Complex64>,
    /// Paths that end here: its multiplicity, where all of them were followed to their end.
    pub multiplicity: usize,
    /// The largest winding number of its paths: 1 for a regular zero.
    pub winding: usize,
    /// The report of Newton's method there, of polynomials and variables in balanced units.
    pub report: NewtonReport,
    /// The Jacobian has an inverse, and Newton's method converges: the zero is certified, or was found so in multiple precision.
    pub regular: bool,
    /// The proof that there is exactly one zero near the point, or why there is none.
    pub certificate: Certificate,
}

impl Solution {
    /// The certificate: a box for each coordinate that holds this zero of the exact system and no other, and whether
    /// the zero is real.
    pub fn root(&self) -> Option<&CertifiedRoot> {
        self.certificate.root()
    }

    /// Whether it is proved that the system has exactly one zero near the point, which is simple.
    pub fn is_certified(&self) -> bool {
        self.root().is_some()
    }

    /// Whether it is proved that all coordinates are real. `false` does not say that one is not: [`CertifiedRoot::reality`] tells these apart.
    pub fn is_real(&self) -> bool {
        self.root().is_some_and(|root| root.reality == Reality::Real)
    }

    /// The coordinates of a zero that is proved to be real.
    pub fn real_point(&self) -> Option<Vec<f64>> {
        self.is_real().then(|| self.point.iter().map(|x| x.re).collect())
    }

    /// For each coordinate a bound on how far the real and the imaginary part of the exact zero are from those of [`Solution::point`]; `None`
    /// where the zero is not certified.
    pub fn error_bounds(&self) -> Option<Vec<f64>> {
        let bound = |(x, coordinate): (&Complex64, &crate::system::Coordinate)| {
            farthest(x.re, coordinate.re).max(farthest(x.im, coordinate.im))
        };
        Some(self.point.iter().zip(&self.root()?.coordinates).map(bound).collect())
    }

    /// The status in words: `certified, real`, `certified, not real`, `certified, real or not`, `not certified`, or
    /// `singular, multiplicity 2`.
    pub fn description(&self) -> String {
        match self.root().map(|root| root.reality) {
            Some(Reality::Real) => "certified, real".to_owned(),
            Some(Reality::NotReal) => "certified, not real".to_owned(),
            Some(Reality::Undecided) => "certified, real or not".to_owned(),
            None if self.regular => "not certified".to_owned(),
            None => format!("singular, multiplicity {}", self.multiplicity),
        }
    }

    /// Whether the zero is proved to be real, or nothing that is known of it says that it is not: that is not decided, and all imaginary parts are at most 10^-6
    /// of the largest coordinate. `eliminant solve-system --real` and pictures show these zeros.
    ///
    /// ```
    /// use eliminant::System;
    /// // A double zero has no certificate, so that it is not proved to be real.
    /// let system: System = "(x - 1)^2; y^2 + 1".parse()?;
    /// assert!(system.solve()?.solutions.iter().all(|zero| !zero.may_be_real()));
    /// let system: System = "(x - 1)^2; y^2 - 1".parse()?;
    /// assert!(system.solve()?.solutions.iter().all(|zero| zero.may_be_real() && !zero.is_real()));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn may_be_real(&self) -> bool {
        let largest = self.point.iter().map(|x| x.re.abs().max(x.im.abs())).fold(0.0, f64::max);
        match self.root().map(|root| root.reality) {
            Some(Reality::Real) => true,
            Some(Reality::NotReal) => false,
            Some(Reality::Undecided) | None => self.point.iter().all(|x| x.im.abs() <= NEGLIGIBLE * largest),
        }
    }

    /// Its coordinates: `x = 4, y = 3`.
    pub(crate) fn coordinates(&self, names: &[String]) -> String {
        let coordinate = |(name, x)| format!("{name} = {}", number_to_text(x));
        names.iter().zip(as_parts(&self.point)).map(coordinate).collect::<Vec<_>>().join(", ")
    }

    /// The line of the program: `x = 4, y = 3  # certified, real`.
    pub(in crate::system) fn line(&self, names: &[String]) -> String {
        format!("{}  # {}", self.coordinates(names), self.description())
    }

    /// Whether both are the same zero of a system: boxes meet or, where one is not certified, coordinates agree to ten digits.
    pub fn is_same(&self, other: &Solution) -> bool {
        let near = |a: f64, b: f64, unit: f64| (a - b).abs() <= 1e-10 * unit;
        match (self.root(), other.root()) {
            (Some(a), Some(b)) => a.meets(b),
            _ => self.point.iter().zip(&other.point).all(|(a, b)| {
                let unit = [a.re, a.im, b.re, b.im].into_iter().fold(0.0, |unit: f64, x| unit.max(x.abs()));
                near(a.re, b.re, unit) && near(a.im, b.im, unit)
            }),
        }
    }
}

/// The largest distance of a number to one between these bounds, rounded up.
fn farthest(x: f64, [lower, upper]: [f64; 2]) -> f64 {
    let most = (upper - x).max(x - lower);
    // A difference of doubles that is 0 is exact, and any other is wrong by less than the distance to the next double.
    if most > 0.0 { most.next_up() } else { 0.0 }
}

/// The coordinates and what is known of them.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coordinates: Vec<String> = as_parts(&self.point).iter().map(number_to_text).collect();
        write!(f, "({}): {}", coordinates.join(", "), self.description())
    }
}

/// As the program writes it in JSON: the parts of each coordinate, whether the zero is certified, whether it is real (`null` where neither is
/// proved), multiplicity, winding number, regularity and residual. Of a certified zero there are bounds of the real and the imaginary part of each
/// coordinate (`box`), and the radius in which it is the only one; else both are `null`.
impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let real = self.root().and_then(|root| match root.reality {
            Reality::Real => Some(true),
            Reality::NotReal => Some(false),
            Reality::Undecided => None,
        });
        let mut object = serializer.serialize_struct("Solution", 9)?;
        let coordinates = self.root().map(|root| &root.coordinates);
        let bounds = coordinates.map(|all| all.iter().map(|x| [x.re, x.im]).collect::<Vec<_>>());
        object.serialize_field("box", &bounds)?;
        object.serialize_field("certified", &self.is_certified())?;
        object.serialize_field("multiplicity", &self.multiplicity)?;
        object.serialize_field("point", &pairs(&self.point))?;
        object.serialize_field("radius", &coordinates.map(|all| all.iter().map(|x| x.radius).collect::<Vec<_>>()))?;
        object.serialize_field("real", &real)?;
        object.serialize_field("regular", &self.regular)?;
        object.serialize_field("residual", &self.report.residual)?;
        object.serialize_field("winding", &self.winding)?;
        object.end()
    }
}

/// Coordinates as they are in JSON.
pub(in crate::system) fn pairs(point: &[Complex64]) -> Vec<[f64; 2]> {
    point.iter().map(|x| [x.re, x.im]).collect()
}

#[cfg(test)]
mod tests {
    use super::farthest;

    #[test]
    fn bounds_are_rounded_up() {
        assert_eq!(farthest(1.0, [1.0, 1.0]), 0.0);
        assert_eq!(farthest(0.25, [-0.5, 0.5]), 0.75f64.next_up());
        // 1 + 2^-60 is no double: the difference 2^-60 is rounded to 2^-60, and the one of 1 and -2^-60 to 1.
        let tiny = 2f64.powi(-60);
        assert!(farthest(1.0, [-tiny, 1.0]) > 1.0 && farthest(tiny, [0.0, tiny]) > tiny);
        assert_eq!(farthest(0.0, [0.0, 0.0]), 0.0);
    }
}
