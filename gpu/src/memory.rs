//! Where a vector of field elements lives.

use crate::arith::field::Field;
use crate::resultant::remainder::{PairStep, normal, step};
use crate::team::Team;
use core::cell::Cell;

/// A vector of field elements: a slice on the host, strided shared or global memory on the device.
///
/// Handles are small and exchanged freely (the two rows of a remainder sequence swap roles after every step). `get` and
/// `set` do no bounds checks on the device: the caller's lengths are its contract.
///
/// Steps of remainder sequences read and write their operands element by element through `get` and `set`; where several elements of
/// one row can be had at once, a row has forms of its own. Answers are the same for all rows.
pub trait Row<T: Copy> {
    /// Element `i`.
    fn get(&self, i: u32) -> T;
    /// Sets element `i`.
    fn set(&mut self, i: u32, value: T);

    /// The elements i < `n` of two normal steps, n = deg B - 1: C\[i\] from A and B in place of A\[i\], and D\[i\] from B and C in
    /// place of B\[i\]. Elements from n on may be changed too.
    #[inline(always)]
    fn two_steps<F: Field<Elem = T>, M: Team>(
        field: &F,
        team: M,
        rows: (&mut Self, &mut Self),
        steps: (&PairStep<T>, &PairStep<T>),
        n: u32,
    ) where
        Self: Sized,
    {
        normal::two_steps(field, team, rows, steps, n);
    }

    /// One step: A\[i\] for i < `shift` + `b`, with B\[0\] at `shift`, `b` = deg B. Elements of A above may be changed too.
    #[inline(always)]
    fn step<F: Field<Elem = T>, M: Team>(
        field: &F,
        team: M,
        rows: (&mut Self, &Self),
        step: &PairStep<T>,
        shift: u32,
        b: u32,
    ) where
        Self: Sized,
    {
        step::step(field, team, rows, step, shift, b);
    }

    /// A step that eliminates one leading coefficient: A\[i\] <- `scale` A\[i\] + `factor` B\[i\] for i < `b` = deg B = deg A.
    /// Elements of A above may be changed too.
    #[inline(always)]
    fn last_step<F: Field<Elem = T>, M: Team>(
        field: &F,
        team: M,
        rows: (&mut Self, &Self),
        (scale, factor): (T, T),
        b: u32,
    ) where
        Self: Sized,
    {
        step::last_step(field, team, rows, (scale, factor), b);
    }
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
