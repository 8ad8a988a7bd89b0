//! Values and Jacobians modulo a prime.

use super::coefficient::Coefficient;
use super::compiled::Compiled;
use crate::error::{Error, Result};
use gpu::arith::Mont61;
use gpu::system::evaluate::{Keep, polynomial};
use rayon::prelude::*;
use rug::integer::IsPrime;
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
        let is_prime = p < 1 << 61 && p % 2 == 1 && Integer::from(p).is_probably_prime(25) != IsPrime::No;
        let field = Mont61::new(p).filter(|_| is_prime);
        let field = field.ok_or_else(|| Error::argument("modulus", format!("{p} is no odd prime below 2^61")))?;
        let (n, m) = (self.variables(), self.polynomials());
        if n == 0 || !points.len().is_multiple_of(n) {
            let message = format!("have {} numbers, no multiple of the {n} variables", points.len());
            return Err(Error::argument("points", message));
        }
        if let Some(&x) = points.iter().find(|&&x| x >= p) {
            return Err(Error::argument("points", format!("{x} is no residue modulo {p}")));
        }
        let coefficients = self.coefficients().iter().map(|c| residue(&field, c)).collect::<Result<Vec<u64>>>()?;
        let count = points.len() / n;
        let mut values = vec![0; count * m];
        let mut jacobians = vec![0; count * m * n];
        let program = self.program();
        let at_point = |(point, (values, jacobian)): (&[u64], (&mut [u64], &mut [u64]))| {
            let mut table = vec![0; self.entries()];
            let mut forward = vec![0; self.widest_term()];
            let mut sums = vec![0; self.widest_polynomial() + 1];
            let (mut table, mut forward, mut sums) = (&mut table[..], &mut forward[..], &mut sums[..]);
            for (entry, &x) in table.iter_mut().zip(point) {
                *entry = field.enter(x);
            }
            program.all_powers(&field, &mut table);
            for (p, (value, row)) in values.iter_mut().zip(jacobian.chunks_exact_mut(n)).enumerate() {
                let coefficient = |t: u32| coefficients[t as usize];
                let of = (&program, p as u32);
                polynomial(&field, of, Keep::Stored, coefficient, &table, &mut forward, &mut sums);
                *value = field.leave(sums[0]);
                for (&v, &sum) in self.columns_of(p).iter().zip(&sums[1..]) {
                    row[v as usize] = field.leave(sum);
                }
            }
        };
        if m > 0 {
            let results = values.par_chunks_exact_mut(m).zip(jacobians.par_chunks_exact_mut(m * n));
            points.par_chunks_exact(n).zip(results).for_each(at_point);
        }
        Ok(ModularValues { values, jacobians })
    }
}

/// A coefficient in Montgomery form.
fn residue(field: &Mont61, coefficient: &Coefficient) -> Result<u64> {
    if !coefficient.im.is_zero() {
        let message = format!("{coefficient} is not real; values modulo a prime are those of real systems");
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
        return Err(Error::argument("modulus", format!("{p} divides the denominator of {coefficient}")));
    }
    Ok(field.mul(of(x.numer()), field.inverse(denominator)))
}
