//! GCDs of many pairs in one set of launches, modulo the same primes.

use super::bound::{SLACK, usual_bits, word};
use super::compute::beside;
use super::division::{self, Trial, Wanted, divide, likely_bits};
use super::images::{Loaded, are_coprime, axes, degree};
use super::pair::Pair;
use super::reconstruct::{Candidate, candidates};
use super::request::{Counts, Request, Solution};
use super::verify::Check;
use super::witness::agree_coprime;
use crate::alone::prelude::*;
use crate::clock::Clock;
use crate::engine::AnyEngine;
use crate::error::Result;
use crate::plan::slabs::Cut;
use crate::run::prime_supply::Supply;
use crate::run::random::{Purpose, rng};
use rug::integer::IntegerExt64;

/// Bits of the primes with which a GCD is known whose coefficients are no longer than the first and the last of them: these divide
/// those of f and g.
fn first_bits(pair: &Pair<'_>, word: f64) -> u64 {
    let ends = pair.lead.significant_bits().max(pair.trail.significant_bits());
    (u64::from(ends) + (word + SLACK) as u64).min(usual_bits(pair))
}

/// The GCDs of many pairs of positive degrees in one set of launches, as many primes for all as the largest is likely to take; those
/// that are not known then in another, with as many as the largest usually takes. `None` for pairs that need more, or for which
/// some of the primes are unlucky.
pub(super) fn many(
    engine: &mut dyn AnyEngine,
    pairs: &[&Pair<'_>],
    request: Request<'_>,
    clock: &mut Clock,
    counts: &mut Counts,
) -> Result<Vec<Option<Solution>>> {
    let word = word(engine);
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
fn together(
    engine: &mut dyn AnyEngine,
    pairs: &[&Pair<'_>],
    bits: u64,
    request: Request<'_>,
    clock: &mut Clock,
    counts: &mut Counts,
) -> Result<Vec<Option<Solution>>> {
    let options = request.options;
    let control = &request.control.silent();
    let mut solutions: Vec<Option<Solution>> = pairs.iter().map(|_| None).collect();
    let loaded = clock.time("load", || Loaded::new(engine, pairs, options.method, control))?;
    let bits = bits.max(2 * word(engine) as u64);
    let points = pairs.iter().map(|pair| engine.image_points((pair.f.degree(), pair.g.degree()))).max().unwrap_or(0);
    let usable = |p: u64| pairs.iter().all(|pair| !pair.lead.is_divisible_u64(p));
    let mut random = rng(&options.run, Purpose::Grid);
    let (grid, all) = clock.time("plan", || {
        Supply::default().take(engine.prime_size(), (axes(&points), &Cut::none()), (bits, 0.0), &usable, &mut random)
    })?;
    let (check, mut given) = (Check::new(&options.run), None);
    // They are not needed before the end.
    let values = || pairs.par_iter().map(|pair| check.given(pair)).collect::<Vec<_>>();
    let found = beside(&mut given, values, || -> Result<_> {
        let images = loaded.images(engine, (&grid, &all, None), None, control, clock)?;
        counts.primes += all.len();
        // Where an image is of no use, the pair is left to [`super::compute::one`].
        let mut usable: Vec<(usize, u32)> = Vec::new();
        let mut coprime = Vec::new();
        for i in 0..pairs.len() {
            match degree(&images, pairs.len(), i) {
                Some((least, lucky)) if are_coprime(least, lucky) => coprime.push(i),
                Some((degree, lucky)) if lucky == all.len() => usable.push((i, degree)),
                _ => counts.unlucky += 1,
            }
        }
        if engine.facts().wants_witness {
            clock.time("verify", || coprime.par_iter().try_for_each(|&i| agree_coprime(pairs[i], request)))?;
        }
        coprime.into_iter().for_each(|i| solutions[i] = Some(Solution::coprime(pairs[i], request)));
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
        let mut rng = rng(&options.run, Purpose::Division);
        let quotients = divide(engine, &loaded, &tried, wanted, &mut rng, control, clock)?;
        Ok((tried, Some(quotients)))
    });
    let given = given.as_deref().unwrap_or_default();
    let (tried, Some(quotients)) = found? else { return Ok(solutions) };
    let trials = division::tried(pairs, &tried, quotients, (&check, given), clock, counts)?;
    for ((pair, h), trial) in tried.into_iter().zip(trials) {
        if let Trial::Divides(cofactors) = trial {
            solutions[pair] = Some(Solution { gcd: h.primitive, cofactors });
        }
    }
    Ok(solutions)
}
