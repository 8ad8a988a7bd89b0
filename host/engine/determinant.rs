//! The stage of determinants: a scalar from the entries of a matrix at the points of a grid.

use super::{Engine, ScalarCounts};
use crate::error::{ErrorKind, Result};
use crate::plan::cost::Scalar;
use gpu::determinant::Blocks;

/// How the determinant at one point is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum DeterminantMethod {
    /// As a resultant where the matrix is that of Sylvester, else by elimination.
    #[default]
    Auto,
    /// Elimination without division, two pivots at a time, in an order that almost all points have.
    Elimination,
    /// The condensation of the 2020 paper: the first element of each row that is not zero.
    Condensation,
}

impl DeterminantMethod {
    /// The name in reports, of what is done at a point.
    pub fn name(self) -> &'static str {
        match self {
            DeterminantMethod::Auto | DeterminantMethod::Elimination => "elimination",
            DeterminantMethod::Condensation => "condensation",
        }
    }

    /// The same where the mathematics is.
    pub(crate) fn kernel(self) -> gpu::determinant::Method {
        match self {
            DeterminantMethod::Auto | DeterminantMethod::Elimination => gpu::determinant::Method::Elimination,
            DeterminantMethod::Condensation => gpu::determinant::Method::Condensation,
        }
    }
}

/// How many threads of a device share one determinant, and where its matrix is. Where shared memory has no room for it, it is in memory of
/// the device, as by [`MatrixShape::Global`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum MatrixShape {
    /// The engine chooses by the size of the largest block.
    #[default]
    Auto,
    /// One thread a determinant, in shared memory.
    Thread,
    /// Four lanes of a warp a determinant.
    Lanes4,
    /// A warp a determinant.
    Lanes32,
    /// A block of 256 threads a determinant.
    Block256,
    /// 2 to 32 lanes of a warp a determinant, the matrix in their registers: for blocks of up to 64 rows and full rank, else as by
    /// [`MatrixShape::Auto`].
    Registers,
    /// One block a determinant, the matrix in memory of the device: for any size.
    Global,
    /// One block a determinant, 32 pivots at a time with products of matrices on tensor cores: for blocks of full rank on devices of compute
    /// capability 8.0 and newer, else as by [`MatrixShape::Block256`]. The matrix is in shared memory, or in memory of the device.
    Panels,
}

/// The stage of determinants: blocks on a diagonal, whose elements are values, negatives of values, or zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeterminantJob {
    /// Rows of values that go in: the different entries.
    pub values: u32,
    /// Number of rows of each block.
    pub sizes: Vec<u32>,
    /// Rank of the last block at almost all points.
    pub rank: u32,
    /// Elements of the blocks, block by block and row by row, as [`gpu::determinant::matrix::entry`].
    pub entries: Vec<u32>,
    /// Whether the answer is minus the product of the blocks' determinants.
    pub negative: bool,
    /// How it is computed.
    pub method: DeterminantMethod,
    /// On how many threads of a device.
    pub shape: MatrixShape,
}

/// Most rows of a block: numbers of its elements are 32-bit.
pub const MOST_ROWS: u32 = 1 << 15;

impl DeterminantJob {
    /// The blocks, for the shared mathematics.
    pub(crate) fn blocks(&self) -> Blocks<'_> {
        Blocks { sizes: &self.sizes, rank: self.rank, entries: &self.entries }
    }

    /// Rows of the largest block.
    pub fn largest(&self) -> u32 {
        self.sizes.iter().copied().max().unwrap_or(0)
    }

    /// Refuses what no matrix has: blocks without rows or with too many, another number of entries than they have elements, entries that
    /// are no value, a rank that is larger than the last block. Engines ask before they believe it.
    ///
    /// # Errors
    /// `Shape`.
    pub fn check(&self) -> Result<()> {
        let wrong = |what, expected, found| Err(ErrorKind::Shape { what, expected, found }.into());
        if let Some(&size) = self.sizes.iter().find(|&&size| !(1..=MOST_ROWS).contains(&size)) {
            return wrong("rows of a block", MOST_ROWS as usize, size as usize);
        }
        let elements = self.sizes.iter().map(|&n| n as usize * n as usize).sum();
        if self.entries.len() != elements || elements > u32::MAX as usize {
            return wrong("entries of the blocks", elements, self.entries.len());
        }
        if self.values > i32::MAX as u32 - 1 {
            return wrong("values of a matrix", i32::MAX as usize - 1, self.values as usize);
        }
        // Entry 2 k + 2 or 2 k + 3 is value k.
        if let Some(&entry) = self.entries.iter().find(|&&entry| entry == 1 || entry / 2 > self.values) {
            return wrong("values of a matrix", self.values as usize, entry as usize / 2);
        }
        let last = self.sizes.last().copied().unwrap_or(0);
        match self.rank > last {
            true => wrong("rank of a block", last as usize, self.rank as usize),
            false => Ok(()),
        }
    }

    /// Element steps of three products at one point, about.
    pub fn steps(&self) -> u64 {
        let of = |&n: &u32| u64::from(n).pow(3);
        let cubes = self.sizes.iter().map(of).fold(0, u64::saturating_add);
        let elimination = cubes / 6 + self.entries.len() as u64;
        match self.method {
            DeterminantMethod::Auto | DeterminantMethod::Elimination => elimination,
            // Twice as many, of two products.
            DeterminantMethod::Condensation => elimination.saturating_add(elimination / 2),
        }
    }

    /// The same with what its time depends on.
    pub(crate) fn scalar(&self) -> Scalar {
        Scalar::determinant(self.largest(), self.steps())
    }
}

