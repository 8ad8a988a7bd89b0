//! One residue modulo an odd p < 2^61 in Montgomery form with R = 2^64: x stands for x / 2^64 mod p.
//!
//! For the few scalars of plans and checks, and for checks of many integers on a device.
//!
//! Source: P. L. Montgomery, Math. Comp. 44 (1985).

/// The constants of one modulus.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
#[repr(C)]
pub struct Mont61 {
    /// The modulus.
    pub p: u64,
    /// p^-1 mod 2^64.
    mu: u64,
    /// 2^64 mod p: the number 1.
    r1: u64,
    /// 2^128 mod p: the number 2^64.
    r2: u64,
}

impl Mont61 {
    /// Constants for an odd number from 3 to 2^61.
    pub const fn new(p: u64) -> Self {
        debug_assert!(p % 2 == 1 && p >= 3 && p < 1 << 61);
        // Newton: p p = 1 mod 8, and each step doubles the correct low bits: 3, 6, 12, 24, 48, 96.
        let mut mu = p;
        let mut i = 0;
        while i < 5 {
            mu = mu.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(mu)));
            i += 1;
        }
        let r1 = ((1u128 << 64) % p as u128) as u64;
        let r2 = (r1 as u128 * r1 as u128 % p as u128) as u64;
        Mont61 { p, mu, r1, r2 }
    }

    /// T / 2^64 mod p, in [0, p), for T < 2^64 p.
    #[inline(always)]
    pub fn reduce(self, t: u128) -> u64 {
        // q p = T mod 2^64, so (T - q p) / 2^64 = hi(T) - hi(q p), a difference of two numbers in [0, p).
        let q = (t as u64).wrapping_mul(self.mu);
        let r = ((t >> 64) as u64).wrapping_sub(((q as u128 * self.p as u128) >> 64) as u64);
        // Negative: above 2^63, and r + p wraps below it. Otherwise r + p < 2^62 is the larger.
        r.min(r.wrapping_add(self.p))
    }

    /// Montgomery form of any word.
    #[inline(always)]
    pub fn enter(self, x: u64) -> u64 {
        self.reduce(x as u128 * self.r2 as u128)
    }

    /// The plain residue in [0, p).
    #[inline(always)]
    pub fn leave(self, x: u64) -> u64 {
        self.reduce(x as u128)
    }

    /// 1.
    #[inline(always)]
    pub fn one(self) -> u64 {
        self.r1
    }

    /// 2^64.
    #[inline(always)]
    pub fn word(self) -> u64 {
        self.r2
    }

    /// a b.
    #[inline(always)]
    pub fn mul(self, a: u64, b: u64) -> u64 {
        self.reduce(a as u128 * b as u128)
    }

    /// a + b.
    #[inline(always)]
    pub fn add(self, a: u64, b: u64) -> u64 {
        let s = a + b;
        s.min(s.wrapping_sub(self.p))
    }

    /// a - b.
    #[inline(always)]
    pub fn sub(self, a: u64, b: u64) -> u64 {
        let d = a.wrapping_sub(b);
        d.min(d.wrapping_add(self.p))
    }

    /// a^e.
    #[inline(always)]
    pub fn pow(self, mut a: u64, mut e: u64) -> u64 {
        let mut result = self.one();
        while e > 0 {
            if e & 1 != 0 {
                result = self.mul(result, a);
            }
            a = self.mul(a, a);
            e >>= 1;
        }
        result
    }

    /// 1 / a, and 0 for 0. p is a prime.
    pub fn inverse(self, a: u64) -> u64 {
        self.pow(a, self.p - 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_that_of_integers() {
        let primes = [(1 << 61) - 1, (1 << 60) + 33, 3, 65537, (1 << 31) - 1].map(|p| (p, true));
        for (p, is_prime) in primes.into_iter().chain([((1 << 61) - 3, false), (15, false)]) {
            let field = Mont61::new(p);
            let mut state = p;
            let random = (0..50).map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 3) % p
            });
            let all: Vec<u64> = [0, 1, 2 % p, p - 1, p - 2, p / 2].into_iter().chain(random).collect();
            for &a in &all {
                assert_eq!(field.leave(field.enter(a)), a);
                if is_prime {
                    let product = field.mul(field.enter(a), field.inverse(field.enter(a)));
                    assert_eq!(field.leave(product), u64::from(a != 0));
                }
                for &b in &all {
                    let (x, y) = (field.enter(a), field.enter(b));
                    let wide = |v: u128| (v % p as u128) as u64;
                    assert_eq!(field.leave(field.mul(x, y)), wide(a as u128 * b as u128));
                    assert_eq!(field.leave(field.add(x, y)), wide(a as u128 + b as u128));
                    assert_eq!(field.leave(field.sub(x, y)), wide(a as u128 + (p - b) as u128));
                }
            }
            assert_eq!(field.leave(field.enter(u64::MAX)), u64::MAX % p);
            assert_eq!(field.leave(field.one()), 1 % p);
            assert_eq!(field.leave(field.word()), ((1u128 << 64) % p as u128) as u64);
        }
    }
}
