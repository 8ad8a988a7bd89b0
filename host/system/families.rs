//! Systems for benchmarks and tests, of any size.

use crate::error::{Error, Result};
use crate::poly::systems::{Coefficient, System, Term};
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

    /// Kuramoto's oscillators at rest, n of them joined by `edges`, with the angle of number 0 as origin: for i = 1, .., n - 1 the sine s_i and the cosine
    /// c_i with s_i^2 + c_i^2 - 1, and w_i - sum over edges e = {i, j} of k_e (s_i c_j - c_i s_j). Variables are s_1, .., c_1, .. and then the
    /// parameters w_1, .., k_1, ..: the frequencies, and the strengths of the edges in their order. The same equations are those of the lossless flow
    /// of power in a grid. A tree has 2^(n-1) zeros for general parameters: two angles for each edge.
    ///
    /// # Errors
    /// `Argument` for n < 2, an edge from a number to itself, and numbers beyond n - 1.
    ///
    /// # Source
    /// J. Baillieul, C. I. Byrnes, Geometric critical point analysis of lossless power system models, IEEE Trans. Circuits Syst. 29 (1982).
    ///
    /// ```
    /// use eliminant::system::System;
    /// let pair = System::kuramoto(2, &[(0, 1)])?;
    /// assert_eq!(pair.to_string(), "s1^2 + c1^2 - 1;\n-s1*k1 + w1;\n");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn kuramoto(n: usize, edges: &[(usize, usize)]) -> Result<Self> {
        at_least(n, 2)?;
        if let Some((i, j)) = edges.iter().find(|(i, j)| i == j || *i.max(j) >= n) {
            return Err(Error::argument("edges", format!("has {i}, {j}; edges join two different numbers below {n}")));
        }
        let m = n - 1;
        // Variables s_i, c_i, parameters w_i, k_e.
        let (s, c, w, k) = (|i: usize| i - 1, |i: usize| m + i - 1, |i: usize| 2 * m + i - 1, |e: usize| 3 * m + e);
        let circle = |i: usize| vec![term(1, &[(s(i), 2)]), term(1, &[(c(i), 2)]), term(-1, &[])];
        let balance = |i: usize| {
            let mut terms = vec![term(1, &[(w(i), 1)])];
            for (e, &(a, b)) in edges.iter().enumerate() {
                let j = if a == i { b } else { a };
                if a == i || b == i {
                    let strength = (k(e), 1);
                    if j == 0 {
                        terms.push(term(-1, &[(s(i), 1), strength]));
                    } else {
                        terms.push(term(-1, &[(s(i), 1), (c(j), 1), strength]));
                        terms.push(term(1, &[(c(i), 1), (s(j), 1), strength]));
                    }
                }
            }
            terms
        };
        let names = |letter: char, count: usize| (1..=count).map(move |i| format!("{letter}{i}"));
        let names: Vec<String> =
            names('s', m).chain(names('c', m)).chain(names('w', m)).chain(names('k', edges.len())).collect();
        System::new(&names, (1..n).map(circle).chain((1..n).map(balance)).collect())
    }
}
