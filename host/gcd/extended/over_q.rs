//! S F + T G = r over Z for polynomials F, G in Z[x] without a common divisor of positive degree, m = deg F, n = deg G, not both 0.
//!
//! With r = res(F, G), S and T are determinants of the Sylvester matrix with one column replaced by powers of x: integer polynomials with
//! deg S < n and deg T < m, unique with this r. Modulo a prime p that divides neither leading coefficient nor r, s F + t G = 1 by Euclid's
//! algorithm, and S = r s. So r, S and T are lifted together from primes whose product is more than twice every coefficient.
//!
//! **Bound.** A coefficient of S or T is a minor of the Sylvester matrix, and r is its determinant: by Hadamard's inequality for the rows,
//! which are no less than 1, at most |F|^n |G|^m with 2-norms.
//!
//! **Proof.** S F + T G = r is an identity over Z that is looked at in the end, at a random point modulo a random prime, and its degrees make
//! S and T the ones that are wanted.
//!
//! Source: von zur Gathen and Gerhard, Modern Computer Algebra, sections 6.3 and 6.10.

use super::residues::reduced;
use crate::alone;
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::finite_field::dense::{divided, extended, scaled};
use crate::finite_field::{Arithmetic, Field};
use crate::lift::{Lifted, product};
use crate::plan::prime61::Prime61;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use rug::Integer;
use std::borrow::Cow;

/// r, S and T.
pub(super) struct Combination {
    pub r: Integer,
    pub s: Vec<Integer>,
    pub t: Vec<Integer>,
}

/// Bits of the sum of the squares of the coefficients, which is 0 for none.
fn square_bits(f: &[Integer]) -> u64 {
    let sum: Integer = f.iter().map(|c| Integer::from(c.square_ref())).sum();
    u64::from(sum.significant_bits())
}

/// Bits that no coefficient of r, S or T has more of; f and g are not 0.
pub(super) fn bound(f: &[Integer], g: &[Integer]) -> u64 {
    let (m, n) = (f.len() as u64 - 1, g.len() as u64 - 1);
    (square_bits(f) * n + square_bits(g) * m) / 2 + 2
}

/// res(F, G) modulo the prime, of polynomials with leading coefficients that are not 0, by Euclid's algorithm.
fn resultant(field: Field, mut f: Vec<u64>, mut g: Vec<u64>, control: &Control) -> Result<u64> {
    let mut value = field.one();
    // res(f, g) = (-1)^(a b) lc(g)^(a - c) res(g, f mod g).
    while g.len() > 1 {
        let (a, b) = (f.len() - 1, g.len() - 1);
        let lead = g[b];
        let (_, rest) = divided(field, f, &g, control)?;
        let Some(c) = rest.len().checked_sub(1) else { return Ok(0) };
        // f of a lower degree than g is the remainder itself.
        value = field.mul(value, field.pow(lead, (a.max(c) - c) as u64));
        if a & b & 1 != 0 {
            value = field.sub(0, value);
        }
        (f, g) = (g, rest);
    }
    match g.first() {
        Some(&constant) => Ok(field.mul(value, field.pow(constant, f.len() as u64 - 1))),
        None => Ok(0),
    }
}

