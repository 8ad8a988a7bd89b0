//! Ordinary steps in blocks: many of them as one 2 x 2 matrix of polynomials.
//!
//! With deg A = b + 1 and deg B = b, k ordinary steps take the pair (A, B) to
//!
//! > A' = M_00 A + M_01 B,  B' = M_10 A + M_11 B
//!
//! of degrees b + 1 - k and b - k. The factors of these steps, and so the entries of M, of degree k at most, depend on the 2 k leading
//! coefficients alone. They are found on those ([`super::head`]); then M is applied to the whole pair, which is a product that a device may have
//! better means for than steps ([`Update`]).

use super::denominator::{Denominator, Leads};
use super::head::{self, Exchange};
use super::row::RemainderRow;
use crate::arith::field::Field;
use crate::memory::{Pairs, Row};
use crate::team::{Solo, Team};

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

/// For rows of stride 1 from an even place on.
impl<E: Copy, R: Pairs<E>> Pairs<E> for Placed<R> {
    #[inline(always)]
    fn pair(&self, i: u32) -> [E; 2] {
        self.row.pair(self.first + i)
    }
}

/// Elements that a matrix takes for blocks of `steps` steps: two rows of two entries.
pub const fn elements(steps: u32) -> u32 {
    4 * (steps + 1)
}

/// The matrix of a block: in `memory` its first row, column 0 and column 1 with k + 1 coefficients each, and behind it the second.
#[derive(Clone, Copy)]
pub struct Matrix<N> {
    /// [`elements`] elements.
    pub memory: Placed<N>,
    /// k.
    pub steps: u32,
}

impl<N> Matrix<N> {
    /// Coefficient `t` <= k of M_(row, column).
    #[inline(always)]
    pub fn coefficient<E: Copy>(&self, row: u32, column: u32, t: u32) -> E
    where
        N: Row<E>,
    {
        self.memory.get((2 * row + column) * (self.steps + 1) + t)
    }

    /// Sets the coefficients of x^k in column 0, which has a lower degree.
    #[inline(always)]
    pub(super) fn close<E: Copy>(&mut self, zero: E)
    where
        N: Row<E>,
    {
        for row in 0..2 {
            self.memory.set(2 * row * (self.steps + 1) + self.steps, zero);
        }
    }

    /// Sets what is `t` places above the constant coefficient of column 1, modulo 2^32: one of its k + 1 coefficients, or one of the k that column 0 has
    /// just behind it; else nothing.
    #[inline(always)]
    pub(super) fn write<E: Copy>(&mut self, row: u32, t: u32, x: E)
    where
        N: Row<E>,
    {
        // Column 0 begins k places further down, and its coefficient of x^k, which is 0, is not among these.
        let column_0 = t.wrapping_add(self.steps);
        let is_column_1 = t <= self.steps;
        if is_column_1 || column_0 < self.steps {
            let row = 2 * row * (self.steps + 1);
            self.memory.set(row + if is_column_1 { self.steps + 1 + t } else { column_0 }, x);
        }
    }
}

/// How the matrix of a block is found and applied.
pub trait Update<F: Field, T: Team, R>: Copy {
    /// Ordinary steps of a block: an even number.
    const STEPS: u32;
    /// The least degree of B for which a block is better than its steps; 2 [`Update::STEPS`] at least.
    const FROM: u32;
    /// The memory of a matrix.
    type Near;

    /// Finds the matrix for A of degree b + 1 and B of degree b.
    fn find<L: Leads<F::Elem>>(
        &self,
        field: &F,
        team: T,
        pair: (&R, &R),
        b: u32,
        denominator: &mut Denominator<F::Elem, L>,
        off: &mut u32,
    ) -> Matrix<Self::Near>;

    /// A <- M_00 A + M_01 B and B <- M_10 A + M_11 B, coefficients below `n`: all there are. Waits for all threads before it ends.
    fn update(&self, field: &F, team: T, pair: (&mut R, &mut R), matrix: &Matrix<Self::Near>, n: u32);
}

