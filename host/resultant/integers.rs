//! Large integers and small degrees: with no variable kept, the subresultant sequence over Z, without primes.
//!
//! Modulo primes the work is quadratic in the bits of the answer, as each of so many primes looks at all of the input and the lift puts them
//! together; products of long integers are nearly linear. So few long coefficients are for this way, and many short ones for primes.
//!
//! With l = lc(B), d = deg A - deg B and R = l^(d + 1) A - Q B, the sequence A, B, R / (g h^d), ... stays in Z, where g is the leading
//! coefficient of A, from the second step on, and h <- g^d / h^(d - 1). Coefficients are minors of the Sylvester matrix, so none
//! has more bits than its bound.
//!
//! Source: H. Cohen, A Course in Computational Algebraic Number Theory (1993), algorithm 3.3.7.

use super::options::{Method, ResultantOptions};
use super::plan::Outline;
use super::problem::Modular;
use crate::control::Control;
use crate::engine::ScalarKind;
use crate::error::Result;
use crate::plan::rows::Rows;
use crate::run::backend;
use crate::run::options::Backend;
use rug::Integer;
use rug::ops::Pow;

/// Bits of an answer from which it is looked at, a guess: shorter ones stay with primes.
const BITS: u64 = 1 << 14;

/// Nanoseconds that a product of integers of `limbs` limbs takes, about: an estimate that was not measured, meant to be on the high side.
fn product(limbs: f64) -> f64 {
    10.0 * limbs * (limbs + 2.0).log2()
}

/// Milliseconds of the sequence, about: a step of degree b takes two products for each of its coefficients and each degree that A loses.
fn milliseconds(p: u32, q: u32, bits: u64) -> f64 {
    2.0 * (f64::from(p) + 1.0) * (f64::from(q) + 1.0) * product(bits as f64 / 64.0 + 1.0) / 1e6
}

/// Whether the sequence over Z is predicted to take less time than the computation modulo primes.
pub(super) fn pays(modular: &Modular, outline: &Outline, options: &ResultantOptions) -> bool {
    let (p, q) = outline.job.degrees;
    modular.f.kept == 0
        && outline.height_bound >= BITS
        && options.modulus.is_none()
        && options.method == Method::Remainder
        && options.run.backend != Backend::Cuda
        && milliseconds(p, q, outline.height_bound) < backend::milliseconds(&options.run, &outline.work())
}

/// The coefficients, the constant term first.
fn coefficients(f: &Rows) -> Vec<Integer> {
    f.rows.iter().map(|row| row.terms.first().map_or_else(Integer::new, |(c, _)| c.clone())).collect()
}

/// The answer.
///
/// # Errors
/// `Cancelled`.
pub(super) fn answer(modular: &Modular, control: &Control) -> Result<Integer> {
    let (f, g) = (coefficients(&modular.f), coefficients(&modular.g));
    let (lead, n) = (f.last().cloned().unwrap_or_default(), f.len() as u64 - 1);
    let mut value = resultant(f, g, control)?;
    if modular.kind == ScalarKind::Discriminant {
        value.div_exact_mut(&lead);
        if n / 2 % 2 == 1 {
            value = -value;
        }
    }
    Ok(value)
}

/// res(A, B) for leading coefficients, the last ones, that are not 0. O(p q) products of integers below the bound for the answer.
///
/// # Errors
/// `Cancelled`.
fn resultant(mut a: Vec<Integer>, mut b: Vec<Integer>, control: &Control) -> Result<Integer> {
    let mut negative = false;
    if a.len() < b.len() {
        negative = (a.len() - 1) & (b.len() - 1) & 1 == 1;
        std::mem::swap(&mut a, &mut b);
    }
    if b.len() == 1 {
        let value = Integer::from((&b[0]).pow(a.len() as u32 - 1));
        return Ok(if negative { -value } else { value });
    }
    let contents = [&a, &b].map(|f| f.iter().fold(Integer::new(), |content, c| content.gcd(c)));
    for (f, content) in [&mut a, &mut b].into_iter().zip(&contents) {
        if *content != 1 {
            f.iter_mut().for_each(|c| c.div_exact_mut(content));
        }
    }
    let taken =
        Integer::from((&contents[0]).pow(b.len() as u32 - 1)) * Integer::from((&contents[1]).pow(a.len() as u32 - 1));
    let (mut g, mut h) = (Integer::from(1), Integer::from(1));
    loop {
        let (deg_a, deg_b) = (a.len() - 1, b.len() - 1);
        let d = (deg_a - deg_b) as u32;
        negative ^= deg_a & deg_b & 1 == 1;
        pseudo_remainder(&mut a, &b, control)?;
        if a.is_empty() {
            return Ok(Integer::new());
        }
        let divisor = Integer::from((&h).pow(d)) * &g;
        a.iter_mut().for_each(|c| c.div_exact_mut(&divisor));
        std::mem::swap(&mut a, &mut b);
        g.clone_from(&a[deg_b]);
        h = next_h(&g, h, d);
        if b.len() == 1 {
            // deg A = deg_b.
            let value = next_h(&b[0], h, deg_b as u32) * taken;
            return Ok(if negative { -value } else { value });
        }
    }
}

