//! Ends of paths, each zero once.

use super::certify::{
    Certificate, CertifiedRoot, Coordinate, Reality, certify_around, certify_shifted, inside, may_vanish,
};
use crate::floating::interval::{Interval, Rectangle};
use crate::poly::systems::{Coefficient, System};
use rug::{Float, Rational};

/// Bits of centres.
const PRECISION: [u32; 2] = [128, 320];

/// Bounds that are narrower than that beside their middle prove all digits of a double.
const SHARP: f64 = f64::EPSILON / 4.0;

/// The same for parts that may be 0, beside the coordinate, or 1.
const SHARP_ZERO: f64 = SHARP * SHARP;

/// A path that was followed.
pub(super) struct Ended {
    /// Its number.
    pub(super) path: u64,
    pub(super) place: Place,
}

/// Where a path ended.
#[derive(Clone)]
pub(super) enum Place {
    Finite(Box<Zero>),
    Infinity,
    Unknown,
}

/// A point where a path ends, in balanced units.
#[derive(Clone)]
pub(super) struct Zero {
    pub(super) point: Vec<Coefficient>,
    pub(super) winding: usize,
    /// Bits of accuracy of each coordinate, relative to it or to 1, where nothing is proved.
    pub(super) error: f64,
    /// The same, not as a bound.
    pub(super) noise: f64,
    /// Newton's method converges to it.
    pub(super) is_regular: bool,
    pub(super) certificate: Certificate,
}

impl Zero {
    /// The nearest doubles.
    pub(super) fn doubles(&self) -> Vec<[f64; 2]> {
        self.point.iter().map(|x| [x.re.to_f64(), x.im.to_f64()]).collect()
    }

    /// Whether the zeros may be the same: bounds meet in every coordinate.
    fn meets(&self, other: &Zero) -> bool {
        let bound = |zero: &Zero, j: usize| match zero.certificate.root() {
            Some(root) => root.coordinates[j].offset.as_flattened().iter().fold(0.0, |most: f64, x| most.max(x.abs())),
            None => zero.error.exp2() * size(&zero.centre(j)).max(1.0),
        };
        (0..self.point.len()).all(|j| {
            let (a, b) = (self.centre(j), other.centre(j));
            // Rounded up: bounds that do not meet are those of different zeros.
            let bound = (bound(self, j) + bound(other, j)).next_up();
            let near = |x: &Rational, y: &Rational| Rational::from(x - y).abs().to_f64() <= bound;
            near(&a.re, &b.re) && near(&a.im, &b.im)
        })
    }

    /// Where its coordinates are: proved bounds, or as exactly as they are known.
    fn bounds(&self) -> Vec<Rectangle<Float>> {
        let between = |x: &Rational, [lower, upper]: [f64; 2]| {
            let [lower, upper] = [lower, upper].map(|end| Rational::from_f64(end).unwrap_or_default() + x);
            Interval::between([&lower, &upper], PRECISION[1])
        };
        let proved = |Coordinate { centre, offset: [re, im], .. }: &Coordinate| Rectangle {
            re: between(&centre.re, *re),
            im: between(&centre.im, *im),
        };
        let known = |x: &Coefficient| {
            let error = self.error.exp2() * size(x).max(1.0);
            Rectangle { re: between(&x.re, [-error, error]), im: between(&x.im, [-error, error]) }
        };
        match self.certificate.root() {
            Some(root) => root.coordinates.iter().map(proved).collect(),
            None => self.point.iter().map(known).collect(),
        }
    }

    fn centre(&self, j: usize) -> Coefficient {
        match self.certificate.root() {
            Some(root) => root.coordinates[j].centre.clone(),
            None => self.point[j].clone(),
        }
    }
}

/// The larger part.
fn size(x: &Coefficient) -> f64 {
    x.re.to_f64().abs().max(x.im.to_f64().abs())
}

