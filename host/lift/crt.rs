//! Constants of a set of primes for the explicit Chinese remaindering of every engine: their product, its limbs, and
//! the last step.

use super::tables::product_levels;
use crate::alone::prelude::*;
use crate::error::{Error, ErrorKind, Result};
use gpu::arith::Mont31;
use gpu::integers::crt::{LIMB_BITS, MAX_MODULI, limb, limbs_len};
use rug::Integer;
use rug::integer::Order;

/// Moduli of a leaf of the product tree.
pub(crate) const LEAF: usize = 64;

/// Refuses sets of moduli that explicit remaindering is not proved for.
///
/// # Errors
/// `Argument` when there is no modulus, or two are the same; `Limit` above [`MAX_MODULI`]. Primality is the caller's.
pub(crate) fn check_moduli(moduli: impl Iterator<Item = u64>) -> Result<()> {
    let mut sorted: Vec<u64> = moduli.collect();
    if sorted.is_empty() {
        return Err(Error::argument("moduli", "at least one prime is needed"));
    }
    if sorted.len() > MAX_MODULI {
        let (needed, allowed) = (sorted.len() as u128, MAX_MODULI as u128);
        return Err(ErrorKind::Limit { what: "primes of one lift", needed, allowed }.into());
    }
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Error::argument("moduli", format!("{} twice: must be distinct", pair[0]))),
        None => Ok(()),
    }
}

/// Refuses `count` residues that are not `primes` rows of `width`.
///
/// # Errors
/// `Shape`.
pub(crate) fn check_residues(count: usize, primes: usize, width: usize) -> Result<()> {
    match primes.checked_mul(width) {
        Some(expected) if expected == count => Ok(()),
        expected => {
            let expected = expected.unwrap_or(usize::MAX);
            Err(ErrorKind::Shape { what: "residues", expected, found: count }.into())
        }
    }
}

/// A set of distinct primes p_0, ..., p_(N-1) with their product M.
#[derive(Debug)]
pub(crate) struct Chinese {
    /// Products of [`LEAF`] primes; each further level multiplies two neighbours. Last: M alone.
    pub levels: Vec<Vec<Integer>>,
    /// (M - 1) / 2.
    half: Integer,
}

impl Chinese {
    /// The primes and their product.
    ///
    /// # Errors
    /// As [`check_moduli`].
    pub fn new(moduli: &[Mont31]) -> Result<Self> {
        check_moduli(moduli.iter().map(|m| u64::from(m.modulus())))?;
        let leaf = |chunk: &[Mont31]| chunk.iter().fold(Integer::from(1), |acc, m| acc * m.modulus());
        let levels = product_levels(moduli.par_chunks(LEAF).map(leaf).collect());
        let mut chinese = Chinese { levels, half: Integer::new() };
        chinese.half = Integer::from(chinese.product() >> 1);
        Ok(chinese)
    }

    /// M.
    pub fn product(&self) -> &Integer {
        let top = &self.levels;
        // The tree has at least one level, and the last has one node.
        &top[top.len() - 1][0]
    }

    /// Number of limbs for numbers in \[-M, M).
    pub fn limbs_len(&self) -> usize {
        limbs_len(self.product().significant_bits() as usize)
    }

    /// The limbs of M, and those of -M in two's complement.
    #[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "for the lift on a device"))]
    pub fn limbs(&self) -> (Vec<u32>, Vec<u32>) {
        let len = self.limbs_len();
        let product = limbs_of(self.product(), len);
        let whole = Integer::from(1) << (LIMB_BITS * len as u32);
        (product, limbs_of(&(whole - self.product()), len))
    }

    /// v in the symmetric range, from v or v + M: the exact decision that [`gpu::integers::crt::round`] leaves open.
    pub fn symmetric(&self, value: Integer) -> Integer {
        if value > self.half { value - self.product() } else { value }
    }
}

/// `len` limbs of a number >= 0.
pub(crate) fn limbs_of(value: &Integer, len: usize) -> Vec<u32> {
    let words = value.to_digits::<u32>(Order::Lsf);
    (0..len).map(|i| limb(&words, i)).collect()
}

/// The integer that `words` are in two's complement; they are overwritten.
#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "for the lift on a device"))]
pub(crate) fn from_twos_complement(words: &mut [u64]) -> Integer {
    let negative = words.last().is_some_and(|&top| top >> 63 != 0);
    if negative {
        // -v = !v + 1, and !v + 1 overflows for v = 0 only.
        let mut carry = true;
        for word in &mut *words {
            (*word, carry) = (!*word).overflowing_add(carry as u64);
        }
    }
    let len = words.iter().rposition(|&word| word != 0).map_or(0, |top| top + 1);
    let magnitude = Integer::from_digits(&words[..len], Order::Lsf);
    if negative { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twos_complement_of_both_signs() {
        for value in [0i128, 1, -1, 5, -5, 1 << 64, -(1 << 64), i128::MAX, i128::MIN + 1, i128::MIN] {
            let mut words = [value as u64, (value >> 64) as u64, if value < 0 { u64::MAX } else { 0 }];
            assert_eq!(from_twos_complement(&mut words), value);
        }
        assert_eq!(from_twos_complement(&mut []), 0);
        assert_eq!(from_twos_complement(&mut [u64::MAX, u64::MAX]), -1);
    }

    #[test]
    fn sets_are_checked() {
        let set = |primes: &[u32]| primes.iter().map(|&p| Mont31::new(p).unwrap()).collect::<Vec<_>>();
        assert!(Chinese::new(&[]).is_err());
        assert!(Chinese::new(&set(&[7, 5, 7])).is_err());
        assert!(check_moduli(1..=MAX_MODULI as u64).is_ok() && check_moduli(0..=MAX_MODULI as u64).is_err());
        let chinese = Chinese::new(&set(&[7, 5, 3])).unwrap();
        assert_eq!((chinese.product().to_u32(), chinese.limbs_len()), (Some(105), 16));
        for value in -52..=52 {
            assert_eq!(chinese.symmetric(Integer::from(value)), value);
        }
        // The rest after rounding down.
        assert_eq!([53, 54].map(|above| chinese.symmetric(Integer::from(above)).to_i32()), [Some(-52), Some(-51)]);
        let (product, minus) = chinese.limbs();
        assert_eq!((product[0], &product[1..]), (105, &[0; 15][..]));
        assert_eq!((minus[0], &minus[1..]), ((1 << 28) - 105, &[(1 << 28) - 1; 15][..]));
    }
}
