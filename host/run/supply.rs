//! Primes for the rounds of a goal: none of them twice.

use crate::error::Result;
use crate::plan::grid::{self, Evaluation, Grid};
use crate::plan::primes::{Prime, Word, product_bits};
use crate::plan::slabs::Cut;
use rand::rngs::StdRng;
use std::collections::HashSet;

/// Which primes were taken.
#[derive(Debug, Default)]
pub(crate) struct Supply {
    taken: HashSet<u64>,
}

impl Supply {
    /// How many primes were taken.
    pub fn taken(&self) -> usize {
        self.taken.len()
    }

    /// The largest primes that are left and that `usable` does not refuse, with a grid of at least `points`, whose product together with
    /// that of the primes of `known` bits exceeds 2^`wanted`; one at least.
    ///
    /// # Errors
    /// As [`grid::choose_cut`].
    pub fn take<M: Word>(
        &mut self,
        (points, cut): (&[u32], &Cut),
        (wanted, known): (u64, f64),
        usable: &(dyn Fn(u64) -> bool + Sync),
        random: &mut StdRng,
    ) -> Result<(Grid, Vec<Prime<M>>)> {
        let missing = (wanted as f64 - known).max(1.0) as u64;
        let (grid, primes) = grid::choose_cut::<M>(
            points,
            (cut, Evaluation::Auto),
            missing,
            &|p| !self.taken.contains(&p) && usable(p),
            random,
        )?;
        self.taken.extend(primes.iter().map(|prime| prime.field.p()));
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
    use gpu::arith::{Modulus, Mont31};
    use rand::SeedableRng;

    #[test]
    fn no_prime_is_taken_twice() {
        let (mut supply, mut random) = (Supply::default(), StdRng::seed_from_u64(1));
        let mut seen = HashSet::new();
        for (points, wanted) in [(&[][..], 100), (&[5], 200), (&[5], 201), (&[640], 1000)] {
            let known = supply.bits();
            let odd = |p: u64| p % 5 != 1;
            let (_, primes) =
                supply.take::<Mont31>((points, &Cut::none()), (wanted, known), &odd, &mut random).unwrap();
            assert!(!primes.is_empty() && supply.bits() > wanted as f64);
            assert!(supply.bits() < known.max(wanted as f64) + 31.0);
            assert!(primes.iter().all(|prime| seen.insert(prime.field.p()) && odd(prime.field.p())));
            assert_eq!(supply.taken(), seen.len());
        }
    }
}
