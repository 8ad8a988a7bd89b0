//! Greatest common divisors and squarefree decompositions modulo a prime, in any number of variables, on the host.
//!
//! In one variable it is Euclid's algorithm. In more of them sparse polynomials take geometric progressions of points, see `progressions`, and others Brown's
//! algorithm, see `brown`. One image for each variable, which the terms give, tells before how high
//! the degrees of the GCD may be: see `bounds`. Where these are the degrees of one polynomial, that is the GCD if it divides the other. A variable that the GCD
//! has not is replaced by a random number, and what comes out is proved by division.
//! Small primes have too few points: then all that is done in an extension of their field, see `finite_field`. Primes are of up to 256 bits: all is generic
//! over the field, and `finite_field::over_prime` chooses that of the prime.
//!
//! Conventions. The coefficients of answers are from 0 to p - 1. The GCD has the leading coefficient 1, that of the first term in descending lexicographic
//! order; gcd(0, 0) = 0, and gcd(0, g) = g / lc(g).

mod bounds;
mod brown;
mod check;
mod division;
mod effort;
mod image;
mod interpolation;
mod layout;
mod levels;
mod points;
mod progressions;
mod reduced;
mod squarefree;

pub(super) use squarefree::decomposed as squarefree_modulo;

use crate::alone;
use crate::control::Control;
use crate::error::Result;
use crate::finite_field::{Arithmetic, Over, Powers, PrimeField, Visit, VisitPrime, over_prime};
use crate::poly::heap_division::Outcome;
use crate::poly::{Polynomial, size};
use crate::run::memory;
use crate::run::modulus::Modulus;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use bounds::degree_bounds;
use brown::Brown;
use division::divide;
use effort::Effort;
use image::Image;
use layout::Layout;
use levels::{Keys, Level};
use rand::Rng;
use rand::rngs::StdRng;
use reduced::Reduced;

/// Points at which variables that the GCD has not are tried.
const TRIALS: usize = 4;

/// Products of numbers of a division that is tried before there are points: some 0.3 s.
const DIVISION: u64 = 1 << 26;

/// How many times more elements the next field has, where those of one did not suffice.
const GROWTH: u64 = 1 << 6;

/// The common part of all GCDs of one computation.
struct Modular<P: PrimeField> {
    field: P,
    larger: P::Larger,
    random: StdRng,
    /// Bytes of the host that are left beside what the caller holds.
    room: u64,
}

impl<P: PrimeField> Modular<P> {
    /// Over the field of a prime, beside so many bytes.
    ///
    /// # Errors
    /// `Limit` for memory.
    fn new(field: P, held: u64, run: &RunOptions) -> Result<Self> {
        let (larger, random) = (field.larger(), rng(run, Purpose::Grid));
        Ok(Modular { field, larger, random, room: memory::left(run, held)? })
    }

    /// gcd(f, g) and the cofactors; 0 for f = g = 0.
    ///
    /// # Errors
    /// `Limit`; `Cancelled`.
    fn gcd(&mut self, f: &Image<P::Elem>, g: &Image<P::Elem>, control: &Control) -> Result<[Image<P::Elem>; 3]> {
        let (field, n) = (self.field, f.variables);
        let over = |c: P::Elem| field.inverse(c);
        match (f.is_zero(), g.is_zero()) {
            (true, true) => return Ok([0; 3].map(|_| Image::zero(n))),
            (true, false) => {
                let lead = g.lead();
                return Ok([g.clone().scaled(field, over(lead)), Image::zero(n), Image::constant(n, lead)]);
            }
            (false, true) => {
                let lead = f.lead();
                return Ok([f.clone().scaled(field, over(lead)), Image::constant(n, lead), Image::zero(n)]);
            }
            (false, false) => (),
        }
        if f.is_constant() || g.is_constant() {
            return Ok([Image::constant(n, field.one()), f.clone(), g.clone()]);
        }
        let held = Reduced::bytes_of(f, g);
        memory::check(held, self.room)?;
        let room = self.room - held;
        let pair = Reduced::new(f, g);
        let low = pair.common();
        let coprime = |low: &[u32]| {
            let monomial = Image { variables: n, terms: vec![(low.into(), field.one())] };
            Ok([monomial, f.clone().lowered(low), g.clone().lowered(low)])
        };
        if pair.parts.iter().any(|part| part.degrees.iter().all(|&degree| degree == 0)) {
            return coprime(&low);
        }
        if progressions::pay(&pair, field) {
            match self.by_progressions(&pair, room, control) {
                Ok(Attempt::Coprime) => return coprime(&low),
                Ok(Attempt::Found(found)) => return Ok(*found),
                Ok(Attempt::UsedUp) => (),
                // Brown's algorithm may take less.
                Err(error) if memory::is_lack(&error) => (),
                Err(error) => return Err(error),
            }
        }
        // Points for c f in one variable, of which some may be unlucky; one variable needs none.
        let mut least = if pair.places.len() == 1 { 0 } else { 8 * pair.degree() + 64 };
        loop {
            let visit = Tried { prime: field, pair: &pair, room, random: &mut self.random, control };
            let (found, size) = field.over(&mut self.larger, least, control, visit)??;
            match found {
                Attempt::Coprime => return coprime(&low),
                Attempt::Found(found) => return Ok(*found),
                Attempt::UsedUp => least = size.saturating_mul(GROWTH).max(least),
            }
        }
    }
}

