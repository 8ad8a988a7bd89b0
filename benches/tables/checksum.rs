//! Checksums of answers and files.

use eliminant::Polynomial;

/// 64-bit FNV-1a, with bytes or longer words.
pub fn fnv(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, word| (hash ^ word).wrapping_mul(0x100_0000_01b3))
}

/// [`fnv`] of bytes.
pub fn of_bytes(bytes: &[u8]) -> u64 {
    fnv(bytes.iter().map(|&byte| u64::from(byte)))
}

/// [`fnv`] of the terms, the highest first, each as its exponents, 1 or 0 for the sign, and the words of its size.
pub fn of_polynomial(polynomial: &Polynomial) -> u64 {
    fnv(polynomial.terms().iter().flat_map(|term| {
        let exponents = term.exponents.iter().map(|&e| u64::from(e));
        exponents.chain([term.coefficient.is_negative().into()]).chain(term.coefficient.as_limbs().iter().copied())
    }))
}
