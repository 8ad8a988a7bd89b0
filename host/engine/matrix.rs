//! What is computed from all of a matrix at each point: its adjugate, solutions of linear systems, its characteristic polynomial.

use super::determinant::MOST_ROWS;
use crate::error::{ErrorKind, Result};
use crate::plan::cost::Scalar;
use gpu::matrix::jordan::Shape;

/// What is computed of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatrixWanted {
    /// The adjugate, row by row, and the determinant.
    Adjugate,
    /// For a square matrix with columns to the right of it the numerators of all unknowns, those of the first unknown for each column first, and the determinant.
    Solution,
    /// The coefficients of det(t I - M) without the leading one, the constant one first.
    Characteristic,
}

/// A matrix at a point, whose elements are values, negatives of values, or zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixJob {
    /// Rows of values that go in: the different entries.
    pub values: u32,
    /// Rows of the matrix.
    pub rows: u32,
    /// Its columns: more than rows for linear systems.
    pub columns: u32,
    /// Elements row by row, as [`gpu::determinant::matrix::entry`]; almost all points have pivots on the diagonal, or below it for a characteristic polynomial.
    pub entries: Vec<u32>,
    /// What is computed.
    pub wanted: MatrixWanted,
    /// The rank at almost all points; that of a linear system is full.
    pub rank: u32,
    /// For a characteristic polynomial, of each column but the last two whether almost all points have a pivot there: 1 or 0.
    pub pivots: Vec<u32>,
}

/// Most numbers that come out of one point.
const OUTPUTS: u64 = 1 << 24;

impl MatrixJob {
    /// Its rows and columns.
    pub fn shape(&self) -> Shape {
        Shape { rows: self.rows, columns: self.columns }
    }

    /// Right sides of a linear system.
    pub fn beside(&self) -> u32 {
        self.columns.saturating_sub(self.rows)
    }

    /// Numbers that come out.
    fn all_outputs(&self) -> u64 {
        let n = u64::from(self.rows);
        match self.wanted {
            MatrixWanted::Adjugate => n * n + 1,
            MatrixWanted::Solution => n * u64::from(self.beside()) + 1,
            MatrixWanted::Characteristic => n,
        }
    }

    /// Numbers that come out.
    pub fn outputs(&self) -> u32 {
        self.all_outputs().min(u32::MAX.into()) as u32
    }

    /// Whether the adjugate is 0 at almost all points.
    pub fn vanishes(&self) -> bool {
        self.wanted == MatrixWanted::Adjugate && self.rank + 1 < self.rows
    }

    /// Refuses what no matrix has. Engines ask before they believe it.
    ///
    /// # Errors
    /// `Shape`; `Limit` where too many numbers come out.
    pub fn check(&self) -> Result<()> {
        let wrong = |what, expected, found| Err(ErrorKind::Shape { what, expected, found }.into());
        if self.rows > MOST_ROWS || self.columns > 2 * MOST_ROWS {
            return wrong("rows of a matrix", MOST_ROWS as usize, self.rows.max(self.columns) as usize);
        }
        let is_square = self.wanted != MatrixWanted::Solution;
        if is_square && self.columns != self.rows || !is_square && self.columns <= self.rows {
            return wrong("columns of a matrix", self.rows as usize, self.columns as usize);
        }
        let elements = self.rows as usize * self.columns as usize;
        if self.entries.len() != elements {
            return wrong("entries of a matrix", elements, self.entries.len());
        }
        if self.values > i32::MAX as u32 - 1 {
            return wrong("values of a matrix", i32::MAX as usize - 1, self.values as usize);
        }
        if let Some(&entry) = self.entries.iter().find(|&&entry| entry == 1 || entry / 2 > self.values) {
            return wrong("values of a matrix", self.values as usize, entry as usize / 2);
        }
        if self.rank > self.rows {
            return wrong("rank of a matrix", self.rows as usize, self.rank as usize);
        }
        let steps = if self.wanted == MatrixWanted::Characteristic { self.rows.saturating_sub(2) } else { 0 };
        if self.pivots.len() != steps as usize {
            return wrong("columns with or without a pivot", steps as usize, self.pivots.len());
        }
        let (needed, allowed) = (self.all_outputs().into(), OUTPUTS.into());
        if needed > allowed {
            return Err(ErrorKind::Limit { what: "polynomials that are computed together", needed, allowed }.into());
        }
        Ok(())
    }

    /// Element steps of three products at one point, about.
    pub fn steps(&self) -> u64 {
        let (n, columns) = (u64::from(self.rows), u64::from(self.columns));
        let elements = match self.wanted {
            MatrixWanted::Adjugate | MatrixWanted::Characteristic => n * n * n,
            MatrixWanted::Solution => n * n * (columns - n / 2),
        };
        // Of two products.
        elements / 4 * 3 + n * columns
    }

    /// What its time depends on.
    pub(crate) fn scalar(&self) -> Scalar {
        Scalar { outputs: self.outputs(), ..Scalar::determinant(self.rows, self.steps()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_that_no_matrix_has_are_refused() {
        let job = |wanted, (rows, columns): (u32, u32), entries: &[u32], pivots: usize| MatrixJob {
            values: 2,
            rows,
            columns,
            entries: entries.to_vec(),
            wanted,
            rank: rows.min(2),
            pivots: vec![1; pivots],
        };
        use MatrixWanted::{Adjugate, Characteristic, Solution};
        assert_eq!(job(Adjugate, (0, 0), &[], 0).check(), Ok(()));
        assert_eq!(job(Solution, (1, 3), &[2, 0, 5], 0).check(), Ok(()));
        assert_eq!(job(Characteristic, (3, 3), &[2; 9], 1).check(), Ok(()));
        for wrong in [
            job(Adjugate, (1, 2), &[2, 2], 0),
            job(Solution, (2, 1), &[2, 2], 0),
            job(Adjugate, (1, 1), &[1], 0),
            job(Adjugate, (1, 1), &[6], 0),
            job(Adjugate, (2, 2), &[2; 3], 0),
            job(Characteristic, (3, 3), &[2; 9], 0),
            job(Adjugate, (3, 3), &[2; 9], 1),
            MatrixJob { rank: 2, ..job(Adjugate, (1, 1), &[2], 0) },
        ] {
            assert!(matches!(wrong.check().unwrap_err().kind(), ErrorKind::Shape { .. }), "{wrong:?}");
        }
        let large = MatrixJob { entries: vec![0; 5000 * 5000], ..job(Adjugate, (5000, 5000), &[], 0) };
        assert!(matches!(large.check().unwrap_err().kind(), ErrorKind::Limit { .. }));
    }
}
