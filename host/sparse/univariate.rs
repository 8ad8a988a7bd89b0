//! Polynomials in one variable modulo a prime of 61 bits, the constant term first.

use crate::plan::prime61::Prime61;
use gpu::gcd::quotient_steps::pseudo_divide;

/// The remainder of a by a monic b of positive degree, with as many coefficients as that degree.
pub(crate) fn remainder(field: Prime61, a: &mut Vec<u64>, b: &[u64]) {
    let degree = b.len() - 1;
    while a.len() > degree {
        let Some(top) = a.pop().filter(|&top| top != 0) else { continue };
        let off = a.len() - degree;
        a[off..].iter_mut().zip(b).for_each(|(a, &b)| *a = field.sub(*a, field.mul(top, b)));
    }
    a.resize(degree, 0);
}

pub(crate) fn product(field: Prime61, a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0; (a.len() + b.len()).saturating_sub(1)];
    for (i, &x) in a.iter().enumerate() {
        product[i..].iter_mut().zip(b).for_each(|(to, &y)| *to = field.add(*to, field.mul(x, y)));
    }
    product
}

fn trim(f: &mut Vec<u64>) {
    while f.last() == Some(&0) {
        f.pop();
    }
}

/// Without leading zeros, and monic.
pub(crate) fn monic(field: Prime61, mut f: Vec<u64>) -> Vec<u64> {
    trim(&mut f);
    if let Some(&lead) = f.last() {
        let inverse = field.inverse(lead);
        f.iter_mut().for_each(|c| *c = field.mul(*c, inverse));
    }
    f
}

/// The monic greatest common divisor; 0 for a = b = 0. No quotient is divided by a leading coefficient, of which the inverse takes as long as a short division.
pub(crate) fn gcd(field: Prime61, mut a: Vec<u64>, mut b: Vec<u64>) -> Vec<u64> {
    trim(&mut a);
    trim(&mut b);
    if a.len() < b.len() {
        std::mem::swap(&mut a, &mut b);
    }
    let mut quotient = Vec::new();
    while b.len() > 1 {
        quotient.resize(a.len() - b.len() + 1, 0);
        pseudo_divide(&*field, &mut a, &b, &mut quotient, || false);
        a.truncate(b.len() - 1);
        trim(&mut a);
        std::mem::swap(&mut a, &mut b);
    }
    if b.is_empty() { monic(field, a) } else { vec![field.one()] }
}

/// Replaces numbers, none of which is 0, by their inverses: one inverse and three products each.
pub(crate) fn invert(field: Prime61, numbers: &mut [u64]) {
    let before = numbers.iter().scan(field.one(), |product, &x| {
        let before = *product;
        *product = field.mul(before, x);
        Some(before)
    });
    let before: Vec<u64> = before.collect();
    let (Some(&last), Some(&product)) = (numbers.last(), before.last()) else { return };
    // 1 over the product of those not yet replaced.
    let mut rest = field.inverse(field.mul(product, last));
    for (x, before) in numbers.iter_mut().zip(before).rev() {
        (*x, rest) = (field.mul(rest, before), field.mul(rest, *x));
    }
}

/// a / b for monic b that divides a.
pub(crate) fn quotient(field: Prime61, mut a: Vec<u64>, b: &[u64]) -> Vec<u64> {
    let mut quotient = vec![0; a.len() + 1 - b.len()];
    while a.len() >= b.len() {
        let Some(top) = a.pop() else { break };
        let off = a.len() + 1 - b.len();
        quotient[off] = top;
        a[off..].iter_mut().zip(b).for_each(|(a, &b)| *a = field.sub(*a, field.mul(top, b)));
    }
    quotient
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    #[test]
    fn gcds_of_products() {
        let mut rng = StdRng::seed_from_u64(3);
        let field = Prime61::random(&mut rng);
        let mut random = |length: usize| (0..length).map(|_| field.element(&mut rng)).collect::<Vec<u64>>();
        for (of_a, of_b, of_h) in [(1, 1, 1), (3, 2, 4), (2, 9, 1), (20, 21, 30), (5, 1, 7)] {
            let (a, b, h) = (random(of_a), random(of_b), monic(field, random(of_h)));
            let [f, g] = [&a, &b].map(|a| product(field, a, &h));
            assert_eq!(gcd(field, f.clone(), g), h);
            assert_eq!(gcd(field, Vec::new(), f.clone()), monic(field, f.clone()));
            assert_eq!(quotient(field, f, &h), a);
        }
        assert!(gcd(field, vec![0, 0], Vec::new()).is_empty());
    }

    #[test]
    fn inverses() {
        let mut rng = StdRng::seed_from_u64(4);
        let field = Prime61::random(&mut rng);
        for count in [0, 1, 2, 7] {
            let numbers: Vec<u64> = (0..count).map(|_| field.element(&mut rng)).collect();
            let mut inverses = numbers.clone();
            invert(field, &mut inverses);
            assert!(numbers.iter().zip(&inverses).all(|(&a, &b)| field.mul(a, b) == field.one()));
        }
    }
}
