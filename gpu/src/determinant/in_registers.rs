//! The elimination of [`super::elimination`] with the matrix in the registers of a team's threads.
//!
//! Column j is that of thread j mod T of a team of T, an even number of threads, in place j div T. A step leaves row i + 2 where row i was:
//! every index is a constant, and one pass over the registers is the code of all steps. The two pivots' columns go through an exchange in
//! the team's memory, where their elements become the multipliers of the rows; they are all that is read there, once for all columns
//! of a thread.

use super::elimination::{Pair, Pivots};
use super::matrix::Values;
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

/// The same for 0 and 1.
macro_rules! two {
    ($k:ident $body:block) => {
        unrolled!($k $body: 0 1)
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

/// A list of words.
pub trait List: Copy {
    /// What is behind its first `count` words.
    fn behind(self, count: u32) -> Self;
    /// Word number `i`.
    fn get(self, i: usize) -> u32;
}

impl List for &[u32] {
    fn behind(self, count: u32) -> Self {
        &self[count as usize..]
    }
    fn get(self, i: usize) -> u32 {
        self[i]
    }
}

/// Where the elements of a team's matrices are found, and their values at a point.
#[derive(Clone, Copy)]
pub struct Elements<L, V> {
    /// The [`place`] of each: block by block, each of an even number of rows of `PLACES` times the size of the team, zeros behind the columns
    /// and the last row, and [`AHEAD`] rows of zeros behind all blocks.
    pub places: L,
    /// The values.
    pub values: V,
}

/// The matrices of a team.
pub trait Matrices<F: Field>: Copy {
    /// Those behind so many places.
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
    #[inline(always)]
    fn load<F: Field<Elem = E>, V: Values<F>, T: Team>(
        field: &F,
        team: T,
        n: u32,
        elements: &Elements<impl List, V>,
    ) -> Self {
        // Two rows at a time are under way together; of many columns one, as more need too many registers.
        if PLACES > 3 {
            Self::load_by::<F, V, T, 1>(field, team, n, elements)
        } else {
            Self::load_by::<F, V, T, 2>(field, team, n, elements)
        }
    }

    /// The same, `COUNT` rows at a time, with the places of the next ones read ahead.
    #[inline(always)]
    #[allow(unused_assignments, reason = "behind the last rows of those that are written out nothing is read")]
    fn load_by<F: Field<Elem = E>, V: Values<F>, T: Team, const COUNT: usize>(
        field: &F,
        team: T,
        n: u32,
        elements: &Elements<impl List, V>,
    ) -> Self {
        let mut m = [[field.zero(); ROWS]; PLACES];
        let width = PLACES * team.size() as usize;
        let places = |group: usize| -> [[u32; COUNT]; PLACES] {
            from_fn(|p| from_fn(|i| elements.places.get((group * COUNT + i) * width + p * team.size() as usize)))
        };
        let mut next = places(0);
        sixteen!(Q {
            two!(H {
                const GROUP: usize = 2 * Q + H;
                if GROUP * COUNT < ROWS && ((GROUP * COUNT) as u32) < n {
                    let found = next;
                    let read = found.map(|rows| rows.map(|place| elements.values.read(place >> 2)));
                    next = places(GROUP + 1);
                    five!(P {
                        two!(I {
                            if P < PLACES && I < COUNT {
                                let (place, value) = (found[P][I], elements.values.value(field, read[P][I]));
                                let value = if place & 1 != 0 { field.neg(value) } else { value };
                                m[P][GROUP * COUNT + I] = if place & 2 != 0 { field.zero() } else { value };
                            }
                        });
                    });
                }
            });
        });
        Columns(m)
    }

    /// Writes columns `k` and k + 1, with `left` rows left, to every second word of an exchange each.
    #[inline(always)]
    fn publish<T: Team>(&self, team: T, k: u32, left: u32, exchange: &mut impl Row<E>, at: u32) {
        five!(P {
            let second = (P as u32 * team.size() + team.rank()).wrapping_sub(k);
            if P < PLACES && second < 2 {
                let at = at + second;
                sixteen!(Q {
                    if 4 * Q < ROWS && 4 * (Q as u32) < left {
                        four!(I {
                            exchange.set(at + 2 * (4 * Q + I) as u32, self.0[P][4 * Q + I]);
                        });
                    }
                });
            }
        });
    }

    /// Eliminates with the two upper rows in those below, from column `next` on; row i + 2 takes the place of row i. Rows come in fours: what
    /// is computed beyond the last one is never used.
    #[inline(always)]
    fn step<F: Field<Elem = E>, T: Team>(
        &mut self,
        field: &F,
        team: T,
        determinant: E,
        (next, left): (u32, u32),
        (exchange, at): (&impl Row<E>, u32),
    ) {
        let m = &mut self.0;
        let zero = field.zero();
        let mut above = [(zero, zero); PLACES];
        five!(P {
            if P < PLACES {
                above[P] = (m[P][0], m[P][1]);
            }
        });
        sixteen!(Q {
            if 4 * Q < ROWS && 4 * (Q as u32) + 2 < left {
                let mut multipliers = [(zero, zero); 4];
                four!(I {
                    if 4 * Q + I + 2 < ROWS {
                        let at = at + 2 * (4 * Q + I + 2) as u32;
                        multipliers[I] = (exchange.get(at), exchange.get(at + 1));
                    }
                });
                five!(P {
                    if P < PLACES && (P as u32 + 1) * team.size() > next {
                        four!(I {
                            if 4 * Q + I + 2 < ROWS {
                                let ((u, v), (upper, lower)) = (multipliers[I], above[P]);
                                m[P][4 * Q + I] = field.dot3(determinant, m[P][4 * Q + I + 2], u, upper, v, lower);
                            }
                        });
                    }
                });
            }
        });
    }
}

/// The determinant of a matrix of n x n elements, the first one, as [`super::elimination::determinant`] with full rank: 1 <= n <=
/// `ROWS`, n <= `PLACES` times the size of the team.
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
    let (mut k, mut at) = (0, 0);
    loop {
        // Two halves in turn: some still read the multipliers of the step before.
        let left = n - k;
        m.publish(team, k, left, exchange, at);
        team.sync();
        if left == 1 {
            return pivots.finish(field, exchange.get(at), n);
        }
        let row = |i: u32| (exchange.get(at + 2 * i), exchange.get(at + 2 * i + 1));
        let pair = Pair::new(field, row(0), row(1));
        if left == 2 {
            return pivots.finish(field, pair.determinant, n);
        }
        pivots.take(field, pair.determinant);
        team.each(left - 2, |i| {
            let at = at + 2 * (i + 2);
            let (u, v) = pair.multipliers(field, exchange.get(at), exchange.get(at + 1));
            exchange.set(at, u);
            exchange.set(at + 1, v);
        });
        team.sync();
        m.step(field, team, pair.determinant, (k + 2, left), (exchange, at));
        k += 2;
        at = 2 * ROWS as u32 - at;
    }
}

/// Rows that are read ahead.
pub const AHEAD: u32 = 2;

/// Places of a block of n rows.
pub const fn places(n: u32, width: u32) -> u32 {
    n.next_multiple_of(2) * width
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
        first += places(n, PLACES as u32 * team.size());
    }
    product
}
