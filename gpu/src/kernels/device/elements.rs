//! Elements of several words in shared and global memory.

use crate::arith::Limbs;
use crate::arith::limbs::limbs;
use crate::memory::Row;
use crate::resultant::remainder::RemainderRow;
use crate::team::Team;
use crate::transform::ntt::ReadRow;
use core::marker::PhantomData;
use cuda_std::prelude::*;

/// Elements whose words of one number are together: lanes that read neighbouring elements read from different banks, however many words an element has.
pub struct SharedElements<F> {
    base: SharedPtr<u32>,
    stride: u32,
    plane: u32,
    field: PhantomData<F>,
}

// By hand: a row is `Copy` whatever the field is.
impl<F> Clone for SharedElements<F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for SharedElements<F> {}

impl<F: Limbs> SharedElements<F> {
    /// Word k of element i at `base + k plane + i stride`.
    ///
    /// # Safety
    /// As [`super::SharedRow::new`].
    #[inline(always)]
    pub unsafe fn new(base: SharedPtr<u32>, stride: u32, plane: u32) -> Self {
        SharedElements { base, stride, plane, field: PhantomData }
    }

    /// The elements from number `first` on.
    #[inline(always)]
    pub fn behind(&self, first: u32) -> Self {
        SharedElements { base: self.base.add(first * self.stride), ..*self }
    }

    /// Copies `count` elements, without waiting.
    #[inline(always)]
    pub fn load<T: Team>(&mut self, team: T, count: u32, element: impl Fn(u32) -> F::Elem) {
        team.each(count, |i| self.set(i, element(i)));
    }

    /// Element `i`.
    #[inline(always)]
    pub fn element(&self, i: u32) -> F::Elem {
        self.get(i)
    }
}

impl<F: Limbs> Row<F::Elem> for SharedElements<F> {
    #[inline(always)]
    fn get(&self, i: u32) -> F::Elem {
        // SAFETY: the contract of `new`.
        F::of_limbs(|k| unsafe { self.base.ld(k * self.plane + i * self.stride) })
    }
    #[inline(always)]
    fn set(&mut self, i: u32, value: F::Elem) {
        limbs!(F, K {
            // SAFETY: the contract of `new`.
            unsafe { self.base.st(K as u32 * self.plane + i * self.stride, F::limb(&value, K as u32)) }
        });
    }
}

impl<F: Limbs> RemainderRow<F::Elem> for SharedElements<F> {}

/// Elements in global memory that are only read, at a fixed stride.
pub struct GlobalElements<F: Limbs> {
    base: *const F::Elem,
    stride: usize,
}

impl<F: Limbs> GlobalElements<F> {
    /// Element i at `base + i stride`.
    ///
    /// # Safety
    /// All elements used lie in a live buffer, and none is set.
    #[inline(always)]
    pub unsafe fn new(base: *const F::Elem, stride: usize) -> Self {
        GlobalElements { base, stride }
    }
}

impl<F: Limbs> ReadRow<F::Elem> for GlobalElements<F> {
    #[inline(always)]
    fn read(&self, i: u32) -> F::Elem {
        // SAFETY: the contract of `new`.
        unsafe { *self.base.add(i as usize * self.stride) }
    }
}
