//! Engines in other processes, on the same machine or on others: one end asks for stages, the other has the engine.
//!
//! A [`Remote`] is an engine like any other for whoever computes on it: it shares primes, coefficients and slabs with those of this process. What it holds between two stages stays
//! where it was made, and is named by a number here. So between two processes go integers of the input once, jobs, residues of the answer, and integers of its coefficients.
//! A [`Link`] carries the messages.

mod client;
mod link;
#[cfg(test)]
mod lying;
mod protocol;
mod serve;
mod systems;
mod types;
mod wire;

pub(crate) use client::Remote;
pub(crate) use link::{Heard, Link};
#[cfg(test)]
pub(crate) use lying::Lying;
pub(crate) use protocol::{ask_for_engine, greet, greeting, next_computation, quit, refuse};
pub(crate) use serve::{Served, serve_engine};
pub(crate) use wire::Wire;
