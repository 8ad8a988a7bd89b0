//! Real and complex roots of polynomials in one variable over Z, each in an interval or a disc that is proved to have it and no other one.
//!
//! x^v divides f as often as it does, and f / x^v is g(x^d) for the largest such d. The squarefree factors of g are taken apart, and with them the
//! multiplicities. Positive and negative roots of a factor are isolated by bisection (`isolate`); intervals are made shorter (`refine`) until those
//! of all roots are disjoint. A rational root becomes a fraction. The other complex roots are found all at once (`complex`).

mod algebraic;
mod annuli;
mod between;
mod builder;
mod cluster;
mod complex;
mod decimal;
mod doubles;
mod enclosure;
mod isolate;
mod json;
mod local;
mod newton;
mod refine;
mod residues;
mod rows;
mod signs;
mod split;
#[cfg(test)]
mod tests;
mod value;

pub use algebraic::RealAlgebraic;
pub use builder::{RealRoot, RealRoots};
pub use complex::{ComplexAlgebraic, ComplexRoot, ComplexRoots};
pub(crate) use complex::{Scaled, power};
