//! Characteristic polynomials by Hessenberg's form.
//!
//! det(t I - M) = t^n + c_(n-1) t^(n-1) + .. + c_0. Step k makes column k zero from row k + 2 on, by the pivot p in row k + 1: with the rows
//! i > k + 1 of S multiplied by p,
//!
//! > row i <- p row i - m_ik row (k+1),  p S M S^(-1): column k + 1 <- p column (k+1) + sum m_ik column i, columns up to k <- p times themselves.
//!
//! No division is left, and all of the matrix is multiplied by p. So it becomes similar to P M, P the product of all pivots, whose characteristic
//! polynomial has the coefficients c_j P^(n-j). Columns up to k are not looked at any more: their factors are multiplied at the end. Where a column is zero
//! from row k + 1 on there is nothing to do.
//!
//! From the form H, of leading blocks with the characteristic polynomials q_0 = 1, q_1, ..,
//!
//! > q_(k+1) = (t - h_kk) q_k - sum over i < k of h_ik h_(i+1)i .. h_k(k-1) q_i.
//!
//! Modulo one prime ([`with_pivots`]) S is divided by p instead.
//!
//! Source: Wilkinson, The Algebraic Eigenvalue Problem (1965), chapters 6 and 7; Cohen, A Course in Computational Algebraic Number Theory, algorithm 2.2.9.

use super::{Dense, Share};
use crate::arith::Modulus;
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// Elements beside the matrix of n rows that are needed: the polynomials of leading blocks without their leading coefficients, and three vectors.
#[inline(always)]
pub fn beside(n: u32) -> u32 {
    n * (n + 1) / 2 + 3 * n
}

/// Where the polynomial q_i begins.
#[inline(always)]
fn place(i: u32) -> u32 {
    i * i.wrapping_sub(1) / 2
}

/// The denominator's base P, and the lanes that are off.
#[derive(Clone, Copy)]
pub struct Reduced<E> {
    /// P.
    pub product: E,
    /// Lanes in which a pivot is 0, or a column without a pivot is not 0.
    pub off: u32,
}

/// Takes the n x n matrix to Hessenberg's form of P M; `has_pivot` says of each step whether it has a pivot. The last n elements of `beside` become the factors of the
/// columns. Every thread returns the same.
#[inline(always)]
fn reduce<F: Field, R: Row<F::Elem>, B: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    m: &mut Dense<'_, R>,
    has_pivot: &[u32],
    beside: &mut B,
) -> Reduced<F::Elem> {
    let n = m.columns;
    let share = Share::new(team, n);
    let (mut product, mut off) = (field.one(), 0);
    let mut k = 0;
    while k + 2 < n && !team.is_stopped() {
        let pivot = m.get(k + 1, k);
        if has_pivot[k as usize] == 0 {
            let mut i = k + 1;
            while i < n {
                off |= !field.zeros(m.get(i, k)) & F::ALL;
                i += 1;
            }
            k += 1;
            continue;
        }
        off |= field.zeros(pivot);
        product = field.mul(product, pivot);
        let mut i = share.row_from(k + 2);
        while i < n {
            let factor = field.neg(m.get(i, k));
            let mut j = share.column_from(k + 1);
            while j < n {
                m.set(i, j, field.dot2(pivot, m.get(i, j), factor, m.get(k + 1, j)));
                j += share.columns;
            }
            i += share.rows;
        }
        team.sync();
        add_columns(field, team, m, k, pivot);
        team.sync();
        team.passed((2 * n - k) * (n - k) / 2);
        k += 1;
    }
    // Column j is multiplied by the pivots of the steps from j on.
    if team.rank() == 0 {
        let first = self::beside(n) - n;
        let mut factor = field.one();
        let mut j = n;
        while j > 0 {
            j -= 1;
            if j + 2 < n && has_pivot[j as usize] != 0 {
                factor = field.mul(factor, m.get(j + 1, j));
            }
            beside.set(first + j, factor);
        }
    }
    team.sync();
    Reduced { product, off }
}

/// Column k + 1 times `scale` and the columns from k + 2 on, each times its element of column k in the row of its number.
#[inline(always)]
fn add_columns<F: Field, R: Row<F::Elem>, T: Team>(field: &F, team: T, m: &mut Dense<'_, R>, k: u32, scale: F::Elem) {
    let n = m.columns;
    team.each(n, |r| {
        let mut sum = field.mul(scale, m.get(r, k + 1));
        let mut i = k + 2;
        while i + 2 <= n {
            let both = field.dot2(m.get(i, k), m.get(r, i), m.get(i + 1, k), m.get(r, i + 1));
            sum = field.add(sum, both);
            i += 2;
        }
        if i < n {
            sum = field.add(sum, field.mul(m.get(i, k), m.get(r, i)));
        }
        m.set(r, k + 1, sum);
    });
}

