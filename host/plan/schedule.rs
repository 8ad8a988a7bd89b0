//! The degrees of the remainder sequence, from a few random points.

use crate::plan::prime61::Prime61;
use crate::plan::rows::{Exponents, Rows};
use gpu::Field;
use gpu::arith::Mont31;
use rand::Rng;
use rug::Integer;

/// Degrees d_0 >= d_1 > d_2 > ... that nearly every specialisation follows, as [`gpu::remainder::resultant`] wants them,
/// where d_0 = max(deg f, deg g). The schedule is a matter of speed only: lanes check it.
///
/// Degrees of a specialisation never exceed the generic ones while leading coefficients survive, so of a few random points
/// modulo random primes the lexicographically largest sequence is the generic one.
///
/// One point suffices when its degrees fall by one in every step: no sequence is larger.
///
/// With `modulus`, the sequence modulo that odd prime; a few points more, as a small field has more bad ones.
pub fn schedule(f: &Rows, g: &Rows, modulus: Option<u32>, rng: &mut impl Rng) -> Vec<u32> {
    let (large, small) = if f.rows.len() >= g.rows.len() { (f, g) } else { (g, f) };
    let mut best = vec![large.rows.len() as u32 - 1, small.rows.len() as u32 - 1];
    for _ in 0..modulus.map_or(3, |_| 8) {
        let field = modulus.map_or_else(|| Prime61::random(rng), |p| Prime61::new(u64::from(p)));
        let point: Vec<u64> = (0..f.kept).map(|_| field.element(rng)).collect();
        let sequence = degrees(field, field.specialise(large, &point), field.specialise(small, &point));
        best = best.max(sequence);
        if best.len() == best[1] as usize + 2 {
            break;
        }
    }
    best
}

/// The coefficients of the specialisation at `point` (Montgomery form), constant term first.
pub(crate) fn values(polynomial: &Rows, field: &Mont31, point: &[u32]) -> Vec<u32> {
    let term = |(coefficient, exponents): &(Integer, Exponents)| {
        let start = field.enter(coefficient.mod_u(field.p));
        point.iter().zip(exponents).fold(start, |acc, (&x, &e)| field.mul(acc, field.pow(x, e)))
    };
    polynomial.rows.iter().map(|row| row.terms.iter().fold(0, |sum, t| field.add(sum, term(t)))).collect()
}

/// Degrees of the Euclidean remainder sequence of `a`, `b` (constant term first, formal degrees); ends early where the
/// leading coefficient of b vanishes.
fn degrees(field: Prime61, mut a: Vec<u64>, mut b: Vec<u64>) -> Vec<u32> {
    let mut degrees = vec![a.len() as u32 - 1, b.len() as u32 - 1];
    while b.len() > 1 {
        let Some(&lead) = b.last().filter(|&&lead| lead != 0) else { return degrees };
        let inverse = field.inverse(lead);
        while a.len() >= b.len() {
            let off = a.len() - b.len();
            let Some(top) = a.pop() else { return degrees };
            let factor = field.mul(top, inverse);
            for (x, &y) in a[off..].iter_mut().zip(&b) {
                *x = field.sub(*x, field.mul(factor, y));
            }
        }
        while a.last() == Some(&0) {
            a.pop();
        }
        if a.is_empty() {
            return degrees;
        }
        degrees.push(a.len() as u32 - 1);
        std::mem::swap(&mut a, &mut b);
    }
    degrees
}
