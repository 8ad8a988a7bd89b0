//! A team of operating-system threads over shared rows that notice a missing barrier.

use gpu::memory::{Part, Row};
use gpu::resultant::remainder::RemainderRow;
use gpu::team::Team;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Barrier, Mutex};

/// One thread of a team.
#[derive(Clone, Copy)]
pub struct Member<'a> {
    rank: u32,
    size: u32,
    barrier: &'a Barrier,
    epoch: &'a Cell<u32>,
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
        self.epoch.set(self.epoch.get() + 1);
    }
}

const NOBODY: u32 = u32::MAX;
const MANY: u32 = u32::MAX - 1;

struct Slot<E> {
    value: E,
    written: (u32, u32),
    read: (u32, u32),
}

/// A row in memory that all threads see. It remembers who read and wrote each element since which barrier.
pub struct SharedRow<E> {
    slots: Vec<Mutex<Slot<E>>>,
    race: AtomicBool,
}

impl<E: Copy> SharedRow<E> {
    pub fn new(values: &[E]) -> Self {
        let slot = |&value| Mutex::new(Slot { value, written: (0, NOBODY), read: (0, NOBODY) });
        SharedRow { slots: values.iter().map(slot).collect(), race: AtomicBool::new(false) }
    }

    /// All elements, once the threads are done.
    pub fn values(&self) -> Vec<E> {
        self.slots.iter().map(|slot| slot.lock().unwrap().value).collect()
    }

    /// Whether two threads used one element between two barriers, at least one of them writing.
    pub fn race(&self) -> bool {
        self.race.load(Ordering::Relaxed)
    }
}

/// One thread's handle on a [`SharedRow`], or on its elements from `first` on.
#[derive(Clone, Copy)]
pub struct View<'a, E> {
    row: &'a SharedRow<E>,
    first: u32,
    member: Member<'a>,
}

impl<E: Copy> Part<E> for View<'_, E> {
    fn part(&self, first: u32) -> Self {
        View { first: self.first + first, ..*self }
    }
}

impl<E: Copy> RemainderRow<E> for View<'_, E> {}

impl<E: Copy> Row<E> for View<'_, E> {
    fn get(&self, i: u32) -> E {
        let (epoch, rank) = (self.member.epoch.get(), self.member.rank);
        let mut slot = self.row.slots[(self.first + i) as usize].lock().unwrap();
        if slot.written.0 == epoch && slot.written.1 != NOBODY && slot.written.1 != rank {
            self.row.race.store(true, Ordering::Relaxed);
        }
        let reader = if slot.read.0 == epoch && slot.read.1 != NOBODY && slot.read.1 != rank { MANY } else { rank };
        slot.read = (epoch, reader);
        slot.value
    }

    fn set(&mut self, i: u32, value: E) {
        let (epoch, rank) = (self.member.epoch.get(), self.member.rank);
        let mut slot = self.row.slots[(self.first + i) as usize].lock().unwrap();
        for (seen, by) in [slot.written, slot.read] {
            if seen == epoch && by != NOBODY && by != rank {
                self.row.race.store(true, Ordering::Relaxed);
            }
        }
        slot.written = (epoch, rank);
        slot.value = value;
    }
}

/// Runs `work` on `size` threads, each with its own views of `rows`, and returns what each returned.
pub fn run_team<E, O, W>(size: u32, rows: &[SharedRow<E>], work: W) -> Vec<O>
where
    E: Copy + Send + Sync,
    O: Send,
    W: Fn(Member<'_>, &mut dyn Iterator<Item = View<'_, E>>) -> O + Sync,
{
    let barrier = Barrier::new(size as usize);
    std::thread::scope(|scope| {
        let start = |rank| {
            let (barrier, work) = (&barrier, &work);
            scope.spawn(move || {
                let epoch = Cell::new(0);
                let member = Member { rank, size, barrier, epoch: &epoch };
                work(member, &mut rows.iter().map(|row| View { row, first: 0, member }))
            })
        };
        let threads: Vec<_> = (0..size).map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}
