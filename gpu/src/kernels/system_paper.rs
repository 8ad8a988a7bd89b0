//! Family `system_paper`: the three kernels of the paper evaluation-differentiation-2012, and the alternatives that its section 3 weighs.
//!
//! `factors` and `term_starts` are lists of a program ([`crate::system::program`]). Numbers are stored as in family `system`. Arrays of each
//! point: `points` \[variable\], `common` \[term\]. `coefficients` are \[j\]\[term\], j = 0, .., k: of the derivative by the j-th variable of a
//! term, and at j = k, the number of variables of the widest term, of its value. `terms` (the paper's Mons) are \[j\]\[variable + 1\]\[polynomial\],
//! the j-th terms of all sums, values first, or in coalesced form \[j\]\[term\] as the coefficients. Block (x, i): threads 32 x .. of point i.

#[cfg(target_arch = "nvptx64")]
mod body;

use crate::floating::{Double, DoubleDouble, QuadDouble, Scalar};
use crate::system::program::Factor;
use cuda_std::prelude::*;

/// Sizes of a system for these kernels.
#[kernel_param]
pub struct PaperShape {
    /// n.
    pub variables: u32,
    /// m.
    pub polynomials: u32,
    /// T.
    pub terms: u32,
    /// Variables of the widest term.
    pub widest: u32,
    /// Terms of the longest polynomial.
    pub longest: u32,
    /// Largest exponent, at least 1.
    pub degree: u32,
    /// 1 where positions and exponents are bytes, of a term after the other, `widest` for each.
    pub compact: u32,
    /// 1 where terms are in coalesced form.
    pub coalesced: u32,
}

/// Threads of a block, the paper's.
pub const PAPER_THREADS: u32 = 32;

macro_rules! kernels {
    ($($parts:literal, $reals:ident, $factors:ident, $without_table:ident, $terms:ident, $sums:ident;)*) => { $(
        #[doc = "Common factors from a table of powers. Shared: n d numbers. With bytes, `factors` are two for each factor of the widest term:"]
        #[doc = "the variable, and the exponent less 1; where a term has fewer, powers are the 0-th."]
        #[kernel(family = "system_paper", block = 32)]
        pub unsafe fn $factors(
            factors: *const Factor,
            term_starts: *const u32,
            points: *const f64,
            common: *mut f64,
            shape: PaperShape,
        ) {
            // SAFETY: the caller's.
            unsafe { body::common_factors::<$parts, _>($reals(Scalar), (factors, term_starts), points, common, &shape) }
        }

        #[doc = "Common factors without a table."]
        #[kernel(family = "system_paper", block = 32)]
        pub unsafe fn $without_table(
            factors: *const Factor,
            term_starts: *const u32,
            points: *const f64,
            common: *mut f64,
            shape: PaperShape,
        ) {
            // SAFETY: the caller's.
            unsafe { body::without_table::<$parts, _>($reals(Scalar), (factors, term_starts), points, common, &shape) }
        }

        #[doc = "Terms with their derivatives. Shared: `widest` + 1 numbers a thread. `places` are the number of the polynomial of each term,"]
        #[doc = "and that of the term in it; `terms` are 0 where nothing is written."]
        #[kernel(family = "system_paper", block = 32)]
        pub unsafe fn $terms(
            factors: *const Factor,
            term_starts: *const u32,
            places: *const u32,
            coefficients: *const f64,
            points: *const f64,
            common: *const f64,
            terms: *mut f64,
            shape: PaperShape,
        ) {
            // SAFETY: the caller's.
            unsafe {
                let arrays = (coefficients, points, common);
                body::terms::<$parts, _>($reals(Scalar), (factors, term_starts, places), arrays, terms, &shape);
            }
        }

        #[doc = "Sums of terms, one for each thread. In coalesced form, `starts` and `slots` list the numbers of the terms of each sum, values first,"]
        #[doc = "then derivatives \\[variable\\]\\[polynomial\\]."]
        #[kernel(family = "system_paper", block = 32)]
        pub unsafe fn $sums(
            starts: *const u32,
            slots: *const u32,
            terms: *const f64,
            values: *mut f64,
            jacobians: *mut f64,
            shape: PaperShape,
        ) {
            // SAFETY: the caller's.
            unsafe { body::sums::<$parts, _>($reals(Scalar), (starts, slots), terms, (values, jacobians), &shape) }
        }
    )* };
}

kernels! {
    1, Double, paper_factors_d, paper_factors_without_table_d, paper_terms_d, paper_sums_d;
    2, DoubleDouble, paper_factors_dd, paper_factors_without_table_dd, paper_terms_dd, paper_sums_dd;
    4, QuadDouble, paper_factors_qd, paper_factors_without_table_qd, paper_terms_qd, paper_sums_qd;
}