/// How a run of ordinary steps begins, with deg A = b + 1 and deg B = b.
pub trait Blocks<F: Field, T: Team, R>: Copy {
    /// Whether it leaves the last steps of all, once it has taken some, to [`Blocks::few`].
    const LEAVES_TO_FEW: bool = false;
    /// Some of the team's threads, the first one among them.
    type Few: Team;

    /// The few that this thread is one of.
    fn few(&self) -> Option<Self::Few> {
        None
    }

    /// Takes so many of the steps down to deg B = `end` as it can take at a time. Returns the degree of B that is left.
    fn take<L: Leads<F::Elem>>(
        &self,
        field: &F,
        team: T,
        pair: (&mut R, &mut R),
        degrees: (u32, u32),
        denominator: &mut Denominator<F::Elem, L>,
        off: &mut u32,
    ) -> u32;
}

/// No blocks: all steps are taken one after the other.
#[derive(Clone, Copy)]
pub struct StepByStep;

impl<F: Field, T: Team, R> Blocks<F, T, R> for StepByStep {
    type Few = Solo;

    #[inline(always)]
    fn take<L: Leads<F::Elem>>(
        &self,
        _: &F,
        _: T,
        _: (&mut R, &mut R),
        (b, _): (u32, u32),
        _: &mut Denominator<F::Elem, L>,
        _: &mut u32,
    ) -> u32 {
        b
    }
}

/// Blocks whose matrices this applies.
#[derive(Clone, Copy)]
pub struct InBlocks<U>(pub U);

impl<F: Field, T: Team, R: Row<F::Elem>, U: Update<F, T, R>> Blocks<F, T, R> for InBlocks<U> {
    type Few = Solo;

    #[inline(always)]
    fn take<L: Leads<F::Elem>>(
        &self,
        field: &F,
        team: T,
        (a_row, b_row): (&mut R, &mut R),
        (mut b, end): (u32, u32),
        denominator: &mut Denominator<F::Elem, L>,
        off: &mut u32,
    ) -> u32 {
        const { assert!(U::STEPS.is_multiple_of(2) && U::FROM >= 2 * U::STEPS) };
        while b >= U::FROM && b - end >= U::STEPS && !team.is_stopped() {
            let matrix = self.0.find(field, team, (&*a_row, &*b_row), b, denominator, off);
            team.sync();
            self.0.update(field, team, (&mut *a_row, &mut *b_row), &matrix, b + 2 - U::STEPS);
            b -= U::STEPS;
        }
        b
    }
}

/// Updates by sums of products one after the other, for any field, in blocks of `STEPS` steps; each member of the team has `E` positions of
/// [`head`].
#[derive(Clone, Copy)]
pub struct Plain<N, const STEPS: u32, const E: usize> {
    /// Memory for a matrix, of [`elements`] elements.
    pub near: N,
}

impl<F, T, R, N, const STEPS: u32, const E: usize> Update<F, T, R> for Plain<N, STEPS, E>
where
    F: Field,
    T: Exchange<F::Elem>,
    R: Row<F::Elem>,
    N: Row<F::Elem> + Copy,
{
    const STEPS: u32 = STEPS;
    const FROM: u32 = 2 * STEPS;
    type Near = N;

    #[inline(always)]
    fn find<L: Leads<F::Elem>>(
        &self,
        field: &F,
        team: T,
        pair: (&R, &R),
        b: u32,
        denominator: &mut Denominator<F::Elem, L>,
        off: &mut u32,
    ) -> Matrix<N> {
        let matrix = Matrix { memory: Placed { row: self.near, first: 0, stride: 1 }, steps: STEPS };
        head::find::<_, _, _, _, _, E>(field, team, pair, (b, STEPS), denominator, off, matrix);
        matrix
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
