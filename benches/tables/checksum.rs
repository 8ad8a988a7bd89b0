//! Checksums of answers and files.

/// 64-bit FNV-1a, with bytes or longer words.
pub fn fnv(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, word| (hash ^ word).wrapping_mul(0x100_0000_01b3))
}

/// [`fnv`] of bytes.
pub fn of_bytes(bytes: &[u8]) -> u64 {
    fnv(bytes.iter().map(|&byte| u64::from(byte)))
}
