//! Rows on which the steps of a remainder sequence are taken.

use super::step::{self, PairStep};
use super::two_steps;
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;
use core::cell::Cell;

/// A row that may be an operand of a remainder sequence.
///
/// Steps read and write their operands element by element through `get` and `set`; where several elements of one row can be had at
/// once, a row has forms of its own. Answers are the same for all rows.
pub trait RemainderRow<T: Copy>: Row<T> {
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
        two_steps::two_steps(field, team, rows, steps, n);
    }

    /// One step: A\[i\] for `shift` <= i < `shift` + `b`, with B\[0\] at `shift`, `b` = deg B. Elements of A above may be changed too.
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

impl<T: Copy> RemainderRow<T> for &mut [T] {}

impl<T: Copy> RemainderRow<T> for &[Cell<T>] {}
