//! Subresultants of two polynomials in one of their variables, with cofactors, and Sturm-Habicht sequences.
//!
//! For f, g of degrees p, q in y the k-th subresultant, 0 <= k <= min(p, q), k < max(p, q), is the determinant
//!
//! > S_k(f, g) = det (y^(q-k-1) f, .., y f, f, y^(p-k-1) g, .., y g, g)
//!
//! whose rows are these polynomials: the coefficients of y^(p+q-k-1), .., y^(k+1), and in the last column the polynomial itself. It has degree k at most in y. The
//! coefficient of y^k is the principal one, psc_k. psc_0 = S_0 is the resultant, S_q = lc(g)^(p-q-1) g for p > q, S_p = lc(f)^(q-p-1) f for p < q. With
//! f and g exchanged S_k is multiplied by (-1)^((p-k)(q-k)).
//!
//! The GCD of f and g over the fraction field of the kept variables has degree d exactly if psc_0 = .. = psc_(d-1) = 0 and psc_d is not 0; then S_d is a multiple of it.
//!
//! Source: Collins (1967) and Brown and Traub (1971); Basu, Pollack and Roy, Algorithms in Real Algebraic Geometry, chapter 8. At a point they are found from the
//! remainder sequence of the papers of 2010 and 2013 on resultants ([`gpu::resultant::subresultants`]).

mod answer;
mod bounds;
mod builder;
mod cofactors;
mod compute;
mod division;
mod minors;
mod plan;
mod problem;
#[cfg(test)]
mod tests;
mod values;
mod verify;
mod which;

pub use answer::{CofactorsAnswer, SubresultantsAnswer};
pub use builder::Subresultants;
pub use cofactors::Cofactors;
pub use values::SubresultantValues;
