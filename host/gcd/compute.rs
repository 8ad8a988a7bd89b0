//! The GCD of primitive pairs: primes in growing numbers until the candidate divides both polynomials.
//!
//! For a prime p that does not divide both leading coefficients, the GCD modulo p has at least the degree of the GCD h over Z, and
//! a greater one for finitely many primes only (unlucky ones). So a common divisor over Z of the least degree seen is h, and
//! a pair with an image of degree 0 is coprime. That the candidate divides f is proved from the quotient F modulo the product M of
//! some primes: h F = f modulo M, and |h F - f| < M for its coefficients.

use super::bound::{divisor_bits, usual_bits, word};
use super::division::{Trial, Wanted, divide, likely_bits, tried};
use super::forecast::{Forecast, Sizes};
use super::images::{Images, Loaded, are_coprime, axes, degree};
use super::memory;
use super::pair::{Pair, Parts};
use super::reconstruct::{Candidate, candidates};
use super::request::{Counts, Request, Solution};
use super::sparse_division;
use super::verify::Check;
use super::witness;
use crate::alone;
use crate::clock::Clock;
use crate::engine::AnyEngine;
use crate::error::Result;
use crate::plan::slabs::Cut;
use crate::poly::heap_division::Outcome;
use crate::run::backend::first;
use crate::run::checkpoint::Kept;
use crate::run::prime_supply::Supply;
use crate::run::random::{Purpose, rng};
use crate::run::stopping::{Goal, Verdict};
use rand::rngs::StdRng;
use rug::integer::IntegerExt64;

/// The GCD of a pair, on the first of the engines.
pub(super) fn on_first(
    engines: &mut [&mut dyn AnyEngine],
    pair: &Pair<'_>,
    request: Request<'_>,
    clock: &mut Clock,
) -> Result<(Solution, Counts)> {
    let (engine, mut counts) = (first(engines)?, Counts::default());
    let whole = memory::whole(engine, memory::held(pair) + request.beside);
    Ok((one(engine, pair, request, clock, &mut counts).map_err(whole)?, counts))
}

/// `work`, and beside it `other` into `found` unless that is known: a thread that waits for a device leaves the processor to it.
pub(super) fn beside<T: Send, R>(
    found: &mut Option<T>,
    other: impl FnOnce() -> T + Send,
    work: impl FnOnce() -> R,
) -> R {
    match found {
        Some(_) => work(),
        None => alone::beside(|| *found = Some(other()), work),
    }
}

/// Whether images take long enough to be kept: some milliseconds.
fn is_worth(pair: &Pair<'_>) -> bool {
    let steps = pair.f.length() as u64 * pair.g.length() as u64;
    steps.saturating_mul(usual_bits(pair)) / 32 > if cfg!(test) { 0 } else { 1 << 22 }
}

/// Primes of no use after which a device is not believed: those that divide both leading coefficients are not taken.
const USELESS: usize = 64;

/// The GCD of one pair of positive degrees.
pub(super) fn one(
    engine: &mut dyn AnyEngine,
    pair: &Pair<'_>,
    request: Request<'_>,
    clock: &mut Clock,
    counts: &mut Counts,
) -> Result<Solution> {
    let pairs = [pair];
    let options = request.options;
    memory::footprint(engine, pair, request)?;
    let forecast = Forecast { rates: engine.rates(), sizes: Sizes::new(pair, options.method) };
    let (images, behind) = forecast.images((0, first_bits(engine, pair)), None);
    let loading = request.control.next_of(forecast.load(), images + behind);
    let loaded = clock.time("load", || Loaded::new(engine, &pairs, options.method, &loading))?;
    loading.finish();
    let by_division = ByDivision {
        points: engine.image_points((pair.f.degree(), pair.g.degree())),
        pair,
        request,
        loaded: &loaded,
        forecast,
        engine,
        clock,
        counts,
        random: rng(&options.run, Purpose::Grid),
        check: Check::new(&options.run),
        given: None,
        supply: Supply::default(),
        wanted: 0,
        images: Vec::new(),
        kept: options.run.archive.as_ref().filter(|_| is_worth(pair)).map(|archive| archive.of(pair.fingerprint())),
    };
    by_division.reach()
}

