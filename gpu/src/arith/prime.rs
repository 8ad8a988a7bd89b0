//! Primality and roots of unity.

use super::modulus::Modulus;
use super::mont31::Mont31;

/// Whether `n` is prime, for n <= [`Mont31::MAX`]: [`is_prime_for`].
pub fn is_prime(n: u32) -> bool {
    is_prime_for::<Mont31>(n as u64)
}

/// Whether `n` is prime, for n <= [`Modulus::MAX`]: trial division and Miller-Rabin with [`Modulus::WITNESSES`].
pub fn is_prime_for<M: Modulus>(n: u64) -> bool {
    for small in [2u64, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37] {
        if n.is_multiple_of(small) {
            return n == small;
        }
    }
    // No divisor up to 37, so n is odd.
    let Some(m) = M::of(n) else { return false };
    let (one, minus_one) = (m.one(), m.neg(m.one()));
    let shift = (n - 1).trailing_zeros();
    let odd = (n - 1) >> shift;
    'bases: for &base in M::WITNESSES {
        let mut x = m.power(m.element(base), odd);
        if x == one || x == minus_one {
            continue;
        }
        for _ in 1..shift {
            x = m.mul(x, x);
            if x == minus_one {
                continue 'bases;
            }
        }
        return false;
    }
    true
}

/// A primitive `len`-th root of unity modulo the prime of `m`, in Montgomery form, the same for the same arguments;
/// `None` when `len` is 0 or does not divide p - 1. `len` has no prime factors but 2, 3 and 5.
pub fn root_of_unity<M: Modulus>(m: &M, len: u32) -> Option<M::Elem> {
    let len = len as u64;
    if len == 0 || !(m.p() - 1).is_multiple_of(len) {
        return None;
    }
    // g^((p-1)/len) has order len unless g is a q-th power for a prime q | len: one in a few candidates works.
    for g in 2..m.p() {
        let w = m.power(m.element(g), (m.p() - 1) / len);
        let primitive = [2u64, 3, 5].iter().all(|&q| !len.is_multiple_of(q) || m.power(w, len / q) != m.one());
        if primitive {
            return Some(w);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Field;
    use crate::arith::Mont50;

    #[test]
    fn primes_of_50_bits() {
        let sieve = |n: u64| n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        for n in 0..3000 {
            assert_eq!(is_prime_for::<Mont50>(n), sieve(n), "{n}");
        }
        // The largest below 2^50, and numbers that pass fewer bases.
        for (n, prime) in [
            ((1 << 50) - 27, true),
            ((1 << 50) - 1, false),
            ((1 << 50) - 29, false),
            (3_215_031_751, false),
            (341_550_071_728_321, false),
            (33_554_393 * 33_554_383, false),
        ] {
            assert_eq!(is_prime_for::<Mont50>(n), prime, "{n}");
        }
    }

    #[test]
    fn roots_of_50_bit_primes() {
        for len in [1u32, 2, 4320, 20250, 1 << 20] {
            let mut k = Mont50::MAX / len as u64;
            while !is_prime_for::<Mont50>(k * len as u64 + 1) {
                k -= 1;
            }
            let m = Mont50::new(k * len as u64 + 1).unwrap();
            let w = root_of_unity(&m, len).unwrap();
            assert_eq!(m.power(w, len as u64), m.one());
            for q in [2, 3, 5].into_iter().filter(|q| len.is_multiple_of(*q)) {
                assert_ne!(m.power(w, (len / q) as u64), m.one());
            }
            assert_eq!(root_of_unity(&m, 0), None);
        }
    }
}
