//! The needs of the engine for a word besides the shared arithmetic: bundles of it, and how they take in big integers.

use super::stages::Stages;
use super::thresholds::Thresholds;
use crate::plan::primes::Word;
pub use crate::simd::Lanes;
pub(super) use crate::simd::Residue;

/// A word this engine can compute with.
pub trait CpuWord: Word {
    /// Its bundles.
    type Wide: Stages<Modulus = Self>;
    /// Bundles of fewer lanes for the last primes, and for all where the processor lacks the instructions of the others; the same where
    /// there are none.
    type Narrow: Stages<Modulus = Self>;
    /// Whether this processor has the instructions of [`CpuWord::Wide`].
    fn has_wide() -> bool;
    /// Big integers are taken in as digits of this many bits.
    const DIGIT_BITS: u32;
    /// R = 2^`R_BITS`, the factor of the Montgomery form.
    const R_BITS: u32;
    /// Where one form of a stage becomes faster than another.
    const THRESHOLDS: Thresholds;
}
