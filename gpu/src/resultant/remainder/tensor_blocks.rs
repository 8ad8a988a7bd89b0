//! The matrix of a block applied by tensor cores.
//!
//! A coefficient i of A' and B' is a sum over the k + 1 coefficients of A and of B from i - k to i: a row of numbers, the same for all i, times a
//! *window* of 8 `PARTS` words that lie one after the other in memory, whose bytes are a column of the right factor of a product
//! ([`crate::tensor`]). Eight columns are windows that begin two words apart. Rows are (output, c, e): both outputs, digits e = 0 .. 3, and
//! the coefficients at c = 0 and c = 1 words from the last but one of a window, for which the row's numbers are moved by c places. So a product
//! gives 16 coefficients of A' and as many of B', and k = 8 `PARTS` - 2.
//!
//! Fragments are those of [`cuda_std::tensor`]: lane 4 g + q has of a product the columns 2 q and 2 q + 1 of the rows g = (output, c, e) for
//! e = 0 or 1 and g + 8, which is the same with e + 2. The lane with the other e lacks just what this one has of one of the columns: they
//! exchange it, and each has four sums of one coefficient.
//!
//! Ranges: the sum of a coefficient, of 2 (k + 1) products of four bytes with multiples below p, is below 2 (k + 1) 4 255 p < 2^16 p for k <= 30,
//! far below the 2^32 p that a reduction takes. A sum of one digit has 8 (k + 1) products of two bytes.

use super::blocks::{Matrix, Placed, Update, elements};
use super::denominator::Denominator;
use super::head::{self, Exchange};
use crate::arith::Mont31;
use crate::memory::Row;
use crate::tensor::{Digits, MOST_PRODUCTS, Warps, joined};
use cuda_std::tensor::{A, B, C};

/// Words of zeros below each operand, which windows of the lowest coefficients reach into.
pub const BELOW: u32 = 32;

/// Products side by side by a warp: their fragments of the left factor are in registers.
const TILES: u32 = 4;

/// Coefficients that a warp computes together.
const WIDTH: u32 = 16 * TILES;

/// Words above each operand that may be read and written, whatever they are.
pub const ABOVE: u32 = WIDTH;

/// Steps of a block with windows of 8 `parts` words.
pub const fn steps(parts: usize) -> u32 {
    8 * parts as u32 - 2
}

/// Words that digits of a matrix take: of four entries of k + 1 coefficients, with a zero at both ends, four words each.
const fn digits(parts: usize) -> u32 {
    16 * (steps(parts) + 3)
}

/// Words near a warp, or a block of one problem, with the matrices of `problems` problems.
pub const fn near(parts: usize, problems: u32) -> u32 {
    elements(steps(parts)) * problems + digits(parts)
}

/// Words of the operands of a problem whose rows have `rows` elements together, with what lies below and above.
pub const fn room(rows: u32) -> u32 {
    2 * (BELOW + ABOVE) + rows
}

/// Updates from digits, in blocks of [`steps`] steps, for `PROBLEMS` problems of a warp, or one of a team of whole warps; each of the threads that find
/// a matrix has `E` positions of [`head`].
#[derive(Clone, Copy)]
pub struct Bytes<N, W, const PARTS: usize, const PROBLEMS: u32, const E: usize> {
    digits: Digits,
    /// [`near`] words.
    near: N,
    /// Who finds matrices.
    few: Option<W>,
    /// The team's number among those of its warp.
    problem: u32,
    /// From the operands of one problem to those of the next.
    distance: u32,
}

impl<N, W, const PARTS: usize, const PROBLEMS: u32, const E: usize> Bytes<N, W, PARTS, PROBLEMS, E> {
    /// For problem number `problem` < `PROBLEMS` of a warp, whose operands are `distance` words behind those of the one before it in the same
    /// memory; `few` are the threads that find its matrices, none in a thread that is not among them. `near` has [`near`] words.
    #[inline(always)]
    pub fn new(field: &Mont31, near: N, few: Option<W>, (problem, distance): (u32, u32)) -> Self {
        Bytes { digits: Digits::new(field), near, few, problem, distance }
    }
}

impl<N: Row<u32> + Copy, W, const PARTS: usize, const PROBLEMS: u32, const E: usize> Bytes<N, W, PARTS, PROBLEMS, E> {
    const ENTRY: u32 = steps(PARTS) + 3;

    /// Where the digits are: word (column, e / 2, t + 1, row, e % 2), so that the lanes of a warp meet in no bank.
    #[inline(always)]
    fn place(column: u32, half: u32, coefficient: u32) -> u32 {
        elements(steps(PARTS)) * PROBLEMS + 4 * ((2 * column + half) * Self::ENTRY + coefficient)
    }

