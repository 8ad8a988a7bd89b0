//! Entry points, one file per family. They turn indices into slices and call the shared mathematics, nothing more.
//!
//! A family is one PTX module, loaded on first use. On nvptx64 only the family that the builder names is compiled (`all` for
//! lints); on the host every family gives the argument structs of its kernels. Functions that only the bodies need are
//! in a module `body` of the file, which the host does not have.
#![cfg_attr(
    not(target_arch = "nvptx64"),
    allow(unused_imports, reason = "the host has the arguments of a kernel and not its body")
)]

use crate::arith::{Mont31, Mont32, Mont61, Mont64, MontWords};

// SAFETY: `repr(C)`, and every field is a `u32`.
unsafe impl cuda_std::KernelParam for Mont31 {}
// SAFETY: as above.
unsafe impl cuda_std::KernelParam for Mont32 {}
// SAFETY: `repr(C)`, and every field is a `u64`.
unsafe impl cuda_std::KernelParam for Mont61 {}
// SAFETY: as above.
unsafe impl cuda_std::KernelParam for Mont64 {}
// SAFETY: `repr(C)`, and every field is a `u64` or an array of them.
unsafe impl<const N: usize> cuda_std::KernelParam for MontWords<N> {}

#[cfg(target_arch = "nvptx64")]
pub mod device;
/// The host has none of it.
#[cfg(not(target_arch = "nvptx64"))]
mod device {}
pub mod problems;

#[cfg(any(not(target_arch = "nvptx64"), family = "bound", family = "all"))]
pub mod bound;
#[cfg(any(not(target_arch = "nvptx64"), family = "crt", family = "all"))]
pub mod crt;
#[cfg(any(not(target_arch = "nvptx64"), family = "determinant", family = "all"))]
pub mod determinant;
#[cfg(any(not(target_arch = "nvptx64"), family = "determinant_tensor", family = "all"))]
pub mod determinant_tensor;
#[cfg(any(not(target_arch = "nvptx64"), family = "division", family = "all"))]
pub mod division;
#[cfg(any(not(target_arch = "nvptx64"), family = "gcd", family = "all"))]
pub mod gcd;
#[cfg(any(not(target_arch = "nvptx64"), family = "gcd_long", family = "all"))]
pub mod gcd_long;
#[cfg(any(not(target_arch = "nvptx64"), family = "gcd_points", family = "all"))]
pub mod gcd_points;
#[cfg(any(not(target_arch = "nvptx64"), family = "gcd_schur", family = "all"))]
pub mod gcd_schur;
#[cfg(any(not(target_arch = "nvptx64"), family = "gcd_tensor", family = "all"))]
pub mod gcd_tensor;
#[cfg(any(not(target_arch = "nvptx64"), family = "interpolate", family = "all"))]
pub mod interpolate;
#[cfg(any(not(target_arch = "nvptx64"), family = "matrix", family = "all"))]
pub mod matrix;
#[cfg(any(not(target_arch = "nvptx64"), family = "mixed_radix", family = "all"))]
pub mod mixed_radix;
#[cfg(any(not(target_arch = "nvptx64"), family = "points_128", family = "all"))]
pub mod points_128;
#[cfg(any(not(target_arch = "nvptx64"), family = "points_256", family = "all"))]
pub mod points_256;
#[cfg(any(not(target_arch = "nvptx64"), family = "points_32", family = "all"))]
pub mod points_32;
#[cfg(any(not(target_arch = "nvptx64"), family = "points_61", family = "all"))]
pub mod points_61;
#[cfg(any(not(target_arch = "nvptx64"), family = "points_64", family = "all"))]
pub mod points_64;
#[cfg(any(not(target_arch = "nvptx64"), family = "reduce", family = "all"))]
pub mod reduce;
#[cfg(any(not(target_arch = "nvptx64"), family = "resultant", family = "all"))]
pub mod resultant;
#[cfg(any(not(target_arch = "nvptx64"), family = "resultant_tensor", family = "all"))]
pub mod resultant_tensor;
#[cfg(any(not(target_arch = "nvptx64"), family = "samples", family = "all"))]
pub mod samples;
#[cfg(any(not(target_arch = "nvptx64"), family = "schur", family = "all"))]
pub mod schur;
#[cfg(any(not(target_arch = "nvptx64"), family = "selftest", family = "all"))]
pub mod selftest;
#[cfg(any(not(target_arch = "nvptx64"), family = "stockham", family = "all"))]
pub mod stockham;
#[cfg(any(not(target_arch = "nvptx64"), family = "subresultant", family = "all"))]
pub mod subresultant;
#[cfg(any(not(target_arch = "nvptx64"), family = "subresultant_tensor", family = "all"))]
pub mod subresultant_tensor;
#[cfg(any(not(target_arch = "nvptx64"), family = "system", family = "all"))]
pub mod system;
#[cfg(any(not(target_arch = "nvptx64"), family = "system_newton", family = "all"))]
pub mod system_newton;
#[cfg(any(not(target_arch = "nvptx64"), family = "system_paper", family = "all"))]
pub mod system_paper;
#[cfg(any(not(target_arch = "nvptx64"), family = "system_track", family = "all"))]
pub mod system_track;
#[cfg(any(not(target_arch = "nvptx64"), family = "tensor", family = "all"))]
pub mod tensor;
#[cfg(any(not(target_arch = "nvptx64"), family = "transform", family = "all"))]
pub mod transform;
