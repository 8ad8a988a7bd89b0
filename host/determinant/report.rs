//! What a computation of a determinant did: counts, choices, times.

use super::options::DeterminantOptions;
use super::problem::{Computation, OPERATION, Problem};
use crate::poly::Polynomial;
use crate::run::pointwise::Part;
use crate::run::report::RunReport;
use serde::Serialize;

/// An answer with what was done for it.
#[derive(Debug, Clone)]
pub struct DeterminantAnswer {
    /// The determinant, over the variables of the matrix.
    pub polynomial: Polynomial,
    /// Counts, choices and times.
    pub report: DeterminantReport,
}

/// What a computation of a determinant did.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DeterminantReport {
    /// The operation.
    pub operation: &'static str,
    /// Where it was computed, with how many primes, and how long it took.
    #[serde(flatten)]
    pub run: RunReport,
    /// Rows of the matrix.
    pub size: usize,
    /// Rows of the blocks on the diagonal that are computed; none where the answer is known without.
    pub blocks: Vec<usize>,
    /// Different entries of the blocks, up to their sign.
    pub entries: usize,
    /// Method of the scalar stage.
    pub method: &'static str,
    /// `certified`, or `probabilistic` with the probability of a wrong answer in `failure_log2`.
    pub certainty: &'static str,
    /// log2 of a bound on the probability of a wrong answer; `None` for certified answers.
    pub failure_log2: Option<f64>,
    /// Points of the grid per prime.
    pub points: u64,
    /// Determinants computed.
    pub scalars: u64,
    /// Determinants computed again since a pivot of the common order vanished.
    pub repairs: u64,
    /// Bound on the degree of the answer per variable that occurs.
    pub degree_bound: Vec<u32>,
    /// Bound on the bits of the answer's coefficients, without common factors of rows and columns.
    pub height_bound: u64,
    /// Batches of primes.
    pub batches: usize,
    /// The prime modulo which the answer was wanted.
    pub modulus: Option<u32>,
    /// Whether it was computed modulo that prime alone; otherwise over the integers, and reduced.
    pub direct: bool,
}

impl DeterminantReport {
    /// Before anything is done.
    pub(super) fn new(problem: &Problem<'_>, options: &DeterminantOptions) -> Self {
        let (blocks, entries) = match &problem.task {
            Computation::Trivial(_) => (Vec::new(), 0),
            Computation::Modular(modular) => {
                (modular.blocks.iter().map(|block| block.size).collect(), modular.entries.rows.len())
            }
        };
        DeterminantReport {
            operation: OPERATION,
            run: RunReport::default(),
            size: problem.matrix.rows(),
            blocks,
            entries,
            method: options.method.name(),
            certainty: "certified",
            failure_log2: None,
            points: 0,
            scalars: 0,
            repairs: 0,
            degree_bound: Vec::new(),
            height_bound: 0,
            batches: 0,
            modulus: options.modulus,
            direct: false,
        }
    }

    /// Takes the counts of what was done.
    pub(super) fn count(&mut self, part: &Part) {
        (self.run.primes, self.run.slabs, self.batches) = (part.primes, part.slabs, part.batches);
        (self.scalars, self.repairs) = (part.counts.scalars, part.counts.repairs);
    }
}
