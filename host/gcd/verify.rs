//! Comparison with an independent computation: f(a) = h(a) F(a) for the GCD h and the cofactor F of f, modulo a random 61-bit prime at
//! a random point a.

use super::pair::{Pair, Parts};
use crate::alone;
use crate::engine::input::{Integers, List};
use crate::engine::lift::FieldPoint;
use crate::error::{ErrorKind, Result};
use crate::plan::prime61::Prime61;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use rug::Integer;
use rug::integer::IntegerExt64;

/// The prime and the point.
#[derive(Clone, Copy)]
pub(super) struct Check {
    field: Prime61,
    point: u64,
}

impl Check {
    /// A random prime with a random point, by the seed of the options.
    pub fn new(run: &RunOptions) -> Self {
        let mut rng = rng(run, Purpose::Check);
        let field = Prime61::random(&mut rng);
        Check { field, point: field.element(&mut rng) }
    }

    /// The prime.
    pub fn prime(&self) -> u64 {
        self.field.modulus()
    }

    /// Where cofactors are evaluated.
    pub fn place(&self) -> FieldPoint {
        FieldPoint { field: *self.field, point: self.point }
    }

    /// The value of a polynomial, the constant term first.
    pub fn value<L: Integers + ?Sized>(&self, f: &L) -> u64 {
        self.field.evaluate(f, &[f.count() as u32], &[self.point])
    }

    /// The same of terms with their exponents.
    pub fn value_of(&self, terms: &[(u32, Integer)]) -> u64 {
        let field = self.field;
        let value = |(e, c): &(u32, Integer)| {
            field.mul(field.enter(c.mod_u64(field.modulus())), field.pow(self.point, (*e).into()))
        };
        terms.iter().fold(0, |sum, term| field.add(sum, value(term)))
    }

    /// Values of the primitive polynomials.
    pub fn given(&self, pair: &Pair<'_>) -> [u64; 2] {
        let value = |parts: &Parts<'_>| {
            let List { integers, negate, .. } = parts.list();
            let value = self.value(integers);
            if negate { self.field.sub(0, value) } else { value }
        };
        alone::join(|| value(&pair.f), || value(&pair.g)).into()
    }

    /// Whether f(a) = h(a) F(a) for both polynomials, from the values of h and of the cofactors.
    ///
    /// # Errors
    /// `Verification`.
    pub fn run(&self, given: [u64; 2], h: u64, cofactors: [u64; 2]) -> Result<()> {
        match given.iter().zip(cofactors).all(|(&f, cofactor)| self.field.mul(h, cofactor) == f) {
            true => Ok(()),
            false => {
                let message =
                    "the product of the answer and its cofactor differs from the polynomial at a point".into();
                Err(ErrorKind::Verification { what: "gcd", prime: self.field.modulus(), message }.into())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::Polynomial;

    /// The right cofactors pass, and no others, whichever of the two is wrong.
    #[test]
    fn wrong_products_are_found() {
        let poly = |text: &str| Polynomial::parse_in(text, &["x"]).unwrap();
        let (f, g) = (poly("(x^2 + 3)*(5*x - 7)"), poly("(x^2 + 3)*(x^3 + 2)"));
        let pair = Pair::new((&f, Some(0)), (&g, Some(0))).unwrap();
        let check = Check::new(&RunOptions { seed: Some(3), ..RunOptions::default() });
        let value = |c: &[i32]| check.value(&c.iter().map(|&c| Integer::from(c)).collect::<Vec<_>>()[..]);
        let (h, a, b) = (value(&[3, 0, 1]), value(&[-7, 5]), value(&[2, 0, 0, 1]));
        let given = check.given(&pair);
        assert_eq!(check.run(given, h, [a, b]), Ok(()));
        for (h, a, b) in [(h, value(&[-7, 6]), b), (h, a, value(&[2, 0, 1, 1])), (value(&[3, 1, 1]), a, b), (h, b, a)] {
            let error = check.run(given, h, [a, b]).unwrap_err();
            assert!(
                matches!(error.kind(), ErrorKind::Verification { what: "gcd", prime, .. } if *prime == check.prime())
            );
        }
    }
}