/// The terms of two polynomials.
type Pair<E> = [Keys<E>; 2];

/// How the computation in a field ended.
enum Attempt<E> {
    Coprime,
    Found(Box<[Image<E>; 3]>),
    /// There are not enough points, or too many of them are unlucky.
    UsedUp,
}

/// The GCD and the cofactors, the first one with the leading coefficient 1, of what has them but for units.
fn normalised<P: PrimeField>(field: P, [h, a, b]: [Image<P::Elem>; 3]) -> Attempt<P::Elem> {
    let lead = h.lead();
    let found = [h.scaled(field, field.inverse(lead)), a.scaled(field, lead), b.scaled(field, lead)];
    Attempt::Found(Box::new(found))
}

/// The order of variables: first that of Euclid's algorithm, which takes d^2 steps for degrees of d, while another one with the bound b takes some b + 2 points;
/// then those with high degrees first; those that the GCD has not last.
fn order<E>(pair: &Reduced<E>, bounds: &[u32]) -> Vec<usize> {
    let degree = |k: usize| pair.parts[0].degrees[k].max(pair.parts[1].degrees[k]);
    let cost = |k: usize| f64::from(degree(k)).powi(2) / (f64::from(bounds[k]) + 2.0);
    let mut order: Vec<usize> = (0..bounds.len()).collect();
    order.sort_by_key(|&k| (bounds[k] == 0, std::cmp::Reverse(degree(k))));
    let present = bounds.iter().filter(|&&bound| bound > 0).count();
    let main = (0..present).min_by(|&a, &b| cost(order[a]).total_cmp(&cost(order[b])));
    if let Some(main) = main {
        order[..=main].rotate_right(1);
    }
    order
}

/// [`attempt`] in a field.
struct Tried<'a, P: PrimeField> {
    prime: P,
    pair: &'a Reduced<P::Elem>,
    room: u64,
    random: &'a mut StdRng,
    control: &'a Control,
}

impl<P: PrimeField> Visit<P> for Tried<'_, P> {
    /// How it ended, and the size of the field.
    type Answer = Result<(Attempt<P::Elem>, u64)>;

    fn visit<K: Over<P>>(self, field: K) -> Self::Answer {
        Ok((attempt((field, self.prime), self.pair, (self.room, self.random), self.control)?, field.size()))
    }
}

