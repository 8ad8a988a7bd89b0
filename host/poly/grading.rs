//! Weights of variables for which the leading form of a divisor is a single term.
//!
//! Of a quotient in descending order of weights, the terms of one weight come from terms of the dividend and of the quotient with larger weights only. With a gap between
//! the weights of the divisor's leading term and of all its others, so do the terms of so many weights: none of them depends on another.

use super::polynomial::{Exponents, Term};
use crate::alone::prelude::*;

/// The largest weight of a term: exponents are packed as numbers below it.
const MOST: u64 = 1 << 30;

/// Weights besides those of single variables and of all alike are below 2, 4, ..., 2^`SIZES`.
const SIZES: u32 = 8;

/// Weights, and the end at which the leading term of a divisor is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Grading {
    weights: Vec<u32>,
    /// The leading term has the lowest weight, and terms are counted by how far they are below the highest.
    from_below: bool,
    /// How far the divisor's terms are from its leading one, at least.
    pub gap: u64,
    /// The variable whose exponent is not packed: the weight and the others tell it.
    implied: usize,
}

fn weight(weights: &[u32], exponents: &[u32]) -> u64 {
    exponents.iter().zip(weights).map(|(&e, &s)| u64::from(e) * u64::from(s)).sum()
}

/// Numbers that look random, the same in every run.
fn scrambled(n: u64) -> u64 {
    let n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}

impl Grading {
    /// The one with the fewest gaps for a dividend of these degrees, and their number; `None` where none of some has a single leading term. O(n^2 s) steps
    /// for s terms in n variables.
    pub fn choose(divisor: &[Term], degrees: &[u32]) -> Option<(Self, u64)> {
        let n = degrees.len();
        let units = (0..n).map(|k| (0..n).map(|i| u32::from(i == k)).collect::<Vec<u32>>());
        let random = |bits: u32| {
            let weight = |k: usize| 1 + (scrambled(u64::from(bits) << 32 | (k as u64 + 1)) % (1 << bits)) as u32;
            (0..n).map(weight).collect()
        };
        let all: Vec<Vec<u32>> = units.chain([vec![1; n]]).chain((1..=SIZES).map(random)).collect();
        let rounds = |weights: Vec<u32>| {
            let top = weight(&weights, degrees);
            let implied = (0..n).filter(|&k| weights[k] > 0).max_by_key(|&k| degrees[k])?;
            let (from_below, gap) = gap(divisor, &weights).filter(|_| top < MOST)?;
            Some((Grading { weights, from_below, gap, implied }, top / gap + 1))
        };
        let found: Vec<(Self, u64)> = all.into_par_iter().filter_map(rounds).collect();
        found.into_iter().min_by_key(|(_, rounds)| *rounds)
    }

    /// The highest number of a weight for a polynomial of these degrees, at most.
    pub fn top(&self, degrees: &[u32]) -> u64 {
        weight(&self.weights, degrees)
    }

    /// The highest number of a weight and the highest exponents of all variables but one, for a polynomial of these degrees.
    pub fn highest(&self, degrees: &[u32]) -> Exponents {
        // Below 2^30.
        let top = self.top(degrees) as u32;
        let others = degrees.iter().enumerate().filter(|(k, _)| *k != self.implied).map(|(_, &e)| e);
        [top].into_iter().chain(others).collect()
    }

    /// The number of the weight, and all exponents but one, for a polynomial whose numbers are up to `top`. Those of a product are the sums.
    pub fn packed(&self, exponents: &[u32], top: u64) -> Exponents {
        let weight = weight(&self.weights, exponents);
        // Below 2^30.
        let number = if self.from_below { top - weight } else { weight } as u32;
        let others = exponents.iter().enumerate().filter(|(k, _)| *k != self.implied).map(|(_, &e)| e);
        [number].into_iter().chain(others).collect()
    }

