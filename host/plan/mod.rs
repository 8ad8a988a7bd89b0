//! What is decided before anything is computed: bounds, grid, primes, schedule, memory.

mod axes;
mod circle;
pub mod columns;
pub mod cost;
pub mod degree;
#[cfg(test)]
mod exact;
mod exp2;
pub mod grid;
pub mod height;
pub mod pool;
pub(crate) mod prime61;
pub mod primes;
pub mod rows;
mod scaled;
pub mod schedule;
pub(crate) mod slabs;
