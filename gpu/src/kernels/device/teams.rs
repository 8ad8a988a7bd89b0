//! Warps and blocks as teams.

use crate::floating::Scalar;
use crate::resultant::remainder::head::Exchange;
use crate::system::team::Agree;
use crate::team::Team;
use crate::tensor::Warps;
use cuda_std::prelude::*;
use cuda_std::tensor::{A, B, C, mma_m16n8k32_u8};

/// `SIZE` lanes of a warp, a power of two up to 32: lanes 32 / SIZE apart, so that the warp's 32 / SIZE problems lie side by
/// side in shared memory.
#[derive(Clone, Copy)]
pub struct Lanes<const SIZE: u32> {
    rank: u32,
}

impl<const SIZE: u32> Lanes<SIZE> {
    /// Problems of a warp.
    pub const PROBLEMS: u32 = warp::SIZE / SIZE;

    /// The caller's team, and the number of its problem in the warp.
    ///
    /// # Safety
    /// All 32 lanes take part, and the control flow of all their problems is the same.
    #[inline(always)]
    pub unsafe fn current() -> (Self, u32) {
        let lane = warp::lane_id();
        (Lanes { rank: lane / Self::PROBLEMS }, lane % Self::PROBLEMS)
    }
}

impl<const SIZE: u32> Team for Lanes<SIZE> {
    const SOLO: bool = false;
    const FOUR_STEPS: bool = true;
    #[inline(always)]
    fn rank(&self) -> u32 {
        self.rank
    }
    #[inline(always)]
    fn size(&self) -> u32 {
        SIZE
    }
    #[inline(always)]
    fn sync(&self) {
        // SAFETY: the contract of `current`.
        unsafe { warp::sync_warp(warp::FULL) }
    }
}

/// As [`Lanes`], for problems that go their own ways: a team waits for its own lanes only, and may end before the others.
#[derive(Clone, Copy)]
pub struct Apart<const SIZE: u32> {
    rank: u32,
    mask: u32,
}

impl<const SIZE: u32> Apart<SIZE> {
    /// Problems of a warp.
    pub const PROBLEMS: u32 = warp::SIZE / SIZE;

    /// Every [`Apart::PROBLEMS`]-th lane, from lane 0 on.
    const FIRST: u32 = {
        let (mut mask, mut lane) = (0, 0);
        while lane < warp::SIZE {
            mask |= 1 << lane;
            lane += Self::PROBLEMS;
        }
        mask
    };

    /// The caller's team, and the number of its problem in the warp.
    ///
    /// # Safety
    /// All lanes of the team take part, with the same control flow.
    #[inline(always)]
    pub unsafe fn current() -> (Self, u32) {
        let lane = warp::lane_id();
        let problem = lane % Self::PROBLEMS;
        (Apart { rank: lane / Self::PROBLEMS, mask: Self::FIRST << problem }, problem)
    }
}

impl<const SIZE: u32> Team for Apart<SIZE> {
    const SOLO: bool = false;
    #[inline(always)]
    fn rank(&self) -> u32 {
        self.rank
    }
    #[inline(always)]
    fn size(&self) -> u32 {
        SIZE
    }
    #[inline(always)]
    fn sync(&self) {
        // SAFETY: the contract of `current`.
        unsafe { warp::sync_warp(self.mask) }
    }
}

/// Lanes of a warp, as many as the launch says: as [`Lanes`], for points of systems.
#[derive(Clone, Copy)]
pub struct LanesOfPoint {
    rank: u32,
    /// Points of the warp, a power of two.
    points: u32,
}

impl LanesOfPoint {
    /// The caller's team of 32 / `points` lanes, and the number of its point in the warp.
    ///
    /// # Safety
    /// All 32 lanes take part, and the control flow of all their points is the same.
    #[inline(always)]
    pub unsafe fn current(points: u32) -> (Self, u32) {
        let lane = warp::lane_id();
        (LanesOfPoint { rank: lane / points, points }, lane % points)
    }

    /// The value of the first member.
    #[inline(always)]
    pub fn of_first(&self, x: u32) -> u32 {
        // SAFETY: the contract of `current`.
        unsafe { warp::shuffle_idx(warp::FULL, x, warp::lane_id() % self.points) }
    }

    /// `merge` with what each other half of the team has, by butterflies.
    #[inline(always)]
    fn butterfly(&self, mut merge: impl FnMut(u32)) {
        let mut apart = self.points;
        while apart < warp::SIZE {
            merge(apart);
            apart *= 2;
        }
    }
}

impl Team for LanesOfPoint {
    const SOLO: bool = false;
    #[inline(always)]
    fn rank(&self) -> u32 {
        self.rank
    }
    #[inline(always)]
    fn size(&self) -> u32 {
        warp::SIZE / self.points
    }
    #[inline(always)]
    fn sync(&self) {
        // SAFETY: the contract of `current`.
        unsafe { warp::sync_warp(warp::FULL) }
    }
}

/// The number of the lane so far apart.
#[inline(always)]
fn other(x: f64, apart: u32) -> f64 {
    // SAFETY: the contract of `LanesOfPoint::current`.
    f64::from_bits(unsafe { warp::shuffle_xor(warp::FULL, x.to_bits(), apart) })
}

