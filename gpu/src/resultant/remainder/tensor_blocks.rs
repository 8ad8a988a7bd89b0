//! The matrix of a block applied by tensor cores ([`crate::tensor::windows`]).

use super::blocks::{Matrix, Placed, Update, elements};
use super::denominator::Denominator;
use super::head::{self, Exchange};
use crate::arith::Mont31;
use crate::memory::{Pairs, Row};
use crate::tensor::windows::{self, Place, Table, WIDTH};
use crate::tensor::{MOST_PRODUCTS, Warps};

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

/// Updates from digits, in blocks of [`steps`] steps, for `PROBLEMS` problems of a warp, or one of a team of whole warps; each of the threads that find
/// a matrix has `E` positions of [`head`].
#[derive(Clone, Copy)]
pub struct Bytes<N, W, const PARTS: usize, const PROBLEMS: u32, const E: usize> {
    /// [`near`] words.
    near: N,
    table: Table<N, PARTS>,
    /// Who finds matrices.
    few: Option<W>,
    /// The team's number among those of its warp.
    problem: u32,
    /// From the operands of one problem to those of the next.
    distance: u32,
}

impl<N: Row<u32> + Copy, W, const PARTS: usize, const PROBLEMS: u32, const E: usize> Bytes<N, W, PARTS, PROBLEMS, E> {
    /// For problem number `problem` < `PROBLEMS` of a warp, whose operands are `distance` words behind those of the one before it in the same
    /// memory; `few` are the threads that find its matrices, none in a thread that is not among them. `near` has [`near`] words.
    #[inline(always)]
    pub fn new(field: &Mont31, near: N, few: Option<W>, (problem, distance): (u32, u32)) -> Self {
        let table = Table::new(field, near, elements(steps(PARTS)) * PROBLEMS);
        Bytes { near, table, few, problem, distance }
    }
}

impl<T, R, N, W, const PARTS: usize, const PROBLEMS: u32, const E: usize> Update<Mont31, T, Placed<R>>
    for Bytes<N, W, PARTS, PROBLEMS, E>
where
    T: Warps,
    R: Pairs<u32> + Copy,
    N: Row<u32> + Copy,
    W: Exchange<u32>,
{
    const STEPS: u32 = steps(PARTS);
    const FROM: u32 = 2 * steps(PARTS);
    type Near = N;

    #[inline(always)]
    fn find(
        &self,
        field: &Mont31,
        _: T,
        pair: (&Placed<R>, &Placed<R>),
        b: u32,
        denominator: &mut Denominator<u32>,
        off: &mut u32,
    ) -> Matrix<N> {
        // Problems side by side, so that their threads meet in no bank.
        let memory = Placed { row: self.near, first: self.problem, stride: PROBLEMS };
        let matrix = Matrix { memory, steps: steps(PARTS) };
        if let Some(few) = self.few {
            head::find::<_, _, _, _, E>(field, few, pair, (b, steps(PARTS)), denominator, off, matrix);
        }
        matrix
    }

    #[inline(always)]
    fn update(&self, field: &Mont31, team: T, (a, b): (&mut Placed<R>, &mut Placed<R>), matrix: &Matrix<N>, n: u32) {
        const { assert!(PARTS <= 4 && steps(PARTS) <= BELOW && 8 * (steps(PARTS) + 1) <= MOST_PRODUCTS) };
        let (lane, warp, warps) = (team.thread() % 32, team.thread() / 32, team.threads() / 32);
        let lane = Place::new(lane);
        let mut problem = 0;
        while problem < PROBLEMS {
            // From this thread's own problem to that one.
            let apart = problem.wrapping_sub(self.problem);
            let of =
                |row: &Placed<R>| Placed { first: row.first.wrapping_add(apart.wrapping_mul(self.distance)), ..*row };
            let (a, b) = (of(a), of(b));
            let memory = Placed { first: problem, ..matrix.memory };
            let matrix = Matrix { memory, ..*matrix };
            self.table.write(field, team, |row, column, t| matrix.coefficient(row, column, t));
            team.sync();
            let factors = self.table.factors(&lane, 0);
            let output = if lane.second { b } else { a };
            // A coefficient depends on those that are not above it: from the highest downwards each may be overwritten at once.
            let mut tile = (n - 1) / (WIDTH * warps) + 1;
            while tile > 0 {
                tile -= 1;
                let first = (tile * warps + warp) * WIDTH;
                let mut sums = [[0; 4]; 4];
                if first < n {
                    let window = lane.window(first);
                    let below = |row: &Placed<R>| Placed { first: row.first - steps(PARTS), ..*row };
                    sums = windows::add::<_, _, PARTS>(team, &factors[0], &below(&a), window, sums);
                    sums = windows::add::<_, _, PARTS>(team, &factors[1], &below(&b), window, sums);
                }
                team.sync();
                if first < n {
                    let mut output = output;
                    four!(U {
                        let (coefficient, behind) = lane.coefficient(team, sums[U]);
                        // What is above `n` is nobody's any more.
                        output.set(first + 16 * U as u32 + behind, field.reduce(coefficient.joined()));
                    });
                }
            }
            team.sync();
            problem += 1;
        }
    }
}
