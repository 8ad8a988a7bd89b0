//! Determinants by the condensation of the 2020 paper, section 3.2, Algorithm 3.
//!
//! Row i finds its first element that is not zero, z in column I. Each later row, with t in that column, becomes
//!
//! > M_j <- -z M_j left of I (there row i is zero), 0 in column I, z M_j - t M_i right of it.
//!
//! The signs on the left stand for the permutation of columns. Each later row was multiplied by z, so
//!
//! > det M = prod_i z_i / prod_i z_i^(n - 1 - i),
//!
//! where the paper prints prod z_i alone. A row that is zero ends it: the determinant is 0. Nothing has to be known of the matrix.
//!
//! **Threads.** One takes a row at a time; when at least half of them would have none, two share a row, each half of its columns, as in
//! the paper. Its last rows are one warp's: a kernel calls [`Condensation::rows`] again with a smaller team.

use crate::arith::field::Field;
use crate::fraction::Fraction;
use crate::memory::Row;
use crate::team::Team;

/// How far a condensation is; every thread has the same.
#[derive(Clone, Copy)]
pub struct Condensation<E> {
    /// The product of the z_i so far.
    prefix: E,
    /// The product of these products, up to the one before: the denominator.
    prefixes: E,
    off: u32,
    /// Whether a row was zero.
    is_zero: bool,
}

impl<E: Copy> Condensation<E> {
    /// Before the first row.
    #[inline(always)]
    pub fn new<F: Field<Elem = E>>(field: &F) -> Self {
        Condensation { prefix: field.one(), prefixes: field.one(), off: 0, is_zero: false }
    }

    /// Rows `from` to `to` of the matrix `m` of n x n elements, row by row. All threads see it, before and afterwards. With several lanes
    /// the first element is one that is not zero in some lane, and those in which it is are off.
    #[inline(always)]
    pub fn rows<F: Field<Elem = E>, R: Row<E>, T: Team>(
        &mut self,
        field: &F,
        team: T,
        m: &mut R,
        n: u32,
        (from, to): (u32, u32),
    ) {
        for i in from..to {
            if self.is_zero || team.is_stopped() {
                return;
            }
            let row = i * n;
            let mut first = 0;
            while first < n && field.zeros(m.get(row + first)) == F::ALL {
                first += 1;
            }
            if first == n {
                self.is_zero = true;
                return;
            }
            let z = m.get(row + first);
            self.off |= field.zeros(z);
            self.prefixes = field.mul(self.prefixes, self.prefix);
            self.prefix = field.mul(self.prefix, z);
            let minus_z = field.neg(z);
            let below = n - 1 - i;
            let parts = if 2 * below <= team.size() { 2 } else { 1 };
            // Threads with a half of a row each read the element that one of them sets to zero.
            let half = n.div_ceil(parts);
            let mut unit = team.rank();
            let end = below * parts;
            // With two parts there are no more units than threads, so that one barrier stands between all reads and the writes.
            let of_row = |unit: u32| (i + 1 + unit / parts) * n;
            let mut minus_t = if unit < end { field.neg(m.get(of_row(unit) + first)) } else { field.zero() };
            if parts == 2 {
                team.sync();
            }
            while unit < end {
                let (other, part) = (of_row(unit), unit % parts);
                let (begin, end_of_part) = (part * half, n.min((part + 1) * half));
                if parts == 1 {
                    minus_t = field.neg(m.get(other + first));
                }
                for c in begin..end_of_part.min(first) {
                    m.set(other + c, field.mul(minus_z, m.get(other + c)));
                }
                if (begin..end_of_part).contains(&first) {
                    m.set(other + first, field.zero());
                }
                for c in begin.max(first + 1)..end_of_part {
                    m.set(other + c, field.dot2(z, m.get(other + c), minus_t, m.get(row + c)));
                }
                team.passed(end_of_part - begin);
                unit += team.size();
            }
            team.sync();
        }
    }

    /// The determinant, after the last row.
    #[inline(always)]
    pub fn finish<F: Field<Elem = E>>(&self, field: &F) -> Fraction<E> {
        let numerator = if self.is_zero { field.zero() } else { self.prefix };
        Fraction { numerator, denominator: self.prefixes, off: self.off }
    }
}

/// The determinant of the matrix `m` of n x n elements, row by row; all threads see it. It is destroyed.
///
/// n^3 / 3 element steps of two products and one reduction, for n barriers.
#[inline(always)]
pub fn determinant<F: Field, R: Row<F::Elem>, T: Team>(field: &F, team: T, m: &mut R, n: u32) -> Fraction<F::Elem> {
    let mut condensation = Condensation::new(field);
    condensation.rows(field, team, m, n, (0, n));
    condensation.finish(field)
}
