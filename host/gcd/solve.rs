//! The GCD of primitive pairs: primes in growing numbers until the candidate divides both polynomials.
//!
//! For a prime p that does not divide both leading coefficients, the GCD modulo p has at least the degree of the GCD h over Z, and
//! a greater one for finitely many primes only (unlucky ones). So a common divisor over Z of the least degree seen is h, and
//! a pair with an image of degree 0 is coprime. That the candidate divides f is proved from the quotient F modulo the product M of
//! some primes: h F = f modulo M, and |h F - f| < M for its coefficients.

use super::bound::divisor_bits;
use super::images::{Candidate, Images, Loaded, candidates, degree};
use super::pair::{Pair, Parts, height};
use crate::engine::gcd::{GcdEngine, GcdMethod};
use crate::error::{ErrorKind, Result};
use crate::options::Options;
use crate::plan::grid::{self, Grid};
use crate::plan::prime61::Prime61;
use crate::plan::primes::Prime;
use crate::random::{Purpose, rng};
use crate::report::Clock;
use gpu::arith::Modulus;
use rayon::prelude::*;
use rug::Integer;
use std::collections::HashSet;

/// The GCD of a primitive pair with a positive leading coefficient, and its cofactors.
pub(super) struct Solution {
    pub gcd: Vec<Integer>,
    pub cofactors: Cofactors,
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

/// Bits by which the primes must exceed a candidate for a trial: one that is wrong is so small with probability 2^-`SLACK` per
/// coefficient.
const SLACK: f64 = 10.0;

/// Bits of the primes with which a pair's GCD is usually known: those of the smaller polynomial, with the scale.
fn usual_bits(pair: &Pair<'_>) -> u64 {
    pair.f.height.min(pair.g.height) + u64::from(pair.lead.significant_bits()) + SLACK as u64
}

/// Whether `h`, of a candidate, divides f or g, as far as leading and trailing coefficients tell.
fn is_plausible(pair: &Pair<'_>, h: &[Integer]) -> bool {
    let divides = |f: &[std::borrow::Cow<'_, Integer>]| match (f.first(), f.last(), h.first(), h.last()) {
        (Some(low), Some(high), Some(h_low), Some(h_high)) => low.is_divisible(h_low) && high.is_divisible(h_high),
        _ => false,
    };
    divides(&pair.f.primitive) && divides(&pair.g.primitive)
}

/// Bits that the product of the primes must exceed so that h F = f modulo it holds over Z.
fn certain_bits(f: u64, h: &[Integer], quotient: &[Integer]) -> u64 {
    let terms = h.len().min(quotient.len()) as u64;
    // |h F - f| < 2^(max + 1).
    let product = height(h) + height(quotient) + u64::from(u64::BITS - terms.leading_zeros());
    product.max(f) + 1
}

/// f / h and g / h.
type Cofactors = [Vec<Integer>; 2];

/// What [`certify`] finds of one candidate.
enum Verdict {
    /// It divides both; the cofactors.
    Divides(Cofactors),
    /// It does not.
    No,
    /// It may: so many bits would tell.
    Bits(u64),
}

/// Whether the candidates, with the numbers of their pairs, divide f and g, by primes of more than `bits` bits.
fn certify<E: GcdEngine>(
    engine: &mut E,
    loaded: &Loaded<'_, '_, E>,
    h: &[(usize, &[Integer])],
    bits: u64,
    options: &Options,
    clock: &mut Clock,
) -> Result<Vec<Verdict>> {
    let mut rng = rng(options, Purpose::Division);
    let found = loaded.divide(engine, h, bits, &mut rng, &options.control, clock)?;
    let mut quotients = found.quotients.into_iter();
    let mut of_pair = || Some([quotients.next()?, quotients.next()?]);
    let cofactors: Vec<Option<Cofactors>> = h.iter().map(|_| of_pair()).collect();
    let verdict = |((&(pair, h), exact), cofactors): (_, Option<Cofactors>)| {
        let Some([f, g]) = cofactors.filter(|_| exact == [true, true]) else { return Verdict::No };
        let pair: &Pair<'_> = loaded.pairs[pair];
        let needed = certain_bits(pair.f.height, h, &f).max(certain_bits(pair.g.height, h, &g));
        if (needed as f64) < found.bits { Verdict::Divides([f, g]) } else { Verdict::Bits(needed) }
    };
    Ok(h.par_iter().zip(found.exact.par_chunks_exact(2)).zip(cofactors).map(verdict).collect())
}

/// Bits with which [`certify`] usually succeeds.
fn likely_bits(pair: &Pair<'_>, h: &[Integer]) -> u64 {
    let f = pair.f.height.max(pair.g.height);
    let length = pair.f.primitive.len().max(pair.g.primitive.len()) as u64;
    f.max(height(h)) + u64::from(u64::BITS - length.leading_zeros()) + 8
}

/// Compares with an independent computation: f(a) = h(a) F(a) modulo a random 61-bit prime, a random, and the same of g.
fn verify(pair: &Pair<'_>, solution: &Solution, options: &Options) -> Result<u64> {
    let mut rng = rng(options, Purpose::Check);
    let field = Prime61::random(&mut rng);
    let point = [field.element(&mut rng)];
    let value = |f: &[Integer]| field.evaluate(f, &[f.len() as u32], &point);
    let given = |parts: &Parts<'_>| field.evaluate(&parts.primitive, &[parts.primitive.len() as u32], &point);
    let [a, b] = &solution.cofactors;
    let ((f, g), (h, (a, b))) = rayon::join(
        || rayon::join(|| given(&pair.f), || given(&pair.g)),
        || rayon::join(|| value(&solution.gcd), || rayon::join(|| value(a), || value(b))),
    );
    for (f, cofactor) in [(f, a), (g, b)] {
        if field.mul(h, cofactor) != f {
            let message = "the product of the answer and its cofactor differs from the polynomial at a point".into();
            return Err(ErrorKind::Verification { what: "gcd", prime: field.p, message }.into());
        }
    }
    Ok(field.p)
}

/// The largest primes with a product of more than `bits` bits that divide no `lead`, with the grid that `points` asks for.
fn primes<E: GcdEngine>(
    bits: u64,
    points: u32,
    pairs: &[&Pair<'_>],
    options: &Options,
) -> Result<(Grid, Vec<Prime<E::Modulus>>)> {
    let usable = |p: u64| pairs.iter().all(|pair| !pair.lead.is_divisible(&Integer::from(p)));
    let points: &[u32] = if points == 0 { &[] } else { &[points] };
    grid::choose::<E::Modulus>(points, bits, &usable, &mut rng(options, Purpose::Grid))
}

/// The GCD of one pair of positive degrees. `at_once` is the number of primes that the engine takes in the time of one.
pub(super) fn one<E: GcdEngine>(
    engine: &mut E,
    pair: &Pair<'_>,
    at_once: usize,
    method: GcdMethod,
    options: &Options,
    clock: &mut Clock,
    counts: &mut Counts,
) -> Result<Solution> {
    let control = &options.control;
    let pairs = [pair];
    let loaded = clock.time("load", || Loaded::new(engine, &pairs, method))?;
    let word = (E::Modulus::MAX as f64).log2();
    // What is usual, but not much more than is had for nothing; two primes at least.
    let mut bits = usual_bits(pair).min((at_once as f64 * word) as u64).max(2 * word as u64);
    let mut images: Vec<Images<E>> = Vec::new();
    let mut seen = HashSet::new();
    let points = engine.image_points((pair.f.degree(), pair.g.degree()));
    loop {
        let (grid, mut new) = clock.time("plan", || primes::<E>(bits, points, &pairs, options))?;
        // Larger sets hold the smaller ones, unless there were too few primes with so many points.
        new.retain(|prime| !seen.contains(&prime.field.p()));
        seen.extend(new.iter().map(|prime| prime.field.p()));
        images.extend(loaded.images(engine, (&grid, &new), control, clock)?);
        let taken = seen.len();
        counts.primes = taken;
        if let Some((least, lucky)) = degree(&images, 1, 0) {
            counts.unlucky = taken - lucky;
            // Two primes, so that no single fault decides.
            if least == 0 && lucky >= 2 {
                return Ok(Solution { gcd: vec![1.into()], cofactors: pair.primitives() });
            }
            if least > 0
                && let Some(found) =
                    clock.time("lift", || candidates(engine, &loaded, &images, &[(0, least)], control))?.pop().flatten()
            {
                let small = found.height as f64 + SLACK < found.bits;
                if (small || found.bits > bound(pair, least) as f64) && is_plausible(pair, &found.primitive) {
                    let h = &found.primitive[..];
                    counts.candidates += 1;
                    let mut enough = likely_bits(pair, h);
                    loop {
                        match certify(engine, &loaded, &[(0, h)], enough, options, clock)?.pop() {
                            Some(Verdict::Divides(cofactors)) => {
                                let solution = Solution { gcd: found.primitive, cofactors };
                                counts.verified_modulo = clock.time("verify", || verify(pair, &solution, options))?;
                                return Ok(solution);
                            }
                            Some(Verdict::Bits(needed)) => enough = needed.max(enough + enough / 2),
                            Some(Verdict::No) | None => break,
                        }
                    }
                }
            }
        }
        bits = next(bits, pair, degree(&images, 1, 0), word);
    }
}

/// Bits of the multiple of the GCD, of degree `degree`, that the images give.
fn bound(pair: &Pair<'_>, degree: u32) -> u64 {
    let first = |parts: &Parts<'_>| parts.primitive.first().map_or_else(Integer::new, |c| c.clone().into_owned());
    let trail = first(&pair.f).gcd(&first(&pair.g));
    let of = |parts: &Parts<'_>| divisor_bits(parts.primitive.iter().map(|c| &**c), degree, &pair.lead, &trail);
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

/// The GCDs of many pairs of positive degrees in one set of launches: as many primes for all as the largest usually takes. `None` for
/// pairs that need more, or for which some of the primes are unlucky.
#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "devices compute groups"))]
pub(super) fn many<E: GcdEngine>(
    engine: &mut E,
    pairs: &[&Pair<'_>],
    method: GcdMethod,
    options: &Options,
    clock: &mut Clock,
    counts: &mut Counts,
) -> Result<Vec<Option<Solution>>> {
    let control = &options.control;
    let mut solutions: Vec<Option<Solution>> = pairs.iter().map(|_| None).collect();
    let loaded = clock.time("load", || Loaded::new(engine, pairs, method))?;
    let word = (E::Modulus::MAX as f64).log2();
    let bits = pairs.iter().map(|pair| usual_bits(pair)).max().unwrap_or(0).max(2 * word as u64);
    let (grid, all) = clock.time("plan", || primes::<E>(bits, 0, pairs, options))?;
    let images = loaded.images(engine, (&grid, &all), control, clock)?;
    counts.primes = all.len();
    // Where an image is of no use, the pair is left to `one`.
    let mut usable: Vec<(usize, u32)> = Vec::new();
    for i in 0..pairs.len() {
        match degree(&images, pairs.len(), i) {
            Some((0, lucky)) if lucky >= 2 => {
                solutions[i] = Some(Solution { gcd: vec![1.into()], cofactors: pairs[i].primitives() });
            }
            Some((degree, lucky)) if lucky == all.len() => usable.push((i, degree)),
            _ => counts.unlucky += 1,
        }
    }
    let found = clock.time("lift", || candidates(engine, &loaded, &images, &usable, control))?;
    drop(images);
    let is_likely = |pair: usize, found: &Candidate| {
        found.height as f64 + SLACK < found.bits && is_plausible(pairs[pair], &found.primitive)
    };
    let tried: Vec<(usize, Vec<Integer>)> = usable
        .iter()
        .zip(found)
        .filter_map(|(&(pair, _), found)| Some((pair, found.filter(|found| is_likely(pair, found))?.primitive)))
        .collect();
    if tried.is_empty() {
        return Ok(solutions);
    }
    counts.candidates += tried.len();
    let bits = tried.iter().map(|(pair, h)| likely_bits(pairs[*pair], h)).max().unwrap_or(0);
    let verdicts = {
        let h: Vec<(usize, &[Integer])> = tried.iter().map(|(pair, h)| (*pair, &h[..])).collect();
        certify(engine, &loaded, &h, bits, options, clock)?
    };
    for ((pair, gcd), verdict) in tried.into_iter().zip(verdicts) {
        if let Verdict::Divides(cofactors) = verdict {
            solutions[pair] = Some(Solution { gcd, cofactors });
        }
    }
    counts.verified_modulo = clock.time("verify", || {
        let checks = pairs
            .par_iter()
            .zip(&solutions)
            .filter_map(|(pair, solution)| Some(verify(pair, solution.as_ref()?, options)));
        checks.try_reduce(|| 0, |a, b| Ok(a.max(b)))
    })?;
    Ok(solutions)
}
