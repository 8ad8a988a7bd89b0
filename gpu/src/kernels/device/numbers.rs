//! Complex numbers of several doubles in shared and global memory.
//!
//! The k-th doubles of real and imaginary part lie together: 16 bytes, one load. A number is N such pairs, `stride` pairs apart, so that the
//! lanes of a warp, one pair apart, read consecutive bytes.

#![allow(clippy::needless_range_loop, reason = "iterators over arrays keep them in memory, and not in registers")]

use crate::memory::Row;
use cuda_std::prelude::*;

/// Two doubles by one load or store.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct Pair([f64; 2]);

/// Numbers in shared memory.
#[derive(Clone, Copy)]
pub struct SharedNumbers<const N: usize> {
    base: SharedPtr<f64>,
    stride: u32,
}

impl<const N: usize> SharedNumbers<N> {
    /// Pair k of number i is pair `(N i + k) stride` behind `base`.
    ///
    /// # Safety
    /// All numbers used lie in the launch's shared block, aligned to 16 bytes; barriers separate one thread's writes from another's accesses.
    #[inline(always)]
    pub unsafe fn new(base: SharedPtr<f64>, stride: u32) -> Self {
        SharedNumbers { base, stride }
    }
}

impl<const N: usize> Row<[[f64; N]; 2]> for SharedNumbers<N> {
    #[inline(always)]
    fn get(&self, i: u32) -> [[f64; N]; 2] {
        let (mut re, mut im) = ([0.0; N], [0.0; N]);
        for k in 0..N {
            // SAFETY: the contract of `new`.
            [re[k], im[k]] = unsafe { self.base.ld2(2 * self.stride * (N as u32 * i + k as u32)) };
        }
        [re, im]
    }
    #[inline(always)]
    fn set(&mut self, i: u32, [re, im]: [[f64; N]; 2]) {
        for k in 0..N {
            // SAFETY: the contract of `new`.
            unsafe { self.base.st2(2 * self.stride * (N as u32 * i + k as u32), [re[k], im[k]]) };
        }
    }
}

/// Numbers in shared memory, each pair of a number in a plane of its own: lanes that read numbers next to each other, or an odd number apart, read
/// from different banks, however many doubles a number has.
#[derive(Clone, Copy)]
pub struct SharedPlanes<const N: usize> {
    base: SharedPtr<f64>,
    plane: u32,
}

impl<const N: usize> SharedPlanes<N> {
    /// Pair k of number i is pair `k plane + i` behind `base`.
    ///
    /// # Safety
    /// As [`SharedNumbers::new`].
    #[inline(always)]
    pub unsafe fn new(base: SharedPtr<f64>, plane: u32) -> Self {
        SharedPlanes { base, plane }
    }
}

impl<const N: usize> Row<[[f64; N]; 2]> for SharedPlanes<N> {
    #[inline(always)]
    fn get(&self, i: u32) -> [[f64; N]; 2] {
        let (mut re, mut im) = ([0.0; N], [0.0; N]);
        for k in 0..N {
            // SAFETY: the contract of `new`.
            [re[k], im[k]] = unsafe { self.base.ld2(2 * (self.plane * k as u32 + i)) };
        }
        [re, im]
    }
    #[inline(always)]
    fn set(&mut self, i: u32, [re, im]: [[f64; N]; 2]) {
        for k in 0..N {
            // SAFETY: the contract of `new`.
            unsafe { self.base.st2(2 * (self.plane * k as u32 + i), [re[k], im[k]]) };
        }
    }
}

/// Numbers in memory of the device.
#[derive(Clone, Copy)]
pub struct GlobalNumbers<const N: usize> {
    base: *mut Pair,
    stride: usize,
}

impl<const N: usize> GlobalNumbers<N> {
    /// Pair k of number i is pair `(N i + k) stride` behind `base`.
    ///
    /// # Safety
    /// All numbers used lie in a live buffer, aligned to 16 bytes; those set are this thread's, or barriers separate the accesses.
    #[inline(always)]
    pub unsafe fn new(base: *mut f64, stride: usize) -> Self {
        GlobalNumbers { base: base.cast(), stride }
    }
}

impl<const N: usize> Row<[[f64; N]; 2]> for GlobalNumbers<N> {
    #[inline(always)]
    fn get(&self, i: u32) -> [[f64; N]; 2] {
        let (mut re, mut im) = ([0.0; N], [0.0; N]);
        for k in 0..N {
            // SAFETY: the contract of `new`.
            Pair([re[k], im[k]]) = unsafe { *self.base.add((N * i as usize + k) * self.stride) };
        }
        [re, im]
    }
    #[inline(always)]
    fn set(&mut self, i: u32, [re, im]: [[f64; N]; 2]) {
        for k in 0..N {
            // SAFETY: the contract of `new`.
            unsafe { *self.base.add((N * i as usize + k) * self.stride) = Pair([re[k], im[k]]) };
        }
    }
}

/// Number `at` of an array of numbers as the host has them: the doubles of the real part, then those of the imaginary part.
///
/// # Safety
/// The array is live, aligned to 16 bytes, and has this number.
#[inline(always)]
pub unsafe fn read_number<const N: usize>(from: *const f64, at: usize) -> [[f64; N]; 2] {
    let mut number = [[0.0; N]; 2];
    for (k, pair) in number.as_flattened_mut().chunks_exact_mut(2).enumerate() {
        // SAFETY: the caller's.
        let Pair(read) = unsafe { *from.cast::<Pair>().add(N * at + k) };
        pair.copy_from_slice(&read);
    }
    number
}

/// Sets it.
///
/// # Safety
/// As [`read_number`]; no other thread has this number.
#[inline(always)]
pub unsafe fn write_number<const N: usize>(to: *mut f64, at: usize, number: [[f64; N]; 2]) {
    for (k, pair) in number.as_flattened().chunks_exact(2).enumerate() {
        // SAFETY: the caller's.
        unsafe { *to.cast::<Pair>().add(N * at + k) = Pair([pair[0], pair[1]]) };
    }
}
