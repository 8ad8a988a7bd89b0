//! The elimination of [`super::elimination`] with the matrix in the registers of a team's threads.
//!
//! Column j is that of thread j mod T of a team of T, an even number of threads, in place j div T. A step leaves row i + 2 where row i was:
//! every index is a constant, and one pass over the registers is the code of all steps. The two pivots' columns go through an exchange in
//! the team's memory, where their elements become the multipliers of the rows; they are all that is read there, once for all columns
//! of a thread.

use super::elimination::{Pair, Pivots};
use super::matrix::{Values, number, signed};
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

/// The same for 0 and 1.
macro_rules! two {
    ($k:ident $body:block) => {
        four!($k $body: 0 1)
    };
}

/// The same for every number below 16.
macro_rules! sixteen {
    ($k:ident $body:block) => {
        four!($k $body: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
}

/// The elements of a matrix at a point, by number: each has a place, where its value or the coefficients of a polynomial are found whose value
/// it is. An element that is zero has coefficients too, which mean nothing.
pub trait Elements<F: Field> {
    /// A place.
    type Place: Copy;
    /// That of element `i`.
    fn place(&self, i: u32) -> Self::Place;
    /// Any place.
    fn nowhere(&self) -> Self::Place;
    /// Number of coefficients; 1 where they are values.
    fn coefficients(&self) -> u32;
    /// The last coefficient, or the value.
    fn lead(&self, place: Self::Place) -> F::Elem;
    /// `sum` x + c_k.
    fn next(&self, field: &F, sum: F::Elem, place: Self::Place, k: u32) -> F::Elem;
    /// The element of a value: that, its negative, or zero.
    fn element(&self, field: &F, place: Self::Place, value: F::Elem) -> F::Elem;
}

/// Elements by a list of [`super::matrix::entry`] and the values that they name.
pub struct Named<'a, V> {
    /// The list.
    pub entries: &'a [u32],
    /// The values.
    pub values: &'a V,
}

impl<F: Field, V: Values<F>> Elements<F> for Named<'_, V> {
    type Place = u32;
    #[inline(always)]
    fn place(&self, i: u32) -> u32 {
        self.entries[i as usize]
    }
    #[inline(always)]
    fn nowhere(&self) -> u32 {
        0
    }
    #[inline(always)]
    fn coefficients(&self) -> u32 {
        self.values.coefficients()
    }
    #[inline(always)]
    fn lead(&self, entry: u32) -> F::Elem {
        self.values.lead(number(entry).unwrap_or(0))
    }
    #[inline(always)]
    fn next(&self, field: &F, sum: F::Elem, entry: u32, k: u32) -> F::Elem {
        self.values.next(field, sum, number(entry).unwrap_or(0), k)
    }
    #[inline(always)]
    fn element(&self, field: &F, entry: u32, value: F::Elem) -> F::Elem {
        number(entry).map_or(field.zero(), |_| signed(field, entry, value))
    }
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
    /// The columns of a thread of the team, of a matrix whose first element is number `first`. Where it has no elements any may be found.
    #[inline(always)]
    fn load<F: Field<Elem = E>, V: Elements<F>, T: Team>(
        field: &F,
        team: T,
        (first, n): (u32, u32),
        elements: &V,
    ) -> Self {
        let mut m = [[field.zero(); ROWS]; PLACES];
        sixteen!(Q {
            two!(H {
                if 4 * Q < ROWS && ((4 * Q + 2 * H) as u32) < n {
                    // Two rows at a time: that many loads are under way together, and no more places need registers.
                    let mut places = [[elements.nowhere(); 2]; PLACES];
                    four!(P {
                        if P < PLACES && P as u32 * team.size() < n {
                            // The last row and column once more stand for those behind.
                            let column = (P as u32 * team.size() + team.rank()).min(n - 1);
                            two!(I {
                                let row = (4 * Q + 2 * H + I) as u32;
                                places[P][I] = elements.place(first + row.min(n - 1) * n + column);
                                m[P][4 * Q + 2 * H + I] = elements.lead(places[P][I]);
                            });
                        }
                    });
                    let mut k = elements.coefficients() - 1;
                    while k > 0 {
                        k -= 1;
                        four!(P {
                            if P < PLACES && P as u32 * team.size() < n {
                                two!(I {
                                    let sum = m[P][4 * Q + 2 * H + I];
                                    m[P][4 * Q + 2 * H + I] = elements.next(field, sum, places[P][I], k);
                                });
                            }
                        });
                    }
                    four!(P {
                        if P < PLACES && P as u32 * team.size() < n {
                            two!(I {
                                let value = m[P][4 * Q + 2 * H + I];
                                m[P][4 * Q + 2 * H + I] = elements.element(field, places[P][I], value);
                            });
                        }
                    });
                }
            });
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

/// The determinant of a matrix of n x n elements from number `first` on, as [`super::elimination::determinant`] with full rank: 1 <= n <=
/// `ROWS`, n <= `PLACES` times the size of the team.
///
/// `exchange` is the team's memory of [`exchange`]`(ROWS)` words; it may still be read when this returns.
#[inline(always)]
fn determinant<const ROWS: usize, const PLACES: usize, F: Field, V: Elements<F>, X: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    (first, n): (u32, u32),
    elements: &V,
    exchange: &mut X,
) -> Fraction<F::Elem> {
    const { assert!(ROWS <= MOST.0 && ROWS.is_multiple_of(4) && PLACES <= MOST.1) };
    let mut m = Columns::<F::Elem, ROWS, PLACES>::load(field, team, (first, n), elements);
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

/// The product of the determinants of blocks of so many rows, up to `ROWS`, and full rank, as [`super::matrix::determinant`] by elimination.
#[inline(always)]
pub fn blocks<const ROWS: usize, const PLACES: usize, F: Field, V: Elements<F>, X: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    sizes: &[u32],
    elements: &V,
    exchange: &mut X,
) -> Fraction<F::Elem> {
    let mut product = Fraction::one(field);
    let mut first = 0;
    for &n in sizes {
        // All have read what the block before left.
        team.sync();
        product.include(field, determinant::<ROWS, PLACES, F, V, X, T>(field, team, (first, n), elements, exchange));
        first += n * n;
    }
    product
}