/// g^d / h^(d - 1), which is an integer; h for d = 0.
fn next_h(g: &Integer, h: Integer, d: u32) -> Integer {
    match d {
        0 => h,
        1 => g.clone(),
        _ => Integer::from(g.pow(d)).div_exact(&h.pow(d - 1)),
    }
}

/// A <- l^(deg A - deg B + 1) A - Q B, without leading zeros.
fn pseudo_remainder(a: &mut Vec<Integer>, b: &[Integer], control: &Control) -> Result<()> {
    let Some((lead, rest)) = b.split_last() else { return Ok(()) };
    // A power of l is kept aside for coefficients that B does not reach yet.
    let mut power = Integer::from(1);
    while a.len() >= b.len() {
        control.check()?;
        let Some(top) = a.pop() else { break };
        let off = a.len() - rest.len();
        if off > 0 {
            power *= lead;
            a[off - 1] *= &power;
        }
        for (c, b) in a[off..].iter_mut().zip(rest) {
            *c *= lead;
            *c -= &top * b;
        }
    }
    while a.last().is_some_and(Integer::is_zero) {
        a.pop();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::exact;
    use crate::plan::rows::{Exponents, Row};
    use crate::{Discriminant, Polynomial, Resultant};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn rows(coefficients: &[i64]) -> Rows {
        let row =
            |&c: &i64| Row { terms: (c != 0).then(|| (c.into(), Exponents::from_slice(&[0]))).into_iter().collect() };
        Rows { kept: 1, rows: coefficients.iter().map(row).collect() }
    }

    /// Against determinants of Sylvester matrices: gaps, contents, common factors, any order of degrees.
    #[test]
    fn resultants_are_determinants() {
        let mut rng = StdRng::seed_from_u64(8);
        let mut zeros = 0;
        for round in 0..600 {
            let mut random = |most: usize| -> Vec<i64> {
                let degree = rng.random_range(0..=most);
                let sparse = rng.random_range(0..3);
                let factor = rng.random_range(1..4);
                let mut f: Vec<i64> = (0..=degree)
                    .map(|_| if rng.random_range(0..3) < sparse { 0 } else { factor * rng.random_range(-9i64..10) })
                    .collect();
                f[degree] = factor * rng.random_range(1..9);
                f
            };
            let (mut f, mut g) = (random(7), random(7));
            if round % 5 == 0 {
                // A common factor y - 2.
                for h in [&mut f, &mut g] {
                    h.insert(0, 0);
                    (0..h.len() - 1).for_each(|i| h[i] -= 2 * h[i + 1]);
                }
            }
            let expected = exact::resultant(&rows(&f), &rows(&g));
            let expected = expected.first().cloned().unwrap_or_default();
            zeros += u32::from(expected.is_zero());
            let of = |f: &[i64]| f.iter().map(|&c| Integer::from(c)).collect();
            assert_eq!(resultant(of(&f), of(&g), &Control::default()).unwrap(), expected, "{f:?} {g:?}");
        }
        assert!(zeros > 100, "{zeros}");
    }

    /// c = 10^n - 1: res(c x^2 - c x + 1, c x - 1) = c; by primes the same.
    #[test]
    fn long_coefficients_take_no_primes() {
        for digits in [10_000u32, 100_000] {
            let c: Integer = Integer::from(10).pow(digits) - 1;
            let of = |terms: &[(Integer, u32)]| {
                Polynomial::from_terms(&["x"], terms.iter().map(|(c, e)| (c.clone(), vec![*e]))).unwrap()
            };
            let f = of(&[(c.clone(), 2), (-c.clone(), 1), (1.into(), 0)]);
            let g = of(&[(c.clone(), 1), ((-1).into(), 0)]);
            let question = || Resultant::new(&f, &g, "x").backend(Backend::Cpu);
            let plan = question().plan().unwrap();
            let answer = question().run().unwrap();
            assert_eq!((answer.report.run.primes, answer.report.scalars, answer.report.integers), (0, 0, true));
            assert!(plan.integers && plan.on_grid.primes == 0);
            assert_ne!(answer.report.run.verified_modulo, 0);
            // c^2 (c / c^2 - c / c + 1) = c, as 1 / c is the root of g.
            assert_eq!(answer.polynomial, Polynomial::constant::<&str>(&[], c.clone()).unwrap());
            // c^2 - 4 c.
            let answer = Discriminant::new(&f, "x").backend(Backend::Cpu).run().unwrap();
            assert_eq!(answer.polynomial, Polynomial::constant::<&str>(&[], Integer::from(&c * &c) - 4 * c).unwrap());
            assert!(answer.report.integers);
        }
        let f: Polynomial = "x^2 - 3*x + 5".parse().unwrap();
        assert!(!Discriminant::new(&f, "x").run().unwrap().report.integers);
    }
}
