//! GCDs over a finite field of polynomials of few terms.
//!
//! As over Z, with two differences. The ratios of points are random elements, so that the roots of recurrences, which are found by splitting, only part the
//! terms, and exponents are read from shifted points. And one progression tells the coefficients.
//!
//! Source: Q.-L. Huang and X.-S. Gao, Revisit sparse polynomial interpolation based on randomized Kronecker substitution, CASC 2019 (exponents by shifted points).

use super::exponents::Group;
use super::parts::parts;
use super::progression::{self, Points, Progression};
use super::projection::Projection;
use super::shifts;
use super::support::{Support, fewest_terms};
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::Result;
use crate::finite_field::{Over, PrimeField};
use crate::poly::{Exponents, Polynomial, Term, quotient_modulo};
use crate::run::memory;
use crate::sparse::prony;
use crate::sparse::shanks::Logarithms;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Exponents of one group have so many bits together, at most: their numbers are found in some 2^10 steps.
const BITS: u32 = 20;

/// Bits that they have less than elements have, so that the order of most elements is larger.
const SPARE: u32 = 3;

/// gcd(f, g) with its cofactors modulo a prime, by points in `field`, which has that of the prime; coefficients are from 0 to p - 1, and neither polynomial is 0 or
/// divided by a variable. The degrees of the answer are these. `None` where images would be too long, or the points are unlucky.
///
/// # Errors
/// `Limit`; `Cancelled`.
pub(in crate::gcd) fn over_field<P: PrimeField, K: Over<P>>(
    (field, prime): (K, P),
    pair: (&Polynomial, &Polynomial),
    degrees: &[u32],
    (room, random): (u64, &mut StdRng),
    control: &Control,
) -> Result<Option<[Polynomial; 3]>> {
    let Some(projection) = Projection::choose(pair.0, pair.1, random) else { return Ok(None) };
    let limits = projection.most_degrees();
    let bits = field.size().ilog2().saturating_sub(SPARE).clamp(1, BITS);
    let groups = Group::all(&limits, bits);
    let mut elements = || limits.iter().map(|_| field.nonzero(random)).collect();
    let points = Points { shifts: elements(), ratios: elements() };
    let mut progression = Progression::new(field, pair, &projection, points);
    let terms = pair.0.terms().len() + pair.1.terms().len();
    let fits = |count| memory::check(progression::bytes::<K::Elem>(terms, &projection, count), room);
    let Some((target, recurrences)) = fewest_terms(&mut progression, fits, control)? else { return Ok(None) };
    let seed: u64 = random.random();
    let roots = |(number, recurrence): (usize, Vec<K::Elem>)| {
        let mut random = StdRng::seed_from_u64(seed.wrapping_add(number as u64));
        prony::roots(field, recurrence, &mut random, control)
    };
    let roots: Vec<Option<Vec<K::Elem>>> =
        recurrences.into_par_iter().enumerate().map(roots).collect::<Result<Vec<_>>>()?;
    let Some(roots): Option<Vec<Vec<K::Elem>>> = roots.into_iter().collect() else { return Ok(None) };
    let w = field.nonzero(random);
    let most = groups.iter().map(|group| (1 << group.bits) / 2).max().unwrap_or(0);
    let logarithms = Logarithms::new(field, w, most);
    let number = |power| logarithms.number(power);
    let differences =
        shifts::differences(&progression, (target, &roots), (w, &groups, number), (&projection, pair), control)?;
    let lengths = roots.iter().map(Vec::len);
    let support = differences.and_then(|differences| Support::new(target, lengths, &differences, &projection));
    let Some(support) = support else { return Ok(None) };
    let Some(coefficients) = support.coefficients(&progression) else { return Ok(None) };
    drop(progression);
    // Divided by the leading one they are in the field of the prime.
    let term = |(exponents, c): (&Exponents, K::Elem)| {
        let c = field.within(prime, c)?;
        Some(Term { coefficient: prime.number(c), exponents: exponents.clone() })
    };
    let terms = support.terms.iter().zip(coefficients).filter(|(_, c)| *c != field.zero()).map(term);
    let Some(mut terms) = terms.collect::<Option<Vec<Term>>>() else { return Ok(None) };
    terms.sort_unstable_by(|a, b| b.exponents.cmp(&a.exponents));
    let candidate = Polynomial::descending(pair.0.shared_vars(), terms);
    let quotient = |f: &Polynomial, g: &Polynomial| quotient_modulo(prime, (f, g), || control.check());
    parts(pair, (support.target, candidate), degrees, quotient)
}
