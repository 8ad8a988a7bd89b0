//! Engines in other processes, on the same machine or on others: one end asks for stages, the other has the engine.
//!
//! A [`Remote`] is an engine like any other for whoever computes on it: it shares primes, coefficients and slabs with those of this process. What it holds between two stages stays
//! where it was made, and is named by a number here. So between two ranks go integers of the input once, jobs, residues of the answer, and integers of its coefficients.
//! A [`Link`] carries the messages.

mod client;
mod link;
mod protocol;
#[cfg(any(feature = "mpi", test))]
mod serve;
#[cfg(test)]
mod tests;
mod types;
mod wire;

pub(crate) use client::Remote;
pub(crate) use link::Link;
#[cfg(any(feature = "mpi", test))]
pub(crate) use protocol::{greet, next_computation, refuse};
pub(crate) use protocol::{ask_for_engine, greeting, quit};
#[cfg(any(feature = "mpi", test))]
pub(crate) use serve::serve;
pub(crate) use wire::Wire;
