//! Primes k L + 1 with their roots of unity, kept from call to call.
//!
//! They depend on L alone, and testing them costs more than the rest of a plan (5 to 17 candidates are tested for a
//! prime found). So a process looks for each of them once: per modulus L the primes are kept in descending order, as far as calls
//! have wanted them. The results of a caller do not depend on earlier callers.

use crate::alone::prelude::*;
use gpu::arith::{Modulus, prime};
use std::sync::{Arc, Mutex, PoisonError};

/// A prime with a primitive root of unity of the order of its pool, in Montgomery form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rooted<M: Modulus> {
    /// The constants of its arithmetic.
    pub field: M,
    /// The root of unity.
    pub root: M::Elem,
}

/// The primes k L + 1, `least` <= k L + 1 <= [`Modulus::MAX`], in descending order, as far as they have been looked for.
#[derive(Clone)]
pub struct Pool<M: Modulus> {
    modulus: u32,
    least: u64,
    primes: Arc<Vec<Rooted<M>>>,
    /// All candidates above this multiplier have been tested; `None` when all have been.
    next: Option<u64>,
}

/// The pools of one word that a process keeps, last used first.
pub type Known<M> = Mutex<Vec<Pool<M>>>;

/// Pools are kept for this many moduli, those used last, with this many primes each: of 20 bytes for words of 31 bits, 21 MB at
/// most, and of 40 bytes for words of 50 bits, 42 MB more. Vectors may reserve as much again.
const POOLS: usize = 16;
const KEPT: usize = 1 << 16;

/// Candidates that are tested together, at least.
const BLOCK: u64 = 512;

impl<M: Modulus> Pool<M> {
    fn new(modulus: u32, least: u64) -> Self {
        let next = Self::multiplier_step(modulus).map(|step| (M::MAX - 1) / step);
        Pool { modulus, least, primes: Arc::default(), next }
    }

    /// Odd candidates only: with an odd modulus every second multiplier. `None` when there is no candidate.
    fn multiplier_step(modulus: u32) -> Option<u64> {
        let modulus = modulus as u64;
        Some(if modulus.is_multiple_of(2) { modulus } else { 2 * modulus }).filter(|&step| step < M::MAX)
    }

    /// The pool of a modulus as it is known.
    fn known(known: &Known<M>, modulus: u32, least: u64) -> Self {
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(place) = known.iter().position(|pool| pool.modulus == modulus && pool.least == least) else {
            return Pool::new(modulus, least);
        };
        known[..=place].rotate_right(1);
        known[0].clone()
    }

    /// Makes the pool known, unless another call has looked further or it has become too large.
    fn keep(&self, known: &Known<M>) {
        if self.primes.len() > KEPT {
            return;
        }
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        match known.iter().position(|pool| pool.modulus == self.modulus && pool.least == self.least) {
            // Multipliers descend, and none come after `None`.
            Some(place) if known[place].next <= self.next => {}
            Some(place) => known[place] = self.clone(),
            None => {
                known.insert(0, self.clone());
                known.truncate(POOLS);
            }
        }
    }

    /// Tests the next candidates, about as many as it takes to find `wanted` primes.
    fn extend(&mut self, wanted: usize) {
        let (Some(step), Some(high)) = (Self::multiplier_step(self.modulus), self.next) else {
            self.next = None;
            return;
        };
        let last = (self.least.max(2) - 1).div_ceil(step).max(1);
        if high < last {
            self.next = None;
            return;
        }
        // One in 5 to 11 candidates is prime, or in 9 to 17 of 50 bits: ln(2^30.4) phi(L) / L with phi(L) / L from 4 / 15 to 1 / 2.
        let count = (wanted as u64).saturating_mul(8).max(BLOCK);
        let low = high.saturating_sub(count - 1).max(last);
        let prime = |i: usize| {
            let k = low + i as u64;
            let field = M::of(k * step + 1).filter(|field| prime::is_prime_for::<M>(field.p()))?;
            let root = prime::root_of_unity(&field, self.modulus)?;
            Some(Rooted { field, root })
        };
        let found: Vec<Rooted<M>> =
            (0..(high + 1 - low) as usize).into_par_iter().with_min_len(64).filter_map(prime).collect();
        Arc::make_mut(&mut self.primes).extend(found.iter().rev());
        self.next = low.checked_sub(1).filter(|&next| next >= last);
    }
}

