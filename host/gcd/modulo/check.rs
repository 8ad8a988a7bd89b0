//! A look at answers from outside: products of polynomials at a random point.
//!
//! The field has 2^31 elements or more, 2^40 for smaller primes. A polynomial of total degree d that is not 0 is 0 at a random point with
//! a probability of d over their number at most.

use super::image::Image;
use crate::control::Control;
use crate::error::Result;
use crate::finite_field::{Over, Powers, PrimeField, Visit};
use crate::poly::Exponents;
use rand::Rng;
use rand::rngs::StdRng;

/// Primes from here on have points enough.
const ALONE: u64 = 1 << 31;

/// Elements of an extension of a smaller prime.
const LEAST: u64 = 1 << 40;

/// Compares f with c and the product of the factors' powers.
///
/// # Errors
/// `Verification` where they differ; `Cancelled`.
pub(super) fn check<P: PrimeField>(
    (prime, larger): (P, &mut P::Larger),
    (f, c, factors): Product<'_, P::Elem>,
    (what, random): (&'static str, &mut StdRng),
    control: &Control,
) -> Result<()> {
    let least = if prime.size() < ALONE { LEAST } else { 0 };
    let agrees = prime.over(larger, least, control, Agrees { prime, product: (f, c, factors), random, control })?;
    match agrees? {
        true => Ok(()),
        false => Err(prime.refuted(what, "the product of what was found differs from the polynomial at a point")),
    }
}

/// A polynomial, a number, and factors with their powers, whose product with the number it should be.
type Product<'a, E> = (&'a Image<E>, E, &'a [(&'a Image<E>, u32)]);

/// Whether both are the same at a random point.
struct Agrees<'a, P: PrimeField> {
    prime: P,
    product: Product<'a, P::Elem>,
    random: &'a mut StdRng,
    control: &'a Control,
}

impl<P: PrimeField> Visit<P> for Agrees<'_, P> {
    type Answer = Result<bool>;

    fn visit<K: Over<P>>(self, field: K) -> Result<bool> {
        let Agrees { prime, product: (f, c, factors), random, control } = self;
        let point: Vec<K::Elem> =
            (0..f.variables).map(|_| field.element(random.random_range(0..field.size()))).collect();
        let value = |image: &Image<P::Elem>| {
            let degree = |k: usize| image.terms.iter().map(|term| term.0[k]).max().unwrap_or(0);
            let powers: Vec<Powers<K::Elem>> =
                (0..f.variables).map(|k| Powers::new(field, point[k], degree(k), image.terms.len())).collect();
            let term = |(exponents, c): &(Exponents, P::Elem)| {
                let each = exponents.iter().zip(&powers).filter(|(e, _)| **e > 0);
                each.fold(field.embed(prime, *c), |product, (&e, powers)| field.mul(product, powers.of(field, e)))
            };
            image.terms.iter().map(term).fold(field.zero(), |sum, c| field.add(sum, c))
        };
        let mut product = field.embed(prime, c);
        for &(factor, multiplicity) in factors {
            control.check()?;
            product = field.mul(product, field.pow(value(factor), multiplicity.into()));
        }
        control.check()?;
        Ok(product == value(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::finite_field::Field;
    use crate::poly::Polynomial;
    use rand::SeedableRng;

    /// Wrong factors, powers and numbers are told, in fields of all kinds.
    #[test]
    fn what_differs_is_told() {
        let vars = ["x", "y"].map(str::to_owned);
        for p in [2, 3, 43_051, (1 << 31) - 1, (1 << 61) - 1] {
            let field = Field::new(p);
            let image = |text: &str| Image::new(field, &Polynomial::parse_in(text, &vars).unwrap(), &vars);
            let (f, a, b) = (image("x^5*y + x^4*y^2"), image("x + y"), image("x^2"));
            let told = |f: &Image, c: u64, factors: &[(&Image, u32)]| {
                let random = &mut StdRng::seed_from_u64(p);
                check((field, &mut field.larger()), (f, c, factors), ("product", random), &Control::default())
            };
            told(&f, field.one(), &[(&a, 1), (&b, 2), (&image("y"), 1)]).unwrap();
            let wrong = [
                told(&f, field.one(), &[(&a, 1), (&b, 1), (&image("y"), 1)]),
                told(&f, field.one(), &[(&image("x + y + 1"), 1), (&b, 2), (&image("y"), 1)]),
                told(&f, 0, &[(&a, 1), (&b, 2), (&image("y"), 1)]),
            ];
            assert!(
                wrong.iter().all(|told| matches!(told.as_ref().unwrap_err().kind(), ErrorKind::Verification { .. }))
            );
        }
    }
}
