//! A thread that stops when its computation is cancelled, and tells how far it is.

use crate::tasks::Tasks;
use gpu::team::Team;
use std::cell::Cell;

/// Element steps that are told together: some ten microseconds.
const TOLD: u64 = 1 << 14;

/// Tasks that are element steps of one thread.
pub(crate) struct Steps<'a> {
    tasks: &'a Tasks<'a>,
    untold: Cell<u64>,
}

impl<'a> Steps<'a> {
    pub fn new(tasks: &'a Tasks<'a>) -> Self {
        Steps { tasks, untold: Cell::new(0) }
    }

    /// The thread.
    pub fn team(&self) -> Watched<'_> {
        Watched(self)
    }
}

impl Drop for Steps<'_> {
    fn drop(&mut self) {
        self.tasks.done(self.untold.get() as usize);
    }
}

/// A team of one thread whose work ends early when the control says so; the results are thrown away then.
#[derive(Clone, Copy)]
pub(crate) struct Watched<'a>(&'a Steps<'a>);

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
        self.0.tasks.is_stopped()
    }

    #[inline(always)]
    fn passed(&self, elements: u32) {
        let untold = self.0.untold.get() + u64::from(elements);
        self.0.untold.set(if untold < TOLD { untold } else { 0 });
        if untold >= TOLD {
            self.0.tasks.done(untold as usize);
        }
    }
}
