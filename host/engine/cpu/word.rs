//! What the engine needs of a word besides the shared arithmetic: bundles of it, and how they take in big integers.

use crate::plan::primes::Word;
use gpu::Field;
use gpu::arith::Bundle;

/// A residue in one lane.
pub(super) type Residue<B> = <<B as Bundle>::Modulus as Field>::Elem;

/// A word this engine can compute with.
pub trait CpuWord: Word {
    /// Its bundles.
    type Wide: Lanes<Modulus = Self>;
    /// Bundles of fewer lanes for the last primes; the same where there are none.
    type Narrow: Lanes<Modulus = Self>;
    /// Big integers are taken in as digits of this many bits.
    const DIGIT_BITS: u32;

    /// Most coefficients for which direct evaluation is taken: a transform's values are stored and read again. One core of a
    /// Zen 4, degree 32, 16 primes, 4000 points, evaluation and scalars: 64 coefficients 50 ms against 99 by a transform with
    /// 50-bit primes, 59 against 66 with 31-bit ones; 128 coefficients 75 against 101, and 90 against 71.
    const DIRECT: usize;

    /// Degree of the shorter polynomial from which half-gcd of a full bundle is faster than the plain remainder sequence. One core of
    /// a Zen 4, full bundles, f and g of one degree n, their GCD of degree n / 2, milliseconds of half-gcd and of the plain
    /// sequence: 8 primes of 50 bits, n = 4000 21 and 17, 6000 32 and 37, 8000 50 and 65, 12000 72 and 148;
    /// 13 of 31 bits, other programs running, n = 2000 17 and 19, 3000 21 and 42, 4000 28 and 69.
    const HALF_GCD: u32;

    /// Time of an element step modulo one prime, a vector of coefficients at a time, in those of a bundle of as many lanes. There too
    /// 1.05 with 50-bit primes and 1.25 to 1.5 with 31-bit ones, where compilers make the vectors, degrees 4000 to 12000.
    const ALONE: f64;
}

/// A bundle and the instructions it is made for.
pub trait Lanes: Bundle {
    /// Runs a closure body compiled for them.
    fn simd<R>(&self, task: impl pulp::NullaryFnOnce<Output = R>) -> R;

    /// The element sum `digits`\[k\] 2^(b k), b = [`CpuWord::DIGIT_BITS`]; `weights`\[k\] is the element 2^(b (k + 1)), for
    /// k = 0..=len. 0 for no digits.
    fn integer(&self, digits: &[u64], weights: &[Self::Elem]) -> Self::Elem;

    /// Neighbours of a row of residues modulo one prime, as many as lanes.
    type Neighbours: Copy;

    /// A row in parts of them, and what is left.
    fn parts(row: &[Residue<Self>]) -> (&[Self::Neighbours], &[Residue<Self>]);

    /// The same to write to.
    fn parts_mut(row: &mut [Residue<Self>]) -> (&mut [Self::Neighbours], &mut [Residue<Self>]);

    /// Residue i of the neighbours in lane i.
    fn load(neighbours: Self::Neighbours) -> Self::Elem;

    /// Lane i as residue i of neighbours.
    fn store(a: Self::Elem) -> Self::Neighbours;

    /// A residue in every lane.
    fn splat(a: Residue<Self>) -> Self::Elem;

    /// The last lane of `before` in lane 0, lane i - 1 of `a` in lane i.
    fn shifted(&self, before: Self::Elem, a: Self::Elem) -> Self::Elem;
}
