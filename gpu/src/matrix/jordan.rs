//! Adjugates, and solutions of linear systems, by Jordan's elimination.
//!
//! With the pivots p_1, p_2, .. of the diagonal, P_k = p_1 .. p_k, step k takes the rows i other than k to
//!
//! > row i <- p_k row i - m_ik row k.
//!
//! Row i is multiplied by all pivots but its own, so that row i ends with P_n / P_(i-1) on the diagonal, and det M = P_n / E for E = P_1 P_2 .. P_(n-1).
//! Columns b beside the matrix become b', and row i of M x = b has the numerator
//!
//! > N_i = b'_i P_(i-1) / E,  x_i = N_i / det M:
//!
//! the determinant with b in place of column i. p_n is no factor of E, so that this is right where it is 0 too. The unit matrix beside M becomes the
//! adjugate by the same formula. Its column k begins to differ from that of the unit matrix at step k, which leaves column k of M as it is never looked
//! at again: so it is there, and M becomes the adjugate in place.
//!
//! Modulo one prime ([`with_pivots`]) rows of pivots are divided by them instead. In the last step all rows are multiplied by det M = D p_n,
//!
//! > row i <- D (p_n row i - m_in row n),  row n <- D row n,
//!
//! which is right for matrices of rank n - 1 too. With a lower rank every determinant is 0.
//!
//! Source: Bareiss, Sylvester's identity and multistep integer-preserving Gaussian elimination, Math. Comp. 22 (1968), of which this is the division-free
//! form.

use super::{Dense, Share};
use crate::arith::Modulus;
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// An n x n matrix, and columns to the right of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Shape {
    /// n.
    pub rows: u32,
    /// n for an adjugate, more for a linear system.
    pub columns: u32,
}

impl Shape {
    /// Whether the adjugate is wanted.
    #[inline(always)]
    pub fn is_square(self) -> bool {
        self.rows == self.columns
    }

    /// The first column that step `k` changes, but for column k itself.
    #[inline(always)]
    fn first(self, k: u32) -> u32 {
        if self.is_square() { 0 } else { k + 1 }
    }

    /// The first column of the answer.
    #[inline(always)]
    fn answer(self) -> u32 {
        if self.is_square() { 0 } else { self.rows }
    }
}

/// What elimination without division has found.
#[derive(Clone, Copy)]
pub struct Eliminated<E> {
    /// P_n.
    pub product: E,
    /// E.
    pub denominator: E,
    /// Lanes in which a pivot other than the last one is 0.
    pub off: u32,
}

/// Elimination with pivots on the diagonal. Every thread returns the same; `prefixes` takes P_0, .., P_(n-1). What is left of row i, times P_(i-1) / E, is that of the answer.
///
/// n^2 (`columns` - 1) element steps of two products and one reduction for an adjugate, about half as many for a linear system.
#[inline(always)]
pub fn eliminate<F: Field, R: Row<F::Elem>, P: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    m: &mut R,
    shape: Shape,
    prefixes: &mut P,
) -> Eliminated<F::Elem> {
    let Shape { rows: n, columns } = shape;
    let mut m = Dense { row: m, columns };
    let share = Share::new(team, columns);
    let (mut product, mut denominator, mut off) = (field.one(), field.one(), 0);
    let mut k = 0;
    while k < n && !team.is_stopped() {
        let pivot = m.get(k, k);
        if team.rank() == 0 {
            prefixes.set(k, product);
        }
        if k + 1 < n {
            off |= field.zeros(pivot);
        }
        let first = shape.first(k);
        let mut i = share.row_from(0);
        while i < n {
            if i != k {
                let factor = m.get(i, k);
                // Zeros stay where they are, in rows and columns that have no element beside a pivot.
                if T::SOLO && field.zeros(factor) & F::ALL == F::ALL {
                    let mut j = share.column_from(first);
                    while j < columns {
                        if j != k {
                            m.set(i, j, field.mul(pivot, m.get(i, j)));
                        }
                        j += share.columns;
                    }
                } else {
                    let factor = field.neg(factor);
                    let mut j = share.column_from(first);
                    while j < columns {
                        if j != k {
                            m.set(i, j, field.dot2(pivot, m.get(i, j), factor, m.get(k, j)));
                        }
                        j += share.columns;
                    }
                }
            }
            i += share.rows;
        }
        team.sync();
        if shape.is_square() {
            team.each(n, |i| {
                let value = if i == k { product } else { field.neg(field.mul(product, m.get(i, k))) };
                m.set(i, k, value);
            });
            team.sync();
        }
        product = field.mul(product, pivot);
        if k + 1 < n {
            denominator = field.mul(denominator, product);
        }
        team.passed(n * (columns - first));
        k += 1;
    }
    Eliminated { product, denominator, off }
}

/// The lanes in which the n x n matrix `m` has no pivots on the diagonal up to `rank`, or is not 0 behind them. It is destroyed.
///
/// O(rank n^2) element steps of two products.
#[inline(always)]
pub fn off_rank<F: Field, R: Row<F::Elem>, T: Team>(field: &F, team: T, m: &mut R, n: u32, rank: u32) -> u32 {
    let mut m = Dense { row: m, columns: n };
    let mut off = 0;
    let mut k = 0;
    while k < rank && !team.is_stopped() {
        let pivot = m.get(k, k);
        off |= field.zeros(pivot);
        team.each(n - k - 1, |i| {
            let i = k + 1 + i;
            let factor = field.neg(m.get(i, k));
            let mut j = k + 1;
            while j < n {
                m.set(i, j, field.dot2(pivot, m.get(i, j), factor, m.get(k, j)));
                j += 1;
            }
        });
        team.passed((n - k) * (n - k));
        team.sync();
        k += 1;
    }
    let mut i = rank;
    while i < n {
        let mut j = rank;
        while j < n {
            off |= !field.zeros(m.get(i, j)) & F::ALL;
            j += 1;
        }
        i += 1;
    }
    off
}

