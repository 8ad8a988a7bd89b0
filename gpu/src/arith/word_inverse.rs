//! Inverses modulo the word, which Montgomery reductions multiply with.

/// m^-1 mod 2^32 for odd m.
pub const fn word_inverse(m: u32) -> u32 {
    // Newton: each step doubles the correct low bits; m m = 1 mod 8 gives 3 to start with.
    let mut mu = m;
    let mut i = 0;
    while i < 4 {
        mu = mu.wrapping_mul(2u32.wrapping_sub(m.wrapping_mul(mu)));
        i += 1;
    }
    mu
}
