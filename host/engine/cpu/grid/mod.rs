//! The grid on a CPU: evaluation and interpolation, a bundle of primes at a time.

pub(super) mod columns;
pub(super) mod evaluate;
pub(super) mod interpolate;
pub(super) mod orbits;
pub(super) mod stockham;
mod tile;
pub(super) mod values;