/// An engine with the stage of determinants. `points` is the number of points of the batch's grid.
pub trait DeterminantEngine: Engine {
    /// Whether this engine has the fast memory that the stage needs to be worth while.
    fn has_room_for_matrix(&self, _job: &DeterminantJob) -> bool {
        true
    }

    /// Determinants \[prime\]\[point\] from values \[prime\]\[value\]\[point\].
    ///
    /// # Errors
    /// `Shape` for a job that no matrix has, or values of another number; of the engine.
    fn determinants(
        &mut self,
        batch: &Self::Batch,
        values: Self::Buffer,
        job: &DeterminantJob,
    ) -> Result<(Self::Buffer, ScalarCounts)>;

    /// Whether [`DeterminantEngine::determinants_of`] does more than evaluation and determinants one after the other.
    fn evaluates_last(&self, _job: &DeterminantJob, _dims: &[u32]) -> bool {
        false
    }

    /// Determinants \[prime\]\[point\] from the coefficients \[prime\]\[value\]\[exponents\] of values with `dims` coefficients per kept
    /// variable: an engine may evaluate the last variable where it needs it, so that values at all points are never stored.
    ///
    /// # Errors
    /// As [`Engine::evaluate`] and [`DeterminantEngine::determinants`].
    fn determinants_of(
        &mut self,
        batch: &Self::Batch,
        coefficients: Self::Buffer,
        dims: &[u32],
        job: &DeterminantJob,
    ) -> Result<(Self::Buffer, ScalarCounts)> {
        let values = self.evaluate(batch, coefficients, job.values, dims)?;
        self.determinants(batch, values, job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_that_no_matrix_has_are_refused() {
        let job = |values, sizes: &[u32], rank, entries: &[u32]| DeterminantJob {
            values,
            sizes: sizes.to_vec(),
            rank,
            entries: entries.to_vec(),
            negative: false,
            method: DeterminantMethod::default(),
            shape: MatrixShape::default(),
        };
        assert_eq!(job(0, &[], 0, &[]).check(), Ok(()));
        assert_eq!(job(2, &[1, 1], 1, &[2, 5]).check(), Ok(()));
        assert_eq!(job(1, &[2], 1, &[2, 0, 3, 0]).check(), Ok(()));
        for wrong in [
            job(1, &[0], 0, &[]),
            job(1, &[MOST_ROWS + 1], 0, &[]),
            job(1, &[2], 2, &[2, 2, 2]),
            job(1, &[1], 2, &[2]),
            job(1, &[1], 1, &[4]),
            job(1, &[1], 1, &[1]),
            job(u32::MAX, &[1], 1, &[2]),
            job(0, &[], 1, &[]),
        ] {
            let error = wrong.check().unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::Shape { .. }), "{error}");
        }
    }

    #[test]
    fn steps_do_not_overflow() {
        let sizes = vec![MOST_ROWS; 1 << 20];
        let entries = Vec::new();
        let (method, shape) = (DeterminantMethod::Condensation, MatrixShape::Auto);
        let job = DeterminantJob { values: 1, sizes, rank: 0, entries, negative: false, method, shape };
        assert!(job.steps() > u64::MAX / 16);
    }
}