/// r, S and T modulo the prime, all coefficients of S, then those of T; `None` where it divides a leading coefficient or r.
fn image(
    field: Field,
    f: &[Cow<'_, Integer>],
    g: &[Cow<'_, Integer>],
    control: &Control,
) -> Result<Option<Vec<Integer>>> {
    let (m, n) = (f.len() - 1, g.len() - 1);
    let (f, g) = (reduced(field, f), reduced(field, g));
    if f.len() <= m || g.len() <= n {
        return Ok(None);
    }
    let [gcd, s, t] = extended(field, &f, &g, control)?;
    if gcd.len() != 1 {
        return Ok(None);
    }
    let r = resultant(field, f, g, control)?;
    let padded = |h: &[u64], length: usize| {
        let mut all = scaled(field, h, r);
        all.resize(length, 0);
        all
    };
    let all = std::iter::once(r).chain(padded(&s, n.max(1))).chain(padded(&t, m.max(1)));
    let p = field.modulus();
    // From the symmetric range.
    let symmetric = |c: u64| if c > p / 2 { Integer::from(c) - p } else { Integer::from(c) };
    Ok(Some(all.map(|c| symmetric(field.leave(c))).collect()))
}

/// Primes whose images are lifted one after the other: below that the halves are too short for fast products.
const LEAF: usize = 32;

/// A coefficient below a product of primes: itself, or its remainder.
fn below<'c>(f: &[Cow<'c, Integer>], modulus: &Integer) -> Vec<Cow<'c, Integer>> {
    let remainder = |c: &Cow<'c, Integer>| match c.cmp_abs(modulus).is_lt() {
        true => c.clone(),
        false => Cow::Owned(Integer::from(&**c % modulus)),
    };
    f.iter().map(remainder).collect()
}

