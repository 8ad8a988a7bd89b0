//! Rows in shared and global memory.

use crate::memory::{Pairs, Part, Row};
use crate::resultant::remainder::RemainderRow;
use crate::transform::ntt::ReadRow;
use cuda_std::prelude::*;

/// Words of the launch's shared block at a fixed stride: with the block's size as stride, the lanes of a warp lie side by
/// side and never meet in a bank.
#[derive(Clone, Copy)]
pub struct SharedRow {
    base: SharedPtr<u32>,
    stride: u32,
}

impl SharedRow {
    /// Element i at `base + i stride`.
    ///
    /// # Safety
    /// All elements used lie in the launch's shared block; barriers separate one thread's writes from another's accesses.
    #[inline(always)]
    pub unsafe fn new(base: SharedPtr<u32>, stride: u32) -> Self {
        SharedRow { base, stride }
    }
}

impl Row<u32> for SharedRow {
    #[inline(always)]
    fn get(&self, i: u32) -> u32 {
        // SAFETY: the contract of `new`.
        unsafe { self.base.ld(i * self.stride) }
    }
    #[inline(always)]
    fn set(&mut self, i: u32, value: u32) {
        // SAFETY: the contract of `new`.
        unsafe { self.base.st(i * self.stride, value) }
    }
}

impl RemainderRow<u32> for SharedRow {}

/// For rows of stride 1 from an element on that is aligned to 8 bytes.
impl Pairs<u32> for SharedRow {
    #[inline(always)]
    fn pair(&self, i: u32) -> [u32; 2] {
        // SAFETY: the contract of `new`, and that of pairs.
        unsafe { self.base.ld2(i) }
    }
}

impl Part<u32> for SharedRow {
    #[inline(always)]
    fn part(&self, first: u32) -> Self {
        SharedRow { base: self.base.add(first * self.stride), stride: self.stride }
    }
}

/// Four words of shared memory each, one after the other.
#[derive(Clone, Copy)]
pub struct SharedQuads {
    base: SharedPtr<u32>,
}

impl SharedQuads {
    /// Element i at `base + 4 i`.
    ///
    /// # Safety
    /// As [`SharedRow::new`], and `base` is aligned to 16 bytes.
    #[inline(always)]
    pub unsafe fn new(base: SharedPtr<u32>) -> Self {
        SharedQuads { base }
    }
}

impl Row<[u32; 4]> for SharedQuads {
    #[inline(always)]
    fn get(&self, i: u32) -> [u32; 4] {
        // SAFETY: the contract of `new`.
        unsafe { self.base.ld4(4 * i) }
    }
    #[inline(always)]
    fn set(&mut self, i: u32, value: [u32; 4]) {
        // SAFETY: the contract of `new`.
        unsafe { self.base.st4(4 * i, value) }
    }
}

/// Words of global memory at a fixed stride.
#[derive(Clone, Copy)]
pub struct GlobalRow {
    base: *mut u32,
    stride: usize,
}

impl GlobalRow {
    /// Element i at `base + i stride`.
    ///
    /// # Safety
    /// All elements used lie in a live buffer; those set are this thread's, or barriers separate the accesses.
    #[inline(always)]
    pub unsafe fn new(base: *mut u32, stride: usize) -> Self {
        GlobalRow { base, stride }
    }

    /// As [`GlobalRow::new`], for elements that are only read.
    ///
    /// # Safety
    /// All elements used lie in a live buffer, and none is set.
    #[inline(always)]
    pub unsafe fn read_only(base: *const u32, stride: usize) -> Self {
        GlobalRow { base: base as *mut u32, stride }
    }
}

impl Row<u32> for GlobalRow {
    #[inline(always)]
    fn get(&self, i: u32) -> u32 {
        // SAFETY: the contract of `new`.
        unsafe { *self.base.add(i as usize * self.stride) }
    }
    #[inline(always)]
    fn set(&mut self, i: u32, value: u32) {
        // SAFETY: the contract of `new`.
        unsafe { *self.base.add(i as usize * self.stride) = value }
    }
}

impl RemainderRow<u32> for GlobalRow {}

/// For rows of stride 1 from an element on that is aligned to 8 bytes.
impl Pairs<u32> for GlobalRow {
    #[inline(always)]
    fn pair(&self, i: u32) -> [u32; 2] {
        /// Two words by one load.
        #[repr(C, align(8))]
        #[derive(Clone, Copy)]
        struct Two([u32; 2]);
        // SAFETY: the contract of `new`, and that of pairs.
        let Two(words) = unsafe { *self.base.add(i as usize).cast::<Two>() };
        words
    }
}

impl Part<u32> for GlobalRow {
    #[inline(always)]
    fn part(&self, first: u32) -> Self {
        GlobalRow { base: self.base.wrapping_add(first as usize * self.stride), stride: self.stride }
    }
}

impl ReadRow<u32> for GlobalRow {
    #[inline(always)]
    fn read(&self, i: u32) -> u32 {
        self.get(i)
    }
}