/// The coefficients of q_n from the form, whose column j is multiplied by element j of the last n elements of `beside`, without the leading one: at the place of q_n
/// in `beside`.
#[inline(always)]
fn polynomial<F: Field, R: Row<F::Elem>, B: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    m: &Dense<'_, R>,
    beside: &mut B,
) {
    let n = m.columns;
    let (weights, products) = (self::beside(n) - 2 * n, self::beside(n) - 3 * n);
    let factors = self::beside(n) - n;
    let mut k = 0;
    while k < n && !team.is_stopped() {
        // Products of elements below the diagonal, and with them the multiples of all q_i.
        let factor = beside.get(factors + k);
        let below = if k > 0 { field.mul(m.get(k, k - 1), beside.get(factors + k - 1)) } else { field.one() };
        team.each(k + 1, |i| {
            let product = if i == k { field.one() } else { field.mul(below, beside.get(products + i)) };
            beside.set(products + i, product);
            let weight = field.mul(field.mul(factor, m.get(i, k)), product);
            beside.set(weights + i, field.neg(weight));
        });
        team.sync();
        team.each(k + 1, |d| {
            // That of q_d is its leading one.
            let mut sum = beside.get(weights + d);
            if d > 0 {
                sum = field.add(sum, beside.get(place(k) + d - 1));
            }
            let mut i = d + 1;
            while i < k {
                let (a, b) = (beside.get(weights + i), beside.get(weights + i + 1));
                sum = field.add(sum, field.dot2(a, beside.get(place(i) + d), b, beside.get(place(i + 1) + d)));
                i += 2;
            }
            if i == k {
                sum = field.add(sum, field.mul(beside.get(weights + k), beside.get(place(k) + d)));
            }
            beside.set(place(k + 1) + d, sum);
        });
        team.passed(k * k / 4);
        team.sync();
        k += 1;
    }
}

/// The coefficients c_0, .., c_(n-1) of the n x n matrix `m`, c_j times P^(n-j), at [`answer`] in `beside`, which has [`beside`] elements. `has_pivot` says of each of the
/// steps whether it has a pivot; there are n - 2. Divide by [`divide`] afterwards.
///
/// About n^3 element steps of two products.
#[inline(always)]
pub fn characteristic<F: Field, R: Row<F::Elem>, B: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    m: &mut R,
    n: u32,
    has_pivot: &[u32],
    beside: &mut B,
) -> Reduced<F::Elem> {
    let mut m = Dense { row: m, columns: n };
    let reduced = reduce(field, team, &mut m, has_pivot, beside);
    polynomial(field, team, &m, beside);
    reduced
}

/// Where the coefficients are in what is beside a matrix of n rows.
#[inline(always)]
pub fn answer(n: u32) -> u32 {
    place(n)
}

/// Divides c_0, .., c_(n-1) by powers of P; `inverse` is 1 / P.
#[inline(always)]
pub fn divide<F: Field, R: Row<F::Elem>>(field: &F, coefficients: &mut R, n: u32, inverse: F::Elem) {
    let mut factor = inverse;
    let mut j = n;
    while j > 0 {
        j -= 1;
        coefficients.set(j, field.mul(factor, coefficients.get(j)));
        factor = field.mul(factor, inverse);
    }
}

/// The coefficients modulo one prime, whatever the matrix is, where [`characteristic`] has them.
///
/// About n^3 element steps of one product, and n inversions.
#[inline(always)]
pub fn with_pivots<M: Modulus, R: Row<M::Elem>, B: Row<M::Elem>, T: Team>(
    field: &M,
    team: T,
    m: &mut R,
    n: u32,
    beside: &mut B,
) {
    let mut m = Dense { row: m, columns: n };
    let share = Share::new(team, n);
    let zero = field.zero();
    let factors = self::beside(n) - n;
    team.each(n, |j| beside.set(factors + j, field.one()));
    let mut k = 0;
    while k + 2 < n {
        let mut a = k + 1;
        while a < n && m.get::<M::Elem>(a, k) == zero {
            a += 1;
        }
        team.sync();
        if a == n {
            k += 1;
            continue;
        }
        super::jordan::swap_rows(team, &mut m, a, k + 1);
        team.sync();
        super::jordan::swap_columns(team, &mut m, n, a, k + 1);
        team.sync();
        let inverse = field.reciprocal(m.get(k + 1, k));
        // The pivot is not among them, and stays.
        team.each(n - k - 2, |i| m.set(k + 2 + i, k, field.mul(inverse, m.get(k + 2 + i, k))));
        team.sync();
        let mut i = share.row_from(k + 2);
        while i < n {
            let factor = field.neg(m.get(i, k));
            let mut j = share.column_from(k + 1);
            while j < n {
                let product = field.mul(factor, m.get(k + 1, j));
                m.set(i, j, field.add(m.get(i, j), product));
                j += share.columns;
            }
            i += share.rows;
        }
        team.sync();
        add_columns(field, team, &mut m, k, field.one());
        team.sync();
        k += 1;
    }
    team.sync();
    polynomial(field, team, &m, beside);
}
