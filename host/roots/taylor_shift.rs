//! f(x + 1) from the coefficients of f, constant first.

use crate::alone;
use crate::error::Result;
use crate::poly::kronecker;
use rug::Integer;

/// Coefficients up to which additions are taken: a guess, of the order at which both ways take as long.
const BY_ADDITIONS: usize = 160;

/// Replaces f by f(x + 1). `look` is called every few milliseconds.
///
/// Halves of f are shifted alone, and the upper one is multiplied by a power of x + 1: O(log n) levels of products of all coefficients (von zur Gathen
/// and Gerhard, Fast algorithms for Taylor shifts, ISSAC 1997). Short ones take n(n-1)/2 additions.
///
/// # Errors
/// Of `look`.
pub fn shift(f: &mut [Integer], look: &(impl Fn() -> Result<()> + Sync)) -> Result<()> {
    look()?;
    if f.len() <= BY_ADDITIONS {
        by_additions(f);
        return Ok(());
    }
    let (count, middle) = (f.len(), f.len() / 2);
    let (low, high) = f.split_at_mut(middle);
    let (low_shifted, high_shifted) = alone::join(|| shift(low, look), || shift(high, look));
    low_shifted.and(high_shifted)?;
    let product = {
        let power = binomials(middle);
        let [high, power] = [&*high, &power].map(|list| list.iter().enumerate().collect::<Vec<_>>());
        kronecker::product(&high, &power, count)
    };
    for (at, c) in product.into_iter().enumerate() {
        match at.checked_sub(middle) {
            Some(at) => high[at] = c,
            None => low[at] += c,
        }
    }
    Ok(())
}

/// Horner's rule: after step i the coefficients from n - 1 - i on are those of the upper part of f at x + 1.
fn by_additions(f: &mut [Integer]) {
    for first in 0..f.len().saturating_sub(1) {
        for at in (first..f.len() - 1).rev() {
            let (low, high) = f.split_at_mut(at + 1);
            low[at] += &high[0];
        }
    }
}

/// The coefficients of (x + 1)^n.
fn binomials(n: usize) -> Vec<Integer> {
    let next = |(c, k): &(Integer, usize)| {
        let above = Integer::from(c * (n - k) as u64);
        (*k < n).then(|| (above.div_exact(&Integer::from(k + 1)), k + 1))
    };
    std::iter::successors(Some((Integer::from(1), 0)), next).map(|(c, _)| c).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::UnivariatePolynomial;

    /// Against f(x + 1) by Horner's rule with polynomials.
    #[test]
    fn shifts_are_compositions() {
        let linear = UnivariatePolynomial::new([1, 1]);
        let mut state = 1u64;
        for n in [0, 1, 2, 3, 40, BY_ADDITIONS, BY_ADDITIONS + 1, 2 * BY_ADDITIONS + 7] {
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                Integer::from(state as i64 >> 20)
            };
            let mut f: Vec<Integer> = (0..n).map(|_| next()).collect();
            let composed = f.iter().rev().fold(UnivariatePolynomial::default(), |sum, c| sum * &linear + c.clone());
            shift(&mut f, &|| Ok(())).unwrap();
            assert_eq!(UnivariatePolynomial::new(f), composed);
        }
        assert_eq!(binomials(4), [1, 4, 6, 4, 1]);
    }
}
