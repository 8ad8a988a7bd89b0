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
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::gcd::modulo::dense::{extended, scaled};
use crate::gcd::modulo::prime::Field;
use crate::lift::Lifted;
use crate::plan::prime61::Prime61;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use rayon::prelude::*;
use rug::Integer;

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

/// res(F, G) modulo the prime, of polynomials with leading coefficients that are not 0, by Euclid's algorithm.
fn resultant(field: Field, mut f: Vec<u64>, mut g: Vec<u64>, control: &Control) -> Result<u64> {
    let mut value = field.one();
    // res(f, g) = (-1)^(a b) lc(g)^(a - c) res(g, f mod g).
    while g.len() > 1 {
        let (a, b) = (f.len() - 1, g.len() - 1);
        let lead = g[b];
        let (_, rest) = crate::gcd::modulo::dense::divided(field, f, &g, control)?;
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
fn image(field: Field, f: &[Integer], g: &[Integer], control: &Control) -> Result<Option<Vec<Integer>>> {
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

/// r, S and T of polynomials given by their coefficients from the constant one up, the last one not 0.
///
/// # Errors
/// `Cancelled`; `Verification` when the identity does not hold.
///
/// # Complexity
/// For degrees m >= n and a bound of B bits: O(B m n) products modulo primes of 61 bits, and O(B^2 m) bit operations for the lift.
pub(super) fn combination(f: &[Integer], g: &[Integer], run: &RunOptions) -> Result<Combination> {
    let (m, n) = (f.len() as u64 - 1, g.len() as u64 - 1);
    let bits = (square_bits(f) * n + square_bits(g) * m) / 2 + 2;
    let mut random = rng(run, Purpose::Grid);
    let mut known: Option<Lifted> = None;
    let mut taken = std::collections::HashSet::new();
    while known.as_ref().is_none_or(|known| u64::from(known.modulus.significant_bits()) <= bits + 1) {
        run.control.check()?;
        let have = known.as_ref().map_or(0, |known| u64::from(known.modulus.significant_bits()));
        let count = ((bits + 1 - have.min(bits + 1)) / 60 + 1).min(256) as usize;
        let mut primes = Vec::with_capacity(count);
        while primes.len() < count {
            let p = Prime61::random(&mut random).modulus();
            if taken.insert(p) {
                primes.push(p);
            }
        }
        let images = primes.par_iter().map(|&p| Ok((p, image(Field::new(p), f, g, &run.control)?)));
        for (p, values) in images.collect::<Result<Vec<_>>>()? {
            let Some(values) = values else { continue };
            let next = Lifted { values, modulus: Integer::from(p) };
            match &mut known {
                Some(known) => known.extend(&next, &run.control)?,
                None => known = Some(next),
            }
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
