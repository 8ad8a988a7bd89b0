//! Answers.

use crate::poly::Polynomial;
use crate::run::tuples::ListReport;

/// Subresultants and the report of their computation: for input over Z, or over Q with P = [`RationalPolynomial`](crate::RationalPolynomial).
#[derive(Debug, Clone)]
pub struct SubresultantsAnswer<P = Polynomial> {
    /// Those that were asked for, S_0 first: in all variables, or principal coefficients in the kept ones. One that is asked for by its number is the only one.
    pub polynomials: Vec<P>,
    /// Counts, choices and times.
    pub report: ListReport,
}

/// A subresultant with its cofactors, U f + V g = S_k, and the report of their computation.
#[derive(Debug, Clone)]
pub struct CofactorsAnswer<P = Polynomial> {
    /// S_k; for k = 0 the resultant.
    pub subresultant: P,
    /// U, of degree below deg g - k.
    pub u: P,
    /// V, of degree below deg f - k.
    pub v: P,
    /// Counts, choices and times.
    pub report: ListReport,
}
