//! The matrix of a block applied by tensor cores ([`crate::tensor::windows`]).

use super::blocks::{Matrix, Placed, Update, elements};
use super::denominator::{Denominator, Leads};
use super::head::{self, Exchange};
use crate::arith::Mont31;
use crate::memory::{Pairs, Row};
use crate::tensor::windows::{self, Place, Table, WIDTH};
use crate::tensor::{MOST_PRODUCTS, Warps};
use cuda_std::tensor::{A, C};

/// Words of zeros below each operand, which windows of the lowest coefficients reach into.
pub const BELOW: u32 = 32;

/// Words above each operand that may be read and written, whatever they are.
pub const ABOVE: u32 = WIDTH;

/// Steps of a block with windows of 8 `parts` words.
pub const fn steps(parts: usize) -> u32 {
    windows::degree(parts)
}

/// Words near a warp, or a block of one problem, with the matrices of `problems` problems.
pub const fn near(parts: usize, problems: u32) -> u32 {
    elements(steps(parts)) * problems + windows::digits(parts)
}

/// Words of the operands of a problem whose rows have `rows` elements together, with what lies below and above, and one between them for [`second`]: rounded up to
/// an even number.
pub const fn room(rows: u32) -> u32 {
    (2 * (BELOW + ABOVE) + rows + 2) & !1
}

/// How far element 0 of the second row is behind that of the first one, which has `elements`: an even number, as pairs of words need it.
pub const fn second(elements: u32) -> u32 {
    elements.next_multiple_of(2) + ABOVE + BELOW
}

/// The matrix by which a warp updates a pair: its digits, in the lanes.
#[derive(Clone, Copy)]
pub(super) struct Tiles<R, const PARTS: usize> {
    lane: Place,
    factors: [[A; 4]; 2],
    pair: [Placed<R>; 2],
}

/// Sums of the [`WIDTH`] coefficients of a warp, as they are before they are joined.
type Sums = [C; 4];

impl<R: Pairs<u32> + Copy, const PARTS: usize> Tiles<R, PARTS> {
    /// With the digits in `table`, which nobody writes before the last lane has them.
    #[inline(always)]
    pub fn new<T: Warps, N: Row<u32> + Copy>(team: T, table: &Table<N, PARTS>, pair: [Placed<R>; 2]) -> Self {
        const { assert!(PARTS <= 4 && steps(PARTS) <= BELOW && 8 * (steps(PARTS) + 1) <= MOST_PRODUCTS) };
        let lane = Place::new(team.thread() % 32);
        Tiles { lane, factors: table.factors(&lane, 0), pair }
    }

    /// Those of the coefficients from `first` on. They depend on these and those below.
    #[inline(always)]
    pub fn sums<T: Warps>(&self, team: T, first: u32) -> Sums {
        let window = self.lane.window(first);
        let below = |row: &Placed<R>| Placed { first: row.first - steps(PARTS), ..*row };
        let [a, b] = &self.pair;
        let sums = windows::add::<_, _, PARTS>(team, &self.factors[0], &below(a), window, [[0; 4]; 4]);
        windows::add::<_, _, PARTS>(team, &self.factors[1], &below(b), window, sums)
    }

    /// Writes them. Words above the operands are nobody's any more.
    #[inline(always)]
    pub fn write<T: Warps>(&self, field: &Mont31, team: T, first: u32, sums: &Sums) {
        let [a, b] = self.pair;
        let mut output = if self.lane.second { b } else { a };
        four!(U {
            let (coefficient, behind) = self.lane.coefficient(team, sums[U]);
            output.set(first + 16 * U as u32 + behind, field.reduce(coefficient.joined()));
        });
    }
}

/// Updates from digits, in blocks of [`steps`] steps, for the `PROBLEMS` problems of a warp; each of the threads of one has `E` positions of
/// [`head`].
#[derive(Clone, Copy)]
pub struct Bytes<N, const PARTS: usize, const PROBLEMS: u32, const E: usize> {
    /// [`near`] words.
    near: N,
    table: Table<N, PARTS>,
    /// The team's number among those of its warp.
    problem: u32,
    /// From the operands of one problem to those of the next.
    distance: u32,
}

impl<N: Row<u32> + Copy, const PARTS: usize, const PROBLEMS: u32, const E: usize> Bytes<N, PARTS, PROBLEMS, E> {
    /// For problem number `problem` < `PROBLEMS` of a warp, whose operands are `distance` words behind those of the one before it in the same
    /// memory. `near` has [`near`] words.
    #[inline(always)]
    pub fn new(field: &Mont31, near: N, (problem, distance): (u32, u32)) -> Self {
        let table = Table::new(field, near, elements(steps(PARTS)) * PROBLEMS);
        Bytes { near, table, problem, distance }
    }
}

impl<T, R, N, const PARTS: usize, const PROBLEMS: u32, const E: usize> Update<Mont31, T, Placed<R>>
    for Bytes<N, PARTS, PROBLEMS, E>
where
    T: Warps + Exchange<u32>,
    R: Pairs<u32> + Copy,
    N: Row<u32> + Copy,
{
    const STEPS: u32 = steps(PARTS);
    const FROM: u32 = 2 * steps(PARTS);
    type Near = N;

    #[inline(always)]
    fn find<L: Leads<u32>>(
        &self,
        field: &Mont31,
        team: T,
        pair: (&Placed<R>, &Placed<R>),
        b: u32,
        denominator: &mut Denominator<u32, L>,
        off: &mut u32,
    ) -> Matrix<N> {
        // Problems side by side, so that their threads meet in no bank.
        let memory = Placed { row: self.near, first: self.problem, stride: PROBLEMS };
        let matrix = Matrix { memory, steps: steps(PARTS) };
        head::find::<_, _, _, _, _, E>(field, team, pair, (b, steps(PARTS)), denominator, off, matrix);
        matrix
    }

    #[inline(always)]
    fn update(&self, field: &Mont31, team: T, (a, b): (&mut Placed<R>, &mut Placed<R>), matrix: &Matrix<N>, n: u32) {
        let mut problem = 0;
        while problem < PROBLEMS {
            // From this thread's own problem to that one.
            let apart = problem.wrapping_sub(self.problem);
            let of =
                |row: &Placed<R>| Placed { first: row.first.wrapping_add(apart.wrapping_mul(self.distance)), ..*row };
            let memory = Placed { first: problem, ..matrix.memory };
            let matrix = Matrix { memory, ..*matrix };
            self.table.write(field, team, |row, column, t| matrix.coefficient(row, column, t));
            team.sync();
            let tiles = Tiles::new(team, &self.table, [of(a), of(b)]);
            // A coefficient depends on those that are not above it: from the highest downwards each may be overwritten at once.
            let mut tile = (n - 1) / WIDTH + 1;
            while tile > 0 {
                tile -= 1;
                let sums = tiles.sums(team, tile * WIDTH);
                team.sync();
                tiles.write(field, team, tile * WIDTH, &sums);
            }
            team.sync();
            problem += 1;
        }
    }
}
