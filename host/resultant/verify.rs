//! An independent check of every answer: one scalar modulo a random 61-bit prime at a random point, by another method.
//!
//! The engines compute division-free modulo 31-bit primes in Montgomery form; here Euclid's algorithm with an inversion per
//! step runs in 128-bit arithmetic modulo a prime they never saw. A wrong answer of degree D and H bits passes with probability
//! at most D / 2^60 + H / (60 N), N the number of 61-bit primes (over 2^54).

use super::plan::{Modular, rng};
use crate::engine::ScalarKind;
use crate::error::{ErrorKind, Result};
use crate::options::Options;
use crate::plan::rows::Rows;
use rand::Rng;
use rayon::prelude::*;
use rug::Integer;
use rug::integer::{IntegerExt64, IsPrime};

/// Arithmetic modulo a prime below 2^61 by 128-bit division.
#[derive(Clone, Copy)]
struct Plain {
    p: u64,
}

impl Plain {
    fn mul(self, a: u64, b: u64) -> u64 {
        (a as u128 * b as u128 % self.p as u128) as u64
    }
    fn add(self, a: u64, b: u64) -> u64 {
        (a + b) % self.p
    }
    fn sub(self, a: u64, b: u64) -> u64 {
        (a + self.p - b) % self.p
    }
    fn pow(self, mut a: u64, mut e: u64) -> u64 {
        let mut result = 1;
        while e > 0 {
            if e & 1 != 0 {
                result = self.mul(result, a);
            }
            a = self.mul(a, a);
            e >>= 1;
        }
        result
    }
    fn inverse(self, a: u64) -> u64 {
        self.pow(a, self.p - 2)
    }
    fn residue(self, a: &Integer) -> u64 {
        a.mod_u64(self.p)
    }

    /// res(f, g) for f, g with leading coefficients (the last ones) that are not 0.
    fn resultant(self, mut f: Vec<u64>, mut g: Vec<u64>) -> u64 {
        let mut value = 1;
        if f.len() < g.len() {
            if (f.len() - 1) & (g.len() - 1) & 1 != 0 {
                value = self.p - 1;
            }
            std::mem::swap(&mut f, &mut g);
        }
        // res(f, g) = (-1)^(ab) lc(g)^(a - c) res(g, f mod g).
        while g.len() > 1 {
            let (a, b) = (f.len() - 1, g.len() - 1);
            let lead = g[b];
            let inverse = self.inverse(lead);
            while f.len() >= g.len() {
                let top = f.len() - 1;
                let factor = self.mul(f[top], inverse);
                f.truncate(top);
                let off = top - b;
                for (x, &y) in f[off..].iter_mut().zip(&g[..b]) {
                    *x = self.sub(*x, self.mul(factor, y));
                }
            }
            while f.last() == Some(&0) {
                f.pop();
            }
            if f.is_empty() {
                return 0;
            }
            let c = f.len() - 1;
            value = self.mul(value, self.pow(lead, (a - c) as u64));
            if a & b & 1 != 0 {
                value = self.sub(0, value);
            }
            std::mem::swap(&mut f, &mut g);
        }
        self.mul(value, self.pow(g[0], f.len() as u64 - 1))
    }

    /// The polynomial at a point of the kept variables, by powers of the eliminated one.
    fn specialise(self, polynomial: &Rows, point: &[u64]) -> Vec<u64> {
        let term = |(coefficient, exponents): &(Integer, Vec<u32>)| {
            let start = self.residue(coefficient);
            point.iter().zip(exponents).fold(start, |acc, (&x, &e)| self.mul(acc, self.pow(x, e as u64)))
        };
        polynomial.rows.par_iter().map(|row| row.terms.iter().fold(0, |sum, t| self.add(sum, term(t)))).collect()
    }

    /// The answer at the point: coefficients row-major over exponents below `keep`.
    fn evaluate(self, coefficients: &[Integer], keep: &[u32], point: &[u64]) -> u64 {
        const CHUNK: usize = 64;
        coefficients
            .par_chunks(CHUNK)
            .enumerate()
            .map(|(chunk, part)| {
                part.iter().enumerate().fold(0, |sum, (i, coefficient)| {
                    let mut index = chunk * CHUNK + i;
                    let mut value = self.residue(coefficient);
                    for (&x, &n) in point.iter().zip(keep).rev() {
                        value = self.mul(value, self.pow(x, (index % n as usize) as u64));
                        index /= n as usize;
                    }
                    self.add(sum, value)
                })
            })
            .reduce(|| 0, |a, b| self.add(a, b))
    }
}

