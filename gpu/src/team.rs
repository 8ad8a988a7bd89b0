//! The threads that work on one problem together.

/// The threads that share one problem: one thread, lanes of a warp or a block.
///
/// Every thread of a team runs the same code with the same problem on elements of its own, every one of `size` from its rank on or
/// a segment; [`Team::sync`] stands between a write and another thread's read or write. Control flow around `sync` depends only
/// on values all threads agree on.
pub trait Team: Copy {
    /// True when the team is one thread: loops may then keep neighbouring elements in registers.
    const SOLO: bool;
    /// For teams of one thread that has registers to spare: from B of degree below this on, with an A of one degree more, it keeps
    /// the operands of a normal remainder sequence in them ([`crate::resultant::remainder`]). An even number up to
    /// [`crate::resultant::remainder::MOST_REGISTERS`].
    const REGISTERS: u32 = 0;
    /// Whether ordinary steps of a remainder sequence are taken four at a time where two would do ([`crate::resultant::remainder`]). Threads of a device do so where that
    /// was measured to be faster; on a processor it has not been tried.
    const FOUR_STEPS: bool = false;
    /// This thread's number, below [`Team::size`].
    fn rank(&self) -> u32;
    /// How many threads there are.
    fn size(&self) -> u32;
    /// Waits for all threads; what they wrote before is visible after.
    fn sync(&self);
    /// Calls `work` with the numbers below `end` that are this thread's: every one of `size` from its rank on. Nobody waits.
    #[inline(always)]
    fn each(&self, end: u32, mut work: impl FnMut(u32)) {
        let mut i = self.rank();
        while i < end {
            work(i);
            i += self.size();
        }
    }
    /// The same numbers for a loop, whose body is no function: of functions compilers inline small ones only.
    #[inline(always)]
    fn turns(&self, end: u32) -> Turns {
        Turns { next: self.rank(), end, step: self.size() }
    }
    /// Whether nobody wants the result any more; long loops end then, and what they return means nothing. For teams of one thread:
    /// several would have to agree.
    #[inline(always)]
    fn is_stopped(&self) -> bool {
        false
    }
    /// So many element steps of three products are done, about. For teams of one thread that tells how far it is.
    #[inline(always)]
    fn passed(&self, _elements: u32) {}
}

/// Every one of `step` numbers: [`Team::turns`].
pub struct Turns {
    next: u32,
    end: u32,
    step: u32,
}

impl Iterator for Turns {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        let i = self.next;
        if i >= self.end {
            return None;
        }
        self.next = i + self.step;
        Some(i)
    }
}

/// A team of one thread.
#[derive(Clone, Copy)]
pub struct Solo;

impl Team for Solo {
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
}

/// A team of one thread with registers for B of degree below `DEGREE` and an A of one degree more: [`Team::REGISTERS`].
#[derive(Clone, Copy)]
pub struct Registers<const DEGREE: u32>;

impl<const DEGREE: u32> Team for Registers<DEGREE> {
    const SOLO: bool = true;
    const REGISTERS: u32 = DEGREE;
    // With registers for 16 degrees a thread begins in them, or at most one pass above.
    const FOUR_STEPS: bool = DEGREE > 16;
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
}
