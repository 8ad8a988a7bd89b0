//! An operation between its lifts: it gathers residues modulo further primes, lifts them, and decides whether that is
//! the answer.

use crate::clock::Clock;
use crate::control::Control;
use crate::error::Result;
use crate::lift::{Lifted, product};
use crate::plan::plain_primes::{PlainPrime, PrimeSize, moduli};
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use rand::Rng;
use rand::rngs::StdRng;
use rug::Integer;

/// The decision of a goal after a lift.
pub(crate) enum Verdict<R, A> {
    /// This is the answer.
    Done(A),
    /// It takes further primes.
    More(R),
}

/// Rounds of primes until the answer is found.
pub(crate) trait Goal {
    /// The grid or field by which the primes of a round are chosen.
    type Round;
    /// The answer.
    type Answer;

    /// The first round.
    fn first(&mut self) -> Self::Round;

    /// Computes modulo the primes of a round; what was computed before is kept, or thrown away where it is of no use.
    fn gather(&mut self, round: Self::Round) -> Result<()>;

    /// Lifts all that was gathered and decides.
    fn decide(&mut self) -> Result<Verdict<Self::Round, Self::Answer>>;

    /// Goes from round to round until the answer is found.
    fn reach(mut self) -> Result<Self::Answer>
    where
        Self: Sized,
    {
        let mut round = self.first();
        loop {
            self.gather(round)?;
            round = match self.decide()? {
                Verdict::Done(answer) => return Ok(answer),
                Verdict::More(round) => round,
            }
        }
    }
}

/// How sure the answer is before it is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Certainty {
    /// As many primes as a proven bound on the coefficients demands. The answer is proved correct, up to faults of the
    /// machine, which the verification looks for.
    #[default]
    Certified,
    /// Primes in growing batches until the answer agrees with independent random primes. It is wrong with probability at
    /// most 2^-`error_exponent`.
    Probabilistic {
        /// Minus log2 of the probability of a wrong answer.
        error_exponent: u32,
    },
}

impl Certainty {
    /// The name of what is not proved.
    pub(crate) const PROBABILISTIC: &'static str = "probabilistic";

    /// The name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Certainty::Certified => "certified",
            Certainty::Probabilistic { .. } => Self::PROBABILISTIC,
        }
    }
}

/// Primes for integers below a bound.
pub(crate) struct Bounded<'a> {
    /// How long they are.
    pub size: PrimeSize,
    /// They ascend. Those beyond the needed ones are for confirming.
    pub primes: &'a [PlainPrime],
    /// How many of them, the largest, prove the integers.
    pub needed: usize,
    /// Bits of the integers.
    pub height: u64,
}

/// Integers below a bound, by as many primes as prove them, or by fewer that random primes confirm.
///
/// Each block of primes, a quarter of those before it, is computed and lifted once, and joined to what is known
/// ([`Lifted::extend`]). So with an answer of T primes at most 1.25 T primes and a block of rounding are computed, and those
/// that confirm. A certified answer is one block of all that are needed.
///
/// **Error.** With the answer R and a wrong candidate C, both below 2^(h + 2), at most (h + 2) / b of the P primes of the
/// pool, all above 2^b, which are those not used for C, divide R - C coefficient by coefficient. C does not depend on the draws, so k
/// independent ones all miss the difference with probability at most ((h + 2) / b / P)^k; k is chosen so that this is below
/// 2^-(error_exponent + 6), for up to 2^6 candidates.
pub(crate) struct Integers<'a, F> {
    bounded: Bounded<'a>,
    certainty: Certainty,
    /// The integers that some primes determine, |v| < (their product) / 2.
    images: F,
    control: &'a Control,
    clock: &'a mut Clock,
    random: StdRng,
    /// Primes taken, the largest ones.
    taken: usize,
    known: Option<Lifted>,
}

/// Integers, with log2 of the probability that they are wrong where they are not proved.
#[derive(Debug)]
pub(crate) struct Reached {
    pub values: Vec<Integer>,
    pub failure_log2: Option<f64>,
}

/// The first block has this many primes, or a 32nd of what the bound demands.
const FIRST: usize = 16;

/// Candidates are confirmed when this many bits of the range are free: a wrong one has them with probability about 2^-40.
const ROOM: u32 = 40;

