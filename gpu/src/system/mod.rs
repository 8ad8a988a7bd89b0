//! Systems of polynomials at a point: values and derivatives together.
//!
//! A system is a [`Program`]: a table of powers, and for each polynomial its terms, each a list of [`Factor`]s. Everything is generic
//! over [`crate::arith::Ring`], so that the same code gives values over the complex numbers in any precision and modulo primes, and over
//! [`crate::memory::Row`], which says where tables and sums live.
//!
//! - [`program`]: the lists, and the table of powers.
//! - [`lists`]: the same as one array of words, as a device has it.
//! - [`record`]: the lists of one polynomial in one piece.
//! - [`paper`]: the three kernels of the paper evaluation-differentiation-2012.
//! - [`term`]: a monomial with all its derivatives: Speelpenning's product, forward and backward.
//! - [`evaluate`]: a polynomial and its gradient, or its value alone. Over [`crate::arith::Dual`] numbers also the Hessian times a vector.
//! - [`shape`]: how the threads of a launch share points.
//! - [`team`]: what threads that work on one point together have to agree on.
//! - [`linear`]: linear systems, by elimination with pivots.
//! - [`newton`]: Newton's method.
//! - [`motion`]: how parameters move.
//! - [`track`]: paths of zeros while parameters move.
//!
//! **The same bits everywhere.** The order of operations is that of the program, whatever keeps the products in between: both forms of a
//! term give the same bits, on both engines.

pub mod evaluate;
pub mod linear;
pub mod lists;
pub mod motion;
pub mod newton;
pub mod paper;
pub mod program;
pub mod record;
pub mod shape;
pub mod team;
pub mod term;
pub mod track;

pub use evaluate::polynomial;
pub use program::{Factor, Program};
