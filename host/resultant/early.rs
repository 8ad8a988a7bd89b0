//! Early termination: primes are added until the answer has stopped growing and random primes confirm it.

use super::compute::{Solution, images};
use super::plan::Prepared;
use crate::clock::Clock;
use crate::error::Result;
use crate::lift::{Lifted, product};
use crate::options::Options;
use crate::plan::primes::{Prime, Word};
use crate::run::backend::AllStages;
use crate::run::random::{Purpose, rng};
use gpu::arith::Modulus;
use rand::Rng;

/// The first block has this many primes, or a 32nd of what the bound demands.
const FIRST: usize = 16;

/// Candidates are confirmed when this many bits of the range are free: a wrong one has them with probability about 2^-40.
const ROOM: u32 = 40;

/// log2 of the most attempts to confirm: blocks grow by a quarter, so there are fewer than 2^6 of them.
const ATTEMPTS_LOG2: f64 = 6.0;

/// Growing sets of primes until the lifted answer agrees with random confirming primes, or the set certifies it.
///
/// Each block of primes, a quarter of those before it, is computed and lifted once, and joined to what is known
/// ([`Lifted::extend`]). So with an answer of T primes at most 1.25 T primes and a block of rounding are computed, and those
/// that confirm.
///
/// **Error.** With the answer R and a wrong candidate C, both below 2^(h + 2), at most (h + 2) / b of the P primes of the
/// pool, all above 2^b, which are those not used for C, divide R - C coefficient by coefficient. C does not depend on the draws, so k
/// independent ones all miss the difference with probability at most ((h + 2) / b / P)^k; k is chosen so that this is below
/// 2^-(error_exponent + 6), for up to 2^6 candidates.
pub(super) fn probabilistic<E: AllStages>(
    engines: &mut [&mut E],
    prepared: &Prepared<'_, E::Modulus>,
    error_exponent: u32,
    options: &Options,
    clock: &mut Clock,
) -> Result<Solution> {
    let mut rng = rng(options, Purpose::Confirm);
    let (len, needed) = (prepared.primes.len(), prepared.needed);
    let draws_from = |pool: usize| {
        let dividing = (prepared.outline.height_bound + 2) as f64 / f64::from(E::Modulus::LEAST.ilog2());
        let per_draw = (pool as f64 / dividing).log2();
        let draws = ((f64::from(error_exponent) + ATTEMPTS_LOG2) / per_draw).ceil().max(1.0);
        (per_draw > 0.1).then_some((draws as usize, per_draw))
    };
    // Progress is told against all primes, of which a part may do.
    let within = |from: usize, to: usize| {
        let [from, to] = [from, to].map(|taken| taken as f64 / needed as f64);
        Options { control: options.control.section(from, to), ..options.clone() }
    };
    let mut total = Solution::default();
    let mut known: Option<Lifted> = None;
    let mut taken = 0;
    while taken < needed {
        // The largest primes first, in whole bundles; all that certify the answer where confirming would cost as much.
        let grown = if taken == 0 { (needed / 32).max(FIRST) } else { taken + taken / 4 + 1 };
        let next = grown.next_multiple_of(FIRST);
        let next = match draws_from(len - next.min(len)) {
            Some((draws, _)) if next + draws < needed => next,
            _ => needed,
        };
        let block = &prepared.primes[len - next..len - taken];
        let lifted = total.add(images(engines, prepared, block, &within(taken, next), clock)?, block);
        clock.time("extend", || match &mut known {
            Some(known) => known.extend(&lifted),
            None => {
                known = Some(lifted);
                Ok(())
            }
        })?;
        taken = next;
        let Some(known) = known.as_ref().filter(|known| taken < needed && known.room() >= ROOM) else { continue };
        // Few primes, or a large bound, make more draws necessary.
        let pool = &prepared.primes[..len - taken];
        let Some((draws, per_draw)) = draws_from(pool.len()) else { continue };
        let mut confirming: Vec<Prime<E::Modulus>> =
            (0..draws).map(|_| pool[rng.random_range(0..pool.len())].clone()).collect();
        confirming.sort_by_key(|prime| prime.field.p());
        confirming.dedup_by_key(|prime| prime.field.p());
        let image = total.add(images(engines, prepared, &confirming, &within(taken, taken), clock)?, &confirming);
        if clock.time("confirm", || known.agrees(&image)) {
            total.failure_log2 = Some(ATTEMPTS_LOG2 - draws as f64 * per_draw);
            break;
        }
    }
    options.control.report(1.0);
    total.coefficients = known.map_or(Vec::new(), |known| known.values);
    Ok(total)
}

impl Solution {
    /// Adds the counts of a part, and gives its integers modulo `primes`.
    fn add<M: Word>(&mut self, part: Solution, primes: &[Prime<M>]) -> Lifted {
        self.count(&part);
        self.points = part.points;
        self.interpolation = part.interpolation;
        let modulus = product(&primes.iter().map(|prime| prime.field.p()).collect::<Vec<u64>>());
        Lifted { values: part.coefficients, modulus }
    }
}
