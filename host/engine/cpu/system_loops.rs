//! Systems in lanes: the loops over points and paths, with the best instructions of the processor.
//!
//! A loop is compiled for each precision and each set of instructions, and is most of what a system takes to compile. What calls it is generic
//! over the precision, so that every crate compiles what it uses of that; these functions are not, and are compiled here, once.

use super::hessian::Products;
use super::newton::Refine;
use super::system::Evaluate;
use super::track::Track;
use pulp::Arch;

/// The loops for numbers of one precision.
pub trait SystemLoops: Sized {
    /// Values and Jacobians.
    fn evaluate(task: Evaluate<'_, Self>);
    /// Hessians times vectors.
    fn hessian_products(task: Products<'_, Self>);
    /// Newton's method.
    fn refine(task: Refine<'_, Self>);
    /// Paths.
    fn track(task: Track<'_, Self>);
}

macro_rules! system_loops {
    ($($parts:literal)*) => { $(
        impl SystemLoops for [f64; $parts] {
            #[inline(never)]
            fn evaluate(task: Evaluate<'_, Self>) {
                Arch::new().dispatch(task);
            }
            #[inline(never)]
            fn hessian_products(task: Products<'_, Self>) {
                Arch::new().dispatch(task);
            }
            #[inline(never)]
            fn refine(task: Refine<'_, Self>) {
                Arch::new().dispatch(task);
            }
            #[inline(never)]
            fn track(task: Track<'_, Self>) {
                Arch::new().dispatch(task);
            }
        }
    )* };
}

system_loops!(1 2 4);
