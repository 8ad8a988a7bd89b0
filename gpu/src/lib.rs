//! Shared mathematics of eliminant and its CUDA kernels: one source, run by CPU engines and compiled to PTX.
//!
//! - [`arith`]: residues modulo primes below 2^32 / 3 in Montgomery form, one at a time ([`arith::Mont31`]) or in bundles
//!   that compilers turn into SIMD ([`arith::Mont31x16`], [`arith::Mont31x4`]), behind the trait [`Field`].
//! - one file per algorithm, generic over [`Field`], over the memory its vectors live in ([`memory::Row`]) and over the
//!   [`team::Team`] of threads that works on one problem.
//! - [`kernels`]: entry points, thin shells around the above. `eliminant-cuda-builder` compiles the crate once per family
//!   of them for `nvptx64-nvidia-cuda`.
#![cfg_attr(not(test), no_std)]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx, asm_experimental_arch))]

pub mod arith;
pub mod field;
pub mod kernels;
pub mod memory;
pub mod mixed_radix;
pub mod ntt;
pub mod recover;
pub mod reduction;
pub mod remainder;
pub mod repair;
pub mod schur;
pub mod selftest;
pub mod team;
pub mod vandermonde;

pub use field::Field;

cuda_std::ptx_module!();
