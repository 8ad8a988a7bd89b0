//! The memory of an engine that primes take, and how many of them make a batch.

use crate::error::{ErrorKind, Result};
use crate::plan::grid::Grid;
use gpu::determinant::matrix::COEFFICIENTS;

/// The name of a limit of memory.
pub(crate) const MEMORY: &str = "bytes of memory";

/// Most primes in one batch: a dimension of a device's grid is at most 65535.
const MAX_BATCH: u64 = 1 << 15;

/// Batches that are not all are a multiple of this many primes: whole bundles of a CPU, whole warps of a device.
const WHOLE: u64 = 16;

/// How a worker takes the primes of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batching {
    /// Bytes of a word.
    pub word: u64,
    /// Primes of a bundle, which take the memory of a full one. 1 where primes are by themselves.
    pub wide: u64,
    /// Primes of the smaller bundles for what is left, up to half of a wide one.
    pub narrow: u64,
    /// Bundles that are worked on at the same time.
    pub at_once: u64,
    /// Bytes of a batch beyond which more primes in it gain nothing, where one bundle does not take more.
    pub enough: u64,
    /// Element steps after which a batch should end.
    pub steps: u64,
}

/// Tensors on a grid: rows of polynomials that go in, and rows of values that come out.
#[derive(Debug, Clone, Copy)]
pub struct OnGridShape<'a> {
    /// Rows of values that go in.
    pub inputs: u64,
    /// Rows of values that come out.
    pub outputs: u64,
    /// Coefficients of the input per kept variable.
    pub dims: &'a [u32],
    /// The points.
    pub grid: &'a Grid,
    /// Whether the point stage evaluates the last variable itself, from as many coefficients as [`COEFFICIENTS`] at least.
    pub leaves_last: bool,
}

impl OnGridShape<'_> {
    /// Coefficients of all rows that go in.
    pub fn integers(&self) -> u64 {
        self.dims.iter().fold(self.inputs, |all, &n| all.saturating_mul(u64::from(n)))
    }

    /// Words where every row has two buffers, one that is read and one that is written, and there are two rows of scratch.
    pub fn words(&self) -> u64 {
        let points = self.grid.points();
        let values = match (self.leaves_last, self.grid.axes.last(), self.dims.last()) {
            (true, Some(axis), Some(&n)) => {
                let others = points / (u64::from(axis.len) * u64::from(axis.cosets)).max(1);
                others.saturating_mul(n.max(COEFFICIENTS).into())
            }
            _ => points,
        };
        let rows = self.outputs.saturating_add(2).saturating_mul(points);
        let words = self.inputs.saturating_mul(values).saturating_add(rows);
        words.saturating_mul(2).saturating_add(self.integers())
    }
}

/// Words of memory of one prime.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Words {
    /// While its batch is computed.
    pub batch: u64,
    /// While its bundle is worked on, besides.
    pub scratch: u64,
}

/// The cost of one prime.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Cost {
    /// Words while it is computed.
    pub words: Words,
    /// Words that it leaves behind until all batches are done.
    pub kept: u64,
    /// Element steps, about, for batches that end soon enough to be cancelled; 0 where the stage looks at the control itself.
    pub steps: u64,
}

impl Batching {
    /// Where primes are by themselves, with words of 32 bits, and the more of them the better.
    pub fn by_primes(steps: u64) -> Self {
        Batching { word: 4, wide: 1, narrow: 1, at_once: 1, enough: u64::MAX, steps }
    }

    /// Bytes of a bundle of `lanes` primes: those it takes in its batch, and those while it is worked on.
    fn bundle(&self, words: &Words, lanes: u64) -> (u64, u64) {
        let bytes = |words: u64| self.word.saturating_mul(lanes).saturating_mul(words);
        (bytes(words.batch), bytes(words.scratch).saturating_mul(self.at_once))
    }