/// The largest primes p = 1 mod `modulus`, p >= `least`, in descending order, as many as `enough` asks for: it is given a
/// prefix of them and says how many more it would like, 0 when it has enough. `None` when there are no more.
///
/// Their roots of unity have the order `modulus` = 2^a 3^b 5^c. All cores for primes that no call with these `known` pools has wanted.
pub fn largest<M: Modulus>(
    known: &Known<M>,
    modulus: u32,
    least: u64,
    mut missing: impl FnMut(&[Rooted<M>]) -> usize,
) -> Option<Arc<Vec<Rooted<M>>>> {
    let mut pool = Pool::known(known, modulus, least);
    let before = pool.next;
    let enough = loop {
        match missing(&pool.primes) {
            0 => break true,
            wanted if pool.next.is_some() => pool.extend(wanted),
            _ => break false,
        }
    };
    if pool.next != before {
        pool.keep(known);
    }
    enough.then_some(pool.primes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::primes::Word;
    use gpu::arith::Mont31;

    fn first(modulus: u32, least: u64, count: usize) -> Option<Vec<Rooted<Mont31>>> {
        let primes = largest(Mont31::known(), modulus, least, |primes| count.saturating_sub(primes.len()))?;
        Some(primes[..count].to_vec())
    }

    fn naive(modulus: u32, least: u32, count: usize) -> Vec<u32> {
        (least..=Mont31::MAX).rev().filter(|p| p % modulus == 1 % modulus && prime::is_prime(*p)).take(count).collect()
    }

    #[test]
    fn the_largest_primes_whatever_was_asked_before() {
        for modulus in [1, 2, 3, 45, 960, 1 << 15] {
            for count in [3, 700, 40] {
                let found = first(modulus, 1 << 29, count).unwrap();
                let plain: Vec<u32> = found.iter().map(|prime| prime.field.modulus()).collect();
                if count < 100 {
                    assert_eq!(plain, naive(modulus, 1 << 29, count), "{modulus}");
                }
                assert!(plain.windows(2).all(|pair| pair[0] > pair[1]));
                for Rooted { field, root } in found {
                    assert_eq!(prime::root_of_unity(&field, modulus), Some(root));
                }
            }
        }
    }

    #[test]
    fn primes_run_out() {
        let all = naive(1 << 24, 1 << 29, usize::MAX);
        for _ in 0..2 {
            assert_eq!(first(1 << 24, 1 << 29, all.len()).map(|found| found.len()), Some(all.len()));
            assert_eq!(first(1 << 24, 1 << 29, all.len() + 1), None);
        }
        assert_eq!(first(1 << 31, 1 << 29, 1), None);
    }

    /// A search that finds nothing more is not repeated: its end is kept as well.
    #[test]
    fn the_end_is_kept() {
        let modulus = 7 << 20;
        let mut pool = Pool::<Mont31>::new(modulus, 1 << 29);
        pool.keep(Mont31::known());
        let (first, primes) = (pool.next, pool.primes.clone());
        for next in [first.map(|k| k - 1), None] {
            pool.next = next;
            pool.keep(Mont31::known());
            assert_eq!(Pool::known(Mont31::known(), modulus, 1 << 29).next, next);
        }
        // A list that goes less far does not replace it.
        Pool { modulus, least: 1 << 29, primes, next: first }.keep(Mont31::known());
        assert_eq!(Pool::known(Mont31::known(), modulus, 1 << 29).next, None);
    }

    #[test]
    fn threads_agree() {
        let ask = |count| move || first(2 * 81, 1 << 29, count).unwrap();
        let handles = [900, 100, 500, 900].map(|count| std::thread::spawn(ask(count)));
        let found = handles.map(|handle| handle.join().unwrap());
        assert_eq!(found[0], found[3]);
        assert_eq!(found[0][..100], found[1]);
        assert_eq!(found[0][..500], found[2]);
    }

    #[test]
    fn few_moduli_are_kept() {
        for power in 0..=POOLS as u32 {
            first(25 << power, 1 << 29, 1).unwrap();
        }
        assert!(Mont31::known().lock().unwrap().len() <= POOLS);
    }
}
