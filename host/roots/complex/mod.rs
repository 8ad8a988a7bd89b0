//! All complex roots of a polynomial in one variable over Z, each in a disc that is proved to have it and no other one.
//!
//! Multiplicities are those of the squarefree factors, real roots are isolated as such, and the others are found above the real axis (`aberth`): below it are
//! their conjugates. Discs are made smaller by Newton's method (`disc`).
//!
//! - `scaled.rs`, `value.rs`: doubles with exponents, values with bounds of their errors.
//! - `start.rs`: points to begin with.

mod aberth;
mod builder;
mod disc;
mod number;
mod radicals;
mod restart;
mod scaled;
mod start;
#[cfg(test)]
mod tests;
mod value;

pub use builder::{ComplexRoot, ComplexRoots};
pub use number::ComplexAlgebraic;
pub(crate) use scaled::{Scaled, power};
