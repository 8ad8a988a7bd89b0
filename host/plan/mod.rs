//! What is decided before anything is computed: bounds, grid, primes, schedule, memory.

pub mod grid;
pub mod primes;
pub mod rows;
pub mod schedule;
