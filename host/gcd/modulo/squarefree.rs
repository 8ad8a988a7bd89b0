//! Squarefree decompositions modulo a prime, in any number of variables.
//!
//! Let f be the product of powers P^m of irreducible polynomials, x a variable, and f' the derivative by x. P divides gcd(f, f') exactly m - 1 times where p does
//! not divide m and P' is not 0: f' is m P^(m-1) P' u + P^m u' with u = f / P^m, and P divides neither u nor P', which has a lower degree in x. Otherwise
//! P^m divides f'. So with c = gcd(f, f') the quotient w = f / c is the product of the P of the first kind. gcd(w, c) takes those of multiplicity 1
//! out, then those of 2, and so on. What is left of c then are the powers P^m of the second kind, whose derivative by x is 0. It goes on with the next
//! variable, and derivatives that are 0 stay so, as they are for every P^m left.
//!
//! In the end all derivatives are 0: exponents are multiples of p, and what is left is a p-th power, whose root has the coefficients themselves, as
//! a^p = a. Its factors have p times their multiplicities. No factor is found twice: all P that are left have multiplicities that p divides, since a P all of
//! whose derivatives are 0 would be a p-th power itself.
//!
//! Source: von zur Gathen and Gerhard, Modern Computer Algebra, section 14.6 and exercise 14.30, for one variable; Gianni and Trager, Square-free algorithms in
//! positive characteristic, AAECC 7 (1996).

use super::Modular;
use super::check::check;
use super::image::Image;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::gcd::squarefree::Squarefree;
use crate::poly::{Exponents, Polynomial, size};
use crate::run::memory;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use rug::Integer;
use std::collections::BTreeMap;

/// Part of what is left that the next GCD is expected to take.
const SHARE: f64 = 0.5;

/// Factors by their multiplicities.
struct Factors<'a> {
    modular: &'a mut Modular,
    found: BTreeMap<u32, Image>,
    control: &'a Control,
}

impl Factors<'_> {
    fn gcd(&mut self, f: &Image, g: &Image) -> Result<[Image; 3]> {
        let control = self.control.next(SHARE);
        let found = self.modular.gcd(f, g, &control)?;
        control.finish();
        Ok(found)
    }

    fn insert(&mut self, factor: Image, multiplicity: u32) -> Result<()> {
        let factor = match self.found.remove(&multiplicity) {
            Some(others) => others.product(self.modular.field, &factor, self.modular.room, self.control)?,
            None => factor,
        };
        self.found.insert(multiplicity, factor);
        Ok(())
    }

    /// Takes factors of f out, with `power` times their multiplicities, until the derivative by variable number `k` of what is left is 0.
    fn take(&mut self, f: Image, k: usize, power: u32) -> Result<Image> {
        let derivative = f.derivative(self.modular.field, k);
        if derivative.is_zero() {
            return Ok(f);
        }
        let [mut c, mut w, _] = self.gcd(&f, &derivative)?;
        let mut multiplicity = 0;
        while !w.is_constant() {
            multiplicity += power;
            let [y, factor, rest] = self.gcd(&w, &c)?;
            if !factor.is_constant() {
                self.insert(factor, multiplicity)?;
            }
            (w, c) = (y, rest);
        }
        Ok(c)
    }
}

/// The decomposition of the image of f modulo a prime p below 2^63: the content is the leading coefficient, factors have the leading coefficient 1.
///
/// # Errors
/// As [`crate::gcd::Decomposition::run`].
pub(in crate::gcd) fn decomposed(f: &Polynomial, p: u64, run: &RunOptions) -> Result<Squarefree> {
    let mut modular = Modular::new(p, size::polynomial(f), run)?;
    let (field, vars, control) = (modular.field, f.vars(), &run.control);
    // The polynomial, what is left of it, the factors and what they are made of.
    let held = Image::bytes_of(f.terms().len(), vars.len()).saturating_mul(4);
    memory::check(held, modular.room)?;
    modular.room -= held;
    let image = Image::new(field, f, vars);
    if image.is_zero() {
        return Ok(Squarefree { content: Integer::new(), factors: Vec::new() });
    }
    let lead = image.lead();
    let low = image.low();
    let mut rest = image.clone().lowered(&low).scaled(field, field.inverse(lead));
    let mut factors = Factors { modular: &mut modular, found: BTreeMap::new(), control };
    for (k, &multiplicity) in low.iter().enumerate().filter(|(_, e)| **e > 0) {
        let mut exponents = Exponents::from_elem(0, low.len());
        exponents[k] = 1;
        factors.insert(Image { variables: low.len(), terms: vec![(exponents, field.one())] }, multiplicity)?;
    }
    let mut power = 1;
    while !rest.is_constant() {
        for k in 0..vars.len() {
            rest = factors.take(rest, k, power)?;
        }
        if rest.is_constant() {
            break;
        }
        // All exponents, and one of them is not 0, are multiples of p: it is below 2^32, and so are multiplicities.
        rest = rest.root(p as u32);
        power *= p as u32;
    }
    let found = factors.found;
    let all: Vec<(&Image, u32)> = found.iter().map(|(&multiplicity, factor)| (factor, multiplicity)).collect();
    let random = &mut rng(run, Purpose::Check);
    check(field, (&image, lead, &all), ("squarefree decomposition", random), control)?;
    let over = |(multiplicity, factor): (u32, Image)| Ok::<_, Error>((factor.polynomial(field, vars)?, multiplicity));
    let factors = found.into_iter().map(over).collect::<Result<_>>()?;
    Ok(Squarefree { content: field.leave(lead).into(), factors })
}
