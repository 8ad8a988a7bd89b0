//! A team of operating-system threads over shared rows that notice a missing barrier, and such a team as warps with tensor cores.

use cuda_std::tensor::{self, A, B, C};
use gpu::memory::{Pairs, Part, Row};
use gpu::resultant::remainder::RemainderRow;
use gpu::resultant::remainder::head::Exchange;
use gpu::team::Team;
use gpu::tensor::Warps;
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
    const FOUR_STEPS: bool = true;
    fn rank(&self) -> u32 {
        self.rank
    }
    fn size(&self) -> u32 {
        self.size
    }
    fn sync(&self) {
        self.barrier.wait();
        self.epoch.set((self.epoch.get() | (AMONG - 1)) + 1);
    }
}

/// Epochs between two barriers of a team, for those that only the threads of a warp wait at: [`OneWarp`].
const AMONG: u32 = 1 << 16;

const NOBODY: u32 = u32::MAX;
const MANY: u32 = u32::MAX - 1;

/// Who used an element, and when.
#[derive(Clone, Copy)]
struct Stamp {
    epoch: u32,
    thread: u32,
    warp: u32,
}

impl Stamp {
    const NONE: Stamp = Stamp { epoch: 0, thread: NOBODY, warp: NOBODY };

    fn of(member: &Member<'_>) -> Stamp {
        Stamp { epoch: member.epoch.get(), thread: member.rank, warp: member.rank / 32 }
    }

    /// Whether no barrier keeps these two apart.
    fn meets(self, other: Stamp) -> bool {
        let together =
            if self.warp == other.warp { self.epoch == other.epoch } else { self.epoch / AMONG == other.epoch / AMONG };
        self.thread != NOBODY && self.thread != other.thread && together
    }

    /// The stamp of both, where `other` is the later one.
    fn and(self, other: Stamp) -> Stamp {
        match self.meets(other) {
            true if self.warp == other.warp => Stamp { thread: MANY, ..other },
            true => Stamp { thread: MANY, warp: MANY, ..other },
            false => other,
        }
    }
}

struct Slot<E> {
    value: E,
    written: Stamp,
    read: Stamp,
}

/// A row in memory that all threads see. It remembers who read and wrote each element since which barrier.
pub struct SharedRow<E> {
    slots: Vec<Mutex<Slot<E>>>,
    race: AtomicBool,
}

impl<E: Copy> SharedRow<E> {
    pub fn new(values: &[E]) -> Self {
        let slot = |&value| Mutex::new(Slot { value, written: Stamp::NONE, read: Stamp::NONE });
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
        let me = Stamp::of(&self.member);
        let mut slot = self.row.slots[(self.first + i) as usize].lock().unwrap();
        if slot.written.meets(me) {
            self.row.race.store(true, Ordering::Relaxed);
        }
        slot.read = slot.read.and(me);
        slot.value
    }

    fn set(&mut self, i: u32, value: E) {
        let me = Stamp::of(&self.member);
        let mut slot = self.row.slots[(self.first + i) as usize].lock().unwrap();
        if slot.written.meets(me) || slot.read.meets(me) {
            self.row.race.store(true, Ordering::Relaxed);
        }
        slot.written = me;
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

/// The fragments of a warp, what they give, and what its lanes exchange.
pub struct Core {
    lanes: Mutex<([A; 32], [B; 32], [C; 32])>,
    words: Mutex<[u32; 32]>,
    barrier: Barrier,
}

impl Core {
    pub fn new() -> Self {
        let lanes = ([[0; 4]; 32], [[0; 2]; 32], [[0; 4]; 32]);
        Core { lanes: Mutex::new(lanes), words: Mutex::new([0; 32]), barrier: Barrier::new(32) }
    }

    /// The product of the fragments that lanes give, in lane `lane`.
    fn product(&self, lane: usize, (a, b, c): (A, B, C)) -> C {
        {
            let mut lanes = self.lanes.lock().unwrap();
            (lanes.0[lane], lanes.1[lane], lanes.2[lane]) = (a, b, c);
        }
        // One of them computes for all.
        if self.barrier.wait().is_leader() {
            let mut lanes = self.lanes.lock().unwrap();
            lanes.2 = tensor::product(&lanes.0, &lanes.1, &lanes.2);
        }
        self.barrier.wait();
        let found = self.lanes.lock().unwrap().2[lane];
        self.barrier.wait();
        found
    }

    /// The value of lane `from`, in lane `lane`, which gives `x`.
    fn exchange(&self, lane: usize, x: u32, from: usize) -> u32 {
        self.words.lock().unwrap()[lane] = x;
        self.barrier.wait();
        let found = self.words.lock().unwrap()[from];
        self.barrier.wait();
        found
    }
}

/// A thread of a team of warps with tensor cores, or of one of the teams of a warp.
#[derive(Clone, Copy)]
pub struct Warp<'a> {
    member: Member<'a>,
    cores: &'a [Core],
    teams: u32,
}

impl<'a> Warp<'a> {
    pub fn new(member: Member<'a>, cores: &'a [Core]) -> Self {
        Warp { member, cores, teams: 1 }
    }

