//! The GCD of primitive pairs: primes in growing numbers until the candidate divides both polynomials.
//!
//! For a prime p that does not divide both leading coefficients, the GCD modulo p has at least the degree of the GCD h over Z, and
//! a greater one for finitely many primes only (unlucky ones). So a common divisor over Z of the least degree seen is h, and
//! a pair with an image of degree 0 is coprime. That the candidate divides f is proved from the quotient F modulo the product M of
//! some primes: h F = f modulo M, and |h F - f| < M for its coefficients.

use super::bound::divisor_bits;
use super::images::{Candidate, Images, Loaded, Quotients, SLACK, Wanted, candidates, degree};
use super::pair::{Pair, Parts};
use super::verify::Check;
use crate::clock::Clock;
use crate::engine::gcd::GcdMethod;
use crate::error::Result;
use crate::options::Options;
use crate::plan::grid::{self, Grid};
use crate::plan::primes::Prime;
use crate::run::backend::AllStages;
use crate::run::progress::Sections;
use crate::run::random::{Purpose, rng};
use gpu::arith::Modulus;
use rayon::prelude::*;
use rug::Integer;
use rug::integer::IntegerExt64;
use std::collections::HashSet;

/// The GCD of a primitive pair with a positive leading coefficient, and its cofactors where they are wanted.
pub(super) struct Solution {
    pub gcd: Vec<Integer>,
    pub cofactors: Option<Cofactors>,
}

/// f / h and g / h.
type Cofactors = [Vec<Integer>; 2];

impl Solution {
    /// Of a coprime pair.
    pub fn coprime(pair: &Pair<'_>, request: Request<'_>) -> Self {
        Solution { gcd: vec![1.into()], cofactors: request.cofactors.then(|| pair.primitives()) }
    }
}

/// What is asked for.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub method: GcdMethod,
    /// Whether the cofactors are wanted as integers.
    pub cofactors: bool,
    pub options: &'a Options,
}

/// What was done.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    /// Primes of images.
    pub primes: usize,
    /// Those of them that were of no use.
    pub unlucky: usize,
    /// Candidates that were tried by division.
    pub candidates: usize,
    /// The 61-bit prime of the last check.
    pub verified_modulo: u64,
}

impl Counts {
    /// Adds those of a part.
    pub fn include(&mut self, other: Counts) {
        self.primes += other.primes;
        self.unlucky += other.unlucky;
        self.candidates += other.candidates;
    }
}

/// Bits of the primes with which a pair's GCD is usually known: those of the smaller polynomial, with the scale.
fn usual_bits(pair: &Pair<'_>) -> u64 {
    pair.f.height.min(pair.g.height) + u64::from(pair.lead.significant_bits()) + SLACK as u64
}

/// Bits that the product of the primes must exceed so that h F = f modulo it holds over Z.
fn certain_bits(f: &Parts<'_>, h: &Candidate, quotient: u64) -> u64 {
    let length = h.primitive.len();
    let terms = length.min(f.length() + 1 - length) as u64;
    // |h F - f| < 2^(max + 1).
    let product = h.extent.height + quotient + u64::from(u64::BITS - terms.leading_zeros());
    product.max(f.height) + 1
}

/// What [`verdicts`] find of one candidate.
enum Verdict {
    /// It divides both; the cofactors where they are wanted.
    Divides(Option<Cofactors>),
    /// It does not.
    No,
    /// It may: so many bits would tell.
    Bits(u64),
}

