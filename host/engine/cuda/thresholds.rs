//! Where one form of a stage becomes faster than another on a device.
//!
//! The bench `tables choices --backend cuda` measures both sides of every one of them and prints what a device would choose. These
//! values suit an H200: `benches/results/2026-11-23-h200-choices.txt`. Where its lines disagree, or both sides are within a few percent,
//! a round number between them was taken.

/// The choices of the engine. Sizes at which scalars and GCDs at points take more threads are beside their launches:
/// [`super::resultant::scalars`], `super::gcd::points`.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thresholds {
    /// Scalars of a batch from which every stage is waited for, so that its time is its own. With fewer, waking the host and the
    /// device's idling until the next launch are a part of the time that counts: the next stages are queued while it works. Table
    /// `waited`.
    pub waited: usize,
    /// Words of integers, on the average, up to which a thread reduces one by itself: a block for each would be begun for very little
    /// work. Table `reduce`.
    pub short_words: usize,
    /// max(p, q) from which an image of a GCD is computed in rounds over many blocks. Table `rounds`.
    pub rounds_from: u32,
    /// Degree up to which one block finishes what rounds have left. Smaller than [`Thresholds::rounds_from`]: a launch for all problems
    /// ends it. Table `handover`.
    pub handover: u32,
    /// min(p, q) from which primes have roots of unity for long rounds; shorter pairs seldom have the coefficients for them. Table
    /// `long-rounds`.
    pub long_from: u32,
    /// Coefficients of all problems together, for each multiprocessor, from which a long round is worth it: with fewer a plain round is
    /// hardly more than its launches. Table `long-rounds`.
    pub long_coefficients: u32,
    /// Whether rounds are applied by tensor cores, where a device has them. Table `tensor-rounds`.
    pub tensor_rounds: bool,
    /// Degree of the dividend from which division is by values. Table `divide`.
    pub divide_from: u32,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds {
            waited: 1 << 19,
            short_words: 28,
            rounds_from: 1300,
            handover: 1024,
            long_from: 8000,
            long_coefficients: 800,
            tensor_rounds: true,
            divide_from: 512,
        }
    }
}
