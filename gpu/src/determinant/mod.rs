//! Determinants at a point.
//!
//! A matrix of polynomials is its list of different entries, and for each block on its diagonal the numbers of these; the rest of a
//! matrix in block triangular form does not matter. A block is loaded into memory of its own and eliminated there, without division:
//! by pairs of pivots that come in a fixed order ([`elimination`], the default; with the columns in registers of a team's threads:
//! [`in_registers`]; or 32 pivots at a time, with a product of matrices for what is left: [`panels`], whose products tensor cores
//! compute from [`digits`]), or by the first element of each row that is not zero
//! ([`condensation`], as in the paper), which is also what repairs lanes in which a pivot of the fixed order vanishes.

pub mod condensation;
pub mod digits;
pub mod elimination;
pub mod in_registers;
pub mod matrix;
pub mod panels;

pub use matrix::{Blocks, Method};
