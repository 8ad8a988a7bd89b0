//! Integers lifted from blocks of primes, one block after the other.

use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::tasks::Tasks;
use rug::Integer;

/// Integers known modulo a product of odd primes, in the symmetric range.
#[derive(Debug, Clone)]
pub(crate) struct Lifted {
    /// |v| <= (modulus - 1) / 2.
    pub values: Vec<Integer>,
    /// The product.
    pub modulus: Integer,
}

impl Lifted {
    /// The integers modulo the products of both, whose primes differ.
    ///
    /// With `self` = C modulo M and `block` = D modulo N the integers are C + M t, where t = (D - C) / M modulo N in the
    /// symmetric range: |C + M t| <= (M - 1) / 2 + M (N - 1) / 2 = (M N - 1) / 2. A constant number of products of integers of
    /// that size each, all cores.
    ///
    /// # Errors
    /// `Argument` when the products have a common factor: `self` is as it was; `Cancelled`, and then it is not.
    pub fn extend(&mut self, block: &Lifted, control: &Control) -> Result<()> {
        let (m, n) = (&self.modulus, &block.modulus);
        let Some(inverse) = m.invert_ref(n).map(Integer::from) else {
            return Err(Error::argument("moduli", "a prime is in both blocks: must be distinct"));
        };
        let half = Integer::from(n >> 1u32);
        let tasks = Tasks::new(control, 1.0, self.values.len());
        self.values.par_iter_mut().zip(&block.values).try_for_each(|(c, d)| {
            control.check()?;
            tasks.done(1);
            let mut t = Integer::from(d - &*c) % n;
            if t.is_zero() {
                return Ok(());
            }
            t *= &inverse;
            t.modulo_mut(n);
            if t > half {
                t -= n;
            }
            t *= m;
            *c += t;
            Ok::<(), Error>(())
        })?;
        self.modulus *= n;
        Ok(())
    }

    /// Whether the integers agree modulo the product of `block`.
    pub fn agrees(&self, block: &Lifted) -> bool {
        let pairs = self.values.par_iter().zip(&block.values);
        pairs.all(|(c, d)| Integer::from(c - d).is_divisible(&block.modulus))
    }

    /// Bits between the largest of the integers and the end of the range. Integers that do not fit the range leave few: their
    /// residues in it are as good as random.
    pub fn room(&self) -> u32 {
        let most = self.values.iter().map(Integer::significant_bits).max().unwrap_or(0);
        self.modulus.significant_bits().saturating_sub(2).saturating_sub(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lifted(values: &[Integer], modulus: &Integer) -> Lifted {
        let half = Integer::from(modulus >> 1u32);
        let symmetric = |v: &Integer| {
            let v = v.clone().modulo(modulus);
            if v > half { v - modulus } else { v }
        };
        Lifted { values: values.iter().map(symmetric).collect(), modulus: modulus.clone() }
    }

    #[test]
    fn blocks_give_the_whole() {
        let blocks: Vec<Integer> =
            [3u64 * 5, 7 * 11 * 13, 1_431_655_751 * 17, 19].map(Integer::from).into_iter().collect();
        let product = blocks.iter().fold(Integer::from(1), |acc, n| acc * n);
        let end = Integer::from(&product >> 1u32);
        let mut values: Vec<Integer> = [0, 1, -1, 7, -8, 507, 1_000_000].map(Integer::from).into_iter().collect();
        values.extend([end.clone(), -end.clone(), Integer::from(&end - 1u32), 1 - end]);
        let mut all = lifted(&values, &blocks[0]);
        for n in &blocks[1..] {
            let block = lifted(&values, n);
            all.extend(&block, &Control::default()).unwrap();
            assert!(all.agrees(&block));
        }
        assert_eq!((&all.values, &all.modulus, all.room()), (&values, &product, 0));
        let before = all.clone();
        assert!(all.extend(&lifted(&values, &Integer::from(5 * 23)), &Control::default()).is_err());
        assert_eq!((&all.values, &all.modulus), (&before.values, &before.modulus));
        // One integer that is wrong, wherever it stands, is seen.
        for at in 0..values.len() {
            let mut wrong = lifted(&values, &blocks[1]);
            wrong.values[at] += 1;
            assert!(!all.agrees(&wrong), "{at}");
        }
    }

    #[test]
    fn room_is_what_is_left() {
        let modulus = (Integer::from(1) << 100u32) + 1u32;
        assert_eq!(lifted(&[Integer::from(-1), Integer::from(1023)], &modulus).room(), 101 - 2 - 10);
        assert_eq!(lifted(&[], &modulus).room(), 99);
    }
}