/// Certificates of zeros near these points, whose bounds prove all digits of doubles where that can be, and the middles of these bounds.
pub(super) fn certified(system: &System, points: Vec<Vec<Coefficient>>) -> Vec<(Vec<Coefficient>, Certificate)> {
    let centres = points.iter().map(|point| rounded(point, PRECISION[0])).collect();
    let mut certificates = certify_around(system, centres, PRECISION[0]);
    let mut middles: Vec<_> = points.iter().zip(&certificates).map(|(point, found)| middle(point, found)).collect();
    // Bounds become sharper around a better centre, and more is proved of it.
    for _ in 0..3 {
        let blunt: Vec<usize> =
            (0..points.len()).filter(|&i| !certificates[i].root().is_some_and(|root| is_sharp(root, SHARP))).collect();
        if blunt.is_empty() {
            break;
        }
        let centres = blunt.iter().map(|&i| rounded(&middles[i], PRECISION[1])).collect();
        for (&i, found) in blunt.iter().zip(certify_around(system, centres, PRECISION[1])) {
            if found.root().is_some() {
                middles[i] = middle(&points[i], &found);
                certificates[i] = found;
            }
        }
    }
    middles.into_iter().zip(certificates).collect()
}

/// The same of one zero that was found in multiple precision, close to others perhaps.
pub(super) fn certified_among_others(system: &System, point: Vec<Coefficient>) -> (Vec<Coefficient>, Certificate) {
    let (point, certificate) = certified(system, vec![point]).remove(0);
    if certificate.root().is_some() {
        return (point, certificate);
    }
    let certificate = certify_shifted(system, rounded(&point, PRECISION[1]), PRECISION[1]);
    (middle(&point, &certificate), certificate)
}

/// Rounds in which bounds become sharper; each has some 45 bits.
const ROUNDS: usize = 24;

/// Certificates whose bounds prove this many bits of each part, where that can be. The zeros are the same: the new bounds are in the old box.
///
/// # Complexity
/// As [`super::certify()`] for each 45 bits, with floats of twice as many bits.
pub(super) fn sharpen(system: &System, zeros: &mut [&mut Zero], bits: u32) {
    let (unit, precision) = ((-f64::from(bits) - 1.0).exp2(), 2 * bits + 128);
    for _ in 0..ROUNDS {
        let is_blunt = |zero: &&mut &mut Zero| zero.certificate.root().is_some_and(|root| !is_sharp(root, unit));
        let mut blunt: Vec<&mut &mut Zero> = zeros.iter_mut().filter(is_blunt).collect();
        let roots = blunt.iter().filter_map(|zero| zero.certificate.root());
        let centres: Vec<_> = roots.map(|root| rounded(&root.middle(), precision)).collect();
        let mut is_better = false;
        for (zero, found) in blunt.iter_mut().zip(certify_around(system, centres.clone(), precision)).zip(centres).map(
            |((zero, found), centre)| match found {
                Certificate::NotCertified(_) => (zero, certify_shifted(system, centre, precision)),
                found => (zero, found),
            },
        ) {
            let Some(old) = zero.certificate.root() else { continue };
            if found.root().is_some_and(|new| inside(new, old) && width(new) < width(old)) {
                (zero.certificate, is_better) = (found, true);
            }
        }
        if !is_better {
            break;
        }
    }
}

/// Whether zeros of some polynomials may be zeros of all of these: where one of them does not vanish within the bounds of a certified zero, it is proved to be none.
pub(super) fn may_be_zeros(system: &System, zeros: &[Zero]) -> Vec<bool> {
    may_vanish(system, zeros.iter().map(Zero::bounds).collect(), PRECISION[1])
}

/// The widest bounds.
fn width(root: &CertifiedRoot) -> f64 {
    let of = |[lower, upper]: [f64; 2]| upper - lower;
    root.coordinates.iter().flat_map(|coordinate| coordinate.offset.map(of)).fold(0.0, f64::max)
}

/// The point, each part rounded to a float.
fn rounded(point: &[Coefficient], precision: u32) -> Vec<Coefficient> {
    let part = |x: &Rational| Float::with_val(precision, x).to_rational().unwrap_or_default();
    point.iter().map(|x| Coefficient::new(part(&x.re), part(&x.im))).collect()
}

