//! Where random coefficients come from: `StdRng`, or Python's generator, which made rows G1 to G7.

use crate::python::Python;
use rand::Rng;
use rand::rngs::StdRng;
use rug::Integer;
use rug::integer::Order;

/// A stream of random coefficients.
pub trait Source {
    /// Not zero, below 2^`bits` in size, with a random sign.
    fn coefficient(&mut self, bits: u32) -> Integer;

    /// Whether a coefficient is there, with this probability.
    fn present(&mut self, density: f64) -> bool;
}

impl Source for StdRng {
    fn coefficient(&mut self, bits: u32) -> Integer {
        loop {
            let words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| self.random()).collect();
            let size = Integer::from_digits(&words, Order::Lsf).keep_bits(bits);
            if !size.is_zero() {
                return if self.random() { size } else { -size };
            }
        }
    }

    fn present(&mut self, density: f64) -> bool {
        self.random_bool(density)
    }
}

impl Source for Python {
    /// `randint(-(2**bits - 1), 2**bits - 1)` until it is not zero.
    fn coefficient(&mut self, bits: u32) -> Integer {
        let largest = (Integer::from(1) << bits) - 1u32;
        loop {
            // One of the 2^(bits + 1) - 1 numbers.
            let drawn = self.bits(bits + 1) - &largest;
            if drawn <= largest && !drawn.is_zero() {
                return drawn;
            }
        }
    }

    /// `random() < density`.
    fn present(&mut self, density: f64) -> bool {
        self.fraction() < density
    }
}
