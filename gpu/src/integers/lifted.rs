//! Integers in two's complement, as [`super::crt`] leaves them: how long they are, and what they are modulo a prime.

use crate::arith::Mont61;

/// A bound h on an integer v of `len` >= 1 words of 64 bits, the least significant first, and v modulo p; `wrap` stands for 2^(64 len).
///
/// |v| < 2^h, and |v| >= 2^(h - 2) unless v = 0.
#[inline(always)]
pub fn measure(field: Mont61, wrap: u64, len: u32, word: impl Fn(u32) -> u64) -> (u32, u64) {
    let negative = word(len - 1) >> 63 != 0;
    let flip = if negative { u64::MAX } else { 0 };
    let (mut bits, mut residue) = (0, 0);
    let mut k = len;
    while k > 0 {
        k -= 1;
        let word = word(k);
        residue = field.add(field.mul(residue, field.word()), field.enter(word));
        let magnitude = word ^ flip;
        if bits == 0 && magnitude != 0 {
            bits = 64 * (k + 1) - magnitude.leading_zeros();
        }
    }
    match negative {
        // |v| = !v + 1, and the words without their sign are v + 2^(64 len).
        true => (bits + 1, field.sub(residue, wrap)),
        false => (bits, residue),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_of_words() {
        for p in [(1 << 61) - 1, (1 << 60) + 33, 65537, 3] {
            let field = Mont61::new(p).unwrap();
            for power in 0..127u32 {
                for (v, bits) in [
                    (1i128 << power, power + 1),
                    (-(1i128 << power), power + 1),
                    ((1i128 << power) - 1, power),
                    (1 - (1i128 << power), power),
                ] {
                    // With a word of signs in front, and without where it fits.
                    for len in [2, 3] {
                        let word = |k: u32| (v >> (64 * k).min(127)) as u64;
                        let (found, residue) = measure(field, field.pow(field.word(), len as u64), len, word);
                        assert!(found >= bits && (v == 0 || found < bits + 2), "{v}: {found}");
                        assert_eq!(field.leave(residue), v.rem_euclid(p as i128) as u64, "{v} modulo {p}");
                    }
                }
            }
            assert_eq!(measure(field, field.word(), 1, |_| 0), (0, 0));
            let (bits, residue) = measure(field, field.word(), 1, |_| u64::MAX);
            assert_eq!((bits, field.leave(residue)), (1, p - 1));
        }
    }
}