/// The GCD of one pair: a candidate that divides both is proved by their quotients.
struct ByDivision<'a> {
    engine: &'a mut dyn AnyEngine,
    pair: &'a Pair<'a>,
    request: Request<'a>,
    loaded: &'a Loaded<'a>,
    forecast: Forecast,
    clock: &'a mut Clock,
    counts: &'a mut Counts,
    random: StdRng,
    check: Check,
    /// The values of f and g for the check.
    given: Option<[[u64; 2]; 1]>,
    /// Points that the engine wants for images.
    points: u32,
    supply: Supply,
    /// Bits of all primes so far.
    wanted: u64,
    images: Vec<Images>,
    /// Where images are kept, if they are.
    kept: Option<Kept>,
}

/// Bits of the primes of the first round: what is usual, but not much more than is had for nothing; two primes at least.
pub(super) fn first_bits(engine: &dyn AnyEngine, pair: &Pair<'_>) -> u64 {
    let word = word(engine);
    // Primes are a little below the largest number of their bits, so that one bit more would take one prime more.
    usual_bits(pair).min((engine.at_once() as f64 * word) as u64 - 1).max(2 * word as u64 - 1)
}

/// Bits of all primes of images, unless some are unlucky.
pub(super) fn most_bits(engine: &dyn AnyEngine, pair: &Pair<'_>) -> u64 {
    let least = pair.f.degree().min(pair.g.degree());
    first_bits(engine, pair).max(bound(pair, least) + word(engine) as u64 + 1)
}

impl Goal for ByDivision<'_> {
    /// Bits of the primes taken after it.
    type Round = u64;
    type Answer = Solution;

    fn first(&mut self) -> u64 {
        first_bits(self.engine, self.pair)
    }

    fn gather(&mut self, bits: u64) -> Result<()> {
        let degree = degree(&self.images, 1, 0).map(|(degree, _)| degree);
        let ByDivision { engine, pair, loaded, clock, check, given, supply, random, forecast, kept, .. } = self;
        let kept = kept.as_ref();
        let (now, behind) = forecast.images((self.wanted, bits), degree);
        let control = self.request.control.next_of(now, behind);
        self.wanted = bits;
        let usable = |p: u64| !pair.lead.is_divisible_u64(p);
        let missing = (bits, supply.bits());
        let (grid, primes) = clock.time("plan", || {
            supply.take(engine.prime_size(), (axes(&self.points), &Cut::none()), missing, &usable, random)
        })?;
        let images = beside(
            given,
            || [check.given(pair)],
            || loaded.images(&mut **engine, (&grid, &primes, kept), degree, &control, clock),
        )?;
        control.finish();
        self.images.extend(images);
        self.counts.primes = self.supply.taken();
        Ok(())
    }

    fn decide(&mut self) -> Result<Verdict<u64, Solution>> {
        let found = degree(&self.images, 1, 0);
        let solution = match found {
            None => None,
            Some((least, lucky)) => {
                self.counts.unlucky = self.counts.primes - lucky;
                self.supply.unlucky(self.counts.unlucky);
                match least {
                    0 if are_coprime(least, lucky) => {
                        if self.engine.facts().wants_witness {
                            let (pair, request) = (self.pair, self.request);
                            self.clock.time("verify", || witness::agree_coprime(pair, request))?;
                        }
                        Some(Solution::coprime(self.pair, self.request))
                    }
                    0 => None,
                    _ => self.divisor(least)?,
                }
            }
        };
        if solution.is_none() && self.engine.facts().wants_witness {
            self.doubt(found)?;
        }
        Ok(match solution {
            Some(solution) => Verdict::Done(solution),
            None => Verdict::More(next(self.wanted, self.pair, found, word(self.engine))),
        })
    }
}

