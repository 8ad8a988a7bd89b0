//! Squarefree decompositions modulo a prime, in any number of variables.
//!
//! Let f be the product of powers P^m of irreducible polynomials, x a variable, and f' the derivative by x. P divides gcd(f, f') exactly m - 1 times where p does
//! not divide m and P' is not 0: f' is m P^(m-1) P' u + P^m u' with u = f / P^m, and P divides neither u nor P', which has a lower degree in x. Otherwise
//! P^m divides f'. So with c = gcd(f, f') the quotient w = f / c is the product of the P of the first kind, and v = f' / c is the sum of m P' w / P over
//! them. gcd(w, v - r w') is the product of those with m = r modulo p, for r = 1, 2, ... until w is used up (Yun's algorithm, in which multiplicities count modulo
//! p). What is left of f without P^r for all of them are p-th powers of these P, and the powers P^m of the second kind: its derivative by x is 0. It goes on
//! with the next variable, and derivatives that are 0 stay so.
//!
//! In the end all derivatives are 0: exponents are multiples of p, and what is left is a p-th power, whose root has the coefficients themselves, as
//! a^p = a. Its factors have multiplicities s, and P has r + p s where it is among both, which a GCD tells. So a multiplicity is found by its digits to the
//! base p, each in as many steps as it is large. That is less than the number of terms: with an exact multiplicity m of a root that is not 0 there is a j for which
//! x f' + j f has fewer terms, and the multiplicity m - 1 if p does not divide m; Hasse's derivatives do the same for the other digits.
//!
//! Source: von zur Gathen and Gerhard, Modern Computer Algebra, section 14.6 and exercise 14.30, for one variable; Gianni and Trager, Square-free algorithms in
//! positive characteristic, AAECC 7 (1996).

use super::Modular;
use super::check::check;
use super::image::Image;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::finite_field::{PrimeField, VisitPrime, over_prime};
use crate::gcd::report::Squarefree;
use crate::poly::{Exponents, Polynomial, size};
use crate::run::memory;
use crate::run::modulus::Modulus;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use rug::Integer;
use std::collections::BTreeMap;

/// Part of what is left that the next GCD is expected to take.
const SHARE: f64 = 0.5;

/// Coprime squarefree factors by their multiplicities.
type Factors<E> = BTreeMap<u32, Image<E>>;

/// Takes factors out.
struct Search<'a, P: PrimeField> {
    modular: &'a mut Modular<P>,
    control: &'a Control,
    /// GCDs so far.
    gcds: usize,
}

impl<P: PrimeField> Search<'_, P> {
    fn gcd(&mut self, f: &Image<P::Elem>, g: &Image<P::Elem>) -> Result<[Image<P::Elem>; 3]> {
        self.gcds += 1;
        let control = self.control.next(SHARE);
        let found = self.modular.gcd(f, g, &control)?;
        control.finish();
        Ok(found)
    }

    /// Multiplies the factor of a multiplicity by one more.
    fn insert(&self, factors: &mut Factors<P::Elem>, factor: Image<P::Elem>, multiplicity: u32) -> Result<()> {
        if factor.is_constant() {
            return Ok(());
        }
        let factor = match factors.remove(&multiplicity) {
            Some(others) => others.product(self.modular.field, &factor, self.modular.room, self.control)?,
            None => factor,
        };
        factors.insert(multiplicity, factor);
        Ok(())
    }

    /// Takes factors of f out, by their multiplicities modulo p and as often as these say, until the derivative by variable number `k` of what is left is 0.
    fn take(&mut self, f: Image<P::Elem>, k: usize, factors: &mut Factors<P::Elem>) -> Result<Image<P::Elem>> {
        let field = self.modular.field;
        let derivative = f.derivative(field, k);
        if derivative.is_zero() {
            return Ok(f);
        }
        let [mut c, mut w, mut v] = self.gcd(&f, &derivative)?;
        let mut multiplicity = 0;
        while !w.is_constant() {
            multiplicity += 1;
            let difference = v.minus(field, &w.derivative(field, k));
            let factor;
            [factor, w, v] = self.gcd(&w, &difference)?;
            self.insert(factors, factor, multiplicity)?;
            if !w.is_constant() {
                // The rest of w has higher multiplicities, so that it divides c.
                [_, _, c] = self.gcd(&w, &c)?;
            }
        }
        Ok(c)
    }

    /// The factors of f, which is not 0, has the leading coefficient 1 and is divided by no variable.
    fn decomposed(&mut self, mut f: Image<P::Elem>) -> Result<Factors<P::Elem>> {
        // As far as a word tells: exponents are less.
        let p = self.modular.field.size();
        // The factors by digits of their multiplicities to the base p, the lowest first.
        let mut digits = Vec::new();
        while !f.is_constant() {
            let mut factors = Factors::new();
            for k in 0..f.variables {
                f = self.take(f, k, &mut factors)?;
            }
            digits.push(factors);
            if !f.is_constant() {
                // All exponents, and one of them is not 0, are multiples of p: it is below 2^31, and so are multiplicities.
                f = f.root(p as u32);
            }
        }
        let mut all = Factors::new();
        for factors in digits.into_iter().rev() {
            all = self.joined(factors, all, p)?;
        }
        Ok(all)
    }

    /// The factors of f g^p by those of f, which have multiplicities below p, and those of g.
    fn joined(&mut self, low: Factors<P::Elem>, high: Factors<P::Elem>, p: u64) -> Result<Factors<P::Elem>> {
        let mut all = Factors::new();
        let mut low: Vec<(u32, Image<P::Elem>)> = low.into_iter().collect();
        for (s, mut of_g) in high {
            // There is a g where p is below 2^31 alone.
            let times_p = s * p as u32;
            for (r, of_f) in &mut low {
                if !of_g.is_constant() && !of_f.is_constant() {
                    let both;
                    [both, *of_f, of_g] = self.gcd(of_f, &of_g)?;
                    self.insert(&mut all, both, *r + times_p)?;
                }
            }
            self.insert(&mut all, of_g, times_p)?;
        }
        for (r, of_f) in low {
            self.insert(&mut all, of_f, r)?;
        }
        Ok(all)
    }
}

