//! SHA-512 (FIPS 180-4), with which Python's `random` makes a key of a text.

use rug::Integer;
use rug::ops::Pow;

/// The first `count` primes.
fn primes(count: usize) -> Vec<u32> {
    let mut primes: Vec<u32> = Vec::with_capacity(count);
    let mut candidate = 2;
    while primes.len() < count {
        if primes.iter().all(|p| candidate % p != 0) {
            primes.push(candidate);
        }
        candidate += 1;
    }
    primes
}

/// The first 64 bits of the fractional part of the n-th root of p.
fn fraction(p: u32, n: u32) -> u64 {
    // floor(2^64 p^(1/n)), whose lowest word is the fraction.
    (Integer::from(p) * Integer::from(2).pow(64 * n)).root(n).to_u64_wrapping()
}

/// The digest of a message.
pub fn sha512(message: &[u8]) -> [u8; 64] {
    let constants: Vec<u64> = primes(80).into_iter().map(|p| fraction(p, 3)).collect();
    let mut state: Vec<u64> = primes(8).into_iter().map(|p| fraction(p, 2)).collect();
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(128), 0);
    if padded.len() - message.len() < 17 {
        padded.resize(padded.len() + 128, 0);
    }
    let end = padded.len();
    padded[end - 16..].copy_from_slice(&(8 * message.len() as u128).to_be_bytes());
    for block in padded.chunks_exact(128) {
        let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let mut words: Vec<u64> = block.chunks_exact(8).map(word).collect();
        for t in 16..80 {
            let (low, high) = (words[t - 15], words[t - 2]);
            let s0 = low.rotate_right(1) ^ low.rotate_right(8) ^ low >> 7;
            let s1 = high.rotate_right(19) ^ high.rotate_right(61) ^ high >> 6;
            words.push(words[t - 16].wrapping_add(s0).wrapping_add(words[t - 7]).wrapping_add(s1));
        }
        let mut v: [u64; 8] = std::array::from_fn(|i| state[i]);
        for (word, constant) in words.iter().zip(&constants) {
            let [a, b, c, d, e, f, g, h] = v;
            let s1 = e.rotate_right(14) ^ e.rotate_right(18) ^ e.rotate_right(41);
            let choice = e & f ^ !e & g;
            let t1 = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(*constant).wrapping_add(*word);
            let s0 = a.rotate_right(28) ^ a.rotate_right(34) ^ a.rotate_right(39);
            let majority = a & b ^ a & c ^ b & c;
            v = [t1.wrapping_add(s0).wrapping_add(majority), a, b, c, d.wrapping_add(t1), e, f, g];
        }
        state.iter_mut().zip(v).for_each(|(word, add)| *word = word.wrapping_add(add));
    }
    let mut digest = [0; 64];
    digest.chunks_exact_mut(8).zip(state).for_each(|(place, word)| place.copy_from_slice(&word.to_be_bytes()));
    digest
}
