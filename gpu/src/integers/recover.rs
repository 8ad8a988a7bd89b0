//! Integers from mixed-radix digits, as sign and 32-bit limbs.
//!
//! P. Emeliyanenko, J. Parallel Distrib. Comput. 73 (2013), section 5.8, evaluates the Horner scheme
//! X = alpha_0 + m_0 (alpha_1 + m_1 (alpha_2 + ...)) on the host; here it runs where the digits are.
//!
//! **Symmetric range.** The numbers X in \[0, M), M = m_0 ... m_(N-1) odd, stand for the v in \[-(M-1)/2, (M-1)/2\]. The
//! digits of (M-1)/2 are the (m_i - 1)/2, since (m_i - 1) M_i = M_(i+1) - M_i; so v is negative when, from the top, the
//! first digit that is not (m_i - 1)/2 is larger. The digits of M - 1 - X are m_i - 1 - alpha_i, and -v = (M - 1 - X) + 1:
//! Horner on complemented digits with a one added below. So the sign is mostly known from one digit, no M is needed, and
//! the top digits of small |v| are zeros, which are skipped for either sign.

use crate::arith::Mont31;
use crate::arith::wide::mad_wide;
use crate::memory::Row;

/// Digits that one pass over the limbs takes in.
const STEPS: usize = 4;

/// Number of limbs that |v| can have for `n` moduli: ceil(31 n / 32), as the moduli are below 2^31.
pub const fn limbs_len(n: usize) -> usize {
    (31 * n).div_ceil(32)
}

/// Whether the digits stand for a negative number, in the symmetric range.
#[inline(always)]
pub fn is_negative<R: Row<u32>>(moduli: &[Mont31], digits: &R) -> bool {
    let mut i = moduli.len();
    while i > 0 {
        i -= 1;
        let (digit, half) = (digits.get(i as u32), moduli[i].modulus() >> 1);
        if digit != half {
            return digit > half;
        }
    }
    false
}

/// Digit `i` of X, or of M - 1 - X when v is negative.
#[inline(always)]
pub fn magnitude_digit(m: &Mont31, digit: u32, negative: bool) -> u32 {
    if negative { m.modulus() - 1 - digit } else { digit }
}

/// Writes |v| to `limbs`, lowest first, all [`limbs_len`] of them, and returns whether v < 0.
///
/// At least one modulus, all odd and below 2^31. D^2 / 2 limb steps for an answer of D digits: four digits in one pass,
/// each with a carry of its own.
#[inline(always)]
pub fn recover_limbs<R: Row<u32>, S: Row<u32>>(moduli: &[Mont31], digits: &R, limbs: &mut S) -> bool {
    let n = moduli.len();
    let negative = is_negative(moduli, digits);
    let mut top = n;
    while top > 1 && magnitude_digit(&moduli[top - 1], digits.get(top as u32 - 1), negative) == 0 {
        top -= 1;
    }
    let mut group = top.div_ceil(STEPS);
    let mut len = 0;
    let mut taken = 0;
    while group > 0 {
        group -= 1;
        let mut radix = [1; STEPS];
        let mut carry = [0; STEPS];
        for s in 0..STEPS {
            let i = group * STEPS + s;
            // Above the top: times 1, plus 0.
            if i < top {
                radix[s] = moduli[i].modulus();
                carry[s] = magnitude_digit(&moduli[i], digits.get(i as u32), negative);
                taken += 1;
            }
        }
        if group == 0 && negative {
            // At most m_0.
            carry[0] += 1;
        }
        // The number is at most the product of the moduli taken so far, below 2^(31 taken): no carry leaves the last limb.
        let next = limbs_len(taken);
        for k in 0..next {
            let mut limb = if k < len { limbs.get(k as u32) } else { 0 };
            for s in (0..STEPS).rev() {
                // (2^32 - 1)^2 + 2^32 - 1 < 2^64.
                let t = mad_wide(limb, radix[s], carry[s] as u64);
                limb = t as u32;
                carry[s] = (t >> 32) as u32;
            }
            limbs.set(k as u32, limb);
        }
        len = next;
    }
    for k in len..limbs_len(n) {
        limbs.set(k as u32, 0);
    }
    negative
}
