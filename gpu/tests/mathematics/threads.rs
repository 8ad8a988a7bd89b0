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
    epoch: &'a Cell<Epoch>,
}

/// Barriers that a thread has passed: of all threads, and of those that it works with by itself, its own warp or all but the first one.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Epoch {
    all: u32,
    warp: u32,
    others: u32,
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
        let epoch = self.epoch.get();
        self.epoch.set(Epoch { all: epoch.all + 1, ..epoch });
    }
}

const NOBODY: u32 = u32::MAX;
const MANY: u32 = u32::MAX - 1;
/// Several warps, the first one not among them.
const OTHERS: u32 = u32::MAX - 2;

/// Who used an element, and when.
#[derive(Clone, Copy)]
struct Stamp {
    epoch: Epoch,
    thread: u32,
    warp: u32,
}

impl Stamp {
    const NONE: Stamp = Stamp { epoch: Epoch { all: 0, warp: 0, others: 0 }, thread: NOBODY, warp: NOBODY };

    fn of(member: &Member<'_>) -> Stamp {
        Stamp { epoch: member.epoch.get(), thread: member.rank, warp: member.rank / 32 }
    }

    /// Whether no barrier keeps these two apart.
    fn meets(self, other: Stamp) -> bool {
        let (mine, its) = (self.epoch, other.epoch);
        let together = match self.warp == other.warp && self.warp < OTHERS {
            true => mine == its,
            false => mine.all == its.all && (!self.with(other) || mine.others == its.others),
        };
        self.thread != NOBODY && self.thread != other.thread && together
    }

    /// Whether the barriers of the others are for both of them.
    fn with(self, other: Stamp) -> bool {
        [self.warp, other.warp].iter().all(|&warp| warp != 0 && warp != MANY)
    }

    /// The stamp of both, where `other` is the later one.
    fn and(self, other: Stamp) -> Stamp {
        match self.meets(other) {
            true if self.warp == other.warp => Stamp { thread: MANY, ..other },
            true => Stamp { thread: MANY, warp: if self.with(other) { OTHERS } else { MANY }, ..other },
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
                let epoch = Cell::new(Epoch::default());
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

    /// What lane `from` gives, in lane `lane`, which gives `x`.
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

    /// The first warp, in its threads.
    pub fn first(&self) -> Option<First<'a>> {
        (self.member.rank < 32).then(|| First { member: self.member, core: &self.cores[0] })
    }

    /// The other warps, in their threads, which meet at `barrier`.
    pub fn others(&self, barrier: &'a Barrier) -> Option<Others<'a>> {
        (self.member.rank >= 32).then_some(Others { warp: *self, barrier })
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
        {
            let mut lanes = core.lanes.lock().unwrap();
            (lanes.0[lane], lanes.1[lane], lanes.2[lane]) = (a, b, c);
        }
        // One of them computes for all.
        if core.barrier.wait().is_leader() {
            let mut lanes = core.lanes.lock().unwrap();
            lanes.2 = tensor::product(&lanes.0, &lanes.1, &lanes.2);
        }
        core.barrier.wait();
        let found = core.lanes.lock().unwrap().2[lane];
        core.barrier.wait();
        found
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

/// A thread of the first warp, which waits for this warp only.
#[derive(Clone, Copy)]
pub struct First<'a> {
    member: Member<'a>,
    core: &'a Core,
}

impl Team for First<'_> {
    const SOLO: bool = false;
    fn rank(&self) -> u32 {
        self.member.rank
    }
    fn size(&self) -> u32 {
        32
    }
    fn sync(&self) {
        self.core.barrier.wait();
        let epoch = self.member.epoch.get();
        self.member.epoch.set(Epoch { warp: epoch.warp + 1, ..epoch });
    }
}

impl Exchange<u32> for First<'_> {
    const SHARES: bool = false;
    fn of(&self, x: u32, rank: u32) -> u32 {
        self.core.exchange(self.member.rank as usize, x, rank as usize)
    }
    fn of_next(&self, x: u32, last: u32) -> u32 {
        let lane = self.member.rank as usize;
        let found = self.core.exchange(lane, x, (lane + 1) % 32);
        if lane < 31 { found } else { last }
    }
}

/// A thread of the warps behind the first one, which wait for each other only.
#[derive(Clone, Copy)]
pub struct Others<'a> {
    warp: Warp<'a>,
    barrier: &'a Barrier,
}

impl Team for Others<'_> {
    const SOLO: bool = false;
    fn rank(&self) -> u32 {
        self.warp.rank() - 32
    }
    fn size(&self) -> u32 {
        self.warp.size() - 32
    }
    fn sync(&self) {
        self.barrier.wait();
        let epoch = self.warp.member.epoch.get();
        self.warp.member.epoch.set(Epoch { others: epoch.others + 1, ..epoch });
    }
}

impl Warps for Others<'_> {
    fn product(&self, a: A, b: B, c: C) -> C {
        self.warp.product(a, b, c)
    }
    fn swap(&self, x: u32, apart: u32) -> u32 {
        self.warp.swap(x, apart)
    }
}

impl<E: Copy> Pairs<E> for View<'_, E> {
    fn pair(&self, i: u32) -> [E; 2] {
        // Where the row is of a memory that begins at an aligned place.
        assert!((self.first + i).is_multiple_of(2), "a pair at an odd place");
        [self.get(i), self.get(i + 1)]
    }
}