/// log2 of the most attempts to confirm: blocks grow by a quarter, so there are fewer than 2^6 of them.
const ATTEMPTS_LOG2: f64 = 6.0;

impl<'a, F> Integers<'a, F>
where
    F: FnMut(&[PlainPrime], &Control, &mut Clock) -> Result<Vec<Integer>>,
{
    /// The integers of `bounded`, where `images` computes those that some primes determine.
    pub fn new(
        bounded: Bounded<'a>,
        certainty: Certainty,
        run: &'a RunOptions,
        clock: &'a mut Clock,
        images: F,
    ) -> Self {
        let (control, random) = (&run.control, rng(run, Purpose::Confirm));
        Integers { bounded, certainty, images, control, clock, random, taken: 0, known: None }
    }

    /// How many draws from the primes that are left when `taken` were taken confirm, and log2 of what one of them makes of the
    /// probability; `None` where draws hardly tell anything, or are not to.
    fn draws(&self, taken: usize) -> Option<(usize, f64)> {
        let Certainty::Probabilistic { error_exponent } = self.certainty else { return None };
        let pool = self.bounded.primes.len() - taken.min(self.bounded.primes.len());
        let dividing = (self.bounded.height + 2) as f64 / self.bounded.size.least_bits() as f64;
        let per_draw = (pool as f64 / dividing).log2();
        let draws = ((f64::from(error_exponent) + ATTEMPTS_LOG2) / per_draw).ceil().max(1.0);
        (per_draw > 0.1).then_some((draws as usize, per_draw))
    }

    /// How many primes to take next: the largest first, in whole bundles; all that prove the answer where confirming would cost as
    /// much.
    fn next(&self) -> usize {
        let (taken, needed) = (self.taken, self.bounded.needed);
        let grown = if taken == 0 { (needed / 32).max(FIRST) } else { taken + taken / 4 + 1 };
        let next = grown.next_multiple_of(FIRST);
        match self.draws(next) {
            Some((draws, _)) if next + draws < needed => next,
            _ => needed,
        }
    }

    /// The integers known.
    fn done<R>(&mut self, failure_log2: Option<f64>) -> Verdict<R, Reached> {
        let values = self.known.take().map_or(Vec::new(), |known| known.values);
        Verdict::Done(Reached { values, failure_log2 })
    }

    /// The integers modulo `primes`, as a part of the progress that is told against all primes, of which a part may do.
    fn images(&mut self, primes: &[PlainPrime]) -> Result<(Vec<Integer>, Control)> {
        let left = self.bounded.needed - self.taken;
        let control = self.control.next_of(primes.len() as f64, left.saturating_sub(primes.len()) as f64);
        // Then they are joined to what is known, if anything is.
        let part = if self.known.is_some() { 0.9 } else { 1.0 };
        let values = (self.images)(primes, &control.next(part), self.clock)?;
        Ok((values, control))
    }
}

/// Integers modulo the product of `primes`.
fn lifted(values: Vec<Integer>, primes: &[PlainPrime]) -> Lifted {
    Lifted { values, modulus: product(&moduli(primes)) }
}

