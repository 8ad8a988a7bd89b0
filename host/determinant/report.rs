//! The report of a determinant: counts, choices, times.

use super::minors;
use super::options::DeterminantOptions;
use super::problem::{Computation, OPERATION, Problem};
use crate::plan::grid::Evaluation;
use crate::poly::{Matrix, Polynomial};
use crate::resultant::ResultantReport;
use crate::run::modulus::Modulus;
use crate::run::pointwise::Part;
use crate::run::report::RunReport;
use crate::run::stopping::Certainty;
use crate::run::tuples::ListReport;
use serde::Serialize;

/// The name of the method of a Sylvester matrix.
pub(super) const METHOD_OF_SYLVESTER: &str = "remainder sequence of a Sylvester matrix";

/// The name of the method of small and of sparse matrices.
pub(super) const METHOD_OF_MINORS: &str = "expansion by minors";

/// The name of the method of characteristic polynomials.
pub(super) const METHOD_OF_HESSENBERG: &str = "Hessenberg form";

/// A determinant and the report of its computation: for input over Z, or over Q with P = [`RationalPolynomial`](crate::RationalPolynomial).
#[derive(Debug, Clone)]
pub struct DeterminantAnswer<P = Polynomial> {
    /// The determinant, over the variables of the matrix.
    pub polynomial: P,
    /// Counts, choices and times.
    pub report: DeterminantReport,
}

/// The report of the computation of a determinant.
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
    /// Whether it was computed over Z by its minors, without primes: small and sparse matrices.
    pub minors: bool,
    /// How values at roots of unity are found.
    pub evaluation: &'static str,
    /// `certified`, or `probabilistic` with the probability of a wrong answer in `failure_log2`.
    pub certainty: &'static str,
    /// The certainty that was asked for: an answer is certified also where less was asked for, if the proof takes no more.
    pub certainty_asked: &'static str,
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
    /// Bounds on the degrees in the two variables that all others were contracted to; none where they were not.
    pub contracted: Vec<u32>,
    /// Bound on the bits of the answer's coefficients, without common factors of rows and columns.
    pub height_bound: u64,
    /// Batches of primes.
    pub batches: usize,
    /// The prime modulo which the answer was wanted.
    pub modulus: Option<Modulus>,
    /// Whether it was computed modulo that prime alone; otherwise over the integers, and reduced.
    pub direct: bool,
    /// The degree over the modulus' field of the one that was computed in: above 1 where the modulus has fewer elements than points are needed.
    pub extension: u32,
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
        DeterminantReport { blocks, entries, ..Self::of_matrix(&problem.matrix, options) }
    }

    /// Of a matrix of which nothing else is known.
    fn of_matrix(matrix: &Matrix, options: &DeterminantOptions) -> Self {
        DeterminantReport {
            operation: OPERATION,
            run: RunReport::default(),
            size: matrix.rows(),
            blocks: Vec::new(),
            entries: 0,
            method: options.method.name(),
            minors: false,
            evaluation: options.evaluation.name(),
            certainty: Certainty::Certified.name(),
            certainty_asked: options.certainty.name(),
            failure_log2: None,
            points: 0,
            scalars: 0,
            repairs: 0,
            degree_bound: Vec::new(),
            contracted: Vec::new(),
            height_bound: 0,
            batches: 0,
            modulus: options.modulus,
            direct: false,
            extension: 1,
        }
    }

    /// Of an expansion by minors.
    pub(super) fn of_minors(matrix: &Matrix, run: RunReport, options: &DeterminantOptions) -> Self {
        DeterminantReport {
            run,
            blocks: vec![matrix.rows()],
            entries: minors::entries(matrix),
            method: METHOD_OF_MINORS,
            minors: true,
            ..Self::of_matrix(matrix, options)
        }
    }

    /// Of the coefficients of a characteristic polynomial, of a matrix with so many rows and entries, and its degrees.
    pub(super) fn of_characteristic(
        report: ListReport,
        (size, entries): (usize, usize),
        degree_bound: Vec<u32>,
    ) -> Self {
        DeterminantReport {
            operation: OPERATION,
            size,
            blocks: vec![size],
            entries,
            method: METHOD_OF_HESSENBERG,
            minors: false,
            evaluation: Evaluation::Auto.name(),
            certainty: report.certainty,
            certainty_asked: report.certainty_asked,
            failure_log2: report.failure_log2,
            points: report.points,
            scalars: report.scalars,
            repairs: report.repairs,
            degree_bound,
            contracted: Vec::new(),
            height_bound: report.height_bound,
            batches: report.batches,
            modulus: report.modulus,
            direct: false,
            extension: 1,
            run: report.run,
        }
    }

    /// Of the resultant that the determinant of a Sylvester matrix of so many rows is.
    pub(super) fn of_resultant(report: ResultantReport, size: usize) -> Self {
        let computed = report.run.verified_modulo != 0;
        DeterminantReport {
            operation: OPERATION,
            size,
            blocks: if computed { vec![size] } else { Vec::new() },
            // Coefficients of two polynomials whose degrees add up to the rows.
            entries: if computed { size + 2 } else { 0 },
            method: METHOD_OF_SYLVESTER,
            minors: report.minors,
            evaluation: report.evaluation,
            certainty: report.certainty,
            certainty_asked: report.certainty_asked,
            failure_log2: report.failure_log2,
            points: report.points,
            scalars: report.scalars,
            repairs: report.repairs,
            degree_bound: report.degree_bound,
            contracted: Vec::new(),
            height_bound: report.height_bound,
            batches: report.batches,
            modulus: report.modulus,
            direct: report.direct,
            extension: report.extension,
            run: report.run,
        }
    }

    /// Takes the counts of what was done.
    pub(super) fn count(&mut self, part: &Part) {
        (self.run.primes, self.run.slabs, self.batches) = (part.primes, part.slabs, part.batches);
        (self.scalars, self.repairs) = (part.counts.scalars, part.counts.repairs);
    }
}
