//! Constants of a set of primes for mixed-radix conversion and recovery: computed once, shared by all coefficients.

use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{Error, Result};
use gpu::arith::Mont31;
use gpu::integers::mixed_radix::{self, CHUNK, Weights};
use rug::Integer;
use std::sync::OnceLock;

/// Digits of one leaf of the product tree.
pub(super) const LEAF: usize = 32;

/// Tables of an ascending set of N primes.
///
/// Each part is computed on first use: [`MixedRadixTables::starts`] is 4 N bytes, [`MixedRadixTables::weights`] about
/// 2 N^2 bytes, and the products for [`super::recover()`] are 4 N log2(N / 16) bytes. An engine uses the starts or the
/// weights.
///
/// ```
/// use eliminant::lift::{MixedRadixTables, recover};
/// use gpu::arith::Mont31;
///
/// let primes = [5, 7, 11].map(|p| Mont31::new(p).unwrap());
/// let tables = MixedRadixTables::new(&primes)?;
/// // 2 + 3 * 5 + 1 * 35 = 52, and 4 + 6 * 5 + 10 * 35 = 384 = -1 modulo 385: digits [prime][coefficient].
/// assert_eq!(recover(&tables, &[2, 4, 3, 6, 1, 10], 2)?, [52, -1]);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug)]
pub struct MixedRadixTables {
    moduli: Vec<Mont31>,
    starts: OnceLock<Vec<u32>>,
    weights: OnceLock<Vec<Weights>>,
    products: OnceLock<Products>,
}

/// Products of consecutive moduli.
#[derive(Debug)]
pub(super) struct Products {
    /// m_(2k) m_(2k+1), below 2^61; the last modulus alone when N is odd.
    pub pairs: Vec<u64>,
    /// Level 0: products of [`LEAF`] moduli; each further level multiplies two neighbours. Last: the product of all.
    pub levels: Vec<Vec<Integer>>,
}

impl MixedRadixTables {
    /// Tables of `moduli`: strictly ascending primes.
    ///
    /// # Errors
    /// When there is no modulus, or they do not ascend strictly. Primality is the caller's.
    pub fn new(moduli: &[Mont31]) -> Result<Self> {
        if moduli.is_empty() {
            return Err(Error::argument("moduli", "at least one prime is needed"));
        }
        if let Some(pair) = moduli.windows(2).find(|pair| pair[0].modulus() >= pair[1].modulus()) {
            return Err(Error::argument(
                "moduli",
                format!("{} before {}: must ascend strictly", pair[0].modulus(), pair[1].modulus()),
            ));
        }
        Ok(MixedRadixTables {
            moduli: moduli.to_vec(),
            starts: OnceLock::new(),
            weights: OnceLock::new(),
            products: OnceLock::new(),
        })
    }

    /// The moduli, ascending.
    pub fn moduli(&self) -> &[Mont31] {
        &self.moduli
    }

    /// [`mixed_radix::start`] of every modulus, for the cooperative forms. N^2 / 2 products on first use.
    pub fn starts(&self) -> &[u32] {
        self.starts.get_or_init(|| {
            (0..self.moduli.len()).into_par_iter().map(|i| mixed_radix::start(&self.moduli, i)).collect()
        })
    }

    /// The table of [`mixed_radix::weights`], for [`mixed_radix::convert_lanes`]. 2 N^2 products on first use.
    pub fn weights(&self) -> &[Weights] {
        // A control of its own is not cancelled.
        self.weights.get_or_init(|| self.weight_table(&Control::default()).unwrap_or_default())
    }

    /// [`MixedRadixTables::weights`], which looks at a control.
    ///
    /// # Errors
    /// `Cancelled`.
    pub(crate) fn weights_watched(&self, control: &Control) -> Result<&[Weights]> {
        if self.weights.get().is_none() {
            let table = self.weight_table(control)?;
            // Where another thread was first, its table is the same.
            let _ = self.weights.set(table);
        }
        Ok(self.weights())
    }

    fn weight_table(&self, control: &Control) -> Result<Vec<Weights>> {
        let n = self.moduli.len();
        let mut table = vec![Weights([0; CHUNK]); mixed_radix::weights_len(n)];
        let mut chunks = Vec::with_capacity(n.div_ceil(CHUNK));
        let mut rest = &mut table[..];
        for chunk in 0..n.div_ceil(CHUNK) {
            let len = mixed_radix::weights_offset(chunk + 1) - mixed_radix::weights_offset(chunk);
            let (rows, behind) = rest.split_at_mut(len);
            chunks.push(rows);
            rest = behind;
        }
        chunks.into_par_iter().enumerate().try_for_each(|(chunk, rows)| {
            control.check()?;
            for q in 0..CHUNK.min(n - chunk * CHUNK) {
                mixed_radix::weights(&self.moduli, chunk * CHUNK + q, |j, weight| rows[j].0[q] = weight);
            }
            Ok::<(), Error>(())
        })?;
        Ok(table)
    }

    /// M, the product of all moduli: digits stand for the integers v with |v| <= (M - 1) / 2.
    pub fn product(&self) -> &Integer {
        let top = &self.products().levels;
        // The tree has at least one level, and the last has one node.
        &top[top.len() - 1][0]
    }

    pub(super) fn products(&self) -> &Products {
        self.products.get_or_init(|| {
            let pairs: Vec<u64> =
                self.moduli.chunks(2).map(|pair| pair.iter().map(|m| m.modulus() as u64).product()).collect();
            let leaf = |pairs: &[u64]| pairs.iter().fold(Integer::from(1), |acc, &pair| acc * pair);
            let levels = product_levels(pairs.par_chunks(LEAF / 2).map(leaf).collect());
            Products { pairs, levels }
        })
    }
}

/// The product of `factors`, 1 of none: a tree over leaves of [`LEAF`] of them.
pub(crate) fn product(factors: &[u64]) -> Integer {
    let leaf = |factors: &[u64]| factors.iter().fold(Integer::from(1), |acc, &factor| acc * factor);
    let levels = product_levels(factors.par_chunks(LEAF).map(leaf).collect());
    levels.into_iter().next_back().and_then(|mut top| top.pop()).unwrap_or_else(|| Integer::from(1))
}

/// The product tree over `leaves`, at least one: level 0 is the leaves, each further level multiplies two neighbours, the last
/// has one node.
pub(super) fn product_levels(leaves: Vec<Integer>) -> Vec<Vec<Integer>> {
    let mut levels = vec![leaves];
    while levels[levels.len() - 1].len() > 1 {
        let above = levels[levels.len() - 1].par_chunks(2).map(|pair| pair.iter().product()).collect();
        levels.push(above);
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_any_length() {
        for n in [0, 1, 2, 31, 32, 33, 64, 65, 96, 97, 200] {
            let factors: Vec<u64> = (0..n).map(|i| u64::MAX - 2 * i).collect();
            let expected = factors.iter().fold(Integer::from(1), |acc, &factor| acc * factor);
            assert_eq!(product(&factors), expected, "{n}");
        }
    }
}
