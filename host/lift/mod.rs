//! From residues to integers in the symmetric range: by explicit Chinese remaindering, or by mixed-radix digits.

pub(crate) mod crt;
mod extend;
mod recover;
mod tables;

pub(crate) use extend::Lifted;
pub(crate) use recover::recover_watched;
pub use recover::{recover, recover_horner};
pub use tables::MixedRadixTables;
pub(crate) use tables::product;

/// How integers are recovered from their residues. The answer is the same for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Lift {
    /// On a CPU by the number of primes, on a device [`Lift::Crt`].
    #[default]
    Auto,
    /// The explicit Chinese remainder theorem: sums of a table of limbs, in words of the machine at once.
    Crt,
    /// Mixed-radix digits as in the 2010 and 2013 papers, on a device by a block for each coefficient, and integers from them on the host.
    MixedRadix,
    /// The same digits as in the 2020 paper, on a device by a thread for each coefficient. It takes memory for half of the squared number of
    /// primes. A CPU does not know the difference.
    MixedRadixThread,
}

/// Whether integers are found by explicit remaindering, for an engine where this is faster from `crt_primes` primes on.
pub(crate) fn is_explicit(lift: Lift, primes: usize, crt_primes: usize) -> bool {
    match lift {
        Lift::Auto => primes >= crt_primes,
        Lift::Crt => true,
        Lift::MixedRadix | Lift::MixedRadixThread => false,
    }
}
