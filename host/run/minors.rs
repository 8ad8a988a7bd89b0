//! When a determinant over Z is expanded into minors, and not computed modulo primes.

use super::memory;
use super::options::RunOptions;
use crate::poly::matrix::minors::Minors;

/// Milliseconds that the computation modulo primes must be predicted to take: there is nothing to gain from less.
pub(crate) const LEAST: f64 = 0.5;

/// Whether the expansion fits in memory and is predicted to be faster than a computation modulo primes of so many milliseconds, by
/// [`milliseconds`](super::backend::milliseconds). The expansion is counted as if one core did all of it.
pub(crate) fn pays(minors: &Minors<'_>, modulo_primes: f64, run: &RunOptions) -> bool {
    let is_faster = modulo_primes >= LEAST && minors.nanoseconds() / 1e6 < modulo_primes;
    is_faster && minors.bytes() <= memory::allowed(run)
}
