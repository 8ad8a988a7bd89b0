//! A system as lists of places, and the table of powers.

use crate::arith::Ring;
use crate::memory::Row;
use core::ops::Range;

/// x_v^e in a monomial, e > 0.
#[repr(C, align(16))]
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
pub struct Factor {
    /// Place of x_v in the table.
    pub variable: u32,
    /// Place of x_v^(e - 1) in the table; of x_v for e = 1, where nothing is done with it.
    pub power: u32,
    /// e.
    pub exponent: u32,
    /// Place of the derivative by x_v among the sums of the polynomial, from 1 on.
    pub slot: u32,
}

/// m polynomials in n variables, without their coefficients.
///
/// The table of a point begins with the n variables. Powers follow, those of x_0 first, each the product of two entries before it of
/// the same variable.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    /// n + 1 starts: the powers of variable v are numbers `starts[v] .. starts[v + 1]`.
    pub power_starts: &'a [u32],
    /// Places of the two entries of which a power is the product; power number i is entry n + i.
    pub powers: &'a [[u32; 2]],
    /// m + 1 starts: the terms of polynomial p are numbers `starts[p] .. starts[p + 1]`, and so are their coefficients.
    pub polynomial_starts: &'a [u32],
    /// One more start than terms: the factors of term t are numbers `starts[t] .. starts[t + 1]`.
    pub term_starts: &'a [u32],
    /// The factors.
    pub factors: &'a [Factor],
    /// m + 1 starts: the variables that occur in polynomial p are `columns[starts[p] .. starts[p + 1]]`.
    pub column_starts: &'a [u32],
    /// Variables, ascending in each polynomial; the k-th one of a polynomial has slot k + 1 among its sums.
    pub columns: &'a [u32],
    /// One more start than columns: `slots[starts[c] .. starts[c + 1]]` are the factors whose derivatives the slot of column c adds up.
    pub slot_starts: &'a [u32],
    /// Numbers of factors, ascending for each slot.
    pub slots: &'a [u32],
}

impl Program<'_> {
    /// n.
    #[inline(always)]
    pub fn variables(&self) -> u32 {
        self.power_starts.len() as u32 - 1
    }

    /// m.
    #[inline(always)]
    pub fn polynomials(&self) -> u32 {
        self.polynomial_starts.len() as u32 - 1
    }

    /// Entries of the table.
    #[inline(always)]
    pub fn entries(&self) -> u32 {
        self.variables() + self.powers.len() as u32
    }

    /// The variables that occur in polynomial `p`, ascending.
    #[inline(always)]
    pub fn columns_of(&self, p: u32) -> &[u32] {
        &self.columns[self.column_starts[p as usize] as usize..self.column_starts[p as usize + 1] as usize]
    }

    /// The numbers of the terms of polynomial `p`.
    #[inline(always)]
    pub fn terms_of(&self, p: u32) -> Range<u32> {
        self.polynomial_starts[p as usize]..self.polynomial_starts[p as usize + 1]
    }

    /// The factors of term `t`.
    #[inline(always)]
    pub fn factors_of(&self, t: u32) -> &[Factor] {
        &self.factors[self.term_starts[t as usize] as usize..self.term_starts[t as usize + 1] as usize]
    }

    /// The powers of variable `v` from the variable itself. One product each.
    #[inline(always)]
    pub fn powers_of<R: Ring>(&self, ring: &R, v: u32, table: &mut impl Row<R::Elem>) {
        powers_of(ring, (self.power_starts, self.powers), v, table);
    }

    /// The whole table from the variables.
    #[inline(always)]
    pub fn all_powers<R: Ring>(&self, ring: &R, table: &mut impl Row<R::Elem>) {
        for v in 0..self.variables() {
            self.powers_of(ring, v, table);
        }
    }
}

/// The powers of variable `v` from the variable itself, for the starts and the list of powers of a program.
#[inline(always)]
pub fn powers_of<R: Ring>(ring: &R, (starts, powers): (&[u32], &[[u32; 2]]), v: u32, table: &mut impl Row<R::Elem>) {
    let n = starts.len() as u32 - 1;
    for i in starts[v as usize]..starts[v as usize + 1] {
        let [a, b] = powers[i as usize];
        let power = if a == b { ring.square(table.get(a)) } else { ring.mul(table.get(a), table.get(b)) };
        table.set(n + i, power);
    }
}
