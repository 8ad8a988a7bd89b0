//! Answers.

use crate::poly::{Matrix, Polynomial};
use crate::run::tuples::ListReport;
use serde::Serialize;

/// An adjugate and the report of its computation: over Z, or over Q with M = [`RationalMatrix`](crate::RationalMatrix) and
/// P = [`RationalPolynomial`](crate::RationalPolynomial).
#[derive(Debug, Clone)]
pub struct AdjugateAnswer<M = Matrix, P = Polynomial> {
    /// The adjugate.
    pub adjugate: M,
    /// The determinant, which is found with it.
    pub determinant: P,
    /// Counts, choices and times.
    pub report: ListReport,
}

/// A rank and the report of its computation.
#[derive(Debug, Clone)]
pub struct RankAnswer {
    /// The rank over the field of rational functions.
    pub rank: usize,
    /// Rows, from 0, of a minor of that many rows that is not 0; ascending.
    pub rows: Vec<usize>,
    /// Its columns.
    pub columns: Vec<usize>,
    /// Whether it is proved that the rank is not larger. Else it is with a probability of 2^f at most, f = `failure_log2` of the report; that it is not less is always
    /// proved.
    pub is_certified: bool,
    /// Counts, choices and times.
    pub report: ListReport,
}

/// How many solutions a linear system has over the field of rational functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Solvability {
    /// One.
    Unique,
    /// Infinitely many: some unknowns are free.
    Infinite,
    /// None.
    None,
}

impl Solvability {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Solvability::Unique => "unique",
            Solvability::Infinite => "infinite",
            Solvability::None => "none",
        }
    }
}

/// The solution of a linear system M x = b and the report of its computation.
#[derive(Debug, Clone)]
pub struct LinearAnswer {
    /// How many solutions there are. Several right sides have one where each of them has.
    pub solvability: Solvability,
    /// The numerators: a row for each unknown, a column for each right side. Without a solution it has no rows.
    pub numerators: Matrix,
    /// Their common denominator, with a positive leading coefficient, and without a factor in common with all numerators; 0 without a solution.
    pub denominator: Polynomial,
    /// The numbers, from 0, of unknowns that may be chosen: here they are 0. None where the solution is the only one.
    pub free: Vec<usize>,
    /// Counts, choices and times. `certainty` is `probabilistic` where it is not proved that the rank of M is no larger than at some random points: then there might
    /// be more solutions where there is none, and fewer free unknowns, but what is given is a solution.
    pub report: ListReport,
}
