//! Polynomials over Z in any number of variables.

mod polynomial;

pub use polynomial::{Polynomial, Term};