    /// Bytes of a batch of `primes` > 0 primes.
    pub(crate) fn bytes(&self, cost: &Cost, primes: u64) -> u64 {
        let rest = primes % self.wide;
        let narrow = if self.narrow < self.wide && rest <= self.wide / 2 { rest } else { 0 };
        let lanes = (primes - narrow).next_multiple_of(self.wide) + narrow.next_multiple_of(self.narrow);
        let largest = if primes == narrow { self.narrow } else { self.wide };
        let (_, scratch) = self.bundle(&cost.words, largest);
        let (batch, _) = self.bundle(&cost.words, lanes);
        batch.saturating_add(scratch)
    }

    /// Bytes that `primes` primes leave behind.
    pub(crate) fn kept(&self, cost: &Cost, primes: usize) -> u64 {
        self.word.saturating_mul(cost.kept).saturating_mul(primes as u64)
    }

    /// Bytes that it takes at least to compute modulo `primes` primes, in batches of one of them, and to keep what they leave.
    pub(crate) fn least(&self, cost: &Cost, primes: usize) -> u64 {
        self.kept(cost, primes).saturating_add(self.bytes(cost, 1))
    }

    /// Primes in one batch, of `primes`, in `memory` bytes.
    ///
    /// # Errors
    /// `Limit` when one prime does not fit beside what all of them leave behind.
    pub(crate) fn len(&self, cost: &Cost, memory: u64, primes: usize) -> Result<usize> {
        let (least, all) = (self.least(cost, primes), primes as u64);
        if least > memory {
            let (needed, allowed) = (u128::from(least), u128::from(memory));
            return Err(ErrorKind::Limit { what: MEMORY, needed, allowed }.into());
        }
        let left = memory - self.kept(cost, primes);
        let soon = self.steps.checked_div(cost.steps).map_or(u64::MAX, |soon| soon.max(1));
        let most = soon.min(MAX_BATCH);
        let (bundle, scratch) = self.bundle(&cost.words, self.wide);
        let bundles = |bytes: u64| bytes.saturating_sub(scratch) / bundle.max(1);
        let len = match bundles(left) {
            // Less than a wide bundle: narrow ones.
            0 => {
                let (bundle, scratch) = self.bundle(&cost.words, self.narrow);
                let fit = (left.saturating_sub(scratch) / bundle.max(1)).max(1);
                fit.saturating_mul(self.narrow).min(self.wide / 2).max(1).min(most)
            }
            fit => {
                // More of them take more memory in the batch only.
                let enough = (self.enough / bundle.max(1)).max(1);
                self.even(fit.min(enough), all).saturating_mul(self.wide).min(most)
            }
        };
        let len = if len > WHOLE && len < all { len / WHOLE * WHOLE } else { len.min(all) };
        Ok(len.max(1) as usize)
    }