/// Whether the candidates, with the numbers of their pairs, divide f and g, as far as the quotients tell; those that do have passed
/// the check. `given` are values of all pairs.
fn verdicts(
    pairs: &[&Pair<'_>],
    candidates: &[(usize, Candidate)],
    Quotients { exact, measured, quotients, bits }: Quotients,
    (check, given): (&Check, &[[u64; 2]]),
    clock: &mut Clock,
    counts: &mut Counts,
) -> Result<Vec<Verdict>> {
    let verdict = |i: usize| {
        let (pair, h) = &candidates[i];
        let ([true, true], [f, g]) = (&exact[2 * i..2 * i + 2], measured.get(2 * i..2 * i + 2).unwrap_or_default())
        else {
            return Ok(Verdict::No);
        };
        let parts = pairs[*pair];
        let needed = certain_bits(&parts.f, h, f.height).max(certain_bits(&parts.g, h, g.height));
        if needed as f64 >= bits {
            return Ok(Verdict::Bits(needed));
        }
        check.run(given[*pair], h.value, [f.value, g.value])?;
        Ok(Verdict::Divides(None))
    };
    let mut verdicts: Vec<Verdict> =
        clock.time("verify", || (0..candidates.len()).map(verdict).collect::<Result<_>>())?;
    if verdicts.iter().any(|verdict| matches!(verdict, Verdict::Divides(_))) {
        counts.verified_modulo = check.prime();
    }
    let mut quotients = quotients.into_iter();
    for verdict in &mut verdicts {
        let both = quotients.next().zip(quotients.next());
        if let Verdict::Divides(cofactors) = verdict {
            *cofactors = both.map(|(f, g)| [f, g]);
        }
    }
    Ok(verdicts)
}

/// Bits of the primes of quotients that are usually enough.
fn likely_bits(pair: &Pair<'_>, h: &Candidate) -> u64 {
    let f = pair.f.height.max(pair.g.height);
    let length = pair.f.length().max(pair.g.length()) as u64;
    f.max(h.extent.height) + u64::from(u64::BITS - length.leading_zeros()) + 8
}

/// The largest primes with a product of more than `bits` bits that divide no `lead`, with the grid that `points` asks for.
fn primes<E: AllStages>(
    bits: u64,
    points: u32,
    pairs: &[&Pair<'_>],
    options: &Options,
) -> Result<(Grid, Vec<Prime<E::Modulus>>)> {
    let usable = |p: u64| pairs.iter().all(|pair| !pair.lead.is_divisible_u64(p));
    let points: &[u32] = if points == 0 { &[] } else { &[points] };
    grid::choose::<E::Modulus>(points, bits, &usable, &mut rng(options, Purpose::Grid))
}

/// `work`, and beside it `other` into `found` unless that is known: a thread that waits for a device leaves the processor to it.
fn beside<T: Send, R>(found: &mut Option<T>, other: impl FnOnce() -> T + Send, work: impl FnOnce() -> R) -> R {
    rayon::in_place_scope(|scope| {
        if found.is_none() {
            scope.spawn(|_| *found = Some(other()));
        }
        work()
    })
}

/// The GCD of one pair of positive degrees.
pub(super) fn one<E: AllStages>(
    engine: &mut E,
    pair: &Pair<'_>,
    request: Request<'_>,
    clock: &mut Clock,
    counts: &mut Counts,
) -> Result<Solution> {
    let options = request.options;
    let control = &options.control;
    let mut sections = Sections::new(control);
    let pairs = [pair];
    let loaded = clock.time("load", || Loaded::new(engine, &pairs, request.method))?;
    let word = (E::Modulus::MAX as f64).log2();
    // What is usual, but not much more than is had for nothing; two primes at least.
    let mut bits = usual_bits(pair).min((engine.at_once() as f64 * word) as u64).max(2 * word as u64);
    let mut images: Vec<Images<E>> = Vec::new();
    let mut seen = HashSet::new();
    let check = Check::new(options);
    let mut given = None;
    let points = engine.image_points((pair.f.degree(), pair.g.degree()));
    loop {
        let (grid, mut new) = clock.time("plan", || primes::<E>(bits, points, &pairs, options))?;
        // Larger sets hold the smaller ones, unless there were too few primes with so many points.
        new.retain(|prime| !seen.contains(&prime.field.p()));
        seen.extend(new.iter().map(|prime| prime.field.p()));
        let new = &new[..];
        images.extend(beside(
            &mut given,
            || [check.given(pair)],
            || loaded.images(engine, (&grid, new), &sections.next(0.8), clock),
        )?);
        let taken = seen.len();
        counts.primes = taken;
        if let Some((least, lucky)) = degree(&images, 1, 0) {
            counts.unlucky = taken - lucky;
            // Two primes, so that no single fault decides.
            if least == 0 && lucky >= 2 {
                return Ok(Solution::coprime(pair, request));
            }
            if least > 0
                && let Some(found) = clock
                    .time("lift", || candidates(engine, &loaded, &images, &[(0, least)], &check, control))?
                    .pop()
                    .flatten()
                && (found.is_small() || found.bits > bound(pair, least) as f64)
            {
                counts.candidates += 1;
                let mut enough = likely_bits(pair, &found);
                let found = [(0, found)];
                loop {
                    let control = sections.next(0.5);
                    let wanted = Wanted { bits: enough, integers: request.cofactors, check: &check };
                    let mut rng = rng(options, Purpose::Division);
                    let quotients = loaded.divide(engine, &found, wanted, &mut rng, &control, clock)?;
                    let given = given.as_ref().map_or(&[][..], |given| &given[..]);
                    let certain = verdicts(&pairs, &found, quotients, (&check, given), clock, counts)?;
                    match certain.into_iter().next() {
                        Some(Verdict::Divides(cofactors)) => {
                            let [(_, Candidate { primitive, .. })] = found;
                            return Ok(Solution { gcd: primitive, cofactors });
                        }
                        Some(Verdict::Bits(needed)) => enough = needed.max(enough + enough / 2),
                        Some(Verdict::No) | None => break,
                    }
                }
            }
        }
        bits = next(bits, pair, degree(&images, 1, 0), word);
    }
}

/// Bits of the multiple of the GCD, of degree `degree`, that the images give.
fn bound(pair: &Pair<'_>, degree: u32) -> u64 {
    let ends = (&pair.trail, &pair.lead);
    let of = |parts: &Parts<'_>| divisor_bits(parts.magnitudes(), (&parts.first, &parts.last), degree, ends);
    of(&pair.f).min(of(&pair.g)) + u64::from(pair.lead.significant_bits()) + 1
}

/// Bits of the primes after `bits` were not enough: twice as many, but not beyond the bound on a GCD of the least degree seen,
/// unless what that bound asks for has been tried.
fn next(bits: u64, pair: &Pair<'_>, degree: Option<(u32, usize)>, word: f64) -> u64 {
    let double = 2 * bits;
    match degree.map(|(degree, _)| bound(pair, degree)) {
        Some(bound) if bits < bound => double.min(bound + word as u64 + 1),
        _ => double,
    }
}

/// Bits of the primes with which a GCD is known whose coefficients are no longer than the first and the last of them: these divide
/// those of f and g.
fn first_bits(pair: &Pair<'_>, word: f64) -> u64 {
    let ends = pair.lead.significant_bits().max(pair.trail.significant_bits());
    (u64::from(ends) + (word + SLACK) as u64).min(usual_bits(pair))
}

/// The GCDs of many pairs of positive degrees in one set of launches, as many primes for all as the largest is likely to take; those
/// that are not known then in another, with as many as the largest usually takes. `None` for pairs that need more, or for which
/// some of the primes are unlucky.
pub(super) fn many<E: AllStages>(
    engine: &mut E,
    pairs: &[&Pair<'_>],
    request: Request<'_>,
    clock: &mut Clock,
    counts: &mut Counts,
) -> Result<Vec<Option<Solution>>> {
    let word = (E::Modulus::MAX as f64).log2();
    let first = pairs.iter().map(|pair| first_bits(pair, word)).max().unwrap_or(0);
    let usual = pairs.iter().map(|pair| usual_bits(pair)).max().unwrap_or(0);
    let mut solutions = together(engine, pairs, first, request, clock, counts)?;
    let left: Vec<usize> = (0..pairs.len()).filter(|&i| solutions[i].is_none()).collect();
    if first < usual && left.len() > 1 {
        let members: Vec<&Pair<'_>> = left.iter().map(|&i| pairs[i]).collect();
        let found = together(engine, &members, usual, request, clock, counts)?;
        left.into_iter().zip(found).for_each(|(i, solution)| solutions[i] = solution);
    }
    Ok(solutions)
}

/// [`many`] by primes of more than `bits` bits for all.
fn together<E: AllStages>(
    engine: &mut E,
    pairs: &[&Pair<'_>],
    bits: u64,
    request: Request<'_>,
    clock: &mut Clock,
    counts: &mut Counts,
) -> Result<Vec<Option<Solution>>> {
    let options = request.options;
    let control = &options.control.silent();
    let mut solutions: Vec<Option<Solution>> = pairs.iter().map(|_| None).collect();
    let loaded = clock.time("load", || Loaded::new(engine, pairs, request.method))?;
    let word = (E::Modulus::MAX as f64).log2();
    let bits = bits.max(2 * word as u64);
    let points = pairs.iter().map(|pair| engine.image_points((pair.f.degree(), pair.g.degree()))).max().unwrap_or(0);
    let (grid, all) = clock.time("plan", || primes::<E>(bits, points, pairs, options))?;
    let (check, mut given) = (Check::new(options), None);
    // They are not needed before the end.
    let values = || pairs.par_iter().map(|pair| check.given(pair)).collect::<Vec<_>>();
    let found = beside(&mut given, values, || -> Result<_> {
        let images = loaded.images(engine, (&grid, &all), control, clock)?;
        counts.primes += all.len();
        // Where an image is of no use, the pair is left to `one`.
        let mut usable: Vec<(usize, u32)> = Vec::new();
        for i in 0..pairs.len() {
            match degree(&images, pairs.len(), i) {
                Some((0, lucky)) if lucky >= 2 => solutions[i] = Some(Solution::coprime(pairs[i], request)),
                Some((degree, lucky)) if lucky == all.len() => usable.push((i, degree)),
                _ => counts.unlucky += 1,
            }
        }
        let found = clock.time("lift", || candidates(engine, &loaded, &images, &usable, &check, control))?;
        let likely =
            |(&(i, _), found): (&(usize, u32), Option<Candidate>)| Some((i, found.filter(Candidate::is_small)?));
        let tried: Vec<(usize, Candidate)> = usable.iter().zip(found).filter_map(likely).collect();
        if tried.is_empty() {
            return Ok((tried, None));
        }
        counts.candidates += tried.len();
        let bits = tried.iter().map(|(pair, h)| likely_bits(pairs[*pair], h)).max().unwrap_or(0);
        let wanted = Wanted { bits, integers: request.cofactors, check: &check };
        let mut rng = rng(options, Purpose::Division);
        let quotients = loaded.divide(engine, &tried, wanted, &mut rng, control, clock)?;
        Ok((tried, Some(quotients)))
    });
    let given = given.as_deref().unwrap_or_default();
    let (tried, Some(quotients)) = found? else { return Ok(solutions) };
    let verdicts = verdicts(pairs, &tried, quotients, (&check, given), clock, counts)?;
    for ((pair, h), verdict) in tried.into_iter().zip(verdicts) {
        if let Verdict::Divides(cofactors) = verdict {
            solutions[pair] = Some(Solution { gcd: h.primitive, cofactors });
        }
    }
    Ok(solutions)
}
