//! Products of many integers that come one by one, as the constants of a term that is read.

use super::limits::Budget;
use crate::error::Result;
use rug::Integer;

/// Bits up to which a product is multiplied by the next factor as it comes.
const SHORT: u32 = 1 << 10;

/// The product of integers so far. Long products wait until what comes behind them is about as long, so that k factors of b bits each take
/// O(M(k b) log k) steps, M(n) those of a product of n bits, and not O(k^2 b).
#[derive(Debug)]
pub(super) struct Constant {
    /// Products that wait: each is more than twice as long as the next one.
    waiting: Vec<Integer>,
    /// A bound on the bits of their product.
    bits: u128,
    /// The product of the factors behind them.
    last: Integer,
}

impl Constant {
    pub(super) fn one() -> Self {
        Constant { waiting: Vec::new(), bits: 0, last: Integer::from(1) }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.last.is_zero()
    }

    /// Changes the sign.
    pub(super) fn negate(&mut self) {
        self.last = -std::mem::take(&mut self.last);
    }

    /// Takes one factor more.
    ///
    /// # Errors
    /// `Limit` for too many bits or steps.
    pub(super) fn multiply(&mut self, factor: Integer, budget: &mut Budget) -> Result<()> {
        let bits = factor.significant_bits();
        budget.integer_length(self.bits + u128::from(self.last.significant_bits()), bits.into())?;
        if self.last.significant_bits() > SHORT && bits > 1 {
            self.bits += u128::from(self.last.significant_bits());
            self.waiting.push(std::mem::replace(&mut self.last, factor));
            while let [.., longer, shorter] = &self.waiting[..]
                && longer.significant_bits() <= 2 * shorter.significant_bits()
            {
                budget.integer_product(longer.significant_bits(), shorter.significant_bits())?;
                let shorter = self.waiting.pop();
                if let (Some(longer), Some(shorter)) = (self.waiting.last_mut(), shorter) {
                    *longer *= shorter;
                }
            }
            return Ok(());
        }
        budget.integer_product(self.last.significant_bits(), bits)?;
        self.last *= factor;
        if self.last.is_zero() {
            self.waiting.clear();
            self.bits = 0;
        }
        Ok(())
    }

    /// The product of all factors.
    ///
    /// # Errors
    /// As [`Constant::multiply`].
    pub(super) fn value(mut self, budget: &mut Budget) -> Result<Integer> {
        while let Some(longer) = self.waiting.pop() {
            budget.integer_product(longer.significant_bits(), self.last.significant_bits())?;
            self.last *= longer;
        }
        Ok(self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    fn product(factors: &[Integer]) -> Result<Integer> {
        let (mut constant, mut budget) = (Constant::one(), Budget::new(1, u64::MAX));
        for factor in factors {
            constant.multiply(factor.clone(), &mut budget)?;
        }
        constant.value(&mut budget)
    }

    #[test]
    fn products_of_any_lengths() {
        let long = Integer::from(7) << 3000u32;
        for factors in [
            vec![],
            vec![Integer::from(-3); 5000],
            vec![long.clone(), 5.into(), long.clone(), (-1).into(), long.clone(), long.clone(), 3.into()],
            vec![long.clone(), 0.into(), long.clone(), long],
        ] {
            let expected = factors.iter().fold(Integer::from(1), |all, factor| all * factor);
            assert_eq!(product(&factors).unwrap(), expected);
        }
        let large = Integer::from(1) << (1u32 << 25);
        let error = product(&[large.clone(), large, 2.into()]).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit { what: "bits of a coefficient", .. }), "{error}");
    }

    /// Products of the whole with one factor each would be more than 2^34 steps.
    #[test]
    fn many_factors_take_few_steps() {
        let (mut constant, mut budget) = (Constant::one(), Budget::new(1, u64::MAX));
        for _ in 0..2_000_000 {
            constant.multiply(Integer::from(1_000_003), &mut budget).unwrap();
            assert!(constant.waiting.len() < 32);
        }
        assert!(constant.value(&mut budget).unwrap().significant_bits() > 39_000_000);
    }
}