impl ByDivision<'_> {
    /// Doubts a device where so many images have told so little, or their lift has all bits of a divisor and is none. If they have a higher
    /// degree than one of the host, all primes were unlucky, as an input can be made up for: random ones follow.
    ///
    /// # Errors
    /// `Verification`; as [`witness::image_degree`].
    fn doubt(&mut self, found: Option<(u32, usize)>) -> Result<()> {
        let Some((least, lucky)) = found else {
            return match self.counts.primes < USELESS {
                true => Ok(()),
                false => Err(witness::fault(0, format!("{} primes of no use on the device", self.counts.primes))),
            };
        };
        // The product of the lucky primes has more bits than this.
        let known = lucky as u64 * self.engine.prime_size().least_bits();
        if least == 0 || known <= bound(self.pair, least) {
            return Ok(());
        }
        let (pair, request) = (self.pair, self.request);
        let (degree, prime) = self.clock.time("verify", || witness::image_degree(pair, least - 1, request))?;
        if degree >= least || self.supply.is_random() {
            let message = format!(
                "images of degree {least} on the device lift to no divisor; on the host one has degree {degree}"
            );
            return Err(witness::fault(prime, message));
        }
        self.supply.at_random();
        Ok(())
    }

    /// The candidate of degree `least`, if it divides f and g.
    fn divisor(&mut self, least: u32) -> Result<Option<Solution>> {
        let (lift, behind) = self.forecast.lift(self.wanted, least);
        let control = self.request.control.next_of(lift, behind);
        let ByDivision { engine, loaded, clock, check, images, .. } = self;
        let found = clock.time("lift", || candidates(&mut **engine, loaded, images, &[(0, least)], check, &control))?;
        control.finish();
        let ByDivision { engine, pair, request, loaded, clock, counts, check, given, forecast, .. } = self;
        let Some(found) = found.into_iter().next().flatten() else { return Ok(None) };
        if !found.is_small() && found.bits <= bound(pair, least) as f64 {
            return Ok(None);
        }
        counts.candidates += 1;
        let mut enough = likely_bits(pair, &found);
        if let Some(given) = given {
            let primes = enough / word(&**engine) as u64;
            let work = sparse_division::predicted(pair, &found.primitive, primes);
            let control = request.control.next_of(work, forecast.division(least.into()));
            let outcome =
                clock.time("divide", || sparse_division::quotients(pair, &found.primitive, primes, &control))?;
            match outcome {
                Outcome::Inexact => return Ok(None),
                Outcome::Abandoned => (),
                Outcome::Exact(quotients) => {
                    check.run(given[0], found.value, quotients.each_ref().map(|terms| check.value_of(terms)))?;
                    counts.verified_modulo = check.prime();
                    let cofactor = |terms, parts: &Parts<'_>| {
                        sparse_division::dense(terms, parts.length() + 1 - found.primitive.len())
                    };
                    let cofactors = request
                        .cofactors
                        .then_some(quotients)
                        .map(|[f, g]| [cofactor(f, &pair.f), cofactor(g, &pair.g)]);
                    return Ok(Some(Solution { gcd: found.primitive, cofactors }));
                }
            }
        }
        let found = [(0, found)];
        loop {
            let control = request.control.next_of(forecast.division(least.into()), 0.0);
            let wanted = Wanted { bits: enough, integers: request.cofactors, check };
            let mut random = rng(&request.options.run, Purpose::Division);
            let quotients = divide(&mut **engine, loaded, &found, wanted, &mut random, &control, clock)?;
            let given = given.as_ref().map_or(&[][..], |given| &given[..]);
            let tried = tried(loaded.pairs, &found, quotients, (check, given), clock, counts)?;
            match tried.into_iter().next() {
                Some(Trial::Divides(cofactors)) => {
                    let [(_, Candidate { primitive, .. })] = found;
                    return Ok(Some(Solution { gcd: primitive, cofactors }));
                }
                Some(Trial::Bits(needed)) => enough = needed.max(enough + enough / 2),
                Some(Trial::Fails) | None => return Ok(None),
            }
        }
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