/// The row and the column of a pivot among those from `k` on, the first one of the first column that has one.
#[inline(always)]
fn pivot<M: Modulus, R: Row<M::Elem>>(field: &M, m: &Dense<'_, R>, n: u32, k: u32) -> Option<(u32, u32)> {
    let zero = field.zero();
    let mut j = k;
    while j < n {
        let mut i = k;
        while i < n {
            if m.get::<M::Elem>(i, j) != zero {
                return Some((i, j));
            }
            i += 1;
        }
        j += 1;
    }
    None
}

/// Exchanges two rows.
#[inline(always)]
pub(super) fn swap_rows<E: Copy, R: Row<E>, T: Team>(team: T, m: &mut Dense<'_, R>, a: u32, b: u32) {
    if a != b {
        team.each(m.columns, |j| {
            let (x, y) = (m.get(a, j), m.get(b, j));
            m.set(a, j, y);
            m.set(b, j, x);
        });
    }
}

/// Exchanges two columns of the first n rows.
#[inline(always)]
pub(super) fn swap_columns<E: Copy, R: Row<E>, T: Team>(team: T, m: &mut Dense<'_, R>, n: u32, a: u32, b: u32) {
    if a != b {
        team.each(n, |i| {
            let (x, y) = (m.get(i, a), m.get(i, b));
            m.set(i, a, y);
            m.set(i, b, x);
        });
    }
}

/// The determinant modulo one prime, whatever the matrix is: the adjugate is in its place afterwards, or the numerators in the columns from n on. Every thread
/// returns the same. `swaps` is room for 2 n numbers.
///
/// n^2 (`columns` - 1) element steps of one product for an adjugate, about half as many for a linear system, and n inversions.
#[inline(always)]
pub fn with_pivots<M: Modulus, R: Row<M::Elem>, S: Row<u32>, T: Team>(
    field: &M,
    team: T,
    m: &mut R,
    shape: Shape,
    swaps: &mut S,
) -> M::Elem {
    let Shape { rows: n, columns } = shape;
    let mut m = Dense { row: m, columns };
    let share = Share::new(team, columns);
    let mut determinant = field.one();
    let mut k = 0;
    while k < n {
        let (a, b) = match pivot(field, &m, n, k) {
            Some(place) => place,
            None if k + 1 == n => (k, k),
            None => {
                // All have looked.
                team.sync();
                team.each(n, |i| {
                    let mut j = shape.answer();
                    while j < columns {
                        m.set(i, j, field.zero());
                        j += 1;
                    }
                });
                team.sync();
                return field.zero();
            }
        };
        team.sync();
        if team.rank() == 0 {
            swaps.set(2 * k, a);
            swaps.set(2 * k + 1, b);
        }
        swap_rows(team, &mut m, a, k);
        team.sync();
        swap_columns(team, &mut m, n, b, k);
        team.sync();
        if (a != k) != (b != k) {
            determinant = field.neg(determinant);
        }
        let pivot = m.get(k, k);
        let is_last = k + 1 == n;
        let first = shape.first(k);
        let scale = if is_last { field.mul(determinant, pivot) } else { field.one() };
        let inverse = if is_last { determinant } else { field.reciprocal(pivot) };
        if !is_last {
            team.each(columns - first, |j| {
                let j = first + j;
                if j != k {
                    m.set(k, j, field.mul(inverse, m.get(k, j)));
                }
            });
            team.sync();
        }
        let mut i = share.row_from(0);
        while i < n {
            if i != k {
                let factor = field.neg(m.get(i, k));
                let factor = if is_last { field.mul(determinant, factor) } else { factor };
                let mut j = share.column_from(first);
                while j < columns {
                    if j != k {
                        let product = field.mul(factor, m.get(k, j));
                        let other = m.get(i, j);
                        let other = if is_last { field.mul(scale, other) } else { other };
                        m.set(i, j, field.add(other, product));
                    }
                    j += share.columns;
                }
            }
            i += share.rows;
        }
        team.sync();
        if is_last {
            team.each(columns - first, |j| {
                let j = first + j;
                if j != k {
                    m.set(k, j, field.mul(determinant, m.get(k, j)));
                }
            });
        }
        if shape.is_square() {
            team.each(n, |i| {
                let value = if i == k { inverse } else { field.neg(field.mul(inverse, m.get(i, k))) };
                m.set(i, k, value);
            });
        }
        team.sync();
        determinant = field.mul(determinant, pivot);
        k += 1;
    }
    // Back to the order of the caller: where columns were exchanged the unknowns were.
    while k > 0 {
        k -= 1;
        let (a, b) = (swaps.get(2 * k), swaps.get(2 * k + 1));
        swap_rows(team, &mut m, b, k);
        team.sync();
        if shape.is_square() {
            swap_columns(team, &mut m, n, a, k);
            team.sync();
        }
    }
    determinant
}
