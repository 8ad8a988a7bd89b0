//! Where a vector of field elements lives.

use core::cell::Cell;

/// A vector of field elements: a slice on the host, strided shared or global memory on the device.
///
/// Handles are small and exchanged freely (the two rows of a remainder sequence swap roles after every step). `get` and
/// `set` do no bounds checks on the device: the caller's lengths are its contract.
pub trait Row<T: Copy> {
    /// Element `i`.
    fn get(&self, i: u32) -> T;
    /// Sets element `i`.
    fn set(&mut self, i: u32, value: T);
}

impl<T: Copy> Row<T> for &mut [T] {
    #[inline(always)]
    fn get(&self, i: u32) -> T {
        self[i as usize]
    }
    #[inline(always)]
    fn set(&mut self, i: u32, value: T) {
        self[i as usize] = value;
    }
}

/// A row two neighbours of which can be had at once.
pub trait Pairs<T: Copy>: Row<T> {
    /// Elements `i` and `i + 1`, for an even `i`.
    fn pair(&self, i: u32) -> [T; 2];
}

/// A row that is seen from one of its elements on: several vectors in one memory.
pub trait Part<T: Copy>: Row<T> + Copy {
    /// The elements from `first` on.
    fn part(&self, first: u32) -> Self;
}

impl<T: Copy> Row<T> for &[Cell<T>] {
    #[inline(always)]
    fn get(&self, i: u32) -> T {
        self[i as usize].get()
    }
    #[inline(always)]
    fn set(&mut self, i: u32, value: T) {
        self[i as usize].set(value);
    }
}

impl<T: Copy> Part<T> for &[Cell<T>] {
    #[inline(always)]
    fn part(&self, first: u32) -> Self {
        &self[first as usize..]
    }
}
