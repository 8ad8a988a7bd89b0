//! Primes for the rounds of a goal: none of them twice.
//!
//! The largest ones come first: they are known from call to call. An input can be made up for which all of many of these are unlucky; as
//! soon as a few were, the others are random. Of all primes only few are unlucky, those that divide some integers, so few of random ones are.

use crate::error::Result;
use crate::plan::grid::{Evaluation, Grid, Which};
use crate::plan::plain_primes::{self, PlainPrime, PrimeSize};
use crate::plan::primes::product_bits;
use crate::plan::slabs::Cut;
use rand::rngs::StdRng;
use std::collections::HashSet;

/// Which primes were taken.
#[derive(Debug, Default)]
pub(crate) struct Supply {
    taken: HashSet<u64>,
    /// Whether those that follow are random.
    random: bool,
}

/// Unlucky primes after which the others are random: that many happen by chance with a probability below 2^-100.
const FEW: usize = 4;

impl Supply {
    /// How many primes were taken.
    pub fn taken(&self) -> usize {
        self.taken.len()
    }

    /// Tells how many primes of those taken were unlucky so far.
    pub fn unlucky(&mut self, count: usize) {
        self.random |= count > FEW;
    }

    /// Takes random primes from now on.
    pub fn at_random(&mut self) {
        self.random = true;
    }

    /// Whether primes are random, so that an input can hardly have been made up for them.
    pub fn is_random(&self) -> bool {
        self.random
    }

    /// The largest primes of this size that are left, or random ones after too many unlucky ones, and that `usable` does not refuse, with a grid of at least `points`, whose product together with
    /// that of the primes of `known` bits exceeds 2^`wanted`; one at least.
    ///
    /// # Errors
    /// As [`plain_primes::choose`].
    pub fn take(
        &mut self,
        size: PrimeSize,
        (points, cut): (&[u32], &Cut),
        (wanted, known): (u64, f64),
        usable: &(dyn Fn(u64) -> bool + Sync),
        random: &mut StdRng,
    ) -> Result<(Grid, Vec<PlainPrime>)> {
        let missing = (wanted as f64 - known).max(1.0) as u64;
        let which = if self.random { Which::Random } else { Which::Largest };
        let left = |p| !self.taken.contains(&p) && usable(p);
        let (grid, primes) =
            plain_primes::choose(size, which, points, (cut, Evaluation::Auto), missing, &left, random)?;
        self.taken.extend(primes.iter().map(|prime| prime.p));
        Ok((grid, primes))
    }

    /// log2 of the product of all primes taken.
    pub fn bits(&self) -> f64 {
        product_bits(self.taken.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::primes::Word;
    use gpu::arith::Mont31;
    use rand::SeedableRng;

    #[test]
    fn no_prime_is_taken_twice() {
        let (mut supply, mut random) = (Supply::default(), StdRng::seed_from_u64(1));
        let mut seen = HashSet::new();
        for (points, wanted) in [(&[][..], 100), (&[5], 200), (&[5], 201), (&[640], 1000)] {
            let known = supply.bits();
            let odd = |p: u64| p % 5 != 1;
            let (_, primes) =
                supply.take(PrimeSize::Bits31, (points, &Cut::none()), (wanted, known), &odd, &mut random).unwrap();
            assert!(!primes.is_empty() && supply.bits() > wanted as f64);
            assert!(supply.bits() < known.max(wanted as f64) + 31.0);
            assert!(primes.iter().all(|prime| seen.insert(prime.p) && odd(prime.p)));
            assert_eq!(supply.taken(), seen.len());
        }
    }

    /// After unlucky primes the others are of the whole range, by the seed.
    #[test]
    fn primes_are_random_after_unlucky_ones() {
        let drawn = |unlucky, seed| {
            let (mut supply, mut random) = (Supply::default(), StdRng::seed_from_u64(seed));
            let mut all = Vec::new();
            for points in [&[][..], &[640], &[30, 17]] {
                let (grid, primes) = supply
                    .take(PrimeSize::Bits31, (points, &Cut::none()), (900, 0.0), &|p| p % 7 != 1, &mut random)
                    .unwrap();
                assert!(primes.windows(2).all(|pair| pair[0].p < pair[1].p));
                assert!(product_bits(primes.iter().map(|prime| prime.p)) > 900.0);
                assert!(primes.iter().all(|prime| grid.fits(prime.p) && prime.p % 7 != 1));
                all.push(primes.iter().map(|prime| prime.p).collect::<Vec<u64>>());
                supply.unlucky(unlucky);
            }
            all
        };
        let (largest, random) = (drawn(FEW, 1), drawn(FEW + 1, 1));
        assert_eq!((&largest[0], &drawn(FEW + 1, 1)), (&random[0], &random));
        assert!(drawn(FEW, 2) == largest && drawn(FEW + 1, 2) != random);
        for (largest, random) in largest.iter().zip(&random).skip(1) {
            // Half of them are in the lower half of the range.
            let below = random.iter().filter(|&&p| p < 1_000_000_000).count();
            assert!(below * 5 > random.len() && random.iter().all(|p| *p >= Mont31::LEAST), "{below}");
            assert!(largest.iter().all(|p| *p > 1_000_000_000));
        }
    }
}
