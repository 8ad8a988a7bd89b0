//! Ordinary steps in blocks: many of them as one 2 x 2 matrix of polynomials.
//!
//! With deg A = b + 1 and deg B = b, k ordinary steps take the pair (A, B) to
//!
//! > A' = M_00 A + M_01 B,  B' = M_10 A + M_11 B
//!
//! of degrees b + 1 - k and b - k. The factors of these steps, and so the entries of M, of degree k at most, depend on the 2 k leading
//! coefficients alone. They are found on those, by the very steps of [`super::normal`]; then M is applied to the whole pair, which is
//! a product that a device may have better means for than steps ([`Update`]).
//!
//! For the steps each row of the pair is a *stack* of three polynomials, lowest coefficients first: two entries of its row of M, with k + 1
//! coefficients each, and the head of A or B. A step, C\[i\] = s A\[i\] - q1 B\[i - 1\] - q0 B\[i\], then is the same for the whole stack: what an
//! entry takes from the top of the one below it is a coefficient of x^k, which is 0 until the last step. The head takes from below what is not
//! its own; with each step that spoils one more of its lowest coefficients, and of 2 k of B the last factors of k steps need the k + 1 highest.

use super::denominator::Denominator;
use super::normal::{Leading, double_step};
use super::row::RemainderRow;
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// A row among others: its element i is element `first` + i `stride` of `row`.
#[derive(Clone, Copy)]
pub struct Placed<R> {
    /// The memory that it has with others.
    pub row: R,
    /// The place of element 0.
    pub first: u32,
    /// From one element to the next.
    pub stride: u32,
}

impl<E: Copy, R: Row<E>> Row<E> for Placed<R> {
    #[inline(always)]
    fn get(&self, i: u32) -> E {
        self.row.get(self.first + i * self.stride)
    }
    #[inline(always)]
    fn set(&mut self, i: u32, value: E) {
        self.row.set(self.first + i * self.stride, value);
    }
}

impl<E: Copy, R: Row<E>> RemainderRow<E> for Placed<R> {}

/// Elements of A's stack for blocks of `steps` steps; B's has one less.
pub const fn stack(steps: u32) -> u32 {
    4 * steps + 3
}

/// The matrix of a block, in the stacks that it was found on.
#[derive(Clone, Copy)]
pub struct Matrix<R> {
    stacks: [Placed<R>; 2],
    steps: u32,
}

impl<R: Copy> Matrix<R> {
    /// Coefficient `t` <= k of M_(row, column).
    #[inline(always)]
    pub fn coefficient<E: Copy>(&self, row: u32, column: u32, t: u32) -> E
    where
        R: Row<E>,
    {
        let stack = if row == 0 { self.stacks[0] } else { self.stacks[1] };
        stack.get(column * (self.steps + 1) + t)
    }

    /// The matrix whose stacks begin `apart` elements of memory further on, modulo 2^32.
    #[inline(always)]
    pub fn beside(&self, apart: u32) -> Self {
        Matrix { stacks: self.stacks.map(|stack| Placed { first: stack.first.wrapping_add(apart), ..stack }), ..*self }
    }
}

/// How the matrix of a block is applied.
pub trait Update<F: Field, T: Team, R>: Copy {
    /// Ordinary steps of a block: an even number.
    const STEPS: u32;
    /// The least degree of B for which a block is better than its steps; 2 [`Update::STEPS`] at least.
    const FROM: u32;
    /// The threads that find the matrix.
    type Few: Team;
    /// The memory that they find it in.
    type Near: Row<F::Elem> + Copy;

    /// Those of them that the team has, which all its other threads wait for.
    fn few(&self, team: T) -> Option<Self::Few>;

    /// Where the stacks of A and B are.
    fn stacks(&self) -> [Placed<Self::Near>; 2];

    /// A <- M_00 A + M_01 B and B <- M_10 A + M_11 B, coefficients below `n`: all there are. Waits for all threads before it ends.
    fn update(&self, field: &F, team: T, pair: (&mut R, &mut R), matrix: &Matrix<Self::Near>, n: u32);
}

/// How a run of ordinary steps begins, with deg A = b + 1 and deg B = b.
pub trait Blocks<F: Field, T: Team, R>: Copy {
    /// Takes so many of the steps down to deg B = `end` as it can take at a time. Returns the degree of B that is left.
    fn take(
        &self,
        field: &F,
        team: T,
        pair: (&mut R, &mut R),
        degrees: (u32, u32),
        denominator: &mut Denominator<F::Elem>,
        off: &mut u32,
    ) -> u32;
}

/// No blocks: all steps are taken one after the other.
#[derive(Clone, Copy)]
pub struct StepByStep;

impl<F: Field, T: Team, R> Blocks<F, T, R> for StepByStep {
    #[inline(always)]
    fn take(
        &self,
        _: &F,
        _: T,
        _: (&mut R, &mut R),
        (b, _): (u32, u32),
        _: &mut Denominator<F::Elem>,
        _: &mut u32,
    ) -> u32 {
        b
    }
}

