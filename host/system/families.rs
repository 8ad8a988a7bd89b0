//! Systems for benchmarks and tests, of any size.

use super::coefficient::Coefficient;
use super::system::{System, Term};
use crate::error::{Error, Result};
use rug::Rational;

/// A term with a coefficient and variables with exponents, in any order; a variable may be there twice.
fn term(coefficient: impl Into<Coefficient>, factors: &[(usize, u32)]) -> Term {
    Term { coefficient: coefficient.into(), exponents: factors.to_vec() }
}

/// Names x1, .., xn, or from another number on.
fn system(letter: &str, from: usize, n: usize, polynomials: Vec<Vec<Term>>) -> Result<System> {
    System::new(&(from..from + n).map(|i| format!("{letter}{i}")).collect::<Vec<_>>(), polynomials)
}

/// n is at least `least`.
fn at_least(n: usize, least: usize) -> Result<()> {
    if n < least {
        return Err(Error::argument("n", format!("is {n}; the family begins with {least}")));
    }
    Ok(())
}

impl System {
    /// Cyclic n-roots: for k = 1, .., n - 1 the sum over j of x_j x_{j+1} .. x_{j+k-1} with indices modulo n, and x_1 .. x_n - 1.
    ///
    /// # Errors
    /// `Argument` for n < 2.
    ///
    /// ```
    /// use eliminant::system::System;
    /// assert_eq!(System::cyclic(3)?.to_string(), "x1 + x2 + x3;\nx1*x2 + x1*x3 + x2*x3;\nx1*x2*x3 - 1;\n");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn cyclic(n: usize) -> Result<Self> {
        at_least(n, 2)?;
        let product = |j: usize, k: usize| (j..j + k).map(|i| (i % n, 1)).collect::<Vec<_>>();
        let mut polynomials: Vec<Vec<Term>> =
            (1..n).map(|k| (0..n).map(|j| term(1, &product(j, k))).collect()).collect();
        polynomials.push(vec![term(1, &product(0, n)), term(-1, &[])]);
        system("x", 1, n, polynomials)
    }

    /// Katsura's magnetism, n + 1 variables u_0, .., u_n: for m = 0, .., n - 1 the sum over l = -n, .., n of u_|l| u_|m - l|, less u_m, where
    /// u_k = 0 for k > n; and u_0 + 2 (u_1 + .. + u_n) - 1.
    ///
    /// # Errors
    /// `Argument` for n < 1.
    pub fn katsura(n: usize) -> Result<Self> {
        at_least(n, 1)?;
        let range = || -(n as i64)..=n as i64;
        let equation = |m: usize| {
            let products = range().map(|l| (l.unsigned_abs() as usize, (m as i64 - l).unsigned_abs() as usize));
            let products = products.filter(|&(_, b)| b <= n).map(|(a, b)| term(1, &[(a, 1), (b, 1)]));
            products.chain([term(-1, &[(m, 1)])]).collect()
        };
        let mut polynomials: Vec<Vec<Term>> = (0..n).map(equation).collect();
        polynomials.push(range().map(|l| term(1, &[(l.unsigned_abs() as usize, 1)])).chain([term(-1, &[])]).collect());
        system("u", 0, n + 1, polynomials)
    }

    /// Noonburg's neural network: x_i (x_1^2 + .. + x_n^2 without x_i^2) - 11/10 x_i + 1.
    ///
    /// # Errors
    /// `Argument` for n < 2.
    pub fn noon(n: usize) -> Result<Self> {
        at_least(n, 2)?;
        let equation = |i: usize| {
            let products = (0..n).filter(|&j| j != i).map(|j| term(1, &[(i, 1), (j, 2)]));
            products.chain([term(Rational::from((-11, 10)), &[(i, 1)]), term(1, &[])]).collect()
        };
        system("x", 1, n, (0..n).map(equation).collect())
    }

    /// Reimer: for k = 2, .., n + 1 the alternating sum 2 x_1^k - 2 x_2^k + .. less 1.
    ///
    /// # Errors
    /// `Argument` for n < 1.
    pub fn reimer(n: usize) -> Result<Self> {
        at_least(n, 1)?;
        let equation = |k: u32| {
            let powers = (0..n).map(|j| term(if j % 2 == 0 { 2 } else { -2 }, &[(j, k)]));
            powers.chain([term(-1, &[])]).collect()
        };
        system("x", 1, n, (2..n as u32 + 2).map(equation).collect())
    }

    /// The economics problem: for k = 1, .., n - 1, (x_k + x_1 x_{k+1} + .. + x_{n-1-k} x_{n-1}) x_n - k, and x_1 + .. + x_{n-1} + 1.
    ///
    /// # Errors
    /// `Argument` for n < 2.
    pub fn eco(n: usize) -> Result<Self> {
        at_least(n, 2)?;
        let equation = |k: usize| {
            let products = (0..n - 1 - k).map(|i| term(1, &[(i, 1), (i + k, 1), (n - 1, 1)]));
            products.chain([term(1, &[(k - 1, 1), (n - 1, 1)]), term(-(k as i64), &[])]).collect()
        };
        let mut polynomials: Vec<Vec<Term>> = (1..n).map(equation).collect();
        polynomials.push((0..n - 1).map(|i| term(1, &[(i, 1)])).chain([term(1, &[])]).collect());
        system("x", 1, n, polynomials)
    }

    /// Chandrasekhar's H-equation on n points: 2 n x_i - c x_i (1 + sum over j = 1, .., n - 1 of i / (i + j) x_j) - 2 n. The usual parameter
    /// is 0.51234.
    ///
    /// # Errors
    /// `Argument` for n < 1.
    pub fn chandra(n: usize, c: &Rational) -> Result<Self> {
        at_least(n, 1)?;
        let twice = || Rational::from(2 * n as u64);
        let equation = |i: usize| {
            let factor = |j: usize| Rational::from((i as u64, (i + j) as u64)) * -c.clone();
            let products = (1..n).map(|j| term(factor(j), &[(i - 1, 1), (j - 1, 1)]));
            products.chain([term(twice() - c, &[(i - 1, 1)]), term(-twice(), &[])]).collect()
        };
        system("x", 1, n, (1..=n).map(equation).collect())
    }
}
