//! The grid on a device: tables of a batch of primes, evaluation and interpolation.

pub(super) mod columns;
mod stockham;
pub(super) mod tables;
mod tiles;
pub(super) mod transforms;
