//! The elimination of [`super::elimination`] with the matrix in the registers of a team's threads.
//!
//! Column j is that of thread j mod T of a team of T, an even number of threads, in place j div T. A step leaves row i + 4 where row i was:
//! every index is a constant, and one pass over the registers is the code of all steps. The four pivots' columns go through an exchange in
//! the team's memory, where their elements become the multipliers of the rows; they are all that is read there, once for all columns
//! of a thread.

use super::elimination::{Pair, Pivots};
use super::matrix::{Blocks, Values};
use crate::arith::field::Field;
use crate::fraction::Fraction;
use crate::memory::Row;
use crate::team::Team;
use core::array::from_fn;

/// A statement for every number below 5.
macro_rules! five {
    ($k:ident $body:block) => {
        unrolled!($k $body: 0 1 2 3 4)
    };
}

/// The same for every number below 16.
macro_rules! sixteen {
    ($k:ident $body:block) => {
        unrolled!($k $body: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
}

/// Where an element is found, by what it is as [`super::matrix::entry`]: four times its number, and 1 for a negative, or 2 for zero, which has the
/// number 0. Blocks of up to 64 rows have far fewer than 2^30 values.
pub const fn place(entry: u32) -> u32 {
    match entry {
        0 => 2,
        entry => 4 * ((entry >> 1) - 1) + (entry & 1),
    }
}

/// A value as its [`place`] has it.
#[inline(always)]
fn signed<F: Field>(field: &F, place: u32, value: F::Elem) -> F::Elem {
    let value = if place & 1 != 0 { field.neg(value) } else { value };
    if place & 2 != 0 { field.zero() } else { value }
}

/// A list of words, read four at a time.
pub trait List: Copy {
    /// The rest behind its first `count` fours.
    fn behind(self, count: u32) -> Self;
    /// Four number `i`.
    fn four(self, i: usize) -> [u32; 4];
    /// Word `k` of four number `i`.
    fn word(self, i: usize, k: usize) -> u32;
}

impl List for &[u32] {
    fn behind(self, count: u32) -> Self {
        &self[4 * count as usize..]
    }
    fn four(self, i: usize) -> [u32; 4] {
        from_fn(|k| self[4 * i + k])
    }
    fn word(self, i: usize, k: usize) -> u32 {
        self[4 * i + k]
    }
}

/// Where the elements of a team's matrices are found, and their values at a point.
#[derive(Clone, Copy)]
pub struct Elements<L, V> {
    /// The [`table`] of places.
    pub places: L,
    /// Whether an element is zero or the negative of a value.
    pub signs: bool,
    /// The values.
    pub values: V,
}

/// Fours of places in the table of a block of n rows.
const fn fours(n: u32, width: u32) -> u32 {
    n.div_ceil(4) * width
}

/// Gives `push` the [`place`] of each element, for a team and a number of `PLACES` whose product is `width`: block by block, four rows at a time,
/// column by column. Behind the columns, the rows and the last block are zeros: values are read there ahead, and not used.
pub fn table(blocks: &Blocks<'_>, width: u32, mut push: impl FnMut(u32)) {
    let mut rest = blocks.entries;
    for &n in blocks.sizes {
        let (entries, behind) = rest.split_at((n * n) as usize);
        rest = behind;
        for at in 0..4 * fours(n, width) {
            let (row, column) = (at / (4 * width) * 4 + at % 4, at / 4 % width);
            let is_inside = row < n && column < n;
            push(place(if is_inside { entries[(row * n + column) as usize] } else { 0 }));
        }
    }
    for _ in 0..4 * width {
        push(place(0));
    }
}

/// The matrices of a team.
pub trait Matrices<F: Field>: Copy {
    /// Those behind so many fours of places.
    fn behind(self, count: u32) -> Self;
    /// The columns of a thread of the team, of the first matrix, which has `n` rows. Where it has no elements any may be found.
    fn load<const ROWS: usize, const PLACES: usize>(
        self,
        field: &F,
        team: impl Team,
        n: u32,
    ) -> Columns<F::Elem, ROWS, PLACES>;
}

impl<F: Field, L: List, V: Values<F> + Copy> Matrices<F> for Elements<L, V> {
    #[inline(always)]
    fn behind(self, count: u32) -> Self {
        Elements { places: self.places.behind(count), ..self }
    }
    #[inline(always)]
    fn load<const ROWS: usize, const PLACES: usize>(
        self,
        field: &F,
        team: impl Team,
        n: u32,
    ) -> Columns<F::Elem, ROWS, PLACES> {
        Columns::load(field, team, n, &Matrices::<F>::behind(self, team.rank()))
    }
}

/// Most rows, and columns of a thread.
pub const MOST: (usize, usize) = (64, 5);

/// Words of the team's memory for matrices of up to `rows` rows.
pub const fn exchange(rows: u32) -> u32 {
    4 * rows
}

/// The part of a matrix in one thread's registers: `[place][row]`.
pub struct Columns<E, const ROWS: usize, const PLACES: usize>([[E; ROWS]; PLACES]);

impl<E: Copy, const ROWS: usize, const PLACES: usize> Columns<E, ROWS, PLACES> {
    /// Those of a matrix of n rows, from the thread's first place on.
    ///
    /// Values are all under way before one is used, so their signs wait for a second pass.
    #[inline(always)]
    fn load<F: Field<Elem = E>, V: Values<F>, T: Team>(
        field: &F,
        team: T,
        n: u32,
        elements: &Elements<impl List, V>,
    ) -> Self {
        let four = |quad: usize, place: usize| (quad * PLACES + place) * team.size() as usize;
        let mut m =
            if V::IS_VALUE { Self::read(field, n, elements, four) } else { Self::make(field, n, elements, four) };
        if elements.signs {
            sixteen!(Q {
                if 4 * Q < ROWS && 4 * (Q as u32) < n {
                    five!(P {
                        if P < PLACES {
                            let places = elements.places.four(four(Q, P));
                            four!(I { m[P][4 * Q + I] = signed(field, places[I], m[P][4 * Q + I]); });
                        }
                    });
                }
            });
        }
        Columns(m)
    }

    /// Values that are read.
    #[inline(always)]
    fn read<F: Field<Elem = E>, V: Values<F>>(
        field: &F,
        n: u32,
        elements: &Elements<impl List, V>,
        four: impl Fn(usize, usize) -> usize,
    ) -> [[E; ROWS]; PLACES] {
        let mut m = [[field.zero(); ROWS]; PLACES];
        sixteen!(Q {
            if 4 * Q < ROWS && 4 * (Q as u32) < n {
                five!(P {
                    if P < PLACES {
                        let places = elements.places.four(four(Q, P));
                        four!(I { m[P][4 * Q + I] = elements.values.value(field, elements.values.read(places[I] >> 2)); });
                    }
                });
            }
        });
        m
    }

    /// Values that are made of several words, a row at a time: those of the next are under way meanwhile.
    #[inline(always)]
    #[allow(unused_assignments, reason = "behind the last row of those that are written out nothing is read")]
    fn make<F: Field<Elem = E>, V: Values<F>>(
        field: &F,
        n: u32,
        elements: &Elements<impl List, V>,
        four: impl Fn(usize, usize) -> usize,
    ) -> [[E; ROWS]; PLACES] {
        let mut m = [[field.zero(); ROWS]; PLACES];
        let places = |row: usize| -> [u32; PLACES] { from_fn(|p| elements.places.word(four(row / 4, p), row % 4)) };
        let read = |places: [u32; PLACES]| places.map(|place| elements.values.read(place >> 2));
        let (mut next, mut place) = (read(places(0)), places(1));
        sixteen!(Q {
            if 4 * Q < ROWS && 4 * (Q as u32) < n {
                four!(I {
                    let found = next;
                    next = read(place);
                    place = places(4 * Q + I + 2);
                    five!(P {
                        if P < PLACES {
                            m[P][4 * Q + I] = elements.values.value(field, found[P]);
                        }
                    });
                });
            }
        });
        m
    }

    /// Writes columns `k` to k + 3, with `left` rows left, to every fourth word of an exchange each.
    #[inline(always)]
    fn publish<T: Team>(&self, team: T, k: u32, left: u32, exchange: &mut impl Row<E>) {
        five!(P {
            let column = (P as u32 * team.size() + team.rank()).wrapping_sub(k);
            if P < PLACES && column < 4 {
                sixteen!(Q {
                    if 4 * Q < ROWS && 4 * (Q as u32) < left {
                        four!(I {
                            exchange.set(4 * (4 * Q + I) as u32 + column, self.0[P][4 * Q + I]);
                        });
                    }
                });
            }
        });
    }

    /// Eliminates with the four upper rows in those below, from column `next` on; row i + 4 takes the place of row i. Rows come in fours: what
    /// is computed beyond the last one is never used.
    #[inline(always)]
    fn step<F: Field<Elem = E>, T: Team>(
        &mut self,
        field: &F,
        team: T,
        top: &Top<E>,
        (next, left): (u32, u32),
        exchange: &impl Row<E>,
    ) {
        let m = &mut self.0;
        let mut above = [[field.zero(); 4]; PLACES];
        five!(P {
            if P < PLACES {
                let (a, b) = (m[P][0], m[P][1]);
                let [c, d] = [0, 1].map(|i| {
                    let (u, v) = top.multipliers[i];
                    field.dot3(top.first.determinant, m[P][2 + i], u, a, v, b)
                });
                above[P] = [a, b, c, d];
            }
        });
        let both = top.both;
        sixteen!(Q {
            if 4 * Q < ROWS && 4 * (Q as u32) + 4 < left {
                let mut multipliers = [[field.zero(); 4]; 4];
                four!(I {
                    if 4 * Q + I + 4 < ROWS {
                        let at = 4 * (4 * Q + I + 4) as u32;
                        multipliers[I] = from_fn(|j| exchange.get(at + j as u32));
                    }
                });
                five!(P {
                    if P < PLACES && (P as u32 + 1) * team.size() > next {
                        let [a, b, c, d] = above[P];
                        four!(I {
                            if 4 * Q + I + 4 < ROWS {
                                let [t, u, v, w] = multipliers[I];
                                m[P][4 * Q + I] = field.dot5([both, t, u, v, w], [m[P][4 * Q + I + 4], a, b, c, d]);
                            }
                        });
                    }
                });
            }
        });
    }
}

/// The four upper rows in the columns of the pivots, for both pairs of pivots, of a matrix of at least four rows.
struct Top<E> {
    /// The first pair.
    first: Pair<E>,
    /// The multiples of rows 0 and 1 that rows 2 and 3 take.
    multipliers: [(E, E); 2],
    /// Columns 2 and 3 of rows 0 and 1.
    right: [(E, E); 2],
    /// The second pair, after the first step.
    second: Pair<E>,
    /// The product of the determinants of the pairs.
    both: E,
}

impl<E: Copy> Top<E> {
    /// That of the four rows in an exchange, whose first pair is known.
    #[inline(always)]
    fn new<F: Field<Elem = E>>(field: &F, first: Pair<E>, exchange: &impl Row<E>) -> Self {
        let row = |i: u32| from_fn::<E, 4, _>(|j| exchange.get(4 * i + j as u32));
        let right = [0, 1].map(|j| (row(0)[2 + j], row(1)[2 + j]));
        let [c, d] = [row(2), row(3)].map(|row| {
            let (u, v) = first.multipliers(field, row[0], row[1]);
            ((u, v), first.after(field, (u, v), row, &right))
        });
        let second = Pair::new(field, c.1, d.1);
        let both = field.mul(first.determinant, second.determinant);
        Top { first, multipliers: [c.0, d.0], right, second, both }
    }

    /// The multiples of the four rows that a row below with these elements in the pivots' columns takes: of rows 0 and
    /// 1 as they are, and of rows 2 and 3 as they are after the first step.
    #[inline(always)]
    fn multipliers<F: Field<Elem = E>>(&self, field: &F, row: [E; 4]) -> [E; 4] {
        let (t, u) = self.first.multipliers(field, row[0], row[1]);
        let (x, y) = self.first.after(field, (t, u), row, &self.right);
        let (v, w) = self.second.multipliers(field, x, y);
        let of_first = |t| field.mul(self.second.determinant, t);
        [of_first(t), of_first(u), v, w]
    }
}

impl<E: Copy> Pair<E> {
    /// Columns 2 and 3 of a row after the step of this pair, by its multipliers and what the pivots' rows have there.
    #[inline(always)]
    fn after<F: Field<Elem = E>>(&self, field: &F, (u, v): (E, E), row: [E; 4], right: &[(E, E); 2]) -> (E, E) {
        let [x, y] = [0, 1].map(|j| field.dot3(self.determinant, row[2 + j], u, right[j].0, v, right[j].1));
        (x, y)
    }
}

/// The determinant of a matrix of n x n elements, the first one, as [`super::elimination::determinant`] with full rank: 1 <= n <=
/// `ROWS`, n <= `PLACES` times the size of the team.
///
/// Two pairs of pivots are taken at a time: with D and D' for them, multipliers (u, v) of a row for the first, (u', v') for the second, and the rows
/// a', b' of the second pair as the first step leaves them,
///
/// > M_ij <- D' (D M_ij + u a_j + v b_j) + u' a'_j + v' b'_j,
///
/// five products with one reduction for four steps of elimination.
///
/// `exchange` is the team's memory of [`exchange`]`(ROWS)` words; it may still be read when this returns.
#[inline(always)]
fn determinant<const ROWS: usize, const PLACES: usize, F: Field, T: Team>(
    field: &F,
    team: T,
    n: u32,
    matrices: impl Matrices<F>,
    exchange: &mut impl Row<F::Elem>,
) -> Fraction<F::Elem> {
    const { assert!(ROWS <= MOST.0 && ROWS.is_multiple_of(4) && PLACES <= MOST.1) };
    let mut m = matrices.load::<ROWS, PLACES>(field, team, n);
    let mut pivots = Pivots::new(field);
    let mut k = 0;
    loop {
        let left = n - k;
        m.publish(team, k, left, exchange);
        team.sync();
        if left == 1 {
            return pivots.finish(field, exchange.get(0), n);
        }
        let row = |i: u32| from_fn::<F::Elem, 4, _>(|j| exchange.get(4 * i + j as u32));
        let [upper, lower] = [row(0), row(1)];
        let first = Pair::new(field, (upper[0], upper[1]), (lower[0], lower[1]));
        if left == 2 {
            return pivots.finish(field, first.determinant, n);
        }
        pivots.take(field, first.determinant);
        if left == 3 {
            let last = row(2);
            let (u, v) = first.multipliers(field, last[0], last[1]);
            let right = [(upper[2], lower[2]); 2];
            return pivots.finish(field, first.after(field, (u, v), last, &right).0, n);
        }
        let top = Top::new(field, first, exchange);
        if left == 4 {
            return pivots.finish(field, top.second.determinant, n);
        }
        pivots.take(field, top.second.determinant);
        team.each(left - 4, |i| {
            let at = 4 * (i + 4);
            let found = top.multipliers(field, from_fn(|j| exchange.get(at + j as u32)));
            four!(J { exchange.set(at + J as u32, found[J]); });
        });
        team.sync();
        m.step(field, team, &top, (k + 4, left), exchange);
        // All have read the multipliers.
        team.sync();
        k += 4;
    }
}

/// The product of the determinants of blocks of so many rows, up to `ROWS`, and full rank, as [`super::matrix::determinant`] by elimination.
#[inline(always)]
pub fn blocks<const ROWS: usize, const PLACES: usize, F: Field, T: Team>(
    field: &F,
    team: T,
    sizes: &[u32],
    matrices: impl Matrices<F>,
    exchange: &mut impl Row<F::Elem>,
) -> Fraction<F::Elem> {
    let mut product = Fraction::one(field);
    let mut first = 0;
    for &n in sizes {
        // All have read what the block before left.
        team.sync();
        let found = determinant::<ROWS, PLACES, F, T>(field, team, n, matrices.behind(first), exchange);
        product.include(field, found);
        first += fours(n, PLACES as u32 * team.size());
    }
    product
}
