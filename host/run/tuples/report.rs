//! The report of operations whose answer is several polynomials.

use super::options::ListOptions;
use crate::run::modulus::Modulus;
use crate::run::pointwise::Part;
use crate::run::report::RunReport;
use crate::run::stopping::Certainty;
use serde::Serialize;

/// The report of the computation of several polynomials.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ListReport {
    /// The operation.
    pub operation: &'static str,
    /// Where it was computed, with how many primes, and how long it took.
    #[serde(flatten)]
    pub run: RunReport,
    /// Polynomials that were computed together.
    pub outputs: usize,
    /// Whether they were computed over Z as minors of a matrix, without points: small input in many variables.
    pub minors: bool,
    /// `certified`, or `probabilistic` with the probability of a wrong answer in `failure_log2`.
    pub certainty: &'static str,
    /// The certainty that was asked for.
    pub certainty_asked: &'static str,
    /// log2 of a bound on the probability of a wrong answer; `None` for certified answers.
    pub failure_log2: Option<f64>,
    /// Points of the grid per prime.
    pub points: u64,
    /// Points at which they were computed, of all primes.
    pub scalars: u64,
    /// Those that were computed again since they left the common degrees or pivots.
    pub repairs: u64,
    /// Bound on the degree of the polynomials per axis of the grid.
    pub degree_bound: Vec<u32>,
    /// Bound on the bits of their coefficients, before contents that were taken out are multiplied back.
    pub height_bound: u64,
    /// Batches of primes.
    pub batches: usize,
    /// The prime modulo which the answer was wanted.
    pub modulus: Option<Modulus>,
}

impl ListReport {
    /// Before anything is done.
    pub(crate) fn new(operation: &'static str, options: &ListOptions) -> Self {
        ListReport {
            operation,
            run: RunReport::default(),
            outputs: 0,
            minors: false,
            certainty: Certainty::Certified.name(),
            certainty_asked: options.certainty.name(),
            failure_log2: None,
            points: 0,
            scalars: 0,
            repairs: 0,
            degree_bound: Vec::new(),
            height_bound: 0,
            batches: 0,
            modulus: options.modulus,
        }
    }

    /// Takes the counts of what was done.
    pub(super) fn count(&mut self, part: &Part) {
        (self.run.primes, self.run.slabs, self.batches) = (part.primes, part.slabs, part.batches);
        (self.scalars, self.repairs) = (part.counts.scalars, part.counts.repairs);
    }
}
