//! Where one form of a stage becomes faster than another on a CPU.
//!
//! The bench `tables choices` measures both sides of every one of them and prints what a machine would choose. The values are those of
//! `benches/results/2026-11-23-epyc-choices.txt`: two cores of an EPYC with AVX-512 IFMA.

use crate::plan::cost::half_gcd::{HALF_RESULTANT_31, HALF_RESULTANT_50};

/// The choices of the engine for one word.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// Most coefficients for which direct evaluation is taken: a transform's values are stored and read again. Table `direct`.
    pub direct: usize,
    /// Degree of the shorter polynomial from which half-gcd of a full bundle is faster than the plain remainder sequence. Table
    /// `half-gcd`.
    pub half_gcd: u32,
    /// Degree of the shorter polynomial from which half-gcd of a full bundle is the faster way to a resultant in one variable. Table `half-resultant`.
    pub half_resultant: u32,
    /// Time of an element step modulo one prime, a vector of coefficients at a time, in those of a bundle of as many lanes. Table
    /// `alone`: images of 4000 coefficients.
    pub alone: f64,
    /// Time of a step of one prime that is not in its elements, in element steps on a bundle. Table `alone`.
    pub step: f64,
    /// How much faster half-gcd of one bundle is on several threads: its products are shared, its short steps are not. Table
    /// `half-shared`.
    pub half_shared: f64,
    /// Sum of degrees of quotients up to which half-gcd does steps one by one. Table `half-base`.
    pub half_base: usize,
    /// Polynomials shorter than this are left by half-gcd to the plain remainder sequence. Table `half-rest`.
    pub half_rest: usize,
    /// Least degree of a matrix's entries for which half-gcd multiplies by transforms. Table `half-products`.
    pub half_products: usize,
    /// Products of a schoolbook division from which division by values takes less time. Table `divide`.
    pub divide: u64,
    /// Primes from which explicit Chinese remaindering is the faster lift; 50-bit residues have no other. Table `lift`.
    pub crt_primes: usize,
}

impl Thresholds {
    /// Element steps on a bundle that half-gcd takes the time of, for each unit of the degree: as many as the plain sequence has where
    /// it begins to be faster.
    pub(crate) const fn half_gcd_steps(&self) -> f64 {
        self.half_gcd as f64 / 2.0
    }
}

/// Primes below 2^32 / 3. Those of half-gcd and of one prime by itself are of a Zen 3 with AVX2, `benches/results/2026-11-27-epyc-avx2.txt`.
pub(crate) const BITS_31: Thresholds = Thresholds {
    // 77 there: at 64 and 96 neither loses more than a tenth.
    direct: 64,
    // 1400 there as for resultants, and 1400 and 2000 on a Xeon.
    half_gcd: 1500,
    half_resultant: HALF_RESULTANT_31,
    alone: 1.0,
    step: 3.0,
    half_shared: 1.5,
    // From 96 to 256 times differ by less than they scatter, and so they do for the next two from 500 to 4000 and from 10 to 80.
    half_base: 192,
    half_rest: 1000,
    half_products: 40,
    // Below 22,000 there, and from 64,000 on with 50 bits. Primes with roots of unity are looked for once besides.
    divide: 50_000,
    crt_primes: 8,
};

/// Primes below 2^50, by AVX-512 IFMA. Half-gcd is faster from degree 4800 on, and takes the time of about
/// 2500 element steps for each unit of the degree beyond. On a Xeon it is from 2400 on, for resultants from 2600, where both differ by a tenth up to 4000
/// (`benches/results/2026-11-27-h200-avx2.txt`).
pub(crate) const BITS_50: Thresholds = Thresholds {
    direct: 96,
    half_gcd: 5000,
    half_resultant: HALF_RESULTANT_50,
    alone: 1.05,
    step: 12.0,
    divide: 100_000,
    crt_primes: 1,
    ..BITS_31
};
