//! Shared mathematics of eliminant and its CUDA kernels: one source, run by CPU engines and compiled to PTX.
//!
//! - [`arith`]: residues modulo primes below 2^32 / 3 in Montgomery form, one at a time ([`arith::Mont31`]) or in bundles
//!   that compilers turn into SIMD ([`arith::Mont31x16`], [`arith::Mont31x4`]), behind the trait [`Field`].
//! - one file per algorithm, generic over [`Field`], over the memory its vectors live in ([`memory::Row`]) and over the
//!   [`team::Team`] of threads that works on one problem.
//! - `kernels`: entry points, thin shells around the above.
#![cfg_attr(not(test), no_std)]

pub mod arith;
pub mod field;
pub mod memory;
pub mod ntt;
pub mod reduction;
pub mod remainder;
pub mod repair;
pub mod team;

pub use field::Field;
