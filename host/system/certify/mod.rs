//! Proofs that there is a root near a point: Krawczyk's test, with rigorous rounding.
//!
//! - `enclose.rs`: the system with its coefficients enclosed, its values and Jacobian.
//! - `inverse.rs`: the approximate inverse of the Jacobian.
//! - `krawczyk.rs`: the test, with its proof and sources.
//! - `shift.rs`: the system around a point, for zeros that are close together.
//! - `overlap.rs`: which certificates may be of the same root.

mod certificate;
mod enclose;
mod inverse;
mod krawczyk;
mod overlap;
mod shift;

pub use certificate::{Certificate, CertifiedRoot, Coordinate, Reality, Reason};
pub(super) use overlap::inside;
pub use overlap::{Overlap, overlaps};

use super::{Coefficient, System};
use crate::alone::prelude::*;
use crate::error::{Error, Result};
use crate::floating::exact;
use crate::floating::interval::{End, Interval, Rectangle, Side};
use crate::plural::count;
use enclose::{Enclosed, around};
use krawczyk::{Proof, prove};
use rug::Float;

/// Proves for each point that the exact system has exactly one root near it, or says why that is not proved.
///
/// A point has a complex number `[re, im]` for each variable, its parts sums of N doubles, as [`nearest`](crate::floating::nearest) makes them. What
/// is proved of it says [`CertifiedRoot`]: exactly one root is in a box around the point, that root is regular, bounds for it, and whether it
/// is real. The box is about twice as wide as the point is wrong, and the bounds are much sharper. Every rounding is accounted for, those of the coefficients too.
///
/// The point is taken as it is, not refined: where it is too rough, take a Newton step and try again. Multiple roots are never certified, and
/// regular ones only where the condition of the Jacobian, whatever the units of variables and polynomials, is well below 2^53, as many doubles
/// as the point may have.
///
/// The values at the points are computed with 64 (N + 1) bits; a point whose parts need more, since they are far from nearest numbers, is rounded to
/// that first, and so are the centres of the boxes.
///
/// # Errors
/// `Argument` where there are not as many polynomials as variables, and for a point that has not a number for every variable, or one that is not
/// finite.
///
/// # Complexity
/// For a point, the values with MPFR's floats: a product for each variable of each term, and about 2 log e for an exponent e. Twice in doubles, up to
/// ten times where the test fails: the Jacobian, with three products for each variable of each term; and n^3 products of rectangles for n variables. Points are
/// shared among all cores.
///
/// # Sources
/// Krawczyk 1969, Moore 1977, Rump 2010; Breiding, Rose, Timme 2023 for complex numbers and real roots. The source of the test has the proof.
///
/// ```
/// use eliminant::system::{Certificate, Reality, Reason, System, certify};
///
/// // A circle and a line: (3/5, 4/5) and (-4/5, -3/5).
/// let system: System = "x^2 + y^2 - 1; 5*x - 5*y + 1".parse()?;
/// let real = |x: f64, y: f64| [[[x], [0.0]], [[y], [0.0]]];
/// let certificates = certify(&system, &[real(0.6, 0.8), real(-0.799999, -0.600001), real(0.5, 0.5)])?;
///
/// let root = certificates[1].root().unwrap();
/// assert_eq!(root.reality, Reality::Real);
/// let [lower, upper] = root.coordinates[0].re;
/// assert!(lower <= -0.8 && -0.8 <= upper && upper - lower < 1e-10);
///
/// // Further away nothing is proved, and nothing of a multiple root: the line x = 1 touches the circle.
/// assert_eq!(certificates[2], Certificate::NotCertified(Reason::Contraction));
/// let system: System = "x^2 + y^2 - 1; x - 1".parse()?;
/// assert_eq!(certify(&system, &[real(1.0, 0.0)])?, [Certificate::NotCertified(Reason::Singular)]);
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn certify<const N: usize, P>(system: &System, points: &[P]) -> Result<Vec<Certificate>>
where
    P: AsRef<[[[f64; N]; 2]]> + Sync,
{
    let n = system.variables().len();
    if system.len() != n {
        let message = format!(
            "has {} in {}; a certificate needs as many polynomials as variables",
            count(system.len(), "polynomial"),
            count(n, "variable")
        );
        return Err(Error::argument("system", message));
    }
    let precision = 64 * (N as u32 + 1);
    let centres = points.iter().map(|point| rounded(point.as_ref(), n, precision)).collect::<Result<_>>()?;
    Ok(certify_around(system, centres, precision))
}

/// [`certify()`] around exact points, whose parts are floats of `precision` bits, of a system of as many polynomials as variables.
pub(super) fn certify_around(system: &System, centres: Vec<Vec<Coefficient>>, precision: u32) -> Vec<Certificate> {
    let enclosed = Enclosed::new(system, precision);
    let real = system.polynomials().iter().flatten().all(|term| term.coefficient.im.is_zero());
    let certificate = |centre: Vec<Coefficient>| {
        let floats: Vec<Rectangle<Float>> = centre.iter().map(|number| around(number, precision)).collect();
        match prove(&enclosed, &floats) {
            Ok(proof) => Certificate::Certified(root(centre, &floats, &proof, real)),
            Err(reason) => Certificate::NotCertified(reason),
        }
    };
    centres.into_par_iter().map(certificate).collect()
}