impl<'a, F> Goal for Integers<'a, F>
where
    F: FnMut(&[PlainPrime], &Control, &mut Clock) -> Result<Vec<Integer>>,
{
    /// How many primes are taken after it.
    type Round = usize;
    type Answer = Reached;

    fn first(&mut self) -> usize {
        self.next()
    }

    fn gather(&mut self, next: usize) -> Result<()> {
        let all = self.bounded.primes;
        let block = &all[all.len() - next..all.len() - self.taken];
        let (values, section) = self.images(block)?;
        let image = lifted(values, block);
        self.taken = next;
        match &mut self.known {
            Some(known) => self.clock.time("extend", || known.extend(&image, &section.next(1.0)))?,
            known => *known = Some(image),
        }
        section.finish();
        Ok(())
    }

    fn decide(&mut self) -> Result<Verdict<usize, Reached>> {
        if self.taken == self.bounded.needed {
            return Ok(self.done(None));
        }
        // Few primes, or a large bound, make more draws necessary.
        let settled = self.known.as_ref().is_some_and(|known| known.room() >= ROOM);
        let Some((draws, per_draw)) = self.draws(self.taken).filter(|_| settled) else {
            return Ok(Verdict::More(self.next()));
        };
        let pool = &self.bounded.primes[..self.bounded.primes.len() - self.taken];
        let mut confirming: Vec<PlainPrime> =
            (0..draws).map(|_| pool[self.random.random_range(0..pool.len())].clone()).collect();
        confirming.sort_by_key(|prime| prime.p);
        confirming.dedup_by_key(|prime| prime.p);
        let (values, _) = self.images(&confirming)?;
        let image = lifted(values, &confirming);
        let agrees = self.clock.time("confirm", || self.known.as_ref().is_some_and(|known| known.agrees(&image)));
        if agrees {
            return Ok(self.done(Some(ATTEMPTS_LOG2 - draws as f64 * per_draw)));
        }
        Ok(Verdict::More(self.next()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::evaluation::Evaluation;
    use crate::plan::grid::Which;
    use crate::plan::plain_primes::choose;
    use crate::plan::slabs::Cut;

    /// The integers that `primes` determine of `values`.
    fn symmetric(values: &[Integer], primes: &[PlainPrime]) -> Vec<Integer> {
        let modulus = lifted(Vec::new(), primes).modulus;
        let half = Integer::from(&modulus >> 1u32);
        let residue = |v: &Integer| ((v.clone() + &half) % &modulus + &modulus) % &modulus - &half;
        values.iter().map(residue).collect()
    }

    /// Of the integers.
    const BITS: u64 = 6000;

    /// Those that prove the integers, and others.
    fn primes() -> Vec<PlainPrime> {
        let mut rng = rng(&RunOptions { seed: Some(1), ..RunOptions::default() }, Purpose::Grid);
        let how = (&Cut::none(), Evaluation::Auto);
        choose(PrimeSize::Bits31, Which::Largest, &[], how, BITS + 60_000, &|_| true, &mut rng).unwrap().1
    }

    /// The answer, and how many primes each call of the images had.
    fn reached(certainty: Certainty, values: &[Integer]) -> (Reached, Vec<usize>) {
        let primes = primes();
        let bounded = Bounded { size: PrimeSize::Bits31, primes: &primes, needed: 201, height: BITS };
        let (mut counts, mut clock) = (Vec::new(), Clock::default());
        let run = RunOptions { seed: Some(5), ..RunOptions::default() };
        let goal = Integers::new(bounded, certainty, &run, &mut clock, |primes: &[PlainPrime], _: &Control, _| {
            counts.push(primes.len());
            Ok(symmetric(values, primes))
        });
        (goal.reach().unwrap(), counts)
    }

    #[test]
    fn certified_integers_take_all_primes_at_once() {
        let values = [Integer::from(-5), Integer::from(1) << 5990u32, Integer::new()];
        let (found, counts) = reached(Certainty::Certified, &values);
        assert_eq!((found.values, found.failure_log2, counts), (values.to_vec(), None, vec![201]));
    }

    #[test]
    fn small_integers_are_confirmed_early() {
        let values = [Integer::from(-5), (Integer::from(1) << 900u32) - 3u32];
        let (found, counts) = reached(Certainty::Probabilistic { error_exponent: 80 }, &values);
        assert_eq!(found.values, values);
        assert!(found.failure_log2.is_some_and(|log2| log2 < -80.0), "{found:?}");
        // 900 bits and room take 31 primes: 16, 16 more, and those that confirm.
        assert!(counts.len() == 3 && counts[..2] == [16, 16] && counts[2] < 60, "{counts:?}");
    }

    #[test]
    fn integers_near_the_bound_are_proved() {
        let values = [Integer::from(1) << 5990u32];
        let (found, counts) = reached(Certainty::Probabilistic { error_exponent: 80 }, &values);
        assert_eq!((found.values, found.failure_log2), (values.to_vec(), None));
        assert_eq!(counts.iter().sum::<usize>(), 201);
    }
    /// A candidate that all primes so far agree with, and that is wrong.
    #[test]
    fn primes_that_confirm_refuse_what_is_wrong() {
        let all = primes();
        let first = lifted(Vec::new(), &all[all.len() - FIRST..]).modulus;
        let values = [Integer::from(5), first + 3u32];
        let (found, counts) = reached(Certainty::Probabilistic { error_exponent: 80 }, &values);
        assert_eq!(found.values, values);
        // 16, those that refuse, 16 more, and those that confirm.
        assert!(counts.len() == 4 && counts[0] == FIRST && counts[2] == FIRST, "{counts:?}");
    }
}
