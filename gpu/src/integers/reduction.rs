//! Residues of big integers, one word after the other (the 2013 paper's section 5.3, in Montgomery form).

use crate::arith::Mont31;
use crate::arith::field::Field;

/// Takes in one more 32-bit limb, least significant first: from S to (S + limb) / 2^32 mod p.
///
/// After W limbs l_0 .. l_(W-1) from S = 0 this is X / 2^(32 W), X the integer; multiply by [`scale`] to get its residue.
/// One reduction a limb. S < p and limb < 2^32, so S + limb < 2^32 p.
#[inline(always)]
pub fn step(field: &Mont31, s: u32, limb: u32) -> u32 {
    field.reduce(s as u64 + limb as u64)
}

/// The factor that ends `limbs` steps: mul(S, scale) is X in Montgomery form.
///
/// With R = 2^32 the product divides by R once: scale = R^(limbs + 2), as Montgomery form of R^(limbs + 1).
#[inline(always)]
pub fn scale(field: &Mont31, limbs: u32) -> u32 {
    // r2 is the Montgomery form of R; its power limbs + 1 is the Montgomery form of R^(limbs + 1) = R^(limbs + 2) mod p.
    field.pow(field.r2(), limbs + 1)
}

/// The residue in Montgomery form of (-1)^negative X, from what `limbs` steps have left of X; 0 after no step, as s is 0 then.
#[inline(always)]
pub fn finish(field: &Mont31, s: u32, limbs: u32, negative: bool) -> u32 {
    let r = field.mul(s, scale(field, limbs));
    if negative { field.neg(r) } else { r }
}

/// Residue in Montgomery form of (-1)^negative sum limbs\[i\] 2^(32 i). For the host.
pub fn residue(field: &Mont31, negative: bool, limbs: &[u32]) -> u32 {
    let s = limbs.iter().fold(0, |s, &limb| step(field, s, limb));
    finish(field, s, limbs.len() as u32, negative)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_match_words_up_to_128_bits() {
        for p in [3, 5, 257, 1_000_003, 1_073_741_827, 1_431_655_751] {
            let m = Mont31::new(p).unwrap();
            for x in [0u128, 1, 2, p as u128, p as u128 + 1, u32::MAX as u128, 1 << 32, u64::MAX as u128, u128::MAX] {
                let limbs: Vec<u32> = (0..4).map(|i| (x >> (32 * i)) as u32).collect();
                for len in 1..=4 {
                    let value = limbs[..len].iter().rev().fold(0u128, |acc, &l| acc << 32 | l as u128);
                    assert_eq!(m.leave(residue(&m, false, &limbs[..len])) as u128, value % p as u128);
                    let minus = (p as u128 - value % p as u128) % p as u128;
                    assert_eq!(m.leave(residue(&m, true, &limbs[..len])) as u128, minus);
                }
            }
        }
    }

    #[test]
    fn no_limbs_are_zero() {
        assert_eq!(residue(&Mont31::new(97).unwrap(), false, &[]), 0);
    }
}