/// The GCD and the cofactors of two polynomials over an extension of their field.
fn attempt<P: PrimeField, K: Over<P>>(
    (field, prime): (K, P),
    pair: &Reduced<P::Elem>,
    (room, random): (u64, &mut StdRng),
    control: &Control,
) -> Result<Attempt<P::Elem>> {
    let [f, g] = &pair.parts;
    let n = pair.places.len();
    let element = |random: &mut StdRng| field.element(random.random_range(0..field.size()));
    let bounds = match n {
        1 => vec![f.degrees[0].min(g.degrees[0])],
        _ => {
            let point: Vec<K::Elem> = (0..n).map(|_| element(random)).collect();
            degree_bounds((field, prime), (f, g), (&point, room), control)?
        }
    };
    if bounds.iter().all(|&bound| bound == 0) {
        return Ok(Attempt::Coprime);
    }
    // A polynomial whose degrees the GCD may have is likely to be the GCD.
    let divisor = (0..2).find(|&which| n > 1 && pair.parts[which].degrees == bounds);
    let order = order(pair, &bounds);
    let most: Vec<u32> = order.iter().map(|&k| f.degrees[k].max(g.degrees[k])).collect();
    let layout = Layout::new(&most)?;
    let keys = [f, g].map(|part| part.keys(&layout, &order, |c| field.embed(prime, c)));
    let [f, g] = Level::pair_from_terms(&keys, layout.last(), room)?;
    let silent = control.silent();
    let present = bounds.iter().filter(|&&bound| bound > 0).count();
    let mut found = match divisor {
        Some(which) => divisible((field, &layout), [&f, &g], which, (room, &silent))?,
        None => None,
    };
    if found.is_none() && present < n {
        for _ in 0..TRIALS {
            let point: Vec<K::Elem> = (present..n).map(|_| element(random)).collect();
            let limits = (room, &mut *random);
            found = without((field, &layout), (&keys, present, &point), (&f, &g), limits, (&silent, control))?;
            if found.is_some() {
                break;
            }
        }
    }
    if found.is_none() {
        drop(keys);
        let brown = Brown { field, bits: &layout.bits, control: &silent };
        found = brown.run(f, g, room, random, control)?;
    }
    let Some([h, a, b]) = found else { return Ok(Attempt::UsedUp) };
    // A monic divisor has all its coefficients in the field of f and g, and so have quotients.
    let unit = h.lead().last().copied().unwrap_or(field.one());
    let common = pair.common();
    let image = |part: Level<K::Elem>, unit: K::Elem, low: &[u32]| {
        let part = part.scaled(field, unit);
        let mut outside = false;
        let mut terms = Vec::new();
        for (key, c) in part.terms(layout.last()) {
            let c = field.within(prime, c);
            outside |= c.is_none();
            terms.push((layout.unpack(key), c.unwrap_or(prime.zero())));
        }
        if outside {
            return Err(prime.refuted("gcd modulo a prime", "a coefficient is outside the field of the prime"));
        }
        Ok(pair.image(terms.into_iter(), &order, low))
    };
    let rest = |own: &[u32]| own.iter().zip(&common).map(|(a, b)| a - b).collect::<Vec<u32>>();
    let h = image(h, field.inverse(unit), &common)?;
    let [a, b] = [(a, &pair.low[0]), (b, &pair.low[1])].map(|(part, own)| image(part, unit, &rest(own)));
    let (a, b) = (a?, b?);
    // Its first term is that of the order of all variables.
    Ok(normalised(prime, [h, a, b]))
}