/// r, S and T modulo the product of these primes, without those that divide a leading coefficient or r; `None` where all do.
///
/// The primes are halved: coefficients are reduced modulo the product of each half, and what is found for the halves is put together. So long coefficients
/// meet products of many primes, and a prime by itself meets short ones only.
///
/// # Complexity
/// O(M(B) log^2 B) bit operations for each coefficient where it and the product of the primes have B bits, M(B) those of a product.
fn images(primes: &[u64], [f, g]: [&[Cow<'_, Integer>]; 2], control: &Control) -> Result<Option<Lifted>> {
    let mut known: Option<Lifted> = None;
    let mut include = |next: Option<Lifted>| match (&mut known, next) {
        (Some(known), Some(next)) => known.extend(&next, control),
        (none @ None, next) => {
            *none = next;
            Ok(())
        }
        (Some(_), None) => Ok(()),
    };
    if primes.len() <= LEAF {
        for &p in primes {
            control.check()?;
            let values = image(Field::new(p), f, g, control)?;
            include(values.map(|values| Lifted { values, modulus: p.into() }))?;
        }
        return Ok(known);
    }
    let half = |primes: &[u64]| {
        let modulus = product(primes);
        images(primes, [&below(f, &modulus), &below(g, &modulus)], control)
    };
    let (low, high) = primes.split_at(primes.len() / 2);
    let (low, high) = alone::join(|| half(low), || half(high));
    include(low?)?;
    include(high?)?;
    Ok(known)
}

/// r, S and T of polynomials given by their coefficients from the constant one up, the last one not 0.
///
/// # Errors
/// `Cancelled`; `Verification` when the identity does not hold.
///
/// # Complexity
/// For degrees m >= n and a bound of B bits: O(B m n) products modulo primes of 61 bits, and O(m M(B) log^2 B) bit operations for residues and the lift, where
/// M(B) are those of a product.
pub(super) fn combination(f: &[Integer], g: &[Integer], run: &RunOptions) -> Result<Combination> {
    let n = g.len() as u64 - 1;
    let bits = bound(f, g);
    let mut random = rng(run, Purpose::Grid);
    let mut known: Option<Lifted> = None;
    let mut taken = std::collections::HashSet::new();
    let [of_f, of_g] = [f, g].map(|h| h.iter().map(Cow::Borrowed).collect::<Vec<_>>());
    while known.as_ref().is_none_or(|known| u64::from(known.modulus.significant_bits()) <= bits + 1) {
        run.control.check()?;
        let have = known.as_ref().map_or(0, |known| u64::from(known.modulus.significant_bits()));
        // All that are needed, unless some of them divide what they must not.
        let count = ((bits + 1 - have.min(bits + 1)) / 60 + 1) as usize;
        let mut primes = Vec::with_capacity(count);
        while primes.len() < count {
            let p = Prime61::random(&mut random).modulus();
            if taken.insert(p) {
                primes.push(p);
            }
        }
        let Some(next) = images(&primes, [&of_f, &of_g], &run.control)? else { continue };
        match &mut known {
            Some(known) => known.extend(&next, &run.control)?,
            None => known = Some(next),
        }
    }
    let mut all = known.map_or(Vec::new(), |known| known.values).into_iter();
    let r = all.next().unwrap_or_default();
    let s: Vec<Integer> = all.by_ref().take((n as usize).max(1)).collect();
    let combination = Combination { r, s, t: all.collect() };
    verify(f, g, &combination, run)?;
    Ok(combination)
}

/// Compares S F + T G with r at a random point modulo a random prime.
///
/// # Errors
/// `Verification`.
fn verify(f: &[Integer], g: &[Integer], Combination { r, s, t }: &Combination, run: &RunOptions) -> Result<()> {
    let field = Prime61::random(&mut rng(run, Purpose::Check));
    let mut random = rng(run, Purpose::Points);
    let point = field.element(&mut random);
    let value = |h: &[Integer]| field.evaluate(h, &[h.len() as u32], &[point]);
    let sum = field.add(field.mul(value(s), value(f)), field.mul(value(t), value(g)));
    if sum != value(std::slice::from_ref(r)) {
        let message = "the combination of the polynomials differs from their resultant at a point".to_owned();
        return Err(ErrorKind::Verification { what: "extended gcd", prime: field.modulus(), message }.into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Unlucky primes in any half are left out, and what is left gives the integers.
    #[test]
    fn images_of_many_primes() {
        let mut random = rng(&RunOptions { seed: Some(3), ..RunOptions::default() }, Purpose::Grid);
        let primes: Vec<u64> = (0..3 * LEAF + 5).map(|_| Prime61::random(&mut random).modulus()).collect();
        let control = Control::default();
        for bad in [vec![], vec![0], vec![LEAF + 3, 2 * LEAF, primes.len() - 1], (0..primes.len()).collect()] {
            // F = a x + 1 and G = x^2 - 3: r = 1 - 3 a^2.
            let a = bad.iter().fold(Integer::from(5) << 4000u32, |a, &i: &usize| a * primes[i]);
            let (f, g) = ([1.into(), a.clone()], [(-3).into(), Integer::new(), 1.into()]);
            let [of_f, of_g] = [&f[..], &g].map(|h| h.iter().map(Cow::Borrowed).collect::<Vec<_>>());
            let found = images(&primes, [&of_f, &of_g], &control).unwrap();
            let good = product(&primes) / bad.iter().fold(Integer::from(1), |all, &i| all * primes[i]);
            match found {
                None => assert_eq!(bad.len(), primes.len()),
                Some(Lifted { values, modulus }) => {
                    assert_eq!(modulus, good);
                    let r = Integer::from(1) - Integer::from(a.square_ref()) * 3u32;
                    assert!((r - &values[0]).is_divisible(&modulus) && values.len() == 4);
                }
            }
        }
    }

    /// Primes of a half meet coefficients that are no longer than their product.
    #[test]
    fn long_coefficients_are_reduced() {
        let modulus = Integer::from(1) << 100u32;
        let given = [Integer::from(3) << 1000u32, -(Integer::from(1) << 100u32) - 7, 5.into()];
        let all: Vec<_> = given.iter().map(Cow::Borrowed).collect();
        let found = below(&all, &modulus);
        assert!(found.iter().all(|c| c.significant_bits() <= 100) && matches!(found[2], Cow::Borrowed(_)));
        assert!(found.iter().zip(&given).all(|(a, b)| Integer::from(&**a - b).is_divisible(&modulus)));
    }

    #[test]
    fn cancelled() {
        let control = Control::default();
        control.cancel();
        let run = RunOptions { control, ..RunOptions::default() };
        let cancelled = combination(&[1.into(), 2.into()], &[1.into(), 3.into()], &run);
        assert!(cancelled.is_err_and(|error| matches!(error.kind(), ErrorKind::Cancelled)));
    }
}
