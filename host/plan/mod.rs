//! The decisions before anything is computed: bounds, grid, primes, schedule, memory.

pub(crate) mod assignment;
mod axes;
mod axis;
pub(crate) mod blocks;
mod circle;
pub mod columns;
pub mod cost;
pub mod degree;
pub(crate) mod evaluation;
#[cfg(test)]
pub(crate) mod exact;
mod exp2;
pub(crate) mod exponents;
pub(crate) mod gradings;
pub mod grid;
pub(crate) mod hadamard;
pub mod height;
pub(crate) mod pivots;
pub mod plain_primes;
pub mod pool;
pub(crate) mod prime61;
pub mod primes;
pub(crate) mod remainders;
pub mod residues;
pub mod rows;
pub(crate) mod scaled;
pub mod schedule;
pub(crate) mod slabs;
pub(crate) mod support;
