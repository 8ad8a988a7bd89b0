//! Floating numbers of one, two and four doubles, and complex numbers over them.
//!
//! - [`float`]: the trait [`Float`], doubles in lanes: one on a GPU and in [`Scalar`], as many as a register holds in SIMD code.
//! - [`exact`]: sums and products with their rounding errors, and what is made of several doubles.
//! - [`real`]: the trait [`Real`], of which there are three: [`Double`], and
//! - [`double_double`], [`quad_double`]: unevaluated sums of two and four doubles, 106 and 212 bits.
//! - [`complex`]: pairs of any of them.
//!
//! As with [`crate::arith::Field`], a value of these types holds what the arithmetic needs (here the kind of lanes) and an element is
//! plain words: `[x; N]` for a number of N doubles, leading part first, and `[re, im]` for a complex number.
//!
//! **The same bits everywhere.** An operation is a fixed sequence of additions, products, fused multiply-adds, quotients and square
//! roots, each rounded to nearest even, without branches: threads of a warp do not part, and a lane of SIMD code, a thread of a GPU and
//! [`Scalar`] agree in every bit of every result that is not NaN. Nothing is fused but what is written as a fused multiply-add.
//!
//! **Errors.** With u = 2^-53, as long as nothing overflows or underflows (no product, and no rounding error of one, below 2^-1022):
//!
//! | relative error | [`Double`] | [`DoubleDouble`] | [`QuadDouble`] |
//! |---|---|---|---|
//! | sum, difference | u | 3 u^2 / (1 - 4 u) | 2^-209 |
//! | product, square | u | 5 u^2 | 2^-209 |
//! | sum or product with a double | u | 2 u^2 | 2^-209 |
//! | quotient | u | 9.8 u^2 | 2^-208 |
//! | square root | u | 25/8 u^2 | 2^-208 |
//!
//! These hold for cancellation too: a difference is as exact as its own size asks. Complex sums have them part by part, complex products and
//! quotients in norm ([`complex`]).
//!
//! **Infinities and NaN.** [`Double`] follows IEEE 754. Numbers of several doubles are finite or they are not: where the operation on the
//! leading doubles gives an infinity or NaN, or an operand is not finite, the leading double of the result is not finite, and it is NaN
//! from the next operation on. So overflow, a division by zero and the square root of a negative number end as NaN and are never lost;
//! [`Real::finite`] tells. The sign of a zero means nothing.

pub mod complex;
pub mod double_double;
pub mod exact;
pub mod float;
pub mod quad_double;
pub mod real;

pub use complex::Complex;
pub use double_double::DoubleDouble;
pub use float::{Float, Scalar};
pub use quad_double::QuadDouble;
pub use real::{Double, Real};
