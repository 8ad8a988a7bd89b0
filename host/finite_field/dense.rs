//! Polynomials in one variable over a finite field: coefficients from the constant one up, the last one not 0.
//!
//! Products and quotients take as many products of numbers as the product of the lengths.

use super::arithmetic::{Arithmetic, Element};
use crate::control::Control;
use crate::error::Result;

/// Products of numbers between two looks at the control.
const LOOK: usize = 1 << 22;

/// Takes zeros off the end.
pub(crate) fn trim<E: Element>(f: &mut Vec<E>) {
    while f.last() == Some(&E::ZERO) {
        f.pop();
    }
}

/// a b.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn product<K: Arithmetic>(
    field: K,
    a: &[K::Elem],
    b: &[K::Elem],
    control: &Control,
) -> Result<Vec<K::Elem>> {
    if a.is_empty() || b.is_empty() {
        return Ok(Vec::new());
    }
    let mut product = vec![field.zero(); a.len() + b.len() - 1];
    for (i, &x) in a.iter().enumerate() {
        if i.is_multiple_of((LOOK / b.len()).max(1)) {
            control.check()?;
        }
        for (to, &c) in product[i..].iter_mut().zip(b) {
            *to = field.add(*to, field.mul(x, c));
        }
    }
    Ok(product)
}

/// a - b.
pub(crate) fn difference<K: Arithmetic>(field: K, a: &[K::Elem], b: &[K::Elem]) -> Vec<K::Elem> {
    let at = |f: &[K::Elem], i: usize| f.get(i).copied().unwrap_or(field.zero());
    let mut difference: Vec<K::Elem> = (0..a.len().max(b.len())).map(|i| field.sub(at(a, i), at(b, i))).collect();
    trim(&mut difference);
    difference
}

/// c f.
pub(crate) fn scaled<K: Arithmetic>(field: K, f: &[K::Elem], c: K::Elem) -> Vec<K::Elem> {
    f.iter().map(|&x| field.mul(x, c)).collect()
}

/// A quotient and a remainder.
type Division<E> = (Vec<E>, Vec<E>);

/// Quotient and remainder by a polynomial that is not 0.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn divided<K: Arithmetic>(
    field: K,
    mut a: Vec<K::Elem>,
    b: &[K::Elem],
    control: &Control,
) -> Result<Division<K::Elem>> {
    let Some(&lead) = b.last() else { return Ok((Vec::new(), a)) };
    let inverse = field.inverse(lead);
    let mut quotient = vec![field.zero(); (a.len() + 1).saturating_sub(b.len())];
    let mut since = LOOK;
    for i in (0..quotient.len()).rev() {
        since += b.len();
        if since >= LOOK {
            control.check()?;
            since = 0;
        }
        let factor = field.mul(a[i + b.len() - 1], inverse);
        quotient[i] = factor;
        if factor != field.zero() {
            for (to, &c) in a[i..].iter_mut().zip(b) {
                *to = field.sub(*to, field.mul(factor, c));
            }
        }
    }
    trim(&mut a);
    Ok((quotient, a))
}

/// a / b where b divides a.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn quotient<K: Arithmetic>(
    field: K,
    a: Vec<K::Elem>,
    b: &[K::Elem],
    control: &Control,
) -> Result<Vec<K::Elem>> {
    if *b == [field.one()] {
        return Ok(a);
    }
    Ok(divided(field, a, b, control)?.0)
}

/// The value at a point.
pub(crate) fn value<K: Arithmetic>(field: K, f: &[K::Elem], point: K::Elem) -> K::Elem {
    f.iter().rev().fold(field.zero(), |sum, &c| field.add(field.mul(sum, point), c))
}

/// The polynomial divided by its leading coefficient.
pub(crate) fn monic<K: Arithmetic>(field: K, mut f: Vec<K::Elem>) -> Vec<K::Elem> {
    if let Some(&lead) = f.last().filter(|&&lead| lead != field.one()) {
        let inverse = field.inverse(lead);
        f.iter_mut().for_each(|c| *c = field.mul(*c, inverse));
    }
    f
}

/// gcd(a, b) with the leading coefficient 1, or 0 for a = b = 0. With lengths p >= q: O(p q) products of numbers.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn gcd<K: Arithmetic>(field: K, a: &[K::Elem], b: &[K::Elem], control: &Control) -> Result<Vec<K::Elem>> {
    let (mut a, mut b) = if a.len() < b.len() { (b.to_vec(), a.to_vec()) } else { (a.to_vec(), b.to_vec()) };
    let (mut between, mut since) = (Vec::new(), LOOK);
    while b.len() > 1 {
        since += (a.len() - b.len() + 1).saturating_mul(b.len());
        if since >= LOOK {
            control.check()?;
            since = 0;
        }
        field.leave_remainder(&mut a, &b, &mut between);
        trim(&mut a);
        std::mem::swap(&mut a, &mut b);
    }
    Ok(if b.is_empty() { monic(field, a) } else { vec![field.one()] })
}

