//! f = x^order g(x^degree), and the squarefree factors of g.

use super::isolate::check_bits;
use crate::error::{Error, ErrorKind, Result};
use crate::gcd::Decomposition;
use crate::poly::{Polynomial, UnivariatePolynomial};
use crate::run::options::RunOptions;

/// The most bits of the coefficients of one interval: 1 GiB.
const MAX_BITS: u128 = 1 << 33;

/// The most coefficients of a polynomial whose roots are looked for.
const MAX_COEFFICIENTS: u128 = 1 << 24;

/// A polynomial in one variable, taken apart.
pub struct Split {
    pub order: u32,
    pub degree: u32,
    /// Squarefree factors of g, g(0) != 0, that are pairwise coprime, with their multiplicities.
    pub parts: Vec<(UnivariatePolynomial, u32)>,
}

impl Split {
    /// `None` of a constant other than 0.
    ///
    /// # Errors
    /// `Argument` when f is 0 or has several variables; `Limit` when g is too long; as [`Decomposition::run`].
    pub fn of(f: &Polynomial, run: &RunOptions) -> Result<Option<Self>> {
        let occurring: Vec<&str> = f.occurring().collect();
        if f.is_zero() {
            return Err(Error::argument("polynomial", "is 0, and every number is a root of it; give another one"));
        }
        let [var] = occurring[..] else {
            return match occurring.len() {
                0 => Ok(None),
                _ => Err(Error::argument(
                    "polynomial",
                    format!("has the variables {}; roots are of polynomials in one", occurring.join(", ")),
                )),
            };
        };
        let index = f.index_of(var)?;
        let exponents = || f.terms().iter().map(|term| term.exponents[index]);
        let order = exponents().min().unwrap_or(0);
        let degree = exponents().fold(0, |divisor, e| gcd(divisor, e - order)).max(1);
        let terms = f.terms().iter().map(|term| (term.coefficient.clone(), [(term.exponents[index] - order) / degree]));
        let g = Polynomial::from_integer_terms(&[var], terms)?;
        let needed = u128::from(g.degree(var).unwrap_or(0)) + 1;
        if needed > MAX_COEFFICIENTS {
            let what = "coefficients of a polynomial whose roots are isolated";
            return Err(ErrorKind::Limit { what, needed, allowed: MAX_COEFFICIENTS }.into());
        }
        // Before the squarefree decomposition, which takes long then.
        check_bits(needed, 64, most_bits(run))?;
        let factors = Decomposition::new(&g).run_options(run.clone()).run()?.0.factors;
        let parts = factors.iter().map(|(h, m)| Ok((UnivariatePolynomial::try_from(h)?, *m)));
        Ok(Some(Split { order, degree, parts: parts.collect::<Result<_>>()? }))
    }
}

/// The most bits of the coefficients of one interval.
pub fn most_bits(run: &RunOptions) -> u128 {
    // Some intervals are held at once, and some multiples of each.
    run.memory_limit.map_or(MAX_BITS, |bytes| MAX_BITS.min(bytes.into()))
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
