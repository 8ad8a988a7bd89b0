//! The element that a thread takes of a row of words: one word, or two neighbours.

use super::ends::{LinePairs, LineValues};
use crate::arith::field::Field;
use crate::arith::{Mont31, Pair};
use crate::kernels::device::*;
use crate::memory::Row;
use crate::transform::ntt::ReadRow;
use crate::transform::steps::Target;
use cuda_std::prelude::*;

/// The element that a thread takes of a row of words: one word, or two neighbours.
pub trait Width {
    /// The arithmetic of elements.
    type Field: Field;
    /// Vectors side by side.
    type Rows: ReadRow<Elem<Self>>;
    /// Words of an element.
    const WORDS: u32;
    /// That modulo a prime.
    fn field(modulus: Mont31) -> Self::Field;
    /// Elements at a stride of so many elements.
    ///
    /// # Safety
    /// As [`GlobalRow::new`], aligned to elements.
    unsafe fn row(base: *mut u32, stride: usize) -> impl Row<Elem<Self>> + Copy;
    /// Words that are good for all parts of an element.
    ///
    /// # Safety
    /// As [`GlobalRow::read_only`].
    unsafe fn table(base: *const u32) -> impl ReadRow<Elem<Self>>;
    /// Elements in shared memory.
    ///
    /// # Safety
    /// As [`SharedRow::new`], aligned to elements.
    unsafe fn shared(base: SharedPtr<u32>) -> impl Row<Elem<Self>> + Copy;
    /// As many vectors side by side as an element has words; `row` has each of them.
    fn beside(row: impl Fn(u32) -> GlobalRow) -> Self::Rows;
    /// The values of so many vectors one behind the other, `len` of every `points`.
    fn lines(values: *mut u32, vectors: u32, len: u32, points: u32) -> impl Target<Elem<Self>>;
}

/// An element.
pub type Elem<W> = <<W as Width>::Field as Field>::Elem;

/// One word.
pub struct Single;

impl Width for Single {
    type Field = Mont31;
    type Rows = GlobalRow;
    const WORDS: u32 = 1;
    #[inline(always)]
    fn field(modulus: Mont31) -> Mont31 {
        modulus
    }
    #[inline(always)]
    unsafe fn row(base: *mut u32, stride: usize) -> impl Row<u32> + Copy {
        // SAFETY: the caller's.
        unsafe { GlobalRow::new(base, stride) }
    }
    #[inline(always)]
    unsafe fn table(base: *const u32) -> impl ReadRow<u32> {
        // SAFETY: the caller's.
        unsafe { GlobalRow::read_only(base, 1) }
    }
    #[inline(always)]
    unsafe fn shared(base: SharedPtr<u32>) -> impl Row<u32> + Copy {
        // SAFETY: the caller's.
        unsafe { SharedRow::new(base, 1) }
    }
    #[inline(always)]
    fn beside(row: impl Fn(u32) -> GlobalRow) -> GlobalRow {
        row(0)
    }
    #[inline(always)]
    fn lines(values: *mut u32, _: u32, len: u32, points: u32) -> impl Target<u32> {
        LineValues { values, len, points }
    }
}

/// Two words.
pub struct Double;

/// Pairs of words in global memory.
#[derive(Clone, Copy)]
pub struct GlobalPairs {
    base: *mut u64,
    stride: usize,
}

impl Row<[u32; 2]> for GlobalPairs {
    #[inline(always)]
    fn get(&self, i: u32) -> [u32; 2] {
        // SAFETY: the contract of `Width::row`.
        let pair = unsafe { *self.base.add(i as usize * self.stride) };
        [pair as u32, (pair >> 32) as u32]
    }
    #[inline(always)]
    fn set(&mut self, i: u32, [a, b]: [u32; 2]) {
        // SAFETY: the contract of `Width::row`.
        unsafe { *self.base.add(i as usize * self.stride) = u64::from(a) | u64::from(b) << 32 }
    }
}

/// Pairs of words in shared memory.
#[derive(Clone, Copy)]
pub struct SharedPairs(SharedPtr<u64>);

impl Row<[u32; 2]> for SharedPairs {
    #[inline(always)]
    fn get(&self, i: u32) -> [u32; 2] {
        // SAFETY: the contract of `Width::shared`.
        let pair = unsafe { self.0.ld(i) };
        [pair as u32, (pair >> 32) as u32]
    }
    #[inline(always)]
    fn set(&mut self, i: u32, [a, b]: [u32; 2]) {
        // SAFETY: the contract of `Width::shared`.
        unsafe { self.0.st(i, u64::from(a) | u64::from(b) << 32) }
    }
}

/// A table of words, each twice.
pub struct Twice(GlobalRow);

impl ReadRow<[u32; 2]> for Twice {
    #[inline(always)]
    fn read(&self, i: u32) -> [u32; 2] {
        [self.0.get(i); 2]
    }
}

/// Two rows side by side.
pub struct Both(GlobalRow, GlobalRow);

impl ReadRow<[u32; 2]> for Both {
    #[inline(always)]
    fn read(&self, i: u32) -> [u32; 2] {
        [self.0.get(i), self.1.get(i)]
    }
}

impl Width for Double {
    type Field = Pair<Mont31>;
    type Rows = Both;
    const WORDS: u32 = 2;
    #[inline(always)]
    fn field(modulus: Mont31) -> Pair<Mont31> {
        Pair(modulus)
    }
    #[inline(always)]
    unsafe fn row(base: *mut u32, stride: usize) -> impl Row<[u32; 2]> + Copy {
        GlobalPairs { base: base.cast(), stride }
    }
    #[inline(always)]
    unsafe fn table(base: *const u32) -> impl ReadRow<[u32; 2]> {
        // SAFETY: the caller's.
        Twice(unsafe { GlobalRow::read_only(base, 1) })
    }
    #[inline(always)]
    unsafe fn shared(base: SharedPtr<u32>) -> impl Row<[u32; 2]> + Copy {
        SharedPairs(base.cast())
    }
    #[inline(always)]
    fn beside(row: impl Fn(u32) -> GlobalRow) -> Both {
        Both(row(0), row(1))
    }
    #[inline(always)]
    fn lines(values: *mut u32, vectors: u32, len: u32, points: u32) -> impl Target<[u32; 2]> {
        LinePairs { values, vectors, len, points }
    }
}
