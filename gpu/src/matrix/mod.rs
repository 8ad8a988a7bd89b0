//! What is computed from all of a matrix at a point, in n^3 steps: its adjugate, the solutions of linear systems, its characteristic polynomial.
//!
//! Each is there twice: without division, with pivots that the caller has put where almost all points have them, for lanes of different primes
//! ([`jordan`], [`hessenberg`]); and modulo one prime, with inverses and pivots of its own, for whatever values there are ([`jordan::with_pivots`],
//! [`hessenberg::with_pivots`]). The second form repairs lanes of the first one, and is what a device computes.

pub mod hessenberg;
pub mod jordan;
#[cfg(test)]
mod tests;

use crate::memory::Row;
use crate::team::Team;

/// A matrix with so many elements in a row, row by row.
struct Dense<'r, R> {
    row: &'r mut R,
    columns: u32,
}

impl<R> Dense<'_, R> {
    #[inline(always)]
    fn get<E: Copy>(&self, i: u32, j: u32) -> E
    where
        R: Row<E>,
    {
        self.row.get(i * self.columns + j)
    }

    #[inline(always)]
    fn set<E: Copy>(&mut self, i: u32, j: u32, value: E)
    where
        R: Row<E>,
    {
        self.row.set(i * self.columns + j, value);
    }
}

/// Which elements of a matrix are a thread's: its rows and columns, each every so many from a first one on. Neighbouring threads have neighbouring columns.
#[derive(Clone, Copy)]
struct Share {
    row: u32,
    rows: u32,
    column: u32,
    columns: u32,
}

impl Share {
    /// Of a matrix with so many columns.
    #[inline(always)]
    fn new<T: Team>(team: T, columns: u32) -> Self {
        if T::SOLO {
            return Share { row: 0, rows: 1, column: 0, columns: 1 };
        }
        let (rank, size) = (team.rank(), team.size());
        let mut width = 1;
        while width < columns && width < 32 && size % (2 * width) == 0 {
            width *= 2;
        }
        Share { row: rank / width, rows: size / width, column: rank % width, columns: width }
    }

    /// Its columns from `first` on.
    #[inline(always)]
    fn column_from(self, first: u32) -> u32 {
        first + self.column
    }

    /// Its rows from `first` on.
    #[inline(always)]
    fn row_from(self, first: u32) -> u32 {
        first + self.row
    }
}
