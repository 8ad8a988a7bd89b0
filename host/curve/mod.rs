//! The topology of real curves f = 0 in the plane, of one or of several together: a graph that is proved to have all points, branches and faces.
//!
//! 1. F is the squarefree product of all curves, F = v(x) f with a primitive f: the roots of v are vertical lines (`critical.rs`).
//! 2. Critical points are the real solutions of f = f_y = 0 and of f = v = 0. The plane is cut by the vertical lines through them, and at the roots of
//!    the leading coefficient of f in y. Between two neighbouring lines the curve consists of disjoint arcs over the whole interval, as many as
//!    f(q, y) has real roots at a rational q there.
//! 3. How arcs end at a line x = a is seen in boxes (`fibre.rs`): a critical point (a, b), where f(a, y) has a root of order k, gets a box on whose top and bottom
//!    f is not 0, and in which the k-th derivative in y is not 0. So (a, b) is the only point of the curve on the line in the box, by Rolle's theorem, and the arcs that
//!    end in it are those that enter the box on the left and on the right. The other arcs between two boxes meet the line in simple points, one from each side.
//!    Where the leading coefficient is 0 at a, a further pair of heights bounds all roots of f(a, y); arcs beyond go to infinity.
//! 4. The order k is 2 at a simple solution of f = f_y = 0. At others intervals show that a derivative is not 0, or the subresultants of `plane` that it is. By
//!    Teissier's formula the multiplicity of the solution is mu + k - 1, mu the Milnor number of the point: it is singular unless the multiplicity is k - 1.
//! 5. Vertices, edges and faces follow (`assemble.rs`), and Euler's formula is checked for each answer.
//!
//! Sources: the cuts are those of G. E. Collins, Quantifier elimination for real closed fields by cylindrical algebraic decomposition, 1975; boxes around critical points
//! are those of R. Seidel and N. Wolpert, On the exact computation of the topology of real algebraic curves, SoCG 2005, and of J. Cheng, S. Lazard, L. Penaranda, M. Pouget, F. Rouillier and
//! E. Tsigaridas, On the topology of real algebraic plane curves, Math. Comput. Sci. 4 (2010), section 3, with orders instead of multiplicities; B. Teissier, Cycles evanescents, sections planes et
//! conditions de Whitney, 1973, II.1.2.

mod assemble;
mod builder;
mod contact;
mod critical;
mod enclosed;
mod fibre;
mod graph;
mod json;
mod labels;
mod plane;
mod specialize;
#[cfg(test)]
mod tests;
mod trace;
mod values;

pub use builder::Arrangement;
pub use graph::{Asymptote, CurveComponent, CurveEdge, CurveFace, CurveGraph, CurveVertex, EdgeEnd, VertexKind};
pub use trace::Window;
