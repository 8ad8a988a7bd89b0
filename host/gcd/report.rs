//! The report of a computation of GCDs: counts, choices, times.

use super::request::Counts;
use crate::engine::gcd::GcdMethod;
use crate::poly::Polynomial;
use crate::run::report::RunReport;
use rug::Integer;
use serde::Serialize;

/// A GCD and the report of its computation: of polynomials over Z, over Q with P = [`RationalPolynomial`](crate::RationalPolynomial), or of
/// rational functions with P = [`RationalFunction`](crate::RationalFunction).
#[derive(Debug, Clone)]
pub struct GcdAnswer<P = Polynomial> {
    /// The GCD, over the variables of f and g.
    pub gcd: P,
    /// f / gcd and g / gcd, where they were asked for; `None` also for f = g = 0. They have integer coefficients, over Q too.
    pub cofactors: Option<[Polynomial; 2]>,
    /// Counts, choices and times.
    pub report: GcdReport,
}

/// A squarefree decomposition: f = content prod factors\[i\].0 ^ factors\[i\].1; for f over Z, over Q with C = [`rug::Rational`], or for rational functions with
/// M = `i32` too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Squarefree<C = Integer, M = u32> {
    /// The content with the sign of the leading coefficient; 0 for f = 0.
    pub content: C,
    /// Squarefree, primitive, pairwise coprime polynomials that are not constant, with positive first terms, with their
    /// multiplicities, which ascend. Those of the divisors of a rational function are negative, and descend after the others.
    pub factors: Vec<(Polynomial, M)>,
}

/// The report of the computation of GCDs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GcdReport {
    /// Where they were computed, with how many primes of images (of a batch those of all pairs together), and how long it took.
    #[serde(flatten)]
    pub run: RunReport,
    /// How GCDs modulo primes were to be computed; in several variables they are by remainder sequences.
    pub method: &'static str,
    /// Pairs.
    pub pairs: usize,
    /// Primes that were of no use for a pair: unlucky ones, and those that divide both leading coefficients.
    pub unlucky: usize,
    /// Candidates that were tried by exact division.
    pub candidates: usize,
    /// Pairs of a batch that were computed by themselves, because primes were unlucky for them or not enough.
    pub alone: usize,
}

impl GcdReport {
    /// Before anything is done.
    pub(super) fn new(method: GcdMethod, pairs: usize) -> Self {
        GcdReport { run: RunReport::default(), method: method.name(), pairs, unlucky: 0, candidates: 0, alone: 0 }
    }

    /// The report of this computation and the `report` of the next one.
    #[doc(hidden)]
    pub fn followed_by(self, mut report: GcdReport) -> GcdReport {
        if report.run.primes == 0 {
            (report.run.backend, report.run.device) = (self.run.backend, self.run.device);
        }
        report.pairs += self.pairs;
        report.unlucky += self.unlucky;
        report.candidates += self.candidates;
        report.alone += self.alone;
        report.run.primes += self.run.primes;
        report.run.device_bytes = report.run.device_bytes.max(self.run.device_bytes);
        report.run.slabs = report.run.slabs.max(self.run.slabs);
        report.run.milliseconds += self.run.milliseconds;
        report.run.verified_modulo = report.run.verified_modulo.max(self.run.verified_modulo);
        for stage in self.run.stages {
            match report.run.stages.iter_mut().find(|other| other.stage == stage.stage) {
                Some(same) => same.milliseconds += stage.milliseconds,
                None => report.run.stages.push(stage),
            }
        }
        report
    }

    /// Adds the counts of one of several computations.
    pub(super) fn include(&mut self, other: GcdReport) {
        let GcdReport { run, pairs, unlucky, candidates, alone, .. } = other;
        if run.primes > 0 {
            (self.run.backend, self.run.device) = (run.backend, run.device);
        }
        self.pairs += pairs;
        self.run.primes += run.primes;
        self.run.slabs = self.run.slabs.max(run.slabs);
        self.unlucky += unlucky;
        self.candidates += candidates;
        self.alone += alone;
        self.run.verified_modulo = self.run.verified_modulo.max(run.verified_modulo);
    }

    /// Adds the counts of a part of this computation.
    pub(super) fn add(&mut self, counts: &Counts) {
        self.run.primes += counts.primes;
        self.run.slabs = self.run.slabs.max(counts.slabs);
        self.unlucky += counts.unlucky;
        self.candidates += counts.candidates;
        self.run.verified_modulo = self.run.verified_modulo.max(counts.verified_modulo.into());
    }
}
