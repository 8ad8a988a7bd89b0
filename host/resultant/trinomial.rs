//! Discriminants of trinomials in the eliminated variable, by their formula: with 0 < k < n and no common divisor of n and k,
//!
//! > disc(a y^n + b y^k + c) = (-1)^(n (n - 1) / 2) (n^n a^(n - 1) c^(n - 1) - (-1)^n (n - k)^(n - k) k^k a^(n - k - 1) b^n c^(k - 1)).
//!
//! Source: R. G. Swan, Factorization of polynomials over finite fields, Pacific Journal of Mathematics 12 (1962), theorem 2, for a = 1. Both sides are
//! homogeneous of degree 2 n - 2 in a, b and c.

use super::modular::Modular;
use super::powers;
use crate::engine::ScalarKind;
use crate::error::Result;
use crate::plan::exponents::gcd;
use crate::plan::rows::Row;
use crate::poly::Polynomial;
use rug::Integer;
use rug::ops::Pow;

/// a y^n + b y^k + c.
pub(super) struct Trinomial {
    vars: Vec<String>,
    /// a, b and c.
    coefficients: [Polynomial; 3],
    n: u32,
    k: u32,
}

impl Trinomial {
    /// Of a discriminant that is one of a trinomial, whose coefficients are made by `polynomial`; `None` for any other problem.
    pub fn of(problem: &Modular, polynomial: impl Fn(&Row) -> Result<Polynomial>) -> Result<Option<Self>> {
        let rows = &problem.f.rows;
        let others: Vec<usize> = (0..rows.len()).filter(|&k| !rows[k].terms.is_empty()).collect();
        let (ScalarKind::Discriminant, &[0, k, n]) = (problem.kind, &others[..]) else { return Ok(None) };
        let (Ok(k), Ok(n)) = (u32::try_from(k), u32::try_from(n)) else { return Ok(None) };
        if gcd(k, n) > 1 {
            return Ok(None);
        }
        let coefficient = |place: u32| polynomial(&rows[place as usize]);
        let coefficients = [coefficient(n)?, coefficient(k)?, coefficient(0)?];
        let vars = coefficients[0].vars().to_vec();
        Ok(Some(Trinomial { vars, coefficients, n, k }))
    }

    /// The two products of powers.
    fn products(&self) -> [[(&Polynomial, u32); 3]; 2] {
        let ([a, b, c], n, k) = (&self.coefficients, self.n, self.k);
        [[(a, n - 1), (b, 0), (c, n - 1)], [(a, n - k - 1), (b, n), (c, k - 1)]]
    }

    /// Nanoseconds that it takes with so many bytes of `memory`, about, and the bytes that it needs.
    ///
    /// # Errors
    /// `Limit` for exponents from 2^31 on.
    pub fn cost(&self, memory: u64) -> Result<(f64, u64)> {
        let [first, second] = self.products();
        let (first, second) =
            (powers::cost(&first, self.vars.len(), memory)?, powers::cost(&second, self.vars.len(), memory)?);
        Ok((first.0 + second.0, first.1.saturating_add(second.1)))
    }

    /// The discriminant.
    ///
    /// # Errors
    /// `Limit` where it takes more than so many bytes of `memory`.
    pub fn discriminant(&self, memory: u64) -> Result<Polynomial> {
        let (n, k) = (self.n, self.k);
        let [first, second] = self.products();
        let product = |operands, negative| powers::product((operands, negative), &self.vars, None, memory);
        let power = |base: u32, exponent: u32| Integer::from(base).pow(exponent);
        // n (n - 1) / 2 is odd for n = 2 and 3 modulo 4, and of the second product there is a sign -(-1)^n more.
        let is_negative = n % 4 >= 2;
        let first = &product(&first, is_negative)? * power(n, n);
        let second = &product(&second, is_negative == (n % 2 == 1))? * (power(n - k, n - k) * power(k, k));
        Ok(&first + &second)
    }
}
