//! Values at geometric progressions of points modulo one prime of any length, and answers there: what the families `points_32` to `points_256` have in common, which differ in
//! their field alone.
//!
//! Vectors along a kept variable lie at stride `inner`, as in the family `transform`: element k of vector (o, i) of a tensor with n elements along it is
//! number (o n + k) inner + i. The number of a vector is o inner + i. Residues of vectors are \[prime\]\[vector\]\[element\].

#[cfg(target_arch = "nvptx64")]
pub(in crate::kernels) mod body;

use cuda_std::prelude::*;

/// The vectors of a launch, part of those of a tensor.
#[kernel_param]
pub struct Vectors {
    /// Number of the first vector.
    pub first: u32,
    /// Vectors.
    pub count: u32,
    /// Their stride.
    pub inner: u32,
    /// Elements of a vector of the tensor.
    pub length: u32,
    /// The first element of a vector that is taken.
    pub from: u32,
    /// Elements of a vector that are taken.
    pub taken: u32,
}

/// A table of terms.
#[kernel_param]
pub struct Terms {
    /// Terms.
    pub count: u32,
    /// 1 where term i is multiplied by factors i and `mirror` - i.
    pub has_factors: u32,
    /// At least the number of the last term.
    pub mirror: u32,
}

/// Terms of a table that a thread computes.
pub const TERMS: u32 = 16;

/// Values of polynomials.
#[kernel_param]
pub struct Values {
    /// Coefficients of a vector.
    pub coefficients: u32,
    /// Outer indices.
    pub outer: u32,
    /// Stride.
    pub inner: u32,
    /// Points.
    pub points: u32,
}

/// To residues.
#[kernel_param]
pub struct ToResidues {
    /// Short primes.
    pub primes: u32,
    /// 1 where elements are multiplied by weights.
    pub has_weights: u32,
    /// 1 where the last element of a vector comes first.
    pub reversed: u32,
}

/// From residues.
#[kernel_param]
pub struct FromResidues {
    /// Short primes.
    pub primes: u32,
    /// Residues of a vector.
    pub length: u32,
    /// The first residue of a vector that is taken.
    pub from: u32,
}

/// Resultants at points.
#[kernel_param]
pub struct Resultants {
    /// Formal degree of f.
    pub p: u32,
    /// Formal degree of g.
    pub q: u32,
    /// Points of the values.
    pub points: u32,
    /// 1 where the resultant of f and f' is divided by lc(f).
    pub discriminant: u32,
    /// 1 when the answer is minus that.
    pub negative: u32,
}

/// Determinants at points.
#[kernel_param]
pub struct Determinants {
    /// Points of the values.
    pub points: u32,
    /// Number of blocks of the matrix.
    pub blocks: u32,
    /// Elements of all of them.
    pub entries: u32,
    /// Elements of the largest.
    pub room: u32,
}

/// Threads of a determinant.
pub const DETERMINANT_THREADS: u32 = 128;

/// The kernels of one field with elements of a type.
#[allow(unused_macros, reason = "of the families that are compiled one by one most have none")]
macro_rules! points {
    (
        $family:tt, $field:ident, $elem:ident,
        $terms:ident, $values:ident, $to_residues:ident, $from_residues:ident, $resultants_8:ident, $resultants_16:ident, $resultants_32:ident, $determinants:ident
    ) => {
        use crate::kernels::problems::points::*;
        use cuda_std::prelude::*;

        /// Terms number i of a sequence with the constants start, ratio and growth, [`crate::progressions::sequence`]; threads have [`TERMS`] of them each.
        #[kernel(family = $family, block = 128)]
        pub unsafe fn $terms(
            field: $field,
            constants: *const $elem,
            factors: *const $elem,
            out: *mut $elem,
            job: Terms,
        ) {
            // SAFETY: the caller's.
            unsafe { body::terms(&field, constants, factors, out, &job) }
        }

        /// Values \[outer\]\[point\]\[inner\] of polynomials with coefficients \[outer\]\[k\]\[inner\], by Horner's rule. Blocks (x, y): values 128 x .. of outer
        /// index y, and every grid's height further.
        #[kernel(family = $family, block = 128)]
        pub unsafe fn $values(
            field: $field,
            points: *const $elem,
            coefficients: *const $elem,
            out: *mut $elem,
            job: Values,
        ) {
            // SAFETY: the caller's.
            unsafe { body::values(&field, points, coefficients, out, &job) }
        }

        /// Residues of elements, or of their products with weights, modulo short primes: [`crate::progressions::residues::residue`] by `corrections`. A thread
        /// has an element of a vector.
        #[kernel(family = $family, block = 128)]
        pub unsafe fn $to_residues(
            field: $field,
            primes: *const crate::arith::Mont31,
            corrections: *const u32,
            source: *const $elem,
            weights: *const $elem,
            residues: *mut u32,
            vectors: Vectors,
            job: ToResidues,
        ) {
            // SAFETY: the caller's.
            unsafe { body::to_residues(&field, (primes, corrections), (source, weights), residues, &vectors, &job) }
        }

        /// The way back, times weights: [`crate::progressions::residues::lift`], which leaves digits in the place of residues. A thread has an element of a vector.
        #[kernel(family = $family, block = 128)]
        pub unsafe fn $from_residues(
            field: $field,
            primes: *const crate::arith::Mont31,
            inverses: *const u32,
            lifts: *const $elem,
            residues: *mut u32,
            weights: *const $elem,
            target: *mut $elem,
            vectors: Vectors,
            job: FromResidues,
        ) {
            // SAFETY: the caller's.
            unsafe {
                let tables = (primes, inverses, lifts);
                body::from_residues(&field, tables, (residues, weights), target, &vectors, &job);
            }
        }

        points!(resultants $family, $field, $elem, $resultants_8, 8, 4);
        points!(resultants $family, $field, $elem, $resultants_16, 16, 2);
        points!(resultants $family, $field, $elem, $resultants_32, 32, 1);

        /// Determinants at points from values \[value\]\[point\]: [`crate::determinant::matrix::determinant`] of blocks of these sizes and entries. Block x: point x. Shared:
        /// the words of `room` elements.
        #[kernel(family = $family, block = 128)]
        pub unsafe fn $determinants(
            field: $field,
            values: *const $elem,
            sizes: *const u32,
            entries: *const u32,
            out: *mut $elem,
            job: Determinants,
        ) {
            // SAFETY: the caller's.
            unsafe { body::determinants(&field, values, (sizes, entries), out, &job) }
        }
    };
    (resultants $family:tt, $field:ident, $elem:ident, $name:ident, $lanes:literal, $problems:literal) => {
        #[doc = concat!("Resultants at points from values \\[row\\]\\[point\\], f first: each by ", stringify!($lanes), " lanes of a warp, by its own degrees.")]
        /// Blocks of one warp. Shared: the words of p + q + 2 elements for each problem. `failed` is not 0 afterwards where lc(f) is 0 and a discriminant is asked for.
        #[kernel(family = $family, block = 32)]
        pub unsafe fn $name(
            field: $field,
            values: *const $elem,
            out: *mut $elem,
            failed: *mut u32,
            job: Resultants,
        ) {
            // SAFETY: the caller's.
            unsafe { body::resultants::<$field, $lanes>(&field, values, out, failed, &job) }
        }
    };
}

#[allow(unused_imports, reason = "as above")]
pub(in crate::kernels) use points;
