//! Limits of the expansion of products and powers, checked before anything is expanded.
//!
//! Bounds: f g has at most min(|f| |g|, box) terms, where the box counts the exponents between smallest and largest, and
//! coefficients of at most bits(f) + bits(g) + log2 min(|f|, |g|) bits. f^n has at most min(C(n + t - 1, t - 1), box) terms
//! for t terms, and coefficients of at most n log2 |f|_1 bits.

use super::polynomial::{Term, max_bits, norm1};
use super::product::exponent_range;
use crate::error::{ErrorKind, Result};

/// 1 GiB in 64-bit words.
const WORDS: u128 = 1 << 27;
/// Steps of a few nanoseconds each.
const STEPS: u128 = 1 << 34;
/// 20 million digits: a power of that size takes about a second.
const BITS: u128 = 1 << 26;
/// Beyond so many words the product of integers is better than quadratic.
const SCHOOL: u128 = 512;

/// The remaining steps for one input text (or one power).
#[derive(Debug)]
pub(super) struct Budget {
    vars: u128,
    /// Words of 64 bits.
    words: u128,
    steps: u128,
}

fn limit(what: &'static str, needed: u128, allowed: u128) -> Result<()> {
    match needed > allowed {
        true => Err(ErrorKind::Limit { what, needed, allowed }.into()),
        false => Ok(()),
    }
}

fn words_of(bits: u128) -> u128 {
    bits / 64 + 1
}

/// Steps of one product of coefficients with so many words, and of putting it in its place.
fn product_steps(a: u128, b: u128) -> u128 {
    a.max(b).saturating_mul(a.min(b).min(SCHOOL)).saturating_add(16)
}

/// Cells of the box of exponents that the n-fold sums of the ranges span.
fn cells(ranges: impl Iterator<Item = u128>) -> u128 {
    ranges.fold(1, |cells, range| cells.saturating_mul(range + 1))
}

/// min(C(n + t - 1, t - 1), something at least `enough`), for t >= 1: the product is exact until it passes `enough`.
///
/// The n-th power of t terms has no more terms than the first number.
pub(crate) fn multinomial_count(t: u128, n: u128, enough: u128) -> u128 {
    // C(n + t - 1, k) with k = min(n, t - 1) by C(m, i) = C(m, i - 1) (m - i + 1) / i.
    let mut count = 1u128;
    for i in 1..=n.min(t - 1) {
        count = count.saturating_mul(n + t - i) / i;
        if count >= enough {
            break;
        }
    }
    count
}

impl Budget {
    pub(super) fn new(vars: usize, bytes: u64) -> Self {
        Budget { vars: vars as u128, words: WORDS.min(u128::from(bytes) / 8), steps: 0 }
    }

    /// Allows the next polynomials `bytes` bytes, and 1 GiB.
    pub(super) fn allow(&mut self, bytes: u64) {
        self.words = WORDS.min(u128::from(bytes) / 8);
    }

    /// Takes steps from the budget.
    pub(super) fn spend(&mut self, steps: u128) -> Result<()> {
        self.steps = self.steps.saturating_add(steps);
        limit("steps to expand the products and powers", self.steps, STEPS)
    }

    /// Checks the size of a polynomial that is about to be made.
    pub(super) fn size(&self, terms: u128, bits: u128) -> Result<()> {
        let words = terms.saturating_mul(self.vars / 2 + 6 + words_of(bits));
        limit("64-bit words of the expanded polynomial", words, self.words)
    }

    /// Checks f^n for n >= 1.
    pub(super) fn power(&mut self, f: &[Term], n: u32) -> Result<()> {
        let (t, n) = (f.len() as u128, u128::from(n));
        if f.is_empty() || n == 1 {
            return Ok(());
        }
        // ceil(log2 |f|_1): a coefficient of f^n is at most |f|_1^n.
        let bits = n * u128::from((norm1(f) - 1u32).significant_bits());
        limit("bits of a coefficient", bits, BITS)?;
        let boxed = cells(exponent_range(f).iter().map(|r| u128::from(r.1 - r.0) * n));
        let terms = multinomial_count(t, n, boxed).min(boxed);
        self.size(terms, bits)?;
        let each = product_steps(words_of(u128::from(max_bits(f))), words_of(bits));
        match t {
            // One coefficient: about log2 n squarings of falling cost.
            1 => self.spend(2 * product_steps(words_of(bits), words_of(bits))),
            _ => self.spend(n.saturating_mul(t).saturating_mul(terms).saturating_mul(each)),
        }
    }

    /// Checks f * g, neither empty.
    pub(super) fn product(&mut self, f: &[Term], g: &[Term]) -> Result<()> {
        let (bits_f, bits_g) = (u128::from(max_bits(f)), u128::from(max_bits(g)));
        let short = f.len().min(g.len()) as u128;
        let bits = bits_f + bits_g + u128::from(128 - short.leading_zeros());
        limit("bits of a coefficient", bits, BITS.max(bits_f).max(bits_g))?;
        let (range_f, range_g) = (exponent_range(f), exponent_range(g));
        let ranges = range_f.iter().zip(&range_g).map(|(a, b)| u128::from(a.1 - a.0) + u128::from(b.1 - b.0));
        let pairs = (f.len() as u128).saturating_mul(g.len() as u128);
        self.size(pairs.min(cells(ranges)), bits)?;
        self.spend(pairs.saturating_mul(product_steps(words_of(bits_f), words_of(bits_g))))
    }

    /// Checks the length of the product of integers of so many bits.
    pub(super) fn integer_length(&self, bits_f: u128, bits_g: u128) -> Result<()> {
        // A factor 0 or 1 in absolute value never makes the other larger.
        let bits = if bits_f.min(bits_g) <= 1 { 0 } else { bits_f + bits_g };
        limit("bits of a coefficient", bits, BITS.max(bits_f).max(bits_g))
    }

    /// Checks the product of two integers.
    pub(super) fn integer_product(&mut self, bits_f: u32, bits_g: u32) -> Result<()> {
        let (bits_f, bits_g) = (u128::from(bits_f), u128::from(bits_g));
        self.integer_length(bits_f, bits_g)?;
        self.spend(product_steps(words_of(bits_f), words_of(bits_g)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_exponent_vectors() {
        assert_eq!(multinomial_count(2, 1_000_000, u128::MAX), 1_000_001);
        assert_eq!(multinomial_count(4, 20, u128::MAX), 1771);
        assert_eq!(multinomial_count(3, 2, u128::MAX), 6);
        assert!(multinomial_count(1000, 1000, 1 << 40) >= 1 << 40);
        assert!(multinomial_count(100_000, 100_000, u128::MAX) >= 1 << 100);
    }

    #[test]
    fn steps_add_up() {
        let mut budget = Budget::new(1, u64::MAX);
        assert!(budget.spend(STEPS).is_ok());
        assert!(matches!(budget.spend(1).unwrap_err().kind(), ErrorKind::Limit { allowed: STEPS, .. }));
        assert!(Budget::new(1000, u64::MAX).size(1 << 20, 0).is_err());
        assert!(Budget::new(2, u64::MAX).size(1 << 20, 64).is_ok());
    }
}
