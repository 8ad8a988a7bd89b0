//! Polynomials in the kept variables that are computed by their values at points, one scalar each: resultants and determinants.
//!
//! An operation says what goes in, with bounds on degrees and height of the answer ([`Outline`]), what is done at a point
//! ([`Pointwise`]), and what the answer is compared with. Everything else is here: grid and primes, memory, the choice of
//! engines, the computation on one or several, answers in memory ([`solve`]) and those that are written as they are made ([`write()`]).

mod audit;
mod choice;
mod describe;
mod images;
mod job;
mod matrix;
mod memory;
mod outline;
mod prepared;
mod solve;
mod write;

pub(crate) use describe::describe;
pub use describe::{DevicePlan, GridPlan, Prediction};
#[cfg(test)]
pub(crate) use images::{coefficients, share_slabs};
pub(crate) use job::{GridWithPrimes, How, Part, Pointwise, Usable, cost, on_roots, word_of_lift};
pub(crate) use matrix::{determinant_job, determinants};
pub(crate) use memory::{check, dense, too_dense};
pub(crate) use outline::{Direct, Outline};
pub(crate) use prepared::Prepared;
pub(crate) use solve::{Solved, solve};
#[cfg(test)]
pub(crate) use write::write_on;
pub(crate) use write::{Answer, write};
