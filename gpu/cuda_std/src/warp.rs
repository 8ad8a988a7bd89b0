//! Collectives of a warp's 32 lanes.
//!
//! All are LLVM intrinsics, never assembly: the compiler must know them as convergent, or it may move them into a branch.
//! Every function takes the mask of the lanes that execute it together ([`FULL`] for all).

/// The mask of all 32 lanes.
pub const FULL: u32 = u32::MAX;

/// Lanes of a warp.
pub const SIZE: u32 = 32;

/// The clamp operand of a shuffle over the whole warp (`up` counts down to lane 0, the others up to lane 31).
const LAST_LANE: u32 = 31;

unsafe extern "C" {
    #[link_name = "llvm.nvvm.read.ptx.sreg.laneid"]
    fn laneid() -> u32;
    #[link_name = "llvm.nvvm.bar.warp.sync"]
    fn bar_warp_sync(mask: u32);
    #[link_name = "llvm.nvvm.shfl.sync.bfly.i32"]
    fn shfl_bfly(mask: u32, value: u32, lane_mask: u32, clamp: u32) -> u32;
    #[link_name = "llvm.nvvm.shfl.sync.idx.i32"]
    fn shfl_idx(mask: u32, value: u32, lane: u32, clamp: u32) -> u32;
    #[link_name = "llvm.nvvm.shfl.sync.up.i32"]
    fn shfl_up(mask: u32, value: u32, delta: u32, clamp: u32) -> u32;
    #[link_name = "llvm.nvvm.shfl.sync.down.i32"]
    fn shfl_down(mask: u32, value: u32, delta: u32, clamp: u32) -> u32;
    #[link_name = "llvm.nvvm.vote.ballot.sync"]
    fn vote_ballot(mask: u32, predicate: bool) -> u32;
    #[link_name = "llvm.nvvm.vote.any.sync"]
    fn vote_any(mask: u32, predicate: bool) -> bool;
    #[link_name = "llvm.nvvm.vote.all.sync"]
    fn vote_all(mask: u32, predicate: bool) -> bool;
}

/// The thread's lane, 0 to 31.
#[inline(always)]
pub fn lane_id() -> u32 {
    // SAFETY: reads a special register.
    unsafe { laneid() }
}

/// How many lanes of `mask` are below the caller's: its place among them if it is one.
#[inline(always)]
pub fn lanes_below(mask: u32) -> u32 {
    (mask & ((1 << lane_id()) - 1)).count_ones()
}

/// Waits for the lanes of `mask`; what they wrote to memory before is then seen by each other.
///
/// # Safety
/// Every lane of `mask`, the caller among them, executes this call.
#[inline(always)]
pub unsafe fn sync_warp(mask: u32) {
    // SAFETY: passed on to the caller.
    unsafe { bar_warp_sync(mask) }
}

/// A value that shuffles move between lanes: `u32` in one, `u64` in two.
pub trait Shuffle: Copy {
    /// The value of lane `lane ^ lane_mask`.
    ///
    /// # Safety
    /// Every lane of `mask`, the caller and the lane read from among them, executes this call.
    unsafe fn xor(self, mask: u32, lane_mask: u32) -> Self;
    /// The value of lane `lane & 31`.
    ///
    /// # Safety
    /// As [`Shuffle::xor`].
    unsafe fn idx(self, mask: u32, lane: u32) -> Self;
    /// The value of the lane `delta` below; the own value where there is none.
    ///
    /// # Safety
    /// As [`Shuffle::xor`].
    unsafe fn up(self, mask: u32, delta: u32) -> Self;
    /// The value of the lane `delta` above; the own value where there is none.
    ///
    /// # Safety
    /// As [`Shuffle::xor`].
    unsafe fn down(self, mask: u32, delta: u32) -> Self;
}

