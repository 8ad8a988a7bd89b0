//! The common part of all reports.

use crate::clock::StageTime;
use crate::run::modulus::Modulus;
use serde::Serialize;

/// The report of every operation: the engine, the primes, and the time.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RunReport {
    /// `cpu` or `cuda`.
    pub backend: &'static str,
    /// The device: processor threads, the GPU's name, or names and numbers of several GPUs.
    pub device: String,
    /// The most bytes that buffers had together of the memory of a GPU, of that which had most; 0 on a CPU. Modules, stacks and what the driver keeps are not in
    /// it.
    pub device_bytes: u64,
    /// Primes used; of several computations those of all.
    pub primes: usize,
    /// Slabs that a grid was cut into, one after the other computed, since memory was short; 0 where every grid was whole. Of several
    /// computations the most.
    pub slabs: usize,
    /// Primes of which a checkpoint had the residues, or verified GCDs of a batch: they were not computed again.
    pub restored: usize,
    /// The damaged part of the checkpoint, in one line; it was computed again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damaged: Option<String>,
    /// Numbers of other processes whose results were wrong: what they had done was done again without them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub distrusted: Vec<usize>,
    /// The 61-bit prime of the verification, or the modulus of an answer computed modulo one prime; 0 where there was nothing to verify.
    pub verified_modulo: Modulus,
    /// Wall times of the stages, in order; on several devices those of the one that took longest.
    pub stages: Vec<StageTime>,
    /// Wall time of the whole, in milliseconds.
    pub milliseconds: f64,
}

impl Default for RunReport {
    /// The report of a computation that took no device and no prime.
    fn default() -> Self {
        RunReport {
            backend: "cpu",
            device: String::new(),
            device_bytes: 0,
            primes: 0,
            slabs: 0,
            restored: 0,
            damaged: None,
            distrusted: Vec::new(),
            verified_modulo: Modulus::default(),
            stages: Vec::new(),
            milliseconds: 0.0,
        }
    }
}
