//! Exponents of a monomial in one number.

use crate::error::{ErrorKind, Result};

/// Bits of a number.
const BITS: u32 = u128::BITS;

/// Where the exponents of x_1, ..., x_n are, that of x_1 highest.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    /// Bits of each exponent, enough for its degree.
    pub bits: Vec<u32>,
}

impl Layout {
    /// Room for these degrees.
    ///
    /// # Errors
    /// `Limit` where they do not fit.
    pub fn new(degrees: &[u32]) -> Result<Self> {
        let bits: Vec<u32> = degrees.iter().map(|degree| (u32::BITS - degree.leading_zeros()).max(1)).collect();
        let needed: u32 = bits.iter().sum();
        if needed > BITS {
            let what = "bits of the exponents of a term";
            return Err(ErrorKind::Limit { what, needed: needed.into(), allowed: BITS.into() }.into());
        }
        Ok(Layout { bits })
    }

    /// Bits of the exponent of the last of these variables.
    pub fn last(&self) -> u32 {
        self.bits.last().copied().unwrap_or(0)
    }

    /// The number of a monomial.
    pub fn pack(&self, exponents: impl Iterator<Item = u32>) -> u128 {
        exponents.zip(&self.bits).fold(0, |key, (e, &bits)| key << bits | u128::from(e))
    }

    /// The exponents of a monomial.
    pub fn unpack(&self, mut key: u128) -> Vec<u32> {
        let mut exponents = vec![0; self.bits.len()];
        for (to, &bits) in exponents.iter_mut().zip(&self.bits).rev() {
            *to = (key & ((1 << bits) - 1)) as u32;
            key >>= bits;
        }
        exponents
    }
}

/// The highest exponents in monomials whose exponents have so many bits.
pub(super) fn degrees(bits: &[u32], monomials: impl Iterator<Item = u128>) -> Vec<u32> {
    let layout = Layout { bits: bits.to_vec() };
    monomials.fold(vec![0; bits.len()], |mut degrees, key| {
        degrees.iter_mut().zip(layout.unpack(key)).for_each(|(most, e)| *most = e.max(*most));
        degrees
    })
}

/// The number of a / b where every exponent of that is there and at most as given.
pub(super) fn quotient(bits: &[u32], a: u128, b: u128, most: &[u32]) -> Option<u128> {
    let difference = a.checked_sub(b)?;
    let (mut x, mut y) = (a, b);
    for (&bits, &most) in bits.iter().zip(most).rev() {
        let mask = (1u128 << bits) - 1;
        let e = (x & mask).checked_sub(y & mask)?;
        if e > u128::from(most) {
            return None;
        }
        x >>= bits;
        y >>= bits;
    }
    Some(difference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_and_back() {
        let layout = Layout::new(&[3, 0, 2_147_483_647, 8]).unwrap();
        assert_eq!(layout.bits, [2, 1, 31, 4]);
        for exponents in [[0, 0, 0, 0], [3, 0, 2_147_483_647, 8], [1, 0, 5, 7]] {
            let key = layout.pack(exponents.into_iter());
            assert_eq!(layout.unpack(key), exponents);
        }
        let key = |exponents: [u32; 4]| layout.pack(exponents.into_iter());
        let most = [3, 0, 10, 8];
        assert_eq!(quotient(&layout.bits, key([3, 0, 9, 4]), key([1, 0, 2, 4]), &most), Some(key([2, 0, 7, 0])));
        assert_eq!(quotient(&layout.bits, key([3, 0, 9, 4]), key([1, 0, 2, 5]), &most), None);
        assert_eq!(quotient(&layout.bits, key([3, 0, 19, 4]), key([1, 0, 2, 4]), &most), None);
        assert!(Layout::new(&[1; 128]).is_ok() && Layout::new(&[1; 129]).is_err());
        assert_eq!(degrees(&layout.bits, [key([1, 0, 7, 2]), key([2, 0, 3, 1])].into_iter()), [2, 0, 7, 2]);
    }
}
