//! Systems in lanes: the loops over points and paths, with the best instructions of the processor.
//!
//! A loop is compiled for each precision and each set of instructions, and is most of what a system takes to compile.
//! Its callers are generic over the precision, so that every crate compiles what it uses of that; these functions are
//! not, and are compiled here, once.

use super::hessian::Products;
use super::newton::Refine;
use super::system::Evaluate;
use super::track::Track;
use crate::floating::{OfPrecisions, Precision};
use pulp::Arch;

/// The loops for numbers of one precision.
pub struct SystemLoops<R> {
    /// Values and Jacobians.
    pub evaluate: fn(Evaluate<'_, R>),
    /// Hessians times vectors.
    pub hessian_products: fn(Products<'_, R>),
    /// Newton's method.
    pub refine: fn(Refine<'_, R>),
    /// Paths.
    pub track: fn(Track<'_, R>),
}

/// Those of a precision.
pub fn system_loops<R: Precision>() -> SystemLoops<R> {
    R::choose::<Loops>()
}

/// The loops of every precision.
struct Loops;

macro_rules! loops {
    ($name:ident, $parts:literal) => {
        fn $name() -> SystemLoops<[f64; $parts]> {
            #[inline(never)]
            fn evaluate(task: Evaluate<'_, [f64; $parts]>) {
                Arch::new().dispatch(task);
            }
            #[inline(never)]
            fn hessian_products(task: Products<'_, [f64; $parts]>) {
                Arch::new().dispatch(task);
            }
            #[inline(never)]
            fn refine(task: Refine<'_, [f64; $parts]>) {
                Arch::new().dispatch(task);
            }
            #[inline(never)]
            fn track(task: Track<'_, [f64; $parts]>) {
                Arch::new().dispatch(task);
            }
            SystemLoops { evaluate, hessian_products, refine, track }
        }
    };
}

impl OfPrecisions for Loops {
    type Of<R> = SystemLoops<R>;
    loops!(d, 1);
    loops!(dd, 2);
    loops!(qd, 4);
}
