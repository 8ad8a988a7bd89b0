//! The elimination of [`super::elimination`] with the matrix in the registers of a team's threads.
//!
//! Column j is that of thread j mod T of a team of T, an even number of threads, in place j div T. A step leaves row i + 2 where row i was:
//! every index is a constant, and one pass over the registers is the code of all steps. The two pivots' columns go through an exchange in
//! the team's memory, where their elements become the multipliers of the rows; they are all that is read there, once for all columns
//! of a thread.

use super::elimination::{Pair, Pivots};
use super::matrix::{Blocks, Values, number, signed};
use crate::arith::field::Field;
use crate::fraction::Fraction;
use crate::memory::Row;
use crate::team::Team;

/// A statement for every number below 4, as text: registers have no index at run time.
macro_rules! four {
    ($k:ident $body:block) => {
        four!($k $body: 0 1 2 3)
    };
    ($k:ident $body:block: $($i:literal)*) => { $({
        const $k: usize = $i;
        $body
    })* };
}

/// The same for every number below 16.
macro_rules! sixteen {
    ($k:ident $body:block) => {
        four!($k $body: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
}

/// Most rows, and columns of a thread.
pub const MOST: (usize, usize) = (64, 4);

/// Words of the team's memory for matrices of up to `rows` rows.
pub const fn exchange(rows: u32) -> u32 {
    4 * rows
}

/// The part of a matrix in one thread's registers: `[place][row]`.
struct Columns<E, const ROWS: usize, const PLACES: usize>([[E; ROWS]; PLACES]);

impl<E: Copy, const ROWS: usize, const PLACES: usize> Columns<E, ROWS, PLACES> {
    /// The columns of a thread of the team; zeros where the matrix has no elements.
    #[inline(always)]
    fn load<F: Field<Elem = E>, V: Values<F>, T: Team>(
        field: &F,
        team: T,
        entries: &[u32],
        n: u32,
        values: &V,
    ) -> Self {
        let mut m = [[field.zero(); ROWS]; PLACES];
        sixteen!(Q {
            if 4 * Q < ROWS && 4 * (Q as u32) < n {
                // Four rows at a time: that many loads are under way together, and no more addresses need registers.
                let mut named = [[0; 4]; PLACES];
                four!(P {
                    let column = P as u32 * team.size() + team.rank();
                    if P < PLACES && column < n {
                        four!(I {
                            let row = (4 * Q + I) as u32;
                            if row < n {
                                let entry = entries[(row * n + column) as usize];
                                named[P][I] = entry;
                                if let Some(number) = number(entry) {
                                    m[P][4 * Q + I] = values.lead(number);
                                }
                            }
                        });
                    }
                });
                let mut k = values.coefficients() - 1;
                while k > 0 {
                    k -= 1;
                    four!(P {
                        if P < PLACES {
                            four!(I {
                                if let Some(number) = number(named[P][I]) {
                                    m[P][4 * Q + I] = values.next(field, m[P][4 * Q + I], number, k);
                                }
                            });
                        }
                    });
                }
                four!(P {
                    if P < PLACES {
                        four!(I {
                            m[P][4 * Q + I] = signed(field, named[P][I], m[P][4 * Q + I]);
                        });
                    }
                });
            }
        });
        Columns(m)
    }

    /// Writes columns `k` and k + 1, with `left` rows left, to every second word of an exchange each.
    #[inline(always)]
    fn publish<T: Team>(&self, team: T, k: u32, left: u32, exchange: &mut impl Row<E>, at: u32) {
        four!(P {
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
        four!(P {
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
                four!(P {
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

/// The determinant of the matrix of `n` x n elements that `entries` names among `values`, as
/// [`super::elimination::determinant`] with full rank: 1 <= n <= `ROWS`, n <= `PLACES` times the size of the team.
///
/// `exchange` is the team's memory of [`exchange`]`(ROWS)` words; it may still be read when this returns.
#[inline(always)]
fn determinant<const ROWS: usize, const PLACES: usize, F: Field, V: Values<F>, X: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    entries: &[u32],
    n: u32,
    values: &V,
    exchange: &mut X,
) -> Fraction<F::Elem> {
    const { assert!(ROWS <= MOST.0 && ROWS.is_multiple_of(4) && PLACES <= MOST.1) };
    let mut m = Columns::<F::Elem, ROWS, PLACES>::load(field, team, entries, n, values);
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

/// The product of the determinants of blocks of up to `ROWS` rows and full rank, as [`super::matrix::determinant`] by elimination.
#[inline(always)]
pub fn blocks<const ROWS: usize, const PLACES: usize, F: Field, V: Values<F>, X: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    blocks: &Blocks<'_>,
    values: &V,
    exchange: &mut X,
) -> Fraction<F::Elem> {
    let mut product = Fraction::one(field);
    let mut rest = blocks.entries;
    for &n in blocks.sizes {
        let (entries, behind) = rest.split_at((n * n) as usize);
        rest = behind;
        // All have read what the block before left.
        team.sync();
        let found = determinant::<ROWS, PLACES, F, V, X, T>(field, team, entries, n, values, exchange);
        product.include(field, found);
    }
    product
}
