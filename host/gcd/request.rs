//! Requests for the GCD of a pair, and their solutions.

use super::options::GcdOptions;
use super::pair::Pair;
use crate::control::Control;
use rug::Integer;

/// The GCD of a primitive pair with a positive leading coefficient, and its cofactors where they are wanted.
pub(super) struct Solution {
    pub gcd: Vec<Integer>,
    pub cofactors: Option<Cofactors>,
}

/// f / h and g / h.
pub(super) type Cofactors = [Vec<Integer>; 2];

impl Solution {
    /// The solution for a coprime pair: 1, and f and g themselves.
    pub fn coprime(pair: &Pair<'_>, request: Request<'_>) -> Self {
        Solution { gcd: vec![1.into()], cofactors: request.cofactors.then(|| pair.primitives()) }
    }
}

/// The request.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub options: &'a GcdOptions,
    /// In place of that of the options: of a part of the computation.
    pub control: &'a Control,
    /// Whether the cofactors are wanted as integers.
    pub cofactors: bool,
    /// Bytes of the host that the caller holds besides.
    pub beside: u64,
}

/// The result.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    /// Primes of images.
    pub primes: usize,
    /// How many of these primes were of no use.
    pub unlucky: usize,
    /// Candidates that were tried by division.
    pub candidates: usize,
    /// Most slabs of a grid that was cut.
    pub slabs: usize,
    /// The 61-bit prime of the last check.
    pub verified_modulo: u64,
}

impl Counts {
    /// Adds those of a part.
    pub fn include(&mut self, other: Counts) {
        self.primes += other.primes;
        self.unlucky += other.unlucky;
        self.candidates += other.candidates;
        self.slabs = self.slabs.max(other.slabs);
    }
}
