//! The random systems of the paper's tables.

use crate::error::{Error, Result};
use crate::poly::systems::{Coefficient, System, Term};
use rug::Rational;
use std::f64::consts::TAU;

impl System {
    /// n polynomials in n variables with `monomials` / n terms each, every term with k different variables and exponents from 1 to d; each
    /// coefficient is on the unit circle. Tables 2 and 3 of the paper evaluation-differentiation-2012 have n = 32, 704 to 1536 monomials, and k = 9,
    /// d = 2 and k = 16, d = 10.
    ///
    /// Random choices are those of the 64-bit Mersenne twister, so that other programs can make the same system: for each term, k
    /// times x_i and x_{i + g mod (n - i)} change places among the variables in order, i = 0, .., k - 1, the first of which is the next
    /// factor, with exponent 1 + g mod d; then the angle of the coefficient is 2 pi (g mod 10^6) / 10^6. g is a new number each time.
    ///
    /// # Errors
    /// `Argument` where k is above n, d is 0, or n does not divide the number of monomials.
    ///
    /// ```
    /// use eliminant::system::System;
    /// let system = System::synthetic(32, 1024, 16, 10, 1)?;
    /// assert!(system.polynomials().iter().all(|terms| terms.len() == 32));
    /// assert_eq!(system.polynomials()[0][0].exponents.len(), 16);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn synthetic(n: usize, monomials: usize, k: usize, d: u32, seed: u64) -> Result<Self> {
        if k > n {
            return Err(Error::argument("k", format!("is {k}; a term has at most the {n} variables")));
        }
        if d == 0 {
            return Err(Error::argument("d", "is 0; exponents begin with 1"));
        }
        if n == 0 || !monomials.is_multiple_of(n) {
            let message = format!("are {monomials}, which {n} polynomials cannot share evenly");
            return Err(Error::argument("monomials", message));
        }
        let mut random = MersenneTwister::new(seed);
        let mut term = |_| {
            let mut order: Vec<usize> = (0..n).collect();
            let mut exponents = Vec::with_capacity(k);
            for i in 0..k {
                order.swap(i, i + (random.next() % (n - i) as u64) as usize);
                exponents.push((order[i], 1 + (random.next() % u64::from(d)) as u32));
            }
            let angle = (random.next() % 1_000_000) as f64 * 1e-6 * TAU;
            let part = |x: f64| Rational::from_f64(x).unwrap_or_default();
            Term { coefficient: Coefficient::new(part(angle.cos()), part(angle.sin())), exponents }
        };
        let polynomials = (0..n).map(|_| (0..monomials / n).map(&mut term).collect()).collect();
        System::new(&(1..=n).map(|i| format!("x{i}")).collect::<Vec<_>>(), polynomials)
    }
}

/// MT19937-64: M. Matsumoto, T. Nishimura, Tables of 64-bit Mersenne Twisters, ACM Trans. Model. Comput. Simul. 10 (2000).
struct MersenneTwister {
    state: [u64; LEN],
    at: usize,
}

/// Words of its state.
const LEN: usize = 312;

impl MersenneTwister {
    fn new(seed: u64) -> Self {
        let mut state = [seed; LEN];
        for i in 1..LEN {
            let last = state[i - 1];
            state[i] = 6_364_136_223_846_793_005u64.wrapping_mul(last ^ (last >> 62)).wrapping_add(i as u64);
        }
        MersenneTwister { state, at: LEN }
    }

    fn next(&mut self) -> u64 {
        const LOW: u64 = (1 << 31) - 1;
        if self.at == LEN {
            for i in 0..LEN {
                let x = (self.state[i] & !LOW) | (self.state[(i + 1) % LEN] & LOW);
                let twist = if x & 1 == 0 { 0 } else { 0xb502_6f5a_a966_19e9 };
                self.state[i] = self.state[(i + 156) % LEN] ^ (x >> 1) ^ twist;
            }
            self.at = 0;
        }
        let mut x = self.state[self.at];
        self.at += 1;
        x ^= (x >> 29) & 0x5555_5555_5555_5555;
        x ^= (x << 17) & 0x71d6_7fff_eda6_0000;
        x ^= (x << 37) & 0xfff7_eee0_0000_0000;
        x ^ (x >> 43)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_twister_is_the_standard_one() {
        // The C++ standard, [rand.predef]: number 10,000 from the default seed.
        let mut random = MersenneTwister::new(5489);
        assert_eq!((0..10_000).map(|_| random.next()).last(), Some(9_981_545_732_273_789_042));
    }
}
