//! The agreement of threads that work on one point together.
//!
//! Members do the same steps, each for rows, columns or polynomials of its own. The results do not depend on how many
//! they are: no sum is split.

use crate::floating::Float;
use crate::team::{Solo, Team};

/// The threads of a point, or of a point in every lane of `F`.
pub trait Agree<F: Float>: Team {
    /// The largest of all members' numbers, none of them NaN.
    fn largest(&self, f: &F, x: F::Elem) -> F::Elem;
    /// The largest of all members' sizes, none of them NaN, with its row: the least one of those that share it.
    fn pivot(&self, f: &F, size: F::Elem, row: F::Elem) -> (F::Elem, F::Elem);
    /// Whether this is so at some point that threads work on in step with these.
    fn any(&self, f: &F, mask: F::Mask) -> bool;
}

impl<F: Float> Agree<F> for Solo {
    #[inline(always)]
    fn largest(&self, _: &F, x: F::Elem) -> F::Elem {
        x
    }
    #[inline(always)]
    fn pivot(&self, _: &F, size: F::Elem, row: F::Elem) -> (F::Elem, F::Elem) {
        (size, row)
    }
    #[inline(always)]
    fn any(&self, f: &F, mask: F::Mask) -> bool {
        f.bits(mask) != 0
    }
}