/// The same around one point, for the system around it ([`shift`]). The precision is also that of the values of the system there.
pub(super) fn certify_shifted(system: &System, centre: Vec<Coefficient>, precision: u32) -> Certificate {
    let real = system.polynomials().iter().flatten().all(|term| term.coefficient.im.is_zero());
    let floats: Vec<Rectangle<Float>> = centre.iter().map(|number| around(number, precision)).collect();
    let zero = around(&Coefficient::default(), precision);
    let proof = shift::shifted(system, &centre)
        .ok_or(Reason::Singular)
        .and_then(|shifted| prove(&Enclosed::new(&shifted, precision), &vec![zero; centre.len()]));
    match proof {
        Ok(proof) => Certificate::Certified(root(centre, &floats, &proof, real)),
        Err(reason) => Certificate::NotCertified(reason),
    }
}

/// For each of these boxes, whether all polynomials of a system may vanish at one point of it, by their values in interval arithmetic with floats of
/// `precision` bits.
pub(super) fn may_vanish(system: &System, boxes: Vec<Vec<Rectangle<Float>>>, precision: u32) -> Vec<bool> {
    let enclosed = Enclosed::new(system, precision);
    let has_zero = |x: &Interval<f64>| x.lower <= 0.0 && 0.0 <= x.upper;
    let may = |bounds: Vec<_>| enclosed.values(&bounds).iter().all(|value| has_zero(&value.re) && has_zero(&value.im));
    boxes.into_par_iter().map(may).collect()
}

/// The point, each part rounded to a float.
fn rounded<const N: usize>(point: &[[[f64; N]; 2]], n: usize, precision: u32) -> Result<Vec<Coefficient>> {
    if point.len() != n {
        return Err(Error::argument(
            "points",
            format!("one has {} for {}", count(point.len(), "number"), count(n, "variable")),
        ));
    }
    let part = |parts: &[f64; N]| {
        let value = exact(parts).and_then(|value| Float::with_val(precision, value).to_rational());
        value.ok_or_else(|| Error::argument("points", "a real or imaginary part is not finite"))
    };
    point.iter().map(|[re, im]| Ok(Coefficient::new(part(re)?, part(im)?))).collect()
}

/// The proof as it is told.
fn root(centre: Vec<Coefficient>, floats: &[Rectangle<Float>], proof: &Proof, real: bool) -> CertifiedRoot {
    let reality = reality(floats, proof, real);
    let shifted = |x: &Interval<Float>, offset: &Interval<f64>| {
        let float = |end: f64| Float::with_val(x.lower.prec(), end);
        x.plus(&Interval { lower: float(offset.lower), upper: float(offset.upper) }).doubles().ends()
    };
    let coordinate = |(((centre, x), &radius), offset): (((_, &Rectangle<Float>), &f64), &Rectangle<f64>)| Coordinate {
        centre,
        radius,
        offset: [offset.re.ends(), offset.im.ends()],
        re: shifted(&x.re, &offset.re),
        im: if reality == Reality::Real { [0.0; 2] } else { shifted(&x.im, &offset.im) },
    };
    let coordinates = centre.into_iter().zip(floats).zip(&proof.radii).zip(&proof.offsets).map(coordinate).collect();
    CertifiedRoot { coordinates, reality }
}

/// Whether the root is real.
///
/// Where the system is real, the conjugate of a root is one. If the conjugates of all points that the root may be at are in the box with only
/// one root, the root is its own conjugate.
fn reality(floats: &[Rectangle<Float>], proof: &Proof, real: bool) -> Reality {
    let mut own_conjugate = real;
    for ((x, &radius), offset) in floats.iter().zip(&proof.radii).zip(&proof.offsets) {
        let centre = x.im.doubles();
        let root = centre.plus(&offset.im);
        if root.lower > 0.0 || root.upper < 0.0 {
            return Reality::NotReal;
        }
        // The box, rounded inward.
        let lower = centre.upper.sum(&-radius, Side::Above);
        let upper = centre.lower.sum(&radius, Side::Below);
        own_conjugate &= lower <= -root.upper && -root.lower <= upper;
    }
    if own_conjugate { Reality::Real } else { Reality::Undecided }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The imaginary part is 1e-3 at the centre: real only where the mirror image of the bounds is in the box.
    #[test]
    fn a_root_is_real_where_its_conjugate_is_in_the_box() {
        let centre = [Rectangle::point([0.0, 1e-3].map(|x| Float::with_val(128, x)))];
        let told = |lower, upper, radius, real| {
            let im = Interval { lower, upper };
            let proof = Proof { radii: vec![radius], offsets: vec![Rectangle { re: Interval::ZERO, im }] };
            reality(&centre, &proof, real)
        };
        assert_eq!(told(-1.1e-3, 0.0, 1.2e-3, true), Reality::Undecided);
        assert_eq!(told(-1.1e-3, 0.0, 1.9e-3, true), Reality::Undecided);
        assert_eq!(told(-1.1e-3, 0.0, 2.1e-3, true), Reality::Real);
        assert_eq!(told(-1.1e-3, 0.0, 2.1e-3, false), Reality::Undecided);
        assert_eq!(told(-4e-3, -0.9e-3, 5e-3, true), Reality::Real);
        assert_eq!(told(-0.9e-3, 0.0, 1.0, true), Reality::NotReal);
        assert_eq!(told(-2e-3, -1.1e-3, 1.0, true), Reality::NotReal);
    }
}