fn middle(point: &[Coefficient], certificate: &Certificate) -> Vec<Coefficient> {
    certificate.root().map_or_else(|| point.to_vec(), CertifiedRoot::middle)
}

/// The bounds are as narrow beside both parts as `sharp`, and prove the digits of a double for [`SHARP`]. A part that may be 0 is one beside its coordinate.
fn is_sharp(root: &CertifiedRoot, sharp: f64) -> bool {
    root.coordinates.iter().zip(root.middle()).all(|(coordinate, middle)| {
        let unit = size(&middle).max(1.0);
        let part = |x: &Rational, [lower, upper]: [f64; 2]| {
            let (width, x) = (upper - lower, x.to_f64().abs());
            width <= sharp * x || width > x && width <= sharp * sharp * unit
        };
        part(&middle.re, coordinate.offset[0])
            && (root.reality == Reality::Real || part(&middle.im, coordinate.offset[1]))
    })
}

/// The nearest doubles, after parts that may be 0 have become 0: those that are as small as their error.
pub(super) fn printed(zero: &Zero) -> Vec<Coefficient> {
    let of = |(j, x): (usize, &Coefficient)| {
        let unit = size(x).max(1.0);
        let part = |x: &Rational, k: usize| {
            let error = match zero.certificate.root() {
                Some(root) => root.coordinates[j].offset[k][1] - root.coordinates[j].offset[k][0],
                None => zero.error.exp2().max(SHARP_ZERO) * unit,
            };
            if x.to_f64().abs() <= error { Rational::new() } else { x.clone() }
        };
        Coefficient::new(part(&x.re, 0), part(&x.im, 1))
    };
    zero.point.iter().enumerate().map(of).collect()
}

/// Groups of finite ends that may be the same zero, each with the places in the list.
pub(super) fn groups(ends: &[Ended]) -> Vec<Vec<usize>> {
    let finite: Vec<(usize, &Zero)> = ends
        .iter()
        .enumerate()
        .filter_map(|(i, end)| match &end.place {
            Place::Finite(zero) => Some((i, &**zero)),
            _ => None,
        })
        .collect();
    // Zeros that are the same are near in any one direction: each is compared with those that are, as doubles.
    let project = |zero: &Zero| -> (f64, f64) {
        let slack = 8.0 + 4.0 * zero.point.len() as f64;
        zero.doubles().iter().enumerate().fold((0.0, f64::EPSILON), |(sum, error), (j, x)| {
            let part = x[0] * (j as f64 + 1.0).sin() + x[1] * (j as f64 + 1.5).cos();
            // Also the rounding errors of this sum, of 2 n products.
            let bound = slack * f64::EPSILON.max(zero.error.exp2()) * x[0].abs().max(x[1].abs()).max(1.0);
            let radius = zero.certificate.root().map_or(0.0, |root| 4.0 * root.coordinates[j].radius);
            (sum + part, error + bound + radius)
        })
    };
    let mut sorted: Vec<(f64, f64, usize, &Zero)> = finite
        .into_iter()
        .map(|(i, zero)| {
            let (at, error) = project(zero);
            (at - error, at + error, i, zero)
        })
        .collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut group_of: Vec<usize> = (0..sorted.len()).collect();
    fn root(group_of: &mut [usize], mut i: usize) -> usize {
        while group_of[i] != i {
            group_of[i] = group_of[group_of[i]];
            i = group_of[i];
        }
        i
    }
    for a in 0..sorted.len() {
        for b in a + 1..sorted.len() {
            if sorted[b].0 > sorted[a].1 {
                break;
            }
            if sorted[a].3.meets(sorted[b].3) {
                let (a, b) = (root(&mut group_of, a), root(&mut group_of, b));
                group_of[b] = a;
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); sorted.len()];
    for k in 0..sorted.len() {
        groups[root(&mut group_of, k)].push(sorted[k].2);
    }
    groups.retain(|group| !group.is_empty());
    groups
}
