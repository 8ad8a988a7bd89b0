//! Primality and roots of unity of 31-bit primes.

use super::mont31::Mont31;
use crate::field::Field;

/// Whether `n` is prime: Miller-Rabin with the bases 2, 3, 5, 7, which no composite below 3,215,031,751 passes
/// (G. Jaeschke, Math. Comp. 61, 1993). For n <= [`Mont31::MAX`].
pub fn is_prime(n: u32) -> bool {
    for small in [2u32, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37] {
        if n.is_multiple_of(small) {
            return n == small;
        }
    }
    // No divisor up to 37, so n is odd.
    let Some(m) = Mont31::new(n) else { return false };
    let minus_one = m.neg(m.one());
    let shift = (n - 1).trailing_zeros();
    let odd = (n - 1) >> shift;
    'bases: for base in [2u32, 3, 5, 7] {
        let mut x = m.pow(m.enter(base), odd);
        if x == m.one() || x == minus_one {
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
pub fn root_of_unity(m: &Mont31, len: u32) -> Option<u32> {
    if len == 0 || !(m.p - 1).is_multiple_of(len) {
        return None;
    }
    // g^((p-1)/len) has order len unless g is a q-th power for a prime q | len: one in a few candidates works.
    for g in 2..m.p {
        let w = m.pow(m.enter(g), (m.p - 1) / len);
        let primitive = [2u32, 3, 5].iter().all(|&q| !len.is_multiple_of(q) || m.pow(w, len / q) != m.one());
        if primitive {
            return Some(w);
        }
    }
    None
}
