//! Kronecker substitution: coefficients side by side in one long integer, whose products are those of polynomials.

use rug::Integer;
use rug::integer::Order;

/// Limbs for |coefficients| < 2^bits, with a sign.
pub(crate) fn limbs_for(bits: u64) -> usize {
    bits as usize / 64 + 1
}

/// The sum of coefficients times 2^(64 `limbs` place), places below `count`, no two equal; |coefficients| < 2^(64 limbs).
pub(crate) fn pack<'c>(count: usize, limbs: usize, terms: impl Iterator<Item = (usize, &'c Integer)>) -> Integer {
    let size = count * limbs;
    let (mut plus, mut minus) = (vec![0u64; size], Vec::new());
    for (place, c) in terms.filter(|(_, c)| !c.is_zero()) {
        if c.is_negative() && minus.is_empty() {
            minus.resize(size, 0);
        }
        let side = if c.is_negative() { &mut minus } else { &mut plus };
        let (at, digits) = (place * limbs, c.as_limbs());
        side[at..at + digits.len()].copy_from_slice(digits);
    }
    let plus = Integer::from_digits(&plus, Order::Lsf);
    if minus.is_empty() { plus } else { plus - Integer::from_digits(&minus, Order::Lsf) }
}

/// The `count` coefficients whose value is `value`, |coefficients| < 2^(64 limbs - 1); `None` when there is no room for them.
pub(crate) fn unpack(value: &Integer, count: usize, limbs: usize) -> Option<Vec<Integer>> {
    let negative = value.is_negative();
    let digits = value.as_limbs();
    let mut coefficients = Vec::with_capacity(count);
    let mut carry = false;
    let modulus = Integer::from(1) << (64 * limbs) as u32;
    for i in 0..count {
        let at = (i * limbs).min(digits.len());
        let mut c = Integer::from_digits(&digits[at..(at + limbs).min(digits.len())], Order::Lsf);
        if carry {
            c += 1;
        }
        // Balanced digits: from 2^(64 L - 1) on they are negative.
        carry = c.significant_bits() as usize >= 64 * limbs;
        if carry {
            c -= &modulus;
        }
        coefficients.push(if negative { -c } else { c });
    }
    (!carry && digits.len() <= count * limbs).then_some(coefficients)
}
