//! The coefficients of characteristic polynomials, for determinants of t I - M.

use super::compute;
use super::problem::Problem;
use crate::engine::MatrixWanted;
use crate::error::Result;
use crate::poly::{Matrix, Polynomial};
use crate::run::pointwise::{self, GridPlan};
use crate::run::tuples::{self, List, ListOptions, ListReport};

/// The coefficients of det(t I - M) but the leading one, the constant one first.
///
/// # Errors
/// As for determinants.
pub(crate) fn characteristic_coefficients(
    operation: &'static str,
    matrix: &Matrix,
    options: &ListOptions,
) -> Result<(Vec<Polynomial>, ListReport)> {
    compute::run(operation, (matrix, MatrixWanted::Characteristic), options)
}

/// Milliseconds that their computation is predicted to take; `None` where it has no room.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn predicted_characteristic(matrix: &Matrix, options: &ListOptions) -> Result<Option<f64>> {
    tuples::predicted(&Problem::new(matrix, MatrixWanted::Characteristic, options.modulus)?, options)
}

/// What is known before: bounds on the degrees in the variables that occur and on the bits, and the plan.
///
/// # Errors
/// As for determinants.
pub(crate) fn describe_characteristic(matrix: &Matrix, options: &ListOptions) -> Result<(Vec<u32>, u64, GridPlan)> {
    let problem = Problem::new(matrix, MatrixWanted::Characteristic, options.modulus)?;
    let decided = problem.decide(&options.run)?;
    let outline = problem.outline(&decided, options)?;
    let (degrees, height) = problem.bounds(&decided)?;
    Ok((degrees, height, pointwise::describe(&outline, &options.how())?))
}
