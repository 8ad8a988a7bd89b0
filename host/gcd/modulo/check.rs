//! A look at answers from outside: products of polynomials at a random point.
//!
//! The field has 2^31 elements or more, 2^40 for smaller primes. A polynomial of total degree d that is not 0 is 0 at a random point with
//! a probability of d over their number at most.

use super::image::Image;
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::finite_field::{Arithmetic, Extension, Field, Packed, Powers, degree_of};
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
pub(super) fn check(
    field: Field,
    (f, c, factors): (&Image, u64, &[(&Image, u32)]),
    (what, random): (&'static str, &mut StdRng),
    control: &Control,
) -> Result<()> {
    let p = field.modulus();
    let agrees = match degree_of(p, LEAST).filter(|_| p < ALONE) {
        None => agrees(field, field, (f, c, factors), random, control)?,
        Some(e) => {
            let extension = Extension::new(p, e, control)?;
            agrees(Packed(&extension), field, (f, c, factors), random, control)?
        }
    };
    match agrees {
        true => Ok(()),
        false => {
            let message = "the product of what was found differs from the polynomial at a point".to_owned();
            Err(ErrorKind::Verification { what, prime: p, message }.into())
        }
    }
}

fn agrees<K: Arithmetic<Elem = u64>>(
    field: K,
    prime: Field,
    (f, c, factors): (&Image, u64, &[(&Image, u32)]),
    random: &mut StdRng,
    control: &Control,
) -> Result<bool> {
    let point: Vec<u64> = (0..f.variables).map(|_| field.element(random.random_range(0..field.size()))).collect();
    let value = |image: &Image| {
        let degree = |k: usize| image.terms.iter().map(|term| term.0[k]).max().unwrap_or(0);
        let powers: Vec<Powers> =
            (0..f.variables).map(|k| Powers::new(field, point[k], degree(k), image.terms.len())).collect();
        let term = |(exponents, c): &(crate::poly::Exponents, u64)| {
            let each = exponents.iter().zip(&powers).filter(|(e, _)| **e > 0);
            each.fold(field.enter(prime.leave(*c)), |product, (&e, powers)| field.mul(product, powers.of(field, e)))
        };
        image.terms.iter().map(term).fold(0, |sum, c| field.add(sum, c))
    };
    let mut product = field.enter(prime.leave(c));
    for &(factor, multiplicity) in factors {
        control.check()?;
        product = field.mul(product, field.pow(value(factor), multiplicity.into()));
    }
    control.check()?;
    Ok(product == value(f))
}

#[cfg(test)]
mod tests {
    use super::*;
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
                check(field, (f, c, factors), ("product", random), &Control::default())
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
