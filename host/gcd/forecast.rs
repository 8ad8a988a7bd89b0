//! How long the steps of a GCD in one variable take, as progress is measured.
//!
//! What nobody knows before is assumed as it is for products of polynomials with coefficients of one size: the GCD has half the degree of the
//! shorter polynomial, and its bits are to theirs as its degree, once known, is to theirs.

use super::compute::usual_bits;
use super::pair::Pair;
use crate::engine::cpu::thresholds::BITS_50;
use crate::engine::gcd::GcdMethod;
use crate::plan::cost::Rates;

/// Bits of a prime.
const WORD: f64 = 50.0;

/// Element steps of an image modulo one prime, as those of resultants are counted, for which the rates are.
pub(super) fn steps((p, q): (u32, u32), method: GcdMethod) -> f64 {
    let (p, q) = (f64::from(p.max(q)), f64::from(p.min(q)));
    match method {
        GcdMethod::Remainder => (2.0 * (p - q) * q + q * q).min(2.0 * BITS_50.half_gcd_steps() * p),
        GcdMethod::Schur => 4.0 * p * p + 12.0 * p * q,
    }
}

/// The steps of one pair.
pub(super) struct Forecast {
    rates: Rates,
    /// Element steps of an image.
    steps: f64,
    /// Degrees, the larger first.
    long: f64,
    short: f64,
    /// Bits with which the GCD is known in most cases, and those of the longer polynomial.
    usual: f64,
    most: f64,
}

impl Forecast {
    /// Of a pair of positive degrees.
    pub fn new(rates: Rates, pair: &Pair<'_>, method: GcdMethod) -> Self {
        let (p, q) = (f64::from(pair.f.degree()), f64::from(pair.g.degree()));
        let (usual, most) = (usual_bits(pair) as f64, pair.f.height.max(pair.g.height) as f64);
        let steps = steps((pair.f.degree(), pair.g.degree()), method);
        Forecast { rates, steps, long: p.max(q), short: p.min(q), usual, most }
    }

    /// The images modulo the primes between two numbers of bits, and all that is likely to come behind. The least degree of an image is
    /// known or not.
    pub fn images(&self, (from, to): (u64, u64), degree: Option<u32>) -> (f64, f64) {
        let (from, mut to) = (from as f64, to as f64);
        let now = self.image() * (to - from) / WORD;
        let degree = degree.map_or(self.short / 2.0, f64::from);
        let known = self.usual * degree / self.short;
        let mut later = 0.0;
        // Bits are doubled until they are enough.
        while to < known {
            later += self.image() * to / WORD;
            to *= 2.0;
        }
        (now, later + self.candidate(to, degree) + self.division(degree))
    }

    /// The lift of a candidate of this degree, and all that is likely to come behind.
    pub fn lift(&self, bits: u64, degree: u32) -> (f64, f64) {
        (self.candidate(bits as f64, f64::from(degree)), self.division(f64::from(degree)))
    }

    /// An image modulo one prime, with its residues.
    fn image(&self) -> f64 {
        self.rates.step() * self.steps + self.rates.integer() * (self.long + self.short)
    }

    fn candidate(&self, bits: f64, degree: f64) -> f64 {
        self.rates.lifting(degree as usize + 1, (bits / WORD) as usize + 1)
    }

    /// Both divisions by a candidate, and the lift of the quotients: some transforms for each coefficient.
    fn division(&self, degree: f64) -> f64 {
        let (primes, length) = ((self.most / WORD).ceil() + 1.0, self.long + self.short);
        let residues = primes * length * (self.rates.integer() + 2.0 * self.rates.interpolated());
        residues + self.rates.lifting((length - 2.0 * degree).max(0.0) as usize, primes as usize)
    }
}