    /// Bundles in a batch, at most `fit`, so that all threads have as many, and all batches for `primes` primes.
    fn even(&self, fit: u64, primes: u64) -> u64 {
        let all = primes.div_ceil(self.wide).max(1);
        let even = |fit: u64| all.div_ceil(all.div_ceil(fit.max(1)));
        match fit {
            fit if fit >= all => all,
            fit if fit < self.at_once => even(fit),
            fit => even(fit - fit % self.at_once).next_multiple_of(self.at_once),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::grid::Axis;

    /// Bundles of 16 and 4 on two threads.
    const CPU: Batching = Batching { word: 4, wide: 16, narrow: 4, at_once: 2, enough: u64::MAX, steps: u64::MAX };

    /// With the last variable left an input has its coefficients at the points of the others.
    #[test]
    fn values_that_are_never_made() {
        let axis = |len, cosets| Axis { len, cosets };
        let grid = &Grid::new(vec![axis(6, 1), axis(10, 2)]);
        let shape = OnGridShape { inputs: 5, outputs: 1, dims: &[2, 3], grid, leaves_last: false };
        assert_eq!(shape.words(), 2 * (5 + 1 + 2) * 120 + 30);
        assert_eq!(OnGridShape { leaves_last: true, ..shape }.words(), 2 * (5 * 24 + 3 * 120) + 30);
    }

    #[test]
    fn batches_fit_the_memory_that_is_left() {
        let device = Batching::by_primes(u64::MAX);
        let cost = Cost { words: Words { batch: 100, scratch: 0 }, kept: 10, steps: 0 };
        let len = |memory, primes| device.len(&cost, memory, primes);
        // 400 bytes a prime beside 40 for each of all.
        assert_eq!([len(440, 1), len(840, 1), len(1200, 20)], [Ok(1), Ok(1), Ok(1)]);
        assert!(matches!(
            len(1199, 20).unwrap_err().kind(),
            ErrorKind::Limit { what: "bytes of memory", needed: 1200, allowed: 1199 }
        ));
        // Whole bundles, unless one batch is all.
        assert_eq!([len(40 * 100 + 400 * 50, 100), len(1 << 30, 100)], [Ok(48), Ok(100)]);
        assert_eq!(len(u64::MAX, 1 << 20), Ok(1 << 15));
    }

    #[test]
    fn long_batches_end_soon() {
        let cost = Cost { words: Words { batch: 1, scratch: 0 }, kept: 0, steps: 1000 };
        let len = |steps| Batching::by_primes(steps).len(&cost, 1 << 40, 100);
        assert_eq!([len(40_000), len(10)], [Ok(32), Ok(1)]);
        assert_eq!(Batching::by_primes(10).len(&Cost { steps: 0, ..cost }, 1 << 40, 100), Ok(100));
    }

    /// A batch of the length found is within the memory, one bundle more is not; bundles take whole vectors.
    #[test]
    fn bundles_are_counted_whole() {
        let cost = Cost { words: Words { batch: 1000, scratch: 50 }, kept: 7, steps: 0 };
        assert_eq!(CPU.bytes(&cost, 1), 4 * 4 * (1000 + 2 * 50));
        assert_eq!(CPU.bytes(&cost, 8), 4 * 4 * (2 * 1000 + 2 * 50));
        assert_eq!(CPU.bytes(&cost, 9), 4 * 16 * (1000 + 2 * 50));
        assert_eq!(CPU.bytes(&cost, 17), 4 * (20 * 1000 + 16 * 2 * 50));
        for primes in [1usize, 3, 8, 9, 40, 100] {
            let least = CPU.least(&cost, primes);
            assert!(CPU.len(&cost, least - 1, primes).is_err());
            for memory in (least..least + 1_000_000).step_by(997) {
                let len = CPU.len(&cost, memory, primes).unwrap();
                assert!(len >= 1 && len <= primes);
                let taken = |len: u64| CPU.kept(&cost, primes) + CPU.bytes(&cost, len);
                assert!(taken(len as u64) <= memory, "{primes} {memory} {len}");
            }
        }
    }

    #[test]
    fn batches_are_even() {
        let cost = Cost { words: Words { batch: 1000, scratch: 0 }, kept: 0, steps: 0 };
        let bundle = 4 * 16 * 1000;
        let len = |bundles: u64, primes| {
            Batching { enough: bundles * bundle, ..CPU }.len(&cost, 1 << 40, primes).unwrap() / 16
        };
        // 25 bundles in batches of at most 10: three of 10 at most, which two threads share.
        assert_eq!([len(10, 400), len(9, 400), len(1, 400), len(0, 400), len(25, 400)], [10, 8, 1, 1, 25]);
        assert_eq!(len(20, 400), 14);
    }

    #[test]
    fn costs_without_end_are_refused() {
        let words = Words { batch: u64::MAX, scratch: u64::MAX };
        assert!(CPU.len(&Cost { words, kept: u64::MAX, steps: u64::MAX }, 1 << 40, 5).is_err());
    }

    /// The memory of a bundle while it is worked on bounds how many are worked on, and not how many make a batch.
    #[test]
    fn scratch_does_not_shorten_batches() {
        let batching = Batching { at_once: 16, enough: 1 << 26, ..CPU };
        let cost = |scratch| Cost { words: Words { batch: 1 << 10, scratch }, kept: 1, steps: 1 };
        let len = |scratch, memory| batching.len(&cost(scratch), memory, 4000).unwrap();
        // 64 KiB for each bundle in its batch, and 6 MiB beside for each of sixteen.
        assert_eq!((len(0, 1 << 33), len(100_000, 1 << 33)), (4000, 4000));
        assert!(len(100_000, 110 << 20) < 4000 && batching.bytes(&cost(100_000), 400) > 98 << 20);
    }
}
