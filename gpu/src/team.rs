//! The threads that work on one problem together.

/// The threads that share one problem: one thread, a warp or a block.
///
/// Every thread of a team runs the same code with the same problem; loops over elements are split by
/// `(rank..n).step_by(size)`, and [`Team::sync`] stands between a write and another thread's read. Control flow around
/// `sync` depends only on values all threads agree on.
pub trait Team: Copy {
    /// True when the team is one thread: loops may then keep neighbouring elements in registers.
    const SOLO: bool;
    /// This thread's number, below [`Team::size`].
    fn rank(&self) -> u32;
    /// How many threads there are.
    fn size(&self) -> u32;
    /// Waits for all threads; what they wrote before is visible after.
    fn sync(&self);
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

/// Teams of threads of the operating system, to test on the host what threads of a block do together.
#[cfg(test)]
pub mod threads {
    use super::Team;
    use crate::memory::Row;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// One thread of a team.
    #[derive(Clone, Copy)]
    pub struct Member<'a> {
        rank: u32,
        size: u32,
        barrier: &'a Barrier,
    }

    impl Team for Member<'_> {
        const SOLO: bool = false;
        fn rank(&self) -> u32 {
            self.rank
        }
        fn size(&self) -> u32 {
            self.size
        }
        fn sync(&self) {
            self.barrier.wait();
        }
    }

    /// A row that all threads of a team see. Relaxed accesses: only [`Team::sync`] orders them, as on the device.
    #[derive(Clone, Copy)]
    pub struct SharedRow<'a>(pub &'a [AtomicU32]);

    impl Row<u32> for SharedRow<'_> {
        fn get(&self, i: u32) -> u32 {
            self.0[i as usize].load(Ordering::Relaxed)
        }
        fn set(&mut self, i: u32, value: u32) {
            self.0[i as usize].store(value, Ordering::Relaxed);
        }
    }

    /// Runs `body` on `size` threads and returns what each returned, by rank.
    pub fn run<V: Send>(size: u32, body: impl Fn(Member<'_>) -> V + Sync) -> Vec<V> {
        let barrier = Barrier::new(size as usize);
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..size)
                .map(|rank| {
                    let member = Member { rank, size, barrier: &barrier };
                    let body = &body;
                    scope.spawn(move || body(member))
                })
                .collect();
            handles.into_iter().map(|handle| handle.join().expect("a thread of the team failed")).collect()
        })
    }
}
