//! A thread that ends Newton's method and paths soon after its computation was cancelled.

use crate::control::Control;
use gpu::floating::Float;
use gpu::system::team::Agree;
use gpu::team::{Solo, Team, Turns};

/// A team of one thread that does nothing any more once the control says so; the results are thrown away then.
#[derive(Clone, Copy)]
pub(super) struct Until<'a>(pub &'a Control);

impl Team for Until<'_> {
    const SOLO: bool = true;

    #[inline(always)]
    fn rank(&self) -> u32 {
        0
    }

    #[inline(always)]
    fn size(&self) -> u32 {
        1
    }

    #[inline(always)]
    fn sync(&self) {}

    /// No number of a loop that begins later: an elimination of 64 rows in quad-double takes some hundredths of a second.
    #[inline(always)]
    fn turns(&self, end: u32) -> Turns {
        Solo.turns(if self.0.is_stopped() { 0 } else { end })
    }

    #[inline(always)]
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

impl<F: Float> Agree<F> for Until<'_> {
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
        f.bits(mask) != 0 && !self.0.is_stopped()
    }
}
