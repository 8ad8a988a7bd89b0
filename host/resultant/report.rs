//! What a computation of a resultant did: counts, choices, times.

use crate::clock::StageTime;
use serde::Serialize;

/// What a computation did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The operation.
    pub operation: &'static str,
    /// `cpu` or `cuda`.
    pub backend: &'static str,
    /// The device: processor threads, the GPU's name, or names and numbers of several GPUs.
    pub device: String,
    /// Method of the scalar stage.
    pub method: &'static str,
    /// What was computed in place of the pair because the Schur forms fail on it everywhere: `none`, `swap`, `factor y^k`,
    /// `combination` or `squares`. Counts and bounds below are those of what was computed.
    pub remedy: &'static str,
    /// Way of interpolation.
    pub interpolation: &'static str,
    /// `certified`, or `probabilistic` with the probability of a wrong answer in `failure_log2`.
    pub certainty: &'static str,
    /// log2 of a bound on the probability of a wrong answer; `None` for certified answers.
    pub failure_log2: Option<f64>,
    /// Primes used.
    pub primes: usize,
    /// Points of the grid per prime.
    pub points: u64,
    /// Scalars computed.
    pub scalars: u64,
    /// Scalars computed again by the routine that follows its own degrees.
    pub repairs: u64,
    /// Scalars whose points were replaced, with [`crate::Interpolation::Vandermonde`].
    pub dropped: u64,
    /// Bound on the degree of the answer per kept variable.
    pub degree_bound: Vec<u32>,
    /// Bound on the bits of the answer's coefficients.
    pub height_bound: u64,
    /// Batches of primes.
    pub batches: usize,
    /// The 61-bit prime of the verification, or the modulus of a direct answer; 0 when the answer needed no computation.
    pub verified_modulo: u64,
    /// The prime modulo which the answer was wanted.
    pub modulus: Option<u32>,
    /// Whether it was computed modulo that prime alone; otherwise over the integers, and reduced.
    pub direct: bool,
    /// Wall times of the stages, in order; on several devices those of the one that took longest.
    pub stages: Vec<StageTime>,
    /// Wall time of the whole, in milliseconds.
    pub milliseconds: f64,
}
