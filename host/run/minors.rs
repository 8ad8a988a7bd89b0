//! When a determinant over Z is expanded into minors, and not computed modulo primes.

use super::memory;
use super::options::RunOptions;

/// Milliseconds that a computation modulo primes takes whatever it is: no prediction is below it where there are enough variables.
const LEAST: f64 = 0.2;

/// Milliseconds that a computation modulo primes must be predicted to take in few variables: there is nothing to gain from less.
const LEAST_IN_FEW: f64 = 0.5;

/// Variables of the input from which it is one of symbols. The grids of fewer are small.
const SYMBOLS: usize = 3;

/// Milliseconds with which an expansion is compared, of an input in so many variables for which [`milliseconds`](super::backend::milliseconds) predicts
/// `modulo_primes`; `None` where there is nothing to gain.
pub(crate) fn beaten_by(modulo_primes: f64, variables: usize) -> Option<f64> {
    match variables >= SYMBOLS {
        true => Some(modulo_primes.max(LEAST)),
        false => (modulo_primes >= LEAST_IN_FEW).then_some(modulo_primes),
    }
}

/// Whether an expansion of so many nanoseconds and bytes fits in memory and takes less than `milliseconds`. The expansion is counted as if one core did
/// all of it.
pub(crate) fn pays(nanoseconds: f64, bytes: u64, milliseconds: f64, run: &RunOptions) -> bool {
    nanoseconds / 1e6 < milliseconds && bytes <= memory::allowed(run)
}
