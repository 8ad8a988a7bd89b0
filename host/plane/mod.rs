//! All real solutions of f = g = 0 in the plane, proved: each in an interval for either coordinate, and none is missing.
//!
//! 1. The common factor h of f and g is split off (`solve.rs`).
//! 2. The plane is projected along lines: t = x + c y, and R_c(t) = res_y(f(t - c y, y), g(t - c y, y)). Where the leading coefficient of one of both in y is a constant, no
//!    solution is at infinity over any t, and the multiplicity of a root of R_c is the sum of those of all complex solutions over it. So deg R_c solutions are all there are (`projection.rs`).
//! 3. A c is taken for which different solutions have different t. That is clear for a simple root of R_c. Over a root of higher multiplicity the
//!    subresultants of f and g say how their common factor in y looks: for all solutions to be one it has to be a power of a linear one
//!    (`fibre.rs`). Then over a real t is exactly one solution, and it is real, since its conjugate is over t too.
//! 4. Its coordinates are among the real roots of R_0 and of res_x(f, g). Pairs are left out where x + c y cannot be t, or f or g cannot be 0, with
//!    intervals that are made shorter until one is left (`pairs.rs`). There are no other tests: the solution is known to exist.
//!
//! Sources: steps 2 and 3 are L. Gonzalez-Vega and M. El Kahoui, An improved upper complexity bound for the topology computation of a real algebraic plane
//! curve, J. Complexity 12 (1996), section 3, for two curves; step 4 is E. Berberich, P. Emeliyanenko, M. Sagraloff, An elimination method for solving
//! bivariate polynomial systems: eliminating the usual drawbacks (Bisolve), ALENEX 2011, section 3, without its inclusion predicate.

mod answer;
mod approximate;
mod coordinates;
mod fibre;
mod located;
mod names;
mod pairs;
mod projection;
mod roots;
mod solve;
#[cfg(test)]
mod tests;

pub use answer::{ComplexPlaneSolution, PlaneAnswer, PlaneSolution};
pub(crate) use located::Located;
pub(crate) use names::names;
pub use solve::SolvePlane;