/// Blocks whose matrices this applies.
#[derive(Clone, Copy)]
pub struct InBlocks<U>(pub U);

impl<F: Field, T: Team, R: Row<F::Elem>, U: Update<F, T, R>> Blocks<F, T, R> for InBlocks<U> {
    #[inline(always)]
    fn take(
        &self,
        field: &F,
        team: T,
        (a_row, b_row): (&mut R, &mut R),
        (mut b, end): (u32, u32),
        denominator: &mut Denominator<F::Elem>,
        off: &mut u32,
    ) -> u32 {
        const { assert!(U::STEPS.is_multiple_of(2) && U::FROM >= 2 * U::STEPS) };
        let stacks = self.0.stacks();
        while b >= U::FROM && b - end >= U::STEPS && !team.is_stopped() {
            if let Some(few) = self.0.few(team) {
                fill(field, few, (&*a_row, &*b_row), stacks, b, U::STEPS);
                steps(field, few, stacks, U::STEPS, denominator, off);
            }
            team.sync();
            let matrix = Matrix { stacks, steps: U::STEPS };
            self.0.update(field, team, (&mut *a_row, &mut *b_row), &matrix, b + 2 - U::STEPS);
            b -= U::STEPS;
        }
        b
    }
}

/// Stacks of the identity and the heads of A, of degree b + 1, and B, of degree b.
#[inline(always)]
fn fill<F: Field, T: Team, R: Row<F::Elem>, N: Row<F::Elem>>(
    field: &F,
    team: T,
    (a_row, b_row): (&R, &R),
    [mut x, mut y]: [Placed<N>; 2],
    b: u32,
    steps: u32,
) {
    let entries = 2 * (steps + 1);
    // 2 k coefficients of B.
    let lowest = b + 1 - 2 * steps;
    team.each(entries, |i| {
        x.set(i, if i == 0 { field.one() } else { field.zero() });
        y.set(i, if i == steps + 1 { field.one() } else { field.zero() });
    });
    team.each(2 * steps, |i| {
        x.set(entries + i, a_row.get(lowest + i));
        y.set(entries + i, b_row.get(lowest + i));
    });
    if team.rank() == 0 {
        x.set(entries + 2 * steps, a_row.get(b + 1));
    }
    team.sync();
}

/// The steps of a block on its stacks.
#[inline(always)]
fn steps<F: Field, T: Team, N: Row<F::Elem>>(
    field: &F,
    team: T,
    [mut x, mut y]: [Placed<N>; 2],
    steps: u32,
    denominator: &mut Denominator<F::Elem>,
    off: &mut u32,
) {
    let mut top = 4 * steps + 1;
    let end = top - steps;
    let mut leads = (x.get(top + 1), x.get(top));
    while top > end {
        let lead = y.get(top);
        let leading = Leading::new(field, (&x, &y), leads, lead, top);
        leads = double_step(field, team, (&mut x, &mut y), &leading, lead, top);
        *off |= field.zeros(lead) | field.zeros(leads.0);
        denominator.ordinary(field, lead);
        denominator.ordinary(field, leads.0);
        top -= 2;
    }
}

/// Updates by sums of products one after the other, for any field and team, in blocks of `STEPS` steps.
#[derive(Clone, Copy)]
pub struct Plain<N, const STEPS: u32> {
    /// Memory for two stacks.
    pub near: N,
}

impl<F: Field, T: Team, R: Row<F::Elem>, N: Row<F::Elem> + Copy, const STEPS: u32> Update<F, T, R> for Plain<N, STEPS> {
    const STEPS: u32 = STEPS;
    const FROM: u32 = 2 * STEPS;
    type Few = T;
    type Near = N;

    #[inline(always)]
    fn few(&self, team: T) -> Option<T> {
        Some(team)
    }

    #[inline(always)]
    fn stacks(&self) -> [Placed<N>; 2] {
        [0, stack(STEPS)].map(|first| Placed { row: self.near, first, stride: 1 })
    }

    #[inline(always)]
    fn update(&self, field: &F, team: T, (a_row, b_row): (&mut R, &mut R), matrix: &Matrix<N>, n: u32) {
        // A coefficient depends on those that are not above it: from the highest downwards each may be overwritten at once.
        let mut end = n;
        while end > 0 {
            let first = end.saturating_sub(team.size());
            let i = first + team.rank();
            let mut sums = [field.zero(); 2];
            if i < end {
                for (row, sum) in (0..).zip(&mut sums) {
                    for t in 0..=STEPS.min(i) {
                        let (x, y) = (matrix.coefficient(row, 0, t), matrix.coefficient(row, 1, t));
                        let product = field.dot2(x, a_row.get(i - t), y, b_row.get(i - t));
                        *sum = field.add(*sum, product);
                    }
                }
            }
            team.sync();
            if i < end {
                a_row.set(i, sums[0]);
                b_row.set(i, sums[1]);
            }
            end = first;
        }
        team.sync();
    }
}
