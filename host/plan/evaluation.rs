//! How polynomials are evaluated at the points of a grid, and what lengths of transforms that asks for.

use super::axis::Axis;
use gpu::transform::stockham::LONGEST;

/// The least 2^a 3^b 5^c >= `n`.
pub fn smooth_len(n: u32) -> u64 {
    let n = n.max(1) as u64;
    let mut best = n.next_power_of_two();
    let mut five = 1u64;
    while five < best {
        let mut three = five;
        while three < best {
            let mut candidate = three;
            while candidate < n {
                candidate *= 2;
            }
            best = best.min(candidate);
            three *= 3;
        }
        five *= 5;
    }
    best
}

/// How polynomials are evaluated at the points of a grid, and answers interpolated from their values there. The answer is the same for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Evaluation {
    /// Transforms of lengths 2^a 3^b 5^c along each variable where it is, or direct evaluation, whatever is faster.
    #[default]
    Auto,
    /// The transforms of the 2020 paper: Stockham's of lengths 2^l up to 8192 along the last variable, and a transposition that makes the next
    /// one the last. More than 8192 points of a variable are several cosets.
    Stockham,
}

impl Evaluation {
    /// The name in messages and reports.
    pub fn name(self) -> &'static str {
        match self {
            Evaluation::Auto => "auto",
            Evaluation::Stockham => "stockham",
        }
    }

    /// The least length of a transform with at least `n` points; for [`Evaluation::Stockham`] with `n` up to 8192.
    pub(crate) fn len(self, n: u32) -> u64 {
        match self {
            Evaluation::Auto => smooth_len(n),
            Evaluation::Stockham => u64::from(n.max(1)).next_power_of_two(),
        }
    }

    /// The axis of least length with at least `n` points on `cosets` cosets, more where transforms would be too long.
    pub(super) fn axis(self, n: u32, cosets: u32) -> Axis {
        let cosets = match self {
            Evaluation::Auto => cosets,
            Evaluation::Stockham => cosets.max(n.div_ceil(LONGEST)),
        };
        // A length beyond 32 bits becomes one that no prime has.
        Axis { len: u32::try_from(self.len(n.div_ceil(cosets))).unwrap_or(u32::MAX), cosets }
    }

    /// The least number of cosets with which transforms of `n` points are shorter than those of `axis`, which are longer than 1.
    pub(super) fn more_cosets(self, n: u32, axis: Axis) -> u32 {
        match self {
            Evaluation::Auto => axis.cosets + 1,
            Evaluation::Stockham => n.div_ceil(axis.len / 2).max(axis.cosets + 1),
        }
    }

    /// Whether transforms of this length are done so.
    pub(crate) fn transforms(self, len: u32) -> bool {
        match self {
            Evaluation::Auto => true,
            Evaluation::Stockham => len.is_power_of_two() && len <= LONGEST,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smooth_lengths() {
        for (n, want) in [(0, 1), (1, 1), (7, 8), (11, 12), (13, 15), (17, 18), (31, 32), (101, 108), (2911, 2916)] {
            assert_eq!(smooth_len(n), want);
        }
        for n in 1..3000u32 {
            let naive = (n..).find(|&m| {
                let mut r = m;
                for q in [2, 3, 5] {
                    while r % q == 0 {
                        r /= q;
                    }
                }
                r == 1
            });
            assert_eq!(Some(smooth_len(n) as u32), naive);
        }
    }

    #[test]
    fn lengths_and_cosets() {
        let axis = |n, cosets| {
            let Axis { len, cosets } = Evaluation::Stockham.axis(n, cosets);
            (len, cosets)
        };
        assert_eq!([axis(0, 1), axis(1, 1), axis(2, 1), axis(33, 1)], [(1, 1), (1, 1), (2, 1), (64, 1)]);
        assert_eq!([axis(8192, 1), axis(8193, 1), axis(29_791, 1)], [(8192, 1), (8192, 2), (8192, 4)]);
        assert_eq!([axis(33, 3), axis(100_000, 5)], [(16, 3), (8192, 13)]);
        for n in [2, 3, 33, 8193, 100_000, 1 << 30] {
            let mut axis = Evaluation::Stockham.axis(n, 1);
            while axis.len > 1 {
                let shorter = Evaluation::Stockham.axis(n, Evaluation::Stockham.more_cosets(n, axis));
                assert!(shorter.len < axis.len && shorter.points() >= u64::from(n), "{n}: {axis:?}, {shorter:?}");
                axis = shorter;
            }
        }
        assert_eq!(Evaluation::Auto.axis(33, 1), Axis { len: 36, cosets: 1 });
    }
}
