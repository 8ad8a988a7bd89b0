//! The plan of operations whose answer is several polynomials.

use crate::run::modulus::Modulus;
use crate::run::pointwise::GridPlan;
use serde::Serialize;

/// The plan of the computation of several polynomials: bounds, grid, primes, memory and time.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ListPlan {
    /// The operation.
    pub operation: &'static str,
    /// Polynomials that are computed together.
    pub outputs: usize,
    /// Whether they would be computed over Z as minors of a matrix, as in [`crate::ListReport::minors`]; then there is no grid.
    pub minors: bool,
    /// Bound on the degree of the polynomials per axis of the grid.
    pub degree_bound: Vec<u32>,
    /// Bound on the bits of their coefficients, before contents that were taken out are multiplied back.
    pub height_bound: u64,
    /// The prime modulo which the answer is wanted.
    pub modulus: Option<Modulus>,
    /// Grid, primes, memory and time.
    #[serde(flatten)]
    pub on_grid: GridPlan,
}

impl ListPlan {
    /// Of an answer that is known.
    pub(crate) fn new(operation: &'static str, modulus: Option<Modulus>) -> Self {
        let (degree_bound, on_grid) = (Vec::new(), GridPlan::default());
        ListPlan { operation, outputs: 0, minors: false, degree_bound, height_bound: 0, modulus, on_grid }
    }
}