impl Shuffle for u32 {
    #[inline(always)]
    unsafe fn xor(self, mask: u32, lane_mask: u32) -> Self {
        // SAFETY: passed on to the caller.
        unsafe { shfl_bfly(mask, self, lane_mask, LAST_LANE) }
    }
    #[inline(always)]
    unsafe fn idx(self, mask: u32, lane: u32) -> Self {
        // SAFETY: passed on to the caller.
        unsafe { shfl_idx(mask, self, lane, LAST_LANE) }
    }
    #[inline(always)]
    unsafe fn up(self, mask: u32, delta: u32) -> Self {
        // SAFETY: passed on to the caller.
        unsafe { shfl_up(mask, self, delta, 0) }
    }
    #[inline(always)]
    unsafe fn down(self, mask: u32, delta: u32) -> Self {
        // SAFETY: passed on to the caller.
        unsafe { shfl_down(mask, self, delta, LAST_LANE) }
    }
}

macro_rules! shuffle_halves {
    ($($name:ident($operand:ident);)*) => { $(
        #[inline(always)]
        unsafe fn $name(self, mask: u32, $operand: u32) -> Self {
            // SAFETY: passed on to the caller.
            let (low, high) = unsafe { ((self as u32).$name(mask, $operand), ((self >> 32) as u32).$name(mask, $operand)) };
            (high as u64) << 32 | low as u64
        }
    )* };
}

impl Shuffle for u64 {
    shuffle_halves! {
        xor(lane_mask);
        idx(lane);
        up(delta);
        down(delta);
    }
}

/// The value of lane `lane_id() ^ lane_mask`: butterflies and sums.
///
/// # Safety
/// Every lane of `mask`, the caller and the lane read from among them, executes this call.
#[inline(always)]
pub unsafe fn shuffle_xor<T: Shuffle>(mask: u32, value: T, lane_mask: u32) -> T {
    // SAFETY: passed on to the caller.
    unsafe { value.xor(mask, lane_mask) }
}

/// The value of lane `lane & 31`: broadcasts and permutations.
///
/// # Safety
/// As [`shuffle_xor`].
#[inline(always)]
pub unsafe fn shuffle_idx<T: Shuffle>(mask: u32, value: T, lane: u32) -> T {
    // SAFETY: passed on to the caller.
    unsafe { value.idx(mask, lane) }
}

/// The value of the lane `delta` below; the own value in the first `delta` lanes.
///
/// # Safety
/// As [`shuffle_xor`].
#[inline(always)]
pub unsafe fn shuffle_up<T: Shuffle>(mask: u32, value: T, delta: u32) -> T {
    // SAFETY: passed on to the caller.
    unsafe { value.up(mask, delta) }
}

/// The value of the lane `delta` above; the own value in the last `delta` lanes.
///
/// # Safety
/// As [`shuffle_xor`].
#[inline(always)]
pub unsafe fn shuffle_down<T: Shuffle>(mask: u32, value: T, delta: u32) -> T {
    // SAFETY: passed on to the caller.
    unsafe { value.down(mask, delta) }
}

/// The mask of the lanes of `mask` whose `predicate` is true.
///
/// # Safety
/// Every lane of `mask`, the caller among them, executes this call.
#[inline(always)]
pub unsafe fn ballot(mask: u32, predicate: bool) -> u32 {
    // SAFETY: passed on to the caller.
    unsafe { vote_ballot(mask, predicate) }
}

/// Whether `predicate` is true in some lane of `mask`.
///
/// # Safety
/// As [`ballot`].
#[inline(always)]
pub unsafe fn any(mask: u32, predicate: bool) -> bool {
    // SAFETY: passed on to the caller.
    unsafe { vote_any(mask, predicate) }
}

/// Whether `predicate` is true in every lane of `mask`.
///
/// # Safety
/// As [`ballot`].
#[inline(always)]
pub unsafe fn all(mask: u32, predicate: bool) -> bool {
    // SAFETY: passed on to the caller.
    unsafe { vote_all(mask, predicate) }
}
