//! Adjugates, ranks and linear systems of matrices of polynomials.
//!
//! For a square matrix M of polynomials in x1, .., xk
//!
//! > M adj(M) = adj(M) M = det(M) I,  adj(M)_ij = (-1)^(i+j) det(M without row j and column i),
//!
//! and M x = b for det M other than 0 has the solution x_i = N_i / det M by Cramer's rule, N_i the determinant with b in place of column i. At a point all of them
//! take about as long as a few determinants: [`gpu::matrix::jordan`] has the steps. All are found together by their values; small or sparse matrices of
//! symbols are expanded into minors where that is predicted to be faster.
//!
//! The rank of M over the field of rational functions is that at almost all points: a minor that is not 0 at one point proves that it is no less.

mod adjugate;
mod answer;
mod bounds;
mod characteristic;
mod compute;
mod minors;
mod order;
mod plan;
mod points;
mod problem;
mod rank;
mod system;
#[cfg(test)]
mod tests;
mod verify;

pub use adjugate::Adjugate;
pub use answer::{AdjugateAnswer, LinearAnswer, RankAnswer, Solvability};
pub use rank::Rank;
pub use system::LinearSystem;

pub(crate) use characteristic::{characteristic_coefficients, describe_characteristic, predicted_characteristic};
