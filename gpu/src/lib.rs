//! Shared mathematics of eliminant and its CUDA kernels: one source, run by CPU engines and compiled to PTX.
//!
//! - [`arith`]: residues modulo primes below 2^32 / 3 in Montgomery form, one at a time ([`arith::Mont31`]) or in bundles
//!   that compilers turn into SIMD ([`arith::Mont31x16`], [`arith::Mont31x4`]), behind the trait [`Field`]; primes below 2^50
//!   ([`arith::Mont50`]), and below 2^61 for checks ([`arith::Mont61`]).
//! - [`floating`]: real and complex numbers of one, two or four doubles, in lanes of any kind. [`arith::Ring`] is what they share with
//!   fields.
//! - one file per algorithm, generic over [`Field`], over the memory its vectors live in ([`memory::Row`]) and over the
//!   [`team::Team`] of threads that works on one problem.
//! - [`kernels`]: entry points, thin shells around the above. `eliminant-cuda-builder` compiles the crate once per family
//!   of them for `nvptx64-nvidia-cuda`.
//!
//! | algorithm | what | kernels |
//! |---|---|---|
//! | [`integers::reduction`] | residues of big integers | [`kernels::reduce`] |
//! | [`transform::ntt`] | transforms of length 2^a 3^b 5^c | [`kernels::transform`] |
//! | [`transform::coset`] | folding to a coset, and what several cosets say together | [`kernels::transform`] |
//! | [`transform::stockham`] | Stockham transforms and transpositions, as in the 2020 paper | [`kernels::stockham`] |
//! | [`transform::orbit`] | values at a few points of a grid at a time | [`kernels::transform`] |
//! | [`resultant::remainder`], [`resultant::repair`] | resultants by a scheduled remainder sequence; one that follows its own degrees | [`kernels::resultant`] |
//! | [`resultant::remainder::blocks`] | the same, many steps at a time, by matrices of polynomials | [`kernels::resultant_tensor`] |
//! | [`determinant`] | determinants of a matrix of values, by pairs of pivots or by the paper's condensation | [`kernels::determinant`] |
//! | [`matrix`] | adjugates, linear systems and characteristic polynomials of a matrix of values | [`kernels::matrix`] |
//! | [`gcd`] | GCDs by a remainder sequence, one or many steps at a time; exact division | [`kernels::gcd`], [`kernels::gcd_tensor`], [`kernels::gcd_long`], [`kernels::division`] |
//! | [`gcd::quotient_steps`] | quotients and short products of slices, for half-gcd on the host | |
//! | [`gcd::points`] | GCD and cofactors at a point | [`kernels::gcd_points`] |
//! | [`resultant::schur`] | resultants by the generalised Schur algorithm, forms of 2013 and 2010 | [`kernels::schur`] |
//! | [`gcd::schur`], [`gcd::schur_block`] | GCDs by the generalised Schur algorithm on S^T S | [`kernels::gcd_schur`] |
//! | [`transform::vandermonde`] | interpolation at any distinct points | [`kernels::interpolate`], [`kernels::samples`] |
//! | [`progressions`] | values at geometric progressions and back, modulo primes of any length | [`kernels::points_32`] to [`kernels::points_256`] |
//! | [`integers::mixed_radix`], [`integers::recover`] | residues to mixed-radix digits, digits to limbs | [`kernels::mixed_radix`] |
//! | [`integers::crt`], [`integers::lifted`] | residues to limbs by the explicit Chinese remainder theorem; what those are modulo a prime | [`kernels::crt`] |
//! | [`floating`] | sums, products, quotients and roots of numbers of several doubles | [`kernels::selftest`] |
//! | [`system`] | a system of polynomials and its derivatives at a point | [`kernels::system`] |
//! | [`tensor`] | products of residues from bytes, as tensor cores multiply them | [`kernels::determinant_tensor`], [`kernels::resultant_tensor`], [`kernels::gcd_tensor`], [`kernels::tensor`] |
//! | [`columns`] | places of chosen elements of a row of residues | [`kernels::reduce`], [`kernels::gcd_points`] |
//! | [`selftest`] | every primitive, for comparison of device and host | [`kernels::selftest`] |
//!
//! On the host an algorithm is called with [`team::Solo`] and slices:
//!
//! ```
//! use gpu::Field;
//! use gpu::arith::Mont31;
//! use gpu::{resultant::remainder, team::Solo};
//!
//! let field = Mont31::new(1_000_003).unwrap();
//! // f = y^2 - 3 and g = y - 5, constant term first, in Montgomery form; degrees of the remainder sequence 2, 1, 0.
//! let mut f = [field.neg(field.enter(3)), 0, field.one()];
//! let mut g = [field.neg(field.enter(5)), field.one()];
//! let result = remainder::resultant(&field, Solo, &mut f[..], &mut g[..], &[2, 1, 0]);
//! assert_eq!(result.off, 0);
//! let value = field.mul(result.numerator, field.inverse(result.denominator));
//! assert_eq!(field.leave(value), 22); // g has the root 5, and f(5) = 22
//! ```
#![cfg_attr(not(test), no_std)]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx, asm_experimental_arch))]

#[macro_use]
mod unrolled;

pub mod arith;
pub mod columns;
pub mod determinant;
pub mod floating;
pub mod fraction;
pub mod gcd;
pub mod integers;
pub mod kernels;
pub mod matrix;
pub mod memory;
pub mod progressions;
pub mod resultant;
pub mod selftest;
pub mod system;
pub mod team;
pub mod tensor;
pub mod transform;

pub use arith::Field;

cuda_std::ptx_module!();