/// The decomposition of the image of f modulo a prime p of at most 256 bits: the content is the leading coefficient, factors have the leading coefficient 1.
///
/// # Errors
/// As [`crate::gcd::Decomposition::run`].
pub(in crate::gcd) fn decomposed(f: &Polynomial, p: Modulus, run: &RunOptions) -> Result<Squarefree> {
    over_prime(p, Problem { f, run })?
}

/// A polynomial to be decomposed.
struct Problem<'a> {
    f: &'a Polynomial,
    run: &'a RunOptions,
}

impl VisitPrime for Problem<'_> {
    type Answer = Result<Squarefree>;

    fn visit<P: PrimeField>(self, field: P) -> Result<Squarefree> {
        let Problem { f, run } = self;
        let mut modular = Modular::new(field, size::polynomial(f), run)?;
        let (vars, control) = (f.vars(), &run.control);
        // The polynomial, what is left of it, its derivative, their cofactors, the factors and what they are made of.
        let held = Image::<P::Elem>::bytes_of(f.terms().len(), vars.len()).saturating_mul(6);
        memory::check(held, modular.room)?;
        modular.room -= held;
        let image = Image::new(field, f, vars);
        if image.is_zero() {
            return Ok(Squarefree { content: Integer::new(), factors: Vec::new() });
        }
        let lead = image.lead();
        let low = image.low();
        let rest = image.clone().lowered(&low).scaled(field, field.inverse(lead));
        let mut search = Search { modular: &mut modular, control, gcds: 0 };
        let mut found = search.decomposed(rest)?;
        for (k, &multiplicity) in low.iter().enumerate().filter(|(_, e)| **e > 0) {
            let mut exponents = Exponents::from_elem(0, low.len());
            exponents[k] = 1;
            let var = Image { variables: low.len(), terms: vec![(exponents, field.one())] };
            search.insert(&mut found, var, multiplicity)?;
        }
        let all: Vec<(&Image<P::Elem>, u32)> =
            found.iter().map(|(&multiplicity, factor)| (factor, multiplicity)).collect();
        let what = ("squarefree decomposition", &mut rng(run, Purpose::Check));
        check((field, &mut modular.larger), (&image, lead, &all), what, control)?;
        let over = |(multiplicity, factor): (u32, Image<P::Elem>)| {
            Ok::<_, Error>((factor.polynomial(field, vars)?, multiplicity))
        };
        let factors = found.into_iter().map(over).collect::<Result<_>>()?;
        Ok(Squarefree { content: field.number(lead), factors })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finite_field::Field;

    /// The factors, and how many GCDs they took.
    fn found(f: &str, p: u64) -> (String, usize) {
        let f: Polynomial = f.parse().unwrap();
        let run = RunOptions { seed: Some(1), ..RunOptions::default() };
        let mut modular = Modular::new(Field::new(p), 0, &run).unwrap();
        let image = Image::new(modular.field, &f, f.vars());
        let mut search = Search { modular: &mut modular, control: &run.control, gcds: 0 };
        let factors = search.decomposed(image).unwrap();
        let gcds = search.gcds;
        let text = |(m, factor): (u32, Image)| {
            assert_eq!(factor.lead(), modular.field.one());
            format!("({})^{m}", factor.polynomial(modular.field, f.vars()).unwrap())
        };
        (factors.into_iter().map(text).collect(), gcds)
    }

    /// Multiplicities of many digits to the base p: as many GCDs as digits, and not as multiplicities say.
    #[test]
    fn high_multiplicities() {
        for (f, p, expected) in [
            ("x^65537 + x^65536 + x + 1", 2, "(x + 1)^65537"),
            ("(x^4096 + 1)*(x + 1)*(x^2 + x + 1)", 2, "(x^2 + x + 1)^1(x + 1)^4097"),
            ("(x^59049 - 1)*(x^27 - 1)*(x^2 + 1)^5*(x - 1)^2", 3, "(x^2 + 1)^5(x + 2)^59078"),
            ("(x^128 + y^128)*(x + y)*(x^64 + 1)*(y + 1)", 2, "(y + 1)^1(x + 1)^64(x + y)^129"),
            ("(x^25 + y^50 + 1)*(x + y^2 + 1)^3*(y^5 - 1)^2", 5, "(y + 4)^10(x + y^2 + 1)^28"),
        ] {
            let (found, gcds) = found(f, p);
            assert_eq!(found, expected, "{f} modulo {p}");
            assert!(gcds <= 60, "{gcds} for {f} modulo {p}");
        }
    }
}
