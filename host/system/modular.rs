//! Values and Jacobians modulo a prime.

use crate::alone::prelude::*;
use crate::error::{Error, Result};
use crate::plural::count;
use crate::poly::systems::{Coefficient, Compiled};
use crate::run::modulus;
use crate::shorten::shortened;
use gpu::arith::{Mont61, Ring};
use gpu::system::evaluate::{Stored, polynomial};
use rug::{Integer, Rational};

/// Residues of values and derivatives, laid out as in [`super::Values`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ModularValues {
    /// f_p at point i: \[i\]\[p\].
    pub values: Vec<u64>,
    /// df_p / dx_v at point i: \[i\]\[p\]\[v\].
    pub jacobians: Vec<u64>,
}

impl Compiled {
    /// Values and Jacobians modulo `p` at `points`, \[point\]\[variable\], by the same program as those in floating point.
    ///
    /// # Errors
    /// - `Argument`: p is no odd prime below 2^61, divides a denominator, a number is not below p, or there are not as many as n divides.
    /// - `Unsupported`: a coefficient is not real.
    ///
    /// # Complexity
    /// [`Compiled::products`] of residues a point; points are shared by all cores.
    ///
    /// ```
    /// use eliminant::system::System;
    /// let system = "x^3/2 - y".parse::<System>()?.compile()?;
    /// let found = system.evaluate_modulo(101, &[4, 3])?;
    /// assert_eq!((found.values, found.jacobians), (vec![29], vec![24, 100]));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn evaluate_modulo(&self, p: u64, points: &[u64]) -> Result<ModularValues> {
        let field = field_of(p)?;
        let (n, m) = (self.variables(), self.polynomials());
        let count = points_of(self, "points", p, points)?;
        let coefficients = residues(self, &field)?;
        let mut values = vec![0; count * m];
        let mut jacobians = vec![0; count * m * n];
        let at_point = |(point, (values, jacobian)): (&[u64], (&mut [u64], &mut [u64]))| {
            let variables = point.iter().map(|&x| field.enter(x));
            each_polynomial(self, &field, &coefficients, variables, |p, sums| {
                values[p] = field.leave(sums[0]);
                for (&v, &sum) in self.columns_of(p).iter().zip(&sums[1..]) {
                    jacobian[p * n + v as usize] = field.leave(sum);
                }
            });
        };
        if m > 0 {
            let results = values.par_chunks_exact_mut(m).zip(jacobians.par_chunks_exact_mut(m * n));
            points.par_chunks_exact(n).zip(results).for_each(at_point);
        }
        Ok(ModularValues { values, jacobians })
    }
}

/// The arithmetic modulo p.
///
/// # Errors
/// `Argument` where p is no odd prime below 2^61.
pub(super) fn field_of(p: u64) -> Result<Mont61> {
    let field = Mont61::new(p).filter(|_| p < 1 << 61 && p % 2 == 1 && modulus::is_prime(p));
    field.ok_or_else(|| Error::argument("modulus", format!("{p} is not an odd prime below 2^61")))
}

/// How many points a list has.
///
/// # Errors
/// `Argument` where they are no whole ones, or a number is not below p.
pub(super) fn points_of(system: &Compiled, what: &'static str, p: u64, points: &[u64]) -> Result<usize> {
    let n = system.variables();
    if n == 0 || !points.len().is_multiple_of(n) {
        return Err(Error::argument(
            what,
            format!("have {}; each point takes {}", count(points.len(), "number"), count(n, "number")),
        ));
    }
    match points.iter().find(|&&x| x >= p) {
        None => Ok(points.len() / n),
        Some(x) => Err(Error::argument(what, format!("{x} is not a residue modulo {p}, from 0 to {p} - 1"))),
    }
}

/// The coefficients in Montgomery form.
pub(super) fn residues(system: &Compiled, field: &Mont61) -> Result<Vec<u64>> {
    system.coefficients().iter().map(|c| residue(field, c)).collect()
}

/// Gives each polynomial's value and derivatives at a point, as [`polynomial`] sums them, to `take`.
pub(super) fn each_polynomial<R: Ring>(
    system: &Compiled,
    ring: &R,
    coefficients: &[R::Elem],
    variables: impl Iterator<Item = R::Elem>,
    mut take: impl FnMut(usize, &[R::Elem]),
) {
    let zero = ring.zero();
    let mut table = vec![zero; system.entries()];
    let mut forward = vec![zero; system.widest_term()];
    let mut sums = vec![zero; system.widest_polynomial() + 1];
    let (mut table, mut forward, mut sums) = (&mut table[..], &mut forward[..], &mut sums[..]);
    for (entry, x) in table.iter_mut().zip(variables) {
        *entry = x;
    }
    let program = system.program();
    program.all_powers(ring, &mut table);
    for p in 0..system.polynomials() {
        let coefficient = |t: u32| coefficients[t as usize];
        polynomial(ring, (&program, p as u32), Stored, coefficient, &table, &mut forward, &mut sums);
        take(p, sums);
    }
}

/// A coefficient in Montgomery form.
fn residue(field: &Mont61, coefficient: &Coefficient) -> Result<u64> {
    if !coefficient.im.is_zero() {
        let coefficient = coefficient.to_string();
        let message =
            format!("{} is not real; values modulo a prime are those of real systems", shortened(&coefficient));
        return Err(Error::unsupported(message));
    }
    let p = Integer::from(field.modulus());
    let of = |x: &Integer| {
        let rest = Integer::from(x % &p);
        let rest = if rest < 0 { rest + &p } else { rest };
        // Below p.
        field.enter(rest.to_u64().unwrap_or(0))
    };
    let x: &Rational = &coefficient.re;
    let denominator = of(x.denom());
    if denominator == 0 {
        return Err(Error::argument(
            "modulus",
            format!("{p} divides the denominator of {}", shortened(&coefficient.to_string())),
        ));
    }
    Ok(field.mul(of(x.numer()), field.inverse(denominator)))
}
