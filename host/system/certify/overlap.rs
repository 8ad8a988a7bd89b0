//! Which certificates may be of the same root.

use super::certificate::{Certificate, CertifiedRoot, Coordinate};
use crate::error::{Error, Result};
use rug::Rational;

/// Two certificates whose bounds have a point in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlap {
    /// Their places in the list, the smaller first.
    pub pair: (usize, usize),
    /// It is proved that they are of the same root: the bounds of one are inside the box of the other. Otherwise nothing is known.
    pub same: bool,
}

/// All pairs of certified roots of one system that are not proved to be different: the list is empty where every two certified roots are.
///
/// Roots differ where their bounds, centre and offset, have no point in common; that is decided with fractions, so that points of four
/// doubles tell roots apart that are nearer than doubles. Points that are not certified have no part in it. In the order of the pairs.
///
/// # Errors
/// `Argument` where the roots are not all of the same number of coordinates.
///
/// # Complexity
/// For m roots, a sort, and a comparison of doubles for each two that overlap in the real part of the first coordinate: at most m^2 / 2.
///
/// ```
/// use eliminant::system::{System, certify, overlaps};
///
/// let system: System = "x^2 - 2".parse()?;
/// let certificates = certify(&system, &[[[[1.4], [0.0]]], [[[-1.4], [0.0]]], [[[1.42], [0.0]]]])?;
/// let found = overlaps(&certificates)?;
/// assert_eq!(found.len(), 1);
/// assert!(found[0].pair == (0, 2) && found[0].same);
/// assert!(overlaps(&certificates[..2])?.is_empty());
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn overlaps(certificates: &[Certificate]) -> Result<Vec<Overlap>> {
    let mut roots: Vec<(usize, &CertifiedRoot)> =
        certificates.iter().enumerate().filter_map(|(i, certificate)| Some((i, certificate.root()?))).collect();
    if !roots.windows(2).all(|two| two[0].1.coordinates.len() == two[1].1.coordinates.len()) {
        return Err(Error::argument("certificates", "have different numbers of coordinates; they are of one system"));
    }
    let first = |root: &CertifiedRoot| root.coordinates.first().map_or([0.0; 2], |coordinate| coordinate.re);
    roots.sort_by(|a, b| first(a.1)[0].total_cmp(&first(b.1)[0]));
    let mut found = Vec::new();
    for (k, &(i, a)) in roots.iter().enumerate() {
        // Later ones begin later, until one begins behind the end of this one.
        for &(j, b) in roots[k + 1..].iter().take_while(|other| first(other.1)[0] <= first(a)[1]) {
            if a.meets(b) {
                found.push(Overlap { pair: (i.min(j), i.max(j)), same: inside(a, b) || inside(b, a) });
            }
        }
    }
    found.sort_by_key(|overlap| overlap.pair);
    Ok(found)
}

impl CertifiedRoot {
    /// Whether the bounds of both have a point in common: roots of one system whose bounds have none are different. `false` for different
    /// numbers of coordinates.
    pub fn meets(&self, other: &CertifiedRoot) -> bool {
        let pairs = || self.coordinates.iter().zip(&other.coordinates);
        let near = |a: &[f64; 2], b: &[f64; 2]| a[0] <= b[1] && b[0] <= a[1];
        let exact = |[a, b]: [Rational; 2], [c, d]: [Rational; 2]| a <= d && c <= b;
        self.coordinates.len() == other.coordinates.len()
            && pairs().all(|(a, b)| near(&a.re, &b.re) && near(&a.im, &b.im))
            && pairs().all(|(a, b)| (0..2).all(|part| exact(bounds(a, part), bounds(b, part))))
    }
}

/// The bounds of `a` are in the box of `b`.
pub(in crate::system) fn inside(a: &CertifiedRoot, b: &CertifiedRoot) -> bool {
    a.coordinates.iter().zip(&b.coordinates).all(|(a, b)| {
        let ([re_lower, re_upper], [im_lower, im_upper]) = (bounds(a, 0), bounds(a, 1));
        let within = |x: Rational, centre: &Rational| (x - centre).abs() <= b.radius;
        within(re_lower, &b.centre.re)
            && within(re_upper, &b.centre.re)
            && within(im_lower, &b.centre.im)
            && within(im_upper, &b.centre.im)
    })
}

/// Centre and offset of the real or the imaginary part, exactly. Offsets are within a radius, and finite.
fn bounds(coordinate: &Coordinate, part: usize) -> [Rational; 2] {
    let centre = if part == 0 { &coordinate.centre.re } else { &coordinate.centre.im };
    coordinate.offset[part].map(|end| Rational::from_f64(end).unwrap_or_default() + centre)
}
