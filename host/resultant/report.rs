//! The report of a resultant or discriminant: counts, choices, times.

use super::options::{Remedy, ResultantOptions};
use super::problem::Problem;
use crate::poly::Polynomial;
use crate::run::modulus::Modulus;
use crate::run::pointwise::Part;
use crate::run::report::RunReport;
use crate::run::stopping::Certainty;
use serde::Serialize;

/// A resultant or discriminant and the report of its computation: for input over Z, or over Q with P = [`RationalPolynomial`](crate::RationalPolynomial).
#[derive(Debug, Clone)]
pub struct ResultantAnswer<P = Polynomial> {
    /// The resultant or discriminant, over the kept variables.
    pub polynomial: P,
    /// Counts, choices and times.
    pub report: ResultantReport,
}

/// The report of the computation of a resultant or discriminant.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResultantReport {
    /// The operation.
    pub operation: &'static str,
    /// Where it was computed, with how many primes, and how long it took.
    #[serde(flatten)]
    pub run: RunReport,
    /// Method of the scalar stage.
    pub method: &'static str,
    /// The remedy by which another pair was computed, because the Schur forms fail on this one everywhere: `none`, `swap`, `factor y^k`,
    /// `combination` or `squares`. Counts and bounds below are those of what was computed.
    pub remedy: &'static str,
    /// The degree over the modulus' field of the one that was computed in: above 1 where the modulus has fewer elements than points are needed.
    pub extension: u32,
    /// Way of interpolation.
    pub interpolation: &'static str,
    /// How values at roots of unity were found.
    pub evaluation: &'static str,
    /// `certified`, or `probabilistic` with the probability of a wrong answer in `failure_log2`.
    pub certainty: &'static str,
    /// The certainty that was asked for: an answer is certified also where less was asked for, if the proof takes no more.
    pub certainty_asked: &'static str,
    /// log2 of a bound on the probability of a wrong answer; `None` for certified answers.
    pub failure_log2: Option<f64>,
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
    /// The power of what was computed that the answer is, up to powers of the coefficients of f: a common divisor of all exponents of the
    /// eliminated variable, by which they were divided. Counts are those of what was computed.
    pub power: u32,
    /// Whether it was computed with integers, by the subresultant sequence, and without primes: long coefficients and small degrees, or gaps
    /// between degrees.
    pub integers: bool,
    /// Whether it was computed over Z, as a determinant by its minors, and without primes: few terms in many variables, and small degrees.
    pub minors: bool,
    /// Whether it was computed over Z by the formula for discriminants of trinomials in the eliminated variable.
    pub formula: bool,
    /// Whether it was found from its values at fewer points than a grid has, as it has few terms: with a certainty of `probabilistic` only.
    pub sparse: bool,
    /// Batches of primes.
    pub batches: usize,
    /// The prime modulo which the answer was wanted.
    pub modulus: Option<Modulus>,
    /// Whether it was computed modulo that prime alone; otherwise over the integers, and reduced.
    pub direct: bool,
}

impl ResultantReport {
    /// Before anything is done.
    pub(super) fn new(problem: &Problem, options: &ResultantOptions) -> Self {
        ResultantReport {
            operation: problem.operation,
            run: RunReport::default(),
            method: options.method.name(),
            remedy: Remedy::None.name(),
            extension: 1,
            interpolation: options.interpolation.name(),
            evaluation: options.evaluation.name(),
            certainty: Certainty::Certified.name(),
            certainty_asked: options.certainty.name(),
            failure_log2: None,
            points: 0,
            scalars: 0,
            repairs: 0,
            dropped: 0,
            degree_bound: Vec::new(),
            height_bound: 0,
            power: problem.power(),
            integers: false,
            minors: false,
            formula: false,
            sparse: false,
            batches: 0,
            modulus: options.modulus,
            direct: false,
        }
    }

    /// Takes the counts of what was done.
    pub(super) fn count(&mut self, part: &Part) {
        (self.run.primes, self.run.slabs, self.batches) = (part.primes, part.slabs, part.batches);
        (self.scalars, self.repairs, self.dropped) = (part.counts.scalars, part.counts.repairs, part.dropped);
    }
}