    /// The exponents, if there is no negative one.
    pub fn exponents(&self, packed: &[u32], top: u64) -> Option<Exponents> {
        let (&number, others) = packed.split_first()?;
        let weight = if self.from_below { top.checked_sub(number.into())? } else { number.into() };
        let mut exponents = Exponents::from_slice(others);
        exponents.insert(self.implied, 0);
        let rest = weight.checked_sub(self::weight(&self.weights, &exponents))?;
        let step = u64::from(self.weights[self.implied]);
        exponents[self.implied] = u32::try_from(rest / step).ok().filter(|_| rest % step == 0)?;
        Some(exponents)
    }
}

/// The end at which there is a single term, and how far all others are from it: the larger gap, where both ends have one. `None` for a single term.
fn gap(divisor: &[Term], weights: &[u32]) -> Option<(bool, u64)> {
    let all: Vec<u64> = divisor.iter().map(|term| weight(weights, &term.exponents)).collect();
    let (lowest, highest) = (*all.iter().min()?, *all.iter().max()?);
    let is_single = |end: u64| all.iter().filter(|&&w| w == end).count() == 1;
    let below = all.iter().filter(|&&w| w > lowest).min().map(|w| w - lowest).filter(|_| is_single(lowest));
    let above = all.iter().filter(|&&w| w < highest).max().map(|w| highest - w).filter(|_| is_single(highest));
    [(true, below), (false, above)].into_iter().filter_map(|(end, gap)| Some((end, gap?))).max_by_key(|(_, gap)| *gap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::Polynomial;

    fn chosen(divisor: &str, degrees: [u32; 3]) -> Option<(Grading, u64)> {
        let divisor = Polynomial::parse_in(divisor, &["x", "y", "z"]).unwrap();
        Grading::choose(divisor.terms(), &degrees)
    }

    #[test]
    fn few_gaps() {
        let (grading, gaps) = chosen("x + y^5 + z^40 + 1", [12, 60, 400]).unwrap();
        assert_eq!((grading.gap, gaps, grading.from_below), (40, 11, false));
        // No single variable will do, and of all the lowest term is the single one.
        let (grading, gaps) = chosen("x*y + y*z + x*z + 1", [1, 1, 1]).unwrap();
        assert_eq!((grading.gap, gaps, grading.from_below), (2, 2, true));
        assert!(chosen("x*y + y*z + x*z", [7, 7, 7]).is_some());
        assert!(chosen("x*y", [7, 7, 7]).is_none());
        assert!(chosen("x + y", [1 << 30, 1 << 30, 0]).is_none());
    }

    #[test]
    fn exponents_come_back() {
        for divisor in ["x + y^5 + z^40 + 1", "x*y + y*z + x*z", "x*y*z^5 + x*y^5*z + x^5*y*z + 1", "x^2 - 1"] {
            let degrees = [9, 50, 400];
            let (grading, _) = chosen(divisor, degrees).unwrap();
            let top = grading.top(&degrees);
            for exponents in [[0, 0, 0], [9, 50, 400], [3, 1, 17], [0, 0, 399]] {
                let packed = grading.packed(&exponents, top);
                assert!(u64::from(packed[0]) <= top && packed.len() == 3);
                assert_eq!(grading.exponents(&packed, top).unwrap()[..], exponents);
                // A product.
                let twice: Exponents = packed.iter().map(|e| 2 * e).collect();
                let expected: Vec<u32> = exponents.iter().map(|e| 2 * e).collect();
                assert_eq!(grading.exponents(&twice, 2 * top).unwrap()[..], expected[..]);
            }
        }
        // x would be -1, and of x^2 a half.
        let grading = Grading { weights: vec![2, 1, 1], from_below: false, gap: 1, implied: 0 };
        assert_eq!(grading.exponents(&[5, 3, 4], 9), None);
        assert_eq!(grading.exponents(&[8, 3, 4], 9), None);
        assert_eq!(grading.exponents(&[9, 3, 4], 9).unwrap()[..], [1, 3, 4]);
    }
}