    /// One of `teams` teams of one warp, lanes `teams` apart; with its number.
    pub fn one_of(teams: u32, member: Member<'a>, cores: &'a [Core]) -> (Self, u32) {
        (Warp { member, cores, teams }, member.rank % teams)
    }

    /// The thread's warp by itself, and its number.
    pub fn own(&self) -> (OneWarp<'a>, u32) {
        (OneWarp { member: self.member, core: self.place().0 }, self.member.rank / 32)
    }

    fn place(&self) -> (&'a Core, usize) {
        (&self.cores[self.member.rank as usize / 32], self.member.rank as usize % 32)
    }
}

impl Team for Warp<'_> {
    const SOLO: bool = false;
    fn rank(&self) -> u32 {
        self.member.rank / self.teams
    }
    fn size(&self) -> u32 {
        self.member.size / self.teams
    }
    fn sync(&self) {
        self.member.sync();
    }
}

impl Warps for Warp<'_> {
    fn thread(&self) -> u32 {
        self.member.rank
    }
    fn threads(&self) -> u32 {
        self.member.size
    }
    fn product(&self, a: A, b: B, c: C) -> C {
        let (core, lane) = self.place();
        core.product(lane, (a, b, c))
    }
    fn swap(&self, x: u32, apart: u32) -> u32 {
        let (core, lane) = self.place();
        core.exchange(lane, x, lane ^ apart as usize)
    }
}

impl Exchange<u32> for Warp<'_> {
    const SHARES: bool = true;
    fn of(&self, x: u32, rank: u32) -> u32 {
        let (core, lane) = self.place();
        core.exchange(lane, x, (rank * self.teams) as usize + lane % self.teams as usize)
    }
    fn of_next(&self, x: u32, last: u32) -> u32 {
        let (core, lane) = self.place();
        let next = lane + self.teams as usize;
        let found = core.exchange(lane, x, next % 32);
        if next < 32 { found } else { last }
    }
}

/// A thread of a warp that works by itself.
#[derive(Clone, Copy)]
pub struct OneWarp<'a> {
    member: Member<'a>,
    core: &'a Core,
}

impl OneWarp<'_> {
    fn lane(&self) -> usize {
        self.member.rank as usize % 32
    }
}

impl Team for OneWarp<'_> {
    const SOLO: bool = false;
    fn rank(&self) -> u32 {
        self.member.rank % 32
    }
    fn size(&self) -> u32 {
        32
    }
    fn sync(&self) {
        self.core.barrier.wait();
        self.member.epoch.set(self.member.epoch.get() + 1);
    }
}

impl Warps for OneWarp<'_> {
    fn product(&self, a: A, b: B, c: C) -> C {
        self.core.product(self.lane(), (a, b, c))
    }
    fn swap(&self, x: u32, apart: u32) -> u32 {
        self.core.exchange(self.lane(), x, self.lane() ^ apart as usize)
    }
}

impl Exchange<u32> for OneWarp<'_> {
    const SHARES: bool = false;
    fn of(&self, x: u32, rank: u32) -> u32 {
        self.core.exchange(self.lane(), x, rank as usize)
    }
    fn of_next(&self, x: u32, last: u32) -> u32 {
        let found = self.core.exchange(self.lane(), x, (self.lane() + 1) % 32);
        if self.lane() < 31 { found } else { last }
    }
}

impl<E: Copy> Pairs<E> for View<'_, E> {
    fn pair(&self, i: u32) -> [E; 2] {
        // Where the row is of a memory that begins at an aligned place.
        assert!((self.first + i).is_multiple_of(2), "a pair at an odd place");
        [self.get(i), self.get(i + 1)]
    }
}
