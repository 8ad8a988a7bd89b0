//! How long a computation takes: what it is made of ([`Work`]), and how fast an engine is ([`Rates`]). One model, with the constants of
//! some machines where engines are chosen and progress is measured, and with the rates of this one where a plan predicts a time.

pub(crate) mod half_gcd;
mod rates;
#[cfg(test)]
mod tests;

pub(crate) use rates::tree_size;
pub use rates::{CORE_31, CORE_31_AVX2, CORE_50, DEGREES, H200, Linear, ROWS, Rates};

use super::grid::{Axis, Evaluation, smooth_len};
use super::slabs::Cut;

/// The kind of scalar at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScalarFamily {
    /// A resultant or discriminant.
    Resultant,
    /// A determinant.
    Determinant,
}

/// The scalar of one point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scalar {
    /// Its kind.
    pub family: ScalarFamily,
    /// Degree of both polynomials, the geometric mean where they differ; rows of the largest block of a matrix.
    pub size: f64,
    /// Element steps, three products each.
    pub steps: u64,
    /// Elements that are only multiplied: of the longer polynomial of a resultant, those that the shorter one does not reach when its leading
    /// coefficients are eliminated.
    pub scaled: u64,
    /// Rows of values that come out.
    pub outputs: u32,
    /// Degrees p >= q of a resultant that half-gcd may compute, where a CPU has one point.
    pub long: Option<(u32, u32)>,
}

impl Scalar {
    /// That of a resultant of polynomials of degrees p and q, in either order: (p + 1) (q + 1) element steps. The first division takes off two leading
    /// coefficients at a time while the degree is |p - q|, |p - q| - 2, .. above that of the divisor, and multiplies as many elements less one
    /// below what the divisor reaches: floor((p - q)^2 / 4) in all. O(1).
    ///
    /// ```
    /// use eliminant::plan::cost::Scalar;
    ///
    /// assert_eq!((Scalar::resultant(3, 3).steps, Scalar::resultant(3, 3).scaled), (16, 0));
    /// // 4 + 2 + 0 of a polynomial of degree 7 divided by one of degree 2: 7 - 2, 5 - 2 and 3 - 2 above it.
    /// assert_eq!((Scalar::resultant(7, 2).steps, Scalar::resultant(2, 7).scaled), (24, 6));
    /// ```
    pub fn resultant(p: u32, q: u32) -> Scalar {
        let steps = (u64::from(p) + 1).saturating_mul(u64::from(q) + 1);
        // Below 2^62: no overflow.
        let scaled = u64::from(p.abs_diff(q)).pow(2) / 4;
        Scalar { family: ScalarFamily::Resultant, size: (steps as f64).sqrt(), steps, scaled, outputs: 1, long: None }
    }

    /// That of a matrix whose largest block has so many rows, of so many element steps in all blocks. O(1).
    pub fn determinant(rows: u32, steps: u64) -> Scalar {
        Scalar { family: ScalarFamily::Determinant, size: rows.into(), steps, scaled: 0, outputs: 1, long: None }
    }
}

/// A computation by values at points, modulo one prime: what the times of its stages are proportional to.
#[derive(Debug, Clone, PartialEq)]
pub struct Work {
    /// Integers of the input: rows times coefficients per kept variable.
    pub integers: u64,
    /// 32-bit words of all of them.
    pub words: u64,
    /// Coefficients of the input and the points, per kept variable.
    pub axes: Vec<(u32, Axis)>,
    /// Whether the points are those of a grid of roots of unity; arbitrary ones otherwise.
    pub on_roots: bool,
    /// The scalar at each point.
    pub scalar: Scalar,
    /// Coefficients of the answer.
    pub coefficients: u64,
    /// Bits of the answer's coefficients; 0 where one prime is all.
    pub bits: u64,
}

/// Milliseconds that each further device costs: threads are started twice, residues exchanged, tables of the lift made anew.
const FURTHER_DEVICE: f64 = 0.5;

/// Milliseconds that sharing costs the cores where there is something to share: R1 and R3 on 16 of them.
const SHARING: f64 = 0.8;

/// The number n of devices, 1 <= n <= `most`, with the least `milliseconds(n)` plus what starting n - 1 further ones costs; 1 for none.
pub(crate) fn fastest(most: usize, milliseconds: impl Fn(usize) -> f64) -> usize {
    let with_start = |n: usize| milliseconds(n) + FURTHER_DEVICE * (n - 1) as f64;
    (1..=most).min_by(|&a, &b| with_start(a).total_cmp(&with_start(b))).unwrap_or(1)
}

/// The points per variable, most often of one coset, that an answer with these bounds on its degrees needs.
pub(crate) fn usual_points(degree_bound: &[u32], evaluation: Evaluation) -> Vec<Axis> {
    match evaluation {
        Evaluation::Auto => {
            let len = |d: u32| smooth_len(d + 1).min(u32::MAX.into()) as u32;
            degree_bound.iter().map(|&d| Axis { len: len(d), cosets: 1 }).collect()
        }
        Evaluation::Stockham => {
            let points: Vec<u32> = degree_bound.iter().map(|&d| d.saturating_add(1)).collect();
            Cut::none().grid(&points, evaluation).axes
        }
    }
}

impl Work {
    /// Points of the grid.
    pub fn points(&self) -> f64 {
        self.axes.iter().map(|(_, axis)| axis.points() as f64).product()
    }

    /// Polynomials of the input.
    fn polynomials(&self) -> f64 {
        self.integers as f64 / self.axes.iter().map(|(n, _)| f64::from((*n).max(1))).product::<f64>()
    }

    /// Roots of unity in the tables of one prime.
    fn roots(&self) -> f64 {
        if self.on_roots { self.axes.iter().map(|(_, axis)| axis.points() as f64).sum() } else { 0.0 }
    }

    /// Devices that could have a share of it: primes, or coefficients of the answer where these are fewer.
    fn shares(&self) -> u64 {
        H200.primes(self.bits).min(self.coefficients)
    }

    /// Milliseconds on `workers` that share it, with the time of one of them for what cannot be shared.
    fn shared(&self, rates: &Rates, workers: usize) -> f64 {
        let whole = rates.milliseconds(self, rates.primes(self.bits));
        rates.fixed + (whole - rates.fixed) / workers.max(1) as f64
    }

    /// Milliseconds on so many threads of the CPU, with or without 50-bit primes, by the constants of one machine.
    pub fn cpu(&self, threads: usize, ifma: bool) -> f64 {
        let rates = if ifma { &CORE_50 } else { &CORE_31 };
        let alone = self.shared(rates, 1);
        if threads < 2 { alone } else { alone.min(SHARING + self.shared(rates, threads)) }
    }

    /// Milliseconds on a device that is ready, by the constants of one.
    pub fn device(&self) -> f64 {
        self.shared(&H200, 1)
    }

    /// How many of `most` >= 1 equal devices are fastest, `always` as many as can have a share.
    pub fn devices(&self, most: usize, always: bool) -> usize {
        self.devices_of_slabs(most, always, 1)
    }

    /// The same where the grid of a prime is computed in so many slabs, which devices share where these are more than the primes.
    pub(crate) fn devices_of_slabs(&self, most: usize, always: bool, slabs: u64) -> usize {
        let most = (most as u64).min(self.shares().max(slabs)).max(1) as usize;
        if always { most } else { fastest(most, |n| self.shared(&H200, n)) }
    }

    /// Whether a device would be faster.
    pub fn suits_device(&self, threads: usize, ifma: bool) -> bool {
        self.device() < self.cpu(threads, ifma)
    }
}