/// Replaces numbers, none of which is 0, by their inverses: one inverse and three products each.
pub(crate) fn invert<K: Arithmetic>(field: K, numbers: &mut [K::Elem]) {
    let before = numbers.iter().scan(field.one(), |product, &x| {
        let before = *product;
        *product = field.mul(before, x);
        Some(before)
    });
    let before: Vec<K::Elem> = before.collect();
    let (Some(&last), Some(&product)) = (numbers.last(), before.last()) else { return };
    // 1 over the product of those not yet replaced.
    let mut rest = field.inverse(field.mul(product, last));
    for (x, before) in numbers.iter_mut().zip(before).rev() {
        (*x, rest) = (field.mul(rest, before), field.mul(rest, *x));
    }
}

/// gcd(a, b) with the leading coefficient 1, and s, t with s a + t b = gcd(a, b), deg s < deg b / gcd and deg t < deg a / gcd unless that is 0; all are 0 for
/// a = b = 0. With p >= q: O(p q) products of numbers.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn extended<K: Arithmetic>(
    field: K,
    a: &[K::Elem],
    b: &[K::Elem],
    control: &Control,
) -> Result<[Vec<K::Elem>; 3]> {
    // s_i a + t_i b = r_i; only s is carried along.
    let (mut r0, mut r1) = (a.to_vec(), b.to_vec());
    let (mut s0, mut s1) = (vec![field.one()], Vec::new());
    while !r1.is_empty() {
        let (quotient, rest) = divided(field, r0, &r1, control)?;
        let next = difference(field, &s0, &product(field, &quotient, &s1, control)?);
        (r0, r1) = (r1, rest);
        (s0, s1) = (s1, next);
    }
    let Some(&lead) = r0.last() else { return Ok([Vec::new(), Vec::new(), Vec::new()]) };
    let inverse = field.inverse(lead);
    let (gcd, s) = (scaled(field, &r0, inverse), scaled(field, &s0, inverse));
    if b.is_empty() {
        return Ok([gcd, s, Vec::new()]);
    }
    // t = (gcd - s a) / b.
    let (t, _) = divided(field, difference(field, &gcd, &product(field, &s, a, control)?), b, control)?;
    Ok([gcd, s, t])
}

#[cfg(test)]
mod tests {
    use super::super::prime::Field;
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// By definition: a common divisor that is a combination.
    #[test]
    fn extended_gcds() {
        let (mut rng, control) = (StdRng::seed_from_u64(1), Control::default());
        for p in [2, 3, 101, (1 << 61) - 1, 9_223_372_036_854_775_783] {
            let field = Field::new(p);
            for _ in 0..60 {
                let mut random = |most: usize| {
                    let mut f: Vec<u64> =
                        (0..rng.random_range(0..most)).map(|_| field.enter(rng.random_range(0..p))).collect();
                    trim(&mut f);
                    f
                };
                let (a, b, h) = (random(9), random(7), random(5));
                let (a, b) = (product(field, &a, &h, &control).unwrap(), product(field, &b, &h, &control).unwrap());
                let [gcd, s, t] = extended(field, &a, &b, &control).unwrap();
                let minus = product(field, &scaled(field, &t, field.sub(0, field.one())), &b, &control).unwrap();
                let sum = difference(field, &product(field, &s, &a, &control).unwrap(), &minus);
                assert_eq!(sum, gcd);
                if gcd.is_empty() {
                    assert!(a.is_empty() && b.is_empty());
                    continue;
                }
                assert_eq!(gcd.last(), Some(&field.one()));
                for f in [&a, &b] {
                    assert!(divided(field, f.clone(), &gcd, &control).unwrap().1.is_empty());
                }
                assert!(s.len() <= (b.len() + 1).saturating_sub(gcd.len()).max(1));
                assert!(t.len() <= (a.len() + 1).saturating_sub(gcd.len()).max(1));
            }
        }
    }

    #[test]
    fn gcds_of_products() {
        let (mut rng, control) = (StdRng::seed_from_u64(3), Control::default());
        for p in [101, (1 << 61) - 1, 9_223_372_036_854_775_783] {
            let field = Field::new(p);
            let mut random = |length: usize| (0..length).map(|_| field.nonzero(&mut rng)).collect::<Vec<u64>>();
            for (of_a, of_b, of_h) in [(1, 1, 1), (3, 2, 4), (2, 1, 1), (5, 1, 7)] {
                let (a, h) = (random(of_a), monic(field, random(of_h)));
                // b = a x^k + 1 has no common divisor with a.
                let mut b = vec![0; of_b];
                b.extend(&a);
                b[0] = field.one();
                let b = if of_a == 1 { random(of_b) } else { b };
                let [f, g] = [&a, &b].map(|a| product(field, a, &h, &control).unwrap());
                if of_a > 1 || of_b == 1 {
                    assert_eq!(gcd(field, &f, &g, &control).unwrap(), h);
                }
                assert_eq!(gcd(field, &[], &f, &control).unwrap(), monic(field, f.clone()));
                assert_eq!(quotient(field, f, &h, &control).unwrap(), a);
            }
            assert!(gcd(field, &[], &[], &control).unwrap().is_empty());
        }
    }

    #[test]
    fn inverses() {
        let field = Field::new((1 << 61) - 1);
        let mut rng = StdRng::seed_from_u64(4);
        for count in [0, 1, 2, 7] {
            let numbers: Vec<u64> = (0..count).map(|_| field.nonzero(&mut rng)).collect();
            let mut inverses = numbers.clone();
            invert(field, &mut inverses);
            assert!(numbers.iter().zip(&inverses).all(|(&a, &b)| field.mul(a, b) == field.one()));
        }
    }
}
