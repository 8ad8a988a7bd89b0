//! A thread that stops when its computation is cancelled.

use crate::control::Control;
use gpu::team::Team;

/// A team of one thread whose work ends early when the control says so; the results are thrown away then.
#[derive(Clone, Copy)]
pub(super) struct Watched<'a>(pub &'a Control);

impl Team for Watched<'_> {
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

    #[inline(always)]
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
