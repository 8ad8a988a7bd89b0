//! Polynomials in one variable modulo a prime of 61 bits, the constant term first.

use crate::plan::prime61::Prime61;

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

/// Without leading zeros, and monic.
pub(crate) fn monic(field: Prime61, mut f: Vec<u64>) -> Vec<u64> {
    while f.last() == Some(&0) {
        f.pop();
    }
    if let Some(&lead) = f.last() {
        let inverse = field.inverse(lead);
        f.iter_mut().for_each(|c| *c = field.mul(*c, inverse));
    }
    f
}

/// The monic greatest common divisor of a and b, of which a is not 0.
pub(crate) fn gcd(field: Prime61, a: Vec<u64>, b: Vec<u64>) -> Vec<u64> {
    let (mut a, mut b) = (monic(field, a), monic(field, b));
    while b.len() > 1 {
        remainder(field, &mut a, &b);
        (a, b) = (b, monic(field, a));
    }
    if b.is_empty() { a } else { b }
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