    /// Writes the digits of a matrix.
    #[inline(always)]
    fn write<T: Warps>(&self, field: &Mont31, team: T, matrix: &Matrix<N>) {
        let mut near = self.near;
        let mut at = team.thread();
        while at < 4 * Self::ENTRY {
            let (entry, coefficient) = (at % 4, at / 4);
            let (row, column) = (entry % 2, entry / 2);
            let inside = coefficient > 0 && coefficient < Self::ENTRY - 1;
            let x = if inside { matrix.coefficient(row, column, coefficient - 1) } else { 0 };
            let words = self.digits.of(field, x);
            four!(E {
                let place = Self::place(column, E as u32 / 2, coefficient);
                near.set(place + 2 * row + E as u32 % 2, words[E]);
            });
            at += team.threads();
        }
    }

    /// The left factors of a lane: for A and B and each eight words of a window.
    #[inline(always)]
    fn factors(&self, lane: u32) -> [[A; 4]; 2] {
        let (g, q) = (lane / 4, lane % 4);
        let (row, c, e) = (g / 4, g / 2 % 2, g % 2);
        // Word w of a window takes coefficient t = c + k - w, which is number t + 1; from the last word on downwards.
        let last = c + steps(PARTS) + 1 - q;
        let of =
            |column: u32, half: u32, behind: u32| self.near.get(Self::place(column, half, last - behind) + 2 * row + e);
        let mut factors = [[[0; 4]; 4]; 2];
        four!(V {
            if V < PARTS {
                let v = 8 * V as u32;
                unrolled!(X {
                    let x = X as u32;
                    factors[X][V] = [of(x, 0, v), of(x, 1, v), of(x, 0, v + 4), of(x, 1, v + 4)];
                }: 0 1);
            }
        });
        factors
    }
}

/// `sums` and the products of the windows of one operand, the first of which begins at word `first` of the row for the lane.
#[inline(always)]
fn add<T: Warps, R: Row<u32>, const PARTS: usize>(
    team: T,
    factors: &[A; 4],
    row: &R,
    first: u32,
    mut sums: [C; 4],
) -> [C; 4] {
    let mut windows: [B; 10] = [[0; 2]; 10];
    unrolled!(I {
        if I < 2 * (TILES as usize - 1) + PARTS {
            let at = first + 8 * I as u32;
            windows[I] = [row.get(at), row.get(at + 4)];
        }
    }: 0 1 2 3 4 5 6 7 8 9);
    four!(V {
        if V < PARTS {
            four!(U { sums[U] = team.product(factors[V], windows[2 * U + V], sums[U]) });
        }
    });
    sums
}

impl<T, R, N, W, const PARTS: usize, const PROBLEMS: u32, const E: usize> Update<Mont31, T, Placed<R>>
    for Bytes<N, W, PARTS, PROBLEMS, E>
where
    T: Warps,
    R: Row<u32> + Copy,
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
        const { assert!(PARTS + 2 * (TILES as usize - 1) <= 10) };
        let (lane, warp, warps) = (team.thread() % 32, team.thread() / 32, team.threads() / 32);
        let (g, q) = (lane / 4, lane % 4);
        let (c, e) = (g / 2 % 2, g % 2);
        let mut problem = 0;
        while problem < PROBLEMS {
            // From this thread's own problem to that one.
            let apart = problem.wrapping_sub(self.problem);
            let of =
                |row: &Placed<R>| Placed { first: row.first.wrapping_add(apart.wrapping_mul(self.distance)), ..*row };
            let (a, b) = (of(a), of(b));
            let memory = Placed { first: problem, ..matrix.memory };
            self.write(field, team, &Matrix { memory, ..*matrix });
            team.sync();
            let factors = self.factors(lane);
            let output = if g < 4 { a } else { b };
            // A coefficient depends on those that are not above it: from the highest downwards each may be overwritten at once.
            let mut tile = (n - 1) / (WIDTH * warps) + 1;
            while tile > 0 {
                tile -= 1;
                let first = (tile * warps + warp) * WIDTH;
                let mut sums = [[0; 4]; 4];
                if first < n {
                    // The window of column g begins k words below the first coefficient of its product; the lane has word q of each four.
                    let window = first + 2 * g + q;
                    let below = |row: &Placed<R>| Placed { first: row.first - steps(PARTS), ..*row };
                    sums = add::<_, _, PARTS>(team, &factors[0], &below(&a), window, sums);
                    sums = add::<_, _, PARTS>(team, &factors[1], &below(&b), window, sums);
                }
                team.sync();
                if first < n {
                    let mut output = output;
                    four!(U {
                        let [low, low_behind, high, high_behind] = sums[U];
                        // Digits e and e + 2 of columns 2 q and 2 q + 1: the lane keeps column 2 q + e.
                        let (kept, given) = if e == 0 { (low, low_behind) } else { (low_behind, low) };
                        let (kept_high, given_high) = if e == 0 { (high, high_behind) } else { (high_behind, high) };
                        let (taken, taken_high) = (team.swap(given, 4), team.swap(given_high, 4));
                        let digits = if e == 0 {
                            [kept, taken, kept_high, taken_high]
                        } else {
                            [taken, kept, taken_high, kept_high]
                        };
                        let i = first + 16 * U as u32 + 2 * (2 * q + e) + c;
                        // What is above `n` is nobody's any more.
                        output.set(i, field.reduce(joined(digits)));
                    });
                }
            }
            team.sync();
            problem += 1;
        }
    }
}