impl Agree<Scalar> for LanesOfPoint {
    #[inline(always)]
    fn largest(&self, _: &Scalar, mut x: f64) -> f64 {
        self.butterfly(|apart| {
            let y = other(x, apart);
            x = if x < y { y } else { x };
        });
        x
    }
    #[inline(always)]
    fn pivot(&self, _: &Scalar, mut size: f64, mut row: f64) -> (f64, f64) {
        self.butterfly(|apart| {
            let (y, its_row) = (other(size, apart), other(row, apart));
            let better = size < y || size == y && its_row < row;
            (size, row) = if better { (y, its_row) } else { (size, row) };
        });
        (size, row)
    }
    #[inline(always)]
    fn any(&self, _: &Scalar, mask: bool) -> bool {
        // SAFETY: the contract of `current`.
        unsafe { warp::any(warp::FULL, mask) }
    }
}

/// One thread in each of the `SIZE` warps of a block, all in the same lane: the block's 32 problems lie side by side in shared memory. It takes four steps of a
/// remainder sequence with a leader, and by itself what few are left.
#[derive(Clone, Copy)]
pub struct Column<const SIZE: u32> {
    rank: u32,
}

impl<const SIZE: u32> Column<SIZE> {
    /// The caller's team, and the number of its problem in the block.
    ///
    /// # Safety
    /// All threads of a block of `SIZE` warps take part, and the control flow of all its problems is the same.
    #[inline(always)]
    pub unsafe fn current() -> (Self, u32) {
        (Column { rank: thread::thread_idx_x() / warp::SIZE }, warp::lane_id())
    }
}

impl<const SIZE: u32> Team for Column<SIZE> {
    const SOLO: bool = false;
    #[inline(always)]
    fn rank(&self) -> u32 {
        self.rank
    }
    #[inline(always)]
    fn size(&self) -> u32 {
        SIZE
    }
    #[inline(always)]
    fn sync(&self) {
        thread::sync_threads();
    }
}

/// All threads of a one-dimensional block.
#[derive(Clone, Copy)]
pub struct Block {
    rank: u32,
    size: u32,
}

impl Block {
    /// The caller's block.
    ///
    /// # Safety
    /// All threads of the block take part, with the same problem.
    #[inline(always)]
    pub unsafe fn current() -> Self {
        Block { rank: thread::thread_idx_x(), size: thread::block_dim_x() }
    }
}

impl Team for Block {
    const SOLO: bool = false;
    const FOUR_STEPS: bool = true;
    #[inline(always)]
    fn rank(&self) -> u32 {
        self.rank
    }
    #[inline(always)]
    fn size(&self) -> u32 {
        self.size
    }
    #[inline(always)]
    fn sync(&self) {
        thread::sync_threads();
    }
}

impl<const SIZE: u32> Exchange<u32> for Lanes<SIZE> {
    const SHARES: bool = true;
    #[inline(always)]
    fn of(&self, x: u32, rank: u32) -> u32 {
        // SAFETY: the contract of `current`.
        unsafe { warp::shuffle_idx(warp::FULL, x, rank * Self::PROBLEMS + warp::lane_id() % Self::PROBLEMS) }
    }
    #[inline(always)]
    fn of_next(&self, x: u32, last: u32) -> u32 {
        // SAFETY: the contract of `current`.
        let next = unsafe { warp::shuffle_down(warp::FULL, x, Self::PROBLEMS) };
        if self.rank == SIZE - 1 { last } else { next }
    }
}

/// The first warp of a block, which works by itself.
#[derive(Clone, Copy)]
pub struct FirstWarp(Lanes<{ warp::SIZE }>);

impl FirstWarp {
    /// The caller's, if it is in it.
    ///
    /// # Safety
    /// As [`Lanes::current`] for the threads of the first warp.
    #[inline(always)]
    pub unsafe fn current() -> Option<Self> {
        // SAFETY: the caller's.
        (thread::thread_idx_x() < warp::SIZE).then(|| FirstWarp(unsafe { Lanes::current() }.0))
    }
}

impl Team for FirstWarp {
    const SOLO: bool = false;
    #[inline(always)]
    fn rank(&self) -> u32 {
        self.0.rank()
    }
    #[inline(always)]
    fn size(&self) -> u32 {
        self.0.size()
    }
    #[inline(always)]
    fn sync(&self) {
        self.0.sync();
    }
}

impl Exchange<u32> for FirstWarp {
    const SHARES: bool = false;
    #[inline(always)]
    fn of(&self, x: u32, rank: u32) -> u32 {
        self.0.of(x, rank)
    }
    #[inline(always)]
    fn of_next(&self, x: u32, last: u32) -> u32 {
        self.0.of_next(x, last)
    }
}

macro_rules! warps {
    () => {
        #[inline(always)]
        fn product(&self, a: A, b: B, c: C) -> C {
            // SAFETY: the contract of `Warps`; families that use it are built for `sm_80`.
            unsafe { mma_m16n8k32_u8(a, b, c) }
        }
        #[inline(always)]
        fn swap(&self, x: u32, apart: u32) -> u32 {
            // SAFETY: the contract of `Warps`.
            unsafe { warp::shuffle_xor(warp::FULL, x, apart) }
        }
    };
}

impl Warps for Block {
    warps!();
}

impl<const SIZE: u32> Warps for Lanes<SIZE> {
    #[inline(always)]
    fn thread(&self) -> u32 {
        warp::lane_id()
    }
    #[inline(always)]
    fn threads(&self) -> u32 {
        warp::SIZE
    }
    warps!();
}