/// The GCD and the cofactors where polynomial number `which` divides the other one, and that is found in at most [`DIVISION`] products; points would be as many as the
/// degrees tell.
///
/// # Errors
/// `Cancelled`.
fn divisible<K: Arithmetic>(
    (field, layout): (K, &Layout),
    parts: [&Level<K::Elem>; 2],
    which: usize,
    (room, control): (u64, &Control),
) -> Result<brown::Found<K::Elem>> {
    let (h, other) = (parts[which], parts[1 - which]);
    let room = room.saturating_sub(h.bytes() + other.bytes());
    let bits = &layout.bits[..layout.bits.len() - 1];
    let quotient = match divide((field, bits), (other, h), (DIVISION, room), (&mut Effort::default(), control)) {
        Ok(Outcome::Exact(quotient)) => quotient,
        Ok(_) => return Ok(None),
        // Points may take less.
        Err(error) if memory::is_lack(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut found = [h.clone(), quotient, Level::one(field)];
    if which == 0 {
        found.swap(1, 2);
    }
    Ok(Some(found))
}

/// The GCD and the cofactors where the GCD has the first `present` variables alone: that of the values at a point of the others, if it divides.
///
/// The GCD divides every value. So does the GCD of two values that are not 0, and where that divides f and g it is theirs.
///
/// # Errors
/// `Limit`; `Cancelled`.
fn without<K: Arithmetic>(
    (field, layout): (K, &Layout),
    (keys, present, point): (&Pair<K::Elem>, usize, &[K::Elem]),
    (f, g): (&Level<K::Elem>, &Level<K::Elem>),
    (room, random): (u64, &mut StdRng),
    (silent, progress): (&Control, &Control),
) -> Result<brown::Found<K::Elem>> {
    let (bits, absent) = layout.bits.split_at(present);
    let shift: u32 = absent.iter().sum();
    let of_absent = Layout { bits: absent.to_vec() };
    let last = bits.last().copied().unwrap_or(0);
    let degrees = keys.iter().flatten().fold(vec![0; absent.len()], |mut most: Vec<u32>, (key, _)| {
        let exponents = of_absent.unpack(key & ((1 << shift) - 1));
        most.iter_mut().zip(exponents).for_each(|(most, e)| *most = e.max(*most));
        most
    });
    let powers: Vec<Powers<K::Elem>> = point
        .iter()
        .zip(&degrees)
        .map(|(&x, &degree)| Powers::new(field, x, degree, keys[0].len() + keys[1].len()))
        .collect();
    let value = |keys: &[(u128, K::Elem)]| {
        // Monomials in the first variables alone stand together.
        let mut terms = Keys::new();
        for &(key, c) in keys {
            let exponents = of_absent.unpack(key & ((1 << shift) - 1));
            let c = exponents.iter().zip(&powers).fold(c, |c, (&e, powers)| field.mul(c, powers.of(field, e)));
            match terms.last_mut().filter(|term| term.0 == key >> shift) {
                Some((_, sum)) => *sum = field.add(*sum, c),
                None => terms.push((key >> shift, c)),
            }
        }
        terms.retain(|term| term.1 != field.zero());
        terms
    };
    let values = keys.each_ref().map(|keys| value(keys));
    let room = room.saturating_sub(f.bytes() + g.bytes());
    let [a, b] = Level::pair_from_terms(&values, last, room)?;
    drop(values);
    if a.rows.is_empty() || b.rows.is_empty() {
        return Ok(None);
    }
    let brown = Brown { field, bits, control: silent };
    let Some([h, ..]) = brown.run(a, b, room, random, progress)? else { return Ok(None) };
    let h = Level::from_terms(h.terms(last).map(|(key, c)| (key << shift, c)), layout.last());
    let mut effort = Effort::default();
    let all = &layout.bits[..layout.bits.len() - 1];
    let mut quotient = |part| divide((field, all), (part, &h), (u64::MAX, room), (&mut effort, silent));
    let Outcome::Exact(a) = quotient(f)? else { return Ok(None) };
    let Outcome::Exact(b) = quotient(g)? else { return Ok(None) };
    Ok(Some([h, a, b]))
}

/// gcd(f, g) modulo a prime p of at most 256 bits over `vars`, with the leading coefficient 1 and coefficients below p, and the cofactors unless it is 0.
///
/// # Errors
/// As [`super::Gcd::run`].
pub(super) fn gcd_modulo(
    pair: (&Polynomial, &Polynomial),
    (p, vars): (Modulus, &[String]),
    (run, beside): (&RunOptions, u64),
) -> Result<Found> {
    over_prime(p, Problem { pair, vars, run, beside })?
}

/// The GCD, and the cofactors unless it is 0.
type Found = (Polynomial, Option<[Polynomial; 2]>);

/// Two polynomials whose GCD over the variables is wanted, beside what the caller holds.
struct Problem<'a> {
    pair: (&'a Polynomial, &'a Polynomial),
    vars: &'a [String],
    run: &'a RunOptions,
    beside: u64,
}

impl VisitPrime for Problem<'_> {
    type Answer = Result<Found>;

    fn visit<P: PrimeField>(self, field: P) -> Result<Found> {
        let Problem { pair: (f, g), vars, run, beside } = self;
        let given = size::polynomial(f).saturating_add(size::polynomial(g)).saturating_add(beside);
        let mut modular = Modular::new(field, given, run)?;
        // The images, the answers, and as much while one of them becomes a polynomial.
        let count = f.terms().len() + g.terms().len();
        let held = Image::<P::Elem>::bytes_of(count, vars.len()).saturating_mul(2);
        memory::check(held, modular.room)?;
        modular.room -= held;
        let (f, g) = alone::join(|| Image::new(field, f, vars), || Image::new(field, g, vars));
        let control = &run.control;
        let [h, a, b] = modular.gcd(&f, &g, control)?;
        let (what, random) = ("gcd modulo a prime", &mut rng(run, Purpose::Check));
        for (whole, part) in [(&f, &a), (&g, &b)] {
            let product = (whole, field.one(), &[(&h, 1), (part, 1)][..]);
            check::check((field, &mut modular.larger), product, (what, random), control)?;
        }
        let cofactors = match h.is_zero() {
            true => None,
            false => Some([a.polynomial(field, vars)?, b.polynomial(field, vars)?]),
        };
        Ok((h.polynomial(field, vars)?, cofactors))
    }
}

#[cfg(test)]
mod long_tests;
#[cfg(test)]
mod tests;
