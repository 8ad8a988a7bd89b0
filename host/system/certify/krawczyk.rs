//! Krawczyk's test.
//!
//! Let Y be a matrix, m a point, r > 0 a radius for each coordinate, X the points z with |Re (z_j - m_j)| <= r_j and the same for the
//! imaginary parts, and J a matrix of rectangles that has the Jacobian at every point of X in it. With d = Y f(m) and bounds e_jk on
//! |Re| + |Im| of the entries of I - Y J, the test is
//!
//! max(|Re d_j|, |Im d_j|) + sum over k of e_jk r_k < r_j for all j.
//!
//! Then f has exactly one root in X, it is regular, and it lies in m - d + (I - Y J) (X - m), Krawczyk's operator. Proof: let g(z) = z - Y f(z). For z, w in X,
//! which is convex, g(z) - g(w) = M (z - w) with M the mean of I - Y f' on the way from w to z. Rectangles are convex, so that M is in I - Y J.
//! In the norm max over j of max(|Re z_j|, |Im z_j|) / r_j, M has at most the norm q = max over j of (sum over k of e_jk r_k) / r_j < 1. So g
//! contracts; with w = m it maps X into m - d + (I - Y J) (X - m), which the test puts inside X; by Banach it has one fixed point in X, there. The
//! norm also shows that Y f' is regular, so that fixed points of g are roots of f, and regular.
//!
//! R. Krawczyk, Newton-Algorithmen zur Bestimmung von Nullstellen mit Fehlerschranken, Computing 4 (1969); R. E. Moore, A test for existence
//! of solutions to nonlinear systems, SIAM J. Numer. Anal. 14 (1977). S. M. Rump, Verification methods, Acta Numerica 19 (2010), has the
//! inflation of r; P. Breiding, K. Rose, S. Timme, Certifying zeros of polynomial systems using interval arithmetic, ACM Trans. Math. Softw. 49 (2023),
//! the test for complex numbers.

use super::certificate::Reason;
use super::enclose::Enclosed;
use super::inverse::inverse;
use crate::floating::interval::{End, Interval, Rectangle, Side};
use rug::Float;

/// How often the radii are made larger.
const TRIES: usize = 8;

/// Added to all radii: those of a point that is a root exactly are not 0.
const LEAST: f64 = f64::MIN_POSITIVE * (1u64 << 60) as f64;

/// The proved statement: one root within the radii, and its distance from the centre within the offsets.
pub(super) struct Proof {
    pub radii: Vec<f64>,
    pub offsets: Vec<Rectangle<f64>>,
}

/// The test around `centre`.
///
/// The values there are computed with floats. All else is in doubles, and relative to the centre: the radii of a very good point are far below
/// the last place of doubles.
pub(super) fn prove(system: &Enclosed, centre: &[Rectangle<Float>]) -> Result<Proof, Reason> {
    let values = system.values(centre);
    let near: Vec<Rectangle<f64>> = centre.iter().map(Rectangle::doubles).collect();
    let jacobian = system.jacobian(&near);
    if !values.iter().chain(near.iter()).chain(jacobian.iter().flatten()).all(Rectangle::is_finite) {
        return Err(Reason::NotFinite);
    }
    let middles: Vec<Vec<[f64; 2]>> = jacobian.iter().map(|row| row.iter().map(Rectangle::middle).collect()).collect();
    let inverse = inverse(&middles).ok_or(Reason::Singular)?;
    let points = |row: &Vec<[f64; 2]>| row.iter().copied().map(Rectangle::point).collect();
    let inverse: Vec<Vec<Rectangle<f64>>> = inverse.iter().map(points).collect();
    let steps: Vec<Rectangle<f64>> = inverse.iter().map(|row| dot(row, &values)).collect();
    let sizes: Vec<f64> = steps.iter().map(Rectangle::magnitude).collect();

    let in_box = |radii: &[f64]| {
        let side = |&r: &f64| Rectangle { re: Interval::around_zero(r), im: Interval::around_zero(r) };
        let wide: Vec<_> = near.iter().zip(radii).map(|(x, r)| x.plus(&side(r))).collect();
        distance_from_identity(&inverse, &system.jacobian(&wide))
    };
    let Some((radii, spreads)) = inflate(&sizes, in_box) else {
        // Does the test fail for the Jacobian at the centre alone?
        let there = |_: &[f64]| distance_from_identity(&inverse, &jacobian);
        return Err(if inflate(&sizes, there).is_some() { Reason::Contraction } else { Reason::Singular });
    };
    let offset = |(step, &spread): (&Rectangle<f64>, &f64)| {
        let spread = Interval::around_zero(spread);
        step.negative().plus(&Rectangle { re: spread, im: spread })
    };
    Ok(Proof { offsets: steps.iter().zip(&spreads).map(offset).collect(), radii })
}

/// Radii that pass the test with the bounds e of `bounds(radii)`, and the sums of e_jk r_k.
///
/// For one polynomial of degree 2, twice the step passes whenever any radius does. Where one coordinate's step is small by chance, the others'
/// radii reach it by e.
fn inflate(sizes: &[f64], bounds: impl Fn(&[f64]) -> Vec<Vec<f64>>) -> Option<(Vec<f64>, Vec<f64>)> {
    let larger = |x: &f64| 2.0 * x + LEAST;
    let mut radii: Vec<f64> = sizes.iter().map(larger).collect();
    for _ in 0..TRIES {
        let sum = |row: &Vec<f64>| {
            let products = row.iter().zip(&radii).map(|(e, r)| e.product(r, Side::Above));
            products.fold(0.0, |sum: f64, x| sum.sum(&x, Side::Above))
        };
        let spreads: Vec<f64> = bounds(&radii).iter().map(sum).collect();
        let needed: Vec<f64> = sizes.iter().zip(&spreads).map(|(size, s)| size.sum(s, Side::Above)).collect();
        if needed.iter().zip(&radii).all(|(needed, r)| needed < r && r.is_finite()) {
            return Some((radii, spreads));
        }
        radii = needed.iter().map(larger).collect();
    }
    None
}

/// Bounds on |Re| + |Im| of the entries of I - Y J.
fn distance_from_identity(inverse: &[Vec<Rectangle<f64>>], jacobian: &[Vec<Rectangle<f64>>]) -> Vec<Vec<f64>> {
    let n = jacobian.len();
    let columns: Vec<Vec<Rectangle<f64>>> = (0..n).map(|k| jacobian.iter().map(|row| row[k]).collect()).collect();
    let entry = |j: usize, k: usize| {
        let product = dot(&inverse[j], &columns[k]);
        let unit = Rectangle::point([f64::from(u8::from(j == k)), 0.0]);
        let difference = unit.plus(&product.negative());
        difference.re.magnitude().sum(&difference.im.magnitude(), Side::Above)
    };
    (0..n).map(|j| (0..n).map(|k| entry(j, k)).collect()).collect()
}

fn dot(a: &[Rectangle<f64>], b: &[Rectangle<f64>]) -> Rectangle<f64> {
    a.iter().zip(b).fold(Rectangle::ZERO, |sum, (x, y)| sum.plus(&x.times(y)))
}
