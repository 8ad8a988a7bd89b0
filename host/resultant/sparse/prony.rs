//! Polynomials of few terms from their values at a geometric sequence, modulo a prime.
//!
//! A polynomial sum c_k x^(E_k) of T terms has at x = w^n the values s_n = sum c_k r_k^n with r_k = w^(E_k): a sequence with the linear recurrence
//! whose characteristic polynomial is the product of all z - r_k. Berlekamp and Massey find it from 2 T values; its roots are powers
//! of w, whose order is a power of two, so their logarithms are found bit by bit; and the coefficients are the solution of a transposed Vandermonde
//! system.
//!
//! Source: M. Ben-Or and P. Tiwari, A deterministic algorithm for sparse multivariate polynomial interpolation, STOC 1988; J. L. Massey,
//! Shift-register synthesis and BCH decoding (1969); D. G. Cantor and H. Zassenhaus, A new algorithm for factoring polynomials over finite fields (1981); S.
//! Pohlig and M. Hellman (1978).

use crate::plan::prime61::Prime61;
use rand::Rng;

/// The characteristic polynomial of the shortest linear recurrence of a sequence, monic, the constant term first. O(n^2) products.
pub(super) fn recurrence(field: Prime61, s: &[u64]) -> Vec<u64> {
    // c and b: connection polynomials, with c_0 = 1; the discrepancy of b, and how long ago it was the current one.
    let (mut c, mut b, mut length) = (vec![field.one()], vec![field.one()], 0);
    let (mut of_b, mut age) = (field.one(), 1);
    for n in 0..s.len() {
        let terms = c.iter().zip(s[..=n].iter().rev()).take(length + 1);
        let d = terms.fold(0, |d, (&c, &s)| field.add(d, field.mul(c, s)));
        if d == 0 {
            age += 1;
            continue;
        }
        let factor = field.mul(d, field.inverse(of_b));
        let before = c.clone();
        c.resize(c.len().max(b.len() + age), 0);
        c[age..].iter_mut().zip(&b).for_each(|(c, &b)| *c = field.sub(*c, field.mul(factor, b)));
        if 2 * length <= n {
            (length, b, of_b, age) = (n + 1 - length, before, d, 1);
        } else {
            age += 1;
        }
    }
    c.resize(length + 1, 0);
    c.reverse();
    c
}

/// The remainder of a by a monic b of positive degree, with as many coefficients as that degree.
fn remainder(field: Prime61, a: &mut Vec<u64>, b: &[u64]) {
    let degree = b.len() - 1;
    while a.len() > degree {
        let Some(top) = a.pop().filter(|&top| top != 0) else { continue };
        let off = a.len() - degree;
        a[off..].iter_mut().zip(b).for_each(|(a, &b)| *a = field.sub(*a, field.mul(top, b)));
    }
    a.resize(degree, 0);
}

fn product(field: Prime61, a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0; (a.len() + b.len()).saturating_sub(1)];
    for (i, &x) in a.iter().enumerate() {
        product[i..].iter_mut().zip(b).for_each(|(to, &y)| *to = field.add(*to, field.mul(x, y)));
    }
    product
}

