//! Bounds on the degrees of a GCD, from one image for each variable, which the terms themselves give.
//!
//! In a variable x the leading coefficient of the greatest common divisor divides those of both polynomials. Where a point of the others keeps one of
//! these, the degree of the GCD is at most that of the images'. So bounds that are all 0 prove that there is no common divisor, and neither
//! degrees nor the number of variables need be small.

use super::reduced::Terms;
use crate::alone;
use crate::control::Control;
use crate::error::Result;
use crate::finite_field::{Over, Powers, PrimeField, dense};

/// Steps of Euclid's algorithm for an image up to which one is taken: some 0.3 s.
const STEPS: u64 = 1 << 26;

/// A bound on the degree of gcd(f, g) in each variable; the lower degree of both where an image would be long or larger than `room` bytes, or tells nothing.
///
/// O(n) products for each term in n variables, and as many as the product of the degrees for each variable.
///
/// # Errors
/// `Cancelled`.
pub(super) fn degree_bounds<P: PrimeField, K: Over<P>>(
    (field, prime): (K, P),
    (f, g): (&Terms<P::Elem>, &Terms<P::Elem>),
    (point, room): (&[K::Elem], u64),
    control: &Control,
) -> Result<Vec<u32>> {
    let mut bounds: Vec<u32> = f.degrees.iter().zip(&g.degrees).map(|(&a, &b)| a.min(b)).collect();
    let steps = |k: usize| (u64::from(f.degrees[k]) + 1).saturating_mul(u64::from(g.degrees[k]) + 1);
    let bytes = |k: usize| size_of::<K::Elem>() as u64 * (u64::from(f.degrees[k]) + u64::from(g.degrees[k]));
    let mut left = room;
    let fits = |k: &usize| {
        let fits = bounds[*k] > 0 && steps(*k) <= STEPS && bytes(*k) <= left / 4;
        left -= if fits { bytes(*k) } else { 0 };
        fits
    };
    let wanted: Vec<usize> = (0..bounds.len()).filter(fits).collect();
    let (a, b) =
        alone::join(|| images((field, prime), f, &wanted, point), || images((field, prime), g, &wanted, point));
    for ((&k, mut a), mut b) in wanted.iter().zip(a).zip(b) {
        control.check()?;
        let keeps_degree = a.last() != Some(&field.zero()) || b.last() != Some(&field.zero());
        dense::trim(&mut a);
        dense::trim(&mut b);
        // Where both vanish, nothing is kept.
        if keeps_degree {
            bounds[k] = bounds[k].min(dense::gcd(field, &a, &b, control)?.len() as u32 - 1);
        }
    }
    Ok(bounds)
}

/// The images in some variables, each with the point in place of all others, the constant term first.
fn images<P: PrimeField, K: Over<P>>(
    (field, prime): (K, P),
    f: &Terms<P::Elem>,
    vars: &[usize],
    point: &[K::Elem],
) -> Vec<Vec<K::Elem>> {
    let zeros = |k: usize| vec![field.zero(); f.degrees[k] as usize + 1];
    let mut images: Vec<Vec<K::Elem>> = vars.iter().map(|&k| zeros(k)).collect();
    let powers: Vec<Powers<K::Elem>> =
        point.iter().zip(&f.degrees).map(|(&x, &degree)| Powers::new(field, x, degree, f.count())).collect();
    let n = point.len();
    // The products of what is before each variable.
    let mut before = vec![field.zero(); n];
    for (exponents, c) in f.iter() {
        let mut product = field.embed(prime, c);
        for k in 0..n {
            before[k] = product;
            product = field.mul(product, powers[k].of(field, exponents[k]));
        }
        let (mut behind, mut open) = (field.one(), vars.len());
        for k in (0..n).rev() {
            if open > 0 && vars[open - 1] == k {
                open -= 1;
                let to = &mut images[open][exponents[k] as usize];
                *to = field.add(*to, field.mul(before[k], behind));
            }
            behind = field.mul(behind, powers[k].of(field, exponents[k]));
        }
    }
    images
}

#[cfg(test)]
mod tests {
    use super::super::image::Image;
    use super::super::reduced::Reduced;
    use super::*;
    use crate::finite_field::Field;
    use crate::poly::Exponents;

    /// Bounds modulo 11 on the degrees in x and y of the GCD of polynomials by their (exponents, coefficient), with the values of x and y at a point.
    fn bounds(terms: [&[([u32; 2], u64)]; 2], point: [u64; 2]) -> Vec<u32> {
        let field = Field::new(11);
        let image = |terms: &[([u32; 2], u64)]| Image {
            variables: 2,
            terms: terms.iter().map(|(e, c)| (Exponents::from_slice(e), field.enter(*c))).collect(),
        };
        let [f, g] = terms.map(image);
        let pair = Reduced::new(&f, &g);
        let point = point.map(|x| field.enter(x));
        degree_bounds((field, field), (&pair.parts[0], &pair.parts[1]), (&point, u64::MAX), &Control::default())
            .unwrap()
    }

    /// Where both leading coefficients vanish, the degree of an image says nothing; where one does, the other keeps the degree.
    #[test]
    fn leading_coefficients_that_vanish() {
        // h = (y - 1) x + 1, times x + 2 and x + 3.
        let f: &[([u32; 2], u64)] = &[([2, 1], 1), ([2, 0], 10), ([1, 1], 2), ([1, 0], 10), ([0, 0], 2)];
        let g: &[([u32; 2], u64)] = &[([2, 1], 1), ([2, 0], 10), ([1, 1], 3), ([1, 0], 9), ([0, 0], 3)];
        assert_eq!(bounds([f, g], [3, 2]), [1, 1]);
        // x + 2 and x + 3 are left, which have no common divisor.
        assert_eq!(bounds([f, g], [3, 1]), [2, 1]);
        // x + y, times (y - 1) x + 1 and x + 5: x + 1 and (x + 1) (x + 5) are left.
        let f: &[([u32; 2], u64)] = &[([2, 1], 1), ([2, 0], 10), ([1, 2], 1), ([1, 1], 10), ([1, 0], 1), ([0, 1], 1)];
        let g: &[([u32; 2], u64)] = &[([2, 0], 1), ([1, 1], 1), ([1, 0], 5), ([0, 1], 5)];
        assert_eq!(bounds([f, g], [3, 1]), [1, 1]);
        assert_eq!(bounds([g, f], [3, 1]), [1, 1]);
    }
}
