//! GCDs of polynomials of few terms: see `gcd::sparse`.

use super::bounds::degree_bounds;
use super::reduced::Reduced;
use super::{Attempt, Modular, normalised};
use crate::control::Control;
use crate::error::Result;
use crate::finite_field::{Element, Over, PrimeField, Visit};
use crate::gcd::sparse::over_field;
use crate::poly::{Polynomial, size};
use crate::run::memory;
use rand::rngs::StdRng;

/// Elements of the first field for each pair of terms: so roots of recurrences seldom agree, and images are seldom unlucky.
const ELEMENTS: u64 = 4;

/// The same for each degree: exponents are told apart by powers of an element.
const POWERS: u64 = 1 << 4;

/// How many times more elements the next field has, where points of one were unlucky.
const GROWTH: u64 = 1 << 10;

/// Elements of the largest field: points are hardly ever unlucky.
const MOST: u64 = 1 << 40;

/// Sets of points in one field.
const ATTEMPTS: usize = 3;

/// Coefficients of a dense polynomial for each term above which progressions take less time than Brown's algorithm, in the prime's own field. Products in an extension
/// take longer, about as many times as its degree (`benches/results/2026-11-28-sparse-gcds-modulo.txt`).
const DENSE: u64 = 2;

/// The elements that the first field has at least.
fn first_size<E: Element>(pair: &Reduced<E>) -> u64 {
    let of_terms = ELEMENTS.saturating_mul(pair.terms()).saturating_mul(pair.terms());
    of_terms.max(POWERS * (pair.degree() + 1)).min(MOST)
}

/// Whether progressions are likely to take less time than Brown's algorithm.
pub(super) fn pay<P: PrimeField>(pair: &Reduced<P::Elem>, prime: P) -> bool {
    let degree = u64::from(first_size(pair).ilog2() / prime.size().ilog2()).max(1);
    pair.places.len() > 1 && pair.sparsity() > DENSE * degree
}

impl<P: PrimeField> Modular<P> {
    /// The GCD and the cofactors by geometric progressions of points.
    ///
    /// # Errors
    /// `Limit`; `Cancelled`.
    pub(super) fn by_progressions(
        &mut self,
        pair: &Reduced<P::Elem>,
        room: u64,
        control: &Control,
    ) -> Result<Attempt<P::Elem>> {
        let prime = self.field;
        let parts = &pair.polynomials(prime);
        // Both, the answers, and as much while these are divided.
        let held = 3 * parts.iter().map(size::polynomial).sum::<u64>();
        memory::check(held, room)?;
        let room = room - held;
        // There are no larger fields of primes from 2^31 on.
        let is_alone = prime.size() >> 31 > 0;
        let mut least = first_size(pair);
        loop {
            let asked = if is_alone { 0 } else { least };
            let visit = Progressions { prime, pair, parts, room, random: &mut self.random, control };
            let (found, size) = prime.over(&mut self.larger, asked, control, visit)??;
            if !matches!(found, Attempt::UsedUp) || least >= MOST || is_alone {
                return Ok(found);
            }
            least = size.saturating_mul(GROWTH).min(MOST);
        }
    }
}

/// [`attempt`] in a field.
struct Progressions<'a, P: PrimeField> {
    prime: P,
    pair: &'a Reduced<P::Elem>,
    parts: &'a [Polynomial; 2],
    room: u64,
    random: &'a mut StdRng,
    control: &'a Control,
}

impl<P: PrimeField> Visit<P> for Progressions<'_, P> {
    /// How it ended, and the size of the field.
    type Answer = Result<(Attempt<P::Elem>, u64)>;

    fn visit<K: Over<P>>(self, field: K) -> Self::Answer {
        let (pair, limits) = ((self.pair, self.parts), (self.room, self.random));
        Ok((attempt((field, self.prime), pair, limits, self.control)?, field.size()))
    }
}

fn attempt<P: PrimeField, K: Over<P>>(
    (field, prime): (K, P),
    (pair, parts): (&Reduced<P::Elem>, &[Polynomial; 2]),
    (room, random): (u64, &mut StdRng),
    control: &Control,
) -> Result<Attempt<P::Elem>> {
    let [f, g] = &pair.parts;
    for _ in 0..ATTEMPTS {
        let point: Vec<K::Elem> = pair.places.iter().map(|_| field.nonzero(random)).collect();
        let degrees = degree_bounds((field, prime), (f, g), (&point, room), control)?;
        if degrees.iter().all(|&degree| degree == 0) {
            return Ok(Attempt::Coprime);
        }
        let limits = (room, &mut *random);
        let found = over_field((field, prime), (&parts[0], &parts[1]), &degrees, limits, control)?;
        if let Some(found) = found {
            let common = pair.common();
            let rest = |own: &[u32]| own.iter().zip(&common).map(|(a, b)| a - b).collect::<Vec<u32>>();
            let order: Vec<usize> = (0..pair.places.len()).collect();
            let image = |part: &Polynomial, low: &[u32]| {
                let terms = part.terms().iter();
                let terms = terms.map(|term| (term.exponents.to_vec(), prime.residue(&term.coefficient)));
                pair.image(terms, &order, low)
            };
            let [h, a, b] = &found;
            let images = [image(h, &common), image(a, &rest(&pair.low[0])), image(b, &rest(&pair.low[1]))];
            return Ok(normalised(prime, images));
        }
    }
    Ok(Attempt::UsedUp)
}

#[cfg(test)]
mod tests {
    use super::super::image::Image;
    use super::*;
    use crate::finite_field::Field;

    /// Sparse polynomials are, in extensions only sparser ones, and neither dense ones nor those in one variable.
    #[test]
    fn crossovers() {
        let vars = ["x", "y", "z"].map(str::to_owned);
        let pays = |f: &str, g: &str, p: u64| {
            let field = Field::new(p);
            let [f, g] = [f, g].map(|text| Image::new(field, &Polynomial::parse_in(text, &vars).unwrap(), &vars));
            pay(&Reduced::new(&f, &g), field)
        };
        let dense = ("(x + y + 1)^3*(z + 1)", "(x + 1)*(y + 1)*(z + 1)");
        let sparse = ("(x^40*y + z^30 + 1)*(x - y)", "(x^40*y + z^30 + 1)*(z^7 - x*y)");
        let between = ("(x^2*y + z^2 + 1)*(x - y*z)", "(x^2*y + z^2 + 1)*(z^2 - x*y)");
        let prime = (1 << 61) - 1;
        for (p, expected) in [(prime, [false, true, true]), (2, [false, true, false]), (3, [false, true, false])] {
            assert_eq!([dense, sparse, between].map(|(f, g)| pays(f, g, p)), expected, "{p}");
            assert!(!pays("x^100 - 1", "x^50 - 1", p));
        }
    }
}