/// Without leading zeros, and monic.
fn monic(field: Prime61, mut f: Vec<u64>) -> Vec<u64> {
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
fn gcd(field: Prime61, a: Vec<u64>, b: Vec<u64>) -> Vec<u64> {
    let (mut a, mut b) = (monic(field, a), monic(field, b));
    while b.len() > 1 {
        remainder(field, &mut a, &b);
        (a, b) = (b, monic(field, a));
    }
    if b.is_empty() { a } else { b }
}

/// a / b for monic b that divides a.
fn quotient(field: Prime61, mut a: Vec<u64>, b: &[u64]) -> Vec<u64> {
    let mut quotient = vec![0; a.len() + 1 - b.len()];
    while a.len() >= b.len() {
        let Some(top) = a.pop() else { break };
        let off = a.len() + 1 - b.len();
        quotient[off] = top;
        a[off..].iter_mut().zip(b).for_each(|(a, &b)| *a = field.sub(*a, field.mul(top, b)));
    }
    quotient
}

/// a^e modulo a monic m of positive degree.
fn power(field: Prime61, a: &[u64], e: u64, m: &[u64]) -> Vec<u64> {
    let mut value = vec![field.one()];
    for bit in (0..u64::BITS - e.leading_zeros()).rev() {
        value = product(field, &value, &value);
        if e >> bit & 1 == 1 {
            value = product(field, &value, a);
        }
        remainder(field, &mut value, m);
    }
    remainder(field, &mut value, m);
    value
}

/// Tries at splitting a factor: one succeeds with a probability of a half at least.
const TRIES: usize = 64;

/// The roots of a monic polynomial, if it is a product of different linear factors.
pub(super) fn roots(field: Prime61, f: Vec<u64>, rng: &mut impl Rng) -> Option<Vec<u64>> {
    let p = field.modulus();
    let x = [0, field.one()];
    if f.len() > 2 {
        // x^p = x modulo f.
        let mut whole = power(field, &x, p, &f);
        whole[1] = field.sub(whole[1], field.one());
        if whole.iter().any(|&c| c != 0) {
            return None;
        }
    }
    let (mut open, mut found) = (vec![f], Vec::new());
    let mut tries = 0;
    while let Some(f) = open.pop() {
        match f.len() {
            0 | 1 => continue,
            2 => found.push(field.sub(0, f[0])),
            _ => {
                // The roots r for which r + a is a square.
                let mut half = power(field, &[field.element(rng), field.one()], p / 2, &f);
                half[0] = field.sub(half[0], field.one());
                let factor = if half.iter().all(|&c| c == 0) { Vec::new() } else { gcd(field, f.clone(), half) };
                if factor.len() < 2 || factor.len() == f.len() {
                    tries += 1;
                    if tries > TRIES {
                        return None;
                    }
                    open.push(f);
                    continue;
                }
                tries = 0;
                open.push(quotient(field, f, &factor));
                open.push(factor);
            }
        }
    }
    Some(found)
}

/// E with r = w^E, for w of order 2^`bits`; `None` where there is none.
pub(super) fn logarithm(field: Prime61, r: u64, w: u64, bits: u32) -> Option<u64> {
    let minus_one = field.sub(0, field.one());
    // r w^-E, with the bits of E that are known, and w^-(2^j).
    let (mut rest, mut inverse, mut e) = (r, field.inverse(w), 0u64);
    for bit in 0..bits {
        let top = (bit + 1..bits).fold(rest, |t, _| field.mul(t, t));
        if top == minus_one {
            e |= 1 << bit;
            rest = field.mul(rest, inverse);
        } else if top != field.one() {
            return None;
        }
        inverse = field.mul(inverse, inverse);
    }
    Some(e)
}

/// The coefficients c with s_n = sum c_k r_k^n for n < T, for T different r_k. O(T^2) products and T inverses.
pub(super) fn coefficients(field: Prime61, roots: &[u64], s: &[u64]) -> Vec<u64> {
    let one = field.one();
    let all = roots.iter().fold(vec![one], |f, &r| product(field, &f, &[field.sub(0, r), one]));
    let of_root = |&r: &u64| {
        // The coefficients of all / (z - r) from the highest down, with the sums of them times s_n and times r^n.
        let (mut c, mut sum, mut value) = (0, 0, 0);
        for n in (0..roots.len()).rev() {
            c = field.add(field.mul(c, r), all[n + 1]);
            sum = field.add(sum, field.mul(c, s[n]));
            value = field.add(field.mul(value, r), c);
        }
        field.mul(sum, field.inverse(value))
    };
    roots.iter().map(of_root).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    /// Polynomials of few terms come back, whatever their degree; from fewer values than 2 T they do not.
    #[test]
    fn terms_come_back() {
        let mut rng = StdRng::seed_from_u64(4);
        for (terms, bits) in [(0, 3), (1, 1), (1, 40), (2, 1), (7, 3), (8, 3), (20, 46), (60, 20)] {
            let (field, w) = Prime61::random_with_root(bits, &mut rng);
            let mut support: Vec<u64> = Vec::new();
            while support.len() < terms {
                let e = rng.random_range(0..1 << bits);
                if !support.contains(&e) {
                    support.push(e);
                }
            }
            let given: Vec<u64> = support.iter().map(|_| field.element(&mut rng)).collect();
            let value = |n: u64| {
                let term = |(&e, &c): (&u64, &u64)| field.mul(c, field.pow(field.pow(w, e), n));
                support.iter().zip(&given).map(term).fold(0, |sum, t| field.add(sum, t))
            };
            let s: Vec<u64> = (0..2 * terms as u64 + 6).map(value).collect();
            let f = recurrence(field, &s);
            assert_eq!(f.len(), terms + 1);
            assert_eq!(recurrence(field, &s[..2 * terms]), f);
            let found = roots(field, f, &mut rng).unwrap();
            let exponents: Vec<u64> = found.iter().map(|&r| logarithm(field, r, w, bits).unwrap()).collect();
            let c = coefficients(field, &found, &s);
            let mut found: Vec<(u64, u64)> = exponents.into_iter().zip(c).collect();
            let mut expected: Vec<(u64, u64)> = support.into_iter().zip(given).collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn what_has_no_roots() {
        let mut rng = StdRng::seed_from_u64(5);
        let (field, w) = Prime61::random_with_root(10, &mut rng);
        let one = field.one();
        // (z - 3)^2, and z^2 - n for a number that is no square.
        let three = field.enter(3);
        let square = product(field, &[field.sub(0, three), one], &[field.sub(0, three), one]);
        assert_eq!(roots(field, square, &mut rng), None);
        let n = (2..).map(|n| field.enter(n)).find(|&n| field.pow(n, field.modulus() / 2) != one).unwrap();
        assert_eq!(roots(field, vec![field.sub(0, n), 0, one], &mut rng), None);
        // No power of w.
        assert_eq!(logarithm(field, n, w, 10), None);
        assert_eq!(roots(field, vec![field.sub(0, three), one], &mut rng), Some(vec![three]));
    }
}
