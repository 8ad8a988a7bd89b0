//! Determinants of polynomial matrices.
//!
//! For a square matrix of polynomials in any number of variables over Z, det M = sum over permutations s of sgn(s) prod M_(i, s(i)); the
//! determinant of the matrix without rows is 1. Over Q a row is multiplied by its denominators first
//! ([`Determinant::of_rational`]).
//!
//! Source: Wei and Chen, Optimized multivariate polynomial determinant on GPU (2020).

mod at_points;
mod builder;
mod characteristic;
mod compute;
mod contraction;
mod describe;
mod functions;
mod gradings;
mod memory;
mod methods;
mod minors;
mod options;
mod paper;
mod plan;
mod problem;
mod rational;
mod report;
mod set_up;
mod setters;
mod stages;
mod sylvester;
mod verify;
mod write;

pub use builder::Determinant;
pub use describe::DeterminantPlan;
pub use options::DeterminantOptions;
pub use paper::PaperPrediction;
pub use report::{DeterminantAnswer, DeterminantReport};

pub(crate) use set_up::set_up;

use crate::error::Result;
use crate::poly::{Matrix, Polynomial};

/// Computes det `matrix` with the default choices: see [`Determinant`].
///
/// # Errors
/// See [`Determinant::run`].
///
/// # Examples
/// ```
/// use eliminant::{Matrix, determinant};
/// let matrix: Matrix = "[[x, y], [1, x*y]]".parse()?;
/// assert_eq!(determinant(&matrix)?.to_string(), "x^2*y - y");
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn determinant(matrix: &Matrix) -> Result<Polynomial> {
    Ok(Determinant::new(matrix).run()?.polynomial)
}