/// A random prime in [2^60, 2^61).
fn random_prime(rng: &mut impl Rng) -> u64 {
    loop {
        let p = rng.random_range(1u64 << 60..1 << 61) | 1;
        if Integer::from(p).is_probably_prime(30) != IsPrime::No {
            return p;
        }
    }
}

/// Checks the coefficients of an answer; returns the prime of the check.
///
/// # Errors
/// [`ErrorKind::Verification`] when they are wrong.
pub(super) fn verify(
    problem: &Modular,
    operation: &'static str,
    keep: &[u32],
    coefficients: &[Integer],
    options: &Options,
) -> Result<u64> {
    let mut rng = rng(options, 2);
    loop {
        let plain = Plain { p: random_prime(&mut rng) };
        let point: Vec<u64> = keep.iter().map(|_| rng.random_range(1..plain.p)).collect();
        let f = plain.specialise(&problem.f, &point);
        let g = plain.specialise(&problem.g, &point);
        // A leading coefficient vanishes with probability about deg / 2^60: take another point.
        let (Some(&lead), Some(1..)) = (f.last(), g.last()) else { continue };
        if lead == 0 {
            continue;
        }
        let n = f.len() as u64 - 1;
        let mut expected = plain.resultant(f, g);
        if problem.kind == ScalarKind::Discriminant {
            expected = plain.mul(expected, plain.inverse(lead));
            if !(n * (n - 1) / 2).is_multiple_of(2) {
                expected = plain.sub(0, expected);
            }
        }
        let found = plain.evaluate(coefficients, keep, &point);
        if found != expected {
            let message = format!("at the point {point:?} expected {expected}, found {found}");
            return Err(ErrorKind::Verification { what: operation, prime: plain.p, message }.into());
        }
        return Ok(plain.p);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resultants_of_split_polynomials() {
        let plain = Plain { p: 2305843009213693951 };
        // prod (x - r) for the given roots times lead.
        let poly = |lead: u64, roots: &[u64]| {
            let mut c = vec![lead];
            for &r in roots {
                c.insert(0, 0);
                for i in 0..c.len() - 1 {
                    let t = plain.mul(r, c[i + 1]);
                    c[i] = plain.sub(c[i], t);
                }
            }
            c
        };
        for (fr, gr) in
            [(&[1u64, 2, 3][..], &[5u64, 7][..]), (&[4], &[9, 11, 12]), (&[3, 3, 8, 1], &[6, 2, 9, 10]), (&[], &[5])]
        {
            let product = fr.iter().fold(1, |acc, &a| gr.iter().fold(acc, |acc, &b| plain.mul(acc, plain.sub(a, b))));
            let want = plain.mul(product, plain.mul(plain.pow(3, gr.len() as u64), plain.pow(5, fr.len() as u64)));
            assert_eq!(plain.resultant(poly(3, fr), poly(5, gr)), want);
        }
        assert_eq!(plain.resultant(poly(3, &[1, 2]), poly(5, &[2, 7])), 0);
    }

    #[test]
    fn wrong_coefficients_are_found() {
        use super::super::plan::{Problem, Task};
        use crate::poly::Polynomial;
        let f = Polynomial::parse_in("3*y^2 + x*y - 5", &["x", "y"]).unwrap();
        let g = Polynomial::parse_in("x^2*y + 7*y^3 - 1", &["x", "y"]).unwrap();
        for (problem, name) in [
            (Problem::resultant(&f, &g, "y").unwrap(), "resultant"),
            (Problem::discriminant(&g, "y").unwrap(), "discriminant"),
        ] {
            let Task::Modular(modular) = &problem.task else { panic!("{name} needs a computation") };
            let options = Options { seed: Some(7), ..Options::default() };
            let answer = crate::resultant::compute::run(&problem, &options).unwrap().polynomial;
            let right = answer.dense_coefficients().unwrap();
            let keep = [right.len() as u32];
            assert!(verify(modular, name, &keep, &right, &options).is_ok());
            for i in 0..right.len() {
                for change in [1, -1, 1 << 30] {
                    let mut wrong = right.clone();
                    wrong[i] += change;
                    let error = verify(modular, name, &keep, &wrong, &options).unwrap_err();
                    assert!(matches!(error.kind(), ErrorKind::Verification { what, .. } if *what == name), "{error}");
                }
            }
        }
    }
}
